"""What all pictures share: at which sizes and in which looks they are taken, and a way to what is to be drawn."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeAlias

import pytest
from textual.events import Paste

from tests.screens.conftest import ready

Compare: TypeAlias = Callable[..., bool]
Before: TypeAlias = Callable[[Any], Awaitable[None]]
Size: TypeAlias = tuple[int, int]

SIZES: dict[str, Size] = {"80x24": (80, 24), "120x40": (120, 40), "40x15": (40, 15)}
USUAL = ("colour", "80x24")
SIZED = (("colour", "120x40"), ("colour", "40x15"))

in_colour = pytest.mark.parametrize("look", ["colour"], indirect=True)


def pictures(states: Iterable[str], *everywhere: str) -> pytest.MarkDecorator:
    """Takes a picture of every state in colour at 80x24, of some at the other sizes, of one without colour too.

    The states named in `everywhere` are taken at all sizes, the first of them without colour too, so that each
    screen is there once; all hostile ones at all sizes: text may do harm only where it is cut or wrapped.
    """
    states = tuple(states)
    assert set(everywhere) <= set(states), "a state that there is not"
    cases = [
        pytest.param(look, state, SIZES[size], id=f"{look}-{state}-{size}")
        for state in states
        for look, size in (
            USUAL,
            *(SIZED if state in everywhere or "hostile" in state else ()),
            *([("no_color", "80x24")] if state in everywhere[:1] else ()),
        )
    ]
    return pytest.mark.parametrize(("look", "state", "size"), cases, indirect=["look"])


def keys(*pressed: str, busy: bool = False) -> Before:
    """Presses the keys, each once what the one before began is done; "=words" pastes words where the focus is.

    `busy`: what the last of them begins never ends.
    """

    async def before(pilot: Any) -> None:
        for key in pressed:
            await ready(pilot)
            if key.startswith("="):
                pilot.app.screen.focused.post_message(Paste(key[1:]))
            else:
                await pilot.press(key)
        await (pilot.pause() if busy else ready(pilot))

    return before
