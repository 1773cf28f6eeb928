"""One run from request to saved result, the same for screens and command line.

`RunSession` asks whoever answers, writes every event to the run's record before passing it on, records decisions,
and saves (library, then lessons). What differs between a tailoring, a critic's rounds, a rescue and a rebase is
its `ReviewKind`. Nothing is connected before the first event is asked for.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias

from tailor.agents.stages import BackendInfo, RejectedIds
from tailor.backend import Backend, BackendSummary
from tailor.core.errors import TailorError
from tailor.core.events import Done, Event, RequirementsRead, RunStarted
from tailor.core.procedure import Procedure
from tailor.core.protocols import AgentBackend
from tailor.core.requirements import Requirement
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.core.text import normal
from tailor.library.entries import LibraryEntry, Origin, Provenance
from tailor.library.lineage import provenance_of, save_variant, was_saved_from
from tailor.runs import customize as run
from tailor.runs.customize import CustomizeRequest, FollowUp, check_request, request_for
from tailor.runs.generate import customize_generated
from tailor.runs.history import Recorded, StoredRun, of_rounds, procedure_as_decided, went_on

if TYPE_CHECKING:
    from memory.lessons import Lessons
    from tailor.workspace import Workspace

FindBackend: TypeAlias = Callable[[], Awaitable[Backend]]
"""Connects to whoever answers. UsageError where the settings do not say who."""
Start: TypeAlias = Callable[[AgentBackend, BackendInfo], AsyncGenerator[Event, None]]


class ReviewKind(Protocol):
    """What differs between reviews, as a value."""

    @property
    def heading(self) -> str:
        """Shown instead of the ledger where no agent was asked; else ""."""

    @property
    def named(self) -> bool:
        """Whether the result gets a name and goes into the library."""

    @property
    def can_ask(self) -> bool:
        """Whether agents can be asked again."""

    @property
    def learns(self) -> bool:
        """Whether what was decided is remembered once it is saved."""

    def begin(
        self,
        session: "RunSession",
        agents: AgentBackend,
        by: BackendInfo,
        rejected: RejectedIds,
        stop: asyncio.Event | None,
    ) -> AsyncGenerator[Event, None]:
        """The run from its start."""

    def done_steps(self, state: ReviewState) -> tuple[int, ...]:
        """Numbers, in the Result, of steps that are done already and must stay."""

    def refuses(self, review: Review) -> str:
        """Why these decisions cannot be taken, as a sentence; "" where they can."""

    def save(self, session: "RunSession", review: Review, name: str) -> LibraryEntry:
        """Writes the Result to the library; blocks on the disk. TailorError where it cannot be saved."""


class FreeReview:
    """The usual answers: all agents from the start, any decision, any question, saved under a name."""

    __slots__ = ()
    heading: ClassVar = ""
    named: ClassVar = True
    can_ask: ClassVar = True
    learns: ClassVar = True

    def begin(
        self,
        session: "RunSession",
        agents: AgentBackend,
        by: BackendInfo,
        rejected: RejectedIds,
        stop: asyncio.Event | None,
    ) -> AsyncGenerator[Event, None]:
        """The agents in turn."""
        lessons = session.lessons
        return run.run(session.request, agents, by=by, decisions=rejected, stop=stop, lessons=lessons)

    def done_steps(self, state: ReviewState) -> tuple[int, ...]:
        """None."""
        return ()

    def refuses(self, review: Review) -> str:
        """Nothing is refused."""
        return ""


@dataclass(frozen=True, slots=True)
class Tailoring(FreeReview):
    """A procedure made to fit; saved as a variant of its original."""

    generated: Sequence[Event] = ()
    """The events of the generation that wrote the original in the same run (DESIGN 8: one road)."""

    def begin(
        self,
        session: "RunSession",
        agents: AgentBackend,
        by: BackendInfo,
        rejected: RejectedIds,
        stop: asyncio.Event | None,
    ) -> AsyncGenerator[Event, None]:
        """The agents in turn; after a generation, numbered on from where it ended."""
        if not self.generated:
            return FreeReview.begin(self, session, agents, by, rejected, stop)
        asked, lessons = session.request, session.lessons
        return customize_generated(
            self.generated, asked, agents, by=by, decisions=rejected, stop=stop, lessons=lessons
        )

    def save(self, session: "RunSession", review: Review, name: str) -> LibraryEntry:
        """A variant; under the name of what was saved before, its next version. See `save_variant`."""
        last = session.saved
        return save_variant(
            session.workspace.library,
            ReviewState(review),
            made=session.made or session.provenance(),
            goal=name,
            version_of=last.id if last and last.goal == (name or review.original.goal) else None,
            origin=session.origin,
        )


@dataclass(frozen=True, slots=True)
class CriticRounds(FreeReview):
    """The critic's rounds of a generation; saved as a procedure of its own, not as a variant."""

    generated: Sequence[Event] = ()

    def save(self, session: "RunSession", review: Review, name: str) -> LibraryEntry:
        """The procedure as decided; saved again, the next version of the same."""
        made = procedure_as_decided(self.generated, review)
        return session.workspace.library.save(
            replace(made, goal=name or made.goal),
            origin="generated",
            made=session.made,
            version_of=session.saved.id if session.saved else None,
        )


