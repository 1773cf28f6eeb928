"""Lines that people number in a hurry, made even: "1.Boil", a tab behind the number, gaps of many lines."""

import re
from itertools import count, takewhile
from typing import Final

_EMPTY_LINES: Final = re.compile(r"\n{4,}")
_MARKED: Final = re.compile(r"^[ \t]*(\d{1,3})[.)](?=[ \t]|[^\W\d_a-z])", re.MULTILINE)
_TIGHT: Final = re.compile(r"^([ \t]*\d{1,3}[.)])(?=[^\W\d_a-z])", re.MULTILINE)
_TABBED: Final = re.compile(r"^[ \t]*(\d{1,3})\t+(?=[^\W\d_])", re.MULTILINE)
_FEWEST: Final = 3
"""Lines from which a number before a tab counts steps, and no things: "2\tonions"."""


def evened(text: str) -> str:
    """The text with a blank behind each number that counts its lines, and few empty lines in a row.

    Numbers count lines where they begin with one and go on with two; those before a tab have to reach three.
    """
    text = _EMPTY_LINES.sub("\n\n\n", text)
    if _in_order(_MARKED.findall(text)) > 1:
        text = _TIGHT.sub(r"\1 ", text)
    tabbed = _TABBED.findall(text)
    return _TABBED.sub(r"\1. ", text) if _in_order(tabbed) == len(tabbed) >= _FEWEST else text


def _in_order(numbers: list[str]) -> int:
    """How many of the first numbers count from one."""
    return sum(1 for _ in takewhile(lambda pair: int(pair[0]) == pair[1], zip(numbers, count(1), strict=False)))
