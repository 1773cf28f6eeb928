"""Below the screens, for real: any byte from a terminal, streams closed or broken, terminals that go away."""

import fcntl
import os
import shlex
import signal
import struct
import sys
import termios
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tailor.screens.driver import Output
from tests.screens.dialogs.test_text_input import PATIENCE, TAILOR, Terminal
from tests.screens.test_terminal_signals import BEGUN, left

QUIT = "\x11"
PLAIN_TEXTUAL = """
from textual.app import App
from textual.widgets import Input
class Bare(App):
    def compose(self):
        yield Input("Here")
Bare().run()
"""
SLOW = """
import sys, time
from tailor.screens import driver
driver.WAIT, came = 0.001, driver.TerminalDriver._came
def seldom(self):
    found = came(self)
    if found is None:
        time.sleep(0.3)
    return found
driver.TerminalDriver._came = seldom
from tailor.app import main
sys.exit(main())
"""
"""Tailor on a busy machine, where the thread that reads keys seldom comes to it."""
ODD = {
    "no UTF-8": b"\xff\xfe\xe9\x80",
    "a character that does not end": b"\xc3",
    "half a surrogate": b"\xed\xa0\x80",
    "any high bytes": bytes(Random(7).choices(range(0x80, 0x100), k=250)),
    "no text at all": b"\0\0\0",
    "a key that cannot be": b"\x1b[1114112u\x1b[55296u",
    "a screen of no size": b"\x1b[48;0;0;0;0t\x1b[<35;3;3M\x1b[48;30;100;0;0t\x1b[<35;3;3M",
    "a screen of any size": b"\x1b[48;999999;999999;1;1t",
    "a paste of no UTF-8": b"\x1b[200~\xff\xe9\x1b[201~",
}


@contextmanager
def on_a_terminal(tmp_path: Path, command: Sequence[str] = TAILOR) -> Iterator[Terminal]:
    app = Terminal(tmp_path / "home", "none", command)
    try:
        yield app
    finally:
        app.close()


def shell(how: str) -> tuple[str, str, str]:
    """Tailor as a shell starts it, its streams as said; TTY is the terminal."""
    return "bash", "-c", f"TTY=$(tty); exec {shlex.join(TAILOR)} {how}"


@pytest.mark.parametrize(
    ("what", "asks"),
    [("", "What do you want to make or do?"), ("follow starter.tomato-soup", "Done with this step?")],
)
def test_a_terminal_without_screens_gets_lines(tmp_path: Path, what: str, asks: str) -> None:
    with on_a_terminal(tmp_path, ("bash", "-c", f"TERM=dumb exec {shlex.join(TAILOR)} {what}")) as app:
        assert "\x1b" not in app.until(asks)


@pytest.mark.parametrize("sent", ODD.values(), ids=ODD)
def test_no_byte_ends_the_app(tmp_path: Path, sent: bytes) -> None:
    with on_a_terminal(tmp_path) as app:
        app.until("Quit")
        os.write(app.main, sent)
        app.press("bread")
        app.until("read")
        app.press(QUIT)
        ended = left(app)
        assert app.app.wait(PATIENCE) == 0
        assert all(mode[:-1] + "l" in ended for mode in BEGUN)


def test_the_terminal_is_believed_and_not_an_exported_size(tmp_path: Path) -> None:
    for size in ("100000", "1"):
        with on_a_terminal(tmp_path, ("env", f"COLUMNS={size}", f"LINES={size}", *TAILOR)) as app:
            app.until("Quit")
            app.press(QUIT)
            assert app.app.wait(PATIENCE) == 0


def test_a_terminal_larger_than_any_is_drawn_on_as_far_as_one_can_see(tmp_path: Path) -> None:
    with on_a_terminal(tmp_path) as app:
        app.until("Quit")
        fcntl.ioctl(app.main, termios.TIOCSWINSZ, struct.pack("4H", 65_535, 65_535, 0, 0))
        app.app.send_signal(signal.SIGWINCH)
        app.press(QUIT)
        assert app.app.wait(PATIENCE) == 0


