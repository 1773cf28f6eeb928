"""The built-in tailor: answers every agent's task without a model or a network, by rules and cited data.

It finds what a wish touches (`core.finding`), changes only what it is sure of, and says the rest plainly. Equal
tasks get equal answers.
"""
