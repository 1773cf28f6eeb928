"""$EDITOR for real: the app on a terminal of its own, small scripts as editors, and the app back afterwards."""

import os
import pty
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

EDITORS = {
    "adds": 'printf "%s SALTED" "$(cat "$1")" > "$1.new" && mv "$1.new" "$1"',
    "fails": 'echo "gone" > "$1"; exit 3',
    "returns at once": "true",
    "writes Latin-1": 'printf "cr\\350me" > "$1"',
    "empties": ': > "$1"',
    "takes away": 'rm "$1"',
    "takes its place": 'rm "$1"; mkdir "$1"',
    "shows": 'echo "EDITOR IS HERE"; cat "$1"; echo " seen" >> "$1"',
}
PATIENCE = 30.0
"""Seconds to wait for the screen to show something; a test that works waits a fraction of one."""


TAILOR = (sys.executable, "-m", "tailor")


class Terminal:
    """The app on a pseudo-terminal: keys in, what it drew out; or what a shell makes of `command`."""

    def __init__(self, home: Path, editor: str, command: Sequence[str] = TAILOR) -> None:
        self.main, side = pty.openpty()
        ioctl(side, TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TAILOR_")} | {
            "TAILOR_HOME": str(home),
            "EDITOR": editor,
            "TERM": "xterm-256color",
            "TEXTUAL_ANIMATIONS": "none",
        }
        environment.pop("VISUAL", None)
        self.app = subprocess.Popen(
            command,
            stdin=side,
            stdout=side,
            stderr=side,
            env=environment,
            start_new_session=True,
        )
        os.close(side)
        self.drawn = ""

    def press(self, keys: str) -> None:
        """Keys as a terminal sends them."""
        self.drawn = ""
        os.write(self.main, keys.encode())

    def until(self, words: str) -> str:
        """What was drawn until these words stood there."""
        end = time.monotonic() + PATIENCE
        while words not in self.drawn:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.main], [], [], left)[0]:
                raise AssertionError(f"{words!r} never came; drawn: {self.drawn[-2000:]!r}")
            self.drawn += os.read(self.main, 65_536).decode("utf-8", "replace")
        return self.drawn

    def close(self) -> None:
        self.app.kill()
        self.app.wait()
        os.close(self.main)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[[str], Terminal]]:
    opened: list[Terminal] = []

    def start(editor: str) -> Terminal:
        script = tmp_path / "editor"
        if editor in EDITORS:
            script.write_text(f"#!/bin/sh\n{EDITORS[editor]}\n")
            script.chmod(0o700)
        opened.append(Terminal(tmp_path / "home", str(script)))
        opened[-1].until("Quit")
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the app makes its temporary files."""
    folder = tmp_path / "t"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


HINT = "\rno oven"
"""Enter takes the first procedure; then words are typed."""


def lent(terminal: Callable[[str], Terminal], editor: str) -> Terminal:
    """The app, whose hint this editor has just been given."""
    app = terminal(editor)
    app.press(HINT)
    app.until("oven")
    app.press("\x0c")
    return app


def test_the_hint_comes_back_from_the_editor_and_the_app_goes_on(terminal: Callable[[str], Terminal]) -> None:
    app = lent(terminal, "adds")
    app.until("SALTED")
    app.press("!")
    app.until("!")


def test_what_an_editor_did_not_write_as_utf_8_is_kept_in_its_file(
    terminal: Callable[[str], Terminal], temporary: Path
) -> None:
    app = lent(terminal, "writes Latin-1")
    app.until("UTF-8")
    app.until("no oven")
    [file] = temporary.glob("tailor-*/step.txt")
    assert file.read_bytes() == b"cr\xe8me"


def test_an_editor_that_fails_leaves_the_hint_and_says_so(
    terminal: Callable[[str], Terminal], temporary: Path
) -> None:
    app = lent(terminal, "fails")
    app.until("ended with an error (3)")
    app.until("no oven")
    assert "gone" not in app.drawn
    (kept,) = temporary.glob("tailor-*/step.txt")
    assert kept.read_text() == "gone\n", "what was written is kept"
    app.until(kept.parent.name)


def test_an_editor_that_returns_at_once_keeps_the_file_that_may_still_be_open(
    terminal: Callable[[str], Terminal], temporary: Path
) -> None:
    app = lent(terminal, "returns at once")
    app.until("closed at once")
    app.until("--wait")
    (kept,) = temporary.glob("tailor-*/step.txt")
    assert kept.read_text() == "no oven\n"


def test_an_editor_that_did_its_work_leaves_no_file_behind(
    terminal: Callable[[str], Terminal], temporary: Path
) -> None:
    lent(terminal, "adds").until("SALTED")
    assert not list(temporary.glob("tailor-*"))


def test_an_empty_file_leaves_the_hint_and_says_so(terminal: Callable[[str], Terminal]) -> None:
    app = lent(terminal, "empties")
    app.until("came back empty")
    app.until("no oven")


@pytest.mark.parametrize("editor", ["takes away", "takes its place"])
def test_a_file_that_does_not_come_back_leaves_the_hint_and_says_so(
    terminal: Callable[[str], Terminal], editor: str
) -> None:
    app = lent(terminal, editor)
    app.until("cannot be used")
    app.until("no oven")


def test_an_editor_that_is_not_there_leaves_the_hint_and_says_so(terminal: Callable[[str], Terminal]) -> None:
    app = lent(terminal, "none of this name")
    app.until("cannot")
    app.until("no oven")


def test_the_terminal_is_lent_out_whole_and_comes_back(terminal: Callable[[str], Terminal]) -> None:
    app = lent(terminal, "shows")
    drawn = app.until("seen")
    assert drawn.index("\x1b[?1049l") < drawn.index("EDITOR IS HERE") < drawn.rindex("\x1b[?1049h")


def test_a_step_comes_back_from_the_editor_as_words_of_ones_own(terminal: Callable[[str], Terminal]) -> None:
    app = terminal("adds")
    app.press("crusty")
    app.until("Bake a crusty")
    app.press("\rhalf of it")
    app.until("of it")
    app.press("\r")
    app.until("to decide")
    app.press("\x1b[C")  # the right arrow unfolds what belongs together
    app.until("folds them")
    app.press("j")
    app.press("E")
    app.until("SALTED")
    app.press("u")
    app.until("to decide")
