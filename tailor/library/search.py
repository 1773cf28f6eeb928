"""Search saved procedures by their text: resources, steps, notes, and the request they were made for.

The text of a file is what comes below its front matter, plus the person's own notes. It is read once for many
searches.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from tailor.core.english import plurals, singular, spellings
from tailor.core.text import normal
from tailor.library.entries import LibraryEntry, you_said
from tailor.library.markdown import fenced
from tailor.library.metadata import noted, own_words
from tailor.storage import read_regular

_MOST: Final = 400_000
"""Most characters of a file that are searched."""
_BULLET: Final = re.compile(r"^- ")
_NUMBER: Final = re.compile(r"^(\d{1,6})[.)]\s+")
_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_MENDED: Final = 5
"""Shortest word that is corrected if mistyped."""
_BEFORE: Final = 12
"""Characters of context kept before the found word."""


@dataclass(frozen=True, slots=True)
class BodyText:
    """The text of a file below its title, by line."""

    lines: tuple[str, ...] = ()
    lower: str = ""
    """The same lines in lower case, for the search."""


BodyTexts: TypeAlias = Mapping[str, BodyText]
"""Texts by id."""


def read_bodies(entries: Iterable[LibraryEntry]) -> dict[str, BodyText]:
    """Read the texts of these entries; empty for an unreadable file. Slow for thousands of files."""
    found: dict[str, BodyText] = {}
    noted_about: dict[Path, frozenset[str]] = {}
    for entry in entries:
        folder = entry.file.parent
        stems = noted_about.setdefault(folder, noted(folder))
        found[entry.id] = _body(entry, own_words(folder, entry.stem) if entry.stem in stems else ())
    return found


def _body(entry: LibraryEntry, notes: Iterable[str]) -> BodyText:
    try:
        text = read_regular(entry.file).decode(errors="replace")
    except OSError:
        return BodyText()
    _, body = fenced(text) or ("", None)
    body = (text if body is None else body)[:_MOST]
    lines = [_words(line) for line in body.splitlines() if line.strip() and not line.startswith(("# ", "## "))]
    lines += [you_said(entry.hint)] if entry.hint else []
    lines += [f"Your note: {normal(note)}" for note in notes]
    return BodyText(tuple(lines), "\n".join(lines).lower())


def _words(line: str) -> str:
    """Turn a line into how people refer to it: "Step 3: Melt the butter"."""
    line = _BULLET.sub("", line.strip(), count=1)
    return _NUMBER.sub(r"Step \1: ", line, count=1).removeprefix("### ")


@dataclass(frozen=True, slots=True)
class Term:
    """A word to look for anywhere in a text, also inside a longer word."""

    word: str
    others: tuple[str, ...] = ()
    """Other number and spelling. These match whole words only, or "peas" would find a peach."""

    def within(self, lower: str) -> bool:
        """Whether a lower-case text contains the term."""
        return self.word in lower or any(one in lower and _by_itself(one, lower) for one in self.others)

    def first_in(self, lower: str) -> int:
        """The first position of the term in a lower-case text; -1 if it is absent."""
        return min((at for one in (self.word, *self.others) if (at := lower.find(one)) >= 0), default=-1)

    def begins_in(self, lower: str) -> bool:
        """Whether a word in a lower-case text begins with the term."""
        return any(re.search(rf"\b{re.escape(one)}", lower) for one in (self.word, *self.others) if one in lower)

    def stands_in(self, lower: str) -> bool:
        """Whether a lower-case text contains the term as a whole word."""
        return any(one in lower and _by_itself(one, lower) for one in (self.word, *self.others))


def _by_itself(word: str, lower: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", lower) is not None


def terms(query: str, texts: Iterable[str] = (), known: Collection[str] = ()) -> tuple[Term, ...]:
    """Split a query into terms, correcting a word that is in no text to the nearest known word.

    `texts` are in lower case. Without `known` words nothing is corrected.
    """
    found = []
    for word in query.lower().split():
        one = _term(word)
        if known and len(word) >= _MENDED and not any(map(one.within, texts)):
            from tailor.core.finding.spelling import nearest  # imported late: rarely needed

            one = _term(nearest(word, known) or word)
        found.append(one)
    return tuple(found)


def _term(word: str) -> Term:
    one = singular(word)
    spelt = (form for other in spellings(one) for form in (other, f"{other}s"))
    return Term(word, tuple(form for form in dict.fromkeys((one, *plurals(one), *spelt)) if word not in form))


def vocabulary(texts: Iterable[str]) -> frozenset[str]:
    """All words of these texts, which are in lower case."""
    return frozenset(word for text in texts for word in _WORD.findall(text))


def excerpt(text: BodyText, words: Sequence[str]) -> str:
    """The line with most of the words (in lower case), from shortly before the first match; "" for none."""
    lower = text.lower.split("\n")
    held = [sum(word in line for word in words) for line in lower]
    if not any(held):
        return ""
    at = held.index(max(held))
    first = min(place for word in words if (place := lower[at].find(word)) >= 0)
    return _from(text.lines[at], first)


def _from(line: str, first: int) -> str:
    """Cut the line to start a few words before `first`, keeping a label such as "Step 3: "."""
    named = found.end() if (found := re.match(r"(?:Step \d+|You said|Your note): ", line)) else 0
    start = line.rfind(" ", 0, max(first - _BEFORE, 0)) + 1
    return line if start <= named else f"{line[:named]}…{line[start:]}"
