"""Amounts in a text: "250 g", "half a teaspoon", "1½ cups", "two onions", "60 to 90 minutes".

Owns reading numbers and units where they stand, and writing numbers as a cook would. Refuses to decide which
amounts may change: see `scaling`, `units` and `timing`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeAlias

Measure: TypeAlias = Literal[
    "weight", "volume", "spoon", "pack", "time", "heat", "length", "power", "other", "count"
]

WORDS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "eighteen": 18,
    "twenty": 20, "twenty-four": 24, "thirty": 30, "forty": 40, "fifty": 50,
}  # fmt: skip
_GLYPHS: Final = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3),
                  "⅔": Fraction(2, 3), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8),
                  "⅞": Fraction(7, 8)}  # fmt: skip
_PARTS: Final = {
    "half an": Fraction(1, 2), "half a": Fraction(1, 2), "half": Fraction(1, 2), "a quarter of an": Fraction(1, 4),
    "a quarter of a": Fraction(1, 4), "a quarter": Fraction(1, 4), "three quarters of an": Fraction(3, 4),
    "three quarters of a": Fraction(3, 4), "a third of an": Fraction(1, 3), "a third of a": Fraction(1, 3),
    "two thirds of an": Fraction(2, 3), "two thirds of a": Fraction(2, 3),
    "a dozen": Fraction(12), "half a dozen": Fraction(6),
}  # fmt: skip

_UNITS: Final[dict[Measure, str]] = {
    "weight": r"kg|kilos?|kilograms?|g|grams?|mg|oz|ounces?|lbs?|pounds?",
    "volume": r"ml|millilit(?:re|er)s?|cl|dl|lit(?:re|er)s?|l|cups?|fl\.? oz|fluid ounces?|pints?|quarts?"
    r"|gallons?",
    "spoon": r"tablespoons?|teaspoons?|tbsp\.?|tsp\.?|dessertspoons?|spoonfuls?",
    "pack": r"tins?|cans?|packets?|packs?|sachets?|jars?|bottles?|sheets?|slices?|sticks?|cloves?|handfuls?"
    r"|bunch(?:es)?"
    r"|sprigs?|thumbs?(?!-)|knobs?|scoops?|pinch(?:es)?|drops?|bags?|rolls?|pieces?|pairs?|sets?|boxes|stalks?|leaves|ladles?",
    "time": r"seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|years?|nights?",
    "heat": r"°\s?[CF]|degrees(?: (?:C|F|Celsius|Fahrenheit))?",
    "length": r"mm|cm|m|km|met(?:re|er)s?|inch(?:es)?|feet|foot|ft|millimet(?:re|er)s?|centimet(?:re|er)s?",
    "power": r"W|watts?|volts?|V|amps?|A",
    "other": r"%|percent|times|rpm|Nm|years old|bar|psi|degrees",
}
_NUMBER = (
    r"(?:(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,9}[.,]\d{1,9}|\d{1,9}\s?[½¼¾⅓⅔⅛⅜⅝⅞]|\d{1,9}\s\d/[1-9]|\d/[1-9]\d{0,3}"
    r"|\d{1,9})(?!/?\d)|[½¼¾⅓⅔⅛⅜⅝⅞])"
)
"""The longest first. Neither a run of figures as long as a key nor the "1/0/24" of a port is an amount."""
_PART_WORDS = "|".join(sorted(map(re.escape, _PARTS), key=len, reverse=True))
_COUNT_WORDS = "|".join(sorted(WORDS, key=len, reverse=True))
_AMOUNT = re.compile(
    rf"(?<![\w.,/×#-])(?P<low>{_NUMBER}|(?:{_PART_WORDS})(?=\s)|(?:{_COUNT_WORDS}|an?)(?=\s))"
    rf"(?:\s?(?:-|–|to|or)\s?(?P<high>{_NUMBER}|(?:{_COUNT_WORDS})(?=\s)))?"
    rf"(?:(?P<gap>-|\s?)(?P<unit>{'|'.join(_UNITS.values())})(?![\w°]))?",
    re.IGNORECASE,
)
_MEASURES = tuple((measure, re.compile(pattern, re.IGNORECASE)) for measure, pattern in _UNITS.items())


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, or a range of two, with its unit, where it stands in a text."""

    low: Fraction
    high: Fraction | None
    unit: str
    """As written; "" for a bare number."""
    measure: Measure
    start: int
    end: int
    """Over number, gap and unit, without the space after it."""
    worded: bool
    """Written in words: "two", "half a"."""
    hyphen: bool
    """Written with a hyphen before the unit: "1.5-litre"."""


