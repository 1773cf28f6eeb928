"""Quantities as people write them: temperatures, times, amounts and ratios in digits, fractions and words.

"Half an hour" equals "30 min". Every pattern is linear in its text; units and number words are in tripwires.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from tailor.core.english import singular
from tailor.core.guard.vocabulary import Break, Token, plain_from, read_json, tokenize
from tailor.core.numerals import SIGNS

_DEGREE = (
    r"(?:(?:°|º|deg\b|degrees?\b)\s{0,2}([CcFf]\b|[Cc]elsius|[Ff]ahrenheit)?|([CcFf]\b|[Cc]elsius|[Ff]ahrenheit))"
)
_HEAT = re.compile(r"(?<![\w.,])(\d{1,4}(?:[.,]\d{1,2})?)\s{0,2}" + _DEGREE)
_DONE_AT = re.compile(
    r"\b(?:reads?|reading|shows?|showing|says|hits?|reach(?:es|ed)?|(?:done|ready|cooked|safe) (?:at|by)"
    r"|pull(?:ed)? (?:it |them )?at|(?:internal|core)(?: temp(?:erature)?)? of)"
    r"\s(?:a |just |only |about )?(\d{2,3})(?=\s(?:in|inside|at the|on|and|then|before)\b|[.,;!)]|\s?\Z)(?![.,]\d)"
)
"""A number that can only be a temperature: "done at 60", "when the probe reads 57"."""
HOTTEST_CELSIUS = 100
"""The inside of a food is never hotter, so a higher number is in Fahrenheit."""
_DEGREE_AFTER = re.compile(r"\s{0,2}" + _DEGREE)
_SIGN = f"[{''.join(SIGNS)}]"
_PLAIN = r"\d{1,7}(?:[.,]\d{1,3})?"
_NUMBER = re.compile(
    rf"(?<![\w.,/:])(?:(?P<whole>{_PLAIN})(?:(?P<ratio>\s?:\s?\d{{1,4}})(?![\d:])|\s?/\s?(?P<over>\d{{1,3}})"
    rf"|\s?(?P<part>\d{{1,2}}/\d{{1,3}})|\s?(?P<sign>{_SIGN}))?|(?P<only>{_SIGN}))"
    rf"(?:\s?(?:-|–|to|or)\s?(?P<upto>{_PLAIN}|{_SIGN})(?![\w/:]|[.,]\d))?"
)
_SIGNS = {sign: float(worth) for sign, worth in SIGNS.items()}
_JOINING = frozenset(["while", "when", "until", "once", "and", "or", "then"])
"""Words after a number that it does not count: "cut it into 12 while it is warm"."""
_UNIT = re.compile(r"[\s-]{0,2}(%|[^\W\d_]{1,15})")


_HOT: Final = 140.0
"""°C from which only ovens are meant, not food or jars; they are rounded when converted: 200 °C is 400 °F."""
_ROUNDED: Final = 5.0


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its dimension; `low` and `high` are in the dimension's base unit, `written` is the text."""

    start: int
    dimension: str
    low: float
    high: float
    written: str

    def same(self, other: Quantity) -> bool:
        """Whether both mean the same: 30 min and half an hour, 200 °C and 392 °F, an oven's 350 °F and 175 °C."""
        near = max(abs(self.low), abs(other.low)) * 0.005
        if self.dimension == "temperature":
            turned = ("f" in self.written.casefold()) != ("f" in other.written.casefold())  # °F, Fahrenheit
            near = _ROUNDED if turned and min(self.low, other.low) >= _HOT else 1.0
        return (
            self.dimension == other.dimension
            and abs(self.low - other.low) <= near
            and abs(self.high - other.high) <= max(near, abs(other.high) * 0.005)
        )


@dataclass(frozen=True, slots=True)
class Units:
    """Units by their singular, with dimension and factor; number words; words whose number is only a reference."""

    units: Mapping[str, tuple[str, float]]
    words: Mapping[str, float]
    articles: frozenset[str]
    fillers: frozenset[str]
    describing: frozenset[str]
    """Words between a number and what it counts: "3 very ripe bananas"."""
    references: frozenset[str]


@cache
def units() -> Units:
    data = read_json("tripwires")
    known = {
        name: (dimension, factor) for dimension, names in data["units"].items() for name, factor in names.items()
    }
    sets = (frozenset(data[key]) for key in ("articles", "fillers", "describing", "references"))
    return Units(known, data["words"], *sets)


def _celsius(value: float, letter: str) -> float:
    return (value - 32) * 5 / 9 if letter.lower().startswith("f") else value


def temperatures(text: str) -> Iterator[tuple[int, int, float]]:
    """Yield (start, end, degrees Celsius) for each temperature; a bare "°" or "degrees" counts as Celsius."""
    for found in _HEAT.finditer(text):
        value = float(found[1].replace(",", "."))
        yield found.start(), found.end(), _celsius(value, found[2] or found[3] or "c")


def bare_temperatures(text: str) -> Iterator[tuple[int, int, float]]:
    """Yield the same as `temperatures` for numbers without a degree that say when a food is done inside."""
    for found in _DONE_AT.finditer(text):
        value = float(found[1])
        yield found.start(1), found.end(1), _celsius(value, "f" if value > HOTTEST_CELSIUS else "c")


