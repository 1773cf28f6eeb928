"""The process of a local model: `python -m tailor.providers.local.child`, started by `session`.

It runs llama.cpp in a child process, reports its state to its users, and ends together with llama.cpp once nobody
needs it: at once when the last user vanishes without a word, else after the idle time. Users and this process may
be killed at any moment; no process is left behind.
"""

import asyncio
import collections
import contextlib
import os
import re
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from tailor.core.errors import ContentError, TailorError
from tailor.core.text import one_line
from tailor.providers.local.header import parts_of
from tailor.providers.local.messages import (
    HOST,
    LONGEST_LINE,
    ChildSettings,
    ChildState,
    admit,
    drop_record,
    from_line,
    line_of,
    note_port,
)
from tailor.threads import aside, run_to_end

_FIRST_USER: Final = 5.0
"""Seconds to wait for the user that started the process."""
_PROOF: Final = 5.0
"""Seconds that a connection has to prove that it knows the key."""
_LOOK: Final = 0.2
"""Seconds between two checks of how much of the model is in memory."""
_STEP: Final = 0.05
"""Smallest growth of that share that is reported."""
_RECORD: Final = 3.0
"""Seconds to wait for the lock on the record."""
_ERRORS_KEPT: Final = 8
_AN_ERROR: Final = re.compile(rb"^\S+ E (.*)|^(?:\S+Error: )?(terminate called.*|.*(?:assert|abort).*)", re.I)


@dataclass(eq=False, slots=True)
class User:
    writer: asyncio.StreamWriter
    calls: int = 0


@dataclass(frozen=True, slots=True)
class Ready:
    """What the llama.cpp process prints once it serves."""

    port: int


