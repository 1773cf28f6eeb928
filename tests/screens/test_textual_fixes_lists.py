"""A list that has become shorter since it was drawn is clicked on without harm, and one row opens one window."""

import pytest
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList

from tailor.app import TailorApp
from tailor.screens import textual_fixes
from tailor.screens.textual_fixes import patch_textual
from tests.screens.conftest import press, ready, started
from tests.screens.library_case import SIZE, filled
from tests.screens.mouse_case import dragged


class Listed(App[None]):
    def compose(self) -> ComposeResult:
        yield OptionList("one", "two")


def click(on: OptionList, row: int) -> events.Click:
    """What arrives for a row that was there when the screen was drawn."""
    return events.Click(on, 1, row, 0, 0, 1, False, False, False, style=Style(meta={"option": row}))


async def test_without_the_mend_a_click_on_a_row_that_is_gone_ends_the_app() -> None:
    async with (app := Listed()).run_test():
        listed = app.query_one(OptionList)
        with pytest.raises(IndexError):
            await textual_fixes._click(listed, click(listed, 7))


async def test_a_click_on_a_row_that_is_gone_does_nothing_and_one_on_a_row_takes_it() -> None:
    patch_textual()
    async with (app := Listed()).run_test():
        listed = app.query_one(OptionList)
        await listed._on_click(click(listed, 7))
        assert listed.highlighted is None or listed.highlighted < 2
        await listed._on_click(click(listed, 1))
        assert listed.highlighted == 1


class Opening(Screen[None]):
    """Each chosen row opens a window."""

    def compose(self) -> ComposeResult:
        yield OptionList("one", "two")

    def on_option_list_option_selected(self) -> None:
        self.app.push_screen(ModalScreen())


@pytest.mark.parametrize(("mended", "windows"), [(False, 2), (True, 1)])
async def test_two_choices_before_the_window_of_the_first_is_there_open_one(
    monkeypatch: pytest.MonkeyPatch, mended: bool, windows: int
) -> None:
    patch_textual()
    if not mended:
        monkeypatch.setattr(Screen, "_on_message", textual_fixes._handle)
    async with (app := App[None]()).run_test() as pilot:
        await app.push_screen(Opening())
        listed = app.screen.query_one(OptionList)
        await listed._on_click(click(listed, 1))
        await listed._on_click(click(listed, 1))
        await pilot.pause()
        assert sum(isinstance(one, ModalScreen) for one in app.screen_stack) == windows


async def test_a_double_click_in_the_library_asks_once(environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    app = TailorApp(environment)
    async with started(app, SIZE) as pilot:
        await press(pilot, "f3")
        x, y = app.screen.query_one("#books").region.offset
        row = x + 3, y + 1
        for report in (*dragged(row), *dragged(row)):
            app.post_message(report)
        await ready(pilot)
        assert len(app.screen_stack) == 2
        await press(pilot, "escape")
        assert len(app.screen_stack) == 1
