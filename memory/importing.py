"""Importing a corpus: batches, progress, and what to do with rows that are there already.

Owns the one rule that makes an import resumable and repeatable: a row whose words are kept already is passed
over, so a second run after a kill does only what is left. Refuses to read files: `corpora` does.
"""

from itertools import islice
from threading import Event
from typing import TYPE_CHECKING, Final

from memory.corpora import Corpus, opened
from memory.messages import LIBRARY, STARTER, BadRow, Imported, Kept, Progress

if TYPE_CHECKING:
    from memory.service import Service, Tell

_NAMED: Final = 100
_IMPORT_BATCH: Final = 2_000


class _Count:
    """What the import has done so far."""

    def __init__(self) -> None:
        self.added = self.changed = self.unchanged = self.bad = 0
        self.named: list[BadRow] = []

    def note(self, bad: BadRow) -> None:
        self.bad += 1
        if len(self.named) < _NAMED:
            self.named.append(bad)


def import_corpus(service: "Service", path: str, domain: str, tell: "Tell", stopped: Event) -> Imported:
    """Take every good row of the corpus into the memory; bad ones are counted and named.

    Raises NotFoundError or ContentError where the corpus itself cannot be read.
    """
    corpus = opened(path, domain)
    count = _Count()
    read = iter(corpus)
    while not stopped.is_set() and (some := list(islice(read, _IMPORT_BATCH))):
        rows = []
        for one in some:
            if isinstance(one, BadRow):
                count.note(one)
            else:
                rows.append(one)
        _take(service, rows, count, tell, stopped)
        tell(_progress(corpus, count))
    if service.touched or service.store().needs_indexes():
        service.optimize()
    return Imported(
        added=count.added,
        changed=count.changed,
        unchanged=count.unchanged,
        bad=count.bad,
        named=tuple(count.named),
    )


def _take(service: "Service", rows: list[Kept], count: _Count, tell: "Tell", stopped: Event) -> None:
    """Write those of the rows that are new or have other words than the ones kept."""
    there = service.store().get([row.id for row in rows])
    fresh: dict[str, Kept] = {}
    for row in rows:
        old = there.get(row.id)
        if old is not None and old.source in (LIBRARY, STARTER) and not _same_words(old, row):
            count.note(BadRow(where=row.id, why="its id belongs to a procedure of your own"))
        elif row.id in fresh or (old is not None and (old.source in (LIBRARY, STARTER) or _same(old, row))):
            count.unchanged += 1
        else:
            fresh[row.id] = row
    service.write(tuple(fresh.values()), tell, stopped)
    changed = sum(id in there for id in fresh)
    count.changed += changed
    count.added += len(fresh) - changed


def _same(old: Kept, new: Kept) -> bool:
    """Whether nothing of it changed; tags may have been given by the person meanwhile."""
    kept, given = ((one.domain, one.source, one.licence) for one in (old, new))
    return _same_words(old, new) and kept == given


def _same_words(old: Kept, new: Kept) -> bool:
    return (old.goal, old.resources, old.steps) == (new.goal, new.resources, new.steps)


def _progress(corpus: Corpus, count: _Count) -> Progress:
    dealt = count.added + count.changed + count.unchanged + count.bad
    return Progress(what="bytes", done=min(corpus.done(), corpus.total), total=corpus.total, rows=dealt)
