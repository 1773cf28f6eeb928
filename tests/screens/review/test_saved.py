"""After a save: two questions that one may pass over, and a switch."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tailor.app import TailorApp
from tailor.evaluation.judging import SelfAssessment, read_self_assessments
from tailor.library.changes import save_edited
from tailor.runs.session import RunSession
from tailor.screens.follow.screen import FollowScreen
from tailor.screens.home.screen import HomeScreen
from tailor.screens.review.finish import SavedDialog
from tailor.screens.review.screen import ReviewScreen
from tests.screens.conftest import BREAD, front, press, ready, screen_text


def home_of(environment: dict[str, str]) -> Path:
    return Path(environment["TAILOR_HOME"])


async def saved(pilot: Any) -> TailorApp:
    """Tailors with the built-in tailor, takes all and saves; the window after it is open."""
    app: TailorApp = pilot.app
    await ready(pilot)
    hint = "half of it"
    app.push_screen(ReviewScreen(RunSession.open(app.workspace, BREAD, hint)))
    await ready(pilot)
    await press(pilot, "A")
    await press(pilot, "enter")
    assert isinstance(app.screen, SavedDialog)
    return app


async def test_two_keys_answer_the_two_questions_and_are_kept(environment: dict[str, str]) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        await saved(pilot)
        assert "Are the steps clear?  y / n" in screen_text(app)
        assert "Does it fit your situation?  y / n" in await press(pilot, "y")
        assert "Thank you." in await press(pilot, "n", "n")
        assert isinstance(app.screen, SavedDialog), "an answer closes nothing"
        executable, customized = read_self_assessments(home_of(environment))
        assert (executable.question, executable.yes) == ("executable", True)
        assert (customized.question, customized.yes) == ("customized", False)
        assert (executable.strategy, executable.provider) == ("sequential", "builtin")
        assert executable.run is not None
        assert app.workspace.library.load(executable.saved).made is not None


async def test_a_review_opened_from_the_library_has_what_was_changed_since(environment: dict[str, str]) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        await saved(pilot)
        library = app.workspace.library
        first = library.load(library.latest(1)[0].id)
        changed = (*first.procedure.steps[:-1], "Cool it on the balcony.")
        save_edited(library, first, replace(first.procedure, steps=changed))
        await pilot.press("l")
        await ready(pilot)
        await pilot.press("o")
        await ready(pilot)
        assert isinstance(app.screen, ReviewScreen)
        assert "was changed after this review: step" in screen_text(app)
        assert app.screen.current_procedure().steps == changed
        await pilot.press("enter")
        await ready(pilot)
        await pilot.press("enter")
        await ready(pilot)
        assert "Nothing has changed since" in screen_text(app)
        assert library.load(first.entry.stem).procedure.steps == changed


@pytest.mark.parametrize("key", ["h", "l", "s", "escape", "enter"])
async def test_any_other_key_passes_them_over_and_does_what_it_does(environment: dict[str, str], key: str) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        await saved(pilot)
        await press(pilot, key)
        assert not isinstance(app.screen, SavedDialog)
        assert read_self_assessments(home_of(environment)) == ()


@pytest.mark.parametrize(("key", "mode"), [("f2", "home"), ("f3", "library"), ("f6", "settings")])
async def test_the_key_of_a_tab_leads_to_it_from_the_window_after_a_save(
    environment: dict[str, str], key: str, mode: str
) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        await saved(pilot)
        await press(pilot, key)
        assert (app.current_mode, len(app.screen_stack)) == (mode, 1)


async def test_whoever_answers_and_leaves_at_once_has_answered(environment: dict[str, str]) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        await saved(pilot)
        await press(pilot, "y", "y", "h")
    kept: tuple[SelfAssessment, ...] = read_self_assessments(home_of(environment))
    assert [own.yes for own in kept] == [True, True]


async def test_switched_off_nothing_is_asked(environment: dict[str, str]) -> None:
    app = TailorApp(environment)
    app.workspace.change("app.questions", "false")
    async with app.run_test(size=(80, 24)) as pilot:
        await saved(pilot)
        assert "Are the steps clear?" not in screen_text(app)
        await press(pilot, "y")
        assert read_self_assessments(home_of(environment)) == ()


async def test_an_answer_the_disk_refuses_is_said_and_nothing_else_happens(environment: dict[str, str]) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(100, 40)) as pilot:
        await saved(pilot)
        (home_of(environment) / "judgements.jsonl").mkdir()
        await press(pilot, "y")
        assert [one.title for one in app._notifications] == ["Your answer was not saved"]
        assert isinstance(app.screen, SavedDialog)


async def test_f_follows_what_was_just_saved_and_esc_leads_home(environment: dict[str, str]) -> None:
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        await saved(pilot)
        await press(pilot, "f")
        assert front(app) is FollowScreen
        assert "Step 1 of" in screen_text(app)
        await press(pilot, "escape")
        assert front(app) is HomeScreen
