"""The monkey of `monkey_case` for a few seconds, and what it found when it played for longer."""

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.events import Key
from textual.widgets import OptionList

from tailor.app import TailorApp
from tailor.screens import textual_fixes as mends
from tailor.screens.dialogs.base import Dialog
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.home.screen import HomeScreen, HomeSearchField
from tailor.screens.palette import Palette
from tailor.screens.settings import SettingsScreen
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import PageView
from tailor.screens.widgets.row_list import RowList
from tests.screens.conftest import press, ready, started, typed
from tests.screens.monkey_case import Kept, play

pytestmark = pytest.mark.every_frame


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
async def test_a_monkey_breaks_nothing_gets_home_and_loses_no_words(seed: int) -> None:
    await play(seed, 100)


@pytest.mark.parametrize(("own", "lost"), [("", False), (" of mine", True)])
async def test_what_home_takes_back_from_create_is_not_lost_and_what_was_typed_there_is(
    app: TailorApp, own: str, lost: bool
) -> None:
    async with started(app) as pilot:
        await pilot.press(*typed("mend a lamp"))
        app.screen.query_one("#hint").focus()
        await press(pilot, *typed("no glue"), "f4")
        special = app.screen.query_one("#special", CleanInput)
        assert special.value == "no glue"
        special.value += own
        await pilot.press("f2")
        app.screen.query_one("#hint", CleanInput).value = ""
        await ready(pilot)
        before = Kept(app)
        await press(pilot, "f4")
        special.value = ""
        await ready(pilot)
        assert bool(before.lost(app, "f4")) is lost


async def test_enter_twice_in_the_palette_closes_it_once_and_acts_once(app: TailorApp) -> None:
    async with started(app) as pilot:
        await pilot.press("f6", "ctrl+p", *typed("on or off"))
        await pilot.pause(0.4)
        for _ in range(4):
            app.post_message(Key("enter", "\r"))
        await ready(pilot)
        assert isinstance(app.screen, SettingsScreen | Dialog)
        await press(pilot, "escape", "escape")
        below: object = app.screen
        assert isinstance(below, HomeScreen)


def _letters(one: str, width: int) -> list[tuple[str, Content]]:
    return [("", Content(letter)) for letter in one]


class Pane(App[None]):
    """Rows of a text each, one line a letter."""

    def compose(self) -> ComposeResult:
        yield RowList(_letters)


async def test_rows_that_changed_while_they_were_hidden_are_laid_out_before_they_are_drawn() -> None:
    async with Pane().run_test(size=(20, 12)) as pilot:
        pane = pilot.app.query_one(RowList)
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
    async with started(app) as pilot:
        app.push_screen(LineDialog("What is wrong?", enter="ask"))
        await ready(pilot)
        await press(pilot, *typed("no buttermilk"), "escape")
        app.push_screen(LineDialog("What is wrong?", value="something else", enter="ask"))
        await ready(pilot)
        assert app.screen.query_one(CleanInput).value == "something else"
        await pilot.press("escape")
        app.push_screen(LineDialog("What is wrong?", enter="ask"))
        await ready(pilot)
        assert app.screen.query_one(CleanInput).value == "no buttermilk"
        asked = app.screen
        await pilot.press("enter")
        assert isinstance(asked, LineDialog)
        asked.used()
        app.push_screen(LineDialog("What is wrong?", enter="ask"))
        await ready(pilot)
        assert app.screen.query_one(CleanInput).value == ""


class Listing(App[None]):
    """A list with no room for a line."""

    def compose(self) -> ComposeResult:
        yield OptionList("a", "b", "c")


async def test_a_page_up_in_a_list_that_is_not_laid_out_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Listing().run_test(size=(20, 12)) as pilot:
        listed = pilot.app.query_one(OptionList)
        listed.display = False
        listed.clear_options()
        listed.add_options(["a", "b"])
        mends.patch_textual()
        listed.highlighted = 1
        listed._clear_caches()
        monkeypatch.setattr(OptionList, "_index_to_line", {})
        with pytest.raises(KeyError):
            mends._move_page(listed, 1)
        await listed.run_action("page_up")
        await listed.run_action("page_down")


async def test_a_page_without_room_for_a_letter_is_drawn_empty(app: TailorApp) -> None:
    async with started(app) as pilot:
        view = app.screen.query_one(PageView)
        view.styles.width = 1
        view.styles.padding = (0, 1)
        await ready(pilot)
        assert view.render_line(0).cell_length >= 0


async def test_a_search_that_became_a_sheet_comes_back_with_escape(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, *typed("mend a chair"), "ctrl+n")
        await press(pilot, *typed("Sand it."), "f10")
        await pilot.press("escape", "escape")
        assert app.screen.query_one(HomeSearchField).value == "mend a chair"


async def test_enter_and_the_palette_at_once_leave_the_window_under_the_palette_alone(app: TailorApp) -> None:
    async with started(app) as pilot:
        line = LineDialog("What is wrong?", enter="ask")
        app.push_screen(line)
        await ready(pilot)
        await pilot.press(*typed("no salt"))
        app.push_screen(Palette())
        await pilot.pause()
        line.query_one(CleanInput).post_message(CleanInput.Submitted(line.query_one(CleanInput), "no salt"))
        await ready(pilot)
        assert isinstance(app.screen, Palette)
        await press(pilot, "escape", "enter")
        assert isinstance(app.screen, HomeScreen)


async def test_a_sheet_used_twice_by_fast_keys_is_used_once(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, *typed("mend a chair"), "ctrl+n")
        await pilot.press(*typed("Sand it."))
        for key in ("ctrl+s", "ctrl+s", "escape"):
            app.post_message(Key(key, None))
        await ready(pilot)
        assert isinstance(app.screen, HomeScreen)
