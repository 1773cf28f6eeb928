"""One worker process: its pipes, its log, and the questions it has not answered yet.

Owns these. Refuses to repeat anything: `client` decides that.
"""

import asyncio
import contextlib
import itertools
import os
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Final

from memory import messages as m
from memory import wire
from tailor.storage import SaveError, private_folder

_LONGEST_ANSWER: Final = 512 * 1024 * 1024
_LOG_KEEPS: Final = 1_000_000
_FAREWELL: Final = 5.0
"""Seconds the worker has to end by itself once its stdin is closed."""


class Died(Exception):
    """The worker ended before it answered."""


class WorkerProcess:
    """A worker that is started by the first question."""

    def __init__(self, settings: m.MemorySettings) -> None:
        self.settings = settings
        self.dead = False
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[m.Answer]] = {}
        self._progress: dict[int, Callable[[m.Progress], None]] = {}
        self._start = asyncio.Lock()
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """The worker's process id, once it runs."""
        return self._process.pid if self._process else None

    async def ask(self, request: m.Request, on_progress: Callable[[m.Progress], None] | None = None) -> m.Answer:
        """The answer to a request. Raises Died where the worker ends first. Cancelled, the worker is told."""
        process = await self._running()
        number = next(self._numbers)
        answer: asyncio.Future[m.Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        if on_progress:
            self._progress[number] = on_progress
        try:
            if self.dead:
                raise Died
            await self._send(process, number, request)
            return await answer
        except asyncio.CancelledError:
            if not self.dead:
                _write(process, next(self._numbers), m.Stop(number=number))
            raise
        finally:
            self._waiting.pop(number, None)
            self._progress.pop(number, None)

    async def stop(self) -> None:
        """Close the worker's stdin and wait for its end; kill it where it takes too long."""
        async with self._start:
            process = self._process
            self.dead = True
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), _FAREWELL)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if self._reader:
            await self._reader

    async def _running(self) -> Process:
        async with self._start:
            if self._process is None:
                if self.dead:
                    raise Died
                self._process = await self._started()
                self._reader = asyncio.create_task(self._read(self._process))
                _write(self._process, 0, m.Open(settings=self.settings))
            return self._process

    async def _started(self) -> Process:
        # -P: what lies in the folder the person is in must never be taken for our own modules
        command = [sys.executable, "-P", "-m", "memory.worker"]
        with _log(self.settings.log) as log:
            return await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                limit=_LONGEST_ANSWER,
                env={**os.environ, "LANCEDB_LOG": "error", "TOKENIZERS_PARALLELISM": "false"},
                start_new_session=os.name != "nt",  # Ctrl+C in the terminal is the app's to handle
            )

    async def _send(self, process: Process, number: int, request: m.Request) -> None:
        try:
            _write(process, number, request)
            assert process.stdin is not None
            await process.stdin.drain()
        except (ConnectionError, RuntimeError):
            raise Died from None

    async def _read(self, process: Process) -> None:
        """Hand every line to whoever waits for it, until the worker ends."""
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                number, message = wire.answer_from(line)
                if isinstance(message, m.Progress):
                    if tell := self._progress.get(number):
                        tell(message)
                elif (waiting := self._waiting.get(number)) and not waiting.done():
                    waiting.set_result(message)
        finally:
            self.dead = True
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(Died())
            await process.wait()


def _write(process: Process, number: int, request: m.Request) -> None:
    assert process.stdin is not None
    process.stdin.write(wire.line_of(number, request))


@contextlib.contextmanager
def _log(path: str) -> Iterator[IO[bytes] | int]:
    """The worker's log; nowhere without a path, or where there can be none: the memory works without it."""
    descriptor = _opened(path) if path else None
    if descriptor is None:
        yield asyncio.subprocess.DEVNULL
        return
    with os.fdopen(descriptor, "wb") as log:
        yield log


def _opened(path: str) -> int | None:
    """The log to write to, begun anew when it has grown large; None where it cannot be opened."""
    try:
        private_folder(Path(path).parent)
        large = Path(path).exists() and Path(path).stat().st_size > _LOG_KEEPS
        return os.open(path, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if large else os.O_APPEND), 0o600)
    except (OSError, SaveError):
        return None
