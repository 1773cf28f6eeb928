"""Importing procedures from files, pasted text and web pages."""
