"""Writing a procedure from a goal: agents that ask a model, and the methods that compose them ([AAG])."""
