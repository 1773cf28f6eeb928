"""Whether a phrase names something to eat, as far as the guard or the relations know."""

from collections.abc import Iterator
from functools import cache

from tailor.core.finding import relations
from tailor.core.finding.cues import listed
from tailor.core.guard.detector import VocabularyHit, food_hits
from tailor.core.guard.vocabulary import tokenize


@cache
def foods_of(phrase: str) -> frozenset[str]:
    """Return the constraints that the guard has for a food of this name; empty if it knows none."""
    entry = next((hit.entry for hit in _whole_hits(phrase) if hit.entry is not None), None)
    return frozenset(id for id, _ in entry.gives) if entry is not None else frozenset()


@cache
def is_food(phrase: str) -> bool:
    """Whether the guard knows a food of this name, harmless or not: coconut milk."""
    return any(_whole_hits(phrase))


def is_eaten(phrase: str) -> bool:
    """Whether the guard knows the food, or the relations know it as a kind of food: a mushroom."""
    return is_food(phrase) or not relations.kinds_of(phrase).isdisjoint(listed("sorts_of_food"))


def _whole_hits(phrase: str) -> Iterator[VocabularyHit]:
    tokens = tokenize(f"the {phrase}")  # where only a noun can stand
    return (hit for hit in food_hits(tokens) if hit.start == 1 and hit.end == len(tokens))
