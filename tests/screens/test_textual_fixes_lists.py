"""A list that has become shorter since it was drawn is clicked on without harm."""

import pytest
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.widgets import OptionList

from tailor.screens import textual_fixes
from tailor.screens.textual_fixes import patch_textual


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
