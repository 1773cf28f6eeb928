"""Reads Markdown that people and other programs wrote; `library.markdown` reads Tailor's own files."""
