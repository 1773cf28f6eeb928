"""Pictures of Generate: before, while and after it writes, and where it cannot; each was looked at."""

from pathlib import Path
from typing import Any

import pytest

from memory.errors import MemoryFault
from tailor.app import TailorApp
from tailor.core.events import Done, DraftWritten, Failed, QuestionsWritten, StageFinished, TextDelta, Waiting
from tailor.core.procedure import Procedure
from tailor.screens.generate.screen import GenerateScreen
from tests.screens.generate_case import FIRST, GOAL, REST, ScriptedRuns, stage
from tests.screens.hostile import HOSTILE
from tests.screens.memory_case import EVIL, STOPPED, ScriptedMemory
from tests.screens.pictures_case import Before, Compare, Size, keys, pictures

pytestmark = pytest.mark.usefixtures("look")

TEXTS = tuple(HOSTILE.values())
EVIL_LIST = Procedure("Goal [/]", tuple(text[:300] for text in TEXTS))


@pytest.fixture
def runs(runs: ScriptedRuns, monkeypatch: pytest.MonkeyPatch) -> ScriptedRuns:
    """No seconds go by."""
    monkeypatch.setattr("tailor.screens.generate.run.monotonic", lambda: 0.0)
    return runs


LONG_LIST = Procedure(GOAL, tuple(f"Press row {n} of the oats flat with a wet spoon." for n in range(1, 41)))
LOOK = (f"={GOAL}", "enter", "=oats, honey", "enter", "enter")
STATES: dict[str, tuple[str, ...]] = {
    "empty": (),
    "found": LOOK,
    "nothing near": LOOK,
    "dead": LOOK,
    "offline": LOOK,
    "offline far": LOOK,
    "there": ("=Bake oat cookies", *LOOK[1:]),
    "more": (*LOOK, "o", "down", "right"),
    "busy": (*LOOK, "g"),
    "waiting": (*LOOK, "g"),
    "finished": (*LOOK, "g"),
    "long": (*LOOK, "g"),
    "failed": (*LOOK, "g"),
    "hostile": (*LOOK, "g"),
    "unsaved": (*LOOK, "g", "g"),
    "rounds": (*LOOK, "g", "c"),
    "beside": (*LOOK, "g", "b", "enter"),
}
BUSY = ("busy", "waiting")


def brought(state: str) -> Before:
    """Opens the screen and does what the state wants; what is being written stands still half-way."""

    async def before(pilot: Any) -> None:
        await keys("f4", *STATES[state], busy=state in BUSY)(pilot)
        if state in BUSY:
            for _ in range(5):
                await pilot.pause()
            assert isinstance(pilot.app.screen, GenerateScreen)
            pilot.app.screen.run.draw()
            await pilot.pause()

    return before


def scripted(state: str, runs: ScriptedRuns, memory: ScriptedMemory) -> None:
    """The script of a state."""
    if state not in BUSY:
        runs.go.set()
    match state:
        case "nothing near" | "offline far":
            memory.rows = ()
        case "dead":
            memory.fault = MemoryFault(STOPPED)
        case "waiting":
            waits = Waiting(call=4, reason="The server is busy.", seconds=8.0)
            runs.first = (*FIRST, *REST[:10], waits)
        case "long":
            runs.rest = (DraftWritten(stage=1, procedure=LONG_LIST), *REST[2:8], Done(result=LONG_LIST))
        case "failed":
            told = Failed(fault="server", title="The server is busy", message="Wait a minute, then press g again.")
            runs.rest = (*REST[:3], told)
        case "hostile":
            memory.rows = EVIL
            hostile_run(runs)
        case _:
            pass


def hostile_run(runs: ScriptedRuns) -> None:
    """A model that says nothing else."""
    runs.first = (*FIRST, *(TextDelta(call=1, text=text) for text in TEXTS))
    said = StageFinished(stage=4, agent="critic", end="edits", says="\n".join(TEXTS)[:2_000])
    runs.rest = (
        QuestionsWritten(questions=TEXTS),
        DraftWritten(stage=1, procedure=EVIL_LIST),
        stage(4, "critic"),
        said,
        Done(result=EVIL_LIST),
    )


@pictures(STATES, "found", "more", "busy", "beside")
def test_picture(
    state: str,
    size: Size,
    snap_compare: Compare,
    environment: dict[str, str],
    app: TailorApp,
    memory: ScriptedMemory,
    runs: ScriptedRuns,
) -> None:
    if state.startswith("offline"):
        (Path(environment["TAILOR_HOME"]) / "config.toml").unlink()
    scripted(state, runs, memory)
    assert snap_compare(app, terminal_size=size, run_before=brought(state))
