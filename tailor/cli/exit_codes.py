"""Exit codes (CONTRACT 6), mapped once from the tree of errors."""

from enum import IntEnum

from tailor.core.errors import TailorError


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
