"""What the notes of a how-to warn of, in the words of who wrote them: "WARNING: unplug it first".

It is shown before the first step and where one decides on changes, not only where somebody reads the notes.
"""

import re
from functools import lru_cache
from typing import Final

from tailor.core.text import one_line, unmarked

_SIGNS: Final = "\u26a0\u2620\u2622\u2623\u203c\u2757\u26d4\U0001f6d1\U0001f6ab"
_WORDS: Final = (
    r"warnings?|cautions?|dangers?|important|safety(?: first| notes?| warnings?| information)?"
    r"|achtung|warnung(?:en)?|vorsicht|gefahr|wichtig|sicherheitshinweise?|attention|avertissements?|advertencias?|cuidado|peligro"
    r"|attenzione|avvertenz[ae]|pericolo|aten[cç][aã]o|aviso|perigo|waarschuwing(?:en)?|let op|pas op|gevaar|uwaga"
    r"|ostrzeżenie|varning(?:ar)?"
)
_BEGINS: Final = re.compile(
    rf"!!+|[^\w\n]*(?:(?:{_WORDS})\b\]?\s*(?:[:!–—]|-\s|$)|(?:be (?:very )?careful|beware|watch out)\b)",
    re.IGNORECASE,
)
_ALONE: Final = re.compile(rf"[^\w\n]*(?:{_WORDS})\b\W*", re.IGNORECASE)
_BEFORE: Final = f"{_SIGNS}\ufe0f! "
"""What need not be told again behind the sign that is shown before each."""
_LONGEST: Final = 300
_LONGEST_HEAD: Final = 60
_MARKS: Final = re.compile(r"^\s*(?:[-*+•>]\s+|:{3,}\s*)*")


@lru_cache(maxsize=8)
def split_notes(notes: str) -> tuple[tuple[str, ...], str]:
    """The warnings of the notes, each on a line, and the other lines.

    Below a line that says no more than "Warnings" they are all the lines up to a blank one.
    """
    warnings: list[str] = []
    rest: list[str] = []
    below = begun = False
    for line in unmarked(notes).split("\n"):
        words = _MARKS.sub("", line).strip()
        if not words:
            below = below and not begun
        elif len(words) <= _LONGEST_HEAD and _ALONE.fullmatch(words):
            below, begun = True, False
            continue
        elif below or _BEGINS.match(words) or words[0] in _SIGNS:
            warnings.append(one_line(words.lstrip(_BEFORE), _LONGEST))
            begun = True
            continue
        if words or (rest and rest[-1].strip()):
            rest.append(line)
    return tuple(dict.fromkeys(warnings)), "\n".join(rest).strip()
