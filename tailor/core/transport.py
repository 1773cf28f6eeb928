"""Carry edits from the list an agent saw to the current list (DESIGN 3, CONTRACT 7 rule 2).

In a `TrackedProcedure` each step keeps its identity, its *slot*, while its text and number change. `transport`
uses the slots to renumber an edit, or finds that its premise no longer holds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final, Literal, TypeAlias

from tailor.core.edits import Bag, Edit, Insert
from tailor.core.engine import Trace, apply
from tailor.core.procedure import PARTS, Part, Procedure

StaleWhy: TypeAlias = Literal["gone", "text_changed"]
"""The step that an edit is about is gone, or its text is not what the agent saw."""


@dataclass(frozen=True, slots=True)
class TrackedStep:
    """A step or resource that keeps its identity while its text and number change."""

    slot: str
    """ "s3" or "r3" for a step of the original, else the id of the edit that inserted it."""
    writer: str
    """Id of the edit that wrote the text; "" for the original text."""
    text: str


@dataclass(frozen=True)  # no slots: the indexes are computed once, when first asked for
class TrackedProcedure:
    """A procedure whose steps and resources have identities."""

    procedure: Procedure
    steps: tuple[TrackedStep, ...]
    resources: tuple[TrackedStep, ...]

    def part(self, part: Part) -> tuple[TrackedStep, ...]:
        return self.steps if part == "steps" else self.resources

    def index(self, part: Part) -> Mapping[str, int]:
        """From slot to number (1-based) in one part."""
        return self._indexes[part]

    @cached_property
    def _indexes(self) -> Mapping[Part, Mapping[str, int]]:
        return {part: {spot.slot: n for n, spot in enumerate(self.part(part), 1)} for part in PARTS}


@dataclass(frozen=True, slots=True)
class Moved:
    """The edit can be applied now, perhaps at another number."""

    edit: Edit


@dataclass(frozen=True, slots=True)
class Stale:
    """The edit's premise does not hold now."""

    why: StaleWhy
    nearest: Edit | None
    """Where it could still go if the user insists; None if it cannot be applied at all."""


@lru_cache(maxsize=8)  # called on every key press, for few originals
def tracked_original(procedure: Procedure) -> TrackedProcedure:
    """The original, every step with an identity of its own."""
    return TrackedProcedure(
        procedure,
        tuple(TrackedStep(f"s{n}", "", text) for n, text in enumerate(procedure.steps, 1)),
        tuple(TrackedStep(f"r{n}", "", text) for n, text in enumerate(procedure.resources, 1)),
    )


class _LastApplied:
    """A cache of what was applied last, since most decisions leave some list of a review as it was.

    It finds lists by identity; `lru_cache` would have to hash every text and every edit.
    """

    most: Final = 8

    def __init__(self) -> None:
        self._known: tuple[tuple[TrackedProcedure, tuple[Edit, ...], TrackedProcedure], ...] = ()

    def __call__(self, draft: TrackedProcedure, edits: tuple[Edit, ...]) -> TrackedProcedure:
        for before, same, made in self._known:
            if before is draft and same == edits:
                return made
        made = _applied(draft, edits)
        self._known = ((draft, edits, made), *self._known[: self.most - 1])
        return made


_last_applied: Final = _LastApplied()


def apply_tracked(draft: TrackedProcedure, edits: Iterable[Edit]) -> TrackedProcedure:
    """Apply edits that are numbered on `draft`; each needs an id. ApplyError as `apply`."""
    return _last_applied(draft, tuple(edits))


def _applied(draft: TrackedProcedure, edits: tuple[Edit, ...]) -> TrackedProcedure:
    applied = apply(draft.procedure, Bag(edits))
    return TrackedProcedure(
        applied.procedure,
        _spots(draft.steps, applied.procedure.steps, applied.trace),
        _spots(draft.resources, applied.procedure.resources, applied.resource_trace),
    )


def premise(edit: Edit, spots: tuple[TrackedStep, ...]) -> tuple[TrackedStep, ...]:
    """The steps an edit relies on, of those its agent saw: step k for replace(k), k and k + 1 for insert(k)."""
    if isinstance(edit, Insert):
        return spots[max(edit.step - 1, 0) : edit.step + 1]
    return spots[edit.step - 1 : edit.step]


def transport(edit: Edit, seen: TrackedProcedure, now: TrackedProcedure) -> Moved | Stale:
    """Carry the edit, numbered on `seen`, over to `now`."""
    index = now.index(edit.part)
    texts = now.part(edit.part)
    relied = premise(edit, seen.part(edit.part))
    if any(spot.slot not in index for spot in relied):
        return Stale("gone", _nearest(edit, seen, index))
    step = index[relied[0].slot] if edit.step else 0  # insert(0) stays first
    moved = edit if step == edit.step else replace(edit, step=step)
    if any(texts[index[spot.slot] - 1].text != spot.text for spot in relied):
        return Stale("text_changed", moved)
    return Moved(moved)


def _nearest(edit: Edit, seen: TrackedProcedure, index: Mapping[str, int]) -> Edit | None:
    """For an insert: after the nearest earlier step that still exists. A replace has no other place."""
    if not isinstance(edit, Insert):
        return None
    earlier = reversed(seen.part(edit.part)[: edit.step])
    return replace(edit, step=next((index[spot.slot] for spot in earlier if spot.slot in index), 0))


def _spots(before: tuple[TrackedStep, ...], texts: tuple[str, ...], trace: Trace) -> tuple[TrackedStep, ...]:
    spots = []
    for text, origin in zip(texts, trace, strict=True):
        old = before[origin.base - 1] if origin.base is not None else None
        if origin.edit is None:
            assert old is not None
            spots.append(old)
        else:
            spots.append(TrackedStep(old.slot if old else origin.edit.id, origin.edit.id, text))
    return tuple(spots)
