"""One line from standard input, waited for as long as one likes: a timer may end before a person answers.

Owns reading it, and a number in it. Refuses to read ahead: what follows belongs to whoever asks next.
"""

import contextlib
import os
import select
import sys


def hear(seconds: float | None = None) -> str | None:
    """The line without its end; None at the end of input.

    TimeoutError after `seconds` without a line. Where a terminal cannot wait for a time (Windows) it waits for the
    line alone.
    """
    file = _file()
    if file is None or (seconds is not None and not _can_wait(file)):
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None
    if seconds is not None and not select.select([file], [], [], seconds)[0]:
        raise TimeoutError
    return _line(file)


def number_in(line: str | None, most: int = 999_999_999) -> int | None:
    """The whole number from 0 to `most` in a line; None where it holds anything else."""
    figures = (line or "").strip()
    number = int(figures) if figures.isdecimal() and len(figures) < 10 else None  # int() refuses thousands of them
    return number if number is not None and number <= most else None


def _file() -> int | None:
    """The number of the file behind standard input; None where there is none."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return sys.stdin.fileno()
    return None


def _can_wait(file: int) -> bool:
    with contextlib.suppress(OSError, ValueError):
        select.select([file], [], [], 0)
        return True
    return False


def _line(file: int) -> str | None:
    """Byte by byte up to the line's end, so that nothing of the next line is taken."""
    got = bytearray()
    while (byte := os.read(file, 1)) not in (b"", b"\n"):
        got += byte
    if not got and not byte:
        return None
    return got.decode(sys.stdin.encoding or "utf-8", "replace").rstrip("\r")
