"""The monkey of `monkey_case` for a few seconds, and what it found when it played for longer."""

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.events import Key

from tailor.app import TailorApp
from tailor.screens.dialogs import Dialog
from tailor.screens.editing import LineDialog
from tailor.screens.fields import Field
from tailor.screens.home import HomeScreen
from tailor.screens.rowsview import RowsView
from tailor.screens.settings import SettingsScreen
from tests.screens.conftest import ready, typed
from tests.screens.monkey_case import play


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
async def test_a_monkey_breaks_nothing_gets_home_and_loses_no_words(seed: int) -> None:
    await play(seed, 100)


async def test_enter_twice_in_the_palette_closes_it_once_and_acts_once(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await pilot.press("f6", "ctrl+p", *typed("on or off"))
        await pilot.pause(0.4)
        for _ in range(4):
            app.post_message(Key("enter", "\r"))
        await ready(pilot)
        assert isinstance(app.screen, SettingsScreen | Dialog)
        await pilot.press("escape", "escape")
        await ready(pilot)
        assert isinstance(app.screen, HomeScreen)


def _letters(one: str, width: int) -> list[tuple[str, Content]]:
    return [("", Content(letter)) for letter in one]


class Pane(App[None]):
    """Rows of a text each, one line a letter."""

    def compose(self) -> ComposeResult:
        yield RowsView(_letters)


async def test_rows_that_changed_while_they_were_hidden_are_laid_out_before_they_are_drawn() -> None:
    async with Pane().run_test(size=(20, 12)) as pilot:
        pane = pilot.app.query_one(RowsView)
        pane.show(("abcdef", "gh"))
        await pilot.pause()
        pane.display = False
        await pilot.pause()
        pane.show(("i", "j"))
        pane.display = True
        await pilot.pause()
        assert pane.virtual_size.height == 2
        assert pane.place(1) == range(1, 2)


async def test_a_line_closed_without_enter_waits_with_its_words(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        app.push_screen(LineDialog("What is wrong?", enter="ask"))
        await ready(pilot)
        await pilot.press(*typed("no buttermilk"), "escape")
        await ready(pilot)
        app.push_screen(LineDialog("What is wrong?", value="something else", enter="ask"))
        await ready(pilot)
        assert app.screen.query_one(Field).value == "something else"
        await pilot.press("escape")
        app.push_screen(LineDialog("What is wrong?", enter="ask"))
        await ready(pilot)
        assert app.screen.query_one(Field).value == "no buttermilk"
        await pilot.press("enter")
        app.push_screen(LineDialog("What is wrong?", enter="ask"))
        await ready(pilot)
        assert app.screen.query_one(Field).value == ""
