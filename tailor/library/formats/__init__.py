"""Formats that other programs write and read: schema.org, Cooklang, CSV, pages, CriticMarkup (DESIGN 9)."""
