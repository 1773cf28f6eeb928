"""One run from request to saved result: start, stream, ask again, record, reopen, save. Used by screens and commands."""
