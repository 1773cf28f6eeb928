"""Benches: the papers' experiments on one's own model, with the same run() as the app (DESIGN 11)."""
