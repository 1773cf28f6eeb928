"""One generation from request to saved procedure, recorded on the way, the same for screens and command line."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memory.generation.agents import Cache, Retriever
from memory.generation.parsing import draft_of
from tailor.backend import Backend
from tailor.core.events import (
    Done,
    DraftWritten,
    Event,
    ModelCalled,
    RunStarted,
    StageStarted,
    TextDelta,
    first_of,
)
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.library.entries import LibraryEntry, Provenance
from tailor.library.lineage import provenance_of
from tailor.runs.generate import GenerateRequest, check, generate
from tailor.runs.history import Recorded, procedure_as_decided, review_from_log
from tailor.runs.session import learn

if TYPE_CHECKING:
    from tailor.workspace import Workspace


@dataclass(slots=True)
class GenerationProgress:
    goal: str = ""
    resources: tuple[str, ...] = ()
    events: list[Event] = field(default_factory=list)
    """All except text deltas."""
    result: Procedure | None = None
    finished: bool = False
    """Whether `result` comes from a completed run."""
    agents: dict[int, str] = field(default_factory=dict)
    """The agent of each stage, by stage number."""
    _calls: dict[int, int] = field(default_factory=dict)
    _live: dict[int, str] = field(default_factory=dict)
    """Unfinished answers of calls that write the list, by stage."""

    def take(self, event: Event) -> None:
        if isinstance(event, TextDelta):
            stage = self._calls.get(event.call, 0)
            if not event.thinking and self.agents.get(stage) in ("draft", "update", "perform"):  # write the list
                self._live[stage] = self._live.get(stage, "") + event.text
            return
        self.events.append(event)
        if isinstance(event, StageStarted):
            self.agents[event.stage] = event.agent
        elif isinstance(event, ModelCalled):
            self._calls[event.call] = event.stage
            self._live.pop(event.stage, None)
        elif isinstance(event, DraftWritten):
            self.result = event.procedure
            self._live.pop(event.stage, None)
        elif isinstance(event, Done):
            self.result, self.finished = event.result, True

    @property
    def live(self) -> str:
        """The list being written now, as text so far; "" if none is."""
        return self._live[max(self._live)] if self._live else ""

    def kept(self) -> Procedure | None:
        """The newest whole list; before the first, the steps received so far, if any."""
        if self.result is not None or not self.live:
            return self.result
        read = draft_of(self.live, self.goal)
        written = Procedure(self.goal, read.steps, self.resources, uncertain=read.uncertain)
        return written if read.steps else None


@dataclass(kw_only=True, slots=True)
class GenerationSession(Recorded):
    """One generation. Make one with `open`."""

    workspace: "Workspace"
    request: GenerateRequest
    progress: GenerationProgress
    rounds: Review | None = None
    """The critic's rounds as decided; None until somebody opens them."""
    saved: LibraryEntry | None = None
    _saved_as: Procedure | None = None

    @staticmethod
    def open(workspace: "Workspace", request: GenerateRequest) -> "GenerationSession":
        """Prepare a new generation without running it. UsageError, ContentError as in `check`."""
        check(request)
        return GenerationSession(
            workspace=workspace,
            request=request,
            progress=GenerationProgress(request.goal, request.resources),
            record=workspace.paths.runs / f"{request.run}.jsonl",
        )

    async def events(
        self,
        backend: Backend,
        retriever: Retriever,
        *,
        stop: asyncio.Event | None = None,
        cache: Cache | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Yield each event after recording it; see `generate`.

        With a hint, the run continues as a tailoring (`RunSession.after_generation`), so its done is not recorded.
        """
        whole = self.workspace.whole
        events = generate(
            self.request, backend.model, retriever, by=backend.info, stop=stop, cache=cache, whole=whole
        )
        async with aclosing(events):
            async for event in events:
                if not (self.request.hint.strip() and isinstance(event, Done)):
                    self.add_event(event)
                self.progress.take(event)
                yield event

    @property
    def log(self) -> Sequence[Event]:
        """All events except text deltas."""
        return self.progress.events

    @property
    def made(self) -> Provenance:
        started = first_of(self.log, RunStarted)
        return provenance_of(started) if started else Provenance()

    def reviewed(self) -> Review | None:
        """The critic's rounds as decided so far; None if no critic changed anything."""
        if self.rounds is None:
            self.rounds = review_from_log(self.log)
        return self.rounds

    def decide(self, rounds: Review) -> None:
        """Apply these decisions on the rounds to the result."""
        if self.rounds is not None and rounds.choices != self.rounds.choices:
            self.rounds = rounds
            self.progress.result = procedure_as_decided(self.log, rounds)

    @property
    def is_saved(self) -> bool:
        """Whether the current result is in the library."""
        return self.saved is not None and self._saved_as == self.progress.kept()

    def keep(self, entry: LibraryEntry, written: Procedure | None) -> None:
        self.saved, self._saved_as = entry, written

    def save(self, written: Procedure) -> LibraryEntry:
        """Save the list; after the first time, as the next version. Blocks on the disk. TailorError if it fails.

        If the library has it word for word, it is not saved again, and the existing entry is returned.
        """
        version_of = self.saved.id if self.saved else None
        library = self.workspace.library
        own = library.load(there) if written.id and (there := library.find(written.id, whole=True)) else None
        if own is not None and own.procedure.goal == written.goal:
            entry = own.entry
        else:
            entry = library.save(written, origin="generated", made=self.made, version_of=version_of)
        if self.rounds is not None:
            learn(self.rounds, self.workspace.lessons)
        self.keep(entry, written)
        return entry
