"""When a run that took long ends: the bell, and the title of the terminal, for whoever looked away.

Owns what counts as long and what is written. Refuses to know runs: it is shown, every now and then, which workers
are at work. Both can be switched off (`app.bell`).
"""

import asyncio
import signal
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from textual.app import App

from tailor.screens.base import GROUP
from tailor.storage import create_file, private_folder

GROUPS: Final = (GROUP, "generate.run")
"""The groups of workers that are runs."""

EVERY: Final = 1.0
"""Seconds between two looks."""

LONG: Final = 20
"""Looks after which a run is a long one: nobody is called back for less."""

KEEP_TITLE: Final = "\x1b[22;0t"
"""Asks the terminal to remember its title."""
RESTORE_TITLE: Final = "\x1b[23;0t"
TITLE: Final = "\x1b]0;Tailor: done\x07"


def count_polls(before: Mapping[int, int], running: Iterable[int]) -> tuple[Mapping[int, int], bool]:
    """How often each run was seen by now, by a number of its own; and whether a long one is gone."""
    now = {one: before.get(one, 0) + 1 for one in running}
    return now, any(seen >= LONG for one, seen in before.items() if one not in now)


def close_when_ended(app: App[None]) -> None:
    """From now on SIGTERM and SIGHUP close the app, with the exit codes that shells give to them.

    Where that cannot be they end the process as ever; who began it with `nohup` wants no end by SIGHUP.
    """
    with suppress(NotImplementedError, RuntimeError, AttributeError):  # Windows; or not in the main thread
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                close = partial(app.exit, return_code=128 + number)
                asyncio.get_running_loop().add_signal_handler(number, close)


def fatal_words(error: BaseException) -> str:
    """The kind of the error and the last places it went through, nothing else."""
    from traceback import extract_tb

    places = [f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(error.__traceback__)[-12:]]
    head = "Tailor stopped because of a fault of its own. What was saved is still there."
    return "\n".join((head, f"{type(error).__name__} at", *places))


def keep_picture(folder: Path, svg: str, now: datetime) -> Path:
    """Writes the picture (SVG, 0600) under `folder`/pictures, named by the time; its path. SaveError."""
    inside = private_folder(folder / "pictures")
    number = 1
    while True:
        more = f"-{number}" if number > 1 else ""
        path = inside / f"tailor-{now:%Y-%m-%d-%H%M%S}{more}.svg"
        try:
            create_file(path, svg.encode("utf-8", "replace"))
        except FileExistsError:
            number += 1
        else:
            return path
