"""The terminal around the app: bell and title after a long run, exits by signals, crash messages, screenshots."""

import asyncio
import signal
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Final

from textual.app import ScreenError
from textual.css.query import QueryError
from textual.dom import NoScreen
from textual.widget import MountError

from tailor.screens.base import GROUP
from tailor.screens.textual_fixes import HURRY, TypesAhead
from tailor.storage import is_refused, why

GROUPS: Final = (GROUP, "generate.run")  # the groups of workers that are runs

EVERY: Final = 1.0  # seconds between polls of the running workers

LONG: Final = 20  # polls after which a run counts as long: a bell for a shorter one would be a nuisance

ENDS: Final = (
    *("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF"),
    *("SIGXCPU", "SIGPOLL", "SIGPWR", "SIGSTKFLT"),
)  # signals that would kill the process and leave the terminal raw, without those for faults of the process itself

EMPTIED: Final = (QueryError, NoScreen, ScreenError, MountError)
"""The errors in handlers of a screen that is already gone."""

_LOOK: Final = 0.05  # seconds between checks whether keys are waiting

KEEP_TITLE: Final = "\x1b[22;0t"  # asks the terminal to remember its title
RESTORE_TITLE: Final = "\x1b[23;0t"
TITLE: Final = "\x1b]0;Tailor: done\x07"


def count_polls(before: Mapping[int, int], running: Iterable[int]) -> tuple[Mapping[int, int], bool]:
    """Update how many polls each running worker has survived; also return whether a long run has ended."""
    now = {one: before.get(one, 0) + 1 for one in running}
    return now, any(seen >= LONG for one, seen in before.items() if one not in now)


def close_when_ended(app: TypesAhead) -> None:
    """Close the app on every signal of `ENDS`, with the exit codes that shells use (128 + number).

    Keys that were typed before, perhaps while a screen was opening, are handled first: they may belong to a draft.

    A signal that is ignored stays ignored, as under `nohup`. Does nothing on Windows or outside the main thread.
    """
    with suppress(NotImplementedError, RuntimeError, AttributeError):  # Windows, or not in the main thread
        for number in sorted(signal.valid_signals() & {getattr(signal, name, None) for name in ENDS}):
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(number, partial(loop.call_later, _LOOK, _end_soon, app, 128 + number))


def _end_soon(app: TypesAhead, code: int, left: float = HURRY) -> None:
    """End the app with this exit code once no more keys are waiting, or after `left` seconds."""
    if app.keys_wait and left > 0:
        asyncio.get_running_loop().call_later(_LOOK, _end_soon, app, code, left - _LOOK)
    else:
        app.exit(return_code=code)


def fatal_words(error: BaseException) -> str:
    """A crash message: what the system refused, or the error's type, and where; no error text, no variables."""
    places = [f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(error.__traceback__)[-12:]]
    cause = f"the system refused: {why(error)}" if is_refused(error) else "of a bug in Tailor itself"
    head = f"Tailor stopped because {cause}. What was saved is still there."
    return "\n".join((head, f"{type(error).__name__} at", *places))


def keep_picture(folder: Path, svg: str, now: datetime) -> Path:
    """Write the SVG (0600) into `folder`/pictures, named by the time; return its path. SaveError."""
    from tailor.storage import create_file, private_folder

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
