"""One way out of every screen: a key that comes twice closes one screen, whatever lies below it."""

from collections.abc import Iterator

import pytest
from textual.screen import ModalScreen

from tailor.app import TailorApp
from tests.screens.conftest import ready
from tests.screens.rooms_case import EVERYWHERE, quiet


@pytest.fixture
def tailor(environment: dict[str, str]) -> Iterator[TailorApp]:
    with quiet(environment) as app:
        yield app


@pytest.mark.parametrize("place", EVERYWHERE)
async def test_escape_five_times_at_once_closes_no_screen_below(tailor: TailorApp, place: str) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await EVERYWHERE[place](pilot)
        front, stack = tailor.screen, tailor._screen_stacks[tailor.current_mode]
        below = stack[:-1] or stack[:]
        if place == "saved":
            below.pop()  # what is saved is reviewed: its screen goes too
        node, binding, _, _ = front.active_bindings["escape"]
        for _ in range(5):
            await tailor.run_action(binding.action, node)
        await ready(pilot)
        assert stack[: len(below)] == below
        assert front not in stack or not isinstance(front, ModalScreen)
