"""Scripted runs for tests of the Generate screen: a whole one with rounds of a critic, and half of one."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest

from memory.client import Memory
from tailor.agents.stages import BackendInfo
from tailor.backend import Backend
from tailor.core.events import (
    Cancelled,
    Done,
    DraftWritten,
    EditProposed,
    Event,
    Failed,
    ModelCalled,
    QuestionsWritten,
    RunStarted,
    StageFinished,
    StageStarted,
    SummaryWritten,
    TextDelta,
    UsageReported,
)
from tailor.core.procedure import Procedure, fingerprint
from tailor.runs.generate import GenerateRequest
from tailor.screens.generate.run import BesideScreen, RunController
from tailor.screens.generate.screen import GenerateScreen
from tailor.workspace import Workspace
from tests.screens.conftest import press, ready, typed
from tests.screens.memory_case import ScriptedMemory

GOAL = "Bake a tray of oat bars"
SERVER = '[provider]\nkind = "server"\nbase_url = "{url}"\nmodel = "small"\n'
HAVE = ("oats", "honey", "a tin")
DRAFT = Procedure(GOAL, ("Mix the oats.", "Press them flat.", "Bake."), HAVE, uncertain=(3,))
BARS = Procedure(
    GOAL,
    ("Toast the oats in a dry pan.", "Mix the oats with the honey.", "Press them flat in the tin.", "Bake."),
    HAVE,
    uncertain=(4,),
)
QUESTIONS = ("How are oats toasted?", "How long do bars bake?")


def stage(number: int, agent: str, base: Procedure = DRAFT, builds_on: tuple[str, ...] = ()) -> StageStarted:
    return StageStarted(
        stage=number,
        agent=agent,
        base=fingerprint(base),
        steps=base.steps,
        resources=base.resources,
        builds_on=builds_on,
    )


def call(number: int, of: int = 0) -> ModelCalled:
    return ModelCalled(stage=of or number, call=number, host="there.test", model="small", attempt=1)


START = RunStarted(procedure=None, hint="", method="aag", prompts="tailor", provider="server")
FIRST: tuple[Event, ...] = (
    START,
    stage(1, "draft"),
    stage(2, "rewrite"),
    call(1),
    call(2),
    TextDelta(call=2, text="Outline that nobody needs"),
    TextDelta(call=1, text="1. Mix the oats.\n2. Press"),
)
"""A run whose draft is half there."""
EDITS = (
    EditProposed(
        stage=5, id="e1", agent="perform", part="steps", op="insert", step=0, text="Toast the oats in a dry pan."
    ),
    EditProposed(
        stage=5, id="e2", agent="perform", part="steps", op="replace", step=1, text="Mix the oats with the honey."
    ),
    EditProposed(
        stage=5, id="e3", agent="perform", part="steps", op="replace", step=2, text="Press them flat in the tin."
    ),
)
"""What the critic's one round changes."""
REST: tuple[Event, ...] = (
    UsageReported(call=1, prompt=900, completion=80),
    DraftWritten(stage=1, procedure=DRAFT),
    StageFinished(stage=1, agent="draft", end="edits", result=DRAFT),
    QuestionsWritten(questions=QUESTIONS),
    StageFinished(stage=2, agent="rewrite", end="edits"),
    SummaryWritten(question=QUESTIONS[0], text="Dry, in a pan."),
    stage(4, "critic"),
    call(3, 4),
    StageFinished(stage=4, agent="critic", end="edits", says="Toast the oats first.\nNothing uses the honey."),
    stage(5, "perform"),
    call(4, 5),
    DraftWritten(stage=5, procedure=BARS),
    *EDITS,
    StageFinished(stage=5, agent="perform", end="edits", result=BARS),
)
BUSY = Failed(fault="server", title="It is busy", message="Wait.")
END = Done(result=BARS, accepted=("e1", "e2", "e3"))


class ScriptedRuns:
    """Stands in for `generate`: tells the events, waits in the middle until it may go on or is stopped."""

    def __init__(self) -> None:
        self.first: tuple[Event, ...] = FIRST
        self.rest: tuple[Event, ...] = (*REST, END)
        self.asked: list[GenerateRequest] = []
        self.caches: list[object] = []
        self.go = asyncio.Event()

    async def __call__(
        self, request: GenerateRequest, model: object, retriever: object, **given: Any
    ) -> AsyncGenerator[Event, None]:
        self.asked.append(request)
        self.caches.append(given["cache"])
        told = 0
        for event in self.first:
            yield self._mine(event, request, told)
            told += 1
        stop: asyncio.Event = given["stop"]
        waits = [asyncio.ensure_future(one.wait()) for one in (self.go, stop)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for one in waits:
            one.cancel()
        if stop.is_set():
            yield Cancelled()
            return
        for event in self.rest:
            yield self._mine(event, request, told)
            told += 1

    def _mine(self, event: Event, request: GenerateRequest, seq: int) -> Event:
        from dataclasses import replace

        if isinstance(event, RunStarted):
            event = replace(event, hint=request.hint, method=request.method)
        return replace(event, run=request.run, seq=seq)


def connected(environment: dict[str, str], url: str) -> None:
    home = Path(environment["TAILOR_HOME"])
    home.mkdir()
    (home / "config.toml").write_text(SERVER.format(url=url))


async def opened(pilot: Any) -> GenerateScreen:
    await ready(pilot)
    await press(pilot, "f4")
    assert isinstance(pilot.app.screen, GenerateScreen)
    return pilot.app.screen


async def looked(pilot: Any, goal: str = GOAL, hint: str = "") -> GenerateScreen:
    screen = await opened(pilot)
    await press(pilot, *typed(goal), "enter", *typed("oats, honey"), "enter", *typed(hint), "enter")
    return screen


async def half_way(pilot: Any) -> GenerateScreen:
    screen = await looked(pilot)
    await pilot.press("g")
    for _ in range(5):
        await pilot.pause()
    screen.run.draw()
    await pilot.pause()
    return screen


async def finished(pilot: Any) -> GenerateScreen:
    """A run whose script may go on, to its end."""
    screen = await looked(pilot)
    await press(pilot, "g")
    return screen


async def beside(pilot: Any, runs: ScriptedRuns) -> BesideScreen:
    """A second way laid beside a finished run, and written as far as its script goes."""
    runs.go.set()
    await finished(pilot)
    await press(pilot, "b", "enter")
    assert isinstance(pilot.app.screen, BesideScreen)
    return pilot.app.screen


def first_stands(pilot: Any) -> None:
    """Generate is in front, with the list that was written first."""
    assert isinstance(pilot.app.screen, GenerateScreen)
    assert pilot.app.screen.current_procedure() == BARS


def scripted_memory(monkeypatch: pytest.MonkeyPatch) -> ScriptedMemory:
    """A memory in a list."""
    made = ScriptedMemory()

    async def scripted(self: Workspace) -> Memory:
        return cast(Memory, made)

    monkeypatch.setattr(Workspace, "memory", scripted)
    return made


def scripted_runs(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> ScriptedRuns:
    """A connected model, whose runs are scripted."""
    made = ScriptedRuns()
    monkeypatch.setattr("tailor.runs.generation_session.generate", made)
    connected(environment, "https://there.test/v1")

    async def answering(self: RunController) -> Backend:
        nobody = cast(Any, object())
        return Backend(nobody, BackendInfo(provider="server", model="small", host="there.test"), nobody)

    monkeypatch.setattr(RunController, "_answering", answering)
    return made
