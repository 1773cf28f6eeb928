"""The Memory screen over the real worker: it starts with the first look, and ends with the app."""

import os
import sys

import pytest

from memory.client import Memory
from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.storage import SaveError
from tests.screens.conftest import press, screen_text, started, typed


def pid_of(memory: Memory) -> int | None:
    return memory._worker.pid if memory._worker else None


async def test_the_starters_are_found_and_the_worker_ends_with_the_app(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tailor.screens.memory.PAUSE", 0.0)
    before = "lancedb" in sys.modules
    async with started(app, (100, 30)) as pilot:
        memory = await app.workspace.memory()
        assert pid_of(memory) is None, "nothing is started before it is needed"
        await press(pilot, "f5")
        await press(pilot, *typed("bread"))
        assert "●●●●●" in screen_text(app)
        assert "bread" in screen_text(app).lower()
        pid = pid_of(memory)
        assert pid is not None
        assert ("lancedb" in sys.modules) == before
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_what_is_saved_is_found_the_next_time_the_memory_is_asked(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tailor.screens.memory.PAUSE", 0.0)
    async with app.run_test(size=(100, 30)) as pilot:
        await press(pilot, "f5")
        app.workspace.library.save(procedure("Whittle a heron", ["Carve it."]))
        await press(pilot, *typed("whittle a heron"))
        assert "Whittle a heron" in screen_text(app)
        assert "your library" in screen_text(app)


async def test_a_library_that_cannot_be_taken_in_stops_no_search(
    app: TailorApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(self: Memory) -> int:
        raise SaveError("There is no space left.")

    monkeypatch.setattr(Memory, "catch_up", fails)
    async with app.run_test(size=(100, 30)) as pilot:
        app.workspace.library.save(procedure("Whittle a heron", ["Carve it."]))
        assert "built in" in await press(pilot, "f5")
