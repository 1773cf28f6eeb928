"""The pure heart: procedures, edits, review, reading, requirements, agents and strategies.

Imports the standard library and itself. Refuses the clock, the network, the screen and the disk (save its own
data files: prompts and guard vocabularies). See each module for what it owns.
"""
