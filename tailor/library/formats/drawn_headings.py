"""Headings as people draw them in a plain text, as plain ones: "Method" above "------", "~~ Method ~~"."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tailor.library.formats.bare_list import BULLET
from tailor.library.formats.facts import beside_heading
from tailor.library.formats.headings import ends_steps, part_of

_RULE: Final = re.compile(r"\s*([-=~_*#+•·–—━─═])(?: ?\1){2,}\s*")
_DRAWN: Final = re.compile(
    r"\s*(?:([=\-–—+#>•·.━─═])\1+ *|([~*_])\2+ +)(?P<words>[^\W_].{0,79}?)"
    r"(?: *([=\-–—+#<•·.━─═])\4+| +([~*_])\5+)\s*:?\s*"
)
_OWN: Final = re.compile(r"== .* ==")
"""A heading as Tailor writes it."""
_AROUND: Final = re.compile(r"^[^\w\d(]+|[^\w\d):]+$")
_COUNTED: Final = re.compile(r"\s*(?:step\s+)?\d{1,4}\s*[.):]|\s*step\s+\d", re.IGNORECASE)
_SENTENCE_END: Final = re.compile(r"[.;,…]\W*$")
_MOST_WORDS: Final = 8


def with_plain_headings(lines: Sequence[str]) -> list[str]:
    """The lines with drawn headings as words alone where they announce a part or are the title, else with a colon.

    A line that is nothing but a rule becomes empty.
    """
    made: list[str] = []
    for line, below in pairwise([*lines, ""]):
        apart = not (made and made[-1].strip())
        words = _drawn(line) or (_underlined(line, apart=apart) if _RULE.fullmatch(below) else "")
        if _RULE.fullmatch(line):
            made.append("")
        elif words:
            plain = words if _announces(words) or not any(made) else f"{words.rstrip(':')}:"
            made += [plain] if apart else ["", plain]
        else:
            made.append(line)
    return made


def _announces(words: str) -> bool:
    return part_of(beside_heading(words)[0]) is not None or ends_steps(words)


def _drawn(line: str) -> str:
    """The words of a heading with signs around it; "" for any other line, and for one of Tailor's own."""
    if not line.strip() or _OWN.fullmatch(line.strip()):
        return ""
    found = _DRAWN.fullmatch(line) if len(line) <= 100 else None
    if found and not _COUNTED.match(found["words"]):
        return found["words"].strip()
    bare = _AROUND.sub("", line.strip()) if len(line) <= 100 else ""
    listed = BULLET.match(line) and line.strip().endswith(bare)
    return bare if bare != line.strip(" *_") and not listed and _announces(bare) else ""


def _underlined(line: str, *, apart: bool) -> str:
    """The words of a line with a rule below it, if that makes a heading of it."""
    words = line.strip()
    if not words or BULLET.match(words) or _COUNTED.match(words) or len(words.split()) > _MOST_WORDS:
        return ""
    if ": " in words:  # "Tools: a saw, glue"
        return ""
    return words if _announces(words) or (apart and not _SENTENCE_END.search(words)) else ""
