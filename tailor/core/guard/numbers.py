"""Numbers as people write them in steps: temperatures, times, amounts, also in words and fractions.

Owns reading them. Refuses to judge them (hazards.py, tripwires.py). Every expression is linear in its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_DEGREES = re.compile(
    r"(?<![\w.,])(\d{1,4}(?:[.,]\d{1,2})?)\s{0,2}(?:°|º|deg\b|degrees?\b|(?=[CcFf]\b))\s{0,2}([CcFf]\b|[Cc]elsius|[Ff]ahrenheit)?"
)
FRACTIONS = {
    "½": 0.5,
    "¼": 0.25,
    "¾": 0.75,
    "⅓": 1 / 3,
    "⅔": 2 / 3,
    "⅛": 0.125,
    "⅜": 0.375,
    "⅝": 0.625,
    "⅞": 0.875,
}


def temperatures(text: str) -> Iterator[tuple[int, int, float]]:
    """(start, end, degrees Celsius) of each temperature; without a letter above 120 is taken for what it says."""
    for found in _DEGREES.finditer(text):
        value = float(found.group(1).replace(",", "."))
        fahrenheit = (found.group(2) or "c").lower().startswith("f")
        yield found.start(), found.end(), (value - 32) * 5 / 9 if fahrenheit else value
