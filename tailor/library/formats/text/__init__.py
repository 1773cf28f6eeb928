"""Reads and writes plain text as people type, paste, print or send it."""