def test_without_the_mend_a_byte_ends_an_app(tmp_path: Path) -> None:
    with on_a_terminal(tmp_path, (sys.executable, "-c", PLAIN_TEXTUAL)) as app:
        app.until("Here")
        os.write(app.main, b"\xff")
        assert "UnicodeDecodeError" in left(app)


def test_a_terminal_that_goes_away_ends_the_app(tmp_path: Path) -> None:
    app = Terminal(tmp_path / "home", "none")
    try:
        app.until("Quit")
        app.press("half a goal")
        app.until("goal")
    finally:
        os.close(app.main)
    try:
        assert app.app.wait(PATIENCE) == 129
    finally:
        app.app.kill()


def test_a_process_that_was_stopped_goes_on_and_ends_with_the_terminal_whole(tmp_path: Path) -> None:
    with on_a_terminal(tmp_path) as app:
        app.until("Quit")
        for number in (signal.SIGSTOP, signal.SIGCONT, signal.SIGCONT):
            app.app.send_signal(number)
        app.press("bread")
        app.until("read")
        app.press(QUIT)
        ended = left(app)
        assert app.app.wait(PATIENCE) == 0
        assert all(mode[:-1] + "l" in ended for mode in BEGUN)


def test_what_was_typed_before_the_process_goes_on_is_not_lost(tmp_path: Path) -> None:
    with on_a_terminal(tmp_path, (sys.executable, "-c", SLOW)) as app:
        app.until("Quit")
        for word in ("zyx", "wvu"):
            app.app.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, app.app.pid, os.WSTOPPED | os.WNOWAIT)
            app.press(word)
            app.app.send_signal(signal.SIGCONT)
            app.until(word)
        app.press(QUIT)
        left(app)
        assert app.app.wait(PATIENCE) == 0


@pytest.mark.parametrize("how", ["<&-", ">&-", "0>$TTY", "1<$TTY", "</dev/null", "<&- 2>$TTY"])
def test_without_keys_or_a_place_to_draw_it_says_that_it_needs_a_terminal(tmp_path: Path, how: str) -> None:
    with on_a_terminal(tmp_path, shell(how)) as app:
        said = left(app)
        assert app.app.wait(PATIENCE) == 2
        assert "The screens need a terminal." in said
        assert said.count("\n") == 1


@pytest.mark.parametrize("how", ["2>&-", "2<$TTY", "2>said"])
def test_where_errors_go_elsewhere_the_screens_are_drawn_all_the_same(tmp_path: Path, how: str) -> None:
    said = tmp_path / "said"
    with on_a_terminal(tmp_path, shell(how.replace("said", shlex.quote(str(said))))) as app:
        begun = app.until("Quit")
        app.press(QUIT)
        ended = left(app)
        assert app.app.wait(PATIENCE) == 0
        assert all(mode in begun and mode[:-1] + "l" in ended for mode in BEGUN)
        assert not said.exists() or not said.read_text()


def test_an_output_that_breaks_is_told_once_and_takes_the_rest() -> None:
    read, write = os.pipe()
    os.close(read)
    gone: list[str] = []
    with os.fdopen(write, "w", encoding="utf-8") as stream:
        output = Output(stream, lambda: gone.append("gone"))
        for _ in range(3):
            output.write("words")
            output.flush()
    assert gone == ["gone"]


def test_an_output_that_takes_little_at_once_gets_everything() -> None:
    read, write = os.pipe()
    os.set_blocking(write, False)
    text, taken = "é" * 300_000, bytearray()

    def take() -> None:
        while came := os.read(read, 50_000):
            taken.extend(came)

    reader = threading.Thread(target=take)
    reader.start()
    with os.fdopen(write, "w", encoding="utf-8") as stream:
        Output(stream, lambda: None).write(text)
    reader.join(PATIENCE)
    os.close(read)
    assert taken.decode() == text


def test_what_an_encoding_does_not_have_is_no_reason_to_stop() -> None:
    read, write = os.pipe()
    with os.fdopen(write, "w", encoding="ascii") as stream:
        Output(stream, lambda: None).write("½ tasse \ud800")
    assert os.read(read, 100) == b"? tasse ?"
    os.close(read)
