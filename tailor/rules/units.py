"""Measures of another system: grams for cups, centimetres for inches, °C for °F, gas marks.

Spoons stay: both worlds have them. Cups become grams where the density is known and millilitres where the food is
poured; all other cups stay as they are.
"""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from tailor.core.edits import Replace
from tailor.core.finding import cues
from tailor.core.numerals import mixed
from tailor.core.procedure import PARTS, Procedure
from tailor.rules.amounts import Amount, amounts, near, times_as_much
from tailor.rules.model import Asked, Proposal
from tailor.rules.phrases import phrase_at
from tailor.rules.tables import pattern, table

_OPPOSITE: Final = {"cups": "metric", "imperial": "metric", "fahrenheit": "celsius", "celsius": "fahrenheit"}
_HEAT: Final = re.compile(
    r"(?P<low>\d{2,3})(?:\s?(?P<to>-|–|to)\s?(?P<high>\d{2,3}))?\s?(?:°|º"
    r"|degrees?)?\s?(?P<unit>(?<=[°ºs\d] )[CF]|(?<=[°º\d])[CF]"
    r"|Celsius|Fahrenheit)\b(?P<fan>\s?\(\d+ ?°C fan\))?",
)
_HEATS: Final = {"metric": "C", "celsius": "C", "imperial": "F", "fahrenheit": "F", "gas": "gas"}
_CROSS: Final = pattern("units", "cross")
_ATTRIBUTE: Final = pattern("units", "attribute")
_NAMES: Final = {
    "metric": "Metric measures",
    "imperial": "Ounces, pounds and °F",
    "cups": "Cups",
    "celsius": "°C",
    "fahrenheit": "°F",
    "gas": "Gas marks",
}


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


def converted(text: str, system: str) -> str:
    """The text with its measures in a system; what is there in both keeps the wished one."""
    text = _heated(text, _HEATS[system]) if system in _HEATS else text
    if system not in ("metric", "imperial", "cups"):
        return text
    text = _CROSS.sub(lambda found: _crossed(found, system), text)
    done = text = _single(text, system)
    for one in reversed(amounts(text)):
        if _is_old(one, system) and (new := _other(text, one, system)):
            done = done[: one.start] + new + done[one.end :]
    return _articles(done)


def _is_old(one: Amount, system: str) -> bool:
    metric = one.name in table("units")["sets"]["metric"]
    if system == "metric":
        return not metric and one.name in table("units")["sized"].get(one.measure, ())
    return metric and (system != "cups" or one.measure != "length")


def _single(text: str, system: str) -> str:
    """The text with one measure where a bracket says it in another: "150 g (1/3 lb)"."""
    found = [one for one in amounts(text) if one.measure in ("volume", "weight", "length")]
    for one, other in reversed(list(pairwise(found))):
        opens = re.fullmatch(r"\s?\((?:about |approx\.? |~)?", text[one.end : other.start])
        if opens and text.startswith(")", other.end):
            kept = other if _is_old(one, system) and not _is_old(other, system) else one
            text = text[: one.start] + text[kept.start : kept.end] + text[other.end + 1 :]
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
    base = table("units")["sized"].get(one.measure, {}).get(one.name)
    if base is None or re.match(r"\s?(?:/|per\b|muffin|holes?\b|measuring)", text[one.end :]):
        return None
    bracket = re.match(r"\s?\([^()]*\)", text[one.end :])
    size, phrase = Fraction(str(base)), phrase_at(text, one.end + (bracket.end() if bracket else 0))
    known = (
        name for name in sorted(table("units")["grams"], key=len, reverse=True) if f" {name} " in f" {phrase} "
    )
    grams = next((Fraction(table("units")["grams"][name]) for name in known), None)
    poured = bool(phrase) and phrase.split()[-1] in table("units")["liquid"]["names"]
    if system == "cups":
        if (one.measure == "weight" and grams is None) or one.gap == "-":
            return None
        cups = size / (grams if one.measure == "weight" and grams else 240)
        return _cups(one, cups) if one.low * cups <= 16 else None
    if one.measure == "volume" and system == "metric" and not poured and one.gap != "-":
        return _metric(one, size / 240 * grams, "g") if grams else None
    units = {"metric": ("ml", "g", "cm"), "imperial": ("fl oz", "oz", "inches")}[system]
    unit = units[("volume", "weight", "length").index(one.measure)]
    if system == "metric":
        return _metric(one, size, unit)
    if (unit == "fl oz" and one.low * size >= 1000) or re.search(r"[x×]\s?$", text[: one.start]):
        return None
    attribute = unit == "inches" and (one.gap == "-" or _ATTRIBUTE.match(text, one.end))
    return _imperial(one, size, unit, "-" if attribute else " ")


