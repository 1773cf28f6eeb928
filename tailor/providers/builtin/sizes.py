"""Another size of tin, tank or bucket: amounts by base or by contents, as `sizes.json` says.

Owns reading the two sizes and the factor between them. Refuses to guess a size that neither hint nor procedure
names, to change what is fried in portions, and to know what has to stay out of a bag.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from tailor.core.requirements import Requirement
from tailor.providers.builtin.knowledge import Record, records, text
from tailor.providers.builtin.quantities import number
from tailor.providers.builtin.ratio import Wish
from tailor.providers.builtin.scaling import scale_by
from tailor.providers.builtin.sheet import Sheet

_FIGURE = r"(?<!\d)\d{1,6}(?:[.,]\d{1,3})?"


def _sides(name: str) -> str:
    """A size: one side, or two with a cross between them, as groups of this name."""
    return rf"(?P<{name}>{_FIGURE})(?:(?:\s?cm)?\s?(?:x|×|by)\s?(?P<{name}2>{_FIGURE}))?"


_LENGTH = r"\s?-?(?:cm|inch(?:es)?|\")"
_TIN = r"(?:(?:cake|loaf|round|square|springform|baking|muffin|pie|tart|roasting|bundt) ?)*"
_TINS = rf"{_TIN}(?:tin|pan|mould|mold|dish|form|springform|tray)\b"
_FRYING: Final = re.compile(r"\b(?:frying pan|skillet|wok|saucepan|griddle)\b", re.IGNORECASE)
_ASKED_TIN: Final = re.compile(
    rf"\b{_TINS}[^.;\d]*{_sides('new')}(?:{_LENGTH}|(?= (?:instead|not|rather)))"
    rf"|{_sides('size')}{_LENGTH} {_TINS}",
    re.IGNORECASE,
)
_OLD: Final = re.compile(
    rf"\b(?:instead of|not|rather than) (?:an? |the )?{_sides('old')}(?:{_LENGTH})?", re.IGNORECASE
)
_NAMED: Final = re.compile(
    rf"{_sides('a')}{_LENGTH} {_TINS}|\b{_TINS},? (?:of )?{_sides('b')}{_LENGTH}", re.IGNORECASE
)
_VESSEL = r"(?:fish ?tank|tank|aquarium|bucket|barrel|pond|fermenter|demijohn|watering can|sprayer|spray bottle)"
_LITRES = r"(?:lit(?:re|er)s?|l|gallons?|gal)\b"
_ASKED_VESSEL: Final = re.compile(
    rf"\b(?P<vessel>{_VESSEL})\b[^.;\d]*?(?P<n>{_FIGURE})[\s-]?(?P<unit>{_LITRES})"
    rf"|\b(?P<m>{_FIGURE})[\s-]?(?P<unit2>{_LITRES})\s(?P<vessel2>{_VESSEL})\b",
    re.IGNORECASE,
)
_ASKED_LIMIT: Final = re.compile(
    r"\b(?:allow(?:s|ed|ance)?|limit(?: is| of)?|at most|max(?:imum)?(?: of)?|up to|no more than|only)\b[^.;\d]*"
    rf"(?P<n>{_FIGURE})\s?(?P<unit>kg|kilos?)\b",
    re.IGNORECASE,
)
_LUGGAGE: Final = re.compile(r"\b(?:airline|luggage|baggage|suitcase|cabin bag|backpack)\b", re.IGNORECASE)
_NAMED_LIMIT: Final = re.compile(rf"\b(?P<n>{_FIGURE})\s?kg\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Size:
    """A tin by its width as written, its other side where it is no round one, and their unit."""

    side: str
    other: str | None
    unit: str


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of one kind of size, with places for the figures."""

    reason: str
    says: str


@cache
def told(id: str) -> Told:
    """The words for one kind of size of the data file."""
    entry = next(one for one in records("sizes", "sizes") if one.get("id") == id)
    return _told(entry)


def resize(sheet: Sheet, requirements: Sequence[Requirement]) -> None:
    """Fits amounts to the size of the tin, the tank or the bag that a requirement names."""
    for one in requirements:
        words = one.text.replace("’", "'")
        if asked := _ASKED_TIN.search(words):
            _tin(sheet, one.id, words, asked)
        elif vessel := _ASKED_VESSEL.search(words):
            _vessel(sheet, one.id, vessel)
        elif (limit := _ASKED_LIMIT.search(words)) and _LUGGAGE.search(f"{words} {sheet.goal}"):
            _limit(sheet, one.id, limit)


def _tin(sheet: Sheet, id: str, words: str, asked: "re.Match[str]") -> None:
    sheet.understood([id])
    new = _size(asked, "new") or _size(asked, "size")
    assert new is not None
    if _FRYING.search(words):
        sheet.say([id], _filled(told("pan").says, new=f"{_name(new)} {new.unit}"))
        return
    named = next((m for line in sheet.lines if (m := _NAMED.search(line.text)) and not _FRYING.search(m[0])), None)
    stated = _OLD.search(words)
    old = _size(stated, "old", new.unit) if stated else (named and (_size(named, "a") or _size(named, "b")))
    if not old or not _area(old):
        sheet.say([id], "The procedure names no size of the tin: say both, such as “20 cm instead of 24”.")
    elif (new.other is None) != (old.other is None):
        sheet.say(
            [id], "One tin has one side named and the other has two, so I cannot compare them. Say both alike."
        )
    else:
        _by_base(sheet, id, _in_unit(new, old.unit), old)


