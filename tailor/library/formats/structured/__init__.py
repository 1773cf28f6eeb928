"""Procedures as data: JSON, schema.org, CSV, and the files of recipe programs."""
