"""What the worker does for each request: the store, the embedder and the search, put together.

Owns opening the memory at its first use (with the starters and the library's rows in it), embedding what is
written, and the answer to every request. Refuses to know pipes and threads of its own: `worker` has those.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from threading import Event, Lock
from typing import TYPE_CHECKING, TypeAlias, assert_never

from memory import messages as m
from memory import sources
from memory.catching_up import catch_up, changed, keep_seen
from memory.embedders import embedder_for
from memory.embedding import GOAL_DIMENSION, Embedder, Lexical
from memory.filters import chunks
from memory.procedure_text import procedure_text
from memory.search import Searcher
from tailor.core.errors import UsageError

if TYPE_CHECKING:
    from memory.embedding import Vectors
    from memory.store import Store

Tell: TypeAlias = Callable[[m.Progress], None]

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

    def answer(self, request: m.Request, tell: Tell, stopped: Event) -> m.Answer:
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
                return m.Done(rows=len(rows))
            case m.Delete(ids=ids):
                return m.Done(rows=self.forget_rows(ids))
            case m.Tag(id=id, tags=tags):
                return m.Done(rows=self._changed(id, {"tags": list(tags)}))
            case m.Judge(id=id, outcome=outcome):
                return m.Done(rows=self._changed(id, {"outcome": outcome}))
            case m.Import(path=path, domain=domain):
                from memory.importing import import_corpus

                return import_corpus(self, path, domain, tell, stopped)
            case m.Rebuild():
                from memory.rebuilding import rebuild

                return rebuild(self, tell, stopped)
            case m.CatchUp():
                return m.Done(rows=catch_up(self, tell, stopped))
            case m.Optimize():
                self.optimize()
                return m.Done(rows=self.store().count())
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

    def write(self, rows: Sequence[m.Kept], tell: Tell, stopped: Event) -> None:
        """Embed the rows and keep them; where the embedder was changed, everything is embedded anew before."""
        store = self.store()
        if not self.fits():
            from memory.rebuilding import embed_anew

            embed_anew(self, tell, stopped)
        self._put(store, rows)

    def forget_rows(self, ids: Sequence[str]) -> int:
        """Take these rows out; how many there were."""
        self.touched = self.touched or bool(ids)
        return self.store().delete(ids)

    def _changed(self, id: str, values: "dict[str, str | list[str]]") -> int:
        self.touched = True
        return self.store().change(id, values)

    def with_outcomes(self, rows: Iterable[m.Kept]) -> list[m.Kept]:
        """The rows, those without an outcome with the one that the memory holds for their id."""
        rows = list(rows)
        there = self.store().get([row.id for row in rows])
        return [
            replace(row, outcome=old.outcome) if not row.outcome and (old := there.get(row.id)) else row
            for row in rows
        ]

    def _put(self, store: "Store", rows: Sequence[m.Kept]) -> None:
        self.touched = self.touched or bool(rows)
        for some in chunks(list(rows), BATCH):
            store.merge(some, *self.vectors(some))

    def vectors(self, rows: Iterable[m.Kept]) -> "tuple[Vectors, Vectors]":
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
