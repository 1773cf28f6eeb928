"""The sheet one types on: what is undone and done again leaves it whole, whatever was typed before."""

import random
from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.document._wrapped_document import WrappedDocument
from textual.widgets import TextArea

from tailor.drafts import Drafts
from tailor.screens.dialogs.text_input import CleanTextArea

KEYS = ("x", "enter", "ctrl+a", "backspace", "ctrl+z", "ctrl+z", "ctrl+y", "pagedown", "up", "shift+up", "ctrl+k")
PASTED = "one\ntwo two two two two two two two two\n\nthree"


class Desk(App[None]):
    """One sheet."""

    def __init__(self, kind: type[TextArea]) -> None:
        super().__init__()
        self.kind = kind

    def compose(self) -> ComposeResult:
        yield self.kind("a b c\nd e f\ng h")


async def played(kind: type[TextArea], seed: int) -> bool:
    """Whether the lines of the sheet are those of its text after each of some keys."""
    dice = random.Random(seed)
    app = Desk(kind)
    async with app.run_test(size=(30, 12)) as pilot:
        sheet = app.query_one(TextArea)
        for _ in range(50):
            key = dice.choice((*KEYS, "paste"))
            if key == "paste":
                sheet._replace_via_keyboard(PASTED, *sheet.selection)
            else:
                await pilot.press(key)
            fresh = WrappedDocument(sheet.document, sheet.wrap_width, sheet.indent_width)
            if sheet.wrapped_document._offset_to_line_info != fresh._offset_to_line_info:
                return False
    return True


@pytest.mark.parametrize("seed", [1, 4])
async def test_undo_and_redo_leave_a_sheet_with_the_lines_of_its_text(seed: int) -> None:
    assert await played(CleanTextArea, seed)


async def test_the_key_for_the_start_pressed_again_selects_everything() -> None:
    app = Desk(CleanTextArea)
    async with app.run_test(size=(30, 12)) as pilot:
        sheet = app.query_one(TextArea)
        sheet.move_cursor((1, 5))
        await pilot.press("ctrl+a")
        assert (sheet.cursor_location, sheet.selected_text) == ((1, 0), "")
        await pilot.press("ctrl+a")
        assert sheet.selected_text == sheet.text
        await pilot.press("ctrl+a")
        assert sheet.selected_text == sheet.text
        await pilot.press("x")
        assert sheet.text == "x"


@pytest.mark.parametrize("keys", [("ctrl+end", "ctrl+u"), ("ctrl+a", "ctrl+k")])
async def test_a_line_that_is_wrapped_into_rows_is_cleared_whole(keys: tuple[str, ...]) -> None:
    app = Desk(CleanTextArea)
    async with app.run_test(size=(30, 12)) as pilot:
        sheet = app.query_one(TextArea)
        sheet.load_text("Rent bikes and ride back along the river, then have dinner. " * 2)
        sheet.move_cursor((0, 50))
        await pilot.press(*keys)
        assert sheet.text == ""


async def test_textual_alone_still_loses_count_of_the_lines() -> None:
    """Where this goes red, `Pad` no longer needs its mend."""
    assert not await played(TextArea, 1)


async def test_ctrl_home_and_ctrl_end_go_to_the_start_and_the_end_of_the_text() -> None:
    app = Desk(CleanTextArea)
    async with app.run_test(size=(30, 12)) as pilot:
        sheet = app.query_one(TextArea)
        await pilot.press("ctrl+end")
        assert sheet.cursor_location == (2, 3)
        await pilot.press("ctrl+home")
        assert sheet.cursor_location == (0, 0)


async def test_a_sheet_that_goes_before_word_of_its_last_key_came_keeps_its_text(tmp_path: Path) -> None:
    class Desktop(App[None]):
        drafts = Drafts(tmp_path)

        def compose(self) -> ComposeResult:
            yield CleanTextArea("old", draft="here", given="old")

    app = Desktop()
    async with app.run_test() as pilot:
        sheet = app.query_one(CleanTextArea)
        with sheet.prevent(TextArea.Changed):
            sheet.insert("new and ")
        await sheet.remove()
        await pilot.pause()
    assert app.drafts.get("here") == "new and old"
