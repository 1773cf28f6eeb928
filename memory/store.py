"""The table `procedures`: all that is written to LanceDB.

Owns the schema, writing (batched merges on the primary key `id`, so that two writers never make duplicates),
reading by id or all. Refuses to embed, to rank (`reading` asks the same table) and to read files. It is used by
the worker alone: importing this module takes a second.
"""

import contextlib
import random
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from typing import Final

import lancedb
import pyarrow as pa
from lancedb.index import FTS, IvfSq

from memory import rows as indexes
from memory.embedding import GOAL_DIMENSION, Vectors
from memory.errors import damaged, no_rights, refused, unreachable
from memory.messages import MemoryRow
from memory.queries import TableReader
from memory.rows import COLUMNS, as_arrow, chunks, id_filter, kept, literal
from tailor.core.errors import TailorError
from tailor.core.text import clean
from tailor.storage import named

_TRIES: Final = 10
_FIRST_WAIT: Final = 0.02
_LONGEST_WAIT: Final = 1.0


class Conflict(RuntimeError):
    """Another process was first, ten times in a row."""


def retried(write: Callable[[], object]) -> None:
    """Do a write that may be done again whole; waits a little longer, and not equally long, each time."""
    wait = _FIRST_WAIT
    for _ in range(_TRIES):
        try:
            write()
        except RuntimeError as error:
            if "commit conflict" not in str(error).lower():
                raise
            last = error
        else:
            return
        time.sleep(wait * random.uniform(0.5, 1.5))  # noqa: S311 - only so that two do not wait alike
        wait = min(2 * wait, _LONGEST_WAIT)
    raise Conflict("another process is writing to the memory all the time") from last


TABLE: Final = "procedures"
NEXT: Final = "procedures_next"
"""Where rows with the vectors of another embedder are gathered until they are all there."""

_EMBEDDER: Final = b"tailor.embedder"
_READERS_KEEP: Final = timedelta(hours=1)
"""How long an old version stays for other processes that read it."""


