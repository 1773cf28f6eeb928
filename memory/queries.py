"""Searching the table: several rankings asked for at once, then the rows they name. For the worker only.

LanceDB's async interface on a loop of its own: four questions at once take half the time that they take from four
threads (measured at 20,000 rows: 4.5 ms, else 8.8).
"""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from datetime import timedelta
from threading import Lock, Thread
from typing import Final, Literal, TypeAlias, TypeVar

import lancedb
from lancedb.query import MatchQuery

from memory import rows as indexes
from memory.embedding import Vectors
from memory.messages import MemoryRow
from memory.rows import COLUMNS, kept

RowId: TypeAlias = int
Ranked: TypeAlias = tuple[RowId, float]
"""A row, and its cosine distance or its BM25."""


@dataclass(frozen=True, slots=True, eq=False)
class VectorQuery:
    """The K rows nearest by cosine, nearest first."""

    column: str
    vector: Vectors
    """A single row."""
    k: int
    sure: bool = False
    """Refine more candidates, as the index keeps 8 bits per number; takes twice the time. Without, the last few of
    the K may differ."""


@dataclass(frozen=True, slots=True)
class WordQuery:
    """The K best rows by BM25 that hold any (or every) word, best first; none for no words."""

    column: str
    words: str
    k: int
    every: bool = False


Taken: TypeAlias = tuple[MemoryRow, dict[str, list[float]]]
A = TypeVar("A")

_SHOWN: Final = tuple(name for name in COLUMNS if name not in ("tags", "licence", "created"))
"""The columns of a hit; each further one costs about 0.3 ms."""


class TableReader:
    """The table, open for searching. Several threads may call the methods at once."""

    def __init__(self, uri: str, table: str, session: lancedb.Session, seen_after: timedelta) -> None:
        """Connects at the first question. `session` is the store's, so that both share one cache.

        `seen_after`: how soon a search sees what another process wrote.
        """
        self._uri = uri
        self._name = table
        self._session = session
        self._seen_after = seen_after
        self._opening = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._table: lancedb.AsyncTable | None = None

    def rank(self, *questions: VectorQuery | WordQuery) -> list[list[Ranked]]:
        """The ranking of each question, asked for at once."""
        return self._wait(self._rank(questions))

    def take(self, rows: Sequence[RowId], vectors: Sequence[str] = ()) -> dict[RowId, Taken]:
        """The rows with these ids, each with the vectors asked for; rows deleted meanwhile are missing."""
        return self._wait(self._take(list(rows), vectors)) if rows else {}

    async def _rank(self, questions: Sequence[VectorQuery | WordQuery]) -> list[list[Ranked]]:
        table = await self._opened()
        return list(await asyncio.gather(*(_ranking(table, one) for one in questions)))

    async def _take(self, rows: list[RowId], vectors: Sequence[str]) -> dict[RowId, Taken]:
        table = await self._opened()
        data = await table.take_row_ids(rows).select([*_SHOWN, *vectors]).with_row_id().to_arrow()
        return {row["_rowid"]: (kept(row), {name: row[name] for name in vectors}) for row in data.to_pylist()}

    async def _opened(self) -> lancedb.AsyncTable:
        if self._table is None:
            db = await lancedb.connect_async(
                self._uri, read_consistency_interval=self._seen_after, session=self._session
            )
            self._table = await db.open_table(self._name)
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
    near = near.distance_type(indexes.DISTANCE).nprobes(indexes.PROBES)
    ranked = await _ranked(near.refine_factor(indexes.REFINE) if question.sure else near, question.k, "_distance")
    # between vectors of length 1 the cosine distance is half the square of L2, which LanceDB gives
    return [(row, square / 2) for row, square in ranked]


async def _ranked(
    asked: lancedb.query.AsyncStandardQuery, k: int, value: Literal["_score", "_distance"]
) -> list[Ranked]:
    data = await asked.limit(k).select([value]).with_row_id().to_arrow()
    return list(zip(data["_rowid"].to_pylist(), data[value].to_pylist(), strict=True))
