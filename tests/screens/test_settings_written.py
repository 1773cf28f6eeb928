"""Settings that are changed while another one is still being written: each is written, and what fails is told."""

from functools import partial
from threading import Event

import pytest
from textual.events import Key

from tailor.app import TailorApp
from tailor.storage import SaveError
from tailor.threads import run_in_daemon_thread
from tailor.workspace import Workspace
from tests.screens.conftest import press, ready, screen_text
from tests.screens.test_settings import kept, on, write


async def test_settings_turned_faster_than_they_are_written_are_all_written(
    app: TailorApp, environment: dict[str, str]
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await on(pilot, "app.plain")
        for name in ("space", "down", "space", "down", "space"):
            app.post_message(Key(name, " " if name == "space" else None))
        await ready(pilot)
        assert kept(environment)["app"] == {"plain": True, "bell": False, "motion": False}


async def test_a_setting_saved_beside_one_that_is_wrong_says_why_it_does_not_hold_yet(
    app: TailorApp, environment: dict[str, str]
) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await on(pilot, "app.plain")
        write(environment, '[app]\nbell = "maybe"\n')
        await press(pilot, "space")
        assert kept(environment)["app"] == {"bell": "maybe", "plain": True}
        shown = screen_text(app)
        assert "Plain mode: saved." in shown
        assert "app.bell" in shown


async def test_a_key_that_the_store_refuses_is_told_also_where_another_setting_was_turned_meanwhile(
    app: TailorApp, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    unlocked = Event()

    def keep(*_: object, **__: object) -> None:
        unlocked.wait(10)
        raise SaveError("The store of keys stayed locked.")

    write(environment, '[provider]\nbase_url = "http://127.0.0.1:9/v1"\n')
    monkeypatch.setattr("tailor.providers.keys.usable", lambda: False)
    monkeypatch.setattr("tailor.providers.keys.keep", keep)
    async with app.run_test(size=(120, 40)) as pilot:
        await on(pilot, "key")
        await pilot.press("enter", "k", "enter")
        await on(pilot, "app.plain")
        await pilot.press("space")
        await pilot.pause()
        unlocked.set()
        await ready(pilot)
        assert "The store of keys stayed locked." in screen_text(app)
        assert kept(environment)["app"] == {"plain": True}


def test_changes_made_at_once_are_all_in_the_file(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    workspace.change("run.strategy", "unified")  # what is loaded for the first one keeps the others in a row
    keys = ("app.plain", "app.bell", "app.motion", "memory.learn")
    for done in [run_in_daemon_thread(partial(workspace.change, key, "false")) for key in keys]:
        done.result()
    assert kept(environment) == {
        "run": {"strategy": "unified"},
        "app": {"plain": False, "bell": False, "motion": False},
        "memory": {"learn": False},
    }
