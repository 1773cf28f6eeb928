"""The memory's own process: `python -m memory.worker`, JSON lines on stdin and stdout, ends with stdin.

Owns pipes and threads: reading requests are answered at once and side by side, writing ones in turn; what
LanceDB or an embedder prints goes to stderr, which is the log. Refuses to know what a request means: `service`
does.
"""

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import IO, Final

from memory import messages as m
from memory import messages as wire
from memory.service import Service
from tailor.core.errors import ProviderError, TailorError

IDLE: Final = 3.0
"""Seconds without a write before the table is tidied up."""

_WRITES = (m.Add, m.Delete, m.Tag, m.Judge, m.Import, m.Rebuild, m.CatchUp, m.Optimize)


class Worker:
    """Takes requests from a stream of lines and sends answers as lines."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._lock = Lock()
        self._writes: SimpleQueue[tuple[int, m.Request] | None] = SimpleQueue()
        self._stops: dict[int, Event] = {}
        self._readers = ThreadPoolExecutor(4, "read")
        self._service: Service | None = None

    def run(self, lines: IO[bytes]) -> None:
        """Answer every request until the stream ends."""
        Thread(target=self._write_in_turn, name="write", daemon=True).start()
        for line in lines:
            number, request = wire.request_from(line)
            self._take(number, request)
        for stop in list(self._stops.values()):
            stop.set()

    def _take(self, number: int, request: m.Request) -> None:
        match request:
            case m.Open(settings=settings):
                self._service = Service(settings)
                self._readers.submit(_warm_up)
            case m.Stop(number=other):
                if stop := self._stops.get(other):
                    stop.set()
            case _ if isinstance(request, _WRITES):
                self._stops[number] = Event()
                self._writes.put((number, request))
            case _:
                self._readers.submit(self._answer, number, request)

    def _write_in_turn(self) -> None:
        """Writes one after the other; in the pauses the table is tidied up."""
        while True:
            try:
                job = self._writes.get(timeout=IDLE)
            except Empty:
                self._tidy()
                continue
            if job is not None:
                self._answer(*job)

    def _tidy(self) -> None:
        if self._service is not None and self._service.touched:
            self._service.touched = False
            try:
                self._service.optimize()
            except (TailorError, RuntimeError, ValueError, OSError) as error:
                with suppress(OSError):
                    print(f"could not tidy up: {error}", file=sys.stderr, flush=True)

    def _answer(self, number: int, request: m.Request) -> None:
        """Do one request and send its answer, whatever happens."""
        stopped = self._stops.setdefault(number, Event())
        try:
            assert self._service is not None, "the first request opens the memory"
            answer = self._service.answer(request, lambda progress: self._put(number, progress), stopped)
        except TailorError as error:
            fault = error.fault if isinstance(error, ProviderError) else ""
            answer = m.RequestFailed(kind=type(error).__name__, message=error.message, fault=fault)
        except Exception as error:  # noqa: BLE001 - the worker lives on; the app is told
            answer = self._judged(error)
        finally:
            self._stops.pop(number, None)
        self._put(number, answer)

    def _judged(self, error: Exception) -> m.RequestFailed:
        """What to say of an error that is none of ours: LanceDB's classes tell little, so we look ourselves."""
        import traceback

        from memory.errors import judged

        with suppress(OSError):  # the log may lie on the very disk that is full
            traceback.print_exc()
        return judged(error, self._service)

    def _put(self, number: int, answer: m.Answer) -> None:
        with self._lock:
            self._send(wire.line_of(number, answer))


def _warm_up() -> None:
    """LanceDB takes a second to import: begin with it before the first request needs it."""
    import memory.store  # noqa: F401


def main() -> None:
    """Runs the worker on this process's pipes; what others print to stdout goes to stderr."""
    os.umask(0o077)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def send(line: bytes) -> None:
        try:
            out.write(line)
            out.flush()
        except OSError:
            os._exit(0)  # nobody reads any more

    Worker(send).run(sys.stdin.buffer)
    sys.stderr.flush()
    os._exit(0)  # LanceDB's threads need no farewell: every commit is whole or not there


if __name__ == "__main__":
    main()
