"""What a circumstance usually brings along: offered, never taken unasked (DESIGN 6).

Owns `implied` and the shape of `data/implied.json`. Refuses anything about a person: sex, age, origin, means and
health are never implied, only what a place, a time or a companion brings. Everything is offered switched off.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tailor.core.requirements import Kind, Requirement

_IMPLIED_FILE = Path(__file__).parent / "data" / "implied.json"


@dataclass(frozen=True, slots=True)
class Circumstance:
    """Words that tell of a circumstance, and what it usually brings along."""

    name: str
    cue: "re.Pattern[str]"
    brings: tuple["Brought", ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """One requirement that a circumstance brings along, and why."""

    text: str
    kind: Kind
    reason: str
    unless: "re.Pattern[str] | None"
    """Not offered where the person's own words already speak of it."""


def implied(requirements: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """What the circumstances in these requirements usually bring along, each switched off.

    Ids go on where `requirements` end. What the person already spoke of is not offered; nothing is offered twice.
    """
    spoken = " ; ".join(each.text for each in requirements if each.on)
    offered = dict.fromkeys(
        (brought.text, brought.kind)
        for circumstance in circumstances()
        if circumstance.cue.search(spoken)
        for brought in circumstance.brings
        if brought.unless is None or not brought.unless.search(spoken)
    )
    first = len(requirements) + 1
    return tuple(
        Requirement(f"R{number}", kind, text, source="implied", on=False)
        for number, (text, kind) in enumerate(offered, first)
        if text.casefold() not in spoken.casefold()
    )


def reason_for(text: str) -> str:
    """Why an implied requirement with this text is offered; "" for other texts."""
    reasons = (b.reason for c in circumstances() for b in c.brings if b.text == text)
    return next(reasons, "")


@cache
def circumstances() -> tuple[Circumstance, ...]:
    """Every circumstance of the data file, read at the first question."""
    data = json.loads(_IMPLIED_FILE.read_text(encoding="utf-8"))
    return tuple(
        Circumstance(
            name=str(entry["name"]),
            cue=_pattern(entry["cues"]),
            brings=tuple(
                Brought(
                    str(each["text"]),
                    each["kind"],
                    str(each["reason"]),
                    _pattern(each["unless"]) if each.get("unless") else None,
                )
                for each in entry["brings"]
            ),
        )
        for entry in data["circumstances"]
    )


def _pattern(cues: Sequence[str]) -> "re.Pattern[str]":
    """Any of the cues as whole words; "*" stands for the rest of a word."""
    words = "|".join(re.escape(cue).replace(r"\*", r"\w*").replace("'", "['’]") for cue in cues)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
