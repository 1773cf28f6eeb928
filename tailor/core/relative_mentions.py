"""Mentions of steps that count from where they stand, or in words: "the previous step", "the last two steps", "the
step below", "the third step".

They are never rewritten, as "the previous step" may well mean whatever stands there. Where it is another step than
before, somebody has to look.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tailor.core.english import CARDINALS

_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
_MANY: Final = rf"(?:\d{{1,2}}|{'|'.join(CARDINALS)})"
_ORDINAL: Final = rf"(?:{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))"
_AND: Final = r"(?:,\s|,?\s(?:and|or|to)\s(?:the\s)?)"
_ENDS: Final = r"(?=\s*(?:$|[^\w\s]|(?:this|it|that|and|or|but|again|once|twice|until|with|for|if|is|was)\b))"
"""Behind "the step before", which "before baking" goes on from."""
_LISTED: Final = 12
"""Steps that one mention lists behind its first."""
_FAR: Final = 300
"""Steps above a text that may have gone."""


def _counted(which: str, place: str, far: str, beside: str, foreign: str) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:the\s)?(?P<both>both\s)?(?:(?P<before>{_MANY})\s)?{which}(?:\s(?P<many>{_MANY}))?\sstep(?P<plural>s?)\b"
        rf"|\b(?:the\s)?(?:(?P<away>{_MANY})\ssteps\s(?:{far}|{place}|{beside})|step\s(?:{place}|{beside}{_ENDS}))\b"
        rf"|\bthe\s{place}\sstep\b(?!\s?\d)|\b(?:{foreign})\b",
        re.IGNORECASE,
    )


_BACK: Final = _counted(
    "(?:previous|preceding|prior|last)", "above", "back|ago|earlier", "before",
    r"vor(?:her)?igen?\sSchritt|étape\sprécédente|pass?o\santerior|passaggio\sprecedente|vorige\sstap",
)  # fmt: skip
_AHEAD: Final = _counted(
    "(?:next|following|subsequent)", "below", r"later|further\son", "after",
    r"(?:nächsten?|folgenden?)\sSchritt|étape\ssuivante|paso\ssiguiente|passo\sseguinte"
    r"|passaggio\ssuccessivo|volgende\sstap",
)  # fmt: skip
_BY_NUMBER: Final = re.compile(
    rf"\bthe\s(?P<named>{_ORDINAL}(?:{_AND}{_ORDINAL}){{0,{_LISTED}}})(?:\s(?P<many>{_MANY}))?\sstep(?P<plural>s?)\b"
    r"(?!\s(?:is|was|of|on|up)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Relative:
    words: str
    away: tuple[int, ...] = ()
    """How many steps behind its own, before it if negative, each of those is that it means."""
    numbers: tuple[int, ...] = ()
    """The numbers of those that are counted from the first step."""


def mentions_relative(text: str) -> bool:
    return bool(_relative(text))


def moved_relative(text: str, where: Callable[[int], int | None], number: int | None) -> tuple[str, ...]:
    """The words of a text that mean another step than before.

    `where`: from a number in the text's own numbering to the current one, None if that step is gone. `number`: of
    the step that says it; None for any other text.
    """
    found = _relative(text)
    if not found:
        return ()
    was = next((one for one in range(1, number + _FAR) if where(one) == number), None) if number else None

    def has_moved(one: _Relative) -> bool:
        if one.numbers:
            return {*map(where, one.numbers)} != {*one.numbers}
        if not (number and was) or was + min(one.away) < 1:
            return False
        return {where(was + away) for away in one.away} != {number + away for away in one.away}

    return tuple(dict.fromkeys(one.words for one in found if has_moved(one)))


@lru_cache(maxsize=4_096)  # asked at every key, of the same few hundred texts
def _relative(text: str) -> tuple[_Relative, ...]:
    return (*_by_distance(text, _BACK, -1), *_by_distance(text, _AHEAD, 1), *_by_number(text))


def _by_distance(text: str, pattern: re.Pattern[str], way: int) -> Iterator[_Relative]:
    for found in pattern.finditer(text):
        if away := found["away"]:
            yield _Relative(found[0], (way * _value(away),))
            continue
        many = found["before"] or found["many"]
        count = _value(many) if many else 2 if found["both"] else 1
        if count > 1 or not found["plural"]:  # how many "the previous steps" are, nobody can tell
            yield _Relative(found[0], tuple(way * one for one in range(1, count + 1)))


def _by_number(text: str) -> Iterator[_Relative]:
    for found in _BY_NUMBER.finditer(text):
        named = [*map(_value, re.findall(_ORDINAL, found["named"], re.IGNORECASE))]
        if found["many"]:
            named = [*range(1, _value(found["many"]) + 1)] if named == [1] else []
        if named and (found["many"] or len(named) > 1 or not found["plural"]):
            yield _Relative(found[0], numbers=tuple(named))


def _value(word: str) -> int:
    said = word.casefold()
    if said[0].isdigit():
        return int(re.sub(r"\D", "", said))
    return 1 + (_ORDINALS if said in _ORDINALS else CARDINALS).index(said)
