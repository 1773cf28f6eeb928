"""A kept run opened again as its review, with every decision.

Owns the way from a kept run to a screen. Refuses to ask anybody: nothing runs until a person says so.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from tailor.core.events import RequirementsRead, RunStarted
from tailor.library.variants import made_by
from tailor.run import Request
from tailor.runs import Kept
from tailor.screens.review import ReviewScreen
from tailor.screens.session import Session

if TYPE_CHECKING:
    from tailor.screens.backstage import Backstage


def reopened(back: "Backstage", kept: Kept) -> ReviewScreen:
    """The review screen of a kept run."""
    started = next(event for event in kept.events if isinstance(event, RunStarted))
    read = next((event for event in reversed(kept.events) if isinstance(event, RequirementsRead)), None)
    request = Request(
        procedure=kept.review.original,
        hint=started.hint,
        requirements=read.requirements if read else None,
        strategy=started.strategy or "sequential",
        prompts="paper" if started.prompts == "paper" else "tailor",
        run=started.run,
    )
    made = made_by(started)
    session = Session(back=back, request=request, describe=back.connection(), record=kept.path, made=made)
    screen = ReviewScreen(
        request.procedure, request.hint, session, events=kept.events, choices=kept.review.choices
    )
    screen.table.review = replace(screen.table.review, past=kept.review.past)
    return screen
