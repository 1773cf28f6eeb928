"""Ended from outside (`kill`, a shutdown): the app closes as with Quit, and the terminal is itself again.

Owns what SIGTERM does. Refuses SIGHUP: where the terminal is gone there is none to put right, and writing to it
could hold the process up.
"""

import asyncio
import signal
from contextlib import suppress
from functools import partial
from typing import Final

from textual.app import App

ENDED: Final = 128 + signal.SIGTERM
"""The exit code that shells give to what SIGTERM ended."""


def close_when_ended(app: App[None]) -> None:
    """From now on SIGTERM closes the app; where that cannot be, it ends the process as ever."""
    with suppress(NotImplementedError, RuntimeError):  # Windows; or not in the main thread
        close = partial(app.exit, return_code=ENDED)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, close)
