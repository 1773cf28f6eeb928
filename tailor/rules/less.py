"""Less of what carries a taste: sugar, salt, chilli (data/less.toml), down to what the dish still bears.

Every measured amount of it shrinks alike in list and steps; where the list measures none, nothing is changed.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from tailor.core.numerals import has_decimal_comma
from tailor.core.procedure import PARTS, Procedure
from tailor.rules.amounts import CONSUMED, amounts, multiplied
from tailor.rules.model import Asked, Proposal, rewritten
from tailor.rules.tables import pattern, table

_PLAIN: Final = pattern("exchange", "plain")
_HOW_MUCH: Final = re.compile(
    r"\b(half|halved?)\b|\b(?:third|quarter)s?\b|\d ?%|\b\d+ ?(?:percent|g|grams|cups?)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Taste:
    """One row of the table."""

    about: re.Pattern[str]
    """What wishes call it."""
    asks: re.Pattern[str]
    """What asks for less of it."""
    food: re.Pattern[str]
    """A measured thing, after its amount."""
    never: re.Pattern[str]
    """Where it does more than give its taste."""
    times: Fraction
    says: str


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Less of it wherever it is measured, if somebody asks for less and not for none."""
    thing, words = asked.wish.meant, asked.requirement.words
    taste = next((one for one in _tastes() if one.about.search(thing) and one.asks.search(words)), None)
    everything = "\n".join((procedure.goal, *procedure.resources, *procedure.steps))
    if taste is None or taste.never.search(everything):
        return None
    if (much := _HOW_MUCH.search(words)) and not (much[1] and taste.times == Fraction(1, 2)):
        return None  # another amount than we would take is the person's to write
    slash = bool(re.search(r"\d/\d", everything))
    comma = has_decimal_comma((*procedure.resources, *procedure.steps))
    texts = {part: [_lessened(text, taste, slash, comma) for text in procedure.part(part)] for part in PARTS}
    edits = rewritten(procedure, texts, taste.says)
    changed = {edit.step for edit in edits if edit.part == "resources"}
    left = (one for one in asked.wish.places if one.part == "resources" and one.step not in changed)
    return Proposal(edits=edits, says=taste.says, left=tuple(left), stays=True) if changed else None


def is_asked(words: str) -> bool:
    """Whether somebody asks for less of a taste, so that it rightly stays in the text."""
    return any(taste.asks.search(words) for taste in _tastes())


def _lessened(text: str, taste: _Taste, slash: bool, comma: bool) -> str:
    joined = -1  # where an amount begins that another one may be a part of: 2/3 cup plus 1 tablespoon
    for one in reversed(amounts(text, comma)):
        named = taste.food.match(text, one.end)
        part = text[one.end : max(joined, one.end)].strip() in ("plus", "and", "+")
        if (
            not one.unclear
            and (part or (named and _PLAIN.match(text, named.end())))
            and one.measure in (*CONSUMED, "count")
        ):
            new, stop, _ = multiplied(text, one, taste.times, slash)
            text, joined = text[: one.start] + new + text[stop:], one.start
    return text


@cache
def _tastes() -> tuple[_Taste, ...]:
    data, found = table("less"), list[_Taste]()
    for row in data["taste"]:
        asks, food = f"{data['little']}[^,.;]*{row['about']}", data["measured"] + row["food"]
        each = (row["about"], asks, food, row["never"])
        about, asking, measured, never = (re.compile(one, re.IGNORECASE) for one in each)
        found.append(_Taste(about, asking, measured, never, Fraction(row["times"]), row["says"]))
    return tuple(found)
