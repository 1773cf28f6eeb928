"""The keys of the tabs land where they say, and g and G go to the ends of whatever has the keys."""

import pytest
from textual.widgets import OptionList

from tailor.app import TailorApp
from tailor.screens.dialogs.new_procedure import PasteScreen
from tailor.screens.follow.screen import FollowScreen
from tailor.screens.home.screen import CatalogList, HomeScreen
from tailor.screens.home.situation import HintField
from tailor.screens.importer.screen import ImportScreen
from tailor.screens.library.screen import LibraryScreen
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import front, press, screen_text, started, typed
from tests.screens.rooms_case import FOLLOW, REVIEW, keys, quiet


async def test_the_key_of_the_library_leads_to_it_and_not_to_a_form_left_open_there(
    environment: dict[str, str],
) -> None:
    with quiet(environment) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await keys("f3", "i")(pilot)
            assert front(app) is ImportScreen
            app.screen.query_one("#path", CleanInput).value = "soup.md"
            await keys("f2", "f3")(pilot)
            assert front(app) is LibraryScreen
            await keys("i")(pilot)
            assert app.screen.query_one("#path", CleanInput).value == "soup.md", "and nothing is lost"
            await keys("f3")(pilot)
            assert front(app) is LibraryScreen, "from the form itself too"


async def test_a_how_to_being_typed_waits_as_a_draft_when_the_key_of_home_leads_home(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "ctrl+n", *typed("Oat bars"), "f3", "f2")
        assert front(app) is HomeScreen
        await press(pilot, "ctrl+n")
        assert front(app) is PasteScreen
        assert app.screen.query_one("#goal", CleanInput).value == "Oat bars"


@pytest.mark.parametrize(("way", "kind"), [(REVIEW, ReviewScreen), (FOLLOW, FollowScreen)])
async def test_what_is_under_way_is_shown_again_and_the_same_key_then_leads_to_the_tab(
    environment: dict[str, str], way: tuple[str, ...], kind: type
) -> None:
    mine, other = ("f3", "f2") if way == FOLLOW else ("f2", "f3")
    with quiet(environment) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await keys(*way)(pilot)
            await keys(other, mine)(pilot)
            assert isinstance(app.screen, kind)
            await keys(mine)(pilot)
            assert not isinstance(app.screen, kind)
            assert len(app.screen_stack) == 1


@pytest.mark.parametrize(
    ("way", "tab", "name"), [(REVIEW, "F2 Home", "F2 Review"), (FOLLOW, "F3 Library", "F3 Follow")]
)
async def test_a_tab_is_called_elsewhere_by_what_its_key_shows_first(
    environment: dict[str, str], way: tuple[str, ...], tab: str, name: str
) -> None:
    def tabs() -> str:
        return screen_text(app).splitlines()[0]

    with quiet(environment) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await keys("f6", *(() if way == FOLLOW else ("f2",)), *way)(pilot)
            assert tab in tabs(), "here the key leads out of it"
            await keys("f6")(pilot)
            assert name in tabs()
            await keys(tab[:2].lower(), tab[:2].lower(), "f6")(pilot)
            assert tab in tabs()


@pytest.mark.parametrize(
    "way", [("enter", "f3", "f2"), (*REVIEW, "f2"), (*REVIEW, "f6", "f2", "f2"), ("enter", "ctrl+n", "f2")]
)
async def test_who_comes_home_by_its_key_types_a_title_and_no_wish_for_what_is_marked(
    environment: dict[str, str], way: tuple[str, ...]
) -> None:
    with quiet(environment) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await keys(*way)(pilot)
            assert front(app) is HomeScreen
            before = app.screen.query_one(HintField).value
            await pilot.press(*typed("tomato"))
            assert app.screen.query_one("#search", CleanInput).value == "tomato"
            assert app.screen.query_one(HintField).value in ("", before)


async def test_who_is_writing_what_is_special_goes_on_there(environment: dict[str, str]) -> None:
    with quiet(environment) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await keys("=crusty", "enter", "=no ov", "f6", "f2")(pilot)
            await pilot.press(*typed("en"))
            assert app.screen.query_one(HintField).value == "no oven"


async def test_g_and_shift_g_lead_to_the_ends_of_a_list_and_are_typed_where_one_writes(
    environment: dict[str, str],
) -> None:
    with quiet(environment) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await keys("=gG", "escape", "tab")(pilot)
            listed = app.screen.query_one(CatalogList)
            assert listed.has_focus
            await keys("G")(pilot)
            assert listed.highlighted == listed.option_count - 1
            await keys("g", "g")(pilot)
            assert listed.highlighted == 0
            await keys("f6", "G")(pilot)
            settings = app.screen.query_one(OptionList)
            assert settings.highlighted == settings.option_count - 1
            await keys("f2", "escape", "g", "G")(pilot)
            assert app.screen.query_one("#search", CleanInput).value == "gG"
