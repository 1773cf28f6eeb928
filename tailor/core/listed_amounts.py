"""The amount that a line of what you need begins with, and amounts of one thing added up.

For readers of other formats, which have to tell amounts from names in lines they know nothing about.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from tailor.core.numerals import FIGURE, SIGNS, parts_thousands, value

_SPACED = r"\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,3}(?=\s?(?:g|ml|grams?)\b)"
"""Thousands parted by spaces, or one pack of so much: nobody can tell, so it is never added up."""
_WORDED = r"\b(?:half|a\squarter|three[\s-]quarters)\b(?:\sof)?(?:\san?\b)?"
_NUMBER = rf"(?:{_SPACED}|\d\d/[1-9](?!\d)|{FIGURE}|{_WORDED}|\ba(?=\s(?:pinch|handful|few|bunch)\b))"
_UNIT = (
    r"kg|g|mg|ml|cl|dl|l|litres?|liters?|grams?|oz|ounces?|lbs?|pounds?|cups?|tablespoons?|tbsp\.?|teaspoons?|tsp\.?"
    r"|pinch(?:es)?|handfuls?|slices?|cloves?|cans?|tins?|packs?|packets?|bunch(?:es)?|sticks?|sheets?|pieces?|few"
)
_AMOUNT = re.compile(
    rf"(?P<amount>{_NUMBER}(?:\s?(?:-|–|to|x|×)\s?{_NUMBER})?(?:\s?(?:{_UNIT})(?![\w-]))?)(?![\w-])\s*"
    r"(?:of\s+)?(?P<thing>\S.*)",
    re.IGNORECASE,
)
_SIZE = re.compile(r"\d[\d.,]*\s?(?:cm|mm|m|inch(?:es)?|watts?|w|volts?|v)\b", re.IGNORECASE)

_METRIC: Final = {
    "mg": ("g", Fraction(1, 1000)), "g": ("g", Fraction(1)), "kg": ("g", Fraction(1000)),
    "ml": ("ml", Fraction(1)), "cl": ("ml", Fraction(10)), "dl": ("ml", Fraction(100)),
    "l": ("ml", Fraction(1000)),
}  # fmt: skip
"""What the units of weight and volume are in one that they are added up in."""
_COUNTED: Final = frozenset(
    ["cup", "tablespoon", "teaspoon", "can", "tin", "clove", "slice", "handful", "stick", "pack", "packet", "jar"]
)
"""Units that get an "s" when there are several."""


def sums(amounts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Numbers with their units, those of one kind added up; what is no number stands once, as it is."""
    found: dict[str, list[tuple[str, str]]] = {}
    for number, unit in amounts:
        kind = unit.casefold().rstrip("s.")
        kind = _METRIC[kind][0] if kind in _METRIC else kind
        found.setdefault(kind if _is_number(number, unit) else f"{number} {kind}", []).append((number, unit))
    return [_sum(same) for same in found.values()]


def _is_number(text: str, unit: str) -> bool:
    """Whether it can be added up: of "1.000 g" nobody knows how much it is."""
    return re.fullmatch(FIGURE, text) is not None and parts_thousands(text, unit, comma=False) is not None


def _sum(same: Sequence[tuple[str, str]]) -> tuple[str, str]:
    numbers, unit = [number for number, _ in same], max((unit for _, unit in same), key=len)
    if len(same) < 2 or not _is_number(*same[0]):
        return numbers[0], unit
    sizes = [_METRIC.get(one.casefold().rstrip("s."), ("", Fraction(1)))[1] for _, one in same]
    most = max(sizes)  # 2.4 l and 200 ml are 2.6 l
    if min(sizes) < most:
        unit = same[sizes.index(most)][1]
    grams = sum((value(number) * size for number, size in zip(numbers, sizes, strict=True)), Fraction(0))
    if (grams / most * 1000).denominator > 1 and min(sizes) < most:  # 4 mg of 1 kg are not lost
        most = min(sizes)
        unit = same[sizes.index(most)][1]
    total = grams / most
    unit += "s" if total > 1 and unit.casefold() in _COUNTED else ""
    whole, part = divmod(total, 1)
    if part and min(sizes) == most and any("/" in number or number[-1] in SIGNS for number in numbers):
        return f"{whole} {part}" if whole else str(part), unit
    return f"{float(total):.3f}".rstrip("0").rstrip("."), unit


def counts(text: str) -> bool:
    """Whether a text begins with an amount of something: "2 eggs"."""
    return _AMOUNT.match(text) is not None


def measures(text: str) -> bool:
    """Whether a text begins with an amount in a unit: "200 g flour"."""
    found = _AMOUNT.match(text)
    return (
        found is not None and re.search(rf"(?<![^\W\d_])(?:{_UNIT})$", found["amount"], re.IGNORECASE) is not None
    )


def parted(text: str) -> tuple[str, str]:
    """The amount ("" for none) and the thing; a size ("24 cm pot") is no amount."""
    found = None if _SIZE.match(text) else _AMOUNT.fullmatch(text)
    return (found["amount"].strip(), found["thing"]) if found else ("", text)
