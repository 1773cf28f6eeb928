"""Reviews of what was generated: where their events come from and what saving them keeps.

Owns `RoundsSession` (a critic's rounds) and `RoadSession` (the tailoring of what was just written). Refuses the
rest of a session: `session` has it.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tailor.agents.stages import Decisions
from tailor.core.errors import ContentError
from tailor.core.events import Done, Event
from tailor.core.review import Review
from tailor.core.text import normal
from tailor.library.entries import Entry
from tailor.road import fitted
from tailor.rounds import as_decided, written_of
from tailor.run import check_request
from tailor.screens.session import Session
from tailor.sessions import request_for

if TYPE_CHECKING:
    from tailor.screens.backstage import Backstage
    from tailor.screens.generate.draft import Writing


@dataclass(kw_only=True, slots=True)
class RoundsSession(Session):
    """The rounds of a critic: what is decided of them is saved as one new procedure, not as a variant."""

    written: Sequence[Event] = ()
    """The events of the generation."""
    version_of: str | None = None
    """Id of what was saved of it before."""

    async def save(self, review: Review, name: str) -> Entry:
        """Keeps what was decided; saved again, it is the next version of the same."""
        made = as_decided(self.written, review)
        made = replace(made, goal=normal(name) or made.goal)
        entry = await asyncio.to_thread(
            self.back.library.save, made, origin="generated", made=self.made, version_of=self.version_of
        )
        self.version_of = entry.id
        await self._learn(review)
        self.after_save()
        return entry


@dataclass(kw_only=True, slots=True)
class RoadSession(Session):
    """The tailoring of what a generation just wrote, as the rest of its run (DESIGN 8: one road)."""

    written: Sequence[Event] = ()
    """The events of the generation."""

    def events(self, decisions: Decisions = frozenset) -> AsyncGenerator[Event, None]:
        """Modify and Verify, counted on from where the generation ended."""
        lessons = self.back.lessons
        return self._stream(
            lambda crew, by: fitted(self.written, self.request, crew, by=by, decisions=decisions, lessons=lessons)
        )


def road_session(back: "Backstage", writing: "Writing") -> RoadSession:
    """All it takes to tailor what was written. UsageError and ContentError say what is missing."""
    written = written_of(writing.events)
    if written is None:
        raise ContentError("Nothing was written that could be tailored.")
    asked = writing.request
    request = request_for(back.config, written, asked.hint, profile=back.profile, run=asked.run)
    check_request(request)
    return RoadSession(
        back=back,
        request=request,
        describe=back.connection(),
        record=writing.record or back.places.runs / f"{request.run}.jsonl",
        origin="generated",
        written=tuple(event for event in writing.events if not isinstance(event, Done)),
    )
