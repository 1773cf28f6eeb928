"""Amounts in a text: "250 g", "1 1/2 cups", "half a lemon", "2 to 3 tbsp", "two onions".

Reads numbers with their units where they stand and writes numbers as a cook would. It does not decide which of
them may change: `scaling` and `units` do.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from tailor.core.english import CARDINALS, singular
from tailor.rules.tables import pattern

Measure: TypeAlias = Literal[
    "weight", "volume", "spoon", "pack", "bit", "length", "time", "heat", "other", "count"
]

WORDS: Final[Mapping[str, int]] = {
    **{word: number for number, word in enumerate(CARDINALS, 1)},
    "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
}  # fmt: skip
_GLYPHS: Final = {
    "½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3),
    "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8), "⅞": Fraction(7, 8),
}  # fmt: skip
_PARTS: Final = {
    "one and a half": Fraction(3, 2), "two and a half": Fraction(5, 2), "half an": Fraction(1, 2),
    "half a": Fraction(1, 2), "half": Fraction(1, 2), "a quarter of an": Fraction(1, 4),
    "a quarter of a": Fraction(1, 4), "a quarter": Fraction(1, 4), "a third of a": Fraction(1, 3),
    "three quarters of a": Fraction(3, 4), "two thirds of a": Fraction(2, 3), "half a dozen": Fraction(6),
    "a dozen": Fraction(12), "a couple of": Fraction(2),
}  # fmt: skip
_UNITS: Final[Mapping[Measure, str]] = {
    "weight": r"kg|kilos?|kilograms?|g|grams?|grammes?|gm?s?|mg|ounces?|oz|lbs?|pounds?",
    "volume": r"ml|millilit(?:re|er)s?|cl|dl|decilit(?:re|er)s?|lit(?:re|er)s?|l|cups?|cupfuls?|fl\.? ?oz"
    r"|fluid ounces?"
    r"|pints?|quarts?|qts?|gallons?|c\.",
    "spoon": r"tablespoonfuls?|tablespoons?|teaspoonfuls?|teaspoons?|tbsps?|tbs|tsps?|dessertspoons?|spoonfuls?",
    "pack": r"tins?|cans?|packages?|packets?|packs?|pkgs?|sachets?|jars?|bottles?|cartons?|envelopes?|bags?"
    r"|sticks?"
    r"|boxes|box|containers?|tubs?|tubes?",
    "bit": r"slices?|cloves?|handfuls?|bunch(?:es)?|sprigs?|knobs?|pinch(?:es)?|dash(?:es)?|drops?|stalks?"
    r"|heads?"
    r"|sheets?|rashers?|cubes?|pieces?|leaves|glugs?|drizzles?|scoops?",
    "time": r"seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|years?|nights?",
    "heat": r"[°º]\s?[CF]?|degrees?(?: (?:C|F|Celsius|Fahrenheit)\b)?",
    "length": r"mm|cm|m|km|met(?:re|er)s?|inch(?:es)?|feet|foot|ft|in\.|millimet(?:re|er)s?|centimet(?:re"
    r"|er)s?|[\"″]|yards?",
    "other": r"%|percent|times|rpm|w|watts?|volts?|v|amps?|bar|psi|x|th|st|nd|rd|parts?|mph|hz|mb|gb|layers?"
    r"|steps?"
    r"|batch(?:es)?|portions?|servings?|calories|kcal|kj|t\.",
}  # fmt: skip
_FIGURE = (
    r"(?:\d{1,4}\s?[½¼¾⅓⅔⅛⅜⅝⅞]|\d{1,3}(?:-|\s|\s?(?:&|and|\+)\s)\d{1,2}[/⁄]\d{1,2}|\d{1,3}[/⁄]\d{1,3}"
    r"|\d{1,3}(?:,\d{3})+|\d{1,6}[.,]\d{1,3}|\d{1,7}|\.\d{1,3}|[½¼¾⅓⅔⅛⅜⅝⅞])(?!\d)"
)
_SAID = "|".join(map(re.escape, sorted((*WORDS, *_PARTS), key=len, reverse=True)))
_UNIT = "|".join(_UNITS.values())
_AMOUNT: Final = pattern("amounts", "amount")
_SORTS: Final = tuple((measure, re.compile(names, re.IGNORECASE)) for measure, names in _UNITS.items())
_STUCK: Final = pattern("amounts", "stuck")
_CROSSED: Final = pattern("amounts", "crossed")
"""What makes a number one of two lengths: 6 × 70 mm, 9x13; but 2 x 400 g is two of them."""
CONSUMED: Final[frozenset[Measure]] = frozenset(["weight", "volume", "spoon", "pack", "bit"])


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, or a range of two, with its unit, where it stands in a text."""

    low: Fraction
    high: Fraction | None
    to: str
    """What stands between the two, with its spaces."""
    unit: str
    """As written; "" for a bare number."""
    gap: str
    measure: Measure
    start: int
    end: int
    style: Literal["figure", "slash", "word", "article"]
    """How the number is written; `slash` for 1/2 instead of ½."""