class Child:
    """One model, its users, and the process that serves it."""

    def __init__(self, settings: ChildSettings) -> None:
        self._settings = settings
        self._users: set[User] = set()
        self._state = ChildState(phase="loading")
        self._changed = asyncio.Event()
        self._over = self._stopped = False
        self._stays = True
        """Whether the last user to leave said goodbye, so that another may come soon."""
        self._until = time.monotonic() + _FIRST_USER
        """When to end if nothing changes before; only counts while nobody calls."""
        self._errors: collections.deque[str] = collections.deque(maxlen=_ERRORS_KEPT)

    async def run(self) -> None:
        """Print the port for users, and serve until nobody needs this process."""
        door = await asyncio.start_server(self._welcome, HOST, 0, limit=LONGEST_LINE)
        print(door.sockets[0].getsockname()[1], flush=True)
        os.dup2(2, 1)
        model = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "tailor.providers.local.llama"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "GGML_NO_BACKTRACE": "1"},  # or a crash would start a debugger
            limit=LONGEST_LINE,
        )
        at_work = [asyncio.create_task(work) for work in (self._serve(model), self._watch(model))]
        await self._until_unneeded()
        door.close()
        with contextlib.suppress(ProcessLookupError):
            model.kill()
        await asyncio.wait(at_work)
        if self._state.phase != "failed":
            self._tell(replace(self._state, phase="over", port=None))
        if not self._stopped:  # a stopper holds the lock of the record, and removes it
            await self._note(partial(drop_record, Path(self._settings.cache), os.getpid()))
        os._exit(0)  # all connections end with the process, and so do the tasks that serve them

    # -- llama.cpp -------------------------------------------------------------------------------------------

    async def _serve(self, model: Process) -> None:
        """Pass on the settings, report when llama.cpp is ready, and end when it ends."""
        assert model.stdin is not None
        assert model.stdout is not None
        log = asyncio.create_task(self._log(model))
        model.stdin.write(line_of(self._settings))
        line = await model.stdout.readline()
        if line:
            ready = from_line(Ready, line)
            if self._users:
                self._rest()
            self._tell(replace(self._state, phase="ready", port=ready.port, share=1.0))
            await self._note(partial(note_port, Path(self._settings.cache), os.getpid(), ready.port))
        code = await model.wait()
        await log
        if not self._over:
            was_ready = self._state.phase == "ready"
            failed = ChildState(phase="failed", code=code, was_ready=was_ready, errors=tuple(self._errors))
            self._tell(failed)
            self._end()

    async def _log(self, model: Process) -> None:
        """Pass on its log, and keep its last errors."""
        assert model.stderr is not None
        while data := await _line(model.stderr):
            sys.stderr.buffer.write(data)
            if found := _AN_ERROR.match(data):
                self._errors.append(one_line((found[1] or found[2] or b"").decode("utf-8", "replace"), 300))
        sys.stderr.flush()

    async def _watch(self, model: Process) -> None:
        """Report how much of the model is in memory while it loads."""
        while self._state.phase == "loading" and not self._over:
            share = _share_of(model.pid, Path(self._settings.model))
            if share is not None and share - (self._state.share or 0.0) >= _STEP:
                self._tell(replace(self._state, share=share))
            await asyncio.sleep(_LOOK)

    async def _note(self, change: Callable[[], None]) -> None:
        """Change the record, unless it stays locked for too long or the disk is full."""
        with contextlib.suppress(TailorError, TimeoutError):
            await asyncio.wait_for(aside(change), _RECORD)

    # -- users -----------------------------------------------------------------------------------------------

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until it ends."""
        try:
            async with asyncio.timeout(_PROOF):
                role = await admit(reader, writer, self._settings.key)
            if role == "user":
                await self._attend(reader, User(writer))
            elif role is not None:
                writer.write(line_of(self._now()))
                if role == "stopper":
                    self._stopped = True
                    self._end()
                    await reader.read()  # ends with this process, so that the stopper notices
        except (OSError, TimeoutError):
            pass  # the other side is gone
        finally:
            writer.close()

    async def _attend(self, reader: asyncio.StreamReader, user: User) -> None:
        """Listen to a user until it is gone."""
        self._users.add(user)
        self._rest()
        user.writer.write(line_of(self._now()))
        said = b""
        try:
            while (said := await _line(reader)) not in (b"", b"bye\n"):
                user.calls = max(user.calls + (1 if said == b"call\n" else -1), 0)
                self._rest()
        finally:
            self._users.discard(user)
            self._stays = said == b"bye\n" and self._state.phase == "ready"
            self._rest()

    def _rest(self) -> None:
        """Restart the idle time: somebody came, left, called, or was answered."""
        self._until = time.monotonic() + self._settings.idle
        self._changed.set()

    def _now(self) -> ChildState:
        return replace(self._state, users=len(self._users))

    def _tell(self, state: ChildState) -> None:
        self._state = state
        for user in self._users:
            user.writer.write(line_of(self._now()))
        self._changed.set()

    # -- the end ---------------------------------------------------------------------------------------------

    def _end(self) -> None:
        self._over = True
        self._changed.set()

    async def _until_unneeded(self) -> None:
        while (left := self._seconds_left()) > 0:
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(left, 3_600.0))
        self._over = True

    def _seconds_left(self) -> float:
        """Seconds until nobody needs this process if nothing changes; 0 if nobody does now."""
        if self._over or not (self._users or self._stays):
            return 0.0
        if any(user.calls for user in self._users) or (self._users and self._state.phase == "loading"):
            return float("inf")
        return max(self._until - time.monotonic(), 0.0)


def _share_of(pid: int, model: Path) -> float | None:
    """The share of the model that the process has in memory; None if the system does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError, AttributeError):
        size = max(sum(part.stat().st_size for part in parts_of(model)), 1)
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
        return min(pages * os.sysconf("SC_PAGE_SIZE") / size, 0.99)
    return None


async def _line(reader: asyncio.StreamReader) -> bytes:
    """The next line, b"\\n" for one over the limit, or b"" at the end."""
    try:
        return await reader.readline()
    except ValueError:  # the stream goes on after what was dropped
        return b"\n"
    except ConnectionError:
        return b""


def main() -> None:
    """Run with the settings on stdin, out of reach of the terminal's keys."""
    os.umask(0o077)
    try:
        settings = from_line(ChildSettings, sys.stdin.buffer.readline())
    except ContentError:
        return  # killed while starting this process
    run_to_end(Child(settings).run())


if __name__ == "__main__":
    main()
