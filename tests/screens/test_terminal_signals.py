"""Ended from outside, for real: the app on a terminal of its own, and what it leaves behind."""

import asyncio
import os
import select
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tailor.app import TailorApp
from tests.screens.dialogs.test_text_input import PATIENCE, Terminal

BEGUN = ("\x1b[?1049h", "\x1b[?1000h", "\x1b[?2004h")
"""The screen of its own, the mouse, marked pastes: a shell behind which they stay on cannot be used."""


def left(app: Terminal) -> str:
    """What is drawn until nothing writes any more, or for a while: an app that goes on is no reason to hang."""
    end = time.monotonic() + PATIENCE
    with suppress(OSError):  # Linux says that the other side is gone
        while select.select([app.main], [], [], max(end - time.monotonic(), 0))[0]:
            if not (said := os.read(app.main, 65_536)):
                break
            app.drawn += said.decode("utf-8", "replace")
            if time.monotonic() > end:
                break
    return app.drawn


@pytest.mark.parametrize(
    "told",
    [
        *(signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT),
        *(signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGPROF),
    ],
)
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


def test_what_was_typed_at_a_screen_that_still_opened_is_a_draft(tmp_path: Path) -> None:
    app = Terminal(tmp_path / "home", "none")
    try:
        app.until("Quit")
        app.press("\x1bOSbake oat bars")  # F4, and a goal for it
        time.sleep(0.1)
        app.app.send_signal(signal.SIGTERM)
        left(app)
        assert app.app.wait(PATIENCE) == 128 + signal.SIGTERM
        drafts = "".join(file.read_text() for file in (tmp_path / "home").rglob("drafts/*.json"))
        assert "bake oat bars" in drafts
    finally:
        app.close()


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("mode", ["home", "library", "generate", "memory", "settings"])
async def test_an_app_may_end_while_a_screen_opens(environment: dict[str, str], mode: str, turns: int) -> None:
    app = TailorApp(environment)
    async with app.run_test() as pilot:
        await pilot.pause()
        opening = asyncio.create_task(app.run_action(f"mode('{mode}')"))
        for _ in range(turns):
            await asyncio.sleep(0)
        app.exit(return_code=143)
    assert app.return_code == 143
    opening.cancel()
