"""What a search asks of the table: the nearest by a vector, or the rows that hold words.

Owns these values. Refuses to know who answers: `reading` does, and importing that takes a second.
"""

from dataclasses import dataclass
from typing import TypeAlias

from memory.embedding import Vectors

RowId: TypeAlias = int
Ranked: TypeAlias = tuple[RowId, float]
"""A row, and its cosine distance or its BM25."""


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """The K rows nearest by cosine, nearest first."""

    column: str
    vector: Vectors
    """A single row."""
    k: int
    sure: bool = False
    """Look at more rows, so that none of the K is missed because the index keeps 8 bits a number. Without, the
    last few of the K may be others; it takes half the time."""


@dataclass(frozen=True, slots=True)
class Words:
    """The K rows that hold the words (or every one of them) best by BM25, best first; none for no words."""

    column: str
    words: str
    k: int
    every: bool = False
