"""The memory as the app and the command line use it: async calls that a worker process answers.

The worker starts at the first call. If it dies, it is restarted and the request repeated, which is harmless.
Nothing that only the worker needs is imported here: no lancedb, pyarrow, numpy or torch.
"""

import asyncio
import contextlib
import itertools
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias, TypeVar, cast

from memory.corpora import row_of
from memory.errors import TRIES, error_of, fell_silent, kept_stopping, not_started
from memory.messages import (
    Analogy,
    Imported,
    Lookup,
    MemoryHit,
    MemoryRow,
    MemorySettings,
    Mode,
    Outcome,
    Rebuilt,
    RequestFailed,
    RequestProgress,
    Stats,
    line_of,
    message_of,
)
from tailor.config import Config
from tailor.core.codec import decoded, from_json
from tailor.core.procedure import Json, Procedure
from tailor.core.text import clean, one_line
from tailor.paths import Paths
from tailor.storage import log_of_child, why

OnProgress: TypeAlias = Callable[[RequestProgress], None]
A = TypeVar("A")

_LONGEST_ANSWER: Final = 512 * 1024 * 1024
_FAREWELL: Final = 5.0
"""Seconds that the worker gets to exit by itself once its stdin is closed."""


PATIENCE = 300.0
"""Seconds of silence after which a worker that owes an answer is given up; any message from it counts."""
_MODEL_PATIENCE: Final = 1_800.0
"""The same if it may have to load or download a model first."""


class Died(Exception):
    """The worker exited before it answered."""


class Silent(Exception):
    """The worker is alive, but has stopped responding."""


class WorkerProcess:
    """One worker process, started by the first request."""

    def __init__(self, settings: MemorySettings) -> None:
        self.settings = settings
        self.dead = False
        self._numbers = itertools.count(1)
        self._waiting: dict[int, tuple[asyncio.Future[tuple[str, Json]], OnProgress | None]] = {}
        self._start = asyncio.Lock()
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._heard = 0.0
        """When the worker was last asked or heard, in the loop's time."""

    @property
    def pid(self) -> int | None:
        """The worker's process id, once it runs."""
        return self._process.pid if self._process else None

    async def ask(
        self, method: str, arguments: Mapping[str, object], on_progress: OnProgress | None = None
    ) -> Json:
        """Return the answer to a request, as JSON. Cancelling it tells the worker to stop.

        Raises Died if the worker exits first, Silent if it is silent for too long (it is killed then), and the
        TailorError that the worker met.
        """
        process = await self._running()
        number = next(self._numbers)
        answer: asyncio.Future[tuple[str, Json]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer, on_progress
        try:
            if self.dead:
                raise Died
            self._heard = asyncio.get_running_loop().time()
            asking = asyncio.ensure_future(self._asked(process, line_of(number, method, arguments), answer))
            try:
                kind, body = await self._patiently(process, asking)
            finally:
                asking.cancel()
        except asyncio.CancelledError:
            if not self.dead:
                _write(process, line_of(next(self._numbers), "stop", {"number": number}))
            raise
        finally:
            self._waiting.pop(number, None)
            if answer.done() and not answer.cancelled():
                answer.exception()  # or asyncio complains that nobody retrieved its exception
        if kind == "failed":
            raise error_of(from_json(RequestFailed, body))
        return body

    async def _asked(
        self, process: Process, line: bytes, answer: "asyncio.Future[tuple[str, Json]]"
    ) -> tuple[str, Json]:
        """Send the request and wait for its answer. Raises Died if the worker does not take it."""
        try:
            await _write(process, line).drain()
        except (ConnectionError, RuntimeError):
            raise Died from None
        return await answer

    async def _patiently(self, process: Process, asking: "asyncio.Future[tuple[str, Json]]") -> tuple[str, Json]:
        """The result of `asking`. Raises Silent, and kills the worker, if that is silent for too long."""
        longest = PATIENCE if self.settings.embedder.startswith("lexical") else _MODEL_PATIENCE
        while not asking.done():
            left = self._heard + longest - asyncio.get_running_loop().time()
            if left <= 0:
                self.dead = True
                _kill(process)
                raise Silent
            await asyncio.wait([asking], timeout=left)
        return asking.result()

    async def stop(self) -> None:
        """Close the worker's stdin and wait for its exit; kill it if that takes too long. May be called again."""
        async with self._start:
            process = self._process
            self.dead = True
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        await _ended(process)
        if self._reader:
            await asyncio.wait([self._reader], timeout=_FAREWELL)  # not cancelled along with one of its waiters

    async def _running(self) -> Process:
        async with self._start:
            if self._process is None:
                if self.dead:
                    raise Died
                self._process = await _started(self.settings.log)
                self._reader = asyncio.create_task(self._read(self._process))
                _write(self._process, line_of(0, "open", {"settings": self.settings}))
            return self._process

    async def _read(self, process: Process) -> None:
        """Pass every line to the request that waits for it, until the worker exits."""
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                self._heard = asyncio.get_running_loop().time()
                number, kind, body = message_of(line)
                answer, tell = self._waiting.get(number, (None, None))
                if kind == "progress":
                    if tell:
                        tell(from_json(RequestProgress, body))
                elif answer and not answer.done():
                    answer.set_result((kind, body))
        except asyncio.CancelledError:
            _kill(process)
            raise
        finally:
            self.dead = True
            for answer, _ in self._waiting.values():
                if not answer.done():
                    answer.set_exception(Died())
            await _ended(process)  # nobody listens to it any more


async def _ended(process: Process) -> None:
    """Wait for the process to exit; kill it if that takes too long, and give it up if even that fails.

    It is never killed at once: asyncio loses the exit code of a process that exits while it is killed, and says so
    on stderr.
    """
    try:
        await asyncio.wait_for(process.wait(), _FAREWELL)
    except TimeoutError:
        _kill(process)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), _FAREWELL)


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()


