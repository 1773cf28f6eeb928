"""Where the text of an edit ends: the closing parenthesis, told from all others.

Owns nested parentheses, smileys, "a) … b) …" and what may follow the end of an edit. Refuses to know what the
text says. A line is walked once, from one parenthesis to the next; what stands around each is looked at within
a few characters.
"""

import re
from typing import Final, NamedTuple

from tailor.core.text import LONGEST_STEP

_PAREN = re.compile(r"[()（）]")
_FACE = re.compile(r"(?:^|\s)[:;=][-'^]?$")
_NEAR_FACE = re.compile(r"[:;][-'^]?$")
_LETTERED = re.compile(r"(?:^|[\s,;:/])(?:[A-Za-z]|[ivxIVX]{2,4}|\d{1,2})$")
_NEXT = re.compile(
    r"[\s.;,|&*_`]{0,8}+(?:and\s{1,3})?(?=(?:replace|insert|delete|remove|keep)[*_`]{0,4}\s{0,2}[(（]\s{0,3}[\w#])",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s*_`~\"'”’\]]{0,12}+(?:$|//|--|#|[—–→⇒]|->|=>|[(（\[<]|because\b|…|[：。；，]"
    r"|[.;,!?:]{1,3}(?=[\s*_`\"'”\]]|$))",
    re.IGNORECASE,
)
_ONLY_CLOSING = re.compile(r"[)）]{1,4}+[\s*_`]{0,8}$")
_CLOSERS: Final = {'"': '"', "“": "”", "'": "'", "‘": "’", "`": "`", "«": "»", "„": "“", "「": "」"}
_QUOTED: Final = {
    quote: re.compile(rf"{re.escape(close)}\s{{0,8}}(?P<paren>[)）])") for quote, close in _CLOSERS.items()
}


_REACH: Final = LONGEST_STEP + 1_000
"""Characters in which a quote that was opened is looked for again: no text is longer."""


class Scan(NamedTuple):
    """What one line of an open edit showed."""

    close: int | None
    """Where the closing parenthesis stands; None while the edit stays open."""
    depth: int
    """Parentheses of the text itself that are still open at the end of the line."""
    keep: bool = False
    """Whether the parenthesis belongs to the text as well: "smile :)"."""


def scan(line: str, start: int, depth: int, quote: str) -> Scan:
    """Look for the end of an edit in a line of its text.

    `depth` comes from the line before, `quote` is the quote the text began with, or "". Preferred: the quote's
    own end, then the first parenthesis that closes the edit and is followed by nothing or by talk; at the end of
    the line also "plan b)" or a smiley, and last a parenthesis in mid-sentence.
    """
    if quote in _QUOTED and (closed := _after_quote(line, start, quote)) is not None:
        return Scan(closed, 0)
    soft: int | None = None
    odd: int | None = None
    for found in _PAREN.finditer(line, start):
        at = found.start()
        if found.group() in "(（":
            depth += not _is_open_face(line, start, at)
        elif _is_face(line, start, at) or (depth == 0 and _is_lettered(line, start, at)):
            if soft is None and depth == 0 and ends(line, at + 1):
                soft = at
                if next_edit(line, at + 1) is not None:
                    # Looking further on would walk the line once for every edit on it.
                    break
        elif depth:
            depth -= 1
        elif ends(line, at + 1) or _ONLY_CLOSING.match(line, at + 1):
            return Scan(at, 0)
        else:
            odd = at if odd is None else odd
    if soft is not None and depth == 0:
        return Scan(soft, 0, keep=_is_face(line, start, soft))
    return Scan(odd, depth)


def ends(line: str, at: int) -> bool:
    """Whether what stands at `at` may follow an edit: nothing, a comment, an aside, the next edit."""
    return _TAIL.match(line, at) is not None or _NEXT.match(line, at) is not None


def next_edit(line: str, at: int) -> int | None:
    """Where the next edit of the same line begins."""
    found = _NEXT.match(line, at)
    return found.end() if found else None


def _after_quote(line: str, start: int, quote: str) -> int | None:
    """The parenthesis right after the closing quote, where the rest may follow an edit."""
    for found in _QUOTED[quote].finditer(line, start, start + _REACH):
        paren = found.start("paren")
        if line[found.start() - 1 : found.start()] != "\\" and ends(line, paren + 1):
            return paren
    return None


def _is_open_face(line: str, start: int, at: int) -> bool:
    """Whether this "(" is the mouth of a sad smiley."""
    after = line[at + 1 : at + 2]
    return _FACE.search(line[max(start, at - 4) : at]) is not None and not after.isalnum()


def _is_face(line: str, start: int, at: int) -> bool:
    """Whether this ")" is the mouth of a smiley."""
    before = line[max(start, at - 4) : at]
    if _FACE.search(before):
        return True
    return _NEAR_FACE.search(before) is not None and line[at + 1 : at + 2] in (")", "）")


def _is_lettered(line: str, start: int, at: int) -> bool:
    """Whether this ")" belongs to a letter or number of a list inside the text."""
    return _LETTERED.search(line[max(start, at - 6) : at]) is not None
