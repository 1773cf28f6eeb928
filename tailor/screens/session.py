"""One tailoring as the Review screen sees it: who answers, the streams of events, the record, saving.

Owns the way from settings to a request and a crew, and the file the run is kept in. Refuses to draw. Nothing is
connected before the first event is asked for.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias
from uuid import uuid4

from tailor import run
from tailor.agents.stages import Answering, Decisions
from tailor.core.errors import TailorError
from tailor.core.events import Event
from tailor.core.procedure import Procedure
from tailor.core.protocols import Crew
from tailor.core.requirements import Requirement
from tailor.core.review import Review
from tailor.core.review_state import Standing
from tailor.core.text import normal
from tailor.library.entries import Entry, Made, Origin
from tailor.library.lineage import save_variant
from tailor.record import dump
from tailor.run import Further, Request
from tailor.runs import run_file
from tailor.screens.connection import Connection
from tailor.sessions import learn, request_for

if TYPE_CHECKING:
    from tailor.screens.backstage import Backstage

Start: TypeAlias = Callable[[Crew, Answering], AsyncGenerator[Event, None]]


@dataclass(kw_only=True, slots=True)
class Session:
    """One procedure, one hint, and who answers. Make one with `session()`."""

    back: "Backstage"
    request: Request
    describe: Connection
    """Who answers, in words: `describe.says` for a strip, `describe.sends` before a call is made by hand."""
    record: Path
    """The file the run's events go to; decisions are added after them (CONTRACT 3)."""
    not_recorded: str = ""
    """Why the record could not be written; "" while it can."""
    made: Made | None = None
    """What made the edits of a run opened again; None for one that begins here."""
    origin: Origin = "typed"
    """How the original came into being, where it is saved with its first variant."""
    after_save: Callable[[], None] = lambda: None
    """Called once a variant is saved, before anything is said of it."""
    saved: Entry | None = None
    """What was saved last from this review, if that is known."""
    _crew: tuple[Crew, Answering] | None = field(default=None, repr=False)

    def events(self, decisions: Decisions = frozenset) -> AsyncGenerator[Event, None]:
        """The run from its start; `decisions` gives the ids rejected so far. Closing it ends the model's call."""
        lessons = self.back.lessons
        return self._stream(
            lambda crew, by: run.run(self.request, crew, by=by, decisions=decisions, lessons=lessons)
        )

    def ask_again(
        self, asked: Further, *, step: int | None, note: str = "", frozen: int = 0
    ) -> AsyncGenerator[Event, None]:
        """Modify once more, about one step or the whole, with the person's words."""
        return self._stream(
            lambda crew, by: run.ask_again(asked, crew, by=by, step=step, note=note, frozen=frozen)
        )

    def verify_again(
        self, asked: Further, *, step: int | None = None, note: str = ""
    ) -> AsyncGenerator[Event, None]:
        """Verify about what the person accepted so far, or about one step of it."""
        return self._stream(lambda crew, by: run.verify_again(asked, crew, by=by, step=step, note=note))

    def rewrite(self, asked: Further, *, note: str = "") -> AsyncGenerator[Event, None]:
        """A rewrite by hand, where edits are too cautious."""
        return self._stream(lambda crew, by: run.rewrite(asked, crew, by=by, note=note))

    async def save(self, review: Review, name: str) -> Entry:
        """Keeps the Result in the library, on the disk when this returns; what it raises, see `save_variant`.

        Saved again under the same name, it is the next version of the same; under another name one of its own.
        """
        goal, last = normal(name), self.saved
        self.saved = await asyncio.to_thread(
            save_variant,
            self.back.library,
            Standing(review),
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
        await asyncio.to_thread(learn, review, self.back.lessons)

    def _making(self) -> Made:
        """What makes the edits of a run that began here."""
        _, by = self._crew or (None, Answering(provider=self.back.config.provider))
        return Made(
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

    async def _answering(self) -> tuple[Crew, Answering]:
        """The crew, made at the first question and kept."""
        if self._crew is None:
            from tailor.answering import Unreachable, crew_for

            back = self.back
            made = await crew_for(
                back.config, back.places, back.environment, lent=back.lent, to_choose="F9 lets you choose."
            )
            if isinstance(made[0], Unreachable):
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
    back: "Backstage",
    procedure: Procedure,
    hint: str,
    requirements: tuple[Requirement, ...] | None = None,
) -> Session:
    """All it takes to tailor this procedure. UsageError or ContentError say what is missing; nothing runs yet."""
    id = uuid4().hex[:12]
    request = request_for(back.config, procedure, hint, requirements=requirements, profile=back.profile, run=id)
    run.check_request(request)
    record = back.places.runs / f"{id}.jsonl"
    return Session(back=back, request=request, describe=back.connection(), record=record)
