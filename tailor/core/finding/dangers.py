"""Warnings where silence would be dangerous, even where no rule proposes anything (data/dangers.toml, cited)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tailor.core.ages import spoken
from tailor.core.finding.relations import read
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement


@dataclass(frozen=True, slots=True)
class Warned:
    """One line for the person, and where it is from."""

    says: str
    source: str
    about: re.Pattern[str]
    """Finds what it is about in a text."""


@dataclass(frozen=True, slots=True)
class _Danger:
    hint: re.Pattern[str]
    warned: Warned


def warnings(procedure: Procedure, requirements: Sequence[Requirement]) -> tuple[Warned, ...]:
    """What to say whatever else is found: the wishes that are on and the text meet a danger of the data.

    Both are searched as they are written, so a wish that nobody understood warns too. None never means safe.
    """
    wishes = " \n".join(spoken(one.text.replace("’", "'")) for one in requirements if one.on)
    text = " \n".join((procedure.goal, *procedure.resources, *procedure.steps))
    return tuple(one.warned for one in _dangers() if one.hint.search(wishes) and one.warned.about.search(text))


@cache
def _dangers() -> tuple[_Danger, ...]:
    rows = read("dangers.toml")
    return tuple(
        _Danger(
            re.compile(row["hint"], re.IGNORECASE),
            Warned(row["says"], rows["sources"][row["source"]], re.compile(row["text"], re.IGNORECASE)),
        )
        for row in rows["danger"]
    )
