"""A terminal driver that no input byte and no closed terminal can break; for Linux and macOS.

Textual 8.2.8's driver ends with a traceback at a byte that is not UTF-8. After the terminal is closed it hangs on
output, and spins on input.
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

from textual import events
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from tailor.screens.textual_fixes import PasteParser
from tailor.terminal import is_terminal

GONE: Final = 128 + signal.SIGHUP  # the exit code after the terminal was closed
WAIT: Final = 0.1  # seconds to wait for input before checking whether the app or a key sequence has ended
AT_ONCE: Final = 4096
LARGEST: Final = 1000  # most columns or lines that are drawn: a whole wall of screens has fewer


class Output:
    """The output stream; after the first failed write it calls `gone` and drops everything."""

    def __init__(self, stream: TextIO, gone: Callable[[], None]) -> None:
        self._number, self._encoding, self._gone = stream.fileno(), stream.encoding, gone
        self._broken = False

    def fileno(self) -> int:
        return self._number

    def write(self, text: str) -> None:
        """Write at once; characters that the encoding lacks become "?"."""
        left = text.encode(self._encoding, "replace")
        while left and not self._broken:
            try:
                left = left[os.write(self._number, left) :]
            except BlockingIOError:  # a program that shares the terminal made it non-blocking
                select([], [self._number], [], WAIT)
            except OSError:
                self._broken = True
                self._gone()

    def flush(self) -> None:
        """Do nothing, as `write` does not buffer."""


class TerminalDriver(LinuxDriver):
    """A LinuxDriver that survives any input, and ends the app when the terminal is closed."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        drawn_on = sys.__stderr__ if is_terminal(sys.__stderr__, os.O_RDONLY) else sys.__stdout__
        assert drawn_on is not None  # or there are no screens
        self._file = Output(drawn_on, self._end)  # type: ignore[assignment]
        self._size = self._size or self._get_terminal_size()
        self._parser = PasteParser(self._debug)  # kept when reading restarts, so that a paste continues
        self._decode = getincrementaldecoder("utf-8")("replace").decode

    def _end(self) -> None:
        """End the app as Quit does; may be called from any thread."""
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(partial(self._app.exit, return_code=GONE))

    def write(self, data: str) -> None:
        """Draw, unless the terminal was closed before the app began."""
        if self._writer_thread is not None:
            super().write(data)

    def start_application_mode(self) -> None:
        """Take over the terminal; if that fails, end the app."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        try:
            termios.tcgetattr(self.fileno)
        except termios.error:
            self._end()

    def _get_terminal_size(self) -> tuple[int, int]:
        """The size that the terminal reports; only if it does not know, that of COLUMNS and LINES.

        Textual 8.2.8 prefers an exported COLUMNS, and draws a page of any size for it.
        """
        with suppress(OSError):
            if all(size := os.get_terminal_size(self.fileno)):
                return min(size[0], LARGEST), min(size[1], LARGEST)
        width, height = super()._get_terminal_size()
        return min(width, LARGEST), min(height, LARGEST)

    def process_message(self, message: Message) -> None:
        """Pass on what came in, except impossible sizes, which a file shown with `cat` may contain."""
        if isinstance(message, events.Resize) and max(message.size) > LARGEST:
            return
        super().process_message(message)

    def _sigcont_application(self, *given: Any) -> None:
        """Take over the terminal again, once.

        Textual 8.2.8 starts a second pair of threads if it was not told to release the terminal before the stop
        (SIGSTOP, or a SIGCONT alone): the first pair never ends, nor does the process, and the terminal stays raw.
        """
        if self._must_signal_resume:
            super()._sigcont_application(*given)
        elif self._auto_restart and self._writer_thread is not None:
            with suppress(RuntimeError):  # later, as the loop may be in the middle of writing to the terminal
                self._loop.call_soon_threadsafe(self._begin_again)

    def _begin_again(self) -> None:
        """Release the terminal and take it over again; what was typed meanwhile is read then."""
        self.exit_event.set()  # or else Textual throws away what was typed
        if self._key_thread is not None:
            self._key_thread.join()
        self.suspend_application_mode()
        self.exit_event.clear()
        self._must_signal_resume = True
        self.resume_application_mode()

    def _run_input_thread(self) -> None:
        """Pass an error of the reading thread on to the app, without a traceback."""
        try:
            self.run_input_thread()
        except Exception as error:  # noqa: BLE001 - it is handed on
            self._app.call_later(self._app._handle_exception, error)

    def run_input_thread(self) -> None:
        """Read keys until the app exits or the terminal closes."""
        while not self.exit_event.is_set():
            came = self._came()
            if came == b"":
                self._end()
                return
            if text := self._decode(came or b""):
                for event in self._parser.feed(text):
                    self.process_message(event)
            for event in self._parser.tick():
                self.process_message(event)

    def _came(self) -> bytes | None:
        """The bytes that arrived; None for none yet, b"" at the end of input."""
        try:
            return os.read(self.fileno, AT_ONCE) if select([self.fileno], [], [], WAIT)[0] else None
        except BlockingIOError:
            return None
        except OSError:
            return b""
