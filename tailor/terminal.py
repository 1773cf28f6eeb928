"""Whether there is a terminal for the screens. Imported before anything else, so it imports next to nothing."""

import os
import sys
from contextlib import suppress
from typing import TextIO


def has_terminal() -> bool:
    """Whether stdin and stdout are both terminals that can show screens; false for a closed stream."""
    return _are_terminals() and not _shows_lines_only()


def has_only_lines() -> bool:
    """Whether they are a terminal that shows only lines, such as the shell in an editor."""
    return _are_terminals() and _shows_lines_only()


def _are_terminals() -> bool:
    return is_terminal(sys.stdin, os.O_WRONLY) and is_terminal(sys.stdout, os.O_RDONLY)


def _shows_lines_only() -> bool:
    return os.environ.get("TERM") == "dumb"


def is_terminal(stream: TextIO | None, unfit: int) -> bool:
    """Whether the stream is a terminal and not open in the `unfit` mode only (O_RDONLY or O_WRONLY)."""
    with suppress(OSError, ValueError):  # closed streams raise either
        return stream is not None and stream.isatty() and _way(stream) != unfit
    return False


def _way(stream: TextIO) -> int:
    """The mode it is open in: O_RDONLY, O_WRONLY or O_RDWR."""
    try:
        from fcntl import F_GETFL, fcntl
    except ImportError:  # Windows
        return os.O_RDWR
    return fcntl(stream.fileno(), F_GETFL) & (os.O_WRONLY | os.O_RDWR)
