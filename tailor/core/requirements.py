"""Requirements: the clauses of a hint and of a profile, numbered R1, R2, … ([CP] sections 3 and 4.4).

The value, its kind by cue words, the requirements that a circumstance usually implies, and the corrections a user
can make. `hints` splits a text into clauses. The cue words are in data/kinds.json and data/implied.json.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tailor.core.errors import NotFoundError, UsageError
from tailor.core.text import normal

Kind: TypeAlias = Literal["prerequisite", "preference", "refinement", "expertise", "unclassified"]
Level: TypeAlias = Literal["beginner", "intermediate", "expert"]
Critical: TypeAlias = Literal["constraint", "expertise", "both"]
Source: TypeAlias = Literal["hint", "profile", "implied"]
_DATA: Final = Path(__file__).parent / "data"
_LONGEST = 600
"""Characters of a clause that are looked at."""

_JOINING: Final = re.compile(r"(?:(?:and|but|also|plus)\b[\s,]+)+(?=\S)", re.IGNORECASE)
"""Words that join a clause to the one before; dropped when the clause is shown alone."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing the result must respect."""

    id: str
    """ "R1", "R2", … in order."""
    kind: Kind
    text: str
    """The clause in the user's own words."""
    level: Level | None = None
    """For expertise only."""
    source: Source = field(default="hint", metadata={"json": "from"})
    on: bool = True
    """If off, it is shown but given to no agent and counted nowhere."""

    @property
    def words(self) -> str:
        """The text as shown alone: "no eggs" for "and no eggs"."""
        return _JOINING.sub("", self.text, count=1) if _JOINING.match(self.text) else self.text


Requirements = tuple[Requirement, ...]


@dataclass(frozen=True, slots=True)
class Cues:
    """The cues of the data file as patterns, strongest first."""

    levels: tuple[tuple[Level, "re.Pattern[str]"], ...]
    kinds: tuple[tuple[Kind, "re.Pattern[str]"], ...]
    verbs: "re.Pattern[str]"


def classify(clause: str) -> Kind:
    """The kind of a clause by its strongest cue; "unclassified" if there is none."""
    if level_of(clause) is not None:
        return "expertise"
    return next((kind for kind, cue in cues().kinds if cue.search(clause[:_LONGEST])), "unclassified")


def level_of(clause: str) -> Level | None:
    """The expertise that the clause states, or None."""
    return next((level for level, cue in cues().levels if cue.search(clause[:_LONGEST])), None)


def has_verb(text: str) -> bool:
    """Whether the text has one of the common finite verbs."""
    return cues().verbs.search(text) is not None


def critical_type(requirements: Iterable[Requirement]) -> Critical | None:
    """What matters more in the requirements that are on ([CP] section 4.4): constraint, expertise or both.

    None if none of them was classified.
    """
    kinds = {requirement.kind for requirement in requirements if requirement.on}
    constraint = bool(kinds & {"prerequisite", "preference", "refinement"})
    if "expertise" in kinds:
        return "both" if constraint else "expertise"
    return "constraint" if constraint else None


@cache
def cues() -> Cues:
    """The cues of the data file."""
    data = json.loads((_DATA / "kinds.json").read_text(encoding="utf-8"))
    parts: Mapping[str, str] = data["parts"]
    return Cues(
        levels=tuple((entry["level"], _any(entry["cues"], parts)) for entry in data["levels"]),
        kinds=tuple((entry["kind"], _any(entry["cues"], parts)) for entry in data["kinds"]),
        verbs=re.compile(rf"\b(?:{_any(data['verbs'], parts).pattern})\b", re.IGNORECASE),
    )


