"""Rows between LanceDB's table and MemoryRow, filters by id, and the plan of which indexes a table should have."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar, cast

import pyarrow as pa

from memory.embedding import Vectors
from memory.messages import MemoryRow
from memory.text import procedure_text
from tailor.core.text import clean

COLUMNS: Final = ("id", "goal", "resources", "steps", "domain", "tags", "source", "licence", "created", "outcome")
LISTS: Final = ("resources", "steps", "tags")


def as_arrow(rows: Sequence[MemoryRow], vectors: Vectors, goal_vectors: Vectors, schema: pa.Schema) -> pa.Table:
    """The rows as a table; of rows with one id the last counts."""
    last = {row.id: at for at, row in enumerate(rows)}
    rows = [rows[at] for at in last.values()]
    places = list(last.values())
    columns: dict[str, pa.Array] = {
        name: pa.array([_plain(getattr(row, name)) for row in rows], schema.field(name).type) for name in COLUMNS
    }
    texts = [procedure_text(row.goal, row.resources, row.steps, row.domain) for row in rows]
    columns["text"] = pa.array(texts, pa.string())
    for name, made in (("vector", vectors[places]), ("goal_vector", goal_vectors[places])):
        columns[name] = pa.FixedSizeListArray.from_arrays(pa.array(made.reshape(-1)), made.shape[1])
    return pa.table([columns[name] for name in schema.names], schema=schema)


def kept(row: dict[str, object]) -> MemoryRow:
    """A row of the table, cleaned, as others may have written it; missing values are empty."""
    values: dict[str, Any] = {name: clean(str(row.get(name) or "")) for name in COLUMNS if name not in LISTS}
    values |= {name: tuple(clean(str(one)) for one in cast(list[object], row.get(name) or ())) for name in LISTS}
    return MemoryRow(**values)


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


FROM_ROWS: Final = 5_000
DISTANCE: Final = "l2"
PROBES: Final = 20
REFINE: Final = 5
_GROWN: Final = 4
_TEXTS: Final = ("text", "goal")
_VECTORS: Final = ("vector", "goal_vector")


@dataclass(frozen=True, slots=True)
class Index:
    """One index to make."""

    column: str
    kind: Literal["words", "vectors"]
    name: str


@dataclass(frozen=True, slots=True)
class IndexPlan:
    """Indexes to drop and to make."""

    drop: tuple[str, ...]
    make: tuple[Index, ...]


def plan(rows: int, there: Collection[str]) -> IndexPlan:
    """The plan for a table with this many rows and these indexes."""
    make = [Index(column, "words", f"{column}_words") for column in _TEXTS if f"{column}_words" not in there]
    drop: list[str] = []
    for column in _VECTORS if rows >= FROM_ROWS else ():
        old = [name for name in there if name.startswith((f"{column}_ivf_", f"{column}_{DISTANCE}_"))]
        if not any(rows < _GROWN * made_with(name) for name in old if name.startswith(f"{column}_{DISTANCE}_")):
            drop += old
            make.append(Index(column, "vectors", f"{column}_{DISTANCE}_{rows}"))
    return IndexPlan(tuple(drop), tuple(make))


def made_with(name: str) -> int:
    """The number of rows when a vector index was made, from its name."""
    digits = name.rpartition("_")[2]
    return int(digits) if digits.isdecimal() else 0


T = TypeVar("T")


def id_filter(ids: Sequence[str]) -> str:
    """The SQL filter for exactly these ids."""
    return f"id IN ({', '.join(map(literal, ids))})" if ids else "false"


def literal(text: str) -> str:
    """A text as a literal of a SQL filter."""
    return "'" + clean(text, len(text) + 1).replace("'", "''") + "'"


def chunks(items: list[T], size: int) -> Iterator[list[T]]:
    """The items, `size` at a time."""
    return (items[at : at + size] for at in range(0, len(items), size))