@dataclass(kw_only=True, slots=True)
class RunSession(Recorded):
    """One run. Make one with `open`, `after_generation` or `reopen`."""

    workspace: "Workspace"
    request: CustomizeRequest
    describe: BackendSummary
    """Who answers, in words: `describe.says` for a strip, `describe.sends` before a call is made by hand."""
    kind: ReviewKind = field(default_factory=Tailoring)
    made: Provenance | None = None
    """What made the edits of a reopened run; None for one that begins here."""
    origin: Origin = "typed"
    """Where the original came from, if it is saved with its first variant."""
    after_save: Callable[[], None] = lambda: None
    """Called after each save, in the event loop."""
    saved: LibraryEntry | None = None
    """What was saved last from this review, if known."""
    use_lessons: bool = True
    """False: earlier decisions are neither used nor remembered, whatever the settings say."""
    find_backend: FindBackend | None = field(default=None, repr=False)
    """None: as the settings say."""
    _backend: Backend | None = field(default=None, repr=False)

    @staticmethod
    def open(
        workspace: "Workspace",
        procedure: Procedure,
        hint: str,
        requirements: tuple[Requirement, ...] | None = None,
    ) -> "RunSession":
        """A new tailoring; nothing runs yet. UsageError or ContentError for a request that makes no sense.

        `requirements` are those the person corrected; None: split hint and profile.
        """
        request = request_for(
            workspace.config, procedure, hint, requirements=requirements, profile=workspace.profile()
        )
        check_request(request)
        return RunSession.of(workspace, request)

    @staticmethod
    def of(workspace: "Workspace", request: CustomizeRequest) -> "RunSession":
        """A new tailoring as requested, which `check_request` has seen; nothing runs yet."""
        record = workspace.paths.runs / f"{request.run}.jsonl"
        return RunSession(workspace=workspace, request=request, describe=workspace.connection(), record=record)

    @staticmethod
    def after_generation(
        workspace: "Workspace", request: CustomizeRequest, events: Sequence[Event], record: Path | None
    ) -> "RunSession":
        """The tailoring of the list a generation with these events just wrote, as the rest of its run."""
        session = RunSession.of(workspace, request)
        session.record = record or session.record
        session.origin = "generated"
        session.made = provenance_of(_started(events))
        session.kind = Tailoring(tuple(event for event in events if not isinstance(event, Done)))
        return session

    @staticmethod
    def reopen(
        workspace: "Workspace", kept: StoredRun, saved: LibraryEntry | None = None, origin: Origin = "typed"
    ) -> "RunSession":
        """A recorded run again; saved, it becomes the next version of what was `saved` of it."""
        started = _started(kept.events)
        read = next((event for event in reversed(kept.events) if isinstance(event, RequirementsRead)), None)
        request = request_for(
            workspace.config,
            kept.review.original,
            started.hint,
            requirements=read.requirements if read else None,
            strategy=started.strategy or "sequential",
            prompts="paper" if started.prompts == "paper" else "tailor",
            run=started.run,
        )
        return RunSession(
            workspace=workspace,
            request=request,
            describe=workspace.connection(),
            record=kept.path,
            kind=CriticRounds(kept.events) if of_rounds(kept.events) else Tailoring(),
            made=provenance_of(started),
            origin="generated" if went_on(kept.events) else origin,
            saved=saved if saved and was_saved_from(saved, kept.review) else None,
        )

    @property
    def lessons(self) -> "Lessons | None":
        """Lessons from earlier decisions; None while learning is off."""
        return self.workspace.lessons if self.use_lessons else None

    # -- events ----------------------------------------------------------------------------------------------

    def events(
        self, rejected: RejectedIds = frozenset, stop: asyncio.Event | None = None
    ) -> AsyncGenerator[Event, None]:
        """The run from its start; `rejected` gives the ids turned down so far.

        Setting `stop` cancels with a last event, closing the iterator without one.
        """
        return self._stream(lambda agents, by: self.kind.begin(self, agents, by, rejected, stop))

    def ask_again(self, asked: FollowUp, *, step: int | None, note: str = "") -> AsyncGenerator[Event, None]:
        """Modify once more, about one step or the whole, with the person's words."""
        return self._stream(lambda agents, by: run.ask_again(asked, agents, by=by, step=step, note=note))

    def verify_again(
        self, asked: FollowUp, *, step: int | None = None, note: str = ""
    ) -> AsyncGenerator[Event, None]:
        """Verify about what was accepted so far, or about one step of it."""
        return self._stream(lambda agents, by: run.verify_again(asked, agents, by=by, step=step, note=note))

    def rewrite(self, asked: FollowUp, *, note: str = "") -> AsyncGenerator[Event, None]:
        """A rewrite of the whole, as edits."""
        return self._stream(lambda agents, by: run.rewrite(asked, agents, by=by, note=note))

    async def _stream(self, start: Start) -> AsyncGenerator[Event, None]:
        """The events, each recorded before it is yielded. Errors before the first event are raised."""
        backend = await self._find()
        async with aclosing(start(backend.agents, backend.info)) as events:
            async for event in events:
                self.add_event(event)
                yield event

    async def _find(self) -> Backend:
        """Whoever answers, found at the first question and kept."""
        if self._backend is not None:
            return self._backend
        if self.find_backend is not None:
            found = await self.find_backend()
        else:
            found = await self.workspace.backend(to_choose="F9 lets you choose.")
        if found.error is None:  # else the next question tries again
            self._backend = found
        return found

    # -- saving ----------------------------------------------------------------------------------------------

    async def save(self, review: Review, name: str) -> LibraryEntry:
        """`save_now` in a thread, then `after_save`."""
        entry = await asyncio.to_thread(self.save_now, review, name)
        self.after_save()
        return entry

    def save_now(self, review: Review, name: str) -> LibraryEntry:
        """Saves the Result as its kind does and remembers the decisions; blocks on the disk.

        TailorError where it cannot be saved; what cannot be remembered is passed over.
        """
        self.saved = self.kind.save(self, review, normal(name))
        if self.kind.learns:
            learn(review, self.lessons)
        return self.saved

    def provenance(self) -> Provenance:
        """What makes the edits of a run that began here."""
        by = self._backend.info if self._backend else BackendInfo(provider=self.workspace.config.provider)
        return Provenance(
            strategy=self.request.strategy,
            prompts=self.request.prompts,
            provider=by.provider,
            model=by.model,
            run=self.request.run,
        )


def _started(events: Sequence[Event]) -> RunStarted:
    return next(event for event in events if isinstance(event, RunStarted))


def learn(review: Review, lessons: "Lessons | None") -> None:
    """Remembers the decisions of a review that was just saved, if it can; blocks on the disk."""
    if lessons is not None:
        with contextlib.suppress(TailorError):
            lessons.remember(review)
