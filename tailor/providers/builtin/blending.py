"""Another flour for a part of the old one: "half wholemeal", "a third rye", "all spelt".

Owns the parts and the water such a flour wants. Refuses small amounts (dusting) and flour that is no bread flour.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.quantities import amounts, written
from tailor.providers.builtin.sheet import Line, Sheet

_ASKED: Final = re.compile(
    r"\b(?P<part>half|a third|one third|a quarter|two thirds|three quarters|all|completely|only|100 ?%|50 ?%)"
    r"(?: and half)?(?: of it)?(?: (?:with|as|in|from|of))?"
    r" (?P<kind>wholemeal|whole[- ]?wheat|wholegrain|whole[- ]grain|rye|spelt)\b",
    re.IGNORECASE,
)
_PARTS: Final = {
    "half": Fraction(1, 2), "50%": Fraction(1, 2), "50 %": Fraction(1, 2), "a third": Fraction(1, 3),
    "one third": Fraction(1, 3), "a quarter": Fraction(1, 4), "two thirds": Fraction(2, 3),
    "three quarters": Fraction(3, 4),
}  # fmt: skip
_FLOUR: Final = re.compile(
    r"\s(?:of )?(?P<name>(?:(?:strong|plain|white|bread|all-purpose) ){0,3}flour)\b", re.IGNORECASE
)
_LEAST: Final = Fraction(100)
"""Grams below which flour is for dusting or thickening."""


def blend(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Exchanges the part of the flour that is asked for, in list and steps."""
    for one in requirements:
        asked = _ASKED.search(one.text)
        if asked is None:
            continue
        part = _PARTS.get(asked["part"].lower(), Fraction(1))
        kind = asked["kind"].lower()
        reason = f"{asked['part'].capitalize()} {kind}: it takes up more water than white flour and rises less."
        changed = [
            line for line in (*sheet.resources, *sheet.steps) if _blended(sheet, line, part, kind, reason, one.id)
        ]
        sheet.understood([one.id])
        if changed:
            more = "1 to 2 tablespoons" if part <= Fraction(1, 2) else "2 to 4 tablespoons"
            words = (
                f"Add {more} of water if the dough feels stiff, and let it stand for 20 minutes before kneading."
            )
            sheet.say([one.id], words)


def _blended(sheet: Sheet, line: Line, part: Fraction, kind: str, reason: str, id: str) -> bool:
    """Whether the flour of a line could be exchanged."""
    for amount in amounts(line.text):
        grams = amount.low * (1000 if amount.unit.lower() == "kg" else 1)
        flour = _FLOUR.match(line.text, amount.end)
        if flour is None or amount.high is not None or amount.unit.lower() not in ("g", "kg") or grams < _LEAST:
            continue
        new = written(grams * part, "g")
        link = " of " if line.text[amount.end :].startswith(" of ") else " "
        words = f"{new}{link}{kind} flour"
        if part < 1:
            words = f"{written(grams - grams * part, 'g')}{link}{flour['name']} and {words}"
        return sheet.change(line, line.text[: amount.start] + words + line.text[flour.end() :], reason, [id])
    return False
