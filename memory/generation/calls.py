"""Calls of generation: a question to a model, told as a stage, remembered by its inputs.

Owns numbers of stages, calls and edits, how many calls run at once, and the events between StageStarted and
StageFinished. Refuses to know what is asked (`wording`) and in which order (`methods`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from memory.generation.prompts import StepList
from tailor.agents.stages import BackendInfo, Emit, RunNumbers, chunk_event, left_out_words
from tailor.core.coverage import assess_edit
from tailor.core.engine import diff
from tailor.core.errors import ProviderError
from tailor.core.events import (
    EditProposed,
    End,
    StageFinished,
)
from tailor.core.procedure import Procedure
from tailor.core.protocols import Attempt, Chunk, LeftOut, Message, Model, Reasoning, Settings, Text, Usage, Wait

A = TypeVar("A")
B = TypeVar("B")

Key: TypeAlias = tuple[str, tuple[Message, ...], Settings]
"""Agent, messages and settings: what an answer depends on."""

Cache: TypeAlias = dict[Key, str]
"""Answers by what was asked: a run repeated with the same cache asks only where something differs."""


@dataclass(slots=True)
class GenerationStage:
    """One stage while it is at work."""

    number: int
    agent: str
    base: Procedure
    call: int = 0
    edits: list[str] = field(default_factory=list)


@dataclass
class ModelStageRunner:
    """Asks the model and tells what happens."""

    model: Model
    emit: Emit
    by: BackendInfo
    settings: Settings
    at_once: int = 4
    """Calls that run at the same time; others wait for their turn."""
    cache: Cache = field(default_factory=dict)
    numbers: RunNumbers = field(default_factory=RunNumbers)
    taken: list[str] = field(default_factory=list)
    """Ids of the edits told so far, all of them part of the list as it is now."""
    left_out: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._room = asyncio.Semaphore(max(1, self.at_once))

    def begin(self, agent: str, base: Procedure) -> GenerationStage:
        """A new stage on `base`."""
        self.emit(self.numbers.begins(agent, base, tuple(self.taken)))
        return GenerationStage(self.numbers.stage, agent, base)

    def finish(self, stage: GenerationStage, end: End, result: Procedure | None = None, says: str = "") -> None:
        """The stage is over."""
        says = f"{says} {left_out_words(self.left_out)}".strip()
        self.left_out.clear()
        self.emit(StageFinished(stage=stage.number, agent=stage.agent, end=end, result=result, says=says))

    async def ask(self, stage: GenerationStage, messages: Sequence[Message]) -> str:
        """The whole answer, of the cache where the same was asked before.

        Raises ProviderError as the model does, after the stage was told to have failed.
        """
        key = (stage.agent, tuple(messages), self.settings)
        if key in self.cache:
            return self.cache[key]
        async with self._room:
            try:
                answer = await self._listen(stage, messages)
            except ProviderError as error:
                self.finish(stage, "cut_short" if error.fault == "cut_short" else "failed", says=error.message)
                raise
        self.cache[key] = answer
        return answer

    def tell_edits(self, stage: GenerationStage, after: Procedure) -> None:
        """The difference to the stage's base as edits, so that a round can be reviewed."""
        for edit in diff(stage.base, after).edits:
            self.numbers.edit += 1
            weight = assess_edit(stage.base, edit, ())
            id = f"e{self.numbers.edit}"
            self.taken.append(id)
            self.emit(
                EditProposed(
                    stage=stage.number,
                    id=id,
                    agent=stage.agent,
                    part=edit.part,
                    op=edit.op,
                    step=edit.step,
                    text=edit.text,
                    level=weight.level,
                    tripwires=weight.says,
                )
            )

    async def _listen(self, stage: GenerationStage, messages: Sequence[Message]) -> str:
        """One call from begin to end; however it ends, the model's stream is closed first."""
        said: list[str] = []
        stage.call = 0
        stream = self.model.stream(messages, self.settings)
        try:
            async for chunk in stream:
                self._told(stage, chunk)
                if isinstance(chunk, Text):
                    said.append(chunk.text)
        finally:
            if close := getattr(stream, "aclose", None):
                await close()
        return "".join(said)

    def _told(self, stage: GenerationStage, chunk: Chunk) -> None:
        if isinstance(chunk, Attempt) or not stage.call:
            self._called(stage, chunk.number if isinstance(chunk, Attempt) else 1)
        match chunk:
            case Text() | Reasoning() | Wait() | Usage():
                self.emit(chunk_event(chunk, stage.call))
            case LeftOut():
                self.left_out.append(chunk.what)
            case Attempt():
                pass  # told above

    def _called(self, stage: GenerationStage, attempt: int) -> None:
        told = self.numbers.called(self.by, stage.number, stage.call, attempt)
        stage.call = told.call
        self.emit(told)


async def both(one: Awaitable[A], other: Awaitable[B]) -> tuple[A, B]:
    """Both at once; where one fails the other is ended, and its error is raised as it is."""
    first, second = asyncio.ensure_future(one), asyncio.ensure_future(other)
    try:
        return await asyncio.gather(first, second)
    finally:
        await _ended([first])
        await _ended([second])


async def each(ask: Callable[[A], Awaitable[B]], items: Sequence[A]) -> list[B]:
    """The same for every item at once, in the items' order; a failure ends the others."""
    tasks = [asyncio.ensure_future(ask(one)) for one in items]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        await _ended(tasks)


async def _ended(tasks: "Sequence[asyncio.Future[A]]") -> None:
    """Nothing of these goes on; what went wrong in them was raised once already."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def as_procedure(base: Procedure, sheet: StepList) -> Procedure:
    """The sheet as a procedure for the goal of `base`."""
    return Procedure(base.goal, sheet.steps, base.resources, uncertain=sheet.uncertain)
