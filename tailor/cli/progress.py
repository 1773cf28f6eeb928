"""A run as a command waits for it: its events as JSON lines or words of progress, and Ctrl+C."""

import asyncio
import contextlib
import json as jsonlib
import signal
import sys
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tailor.cli.output import put_json, say
from tailor.core.errors import TailorError
from tailor.storage import is_there

if TYPE_CHECKING:
    from tailor.core.events import Event
    from tailor.workspace import Workspace


def record_of(workspace: "Workspace", run: str) -> "Path | None":
    """The file this run is kept in; None, said once, where the disk refuses."""
    from tailor.runs.history import run_file

    try:
        return run_file(workspace.paths.runs, run)
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
