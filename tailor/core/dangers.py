"""What in a Result harms anybody: household hazards, whatever the wishes ask for.

Nothing here clears anything: a how-to in which none is found is not said to be safe.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tailor.core.edit_names import line_name
from tailor.core.events import Finding
from tailor.core.guard import check, hazards_for_everyone
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.review_state import ReviewState
from tailor.core.transport import TrackedProcedure, tracked_original


@dataclass(frozen=True, slots=True)
class Danger:
    """One hazard of the Result."""

    slot: str
    constraint: str
    says: str
    """A sentence with its place: "Step 2: bleach with an acid gives off chlorine gas."."""
    source: str
    new: bool
    """Whether this place of the original did not have it."""


def brought_in(before: Procedure, after: Procedure) -> tuple[str, ...]:
    """A sentence for each kind of hazard that only the later one has."""
    had = {one.constraint for one in hazards_in(before)}
    return tuple(hazard_words(one) for one in hazards_in(after) if one.constraint not in had)


@lru_cache(maxsize=8)  # a decision asks about the Result before it and the one after it
def hazards_in(procedure: Procedure) -> tuple[Finding, ...]:
    """The household hazards that the words name, not those that may follow; of one kind one at a place."""
    found = check(procedure, hazards_for_everyone())
    return tuple({(one.part, one.step, one.constraint): one for one in found if one.kind == "found"}.values())


def read_ahead(state: ReviewState, ids: Iterable[str]) -> None:
    """Read the texts of these edits before they are decided on; the guard remembers what it found in them."""
    texts: dict[Part, list[str]] = {part: [] for part in PARTS}
    for _, one in (state.proposals[id] for id in ids):
        texts[one.part].append(one.text)
    steps, resources = (tuple(filter(None, texts[part])) for part in PARTS)
    check(replace(state.review.original, steps=steps, resources=resources), hazards_for_everyone())


def dangers(state: ReviewState) -> tuple[Danger, ...]:
    """The hazards of the Result, those that the original did not have first."""
    had = _by_place(tracked_original(state.review.original))
    now = _by_place(state.result.draft)
    found = (Danger(*at, hazard_words(one), one.source, at not in had) for at, one in now.items())
    return tuple(sorted(found, key=lambda one: not one.new))


def newly_dangerous(before: ReviewState, after: ReviewState) -> tuple[str, ...]:
    """A sentence for each hazard that only what was decided just now brought in."""
    had = {(one.slot, one.constraint) for one in dangers(before)}
    return tuple(one.says for one in dangers(after) if (one.slot, one.constraint) not in had)


def _by_place(draft: TrackedProcedure) -> Mapping[tuple[str, str], Finding]:
    """The hazards by the slot of their text and their kind."""
    return {
        (draft.part(part)[one.step - 1].slot, one.constraint): one
        for one in hazards_in(draft.procedure)
        for part in PARTS
        if part == one.part and one.step
    }


def hazard_words(one: Finding) -> str:
    """ "Step 2: bleach with an acid gives off chlorine gas."."""
    name = line_name("steps" if one.part == "steps" else "resources", one.step or 0)
    return f"{name[0].upper()}{name[1:]}: {one.why}."
