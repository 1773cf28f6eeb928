"""Benches: the papers' experiments for one's own model, over the same run() as the app (DESIGN 11)."""
