"""Home: the how-tos to begin with, what is special about your situation, and what was begun."""
