"""Read ages as people write them ("a 2 yr old", "baby, 10 months") and tell which kind of person each makes."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from tailor.core.numerals import WHOLE_WORDS

_NUMBER: Final = rf"\d{{1,2}}|\b(?:{'|'.join(sorted(WHOLE_WORDS, key=len, reverse=True))})(?![a-z])"


def children(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the start and end of each child's age in the text, and who that is: a name in relations.txt.

    Of several ages the lowest counts. Ages of pets, houses and grown-ups are skipped.
    """
    for one in _ages().finditer(text):
        unit = one["unit"] or one["own"] or one["few"] or ""
        said = one["number"] or one["second"] or one["third"] or one["fourth"]
        if one["third"] and _others().search(text, 0, one.start()):
            continue  # "we have a cat, she's 2"
        beside = bool(one["is"]) and not unit and one["is"].strip() in (",", ":", "-", "–")
        if beside and not text[one.end() :].lstrip().startswith(","):
            continue  # "for two kids, 2 adults", but "my son, 5, helps"
        least = min(int(WHOLE_WORDS.get(word) or word) for word in re.findall(_NUMBER, said.casefold()))
        months = least * _data()["months"][(unit or "y")[0].casefold()]
        who = next((name for until, name in _data()["kinds"] if months <= until), "")
        who = "children helping" if who and one["help"] else who
        if who:
            yield one.start(), one.end(), who


def grown_ups(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the start and end of each grown-up's age in the text, and who that is: a name in relations.txt."""
    for one in _grown().finditer(text):
        years = int(one["years"] or one["of_kin"] or one["old"])
        who = next((name for least, name in _data()["grown"] if years >= least), "")
        if who:
            yield one.start(), one.end(), who


def of_all_ages(text: str) -> Iterator[tuple[int, int, str]]:
    yield from children(text)
    yield from grown_ups(text)


def spoken(text: str) -> str:
    """The text with each child's age replaced by who it is: "our 2 yr old" becomes "our toddler"."""
    parts, end = list[str](), 0
    for start, stop, who in children(text):
        parts += text[end:start], who
        end = stop
    return "".join((*parts, text[end:]))


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "data" / "ages.toml").read_text(encoding="utf-8"))


@cache
def _others() -> "re.Pattern[str]":
    return re.compile(rf"\b(?:{_data()['others']})\b", re.IGNORECASE)


@cache
def _grown() -> "re.Pattern[str]":
    """A pattern for a grown-up's age: the speaker's, a relative's, or an explicit one ("im 82", "a 70 yo")."""
    data = _data()
    end = rf"(?=\s*(?:{data['grown_end']}))(?:\s(?:years?|yrs?)(?:\sold)?\b|\s?yo\b)?"
    return re.compile(
        rf"\b(?:{data['grown_self']}\s(?P<years>[1-9]\d){end}|{data['grown_kin']}\s(?P<of_kin>[1-9]\d){end}"
        rf"|(?P<old>[1-9]\d)[\s-]?(?:(?:years?|yrs?)[\s-]olds?|yo|y/o)\b(?!\s(?:{data['others']})\b))",
        re.IGNORECASE,
    )


@cache
def _ages() -> "re.Pattern[str]":
    """A pattern for an explicit age ("2 yo") or one beside a child ("baby, 10 months", "my son is 3")."""
    number = rf"(?:{_NUMBER})(?:[.,]5|½|\sand\sa\shalf\b)?(?![\d/%°])"
    some = rf"{number}(?:(?:\s?[-–/&,]\s?|\s(?:and|or|to)\s){number}){{0,3}}"
    unit = r"[\s-]?(?P<{}>years?|yrs?|y|months?|mths?|mos?|weeks?|wks?)"
    old = r"(?:[\s-]?olds?\b|\sof\sage\b|[/.]?o(?:\.|\b))"
    told = rf"(?P<number>{some}){unit.format('unit')}{old}(?!\s(?:{_data()['others']})\b)"
    links = rf"(?P<is>(?:[\s,(:–-]+(?:{_data()['is']})\b){{0,3}}[\s,(:–-]+)"
    called = r"(?:\s(?!(?:and|or|is|are|who|just|now)\b)[^\W\d]+(?=\sis\b|,))?"  # "our son Emil is 20 months"
    months = (
        rf"{_data()['self_months']}\s(?P<fourth>{some})\s?(?P<few>months?|mths?)(?=\s*(?:{_data()['self_end']}))"
    )
    beside = rf"(?:{_data()['child']}){called}{links}(?P<second>{some})(?:{unit.format('own')}(?:{old}|\b))?"
    alone = rf"{_data()['self']}\s(?P<third>{some})(?=\s*(?:{_data()['self_end']}))"
    return re.compile(
        rf"\b(?:{told}|{alone}|{months}|{beside}(?P<help>\s(?:can\s)?help(?:s|ing)?\b)?(?=\s*(?:[,.;:)!?”]|and\b|$))\)?)",
        re.IGNORECASE,
    )
