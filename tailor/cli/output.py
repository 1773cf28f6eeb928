"""What commands write: data on stdout, messages on stderr, and exit codes (CONTRACT 6).

No text can steer a terminal.
"""

import contextlib
import json
import os
import re
import sys
from collections.abc import Sequence
from enum import IntEnum
from typing import TextIO

from tailor.core.errors import ApplyError, TailorError
from tailor.core.procedure import Json, Procedure
from tailor.core.text import clean, counted, one_line
from tailor.storage import SaveError, why


class Exit(IntEnum):
    """What a caller's script learns."""

    DONE = 0
    FAILED = 1
    """Conflict, unreadable content, empty procedure, nothing to save."""
    USAGE = 2
    NOT_FOUND = 3
    PROVIDER = 4
    DAMAGED = 5
    CANCELLED = 130


def exit_of(error: TailorError) -> Exit:
    """The exit code of an error."""
    return Exit(error.exit_code)


def open_streams() -> None:
    """Let no character stop a print: what an encoding cannot hold becomes "?", and data for pipes is UTF-8.

    A stream that was closed before Tailor began takes everything and keeps nothing, and there is nothing to read.
    """
    sys.stdin = sys.stdin or _nothing()
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", **({} if stream.isatty() else {"encoding": "utf-8"}))


def put(text: str) -> None:
    """Data: one or more lines to stdout."""
    _write(sys.stdout, text)


def put_row(*fields: str) -> None:
    """Data: one line of fields with tabs between them; no field holds a tab or a line end."""
    _send(sys.stdout, "\t".join(one_line(field, 2_000) for field in fields) + "\n")


def put_json(value: Json) -> None:
    """Data: one JSON value on a line of its own; what could steer a terminal is written as escapes."""
    text = json.dumps(value, ensure_ascii=False)
    _send(sys.stdout, (text if harmless(text) == text else json.dumps(value)) + "\n")


def say(text: str) -> None:
    """Talk: one or more lines to stderr."""
    _write(sys.stderr, text)


def say_unused(lines: Sequence[str], where: str) -> None:
    """How many lines of a file were not taken into the procedure; nothing where all were."""
    if lines:
        are = "is" if len(lines) == 1 else "are"
        say(f"{counted(len(lines), 'line')} of {where} {are} in no part of the procedure.")


def say_error(error: TailorError) -> None:
    """An error in one or two sentences; of edits that do not fit, every reason on a line of its own."""
    if isinstance(error, ApplyError):
        say("\n".join((f"{error.title}:", *(f"  {problem}" for problem in error.problems))))
    else:
        say(f"{error.title}: {error.message}")


def harmless(text: str) -> str:
    """The text cleaned, of any length; line by line, since `clean` is slow and most lines do not need it."""
    return "\n".join(
        line if _PLAIN.fullmatch(line) else clean(line, len(line) * 3 + 16) for line in text.split("\n")
    )


# ASCII, Latin letters and common punctuation: `clean` leaves each of them, and any row of them, as it is
_PLAIN = re.compile("[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2150-\u218b]*")


def write_as(procedure: Procedure, format: str, parent: str | None = None) -> str:
    """The procedure as text of a format; `parent` is what it was derived from, for formats that say so."""
    from tailor.library.formats.registry import write
    from tailor.library.lineage import NOTICE

    return write(procedure, format, parent, NOTICE if parent else "")


def _write(stream: TextIO, text: str) -> None:
    shown = harmless(text)
    _send(stream, shown if shown.endswith("\n") else shown + "\n")


def _send(stream: TextIO, text: str) -> None:
    """Writes now. SaveError where data find no room; talk that cannot be written is given up."""
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        with contextlib.suppress(OSError, ValueError):  # or the interpreter tries once more at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if stream is not sys.stderr:
            raise SaveError(
                f"What was to be printed could not be written: {why(error)}. What was saved before is kept."
            ) from error


def _nothing() -> TextIO:
    return open(os.devnull, encoding="utf-8")  # noqa: PTH123 - it stands for a stream until the end


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - it stands for a stream until the end
