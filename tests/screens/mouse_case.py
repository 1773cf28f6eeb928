"""The mouse as a terminal reports it: events that come in at the app, which finds what is under the pointer."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from textual import events

WHEEL: Final[dict[str, type[events.MouseEvent]]] = {
    "up": events.MouseScrollUp,
    "down": events.MouseScrollDown,
    "left": events.MouseScrollLeft,
    "right": events.MouseScrollRight,
}


def reported(
    kind: type[events.MouseEvent], at: tuple[int, int], button: int = 0, by: tuple[int, int] = (0, 0)
) -> events.MouseEvent:
    """One report: where the pointer is, how far it came, and which button is down."""
    return kind(None, *at, *by, button, shift=False, meta=False, ctrl=False)


def moved(at: tuple[int, int]) -> events.MouseEvent:
    """The pointer came here with no button down."""
    return reported(events.MouseMove, at)


def dragged(*way: tuple[int, int]) -> Iterator[events.MouseEvent]:
    """The left button down, along the way, and up again; with one place it is a click."""
    yield reported(events.MouseDown, way[0], 1)
    for before, at in pairwise(way):
        yield reported(events.MouseMove, at, 1, (at[0] - before[0], at[1] - before[1]))
    yield reported(events.MouseUp, way[-1], 1)
