"""The keys at the foot of a window: a row ends between two of them."""

import pytest

from tailor.app import TailorApp
from tailor.screens.dialogs.base import AnswerOption, Question
from tailor.screens.widgets.key_bar import KeyHints
from tests.screens.conftest import ready, screen_text, started

pytestmark = pytest.mark.every_frame

KEYS = (("space", "this run"), ("a", "always"), ("e", "lines"), ("enter", "done"))


@pytest.mark.parametrize(("width", "rows"), [(80, 1), (40, 2), (30, 2), (15, 4)])
def test_a_row_ends_between_two_keys_never_between_a_key_and_its_words(width: int, rows: int) -> None:
    laid = KeyHints(*KEYS)
    assert laid.get_height({}, width) == rows
    for one in laid.rows(width):
        assert all(f"{key} {words}" in one.plain for key, words in KEYS if words in one.plain)
        assert one.cell_length <= max(width, 15)


async def test_every_answer_is_in_view_also_where_one_takes_two_lines(app: TailorApp) -> None:
    choices = (
        AnswerOption("f", "in a file that only you can read"),
        AnswerOption("s", "in your system's keyring"),
    )
    async with started(app, (40, 15)) as pilot:
        app.push_screen(Question("Save it where?", "", choices))
        await ready(pilot)
        assert "your system's keyring" in screen_text(app)
