"""The line one types into: what was just put in is in view."""

import pytest
from rich.cells import cell_len
from textual.events import Paste

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.drafts import IMPORT_TEXT
from tailor.screens.home.screen import HomeScreen, HomeSearchField
from tailor.screens.home.situation import HintField
from tailor.screens.importer.screen import ImportScreen
from tailor.screens.library.screen import Finder
from tailor.screens.widgets.inputs import row_starts
from tests.screens.conftest import press, ready, screen_text, started, typed

pytestmark = pytest.mark.every_frame


async def test_the_end_of_a_long_first_paste_is_in_view(app: TailorApp) -> None:
    async with started(app) as pilot:
        await pilot.press("enter")
        app.screen.query_one(HintField).post_message(Paste("no oven " * 20 + "the last words"))
        await ready(pilot)
        assert "the last words" in screen_text(app)


async def test_requirements_that_do_not_fit_are_counted_also_on_the_slimmest_window(app: TailorApp) -> None:
    async with started(app, (40, 15)) as pilot:
        await pilot.press("enter")
        hint = "I have no oven. I prefer it sweet. I want to also make it crisp. I have baked for years."
        app.screen.query_one(HintField).post_message(Paste(hint))
        await ready(pilot)
        assert "+2 more" in screen_text(app)


async def test_words_one_comes_back_to_go_on_and_are_not_typed_away(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "enter", *typed("no oven"), "tab", "shift+tab", *typed(", for two"))
        assert app.screen.query_one(HintField).value == "no oven, for two"


def rows_of(app: TailorApp) -> list[str]:
    field = app.screen.query_one(HintField)
    region = field.content_region
    shown = screen_text(app).splitlines()[region.y : region.bottom]
    return [row[region.x : region.right].rstrip() for row in shown]


async def test_the_hint_grows_to_three_rows_and_then_shows_those_up_to_the_cursor(app: TailorApp) -> None:
    async with started(app) as pilot:
        await pilot.press("enter")
        field = app.screen.query_one(HintField)
        assert rows_of(app)[1:] == []
        grown = []
        for _ in range(5):
            field.post_message(Paste("no eggs in the house and only a small tin this time, "))
            await ready(pilot)
            grown.append(len(rows_of(app)))
            assert " ".join(rows_of(app)).split() == field.value.split()[-len(" ".join(rows_of(app)).split()) :]
        assert grown == [1, 2, 3, 3, 3]
        await press(pilot, "home")
        assert rows_of(app)[0].startswith("no eggs in the house")
        field.value = "no oven"
        await ready(pilot)
        assert rows_of(app) == ["no oven"]


async def test_a_click_puts_the_cursor_into_the_row_that_was_clicked(app: TailorApp) -> None:
    async with started(app) as pilot:
        await pilot.press("enter")
        field = app.screen.query_one(HintField)
        field.value = "no eggs in the house and my kid can't have walnuts, and only a small tin this time"
        await ready(pilot)
        row = rows_of(app)[1]
        offset = (row.index("tin") + field.gutter.left, 1 + field.gutter.top)
        await pilot.click(field, offset=offset)
        await ready(pilot)
        assert field.value[field.cursor_position :].startswith("tin")
        assert field.cursor_screen_offset == (
            field.content_region.x + row.index("tin"),
            field.content_region.y + 1,
        )


@pytest.mark.parametrize("text", ["", "aaaa bbbb cccc", "aaaaaaaaaaaaaa", "aa   bbb   c", "鸡蛋鸡蛋 鸡蛋", "a b"])
@pytest.mark.parametrize("width", [1, 4, 5, 9])
def test_rows_hold_all_of_a_text_and_are_no_wider_than_asked_but_for_spaces(text: str, width: int) -> None:
    starts = row_starts(text, width)
    rows = [text[start:end] for start, end in zip(starts, (*starts[1:], len(text)), strict=True)]
    assert "".join(rows) == text
    assert all(cell_len(row.rstrip()) <= max(width, 2) for row in rows)
    if width >= 9 and text.startswith("aaaa b"):
        assert rows == ["aaaa bbbb ", "cccc"]


TOO_LONG = {"no space": "x" * 200_000, "words": "butter and flour " * 12_000, "accents": "é" * 200_000}


@pytest.mark.parametrize("pasted", TOO_LONG.values(), ids=TOO_LONG)
async def test_the_hint_keeps_all_of_a_long_paste(app: TailorApp, pasted: str) -> None:
    async with started(app) as pilot:
        hint = app.screen.query_one(HintField)
        hint.focus()
        await pilot.press(*typed("no oven"), "left", "left")
        hint.post_message(Paste(pasted))
        await ready(pilot)
        await pilot.press("z")
        assert hint.value == f"no ov{pasted}zen"
        assert not app._notifications
        assert "characters here, and at most 100,000" in screen_text(app)
        assert rows_of(app)[-1].endswith("zen")


async def test_what_a_hint_too_long_to_be_used_asks_for_is_not_read(app: TailorApp) -> None:
    async with started(app) as pilot:
        home = app.screen
        assert isinstance(home, HomeScreen)
        for words, wishes in (("no nuts please. " * 12_000, []), ("no nuts please", ["no nuts please"])):
            home.query_one(HintField).value = words
            await ready(pilot)
            assert [wish.text for wish in home.situation.requirements] == wishes


@pytest.mark.parametrize("pasted", TOO_LONG.values(), ids=TOO_LONG)
async def test_a_paste_too_long_for_homes_search_is_imported_whole(app: TailorApp, pasted: str) -> None:
    async with started(app) as pilot:
        app.screen.query_one(HomeSearchField).focus()
        await pilot.press(*typed("bread"))
        app.post_message(Paste(pasted))
        await ready(pilot)
        assert any(isinstance(one, ImportScreen) for one in app.screen_stack)
        assert app.drafts.get(IMPORT_TEXT) == pasted
        assert app.screen_stack[0].query_one(HomeSearchField).value == "bread"


@pytest.mark.parametrize("pasted", TOO_LONG.values(), ids=TOO_LONG)
async def test_the_librarys_search_takes_what_fits_of_a_long_paste_and_says_so(
    app: TailorApp, pasted: str
) -> None:
    app.workspace.library.save(procedure("Bake bread", ["Mix.", "Bake."]))
    async with started(app) as pilot:
        await press(pilot, "f3")
        search = app.screen.query_one(Finder)
        search.focus()
        await pilot.press(*typed("no oven"), "left", "left")
        search.post_message(Paste(pasted))
        await ready(pilot)
        assert search.value == f"no ov{pasted[:293]}en"
        assert any("Only 300 characters fit here" in one.message for one in app._notifications)
        await pilot.press("z")
        assert "z" not in search.value, "it is full"


async def test_no_search_is_longer_than_what_can_be_looked_for_at_every_key(app: TailorApp) -> None:
    async with started(app) as pilot:
        search = app.screen.query_one(HomeSearchField)
        search.value = "no oven " * 20_000
        await ready(pilot)
        assert search.value == ("no oven " * 20_000)[:300]
        assert any("Only 300 characters fit here" in one.message for one in app._notifications)
