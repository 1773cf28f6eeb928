"""Whether there is a terminal for the screens. Imported before anything else, so it imports nearly nothing."""

import os
import sys
from contextlib import suppress
from typing import TextIO


def has_terminal() -> bool:
    """Whether stdin and stdout are both terminals that can show screens; a closed stream is none."""
    return _are_terminals() and not _shows_lines_only()


def has_only_lines() -> bool:
    """Whether they are a terminal without screens, as the shell in an editor is."""
    return _are_terminals() and _shows_lines_only()


def _are_terminals() -> bool:
    return is_terminal(sys.stdin, os.O_WRONLY) and is_terminal(sys.stdout, os.O_RDONLY)


def _shows_lines_only() -> bool:
    return os.environ.get("TERM") == "dumb"


def is_terminal(stream: TextIO | None, unfit: int) -> bool:
    """Whether the stream is a terminal that is not open for the `unfit` access (O_RDONLY, O_WRONLY) only."""
    with suppress(OSError, ValueError):  # what is closed says so in either way
        return stream is not None and stream.isatty() and _way(stream) != unfit
    return False


def _way(stream: TextIO) -> int:
    """The access it is open for: O_RDONLY, O_WRONLY or O_RDWR."""
    try:
        from fcntl import F_GETFL, fcntl
    except ImportError:  # Windows
        return os.O_RDWR
    return fcntl(stream.fileno(), F_GETFL) & (os.O_WRONLY | os.O_RDWR)
