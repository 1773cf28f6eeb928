"""Calls of generation: asks a model in numbered stages, emits their events, and caches answers by their inputs.

Also runs calls at the same time (`both`, `each`); if one fails the others are cancelled.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from memory.generation.prompts import StepList
from tailor.agents.stages import BackendInfo, Emit, RunNumbers, Snapshot, StageRun, left_out_words
from tailor.core.engine import diff
from tailor.core.errors import ProviderError
from tailor.core.events import End, StageFinished
from tailor.core.procedure import Procedure
from tailor.core.protocols import Chunk, LeftOut, Message, Model, Settings, Text

A = TypeVar("A")
B = TypeVar("B")

Key: TypeAlias = tuple[str, tuple[Message, ...], Settings]
"""Agent, messages and settings: everything an answer depends on."""

Cache: TypeAlias = dict[Key, str]
"""Answers by what was asked: repeating a run with the same cache asks only what differs."""


@dataclass
class ModelStageRunner:
    """Asks the model and emits the events of each stage."""

    model: Model
    emit: Emit
    by: BackendInfo
    settings: Settings
    at_once: int = 4
    """Most calls at the same time; further ones wait."""
    cache: Cache = field(default_factory=dict)
    numbers: RunNumbers = field(default_factory=RunNumbers)
    taken: list[str] = field(default_factory=list)
    """Ids of all edits so far; the current list includes each of them."""
    left_out: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._room = asyncio.Semaphore(max(1, self.at_once))

    def begin(self, agent: str, base: Procedure) -> StageRun:
        """Begin a stage on `base`."""
        self.emit(self.numbers.begins(agent, base, tuple(self.taken)))
        return StageRun(self.numbers.stage, agent, Snapshot.of(base))

    def finish(self, stage: StageRun, end: End, result: Procedure | None = None, says: str = "") -> None:
        """End the stage."""
        says = f"{says} {left_out_words(self.left_out)}".strip()
        self.left_out.clear()
        self.emit(StageFinished(stage=stage.stage, agent=stage.agent, end=end, result=result, says=says))

    async def ask(self, stage: StageRun, messages: Sequence[Message]) -> str:
        """The whole answer, from the cache if the same was asked before.

        A ProviderError of the model ends the stage as failed and is raised again.
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

    def tell_edits(self, stage: StageRun, after: Procedure) -> None:
        """Emit the difference to the stage's base as edits, so that a round can be reviewed."""
        for edit in diff(stage.at.procedure, after).edits:
            event = self.numbers.proposes(stage, edit)
            self.taken.append(event.id)
            self.emit(event)

    async def _listen(self, stage: StageRun, messages: Sequence[Message]) -> str:
        """One call; the model's stream is closed however it ends."""
        said: list[str] = []
        stage.call = 0
        stream = self.model.stream(messages, self.settings)
        try:
            async for chunk in stream:
                self._hear(stage, chunk)
                if isinstance(chunk, Text):
                    said.append(chunk.text)
        finally:
            if close := getattr(stream, "aclose", None):
                await close()
        return "".join(said)

    def _hear(self, stage: StageRun, chunk: Chunk) -> None:
        if isinstance(chunk, LeftOut):
            self.left_out.append(chunk.what)
            return
        for event in self.numbers.hears(self.by, stage, chunk):
            self.emit(event)


async def both(one: Awaitable[A], other: Awaitable[B]) -> tuple[A, B]:
    """Await both at once. If one fails, the other is cancelled and the error raised as it is."""
    first, second = asyncio.ensure_future(one), asyncio.ensure_future(other)
    try:
        return await asyncio.gather(first, second)
    finally:
        await _ended([first])
        await _ended([second])


async def each(ask: Callable[[A], Awaitable[B]], items: Sequence[A]) -> list[B]:
    """Call `ask` for all items at once; answers in the items' order. A failure cancels the others."""
    tasks = [asyncio.ensure_future(ask(one)) for one in items]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        await _ended(tasks)


async def _ended(tasks: "Sequence[asyncio.Future[A]]") -> None:
    """Cancel the tasks and wait for their end; their errors were raised already."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def as_procedure(base: Procedure, sheet: StepList) -> Procedure:
    """The list of steps as a procedure for the goal of `base`."""
    return Procedure(base.goal, sheet.steps, base.resources, uncertain=sheet.uncertain)
