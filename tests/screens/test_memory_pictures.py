"""Pictures of the Memory at the sizes people have; every one was looked at before it was kept."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from memory.client import Memory
from memory.errors import damaged, kept_stopping
from memory.messages import Imported, MemoryHit, Mode, RequestProgress
from tailor.app import TailorApp
from tailor.workspace import Workspace
from tests.screens.conftest import ready
from tests.screens.memory_case import EVIL, ScriptedMemory, found
from tests.screens.pictures_case import Before, Compare, Size, keys, pictures

pytestmark = pytest.mark.usefixtures("look")

MANY = tuple(
    replace(
        found(number, f"Repair the {number}th washing machine of a long street", number / 40, "handbook.csv"),
        steps=tuple(f"Loosen screw number {screw} and lay it where it is found again." for screw in range(1, 31)),
    )
    for number in range(1, 31)
)
STATES: dict[str, tuple[str, ...]] = {
    "empty": (),
    "figures": ("down", "s"),
    "found": ("=oat bars", "down", "j"),
    "nothing": ("=zebra",),
    "steps": ("ctrl+t", "=which tin do I press it into"),
    "full": ("=washing machine", "down", "end"),
    "import": ("ctrl+o",),
    "importing": ("down", "i", "=/there/x.jsonl", "enter"),
    "imported": ("down", "i", "=/there/x.jsonl", "enter"),
    "dead": (),
    "damaged": (),
    "hostile": ("=x", "down", "j", "j"),
    "delete": ("down", "d"),
    "tags": ("down", "t"),
}


class Slow(ScriptedMemory):
    """Its import is half-way and stays there."""

    async def import_corpus(
        self, path: str, on_progress: Callable[[RequestProgress], None] | None = None, *, domain: str = ""
    ) -> Imported:
        assert on_progress is not None
        on_progress(RequestProgress(what="bytes", done=52, total=100, rows=11_000))
        await asyncio.Event().wait()
        raise AssertionError("an event that nobody sets")


class Blank(ScriptedMemory):
    """It finds nothing."""

    async def search(self, query: str, k: int = 10, mode: Mode = "procedures") -> tuple[MemoryHit, ...]:
        return ()


def memory_in(state: str) -> ScriptedMemory:
    match state:
        case "empty":
            return ScriptedMemory(rows=())
        case "nothing":
            return Blank()
        case "full":
            return ScriptedMemory(rows=MANY)
        case "importing":
            return Slow()
        case "dead":
            return ScriptedMemory(fault=kept_stopping("home/tailor.log"))
        case "damaged":
            return ScriptedMemory(fault=damaged("home/memory", "a file is missing"))
        case "hostile":
            return ScriptedMemory(rows=EVIL)
        case _:
            return ScriptedMemory()


def opened(state: str) -> Before:
    """Opens the screen and does what the state wants; what was said in passing is gone by then."""

    async def before(pilot: Any) -> None:
        await keys("f5", *STATES[state], busy=state == "importing")(pilot)
        for _ in range(3):
            await pilot.pause()
        pilot.app.clear_notifications()
        await (pilot.pause() if state == "importing" else ready(pilot))

    return before


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """From now on the memory is that of a state."""

    def script(state: str) -> None:
        made = memory_in(state)

        async def memory(self: Workspace) -> Memory:
            return cast(Memory, made)

        monkeypatch.setattr(Workspace, "memory", memory)
        monkeypatch.setattr("tailor.screens.memory.PAUSE", 0.0)

    return script


@pictures(STATES, "found", "importing")
def test_memory(
    state: str, size: Size, snap_compare: Compare, app: TailorApp, scripted: Callable[[str], None]
) -> None:
    scripted(state)
    assert snap_compare(app, terminal_size=size, run_before=opened(state))
