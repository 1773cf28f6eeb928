"""Input and output of commands: answers line by line; data on stdout, messages on stderr, exit codes (CONTRACT 6).

No text can steer a terminal. Lines are read without reading ahead: the rest is left to whoever reads next.
"""

import contextlib
import errno
import io
import json
import os
import re
import select
import signal
import sys
import threading
from collections.abc import Iterator
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, TextIO

from tailor.core.code_lines import drawn
from tailor.core.codec import to_json
from tailor.core.errors import ApplyError, ContentError, TailorError
from tailor.core.procedure import Json, Procedure
from tailor.core.text import clean, counted, one_line
from tailor.storage import why

if TYPE_CHECKING:
    from tailor.library.importer import Opened

LONGEST_LINE: Final = 1_000_000
MOST_PASSED: Final = 20
"""Multiple of that length at which a line is given up without reading to its end."""


class LongLineError(ContentError):
    """A line that was too long and was skipped: the next one can be read."""

    def __init__(self) -> None:
        super().__init__(f"A line of standard input has more than {LONGEST_LINE:,} characters.")


class OutputError(TailorError):
    """The requested data could not be written; what was saved before stays saved."""

    title = "The output could not be written"


class Exit(IntEnum):
    """The exit codes, for scripts."""

    DONE = 0
    FAILED = 1
    """Conflict, unreadable content, empty procedure, nothing to save."""
    USAGE = 2
    NOT_FOUND = 3
    PROVIDER = 4
    DAMAGED = 5
    CANCELLED = 130


MOST_VAIN: Final = 20
"""Most answers in a row without effect from anything but a terminal; more count as the end of input."""


class _Vain:
    count = 0


def vain(words: str = "") -> None:
    """Record that an answer changed nothing; `words` say why."""
    _Vain.count += 1
    if words:
        say(words)


def useful() -> None:
    """Record that an answer changed something."""
    _Vain.count = 0


def _is_endless() -> bool:
    """Whether the input is no person's, or nobody reads the output any more."""
    if sys.stdin.isatty():
        return False
    if _Vain.count == MOST_VAIN:
        vain(f"The last {MOST_VAIN} answers changed nothing, so Tailor has stopped reading your input.")
    return _Vain.count > MOST_VAIN or _is_left()


