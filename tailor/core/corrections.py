"""The user's corrections of what splitting made of a hint: merge, split, reword, retype, switch (DESIGN 6).

Owns the renumbering: requirements are R1, R2, … in order after every correction, so `renumbering` tells which old
id is which new one. Every function returns a new tuple and touches nothing else. Refuses unknown ids with a
NotFoundError.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tailor.core.errors import NotFoundError, UsageError
from tailor.core.kinds import kind_of, level_of
from tailor.core.requirements import Kind, Level, Requirement
from tailor.core.text import normal

Requirements = tuple[Requirement, ...]


def merge(requirements: Sequence[Requirement], id1: str, id2: str) -> Requirements:
    """Both clauses as one, at the earlier place, in their order; the kind of the earlier unless it has none."""
    places = sorted({_place(requirements, id1), _place(requirements, id2)})
    if len(places) == 1:
        return tuple(requirements)
    first, second = (requirements[place] for place in places)
    kept = second if first.kind == "unclassified" else first
    joined = replace(first, kind=kept.kind, level=kept.level, text=_joined(first.text, second.text))
    return _numbered(
        joined if place == places[0] else each for place, each in enumerate(requirements) if place != places[1]
    )


def split_at(requirements: Sequence[Requirement], id: str, position: int) -> Requirements:
    """The clause cut before the word that holds character `position` (0-based), each half placed by the cues.

    UsageError where that would leave a half without a word.
    """
    place = _place(requirements, id)
    whole = requirements[place]
    words = whole.text.split(" ")
    count = whole.text[: max(position, 0)].count(" ")
    halves = [normal(" ".join(part)).strip(" ,;") for part in (words[:count], words[count:])]
    if not all(halves):
        raise UsageError("A requirement can only be split between two of its words.")
    made = [_reworded(replace(whole, kind="unclassified", level=None), half) for half in halves]
    if whole.source == "profile":
        made = [replace(half, kind=whole.kind, level=whole.level) for half in made]
    return _numbered([*requirements[:place], *made, *requirements[place + 1 :]])


def reword(requirements: Sequence[Requirement], id: str, text: str) -> Requirements:
    """The clause in other words; a kind that the person or a cue gave stays, "unclassified" is tried again."""
    place = _place(requirements, id)
    if not normal(text):
        raise UsageError("A requirement needs words; to leave it out, switch it off.")
    return _with(requirements, place, _reworded(requirements[place], normal(text)))


def retype(requirements: Sequence[Requirement], id: str, kind: Kind, level: Level | None = None) -> Requirements:
    """The clause as another kind; `level` counts for expertise only (beginner where none is given)."""
    place = _place(requirements, id)
    skill = (level or requirements[place].level or "beginner") if kind == "expertise" else None
    return _with(requirements, place, replace(requirements[place], kind=kind, level=skill))


def switch(requirements: Sequence[Requirement], id: str, on: bool | None = None) -> Requirements:
    """The clause switched on or off, or the other way round where `on` is None."""
    place = _place(requirements, id)
    return _with(
        requirements, place, replace(requirements[place], on=not requirements[place].on if on is None else on)
    )


def taken(requirements: Sequence[Requirement]) -> Requirements:
    """Without the implied ones that nobody took in, numbered anew."""
    return _numbered(one for one in requirements if one.on or one.source != "implied")


def _place(requirements: Sequence[Requirement], id: str) -> int:
    for place, requirement in enumerate(requirements):
        if requirement.id == id:
            return place
    raise NotFoundError(f"There is no requirement {id}; there are {len(requirements)}.")


def _with(requirements: Sequence[Requirement], place: int, changed: Requirement) -> Requirements:
    return (*requirements[:place], changed, *requirements[place + 1 :])


def _reworded(requirement: Requirement, text: str) -> Requirement:
    if requirement.kind != "unclassified":
        return replace(requirement, text=text)
    kind = kind_of(text)
    return replace(requirement, text=text, kind=kind, level=level_of(text) if kind == "expertise" else None)


def _joined(first: str, second: str) -> str:
    joining = second.split(" ", 1)[0].casefold() in ("and", "but", "so", "or", "because")
    return f"{first} {second}" if joining else f"{first}, {second}"


def _numbered(requirements: Iterable[Requirement]) -> Requirements:
    return tuple(replace(each, id=f"R{number}") for number, each in enumerate(requirements, 1))
