"""Metric and US units, in steps and list, where a requirement asks for the other kind.

Owns the factors and how converted amounts are rounded: for kitchens, not for laboratories. Refuses
millimetres: they name keys, bits and screws, which are bought by that name.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, Literal

from tailor.core.requirements import Requirement
from tailor.providers.builtin.quantities import Amount, amounts, mixed, number
from tailor.providers.builtin.sheet import Sheet

Kind = Literal["metric", "us"]
_NAMED: Final[tuple[tuple[Kind, "re.Pattern[str]"], ...]] = (
    (
        "us",
        re.compile(
            r"\b(?:US|American|customary) (?:units|measures|measurements|cups)\b|\b(?:in|use|uses|using) (?:cups"
            r"|ounces|pounds|inches)\b|\bfahrenheit\b|\bcups and ounces\b|\bimperial\b|\bhave (?:US )?cups\b",
            re.IGNORECASE,
        ),
    ),
    (
        "metric",
        re.compile(
            r"\bmetric\b|\b(?:in|use|uses|using) (?:grams|celsius|millilitres|ml|centimetres)\b"
            r"|\bcelsius\b|\bgrams and\b",
            re.IGNORECASE,
        ),
    ),
)
_REFUSED = re.compile(
    r"(?:n't|\bnot|\bno|\bnever|\bwithout|\bfrom|\binstead of|\brather than|\bthan|\bhate|\bdislike)"
    r"(?: (?:use|know|understand|have|like|read|want|do))*(?: the| any| in)? ?$",
    re.IGNORECASE,
)
"""What stands before the units that are not wanted: "I don't use cups", "from imperial"."""
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

_SINGULAR = re.compile(r"\b([a-z]+)$")
_ONE: Final = {"inches": "inch", "feet": "foot"}
_NO_AMOUNT = re.compile(r"\s?(?:[/²³])")
"""Behind a unit that is part of another one: paper of "200 g/m²"."""

_ATTRIBUTE = re.compile(
    r"\s(?!(?:apart|long|wide|deep|thick|across|away|of|above|below|from|in|on|under|high|tall|out|up|or|and"
    r"|to|at|with|along|as|into|onto|free|off|all|each|flush|when|while|until|if|then|towards|past|wider|longer"
    r"|deeper|taller|thicker|shorter|"
    r"over|is|are|lower|higher|more|less|beside|behind|closer|left|before|after|by|between|so|the"
    r"|for|round(?! (?:cake|spring|baking|loaf|tin|pan|cutter|mould|dish)))\b)[a-z]"
)
"""A length that describes the noun behind it: "a 2-inch cutter"."""


def convert(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Converts every amount to the kind of units that a requirement asks for."""
    asked = {one.id: _asked(one.text.replace("’", "'")) for one in requirements}
    kind: Kind | None = next(filter(None, asked.values()), None)
    if kind is None:
        return
    serves = [id for id, wanted in asked.items() if wanted == kind]
    sheet.understood(serves)
    reason = f"{'US' if kind == 'us' else 'Metric'} units; rounded for a kitchen, the measure is the same."
    weighed = False
    for line in (*sheet.resources, *sheet.steps):
        before = line.text
        if sheet.change(line, _converted(before, kind), reason, serves):
            weighed |= line.text.count(" oz") > before.count(" oz")
    if weighed:
        sheet.say(
            serves,
            "Dry things stay weights (ounces), because a cup of flour weighs more or less by how it is filled.",
        )


def _asked(words: str) -> Kind | None:
    """The units that the words ask for: those they name, or the others where they refuse what they name."""
    named = sorted((found.start(), kind) for kind, cue in _NAMED for found in cue.finditer(words))
    if not named:
        return None
    at, kind = named[0]
    if not _REFUSED.search(words[:at]):
        return kind
    return "metric" if kind == "us" else "us"


def _converted(text: str, kind: Kind) -> str:
    out, last = [], 0
    for amount, alone in _with_units(text):
        words = None if _NO_AMOUNT.match(text, amount.end) or _holes(text, amount) else _written(amount, kind)
        if words is None:
            continue
        attribute = words.endswith(("inch", "inches")) and _ATTRIBUTE.match(text, amount.end)
        if alone:
            words = words.rsplit(" ", 1)[0]
        elif attribute or amount.hyphen:
            words = _SINGULAR.sub(lambda found: _ONE.get(found[1], found[1].rstrip("s")), words).replace(" ", "-")
        out += [text[last : amount.start], words]
        last = amount.end
    done = "".join([*out, text[last:]])
    if not out:
        return text
    done = re.sub(r"\b([Aa]) (?=(?:8|11|18|80)(?![\d.,]))", r"\1n ", done)
    return re.sub(r"\b([Aa])n (?!(?:8|11|18|80)(?![\d.,]))(?=\d)", r"\1 ", done)


