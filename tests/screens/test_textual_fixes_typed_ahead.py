"""What is typed faster than a screen can stand reaches that screen, in its order."""

from typing import Any

import pytest
from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from tailor.app import TailorApp
from tailor.screens.dialogs.text_input import CleanTextArea, LineDialog, WordsDialog
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import ready, started, until
from tests.screens.review_case import MODIFY, Bench, begun

pytestmark = pytest.mark.every_frame


def press_at_once(app: TailorApp, keys: str) -> None:
    for key in keys:
        app.post_message(events.Key(key, key))


class Slow(ModalScreen[None]):
    """A window whose key needs its part."""

    BINDINGS = [("x", "mark", "Mark")]  # noqa: RUF012 - Textual's way

    def compose(self) -> ComposeResult:
        yield Static("", id="part")

    def action_mark(self) -> None:
        self.query_one("#part", Static).update("marked")


async def test_letters_typed_before_a_window_stands_are_in_its_field_in_their_order(app: TailorApp) -> None:
    async with started(app) as pilot:
        sheet = LineDialog("Name", enter="keep")
        app.push_screen(sheet)
        press_at_once(app, "Lo")
        app.post_message(events.Paste("af of "))
        press_at_once(app, "Mo")
        await pilot.pause()
        assert sheet.query_one(CleanInput).value == "Loaf of Mo"


async def test_a_key_for_a_window_that_does_not_stand_yet_waits_for_it(app: TailorApp) -> None:
    async with started(app) as pilot:
        slow = Slow()
        app.push_screen(slow)
        await app.on_event(events.Key("x", "x"))
        assert not slow.is_mounted
        await ready(pilot)
        assert str(slow.query_one("#part", Static).render()) == "marked"


async def test_what_is_typed_in_one_burst_with_the_key_that_opens_a_window_is_in_that_window(bench: Bench) -> None:
    await bench.give(*begun(), *MODIFY, end=True)
    press_at_once(bench.app, "exxA")
    await ready(bench.pilot)
    assert isinstance(bench.app.screen, WordsDialog)
    assert bench.app.screen.query_one(CleanTextArea).text.endswith("xxA")
    assert not bench.screen.model.review.choices.decisions, "no letter was taken for a key of the review"


async def test_a_key_that_the_screen_before_did_not_take_is_for_the_one_that_comes(app: TailorApp) -> None:
    async with started(app) as pilot:
        sheet, key = LineDialog("Name", enter="keep"), events.Key("x", "x")
        app.push_screen(sheet)
        key._set_forwarded()
        await app.on_event(key)
        assert not sheet.is_mounted
        await pilot.pause()
        assert sheet.query_one(CleanInput).value == "x"


async def test_such_a_key_stays_before_those_that_were_typed_after_it(app: TailorApp) -> None:
    async with started(app) as pilot:
        sheet, key = LineDialog("Name", enter="keep"), events.Key("x", "x")
        app.push_screen(sheet)
        await app.on_event(events.Key("y", "y"))
        key._set_forwarded()
        await app.on_event(key)
        assert not sheet.is_mounted
        await pilot.pause()
        assert sheet.query_one(CleanInput).value == "xy"


async def test_a_screen_that_never_stands_keeps_no_key_for_long(app: TailorApp, monkeypatch: Any) -> None:
    async with started(app) as pilot:
        monkeypatch.setattr(Slow, "is_mounted", False)
        monkeypatch.setattr("tailor.screens.textual_fixes.PATIENCE", 0.0)
        slow = Slow()
        await app.push_screen(slow)
        await pilot.press("x")
        assert str(slow.query_one("#part", Static).render()) == "marked"


async def test_words_wait_for_a_window_however_long_the_machine_takes_to_draw_it(app: TailorApp) -> None:
    async with started(app) as pilot:
        sheet = LineDialog("Name", enter="keep")
        app.push_screen(sheet)
        for letter in "soup":
            key = events.Key(letter, letter)
            key.time -= 5.0
            await app.on_event(key)
        await pilot.pause()
        assert sheet.query_one(CleanInput).value == "soup"


async def test_quit_overtakes_words_for_a_window_that_never_stands(app: TailorApp, monkeypatch: Any) -> None:
    async with started(app) as pilot:
        monkeypatch.setattr(Slow, "is_mounted", False)
        monkeypatch.setattr("tailor.screens.textual_fixes.HURRY", 0.1)
        await app.push_screen(slow := Slow())
        press_at_once(app, "x")
        app.post_message(events.Key("ctrl+q", None))
        await until(pilot, lambda: app._exit)
        assert str(slow.query_one("#part", Static).render()) == ""
