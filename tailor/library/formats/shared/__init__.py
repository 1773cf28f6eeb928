"""What readers of several formats ask of lines and lists, and the result that all of them give."""
