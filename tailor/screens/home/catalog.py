"""The procedures that can be tailored, as Home lists them, and a search that finds one by a few letters.

A procedure's file is read only when it is opened.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from textual.fuzzy import FuzzySearch

from tailor.core.errors import TailorError
from tailor.core.procedure import Procedure, fingerprint
from tailor.core.text import counted
from tailor.library.entries import told_apart
from tailor.library.metadata import labelled
from tailor.library.search import Term, terms
from tailor.library.store import Library, starter_procedures

if TYPE_CHECKING:
    from tailor.workspace import Workspace

MOST_FOUND = 200  # rows that a search shows, best first; more would help nobody

ENOUGH = 12  # exact matches from which no fuzzy search is needed

_TYPED = "written."  # prefix of the keys of what was typed and is not saved yet

_SHORTEST = 5  # letters of a word from which a typo is allowed for


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """One row of Home: a procedure that can be chosen."""

    key: str  # unique in the catalog
    goal: str
    kind: str  # its domain, or its origin
    count: int  # number of steps
    open: Callable[[], Procedure]  # reads the procedure; TailorError if it cannot be read
    haystack: str  # lower-case text that is searched: goal first, then tags
    hint: str = ""  # what it was tailored to; in a catalog, what tells it apart from others of the same goal
    created: str = ""  # when it was saved, as in the library

    @property
    def about(self) -> str:
        """Muted words after the goal: "baking · 12 steps"."""
        return f"{self.kind} · {counted(self.count, 'step')}"


class Catalog:
    """The entries in the order Home shows them without a search."""

    def __init__(self, entries: Sequence[CatalogEntry]) -> None:
        special = told_apart((entry.goal, entry.hint, entry.created, entry.key) for entry in entries)
        self.entries = [_named(one, words) for one, words in zip(entries, special, strict=True)]
        self.by_key = {entry.key: entry for entry in self.entries}
        self._fuzzy = FuzzySearch()

    def find(self, query: str) -> list[CatalogEntry]:
        """The entries that match the query, best first; all of them for an empty one.

        Every word must be found; one that occurs nowhere may be a typo of one that differs in a letter. Exact
        matches come first; fuzzy ones are added only if those are few, and only within single words, so that a
        typed goal does not "match" by accident.
        """
        words = [self._term(word) for word in query.lower().split()]
        if not words:
            return list(self.entries)
        plain = [entry for entry in self.entries if all(word.within(entry.haystack) for word in words)]
        plain.sort(key=lambda entry: _rank(entry.haystack, words))
        if len(plain) >= ENOUGH or len(query) < 3:
            return plain[:MOST_FOUND]
        rest = self.by_key.keys() - {entry.key for entry in plain}
        scores = ((self._closeness(self.by_key[key].haystack, words), key) for key in rest)
        near = sorted((one for one in scores if one[0]), reverse=True)
        return (plain + [self.by_key[key] for _, key in near])[:MOST_FOUND]

    def with_written(self, procedures: Sequence[Procedure]) -> "Catalog":
        """The catalog with typed procedures on top, the latest first, without those that the library has by now.

        Reads entries with the same goal and number of steps, to compare them.
        """
        fresh = (one for one in procedures if not _any_holds(self.entries, one))
        new = {entry.key: entry for entry in map(typed_entry, fresh)}
        return Catalog([*new.values(), *self.entries])

    def key_of(self, procedure: Procedure) -> str:
        """The key of the procedure's entry; "" if it is not in the catalog."""
        return next((entry.key for entry in self.entries if _holds(entry, procedure)), "")

    def moved_since(self, before: "Catalog") -> dict[str, str]:
        """Old and new keys of what was typed but not saved in an earlier catalog, and has been saved since."""
        gone = (one for one in before.entries if one.key.startswith(_TYPED) and one.key not in self.by_key)
        found = ((one.key, self.key_of(one.open())) for one in gone)
        return {old: new for old, new in found if new}

    def _term(self, word: str) -> Term:
        """The search term for a word; if it occurs nowhere, it may also match a word that it is a typo of."""
        [one] = terms(word)
        if len(word) < _SHORTEST or any(one.within(entry.haystack) for entry in self.entries):
            return one
        [one] = terms(word, (), {one for entry in self.entries for one in entry.haystack.split()})
        return one

    def _closeness(self, haystack: str, words: Iterable[Term]) -> float:
        """The sum of how well each word matches within single words; 0 if one does not match at all."""
        total = 0.0
        for term in words:
            if term.within(haystack):
                total += len(term.word) * 2
                continue
            best = max((self._in_word(term.word, target) for target in haystack.split()), default=0.0)
            if not best:
                return 0.0
            total += best
        return total

    def _in_word(self, word: str, target: str) -> float:
        """The fuzzy score of a word within one that begins with the same letter and is at most twice as long."""
        if len(word) < 3 or target[:1] != word[:1] or len(target) > len(word) * 2:
            return 0.0
        return self._fuzzy.match(word, target)[0]


