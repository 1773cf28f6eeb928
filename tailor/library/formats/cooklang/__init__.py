"""Cooklang files, read and written."""