def _environment() -> dict[str, str]:
    """Our environment, without others' thread settings for the store: some stop it, or look like damage."""
    theirs = ("LANCE_", "TOKIO_")
    return {name: value for name, value in os.environ.items() if not name.upper().startswith(theirs)}


async def _started(log: str) -> Process:
    stderr = log_of_child(Path(log or os.devnull))
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-m", "memory.worker"),  # -P: never import a module of the current folder instead of ours
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=stderr,
            limit=_LONGEST_ANSWER,
            env={**_environment(), "LANCEDB_LOG": "error", "TOKENIZERS_PARALLELISM": "false"},
            start_new_session=os.name != "nt",  # Ctrl+C in the terminal is for the app to handle
        )
    finally:
        os.close(stderr)


def _write(process: Process, line: bytes) -> asyncio.StreamWriter:
    assert process.stdin is not None
    process.stdin.write(line)
    return process.stdin


_PAGE: Final = 500


class Memory:
    """The store of procedures for generation and search. The first call starts the worker."""

    def __init__(self, settings: MemorySettings) -> None:
        self.settings = settings
        self._worker: WorkerProcess | None = None

    # -- finding ---------------------------------------------------------------------------------------------

    async def search(self, query: str, k: int = 10, mode: Mode = "procedures") -> tuple[MemoryHit, ...]:
        """The K best procedures or steps, best first, by meaning, goal and words combined."""
        return await self._ask(tuple[MemoryHit, ...], "search", query=clean(query), k=k, mode=mode)

    async def random(self, k: int = 3, seed: int = 0) -> tuple[MemoryHit, ...]:
        """K random procedures: the same for the same seed while the memory holds the same ids."""
        return await self._ask(tuple[MemoryHit, ...], "random", k=k, seed=seed)

    async def recall(self, how: Lookup, query: str, k: int, seed: int = 0) -> tuple[Analogy, ...]:
        """K procedures for generation, without the search details of the hits."""
        if how == "random":
            return await self._ask(tuple[Analogy, ...], "random", k=k, seed=seed)
        method = "nearest" if how == "nearest" else "search"
        return await self._ask(tuple[Analogy, ...], method, query=clean(query), k=k)

    async def get(self, id: str) -> MemoryRow | None:
        return next(iter(await self._ask(tuple[MemoryRow, ...], "get", ids=(id,))), None)

    async def stats(self) -> Stats:
        return await self._ask(Stats, "stats")

    async def export(self) -> AsyncIterator[MemoryRow]:
        """Every row, as of the moment this began."""
        offset, version = 0, 0
        while True:
            rows, version = await self._ask(
                tuple[tuple[MemoryRow, ...], int], "page", offset=offset, limit=_PAGE, version=version
            )
            for row in rows:
                yield row
            if len(rows) < _PAGE:
                return
            offset += _PAGE

    # -- keeping ---------------------------------------------------------------------------------------------

    async def add(self, procedures: Iterable[Procedure], *, source: str = "", domain: str = "") -> int:
        """Save procedures, on disk on return, replacing those with a known id. `source`: LIBRARY for its files."""
        rows = tuple(row_of(one, source=source, domain=domain) for one in procedures)
        return await self._ask(int, "add", rows=rows)

    async def delete(self, ids: Iterable[str]) -> int:
        """Delete rows and return how many there were."""
        return await self._ask(int, "delete", ids=tuple(ids))

    async def tag(self, id: str, tags: Iterable[str]) -> bool:
        """Replace the tags of a row; False if there is no such row."""
        return bool(await self._ask(int, "tag", id=id, tags=tuple(filter(None, map(one_line, tags)))))

    async def set_outcome(self, id: str, outcome: Outcome) -> bool:
        """Record how following a procedure ended; False if the memory has no such row. On disk on return.

        `id` is the library's, with its version, or a starter's; `outcome_of_rating` gives the word. The newest
        outcome counts. Among about equally near hits, searches put `good` before `finished` and `accepted`, and
        `bad` last. A rebuild reads the ratings again from the library's own files.
        """
        return bool(await self._ask(int, "set_outcome", id=id, outcome=outcome))

    async def import_corpus(
        self, path: str, on_progress: OnProgress | None = None, *, domain: str = ""
    ) -> Imported:
        """Import a .jsonl or .csv file (also .gz) or a folder of how-tos; may be repeated and resumed.

        Raises NotFoundError, ContentError, SaveError. If cancelled, it stops after the current batch.
        """
        return await self._ask(Imported, "import_corpus", on_progress, path=path, domain=domain)

    async def rebuild(self, on_progress: OnProgress | None = None) -> Rebuilt:
        """Restore starters and the library's rows; re-embed everything if the embedder changed."""
        return await self._ask(Rebuilt, "rebuild", on_progress)

    async def catch_up(self) -> int:
        """Take in what was saved in the library since the last time; return the number of rows concerned.

        Quick if nothing was. Whoever opens the memory calls this, so that saving never waits for the memory.
        """
        return await self._ask(int, "catch_up")

    async def optimize(self) -> int:
        """Clean up the table now; return the number of rows."""
        return await self._ask(int, "optimize")

    # -- the worker ------------------------------------------------------------------------------------------

    async def close(self) -> None:
        """Stop the worker. A later call would start another one."""
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.stop()

    async def _ask(
        self, answer: type[A], method: str, on_progress: OnProgress | None = None, **arguments: object
    ) -> A:
        """Call a method of `memory.service.Service` in the worker, or in the next worker if that one dies."""
        for _ in range(TRIES):
            if self._worker is None or self._worker.dead:
                self._worker = WorkerProcess(self.settings)
            worker = self._worker
            try:
                return cast(A, decoded(answer, await worker.ask(method, arguments, on_progress)))
            except Died:
                await worker.stop()  # or it would still be exiting beside the next one, and after the app
            except Silent:
                await worker.stop()
                raise fell_silent(self.settings.log) from None
            except OSError as error:
                raise not_started(why(error)) from error
        raise kept_stopping(self.settings.log)


def settings_for(places: Paths, config: Config, key: str = "") -> MemorySettings:
    """The settings of this person's memory; `key` is sent to the configured server only."""
    mark = sha256((config.memory_uri or "").encode()).hexdigest()[:8]  # each memory tracks the library by itself
    return MemorySettings(
        uri=config.memory_uri or str(places.memory),
        embedder=config.embedder,
        log=str(places.log / "memory.log"),
        library=str(places.library),
        seen=str(places.memory / f"seen-{mark}"),
        base_url=config.base_url or "",
        key=key,
    )
