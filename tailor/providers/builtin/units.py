"""Metric and US units, in steps and list, where a requirement asks for the other kind.

Owns the factors and how converted amounts are rounded: for kitchens, not for laboratories. Refuses
millimetres: they name keys, bits and screws, which are bought by that name.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

from tailor.core.requirements import Requirement
from tailor.providers.builtin.quantities import Amount, amounts
from tailor.providers.builtin.sheet import Line, Sheet

Kind = Literal["metric", "us"]
_WANTS: Final[tuple[tuple[Kind, "re.Pattern[str]"], ...]] = (
    (
        "us",
        re.compile(
            r"\b(?:US|American|imperial|customary) (?:units|measures|measurements|cups)\b|\b(?:in"
            r"|use|uses|using) (?:cups|ounces|fahrenheit|pounds|inches|imperial)\b|\bfahrenheit\b|\bcups and "
            r"ounces\b|\bdon't (?:use|know|understand) metric\b|\bno metric\b",
            re.IGNORECASE,
        ),
    ),
    (
        "metric",
        re.compile(
            r"\bmetric\b|\b(?:in|use|uses|using) (?:grams|celsius|millilitres|ml|centimetres)\b"
            r"|\bcelsius\b|\bgrams and\b|\bdon't (?:use|know|understand|have) (?:US )?cups\b",
            re.IGNORECASE,
        ),
    ),
)
_TO_US: Final = {
    "g": (Fraction(1000, 28349), "oz"),
    "gram": (Fraction(1000, 28349), "oz"),
    "kg": (Fraction(22046, 10000), "lb"),
    "ml": (Fraction(1, 237), "cup"),
    "l": (Fraction(1000, 237), "cup"),
    "litre": (Fraction(1000, 237), "cup"),
    "cl": (Fraction(10, 237), "cup"),
    "cm": (Fraction(100, 254), "inch"),
    "m": (Fraction(3281, 1000), "feet"),
    "km": (Fraction(621, 1000), "miles"),
}
_TO_METRIC: Final = {
    "oz": (Fraction(28349, 1000), "g"),
    "ounce": (Fraction(28349, 1000), "g"),
    "lb": (Fraction(4536, 10), "g"),
    "pound": (Fraction(4536, 10), "g"),
    "cup": (Fraction(237), "ml"),
    "fl oz": (Fraction(296, 10), "ml"),
    "pint": (Fraction(473), "ml"),
    "quart": (Fraction(946), "ml"),
    "gallon": (Fraction(3785), "ml"),
    "inch": (Fraction(254, 100), "cm"),
    "inche": (Fraction(254, 100), "cm"),
    "foot": (Fraction(30), "cm"),
    "feet": (Fraction(30), "cm"),
}

_ATTRIBUTE = re.compile(
    r"\s(?!(?:apart|long|wide|deep|thick|across|away|of|above|below|from|in|on|under|high|tall|out|up|or|and"
    r"|to|at|with|"
    r"over|is|are|lower|higher|more|less|beside|behind|closer|round|left|before|after|by|between|so|the"
    r"|for)\b)[a-z]"
)
"""A length that describes the noun behind it: "a 2-inch cutter"."""


def convert(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Converts every amount to the kind of units that a requirement asks for."""
    for kind, cue in _WANTS:
        serves = [one.id for one in requirements if cue.search(one.text.replace("’", "'"))]
        if not serves:
            continue
        sheet.understood(serves)
        reason = f"{'US' if kind == 'us' else 'Metric'} units; rounded for a kitchen, the measure is the same."
        done = [
            sheet.change(line, _converted(line, kind), reason, serves) for line in (*sheet.resources, *sheet.steps)
        ]
        if any(done) and kind == "us":
            sheet.say(
                serves,
                "Dry things stay weights (ounces), because a cup of flour weighs more or less by how it is "
                "filled.",
            )
        return


def _converted(line: Line, kind: Kind) -> str:
    text, out, last = line.text, [], 0
    for amount in amounts(text):
        words = _written(amount, kind)
        if words is None:
            continue
        if words.endswith(("inch", "inches")) and _ATTRIBUTE.match(text, amount.end):
            words = words.replace(" inches", "-inch").replace(" inch", "-inch")
        out += [text[last : amount.start], words.replace(" ", "-") if amount.hyphen else words]
        last = amount.end
    done = "".join([*out, text[last:]])
    return re.sub(r"(\d{1,6}) × (\d{1,6}(?:½|¼|¾)?) inch(?:es)?", _both_sides, done) if kind == "us" else done


def _both_sides(found: "re.Match[str]") -> str:
    """A size of two sides whose second side alone bore the unit."""
    first = max(1, round(int(found[1]) / 2.54))
    return f"{first} × {found[2]} inches"


def _written(amount: Amount, kind: Kind) -> str | None:
    """The amount in the other kind; None where it is of that kind already."""
    if amount.measure == "heat":
        return _heat(amount, kind)
    table = _TO_US if kind == "us" else _TO_METRIC
    unit = amount.unit.casefold().rstrip(".")
    unit = {
        "liter": "litre",
        "liters": "litre",
        "lbs": "lb",
        "kilo": "kg",
        "kilos": "kg",
        "meter": "m",
        "metre": "m",
    }.get(unit, unit)
    if unit not in table and unit.endswith("s"):
        unit = unit[:-1]
    if unit not in table:
        return None
    factor, name = table[unit]
    if amount.high is None:
        return _number(amount.low * factor, name)
    low = _number(amount.low * factor, name)
    return f"{low.rsplit(' ', 1)[0]} to {_number(amount.high * factor, name)}"


def _heat(amount: Amount, kind: Kind) -> str | None:
    fahrenheit = bool(re.search(r"F", amount.unit))
    if fahrenheit == (kind == "us") or not re.search(r"[CF]", amount.unit):
        return None

    def turned(value: Fraction) -> int:
        if kind == "us":
            exact = value * 9 / 5 + 32
            return round(exact / 25) * 25 if value >= 120 else round(exact)
        exact = (value - 32) * 5 / 9
        return round(exact / 10) * 10 if value >= 250 else round(exact)

    unit = "°F" if kind == "us" else "°C"
    if amount.high is not None:
        return f"{turned(amount.low)} to {turned(amount.high)} {unit}"
    return f"{turned(amount.low)} {unit}"


def _number(value: Fraction, unit: str) -> str:
    match unit:
        case "cup" if value < Fraction(1, 5):
            spoons = value * 16
            return f"{_quarters(spoons)} tablespoons" if spoons > 1 else f"{_quarters(value * 48)} teaspoons"
        case "cup":
            return f"{_quarters(value)} {'cup' if value < Fraction(9, 8) else 'cups'}"
        case "g" | "ml":
            step = 1 if value < 30 else 5 if value < 500 else 10
            if value >= 1000:
                return f"{float(round(value / 50) * 50 / 1000):g} {'kg' if unit == 'g' else 'litres'}"
            return f"{round(value / step) * step} {unit}"
        case "inch":
            nice = Fraction(round(value * 2), 2) if value >= 4 else value  # a tin of 20 cm is one of 8 inches
            return f"{_quarters(nice)} {'inch' if value < Fraction(9, 8) else 'inches'}"
        case _ if value >= 10:
            return f"{round(value)} {unit}"
        case _:
            return f"{_quarters(value)} {unit}"


def _quarters(value: Fraction) -> str:
    nearest = max(Fraction(1, 4), Fraction(round(value * 4), 4))
    whole, part = divmod(nearest, 1)
    glyph = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}[part]
    return f"{whole or ''}{glyph}"
