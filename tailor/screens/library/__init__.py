"""The saved procedures: their list, and what is done with them."""
