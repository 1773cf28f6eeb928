"""A run on the command line: its events as they come, Ctrl+C, and its end: record, save, print, report.

No result is printed for a run that failed.
"""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass, replace

from tailor.backend import ServerOptions
from tailor.cli.console import Exit, put_json, put_procedure, say, say_error, yes_or_no
from tailor.core.codec import to_object
from tailor.core.coverage import as_taken, judgements, ledger, named_by_person, still_told, unjudged
from tailor.core.dangers import dangers
from tailor.core.errors import TailorError
from tailor.core.events import Done, Event, StageFinished, StageStarted, Waiting
from tailor.core.outcomes import WishOutcome, outcomes, still_mentioned
from tailor.core.procedure import Procedure
from tailor.core.report import WORK, closing_line, done, moved_along, remarks
from tailor.core.review import Review
from tailor.core.review.agreement import unclear
from tailor.core.review.decisions import Accepting
from tailor.core.review.objections import objections, pointless, save_anyway
from tailor.core.review.places import open_places
from tailor.core.review.state import ReviewState
from tailor.library.entries import LibraryEntry
from tailor.runs.customize import CustomizeRequest, check_request, request_for
from tailor.runs.history import ELSEWHERE, Recorded, decided_on
from tailor.runs.session import RunSession, always_holds
from tailor.storage import is_there
from tailor.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions(ServerOptions):
    """The options of a command with a run; what is not given comes from the settings."""

    hint: str = ""
    prompts: str | None = None
    accept: Accepting = "careful"
    plain: bool = False
    save: bool = False
    no_memory: bool = False
    profile: tuple[str, ...] = ()
    format: str | None = None
    json: bool = False
    keep: Callable[[Review], bool | None] | None = None
    """Asks whether to save after the review, and then no data is printed. None: as `save` says."""


def request_of(
    workspace: Workspace, base: Procedure, told: RunOptions, *, strategy: str | None = None, run: str = ""
) -> CustomizeRequest:
    """The requested tailoring. UsageError or ContentError if it makes no sense."""
    request = request_for(
        workspace.config,
        base,
        told.hint,
        profile=always_holds(workspace, base.id, told.hint, told.profile),
        strategy=strategy,
        prompts=told.prompts,
        accept="none" if told.plain else told.accept,
        run=run,
    )
    check_request(request)
    return request


def begin_record(session: Recorded) -> None:
    """Create the record's folder; say so if the run cannot be recorded."""
    if trouble := session.begin_record():
        say(f"Tailor cannot save what you do here: {trouble}")


@contextlib.contextmanager
def say_how_to_go_on(session: Recorded | None, *, saves: bool = False) -> Iterator[None]:
    """On Ctrl+C in a review, say how to continue it, as every decision is recorded. `saves`: with --save."""
    try:
        yield
    except KeyboardInterrupt:
        _say_how_to_go_on(session, saves=saves)
        raise


def _say_how_to_go_on(session: Recorded | None, *, saves: bool) -> None:
    if session is not None and not session.not_recorded and is_there(session.record):
        again = f"tailor review {session.record.stem}{' --plain --save' if saves else ''}"
        say(f"Your decisions are kept. To continue: {again}")


def stopped_by_ctrl_c() -> asyncio.Event:
    """An event that Ctrl+C sets, so that a run ends properly; where that is impossible, Ctrl+C interrupts."""
    stop = asyncio.Event()
    with contextlib.suppress(NotImplementedError, RuntimeError):  # Windows; or not in the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)
    return stop


async def listen(events: AsyncGenerator[Event, None], told: RunOptions) -> tuple[Event, ...]:
    """Collect all events, printing them as JSON lines (except Done, see `put_end`) or as progress."""
    heard: list[Event] = []
    watched = told.plain or sys.stderr.isatty()
    async with contextlib.aclosing(events):
        async for event in events:
            heard.append(event)
            if told.json and not isinstance(event, Done):
                _put_event(event)
            if watched and isinstance(event, StageStarted):
                say(f"{WORK.get(event.agent, 'Checking it')} …")
            elif watched and isinstance(event, Waiting):
                say(event.reason + (f" Trying again in {event.seconds:.0f} s." if event.seconds else ""))
    return tuple(heard)


def _put_event(event: Event) -> None:
    """Print data: an event as a line of a run log."""
    put_json({"kind": event.kind, **to_object(event)})


