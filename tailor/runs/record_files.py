"""The files of recorded runs (CONTRACT 3): which exist, and which of them wait for somebody.

Home asks this at every start, so the events and reviews inside are not loaded here: see `history`.
"""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tailor.core.errors import TailorError
from tailor.paths import Paths
from tailor.storage import changed_at, files_in, lines_in, open_regular

CHOICES: Final = '{"kind": "choices"'
SAVED: Final = '{"kind": "saved"}'
PUT_AWAY: Final = '{"kind": "put_away"}'
MOST_READ: Final = 20
_TAIL: Final = 16_384
"""Bytes at the end of a record in which its last decision usually stands."""
DAYS: Final = 14
"""Days without a decision after which a review is no longer brought up."""


def newest_first(folder: Path) -> list[Path]:
    """The files of the recorded runs, most recently written first."""

    return sorted(files_in(folder, ".jsonl"), key=changed_at, reverse=True)


def lines_of(path: Path) -> list[str]:
    return [line.decode("utf-8", "replace") for line in lines_in(path)]


def last_decision(path: Path) -> str:
    """Return the last line that says what was decided: SAVED, PUT_AWAY, or one of CHOICES; "" if none does.

    It stands at the end, so a long record is seldom read as a whole. OSError without the file.
    """
    with open_regular(path) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - _TAIL, 0))
        lines = file.read(_TAIL).decode("utf-8", "replace").split("\n")
    last = _last_decision(lines[1:] if size > _TAIL else lines)
    return last or (_last_decision(lines_of(path)) if size > _TAIL else "")


def _last_decision(lines: Sequence[str]) -> str:
    return next((one for one in reversed(lines) if one in (SAVED, PUT_AWAY) or one.startswith(CHOICES)), "")


def is_settled(path: Path) -> bool:
    """Whether the review was saved or put away, with no decision since. OSError without the file."""
    return last_decision(path) in (SAVED, PUT_AWAY)


def unsettled(folder: Path, now: float) -> Iterator[Path]:
    """Yield recent records that may have something left to decide, newest first.

    Of those in which nobody decided anything only the newest few, whatever commands wrote since.
    """
    undecided = 0
    for path in newest_first(folder):
        with suppress(OSError, TailorError):
            if path.stat().st_mtime < now - DAYS * 86_400:
                return
            last = last_decision(path)
            undecided += not last
            if last not in (SAVED, PUT_AWAY) and (last or undecided <= MOST_READ):
                yield path


def may_wait(paths: Paths) -> bool:
    """Whether a review or a place in a how-to may be waiting for somebody."""
    return bool(files_in(paths.follow, ".json")) or any(unsettled(paths.runs, time.time()))
