"""Widgets and drawing that all screens share."""
