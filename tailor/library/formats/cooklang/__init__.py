"""Reads and writes Cooklang files."""
