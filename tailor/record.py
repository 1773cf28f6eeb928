"""Runs as files: one event a line, as CONTRACT 3 and 5 say.

Owns writing and reading `runs/<id>.jsonl`. Refuses to know where runs lie (`places`) and what a decision is: lines
that are no events are passed over when a run is played again.
"""

import json
import os
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from pathlib import Path

from tailor.core.codec import EVENTS, event_from_line, event_to_line
from tailor.core.errors import ContentError, DamagedError, NotFoundError
from tailor.core.events import Event


def dump(events: Iterable[Event], path: Path) -> None:
    """Adds the events to the file, one a line; the file is for its owner alone."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "a", encoding="utf-8", errors="surrogatepass") as file:
        file.writelines(event_to_line(event) + "\n" for event in events)


async def recording(events: AsyncIterator[Event], path: Path) -> AsyncGenerator[Event, None]:
    """The same events, each written before it is passed on: a killed program loses none that was seen."""
    async for event in events:
        dump((event,), path)
        yield event


def load(path: Path) -> tuple[Event, ...]:
    """The events of a file. A last line that was cut off is left out: everything before it counts.

    Raises NotFoundError without the file, DamagedError naming the line that cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise NotFoundError(f"There is no recorded run at {path}.") from error
    except (UnicodeDecodeError, OSError) as error:
        raise DamagedError(f"The recorded run {path} cannot be read: {error}.") from error
    *lines, last = text.split("\n")
    events = [event for number, line in enumerate(lines, 1) for event in _read(line, number, path)]
    return tuple(events + _last(last))


async def replay(path: Path) -> AsyncGenerator[Event, None]:
    """The events of a file, as if they came from a run."""
    for event in load(path):
        yield event


def _read(line: str, number: int, path: Path) -> list[Event]:
    if not line.strip() or not _is_event(line):
        return []
    try:
        return [event_from_line(line)]
    except ContentError as error:
        raise DamagedError(f"Line {number} of {path} cannot be read: {error.message}") from error


def _is_event(line: str) -> bool:
    """Whether the line claims to be an event; a line that is no JSON is claimed too, so that it is named."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return True
    return not isinstance(data, dict) or str(data.get("kind")) in EVENTS


def _last(line: str) -> list[Event]:
    """The last line where the file does not end with a line end: whole, or cut off and left out."""
    try:
        return [event_from_line(line)] if line.strip() and _is_event(line) else []
    except ContentError:
        return []
