"""Where a plan decides something: a circumstance that no step names matters there.

"Choose a group. Join it." names neither pram nor budget, and yet both bear on which group is chosen.
"""

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Final

from tailor.core.events import Judged
from tailor.core.procedure import Procedure
from tailor.core.protocols import FoundPlace
from tailor.rules import sentences
from tailor.rules.tables import pattern

MOST: Final = 4
"""Most steps shown for one requirement: the first ones."""
_FEWEST: Final = 3
"""Fewest steps of a plan."""


def with_choices(
    verdicts: Sequence[Judged], places: Sequence[FoundPlace], states: Set[str], base: Procedure
) -> tuple[list[Judged], list[FoundPlace]]:
    """Return the verdicts with where to keep in mind what led to no place, and these places.

    `states`: requirements with a body, an age or a circumstance that has places, which bears on every choice too.
    None where there is a list, because a recipe has decided. A clause that nobody understood has none where the
    whole hint touches nothing: it may be about something else.
    """
    told, found = list[Judged](), list[FoundPlace]()
    for judged in verdicts:
        there = {one.step for one in places if judged.id in one.serves}
        lost = judged.unused or judged.id in states or (judged.verdict == "not_understood" and places)
        new = [one for one in _choices(base) if one.step not in there] if lost and judged.verdict != "done" else []
        found += (replace(one, serves=(judged.id,)) for one in new)
        told.append(_to_keep_in_mind(judged, new) if new else judged)
    return told, found


def _to_keep_in_mind(judged: Judged, there: Sequence[FoundPlace]) -> Judged:
    said = sentences.kept_in_mind(there)
    verdict = judged.verdict if judged.verdict == "partly" else "found"
    return replace(judged, verdict=verdict, says=f"{judged.says} {said}", points=(said, *judged.points))


@lru_cache(8)
def _choices(base: Procedure) -> tuple[FoundPlace, ...]:
    """Return the first steps in which something is chosen, looked up, planned or got."""
    starts = pattern("choices", "step")
    steps = () if base.resources or len(base.steps) < _FEWEST else enumerate(base.steps, 1)
    begun = ((at, found) for at, text in steps if (found := starts.match(text)))
    return tuple(FoundPlace("steps", at, one["word"], sentences.CHOOSES) for at, one in islice(begun, MOST))
