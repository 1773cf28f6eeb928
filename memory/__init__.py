"""Procedural memory: the LanceDB store, its worker process, and analogy-augmented generation ([AAG])."""
