"""Home begins with what was begun, and goes on with it by one key."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.content import Content
from textual.pilot import Pilot

from tailor.app import TailorApp, farewell
from tailor.core.events import RunStarted
from tailor.core.following import begin, check
from tailor.core.procedure import procedure
from tailor.core.text import one_line
from tailor.drafts import NEW_GOAL
from tailor.library.progress import id_of, progress_store
from tailor.runs.history import dump, put_away
from tailor.screens.dialogs.base import Question
from tailor.screens.dialogs.new_procedure import PasteScreen
from tailor.screens.follow.screen import FollowScreen
from tailor.screens.home.screen import CatalogList, HomeScreen
from tailor.screens.home.situation import HintField
from tailor.screens.home.unfinished import _row
from tailor.screens.review.finish import SavedDialog, SummarySheet
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import (
    BALCONY,
    BREAD,
    make_app,
    press,
    ready,
    screen_text,
    shelf_of,
    started,
    typed,
    until,
)
from tests.screens.hostile import HOSTILE, ONE_OF_EACH
from tests.screens.review_case import HINT, LOAF, MODIFY, begun


def review(app: TailorApp) -> Path:
    app.workspace.paths.runs.mkdir(parents=True)
    path = app.workspace.paths.runs / "r1.jsonl"
    dump([*begun(), *MODIFY], path)
    return path


def marked(app: TailorApp) -> int | None:
    return app.screen.query_one(CatalogList).highlighted


async def test_a_review_that_was_left_is_the_first_row_and_enter_goes_on(app: TailorApp) -> None:
    review(app)
    async with started(app, (120, 30)) as pilot:
        assert "Reviewing: Bake a loaf" in screen_text(app)
        assert marked(app) == 0  # what to go on with is one key away
        await press(pilot, "enter")
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.model.review.original == LOAF


@pytest.mark.parametrize("leaves", ["f2", "escape"])
async def test_own_words_where_nothing_was_suggested_are_said_to_be_kept_and_wait_on_home(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, leaves: str
) -> None:
    app = make_app(environment, monkeypatch, shelf_of(BALCONY))
    async with started(app, (120, 30), notifications=True) as pilot:
        await press(pilot, "enter", *typed("no museums"), "enter")
        await press(pilot, "e", *typed(" Sing to it."), "enter")
        assert isinstance(app.screen, ReviewScreen)
        assert not app.screen.model.to_decide.decided
        await press(pilot, leaves)
        assert isinstance(app.screen, HomeScreen)
        assert "Review kept: 1 change of your own." in screen_text(app)
        assert "Reviewing: Grow tomatoes" in screen_text(app)
    later = make_app(environment, monkeypatch, shelf_of(BALCONY))
    async with started(later, (120, 30)) as pilot:
        assert "Sing to it." in await press(pilot, "enter")


async def test_own_words_that_are_half_typed_when_the_power_goes_wait_on_home(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(environment, monkeypatch, shelf_of(BALCONY))
    async with started(app, (120, 30)) as pilot:
        await press(pilot, "enter", *typed("no museums"), "enter")
        await press(pilot, "e", *typed(" Sing to it"))
    later = make_app(environment, monkeypatch, shelf_of(BALCONY))
    async with started(later, (120, 30)) as pilot:
        await press(pilot, "enter")
        assert "Sing to it" in await press(pilot, "e")


async def test_a_review_that_was_saved_and_stayed_in_is_not_said_to_be_on_home(app: TailorApp) -> None:
    review(app)
    async with started(app, (120, 30), notifications=True) as pilot:
        await press(pilot, "enter")
        await pilot.press("A", "A")
        await until(pilot, lambda: isinstance(app.screen, SummarySheet))
        await ready(pilot)
        await press(pilot, "enter")
        if isinstance(app.screen, SummarySheet):  # a wish is not met: the second Enter saves it anyway
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SavedDialog))
        await press(pilot, "s", "escape")
        assert isinstance(app.screen, HomeScreen)
        assert "Review kept" not in screen_text(app)
        assert "Reviewing" not in screen_text(app)


async def test_a_small_window_shows_how_far_a_review_is_and_leaves_the_room_to_its_title(app: TailorApp) -> None:
    app.workspace.paths.runs.mkdir(parents=True)
    goals = "Make fluffy waffles for four", "Make fluffy breakfast muffins"
    for goal in goals:
        path = app.workspace.paths.runs / f"{goal[12:18].strip()}.jsonl"
        dump([*begun(replace(LOAF, goal=goal)), *MODIFY], path)
    async with started(app):
        rows = [line.split("│")[1] for line in screen_text(app).split("\n") if "▸ Make fluffy" in line]
        assert [next(goal for goal in goals if goal[:18] in row) for row in sorted(rows)] == sorted(goals)
        assert all("0/3 " in row for row in rows)


@pytest.mark.parametrize(("kept", "then"), [(HINT, "no nuts"), ("I have", "I haveno nuts")])
async def test_a_hint_that_a_review_has_is_typed_over_and_a_half_typed_one_goes_on(
    app: TailorApp, kept: str, then: str
) -> None:
    review(app)
    async with started(app) as pilot:
        hint = app.screen.query_one(HintField)
        hint.value = kept  # as a start brings it back
        await ready(pilot)
        await pilot.press("down", "enter", *typed("no nuts"))
        assert hint.value == then


@pytest.mark.parametrize(
    ("progress", "goal", "shown"),
    [
        ("3 of 8 decided, 1 change of your own", "Bake a loaf", "3/8, 1 change of your own"),
        ("3 of 8 decided, 1 change of your own", "Make waffles for four", "3 of 8 decided"),
        ("3 of 8 decided, 1 change of your own", "Clean a washing machine that smells", "3/8"),
        ("2 of 3 done, timer ended 22:20, another ends 22:23", "Boil eggs", "2/3, timer ended 22:20"),
        ("not added yet", "Clean a washing machine that smells bad", ""),
    ],
)
def test_how_far_it_is_gives_way_before_a_title_is_cut(progress: str, goal: str, shown: str) -> None:
    line = _row("Reviewing", goal, progress, "", 0, alike=False).content(52).plain
    assert line == f"Reviewing: {goal}".ljust(52 - len(shown)) + shown


def test_a_title_that_is_cut_anyway_gets_the_room_of_what_was_begun_with_it() -> None:
    line = _row("Reviewing", "long " * 20, "3 of 8 decided", "", 0, alike=False).content(52).plain
    assert line.startswith("▸ long long")
    assert line.endswith("…   3/8")


async def test_the_words_of_an_earlier_review_are_typed_over_at_a_how_to_just_written(app: TailorApp) -> None:
    """The words of a review of an equal how-to come into the field only after the focus is there."""
    review(app)
    other = replace(LOAF, goal="Bake rolls")
    dump([*begun(other, "I have no bowl"), *MODIFY], app.workspace.paths.runs / "r2.jsonl")
    async with started(app, (120, 30)) as pilot:
        home = app.screen
        assert isinstance(home, HomeScreen)
        hint = home.query_one(HintField)
        assert hint.value == "I have no bowl"  # of the first row
        home.adding._written(LOAF)
        await ready(pilot)
        assert (hint.value, hint.has_focus, hint.selected_text) == (HINT, True, HINT)
        await pilot.press(*typed("no nuts"))
        assert hint.value == "no nuts"


async def test_a_review_that_was_saved_is_offered_no_more(app: TailorApp) -> None:
    review(app)
    async with started(app, (120, 30)) as pilot:
        await press(pilot, "enter")
        await pilot.press("A")
        await until(pilot, lambda: isinstance(app.screen, SummarySheet))
        await press(pilot, "enter")
        if isinstance(app.screen, SummarySheet):  # a wish is not met: the second Enter saves it anyway
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SavedDialog))
        await press(pilot, "h")
        assert isinstance(app.screen, HomeScreen)
        assert "Reviewing" not in screen_text(app)


async def test_the_footer_offers_to_put_away_only_what_can_be_put_away(app: TailorApp) -> None:
    review(app)
    async with started(app, (120, 30)) as pilot:
        await pilot.press("tab")
        for key, offered in (("g", True), ("down", False), ("up", True)):
            await press(pilot, key)
            assert ("d Remove" in screen_text(app).splitlines()[-1]) == offered, key


async def test_a_how_to_being_followed_goes_on_where_one_was(app: TailorApp) -> None:
    progress_store(app.workspace.paths).keep(check(begin(LOAF, id_of(LOAF), 0.0)))
    async with started(app, (120, 30)) as pilot:
        await press(pilot, "up", "enter")
        assert isinstance(app.screen, FollowScreen)


@pytest.mark.parametrize("name", sorted({*ONE_OF_EACH} - {"surrogate"}))  # which no record can hold
async def test_in_the_palette_a_goal_is_only_text(app: TailorApp, name: str) -> None:
    goal = HOSTILE[name]
    shown = one_line(goal, 40).rstrip("…")
    app.workspace.paths.runs.mkdir(parents=True)
    dump([*begun(replace(LOAF, goal=goal)), *MODIFY], app.workspace.paths.runs / "r1.jsonl")
    async with started(app, (160, 40)) as pilot:
        home = app.screen
        assert isinstance(home, HomeScreen)
        [command] = home.unfinished.commands()
        assert shown in str(Content.from_markup(command.title))
        assert not Content.from_markup(command.title).spans
        await pilot.press("ctrl+p", *typed("continue"))
        await until(pilot, lambda: "Continue reviewing: " in screen_text(app))
        await press(pilot, "enter")
        assert isinstance(app.screen, ReviewScreen)


async def test_the_place_in_a_how_to_being_followed_is_never_thrown_away(app: TailorApp) -> None:
    kept = progress_store(app.workspace.paths)
    kept.keep(one := check(begin(LOAF, id_of(LOAF), 0.0)))
    async with started(app, (120, 30)) as pilot:
        assert "Following: Bake a loaf" in await press(pilot, "up", "tab", "d", "delete")
        assert kept.load(one.id) == one


async def test_a_how_to_being_typed_is_opened_again(app: TailorApp) -> None:
    async with started(app, (120, 30)) as pilot:
        assert "Typing: Repair a chair" in await press(pilot, "ctrl+n", *typed("Repair a chair"), "escape")
        await press(pilot, "up", "enter")
        assert isinstance(app.screen, PasteScreen)
        assert app.drafts.get(NEW_GOAL) == "Repair a chair"


async def test_a_row_is_put_away_by_a_key_of_the_list(app: TailorApp) -> None:
    review(app)
    async with started(app, (120, 30)) as pilot:
        assert "Reviewing" not in await press(pilot, "up", "tab", "d")
        await pilot.press("d")  # at a procedure the key does nothing
        await ready(pilot)
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.current_procedure() == BREAD


async def test_the_mark_goes_to_the_next_row_where_one_was_put_away(app: TailorApp) -> None:
    app.workspace.paths.runs.mkdir(parents=True)
    for name in ("one", "two", "three"):
        dump([*begun(replace(LOAF, goal=name)), *MODIFY], app.workspace.paths.runs / f"{name}.jsonl")
    async with started(app, (120, 30)) as pilot:
        books = app.screen.query_one(CatalogList)
        ids = [one.id for one in books.options]
        await press(pilot, "tab", "home", "down", "d")
        option = books.highlighted_option
        assert option is not None
        assert option.id == ids[2]


async def test_a_sentence_is_not_lost_at_a_row_that_goes_on_with_something(app: TailorApp) -> None:
    review(app)
    async with started(app, (120, 30)) as pilot:
        await press(pilot, "down", "enter", *typed("no oven"), "escape", "up", "tab", "tab", "tab", "enter")
        assert isinstance(app.screen, HomeScreen)
        assert "continues something you began" in screen_text(app)
        assert app.screen.situation.hint == "no oven"


async def test_a_search_shows_only_what_was_begun_that_fits_and_clearing_it_shows_all(app: TailorApp) -> None:
    review(app)
    chair = procedure("Repair a chair", ["Glue the leg.", "Wait a day."])
    progress_store(app.workspace.paths).keep(check(begin(chair, id_of(chair), 0.0)))
    async with started(app, (120, 30)) as pilot:
        for words, shown in (("loaf", "1 more"), ("chair", "1 more"), ("balcony", "2 unfinished ones hidden")):
            await press(pilot, "ctrl+u", *typed(words))
            assert ("Reviewing: Bake a loaf" in screen_text(app)) is (words == "loaf")
            assert ("Following: Repair a chair" in screen_text(app)) is (words == "chair")
            assert shown in screen_text(app)
            assert ("unfinished ones hidden" in screen_text(app)) is (words == "balcony")
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.current_procedure() == BALCONY
        await press(pilot, "escape")
        assert "hidden" not in screen_text(app)
        assert "Reviewing: Bake a loaf" in screen_text(app)
        assert "Following: Repair a chair" in screen_text(app)


async def test_enter_on_a_search_that_finds_only_what_was_begun_goes_on_with_it(app: TailorApp) -> None:
    async with started(app, (120, 30)) as pilot:
        await press(pilot, "ctrl+n", *typed("Repair a chair"), "escape")
        assert "Enter opens it again" in await press(pilot, *typed("chair"))
        await press(pilot, "enter")
        assert isinstance(app.screen, PasteScreen)
        assert app.screen.query_one("#goal", CleanInput).value == "Repair a chair"


async def test_in_a_small_window_no_bare_figure_stands_at_what_was_begun(app: TailorApp) -> None:
    review(app)
    progress_store(app.workspace.paths).keep(check(begin(BALCONY, id_of(BALCONY), 0.0)))
    async with started(app) as pilot:
        await press(pilot, *typed("loaf"))
        [shown] = [line for line in screen_text(app).split("\n") if "▸ Bake a loaf" in line]
        assert "+" not in shown


async def test_two_reviews_of_one_how_to_are_told_apart_by_their_words(app: TailorApp) -> None:
    app.workspace.paths.runs.mkdir(parents=True)
    for number, hint in enumerate(("no oven", "no kneading")):
        events = [replace(one, hint=hint) if isinstance(one, RunStarted) else one for one in (*begun(), *MODIFY)]
        dump(events, app.workspace.paths.runs / f"r{number}.jsonl")
    async with started(app, (120, 30)):
        rows = [line for line in screen_text(app).split("\n") if "Reviewing" in line]
        assert sorted("no oven" in row for row in rows) == [False, True]
        assert sorted("no kneading" in row for row in rows) == [False, True]


async def test_the_palette_finds_it_from_everywhere(app: TailorApp) -> None:
    review(app)
    async with started(app, (120, 30)) as pilot:
        await press(pilot, "f4", "ctrl+p", *typed("continue"))
        await press(pilot, "enter")
        await press(pilot, "enter")
        assert isinstance(app.screen, ReviewScreen)


def shelf_with_loaf(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> TailorApp:
    """Home with the loaf that is being reviewed, another of its name, and one of another name."""
    other = replace(LOAF, steps=("Mix it in the machine.", "Press the button."))
    return make_app(environment, monkeypatch, shelf_of(LOAF, other, BALCONY))


async def hint_at(pilot: Pilot[None], key: str) -> str:
    await press(pilot, key)
    return pilot.app.screen.query_one(HintField).value


async def test_another_how_to_of_the_same_name_is_not_offered_the_words_of_a_review_that_was_left(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = shelf_with_loaf(environment, monkeypatch)
    review(app)
    async with started(app, (120, 30)) as pilot:
        assert [await hint_at(pilot, key) for key in ("down", "down", "down", "up", "up")] == [
            HINT,  # the one that was reviewed
            "",
            "",
            "",
            HINT,
        ]


async def test_the_words_of_a_review_are_no_draft_that_comes_along_once_it_is_put_away(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = shelf_with_loaf(environment, monkeypatch)
    record = review(app)
    async with started(app, (120, 30)) as pilot:
        assert app.screen.query_one(HintField).value == HINT
    assert farewell(app) == ""
    put_away(record)
    later = shelf_with_loaf(environment, monkeypatch)
    async with started(later, (120, 30)) as pilot:
        assert [await hint_at(pilot, key) for key in ("down", "down", "down", "up")] == [""] * 4


@pytest.mark.parametrize("answer", ["c", "enter", "b", "escape"])
async def test_the_same_words_at_the_same_how_to_go_on_with_the_review_that_was_left(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    app = shelf_with_loaf(environment, monkeypatch)
    review(app)
    async with started(app, (120, 30)) as pilot:
        await pilot.press("down", "enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await ready(pilot)
        assert "0 of 3 decided" in screen_text(app)
        await press(pilot, answer)
        if answer == "escape":
            assert isinstance(app.screen, HomeScreen)
            assert app.screen.situation.hint == HINT
        else:
            await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
            assert isinstance(app.screen, ReviewScreen)
            assert (app.screen.session.record.stem == "r1") == (answer != "b")


async def test_other_words_at_the_same_how_to_begin_another_review_unasked(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = shelf_with_loaf(environment, monkeypatch)
    review(app)
    async with started(app, (120, 30)) as pilot:
        await pilot.press("down", "enter", *typed("no nuts"), "enter")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))


async def test_the_words_of_a_review_that_was_gone_on_with_and_saved_are_offered_no_more(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = shelf_with_loaf(environment, monkeypatch)
    review(app)
    async with started(app, (120, 30)) as pilot:
        await pilot.press(*typed("loaf"))
        assert await hint_at(pilot, "up") == HINT
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await ready(pilot)
        await pilot.press("A")
        await until(pilot, lambda: isinstance(app.screen, SummarySheet))
        await press(pilot, "enter")
        if isinstance(app.screen, SummarySheet):
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SavedDialog))
        await press(pilot, "h")
        assert isinstance(app.screen, HomeScreen)
        assert (app.screen.search, app.screen.situation.hint) == ("", "")
        assert {await hint_at(pilot, "down") for _ in range(4)} == {""}
