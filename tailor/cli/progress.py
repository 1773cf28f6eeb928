"""Waiting for a run on the command line: its events as JSON lines or words of progress, and Ctrl+C."""

import asyncio
import contextlib
import json as jsonlib
import signal
import sys
from collections.abc import AsyncGenerator, Iterator

from tailor.cli.output import put_json, say
from tailor.core.codec import event_to_line
from tailor.core.events import Done, Event, StageStarted, Waiting
from tailor.runs.history import Recorded
from tailor.storage import is_there


def begin_record(session: Recorded) -> None:
    """Make the record's folder; say it if the run cannot be recorded."""
    if trouble := session.begin_record():
        say(f"This run cannot be kept for later: {trouble}")


@contextlib.contextmanager
def say_how_to_go_on(session: Recorded | None) -> Iterator[None]:
    """On Ctrl+C during a review, say how to go on with it: every decision is recorded."""
    try:
        yield
    except KeyboardInterrupt:
        if session is not None and not session.not_recorded and is_there(session.record):
            say(f"What you decided is kept. To go on: tailor review {session.record.stem}")
        raise


def stop_on_interrupt(stop: asyncio.Event) -> None:
    """Let Ctrl+C set `stop`, so that a run ends with a last event; where that is impossible, it interrupts."""
    with contextlib.suppress(NotImplementedError, RuntimeError):  # Windows; or not in the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)


async def listen(
    events: AsyncGenerator[Event, None], *, json: bool = False, watched: bool = False
) -> tuple[Event, ...]:
    """All events, printed as JSON lines (but for done, which `finish` prints) or said as progress.

    `watched`: somebody waits for them, even if stderr is no terminal.
    """
    heard: list[Event] = []
    watched = watched or sys.stderr.isatty()
    async with contextlib.aclosing(events):
        async for event in events:
            heard.append(event)
            if json and not isinstance(event, Done):
                put_json(jsonlib.loads(event_to_line(event)))
            if watched:
                _say_progress(event)
    return tuple(heard)


def _say_progress(event: Event) -> None:
    if isinstance(event, StageStarted):
        say(f"{event.agent.capitalize()} is at work.")
    elif isinstance(event, Waiting):
        say(f"{event.reason} Trying again in {event.seconds:.0f} s.")
