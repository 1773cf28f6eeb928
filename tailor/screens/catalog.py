"""The procedures one can start from, and finding one by a few letters.

Owns `Book` (one row of Home), `Shelf` (all of them, own ones first) and the search. Refuses to draw and to read
a file before somebody opens it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from textual.fuzzy import FuzzySearch

from tailor.core.errors import TailorError
from tailor.core.procedure import Procedure, fingerprint

if TYPE_CHECKING:
    from tailor.library.store import Library
    from tailor.workspace import Workspace

MOST_FOUND = 200
"""Rows a search shows, best first; more of them help nobody."""

ENOUGH = 12
"""Plain finds that make a fuzzy search needless."""


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A procedure one can choose."""

    key: str
    """Unique on the shelf."""
    goal: str
    kind: str
    """A word on what it is: its domain, or how it came to be."""
    count: int
    """Its steps."""
    open: Callable[[], Procedure]
    """Reads the procedure; TailorError when it cannot be read."""
    haystack: str
    """What a search looks through, in lower case: goal first, then tags."""
    hint: str = ""
    """What it was tailored to; a shelf keeps it where another book has the same goal."""

    @property
    def about(self) -> str:
        """Muted words after the goal: "baking · 12 steps"."""
        return f"{self.kind} · {steps_words(self.count)}"


class Catalog:
    """The books in the order Home shows them when nothing is searched for."""

    def __init__(self, books: Sequence[CatalogEntry]) -> None:
        twice = repeated(book.goal for book in books)
        self.books = [replace(one, hint="") if one.hint and one.goal not in twice else one for one in books]
        self.by_key = {book.key: book for book in self.books}
        self._fuzzy = FuzzySearch()

    def find(self, query: str) -> list[CatalogEntry]:
        """The books that fit the query, best first; all of them for an empty one.

        Every word must be found. Plain finds come first; letters left out or in between are tried only while
        plain finds are few, and only within single words, so that a typed goal does not "match" by accident.
        """
        words = query.lower().split()
        if not words:
            return list(self.books)
        plain = [book for book in self.books if all(word in book.haystack for word in words)]
        plain.sort(key=lambda book: _rank(book.haystack, words))
        if len(plain) >= ENOUGH or len(query) < 3:
            return plain[:MOST_FOUND]
        known = {book.key for book in plain}
        rest = ((self._closeness(book.haystack, words), book) for book in self.books if book.key not in known)
        near = sorted(((score, book.key) for score, book in rest if score), reverse=True)
        return (plain + [self.by_key[key] for _, key in near])[:MOST_FOUND]

    def with_written(self, procedures: Sequence[Procedure]) -> "Catalog":
        """The shelf with what was typed on top, the latest first; what the library holds by now is not doubled.

        Reads what has the same goal and as many steps: it may say something else.
        """
        new = map(typed_entry, (one for one in procedures if not any(_holds(book, one) for book in self.books)))
        return Catalog([*{book.key: book for book in new}.values(), *self.books])

    def place_of(self, procedure: Procedure) -> int:
        """Where it stands while nothing is searched for; 0 where it does not."""
        return next((at for at, book in enumerate(self.books) if _holds(book, procedure)), 0)

    def _closeness(self, haystack: str, words: Iterable[str]) -> float:
        """How well every word is found among the letters of single words; 0 = one is not."""
        total = 0.0
        for word in words:
            if word in haystack:
                total += len(word) * 2
                continue
            best = max((self._in_word(word, target) for target in haystack.split()), default=0.0)
            if not best:
                return 0.0
            total += best
        return total

    def _in_word(self, word: str, target: str) -> float:
        """The fuzzy score of a word inside one longer word that begins alike."""
        if len(word) < 3 or target[:1] != word[:1] or len(target) > len(word) * 2:
            return 0.0
        return self._fuzzy.match(word, target)[0]


def _holds(book: CatalogEntry, procedure: Procedure) -> bool:
    """Whether a book says the same; one that cannot be read does not."""
    if (book.goal, book.count) != (procedure.goal, len(procedure.steps)):
        return False
    try:
        return book.open().steps == procedure.steps
    except TailorError:
        return False


def read_catalog(workspace: "Workspace") -> Catalog:
    """What a tailoring can start from: own procedures, then the starters. Reads files: call it in a thread."""
    return Catalog([*saved_entries(workspace.library), *starter_entries()])


def repeated(goals: Iterable[str]) -> frozenset[str]:
    """The goals that stand there more than once: their rows need more words to be told apart."""
    return frozenset(goal for goal, count in Counter(goals).items() if count > 1)


def typed_entry(procedure: Procedure) -> CatalogEntry:
    """A procedure that was typed or pasted and is saved with its first tailoring; its key is made of its words."""
    return _book(f"written.{fingerprint(procedure)} {procedure.goal}", "typed just now", procedure)


def saved_entries(library: "Library") -> Iterator[CatalogEntry]:
    """The newest version of each saved procedure, the latest first."""
    from tailor.library.metadata import labelled

    for entry in labelled(library.folder, library.entries()):
        haystack = " ".join((entry.goal, *entry.tags, *entry.collections)).lower()
        open = partial(_opened, library, entry.id)
        yield CatalogEntry(entry.id, entry.goal, entry.origin, entry.steps, open, haystack, entry.hint)


def starter_entries() -> Iterator[CatalogEntry]:
    """The procedures Tailor brings along."""
    from tailor.library.starters import starter_procedures

    for procedure in starter_procedures():
        yield _book(procedure.id, procedure.tags[0] if procedure.tags else "starter", procedure)


def _book(key: str, kind: str, procedure: Procedure) -> CatalogEntry:
    haystack = " ".join((procedure.goal, *procedure.tags)).lower()
    return CatalogEntry(key, procedure.goal, kind, len(procedure.steps), partial(_itself, procedure), haystack)


def _opened(library: "Library", id: str) -> Procedure:
    from tailor.library.store import read_file

    return read_file(library.folder / f"{id}.md").procedure  # load() would look through every name


def _itself(procedure: Procedure) -> Procedure:
    return procedure


def steps_words(count: int) -> str:
    """ "1 step", "12 steps"."""
    return f"{count:,} step{'' if count == 1 else 's'}"


def _rank(haystack: str, words: Sequence[str]) -> tuple[bool, int, int]:
    """Goals that begin with the first word first, then the earliest find, then the shortest."""
    first = words[0]
    return (not haystack.startswith(first), haystack.find(first), len(haystack))