def _named(entry: CatalogEntry, special: str) -> CatalogEntry:
    """The entry with what tells it apart from others of its name, which a search finds too."""
    if not special:
        return replace(entry, hint="") if entry.hint else entry
    return replace(entry, hint=special, haystack=f"{entry.haystack} {special.lower()}")


def _any_holds(entries: Iterable[CatalogEntry], procedure: Procedure) -> bool:
    return any(_holds(entry, procedure) for entry in entries)


def _holds(entry: CatalogEntry, procedure: Procedure) -> bool:
    """Whether the entry has the same goal and steps; False if it cannot be read."""
    if (entry.goal, entry.count) != (procedure.goal, len(procedure.steps)):
        return False
    try:
        return entry.open().steps == procedure.steps
    except TailorError:
        return False


def read_catalog(workspace: "Workspace") -> Catalog:
    """What a tailoring can start from: own procedures, then the starters that are not saved unchanged.

    Reads files, so call it in a thread.
    """
    saved = list(saved_entries(workspace.library))
    goals = {entry.goal for entry in saved}
    rest = (one for one in starter_entries() if one.goal not in goals or not _any_holds(saved, one.open()))
    return Catalog([*saved, *rest])


def typed_entry(procedure: Procedure) -> CatalogEntry:
    """The entry of a procedure that was typed or pasted and is not saved yet; its key depends on its text."""
    return _book(f"{_TYPED}{fingerprint(procedure)} {procedure.goal}", "typed just now", procedure)


def saved_entries(library: Library) -> Iterator[CatalogEntry]:
    """The newest version of each saved procedure, the latest first."""
    for entry in labelled(library.folder, library.entries()):
        haystack = " ".join((entry.goal, *entry.tags, *entry.collections)).lower()
        open = partial(_opened, library, entry.id)
        yield CatalogEntry(
            entry.id, entry.goal, entry.origin, entry.steps, open, haystack, entry.hint, entry.created
        )


def starter_entries() -> Iterator[CatalogEntry]:
    for procedure in starter_procedures():
        yield _book(procedure.id, procedure.tags[0] if procedure.tags else "starter", procedure)


def _book(key: str, kind: str, procedure: Procedure) -> CatalogEntry:
    haystack = " ".join((procedure.goal, *procedure.tags)).lower()
    return CatalogEntry(key, procedure.goal, kind, len(procedure.steps), lambda: procedure, haystack)


def _opened(library: Library, id: str) -> Procedure:
    return library.read(id).procedure


def _rank(haystack: str, words: Sequence[Term]) -> tuple[bool, int, int, int]:
    """Sort key: goals that begin with the first word, "a city" before "electricity", the earliest, shortest."""
    first = words[0].first_in(haystack)
    inside = sum(not word.begins_in(haystack) for word in words)
    return (first != 0, inside, first, len(haystack))
