"""Files of one JSON object a line that survive a kill at any moment.

Owns adding a line so that it is on the disk before the caller goes on, and reading a file whose last line was cut.
Refuses to know what a line means. Lines end with "\n" and with nothing else: texts hold U+2028.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from tailor.core.errors import DamagedError
from tailor.core.procedure import Json
from tailor.files import SaveError, private_folder, why


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
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        try:
            view = memoryview(_healing(descriptor) + _line(row))
            while view:
                view = view[os.write(descriptor, view) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
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


def _healing(descriptor: int) -> bytes:
    """A line end where the file does not end with one: its last line was cut off."""
    size = os.fstat(descriptor).st_size
    if not size:
        return b""
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return b"" if os.read(descriptor, 1) == b"\n" else b"\n"


def _object(line: str) -> dict[str, Json] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