def finish(
    session: RunSession, events: tuple[Event, ...], review: Review, told: RunOptions, *, reopened: bool = False
) -> int:
    """Finish a review, perhaps `reopened`, after all decisions: record, save, print; return the exit code."""
    review, says = session.note(review)
    if says == ELSEWHERE:
        say(says)
    last = events[-1]
    end = replace(done(review, "none"), run=last.run, seq=last.seq)
    end = replace(end, result=session.with_details(end.result))
    with say_how_to_go_on(session, saves=told.save):
        keeps = _keeps(review, told, session.replaces)
    before = session.saved
    name = before.goal if before and before.goal != review.original.goal else ""  # the name it was saved under
    save = (lambda: session.save_now(review, name)) if keeps else None
    end, code = put_end(end, end.result, told, save)
    whole = (*decided_on(events)[:-1], end)
    # of the updated step mentions, only those in this result
    of_all = [event for event in whole if not (isinstance(event, StageFinished) and event.agent == "renumber")]
    now = ReviewState(review)
    said_before_saving = told.plain and told.save if told.keep is None else end.result != review.original
    lost = () if said_before_saving else (*pointless(now), *unclear(now), *(one.says for one in dangers(now)))
    noted = as_taken(now, remarks(of_all))
    if told.plain:  # the places were asked about one by one: only what is still open counts
        noted = still_told(now, noted)
    noted += () if said_before_saving else unheard(now)
    said = "\n".join(noted).casefold()  # without what only the second check found, which says nothing
    unsaid = (one for one in open_places(now) if not any(f"“{word.casefold()}”" in said for word in one.words))
    noted += (still_mentioned([*unsaid]),)
    for remark in (*noted, moved_along(now), *lost, closing_line(whole, review)):
        if remark:
            say(remark)
    changes = review.choices.own or any(now.status(id) != "rejected" for id in now.proposals)
    asked = told.plain or (reopened and session.saved is None)
    if changes and asked and not told.save and told.keep is None and is_there(session.record):
        say(f"Nothing is saved yet. To save it: tailor review {session.record.stem} --plain --save")
    if keeps is None:
        say("The input ended before you said yes, so nothing was saved.")
        _say_how_to_go_on(session, saves=told.save)
        return code if told.keep else Exit.CANCELLED  # a person who asked to save with --save must not get "done"
    return code


def _keeps(review: Review, told: RunOptions, replaces: str) -> bool | None:
    """Whether to save, by the options or by asking the person; None without an answer.

    A person who decided line by line is asked about unmet wishes, anybody about changes that saving `replaces`.
    """
    if told.keep is not None:
        return told.keep(review)
    unmet = say_objections(review) if told.save and told.plain else ""
    return told.save and saves_anyway(" ".join(filter(None, (replaces, unmet))))


def unheard(state: ReviewState) -> tuple[str, ...]:
    """Sentences on what the Result still has against a wish, if no agent mentioned it (models never do) or the
    person wrote it.
    """
    silent = {*(one.id for one in unjudged(state, judgements(state))), *named_by_person(state)}
    return tuple(one.says for one in _became(state) if one.unmet and one.still and one.id in silent)


def _became(state: ReviewState) -> tuple[WishOutcome, ...]:
    taken = [id for id in state.proposals if state.status(id) == "accepted"]
    return outcomes(state, ledger(state, taken))


def say_objections(review: Review) -> str:
    """Say what speaks against the Result; return a sentence on its unmet wishes, "" if there are none."""
    state = ReviewState(review)
    became = _became(state)
    for words in (*objections(state, became), *(one.says for one in became if one.looks and not one.unmet)):
        say(words)
    return save_anyway(became, dangers(state))


def saves_anyway(unmet: str) -> bool | None:
    """Ask whether to save despite unmet wishes; None at the end of input, which never means yes."""
    return not unmet or yes_or_no(f"{unmet} Save it anyway? y or n: ")


def put_end(
    end: Done, shown: Procedure, told: RunOptions, save: Callable[[], LibraryEntry] | None
) -> tuple[Done, int]:
    """Save, print `shown` or the event, and report the outcome; return the updated event and the exit code."""
    trouble = None
    if save is not None:
        try:
            end = replace(end, saved=save().id)
        except TailorError as error:
            trouble = error
    try:
        if told.json:
            _put_event(end)
        elif told.keep is None:
            put_procedure(shown, told.format)
    finally:  # even if the output cannot be written
        if end.saved:
            say(f"Saved as {end.saved}.")
        if trouble is not None:
            say_error(trouble)
    return end, trouble.exit_code if trouble else Exit.DONE
