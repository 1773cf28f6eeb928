"""One tailoring as the Review screen sees it: who answers, the streams of events, the record, saving.

Owns the way from settings to a request and a crew, and the file the run is kept in. Refuses to draw. Nothing is
connected before the first event is asked for.
"""

import asyncio
import contextlib
import json as jsonlib
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast
from uuid import uuid4

from tailor.agents.stages import BackendInfo, RejectedIds, Verifier
from tailor.backend import BackendSummary
from tailor.cli.output import put_json, say
from tailor.core.errors import ContentError, TailorError
from tailor.core.events import Done, Event
from tailor.core.procedure import Procedure
from tailor.core.protocols import AgentBackend
from tailor.core.requirements import Requirement
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.core.text import normal
from tailor.library.entries import LibraryEntry, Origin, Provenance
from tailor.library.lineage import save_variant
from tailor.runs import customize as run
from tailor.runs.customize import CustomizeRequest, FollowUp, check_request
from tailor.runs.generate import customize_generated
from tailor.runs.history import procedure_as_decided, run_file, written_of
from tailor.runs.record import dump
from tailor.storage import is_there

if TYPE_CHECKING:
    from memory.lessons import Lessons
    from tailor.agents.prompts import PromptSet
    from tailor.config import Config
    from tailor.core.decisions import Accepting
    from tailor.screens.generate.draft import GenerationRun
    from tailor.workspace import Setup, Workspace


def request_for(
    config: "Config",
    procedure: "Procedure",
    hint: str,
    *,
    requirements: "tuple[Requirement, ...] | None" = None,
    profile: tuple[str, ...] = (),
    strategy: str | None = None,
    prompts: str | None = None,
    accept: "Accepting" = "careful",
    run: str = "",
) -> CustomizeRequest:
    """The request to tailor this procedure, as the settings say; not checked yet, see `run.check`.

    `strategy` and `prompts` are those of this run where they are not None. `requirements` are those the person
    corrected; None: split hint and profile. `run` is the id of the run; "" makes one.
    """
    return CustomizeRequest(
        procedure=procedure,
        hint=hint,
        requirements=requirements,
        profile=profile,
        strategy=strategy or config.strategy,
        prompts=cast("PromptSet", prompts or config.prompts),
        accept=accept,
        verifiers=further_verifiers(config),
        run=run,
    )


def further_verifiers(config: "Config") -> tuple[Verifier, ...]:
    """The further Verify agents of the settings; `verifiers.completed` says what is wrong with them."""
    return tuple(Verifier(one.name, one.instruction) for one in config.verify)


def learn(review: "Review", lessons: "Lessons | None") -> None:
    """Remembers what the person accepted and rejected themselves in a review that was just saved.

    Nothing is remembered where `lessons` is None, as `answering.lessons_for` gives it while `memory.learn` is off.
    It writes to the disk, so screens call it in a thread. What cannot be remembered is passed over: the result is
    saved already.
    """
    if lessons is None:
        return
    with contextlib.suppress(TailorError):
        lessons.remember(review)


Start: TypeAlias = Callable[[AgentBackend, BackendInfo], AsyncGenerator[Event, None]]


