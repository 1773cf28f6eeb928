"""What is typed on a screen is there again after the app was closed, however it was."""

import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tailor.app import TailorApp
from tailor.drafts import Drafts
from tailor.runs.history import dump
from tailor.screens.dialogs.new_procedure import PasteScreen
from tailor.screens.dialogs.text_input import CleanTextArea, WordsDialog
from tailor.screens.home.situation import HintField
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.inputs import CleanInput
from tests.screens import review_case
from tests.screens.conftest import BREAD, make_app, press, ready, screen_text, shelf_of, started, typed

Act = Callable[[Any], Awaitable[None]]


async def use(app: TailorApp, act: Act) -> None:
    async with started(app, (100, 30)) as pilot:
        await act(pilot)


async def test_a_hint_is_there_after_quitting(windows: Callable[[], TailorApp]) -> None:
    async def types(pilot: Any) -> None:
        await pilot.press("enter", *typed("I have no oven"), "ctrl+q")

    async def looks(pilot: Any) -> None:
        assert pilot.app.screen.query_one(HintField).value == "I have no oven"

    await use(windows(), types)
    await use(windows(), looks)


async def test_a_hint_of_last_time_is_offered_only_where_it_was_typed(windows: Callable[[], TailorApp]) -> None:
    async def types(pilot: Any) -> None:
        await pilot.press("down", "enter", *typed("I have no oven"), "ctrl+q")

    async def looks(pilot: Any) -> None:
        hint = pilot.app.screen.query_one(HintField)
        assert hint.value == ""
        await press(pilot, "down")
        assert hint.value == "I have no oven"

    await use(windows(), types)
    await use(windows(), looks)


async def test_hints_of_two_how_tos_take_the_place_of_none(windows: Callable[[], TailorApp]) -> None:
    async def types(pilot: Any) -> None:
        await pilot.press("down", "enter", *typed("I have no oven"), "ctrl+q")

    async def types_at_another(pilot: Any) -> None:
        await pilot.press("enter", *typed("for two"), "ctrl+q")

    async def looks(pilot: Any) -> None:
        hint = pilot.app.screen.query_one(HintField)
        assert hint.value == "for two"
        await press(pilot, "down")
        assert hint.value == "I have no oven"

    async def clears(pilot: Any) -> None:
        await pilot.press("down", "enter", "ctrl+u", "up", "up", "ctrl+q")

    async def finds_the_other_alone(pilot: Any) -> None:
        hint = pilot.app.screen.query_one(HintField)
        assert hint.value == "for two"
        await press(pilot, "down")
        assert hint.value == ""

    for act in (types, types_at_another, looks, looks, clears, finds_the_other_alone):
        await use(windows(), act)


