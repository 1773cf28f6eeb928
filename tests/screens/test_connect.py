"""Choosing who answers: what was looked for is what Enter takes."""

import pytest
from textual.widgets import OptionList

from tailor.app import TailorApp
from tailor.providers.discovery import Found
from tailor.screens.connect import ConnectDialog
from tests.screens.conftest import ready, screen_text

LOCAL = Found(product="Ollama", base_url="http://127.0.0.1:11434/v1", models=("small",), needs_key=False)


def finds(monkeypatch: pytest.MonkeyPatch, *found: Found) -> None:
    async def discover() -> tuple[Found, ...]:
        return found

    monkeypatch.setattr("tailor.providers.discovery.discover", discover)


async def test_the_server_that_was_found_is_what_enter_takes(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds(monkeypatch, LOCAL)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await pilot.press("f9")
        await ready(pilot)
        assert isinstance(app.screen, ConnectDialog)
        assert app.screen.query_one("#choices", OptionList).highlighted == 1
        await pilot.press("enter")
        await ready(pilot)
        assert "127.0.0.1:11434" in screen_text(app)


async def test_where_nothing_is_found_it_is_said_and_the_built_in_tailor_stays(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    finds(monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot)
        await pilot.press("f9")
        await ready(pilot)
        assert "No server of models answers on this machine." in screen_text(app)
        await pilot.press("enter")
        await ready(pilot)
        assert "Built-in: nothing leaves here" in screen_text(app)