@dataclass(kw_only=True, slots=True)
class RunSession:
    """One procedure, one hint, and who answers. Make one with `session()`."""

    workspace: "Workspace"
    request: CustomizeRequest
    describe: BackendSummary
    """Who answers, in words: `describe.says` for a strip, `describe.sends` before a call is made by hand."""
    record: Path
    """The file the run's events go to; decisions are added after them (CONTRACT 3)."""
    not_recorded: str = ""
    """Why the record could not be written; "" while it can."""
    made: Provenance | None = None
    """What made the edits of a run opened again; None for one that begins here."""
    origin: Origin = "typed"
    """How the original came into being, where it is saved with its first variant."""
    after_save: Callable[[], None] = lambda: None
    """Called once a variant is saved, before anything is said of it."""
    saved: LibraryEntry | None = None
    """What was saved last from this review, if that is known."""
    _crew: tuple[AgentBackend, BackendInfo] | None = field(default=None, repr=False)

    def events(self, decisions: RejectedIds = frozenset) -> AsyncGenerator[Event, None]:
        """The run from its start; `decisions` gives the ids rejected so far. Closing it ends the model's call."""
        lessons = self.workspace.lessons
        return self._stream(
            lambda crew, by: run.run(self.request, crew, by=by, decisions=decisions, lessons=lessons)
        )

    def ask_again(
        self, asked: FollowUp, *, step: int | None, note: str = "", frozen: int = 0
    ) -> AsyncGenerator[Event, None]:
        """Modify once more, about one step or the whole, with the person's words."""
        return self._stream(
            lambda crew, by: run.ask_again(asked, crew, by=by, step=step, note=note, frozen=frozen)
        )

    def verify_again(
        self, asked: FollowUp, *, step: int | None = None, note: str = ""
    ) -> AsyncGenerator[Event, None]:
        """Verify about what the person accepted so far, or about one step of it."""
        return self._stream(lambda crew, by: run.verify_again(asked, crew, by=by, step=step, note=note))

    def rewrite(self, asked: FollowUp, *, note: str = "") -> AsyncGenerator[Event, None]:
        """A rewrite by hand, where edits are too cautious."""
        return self._stream(lambda crew, by: run.rewrite(asked, crew, by=by, note=note))

    async def save(self, review: Review, name: str) -> LibraryEntry:
        """Keeps the Result in the library, on the disk when this returns; what it raises, see `save_variant`.

        Saved again under the same name, it is the next version of the same; under another name one of its own.
        """
        goal, last = normal(name), self.saved
        self.saved = await asyncio.to_thread(
            save_variant,
            self.workspace.library,
            ReviewState(review),
            made=self.made or self._making(),
            goal=goal,
            version_of=last.id if last and last.goal == (goal or review.original.goal) else None,
            origin=self.origin,
        )
        await self._learn(review)
        self.after_save()
        return self.saved

    async def _learn(self, review: Review) -> None:
        """Remembers what the person decided in a review that was just saved, unless learning is off."""
        await asyncio.to_thread(learn, review, self.workspace.lessons)

    def _making(self) -> Provenance:
        """What makes the edits of a run that began here."""
        _, by = self._crew or (None, BackendInfo(provider=self.workspace.config.provider))
        return Provenance(
            strategy=self.request.strategy,
            prompts=self.request.prompts,
            provider=by.provider,
            model=by.model,
            run=self.request.run,
        )

    async def _stream(self, start: Start) -> AsyncGenerator[Event, None]:
        """The events, each in the record before it is shown. Errors before the first event are raised."""
        async with aclosing(start(*await self._answering())) as events:
            async for event in events:
                self._write(event)
                yield event

    async def _answering(self) -> tuple[AgentBackend, BackendInfo]:
        """The crew, made at the first question and kept."""
        if self._crew is None:
            from tailor.backend import UnreachableBackend, crew_for

            workspace = self.workspace
            made = await crew_for(
                workspace.config,
                workspace.paths,
                workspace.environment,
                lent=workspace.lent,
                to_choose="F9 lets you choose.",
            )
            if isinstance(made[0], UnreachableBackend):
                return made  # the next question tries again
            self._crew = made
        return self._crew

    def _write(self, event: Event) -> None:
        """Adds to the record; a full disk ends the record, not the run."""
        if self.not_recorded:
            return
        try:
            if not self.record.exists():
                run_file(self.record.parent, self.record.stem)
            dump((event,), self.record)
        except TailorError as error:
            self.not_recorded = error.message
        except OSError as error:
            self.not_recorded = f"This run cannot be kept for later: {error.strerror}."


def session(
    workspace: "Workspace",
    procedure: Procedure,
    hint: str,
    requirements: tuple[Requirement, ...] | None = None,
) -> RunSession:
    """All it takes to tailor this procedure. UsageError or ContentError say what is missing; nothing runs yet."""
    id = uuid4().hex[:12]
    request = request_for(
        workspace.config, procedure, hint, requirements=requirements, profile=workspace.profile, run=id
    )
    run.check_request(request)
    record = workspace.paths.runs / f"{id}.jsonl"
    return RunSession(workspace=workspace, request=request, describe=workspace.connection(), record=record)


