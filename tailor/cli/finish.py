"""How a review ends on the command line: decisions kept, the result saved if asked, the honest line.

Owns the order: record, library, stdout, stderr. Refuses to print a result when something failed.
"""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tailor.cli.exit_codes import Exit, exit_of
from tailor.cli.output import put, put_json, say, say_error, write_as
from tailor.cli.progress import way_back
from tailor.core.errors import TailorError
from tailor.core.events import Done, Event, RunStarted, StageFinished
from tailor.core.report import closing_line, done, moved_along, remarks
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.runs.history import decided_on
from tailor.runs.session import learn
from tailor.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from memory.lessons import Lessons
    from tailor.core.procedure import Json
    from tailor.library.entries import LibraryEntry, Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputOptions:
    """What is to be done with the result."""

    save: bool = False
    format: str | None = None
    json: bool = False
    lessons: "Lessons | None" = None
    """Where a saved review is learned from; None: nowhere."""
    keep: "Callable[[Review], bool] | None" = None
    """Asked after the review whether it is saved, by somebody who is read to: no data is printed then. None: as
    `save` says."""
    saved: "LibraryEntry | None" = None
    """What was saved of the review before: what is saved now is the next version of the same."""


def finish(
    workspace: Workspace, events: tuple[Event, ...], review: Review, wanted: OutputOptions, record: "Path | None"
) -> Exit:
    """Ends a review whose decisions are made: keeps them, saves, prints; the exit code."""
    from tailor.runs.record import note_choices

    if record is not None:
        with contextlib.suppress(OSError):  # a full disk takes the record, not the result
            note_choices(review.choices, record)
    last = events[-1]
    end = replace(done(review, "none"), run=last.run, seq=last.seq)
    code, trouble = Exit.DONE, None
    with way_back(record):
        keeps = wanted.save or (wanted.keep is not None and wanted.keep(review))
    if keeps:
        try:
            end = replace(end, saved=_save(workspace, events, review, wanted.saved))
        except TailorError as error:
            code, trouble = exit_of(error), error
    if wanted.json:
        put_json(_json(end))
    elif wanted.keep is None:
        put(write_as(end.result, wanted.format or "md"))
    if end.saved:
        say(f"Saved as {end.saved}.")
        learn(review, wanted.lessons)
    if trouble is not None:
        say_error(trouble)
    whole = (*decided_on(events)[:-1], end)
    for remark in _remarks(whole, review):
        say(remark)
    say(closing_line(whole, review))
    return code


def _remarks(events: tuple[Event, ...], review: Review) -> tuple[str, ...]:
    """What the agents had to say; of mentions of steps only what moved in this result."""
    of_all = [event for event in events if not (isinstance(event, StageFinished) and event.agent == "renumber")]
    return (*remarks(of_all), *filter(None, [moved_along(ReviewState(review))]))


def _save(workspace: Workspace, events: tuple[Event, ...], review: Review, last: "LibraryEntry | None") -> str:
    from tailor.library.lineage import provenance_of, save_variant
    from tailor.runs.history import of_rounds, procedure_as_decided

    started = next(event for event in events if isinstance(event, RunStarted))
    made, before = provenance_of(started), last.id if last else None
    if of_rounds(events):
        result = procedure_as_decided(events, review)
        result = replace(result, goal=last.goal) if last else result
        return workspace.library.save(result, origin="generated", made=made, version_of=before).id
    origin: Origin = "imported" if started.procedure else "generated"
    goal = last.goal if last and last.goal != review.original.goal else ""
    return save_variant(
        workspace.library, ReviewState(review), made=made, goal=goal, version_of=before, origin=origin
    ).id


def _json(end: Done) -> "Json":
    from tailor.core.codec import to_json

    data = to_json(end)
    assert isinstance(data, dict)
    return {"kind": end.kind, **data}
