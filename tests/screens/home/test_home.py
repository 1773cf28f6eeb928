"""Home: choosing, the hint, what is said in place, and nothing typed is lost."""

from dataclasses import replace
from typing import Any, cast

import pytest
from textual import events
from textual.widgets import OptionList

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.drafts import HINT_FOR
from tailor.screens.home.catalog import Catalog
from tailor.screens.home.screen import HomeScreen, HomeSearchField
from tailor.screens.home.situation import HintField
from tailor.screens.review.screen import ReviewScreen
from tailor.storage import SaveError
from tailor.workspace import Workspace
from tests.screens.conftest import (
    BALCONY,
    BREAD,
    books,
    make_app,
    press,
    ready,
    screen_text,
    shelf_of,
    started,
    typed,
    until,
)
from tests.screens.library_case import filled


class Reviews:
    """Stands in for the Review screen: notes what Home asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, str, Any]] = []

    def __call__(self, session: Any) -> Any:
        from textual.screen import Screen

        self.asked.append((session.request.procedure, session.request.hint, session))
        return Screen[None]()


@pytest.fixture
def reviews(monkeypatch: pytest.MonkeyPatch) -> Reviews:
    made = Reviews()
    monkeypatch.setattr("tailor.screens.navigation.ReviewScreen", made)
    return made


async def test_enter_a_sentence_and_enter_begin_the_review_of_the_first_procedure(
    app: TailorApp, reviews: Reviews
) -> None:
    async with started(app) as pilot:
        await pilot.press("enter")
        assert isinstance(app.focused, HintField)
        await press(pilot, *typed("I have no oven"), "enter")
        [(procedure, hint, session)] = reviews.asked
        assert procedure == BREAD
        assert hint == "I have no oven"
        assert session.request.hint == hint


async def test_keys_typed_before_the_procedures_are_read_are_not_lost(app: TailorApp, reviews: Reviews) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter", *typed("no oven"))
        assert app.screen.query_one(HintField).value == "no oven"


async def test_typing_narrows_the_list_to_what_fits(app: TailorApp) -> None:
    async with started(app) as pilot:
        await pilot.press(*typed("tomato"))
        listed = app.screen.query_one("#books", OptionList)
        assert listed.option_count == 2
        assert "Grow tomatoes" in screen_text(app)
        assert "Bake a crusty" not in screen_text(app)


async def test_a_goal_nobody_wrote_down_leads_to_the_sheet_with_the_goal_filled_in(app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, *typed("fix a wobbly chair"), "enter")
        assert app.screen.query_one("#goal", HomeSearchField.__mro__[1]).value == "fix a wobbly chair"


async def test_an_empty_hint_gets_a_sentence_in_place(app: TailorApp, reviews: Reviews) -> None:
    async with started(app) as pilot:
        await pilot.press("enter", "enter")
        assert "Say what is different for you" in screen_text(app)
        assert not reviews.asked


async def test_a_procedure_without_steps_gets_a_sentence_and_the_hint_stays(
    app: TailorApp, reviews: Reviews
) -> None:
    async with started(app) as pilot:
        await pilot.press("down", "down", "enter", *typed("no oven"), "enter")
        assert "has no steps yet" in screen_text(app)
        assert app.screen.query_one(HintField).value == "no oven"
        assert not reviews.asked


async def test_the_requirements_in_the_hint_are_shown_while_typing(app: TailorApp) -> None:
    async with started(app, (120, 40)) as pilot:
        await pilot.press("enter", *typed("I have no oven. I prefer it sweet"))
        await pilot.pause()
        text = screen_text(app)
        assert "must: I have no oven" in text
        assert "nice to have: I prefer it sweet" in text


async def test_escape_goes_back_to_the_search_and_never_quits(app: TailorApp) -> None:
    async with started(app) as pilot:
        await pilot.press("enter", *typed("no oven"), "escape")
        assert isinstance(app.focused, HomeSearchField)
        await pilot.press("escape", "escape", "escape")
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.query_one(HintField).value == "no oven"


async def test_escape_takes_the_search_away_and_gives_it_back(app: TailorApp) -> None:
    async with started(app) as pilot:
        await pilot.press(*typed("tomato"), "escape")
        assert app.screen.query_one(HomeSearchField).value == ""
        await pilot.press("escape")
        assert app.screen.query_one(HomeSearchField).value == "tomato"
        await pilot.press(*typed("bread"))  # another search, not words in the midst of the old one
        assert app.screen.query_one(HomeSearchField).value == "bread"


async def test_the_first_run_says_once_that_a_machine_proposes(app: TailorApp) -> None:
    async with started(app):
        assert "Suggestions are automatic and can be wrong. You decide." in screen_text(app)


async def test_the_strip_offers_a_key_from_the_environment_and_does_not_use_it(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(environment | {"OPENAI_API_KEY": "sk-x"}, monkeypatch, shelf_of(BREAD))
    async with started(app, (120, 40)):
        text = screen_text(app)
        assert "Built-in: no model, nothing leaves this computer" in text
        assert "OPENAI_API_KEY is set: press F9 to use it" in text
        assert "sk-x" not in text


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 15), (200, 60)])
async def test_quit_is_never_cut(app: TailorApp, size: tuple[int, int]) -> None:
    async with started(app, size):
        last = screen_text(app).split("\n")[-1]
        assert last.rstrip().endswith("^q Quit")
        assert last.count("   ") >= 1


async def test_a_window_too_small_gets_a_kind_word_and_nothing_is_lost(app: TailorApp) -> None:
    async with started(app) as pilot:
        await pilot.press("enter", *typed("no oven"))
        await pilot.resize_terminal(30, 8)
        await ready(pilot)
        assert "Please enlarge this window." in screen_text(app)
        await pilot.resize_terminal(80, 24)
        await ready(pilot)
        assert app.screen.query_one(HintField).value == "no oven"
        assert "no oven" in screen_text(app)


async def test_ten_thousand_rows_are_listed_whole(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(environment, monkeypatch, Catalog(list(books(10_000))))
    async with started(app, (120, 40)) as pilot:
        assert app.screen.query_one("#books", OptionList).option_count == 10_001
        await pilot.press("pagedown", "enter")
        assert isinstance(app.focused, HintField)


async def test_nobody_types_too_fast(app: TailorApp, reviews: Reviews) -> None:
    async with started(app) as pilot:
        for key in (*typed("tomato"), "enter", *typed("I have no oven"), "enter"):
            app.post_message(events.Key(key, " " if key == "space" else key if len(key) == 1 else None))
        await ready(pilot)
        [(procedure, hint, _)] = reviews.asked
        assert procedure.goal == "Grow tomatoes on a balcony"
        assert hint == "I have no oven"


async def begun(app: TailorApp, pilot: Any, reviews: Reviews) -> Any:
    """A review of the second procedure, begun with a sentence; its session."""
    await ready(pilot)
    await press(pilot, *typed("balcony"), "enter", *typed("no soil"), "enter")
    [(_, _, session)] = reviews.asked
    return session


async def test_after_a_save_home_starts_anew_and_the_next_goal_goes_into_the_search(
    app: TailorApp, reviews: Reviews
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        session = await begun(app, pilot, reviews)
        session.after_save()
        app.pop_screen()
        await press(pilot, *typed("pizza"))
        assert app.screen.query_one(HomeSearchField).value == "pizza"
        assert app.screen.query_one(HintField).value == ""
        await pilot.press("enter")
        assert len(reviews.asked) == 1, "nothing is sent by itself"


async def test_saving_tells_home_that_it_is_done(app: TailorApp, reviews: Reviews) -> None:
    from tailor.core.review import Review
    from tailor.core.review.decisions import own_edit

    async with app.run_test(size=(80, 24)) as pilot:
        session = await begun(app, pilot, reviews)
        home = app.screen_stack[0]
        await session.save(own_edit(Review(BALCONY), "replace", "s1", "Fill a box.").review, "Grow")
        assert home.query_one(HintField).value == ""


async def test_the_sentence_of_the_run_saved_last_comes_back_on_down(app: TailorApp, reviews: Reviews) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        (await begun(app, pilot, reviews)).after_save()
        app.pop_screen()
        await pilot.press("enter", "down")
        assert app.screen.query_one(HintField).value == "no soil"


async def test_the_sentence_comes_back_though_the_review_was_saved_twice(app: TailorApp, reviews: Reviews) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        session = await begun(app, pilot, reviews)
        session.after_save()
        session.after_save()
        app.pop_screen()
        await pilot.press("enter", "down")
        assert app.screen.query_one(HintField).value == "no soil"


async def test_leaving_a_review_unsaved_keeps_the_sentence_and_the_focus(app: TailorApp, reviews: Reviews) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(app, pilot, reviews)
        app.pop_screen()
        await ready(pilot)
        assert app.screen.query_one(HintField).value == "no soil"
        assert app.screen.query_one(HomeSearchField).value == "balcony"
        assert isinstance(app.focused, HintField)


async def test_words_that_were_used_stay_with_their_how_to_and_words_being_written_come_along(
    app: TailorApp, reviews: Reviews
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(app, pilot, reviews)
        app.pop_screen()
        hint = app.screen.query_one(HintField)
        for search, words in (("bread", ""), ("balcony", "no soil")):
            await press(pilot, "escape", "ctrl+u", *typed(search))
            assert hint.value == words
        await press(pilot, "enter", "end", *typed(" here"), "escape", "ctrl+u", *typed("bread"))
        assert hint.value == "no soil here"


async def elsewhere(app: TailorApp, pilot: Any) -> None:
    """Something is saved in the Library meanwhile, so that Home reads the procedures anew."""
    await pilot.press("f3")
    app.workspace.library.save(procedure("Sew on a button", ["Thread a needle."]))
    await ready(pilot)
    await press(pilot, "f2")


def marked(app: TailorApp) -> str:
    """The id of the marked row."""
    option = app.screen.query_one("#books", OptionList).highlighted_option
    return (option.id if option else None) or ""


async def test_the_marked_procedure_stays_marked_when_the_list_is_read_anew(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(environment, monkeypatch, Catalog(list(books(20))))
    async with started(app) as pilot:
        await pilot.press(*typed("saved"), "down", "down")
        before = marked(app)
        await pilot.press("enter", *typed("no oven"))
        await elsewhere(app, pilot)
        assert marked(app) == before
        app.screen.query_one(HomeSearchField).focus()
        await press(pilot, "home", *typed("number "))
        assert app.screen.query_one("#books", OptionList).highlighted == 0, "another search begins with its best"


async def test_of_two_typed_procedures_the_marked_one_stays_marked(app: TailorApp) -> None:
    tea, soup = procedure("Make tea", ["Boil.", "Pour."]), procedure("Make soup", ["Chop.", "Boil."])
    async with started(app) as pilot:
        home = app.screen
        assert isinstance(home, HomeScreen)
        for one in (tea, soup, tea):
            home.adding._written(one)
            await ready(pilot)
        assert home.current_procedure() == tea
        await elsewhere(app, pilot)
        assert home.current_procedure() == tea
        assert app.screen.query_one("#books", OptionList).option_count == 3 + 2 + 1, "each once"


@pytest.mark.parametrize("then", ["", "vegan"])
async def test_a_how_to_just_typed_keeps_the_mark_and_its_words_once_it_is_saved(
    environment: dict[str, str], then: str
) -> None:
    app = TailorApp(environment)
    async with started(app) as pilot:
        await pilot.press(*typed("risotto"), "enter", *typed("no mushrooms"), "enter")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await ready(pilot)
        await press(pilot, "escape")
        home = app.screen
        assert isinstance(home, HomeScreen)
        await press(
            pilot, "ctrl+n", *typed("Dal"), "enter", *typed("Fry onions in butter."), "ctrl+s", *typed(then)
        )
        home.reload(marks_new=False)  # as every look for changes does
        await ready(pilot)
        made = home.current_procedure()
        assert made is not None
        assert made.goal == "Dal"
        assert app.screen.query_one(HintField).value == then, "nothing of the review that waits"
        assert app.workspace.library.find(app.drafts.get(HINT_FOR) or marked(app)), "they are about what is saved"


async def test_what_was_said_of_a_row_is_gone_when_another_one_is_marked(app: TailorApp, reviews: Reviews) -> None:
    async with started(app) as pilot:
        await pilot.press("down", "down", "enter", *typed("no oven"), "enter")
        assert "has no steps yet" in screen_text(app)
        await press(pilot, "escape", "up")
        assert "has no steps yet" not in screen_text(app)
        assert "must: no oven" in screen_text(app)


async def test_what_was_saved_last_has_the_mark_and_not_the_original_it_was_made_from(
    environment: dict[str, str],
) -> None:
    app = TailorApp(environment)
    async with started(app) as pilot:
        home, library = app.screen, app.workspace.library
        assert isinstance(home, HomeScreen)
        original = library.save(BREAD, origin="generated")
        library.save(replace(BREAD, notes="For two."), parent=original.id, hint="for two")
        await press(pilot, "f3", "f2")
        chosen = home.current_procedure()
        assert chosen is not None
        assert chosen.notes == "For two."
        assert "the original" in screen_text(app)


async def test_where_the_procedures_cannot_be_read_anew_enter_tries_again(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn(self: Workspace) -> Catalog:
        raise SaveError("The folder cannot be read.")

    async with started(app) as pilot:
        with monkeypatch.context() as patch:
            patch.setattr("tailor.screens.home.catalog.read_catalog", torn)
            await elsewhere(app, pilot)
            assert "cannot be read. Enter tries again." in screen_text(app)
        assert "cannot be read" not in await press(pilot, "enter")


async def test_what_commands_save_and_delete_meanwhile_is_seen_and_the_mark_stays(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tailor.screens.home.screen.LOOK", 0.02)
    library, saved = filled(environment["TAILOR_HOME"])
    app = TailorApp(environment)
    async with started(app, (100, 30)) as pilot:
        await pilot.press("down", "down")
        books = app.screen.query_one("#books", OptionList)
        marked = books.get_option_at_index(books.highlighted or 0).id
        library.delete(saved[4].id)
        await until(pilot, lambda: saved[4].goal not in screen_text(app))
        new = library.save(procedure("Paint a door", ["Paint it."]))
        await until(pilot, lambda: new.goal in screen_text(app))
        assert books.get_option_at_index(books.highlighted or 0).id == marked
        await pilot.press("enter", *typed("no brush"))
        library.delete(new.id)
        await pilot.pause(0.2)
        assert new.goal in screen_text(app), "nothing moves while somebody types about it"


async def test_what_a_command_deleted_meanwhile_is_said_and_leaves_the_list(environment: dict[str, str]) -> None:
    library, saved = filled(environment["TAILOR_HOME"])
    app = TailorApp(environment)
    async with started(app, (100, 30)) as pilot:
        await press(pilot, *typed("puncture"), "enter", *typed("no glue"))
        library.delete(saved[4].id)
        shown = await press(pilot, "enter")
        assert any("“Repair a puncture” is in the trash." in one.message for one in app._notifications)
        assert "No such file" not in shown
        assert "no glue" in shown
        books = app.screen.query_one("#books", OptionList)
        await until(pilot, lambda: saved[4].id not in [option.id for option in books.options])


LONG = "We are four and one of us, my sister's boy, is allergic to tree"
ENDED = "I'm allergic to nuts, and my daughter can't have any dairy at all"


@pytest.mark.parametrize(
    ("pasted", "hint"),
    [
        ("no milk\n\nnot too sweet\n", "no milk; not too sweet"),
        ("- no milk.\n- for two;\n2. no oven", "no milk; for two; no oven"),
        (f"{LONG}\nnuts\nno oven", f"{LONG} nuts; no oven"),  # a sentence that its width broke stays one
        (f"{ENDED}\nNo oven", f"{ENDED}; No oven"),
        ("for two\nmy son is allergic to\npeanuts", "for two; my son is allergic to peanuts"),
        ("We can't eat\nnuts,\nmilk", "We can't eat nuts, milk"),
        ("1. no milk", "1. no milk"),
        ("no kidney\nbeans", "no kidney; beans"),
        ("no oven\nnuts", "no oven; nuts"),
        ("no coconut\nmilk\neggs", "no coconut; milk; eggs"),
        (".\nno nuts\n- ;\nno milk\n;", "no nuts; no milk"),  # lines of marks alone say nothing
    ],
)
async def test_each_pasted_line_is_a_wish_of_its_own(app: TailorApp, pasted: str, hint: str) -> None:
    async with started(app) as pilot:
        await pilot.press("enter")
        field = app.screen.query_one(HintField)
        field.post_message(events.Paste(pasted))
        await until(pilot, lambda: bool(field.value))
        assert field.value == hint


async def test_a_paste_that_is_cut_says_how_much_of_it_was_taken(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tailor.screens.widgets.inputs.LONGEST_TEXT", 40)
    async with started(TailorApp(environment), (100, 30)) as pilot:
        cast(Any, pilot.app.screen.focused).post_message(events.Paste("Boil the eggs.\n" * 4))
        await until(pilot, lambda: bool(pilot.app._notifications))
        [told] = pilot.app._notifications
        assert "You pasted 60 characters; only the first 40 are here." in told.message
