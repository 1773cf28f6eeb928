"""The table `procedures` in LanceDB: schema, indexes, writing, reading by id, and ranking. For the worker only.

Writes merge on the primary key `id`, so that two writers never make duplicates, and are retried when another
process commits first. Rankings run on their own event loop: four at once take half the time they take in four
threads (measured at 20,000 rows: 4.5 ms instead of 8.8).
"""

import asyncio
import contextlib
import random
import re
import shutil
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from threading import Lock, Thread
from typing import Any, Final, Literal, TypeAlias, TypeVar

import pyarrow as pa

from memory.embedding import GOAL_DIMENSION, Vectors
from memory.errors import damaged, refused, unreachable
from memory.lance import FTS, IvfSq, MatchQuery, lancedb
from memory.messages import MemoryRow
from memory.text import procedure_text
from tailor.core.errors import ContentError, TailorError
from tailor.core.text import clean, normal, one_line
from tailor.storage import in_turn, is_file, is_there, named

RowId: TypeAlias = int
Ranked: TypeAlias = tuple[RowId, float]
"""A row, and its cosine distance or BM25 score."""


@dataclass(frozen=True, slots=True, eq=False)
class VectorQuery:
    """A query for the K nearest rows by cosine, nearest first."""

    column: str
    vector: Vectors
    """The query vector, as a single row."""
    k: int
    sure: bool = False
    """Refine more candidates, in twice the time: the index keeps 8 bits per number, so the last few may differ."""


@dataclass(frozen=True, slots=True)
class WordQuery:
    """A query for the K best rows by BM25 with any (or every) word, best first; none if there are no words."""

    column: str
    words: str
    k: int
    every: bool = False


Taken: TypeAlias = tuple[MemoryRow, dict[str, list[float]]]
A = TypeVar("A")

COLUMNS: Final = ("id", "goal", "resources", "steps", "domain", "tags", "source", "licence", "created", "outcome")
_LISTS: Final = ("resources", "steps", "tags")
_SHOWN: Final = tuple(name for name in COLUMNS if name not in ("tags", "licence", "created"))
"""The columns of a hit; each additional one costs about 0.3 ms."""


class SearchTable:
    """The table, open for searching. Thread-safe."""

    def __init__(self, connect: Callable[[], Awaitable[lancedb.AsyncConnection]], *, looks: bool) -> None:
        """`looks`: check once per ranking for what others wrote; otherwise the connection does that."""
        self._connect, self._looks = connect, looks
        self._opening = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._table: lancedb.AsyncTable | None = None

    def rank(self, *questions: VectorQuery | WordQuery) -> list[list[Ranked]]:
        """The ranking of each query; all run concurrently."""
        return self._wait(self._rank(questions))

    def take(self, rows: Sequence[RowId], vectors: Sequence[str] = ()) -> dict[RowId, Taken]:
        """The rows with these ids, with the requested vectors; rows deleted in the meantime are missing."""
        return self._wait(self._take(list(rows), vectors)) if rows else {}

    async def _rank(self, questions: Sequence[VectorQuery | WordQuery]) -> list[list[Ranked]]:
        table = await self._opened()
        if self._looks:  # the connection would look again for each query (p50 of a search 13.3 ms instead of 12.5)
            await table.checkout_latest()
        return list(await asyncio.gather(*(_ranking(table, one) for one in questions)))

    async def _take(self, rows: list[RowId], vectors: Sequence[str]) -> dict[RowId, Taken]:
        table = await self._opened()
        data = await table.take_row_ids(rows).select([*_SHOWN, *vectors]).with_row_id().to_arrow()
        return {row["_rowid"]: (kept(row), {name: row[name] for name in vectors}) for row in data.to_pylist()}

    async def _opened(self) -> lancedb.AsyncTable:
        if self._table is None:
            self._table = await (await self._connect()).open_table(TABLE)
        return self._table

    def _wait(self, question: Coroutine[None, None, A]) -> A:
        with self._opening:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                Thread(target=self._loop.run_forever, name="reading", daemon=True).start()
        return asyncio.run_coroutine_threadsafe(question, self._loop).result()


