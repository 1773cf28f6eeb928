"""Plain text as people type, paste, print or send it, read and written."""
