"""Runs as files: one event a line, as CONTRACT 3 and 5 say.

Owns writing and reading `runs/<id>.jsonl`. Refuses to know where runs lie (`places`) and what a decision is: lines
that are no events are passed over when a run is played again.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from pathlib import Path

from tailor.core.codec import EVENTS, event_from_line, event_to_line
from tailor.core.errors import ContentError, DamagedError, NotFoundError
from tailor.core.events import Event
from tailor.storage import CUT, add_lines


def dump(events: Iterable[Event], path: Path) -> None:
    """Adds the events to the file, one a line; the file is for its owner alone. OSError where the disk refuses."""
    lines = "".join(event_to_line(event) + "\n" for event in events)
    add_lines(path, lines.encode("utf-8", "surrogatepass"))


async def recording(events: AsyncIterator[Event], path: Path) -> AsyncGenerator[Event, None]:
    """The same events, each written before it is passed on: a killed program loses none that was seen."""
    async for event in events:
        dump((event,), path)
        yield event


def load(path: Path) -> tuple[Event, ...]:
    """The events of a file. A last line that was cut off is left out: everything before it counts.

    So is one that was cut off before another followed. Raises NotFoundError without the file, DamagedError naming
    the line that cannot be read.
    """
    try:
        *lines, last = path.read_bytes().split(b"\n")
    except FileNotFoundError as error:
        raise NotFoundError(f"There is no recorded run at {path}.") from error
    except OSError as error:
        raise DamagedError(f"The recorded run {path} cannot be read: {error}.") from error
    events = [event for number, line in enumerate(lines, 1) for event in _read(line, number, path)]
    return tuple(events + _last(last))


async def replay(path: Path) -> AsyncGenerator[Event, None]:
    """The events of a file, as if they came from a run."""
    for event in load(path):
        yield event


def _read(line: bytes, number: int, path: Path) -> list[Event]:
    try:
        return _events(line)
    except ContentError as error:
        raise DamagedError(f"Line {number} of {path} cannot be read: {error.message}") from error
    except UnicodeDecodeError as error:
        raise DamagedError(f"Line {number} of {path} cannot be read: {error}.") from error


def _events(line: bytes) -> list[Event]:
    """The event of a line, if it is one and was not cut off. ContentError, UnicodeDecodeError: it is damaged."""
    if line.endswith(CUT):
        return []
    text = line.decode("utf-8")
    return [event_from_line(text)] if text.strip() and _is_event(text) else []


def _is_event(line: str) -> bool:
    """Whether the line claims to be an event; a line that is no JSON is claimed too, so that it is named."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return True
    return not isinstance(data, dict) or str(data.get("kind")) in EVENTS


def _last(line: bytes) -> list[Event]:
    """The last line where the file does not end with a line end: whole, or cut off and left out."""
    try:
        return _events(line)
    except (ContentError, UnicodeDecodeError):  # it may be cut in the middle of a letter
        return []
