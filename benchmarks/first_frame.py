"""How long Tailor takes to its first frame, beside two bare Textual apps that are started by turns with it.

    python -m benchmarks.first_frame [times]

Each start is a process of its own on a terminal of its own, with a new home. The clock stops when the last word of
the first frame is on the terminal: wall, processor time of all threads until then, and the peak of memory a moment
later. The bare apps are one line of text, and a field with Textual's own footer. Ratios are to the first of them,
medians and the least; on a busy machine the least processor time is the one to read. Tailor is compiled first, as
an installed one is: a shell may forbid Python to keep what it compiles (PYTHONDONTWRITEBYTECODE).
"""

import compileall
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent.parent
COLUMNS, ROWS = 120, 40
LATER: Final = 0.6
"""Seconds until the lists are there, whose memory counts too."""
TOO_LONG: Final = 20.0
LINE: Final = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("ready to go")
Bare().run()
"""
FIELD: Final = """
from textual.app import App
from textual.widgets import Footer, Input
class Bare(App):
    BINDINGS = [("ctrl+q", "quit", "Quit")]
    def compose(self):
        yield Input()
        yield Footer()
Bare().run()
"""
TAILOR: Final = "import sys; from tailor.__main__ import main; sys.exit(main())"
APPS: Final = {"a line of text": (LINE, "ready to go"), "a field": (FIELD, "Quit"), "Tailor": (TAILOR, "Quit")}
"""The code, and the last word of the first frame."""

_ESCAPES: Final = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]")


class Start(NamedTuple):
    """Milliseconds, and megabytes."""

    wall: float
    cpu: float
    memory: float


def started(code: str, word: str) -> Start:
    """One start of this app; SystemExit where its first frame never comes."""
    with tempfile.TemporaryDirectory() as home:
        process, terminal = _on_a_terminal(code, home)
        began, seen, start = perf_counter(), b"", None
        while start is None and perf_counter() - began < TOO_LONG:
            seen += _read(terminal)
            if word.encode() in b" ".join(_ESCAPES.sub(b" ", seen).split()):
                start = perf_counter() - began, _cpu(process)
        later = perf_counter() + LATER
        while perf_counter() < later:
            _read(terminal)
        memory = _memory(process)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
    if start is None:
        raise SystemExit(f'"{word}" never came: {seen[-300:]!r}')
    return Start(start[0] * 1000, start[1], memory)


def _on_a_terminal(code: str, home: str) -> tuple[int, int]:
    """The process and its terminal; it begins when the terminal has its size."""
    goes, go = os.pipe()
    process, terminal = pty.fork()
    if process == 0:
        os.read(goes, 1)
        os.chdir(home)
        os.environ |= {"HOME": home, "TAILOR_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        os.environ["PYTHONPATH"] = str(HERE)
        os.execv(sys.executable, [sys.executable, "-c", code])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    os.write(go, b".")
    os.close(go)
    os.close(goes)
    return process, terminal


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536) if select.select([terminal], [], [], 0.01)[0] else b""
    except OSError:  # it has ended
        return b""


def _cpu(process: int) -> float:
    """Milliseconds that all its threads have worked."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e6


def _memory(process: int) -> float:
    """Its peak in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024


def told(kind: str, starts: list[Start], base: list[Start]) -> str:
    """The middle one and the least, each beside those of the first bare app."""
    mine, theirs = ([getattr(one, kind) for one in some] for some in (starts, base))
    middle, least = median(mine) / median(theirs), min(mine) / min(theirs)
    return f"{kind} {median(mine):6.1f} ms ({middle:.2f}), least {min(mine):6.1f} ({least:.2f})"


def main() -> None:
    """By turns, after one of each that does not count."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    compileall.compile_dir(HERE / "tailor", quiet=1)
    for app in APPS.values():
        started(*app)
    found: dict[str, list[Start]] = {name: [] for name in APPS}
    for _ in range(times):
        for name, app in APPS.items():
            found[name].append(started(*app))
    base = next(iter(found.values()))
    for name, starts in found.items():
        said = "   ".join(told(kind, starts, base) for kind in ("wall", "cpu"))
        print(f"{name:<16} {said}   {median(one.memory for one in starts):.1f} MB   n {times}")


if __name__ == "__main__":
    main()
