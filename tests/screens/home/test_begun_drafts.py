"""What was typed and not used has a row on Home, which leads back to it; pressed twice, `d` throws it away."""

from collections.abc import Callable
from dataclasses import replace

from tailor.app import TailorApp
from tailor.core.events import RunStarted
from tailor.drafts import HINT_AT, Drafts, edit_places
from tailor.library.formats.text.writer import write_under
from tailor.runs.history import dump
from tailor.screens.dialogs.new_procedure import UNSAVED, EditScreen, PasteScreen
from tailor.screens.home.add_how_to import GONE
from tailor.screens.home.screen import CatalogList, HomeScreen
from tailor.screens.home.situation import HintField
from tailor.screens.home.unfinished import THROWS_AWAY
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import BALCONY, BREAD, press, ready, screen_text, started, typed, until
from tests.screens.review_case import LOAF, MODIFY, begun

ROW = "What's different: Grow tomatoes"


async def type_a_hint(app: TailorApp) -> None:
    async with started(app, (160, 30)) as pilot:
        await pilot.press("down", "enter", *typed("I have no soil"), "ctrl+q")


async def test_words_about_a_how_to_have_a_row_that_leads_back_to_them(windows: Callable[[], TailorApp]) -> None:
    await type_a_hint(windows())
    app = windows()
    async with started(app, (160, 30)) as pilot:
        assert ROW in screen_text(app)
        assert "“I have no soil”" in screen_text(app)
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.current_procedure() == BREAD  # enter there begins something new, as always
        await press(pilot, "up")
        assert app.screen.current_procedure() == BALCONY
        await press(pilot, "enter")
        hint = app.screen.query_one(HintField)
        assert (app.focused, hint.value) == (hint, "I have no soil")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))


async def test_a_window_of_middle_width_shows_the_title_and_the_words(windows: Callable[[], TailorApp]) -> None:
    await type_a_hint(windows())
    app = windows()
    async with started(app, (120, 40)):
        assert "▸ Grow tomatoes on a balcony · “I have no soil”" in screen_text(app)


async def test_words_being_typed_have_no_row_yet_and_cleared_ones_none_any_more(
    windows: Callable[[], TailorApp],
) -> None:
    await type_a_hint(windows())
    app = windows()
    async with started(app, (160, 30)) as pilot:
        assert ROW not in await press(pilot, "up", "enter", "ctrl+u")
        await pilot.press(*typed("no pot"))
        app.screen.reload()  # type: ignore[attr-defined]
        await ready(pilot)
        assert ROW not in screen_text(app)


async def test_words_of_a_review_that_waits_have_no_row_of_their_own(windows: Callable[[], TailorApp]) -> None:
    await type_a_hint(windows())
    app = windows()
    events = begun(replace(LOAF, goal=BALCONY.goal))
    app.workspace.paths.runs.mkdir(parents=True)
    waiting = [replace(one, hint="I have no soil") if isinstance(one, RunStarted) else one for one in events]
    dump([*waiting, *MODIFY], app.workspace.paths.runs / "r1.jsonl")
    async with started(app, (160, 30)):
        assert "Reviewing: Grow tomatoes" in screen_text(app)
        assert ROW not in screen_text(app)


async def test_d_throws_words_away_at_the_second_press(windows: Callable[[], TailorApp]) -> None:
    await type_a_hint(windows())
    app = windows()
    async with started(app, (160, 30)) as pilot:
        assert "Press d again" in await press(pilot, "up", "tab", "d")
        await press(pilot, "down", "up", "d")
        assert ROW in screen_text(app)  # the first press was forgotten on the way
        assert ROW not in await press(pilot, "d")
        assert not app.drafts.places(HINT_AT)
        assert app.drafts.summary() == ""
        assert app.screen.query_one(HintField).value == ""


