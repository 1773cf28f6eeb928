"""The memory as the app and the command line see it: async calls, answered by the worker process.

Owns starting the worker at the first use, starting it again when it dies (every request may be repeated without
harm), and stopping it. Refuses to import what the worker needs: no lancedb, pyarrow, numpy or torch here.
"""

import asyncio
import contextlib
import itertools
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import IO, Final, TypeAlias, TypeVar

from memory import messages as m
from memory import messages as wire
from memory.corpora import row_of
from memory.errors import error_of, kept_stopping, not_started
from memory.messages import (
    Imported,
    MemoryHit,
    MemoryRow,
    MemorySettings,
    Mode,
    Outcome,
    Rebuilt,
    RequestProgress,
    Stats,
)
from tailor.config import Config
from tailor.core.procedure import Procedure
from tailor.core.text import clean, one_line
from tailor.paths import Paths
from tailor.storage import SaveError, private_folder, why

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
        self._progress: dict[int, Callable[[m.RequestProgress], None]] = {}
        self._start = asyncio.Lock()
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """The worker's process id, once it runs."""
        return self._process.pid if self._process else None

    async def ask(
        self, request: m.Request, on_progress: Callable[[m.RequestProgress], None] | None = None
    ) -> m.Answer:
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
                if isinstance(message, m.RequestProgress):
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


OnProgress: TypeAlias = Callable[[RequestProgress], None]
A = TypeVar("A")

_TRIES: Final = 3
_PAGE: Final = 500


class Memory:
    """The store of procedures that generation and search draw on. Nothing is started before the first call."""

    def __init__(self, settings: MemorySettings) -> None:
        self.settings = settings
        self._worker: WorkerProcess | None = None

    # -- finding ---------------------------------------------------------------------------------------------

    async def search(self, query: str, k: int = 10, mode: Mode = "procedures") -> tuple[MemoryHit, ...]:
        """The K best procedures, or steps, by meaning, goal and words together; best first."""
        return (await self._ask(m.Search(query=clean(query), k=k, mode=mode), m.Hits)).found

    async def nearest_vector(self, query: str, k: int = 3) -> tuple[MemoryHit, ...]:
        """The K procedures nearest by cosine alone, as in [AAG]; nearest first."""
        return (await self._ask(m.Nearest(query=clean(query), k=k), m.Hits)).found

    async def random(self, k: int = 3, seed: int = 0) -> tuple[MemoryHit, ...]:
        """K procedures at random: the same for the same seed while the memory holds the same ids."""
        return (await self._ask(m.Pick(k=k, seed=seed), m.Hits)).found

    async def get(self, id: str) -> MemoryRow | None:
        """The row of an id; None where there is none."""
        return (await self._ask(m.Get(id=id), m.Got)).row

    async def stats(self) -> Stats:
        """What the memory holds."""
        return await self._ask(m.Count(), m.Stats)

    async def export(self) -> AsyncIterator[MemoryRow]:
        """Every row, as the table was when this began."""
        offset, version = 0, 0
        while True:
            page = await self._ask(m.GetPage(offset=offset, limit=_PAGE, version=version), m.Page)
            for row in page.rows:
                yield row
            if len(page.rows) < _PAGE:
                return
            offset, version = offset + _PAGE, page.version

    # -- keeping ---------------------------------------------------------------------------------------------

    async def add(self, procedures: Iterable[Procedure], *, source: str = "", domain: str = "") -> int:
        """Keep procedures; one with a known id is replaced. On the disk when this returns.

        `source` is `messages.LIBRARY` for those that have a file in the library.
        """
        rows = tuple(row_of(one, source=source, domain=domain) for one in procedures)
        return (await self._ask(m.Add(rows=rows), m.RequestDone)).rows

    async def delete(self, ids: Iterable[str]) -> int:
        """Forget these; how many there were."""
        return (await self._ask(m.Delete(ids=tuple(ids)), m.RequestDone)).rows

    async def tag(self, id: str, tags: Iterable[str]) -> bool:
        """Give a row these tags in place of its old ones; False where there is no such row."""
        return bool(
            (await self._ask(m.Tag(id=id, tags=tuple(filter(None, map(one_line, tags)))), m.RequestDone)).rows
        )

    async def set_outcome(self, id: str, outcome: Outcome) -> bool:
        """Keep what came of a procedure; False where the memory holds no row of this id (nothing is changed then).

        To be called when following has ended: `set_outcome(following.id, outcome_of_rating(rating))`, with
        `memory.messages`; the id is the library's, with its version, or a starter's. The newest outcome counts.
        On the disk when this returns. Among about equally near ones searches put `good` before `finished` and
        `accepted`, and `bad` last. A rebuild reads the ratings of the library's own files again.
        """
        return bool((await self._ask(m.Judge(id=id, outcome=outcome), m.RequestDone)).rows)

    async def import_corpus(
        self, path: str, on_progress: OnProgress | None = None, *, domain: str = ""
    ) -> Imported:
        """Take in a .jsonl or .csv file (also .gz) or a folder of Markdown; may be repeated and resumed.

        Raises NotFoundError, ContentError, SaveError. Cancelled, it stops after the batch at hand.
        """
        return await self._ask(m.Import(path=path, domain=domain), m.Imported, on_progress)

    async def rebuild(self, on_progress: OnProgress | None = None) -> Rebuilt:
        """Bring back starters and the library's rows; embed everything anew where the embedder changed."""
        return await self._ask(m.Rebuild(), m.Rebuilt, on_progress)

    async def catch_up(self) -> int:
        """Take in what was saved in the library since the last time; how many rows that concerned.

        Quick where nothing was. Whoever opens the memory calls it: so a save never waits for the memory.
        """
        return (await self._ask(m.CatchUp(), m.RequestDone)).rows

    async def optimize(self) -> int:
        """Tidy the table up now; how many rows it has."""
        return (await self._ask(m.Optimize(), m.RequestDone)).rows

    # -- the worker ------------------------------------------------------------------------------------------

    async def close(self) -> None:
        """Stop the worker. A later call would start another."""
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.stop()

    async def _ask(self, request: m.Request, answer: type[A], on_progress: OnProgress | None = None) -> A:
        """Ask the worker, or the next one where it died. Raises what the worker says went wrong."""
        for _ in range(_TRIES):
            if self._worker is None or self._worker.dead:
                self._worker = WorkerProcess(self.settings)
            try:
                got = await self._worker.ask(request, on_progress)
            except Died:
                continue
            except OSError as error:
                raise not_started(why(error)) from error
            if isinstance(got, m.RequestFailed):
                raise error_of(got)
            assert isinstance(got, answer)
            return got
        raise kept_stopping(self.settings.log, _TRIES)


def settings_for(places: Paths, config: Config, key: str = "") -> MemorySettings:
    """Where this person's memory is; `key` belongs to the configured server."""
    return MemorySettings(
        uri=config.memory_uri or str(places.memory),
        embedder=config.embedder,
        log=str(places.log / "memory.log"),
        library=str(places.library),
        seen=str(places.memory / f"seen-{_mark_of(config.memory_uri)}"),
        base_url=config.base_url or "",
        key=key,
    )


def _mark_of(uri: str | None) -> str:
    """A name for a memory: each has taken in the library up to a moment of its own."""
    return sha256((uri or "").encode()).hexdigest()[:8]
