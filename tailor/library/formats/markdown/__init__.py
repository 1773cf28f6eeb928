"""Markdown that people and other programs wrote; Tailor's own files are read in `library.markdown`."""