async def test_the_hint_of_a_how_to_that_is_gone_is_offered_anywhere(
    windows: Callable[[], TailorApp], environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def types(pilot: Any) -> None:
        await pilot.press("down", "enter", *typed("I have no pots"), "ctrl+q")

    async def leaves(pilot: Any) -> None:
        await pilot.press("down", "enter", "ctrl+u", *typed("no soil"), "ctrl+q")

    async def looks(pilot: Any) -> None:
        assert pilot.app.screen.query_one(HintField).value == "no soil"

    for act in (types, leaves):
        await use(windows(), act)
    await use(make_app(environment, monkeypatch, shelf_of(BREAD)), looks)


async def test_how_a_hint_is_to_be_understood_is_there_after_quitting(windows: Callable[[], TailorApp]) -> None:
    async def corrects(pilot: Any) -> None:
        await press(pilot, "enter", *typed("I have no oven"), "ctrl+t")
        await press(pilot, "o")
        await press(pilot, *typed("no cheddar"), "enter")
        assert "no cheddar" in await press(pilot, "enter")

    async def looks(pilot: Any) -> None:
        assert "no cheddar" in screen_text(pilot.app)
        assert "no cheddar" in [one.text for one in pilot.app.screen.situation.requirements]
        hint = pilot.app.screen.query_one(HintField)
        hint.value = ""
        await ready(pilot)
        assert pilot.app.drafts.summary() == ""

    await use(windows(), corrects)
    await use(windows(), looks)


async def test_words_typed_at_something_begun_are_there_again_at_just_that(
    windows: Callable[[], TailorApp],
) -> None:
    async def types(pilot: Any) -> None:
        runs = pilot.app.workspace.paths.runs
        runs.mkdir(parents=True)
        dump([*review_case.begun(), *review_case.MODIFY], runs / "r1.jsonl")
        await pilot.app.screen.unfinished.refresh()
        await ready(pilot)
        await press(pilot, "up")
        pilot.app.screen.query_one(HintField).value = "no nuts either"
        await ready(pilot)
        dump([*review_case.begun(), *review_case.MODIFY], runs / "r2.jsonl")  # it is no longer the first

    async def looks(pilot: Any) -> None:
        hint = pilot.app.screen.query_one(HintField)
        said = []
        for _ in range(4):
            said.append(hint.value)
            await press(pilot, "down")
        assert said == [review_case.HINT, "no nuts either", "", ""]

    await use(windows(), types)
    await use(windows(), looks)


async def test_a_hint_is_there_until_what_came_of_it_is_saved(windows: Callable[[], TailorApp]) -> None:
    async def begins(pilot: Any) -> None:
        await press(pilot, "enter", *typed("I have no oven"), "enter")
        assert isinstance(pilot.app.screen, ReviewScreen)

    async def looks(pilot: Any) -> None:
        assert pilot.app.screen.query_one(HintField).value == "I have no oven"

    await use(windows(), begins)
    await use(windows(), looks)


async def test_a_procedure_half_typed_is_there_after_quitting(windows: Callable[[], TailorApp]) -> None:
    async def types(pilot: Any) -> None:
        await pilot.press("ctrl+n", *typed("Repair a chair"), "enter", *typed("Glue the leg."), "ctrl+q")

    async def looks(pilot: Any) -> None:
        await press(pilot, "ctrl+n")
        assert isinstance(pilot.app.screen, PasteScreen)
        assert pilot.app.screen.query_one("#goal", CleanInput).value == "Repair a chair"
        assert pilot.app.screen.query_one(CleanTextArea).text == "Glue the leg."

    await use(windows(), types)
    await use(windows(), looks)


async def test_a_procedure_typed_whole_is_in_the_library_and_a_draft_no_more(
    windows: Callable[[], TailorApp],
) -> None:
    async def types(pilot: Any) -> None:
        await press(pilot, "ctrl+n", *typed("Repair a chair"), "enter", *typed("Glue the leg."), "ctrl+s")

    async def looks(pilot: Any) -> None:
        assert [one.goal for one in pilot.app.workspace.library.entries()] == ["Repair a chair"]
        assert pilot.app.drafts.texts == []

    await use(windows(), types)
    await use(windows(), looks)


async def test_what_is_typed_for_generate_and_import_is_there_after_quitting(
    windows: Callable[[], TailorApp],
) -> None:
    async def types(pilot: Any) -> None:
        await press(pilot, "f4", *typed("Pickle plums"), "f2", "f7", *typed("~/plums.md"))

    async def looks(pilot: Any) -> None:
        await press(pilot, "f4")
        assert pilot.app.screen.query_one("#goal", CleanInput).value == "Pickle plums"
        await press(pilot, "f2", "f7")
        assert pilot.app.screen.query_one("#path", CleanInput).value == "~/plums.md"

    await use(windows(), types)
    await use(windows(), looks)


async def test_a_form_that_a_fast_key_opens_before_the_disk_has_answered_has_its_draft(
    windows: Callable[[], TailorApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def types(pilot: Any) -> None:
        await pilot.press("f7", *typed("~/plums.md"), "escape")
        await press(pilot, "ctrl+n", *typed("Salad"), "enter", *typed("Toss it."), "escape")

    await use(windows(), types)
    bring_back = Drafts.bring_back
    for key, found in (("f7", "~/plums.md"), ("ctrl+n", "Salad")):
        there = threading.Event()

        def waits(self: Drafts, there: threading.Event = there) -> None:
            there.wait(10)
            bring_back(self)

        monkeypatch.setattr(Drafts, "bring_back", waits)
        app = windows()
        async with app.run_test(size=(100, 30)) as pilot:
            threading.Timer(0.5, there.set).start()  # the form is open by then
            await press(pilot, key)
            assert found in [field.value for field in app.screen.query(CleanInput)]
        monkeypatch.setattr(Drafts, "bring_back", bring_back)


async def test_a_new_how_to_begun_from_a_search_leaves_the_draft_of_another_alone(
    windows: Callable[[], TailorApp],
) -> None:
    async def types(pilot: Any) -> None:
        await pilot.press("ctrl+n", *typed("Salad"), "enter", *typed("Toss the eggs."), "escape")
        await press(pilot, *typed("courgette"), "enter")
        assert form(pilot) == ("courgette", "")
        await pilot.press(*typed("Slice them."), "escape")

    async def looks(pilot: Any) -> None:
        rows = [row for row in screen_text(pilot.app).splitlines() if "Typing:" in row]
        assert len(rows) == 2
        await press(pilot, *typed("salad"), "up", "enter")
        assert form(pilot) == ("Salad", "Toss the eggs.")
        await press(pilot, "escape", "escape", *typed("courgette"), "enter")
        assert form(pilot) == ("courgette", "Slice them.")

    await use(windows(), types)
    await use(windows(), looks)


async def test_a_form_left_as_it_was_opened_is_no_draft(windows: Callable[[], TailorApp]) -> None:
    async def looks(pilot: Any) -> None:
        await press(pilot, *typed("courgette"), "enter")
        assert isinstance(pilot.app.screen, PasteScreen)
        assert "Typing" not in await press(pilot, "escape")
        assert pilot.app.drafts.texts == []

    await use(windows(), looks)


def form(pilot: Any) -> tuple[str, str]:
    screen = pilot.app.screen
    assert isinstance(screen, PasteScreen)
    return screen.query_one("#goal", CleanInput).value, screen.query_one(CleanTextArea).text


async def test_a_disk_that_refuses_is_said_once(
    windows: Callable[[], TailorApp], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(self: Drafts) -> None:
        from tailor.storage import SaveError

        raise SaveError("There is no room.")

    monkeypatch.setattr(Drafts, "save", refuses)
    app = windows()

    async def types(pilot: Any) -> None:
        await pilot.press("enter", *typed("I have no oven"))
        await app._save_drafts()
        await app._save_drafts()
        await ready(pilot)
        assert [one.message for one in app._notifications] == ["There is no room."]

    await use(app, types)


async def test_words_that_are_kept_right_after_the_last_key_are_no_draft_any_more(
    windows: Callable[[], TailorApp],
) -> None:
    app = windows()
    async with started(app) as pilot:
        dialog = WordsDialog("Your note", "", draft="note")
        app.push_screen(dialog)
        await ready(pilot)
        dialog.query_one(CleanTextArea).insert("warm place")
        dialog.action_keep()
        assert app.drafts.get("note") == "warm place", "until it is saved"
        app.drafts.forget("note")
        await ready(pilot)
        assert app.drafts.get("note") == ""


async def test_a_how_to_that_is_used_right_after_the_last_key_is_no_draft_any_more(
    windows: Callable[[], TailorApp],
) -> None:
    app = windows()
    async with started(app) as pilot:
        await press(pilot, "ctrl+n")
        form = app.screen
        assert isinstance(form, PasteScreen)
        form.query_one("#goal", CleanInput).value = "Boil a soup"
        form.query_one(CleanTextArea).insert("Boil the water.")
        form.action_use()
        await ready(pilot)
        assert app.screen is not form
        assert app.drafts.begun() == {}


async def test_a_search_that_something_matches_is_no_title_of_a_new_how_to(
    windows: Callable[[], TailorApp],
) -> None:
    async def begins(pilot: Any) -> None:
        await press(pilot, *typed("loaf"), "ctrl+n")
        assert pilot.app.screen.query_one("#goal", CleanInput).value == ""
        await press(pilot, "escape")
        pilot.app.screen.query_one("#search", CleanInput).value = "zzyzx chair"
        await press(pilot, "ctrl+n")
        assert pilot.app.screen.query_one("#goal", CleanInput).value == "zzyzx chair"

    await use(windows(), begins)


async def test_a_title_without_steps_can_be_taken_off_the_list_and_steps_cannot(
    windows: Callable[[], TailorApp],
) -> None:
    async def types(pilot: Any) -> None:
        assert "Typing: Kettle" in await press(pilot, "ctrl+n", *typed("Kettle"), "escape")
        assert "Typing" not in await press(pilot, "home", *["up"] * 9, "tab", "d")
        assert pilot.app.drafts.texts == []
        await press(pilot, "ctrl+n", *typed("Salad"), "enter", *typed("Toss it."), "escape")
        assert "Typing: Salad" in await press(pilot, "home", *["up"] * 9, "tab", "d")

    await use(windows(), types)
