"""The numbers of a hint as typed: each is read as a whole or not at all.

"for 1,5 people" does not mean five, and "for 10,000" is not ten. A number that cannot be read becomes a single
sign, so that no pattern matches a part of it.
"""

import re
from typing import Final

from tailor.core.numerals import DASHES, IN_SEVERAL_WORDS, SIGNS, WHOLE_WORDS, either, value
from tailor.rules.tables import table

UNREAD: Final = "#"
ANY: Final = "97"
"""Stands in for an unreadable number, to see whether the hint asks for one there."""
_SIGN: Final = f"[{''.join(SIGNS)}]"
_PLUS_OR_MINUS: Final = (
    r"(?:(?<!\S)[-−–]|(?:(?<=for )|(?<=serves )|(?<=makes ))[-−–] "
    r"|(?:(?<=for )|(?<=serves )|(?<=are )|(?<=only )|^)\+)?"
)
"""The sign of a number; the dash in "6 people - 2 kids" is none, nor the plus in "double it +2 eggs"."""
_NUMBER: Final = re.compile(
    rf"{_PLUS_OR_MINUS}(?:(?<![\w.,/])|(?<=\bx))\d+(?:[.,'’/⁄]\d+|e\d+)*"
    rf"(?: \d{{3}}(?!\d))*(?: ?{_SIGN}| \d{{1,2}}[/⁄]\d{{1,2}})?(?!\w*\d)"
)
_WORDS: Final = re.compile(
    rf"(?<![\w-])(?:(?P<number>{IN_SEVERAL_WORDS}|\d{{1,3}}[ -]and[ -]a[ -](?:half|quarter))"
    r"|[a-z]+ (?:thousand|million)|(?:half an?|couple of|few|several|\d+) hundred)(?![\w-])",
    re.IGNORECASE,
)
_WORD: Final = either(*WHOLE_WORDS)
_ONE: Final = rf"(?:{_WORD}|\d{{1,3}})"
_WHO: Final = rf" {table('servings')['parts']['who']}\b"
_OF_SOME: Final = r" (?:are|is|who|do|don['’]?t|can['’]?t|won['’]?t|have|has|hate|with)\b"
_COUNTED: Final = rf"(?={_WHO}(?!{_OF_SOME})|\s*(?:$|[.;!?]|,(?!\d)))"
_PART: Final = r"(?:hal(?:f|ves)|(?:third|quarter|fifth|sixth|eighth|tenth)s?|\d[/⁄]\d+)\b"
_SEVERAL: Final = re.compile(
    rf"(?<!instead of )(?<!not )(?<!than )(?<!from )(?<![\w.,/-])(?:"
    rf"{_ONE}(?: ?[{DASHES}+&] ?| (?:and|or|point|plus|times) | ){_ONE}{_COUNTED}"
    rf"|(?:{_WORD}(?:[,/]| to ){_ONE}|{_ONE}/{_WORD}){_COUNTED}"
    rf"|{_ONE}(?:{_WHO})?(?:[ -]and[ -]| ?[+&] ?)"
    rf"(?:(?:an?|{_WORD})[ -]{_PART}(?! (?:of|the|less|more|fewer|my)\b)|{_PART}{_COUNTED})"
    rf"|(?:half|third|quarter|fifth|thirds|quarters) of {_ONE}{_COUNTED}"
    rf"|(?<=for )(?:{_ONE} )?minus {_ONE}|\d{{1,3}}[.,]\d dozen)\b",
    re.IGNORECASE,
)
"""Adjacent numbers that are not combined: "twenty - ten", "one or two", "one and a third", "half of 8"."""
_RANGE: Final = re.compile(
    r"(?<!instead of )(?<!not )(?<!than )(?<!from )(?<![\w.,/-])"
    r"\d{1,3}(?: ?[-–—] ?|(?:(?<=for \d)|(?<=for \d\d)|(?<=re \d)|(?<=re \d\d)) (?:to|or) )\d{1,3}(?![\w.,/]*\d)",
    re.IGNORECASE,
)
_HALVES: Final = re.compile(r"(\d{1,2})[.,]50?")
_WHOLE: Final = re.compile(r"(\d{1,3})(?:[.,]0{1,2})?")
_KNOWN: Final = frozenset(["1/2", "1/3", "1/4"])
"""Fractions that may be the factor for everything."""
_COUNTS: Final = re.compile(
    rf"(?:serves?|feeds?|re) {UNREAD}|{UNREAD} ?(?:people|persons?|ppl|guests|of us|x\b|times)"
)
_LONG: Final = 4
"""Nobody cooks for a number with this many digits."""


def masked(hint: str) -> tuple[str, dict[str, str]]:
    """Return the hint with its numbers normalised for the patterns, and how those that changed were typed."""
    typed: dict[str, str] = {}
    hint = re.sub("[‐‑]", "-", hint)

    def read(found: re.Match[str]) -> str:
        number = found[0]
        of_all = number in _KNOWN and not _COUNTS.search(f"{hint[: found.start()]}{UNREAD}{hint[found.end() :]}")
        if of_all or (number.isdecimal() and len(number) < _LONG):
            return number
        plain = _plain(number)
        typed.setdefault(plain, typed.get(number, number).strip())
        return plain

    def in_figures(found: re.Match[str]) -> str:
        plain = f"{float(value(found['number'])):g}" if found["number"] else UNREAD
        typed.setdefault(plain, found[0])
        return plain

    def of_two(found: re.Match[str]) -> str:
        words = found[0]
        for plain, number in typed.items():
            words = words.replace(plain, number)
        typed.setdefault(UNREAD, words)
        return UNREAD

    hint = _SEVERAL.sub(of_two, _WORDS.sub(in_figures, hint))
    return _NUMBER.sub(read, _RANGE.sub(of_two, hint)), typed


def _plain(number: str) -> str:
    """A decimal as patterns read it: "1.5" for "1,50", "2" for "2.0"."""
    half, whole = _HALVES.fullmatch(number), _WHOLE.fullmatch(number)
    if half and int(half[1]):
        return f"{int(half[1])}.5"
    return str(int(whole[1])) if whole and int(whole[1]) else UNREAD
