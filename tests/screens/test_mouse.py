"""The pointer over everything: no screen minds where it is, where it clicks, or what it drags."""

from collections.abc import Iterator

import pytest
from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.widget import Widget

from tailor.app import TailorApp
from tests.screens.conftest import ready
from tests.screens.mouse_case import WHEEL, dragged, moved, reported
from tests.screens.rooms_case import EVERYWHERE

pytestmark = pytest.mark.every_frame

STRANGE = ((-1, -1), (500, 3), (3, 500))
"""Places outside of the screen: of a pointer that left a window, or one that was made smaller meanwhile."""


def seen(app: App[None]) -> Iterator[tuple[int, int]]:
    """A place of every widget that can be seen, and both its ends."""
    for widget in app.screen.walk_children(Widget, with_self=True):
        found = widget.region.intersection(app.screen.region)
        if found.area:
            yield found.x, found.y
            yield found.right - 1, found.bottom - 1
            yield found.x + found.width // 2, found.y + found.height // 2


async def sent(pilot: Pilot[None], *reports: events.Event) -> None:
    for report in reports:
        pilot.app.post_message(report)
    await pilot._wait_for_screen()
    await pilot._wait_for_screen()  # the app gave them to the screen; now the screen gave them to its parts
    assert pilot.app._exception is None


@pytest.mark.parametrize("place", EVERYWHERE)
async def test_pointer_wheel_and_button_over_every_widget_break_nothing(tailor: TailorApp, place: str) -> None:
    async with tailor.run_test(size=(100, 30)) as pilot:
        await EVERYWHERE[place](pilot)
        before = tailor.screen
        for at in [*dict.fromkeys(seen(tailor)), *STRANGE]:
            await sent(pilot, moved(at), *(reported(kind, at) for kind in WHEEL.values()))
        await sent(pilot, events.AppBlur(), moved((1, 1)), events.AppFocus())
        await ready(pilot)
        assert tailor.screen is before
        await sent(pilot, *dragged(*dict.fromkeys(seen(tailor)), *STRANGE, (0, 0)))
        await ready(pilot)
        assert tailor.is_running
        assert tailor._exception is None
