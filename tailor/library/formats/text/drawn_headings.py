"""Turns headings drawn in plain text into plain ones: "Method" above "------", "~~ Method ~~"."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from tailor.core.listed_amounts import counts
from tailor.library.formats.shared.facts import beside_heading
from tailor.library.formats.shared.headings import column_of, ends_steps, is_told, part_of, title_of
from tailor.library.formats.shared.lists_of_things import BULLET
from tailor.library.formats.text.messages import NOTES

_RULE: Final = re.compile(r"\s*([-=~_*#+•·–—━─═])(?: ?\1){2,}\s*")
_DRAWN: Final = re.compile(
    r"\s*(?:([=\-–—+#>•·.━─═])\1+ *|([~*_])\2+ +)(?P<words>[^\W_].{0,79}?)"
    r"(?: *([=\-–—+#<•·.━─═])\4+| +([~*_])\5+)\s*:?\s*"
)
_OWN: Final = re.compile(r"== .* ==")
"""A heading as Tailor writes it."""
_AROUND: Final = re.compile(r"^[^\w\d(]+|[^\w\d):]+$")
_COUNTED: Final = re.compile(r"\s*(?:step\s+)?\d{1,4}\s*[.):]|\s*step\s+\d", re.IGNORECASE)
_FORBIDS: Final = re.compile(r"(?:never|do not|don['’]?t|always|make sure|stop|beware|be careful)\b", re.I)
_SENTENCE_END: Final = re.compile(r"[.;,…]\W*$")
_MOST_WORDS: Final = 8
_FEW: Final = 3
"""Least number of tight bullets that make a list."""
_WIDE_MARK: Final = re.compile(r"^(\s*[-*+•◦▪●‣–])(?:\s{2,}|\t)(?=\S)")
"""A bullet and a tab, as some programs copy a list; elsewhere wide gaps separate columns."""
_WIDE_NUMBER: Final = re.compile(r"^(\s*\d{1,3}[.)])(?:\s{2,}|\t)(?=\S)")
_GAP: Final = re.compile(r"\s{3,}|\t")
_TIGHT_MARK: Final = re.compile(r"[-*•](?=[^\W\d_])")


def with_narrow_bullets(lines: Iterable[str]) -> list[str]:
    """Put one space after each bullet or number, where a tab or more would make it the cell of a table.

    Numbers below column heads stay as they are.
    """
    lines = [_WIDE_MARK.sub(r"\1 ", line) for line in lines]
    if sum(_TIGHT_MARK.match(line.lstrip()) is not None for line in lines) >= _FEW:  # "-rub it all over"
        lines = [f"- {line.lstrip()[1:]}" if _TIGHT_MARK.match(line.lstrip()) else line for line in lines]
    rows = (list(filter(None, map(str.strip, _GAP.split(line)))) for line in lines)
    if any(len(row) > 1 and all(map(column_of, row)) for row in rows):
        return lines
    return [_WIDE_NUMBER.sub(r"\1 ", line) for line in lines]


def with_plain_headings(lines: Sequence[str]) -> list[str]:
    """Turn drawn headings into plain words, with a colon unless they announce a part or are the title.

    After the first part, a line right above bullets becomes a heading too, and after steps the title of a second
    how-to. A line that is only a rule becomes empty.
    """
    made: list[str] = []
    announced = counted = titled = False
    for at, (line, below) in enumerate(pairwise([*lines, ""]), 1):
        then = next(filter(str.strip, lines[at : at + 2]), "")
        counted = counted or _COUNTED.match(line) is not None
        if titled and not line.strip():
            continue  # between the title of a second how-to and its ingredients
        titled = False
        apart = not (made and made[-1].strip())
        words = _drawn(line) or (_underlined(line, apart=apart) if _RULE.fullmatch(below) else "")
        if _RULE.fullmatch(line):
            made.append("")
        elif words and _FORBIDS.match(words):  # "*** Never in the rain ***"
            made.append(f"!! {words} !!")
        elif words:
            plain = words if _announces(words) or not any(made) else f"{words.rstrip(':')}:"
            made += [plain] if apart else ["", plain]
        elif (
            (announced or line.isupper())
            and any(made)
            and _heads_bullets(line, below, apart=apart or _announces(made[-1].strip()))
        ):
            made.append(f"{line.rstrip(': ')}:")
        elif (
            counted and line and part_of(then) == "resources" and title_of(line, apart=True) and not is_told(line)
        ):
            made += ["", f"{line.rstrip(': ')}:"]
            titled = True
        else:
            made.append(line)
        announced = announced or _announces(made[-1].strip())
    return made


def drawn_plain(text: str) -> str:
    """Return the text with plain headings and narrow bullets; nothing else changes."""
    body, mark, notes = text.partition(f"\n{NOTES}")
    return "\n".join(with_plain_headings(with_narrow_bullets(body.split("\n")))) + mark + notes


def _announces(words: str) -> bool:
    return part_of(beside_heading(words)[0]) is not None or ends_steps(words)


def _drawn(line: str) -> str:
    """Return the words of a heading with signs around it; "" for any other line and for Tailor's own headings."""
    if not line.strip() or _OWN.fullmatch(line.strip()):
        return ""
    found = _DRAWN.fullmatch(line) if len(line) <= 100 else None
    if found and not _COUNTED.match(found["words"]):
        return found["words"].strip()
    bare = _AROUND.sub("", line.strip()) if len(line) <= 100 else ""
    listed = BULLET.match(line) and line.strip().endswith(bare)
    return bare if bare != line.strip(" *_") and not listed and _announces(bare) else ""


def _heads_bullets(line: str, below: str, *, apart: bool) -> bool:
    """Whether a line is a heading right above bullets, "Base", or one in capitals above an amount, "RUB"."""
    shouted = apart and line.isupper() and counts(below) and not any(map(str.isdigit, line))
    if shouted and not _GAP.search(line.strip()) and title_of(line, apart=True):
        return True
    if not BULLET.match(below) or _RULE.fullmatch(below) or BULLET.match(line) or _COUNTED.match(line):
        return False
    words = line.strip()
    return bool(words) and ": " not in words and not is_told(words) and title_of(words, apart=apart) != ""


def _underlined(line: str, *, apart: bool) -> str:
    """Return the words of a line above a rule if that makes it a heading; else ""."""
    words = line.strip()
    if not words or BULLET.match(words) or _COUNTED.match(words) or len(words.split()) > _MOST_WORDS:
        return ""
    if ": " in words:  # "Tools: a saw, glue"
        return ""
    return words if _announces(words) or (apart and not _SENTENCE_END.search(words)) else ""
