"""What the screens work with: folders, settings, library, whoever answers. One for each app.

Owns the moment each of them is first read: never before somebody asks, so that the first frame waits for none
of them. Refuses to draw, and to know what is on a screen.
"""

import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from tailor.core.errors import NotFoundError, TailorError, UsageError
from tailor.core.procedure import Procedure
from tailor.core.text import normal, one_line
from tailor.library.formats import registry
from tailor.terminal import has_terminal

if TYPE_CHECKING:
    from pathlib import Path

    from memory.client import Memory
    from memory.lessons import Lessons
    from memory.messages import MemorySettings
    from tailor.backend import BackendSummary, BorrowedServer
    from tailor.config import Changing, Config
    from tailor.library.importer import Opened
    from tailor.library.store import Library
    from tailor.paths import Paths
    from tailor.providers.keys import Key
    from tailor.screens.catalog import Catalog


class Workspace:
    """Everything behind the screens, read when first asked for."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = environment
        self.lent: BorrowedServer | None = None
        """The server and key of OPENAI_*, once the person said to use them; kept nowhere else."""
        self.trouble: TailorError | None = None
        """Why the settings could not be read; Tailor's own are used then."""
        self.wished = ("", "")
        """A goal typed on Home that nobody wrote down yet, and what is special: Generate takes both over."""
        self.profiles_for_next_run: tuple[str, ...] | None = None
        """Names of the profiles that count for the next run alone; None: those switched on."""
        self._reading = Lock()

    @cached_property
    def paths(self) -> "Paths":
        """Where files lie."""
        from tailor.paths import user_paths

        return user_paths(self.environment)

    @property
    def has_settings(self) -> bool:
        """Whether there is a file of settings at all; cheap enough to ask before the first frame."""
        return self.paths.config_file.exists()

    @property
    def config(self) -> "Config":
        """The settings as they are now, with what was lent on top; Tailor's own while the file is damaged."""
        config = self._config
        if config is None:
            with self._reading:  # what is read before another thread has written is not kept after that
                self._config = config = self._load()
        if self.lent is None:
            return config
        return replace(config, kind="server", base_url=self.lent.base_url, model=self.lent.model)

    _config: "Config | None" = None

    def _load(self) -> "Config":
        from tailor.config import Config, load

        try:
            self.trouble = None
            return load(self.paths.config_file, self.environment)
        except TailorError as error:
            self.trouble = error
            return Config()

    def change(self, key: str, value: str) -> None:
        """Writes one setting; TailorError when it cannot be written, and nothing has changed then."""
        from tailor.config import set_value

        set_value(self.paths.config_file, key, value)
        self._read_anew()

    @contextlib.contextmanager
    def _changing(self) -> "Iterator[Changing]":
        """The settings as they are in the file now, which nobody else changes meanwhile. TailorError."""
        from tailor.config import changing

        with changing(self.paths.config_file, {}) as settings:
            try:
                yield settings
            finally:
                self._read_anew()

    def _read_anew(self) -> None:
        """The file may have changed: what was read before that is not used any more."""
        with self._reading:
            self._config = None

    def connect(self, base_url: str | None, model: str | None) -> None:
        """From now on this server answers, the built-in tailor where it is None; kept in the settings."""
        self.lent = None
        self.change("provider.kind", "" if base_url else "builtin")
        if base_url:
            self.change("provider.base_url", base_url)
            self.change("provider.model", model or "")

    def borrow(self, base_url: str, model: str | None, key: "Key") -> None:
        """This server answers until the app ends; nothing is written, the key least of all."""
        from tailor.backend import BorrowedServer

        self.lent = BorrowedServer(base_url=base_url, model=model, key=key)

    @property
    def profile(self) -> tuple[str, ...]:
        """The lines of the profiles that count for the next run."""

        config = self.config
        return lines_of(
            config.profiles, config.use if self.profiles_for_next_run is None else self.profiles_for_next_run
        )

    def keep_profile(self, name: str, lines: Sequence[str], *, on: bool = False) -> None:
        """Writes the lines of a profile; without lines it is gone. `on`: a new one always counts."""

        with self._changing() as settings:
            keep_lines(settings, name, tidy(lines), on=on)

    def add_to_profile(self, line: str) -> str:
        """Writes what always holds into the first profile that is switched on, else into "me"; its name."""

        with self._changing() as settings:
            name = next(iter(settings.before.use), "me")
            add_to_lines(settings, name, (line,))
        return name

    def use_profiles(self, names: Sequence[str]) -> None:
        """From now on these profiles always count; kept in the settings.

        What another window or a command switched on or off since the settings were read here stays as it is.
        """

        known = self.config.use
        with self._changing() as settings:
            now = settings.before.use
            wanted = (name for name in names if name in now or name not in known)
            since = (name for name in now if name not in known)
            settings.set("profile.use", written(tuple(dict.fromkeys((*wanted, *since)))))

    @property
    def is_new(self) -> bool:
        """Whether nothing was ever run or saved here."""
        return not (self.paths.library.exists() or self.paths.runs.exists())

    @property
    def lessons(self) -> "Lessons | None":
        """What was learned from earlier decisions; None while `memory.learn` is off."""
        from tailor.backend import lessons_for

        return lessons_for(self.config, self.paths)

    @cached_property
    def library(self) -> "Library":
        """The person's saved procedures."""
        from tailor.library.store import Library

        return Library(self.paths.library)

    @property
    def library_stamp(self) -> int:
        """A number that is another one after every save; 0 while nothing is saved."""
        try:
            return self.paths.library.stat().st_mtime_ns
        except OSError:
            return 0

    def shelf(self) -> "Catalog":
        """What one can start from: own procedures, then the starters. Reads files: call it in a thread."""
        from tailor.screens.catalog import Catalog, saved_entries, starter_entries

        return Catalog([*saved_entries(self.library), *starter_entries()])

    def connection(self) -> "BackendSummary":
        """Who answers, in words; nothing is connected for it."""
        from tailor.backend import backend_summary

        return backend_summary(self.config, self.environment, borrowed=self.lent is not None)


