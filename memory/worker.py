"""The memory's own process: `python -m memory.worker`, lines of JSON on stdin and stdout.

Reads are answered concurrently, writes one after another, and the table is cleaned up when idle. The process ends
with its stdin, even if a call of LanceDB never returns. Whatever LanceDB or an embedder prints goes to stderr,
which is the log.
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread, Timer
from typing import Any, Final

from memory.errors import failure_of, unknown_error
from memory.messages import MemorySettings, line_of, message_of
from memory.service import WRITES, Job, Service
from tailor.core.codec import from_json
from tailor.core.errors import TailorError
from tailor.storage import why

IDLE: Final = 3.0
"""Seconds without a write before the table is cleaned up."""
FAREWELL: Final = 5.0
"""Seconds that running requests get after stdin was closed."""


class Worker:
    """Takes requests from a stream of lines and sends answers as lines."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._lock = Lock()
        self._writes: SimpleQueue[tuple[int, str, Mapping[str, Any]]] = SimpleQueue()
        self._stops: dict[int, Event] = {}
        self._readers = ThreadPoolExecutor(4, "read")
        self._service: Service | None = None

    def run(self, lines: Iterable[bytes]) -> None:
        """Answer every request until the stream ends."""
        Thread(target=self._write_in_turn, name="write", daemon=True).start()
        for line in lines:
            self._take(*message_of(line))
        for stop in list(self._stops.values()):
            stop.set()
        self._readers.shutdown(cancel_futures=True)
        if self._service is not None:
            self._service.close()

    def _take(self, number: int, name: str, arguments: Any) -> None:
        if name == "open":
            self._service = Service(from_json(MemorySettings, arguments["settings"]))
        elif name == "stop":
            if stop := self._stops.get(arguments["number"]):
                stop.set()
        elif name in WRITES:
            self._stops[number] = Event()
            self._writes.put((number, name, arguments))
        else:
            self._readers.submit(self._answer, number, name, arguments)

    def _write_in_turn(self) -> None:
        """Do the writes one after another; clean up the table when idle."""
        while True:
            try:
                self._answer(*self._writes.get(timeout=IDLE))
            except Empty:
                self._tidy()

    def _tidy(self) -> None:
        if self._service is not None and self._service.touched:
            self._service.touched = False
            try:
                self._service.optimize()
            except BaseException as error:  # noqa: BLE001 - or no write would ever be answered again
                with suppress(OSError):
                    print(f"could not tidy up: {why(error)}", file=sys.stderr, flush=True)

    def _answer(self, number: int, name: str, arguments: Mapping[str, Any]) -> None:
        """Handle one request and send its answer, whatever happens."""
        service = self._service
        assert service is not None, "the first request opens the memory"
        stopped = self._stops.setdefault(number, Event())
        job = Job(lambda progress: self._put(line_of(number, "progress", progress)), stopped)
        try:
            line = line_of(number, "answer", service.answer(name, arguments, job))
        except TailorError as error:
            if error.__cause__:  # LanceDB's message about a damaged table, which the person is not shown
                self._log()
            line = line_of(number, "failed", failure_of(error))
        except Exception as error:  # noqa: BLE001 - the worker continues; the app is told
            self._log()
            line = line_of(number, "failed", failure_of(service.explained(error)))
        except BaseException as error:  # noqa: BLE001 - LanceDB's panics are no Exceptions; the client must not wait
            self._log()
            line = line_of(number, "failed", failure_of(unknown_error(error)))
        finally:
            self._stops.pop(number, None)
        self._put(line)

    def _log(self) -> None:
        with suppress(OSError):  # the log may be on the very disk that is full
            traceback.print_exc()

    def _put(self, line: bytes) -> None:
        with self._lock:
            self._send(line)


def _while_asked(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines, then end the process soon: if its folder is gone, a call of LanceDB may never return."""
    yield from lines
    end = Timer(FAREWELL, os._exit, (0,))
    end.daemon = True
    end.start()


def main() -> None:
    """Run the worker on the pipes of this process; other output to stdout goes to stderr."""
    os.umask(0o077)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def send(line: bytes) -> None:
        try:
            out.write(line)
            out.flush()
        except OSError:
            os._exit(0)  # nobody reads any more

    Worker(send).run(_while_asked(sys.stdin.buffer))
    sys.stderr.flush()
    os._exit(0)  # LanceDB's threads need no shutdown: every commit is complete or absent


if __name__ == "__main__":
    main()
