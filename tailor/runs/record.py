"""The lines of `runs/<id>.jsonl` (CONTRACT 3 and 5): one event each, and after them the decisions.

Lines of decisions are skipped when events are read. A line cut off by a crash is left out, the others count.
"""

import contextlib
import json
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

from tailor.core.codec import EVENTS, event_from_line, event_to_line, from_json, to_json
from tailor.core.errors import ContentError, DamagedError, NotFoundError
from tailor.core.events import Event, StageStarted
from tailor.core.procedure import Json
from tailor.core.review import Decisions
from tailor.storage import CUT, add_lines


def dump(events: Iterable[Event], path: Path) -> None:
    """Append the events to the file, readable for its owner alone. OSError where the disk refuses."""
    lines = "".join(event_to_line(event) + "\n" for event in events)
    add_lines(path, lines.encode("utf-8", "surrogatepass"))


def load(path: Path) -> tuple[Event, ...]:
    """The events of a file, without lines that a crash cut off.

    NotFoundError without the file, DamagedError naming the line that cannot be read.
    """
    try:
        *lines, last = path.read_bytes().split(b"\n")
    except FileNotFoundError as error:
        raise NotFoundError(f"There is no recorded run at {path}.") from error
    except OSError as error:
        raise DamagedError(f"The recorded run {path} cannot be read: {error}.") from error
    events = [event for number, line in enumerate(lines, 1) for event in _read(line, number, path)]
    with contextlib.suppress(ContentError, UnicodeDecodeError):  # it may be cut off in the middle of a letter
        events += _events(last)
    return tuple(events)


async def replay(path: Path) -> AsyncGenerator[Event, None]:
    """The events of a file as a stream."""
    for event in load(path):
        yield event


def _read(line: bytes, number: int, path: Path) -> list[Event]:
    try:
        return _events(line)
    except (ContentError, UnicodeDecodeError) as error:
        why = error.message if isinstance(error, ContentError) else f"{error}."
        raise DamagedError(f"Line {number} of {path} cannot be read: {why}") from error


def _events(line: bytes) -> list[Event]:
    """The event of a line, if it is one and was not cut off. ContentError, UnicodeDecodeError: it is damaged."""
    if line.endswith(CUT):
        return []
    text = line.decode("utf-8")
    return [event_from_line(text)] if text.strip() and _is_event(text) else []


def _is_event(line: str) -> bool:
    """Whether to read the line as an event: also if it is no JSON at all, so that the error names it."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return True
    return not isinstance(data, dict) or str(data.get("kind")) in EVENTS


_CHOICES: Final = '{"kind": "choices"'
_STAGE: Final = f'{{"kind": "{StageStarted.kind}"'

MOST_UNDONE: Final = 50
"""Choices of a kept run that can be undone once it is opened again: each is a line to be read."""


def note_choices(choices: Decisions, path: Path) -> None:
    """Append the decisions to the file of a run. OSError where the disk refuses."""
    data = to_json(choices)
    assert isinstance(data, dict)
    line = json.dumps({"kind": "choices", **data}, ensure_ascii=False) + "\n"
    add_lines(path, line.encode("utf-8", "surrogatepass"))


def choices_and_past(path: Path) -> tuple[Decisions, tuple[Decisions, ...]]:
    """The latest decisions, and those that undo goes back to, oldest first. OSError without the file.

    A line equal to the one before the last was an undo: it is walked back, not repeated.
    """
    lines = list(reversed(tuple(islice(_readable(reversed(_lines(path))), MOST_UNDONE + 1))))
    walked = [Decisions()] if len(lines) <= MOST_UNDONE else []
    for choices in lines:
        if walked[-2:-1] == [choices]:
            walked.pop()
        elif walked[-1:] != [choices]:
            walked.append(choices)
    return walked[-1], tuple(walked[:-1])


def choices_at_stages(path: Path) -> Mapping[int, Decisions]:
    """By stage number, the decisions when it began; missing where there were none. OSError without the file."""
    found: dict[int, Decisions] = {}
    so_far: list[str] = []
    for line in _lines(path):
        if line.startswith(_STAGE) and so_far:
            chosen, begun = next(_readable(reversed(so_far)), None), _object(line)
            if chosen is not None and isinstance(number := begun.get("stage"), int):
                found[number] = chosen
        elif line.startswith(_CHOICES):
            so_far.append(line)
    return found


def _object(line: str) -> dict[str, Json]:
    """The JSON object of a line; empty where it was cut off by a crash."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").split("\n")


def _readable(lines: Iterable[str]) -> Iterator[Decisions]:
    """The choices of every readable line of them, in the order of the lines; one cut off does not count."""
    for line in lines:
        if line.startswith(_CHOICES) and (data := _object(line)):
            with contextlib.suppress(ValueError, RecursionError, ContentError):
                yield from_json(Decisions, data)
