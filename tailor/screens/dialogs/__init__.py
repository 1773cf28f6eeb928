"""Dialogs that any screen can open."""