async def test_words_that_come_along_to_something_begun_stay_with_their_how_to(
    windows: Callable[[], TailorApp],
) -> None:
    app = windows()
    async with started(app, (160, 30)) as pilot:
        await press(pilot, "ctrl+n", *typed("Repair a chair"), "escape")
        app.screen.query_one(CatalogList).highlighted = 1
        await press(pilot, "enter", *typed("I have no soil"), "up", "up")
        assert app.screen.query_one(CatalogList).highlighted == 0
        assert app.screen.query_one(HintField).value == "I have no soil"
        await pilot.press("ctrl+q")
    app = windows()
    async with started(app, (160, 30)) as pilot:
        assert "Typing: Repair a chair" in screen_text(app)
        assert f"What's different: {BREAD.goal}" in screen_text(app)


async def test_d_throws_a_typed_how_to_away_at_the_second_press(windows: Callable[[], TailorApp]) -> None:
    app = windows()
    async with started(app, (160, 30)) as pilot:
        await press(pilot, "ctrl+n", *typed("Repair a chair"), "enter", *typed("Glue the leg."), "escape")
        assert THROWS_AWAY in await press(pilot, "up")
        assert "Typing: Repair a chair" in await press(pilot, "tab", "d")
        await press(pilot, "d")
        assert "Repair a chair" not in screen_text(app)
        assert "Press d again" not in screen_text(app)
        assert app.drafts.texts == []


async def test_a_title_that_was_emptied_stays_so(windows: Callable[[], TailorApp]) -> None:
    app = windows()
    async with started(app, (160, 30)) as pilot:
        await press(pilot, *typed("Chair"), "enter")
        await press(pilot, *typed("Glue the leg."), "shift+tab", "ctrl+u", "escape")
        await press(pilot, "escape", "up", "up", "enter")
        assert isinstance(app.screen, PasteScreen)
        assert app.screen.query_one("#goal", CleanInput).value == ""


def leave_an_edit(app: TailorApp) -> str:
    """A saved how-to with another last step in the drafts; its id."""
    entry = app.workspace.library.save(BREAD)
    saved = app.workspace.library.load(entry.id).procedure
    earlier = Drafts(app.workspace.paths.drafts)
    earlier.keep(edit_places(entry.id)[1], f"{write_under(saved)}\n6. Eat it.")
    earlier.save()
    return entry.id


async def test_an_edit_that_was_left_has_a_row_and_says_that_it_is_not_saved(
    windows: Callable[[], TailorApp],
) -> None:
    app = windows()
    id = leave_an_edit(app)
    async with started(app, (160, 30)) as pilot:
        assert "Editing: Bake a crusty loaf" in screen_text(app)
        assert "your changes to a how-to" in app.drafts.summary()
        await press(pilot, "enter")
        assert isinstance(app.screen, EditScreen)
        assert UNSAVED in screen_text(app)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await ready(pilot)
        assert "Editing" not in screen_text(app)
        assert app.workspace.library.procedure(id.rpartition(".v")[0]).steps[-1] == "Eat it."


async def test_an_edit_whose_how_to_is_gone_comes_out_as_a_new_one(windows: Callable[[], TailorApp]) -> None:
    app = windows()
    id = leave_an_edit(app)
    app.workspace.library.delete(id.rpartition(".v")[0])
    async with started(app, (160, 30)) as pilot:
        await press(pilot, "enter")
        assert isinstance(app.screen, PasteScreen)
        assert not isinstance(app.screen, EditScreen)
        assert GONE in screen_text(app)
        await pilot.press(*typed("Loaf"), "ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await ready(pilot)
        assert [one.goal for one in app.workspace.library.entries()] == ["Loaf"]


async def test_an_untouched_form_leaves_no_draft_of_an_edit(windows: Callable[[], TailorApp]) -> None:
    app = windows()
    app.workspace.library.save(BREAD)
    async with started(app, (160, 30)) as pilot:
        await press(pilot, "f3")
        await press(pilot, "e")
        assert isinstance(app.screen, EditScreen)
        assert UNSAVED not in screen_text(app)
        assert app.drafts.texts == []


async def test_the_mark_is_on_what_was_followed_last(windows: Callable[[], TailorApp]) -> None:
    app = windows()
    async with started(app, (160, 30)) as pilot:
        app.navigation.follow(BALCONY)
        await ready(pilot)
        await press(pilot, "space")
        await press(pilot, "escape")
        books = app.screen.query_one(CatalogList)
        assert "Following: Grow tomatoes" in screen_text(app)
        assert books.highlighted == 0