def _any(patterns: Sequence[str], parts: Mapping[str, str]) -> "re.Pattern[str]":
    """One pattern for all of them; <name> inserts a part, and ' also matches ’."""
    whole = "|".join(patterns)
    for name, part in parts.items():
        whole = whole.replace(f"<{name}>", part)
    return re.compile(whole.replace("'", "['’]"), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Implication:
    """A requirement that a circumstance usually implies, and why."""

    cue: "re.Pattern[str]"
    """Words that tell of the circumstance."""
    text: str
    kind: Kind
    reason: str
    unless: "re.Pattern[str]"
    """Not offered if the user's own words match this."""


def implied_requirements(requirements: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """What the circumstances in these requirements usually imply, each switched off.

    Ids continue after `requirements`. What the user already mentioned is left out, and nothing is offered twice.
    """
    spoken = " ; ".join(each.text for each in requirements if each.on)
    offered = dict.fromkeys(
        (one.text, one.kind) for one in implications() if one.cue.search(spoken) and not one.unless.search(spoken)
    )
    return tuple(
        Requirement(f"R{number}", kind, text, source="implied", on=False)
        for number, (text, kind) in enumerate(offered, len(requirements) + 1)
        if text.casefold() not in spoken.casefold()
    )


def reason_for(text: str) -> str:
    """Why an implied requirement with this text is offered; "" for other texts."""
    return next((one.reason for one in implications() if one.text == text), "")


@cache
def implications() -> tuple[Implication, ...]:
    """Every implication of the data file."""
    data = json.loads((_DATA / "implied.json").read_text(encoding="utf-8"))
    return tuple(
        Implication(cue, one["text"], one["kind"], one["reason"], _pattern(one.get("unless", ())))
        for entry in data["circumstances"]
        for cue in [_pattern(entry["cues"])]
        for one in entry["brings"]
    )


def _pattern(cues: Sequence[str]) -> "re.Pattern[str]":
    """Any of the cues as whole words, nothing without a cue; "*" stands for the rest of a word."""
    words = "|".join(re.escape(cue).replace(r"\*", r"\w*").replace("'", "['’]") for cue in cues)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)" if cues else r"(?!)", re.IGNORECASE)


def merge(requirements: Sequence[Requirement], id1: str, id2: str) -> Requirements:
    """Join two clauses at the place of the earlier one, whose kind is kept unless it is unclassified."""
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
    """Cut a clause before the word that contains character `position` (0-based); each half is classified anew.

    UsageError if a half would have no word.
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
    """Change the words of a clause; its kind is kept, unless it is unclassified."""
    place = _place(requirements, id)
    if not normal(text):
        raise UsageError("A requirement needs words; to leave it out, switch it off.")
    return _with(requirements, place, _reworded(requirements[place], normal(text)))


def retype(requirements: Sequence[Requirement], id: str, kind: Kind, level: Level | None = None) -> Requirements:
    """Change the kind of a clause; `level` is for expertise only (default: beginner)."""
    place = _place(requirements, id)
    skill = (level or requirements[place].level or "beginner") if kind == "expertise" else None
    return _with(requirements, place, replace(requirements[place], kind=kind, level=skill))


def switch(requirements: Sequence[Requirement], id: str, on: bool | None = None) -> Requirements:
    """Switch a clause on or off; None toggles it."""
    place = _place(requirements, id)
    one = requirements[place]
    return _with(requirements, place, replace(one, on=not one.on if on is None else on))


def taken(requirements: Sequence[Requirement]) -> Requirements:
    """Drop the implied requirements that nobody switched on, and number the rest anew."""
    return _numbered(one for one in requirements if one.on or one.source != "implied")


def _place(requirements: Sequence[Requirement], id: str) -> int:
    place = next((place for place, one in enumerate(requirements) if one.id == id), None)
    if place is None:
        raise NotFoundError(f"There is no requirement {id}; there are {len(requirements)}.")
    return place


def _with(requirements: Sequence[Requirement], place: int, changed: Requirement) -> Requirements:
    return (*requirements[:place], changed, *requirements[place + 1 :])


def _reworded(requirement: Requirement, text: str) -> Requirement:
    if requirement.kind != "unclassified":
        return replace(requirement, text=text)
    kind = classify(text)
    return replace(requirement, text=text, kind=kind, level=level_of(text) if kind == "expertise" else None)


def _joined(first: str, second: str) -> str:
    joining = second.split(" ", 1)[0].casefold() in ("and", "but", "so", "or", "because")
    return f"{first} {second}" if joining else f"{first}, {second}"


def _numbered(requirements: Iterable[Requirement]) -> Requirements:
    return tuple(replace(each, id=f"R{number}") for number, each in enumerate(requirements, 1))
