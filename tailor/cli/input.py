"""What a command reads: shared options, FILE arguments, standard input as a whole, and answers line by line.

Lines are read without reading ahead, so that what follows is left to whoever asks next; waiting for one may be
limited, since a timer may end before a person answers.
"""

import contextlib
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tailor.cli.output import say
from tailor.core.errors import NotFoundError, UsageError
from tailor.core.text import one_line
from tailor.library.formats.registry import READ_NAMES, WRITE_NAMES
from tailor.storage import is_there
from tailor.terminal import has_terminal
from tailor.workspace import Workspace

if TYPE_CHECKING:
    from tailor.library.importer import Opened


@dataclass
class CommandContext:
    """A workspace and the terminal that a command runs in; click makes one for each run of the command line."""

    workspace: Workspace = field(default_factory=Workspace)
    _stdin_by: str = ""

    @property
    def has_screens(self) -> bool:
        """Whether there is a terminal for screens, and the settings do not ask for lines instead."""
        return has_terminal() and not self.workspace.config.plain

    def stdin(self, what: str = "the procedure") -> bytes:
        """All of standard input. UsageError where it was read before: "-" can be one argument only."""
        if self._stdin_by:
            raise UsageError(f'"-" can stand for one thing only: standard input was read as {self._stdin_by}.')
        self._stdin_by = what
        if sys.stdin.isatty():
            say(f"Reading {what} from the keyboard; end it with Ctrl+D.")
        return sys.stdin.buffer.read()

    def open(self, name: str, from_format: str | None = None, *, empty_ok: bool = False) -> "Opened":
        """The procedure that a FILE argument names."""
        from tailor.library.importer import open_procedure

        library = self.workspace.library
        return open_procedure(name, library, stdin=self.stdin, from_format=from_format, empty_ok=empty_ok)

    def text(self, name: str, what: str) -> str:
        """The text of a file that is no procedure, or of standard input for "-"."""
        from tailor.library.importer import decoded, read_path

        if name == "-":
            return decoded(self.stdin(what), "standard input")
        path = Path(name)
        if not is_there(path):
            raise NotFoundError(f"There is no file {one_line(name, 120)} to read {what} from.")
        return read_path(path)


def read_line(seconds: float | None = None) -> str | None:
    """The line without its end; None at the end of input.

    TimeoutError after `seconds` without a line. Where a terminal cannot wait for a time (Windows) it waits for the
    line alone. Ctrl+C interrupts it also where something else listens to that.
    """
    with _interruptible():
        return _heard(seconds)


def yes_or_no(question: str, ask: Callable[[str], str | None], say: Callable[[str], None]) -> bool | None:
    """Whether they say yes, asked until it is y or n: a slip decides nothing. None where nobody is there."""
    while (answer := ask(question)) is not None:
        if (key := answer.strip().lower()[:1]) in ("y", "n"):
            return key == "y"
        say("That is none of the keys y n")
    return None


def _heard(seconds: float | None) -> str | None:
    file = _file()
    if file is None or (seconds is not None and not _can_wait(file)):
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None
    if seconds is not None and not select.select([file], [], [], seconds)[0]:
        raise TimeoutError
    return _line(file)


def number_in(line: str | None, most: int = 999_999_999) -> int | None:
    """The whole number from 0 to `most` in a line; None where it holds anything else."""
    figures = (line or "").strip()
    number = int(figures) if figures.isdecimal() and len(figures) < 10 else None  # int() refuses thousands of them
    return number if number is not None and number <= most else None


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl+C raises KeyboardInterrupt meanwhile: asyncio only notes it, and gets no turn while a line is read."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if before is not None:  # one that Python did not set cannot be set again
            signal.signal(signal.SIGINT, before)


def _file() -> int | None:
    """The number of the file behind standard input; None where there is none."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return sys.stdin.fileno()
    return None


def _can_wait(file: int) -> bool:
    with contextlib.suppress(OSError, ValueError):
        select.select([file], [], [], 0)
        return True
    return False


def _line(file: int) -> str | None:
    """Byte by byte up to the line's end, so that nothing of the next line is taken."""
    got = bytearray()
    while (byte := os.read(file, 1)) not in (b"", b"\n"):
        got += byte
    if not got and not byte:
        return None
    return got.decode(sys.stdin.encoding or "utf-8", "replace").rstrip("\r")


F = TypeVar("F", bound=Callable[..., Any])

FORMAT = click.option(
    "--format",
    "format",
    type=click.Choice(WRITE_NAMES),
    default=None,
    help="How the procedure is written; default md.",
)
FROM = click.option(
    "--from",
    "from_format",
    type=click.Choice(READ_NAMES),
    default=None,
    help="How FILE is read; told by itself else.",
)
JSON = click.option("--json", "json", is_flag=True, help="JSON, one value a line.")
PROFILE = click.option(
    "--profile",
    "profile",
    multiple=True,
    metavar="TEXT|@NAME|none",
    help="What holds beside your saved profiles for this run; @NAME is a saved profile, none leaves out those "
    "switched on. Repeatable.",
)


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order in which --help shows them."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


SERVER = together(
    click.option("--base-url", default=None, help="An OpenAI-compatible server, as in http://localhost:11434/v1."),
    click.option("--model", default=None, help="The model's name at that server."),
    click.option("--allow-insecure-http", is_flag=True, help="Also plain http to another computer."),
)
"""Which server answers."""

PROVIDER = together(click.option("--provider", default=None, help="builtin (no model) or server."), SERVER)
"""Which server answers, or the built-in tailor."""


def only_one_format(format: str | None, json: bool) -> None:
    """UsageError for --format together with --json."""
    if format is not None and json:
        raise UsageError("--format and --json ask for two different outputs; use one of them.")