@lru_cache(maxsize=4096)
def amounts(text: str) -> tuple[Amount, ...]:
    """Every amount in order. "a" counts as one; what is part of a code, a price, a date or a ratio is no "
    "amount."""
    return tuple(_amounts(text))


def _amounts(text: str) -> Iterator[Amount]:
    for found in _AMOUNT.finditer(text):
        unit = found["unit"] or ""
        end = found.end("unit") if unit else found.end("high") if found["high"] else found.end("low")
        if (not unit and _STUCK.match(text, end)) or _CROSSED.match(text, end):
            continue
        if found["low"].casefold() == "half" and not unit:
            continue
        low, high = _value(found["low"]), _value(found["high"]) if found["high"] else None
        improper = low >= 1 and re.fullmatch(r"\d+[/⁄]\d+", found["low"])
        if not low or high == 0 or improper:
            continue
        to = text[found.end("low") : found.start("high")] if found["high"] else ""
        style = _style(found["low"], found["high"] or "")
        yield Amount(
            low, high, to, unit, found["gap"] or "", measure(unit), found.start(), end + bool(found["dot"]), style
        )


def measure(unit: str) -> Measure:
    """What a unit measures; "count" for none."""
    if not unit:
        return "count"
    return next((sort for sort, names in _SORTS if names.fullmatch(unit)), "other")


def number(text: str) -> Fraction | None:
    """The number that a word or figure stands for, if any."""
    try:
        return _value(text)
    except ValueError:
        return None


def _value(written: str) -> Fraction:
    text = re.sub(r"\s?(?:&|and|\+)\s(?=\d)", " ", written.strip().casefold()).replace("⁄", "/")
    if text in ("a", "an"):
        return Fraction(1)
    if text in WORDS:
        return Fraction(WORDS[text])
    if text in _PARTS:
        return _PARTS[text]
    if text[-1:] in _GLYPHS:
        return Fraction(text[:-1].strip() or 0) + _GLYPHS[text[-1]]
    if mixed := re.fullmatch(r"(\d+)[ -](\d+)/(\d+)", text):
        return Fraction(mixed[1]) + _divided(mixed[2], mixed[3])
    if "/" in text:
        return _divided(*text.split("/", 1))
    if re.fullmatch(r"\d+(?:,\d{3})+", text):
        return Fraction(text.replace(",", ""))
    return Fraction(text.replace(",", "."))


def _divided(above: str, below: str) -> Fraction:
    return Fraction(above) / (Fraction(below) or 1)


def _style(low: str, high: str) -> Literal["figure", "slash", "word", "article"]:
    if low.casefold() in ("a", "an"):
        return "article"
    if low[0].isalpha():
        return "word"
    return "slash" if re.search(r"[/⁄]", low + high) else "figure"


def mixed(value: Fraction, *, slash: bool = False) -> str:
    """1½ (or 1 1/2), 2¼, 3; a number that no sign stands for with at most two decimals."""
    whole, part = divmod(value, 1)
    if not part:
        return str(whole)
    sign = next((sign for sign, worth in _GLYPHS.items() if worth == part), "")
    if not sign:
        return f"{float(value):.2f}".rstrip("0").rstrip(".")
    if slash:
        sign = f" {part}" if whole else str(part)
    return f"{whole or ''}{sign}"


def near(value: Fraction, *parts: int) -> Fraction:
    """The nearest number above nothing in one of these parts (2: halves)."""
    found = (max(Fraction(round(value * part), part), Fraction(1, part)) for part in parts)
    return min(found, key=lambda one: abs(one - value))


