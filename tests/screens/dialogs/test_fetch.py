"""A model that is not on this computer yet: found in the window of F9, asked for, fetched, and in use."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from tailor.agents.stages import BackendInfo
from tailor.app import TailorApp
from tailor.backend import Backend
from tailor.config import Config
from tailor.providers.local import model_list
from tailor.providers.local.found import ModelFile
from tailor.rules.backend import RuleAgents
from tailor.screens.dialogs.base import AnswerOption, Question
from tailor.screens.dialogs.connect import ConnectDialog
from tailor.screens.dialogs.download import DownloadDialog, DownloadQuestion
from tailor.screens.home.screen import HomeScreen
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.settings import SettingsScreen
from tests.providers.fake_hub import DATA, TINY, FakeHub, nothing_but
from tests.providers.local_case import gguf
from tests.screens.conftest import front, press, ready, screen_text, started, until
from tests.screens.test_fast_keys import hammer

YES_OR_NO = (AnswerOption("n", "not now"), AnswerOption("y", "download it"))


@pytest.fixture
def hub(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    with nothing_but(FakeHub(DATA), environment, tmp_path, monkeypatch) as made:
        yield made


async def in_front(pilot: Any, screen: type[object]) -> None:
    """Waits for the screen, also while a thread works."""
    await until(pilot, lambda: front(pilot.app) is screen)
    assert front(pilot.app) is screen


async def test_four_keys_and_a_sentence_lead_from_a_fresh_start_to_a_run_by_a_model_that_was_not_there(
    hub: FakeHub, app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """enter, F9, enter, y."""

    async def backend_for(config: Config, *_: object, **__: object) -> Backend:
        assert config.provider == "local"
        return Backend(RuleAgents(), BackendInfo(provider="local"))

    monkeypatch.setattr("tailor.backend.backend_for", backend_for)
    async with started(app) as pilot:
        shown = await press(pilot, "enter", *"no nuts", "f9")
        assert "Tiny Instruct" in shown
        assert "About 1 MB, needs 401 MB of memory, mit," in shown
        await pilot.press("enter")
        await in_front(pilot, DownloadQuestion)
        shown = " ".join(screen_text(app).split())
        assert "Download Tiny Instruct?" in shown
        assert "1 MB from 127.0.0.1" in shown
        assert "apache-2.0" in shown
        assert hub.ranges == []
        await pilot.press("y")
        await in_front(pilot, ReviewScreen)
        assert app.workspace.config.provider == "local"
        made = app.workspace.config.local.model
        assert made is not None
        assert made.endswith("/tiny.gguf")


@pytest.mark.parametrize("key", ["enter", "n", "escape"])
async def test_without_a_yes_nothing_is_fetched(key: str, hub: FakeHub, app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "f9")
        await pilot.press("enter")
        await in_front(pilot, DownloadQuestion)
        await press(pilot, key)
        assert front(app) is ConnectDialog
        assert hub.ranges == []


@pytest.mark.parametrize("ahead", [["y"], ["down", "enter"], ["Y", "y", "enter"]])
async def test_keys_typed_before_the_question_is_seen_are_no_yes(
    ahead: list[str], hub: FakeHub, app: TailorApp
) -> None:
    async with started(app) as pilot:
        await press(pilot, "f9")
        asked: list[str | None] = []
        app.push_screen(DownloadQuestion("Download Tiny Instruct?", "About 1 MB", YES_OR_NO), asked.append)
        hammer(app, *ahead)
        await ready(pilot)
        assert (front(app), asked) == (DownloadQuestion, [])
        await press(pilot, "y")
        assert asked == ["y"]


async def test_nothing_is_fetched_by_keys_that_waited_while_the_hub_was_asked(
    hub: FakeHub, app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    push = app.push_screen

    def pushed(screen: Any, *given: Any, **named: Any) -> Any:
        if isinstance(screen, Question):
            hammer(app, "y", "down", "enter")
        return push(screen, *given, **named)

    monkeypatch.setattr(app, "push_screen", pushed)
    async with started(app) as pilot:
        await press(pilot, "f9")
        await pilot.press("enter")
        await in_front(pilot, DownloadQuestion)
        await ready(pilot)
        assert front(app) is DownloadQuestion
        assert hub.ranges == []


async def test_a_download_shows_how_far_it_is_and_esc_stops_it_for_another_time(
    hub: FakeHub, app: TailorApp
) -> None:
    hub.stalls = [600_000]
    async with started(app) as pilot:
        await press(pilot, "f9")
        await pilot.press("enter")
        await in_front(pilot, DownloadQuestion)
        await pilot.press("y")
        await in_front(pilot, DownloadDialog)
        assert hub.stalled.wait(20)
        assert "of 1 MB" in screen_text(app)
        await pilot.press("escape")
        assert front(app) is ConnectDialog
        assert "Stopped at" in screen_text(app)
        assert app.workspace.config.provider == "builtin"
        hub.go_on.set()


async def test_offline_says_so_and_what_is_here_can_be_taken(
    hub: FakeHub, app: TailorApp, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(gguf())
    monkeypatch.setattr(model_list, "found", lambda *_: (ModelFile("own", own, 2_000, "LM Studio"),))
    environment["HF_ENDPOINT"] = "http://127.0.0.1:9"
    async with started(app) as pilot:
        assert "LM Studio" in await press(pilot, "f9")
        await pilot.press("down", "enter")
        await until(pilot, lambda: "cannot be reached" in screen_text(app))
        assert "cannot be reached" in screen_text(app)
        await press(pilot, "up", "enter")
        assert front(app) is HomeScreen
        assert app.workspace.config.local.model == str(own)
        assert "own on this computer" in screen_text(app)


async def test_a_wrong_file_is_said_and_nothing_is_in_use(hub: FakeHub, app: TailorApp) -> None:
    hub.other_bytes = DATA[:-1] + b"?"
    async with started(app) as pilot:
        await press(pilot, "f9")
        await pilot.press("enter")
        await in_front(pilot, DownloadQuestion)
        await pilot.press("y")
        await until(pilot, lambda: "it was deleted" in screen_text(app))
        assert "it was deleted" in screen_text(app)
        assert app.workspace.config.provider == "builtin"


async def test_settings_let_the_memory_search_by_meaning_with_a_model_that_is_fetched_after_a_yes(
    hub: FakeHub, app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_list, "catalog", lambda: (replace(TINY, title="Tiny Finder", task="searches"),))
    async with started(app, (120, 40)) as pilot:
        await press(pilot, "f9")
        assert "Tiny Finder" not in screen_text(app), "it answers nobody"
        await press(pilot, "escape", "f6")
        settings = app.screen
        assert isinstance(settings, SettingsScreen)
        await pilot.press(*["down"] * 4)
        assert settings.marked is not None
        assert settings.marked.id == "memory.embedder"
        await press(pilot, "enter")
        await pilot.press("down", "enter")
        await in_front(pilot, DownloadQuestion)
        assert "Download Tiny Finder?" in screen_text(app)
        assert hub.ranges == []
        await pilot.press("n")
        await in_front(pilot, SettingsScreen)
        assert app.workspace.config.embedder == "lexical"
        await press(pilot, "enter")
        await pilot.press("down", "enter")
        await in_front(pilot, DownloadQuestion)
        await pilot.press("y")
        await until(pilot, lambda: "Memory search: saved." in screen_text(app))
        assert app.workspace.config.embedder.startswith("local:/")
        assert app.workspace.config.embedder.endswith("/tiny.gguf")
        assert "By meaning" in screen_text(app)
        await press(pilot, "enter")
        await pilot.press("up", "enter")
        await until(pilot, lambda: app.workspace.config.embedder == "lexical")
        assert app.workspace.config.provider == "builtin"


async def test_settings_open_the_same_list(hub: FakeHub, app: TailorApp) -> None:
    async with started(app) as pilot:
        await press(pilot, "f6")
        await press(pilot, "enter")
        assert front(app) is ConnectDialog
        assert app.screen.query_one("#choices", OptionList).highlighted == 1
        await pilot.press("enter")
        await in_front(pilot, DownloadQuestion)
        await pilot.press("y")
        await in_front(pilot, SettingsScreen)
        await until(pilot, lambda: "tiny" in screen_text(app))
        assert app.workspace.config.provider == "local"
