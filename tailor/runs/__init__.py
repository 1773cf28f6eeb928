"""A run from request to saved result: start, stream, ask again, record, reopen, save; for screens and commands."""