def _value(written: str | None) -> float:
    if not written:
        return 0.0
    if written in _SIGNS:
        return _SIGNS[written]
    thousands = len(written.partition(",")[2]) == 3 and not written.startswith("0")
    return float(written.replace(",", "" if thousands else "."))


def _fraction(top: str, bottom: str) -> float:
    return _value(top) / (_value(bottom) or 1.0)


def _ends(found: re.Match[str]) -> tuple[float, float]:
    """Return the lower and upper end of a number: 10-12 has two, ½ has one; a ratio keeps its two sides."""
    low = _value(found["whole"]) + _value(found["sign"]) + _value(found["only"])
    if found["ratio"]:
        return low, float(found["ratio"].strip(" :"))
    if found["over"]:
        low = _fraction(found["whole"], found["over"])
    elif found["part"]:
        low += _fraction(*found["part"].split("/"))
    return low, max(low, _value(found["upto"]))


def _measured(text: str, found: re.Match[str]) -> Quantity:
    start, end = found.span()
    low, high = _ends(found)
    if found["ratio"]:
        return Quantity(start, "ratio", low, high, found.group())
    if heat := _DEGREE_AFTER.match(text, end):
        letter = heat[1] or heat[2] or "c"
        written = text[start : heat.end()]
        return Quantity(start, "temperature", _celsius(low, letter), _celsius(high, letter), written)
    unit = _UNIT.match(text, end)
    while unit is not None and unit[1].lower() in units().describing and (noun := _UNIT.match(text, unit.end())):
        unit = noun
    if (
        unit is None or unit[1] == "a" or unit[1].lower() in _JOINING
    ):  # amperes have a capital; "part 2 a page" has an article
        return Quantity(start, "count", low, high, found.group())
    name = singular(unit[1].lower())
    dimension, factor = units().units.get(name, (f"count {name}", 1.0))
    return Quantity(start, dimension, low * factor, high * factor, text[start : unit.end()])


def _after_words(tokens: tuple[Token, ...], at: int) -> tuple[float, int]:
    """Return the number that begins here ("one and a half", "a quarter of an") and the index of its unit."""
    known = units()
    number = 1.0 if tokens[at].plain in known.articles else known.words[tokens[at].plain]
    nxt = at + 1
    while nxt < len(tokens) and nxt < at + 6 and tokens[nxt].gap < Break.COMMA:
        word, before = tokens[nxt].plain, tokens[nxt - 1].plain
        part = known.words.get(tokens[nxt].stem, 0)
        if nxt == at + 1 and word.endswith("s") and 0 < part < 1:
            number *= part  # "three quarters of a teaspoon"
        elif 0 < known.words.get(word, 0) < 1:
            alone = before in known.articles and tokens[nxt - 2].plain != "and"
            number = known.words[word] if alone or nxt == at + 1 else number + known.words[word]
        elif number >= 20 and tokens[nxt].gap <= Break.HYPHEN and 1 <= known.words.get(word, 0) < 10:
            number += known.words[word]
        elif word not in known.fillers:
            break
        nxt += 1
    return number, nxt


def _worded(text: str, tokens: tuple[Token, ...], at: int) -> tuple[Quantity | None, int]:
    known = units()
    token, article = tokens[at], tokens[at].plain in known.articles
    if token.plain in {"once", "twice"}:
        times = known.words[token.plain]
        return Quantity(token.start, "times", times, times, text[token.start : token.end]), at + 1
    number, nxt = _after_words(tokens, at)
    while nxt + 1 < len(tokens) and tokens[nxt].plain in known.describing and tokens[nxt + 1].gap < Break.COMMA:
        nxt += 1
    if nxt >= len(tokens) or tokens[nxt].gap >= Break.COMMA or (article and number == 1 and nxt > at + 1):
        return None, at + 1
    end, stop = tokens[nxt].end, nxt + 1
    dimension, factor = known.units.get(tokens[nxt].stem, (f"count {tokens[nxt].stem}", 1.0))
    if (
        (article and dimension != "time")
        or (dimension.startswith("count") and number < 2)
        or len(tokens[nxt].plain) < 2
    ):
        return None, at + 1
    if plain_from(tokens, stop, 3) == ["and", "a", "half"]:
        number, end, stop = number + 0.5, tokens[stop + 2].end, stop + 3
    return Quantity(token.start, dimension, number * factor, number * factor, text[token.start : end]), stop


_ORDINALS: Final = frozenset(["third", "fifth", "sixth", "eighth", "tenth"])
"""Fractions only before "of": the third day is not a third of a day."""


def _in_words(text: str, tokens: tuple[Token, ...]) -> Iterator[Quantity]:
    known = units()
    skip = 0
    for at, token in enumerate(tokens):
        begins = token.plain in known.articles or token.plain in known.words
        if at >= skip and begins and (token.plain not in _ORDINALS or plain_from(tokens, at + 1, 1) == ["of"]):
            quantity, skip = _worded(text, tokens, at)
            if quantity is not None:
                yield quantity


def quantities(text: str) -> tuple[Quantity, ...]:
    """Return every quantity in reading order, except numbers that only refer to something ("step 4")."""
    tokens = tokenize(text)
    pointing = units().references
    pointed = {tokens[i + 1].start for i, t in enumerate(tokens[:-1]) if t.plain in pointing}
    found = [*(_measured(text, m) for m in _NUMBER.finditer(text)), *_in_words(text, tokens)]
    return tuple(sorted((q for q in found if q.start not in pointed), key=lambda q: q.start))