@dataclass
class Setup:
    """Everything behind the commands."""

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    _stdin_by: str = ""

    @cached_property
    def paths(self) -> "Paths":
        """Where files lie."""
        from tailor.paths import user_paths

        return user_paths(self.environment)

    @cached_property
    def config(self) -> "Config":
        """The settings; DamagedError where the file is broken."""
        from tailor.config import load

        return load(self.paths.config_file, self.environment)

    def read_anew(self) -> None:
        """The settings were written: what holds from now on is in the file."""
        self.__dict__.pop("config", None)

    @cached_property
    def library(self) -> "Library":
        """The person's saved procedures."""
        from tailor.library.store import Library

        return Library(self.paths.library)

    @property
    def has_screens(self) -> bool:
        """Whether there is a terminal for screens, and nobody asked for lines instead."""
        return has_terminal() and not self.config.plain

    def stdin(self, what: str = "the procedure") -> bytes:
        """All of standard input, which can be one thing only. UsageError where it was taken already."""
        if self._stdin_by:
            raise UsageError(f'"-" can stand for one thing only: standard input was read as {self._stdin_by}.')
        self._stdin_by = what
        if sys.stdin.isatty():
            from tailor.cli.output import say

            say(f"Reading {what} from the keyboard; end it with Ctrl+D.")
        return sys.stdin.buffer.read()

    def open(self, name: str, from_format: str | None = None, *, empty_ok: bool = False) -> "Opened":
        """The procedure that FILE means."""
        from tailor.library.importer import open_procedure

        return open_procedure(name, self.library, stdin=self.stdin, from_format=from_format, empty_ok=empty_ok)

    def text(self, name: str, what: str) -> str:
        """The text of a file that is no procedure, or of standard input for "-"."""
        from pathlib import Path

        from tailor.core.errors import NotFoundError
        from tailor.core.text import one_line
        from tailor.library.importer import decoded, read_path
        from tailor.storage import is_there

        if name == "-":
            return decoded(self.stdin(what), "standard input")
        path = Path(name)
        if not is_there(path):
            raise NotFoundError(f"There is no file {one_line(name, 120)} to read {what} from.")
        return read_path(path)

    def profile(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """The profile's lines: the saved profiles that are switched on, and what `--profile` gives beside them."""

        return composed(self.config.profiles, self.config.use, given)


def write_as(procedure: "Procedure", format: str, parent: str | None = None) -> str:
    """The procedure as text of a format; `parent` is what it was derived from, for formats that say so."""
    from tailor.library.lineage import NOTICE

    return registry.write(procedure, format, parent, NOTICE if parent else "")


Saved: TypeAlias = Mapping[str, tuple[str, ...]]
"""Profiles by name, each with its lines."""

_RESERVED = ("use", "none")


def saved_profile(saved: Saved, name: str) -> tuple[str, ...]:
    """The lines of a saved profile; NotFoundError names those there are."""
    if name not in saved:
        there = one_line(", ".join(sorted(saved)), 300) or "none yet; `tailor profile add NAME TEXT` saves one"
        raise NotFoundError(f'There is no profile "{one_line(name, 60)}". Saved: {there}.')
    return saved[name]


def lines_of(saved: Saved, names: Iterable[str]) -> tuple[str, ...]:
    """The lines of these profiles, each once, in order; a name that is not saved any more brings none."""
    return tuple(dict.fromkeys(line for name in names for line in saved.get(name, ())))


def composed(saved: Saved, use: Iterable[str], given: Iterable[str]) -> tuple[str, ...]:
    """What `--profile` comes to: the profiles switched on, and what is given for this run beside them.

    TEXT is a line itself, `@name` a saved profile, `none` leaves out those switched on. NotFoundError for a name
    that was never saved.
    """
    given = tuple(one.strip() for one in given)
    lines = () if "none" in given else lines_of(saved, use)
    for one in given:
        if one.startswith("@"):
            lines += saved_profile(saved, one[1:])
        elif one and one != "none":
            lines += (one,)
    return tuple(dict.fromkeys(lines))


def check_name(name: str) -> str:
    """The name, where a profile may be called so; UsageError says what a name looks like."""
    if not name.replace("-", "").replace("_", "").isalnum() or name in _RESERVED or not name.isascii():
        says = "cannot be a profile's name: use letters, digits and dashes, but not use or none."
        raise UsageError(f'"{one_line(name, 60)}" {says}')
    return name


def tidy(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines as they are kept: each in normal form and once, none empty."""
    return tuple(dict.fromkeys(filter(None, map(normal, lines))))


def written(lines: Sequence[str]) -> str:
    """The lines as `config.set_value` takes them; "" takes the setting out."""
    return json.dumps(list(lines), ensure_ascii=False) if lines else ""


def keep_lines(settings: "Changing", name: str, lines: Sequence[str], *, on: bool = False) -> None:
    """Writes the lines of a profile; without lines it is gone and switched off. `on`: a new one is switched on."""
    use, is_new = settings.before.use, name not in settings.before.profiles
    if not lines and name in use:
        settings.set("profile.use", written(tuple(other for other in use if other != name)))
    settings.set(f"profile.{name}", written(lines))
    if lines and on and is_new and name not in use:
        settings.set("profile.use", written((*use, name)))


def add_to_lines(settings: "Changing", name: str, lines: Iterable[str]) -> tuple[str, ...]:
    """Adds lines to a profile, which is switched on where it is new; all its lines."""
    kept = tidy((*settings.before.profiles.get(name, ()), *lines))
    keep_lines(settings, name, kept, on=True)
    return kept


@asynccontextmanager
async def opened(setup: "Setup", own: "Path | None" = None) -> "AsyncIterator[Memory]":
    """The person's memory, or one of its own in that folder; its worker ends with the block."""
    from memory.client import Memory, settings_for
    from tailor.backend import key_soon

    config = setup.config
    server = config.embedder.startswith("server") and config.base_url
    key = await key_soon(config.base_url, setup.paths, setup.environment) if server and config.base_url else None
    settings = settings_for(setup.paths, config, key.reveal() if key else "")
    memory = Memory(settings if own is None else replace(settings, uri=str(own), library="", seen=""))
    try:
        with suppress(TailorError):  # the command itself meets what is wrong, or mends it
            await memory.catch_up()
        yield memory
    finally:
        await memory.close()


class MemoryDesk:
    """The memory as the settings say; made when first asked for, closed with the app."""

    def __init__(self, workspace: "Workspace") -> None:
        self._workspace = workspace
        self._memory: Memory | None = None
        self._stamp = 0
        """The library as the memory has taken it in."""

    async def memory(self) -> "Memory":
        """The client. Another one after the settings changed; TailorError where a key file cannot be trusted."""
        from memory.client import Memory

        settings = await self._settings()
        if self._memory is not None and self._memory.settings != settings:
            await self.close()
        if self._memory is None:
            self._memory, self._stamp = Memory(settings), 0
        await self._catch_up(self._memory)
        return self._memory

    async def _catch_up(self, memory: "Memory") -> None:
        """Lets the memory take in what was saved since it was last asked for; saving itself waits for nothing."""
        stamp = self._workspace.library_stamp
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            await memory.catch_up()
        except TailorError:
            self._stamp = 0  # tried again the next time; what the person asked for says what is wrong

    async def _settings(self) -> "MemorySettings":
        from memory.client import settings_for

        workspace, key = self._workspace, ""
        config = workspace.config
        if config.embedder.startswith("server") and config.base_url:
            from tailor.backend import key_soon

            found = await key_soon(config.base_url, workspace.paths, workspace.environment, workspace.lent)
            key = found.reveal() if found else ""
        return settings_for(workspace.paths, config, key)

    async def close(self) -> None:
        """Ends the worker, where one runs."""
        memory, self._memory = self._memory, None
        if memory is not None:
            await memory.close()
