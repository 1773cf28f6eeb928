"""Sizes of the window that come faster than a screen can be laid out for them, and windows of no width."""

import pytest
from textual.app import App
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from tailor.app import TailorApp
from tailor.screens import textual_fixes
from tailor.screens.dialogs.base import AnswerOption, Question
from tailor.screens.textual_fixes import patch_textual

ENOUGH = 50
"""Layouts after which the screen stops to be busy, so that even a test of the fault comes to its end."""


class Busy(Screen[None]):
    """A screen to which something else comes after each size."""

    layouts = 0

    def on_resize(self) -> None:
        self.layouts += 1
        if self.layouts < ENOUGH:
            self.call_later(self.refresh)


class Sized(App[None]):
    def on_mount(self) -> None:
        self.push_screen(Busy())


async def layouts_of_three_sizes() -> int:
    """How often the screen is laid out when three sizes wait, with something else between them."""
    async with (app := Sized()).run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, Busy)
        screen.layouts = 0
        for size in (Size(80, 24), Size(120, 40), Size(100, 30)):
            screen.post_message(Resize(size, size))
            screen.call_later(screen.refresh)
        await pilot.pause()
        return screen.layouts


async def test_without_the_mend_two_sizes_chase_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    patch_textual()
    monkeypatch.setattr(Screen, "_on_resize", textual_fixes._resize)
    assert await layouts_of_three_sizes() >= ENOUGH


async def test_sizes_that_wait_come_to_an_end() -> None:
    patch_textual()
    assert await layouts_of_three_sizes() <= 4


async def test_a_screen_has_the_last_of_many_sizes() -> None:
    patch_textual()
    async with (app := Sized()).run_test(size=(100, 30)) as pilot:
        for size in ((80, 24), (120, 40), (60, 20)):
            await pilot.resize_terminal(*size)
        assert app.screen.size == Size(60, 20)


def test_without_the_mend_a_text_has_no_height_where_there_is_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Content, "_wrap_and_format", textual_fixes._wrap)
    with pytest.raises(ValueError, match="zero"):
        Content("stay").get_height({}, 0)


def test_a_text_without_width_stands_letter_by_letter() -> None:
    patch_textual()
    assert Content("stay").get_height({}, 0) == 4


@pytest.mark.parametrize("columns", range(1, 8))
async def test_a_window_asks_at_any_width(app: TailorApp, columns: int) -> None:
    async with app.run_test(size=(columns, 1)) as pilot:
        app.push_screen(Question("Leave?", "What you decided is lost.", (AnswerOption("s", "stay"),)))
        await pilot.pause()
        assert isinstance(app.screen, Question)
        await pilot.press("s")
        assert not isinstance(app.screen, Question)
