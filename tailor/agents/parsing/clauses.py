"""The lines of an answer that are about requirements: how the hint is read, and what needs no edit.

    R1 prerequisite: no oven -> bake it in a lidded pan
    R2 none: that's it
    R3 already: step 4 covers this

Tolerant as the rest of the parser: ornament, other arrows and unknown kinds do no harm, and what cannot be
understood is left out. Only lines before the first edit say how the hint is read.
"""

import re
from typing import Final

from tailor.agents.parsing.edit_syntax import collapsed, unwrapped
from tailor.core.read_hint import MOST, Clause, HintRead
from tailor.core.requirements import Kind, Level

_LINE: Final = re.compile(
    r"[\s>#*_`•-]{0,12}+[\[(]?(?P<id>R[1-9]\d?)(?!\d)[\])]?[*_`]{0,4}[\s.:,–—-]{0,4}(?P<rest>[^\s].{0,1500})"
)
_WORD: Final = re.compile(
    r"[(\[*_`]{0,4}(?P<word>[a-z]{4,16})(?:[\s(/,:-]{1,3}(?P<level>beginner|intermediate|expert))?[)\]*_`]{0,4}"
    r"\s?[:：–—-]\s?",
    re.IGNORECASE,
)
_ARROW: Final = re.compile(r"->|=>|→|⇒")
_KINDS: Final[dict[str, tuple[Kind, Level | None]]] = {
    "prer": ("prerequisite", None),
    "pref": ("preference", None),
    "refi": ("refinement", None),
    "begi": ("expertise", "beginner"),
    "inte": ("expertise", "intermediate"),
    "expert": ("expertise", "expert"),
    "expe": ("expertise", None),
}
"""By the whole word or its first four letters."""

_LEVELS: Final[dict[str, Level]] = {"beginner": "beginner", "intermediate": "intermediate", "expert": "expert"}
_NONE: Final = frozenset(["none", "nothing"])
_LONGEST: Final = 300
"""Characters of a clause, and of what follows from it."""


class ClauseReader:
    """Reads these lines as they come, and ignores all others."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Forget all that was read: the answer begins here."""
        self.already: dict[str, str] = {}
        """Why a requirement needs no edit, in the model's words, by its id."""
        self._clauses: list[Clause] = []
        self._over = self._told = False

    def take(self, line: str) -> bool:
        """Read the line if it is one of these; return whether it is."""
        found = _LINE.match(line)
        if found is None:
            return False
        id, rest = found["id"], found["rest"]
        said = _WORD.match(rest)
        word = said["word"].lower() if said else ""
        if said and word == "already":
            self.already.setdefault(id, _tidy(rest[said.end() :]))
            return True
        clause = _clause(id, word, said, rest)
        if clause is not None and not self._over and len(self._clauses) < MOST:
            self._clauses.append(clause)
        return clause is not None

    def edits_begin(self) -> None:
        """From here on no line says how the hint is read."""
        self._over = True

    def hint(self) -> HintRead | None:
        """The hint as read, once, as soon as it is complete; else None."""
        if not self._over or self._told or not self._clauses:
            return None
        self._told = True
        return HintRead(tuple(self._clauses))


def _clause(id: str, word: str, said: "re.Match[str] | None", rest: str) -> Clause | None:
    """The clause on a line; None if it names no kind and has no arrow, so that it is talk."""
    kind, level = _KINDS.get(word) or _KINDS.get(word[:4]) or (None, None)
    if said and (kind or word in _NONE):
        rest = rest[said.end() :]
        if kind == "expertise" and (named := _LEVELS.get((said["level"] or "").lower())):
            level = named
    elif not _ARROW.search(rest):
        return None
    text, follows = map(_tidy, (*_ARROW.split(rest, maxsplit=1), "")[:2])
    if not (text or follows):
        return None
    return Clause(id=id, kind=kind, level=level, text=text, follows=follows, asks=word not in _NONE)


def _tidy(text: str) -> str:
    """One short paragraph without quotes around it."""
    return unwrapped(collapsed(text, _LONGEST)).strip(" *_`;").rstrip(".")
