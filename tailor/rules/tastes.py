"""Less or more of one taste, where one ingredient of the list carries it: salt, sugar, chilli."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from tailor.core.edits import Replace
from tailor.core.english import singular
from tailor.core.procedure import PARTS, Procedure
from tailor.rules.amounts import CONSUMED, amounts, multiplied, phrase_at
from tailor.rules.model import Asked, Proposal
from tailor.rules.tables import pattern, table

_MORE: Final = pattern("tastes", "more")
_HALF: Final = pattern("tastes", "half")


@dataclass(frozen=True, slots=True)
class Taste:
    """One row of data/tastes.toml."""

    same: Sequence[str]
    names: Sequence[str]
    never: str
    less: str
    more: str = ""


@cache
def tastes() -> tuple[Taste, ...]:
    return tuple(Taste(**row) for row in table("tastes").values())


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Every measured amount of what carries the taste, changed as far as the dish stands it."""
    thing = (asked.wish.corrected or asked.wish.thing).casefold()
    taste = next((one for one in tastes() if thing.removeprefix("less ") in one.same), None)
    if taste is None or not (asked.wish.polarity == "amount" or thing.startswith("less ")):
        return None
    everything = " ".join((procedure.goal, *procedure.resources, *procedure.steps))
    times = _times(taste, asked.requirement.words)
    if times is None or re.search(taste.never, everything, re.IGNORECASE):
        return None
    reason = f"I put in {'less' if times < 1 else 'more'} {taste.same[0]}; taste it and see."
    edits = tuple(
        Replace(part=part, step=step, text=new, reason=reason)
        for part in PARTS
        for step, text in enumerate(procedure.part(part), 1)
        if (new := changed(text, taste, times)) != text
    )
    return Proposal(edits=edits, says=reason, stays=True) if edits else None


def _times(taste: Taste, words: str) -> Fraction | None:
    if _MORE.search(words):
        twice = Fraction(2) if re.search(r"\b(?:double|twice)\b", words, re.IGNORECASE) else None
        return twice or Fraction(taste.more) if taste.more else None
    return Fraction(1, 2) if _HALF.search(words) else Fraction(taste.less)


def changed(text: str, taste: Taste, times: Fraction) -> str:
    """The text with the amounts of this taste times the factor."""
    for one in reversed(amounts(text)):
        words = re.sub(
            r"^(?:(?:fresh|dried|large|small|medium|minced|chopped|cloves?|of|the|red|[a-z]+ed) )*",
            "",
            phrase_at(text, one.end),
        )
        named = {words, " ".join(map(singular, words.split()))} & set(taste.names)
        if named and one.measure in (*CONSUMED, "count") and one.gap != "-":
            new, stop, _ = multiplied(text, one, times, "/" in text)
            text = text[: one.start] + new + text[stop:]
    return text