def amounts(text: str) -> Iterator[Amount]:
    """Every amount of the text in order; "a" counts only before weight, volume, spoon or pack."""
    for found in _AMOUNT.finditer(text):
        unit = found["unit"] or ""
        measure = measure_of(unit)
        low = found["low"].casefold()
        if low in ("a", "an", "one") and measure in ("count", "time", "length", "other", "heat", "power"):
            continue
        high = number(found["high"]) if found["high"] else None
        end = found.end("unit") if unit else (found.end("high") if high is not None else found.end("low"))
        yield Amount(number(low), high, unit, measure, found.start(), end, low in WORDS,
                     found["gap"] == "-" and bool(unit))  # fmt: skip


def measure_of(unit: str) -> Measure:
    """What a unit measures; "count" for none."""
    if not unit:
        return "count"
    return next((measure for measure, pattern in _MEASURES if pattern.fullmatch(unit)), "other")


def number(text: str) -> Fraction:
    """The number a text stands for: "1½", "1 1/2", "0.5", "1,500", "two", "half a". ValueError for others."""
    text = text.strip().casefold()
    if text in ("a", "an"):
        return Fraction(1)
    if text in WORDS:
        return Fraction(WORDS[text])
    if text in _PARTS:
        return _PARTS[text]
    if text[-1] in _GLYPHS:
        return Fraction(text[:-1].strip() or 0) + _GLYPHS[text[-1]]
    if re.fullmatch(r"\d+\s\d/\d+", text):
        whole, part = text.split()
        return Fraction(whole) + Fraction(part)
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+", text):
        return Fraction(text.replace(",", ""))
    return Fraction(text.replace(",", "."))


def written(value: Fraction, unit: str, *, worded: bool = False) -> str:
    """The number with its unit as a cook writes it: "250 g", "1½ teaspoons", "half a teaspoon", "3"."""
    if value < 1 and re.fullmatch(r"kg|kilos?|l|lit(?:re|er)s?", unit, re.IGNORECASE):
        return written(value * 1000, "g" if unit[0] in "kK" else "ml")
    match measure_of(unit):
        case "weight" | "volume" if re.fullmatch(r"g|ml|mg|grams?|cl", unit, re.IGNORECASE):
            return f"{_plain(_rounded(value))} {unit}"
        case "weight" | "volume":
            if re.match(r"cup", unit, re.IGNORECASE):
                return written(value * 16, "tablespoons") if value < Fraction(3, 16) else _with_parts(value, unit)
            nice = _near(value, 20 if value < 3 else 10)
            return f"{_plain(nice)} {_agreeing(unit, nice)}"
        case "spoon" if value < Fraction(1, 2) and re.match(r"tablesp|tbsp", unit, re.IGNORECASE):
            return written(value * 3, "teaspoons" if unit.casefold().startswith("table") else "tsp")
        case "spoon" if value < Fraction(1, 5):
            return "a pinch"
        case "pack" if re.match(r"pinch|handful|sprig", unit, re.IGNORECASE):
            return _with_parts(max(Fraction(1), Fraction(round(value))), unit)
        case "spoon" | "pack":
            return _with_parts(value, unit)
        case "count":
            return counted(value, worded=worded)
        case _:
            return f"{_plain(_near(value, 10))} {_agreeing(unit, value)}"


