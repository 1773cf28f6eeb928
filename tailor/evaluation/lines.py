"""Files of one JSON object a line that survive a kill at any moment.

Owns adding a line so that it is on the disk before the caller goes on, and reading a file whose last line was cut.
Refuses to know what a line means. Lines end with "\n" and with nothing else: texts hold U+2028.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from tailor.core.errors import DamagedError
from tailor.core.procedure import Json
from tailor.storage import SaveError, add_lines, private_folder, why


@dataclass(frozen=True, slots=True)
class Lines:
    """What a file held."""

    rows: tuple[dict[str, Json], ...]
    """The objects, in the order of the file."""
    numbers: tuple[int, ...] = ()
    """The number (1-based) of each object's line."""
    bad: tuple[int, ...] = ()
    """Numbers (1-based) of lines that are no objects: cut by a kill, or damaged. They are passed over."""


def add_line(path: Path, row: dict[str, Json]) -> None:
    """Add the object as one line, on the disk when this returns; the file is for its owner alone.

    After a line that was cut off a new line begins, so the cut one never spoils this one. SaveError where the disk
    refuses; what was there before stays.
    """
    private_folder(path.parent)
    try:
        add_lines(path, _line(row), lasting=True)
    except OSError as error:
        raise SaveError(
            f"{path} could not be written: {why(error)}. What was there is kept; make room or check the rights "
            "of the folder, then try again: it goes on where it stopped."
        ) from error


def read_lines(path: Path) -> Lines:
    """The objects of a file; none where there is no file. DamagedError where the disk refuses."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except FileNotFoundError:
        return Lines(())
    except OSError as error:
        raise DamagedError(f"{path} cannot be read: {why(error)}.") from error
    rows: list[dict[str, Json]] = []
    numbers: list[int] = []
    bad: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        found = _object(line)
        if found is None:
            bad.append(number)
        else:
            rows.append(found)
            numbers.append(number)
    return Lines(tuple(rows), tuple(numbers), tuple(bad))


def _line(row: dict[str, Json]) -> bytes:
    """The object as UTF-8; half a surrogate pair, which a model can send, goes as an escape and comes back so."""
    try:
        return json.dumps(row, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(row).encode() + b"\n"


def _object(line: str) -> dict[str, Json] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
