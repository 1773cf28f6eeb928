"""What goes wrong half-way: it burnt, it is too salty, the dough sticks, a screw spins, somebody is hurt.

Owns which accident of `rescue.json` a person means and where its steps are put: where the person is, never among
what is done. Refuses to guess: words no entry knows are left to others and said not to be understood.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from tailor.core.requirements import Requirement
from tailor.providers.builtin.equipment import Change, changes_of, substituted
from tailor.providers.builtin.forgotten import catch_up
from tailor.providers.builtin.knowledge import Record, pattern, records, text, words
from tailor.providers.builtin.naming import is_food
from tailor.providers.builtin.phrases import tidy
from tailor.providers.builtin.sheet import Line, Sheet


@dataclass(frozen=True, slots=True)
class Accident:
    """What a person says, where it fits, and what may still be done."""

    id: str
    cues: tuple["re.Pattern[str]", ...]
    near: "re.Pattern[str] | None"
    """What the step one is at, or the one before, must speak of."""
    where: "re.Pattern[str] | None"
    """What goal, steps or list must speak of."""
    food: bool
    steps: tuple[str, ...]
    changes: tuple[Change, ...]
    says: str
    reason: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person is in the middle of a procedure."""

    at: int
    """The step they are at, 1-based."""
    after: int
    """New steps go after this one; 0 before the first."""


@cache
def accidents() -> tuple[Accident, ...]:
    """Every accident of the data file, urgent ones first."""
    return tuple(map(_accident, records("rescue", "accidents")))


def mend(sheet: Sheet, requirements: Sequence[Requirement], place: Place) -> list[Requirement]:
    """Puts in what helps now; the requirements that are left for other rules."""
    left: list[Requirement] = []
    after = next((line for line in sheet.steps if line.number == place.after), None)
    for one in requirements:
        if one.source == "profile":
            left.append(one)
            continue
        found = _meant(sheet, one.text, place)
        steps = found.steps if found else catch_up(sheet, one, place.at)
        if found is None and steps is None:
            left.append(one)
            continue
        sheet.understood([one.id])
        reason = found.reason if found else "You said it was left out; look whether it still fits here."
        for step in steps or ():
            after = sheet.add("steps", after, step, reason, [one.id]) or after
        if found:
            _change_ahead(sheet, found, one.id, place)
    return left


def _meant(sheet: Sheet, said: str, place: Place) -> Accident | None:
    """The first accident that fits these words in this place."""
    said = said.replace("’", "'")
    before = [line.text for line in sheet.steps if not line.new and place.at - 1 <= line.number <= place.at]
    near, everything = " ".join(before), " ".join([sheet.goal, *(line.old for line in sheet.lines)])
    return next(
        (
            one
            for one in accidents()
            if any(cue.search(said) for cue in one.cues)
            and (one.near is None or one.near.search(near))
            and (one.where is None or one.where.search(everything))
            and (not one.food or is_food(sheet))
        ),
        None,
    )


def _change_ahead(sheet: Sheet, accident: Accident, id: str, place: Place) -> None:
    for line in _ahead(sheet.steps, place):
        for change in accident.changes:
            changed = substituted(change, line.text)
            if changed != line.text:
                sheet.change(line, tidy(changed), accident.reason, [id])
    if accident.says:
        sheet.say([id], accident.says)


def _ahead(steps: Iterable[Line], place: Place) -> list[Line]:
    return [line for line in steps if not line.new and line.number > place.after]


def _accident(record: Record) -> Accident:
    return Accident(
        id=text(record, "id"),
        cues=tuple(pattern(f"(?i){cue}") for cue in words(record, "cues")),
        near=pattern(f"(?i){text(record, 'near')}") if record.get("near") else None,
        where=pattern(f"(?i){text(record, 'where')}") if record.get("where") else None,
        food=bool(record.get("food")),
        steps=words(record, "steps"),
        changes=tuple(changes_of(record, "changes")),
        says=text(record, "says", ""),
        reason=text(record, "reason"),
    )