def _metric(one: Amount, size: Fraction, unit: str) -> str:
    if unit != "cm" and one.low * size >= 1000:
        size, unit = size / 1000, {"g": "kg", "ml": "litres"}[unit]

    def nice(value: Fraction) -> Fraction:
        if unit in ("kg", "litres"):
            return near(value, 20)
        return near(value / 5, 1) * 5 if value >= 20 and unit != "cm" else near(value, 2 if value < 5 else 1)

    return _said(one, nice(one.low * size), nice(one.high * size) if one.high else None, unit)


def _said(one: Amount, low: Fraction, high: Fraction | None, unit: str, gap: str = " ") -> str:
    top = f"{one.to}{mixed(high)}" if high and high > low else ""
    unit = "litre" if unit == "litres" and not top and low == 1 else unit
    return f"{mixed(low)}{top}{gap}{unit}"


def _imperial(one: Amount, size: Fraction, unit: str, gap: str) -> str:
    factor = {"fl oz": Fraction(30), "oz": Fraction("28.35"), "inches": Fraction("2.54")}[unit]
    if unit == "oz" and one.low * size >= 454:
        factor, unit = Fraction(454), "lb"
    parts = 1 if unit == "inches" and one.low * size / factor >= 4 else 4
    low, high = near(one.low * size / factor, parts), near(one.high * size / factor, parts) if one.high else None
    return _said(one, low, high, "inch" if unit == "inches" and (low <= 1 or gap == "-") else unit, gap)


def _cups(one: Amount, cups: Fraction) -> str:
    """Cups, or spoons where a cup shows too little."""
    low, many, unit = one.low * cups, 1, "cup"
    parts: tuple[int, ...] = (4, 3, 8)
    if low < Fraction(1, 4):
        many, unit, parts = (16, "tablespoon", (2, 3)) if low >= Fraction(1, 32) else (48, "teaspoon", (4, 2))
    high = near(one.high * cups * many, *parts) if one.high else None
    number = replace(one, low=near(low * many, *parts), high=high, unit=unit, gap=" ", style="figure")
    words, _ = times_as_much(number, Fraction(1))
    return words


def _heated(text: str, unit: str) -> str:
    """The text with its temperatures in one unit; where both stand there, only the wished one."""
    found = list(_HEAT.finditer(text))
    for one, other in reversed(list(pairwise(found))):
        between = text[one.end() : other.start()]
        if one["unit"][0] != other["unit"][0] and re.fullmatch(r"\s?[(/]\s?", between):
            kept = other if other["unit"][0] == unit else one
            text = text[: one.start()] + kept[0] + text[other.end() :].removeprefix(")" if "(" in between else "")
    return _HEAT.sub(lambda one: one[0] if one["unit"][0] == unit else _degrees(one, unit) or one[0], text)


def _degrees(one: re.Match[str], unit: str) -> str:
    def turned(value: str) -> int:
        degrees = int(value)
        if one["unit"][0] == "C":
            exact = degrees * 9 / 5 + 32
            return round(exact / 25) * 25 if degrees >= 120 else round(exact)
        exact = (degrees - 32) * 5 / 9
        return round(exact / 5) * 5 if degrees >= 250 else round(exact)

    if unit == "gas":
        celsius = int(one["low"]) if one["unit"][0] == "C" else turned(one["low"])
        mark = next((mark for mark, heat in table("units")["gas"].items() if abs(heat - celsius) <= 5), None)
        return f"gas mark {mark}" if mark and not one["high"] else ""
    high = f"{one['to'] if one['to'] != 'to' else ' to '}{turned(one['high'])}" if one["high"] else ""
    fan = f" ({turned(one['fan'].strip(' (').split()[0].rstrip('°C'))} °{unit} fan)" if one["fan"] else ""
    return f"{turned(one['low'])}{high} °{unit}{fan}"


def _articles(text: str) -> str:
    text = re.sub(r"\b([Aa]) (?=(?:8|11|18)(?![\d.,]))", r"\1n ", text)
    return re.sub(r"\b([Aa])n (?!(?:8|11|18)(?![\d.,]))(?=\d)", r"\1 ", text)
