"""Following a procedure step by step."""