def _is_left() -> bool:
    """Whether standard output is a pipe that nobody reads any more."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # Windows cannot tell
        looked = select.poll()
        looked.register(sys.stdout.fileno(), 0)
        return any(event & select.POLLERR for _, event in looked.poll(0))
    return False


def ask(question: str, seconds: float | None = None) -> str | None:
    """Ask for one line from standard input; None at its end. TimeoutError if none comes within `seconds`.

    Asks again after a line that is too long, so that earlier decisions are not lost.
    """
    if _is_endless():
        return None
    _send(sys.stderr, harmless(question))
    try:
        line = read_line(seconds)
    except LongLineError as error:
        say(f"\n{error.message} Tailor ignored that line, and nothing is lost. Please write a shorter one.")
        return ask(question, seconds)
    except (TimeoutError, KeyboardInterrupt):
        _send(sys.stderr, "\n")
        raise
    if line is None or not sys.stdin.isatty():  # no Enter was echoed
        _send(sys.stderr, "\n")
    return line


def ask_words(question: str) -> str:
    """Ask for a line and strip it; "" for an empty line or the end of input."""
    return (ask(question) or "").strip()


def ask_yes(question: str) -> bool:
    """Whether the answer is yes; repeated until it is y or n. The end of input means no."""
    return yes_or_no(question) or False


def key_of(answer: str | None, keys: str = "") -> str:
    """The key in a line; "q" at the end of input, "" for Enter alone, which does not stop.

    The word that a key stands for also counts: yes, no, quit, and the first word after a key in each line of
    `keys`, a help text. Any other text is returned as it is, whatever it begins with.
    """
    said = "q" if answer is None else answer.strip().lower().rstrip(" .!")
    if len(said) < 2:
        return said
    named: dict[str, str] = {word.lower(): key for key, word in reversed(_KEY_LINE.findall(keys))}
    return (named | _ANSWERS).get(said, said)


_ANSWERS: Final = {
    **dict.fromkeys(("yes", "yes please", "yep", "yeah", "ok", "okay", "sure"), "y"),
    **dict.fromkeys(("no", "no thanks", "nope"), "n"),
    "quit": "q",
}
_KEY_LINE = re.compile(r"(?m)^(\S) +([^\W\d_]+)")


def yes_or_no(question: str) -> bool | None:
    """Whether the answer is yes; asked until it is y or n, so that a slip decides nothing. None at the end."""
    while (answer := ask(question)) is not None:
        if (key := key_of(answer)) in ("y", "n"):
            return key == "y"
        vain("Please type y or n.")
    return None


def number_in(line: str | None, most: int = 999_999_999) -> int | None:
    """The whole number from 0 to `most` in a line; None for anything else."""
    figures = (line or "").strip()
    number = int(figures) if figures.isdecimal() and len(figures) < 10 else None  # int() fails on more
    return number if number is not None and number <= most else None


def read_line(seconds: float | None = None) -> str | None:
    """Read a line without its end; None at the end of input.

    TimeoutError after `seconds` without a line, except where a terminal cannot wait with a timeout (Windows).
    Ctrl+C interrupts it even if something else handles that signal.
    """
    with _interruptible():
        file = _file()
        if file is None or (seconds is not None and not _can_wait(file)):
            line = sys.stdin.readline()
            if len(line) > LONGEST_LINE:
                raise LongLineError
            return line.rstrip("\r\n") if line else None
        if seconds is not None and not select.select([file], [], [], seconds)[0]:
            raise TimeoutError
        return _line(file)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Make Ctrl+C raise KeyboardInterrupt: asyncio would only note it, and gets no turn while a line is read."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if before is not None:  # a handler that Python did not set cannot be restored
            signal.signal(signal.SIGINT, before)


def _file() -> int | None:
    """The file descriptor of standard input; None if it has none."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return sys.stdin.fileno()
    return None


def _can_wait(file: int) -> bool:
    with contextlib.suppress(OSError, ValueError):
        select.select([file], [], [], 0)
        return True
    return False


def _line(file: int) -> str | None:
    """Read a line byte by byte, so that nothing of the next is taken; a line is never endless."""
    got, passed = bytearray(), 0
    while (byte := os.read(file, 1)) not in (b"", b"\n"):
        if len(got) <= LONGEST_LINE:
            got += byte
        elif (passed := passed + 1) > LONGEST_LINE * MOST_PASSED:
            raise ContentError(LongLineError().message)
    if len(got) > LONGEST_LINE:
        raise LongLineError
    if not got and not byte:
        return None
    return got.decode(sys.stdin.encoding or "utf-8", "replace").rstrip("\r")


def open_streams() -> None:
    """Make every character printable: what an encoding cannot express becomes "?", and data in pipes is UTF-8.

    If a stream was closed before Tailor began, stdin is empty, stdout raises an error on writing, as data would be
    lost, and stderr is discarded.
    """
    useful()
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _Closed(_nowhere("w").detach())  # stays open, or another file would get its number
    sys.stderr = sys.stderr or _nowhere("w")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", **({} if stream.isatty() else {"encoding": "utf-8"}))


def _nowhere(mode: str) -> Any:
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123 - it stands for a stream until the end