async def _ranking(table: lancedb.AsyncTable, question: VectorQuery | WordQuery) -> list[Ranked]:
    if isinstance(question, WordQuery):
        if not question.words.strip():
            return []
        match = MatchQuery(question.words, question.column, operator="AND" if question.every else "OR")
        return await _ranked(table.query().nearest_to_text(match), question.k, "_score")
    near = table.query().nearest_to(question.vector[0]).column(question.column)
    near = near.distance_type(_DISTANCE).nprobes(_PROBES)
    ranked = await _ranked(near.refine_factor(_REFINE) if question.sure else near, question.k, "_distance")
    # for vectors of length 1 the cosine distance is half the squared L2 distance, which LanceDB returns
    return [(row, square / 2) for row, square in ranked]


async def _ranked(
    asked: lancedb.query.AsyncStandardQuery, k: int, value: Literal["_score", "_distance"]
) -> list[Ranked]:
    data = await asked.limit(k).select([value]).with_row_id().to_arrow()
    return list(zip(data["_rowid"].to_pylist(), data[value].to_pylist(), strict=True))


_FROM_ROWS: Final = 5_000
"""Vectors are indexed from this many rows on, and again whenever there are `_GROWN` times as many."""
_GROWN: Final = 4
_DISTANCE: Final = "l2"
_PROBES: Final = 20
_REFINE: Final = 5
_TEXTS: Final = ("text", "goal")
_VECTORS: Final = ("vector", "goal_vector")


def plan(rows: int, there: Collection[str]) -> tuple[list[str], dict[str, str]]:
    """The indexes to drop, and those to create with their columns, given the row count and existing indexes."""
    make = {f"{column}_words": column for column in _TEXTS if f"{column}_words" not in there}
    drop: list[str] = []
    for column in _VECTORS if rows >= _FROM_ROWS else ():
        own = f"{column}_{_DISTANCE}_"
        old = [name for name in there if name.startswith((f"{column}_ivf_", own))]
        made_with = [int(count) for name in old if (count := name.removeprefix(own)).isdecimal()]
        if not any(rows < _GROWN * count for count in made_with):
            drop += old
            make[f"{own}{rows}"] = column
    return drop, make


_CONFLICT: Final = re.compile("(?i)commit conflict|concurrent transaction")
_TRIES: Final = 10
_FIRST_WAIT: Final = 0.02
_LONGEST_WAIT: Final = 1.0


class Conflict(RuntimeError):
    """Another process committed first, ten times in a row."""


def retried(write: Callable[[], object]) -> None:
    """Retry a write after a commit conflict, with growing random pauses. Raises Conflict after ten tries."""
    for tried in range(_TRIES):
        try:
            write()
        except RuntimeError as error:
            if not _CONFLICT.search(str(error)):
                raise
            last = error
        else:
            return
        time.sleep(min(_FIRST_WAIT * 2**tried, _LONGEST_WAIT) * random.uniform(0.5, 1.5))  # noqa: S311 - jitter
    raise Conflict("another process keeps writing to the memory") from last


TABLE: Final = "procedures"
NEXT: Final = "procedures_next"
"""The table that collects re-embedded rows until it is complete and replaces the other one."""