_SHORT: Final = frozenset("g gm gms kg mg l ml cl dl oz lb lbs tbsp tbsps tbs tsp tsps c. qt qts pkg".split())  # noqa: SIM905
_WHOLE: Final = frozenset("clove slice sprig pinch dash drop leaf sheet rasher stalk glug drizzle".split())  # noqa: SIM905
_SMALLER: Final = {
    "kg": (Fraction(1), 1000, "g"), "l": (Fraction(1), 1000, "ml"), "liter": (Fraction(1), 1000, "ml"),
    "litre": (Fraction(1), 1000, "ml"), "cup": (Fraction(1, 4), 16, "tablespoon"),
    "tablespoon": (Fraction(1, 2), 3, "teaspoon"), "tbsp": (Fraction(1, 2), 3, "tsp"),
    "tbs": (Fraction(1, 2), 3, "tsp"),
}  # fmt: skip
"""Below this much of a unit: how many of which smaller unit make one."""


def times_as_much(one: Amount, factor: Fraction, noun: str = "", *, slash: bool = False) -> tuple[str, Fraction]:
    """The amount times the factor as a cook writes it, and the number that decides singular or plural.

    `noun` is what a bare number counts: there are no half cloves.
    """
    unit, low, high = one.unit, one.low * factor, one.high * factor if one.high else None
    if low < Fraction(1, 8) and singular(unit.casefold()) in ("teaspoon", "tsp"):
        return "a pinch of", Fraction(1)
    least, many, smaller = _SMALLER.get(singular(unit.casefold()), (Fraction(0), 1, unit))
    if low < least:
        unit, low, high = smaller, low * many, high * many if high else None
    if singular(unit.casefold()) == "cup" and low in (Fraction(3, 8), Fraction(5, 8)) and high is None:
        unit, low = "tablespoons", low * 16
    low, high = rounded(low, unit or noun), rounded(high, unit or noun) if high else None
    last = high or low
    names = agreeing(unit, last)
    gap = one.gap or (" " if len(names) > 3 else "")
    if high is None or high <= low:
        return _said(one, last, names, gap, slash), last
    return f"{mixed(low, slash=slash)}{one.to}{mixed(high, slash=slash)}{gap if unit else ''}{names}", last


def _said(one: Amount, value: Fraction, unit: str, gap: str, slash: bool) -> str:
    """The number in words if it was in words."""
    spoken = one.style in ("word", "article")
    if spoken and value == Fraction(1, 2):
        return f"half a {unit}".rstrip() if unit and unit[0] not in "aeo" else f"half an {unit}".rstrip()
    if spoken and value == 1 and unit and one.style == "article":
        return f"{'an' if unit[0] in 'aeo' else 'a'} {unit}"
    word = next((word for word, worth in WORDS.items() if worth == value), "") if spoken else ""
    return (word or mixed(value, slash=slash)) + (f"{gap or ' ' * bool(word)}{unit}" if unit else "")


def rounded(value: Fraction, unit: str = "") -> Fraction:
    """The nearest number that kitchen scales, jugs and spoons show; never nothing."""
    name = singular(unit.casefold())
    match measure(unit):
        case "weight" | "volume" if name in ("g", "gram", "ml", "mg", "cl", "dl"):
            return _metric(value)
        case "weight" | "volume" if name in ("kg", "l", "litre", "liter", "kilo"):
            return near(value, 20)
        case "spoon" | "volume" | "weight":
            if value.denominator in (1, 2, 3, 4, 8):
                return value
            return near(value, 2) if value > 6 else near(value, *((2, 4, 3, 8) if value < 1 else (4, 3)))
        case "pack":
            return near(value, 2, 3, 4) if value < 3 else near(value, 2)
        case "bit" if name in _WHOLE:
            return Fraction(max(1, round(value)))
        case _:
            return near(value, 2) if value < 4 else Fraction(round(value))


def _metric(value: Fraction) -> Fraction:
    if value.denominator == 1:
        return value
    return near(value, 2) if value < 10 else near(value, 1) if value < 100 else near(value / 5, 1) * 5


def agreeing(unit: str, value: Fraction) -> str:
    """The unit in singular or plural; abbreviations stay."""
    if not unit or unit.casefold() in _SHORT or unit.endswith("."):
        return unit
    one = {"leaves": "leaf"}.get(unit, singular(unit))
    return one if value <= 1 else unit if unit != one else plural(one)


def plural(word: str) -> str:
    """The plural of an English noun: loaf, loaves; box, boxes; berry, berries; potato, potatoes."""
    if word.endswith(("f", "fe")) and (many := word.rstrip("fe") + "ves") and singular(many) == word:
        return many
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    ends = ("s", "x", "z", "ch", "sh")
    return word + ("es" if word.endswith(ends) or word in ("potato", "tomato", "mango") else "s")
