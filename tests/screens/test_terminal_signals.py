"""Ended from outside, for real: the app on a terminal of its own, and what it leaves behind."""

import os
import select
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from tests.screens.dialogs.test_text_input import PATIENCE, Terminal

BEGUN = ("\x1b[?1049h", "\x1b[?1000h", "\x1b[?2004h")
"""The screen of its own, the mouse, marked pastes: a shell behind which they stay on cannot be used."""


def left(app: Terminal) -> str:
    """What is drawn until nothing writes any more."""
    with suppress(OSError):  # Linux says that the other side is gone
        while select.select([app.main], [], [], PATIENCE)[0] and (said := os.read(app.main, 65_536)):
            app.drawn += said.decode("utf-8", "replace")
    return app.drawn


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_an_app_that_is_told_to_end_leaves_the_terminal_as_it_was(tmp_path: Path, told: signal.Signals) -> None:
    app = Terminal(tmp_path / "home", "none")
    try:
        begun = app.until("Quit")
        app.press("half a goal")
        app.until("goal")
        app.app.send_signal(told)
        ended = left(app)
        assert all(mode in begun and mode[:-1] + "l" in ended for mode in BEGUN)
        assert app.app.wait(PATIENCE) == 128 + told
    finally:
        app.close()
