"""The end of a review on the command line: record the decisions, save if asked, print the result, say the rest.

No result is printed for a run that failed.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tailor.cli.output import Exit, exit_of, put, put_json, say, say_error, write_as
from tailor.cli.progress import say_how_to_go_on
from tailor.core.codec import to_json
from tailor.core.errors import TailorError
from tailor.core.events import Done, Event, StageFinished
from tailor.core.report import closing_line, done, moved_along, remarks
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.runs.history import decided_on
from tailor.runs.session import RunSession

if TYPE_CHECKING:
    from tailor.core.procedure import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputOptions:
    """What to do with the result."""

    save: bool = False
    format: str | None = None
    json: bool = False
    keep: Callable[[Review], bool] | None = None
    """Asked after the review whether to save, by a person who is read to: no data is printed. None: as `save`."""


def finish(session: RunSession, events: tuple[Event, ...], review: Review, wanted: OutputOptions) -> Exit:
    """End a review whose decisions are made: record, save, print; the exit code."""
    session.note(review.choices)
    last = events[-1]
    end = replace(done(review, "none"), run=last.run, seq=last.seq)
    code, trouble = Exit.DONE, None
    with say_how_to_go_on(session):
        keeps = wanted.save or (wanted.keep is not None and wanted.keep(review))
    if keeps:
        try:
            end = replace(end, saved=session.save_now(review, _name(session, review)).id)
        except TailorError as error:
            code, trouble = exit_of(error), error
    if wanted.json:
        put_json(_json(end))
    elif wanted.keep is None:
        put(write_as(end.result, wanted.format or "md"))
    if end.saved:
        say(f"Saved as {end.saved}.")
    if trouble is not None:
        say_error(trouble)
    whole = (*decided_on(events)[:-1], end)
    for remark in _remarks(whole, review):
        say(remark)
    say(closing_line(whole, review))
    return code


def _name(session: RunSession, review: Review) -> str:
    """The name given when it was saved before; "" for the original's."""
    last = session.saved
    return last.goal if last and last.goal != review.original.goal else ""


def _remarks(events: tuple[Event, ...], review: Review) -> tuple[str, ...]:
    """What the agents had to say; of mentions of steps only what moved in this result."""
    of_all = [event for event in events if not (isinstance(event, StageFinished) and event.agent == "renumber")]
    return (*remarks(of_all), *filter(None, [moved_along(ReviewState(review))]))


def _json(end: Done) -> "Json":
    data = to_json(end)
    assert isinstance(data, dict)
    return {"kind": end.kind, **data}
