"""What all pictures share: the sizes people have, and a way to the place that is to be drawn."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest
from textual.events import Paste

from tests.screens.conftest import ready

Compare: TypeAlias = Callable[..., bool]
Before: TypeAlias = Callable[[Any], Awaitable[None]]
Size: TypeAlias = tuple[int, int]

SIZES: dict[str, Size] = {"80x24": (80, 24), "120x40": (120, 40), "40x15": (40, 15)}
sizes = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())


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
