"""What a clause asks for, by cues in its words: the kinds of [CP] section 3 (DESIGN 6).

Owns the reading of `data/kinds.json`, where the cues stand. Refuses to guess: a clause without a cue is
"unclassified". Expertise is mostly inferred from what people do or did ("ready meals every day" → beginner,
"used to train" → expert), as [CP] section 4.4 observes.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tailor.core.requirements import Critical, Kind, Level, Requirement

_KINDS_FILE = Path(__file__).parent / "data" / "kinds.json"
_LONGEST = 600
"""Characters of a clause that are looked at: a requirement is a sentence, not a page."""


@dataclass(frozen=True, slots=True)
class Cues:
    """The cues of the data file, ready to search with, strongest first."""

    levels: tuple[tuple[Level, "re.Pattern[str]"], ...]
    kinds: tuple[tuple[Kind, "re.Pattern[str]"], ...]
    verbs: "re.Pattern[str]"


def kind_of(clause: str) -> Kind:
    """The kind of a clause by its first cue, the strongest first; "unclassified" where none is found."""
    if level_of(clause) is not None:
        return "expertise"
    return next((kind for kind, cue in cues().kinds if cue.search(clause[:_LONGEST])), "unclassified")


def level_of(clause: str) -> Level | None:
    """How skilled the person says to be, or None where the clause tells nothing of it."""
    return next((level for level, cue in cues().levels if cue.search(clause[:_LONGEST])), None)


def has_verb(text: str) -> bool:
    """Whether one of the common finite verbs stands in the text."""
    return cues().verbs.search(text) is not None


def critical_type(requirements: Iterable[Requirement]) -> Critical | None:
    """Which matters more in what is asked ([CP] section 4.4): constraint, expertise or both.

    None where no requirement that is switched on has been placed.
    """
    kinds = {requirement.kind for requirement in requirements if requirement.on}
    constraint = bool(kinds & {"prerequisite", "preference", "refinement"})
    match constraint, "expertise" in kinds:
        case True, True:
            return "both"
        case True, False:
            return "constraint"
        case False, True:
            return "expertise"
        case _:
            return None


@cache
def cues() -> Cues:
    """The cues of the data file, read at the first question."""
    data = json.loads(_KINDS_FILE.read_text(encoding="utf-8"))
    parts: Mapping[str, str] = data["parts"]
    return Cues(
        levels=tuple((entry["level"], _any(entry["cues"], parts)) for entry in data["levels"]),
        kinds=tuple((entry["kind"], _any(entry["cues"], parts)) for entry in data["kinds"]),
        verbs=re.compile(rf"\b(?:{_any(data['verbs'], parts).pattern})\b", re.IGNORECASE),
    )


def _any(patterns: Sequence[str], parts: Mapping[str, str]) -> "re.Pattern[str]":
    """One pattern that meets any of them; parts in <> are put in, and ' meets ’ too."""
    whole = "|".join(patterns)
    for name, part in parts.items():
        whole = whole.replace(f"<{name}>", part)
    return re.compile(whole.replace("'", "['’]"), re.IGNORECASE)
