"""Heuristics that several readers share: splitting a text into steps, removing numbers, finding headings."""

import re
from collections.abc import Sequence
from itertools import takewhile

_NUMBERED = re.compile(
    r"(?:^|(?<=[.!?)\s]))\s*(?:step\s*)?(\d{1,3})[.):](?:\s+(?=\S)|(?=[^\W\d_]))", re.IGNORECASE
)
_MARK = re.compile(r"^\s*(?:(?:step\s*)?\d{1,3}\s*[.):]\s+|step\s+\d{1,3}\s*[-–:]?\s+|[-*•·–]\s+)", re.IGNORECASE)
_ONLY_NUMBER = re.compile(r"(?:step|schritt|étape|paso)?\s*\d{1,3}\s*[.:)]?", re.IGNORECASE)
_LEADING = re.compile(
    r"\s*(?:(?:step|schritt|étape|paso)\s*)?(\d{1,3})\s*(?:[.):](?:\s+(?=\S)|(?=[^\W\d_]))|\s[-–]\s+)",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"(?:for|to (?:make|prepare|assemble|serve|finish)|für|pour|para|per)\b[^.:;!?]{1,50}:", re.IGNORECASE
)
_CAPITALS = re.compile(r"[^\W\d_a-zß-ÿ][^a-zß-ÿ.:;!?]{2,50}:")
_TIP = re.compile(r"#+ (tip{1,2}s?|hint|hinweis|astuce|conseil|consejo)\s*:?", re.IGNORECASE)

_LOST = re.compile(r"(?<=[^\W\d_]{2}[.!?])(?=[^\W\d_a-zß-ÿ][^\W\d_]+ )")
"""Where a site joined two paragraphs: the end of a sentence without a space."""

_MOST_LINES = 5_000
_MOST_PIECES = 500
"""Limits for a page that repeats one word thousands of times."""


def split_blob(text: str) -> list[str]:
    """The steps of one text: its lines, or the parts of a single line counted "1. … 2. … 3. …"."""
    told = (line for line in text.split("\n") if not _ONLY_NUMBER.fullmatch(line.strip()))
    lines = [line for line in (_MARK.sub("", line, count=1).strip() for line in told) if line]
    if len(lines) != 1:
        return lines
    return _counted(text.strip()) or [line for line in _LOST.split(lines[0]) if line]


def _counted(line: str) -> list[str]:
    """The parts of a line between numbers that count up from one; [] if there are none."""
    marks: list[re.Match[str]] = []
    for mark in _NUMBERED.finditer(line):
        if int(mark[1]) == len(marks) + 1:
            marks.append(mark)
    if len(marks) < 2 or marks[0].start() != 0:
        return []
    ends = [*(mark.start() for mark in marks[1:]), len(line)]
    return [line[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)]


def uncounted(steps: Sequence[str]) -> list[str]:
    """The steps without their numbers, if all are numbered in order; sections may start again at one."""
    marks = [_LEADING.match(step) for step in steps]
    last = 0
    for mark in marks:
        if mark is None or int(mark[1]) not in (1, last + 1):
            return list(steps)
        last = int(mark[1])
    if len(steps) < 2 or all(mark and int(mark[1]) == 1 for mark in marks):
        return list(steps)
    return [step[mark.end() :] for step, mark in zip(steps, marks, strict=True) if mark]


def bare_title(title: str) -> str:
    """A heading without its number: "Step 2: The glaze" is "The glaze", "Step 2" is ""."""
    return "" if _ONLY_NUMBER.fullmatch(title.strip()) else _LEADING.sub("", title, count=1).strip()


def is_title(line: str) -> bool:
    """Whether a line among steps is a heading: "For the glaze:", "GLAZE:"."""
    return bool(_FOR.fullmatch(line.strip()) or _CAPITALS.fullmatch(line.strip()))


def tip_after(lines: Sequence[str], end: int) -> tuple[str, list[str]]:
    """Heading and paragraphs of a tip right behind the steps of a page; ("", []) without one."""
    after = [line for line in lines[end : end + _MOST_PIECES] if line]
    title = _TIP.fullmatch(after[0]) if after else None
    if title is None:
        return "", []
    return title[1], list(takewhile(lambda line: not line.startswith("#"), after[1:]))


def taken_apart(text: str, lines: Sequence[str]) -> tuple[list[str], int]:
    """The consecutive lines with exactly the words of the text, and where they end; [] if there are none.

    Of several such runs the longest, lists first. A site may show as a list what its data has in one text, so
    only letters and digits count.
    """
    wanted, bare = _letters(text), [_letters(line) for line in lines[:_MOST_LINES]]
    best: list[str] = []
    best_end = 0
    for start, first in enumerate(bare):
        at, end = 0, start
        while first and end < min(len(bare), start + _MOST_PIECES) and wanted.startswith(bare[end], at):
            at, end = at + len(bare[end]), end + 1
        if wanted and at == len(wanted):
            run = [line for line, one in zip(lines[start:end], bare[start:end], strict=True) if one]
            if _as_list(run) > _as_list(best):
                best, best_end = run, end
    return [_MARK.sub("", line, count=1).strip() for line in best], best_end


def _as_list(run: Sequence[str]) -> tuple[int, int]:
    """Sort key of a run: its lines, and those with a list mark."""
    return len(run), sum(bool(_MARK.match(line)) for line in run)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", _MARK.sub("", text, count=1).casefold())


def same_words(title: str, text: str) -> bool:
    """Whether the text begins with the words of the title."""
    bare, whole = _bare(title), _bare(text)
    return not bare or whole.startswith(bare)


def _bare(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()
