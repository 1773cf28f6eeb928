"""Tailor: make a how-to procedure your own, one reviewed edit at a time.

Owns the name and the version. Importing it does nothing else.
"""

__version__ = "0.1.0"
