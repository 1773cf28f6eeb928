"""The built-in tailor: answers every agent's task without a model or a network, by rules and cited data.

It finds what a wish touches (`core.finding`), changes only what is certain, and names the rest plainly. Equal
tasks get equal answers.
"""
