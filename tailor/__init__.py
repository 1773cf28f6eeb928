"""Tailor: make a how-to procedure your own, one reviewed edit at a time."""

__version__ = "0.1.0"
