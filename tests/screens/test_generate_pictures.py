"""Pictures of Generate: empty, looked, busy, finished, failed, side by side, hostile; each was looked at."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tailor.app import TailorApp
from tailor.core.events import Done, DraftWritten, Failed, QuestionsWritten, StageFinished, TextDelta
from tailor.core.procedure import Procedure
from tests.screens.conftest import make_app, ready, shelf_of
from tests.screens.generate_case import (
    FIRST,
    REST,
    ScriptedRuns,
    finished,
    half_way,
    looked,
    opened,
    stage,
)
from tests.screens.hostile import HOSTILE
from tests.screens.memory_case import EVIL, ScriptedMemory

Compare = Callable[..., bool]
Before = Callable[[Any], Awaitable[None]]

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x15": (40, 15)}
TEXTS = tuple(HOSTILE.values())
EVIL_LIST = Procedure("Goal [/]", tuple(text[:300] for text in TEXTS))


@pytest.fixture
def runs(runs: ScriptedRuns, monkeypatch: pytest.MonkeyPatch) -> ScriptedRuns:
    """No seconds go by."""
    monkeypatch.setattr("tailor.screens.generate_running.monotonic", lambda: 0.0)
    return runs


async def empty(pilot: Any) -> None:
    await opened(pilot)


async def found(pilot: Any) -> None:
    await looked(pilot)


async def busy(pilot: Any) -> None:
    await half_way(pilot)


async def done(pilot: Any) -> None:
    await finished(pilot)


async def rounds(pilot: Any) -> None:
    await finished(pilot)
    await pilot.press("c")
    await ready(pilot)


async def beside(pilot: Any) -> None:
    await finished(pilot)
    await pilot.press("b", "enter")
    await ready(pilot)


async def more(pilot: Any) -> None:
    await looked(pilot)
    await pilot.press("o", "down", "right")
    await ready(pilot)


STATES: dict[str, Before] = {
    "empty": empty,
    "found": found,
    "busy": busy,
    "finished": done,
    "failed": done,
    "hostile": done,
    "rounds": rounds,
    "beside": beside,
    "more": more,
}


def scripted(state: str, runs: ScriptedRuns, memory: ScriptedMemory) -> None:
    """The script of a state."""
    if state != "busy":
        runs.go.set()
    if state == "failed":
        told = Failed(fault="server", title="The server is busy", message="Wait a minute, then press g again.")
        runs.rest = (*REST[:3], told)
    if state == "hostile":
        memory.rows = EVIL
        runs.first = (*FIRST, *(TextDelta(call=1, text=text) for text in TEXTS))
        said = StageFinished(stage=4, agent="critic", end="edits", says="\n".join(TEXTS)[:2_000])
        runs.rest = (
            QuestionsWritten(questions=TEXTS),
            DraftWritten(stage=1, procedure=EVIL_LIST),
            stage(4, "critic"),
            said,
            Done(result=EVIL_LIST),
        )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_picture(
    state: str, size: str, snap_compare: Compare, app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    scripted(state, runs, memory)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=STATES[state])


@pytest.mark.parametrize("state", ["finished", "beside"])
def test_without_colour(
    state: str,
    snap_compare: Compare,
    environment: dict[str, str],
    memory: ScriptedMemory,
    runs: ScriptedRuns,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    scripted(state, runs, memory)
    app = make_app(environment, monkeypatch, shelf_of())
    assert snap_compare(app, terminal_size=(80, 24), run_before=STATES[state])