def _with_units(text: str) -> Iterator[tuple[Amount, bool]]:
    """Every amount; True with those that borrow the next one's unit: "5 × 5 × 40 cm", "between 12 and 25 °C"."""
    found = list(amounts(text))
    borrowed = [False] * len(found)
    for at in range(len(found) - 2, -1, -1):
        one, after = found[at], found[at + 1]
        if not one.unit and one.high is None and after.unit and _shares(text, one, after):
            found[at] = replace(one, unit=after.unit, measure=after.measure)
            borrowed[at] = True
    return zip(found, borrowed, strict=True)


def _shares(text: str, one: Amount, after: Amount) -> bool:
    """Whether a bare number is measured in the unit of the next amount."""
    between = text[one.end : after.start]
    if after.measure == "length" and re.fullmatch(r"\s?[×x]\s?", between):
        return True
    if after.measure not in ("length", "heat", "weight", "volume"):
        return False
    paired = re.search(r"\b(?:between|from)\s$", text[: one.start], re.IGNORECASE) and between == " and "
    return bool(paired) or between == " and then "


def _holes(text: str, amount: Amount) -> bool:
    """Whether the cups are those of a muffin tin: "a 12-cup muffin tin", "among the 12 cups"."""
    if not amount.unit.casefold().startswith("cup"):
        return False
    tin = re.match(r"\s(?:muffin|cupcake)", text[amount.end :], re.IGNORECASE)
    among = re.search(r"\b(?:among|between|into|in) (?:the )?$", text[: amount.start], re.IGNORECASE)
    return bool(tin) or (bool(among) and not text[amount.end :].startswith(" of "))


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
        case "cup":
            return _cups(value)
        case "g" | "ml":
            step = 1 if value < 30 else 5 if value < 500 else 10
            if value >= 1000:
                return f"{float(round(value / 50) * 50 / 1000):g} {'kg' if unit == 'g' else 'litres'}"
            return f"{round(value / step) * step} {unit}"
        case "inch":
            full = Fraction(round(value))  # a tin of 20 cm is one of 8 inches
            nice = full if value >= 4 and abs(full - value) * 50 <= value else value
            words = _parts(nice, 4, 8) if value < 1 else _parts(nice, 4)
            return f"{words} {'inch' if value < Fraction(9, 8) else 'inches'}"
        case "oz" if value < Fraction(1, 2):
            near = _parts(value, 4)
            return f"{near if abs(number(near) - value) * 25 <= value else f'{float(value):.2f}'} oz"
        case _ if value >= 10:
            return f"{round(value)} {unit}"
        case _:
            return f"{_parts(value, 4, 3) if value < 2 else _parts(value, 4)} {unit}"


def _cups(value: Fraction) -> str:
    """A volume in what shows it: teaspoons, tablespoons, cups, quarts, gallons."""
    if value >= 8:
        size, name = (16, "gallon") if value >= 16 else (4, "quart")
        many = value / size
        words = str(round(many)) if many >= 10 else _parts(many, 4, 3)
        return f"{words} {name if words == '1' else f'{name}s'}"
    near = _parts(value, 4, 3) if value < Fraction(1, 2) else _parts(value, 4, 3, 8)
    if value < Fraction(3, 16) or (value < Fraction(1, 2) and abs(number(near) - value) * 20 > value):
        spoons = value * 16
        if spoons > 1:
            return f"{_parts(spoons, 4) if spoons < 3 else round(spoons)} tablespoons"
        return f"{_parts(value * 48, 4)} teaspoons"
    return f"{near} {'cup' if number(near) <= 1 else 'cups'}"


def _parts(value: Fraction, *parts: int) -> str:
    """The nearest number in these parts, the first of them where it is near enough."""
    near = [Fraction(round(value * part), part) for part in parts]
    first = max(near[0], Fraction(1, parts[0]))
    best = min((one for one in (first, *near) if one), key=lambda one: abs(one - value))
    return mixed(first if abs(first - value) * 25 <= value else best)
