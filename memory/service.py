"""The memory inside the worker process: store, embedder and search put together.

Every request of `memory.client` is a method of `Service`, named in READS or WRITES; arguments and answers are
JSON, converted by the method's annotations. Reads may run concurrently, writes must run one after another. The
store opens at the first request, and a new one is filled with the starters and the library.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock
from typing import Final, TypeAlias, get_type_hints

from memory import corpora
from memory.embedding import GOAL_DIMENSION, Embedder, Lexical, Vectors, embedder_for
from memory.errors import damaged_beside, gone, known_error, unknown_error
from memory.messages import (
    LIBRARY,
    STARTER,
    BadRow,
    Imported,
    MemoryHit,
    MemoryRow,
    MemorySettings,
    Mode,
    Outcome,
    Rebuilt,
    RequestProgress,
    Stats,
)
from memory.search import Searcher
from memory.store import TABLE, Store, chunks
from memory.text import procedure_text
from tailor.core.codec import decoded, to_json
from tailor.core.errors import DamagedError, TailorError, UsageError
from tailor.core.procedure import Json
from tailor.core.text import clean
from tailor.storage import SaveError, is_shut, is_there, private_folder, read_regular, replace_file

_UPKEEP: Final = ("catch_up", "optimize")
"""Writes that nobody asked for."""
READS: Final = ("search", "nearest", "random", "get", "stats", "page")
"""Requests that change nothing."""
WRITES: Final = ("add", "delete", "tag", "set_outcome", "import_corpus", "rebuild", "catch_up", "optimize")

_BATCH: Final = 1_000
"""Rows that are embedded and written at once."""
_IMPORT_BATCH: Final = 2_000
_REBUILD_BATCH: Final = 500
_MOST_NAMED: Final = 100
"""How many bad rows of an import are named; the others are only counted."""

_WORDS: Final = attrgetter("goal", "resources", "steps")
_GIVEN: Final = attrgetter("goal", "resources", "steps", "domain", "source", "licence")
"""What an import may change; tags and outcome, which the person may have set in the meantime, are kept."""

OnProgress: TypeAlias = Callable[[RequestProgress], None]


@dataclass(frozen=True, slots=True)
class Job:
    """Progress and cancellation of one long request."""

    tell: OnProgress = lambda progress: None
    stopped: Event = field(default_factory=Event)


_ALONE: Final = Job()
"""A job that nobody watches or stops."""


class _Tally(Counter[str]):
    """The counts of an import so far: rows `added`, `changed`, `unchanged` and `bad`."""

    def __init__(self) -> None:
        super().__init__(added=0, changed=0, unchanged=0, bad=0)
        self.named: list[BadRow] = []

    def note(self, bad: BadRow) -> None:
        self["bad"] += 1
        if len(self.named) < _MOST_NAMED:
            self.named.append(bad)


class Service:
    """One memory, opened at its first request."""

    def __init__(self, settings: MemorySettings) -> None:
        self.settings = settings
        self._opening = Lock()
        self._store: Store | None = None
        self._lent: Store | None = None
        """A temporary store, used if no permanent one can be made."""
        self._folders: list[TemporaryDirectory[str]] = []
        self._goals = Lexical(GOAL_DIMENSION)
        self._embedder: Embedder | None = None
        self.touched = False
        """Whether rows were written since the last `optimize`."""

    def answer(self, name: str, arguments: Mapping[str, Json], job: Job) -> Json:
        """Call a method of READS or WRITES. Raises a TailorError, or whatever LanceDB raises."""
        if name not in (*READS, *WRITES):
            raise UsageError(f"The memory has no request {name[:40]}.")
        if name in WRITES:
            self._own(name)
        method = getattr(self, name)
        hints = get_type_hints(method)
        given = {key: decoded(hints[key], value) for key, value in arguments.items()}
        return to_json(method(**given, job=job) if "job" in hints else method(**given))

    def explained(self, error: Exception) -> TailorError:
        """The error to show for one from LanceDB. Its exception classes say little, so the table is probed."""
        if known := known_error(error, self.settings.uri) or self._damage():
            return known
        ours = "://" not in self.settings.uri and "lance" in str(error).casefold()
        return damaged_beside(self.settings.uri) if ours else unknown_error(error)

    def _damage(self) -> DamagedError | None:
        """The error for a table that has become unreadable or is gone; None if it is sound."""
        table = Store(self.settings.uri)
        damage = None
        try:
            if self._store is not None and self._lent is None and not table.open():
                damage = gone(self.settings.uri)
            table.probe()
        except DamagedError as damaged:
            damage = damaged
        if damage:
            with self._opening:
                self._store = None  # the next request opens it again
        return damage

    # -- opening ---------------------------------------------------------------------------------------------

    def store(self) -> Store:
        """Return the open store, creating and filling it if there is none.

        If none can be created, a temporary one is used until something has to be written.
        """
        with self._opening:
            if self._store is None:
                try:
                    self._store = self._opened()
                except Exception as error:
                    if not self._is_refused(error):
                        raise
                    self._store = self._lend()
            return self._store

    def _own(self, name: str) -> None:
        """Open the permanent store before a write. Raises if there still can be none.

        Upkeep does not need one: a temporary store is kept up like any other. A rebuild opens its own if
        necessary.
        """
        with self._opening:
            first = self._store is None and name != "rebuild"
            if name not in _UPKEEP and (first or self._lent is not None):
                self._store = self._opened()
                self._lent = None  # a search may still read it, so it lives as long as the process

    def close(self) -> None:
        """Remove the temporary stores; nothing may read them any more."""
        while self._folders:
            self._folders.pop().cleanup()

    def _opened(self) -> Store:
        store = Store(self.settings.uri)
        if not store.open():
            now = _changed(self.settings.library) if self.settings.seen else {}
            self._fill(store)
            _keep_seen(self.settings.seen, now)
            store.optimize()
        return store

    def _is_refused(self, error: Exception) -> bool:
        """Whether there is no memory and the system does not allow creating one."""
        refused = isinstance(error if isinstance(error, TailorError) else known_error(error, ""), SaveError)
        place = Path(self.settings.uri)
        local = "://" not in self.settings.uri
        return refused and local and not is_shut(place) and not is_there(place / f"{TABLE}.lance")

    def _lend(self) -> Store:
        folder = TemporaryDirectory(prefix="tailor-memory-")
        self._folders.append(folder)
        store = Store(folder.name)
        self._fill(store)
        self._lent = store
        store.optimize()
        self.touched = False
        return store

    def _fill(self, store: Store) -> None:
        """Fill a new store. If interrupted, it is missing altogether or lacks only how-tos of the library."""
        embedder, starters = self.embedder(), list(corpora.starters())
        store.create(embedder.name, embedder.dimension, starters, self._vectors(starters))
        self._put(store, self._from_library()[0])

    def embedder(self) -> Embedder:
        """The embedder in the settings, loaded when first used."""
        if self._embedder is None:
            self._embedder = embedder_for(self.settings)
        return self._embedder

    def fits(self) -> bool:
        """Whether the table's vectors were made by the embedder in the settings."""
        store, embedder = self.store(), self.embedder()
        return (store.embedder, store.dimension) == (embedder.name, embedder.dimension)

    # -- reading ---------------------------------------------------------------------------------------------

    def _searcher(self) -> Searcher:
        return Searcher(self.store(), self.embedder() if self.fits() else None, self._goals)

    def search(self, query: str, k: int, mode: Mode = "procedures") -> tuple[MemoryHit, ...]:
        """Hybrid search for procedures or for steps."""
        searcher = self._searcher()
        return (searcher.steps if mode == "steps" else searcher.procedures)(query, k)

    def nearest(self, query: str, k: int) -> tuple[MemoryHit, ...]:
        """The K nearest by vector alone, as in [AAG]."""
        return self._searcher().nearest(query, k)

    def random(self, k: int, seed: int) -> tuple[MemoryHit, ...]:
        """K random rows: the same for the same seed while the memory holds the same ids."""
        return self._searcher().picked(k, seed)

    def get(self, ids: tuple[str, ...]) -> tuple[MemoryRow, ...]:
        return tuple(self.store().get(ids).values())

    def page(self, offset: int, limit: int, version: int) -> tuple[tuple[MemoryRow, ...], int]:
        """Rows from `offset` on, of one version of the table (0 is the newest), and that version."""
        return self.store().page(offset, limit, version)

    def stats(self) -> Stats:
        store = self.store()
        rows, library, starter = store.count(), store.count(LIBRARY), store.count(STARTER)
        return Stats(
            rows=rows,
            embedder=store.embedder,
            dimension=store.dimension,
            wanted=self.embedder().name,
            library=library,
            starter=starter,
            imported=rows - library - starter,
            by_domain=tuple(Counter(store.domains()).most_common(50)),
            version=int(store.table.version),
            size=store.size(),
            fragments=store.fragments(),
            indexes=store.index_names(),
        )

    # -- writing ---------------------------------------------------------------------------------------------

    def add(self, rows: tuple[MemoryRow, ...], job: Job = _ALONE) -> int:
        """Write rows, replacing those with a known id; without an outcome of their own they keep the old one."""
        there = self.store().get([row.id for row in rows if not row.outcome])
        held = {id: old.outcome for id, old in there.items()}
        self._write([replace(row, outcome=row.outcome or held.get(row.id, "")) for row in rows], job)
        return len(rows)

    def delete(self, ids: tuple[str, ...]) -> int:
        """Delete rows and return how many there were."""
        self.touched |= bool(ids)
        return self.store().delete(ids)

    def tag(self, id: str, tags: tuple[str, ...]) -> int:
        """Replace the tags of a row; 0 if there is no such row."""
        self.touched = True
        return self.store().change(id, {"tags": list(tags)})

    def set_outcome(self, id: str, outcome: Outcome) -> int:
        """Replace the outcome of a row; 0 if there is no such row."""
        self.touched = True
        return self.store().change(id, {"outcome": outcome})

    def optimize(self) -> int:
        """Merge fragments, update the indexes, drop old versions; return the number of rows."""
        self.store().optimize()
        self.touched = False
        return self.store().count()

    def _write(self, rows: Sequence[MemoryRow], job: Job) -> None:
        """Embed and save rows. If the embedder has changed, re-embed everything else first."""
        if not self.fits():
            self._embed_anew(job)
            if not self.fits():
                return  # stopped: the table still has the vectors of the old embedder
        self._put(self.store(), rows)

    def _put(self, store: Store, rows: Sequence[MemoryRow]) -> None:
        self.touched |= bool(rows)
        for some in chunks(list(rows), _BATCH):
            store.merge(some, *self._vectors(some))

    def _vectors(self, rows: Sequence[MemoryRow]) -> tuple[Vectors, Vectors]:
        texts = list(map(procedure_text, rows))
        return self.embedder().documents(texts), self._goals.plain([row.goal for row in rows])

    # -- importing -------------------------------------------------------------------------------------------

    def import_corpus(self, path: str, domain: str = "", job: Job = _ALONE) -> Imported:
        """Import a corpus; bad rows are counted and named. NotFoundError or ContentError if it is unreadable."""
        corpus = corpora.opened(path, domain)
        corpus.called = _called(self.settings.seen, corpus.path)
        tally = _Tally()
        read = iter(corpus)
        while not job.stopped.is_set() and (some := list(islice(read, _IMPORT_BATCH))):
            for bad in some:
                if isinstance(bad, BadRow):
                    tally.note(bad)
            self._take_in([row for row in some if isinstance(row, MemoryRow)], clean(corpus.called), tally, job)
            done = min(corpus.done(), corpus.total)
            job.tell(RequestProgress(what="bytes", done=done, total=corpus.total, rows=tally.total()))
        if self.touched or self.store().needs_indexes():
            self.optimize()
        return Imported(**tally, named=tuple(tally.named), partial=corpus.partial, left=tuple(corpus.left))

    def _take_in(self, rows: Sequence[MemoryRow], called: str, tally: _Tally, job: Job) -> None:
        """Write the rows that are new or differ from the saved ones, from the corpus of that name.

        An id in two sources names two how-tos, unless their words are the same: the later one gets an id of its
        own, and keeps it in later imports. The same words in two files keep the name of the first.
        """
        there = self.store().get([id for row in rows for id in (row.id, corpora.id_beside(row))])
        fresh: dict[str, MemoryRow] = {}
        for row in rows:
            old = there.get(row.id)
            own = old is not None and old.source in (LIBRARY, STARTER)
            if old is not None and row.source == called and _WORDS(old) == _WORDS(row):
                row = replace(row, source=old.source)
            if old is not None and own and _WORDS(old) != _WORDS(row):
                tally.note(BadRow(where=row.id, why="one of your own how-tos already has this id"))
                continue
            beside = corpora.id_beside(row)
            elsewhere = old is not None and old.source != row.source and _WORDS(old) != _WORDS(row)
            if beside in there or elsewhere:
                row, old, own = replace(row, id=beside), there.get(beside), False
            if row.id in fresh or (old is not None and (own or _GIVEN(old) == _GIVEN(row))):
                tally["unchanged"] += 1
            else:
                if old is not None:
                    row = replace(row, tags=tuple(dict.fromkeys((*old.tags, *row.tags))), outcome=old.outcome)
                fresh[row.id] = row
        self._write(tuple(fresh.values()), job)
        changed = sum(id in there for id in fresh)
        tally.update(changed=changed, added=len(fresh) - changed)

    # -- the library -----------------------------------------------------------------------------------------

    def catch_up(self, job: Job = _ALONE) -> int:
        """Write what changed in the library, delete what was removed; return how many rows. Raises SaveError."""
        mark, folder = self.settings.seen, self.settings.library
        if not mark or not folder or not self.fits():
            return 0
        before, now = seen(mark), _changed(folder)
        newest = set(corpora.newest(folder))
        gone = set(self.store().ids(LIBRARY)) - newest
        fresh, _ = corpora.loaded(folder, sorted(id for id in newest if now.get(id, 0) > before))
        self.delete(tuple(sorted(gone)))
        self.add(tuple(fresh), job)
        _keep_seen(mark, now)
        return len(gone) + len(fresh)

    def rebuild(self, job: Job = _ALONE) -> Rebuilt:
        """Restore starters and library rows, rebuild the indexes, re-embed if the embedder changed.

        A table that cannot be read is moved aside first; what was imported into it has to be imported again.
        """
        aside = Store(self.settings.uri).set_aside() if self._damage() else ""
        if not self.fits():
            self._embed_anew(job)
        kept, damaged = self._from_library()
        rows = (*corpora.starters(), *kept)
        store = self.store()
        store.index_anew()
        store.forget_unreadable()
        store.delete(set(store.ids(LIBRARY)) - {row.id for row in kept})
        self.add(rows, job)
        job.tell(RequestProgress(what="rows", done=len(rows), total=len(rows), rows=len(rows)))
        self.optimize()
        return Rebuilt(rows=store.count(), from_library=len(kept), damaged=tuple(damaged), aside=aside)

    def _from_library(self) -> tuple[list[MemoryRow], list[str]]:
        return corpora.loaded(self.settings.library, corpora.newest(self.settings.library))

    def _embed_anew(self, job: Job) -> None:
        """Give every row a vector of the settings' embedder. If stopped or killed, it resumes there next time."""
        store, embedder = self.store(), self.embedder()
        there = store.gather(embedder.name, embedder.dimension)
        total, done = store.count(), 0
        for rows in store.all_rows(_REBUILD_BATCH):
            if job.stopped.is_set():
                return
            missing = [row for row in rows if row.id not in there]
            if missing:
                store.merge(missing, *self._vectors(missing), gathering=True)
            done += len(rows)
            job.tell(RequestProgress(what="how-tos indexed again", done=done, total=total, rows=done))
        if set(store.ids()) - store.gathered():
            self._embed_anew(job)  # another process wrote in the meantime
        else:
            store.take_gathered()


