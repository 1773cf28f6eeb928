"""Whether words begin with a verb of doing, in English: "Whisk it", "then you fry them"."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from tailor.core.guard.language import language
from tailor.core.numerals import either
from tailor.library.formats.shared.headings import is_told

_OPENER: Final = (
    r"(?:(?:first(?:ly)?(?: of all)?|to (?:start|begin)(?: with)?|second(?:ly)?|third(?:ly)?|then|next|now|"
    r"after (?:that|this)|afterwards?|finally|lastly|last of all|at (?:the end|last)|in the end|meanwhile|and|so|"
    r"also|but|just|again|please|ok(?:ay)?|right|optional(?:ly)?|alternatively|(?!only|family)[a-z]{2,12}ly)\b[,:]?\s+)*"
)
_OFTEN: Final = (
    r"(?:(?:will|then|just|always|usually|normally|also|first|now|have to|need to|must|should|can|want to)\s+)*"
)
_DOING: Final = re.compile(r"[^\W\d_]+ing\b", re.IGNORECASE)
"""A word that names an act but asks nobody to do it: "Making the dough"."""
_OWN: Final = re.compile(
    r"ask|bought|call|chose|consider|do|drink|eat|feed|get|give|go|have|make|prefer|rely|see|send|start|threw|took|"
    r"try|used|went|work|write",
    re.IGNORECASE,
)
"""Verbs for what writers say about themselves: "I make it every week", "we eat it cold"."""


def does(clause: str) -> bool:
    """Whether a clause begins with a verb that asks somebody to do something."""
    found = _verb().match(clause)
    if found is None:
        return False
    own = (found["who"] or "").casefold()
    if own in ("", "you"):
        return found["verb"] is not None or (is_told(found["rest"]) and not _DOING.match(found["rest"]))
    return found["verb"] is not None and not _OWN.fullmatch(found["verb"])


@cache
def verbs() -> str:
    """Return a pattern of the verbs."""
    data = tomllib.loads((files("tailor.library.formats.shared") / "verbs.toml").read_text("utf-8"))
    return either(*language().verbs, *data["verbs"])


@cache
def _verb() -> re.Pattern[str]:
    return re.compile(
        rf"{_OPENER}(?:(?P<who>you|i|we)(?:['’]ll|['’]d)?\s+{_OFTEN})?(?P<rest>(?P<verb>{verbs()}(?![\w'’]))?.*)",
        re.IGNORECASE | re.DOTALL,
    )
