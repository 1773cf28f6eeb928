"""The folder of everything is taken away while the app is open: it says so and runs on, with what was typed."""

from pathlib import Path

import pytest

from tailor.app import TailorApp
from tailor.runs.history import choices_and_past
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.home.screen import HomeScreen
from tailor.screens.review.screen import ReviewScreen
from tests.screens.conftest import ready, screen_text, started, until
from tests.screens.rooms_case import ROOMS, keys
from tests.shut_case import shut


@pytest.mark.parametrize("room", ["home", "review", "library", "generate", "follow", "settings", "import"])
async def test_every_screen_runs_on_when_nothing_can_be_read_or_written_any_more(
    tailor: TailorApp, environment: dict[str, str], room: str
) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await ROOMS[room](pilot)
        with shut(Path(environment["TAILOR_HOME"])):
            await keys(*("down", "up", "j", "enter", "escape"), *("f2", "f3", "f4", "f5", "f6", "f2"), "down")(
                pilot
            )
            assert tailor._exception is None
        await keys("f2")(pilot)
        await until(pilot, lambda: tailor.is_running)


async def test_what_is_typed_stays_when_nothing_can_be_written_any_more(
    tailor: TailorApp, environment: dict[str, str]
) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await keys("enter")(pilot)
        with shut(Path(environment["TAILOR_HOME"])):
            await keys("=I have no eggs", "f3", "escape", "f2")(pilot)
            assert isinstance(tailor.screen, HomeScreen)
            assert "I have no eggs" in screen_text(tailor)


async def test_a_decision_that_cannot_be_written_is_said(tailor: TailorApp, environment: dict[str, str]) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await ROOMS["review"](pilot)
        with shut(Path(environment["TAILOR_HOME"])):
            await keys("a")(pilot)
            assert isinstance(tailor.screen, ReviewScreen)
            assert "cannot be saved: Permission denied" in " ".join(screen_text(tailor).split())


async def test_decisions_that_could_not_be_written_are_written_with_the_next_one(
    tailor: TailorApp, environment: dict[str, str]
) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await ROOMS["review"](pilot)
        assert isinstance(screen := tailor.screen, ReviewScreen)
        with shut(Path(environment["TAILOR_HOME"])):
            await keys("a")(pilot)
        await keys("a")(pilot)
        assert "Saving works again" in " ".join(screen_text(tailor).split())
        assert "cannot be saved" not in " ".join(screen_text(tailor).split())
        assert choices_and_past(screen.session.record)[0] == screen.model.review.choices


async def test_an_action_that_the_system_refuses_says_so_and_not_that_tailor_is_at_fault(
    tailor: TailorApp,
) -> None:
    async with started(tailor) as pilot:
        tailor.push_screen(ErrorDialog.of(PermissionError(13, "Permission denied", "/there/library")))
        await ready(pilot)
        assert "The system refused: Permission denied (/there/library)." in screen_text(tailor)
        assert "fault" not in screen_text(tailor)
