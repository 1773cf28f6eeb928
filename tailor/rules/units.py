"""Measures of another system: grams for cups, centimetres for inches, °C for °F, gas marks (data/units.toml).

Spoons stay: both worlds have them. Cups become grams where the density is known and millilitres where the food is
poured; all other cups stay as they are.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from tailor.core.edits import Replace
from tailor.core.finding import cues
from tailor.core.procedure import PARTS, Procedure
from tailor.rules.amounts import Amount, amounts, near, phrase_at, times_as_much, written
from tailor.rules.model import Asked, Proposal
from tailor.rules.tables import pattern, table

_OPPOSITE: Final = {"cups": "metric", "imperial": "metric", "fahrenheit": "celsius", "celsius": "fahrenheit"}
_HEATS: Final = {"metric": "C", "celsius": "C", "imperial": "F", "fahrenheit": "F", "gas": "gas"}
_NAMES: Final = {
    "metric": "Metric measures",
    "imperial": "Ounces, pounds and °F",
    "cups": "Cups",
    "celsius": "°C",
    "fahrenheit": "°F",
    "gas": "Gas marks",
}
_HEAT: Final = pattern("units", "heat")
_CUP: Final = 240
"""Millilitres."""


def propose(procedure: Procedure, asked: Asked) -> Proposal | None:
    """Every measure in the system that is wished, as far as that is known."""
    system = _wished(asked)
    if system is None:
        return None
    edits = tuple(
        Replace(part=part, step=step, text=new, reason=f"{_NAMES[system]}, rounded as kitchens do.")
        for part in PARTS
        for step, text in enumerate(procedure.part(part), 1)
        if (new := converted(text, system)) != text
    )
    return Proposal(edits=edits, says=f"{_NAMES[system]} now, rounded as kitchens do.") if edits else None


def _wished(asked: Asked) -> str | None:
    """The system that the wish names, or the other one where it refuses what it names."""
    if asked.wish.polarity != "unit":
        return None
    system = cues.units().get(tuple((asked.wish.corrected or asked.wish.thing).casefold().split()))
    before = re.sub(r"['’]", "", asked.requirement.words.casefold()).split(asked.wish.thing.casefold())[0]
    if re.search(r"\b(?:no|not|dont|never|without|instead of|rather than|from|hate)\b", before):
        return _OPPOSITE.get(system or "")
    return system


_HALF = re.compile(r"\d-? ?(?:to|or|and) $")
"""Before the second half of a range whose first half has no unit of its own: "5- to 6-quart"."""


def converted(text: str, system: str) -> str:
    """The text with its measures in a system; what is there in both keeps the wished one."""
    text = _heated(text, _HEATS[system]) if system in _HEATS else text
    if system not in table("units")["written"]:
        return text
    text = pattern("units", "cross").sub(lambda found: _crossed(found, system), text)
    text = _single(text, [(one.start, one.end, _is_old(one, system)) for one in amounts(text) if _size(one)])
    for one in reversed(amounts(text)):
        if _is_old(one, system) and not _HALF.search(text, 0, one.start) and (new := _other(text, one, system)):
            text = text[: one.start] + new + text[one.end :]
    return _articles(text)


def _size(one: Amount) -> Fraction:
    """How much of the base unit of its measure one unit is; 0 where that is not known."""
    return Fraction(str(table("units")["sized"].get(one.measure, {}).get(one.name, 0)))


def _is_old(one: Amount, system: str) -> bool:
    metric = one.name in table("units")["sets"]["metric"]
    if system == "metric":
        return not metric and _size(one) > 0
    return metric and (system != "cups" or one.measure != "length")


def _single(text: str, found: Iterable[tuple[int, int, bool]]) -> str:
    """The text with one measure where it says the same in another: "150 g (1/3 lb)", "180 °C/350 °F".

    Of each measure: where it begins and ends, and whether it is to go.
    """
    for (start, end, old), (start2, end2, old2) in reversed(list(pairwise(found))):
        sign = re.fullmatch(r"\s?(?:([(])|/)\s?(?:about |approx\.? |~)?", text[end:start2])
        closed = re.compile(r"\.?\)" if sign and sign[1] else "").match(text, end2)
        if sign and closed and (old != old2 or sign[1]):
            kept = text[start2:end2] if old and not old2 else text[start:end]
            text = text[:start] + kept + text[closed.end() :]
    return text


def _crossed(found: re.Match[str], system: str) -> str:
    """9x13 inch as 23 × 33 cm, and the other way round."""
    inches = found["unit"].casefold() != "cm"
    if inches != (system == "metric"):
        return found[0]
    sides = [int(found[name]) * 2.54 ** (1 if inches else -1) for name in ("one", "two", "three") if found[name]]
    return " × ".join(str(round(side)) for side in sides) + (" cm" if inches else " inch")


def _other(text: str, one: Amount, system: str) -> str | None:
    """The amount in the other system; None where that cannot be known."""
    bracket = re.compile(r"\s?\([^()]*\)").match(text, one.end)
    phrase = phrase_at(text, bracket.end() if bracket else one.end)
    grams, size, measure = _grams(phrase), _size(one), one.measure
    attribute = one.gap == "-" or pattern("units", "attribute").match(text, one.end)
    if pattern("units", "stays").match(text, one.end) or re.search(r"(?<![a-z])[x×]\s?$", text[: one.start]):
        return None
    if system == "cups" and (one.gap == "-" or (measure == "weight" and not grams)):
        return None
    if system == "cups" and measure == "weight":
        measure, size = "volume", size / grams * _CUP
    elif system == "metric" and measure == "volume" and one.gap != "-" and not _is_poured(phrase):
        measure, size = "weight", size / _CUP * grams
    if not size or (measure == "volume" and one.low * size > table("units")["most"].get(system, 10**6)):
        return None
    new = _in_steps(one, size, table("units")["written"][system][measure])
    return re.sub(r" inch(?:es)?$", "-inch", new) if attribute else new


def _grams(phrase: str) -> Fraction:
    """What a cup of it weighs; 0 where that is not known."""
    known = (name for name in table("units")["grams"] if f" {name} " in f" {phrase} ")
    return Fraction(table("units")["grams"].get(max(known, key=len, default=""), 0))


def _is_poured(phrase: str) -> bool:
    return phrase.rpartition(" ")[2] in table("units")["liquid"]["names"]


def _in_steps(one: Amount, size: Fraction, rows: Sequence[tuple[str, str, str, Sequence[str]]]) -> str:
    """The amount in the first unit that it is large enough for, rounded to one of its steps."""
    unit, worth, steps = next(row[1:] for row in rows if one.low * size >= Fraction(row[0]))
    ends = (number * size / Fraction(worth) for number in (one.low, one.high or one.low))
    low, high = (_nearest(end, map(Fraction, steps)) for end in ends)
    new = replace(one, low=low, high=high, unit=unit, gap=" ", style="figure")
    return times_as_much(new, Fraction(1))[0] if unit == "cup" else written(new, low, high, unit)


def _nearest(number: Fraction, steps: Iterable[Fraction]) -> Fraction:
    return min((near(number / step, 1) * step for step in steps), key=lambda new: abs(new - number))


def _heated(text: str, unit: str) -> str:
    """The text with its temperatures in one unit; where both stand there, only the wished one."""
    kept = "C" if unit == "gas" else unit
    text = _single(text, [(*one.span(), one["unit"][0].upper() != kept) for one in _HEAT.finditer(text)])
    return _HEAT.sub(lambda one: _gas_mark(one) if unit == "gas" else _degrees(one, unit), text)


def _gas_mark(one: re.Match[str]) -> str:
    """The mark of a temperature that an oven has; else the temperature as it is."""
    celsius = _turned(one["low"], "C") if one["unit"][0].upper() == "F" else int(one["low"])
    mark = next((mark for mark, heat in table("units")["gas"].items() if abs(heat - celsius) <= 5), None)
    return f"gas mark {mark}" if mark and not one["high"] else one[0]


def _degrees(one: re.Match[str], unit: str) -> str:
    if one["unit"][0].upper() == unit:
        return one[0]
    high = f"{one['to'].replace('to', ' to ')}{_turned(one['high'], unit)}" if one["high"] else ""
    fan = f" ({_turned(one['fan'], unit)} °{unit} fan)" if one["fan"] else ""
    return f"{_turned(one['low'], unit)}{high} °{unit}{fan}"


def _turned(degrees: str, unit: str) -> int:
    """In °F or °C from the other, in the steps of an oven where it is that hot."""
    if unit == "F":
        fahrenheit = int(degrees) * 9 / 5 + 32
        return round(fahrenheit / 25) * 25 if int(degrees) >= 120 else round(fahrenheit)
    celsius = (int(degrees) - 32) * 5 / 9
    return round(celsius / 5) * 5 if int(degrees) >= 250 else round(celsius)


def _articles(text: str) -> str:
    text = re.sub(r"\b([Aa]) (?=(?:8|11|18)(?![\d.,]))", r"\1n ", text)
    return re.sub(r"\b([Aa])n (?!(?:8|11|18)(?![\d.,]))(?=\d)", r"\1 ", text)
