"""The terminal below the screens: what it sends is read whatever it is, and where it goes away the app ends.

Textual 8.2.8 ends with a traceback at a byte that is not UTF-8, waits for ever where a terminal that is gone takes
no more output, and reads without end where it sends no more. Not for Windows, whose terminals work otherwise.
"""

import os
import signal
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from select import select
from typing import Any, Final, TextIO

from textual.drivers.linux_driver import LinuxDriver

from tailor.screens.textual_fixes import PasteParser
from tailor.terminal import is_terminal

GONE: Final = 128 + signal.SIGHUP
"""The exit code that shells give to what a closed terminal ended."""
WAIT: Final = 0.1
"""Seconds between two looks whether the app ended meanwhile, or a key came to its end."""
AT_ONCE: Final = 4096


class Output:
    """Where the screens are drawn; once nothing can be written any more, `gone` is called and the rest dropped."""

    def __init__(self, stream: TextIO, gone: Callable[[], None]) -> None:
        self._number, self._encoding, self._gone = stream.fileno(), stream.encoding, gone
        self._broken = False

    def fileno(self) -> int:
        """The number of the stream."""
        return self._number

    def write(self, text: str) -> None:
        """Writes it now; what the encoding does not have becomes "?"."""
        left = text.encode(self._encoding, "replace")
        while left and not self._broken:
            try:
                left = left[os.write(self._number, left) :]
            except BlockingIOError:  # another program shares the terminal, and set it so
                select([], [self._number], [], WAIT)
            except OSError:
                self._broken = True
                self._gone()

    def flush(self) -> None:
        """Nothing: all is written."""


class TerminalDriver(LinuxDriver):
    """As `LinuxDriver`; no byte ends the app, and no terminal that is gone keeps it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        drawn_on = sys.__stderr__ if is_terminal(sys.__stderr__, os.O_RDONLY) else sys.__stdout__
        assert drawn_on is not None  # or there are no screens
        self._file = Output(drawn_on, self._end)  # type: ignore[assignment]

    def _end(self) -> None:
        """Ends the app as Quit does; from whatever thread."""
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(partial(self._app.exit, return_code=GONE))

    def write(self, data: str) -> None:
        """Draws; nothing where the terminal was gone before the app began."""
        if self._writer_thread is not None:
            super().write(data)

    def start_application_mode(self) -> None:
        """Takes the terminal, or ends the app where that cannot be."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        try:
            termios.tcgetattr(self.fileno)
        except termios.error:
            self._end()

    def _run_input_thread(self) -> None:
        """What goes wrong while reading is told as all faults are, without a traceback."""
        try:
            self.run_input_thread()
        except Exception as error:  # noqa: BLE001 - it is handed on
            self._app.call_later(self._app._handle_exception, error)

    def run_input_thread(self) -> None:
        """Reads keys until the app takes no more, or the terminal sends no more."""
        parser = PasteParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            came = self._came()
            if came == b"":
                self._end()
                return
            if text := decode(came or b""):
                for event in parser.feed(text):
                    self.process_message(event)
            for event in parser.tick():
                self.process_message(event)

    def _came(self) -> bytes | None:
        """What came meanwhile; None for nothing, no bytes where nothing will come any more."""
        try:
            return os.read(self.fileno, AT_ONCE) if select([self.fileno], [], [], WAIT)[0] else None
        except BlockingIOError:
            return None
        except OSError:
            return b""
