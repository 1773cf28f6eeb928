"""A terminal driver that no input byte and no closed terminal can break; for Linux and macOS.

Textual 8.2.8's driver ends with a traceback at a byte that is not UTF-8, hangs where a terminal that is gone takes
no more output, and spins where it sends no more input.
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

GONE: Final = 128 + signal.SIGHUP  # the exit code of a process that a closed terminal ended
WAIT: Final = 0.1  # seconds to wait for input before looking whether the app ended, or a key sequence did
AT_ONCE: Final = 4096
LARGEST: Final = 1000  # columns or lines that are drawn: whole walls of screens have fewer


class Output:
    """The output stream; after the first failed write it calls `gone` and drops everything."""

    def __init__(self, stream: TextIO, gone: Callable[[], None]) -> None:
        self._number, self._encoding, self._gone = stream.fileno(), stream.encoding, gone
        self._broken = False

    def fileno(self) -> int:
        return self._number

    def write(self, text: str) -> None:
        """Write at once; characters the encoding lacks become "?"."""
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
        """Does nothing: `write` does not buffer."""


class TerminalDriver(LinuxDriver):
    """A LinuxDriver that survives any input and ends the app when the terminal is gone."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        drawn_on = sys.__stderr__ if is_terminal(sys.__stderr__, os.O_RDONLY) else sys.__stdout__
        assert drawn_on is not None  # or there are no screens
        self._file = Output(drawn_on, self._end)  # type: ignore[assignment]
        self._size = self._size or self._get_terminal_size()
        self._parser = PasteParser(self._debug)  # that goes on with a paste where the reading begins again
        self._decode = getincrementaldecoder("utf-8")("replace").decode

    def _end(self) -> None:
        """End the app as Quit does; callable from any thread."""
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(partial(self._app.exit, return_code=GONE))

    def write(self, data: str) -> None:
        """Draw, unless the terminal was gone before the app began."""
        if self._writer_thread is not None:
            super().write(data)

    def start_application_mode(self) -> None:
        """Take over the terminal, or end the app where that fails."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        try:
            termios.tcgetattr(self.fileno)
        except termios.error:
            self._end()

    def _get_terminal_size(self) -> tuple[int, int]:
        """What the terminal says; only where it does not know, what COLUMNS and LINES say.

        Textual 8.2.8 believes an exported COLUMNS first, and draws a page of any size for it.
        """
        with suppress(OSError):
            if all(size := os.get_terminal_size(self.fileno)):
                return min(size[0], LARGEST), min(size[1], LARGEST)
        width, height = super()._get_terminal_size()
        return min(width, LARGEST), min(height, LARGEST)

    def process_message(self, message: Message) -> None:
        """Hand on what came in, but no size that no terminal has: a file that `cat` shows may hold one."""
        if isinstance(message, events.Resize) and max(message.size) > LARGEST:
            return
        super().process_message(message)

    def _sigcont_application(self, *given: Any) -> None:
        """Take the terminal over again, once.

        Textual 8.2.8 starts a second pair of threads where nothing asked it to let go before the stop (SIGSTOP, or
        a SIGCONT that came alone): the first pair is never ended, nor is the process, and the terminal stays raw.
        """
        if self._must_signal_resume:
            super()._sigcont_application(*given)
        elif self._auto_restart and self._writer_thread is not None:
            with suppress(RuntimeError):  # not in here: the loop may be in the middle of writing to the terminal
                self._loop.call_soon_threadsafe(self._begin_again)

    def _begin_again(self) -> None:
        """Let go of the terminal and take it over; what was typed meanwhile is read then."""
        self.exit_event.set()  # where it is not set, Textual throws that away
        if self._key_thread is not None:
            self._key_thread.join()
        self.suspend_application_mode()
        self.exit_event.clear()
        self._must_signal_resume = True
        self.resume_application_mode()

    def _run_input_thread(self) -> None:
        """Hand an error of the reading thread to the app, without a traceback."""
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
        """The bytes that came; None for none yet, b"" at the end of input."""
        try:
            return os.read(self.fileno, AT_ONCE) if select([self.fileno], [], [], WAIT)[0] else None
        except BlockingIOError:
            return None
        except OSError:
            return b""
