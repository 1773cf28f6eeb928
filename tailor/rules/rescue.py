"""What can still be done when something goes wrong half-way (data/rescue.json): a step to insert there."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from tailor.core.edits import Insert
from tailor.core.events import Judged
from tailor.core.protocols import Task
from tailor.core.requirements import Requirement
from tailor.core.text import normal
from tailor.rules.model import Outcome
from tailor.rules.tables import pattern

_DATA: Final = Path(__file__).parent / "data" / "rescue.json"
_COOKED: Final = pattern("sentences", "eaten")


@dataclass(frozen=True, slots=True)
class Accident:
    """What a person says, where that applies, and what can still be done."""

    cues: tuple[re.Pattern[str], ...]
    near: re.Pattern[str] | None
    """Must match the current step or the one before it."""
    where: re.Pattern[str] | None
    """Must match goal, steps or list."""
    food: bool
    steps: tuple[str, ...]
    says: str
    reason: str


@cache
def accidents() -> tuple[Accident, ...]:
    """All accidents, urgent ones first."""
    return tuple(map(_read, json.loads(_DATA.read_text(encoding="utf-8"))["accidents"]))


@cache
def helping_steps() -> frozenset[str]:
    """Every step that an accident may insert, normalised."""
    return frozenset(normal(text) for one in accidents() for text in one.steps)


def _read(row: dict[str, Any]) -> Accident:
    near, where = (re.compile(row[name], re.IGNORECASE) if name in row else None for name in ("near", "where"))
    cues = tuple(re.compile(cue, re.IGNORECASE) for cue in row["cues"])
    food, says = bool(row.get("food")), row.get("says", "")
    return Accident(cues, near, where, food, tuple(row["steps"]), says, row["reason"])


def rescue(task: Task) -> tuple[Outcome, tuple[Requirement, ...]]:
    """Return what helps now, and the requirements that are no accident; one from the profile never is."""
    after = max(task.at - 1, task.frozen)
    edits: list[Insert] = []
    verdicts: list[Judged] = []
    rest: list[Requirement] = []
    for one in task.requirements:
        accident = next(_meant(task, one.text), None) if one.source != "profile" else None
        if accident is None:
            rest.append(one)
            continue
        edits += (
            Insert(step=after, text=text, reason=accident.reason, serves=(one.id,)) for text in accident.steps
        )
        verdicts.append(Judged(id=one.id, verdict="done", says=accident.says or accident.reason))
    return Outcome(edits=tuple(edits), verdicts=tuple(verdicts)), tuple(rest)


def _meant(task: Task, said: str) -> Iterator[Accident]:
    base, said = task.base, said.replace("’", "'")
    near = " ".join(base.steps[max(task.at - 2, 0) : task.at])
    everything = " ".join((base.goal, *base.steps, *base.resources))
    for one in accidents():
        fits = (
            _fits(one.near, near) and _fits(one.where, everything) and (not one.food or _COOKED.search(everything))
        )
        if fits and any(cue.search(said) for cue in one.cues):
            yield one


def _fits(wanted: re.Pattern[str] | None, text: str) -> bool:
    return wanted is None or wanted.search(text) is not None
