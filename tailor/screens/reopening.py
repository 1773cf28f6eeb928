"""A kept run opened again as its review, with every decision.

Owns the way from a kept run to a screen. Refuses to ask anybody: nothing runs until a person says so.
"""

from typing import TYPE_CHECKING

from tailor.core.events import RequirementsRead, RunStarted
from tailor.library.entries import Entry, Made, Origin
from tailor.library.lineage import is_of, made_by
from tailor.rounds import of_rounds, went_on
from tailor.run import Request
from tailor.runs import Kept
from tailor.screens.generate_sessions import RoundsSession
from tailor.screens.review import ReviewScreen
from tailor.screens.session import Session
from tailor.sessions import request_for

if TYPE_CHECKING:
    from tailor.screens.backstage import Backstage


def reopened(back: "Backstage", kept: Kept, saved: Entry | None = None) -> ReviewScreen:
    """The review screen of a kept run; what is saved of it becomes the next version of what was `saved` of it."""
    started = next(event for event in kept.events if isinstance(event, RunStarted))
    read = next((event for event in reversed(kept.events) if isinstance(event, RequirementsRead)), None)
    request = request_for(
        back.config,
        kept.review.original,
        started.hint,
        requirements=read.requirements if read else None,
        strategy=started.strategy or "sequential",
        prompts="paper" if started.prompts == "paper" else "tailor",
        run=started.run,
    )
    saved = saved if saved and is_of(saved, kept.review) else None
    session = _session(back, kept, request, made_by(started), saved)
    screen = ReviewScreen(request.procedure, request.hint, session, events=kept.events, review=kept.review)
    if saved is not None:
        screen.drafts["name"] = saved.goal
    return screen


def _session(back: "Backstage", kept: Kept, request: Request, made: Made, saved: Entry | None) -> Session:
    """A session that saves what this review is about."""
    describe = back.connection()
    origin: Origin = "generated" if went_on(kept.events) else "typed"
    if of_rounds(kept.events):
        return RoundsSession(
            back=back,
            request=request,
            describe=describe,
            record=kept.path,
            made=made,
            written=kept.events,
            version_of=saved.id if saved else None,
        )
    return Session(
        back=back, request=request, describe=describe, record=kept.path, made=made, origin=origin, saved=saved
    )
