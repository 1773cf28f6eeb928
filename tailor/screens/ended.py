"""Ended from outside (`kill`, a shutdown, a window that was closed): the app closes as with Quit.

The terminal is itself again, where it is still there.
"""

import asyncio
import signal
from contextlib import suppress
from functools import partial

from textual.app import App


def close_when_ended(app: App[None]) -> None:
    """From now on SIGTERM and SIGHUP close the app, with the exit codes that shells give to them.

    Where that cannot be they end the process as ever; who began it with `nohup` wants no end by SIGHUP.
    """
    with suppress(NotImplementedError, RuntimeError, AttributeError):  # Windows; or not in the main thread
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                close = partial(app.exit, return_code=128 + number)
                asyncio.get_running_loop().add_signal_handler(number, close)
