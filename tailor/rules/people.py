"""The numbers of people in title, yield, notes and steps of a procedure whose amounts are scaled.

"Uses 400 g noodles for 4 people" is true as written, but not with another number of people beside the same amount.
So if an amount in such a sentence stays, its number of people stays too.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tailor.core.english import singulars
from tailor.core.procedure import Procedure
from tailor.core.protocols import GroupHeader
from tailor.core.text import one_line
from tailor.rules import servings
from tailor.rules.amounts import CONSUMED, amounts, clause_of, noun_at
from tailor.rules.servings import Wanted, remade, said, yields
from tailor.rules.tables import listed, pattern

_SIZE: Final = re.compile(r"(?: [a-z]+){0,2} of (?:about )?")
"""What precedes the size of each one: "24 cookies of 30 g"."""
_SENTENCE: Final = re.compile(r"((?<=[.!?])\s+|\n+)")


@dataclass(frozen=True, slots=True)
class Renumbered:
    """A text with new numbers of people."""

    text: str
    held: tuple[str, ...]
    """The sentences whose numbers stay."""


def renumbered(
    text: str,
    procedure: Procedure,
    times: Fraction,
    wish: Wanted,
    *,
    old: str = "",
    header: bool = False,
    kept: Set[str] = frozenset(),
) -> Renumbered:
    """Renumber the text for the number that is wished; `old` is the text before its amounts changed."""
    parts = _SENTENCE.split(text)
    held = {
        one
        for one in parts
        if one in (old or text) and any(said(one, header=header)) and _measures(one, procedure, header=header)
    }
    before = _SENTENCE.split(old or text)
    before = before if len(before) == len(parts) else parts
    anew = (  # "2 bowls" is no number of people, and neither is the "4 bowls" it became
        one
        if one in held or not any(said(was, header=header))
        else servings.renumbered(one, times, wish, header=header, kept=kept)
        for one, was in zip(parts, before, strict=True)
    )
    return Renumbered("".join(anew), tuple(one for one in parts if one in held))


def _measures(text: str, procedure: Procedure, *, header: bool) -> bool:
    """Whether the text says how much of something is used in total, rather than for each."""
    told = [(one.start, one.end) for one in said(text, header=header)]
    found = [one for one in amounts(text) if not any(a <= one.start < b for a, b in told)]
    things = singulars(*procedure.resources)
    sizes = {one.start for one in found for _, stop in told if _SIZE.fullmatch(text, stop, one.start)}
    others, each = listed("scaling", "tools") | listed("scaling", "nutrients"), pattern("scaling", "of_each")
    in_all = [one for one in found if one.start not in sizes and not each.search(text, *clause_of(text, one))]
    nouns = ((one, noun_at(text, one.end)) for one in in_all)
    return any((one.measure in CONSUMED or noun in things) and noun not in others for one, noun in nouns)


def header(procedure: Procedure, times: Fraction, wish: Wanted) -> GroupHeader | None:
    """The new title, yield and notes; None if none of them changes."""
    much = yields(procedure)
    told = remade(f"{much.strip()} servings" if much.strip().isdigit() else much, times, wish)
    goal, notes = (one.text for one in _of_itself(procedure, times, wish))
    head = GroupHeader(
        group="",
        goal=goal if goal != procedure.goal else None,
        yields=told if told != much else None,
        notes=notes if notes != procedure.notes else None,
    )
    return head if head != GroupHeader(group="") else None


def held(procedure: Procedure, times: Fraction, wish: Wanted) -> str:
    """A sentence about amounts in yield, title and notes that stay as written; "" if there are none."""
    left = [f"“{one_line(text, 60)}”" for one in _of_itself(procedure, times, wish) for text in one.held]
    much = yields(procedure).strip()
    stays = amounts(much) and not much.isdigit() and remade(much, times, wish) == much  # half of three jars
    made = f" I left “{one_line(much, 60)}” as written: see how much it makes now." if stays else ""
    return f"{made} In the title and notes, I left {' and '.join(left)} as written." if left else made


def _of_itself(procedure: Procedure, times: Fraction, wish: Wanted) -> Sequence[Renumbered]:
    both = (procedure.goal, procedure.notes)
    return [renumbered(text, procedure, times, wish, header=True) for text in both]
