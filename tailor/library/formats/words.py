"""Small decisions about texts that several readers share.

Owns splitting one blob into steps, by itself or as a page shows it, and telling whether a title says what its step
says. Refuses markup.
"""

import re
from collections.abc import Sequence

_NUMBERED = re.compile(r"(?:^|(?<=[.!?)\s]))\s*(?:step\s*)?(\d{1,3})[.):]\s+(?=\S)", re.IGNORECASE)
_MARK = re.compile(r"^\s*(?:(?:step\s*)?\d{1,3}\s*[.):]\s+|step\s+\d{1,3}\s*[-–:]?\s+|[-*•·–]\s+)", re.IGNORECASE)

_LOST = re.compile(r"(?<=[^\W\d_]{2}[.!?])(?=[^\W\d_a-zß-ÿ][^\W\d_]+ )")
"""Where a site glued two paragraphs: a sentence's end with no space behind it."""


_MOST_LINES = 5_000
_MOST_PIECES = 500
"""Of a page, so that a page of one word a thousand times is compared in a moment."""


def split_blob(text: str) -> list[str]:
    """The steps of one text: its lines; a single line that counts "1. … 2. … 3. …" is taken apart there."""
    lines = [line for line in (_MARK.sub("", line, count=1).strip() for line in text.split("\n")) if line]
    if len(lines) != 1:
        return lines
    return _counted(text.strip()) or [line for line in _LOST.split(lines[0]) if line]


def _counted(line: str) -> list[str]:
    """The pieces of a line between numbers that really count from one; [] where they do not."""
    marks: list[re.Match[str]] = []
    for mark in _NUMBERED.finditer(line):
        if int(mark[1]) == len(marks) + 1:
            marks.append(mark)
    if len(marks) < 2 or marks[0].start() != 0:
        return []
    ends = [*(mark.start() for mark in marks[1:]), len(line)]
    return [line[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)]


def taken_apart(text: str, lines: Sequence[str]) -> list[str]:
    """The lines, one after another, that say exactly what the text says; [] where there are none.

    Of several such runs the longest, a list before others. Only letters and digits count: a site may show as a
    list what its data has in one text.
    """
    wanted, bare = _letters(text), [_letters(line) for line in lines[:_MOST_LINES]]
    best: list[str] = []
    for start, first in enumerate(bare):
        at, end = 0, start
        while first and end < min(len(bare), start + _MOST_PIECES) and wanted.startswith(bare[end], at):
            at, end = at + len(bare[end]), end + 1
        if wanted and at == len(wanted):
            run = [line for line, one in zip(lines[start:end], bare[start:end], strict=True) if one]
            best = max(best, run, key=lambda run: (len(run), sum(bool(_MARK.match(line)) for line in run)))
    return [_MARK.sub("", line, count=1).strip() for line in best]


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", _MARK.sub("", text, count=1).casefold())


def same_words(title: str, text: str) -> bool:
    """Whether a title is only the beginning of the text, or all of it, in the same words."""
    bare, whole = _bare(title), _bare(text)
    return not bare or whole.startswith(bare)


def _bare(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()
