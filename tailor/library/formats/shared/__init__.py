"""Helpers that the readers of several formats share, and the result that all of them return."""
