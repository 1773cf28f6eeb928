"""Boxes of notes and warnings in documentation written in Markdown, which are no steps.

Every site generator marks them differently; here they all become ":::note" and ":::".
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from tailor.library.formats.shared.headings import ends_steps

_NAMES: Final = frozenset(
    ["info", "danger", "important", "success", "question", "failure", "bug", "seealso", "warn", "alert", "error"]
)
"""Names of boxes, beside words that head notes; other boxes, "details" or "example", may hold steps."""
_INDENTED: Final = re.compile(r'(?:!!!|\?\?\?\+?) *([\w-]+)[^"\n]*(?:"(.*)")?\s*')
"""A box whose content is indented: `!!! note "Before you go on"`."""
_CODED: Final = re.compile(
    r"\s*\{[{%][<%]? *"
    r"(?:(?:hint|notice|alert|callout|admonition)\b[^}]{0,80}?([a-z]{2,20})['\"]?|([a-z]{2,20})) *[%>]?[%}]\}\s*"
)
"""A template tag that begins a box: `{{< hint style="info" >}}`, `{% warning %}`."""
_CODED_END: Final = re.compile(r"\s*\{[{%][<%]? *(?:/ *|end *)[a-z]{2,20} *[%>]?[%}]\}\s*")
_BEGIN: Final = re.compile(r"\s*:{3,}\s*([a-z]+)")
_MARK: Final = re.compile(r"\s*:{3,}\s*[\w-]*\s*(?:\[([^\]]*)\])?\s*|\s+:::\s*$")
_ROOM: Final = "    "
_FENCES: Final = ("```", "~~~")


def names_notes(kind: str) -> bool:
    """Whether a box of this name holds notes."""
    return kind in _NAMES or ends_steps(kind)


def begins_notes(line: str) -> bool:
    """Whether the line begins a box with notes: ":::tip"."""
    box = _BEGIN.match(line)
    return box is not None and names_notes(box[1])


def without_marks(line: str) -> str:
    """Strip the marks that begin and end a box from a line of it; its title stays."""
    return _MARK.sub(lambda found: found[1] or "", line).strip() if ":::" in line else line


def with_boxes(lines: Sequence[str]) -> list[str]:
    """Rewrite all boxes of notes in one notation."""
    if not any(line.startswith(("!!!", "???")) or line.lstrip().startswith(("{{", "{%")) for line in lines):
        return list(lines)
    made: list[str] = []
    fenced, coded, end = False, False, 0
    for at, line in enumerate(lines):
        if at < end:
            continue
        fenced ^= line.lstrip().startswith(_FENCES)
        box = None if fenced else _INDENTED.fullmatch(line)
        begin = None if fenced or box or coded else _CODED.fullmatch(line)
        if box and names_notes(box[1].lower()):
            inside = list(_inside(lines, at + 1))
            end = at + 1 + len(inside)
            made += [f":::note {box[2] or ''}".strip(), *inside, ":::", ""]
        elif begin and names_notes(begin[1] or begin[2]):
            coded = True
            made.append(":::note")
        elif coded and not fenced and _CODED_END.fullmatch(line):
            coded = False
            made.append(":::")
        else:
            made.append(line)
    return made


def _inside(lines: Sequence[str], begin: int) -> Iterator[str]:
    """Yield the lines of an indented box without their indentation."""
    there = (lines[at] for at in range(begin, len(lines)))
    inside = list(takewhile(lambda line: not line.strip() or line.startswith((_ROOM, "\t")), there))
    while inside and not inside[-1].strip():
        inside.pop()
    yield from (line.removeprefix("\t") if line.startswith("\t") else line.removeprefix(_ROOM) for line in inside)
