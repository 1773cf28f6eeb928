"""What the worker does for each request: the store, the embedder and the search, put together.

Owns opening the memory at its first use (with the starters and the library's rows in it), embedding what is
written, and the answer to every request. Refuses to know pipes and threads of its own: `worker` has those.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from memory import corpora as sources
from memory import messages as m
from memory.corpora import Corpus, opened
from memory.embedders import embedder_for
from memory.embedding import GOAL_DIMENSION, Embedder, Lexical
from memory.messages import LIBRARY, STARTER, BadRow, Imported, MemoryRow, Rebuilt, RequestProgress
from memory.rows import chunks
from memory.search import Searcher
from memory.text import procedure_text
from tailor.core.errors import DamagedError, UsageError
from tailor.storage import private_folder, replace_file

if TYPE_CHECKING:
    from memory.embedding import Vectors
    from memory.store import Store


def catch_up(service: "Service", tell: "OnProgress", stopped: Event) -> int:
    """Write what changed in the library, forget what went; how many rows that concerned. Raises SaveError."""
    mark, folder = service.settings.seen, service.settings.library
    if not mark or not folder or not service.fits():
        return 0
    before, now = seen(mark), changed(folder)
    newest = set(sources.newest(folder))
    gone = set(service.store().ids(LIBRARY)) - newest
    fresh = sources.loaded(folder, sorted(id for id in newest if now.get(id, 0) > before)).rows
    service.forget_rows(sorted(gone))
    service.write(service.with_outcomes(fresh), tell, stopped)
    keep_seen(mark, now)
    return len(gone) + len(fresh)


def changed(folder: str) -> dict[str, int]:
    """When each file of the library changed, in nanoseconds, by id; coming back from the trash is a change."""
    try:
        with os.scandir(folder) as files:
            stats = [(file.name[:-3], file.stat()) for file in files if file.name.endswith(".md")]
    except OSError:
        return {}  # there is no library yet
    return {id: max(stat.st_mtime_ns, stat.st_ctime_ns) for id, stat in stats}


def seen(mark: str) -> int:
    """Up to when the library was taken in; 0 where that is not known."""
    try:
        data = json.loads(Path(mark).read_bytes())
    except (OSError, ValueError, RecursionError):
        return 0  # everything is taken in once more
    return data if isinstance(data, int) else 0


def keep_seen(mark: str, now: dict[str, int]) -> None:
    """Everything up to the newest of these is in the memory.

    Where there is none, nothing is: a library that was away for a while is taken in whole when it is back.
    """
    newest, before = max(now.values(), default=0), seen(mark)
    if not mark or newest == before or (now and newest < before):
        return
    private_folder(Path(mark).parent)
    replace_file(Path(mark), str(newest).encode())


OnProgress: TypeAlias = Callable[[m.RequestProgress], None]

BATCH = 1_000
"""Rows embedded and written at once."""


class Service:
    """The memory, from inside the worker. Writing requests must come one after the other."""

    def __init__(self, settings: m.MemorySettings) -> None:
        self.settings = settings
        self._opening = Lock()
        self._store: Store | None = None
        self._goals = Lexical(GOAL_DIMENSION)
        self._embedder: Embedder | None = None
        self.touched = False
        """Whether something was written since the last `optimize`."""

    def answer(self, request: m.Request, tell: OnProgress, stopped: Event) -> m.Answer:
        """Do what is asked. Raises a TailorError, or what LanceDB raises."""
        match request:
            case m.Search(query=query, k=k, mode=mode):
                searcher = self._searcher()
                return m.Hits(found=(searcher.steps if mode == "steps" else searcher.procedures)(query, k))
            case m.Nearest(query=query, k=k):
                return m.Hits(found=self._searcher().nearest(query, k))
            case m.Pick(k=k, seed=seed):
                return m.Hits(found=self._searcher().picked(k, seed))
            case m.Get(id=id):
                return m.Got(row=self.store().get([id]).get(id))
            case m.Count():
                return self._stats()
            case m.GetPage(offset=offset, limit=limit, version=version):
                rows, version = self.store().page(offset, limit, version)
                return m.Page(rows=tuple(rows), version=version)
            case m.Add(rows=rows):
                self.write(self.with_outcomes(rows), tell, stopped)
                return m.RequestDone(rows=len(rows))
            case m.Delete(ids=ids):
                return m.RequestDone(rows=self.forget_rows(ids))
            case m.Tag(id=id, tags=tags):
                return m.RequestDone(rows=self._changed(id, {"tags": list(tags)}))
            case m.Judge(id=id, outcome=outcome):
                return m.RequestDone(rows=self._changed(id, {"outcome": outcome}))
            case m.Import(path=path, domain=domain):
                return import_corpus(self, path, domain, tell, stopped)
            case m.Rebuild():
                return rebuild(self, tell, stopped)
            case m.CatchUp():
                return m.RequestDone(rows=catch_up(self, tell, stopped))
            case m.Optimize():
                self.optimize()
                return m.RequestDone(rows=self.store().count())
            case m.Open() | m.Stop():
                raise UsageError("This is for the worker itself.")
            case _:
                assert_never(request)

    # -- opening ---------------------------------------------------------------------------------------------

    def store(self) -> "Store":
        """The open store. At the first use of memory it is made, with starters and library in it."""
        with self._opening:
            if self._store is None:
                from memory.store import Store

                store = Store(self.settings.uri)
                if not store.open():
                    self.make(store)
                self._store = store
            return self._store

    def make(self, store: "Store") -> None:
        """Make the table and fill it with the starters and the library."""
        embedder = self.embedder()
        store.create(embedder.name, embedder.dimension)
        now = changed(self.settings.library) if self.settings.seen else {}
        self._put(store, [*sources.starters(), *sources.library(self.settings.library).rows])
        keep_seen(self.settings.seen, now)
        store.optimize()

    def forget(self) -> None:
        """Let go of the store: the next request opens it anew."""
        with self._opening:
            self._store = None

    def embedder(self) -> Embedder:
        """The embedder of the settings, loaded at its first use."""
        if self._embedder is None:
            self._embedder = embedder_for(self.settings)
        return self._embedder

    def fits(self) -> bool:
        """Whether the table's vectors are those of the settings' embedder."""
        return self.store().embedder == self.embedder().name

    def _searcher(self) -> Searcher:
        store = self.store()
        return Searcher(store, self.embedder() if self.fits() else None, self._goals)

    # -- writing ---------------------------------------------------------------------------------------------

    def write(self, rows: Sequence[m.MemoryRow], tell: OnProgress, stopped: Event) -> None:
        """Embed the rows and keep them; where the embedder was changed, everything is embedded anew before."""
        store = self.store()
        if not self.fits():
            embed_anew(self, tell, stopped)
        self._put(store, rows)

    def forget_rows(self, ids: Sequence[str]) -> int:
        """Take these rows out; how many there were."""
        self.touched = self.touched or bool(ids)
        return self.store().delete(ids)

    def _changed(self, id: str, values: "dict[str, str | list[str]]") -> int:
        self.touched = True
        return self.store().change(id, values)

    def with_outcomes(self, rows: Iterable[m.MemoryRow]) -> list[m.MemoryRow]:
        """The rows, those without an outcome with the one that the memory holds for their id."""
        rows = list(rows)
        there = self.store().get([row.id for row in rows])
        return [
            replace(row, outcome=old.outcome) if not row.outcome and (old := there.get(row.id)) else row
            for row in rows
        ]

    def _put(self, store: "Store", rows: Sequence[m.MemoryRow]) -> None:
        self.touched = self.touched or bool(rows)
        for some in chunks(list(rows), BATCH):
            store.merge(some, *self.vectors(some))

    def vectors(self, rows: Iterable[m.MemoryRow]) -> "tuple[Vectors, Vectors]":
        """The vectors of the rows and of their goals."""
        rows = list(rows)
        texts = [procedure_text(row.goal, row.resources, row.steps, row.domain) for row in rows]
        return self.embedder().documents(texts), self._goals.plain([row.goal for row in rows])

    def optimize(self) -> None:
        """Indexes brought up to date, fragments joined."""
        self.store().optimize()
        self.touched = False

    def _stats(self) -> m.Stats:
        store = self.store()
        rows, library, starter = store.count(), store.count(m.LIBRARY), store.count(m.STARTER)
        return m.Stats(
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


def import_corpus(service: "Service", path: str, domain: str, tell: "OnProgress", stopped: Event) -> Imported:
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


def _take(service: "Service", rows: list[MemoryRow], count: _Count, tell: "OnProgress", stopped: Event) -> None:
    """Write those of the rows that are new or have other words than the ones kept."""
    there = service.store().get([row.id for row in rows])
    fresh: dict[str, MemoryRow] = {}
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


def _same(old: MemoryRow, new: MemoryRow) -> bool:
    """Whether nothing of it changed; tags may have been given by the person meanwhile."""
    kept, given = ((one.domain, one.source, one.licence) for one in (old, new))
    return _same_words(old, new) and kept == given


def _same_words(old: MemoryRow, new: MemoryRow) -> bool:
    return (old.goal, old.resources, old.steps) == (new.goal, new.resources, new.steps)


def _progress(corpus: Corpus, count: _Count) -> RequestProgress:
    dealt = count.added + count.changed + count.unchanged + count.bad
    return RequestProgress(what="bytes", done=min(corpus.done(), corpus.total), total=corpus.total, rows=dealt)


_REBUILD_BATCH = 500


def rebuild(service: "Service", tell: "OnProgress", stopped: Event) -> Rebuilt:
    """Bring back starters and library rows, embed anew where the embedder changed, make the indexes.

    A table that cannot be read is set aside first, and said; what was imported into it has to be imported again.
    """
    aside = _sound_or_aside(service)
    if not service.fits():
        embed_anew(service, tell, stopped)
    kept = sources.library(service.settings.library)
    rows = (*sources.starters(), *kept.rows)
    store = service.store()
    store.index_anew()
    gone = set(store.ids(LIBRARY)) - {row.id for row in kept.rows}
    store.delete(gone)
    service.write(service.with_outcomes(rows), tell, stopped)
    tell(RequestProgress(what="rows", done=len(rows), total=len(rows), rows=len(rows)))
    service.optimize()
    return Rebuilt(rows=store.count(), from_library=len(kept.rows), damaged=kept.damaged, aside=aside)


def embed_anew(service: "Service", tell: "OnProgress", stopped: Event) -> None:
    """Give every row a vector of the settings' embedder. Stopped or killed, it goes on from there next time."""
    store, embedder = service.store(), service.embedder()
    there = store.gather(embedder.name, embedder.dimension)
    total, done = store.count(), 0
    for rows in store.all_rows(_REBUILD_BATCH):
        if stopped.is_set():
            return
        missing = [row for row in rows if row.id not in there]
        if missing:
            store.gather_more(missing, *service.vectors(missing))
        done += len(rows)
        tell(RequestProgress(what="rows embedded anew", done=done, total=total, rows=done))
    if set(store.ids()) - store.gathered():
        embed_anew(service, tell, stopped)  # another process wrote meanwhile
    else:
        store.take_gathered()


def _sound_or_aside(service: "Service") -> str:
    """Probe the table; where it is damaged it is set aside and a new one made. Where it went, else ""."""
    from memory.store import Store

    store = Store(service.settings.uri)
    try:
        store.probe()
    except DamagedError:
        service.forget()
        return store.set_aside()
    return ""
