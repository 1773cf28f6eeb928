"""The footer offers what does something now, and begins with what matters most."""

from typing import Any

import pytest

from memory.errors import MemoryFault
from tailor.app import TailorApp
from tailor.screens.widgets.key_bar import KeyBar
from tests.screens.conftest import ready, screen_text
from tests.screens.follow_case import following
from tests.screens.library_case import filled
from tests.screens.memory_case import ScriptedMemory
from tests.screens.pictures_case import keys

pytestmark = pytest.mark.every_frame

SIZE = (80, 24)


def footer(pilot: Any) -> str:
    return screen_text(pilot.app).splitlines()[-1]


async def test_an_empty_library_offers_an_import_and_nothing_for_procedures(environment: dict[str, str]) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=SIZE) as pilot:
        await keys("f3")(pilot)
        assert "i Import" in footer(pilot)
        assert not any(words in footer(pilot) for words in ("Follow", "Compare", "Search", "Tailor again"))


async def test_the_search_shows_the_way_into_the_list_and_not_to_itself(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    app = TailorApp(environment)
    async with app.run_test(size=SIZE) as pilot:
        await keys("f3", "slash")(pilot)
        assert "↓ List" in footer(pilot)
        assert "Search" not in footer(pilot)
        await keys("down")(pilot)
        assert "Search" in footer(pilot)
        assert "List" not in footer(pilot)


async def test_a_memory_that_cannot_be_asked_offers_first_to_mend_it(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    memory.fault = MemoryFault("The memory stopped.")
    async with app.run_test(size=SIZE) as pilot:
        await keys("f5")(pilot)
        assert footer(pilot).split()[:2] == ["^r", "Rebuild"]
        await keys("ctrl+r")(pilot)
        assert footer(pilot).split()[:2] != ["^r", "Rebuild"]


async def test_when_every_step_is_done_the_first_key_is_to_finish(environment: dict[str, str]) -> None:
    async with following(environment, SIZE) as (kitchen, pilot):
        assert "Finish" not in footer(pilot)
        await kitchen.press(pilot, *["space"] * 7)
        assert footer(pilot).split()[:2] == ["f", "Finish"]


@pytest.mark.parametrize("width", [40, 60, 80])
async def test_what_matters_most_is_the_last_to_give_way(environment: dict[str, str], width: int) -> None:
    async with following(environment, (width, 15)) as (kitchen, pilot):
        await kitchen.press(pilot, *["space"] * 7)
        await ready(pilot)
        assert footer(pilot).split()[:2] == ["f", "Finish"]


async def test_a_wide_window_names_more_keys_and_no_window_cuts_one(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        counted = []
        for width in (60, 80, 120, 200):
            await pilot.resize_terminal(width, 24)
            await ready(pilot)
            bar = kitchen.app.screen.query_one(KeyBar)
            _, entries = bar._fitting(bar.size.width)
            assert all(f"{key} {words}" in footer(pilot) for key, words, _ in entries)
            assert footer(pilot).rstrip().endswith("^q Quit")
            counted.append(len(entries))
        assert counted == sorted(counted)
        assert counted[1] >= 6
        assert counted[-1] > counted[1] + 4
