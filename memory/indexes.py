"""Which indexes the table has, by plain rules of size (DESIGN 8).

Owns the rules: full text always; vectors by IVF_SQ from 5,000 rows, made anew when the table has grown to four
times what they were made with. Refuses to know rows. Used by `store` alone.
"""

from typing import TYPE_CHECKING, Final

from lancedb.index import FTS, IvfSq

if TYPE_CHECKING:
    from lancedb.table import Table

FROM_ROWS: Final = 5_000
PROBES: Final = 20
REFINE: Final = 5
_GROWN: Final = 4
_TEXTS: Final = ("text", "goal")
_VECTORS: Final = ("vector", "goal_vector")


def keep_up(table: "Table") -> None:
    """Make the indexes that are missing or were made for a much smaller table."""
    rows = table.count_rows()
    there = {one.name for one in table.list_indices()}
    for column in _TEXTS:
        if f"{column}_words" not in there:
            # no positions: phrases are not searched, and lance#7653 crashed on them
            config = FTS(with_position=False, stem=True, remove_stop_words=False, ascii_folding=True)
            table.create_index(column, config=config, name=f"{column}_words")
    if rows < FROM_ROWS:
        return
    for column in _VECTORS:
        old = [name for name in there if name.startswith(f"{column}_ivf_")]
        if any(rows < _GROWN * made_with(name) for name in old):
            continue
        for name in old:
            table.drop_index(name)
        table.create_index(column, config=IvfSq(distance_type="cosine"), name=f"{column}_ivf_{rows}")


def made_with(name: str) -> int:
    """How many rows there were when a vector index was made: it stands in its name."""
    digits = name.rpartition("_")[2]
    return int(digits) if digits.isdecimal() else 0