def record_of(setup: "Setup", run: str) -> "Path | None":
    """The file this run is kept in; None, said once, where the disk refuses."""
    from tailor.runs.history import run_file

    try:
        return run_file(setup.paths.runs, run)
    except TailorError as error:
        say(f"This run cannot be kept for later: {error.message}")
        return None


@contextlib.contextmanager
def way_back(record: "Path | None") -> Iterator[None]:
    """Where Ctrl+C ends a review, how one goes on with it is said: every decision is in its record."""
    try:
        yield
    except KeyboardInterrupt:
        if record is not None and is_there(record):
            say(f"What you decided is kept. To go on: tailor review {record.stem}")
        raise


def stop_on_interrupt(stop: asyncio.Event) -> None:
    """Ctrl+C sets `stop`, so that a run ends with a last event; where that cannot be, it interrupts as ever."""
    with contextlib.suppress(NotImplementedError, RuntimeError):  # Windows; or not in the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)


async def listen(
    events: "AsyncGenerator[Event, None]", record: "Path | None", *, json: bool, watched: bool = False
) -> "tuple[Event, ...]":
    """All events: kept in the record, told as JSON lines (the last one later), or as progress to a person.

    `watched`: somebody waits for them, though stderr may be no terminal.
    """
    from tailor.core.codec import event_to_line
    from tailor.core.events import Done
    from tailor.runs.record import dump

    heard: list[Event] = []
    watched = watched or sys.stderr.isatty()
    async with contextlib.aclosing(events):
        async for event in events:
            heard.append(event)
            if record is not None:
                with contextlib.suppress(OSError):  # a full disk takes the record, not the result
                    dump((event,), record)
            if json and not isinstance(event, Done):
                put_json(jsonlib.loads(event_to_line(event)))
            if watched:
                say_progress(event)
    return tuple(heard)


def say_progress(event: "Event") -> None:
    """Tells a person who waits what is being done."""
    from tailor.core.events import StageStarted, Waiting

    if isinstance(event, StageStarted):
        say(f"{event.agent.capitalize()} is at work.")
    elif isinstance(event, Waiting):
        say(f"{event.reason} Trying again in {event.seconds:.0f} s.")


@dataclass(kw_only=True, slots=True)
class RoundsSession(RunSession):
    """The rounds of a critic: what is decided of them is saved as one new procedure, not as a variant."""

    written: Sequence[Event] = ()
    """The events of the generation."""
    version_of: str | None = None
    """Id of what was saved of it before."""

    async def save(self, review: Review, name: str) -> LibraryEntry:
        """Keeps what was decided; saved again, it is the next version of the same."""
        made = procedure_as_decided(self.written, review)
        made = replace(made, goal=normal(name) or made.goal)
        entry = await asyncio.to_thread(
            self.workspace.library.save, made, origin="generated", made=self.made, version_of=self.version_of
        )
        self.version_of = entry.id
        await self._learn(review)
        self.after_save()
        return entry


@dataclass(kw_only=True, slots=True)
class RoadSession(RunSession):
    """The tailoring of what a generation just wrote, as the rest of its run (DESIGN 8: one road)."""

    written: Sequence[Event] = ()
    """The events of the generation."""

    def events(self, decisions: RejectedIds = frozenset) -> AsyncGenerator[Event, None]:
        """Modify and Verify, counted on from where the generation ended."""
        lessons = self.workspace.lessons
        return self._stream(
            lambda crew, by: customize_generated(
                self.written, self.request, crew, by=by, decisions=decisions, lessons=lessons
            )
        )


def road_session(workspace: "Workspace", writing: "GenerationRun") -> RoadSession:
    """All it takes to tailor what was written. UsageError and ContentError say what is missing."""
    written = written_of(writing.events)
    if written is None:
        raise ContentError("Nothing was written that could be tailored.")
    asked = writing.request
    request = request_for(workspace.config, written, asked.hint, profile=workspace.profile, run=asked.run)
    check_request(request)
    return RoadSession(
        workspace=workspace,
        request=request,
        describe=workspace.connection(),
        record=writing.record or workspace.paths.runs / f"{request.run}.jsonl",
        origin="generated",
        written=tuple(event for event in writing.events if not isinstance(event, Done)),
    )
