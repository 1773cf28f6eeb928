"""A row of the table and the value it stands for.

Owns the columns of texts and both directions between them and `Kept`. Refuses LanceDB; `store` and `reading` ask.
"""

from collections.abc import Sequence
from typing import Final, cast

import pyarrow as pa

from memory.embedding import Vectors
from memory.messages import Kept
from memory.procedure_text import procedure_text
from tailor.core.text import clean

COLUMNS: Final = ("id", "goal", "resources", "steps", "domain", "tags", "source", "licence", "created", "outcome")
LISTS: Final = ("resources", "steps", "tags")


def as_arrow(rows: Sequence[Kept], vectors: Vectors, goal_vectors: Vectors, schema: pa.Schema) -> pa.Table:
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


def kept(row: dict[str, object]) -> Kept:
    """A row of the table as a value, cleaned: a shared table was written by others. What is missing is empty."""
    texts = {name: clean(str(row.get(name) or "")) for name in COLUMNS if name not in LISTS}
    lists = {name: tuple(clean(str(one)) for one in cast(list[object], row.get(name) or ())) for name in LISTS}
    return Kept(
        id=texts["id"],
        goal=texts["goal"],
        resources=lists["resources"],
        steps=lists["steps"],
        domain=texts["domain"],
        tags=lists["tags"],
        source=texts["source"],
        licence=texts["licence"],
        created=texts["created"],
        outcome=texts["outcome"],
    )


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
