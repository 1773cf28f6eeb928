"""Lines that people number in a hurry or in another way, made even: "1.Boil", "a. Boil", "❶ Boil", "一、煮"."""

import re
from collections.abc import Sequence
from html import unescape
from itertools import count, pairwise, takewhile
from typing import Final
from unicodedata import numeric

from tailor.library.formats.shared.step_texts import STEP
from tailor.library.formats.text.messages import NOTES

_EMPTY_LINES: Final = re.compile(r"\n{4,}")
_MARKED: Final = re.compile(r"^[ \t]*(\d{1,3})[.)](?=[ \t]|[^\W\d_a-z])", re.MULTILINE)
_TIGHT: Final = re.compile(r"^([ \t]*\d{1,3}[.)])(?=[^\W\d_a-z])", re.MULTILINE)
_TABBED: Final = re.compile(r"^[ \t]*(\d{1,3})\t+(?=[^\W\d_])", re.MULTILINE)
_PAGE_BREAK: Final = re.compile(r"\f\n?")
_CIRCLED: Final = re.compile(r"([①-⑳⓵-⓾❶-❿➀-➓])\s*(?=\S)")
_HAN: Final = re.compile(r"[ \t]*([一二三四五六七八九十])[、.．]\s*(?=\S)")
_LETTER: Final = re.compile(r"[ \t]*\(?([a-zA-Z])[.)]\s+(?=\S)")
_CALLED: Final = re.compile(rf"(?:(?<=^)|(?<=[.!?;)]))\s*{STEP}\s*(\d{{1,2}})\s?[:.)]\s+(?=\S)", re.IGNORECASE)
_WORD: Final = re.compile(rf"^([ \t]*){STEP}(?=\s+#?(\d{{1,2}})\b)", re.IGNORECASE | re.MULTILINE)
_APOSTROPHE: Final = re.compile(r"(?<=[^\W\d_])&(?:#0?39|#x27|#8217|apos|rsquo);", re.IGNORECASE)
"""One as a page writes it, which a program left in what it saved as text: "d&#39;huile"."""
_OF_PAGES: Final = re.compile(r"</?[a-z]|\bx?html\b", re.IGNORECASE)
"""What stands in texts that are to say how pages write it."""
_FEWEST: Final = 3
"""Lines from which letters apart count steps, and a number before a tab, and no things: "2\tonions"."""


def evened(text: str) -> str:
    """The text with "1. " before each line that counts the steps, and few empty lines in a row.

    Numbers count lines where they begin with one and go on with two; those before a tab have to reach three. What
    counts on along one line, "Step 1: Boil it. Step 2: Eat it.", begins a line each time. Notes stay as they are.
    """
    text, mark, notes = text.partition(f"\n{NOTES}")
    text = _EMPTY_LINES.sub("\n\n\n", _PAGE_BREAK.sub("\n", text))
    text = text if _OF_PAGES.search(text) else _APOSTROPHE.sub(lambda found: unescape(found[0]), text)
    if _in_order([number for _, number in _WORD.findall(text)]) > 1:
        text = _WORD.sub(r"\1Step", text)  # "Schritt 1", as other modules know it
    if _in_order(_MARKED.findall(text)) > 1:
        text = _TIGHT.sub(r"\1 ", text)
    else:
        text = "\n".join(_counted(text.split("\n")))
    tabbed = _TABBED.findall(text)
    text = _TABBED.sub(r"\1. ", text) if _in_order(tabbed) == len(tabbed) >= _FEWEST else text
    return text + mark + notes


def _counted(lines: Sequence[str]) -> list[str]:
    """The lines with numbers for what counts them in order in another way; else as they are."""
    apart = [one for line in lines for one in _apart(line, _CIRCLED) or _apart(line, _CALLED) or [line]]
    for mark in (_CIRCLED, _HAN, _LETTER):
        found = {at: one for at, line in enumerate(apart) if (one := mark.match(line))}
        numbers = [_number(one[1]) for one in found.values()]
        close = len(found) >= _FEWEST or all(two == one + 1 for one, two in pairwise(found))
        if len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)] and (mark is not _LETTER or close):
            return [
                f"{_number(found[at][1])}. {line[found[at].end() :]}" if at in found else line
                for at, line in enumerate(apart)
            ]
    return apart


def _apart(line: str, mark: re.Pattern[str]) -> list[str]:
    """The parts of a line that begins with the first of such marks and holds the next ones; [] for any other."""
    found = list(mark.finditer(line))
    numbers = [_number(one[1]) for one in found]
    if len(found) < 2 or found[0].start() or numbers != [*range(1, len(numbers) + 1)]:
        return []
    ends = [one.start() for one in found[1:]]
    return [line[start:end].strip() for start, end in zip([0, *ends], [*ends, len(line)], strict=True)]


def _number(mark: str) -> int:
    return (
        ord(mark.lower()) - ord("a") + 1
        if mark.isascii() and mark.isalpha()
        else int(numeric(mark) if len(mark) == 1 else mark)
    )


def _in_order(numbers: list[str]) -> int:
    """How many of the first numbers count from one."""
    return sum(1 for _ in takewhile(lambda pair: int(pair[0]) == pair[1], zip(numbers, count(1), strict=False)))
