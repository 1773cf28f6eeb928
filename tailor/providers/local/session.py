"""Start the process that serves a local model, or join one that another window started.

All of it blocks briefly and belongs in a thread. Each user keeps a connection open for as long as it runs, so that
the process ends with its last user, however that one ends.
"""

import atexit
import contextlib
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Thread, Timer
from typing import IO, Final

from tailor.core.errors import ContentError
from tailor.paths import Paths
from tailor.providers.local import failures
from tailor.providers.local.header import ModelHeader, read_header
from tailor.providers.local.memory import context_for, free_memory, needed_by
from tailor.providers.local.messages import (
    HOST,
    LONGEST_LINE,
    Challenge,
    ChildRecord,
    ChildSettings,
    ChildState,
    Proof,
    Role,
    Said,
    from_line,
    keep_records,
    line_of,
    records,
)
from tailor.storage import in_turn, log_of_child, why
from tailor.threads import run_in_daemon_thread

_ANSWER: Final = 5.0
"""Seconds that a process has to answer a connection."""
_START: Final = 15.0
"""Seconds that it has to start; loading comes later."""
_END: Final = 8.0
"""Seconds that it has to end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalModelSettings:
    """Which model is wanted and how to run it; None and 0 leave the choice to Tailor or llama.cpp."""

    model: Path
    context: int | None = None
    threads: int = 0
    gpu_layers: int | None = None
    idle: float = 300.0

    @property
    def name(self) -> str:
        """The model's name for people: its file without the suffix."""
        return self.model.name.removesuffix(".gguf")


class ChildConnection:
    """This program's open connection to the process of a local model; `state` follows its reports."""

    def __init__(self, record: ChildRecord, wire: socket.socket, lines: IO[bytes], state: ChildState) -> None:
        self.record = record
        self.state = state
        self._wire, self._lines = wire, lines
        self._calls, self._lock = 0, Lock()
        self.open = True
        """False once the process has ended or this program has left."""

    @property
    def calling(self) -> bool:
        return self._calls > 0

    def follow(self) -> None:
        """Keep `state` up to date until the connection ends."""
        with contextlib.suppress(OSError, ValueError, ContentError):
            while line := self._lines.readline(LONGEST_LINE):
                self.state = from_line(ChildState, line)
        self.open = False
        with contextlib.suppress(OSError):
            self._lines.close()
            self._wire.close()

    @contextlib.contextmanager
    def call(self) -> Iterator[None]:
        """Wrap a call of the model, so that the process does not end as idle meanwhile."""
        with self._lock:
            self._calls += 1
        self._say("call")
        try:
            yield
        finally:
            with self._lock:
                self._calls -= 1
            self._say("called")

    def leave(self, *, soon_back: bool = False) -> None:
        """End the connection. `soon_back`: the process stays for its idle time, for the next user."""
        if soon_back:
            self._say("bye")
        with contextlib.suppress(OSError):
            self._wire.shutdown(socket.SHUT_WR)  # the process answers by closing its side, which ends `follow`

    def _say(self, word: Said) -> None:
        with contextlib.suppress(OSError):  # the process has ended: `follow` notices too
            self._wire.sendall(f"{word}\n".encode())


_joined: Final[dict[tuple[Path, str], ChildConnection]] = {}
_joining: Final = Lock()


def join(paths: Paths, wanted: LocalModelSettings) -> ChildConnection:
    """The connection to the process that serves this model, started if there is none. ProviderError.

    The model may still be loading. One connection per model is shared by the whole program.
    """
    with _joining:
        mine = _joined.get((paths.cache, str(wanted.model)))
        if mine is not None and mine.open and mine.state.phase in ("loading", "ready"):
            return mine
        header = _checked(wanted)
        _leave_others()
        connection = _start_or_join(paths, wanted, header)
        if not _joined:
            atexit.register(leave_all, soon_back=True)
        _joined[paths.cache, str(wanted.model)] = connection
    run_in_daemon_thread(connection.follow)
    return connection


def leave_all(*, soon_back: bool = False) -> None:
    """Leave every process that this program uses; see `ChildConnection.leave`."""
    for connection in list(_joined.values()):
        connection.leave(soon_back=soon_back)
    _joined.clear()


def _leave_others() -> None:
    """Leave the models that this program no longer uses, so that their memory is freed."""
    for key, connection in list(_joined.items()):
        if not connection.calling:
            connection.leave()
            del _joined[key]


def _checked(wanted: LocalModelSettings) -> ModelHeader:
    """The file's header. ProviderError if it is already known that the model cannot run."""
    if find_spec("xllamacpp") is None:
        raise failures.no_runtime()
    try:
        return read_header(wanted.model)
    except OSError as error:
        raise failures.no_file(wanted.name, why(error)) from None
    except ContentError as error:
        raise failures.no_model_file(wanted.name, error.message) from None


def _start_or_join(paths: Paths, wanted: LocalModelSettings, header: ModelHeader) -> ChildConnection:
    """Join or start the process, one for each model however many windows ask at once."""
    with in_turn(paths.cache):
        running = status(paths)
        for one in running:
            if one.model == wanted.model and (found := _connected(one.record, "user")):
                return found
        for one in running:
            if not one.state.users and one.state.phase == "ready":
                _stop(one.record)
        used = [one for one in running if one.state.users or one.state.phase == "loading"]
        context = _room_for(wanted, header, used)
        record = _started(paths, wanted, context)
        keep_records(paths.cache, (record, *(one.record for one in used)))
        if connection := _connected(record, "user"):
            return connection
    raise failures.not_started("it does not answer", str(_log_file(paths)))


