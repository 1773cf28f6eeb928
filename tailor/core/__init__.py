"""The domain: procedures, edits, hints, reviews, and the guard that finds what speaks against a requirement.

Pure functions and frozen dataclasses on the standard library alone: no clock, network, screen, or file except the
data files beside the modules.
"""
