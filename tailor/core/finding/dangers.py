"""Warnings where silence would be dangerous, even if no rule proposes anything (data/dangers.toml, cited)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from tailor.core.ages import spoken
from tailor.core.finding.mentions import unused
from tailor.core.finding.model import Place
from tailor.core.finding.relations import filled, read
from tailor.core.procedure import PARTS, Procedure
from tailor.core.requirements import Requirement


@dataclass(frozen=True, slots=True)
class Warned:
    """One line for the person, and its source."""

    says: str
    source: str
    about: re.Pattern[str]
    """Finds in a text what it is about."""
    shows: re.Pattern[str] | None = None
    """Finds what to look at, if anything."""
    said: str = ""
    """The words of the wishes that it responds to."""


@dataclass(frozen=True, slots=True)
class _Danger:
    hint: re.Pattern[str]
    warned: Warned


def warnings(procedure: Procedure, requirements: Sequence[Requirement]) -> tuple[Warned, ...]:
    """Return what to say whatever else is found: dangers of the data that the active wishes and the text match.

    Both are searched as written, so a wish that nobody understood warns too. No warning never means safe.
    """
    wishes = " \n".join(spoken(one.text.replace("’", "'")) for one in requirements if one.on)
    text = " \n".join((procedure.goal, *procedure.resources, *procedure.steps))
    heard = ((one.warned, words[0]) for one in _dangers() if (words := one.hint.search(wishes)))
    return tuple(replace(warned, said=words) for warned, words in heard if warned.about.search(text))


def shown(procedure: Procedure, warned: Warned) -> tuple[Place, ...]:
    """Return where the text names what a warning points to, unless it says that it is not there."""
    if warned.shows is None:
        return ()
    texts = ((part, step, text) for part in PARTS for step, text in enumerate(procedure.part(part), 1))
    each = ((part, step, _there(text, warned.shows)) for part, step, text in texts)
    return tuple(Place(part, step, word, warned.says) for part, step, word in each if word)


def _there(text: str, sought: re.Pattern[str]) -> str:
    """Return the first match in a text, leaving out what the text says is left out; else ""."""
    gone = unused(text)
    found = (word for word in sought.finditer(text) if not any(a <= word.start() < b for a, b in gone))
    return next((word[0] for word in found), "")


@cache
def _dangers() -> tuple[_Danger, ...]:
    data = read("dangers.toml")

    def sought(pattern: str) -> re.Pattern[str]:
        return re.compile(filled(pattern, data["parts"]), re.IGNORECASE)

    return tuple(
        _Danger(
            sought(row["hint"]),
            Warned(
                row["says"],
                data["sources"][row["source"]],
                sought(row["text"]),
                sought(row["shows"]) if "shows" in row else None,
            ),
        )
        for row in data["danger"]
    )
