"""Pictures of Follow and the Library at the sizes people have; every one was looked at before it was kept."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest

from tailor.app import TailorApp
from tests.screens.conftest import ready, typed
from tests.screens.follow_case import Kitchen
from tests.screens.library_case import filled

Compare: TypeAlias = Callable[..., bool]
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x15": (40, 15)}

FOLLOWED: dict[str, tuple[str, ...]] = {
    "begun": (),
    "timers": ("j", "j", "j", "t", "space", "t", "n", *typed("low heat"), "enter"),
    "finished": tuple(["space"] * 7),
    "jump": ("space", "space", "g"),
    "rescue": ("space", "space", "r", *typed("I have no butter"), "enter"),
}
LIBRARY: dict[str, tuple[str, ...]] = {
    "tree": ("f3", "down", "down"),
    "search": ("f3", "slash", *typed("oven")),
    "compare": ("f3", "down", "down", "c"),
    "history": ("f3", "down", "h"),
    "again": ("f3", "down", "down", "enter"),
}
sizes = pytest.mark.parametrize("size", SIZES)


def pressed(*keys: str) -> Callable[[Any], Awaitable[None]]:
    async def before(pilot: Any) -> None:
        await ready(pilot)
        for key in keys:
            await pilot.press(key)
            await ready(pilot)

    return before


@sizes
@pytest.mark.parametrize("state", FOLLOWED)
def test_follow(state: str, size: str, snap_compare: Compare, environment: dict[str, str]) -> None:
    kitchen = Kitchen(environment)

    async def before(pilot: Any) -> None:
        await kitchen.open(pilot)
        await pressed(*FOLLOWED[state])(pilot)
        if state == "timers":
            kitchen.clock.now += 125
            kitchen.screen.tick()
            await ready(pilot)
        kitchen.app.clear_notifications()
        await ready(pilot)

    assert snap_compare(kitchen.app, terminal_size=SIZES[size], run_before=before)


@sizes
@pytest.mark.parametrize("state", LIBRARY)
def test_library(state: str, size: str, snap_compare: Compare, environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    app = TailorApp(environment)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=pressed(*LIBRARY[state]))
