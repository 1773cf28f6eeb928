"""Restores the lines that somebody wrote from those that a page, a scan or subtitles show.

Handles columns, page numbers and running heads, numbers on lines of their own, hard line breaks, and captions.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.headings import announced
from tailor.library.formats.shared.step_texts import ONLY_NUMBER, is_sentence

_CUE: Final = re.compile(r"\s*(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}\s*-->.*")
_CLOCK: Final = re.compile(r"\s*[\[(]?((?:\d{1,2}:)?\d{1,2}:\d{2})(?:[.,]\d{1,3})?[\])]?(?:\s+[-–]?\s*|$)(.*)")
_VOICE: Final = re.compile(r"<v[ .]([^<>]+)>")
_TAG: Final = re.compile(r"</?[vcbiu](?:[ .][^<>]*)?>")
_SOUND: Final = re.compile(r"[\[(][^\])]{1,40}[\])]|[♪♫].*|WEBVTT.*")
_GAP: Final = re.compile(r"(?<=\S) {3,}(?=\S)")
_PAGE: Final = re.compile(
    r"(?:.*\s)?(?:page|seite|página|pagina|bladzijde|s\.|p\.)\s*\d{1,4}(?:\s*(?:of|von|de|sur|di|van|/)\s*\d{1,4})?"
    r"|[-–—]\s*\d{1,4}\s*[-–—]",
    re.IGNORECASE,
)
_NUMBER_BESIDE: Final = re.compile(r"\d{1,4} {3,}\S.{0,80}|\S.{0,80} {3,}\d{1,4}")
_NUMBER: Final = re.compile(r"\d{1,4}")
_MARKED: Final = re.compile(r"\s*(?:(?:\w+ )?\d{1,3}\s*[.):](?!\d)|[-*+•–☐☑✓]|#|==)")
_HYPHEN: Final = re.compile(r"[^\W\d_]{2}-$")
_FEWEST: Final = 3
"""Least number of rows that make columns, and of captions."""
_NARROWEST: Final = 28
"""Characters of a line that counts as full."""


def as_written(lines: Sequence[str], left: list[str]) -> list[str]:
    """Return the lines without what a page or a film added; that goes to `left`."""
    spoken = _without_times(lines, left)
    if spoken is not None:
        return spoken
    bare = _without_pages(_numbered(_one_below_the_other(lines)), left)
    return _unbroken(bare)


def _without_times(lines: Sequence[str], left: list[str]) -> list[str] | None:
    """Return what is said in a film, a line for each sentence; None if no times stand at the words.

    The first time must be in the first minute; others are times of day.
    """
    clocks = [found for line in lines if (found := _CLOCK.fullmatch(line))]
    cues = sum(_CUE.fullmatch(line) is not None for line in lines)
    at_start = clocks and not clocks[0][1].rpartition(":")[0].replace(":", "").strip("0")
    if cues < 2 and (len(clocks) < _FEWEST or not at_start):
        return None
    times = [one[1] for one in clocks]
    left += [" – ".join((times[0], times[-1])) if cues else ", ".join(times)]
    left += dict.fromkeys(name for line in lines for name in _VOICE.findall(line))
    said: list[str] = []
    for line, below in pairwise([*lines, ""]):
        if _CUE.fullmatch(line) or (cues and ONLY_NUMBER.fullmatch(line.strip()) and _CUE.fullmatch(below)):
            continue
        clock = _CLOCK.fullmatch(line)
        words = _TAG.sub("", clock[2] if clock else line).strip()
        (left if _SOUND.fullmatch(words) else said).append(words)
    told = list(filter(None, said))
    if 2 * sum(is_sentence(line) for line in told) < len(told):
        return said
    return _sentences(told if cues else said)


def _sentences(lines: Sequence[str]) -> list[str]:
    """Join each line with those that continue its sentence."""
    made: list[str] = []
    for line in lines:
        if made and made[-1] and line[:1].islower() and not is_sentence(made[-1]):
            made[-1] += f" {line}"
        else:
            made.append(line)
    return made


def _one_below_the_other(lines: Sequence[str]) -> list[str]:
    """Return columns one after the other instead of side by side."""
    starts = Counter(found.end() for line in lines if "⏎" not in line for found in _GAP.finditer(line))
    place, count = max(starts.items(), key=lambda one: (one[1], -one[0]), default=(0, 0))
    if count < _FEWEST:
        return list(lines)
    inside = [at for at, line in enumerate(lines) if any(one.end() == place for one in _GAP.finditer(line))]
    first, end = inside[0], inside[-1] + 1
    while end < len(lines) and (not lines[end].strip() or not lines[end][:place].strip()):
        end += 1
    rows = lines[first:end]
    if any(row[place - 2 : place].strip() for row in rows):
        return list(lines)
    columns = [[row[:place].rstrip() for row in rows], [row[place:].rstrip() for row in rows]]
    beside = [_unbroken(_one_below_the_other(column)) for column in columns]
    return [*lines[:first], *beside[0], "", *beside[1], *lines[end:]]


def _numbered(lines: Sequence[str]) -> list[str]:
    """Put numbers or letters that stand alone, and count up from the first, before the words below them."""
    counted: list[int] = []
    for at, (line, below) in enumerate(pairwise(lines)):
        wanted = (str(len(counted) + 1), chr(ord("A") + len(counted)))
        if below.strip() and not _count(below) and _count(line) in wanted:
            counted.append(at)
    if len(counted) < 2:
        return list(lines)
    numbers = {at: number for number, at in enumerate(counted, 1)}
    return [
        f"{numbers[at - 1]}. {line.strip()}" if at - 1 in numbers else line
        for at, line in enumerate(lines)
        if at not in numbers
    ]


def _count(line: str) -> str:
    """Return the number or capital letter that is all of a line: "2.", "Step 2", "(B)"; "" for another line."""
    bare = line.strip(" ().[]")
    return re.sub(r"\D", "", bare) if ONLY_NUMBER.fullmatch(bare) else bare if len(bare) == 1 else ""


def _without_pages(lines: Sequence[str], left: list[str]) -> list[str]:
    """Drop page numbers with the heads beside them, and running heads that repeat."""
    apart = {
        at
        for at, line in enumerate(lines)
        if line.strip() and (at in (0, len(lines) - 1) or not (lines[at - 1].strip() and lines[at + 1].strip()))
    }
    pages = {at for at in apart if _is_page(lines[at].strip())}
    if not pages:
        return list(lines)
    numbers = {at for at in apart if _NUMBER.fullmatch(lines[at].strip())}
    often = Counter(_head(lines[at]) for at in apart)
    often[""] = 0  # rules such as "***" and "---" are no heads
    heads = {at for at in apart - pages if often[_head(lines[at])] > 1 and not is_sentence(lines[at])}
    heads -= set(_only_title(lines, heads))
    out = pages | numbers | heads
    left += [lines[at].strip() for at in sorted(out)]
    made: list[str] = []
    cut = False
    for at, line in enumerate(lines):
        if at in out:
            cut = True
        elif line.strip():
            while cut and made and not made[-1].strip() and line[:1].islower():
                made.pop()
            made.append(line)
            cut = False
        else:
            made.append(line)
    return made


def _is_page(line: str) -> bool:
    beside = _NUMBER_BESIDE.fullmatch(line) and not facts_in(line)
    return bool(beside or _PAGE.fullmatch(line))


def _only_title(lines: Sequence[str], heads: Collection[int]) -> Iterator[int]:
    """Yield the first line if it is a running head and no other line before the first part can be the title."""
    first, *others = [at for at, line in enumerate(lines) if line.strip()][:2] or [-1]
    if first in heads and all(_MARKED.match(lines[at]) or announced(lines[at]) for at in others):
        yield first


def _head(line: str) -> str:
    return re.sub(r"[\W\d_]+", "", line).casefold()


def _unbroken(lines: Sequence[str]) -> list[str]:
    """Undo hard line breaks, if most of the joined lines then end as sentences."""
    lines = [line.rstrip() for line in lines]
    width = max((len(line.strip()) for line in lines), default=0)
    if width < _NARROWEST or without_capitals(lines):
        return lines
    breaks = {at for at, (line, below) in enumerate(pairwise(lines)) if _is_broken(line.strip(), below, width)}
    if sum(_goes_on(lines, at) for at in breaks) < 2:
        breaks = {at for block in _paragraphs(lines, breaks) for at in block}
    if not breaks:
        return lines
    joined: list[list[str]] = []
    for at, line in enumerate(lines):
        if at - 1 in breaks:
            joined[-1][-1:] = with_line(joined[-1][-1], line.strip())
        else:
            joined.append([line])
    whole = [" ".join(parts) for parts in joined]
    ended = [is_sentence(line) for line, parts in zip(whole, joined, strict=True) if len(parts) > 1]
    return whole if 2 * sum(ended) >= len(ended) else lines


def _goes_on(lines: Sequence[str], at: int) -> bool:
    """Whether the line below continues a sentence or a word of this one."""
    return bool(_HYPHEN.search(lines[at])) or lines[at + 1].strip()[:1].islower()


def _paragraphs(lines: Sequence[str], breaks: Collection[int]) -> Iterator[range]:
    """Yield the line breaks of each paragraph that is full up to its last line, which ends a sentence."""
    first = 0
    for at, line in enumerate([*lines, ""]):
        if line.strip():
            continue
        block = range(first, at - 1)
        full = len(block) > 1 and is_sentence(lines[at - 1]) and all(one in breaks for one in block)
        if full and any(_goes_on(lines, one) for one in block):
            yield block
        first = at + 1


def without_capitals(lines: Sequence[str]) -> bool:
    """Whether most paragraphs begin in lower case, so that a line that does need not continue the one above."""
    below = pairwise(lines)
    starts = [line.lstrip() for above, line in below if (not above or above.endswith(":")) and line[-1:] != ":"]
    letters = [line[0] for line in starts if line[:1].isalpha()]
    return 2 * sum(map(str.islower, letters)) > len(letters)


def with_line(above: str, line: str) -> list[str]:
    """Return the line above and the one that continues it, as one line if that splits a word."""
    return [above[:-1] + line] if _HYPHEN.search(above[-3:]) and line[:1].islower() else [above, line]


def _is_broken(line: str, below: str, width: int) -> bool:
    """Whether the first word of the line below no longer fitted on this one."""
    word = below.split(maxsplit=1)[0] if line and below.strip() else ""
    split = _HYPHEN.search(line) and word[:1].islower()
    if not word or _MARKED.match(below) or not (split or len(line) + 1 + len(word) > width * 0.9):
        return False
    return not announced(below.strip()) and not announced(line)
