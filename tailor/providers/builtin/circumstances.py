"""Circumstances that call for one more step: a rented flat, a curious animal, guests who may not eat everything.

Owns the steps of `circumstances.json` and when they are offered. Refuses to repeat what a step already says.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tailor.core.requirements import Requirement
from tailor.providers.builtin.equipment import Change, changes_of, substituted
from tailor.providers.builtin.knowledge import pattern, records, text, words
from tailor.providers.builtin.sheet import Sheet

_CHECK = "I added one step for this; the other steps I left, so check whether they all fit."


@dataclass(frozen=True, slots=True)
class Circumstance:
    """What a person says, where it matters, and the step it calls for."""

    cues: tuple["re.Pattern[str]", ...]
    where: "re.Pattern[str]"
    """What the procedure must speak of for the step to make sense."""
    goal: "re.Pattern[str]"
    """What its goal must speak of."""
    said: "re.Pattern[str]"
    """What shows that a step says it already."""
    before: "re.Pattern[str] | None"
    """The step is put before the first step that matches, else before the first."""
    step: str
    changes: tuple[Change, ...]
    """Changes to steps and list that go with it."""
    says: str
    reason: str


@cache
def circumstances() -> tuple[Circumstance, ...]:
    """Every circumstance of the data file."""
    return tuple(
        Circumstance(
            cues=tuple(pattern(f"(?i){cue}") for cue in words(one, "cues")),
            where=pattern(f"(?i){text(one, 'where')}"),
            goal=pattern(f"(?i){text(one, 'goal', '')}"),
            said=pattern(f"(?i){text(one, 'said')}"),
            before=pattern(f"(?i){text(one, 'before')}") if one.get("before") else None,
            step=text(one, "step"),
            changes=tuple(changes_of(one, "changes")),
            says=text(one, "says", _CHECK),
            reason=text(one, "reason"),
        )
        for one in records("circumstances", "circumstances")
    )


def adapt(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Puts in the steps that the person's circumstances call for."""
    for circumstance in circumstances():
        serves = [one.id for one in requirements if _asks(circumstance, one.text)]
        steps = sheet.steps
        everything = " ".join([sheet.goal, *(line.text for line in (*steps, *sheet.resources))])
        if not serves or not (circumstance.where.search(everything) and circumstance.goal.search(sheet.goal)):
            continue
        if circumstance.said.search(" ".join(line.text for line in steps)):
            continue
        at = next(
            (n for n, line in enumerate(steps) if circumstance.before and circumstance.before.search(line.text)), 0
        )
        if (
            sheet.add("steps", steps[at - 1] if at else None, circumstance.step, circumstance.reason, serves)
            is not None
        ):
            sheet.understood(serves)
            sheet.say(serves, circumstance.says)
        for line in (*sheet.steps, *sheet.resources):
            for change in circumstance.changes:
                if not line.new:
                    sheet.change(line, substituted(change, line.text), circumstance.reason, serves)


def _asks(circumstance: Circumstance, words: str) -> bool:
    return any(cue.search(words.replace("’", "'")) for cue in circumstance.cues)
