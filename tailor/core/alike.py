"""An exchange that own words made in one step: where else the Result still says the old words, made there too."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tailor.core.decisions import ReviewChange, own_edit
from tailor.core.procedure import PARTS, Part
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.core.worddiff import parts

_MOST_WORDS = 4
_NAMES_A_THING = re.compile(r"[^\W\d_]{3}")


@dataclass(frozen=True, slots=True)
class Alike:
    """A step or thing of the Result that still says the old words."""

    part: Part
    slot: str
    number: int
    text: str
    """With the new words."""


def exchange(before: str, after: str) -> tuple[str, str]:
    """The few words that were exchanged for others, if that is all that changed; else ("", "")."""
    pairs = {tuple(words.strip(" .,;:()") for words in pair) for pair in parts(before, after)}
    old, new = pairs.pop() if len(pairs) == 1 else ("", "")
    short = max(len(old.split()), len(new.split())) <= _MOST_WORDS
    only_more = new.startswith(old) or new in old  # "the butter, slowly"; "the soft butter"
    return (old, new) if short and not only_more and all(map(_NAMES_A_THING.search, (old, new))) else ("", "")


def elsewhere(state: ReviewState, slot: str, part: Part, old: str, new: str) -> tuple[Alike, ...]:
    """Where else the Result says the old words, as they are; nothing for an exchange that is none."""
    said = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])")
    draft = state.result.draft
    return tuple(
        Alike(one, spot.slot, number, said.sub(lambda _: new, spot.text))
        for one in (PARTS if old else ())
        for number, spot in enumerate(draft.part(one), 1)
        if (one, spot.slot) != (part, slot) and new not in spot.text and said.search(spot.text)
    )


def write_alike(review: Review, found: Sequence[Alike]) -> ReviewChange:
    """The person's own words in all of these, as one undo step."""
    made, ids = review, list[str]()
    for one in found:
        move = own_edit(made, "replace", one.slot, one.text, one.part)
        made, ids = move.review, [*ids, *move.ids]
    return ReviewChange(replace(made, past=(*review.past, review.choices)), tuple(ids))