class Store:
    """One table, opened. Methods may be called from several threads; writes belong to one of them."""

    def __init__(self, uri: str) -> None:
        """Connects; reads and makes nothing yet. DamagedError where the place cannot be used, SaveError without
        the rights to it."""
        self.uri = uri
        self.folder = None if "://" in uri else named(uri)
        place = str(self.folder or uri)
        try:
            consistency = timedelta(0) if self.folder else timedelta(seconds=5)
            session = lancedb.Session()
            self._db = lancedb.connect(place, read_consistency_interval=consistency, session=session)
        except (RuntimeError, ValueError, OSError) as error:
            raise self._fault(error) from error
        self._table: lancedb.table.Table | None = None
        self.reading = TableReader(place, TABLE, session, consistency)

    # -- opening ---------------------------------------------------------------------------------------------

    def open(self) -> bool:
        """Whether the table is there; DamagedError where it is there and cannot be read."""
        try:
            table = self._db.open_table(TABLE)
            if table.count_rows():
                table.search().limit(1).to_arrow()
        except (RuntimeError, ValueError, OSError) as error:
            if self._is_missing(error):
                return False
            raise self._fault(error) from error
        self._table = table
        return True

    def probe(self) -> None:
        """DamagedError where a row cannot be read."""
        if not self.open():
            return
        try:
            for _ in self.table.search().select(["id", "text"]).to_batches(4_096):
                pass
        except (RuntimeError, ValueError, OSError) as error:
            raise self._fault(error) from error

    def create(self, embedder: str, dimension: int) -> None:
        """Make the empty table; opens it where another process was faster."""
        self._table = self._db.create_table(TABLE, schema=schema(embedder, dimension), exist_ok=True)

    def set_aside(self) -> str:
        """Move a damaged table out of the way and say where it is now; nothing is deleted."""
        if self.folder is None:
            raise self._fault("only a memory on this machine can be set aside")
        place = self.folder / f"{TABLE}.lance"
        number = 1
        while (aside := self.folder / f"{TABLE}.damaged-{number}").exists():
            number += 1
        shutil.move(place, aside)
        self._table = None
        return str(aside)

    def _fault(self, why: object) -> TailorError:
        """What to say of a table that cannot be read, here or elsewhere."""
        if self.folder and refused(str(why)):
            return no_rights(self.uri)
        return damaged(self.uri, why) if self.folder else unreachable(self.uri, why)

    def _is_missing(self, error: Exception) -> bool:
        """Whether there is no table, told apart from one whose list of versions is gone.

        Folders without one file are what a full disk left of a table that could not be made.
        """
        said = str(error).lower()
        if "not found" not in said and "does not exist" not in said:
            return False
        place = self.folder and self.folder / f"{TABLE}.lance"
        return place is None or not any(path.is_file() for path in place.rglob("*"))

    @property
    def table(self) -> lancedb.table.Table:
        """The open table."""
        assert self._table is not None, "open() or create() comes first"
        return self._table

    @property
    def embedder(self) -> str:
        """What made the vectors."""
        return str((self.table.schema.metadata or {}).get(_EMBEDDER, b"").decode())

    @property
    def dimension(self) -> int:
        """The length of the vectors."""
        return int(self.table.schema.field("vector").type.list_size)

    # -- writing ---------------------------------------------------------------------------------------------

    def merge(self, rows: Sequence[MemoryRow], vectors: Vectors, goal_vectors: Vectors) -> None:
        """Keep the rows; a row whose id is there already is replaced. One commit: all of them or none."""
        self._merge_into(self.table, as_arrow(rows, vectors, goal_vectors, self.table.schema))

    def delete(self, ids: Iterable[str]) -> int:
        """Forget the rows of these ids; how many there were."""
        before = self.table.count_rows()
        for some in chunks(list(ids), 500):
            for table in self._all_tables():
                retried(partial(table.delete, id_filter(some)))
        return int(before - self.table.count_rows())

    def change(self, id: str, values: dict[str, str | list[str]]) -> int:
        """Put these values in the place of the row's old ones, by column; 1, or 0 where there is no such row."""
        found = int(self.table.count_rows(id_filter([id])))
        if found:
            for table in self._all_tables():
                retried(partial(table.update, where=id_filter([id]), values=values))
        return found

    def optimize(self) -> None:
        """Join fragments, bring indexes up to date, drop versions older than an hour."""
        with contextlib.suppress(Conflict):  # another process is tidying up
            retried(self._index)
            retried(lambda: self.table.optimize(cleanup_older_than=_READERS_KEEP))

    def _index(self) -> None:
        """Make the indexes that the rules ask for and take away those they replace."""
        plan = indexes.plan(self.count(), self.index_names())
        for name in plan.drop:
            self.table.drop_index(name)
        self._make_indexes(plan.make)

    def index_anew(self) -> None:
        """Make every index anew, whatever the files of the old ones hold: a damaged one stops all searches."""
        plan = indexes.plan(self.count(), ())
        retried(partial(self._make_indexes, plan.make))
        for name in sorted(set(self.index_names()) - {one.name for one in plan.make}):
            retried(partial(self.table.drop_index, name))

    def _make_indexes(self, plan: Iterable[indexes.Index]) -> None:
        """Make these; each takes the place of one with its name, so that searches find one all the time."""
        for one in plan:
            # no positions: phrases are not searched, and lance#7653 crashed on them
            words = FTS(with_position=False, stem=True, remove_stop_words=False, ascii_folding=True)
            config = words if one.kind == "words" else IvfSq(distance_type=indexes.DISTANCE)
            self.table.create_index(one.column, config=config, name=one.name)

    def needs_indexes(self) -> bool:
        """Whether the rules of size ask for an index that is not there."""
        return bool(indexes.plan(self.count(), self.index_names()).make)

    def _all_tables(self) -> Iterator[lancedb.table.Table]:
        """The table, and the rows that are gathered to take its place."""
        yield self.table
        if NEXT in self._db.list_tables(limit=1_000).tables:
            yield self._db.open_table(NEXT)

    @staticmethod
    def _merge_into(table: lancedb.table.Table, data: pa.Table) -> None:
        merging = table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
        retried(lambda: merging.execute(data))

    # -- another embedder ------------------------------------------------------------------------------------

    def gather(self, embedder: str, dimension: int) -> set[str]:
        """Open the place where newly embedded rows are gathered; the ids that are there already."""
        try:
            table = self._db.open_table(NEXT)
            if (table.schema.metadata or {}).get(_EMBEDDER, b"").decode() == embedder:
                return self.gathered()
            self._db.drop_table(NEXT)
        except (RuntimeError, ValueError):
            pass  # there is none yet, or what is there cannot be read: it is made anew
        self._db.create_table(NEXT, schema=schema(embedder, dimension), mode="overwrite")
        return set()

    def gather_more(self, rows: Sequence[MemoryRow], vectors: Vectors, goal_vectors: Vectors) -> None:
        """Rows with their new vectors."""
        table = self._db.open_table(NEXT)
        self._merge_into(table, as_arrow(rows, vectors, goal_vectors, table.schema))

    def gathered(self) -> set[str]:
        """The ids of the gathered rows."""
        return set(self._db.open_table(NEXT).search().select(["id"]).to_arrow()["id"].to_pylist())

    def take_gathered(self) -> None:
        """Put the gathered rows in the place of the table: one commit, the old table or the new one."""
        source = self._db.open_table(NEXT)
        for gone in chunks(sorted(self.gathered() - set(self.ids())), 500):
            retried(partial(source.delete, id_filter(gone)))
        batches = source.search().to_batches(4_096)
        self._table = self._db.create_table(TABLE, batches, schema=source.schema, mode="overwrite")
        self._db.drop_table(NEXT)
        self.optimize()

    # -- reading ---------------------------------------------------------------------------------------------

    def count(self, source: str | None = None) -> int:
        """How many rows there are, in all or from one source."""
        return int(self.table.count_rows(f"source = {literal(source)}" if source else None))

    def get(self, ids: Sequence[str]) -> dict[str, MemoryRow]:
        """The rows that have these ids."""
        found: dict[str, MemoryRow] = {}
        for some in chunks(list(ids), 1_000):
            data = self.table.search().where(id_filter(some)).select(list(COLUMNS)).limit(len(some)).to_arrow()
            found |= {row["id"]: kept(row) for row in data.to_pylist()}
        return found

    def ids(self, source: str | None = None) -> list[str]:
        """Every id, or those from one source, in no order; clean, as `kept` gives them."""
        search = self.table.search().select(["id"])
        data = (search.where(f"source = {literal(source)}") if source else search).to_arrow()
        return [clean(str(one)) for one in data["id"].to_pylist()]

    def page(self, offset: int, limit: int, version: int) -> tuple[list[MemoryRow], int]:
        """Rows of one version of the table (0: the newest), and the version."""
        table = self._db.open_table(TABLE)
        version = version or int(table.version)
        table.checkout(version)
        data = table.search().select(list(COLUMNS)).offset(offset).limit(limit).to_arrow()
        return [kept(row) for row in data.to_pylist()], version

    def all_rows(self, at_once: int) -> Iterator[list[MemoryRow]]:
        """Every row, a batch at a time."""
        for batch in self.table.search().select(list(COLUMNS)).to_batches(at_once):
            for some in chunks(batch.to_pylist(), at_once):
                yield [kept(row) for row in some]

    def domains(self) -> list[str]:
        """The domain of every row."""
        return [one or "" for one in self.table.search().select(["domain"]).to_arrow()["domain"].to_pylist()]

    def index_names(self) -> tuple[str, ...]:
        """The names of the indexes."""
        return tuple(one.name for one in self.table.list_indices())

    def fragments(self) -> int:
        """How many pieces the table has; many make it slow."""
        stats = self.table.stats()
        return int(stats["fragment_stats"]["num_fragments"])

    def size(self) -> int:
        """Bytes on this disk; 0 where the table is elsewhere."""
        if self.folder is None:
            return 0
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())


def schema(embedder: str, dimension: int) -> pa.Schema:
    """The columns of DESIGN 8; `id` cannot be empty and is the primary key, which keeps two writers apart."""
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
