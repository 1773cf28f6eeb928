"""Pictures of the Memory at the sizes people have; every one was looked at before it was kept."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, cast

import pytest

from memory.client import Memory, MemoryFault
from memory.messages import Imported, Progress
from tailor.app import TailorApp
from tailor.core.errors import DamagedError
from tailor.screens.memory_desk import MemoryDesk
from tests.screens.conftest import ready, typed
from tests.screens.memory_case import EVIL, ScriptedMemory

Compare: TypeAlias = Callable[..., bool]
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x15": (40, 15)}
STATES = ("empty", "found", "steps", "importing", "dead", "damaged", "hostile", "delete", "tags")
KEYS: dict[str, tuple[str, ...]] = {
    "found": (*typed("oat bars"), "down", "j"),
    "steps": ("ctrl+t", *typed("which tin do I press it into")),
    "importing": ("down", "i", *typed("/there/x.jsonl"), "enter"),
    "hostile": (*typed("x"), "down", "j", "j"),
    "delete": ("down", "d"),
    "tags": ("down", "t"),
}


class Slow(ScriptedMemory):
    """Its import is half-way and stays there."""

    async def import_corpus(
        self, path: str, on_progress: Callable[[Progress], None] | None = None, *, domain: str = ""
    ) -> Imported:
        assert on_progress is not None
        on_progress(Progress(what="bytes", done=52, total=100, rows=11_000))
        await asyncio.Event().wait()
        raise AssertionError("an event that nobody sets")


def memory_in(state: str) -> ScriptedMemory:
    match state:
        case "empty":
            return ScriptedMemory(rows=())
        case "importing":
            return Slow()
        case "dead":
            return ScriptedMemory(fault=MemoryFault("The memory stopped 3 times in a row. See the log."))
        case "damaged":
            return ScriptedMemory(fault=DamagedError("The memory cannot be read (a file is missing)."))
        case "hostile":
            return ScriptedMemory(rows=EVIL)
        case _:
            return ScriptedMemory()


def opened(state: str) -> Callable[[Any], Awaitable[None]]:
    async def settled(pilot: Any) -> None:
        if state == "importing":
            for _ in range(4):
                await pilot.pause()
        else:
            await ready(pilot)

    async def before(pilot: Any) -> None:
        await ready(pilot)
        await pilot.press("f5")
        await ready(pilot)
        for key in KEYS.get(state, ()):
            await pilot.press(key)
            await settled(pilot)
        pilot.app.clear_notifications()
        await pilot.pause()

    return before


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """From now on the memory is that of a state."""

    def script(state: str) -> None:
        made = memory_in(state)

        async def memory(self: MemoryDesk) -> Memory:
            return cast(Memory, made)

        monkeypatch.setattr(MemoryDesk, "memory", memory)
        monkeypatch.setattr("tailor.screens.memory.PAUSE", 0.0)

    return script


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_memory(
    state: str, size: str, snap_compare: Compare, app: TailorApp, scripted: Callable[[str], None]
) -> None:
    scripted(state)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=opened(state))


def test_memory_without_colour(
    snap_compare: Compare,
    environment: dict[str, str],
    scripted: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    scripted("found")
    assert snap_compare(TailorApp(environment), terminal_size=SIZES["80x24"], run_before=opened("found"))
