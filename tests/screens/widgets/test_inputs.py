"""The line one types into: what was just put in is in view."""

import pytest
from textual.events import Paste

from tailor.app import TailorApp
from tailor.screens.situation import HintField
from tests.screens.conftest import ready, screen_text, typed

pytestmark = pytest.mark.every_frame


async def test_the_end_of_a_long_first_paste_is_in_view(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await pilot.press("enter")
        app.screen.query_one(HintField).post_message(Paste("no oven " * 20 + "the last words"))
        await ready(pilot)
        assert "the last words" in screen_text(app)


async def test_requirements_that_do_not_fit_are_counted_also_on_the_slimmest_window(app: TailorApp) -> None:
    async with app.run_test(size=(40, 15)) as pilot:
        await ready(pilot)
        await pilot.press("enter")
        hint = "I have no oven. I prefer it sweet. I want to also make it crisp. I have baked for years."
        app.screen.query_one(HintField).post_message(Paste(hint))
        await ready(pilot)
        assert "+2 more" in screen_text(app)


async def test_words_one_comes_back_to_go_on_and_are_not_typed_away(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await pilot.press("enter", *typed("no oven"), "tab", "shift+tab", *typed(", for two"))
        await ready(pilot)
        assert app.screen.query_one(HintField).value == "no oven, for two"
