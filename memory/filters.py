"""Filters of the table, built from escaped texts and nowhere else.

Owns how a text is written inside a filter: LanceDB's filters are conditions, so a text that is not escaped could
change what they mean. Refuses conditions made by others.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from tailor.core.text import clean

T = TypeVar("T")


def id_filter(ids: Sequence[str]) -> str:
    """The filter that takes exactly these ids."""
    return f"id IN ({', '.join(map(literal, ids))})" if ids else "false"


def literal(text: str) -> str:
    """A text inside a filter, as nothing but a text."""
    return "'" + clean(text, len(text) + 1).replace("'", "''") + "'"


def chunks(items: list[T], size: int) -> Iterator[list[T]]:
    """The items, `size` at a time."""
    return (items[at : at + size] for at in range(0, len(items), size))
