"""A rescue half-way: a question about the steps ahead, for the screens and the line mode alike.

Owns the request, the events of the one answer, and the gate in front of them: an edit of a step that is done
becomes a flagged one, whoever proposed it. Refuses to decide on anything, and to draw.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from uuid import uuid4

from tailor.agents.stages import BackendInfo
from tailor.core.errors import UsageError
from tailor.core.events import EditFlagged, EditProposed, Event, RequirementsRead
from tailor.core.following import Following, frozen_of, may_change
from tailor.core.hints import parse_hint
from tailor.core.protocols import AgentBackend, Answer, OnOutput, Task
from tailor.core.requirements import critical_type
from tailor.core.text import normal
from tailor.runs import customize as run
from tailor.runs.customize import CustomizeRequest
from tailor.runs.session import request_for

if TYPE_CHECKING:
    from tailor.config import Config


def rescue_request(
    following: Following, words: str, profile: tuple[str, ...], config: "Config"
) -> CustomizeRequest:
    """What is asked, with the prompts of the settings. UsageError where there are no words."""
    hint = normal(words)
    if not hint:
        raise UsageError('Say in a few words what is wrong, such as "I have no buttermilk".')
    procedure = replace(following.procedure, id=following.id)
    return request_for(config, procedure, hint, profile=profile, strategy="rescue", run=uuid4().hex[:12])


async def rescue(
    request: CustomizeRequest, crew: AgentBackend, by: BackendInfo, *, at: int, done: tuple[int, ...]
) -> AsyncGenerator[Event, None]:
    """The rescue from its start: one answer of Modify about the steps ahead of `at`, none of them in `done`."""
    requirements = request.requirements or parse_hint(request.hint, request.profile)
    started = replace(run.started(request, by), run=request.run, seq=0)
    critical = critical_type(requirements)
    read = RequirementsRead(requirements=requirements, critical=critical, run=request.run, seq=1)
    yield started
    yield read
    asked = run.follow_up((started, read), request.procedure, ())
    note = f"Half-way through, at step {at}, this came up: {request.hint}"
    stream = run.ask_again(asked, _WithPosition(crew, at), by=by, step=None, note=note, frozen=frozen_of(done))
    async with aclosing(guarded(stream, lambda: done)) as events:
        async for event in events:
            yield event


async def guarded(
    stream: AsyncGenerator[Event, None], done: Callable[[], tuple[int, ...]]
) -> AsyncGenerator[Event, None]:
    """The events; an edit of a done step becomes a flagged one. `done` is asked when the first event comes."""
    async with aclosing(stream) as events:
        known: tuple[int, ...] | None = None
        async for event in events:
            known = done() if known is None else known
            if isinstance(event, EditProposed) and not may_change(event.edit, known):
                yield _flagged(event)
            else:
                yield event


@dataclass(frozen=True, slots=True)
class _WithPosition:
    """A crew that is told with each task where the person is."""

    crew: AgentBackend
    at: int

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """The crew's answer."""
        return await self.crew.ask(replace(task, at=self.at), tell)


def _flagged(event: EditProposed) -> EditFlagged:
    return EditFlagged(
        stage=event.stage,
        agent=event.agent,
        op=event.op,
        step=event.step,
        text=event.text,
        why="frozen",
        part=event.part,
        run=event.run,
        seq=event.seq,
    )