_EMBEDDER: Final = b"tailor.embedder"
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
"""Characters that LanceDB rejects in paths."""
_READERS_KEEP: Final = timedelta(hours=1)
"""How long old versions are kept for other processes that still read them."""
_MAKING: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds between attempts to open a table that another process may be creating: its version list comes last."""


class Store:
    """One table. Thread-safe for reading, but only one thread may write."""

    def __init__(self, uri: str) -> None:
        """Connect, without reading yet. Raises DamagedError for an unusable place, SaveError without rights."""
        self.uri = uri
        self.folder = None if "://" in uri else named(uri)
        try:
            place = str(self.folder.resolve() if self.folder else uri)  # LanceDB panics at ".."
            if _CONTROL.search(place):
                raise _no_place(place, "has a control character in it, such as a line break")
            # how soon a search sees what another process wrote, and the cache shared by both connections
            session, soon = lancedb.Session(), timedelta(0) if self.folder else timedelta(seconds=5)
            self._db = lancedb.connect(place, read_consistency_interval=soon, session=session)
        except UnicodeEncodeError:
            raise _no_place(place, "is not UTF-8") from None
        except (RuntimeError, ValueError, OSError) as error:
            raise self._fault(error) from error
        self._table: lancedb.table.Table | None = None
        self.reading = SearchTable(
            lambda: lancedb.connect_async(
                place, read_consistency_interval=None if self.folder else soon, session=session
            ),
            looks=self.folder is not None,
        )

    # -- opening ---------------------------------------------------------------------------------------------

    def open(self) -> bool:
        """Open the table; False if there is none. Raises DamagedError if it cannot be read."""
        try:
            table = self._once_made()
            if table.count_rows():
                table.search().limit(1).to_arrow()
        except (RuntimeError, ValueError, OSError) as error:
            if self._is_missing(error):
                return False
            raise self._fault(error) from error
        if lacking := [name for name in schema("", 1).names if name not in table.schema.names]:
            raise self._fault(f"it was made by another version of Tailor and has no column {lacking[0]}")
        self._table = table
        return True

    def _once_made(self) -> lancedb.table.Table:
        """The table. If it is missing but has files, wait for it, as another process may be creating it."""
        for pause in _MAKING:
            try:
                return self._db.open_table(TABLE)
            except (RuntimeError, ValueError) as error:
                if "was not found" not in str(error) or self._is_missing(error):
                    raise
                time.sleep(pause)
        return self._db.open_table(TABLE)

    def probe(self) -> None:
        """Read every row. Raises DamagedError if that fails."""
        if not self.open():
            return
        try:
            for _ in self.table.search().select(["id", "text"]).to_batches(4_096):
                pass
        except (RuntimeError, ValueError, OSError) as error:
            raise self._fault(error) from error

    def create(
        self,
        embedder: str,
        dimension: int,
        rows: Sequence[MemoryRow] = (),
        vectors: tuple[Vectors, Vectors] | None = None,
    ) -> None:
        """Create the table with its first rows in one commit, or open it if another process was faster."""
        columns = schema(embedder, dimension)
        first = _as_arrow(rows, *vectors, columns) if vectors else None
        # LanceDB checks for a table first, and would overwrite one that another process creates after that
        with in_turn(self.folder) if self.folder else contextlib.nullcontext():
            self._table = self._db.create_table(TABLE, first, schema=columns, exist_ok=True)

    def set_aside(self) -> str:
        """Rename a damaged table and return its new path, or "" if it is gone; nothing is deleted."""
        if self.folder is None:
            raise self._fault("only a memory on this computer can be moved aside")
        place = self.folder / f"{TABLE}.lance"
        if not is_there(place):
            return ""
        number = 1
        while is_there(aside := self.folder / f"{TABLE}.damaged-{number}"):
            number += 1
        shutil.move(place, aside)
        self._table = None
        return str(aside)

    def forget_unreadable(self) -> None:
        """Delete unreadable lists of older versions: they only make all cleaning up fail."""
        for file in (self.folder / f"{TABLE}.lance" / "_versions").glob("*.manifest") if self.folder else ():
            version = min(int(file.stem), 2**64 - 1 - int(file.stem))  # newer tables count down
            try:
                self._db.open_table(TABLE).checkout(version)
            except (RuntimeError, ValueError) as error:
                if version != self.table.version and not refused(str(error), self.uri):
                    file.unlink(missing_ok=True)

    def _fault(self, why: object) -> TailorError:
        """The error for a table that cannot be read, local or remote."""
        if self.folder is None:
            return unreachable(self.uri, why)
        return refused(str(why), self.uri) or damaged(self.uri, why)

    def _is_missing(self, error: Exception) -> bool:
        """Whether there is no table at all, as opposed to one whose version list is gone."""
        said = str(error).lower()
        if "not found" not in said and "does not exist" not in said:
            return False
        # empty folders are left if a full disk stopped a table from being created
        place = self.folder and self.folder / f"{TABLE}.lance"
        return place is None or not any(is_file(path) for path in place.rglob("*"))

    @property
    def table(self) -> lancedb.table.Table:
        assert self._table is not None, "open() or create() comes first"
        return self._table

    @property
    def embedder(self) -> str:
        """Name of the embedder that made the vectors."""
        return _embedder_of(self.table)

    @property
    def dimension(self) -> int:
        return int(self.table.schema.field("vector").type.list_size)

    # -- writing ---------------------------------------------------------------------------------------------

    def merge(
        self, rows: Sequence[MemoryRow], vectors: Vectors, goal_vectors: Vectors, *, gathering: bool = False
    ) -> None:
        """Write rows in one commit, replacing those with the same id; `gathering`: to the gathering table."""
        table = self._db.open_table(NEXT) if gathering else self.table
        merging = table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
        retried(partial(merging.execute, _as_arrow(rows, vectors, goal_vectors, table.schema)))

    def delete(self, ids: Iterable[str]) -> int:
        """Delete the rows with these ids; return how many there were."""
        before = self.table.count_rows()
        for some in chunks(list(ids), 500):
            for table in self._all_tables():
                retried(partial(table.delete, id_filter(some)))
        return int(before - self.table.count_rows())

    def change(self, id: str, values: dict[str, str | list[str]]) -> int:
        """Replace columns of a row; return 1, or 0 if there is no such row."""
        found = int(self.table.count_rows(id_filter([id])))
        if found:
            for table in self._all_tables():
                retried(partial(table.update, where=id_filter([id]), values=values))
        return found

    def optimize(self) -> None:
        """Merge fragments, update the indexes, drop versions older than an hour."""
        with contextlib.suppress(Conflict):  # another process is cleaning up
            retried(self._index)
            retried(lambda: self.table.optimize(cleanup_older_than=_READERS_KEEP))

    def _index(self) -> None:
        drop, make = plan(self.count(), self.index_names())
        for name in drop:
            self.table.drop_index(name)
        self._make_indexes(make)

    def index_anew(self) -> None:
        """Rebuild every index, since a damaged one makes all searches fail."""
        _, make = plan(self.count(), ())
        retried(partial(self._make_indexes, make))
        for name in sorted(set(self.index_names()) - set(make)):
            retried(partial(self.table.drop_index, name))

    def _make_indexes(self, make: Mapping[str, str]) -> None:
        """Create indexes; each atomically replaces the one of the same name, so that searches always have one."""
        # no positions: phrases are not searched, and lance#7653 crashed on them
        words = FTS(with_position=False, stem=True, remove_stop_words=False, ascii_folding=True)
        for name, column in make.items():
            config = words if column in _TEXTS else IvfSq(distance_type=_DISTANCE)
            self.table.create_index(column, config=config, name=name)

    def needs_indexes(self) -> bool:
        """Whether an index is missing for this number of rows."""
        return bool(plan(self.count(), self.index_names())[1])

    def _all_tables(self) -> Iterator[lancedb.table.Table]:
        yield self.table
        if NEXT in self._db.list_tables(limit=1_000).tables:
            yield self._db.open_table(NEXT)

    # -- another embedder ------------------------------------------------------------------------------------

    def gather(self, embedder: str, dimension: int) -> set[str]:
        """Open or create the gathering table; return the ids already in it."""
        with contextlib.suppress(RuntimeError, ValueError):  # there is none yet, or it cannot be read
            if _embedder_of(self._db.open_table(NEXT)) == embedder:
                return self.gathered()
            self._db.drop_table(NEXT)
        self._db.create_table(NEXT, schema=schema(embedder, dimension), mode="overwrite")
        return set()

    def gathered(self) -> set[str]:
        return set(self._db.open_table(NEXT).search().select(["id"]).to_arrow()["id"].to_pylist())

    def take_gathered(self) -> None:
        """Replace the table with the gathered one, in one commit."""
        source = self._db.open_table(NEXT)
        for gone in chunks(sorted(self.gathered() - set(self.ids())), 500):
            retried(partial(source.delete, id_filter(gone)))
        batches = source.search().to_batches(4_096)
        self._table = self._db.create_table(TABLE, batches, schema=source.schema, mode="overwrite")
        self._db.drop_table(NEXT)
        self.optimize()

    # -- reading ---------------------------------------------------------------------------------------------

    def count(self, source: str | None = None) -> int:
        """Number of rows, in all or of one source."""
        return int(self.table.count_rows(f"source = {literal(source)}" if source else None))

    def get(self, ids: Sequence[str]) -> dict[str, MemoryRow]:
        found: dict[str, MemoryRow] = {}
        for some in chunks(list(ids), 1_000):
            data = self.table.search().where(id_filter(some)).select(list(COLUMNS)).limit(len(some)).to_arrow()
            found |= {row["id"]: kept(row) for row in data.to_pylist()}
        return found

    def ids(self, source: str | None = None) -> list[str]:
        """Every id, or those of one source, unordered; cleaned in the same way as `kept` does it."""
        search = self.table.search().select(["id"])
        data = (search.where(f"source = {literal(source)}") if source else search).to_arrow()
        return [clean(str(one)) for one in data["id"].to_pylist()]

    def page(self, offset: int, limit: int, version: int) -> tuple[tuple[MemoryRow, ...], int]:
        """Rows of one version of the table (0 is the newest), and that version."""
        table = self._db.open_table(TABLE)
        version = version or int(table.version)
        table.checkout(version)
        data = table.search().select(list(COLUMNS)).offset(offset).limit(limit).to_arrow()
        return tuple(map(kept, data.to_pylist())), version

    def all_rows(self, at_once: int) -> Iterator[list[MemoryRow]]:
        """Every row, in batches of at most `at_once`."""
        for batch in self.table.search().select(list(COLUMNS)).to_batches(at_once):
            for some in chunks(batch.to_pylist(), at_once):
                yield [kept(row) for row in some]

    def domains(self) -> list[str]:
        return [one or "" for one in self.table.search().select(["domain"]).to_arrow()["domain"].to_pylist()]

    def index_names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.table.list_indices())

    def fragments(self) -> int:
        """Number of fragments; many make the table slow."""
        return int(self.table.stats()["fragment_stats"]["num_fragments"])

    def size(self) -> int:
        """Bytes on this disk; 0 for a remote table."""
        if self.folder is None:
            return 0
        return sum(path.stat().st_size for path in self.folder.rglob("*") if is_file(path))


def _no_place(place: str, says: str) -> ContentError:
    return ContentError(
        f"Tailor cannot keep the memory in {one_line(place)}, because that name {says}. Choose another folder "
        "with `tailor config set memory.uri FOLDER`, or rename this one. Everything else works without it."
    )


def _embedder_of(table: lancedb.table.Table) -> str:
    return str((table.schema.metadata or {}).get(_EMBEDDER, b"").decode())


def schema(embedder: str, dimension: int) -> pa.Schema:
    """The columns of DESIGN 8; `id` is the primary key, which prevents duplicates by two writers."""
    texts = pa.list_(pa.string())
    key = {b"lance-schema:unenforced-primary-key": b"true", b"lance-schema:unenforced-primary-key:position": b"1"}
    columns = [
        pa.field("id", pa.string(), nullable=False, metadata=key),
        pa.field("goal", pa.string()),
        pa.field("resources", texts),
        pa.field("steps", texts),
        pa.field("text", pa.string()),
        pa.field("vector", pa.list_(pa.float32(), dimension)),
        pa.field("goal_vector", pa.list_(pa.float32(), GOAL_DIMENSION)),
        pa.field("domain", pa.string()),
        pa.field("tags", texts),
        *(pa.field(name, pa.string()) for name in ("source", "licence", "created", "outcome")),
    ]
    return pa.schema(columns, metadata={_EMBEDDER: embedder.encode()})


def _as_arrow(rows: Sequence[MemoryRow], vectors: Vectors, goal_vectors: Vectors, schema: pa.Schema) -> pa.Table:
    """The rows as an Arrow table; of rows with the same id the last one wins."""
    places = list({row.id: at for at, row in enumerate(rows)}.values())
    rows = [rows[at] for at in places]
    columns: dict[str, pa.Array] = {
        name: pa.array([getattr(row, name) for row in rows], schema.field(name).type) for name in COLUMNS
    }
    columns["text"] = pa.array([procedure_text(row) for row in rows], pa.string())
    for name, made in (("vector", vectors[places]), ("goal_vector", goal_vectors[places])):
        columns[name] = pa.FixedSizeListArray.from_arrays(pa.array(made.reshape(-1)), made.shape[1])
    for field in schema:  # another version may have columns that are unknown here
        columns.setdefault(field.name, pa.nulls(len(rows), field.type))
    return pa.table([columns[name] for name in schema.names], schema=schema)


def kept(row: Mapping[str, Any]) -> MemoryRow:
    """A table row, normalised, as other programs may have written it; missing values become empty."""
    values: dict[str, Any] = {name: clean(str(row.get(name) or "")) for name in COLUMNS if name not in _LISTS}
    values |= {name: tuple(filter(None, (normal(str(one)) for one in row.get(name) or ()))) for name in _LISTS}
    return MemoryRow(**(values | {"goal": normal(values["goal"])}))


def id_filter(ids: Sequence[str]) -> str:
    """The SQL filter that matches exactly these ids."""
    return f"id IN ({', '.join(map(literal, ids))})" if ids else "false"


def literal(text: str) -> str:
    return "'" + clean(text, len(text) + 1).replace("'", "''") + "'"


def chunks(items: list[A], size: int) -> Iterator[list[A]]:
    return (items[at : at + size] for at in range(0, len(items), size))
