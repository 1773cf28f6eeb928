"""The files of recorded runs (CONTRACT 3): which exist, and which of them wait for somebody.

Home asks this at every start, so the events and reviews inside are not loaded here: see `history`.
"""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from tailor.core.errors import TailorError
from tailor.paths import Paths
from tailor.storage import changed_at, files_in, lines_in

CHOICES: Final = '{"kind": "choices"'
SAVED: Final = '{"kind": "saved"}'
PUT_AWAY: Final = '{"kind": "put_away"}'
MOST_READ: Final = 20
DAYS: Final = 14
"""Days without a decision after which a review is no longer brought up."""


def newest_first(folder: Path) -> list[Path]:
    """The files of the recorded runs, most recently written first."""

    return sorted(files_in(folder, ".jsonl"), key=changed_at, reverse=True)


def lines_of(path: Path) -> list[str]:
    return [line.decode("utf-8", "replace") for line in lines_in(path)]


def is_settled(path: Path) -> bool:
    """Whether the review was saved or put away, with no decision since. OSError without the file."""
    for line in reversed(lines_of(path)):
        if line in (SAVED, PUT_AWAY):
            return True
        if line.startswith(CHOICES):
            return False
    return False


def unsettled(folder: Path, now: float) -> Iterator[Path]:
    """Yield recent records that may have something left to decide, newest first."""
    for path in newest_first(folder)[:MOST_READ]:
        with suppress(OSError, TailorError):
            if path.stat().st_mtime >= now - DAYS * 86_400 and not is_settled(path):
                yield path


def may_wait(paths: Paths) -> bool:
    """Whether a review or a place in a how-to may be waiting for somebody."""
    return bool(files_in(paths.follow, ".json")) or any(unsettled(paths.runs, time.time()))