def _changed(folder: str) -> dict[str, int]:
    """When each file of the library changed, in nanoseconds, by id; coming back from the trash counts too."""
    try:
        with os.scandir(folder) as files:
            stats = [(file.name[:-3], file.stat()) for file in files if file.name.endswith(".md")]
    except OSError:
        return {}  # there is no library yet
    return {id: max(stat.st_mtime_ns, stat.st_ctime_ns) for id, stat in stats}


def seen(mark: str) -> int:
    """When the library was last read, in nanoseconds; 0 if unknown."""
    try:
        data = json.loads(read_regular(Path(mark)))
    except (OSError, ValueError, RecursionError):
        return 0  # everything is read once more
    return data if isinstance(data, int) else 0


def _called(mark: str, path: Path) -> str:
    """The name of a file or folder, with a number if another of that name was imported from elsewhere.

    `mark`: the file whose neighbour records which place has which name; "" for none.
    """
    record, place = Path(f"{mark}-files"), str(path.resolve())
    try:
        known = json.loads(read_regular(record)) if mark else {}
    except (OSError, ValueError, RecursionError):
        known = {}
    known = known if isinstance(known, dict) else {}
    names = (path.name if number == 1 else f"{path.name} ({number})" for number in count(1))
    called = next((name for name, at in known.items() if at == place), "")
    called = called or next(name for name in names if name not in known)
    if mark and called not in known:
        private_folder(record.parent)
        replace_file(record, json.dumps(known | {called: place}).encode())
    return called


def _keep_seen(mark: str, now: Mapping[str, int]) -> None:
    """Remember that everything up to the newest of these times is in the memory.

    An empty `now` resets the mark to 0: a library that was away for a while is read in full when it is back.
    """
    newest, before = max(now.values(), default=0), seen(mark)
    if not mark or newest == before or (now and newest < before):
        return
    private_folder(Path(mark).parent)
    replace_file(Path(mark), str(newest).encode())