def short(value: Fraction, unit: str) -> str:
    """Spoons and packs as lists write them: "½ teaspoon", "¾ tin", "2 tablespoons"."""
    if value < Fraction(1, 2) and re.match(r"tablesp", unit, re.IGNORECASE):
        return short(value * 3, "teaspoons")
    if value < Fraction(3, 16) and re.match(r"cup", unit, re.IGNORECASE):
        return short(value * 16, "tablespoons")
    if value < Fraction(1, 5) or re.match(r"pinch|handful|sprig", unit, re.IGNORECASE):
        return f"{written(value, unit)} of"
    nearest = in_parts(value, unit)
    return f"{mixed(nearest)} {_agreeing(unit, nearest)}"


def counted(value: Fraction, *, worded: bool = False) -> str:
    """A number of pieces, to the nearest half, never nothing: "2", "1½", "half a"."""
    nearest = max(Fraction(1, 2), _near(value, 2)) if value < 4 else Fraction(round(value))
    if nearest == Fraction(1, 2):
        return "half a"
    if worded and nearest.denominator == 1:
        return next((word for word, n in WORDS.items() if n == nearest), str(nearest))
    return mixed(nearest)


def _with_parts(value: Fraction, unit: str) -> str:
    """Spoons, cups and packs, in words where it is one part."""
    nearest = in_parts(value, unit)
    one = _singular(unit)
    match nearest:
        case Fraction(numerator=1, denominator=4):
            return f"a quarter {one}"
        case Fraction(numerator=1, denominator=2):
            return f"half {_article(one)} {one}"
        case Fraction(numerator=3, denominator=4):
            return f"three quarters of {_article(one)} {one}"
        case Fraction(numerator=1, denominator=3):
            return f"a third of {_article(one)} {one}"
        case Fraction(numerator=2, denominator=3):
            return f"two thirds of {_article(one)} {one}"
        case 1 if one in ("pinch", "handful", "sprig"):
            return f"a {one}"
        case _:
            return f"{mixed(nearest)} {_agreeing(unit, nearest)}"


def in_parts(value: Fraction, unit: str) -> Fraction:
    """The nearest number that the measure shows: quarters, for cups and packs thirds, for cups eighths too."""
    if value >= 3:
        return _near(value, 2)
    quarters = max(Fraction(1, 4), _near(value, 4))
    finer = (3, 8) if re.match(r"cup", unit, re.IGNORECASE) else (3,) if measure_of(unit) == "pack" else ()
    near = [quarters, *(part for parts in finer if (part := _near(value, parts)))]
    best = min(near, key=lambda part: abs(part - value))
    return quarters if abs(quarters - value) * 25 <= value else best


def _rounded(value: Fraction) -> Fraction:
    """Grams and millilitres in steps that scales and jugs show."""
    step = Fraction(1, 2) if value < 5 else 1 if value < 20 else 5 if value < 500 else 10
    return max(Fraction(1, 2), Fraction(round(value / step)) * step)


def _near(value: Fraction, parts: int) -> Fraction:
    return Fraction(round(value * parts), parts)


def _plain(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.3f}".rstrip("0").rstrip(".")


def mixed(value: Fraction) -> str:
    """1½, 2¼, 3: whole and part."""
    whole, part = divmod(value, 1)
    glyph = next((glyph for glyph, worth in _GLYPHS.items() if worth == part), "")
    return f"{whole or ''}{glyph}" if glyph or not part else _plain(value)


def _singular(unit: str) -> str:
    if unit.casefold() in ("leaves",):
        return "leaf"
    if unit.casefold() in ("boxes", "bunches", "pinches"):
        return unit[:-2]
    return unit[:-1] if unit.endswith("s") and len(unit) > 3 else unit


def _agreeing(unit: str, value: Fraction) -> str:
    """The unit in singular or plural; short units stay as they are."""
    if re.fullmatch(r"(?:tbsp|tsp|fl\.? oz|lbs?|oz)\.?s?", unit, re.IGNORECASE):
        return unit
    if len(unit) < 4 and unit.casefold() not in ("tin", "can", "jar", "bag", "cup", "set"):
        return unit
    one = _singular(unit)
    if value <= 1:
        return one
    if one.casefold() == "leaf":
        return "leaves"
    return one + ("es" if one.endswith(("x", "ch")) else "s") if not one.endswith(".") and one.isalpha() else unit


def _article(word: str) -> str:
    return "an" if word[:1].casefold() in "aeio" else "a"
