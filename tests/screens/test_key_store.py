"""A key kept in the system's own store from the Settings: asked for where there is one, said where it fails."""

from pathlib import Path
from threading import Event

import pytest

from tailor.app import TailorApp
from tailor.screens.dialogs.base import Question
from tailor.screens.home.screen import HomeScreen
from tests.providers.test_keyring_keys import Store, store
from tests.screens.conftest import press, ready, screen_text, started
from tests.screens.test_settings import WIDE, home_of, opened, write

__all__ = ["store"]

URL = "http://127.0.0.1:9/v1"


def key_file(environment: dict[str, str]) -> Path:
    return home_of(environment) / "keys.toml"


@pytest.fixture
def served(environment: dict[str, str]) -> dict[str, str]:
    write(environment, f'[provider]\nbase_url = "{URL}"\nmodel = "small"\n')
    return environment


async def test_a_key_goes_where_the_person_says(app: TailorApp, served: dict[str, str], store: Store) -> None:
    async with started(app, WIDE) as pilot:
        await opened(pilot, "key")
        await press(pilot, *"sk-mine", "enter")
        assert isinstance(app.screen, Question)
        assert "in your keyring" in await press(pilot, "s")
    assert store.held == {("tailor", URL): "sk-mine"}
    assert "sk-mine" not in key_file(served).read_text()


async def test_a_store_that_refuses_is_said_and_the_file_is_a_way_out(
    app: TailorApp, served: dict[str, str], store: Store
) -> None:
    async with started(app, WIDE) as pilot:
        store.fault = RuntimeError("sk-mine")
        for where, says in (
            ("s", "refused it (RuntimeError). You can save it in a file instead."),
            ("f", "Saved, but not connected: "),
        ):
            await opened(pilot, "key")
            await press(pilot, *"sk-mine", "enter")
            assert says in await press(pilot, where)
    assert "sk-mine" in key_file(served).read_text()


async def test_a_store_that_says_nothing_holds_nobody_up(
    app: TailorApp, served: dict[str, str], store: Store
) -> None:
    async with started(app, WIDE) as pilot:
        await opened(pilot, "key")
        await press(pilot, *"sk-mine", "enter")
        store.silent = Event()
        await pilot.press("s")
        await pilot.pause()
        assert "you may have to unlock it" in screen_text(app)
        await pilot.press("f2")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        store.silent.set()
        await ready(pilot)
    assert store.held == {("tailor", URL): "sk-mine"}
