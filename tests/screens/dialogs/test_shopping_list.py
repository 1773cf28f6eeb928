"""The procedure of a screen, whole to the clipboard or as a shopping list: one key each, on every screen."""

from pathlib import Path

import pytest

from tailor.app import TailorApp
from tailor.screens.dialogs.shopping_list import ShoppingDialog
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import press, screen_text
from tests.screens.rooms_case import ROOMS

WITH_ONE = ["review", "library", "reading", "memory", "follow"]


@pytest.mark.parametrize("room", WITH_ONE)
async def test_one_key_copies_what_the_screen_shows(tailor: TailorApp, room: str) -> None:
    async with tailor.run_test(size=(100, 30)) as pilot:
        await ROOMS[room](pilot)
        await press(pilot, "f8")
        assert tailor.clipboard.count("\n") > 3
        assert "\n1. " in tailor.clipboard


@pytest.mark.parametrize("room", WITH_ONE)
async def test_one_key_makes_a_shopping_list_that_another_copies(tailor: TailorApp, room: str) -> None:
    async with tailor.run_test(size=(100, 30)) as pilot:
        await ROOMS[room](pilot)
        await press(pilot, "f12")
        assert isinstance(tailor.screen, ShoppingDialog)
        assert "☐" in screen_text(tailor)
        await pilot.press("c")
        assert tailor.clipboard.endswith("\n")
        assert not tailor.clipboard.startswith("-")


@pytest.mark.parametrize("room", ["settings", "paste"])
async def test_where_there_is_no_procedure_that_is_said(tailor: TailorApp, room: str) -> None:
    async with tailor.run_test(size=(100, 30)) as pilot:
        await ROOMS[room](pilot)
        before = tailor.screen
        await press(pilot, "f12", "f8")
        assert tailor.screen is before
        assert tailor.clipboard == ""


async def test_the_list_is_written_once_and_never_over_a_file(tailor: TailorApp, tmp_path: Path) -> None:
    async with tailor.run_test(size=(100, 30)) as pilot:
        await ROOMS["library"](pilot)
        for _ in range(2):
            await press(pilot, "f12", "w")
            tailor.screen.query_one(CleanInput).value = str(tmp_path / "list.md")
            await press(pilot, "enter")
            if isinstance(tailor.screen, ShoppingDialog):
                await pilot.press("escape")
        assert "- [ ] " in (tmp_path / "list.md").read_text()
        assert isinstance(tailor.screen, LineDialog), "what was typed is still there"
        assert "There is already a file with that name" in screen_text(tailor)
