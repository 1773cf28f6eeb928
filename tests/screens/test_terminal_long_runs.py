"""The bell and the title after a long run, and stillness where a person wants it."""

import asyncio

import pytest

from tailor.app import TailorApp
from tailor.screens import terminal as long_runs
from tailor.screens.base import GROUP
from tests.screens.conftest import ready, started
from tests.screens.test_app import written


def test_only_a_run_that_was_seen_for_long_counts_when_it_is_gone() -> None:
    seen, over = long_runs.count_polls({}, [1, 2])
    assert (dict(seen), over) == ({1: 1, 2: 1}, False)
    seen, over = long_runs.count_polls({1: long_runs.LONG, 2: 3}, [1])
    assert (dict(seen), over) == ({1: long_runs.LONG + 1}, False)
    assert long_runs.count_polls(seen, []) == ({}, True)


@pytest.mark.parametrize(("settings", "rings"), [("", 1), ("[app]\nbell = false\n", 0)])
async def test_the_end_of_a_long_run_rings_unless_that_is_off(
    app: TailorApp, environment: dict[str, str], settings: str, rings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if settings:
        written(environment, settings)
    rang: list[None] = []
    monkeypatch.setattr(app, "bell", lambda: rang.append(None))
    monkeypatch.setattr(long_runs, "LONG", 2)
    async with started(app) as pilot:
        go = asyncio.Event()

        async def run() -> None:
            await go.wait()

        app.screen.run_worker(run(), group=GROUP)
        await pilot.pause()
        app._look_at_runs()
        app._look_at_runs()
        app._look_at_runs()
        assert rang == []
        go.set()
        await ready(pilot)
        app._look_at_runs()
        app._look_at_runs()
        assert len(rang) == rings


@pytest.mark.parametrize("key", ["a", "f3", "down"])
async def test_any_key_gives_the_terminal_its_own_title_back(
    app: TailorApp, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started(app) as pilot:
        told: list[bool] = []
        monkeypatch.setattr(app, "_show_title", lambda *, done: told.append(done))
        await pilot.press(key)
        assert False in told


async def test_motion_can_be_switched_off(app: TailorApp, environment: dict[str, str]) -> None:
    written(environment, "[app]\nmotion = false\n")
    async with started(app):
        assert app.animation_level == "none"
