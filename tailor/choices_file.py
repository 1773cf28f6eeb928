"""A person's choices in the record of a run, so that a review can be opened again (CONTRACT 3).

Owns one kind of line, `choices`: all that was chosen so far; the last one in the file counts, those before it can
be undone. Refuses events: `record` writes and reads those, and passes these lines over.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError
from tailor.core.events import StageStarted
from tailor.core.review import Choices
from tailor.storage import add_lines

KIND: Final = "choices"
_CHOICES: Final = f'{{"kind": "{KIND}"'
_STAGE: Final = f'{{"kind": "{StageStarted.kind}"'

MOST_UNDONE: Final = 50
"""Choices of a kept run that can be undone once it is opened again: each is a line to be read."""


def note_choices(choices: Choices, path: Path) -> None:
    """Adds the choices to the file of a run. OSError where the disk refuses."""
    data = to_json(choices)
    assert isinstance(data, dict)
    line = json.dumps({"kind": KIND, **data}, ensure_ascii=False) + "\n"
    add_lines(path, line.encode("utf-8", "surrogatepass"))


def choices_and_past(path: Path) -> tuple[Choices, tuple[Choices, ...]]:
    """The choices noted last, and those that undo goes back to, the oldest first. OSError without the file.

    A line that says again what stood before the last one was an undo: it is walked back, not repeated.
    """
    lines = list(reversed(tuple(islice(_readable(reversed(_lines(path))), MOST_UNDONE + 1))))
    walked = [Choices()] if len(lines) <= MOST_UNDONE else []
    for choices in lines:
        if walked[-2:-1] == [choices]:
            walked.pop()
        elif walked[-1:] != [choices]:
            walked.append(choices)
    return walked[-1], tuple(walked[:-1])


def choices_at_stages(path: Path) -> Mapping[int, Choices]:
    """By number of a stage, the choices that stood when it began; missing where nothing was chosen before.

    OSError without the file.
    """
    found: dict[int, Choices] = {}
    so_far: list[str] = []
    for line in _lines(path):
        if line.startswith(_STAGE) and so_far:
            chosen, number = next(_readable(reversed(so_far)), None), _stage_of(line)
            if chosen is not None and number is not None:
                found[number] = chosen
        elif line.startswith(_CHOICES):
            so_far.append(line)
    return found


def _stage_of(line: str) -> int | None:
    """The number of the stage that this line says began; None where it was cut off."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    number = data.get("stage") if isinstance(data, dict) else None
    return number if isinstance(number, int) else None


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").split("\n")


def _readable(lines: Iterable[str]) -> Iterator[Choices]:
    """The choices of every readable line of them, in the order of the lines."""
    for line in lines:
        try:
            data = json.loads(line) if line.startswith(_CHOICES) else None
            if isinstance(data, dict):
                yield from_json(Choices, data)
        except (ValueError, RecursionError, ContentError):
            continue  # a line cut off by a crash: the one before it counts