class _Closed(io.TextIOWrapper):
    """Standard output that was closed before Tailor began."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def put(text: str) -> None:
    """Print data: one or more lines to stdout, with the tabs of code."""
    _write(sys.stdout, text, tab="\t")


def put_row(*fields: str) -> None:
    """Print data: one line of tab-separated fields, uncut; no field contains a tab or a line end."""
    _send(sys.stdout, "\t".join(" ".join(harmless(field).split()) for field in fields) + "\n")


def put_json(value: Json) -> None:
    """Print data: one JSON value on its own line, with characters that could steer a terminal escaped."""
    text = json.dumps(value, ensure_ascii=False)
    _send(sys.stdout, (text if harmless(text) == text else json.dumps(value)) + "\n")


def put_saved(id: str, json: Json = None) -> None:
    """Print data: the id of what is now in the library, plain or as JSON; if that fails, say it on stderr."""
    try:
        if json is None:
            put(id)
        else:
            put_json(json)
    except OutputError:
        say(f"Saved as {id}.")
        raise


def put_item(json: bool, value: Json, *fields: str) -> None:
    """Print data: the value with --json, else the fields as a row."""
    if json:
        put_json(value)
    else:
        put_row(*fields)


def json_of(value: object, names: str) -> dict[str, Json]:
    """These fields of a value as a JSON object, in this order."""
    return {name: to_json(getattr(value, name)) for name in names.split()}


def put_procedure(procedure: Procedure, format: str | None, parent: str | None = None, notice: str = "") -> None:
    """Print data: a procedure in a format (None: md); formats that can also show its parent and `notice`."""
    from tailor.library.formats.registry import write

    put(write(procedure, format or "md", parent, notice))


def say(text: str) -> None:
    """Print a message: one or more lines to stderr, with code on its own lines."""
    _write(sys.stderr, drawn(text))


def say_read(opened: "Opened", otherwise: str = "") -> None:
    """Say what may surprise in a file that was opened: lines that are unused or only kept as notes.

    `otherwise` says how to leave them out.
    """
    if opened.remark:
        say(opened.remark)
    if opened.noted:
        are = (
            "is neither a step nor something you need, so it is"
            if len(opened.noted) == 1
            else ("are neither steps nor things you need, so they are")
        )
        say(f"{counted(len(opened.noted), 'line')} of {opened.where} {are} kept as notes.{otherwise}")
    for line in opened.noted:
        say(f"  {KEPT}: {one_line(line, 160)}")
    if opened.unused:
        are = "is" if len(opened.unused) == 1 else "are"
        say(f"{counted(len(opened.unused), 'line')} of {opened.where} {are} not used.")
    for line in opened.unused:
        say(f"  not used: {one_line(line, 160)}")


KEPT: Final = "kept as a note"
"""Prefix of a line that is neither a step nor a resource."""


def say_error(error: TailorError) -> None:
    """Say an error in one or two sentences; if edits do not fit, each reason on its own line."""
    if isinstance(error, ApplyError):
        say("\n".join((f"{error.title}:", *(f"  {problem}" for problem in error.problems))))
    else:
        say(f"{error.title}: {error.message}")


def harmless(text: str) -> str:
    """Clean a text of any length, line by line, as `clean` is slow and most lines do not need it."""
    return "\n".join(
        line if _PLAIN.fullmatch(line) else clean(line, len(line) * 3 + 16) for line in text.split("\n")
    )


# ASCII, Latin letters and common punctuation: `clean` changes none of them, alone or in any sequence
_PLAIN = re.compile("[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2150-\u218b]*")


def _write(stream: TextIO, text: str, tab: str = "    ") -> None:
    shown = tab.join(map(harmless, text.split("\t")))
    _send(stream, shown if shown.endswith("\n") else shown + "\n")


def _send(stream: TextIO, text: str) -> None:
    """Write now. OutputError if data cannot be written, BrokenPipeError if nobody reads it.

    Messages that cannot be written are dropped: the data may still be wanted.
    """
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        with contextlib.suppress(OSError, ValueError):  # or the interpreter tries again when it exits
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if stream is sys.stderr:
            return
        if isinstance(error, BrokenPipeError):
            raise
        raise OutputError(f"{why(error)}.") from error
