"""File formats for procedures: Markdown, JSON, plain text, schema.org, Cooklang, CSV, HTML (DESIGN 9)."""