def _room_for(wanted: LocalModelSettings, header: ModelHeader, used: "list[RunningModel]") -> int:
    """The context to load it with. ProviderError if there is not enough memory."""
    free = free_memory()
    if free is not None:
        for one in used:
            if one.state.phase == "loading":  # it has not taken its memory yet
                with contextlib.suppress(OSError, ContentError):
                    free -= needed_by(read_header(one.model), one.record.context)
    context = context_for(header, wanted.context, free)
    needed = needed_by(header, context)
    if free is not None and needed > free and not wanted.gpu_layers:  # GPU memory is not counted here
        raise failures.too_large(wanted.name, needed, max(free, 0), [one.model.stem for one in used])
    return context


# -- processes -----------------------------------------------------------------------------------------------


def _connected(record: ChildRecord, role: Role) -> ChildConnection | None:
    """Connect, with both sides proving that they know the key; None if nobody there does."""
    try:
        wire = socket.create_connection((HOST, record.door), timeout=_ANSWER)
    except OSError:
        return None
    lines = wire.makefile("rb")
    try:
        ours = Challenge()
        wire.sendall(line_of(ours))
        theirs = from_line(Proof, lines.readline(LONGEST_LINE))
        if ours.is_met(theirs.proof, record.key, "child"):
            proof = Challenge(theirs.challenge).proof(record.key, "user")
            wire.sendall(line_of(Proof(proof, role=role)))
            state = from_line(ChildState, lines.readline(LONGEST_LINE))
            wire.settimeout(None)
            return ChildConnection(record, wire, lines, state)
    except (OSError, ValueError, ContentError):
        pass  # another program has the port now, or the process is just ending
    lines.close()
    wire.close()
    return None


def _started(paths: Paths, wanted: LocalModelSettings, context: int) -> ChildRecord:
    """Start a process for this model. ProviderError if it does not begin."""
    settings = ChildSettings(
        key=secrets.token_urlsafe(32),
        model=str(wanted.model),
        name=wanted.name,
        context=context,
        threads=wanted.threads,
        gpu_layers=-1 if wanted.gpu_layers is None else wanted.gpu_layers,
        idle=wanted.idle,
        cache=str(paths.cache),
    )
    log = log_of_child(_log_file(paths))
    try:
        process = subprocess.Popen(
            (sys.executable, "-P", "-m", "tailor.providers.local.child"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=os.name != "nt",  # Ctrl+C in the terminal is ours to handle
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        raise failures.not_started(why(error), str(_log_file(paths))) from None
    finally:
        os.close(log)
    Thread(target=process.wait, name="reaper", daemon=True).start()
    door = _door_of(process, settings)
    if not door:
        raise failures.not_started("it stopped right away", str(_log_file(paths)))
    return ChildRecord(
        pid=process.pid,
        started=time.time(),
        port=None,
        key=settings.key,
        model=settings.model,
        context=context,
        door=door,
    )


def _door_of(process: "subprocess.Popen[bytes]", settings: ChildSettings) -> int:
    """Pass on the settings and return the port for users, or 0 if the process ends or stays silent too long."""
    assert process.stdin is not None
    assert process.stdout is not None
    too_long = Timer(_START, process.kill)
    too_long.start()
    try:
        with process.stdin as into, process.stdout as out:
            into.write(line_of(settings))
            into.flush()
            return int(out.readline() or b"0")
    except (OSError, ValueError):
        process.kill()
        return 0
    finally:
        too_long.cancel()


def _log_file(paths: Paths) -> Path:
    return paths.log / "local.log"


# -- status and stop -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RunningModel:
    """A local model that is loaded or loading right now: how to find its process, and its state."""

    record: ChildRecord
    state: ChildState

    @property
    def model(self) -> Path:
        return Path(self.record.model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What running a model here would take."""

    context: int
    needed: int
    """Estimated bytes of memory."""
    free: int | None
    runs: bool
    """Whether it is loaded or loading already."""


def outlook(paths: Paths, wanted: LocalModelSettings) -> Outlook:
    """What the next run would take, without starting anything. ProviderError if the run would fail with it."""
    header, running = _checked(wanted), status(paths)
    runs = next((one for one in running if one.model == wanted.model), None)
    used = [one for one in running if one.state.users or one.state.phase == "loading"]
    context = runs.record.context if runs else _room_for(wanted, header, used)
    return Outlook(context=context, needed=needed_by(header, context), free=free_memory(), runs=runs is not None)


def status(paths: Paths) -> tuple[RunningModel, ...]:
    """The local models running now; () if there are none. Asks each one, which blocks for a moment."""
    found = []
    for record in records(paths.cache):
        if visit := _connected(record, "visitor"):
            found.append(RunningModel(record, visit.state))
            visit.leave()
            visit.follow()
    return tuple(found)


def stop(paths: Paths) -> tuple[RunningModel, ...]:
    """End every local model, whoever uses it, and return them once they have ended. SaveError."""
    with in_turn(paths.cache):
        running = status(paths)
        for record in records(paths.cache):
            _stop(record)
        keep_records(paths.cache, ())
    return running


def _stop(record: ChildRecord) -> None:
    """End this process and wait for that; if it proved the key and does not end in time, it is killed."""
    if (connection := _connected(record, "stopper")) is None:
        return
    late = Timer(_END, os.kill, (record.pid, 9))
    late.start()
    connection.follow()
    late.cancel()