def _by_base(sheet: Sheet, id: str, new: Size, old: Size) -> None:
    """Scales by the areas of two tins of one shape."""
    factor = _rounded(_area(new) / _area(old))
    if factor == 1:
        sheet.say([id], "The tin is about this size already.")
        return
    figures = {"new": f"{_name(new)} {new.unit}", "old": f"{_name(old)} {old.unit}", "factor": _decimal(factor)}
    reason = _filled(told("tin").reason, **figures)
    if scale_by(sheet, Wish(factor, (id,), None, None), reason, _filled(told("tin").says, **figures)):
        for before, after in ((old.side, new.side), (old.other, new.other)):
            if before and after:
                there = rf"(?<![\d.,]){re.escape(before)}(?=(?:\s?(?:×|x)\s?\d+)?{_LENGTH})"
                _rename(sheet, id, there, after, reason, _NAMED)


def _size(found: "re.Match[str]", group: str, unit: str = "cm") -> Size | None:
    """The size that a group of a match names; in `unit` where the words name none."""
    if not found[group]:
        return None
    inches = re.search(r"inch|\d\"", found[0], re.IGNORECASE)
    named = "inch" if inches else "cm" if "cm" in found[0].casefold() else unit
    return Size(found[group], found[f"{group}2"], named)


def _in_unit(size: Size, unit: str) -> Size:
    """The size in another unit, to a full one."""
    if size.unit == unit:
        return size
    times = Fraction(254, 100) if unit == "cm" else Fraction(100, 254)
    side, other = (str(round(number(one) * times)) if one else None for one in (size.side, size.other))
    return Size(side or "", other, unit)


def _vessel(sheet: Sheet, id: str, asked: "re.Match[str]") -> None:
    size, vessel = asked["n"] or asked["m"], (asked["vessel"] or asked["vessel2"]).casefold()
    unit = "gallons" if (asked["unit"] or asked["unit2"]).casefold().startswith("gal") else "litres"
    sheet.understood([id])
    noun = "(?:tank|aquarium)" if vessel in ("tank", "aquarium", "fish tank") else vessel
    cue = re.compile(
        rf"\b(?P<a>{_FIGURE})[\s-]?{_LITRES} {noun}\b"
        rf"|\b{noun}s?,? (?:of )?(?P<b>{_FIGURE})[\s-]?{_LITRES}",
        re.IGNORECASE,
    )
    texts = [sheet.goal, *(line.text for line in sheet.lines)]
    named = next((match for words in texts if (match := cue.search(words))), None)
    old = (named["a"] or named["b"]) if named else "0"
    if not number(old):
        sheet.say([id], f"The procedure names no size of the {vessel}, so I changed nothing: say the "
                        "factor (“half as much”).")  # fmt: skip
        return
    factor = _rounded(number(size) / number(old))
    if factor == 1:
        sheet.say([id], f"The procedure is for a {vessel} of this size already.")
        return
    figures = {"new": size, "old": old, "factor": _decimal(factor), "unit": unit}
    reason = _filled(told("vessel").reason, **figures)
    scale_by(sheet, Wish(factor, (id,), None, None), reason, _filled(told("vessel").says, **figures))
    _rename(sheet, id, rf"\b{re.escape(old)}(?=[\s-]?{_LITRES})", size, reason, cue)


def _limit(sheet: Sheet, id: str, asked: "re.Match[str]") -> None:
    sheet.understood([id])
    new = asked["n"]
    lines = [line for line in sheet.steps if (m := _NAMED_LIMIT.search(line.text)) and m["n"] != new]
    if len(lines) != 1:
        sheet.say([id], f"I do not know what your things weigh: weigh the packed bag, and take out the heaviest "
                        f"things first until it is below {new} kg.")  # fmt: skip
        return
    found = _NAMED_LIMIT.search(lines[0].text)
    assert found is not None
    figures = {"new": new, "old": found["n"], "unit": "kg"}
    changed = _NAMED_LIMIT.sub(f"{new} kg", lines[0].text, count=1)
    sheet.change(lines[0], changed, _filled(told("limit").reason, **figures), [id])
    sheet.say([id], _filled(told("limit").says, **figures))


def _rename(sheet: Sheet, id: str, old: str, new: str, reason: str, where: "re.Pattern[str]") -> None:
    """The new size in the name of the vessel, wherever it stands."""
    for line in sheet.lines:
        if found := where.search(line.text):
            named = re.sub(old, new, found.group())
            sheet.change(line, line.text[: found.start()] + named + line.text[found.end() :], reason, [id])


def _area(size: Size) -> Fraction:
    return number(size.side) * number(size.other or size.side)


def _rounded(factor: Fraction) -> Fraction:
    """To a twentieth, as a kitchen reckons; at least a twentieth."""
    return max(Fraction(1, 20), Fraction(round(factor * 20), 20))


def _name(size: Size) -> str:
    return f"{size.side} × {size.other}" if size.other else size.side


def _decimal(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def _filled(words: str, **figures: str) -> str:
    for name, figure in figures.items():
        words = words.replace(f"{{{name}}}", figure)
    return words


def _told(record: Record) -> Told:
    return Told(text(record, "reason"), text(record, "says"))
