"""The checks on every proposal before a person sees it (data/checks.toml).

Each yields what is wrong, in words, for the tests. A proposal that fails one is not shown, only its places are.
All of them compare: a fault that the text already had does not count.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

from tailor.core.english import singular, singulars
from tailor.core.finding import Polarity, find
from tailor.core.guard.numbers import temperatures
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.requirements import Requirement
from tailor.rules.model import Asked
from tailor.rules.tables import listed, table

KEPT: Final[frozenset[Polarity]] = frozenset(["amount", "time", "skill"])
"""Wishes that leave their thing in place."""
BANS: Final[frozenset[Polarity]] = frozenset(["without", "missing", "only", "instead", "allergy-or-health"])
_ALIKE: Final = 3.0
"""Degrees Celsius within which two temperatures count as the same in two units."""


class Written(NamedTuple):
    """A step or resource that a proposal wrote."""

    part: Part
    number: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Change:
    """What one proposal does to a procedure."""

    before: Procedure
    after: Procedure
    asked: Asked
    requirements: tuple[Requirement, ...]
    """All that are on, including the one with this wish."""
    stays: bool = False
    """Whether the thing of the wish may stay."""

    def written(self) -> Iterator[Written]:
        for part in PARTS:
            texts = zip(self.before.part(part), self.after.part(part), strict=True)
            yield from (
                Written(part, number, old, new) for number, (old, new) in enumerate(texts, 1) if old != new
            )


def failures(change: Change) -> tuple[str, ...]:
    """What is wrong with the result; () if it may be shown."""
    return tuple(words for check in CHECKS for words in check(change))


def speaks_against(change: Change) -> Iterator[str]:
    """Yield written steps that still have what the wish is about, or have something new against any wish."""
    own = change.asked.requirement.id
    before, after = (_touched(one, change.requirements, own) for one in (change.before, change.after))
    settled = {} if change.stays else _touched(change.after, (change.asked.plain,), own)
    wanted = singular(change.asked.wish.wanted.casefold())  # red onions instead of onions
    for one in change.written():
        for requirement in change.requirements:
            if requirement.id != own and change.asked.wish.polarity == "unit":
                continue  # another measure brings nothing in
            key = (requirement.id, one.part, one.number)
            words = after.get(key, frozenset()) - before.get(key, frozenset())
            if requirement.id == own:
                words |= settled.get(key, frozenset())
                words -= {word for word in words if wanted and f" {wanted} " in f" {word} "}
            for word in sorted(words):
                yield f"{one.part[:-1]} {one.number} says “{word}” against {requirement.id}"


def _touched(
    procedure: Procedure, requirements: tuple[Requirement, ...], own: str
) -> Mapping[tuple[str, Part, int], frozenset[str]]:
    """The words against each requirement in each step; for all but `own`, also hidden ones: soya in tamari."""
    found: dict[tuple[str, Part, int], frozenset[str]] = {}
    for one in find(procedure, requirements).each:
        banned = (wish.places for wish in one.wishes if wish.polarity in BANS and not wish.loose)
        for place in chain(*banned, one.beside if one.requirement != own else ()):
            key = (one.requirement, place.part, place.step)
            words = {singular(word.casefold()) for word in (place.word, *place.also)}  # one of two eggs is not new
            found[key] = found.get(key, frozenset()) | words
    return found


def list_agrees(change: Change) -> Iterator[str]:
    """What is listed must be used if it was before, and what is no longer listed must not be used."""
    was, now = (singulars(*one.steps) for one in (change.before, change.after))
    listed = {head(text) for text in change.after.resources}
    resources = [one for one in change.written() if one.part == "resources"]
    for one in resources:
        if head(one.old) not in was:
            continue
        if one.new and head(one.new) not in now:
            yield f"“{one.new}” is listed, but no step uses it"
        if head(one.old) not in listed and head(one.old) in _still_named(change.after, head(one.old)):
            yield f"“{one.old}” is no longer listed, but a step still uses it"
    kept = {*change.after.resources} - {one.new for one in resources}
    for text in sorted(kept):
        if head(text) in was and head(text) not in now:
            yield f"“{text}” is listed, but no step uses it any more"


def _still_named(procedure: Procedure, word: str) -> frozenset[str]:
    """The words of the steps, without names of other listed things that begin with this word: beef stock."""
    longer = [rf"{word}\s+{head(text)}" for text in procedure.resources if head(text) not in ("", word)]
    steps = procedure.steps
    if longer:
        steps = tuple(re.sub("|".join(longer), "", text, flags=re.IGNORECASE) for text in steps)
    return singulars(*steps)


def head(resource: str) -> str:
    """The noun that names a resource: "flour" for "500 g plain flour, sifted"."""
    name = re.split(
        r",| for | or (?!(?:one|two|three|four|six|so)\b|[\d½])| - ",
        re.sub(r"\([^()]*\)", " ", resource.casefold()),
    )[0]
    words = [singular(word) for word in _WORD.findall(name)]
    return next((word for word in reversed(words) if word not in listed("checks", "tails")), "")


def one_heat(change: Change) -> Iterator[str]:
    """No second temperature may appear beside the first."""
    for one in change.written():
        if one.part == "steps" and len(_heats(one.new)) > max(len(_heats(one.old)), 1):
            yield f"step {one.number} has two temperatures"


def _heats(text: str) -> list[float]:
    """The distinct temperatures of a text in Celsius, without angles to turn something by."""
    found: list[float] = []
    for _, _, celsius in temperatures(_TURNED.sub("", text)):
        if all(abs(celsius - one) > _ALIKE for one in found):
            found.append(celsius)
    return found


def reads_well(change: Change) -> Iterator[str]:
    """No new slip of grammar, and no sentence that lost its beginning."""
    for one in change.written():
        if one.old[:1].isupper() and one.new[:1].islower():
            yield f"begins small: “{one.new}”"
        for name, slip in table("checks")["slips"].items():
            before = {found.group().casefold() for found in re.finditer(slip, one.old, re.IGNORECASE)}
            new = (found.group() for found in re.finditer(slip, one.new, re.IGNORECASE))
            yield from (f"{name}: “{text}”" for text in new if text.casefold() not in before)


Check = Callable[[Change], Iterator[str]]
CHECKS: Final[tuple[Check, ...]] = (speaks_against, list_agrees, one_heat, reads_well)

_TURNED: Final = re.compile(r"\b(?:turn|rotate)\b[^.;,]{0,30}?\b\d+ ?(?:°|degrees?\b)", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+")
