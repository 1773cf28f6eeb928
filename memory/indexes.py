"""Which indexes the table should have, by plain rules of size (DESIGN 8).

Owns the rules: full text always; vectors by IVF_SQ from 5,000 rows, made anew when the table has grown to four
times what they were made with (that number stands in the index's name). DESIGN 8 says cosine, the index is by L2:
all vectors have length 1, so both give the same order, half of L2 squared being the cosine distance. Asked
for the cosine, an index gives twice the distance of rows that it does not hold yet, unless each is looked up
again, which takes as long as the search. Pure: `store` carries the plan out.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

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
class Plan:
    """What has to be done so that the table has the indexes it should have."""

    drop: tuple[str, ...]
    make: tuple[Index, ...]


def plan(rows: int, there: Collection[str]) -> Plan:
    """The plan for a table of so many rows that has the indexes of these names."""
    make = [Index(column, "words", f"{column}_words") for column in _TEXTS if f"{column}_words" not in there]
    drop: list[str] = []
    for column in _VECTORS if rows >= FROM_ROWS else ():
        old = [name for name in there if name.startswith((f"{column}_ivf_", f"{column}_{DISTANCE}_"))]
        if not any(rows < _GROWN * made_with(name) for name in old if name.startswith(f"{column}_{DISTANCE}_")):
            drop += old
            make.append(Index(column, "vectors", f"{column}_{DISTANCE}_{rows}"))
    return Plan(tuple(drop), tuple(make))


def made_with(name: str) -> int:
    """How many rows there were when a vector index was made."""
    digits = name.rpartition("_")[2]
    return int(digits) if digits.isdecimal() else 0
