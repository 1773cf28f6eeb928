"""A rescue: a question about the steps ahead, half-way through following a procedure.

Done steps stay as they are: an edit of one is flagged instead of proposed, and decisions that would change one
are refused. The result goes back to where the steps are followed, not into the library.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from tailor.agents.stages import BackendInfo, RejectedIds
from tailor.core.errors import ContentError, UsageError
from tailor.core.events import Event, RequirementsRead
from tailor.core.following import Following, rescued, touched
from tailor.core.hints import parse_hint
from tailor.core.protocols import AgentBackend, Answer, OnOutput, Task
from tailor.core.requirements import critical_type
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.core.text import normal
from tailor.library.entries import LibraryEntry
from tailor.runs import customize as run
from tailor.runs.customize import CustomizeRequest, request_for
from tailor.runs.session import FreeReview, RunSession

if TYPE_CHECKING:
    from tailor.config import Config
    from tailor.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Rescue(FreeReview):
    """The review of a rescue."""

    following: Following
    """The steps and which are done, when the person asked."""

    named: ClassVar = False

    def begin(
        self,
        session: RunSession,
        agents: AgentBackend,
        by: BackendInfo,
        rejected: RejectedIds,
        stop: asyncio.Event | None,
    ) -> AsyncGenerator[Event, None]:
        """One answer of Modify about the steps ahead."""
        return rescue(session.request, agents, by, at=self.following.at, done=self.following.done, stop=stop)

    def done_steps(self, state: ReviewState) -> tuple[int, ...]:
        """Numbers of the done steps in the Result as it is now."""
        index = state.result.draft.index("steps")
        return tuple(sorted(index[f"s{step}"] for step in self.following.done))

    def refuses(self, review: Review) -> str:
        """Which done step would change."""
        step = touched(self.following, ReviewState(review).plain_result.draft)
        return "" if step is None else f"Step {step} is done already, so it stays as it is."

    def taken(self, review: Review, words: str) -> Following:
        """The following with what was taken. ContentError where no step is left or a done one changed."""
        state = ReviewState(review)
        return rescued(self.following, state.plain_result.draft, state.result.draft, words)

    def save(self, session: RunSession, review: Review, name: str) -> LibraryEntry:
        """ContentError: a rescue changes the steps being followed (`taken`) and is no how-to of its own."""
        raise ContentError("These steps are for what you follow now. Take them there; they are not saved apart.")


def rescue_session(workspace: "Workspace", following: Following, words: str) -> RunSession:
    """The run that answers these words. UsageError where there are none."""
    session = RunSession.of(workspace, rescue_request(following, words, workspace.profile(), workspace.config))
    session.kind = Rescue(following)
    return session


def rescue_request(
    following: Following, words: str, profile: tuple[str, ...], config: "Config"
) -> CustomizeRequest:
    """The request, with the prompts of the settings. UsageError where there are no words."""
    hint = normal(words)
    if not hint:
        raise UsageError('Say in a few words what is wrong, such as "I have no buttermilk".')
    procedure = replace(following.procedure, id=following.id)
    return request_for(config, procedure, hint, profile=profile, strategy="rescue")


async def rescue(
    request: CustomizeRequest,
    agents: AgentBackend,
    by: BackendInfo,
    *,
    at: int,
    done: tuple[int, ...],
    stop: asyncio.Event | None = None,
) -> AsyncGenerator[Event, None]:
    """The events: one answer of Modify for a person at step `at`, with the steps `done` behind them."""
    requirements = request.requirements or parse_hint(request.hint, request.profile)
    started = replace(run.started(request, by), run=request.run, seq=0)
    critical = critical_type(requirements)
    read = RequirementsRead(requirements=requirements, critical=critical, run=request.run, seq=1)
    yield started
    yield read
    asked = replace(run.follow_up((started, read), request.procedure, ()), done=done)
    note = f"Half-way through, at step {at}, this came up: {request.hint}"
    stream = run.ask_again(asked, _WithPosition(agents, at), by=by, step=None, note=note, stop=stop)
    async with aclosing(stream) as events:
        async for event in events:
            yield event


@dataclass(frozen=True, slots=True)
class _WithPosition:
    """A backend told with each task at which step the person is."""

    agents: AgentBackend
    at: int

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        """The backend's answer."""
        return await self.agents.ask(replace(task, at=self.at), tell)
