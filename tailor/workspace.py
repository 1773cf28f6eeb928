"""What one person works with: folders, settings, profiles, library, memory and the backend that answers.

Shared by screens and commands. Each part is loaded when first used, so that neither the first frame nor `--help`
waits for it.
"""

import contextlib
import os
import unicodedata
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Final, TypeAlias

from tailor.core.errors import DamagedError, NotFoundError, TailorError, UsageError
from tailor.core.text import clean, normal, one_line
from tailor.storage import changed_at, in_the_way, is_no_folder, is_shut, is_there, named

if TYPE_CHECKING:
    from pathlib import Path

    from memory.client import Memory
    from memory.lessons import Lessons
    from memory.messages import Analogy, MemorySettings
    from tailor.backend import Backend, BackendSummary, BorrowedServer
    from tailor.config import Config
    from tailor.config_file import SettingsChange
    from tailor.core.procedure import Procedure
    from tailor.library.store import Library
    from tailor.paths import Paths
    from tailor.providers.keys import Key


class Workspace:
    """One for the app, one for each command.

    `forgiving`: if the settings file is damaged, use the default settings and explain in `trouble`. Otherwise
    `config` raises DamagedError for such a file and UsageError for a wrong environment variable.
    """

    def __init__(self, environment: Mapping[str, str] | None = None, *, forgiving: bool = False) -> None:
        self.environment = os.environ if environment is None else environment
        self.borrowed: BorrowedServer | None = None
        """The server and key of OPENAI_*, once the person agreed to use them; never saved."""
        self.trouble: TailorError | None = None
        """Why the settings could not be read, if the workspace is forgiving."""
        self.profiles_for_next_run: tuple[str, ...] | None = None
        """Names of the profiles to use for the next run only; None: those switched on."""
        self._forgiving = forgiving
        self._reading = Lock()
        self._config: Config | None = None
        self._used_local = False
        self._memory: Memory | None = None
        self._memory_saw = 0
        """The `library_stamp` up to which the memory has indexed the library."""

    @cached_property
    def paths(self) -> "Paths":
        """The folders. DamagedError if one may not be entered or a file is in its place."""
        from tailor.paths import user_paths

        found = user_paths(self.environment)
        for folder in (found.config, found.data):
            if file := in_the_way(folder):
                raise _no_folder(file, folder, self.environment)
            if is_shut(folder):
                raise _no_room(f"The folder {folder} cannot be opened. Fix its permissions, or set TAILOR_HOME")
        return found

    # -- settings --------------------------------------------------------------------------------------------

    @property
    def has_settings(self) -> bool:
        """Whether there is a settings file; cheap enough to ask before the first frame."""
        return is_there(self.paths.config_file)

    @property
    def settings_stamp(self) -> int:
        """A number that changes with every change of the settings file; 0 if there is none."""
        return changed_at(self.paths.config_file)

    @property
    def config(self) -> "Config":
        """The current settings, overridden by a borrowed server."""
        config = self._config
        if config is None:
            with self._reading:  # else settings read before another thread's change could be kept after it
                self._config = config = self._load()
        if self.borrowed is None:
            return config
        return replace(config, kind="server", base_url=self.borrowed.base_url, model=self.borrowed.model)

    def _load(self) -> "Config":
        from tailor.config import Config
        from tailor.config_file import load

        self.trouble = None
        try:
            return load(self.paths.config_file, self.environment)
        except TailorError as error:
            if not self._forgiving:
                raise
            self.trouble = error
            return Config()

    def change(self, key: str, value: str) -> None:
        """Write one setting, making the path of a file or folder absolute. On TailorError nothing has changed."""
        from tailor.config_file import set_value

        set_value(self.paths.config_file, key, _whole_path(key, value.strip()) or value)
        self.reread()

    @contextlib.contextmanager
    def changing(self) -> "Iterator[SettingsChange]":
        """The settings in the file, locked against other windows and commands until the block ends.

        Raises what `config_file.load` does.
        """
        from tailor.config_file import changing

        with changing(self.paths.config_file, {}) as settings:
            try:
                yield settings
            finally:
                self.reread()

    def reread(self) -> None:
        """Forget the settings, so that the file is read again when they are next used."""
        with self._reading:
            self._config = None

    # -- who answers -----------------------------------------------------------------------------------------

    def connect(self, base_url: str | None, model: str | None) -> None:
        """Save which server answers; None: the built-in tailor."""
        self.borrowed = None
        self.change("provider.kind", "" if base_url else "builtin")
        if base_url:
            self.change("provider.base_url", base_url)
            self.change("provider.model", model or "")

    def use_local(self, model: "Path | None") -> None:
        """Save which GGUF file answers; None: no file, and the built-in tailor if a file answered before."""
        self.borrowed = None
        was_local = self.config.provider == "local"
        self.change("local.model", str(model or ""))
        if model or was_local:
            self.change("provider.kind", "local" if model else "builtin")

    def search_with(self, model: "Path | None") -> None:
        """Save which GGUF file makes the memory's vectors; None: search by words, without vectors."""
        self.change("memory.embedder", f"local:{model}" if model else "")

    def borrow(self, base_url: str, model: str | None, key: "Key") -> None:
        """Let this server answer until the app ends, without saving its address or key."""
        from tailor.backend import BorrowedServer

        self.borrowed = BorrowedServer(base_url=base_url, model=model, key=key)

    async def backend(
        self, config: "Config | None" = None, *, to_choose: str = "Choose one with --model."
    ) -> "Backend":
        """The backend for these settings (default: the current ones); see `backend.backend_for`."""
        from tailor.backend import backend_for

        config = config or self.config
        self._used_local = self._used_local or config.provider == "local"
        return await backend_for(config, self.paths, self.environment, borrowed=self.borrowed, to_choose=to_choose)

    def leave_local_model(self) -> None:
        """Stop using a local model: its process ends now unless another window uses it.

        Commands do not call this: the model stays loaded for its idle time, for the next command.
        """
        if self._used_local:
            from tailor.providers.local.session import leave_all

            leave_all()

    async def key(self, base_url: str) -> "Key | None":
        """The key for this address, looked up in a thread; see `backend.key_for`."""
        from tailor.backend import key_soon

        return await key_soon(base_url, self.paths, self.environment, self.borrowed)

    async def server_models(self, base_url: str, key: "Key | None") -> tuple[str, ...]:
        """The models that a server lists, asked with this key. TailorError says what to do."""
        from tailor.providers.server import list_models

        config = self.config
        return await list_models(base_url, key, config.deadlines, allow_insecure=config.allow_insecure_http)

    def connection(self) -> "BackendSummary":
        """Who answers, in words, without connecting."""
        from tailor.backend import backend_summary

        return backend_summary(self.config, self.environment, borrowed=self.borrowed is not None)

    # -- profiles --------------------------------------------------------------------------------------------

    def profile(self, given: Iterable[str] = ()) -> tuple[str, ...]:
        """The lines of the profiles used for the next run, and of each `--profile` (see `composed`)."""
        config = self.config
        use = config.use if self.profiles_for_next_run is None else self.profiles_for_next_run
        return composed(config.profiles, use, given)

    def profile_as_hint(self, given: Iterable[str] = ()) -> str:
        """The profile as the hint of someone who typed none."""
        return normal("; ".join(self.profile(given)))

    @property
    def lost_profiles(self) -> str:
        """A sentence about profiles that are switched on but do not exist; "" if there are none."""
        gone = [one_line(name, 60) for name in self.config.use if name not in self.config.profiles]
        names = ", ".join(f"“{name}”" for name in gone[:_MOST_NAMED])
        names += f" and {len(gone) - _MOST_NAMED:,} more" if len(gone) > _MOST_NAMED else ""
        return f"{names}: switched on, but no profile has this name, so it is not used." if gone else ""

    def keep_profile(
        self, name: str, lines: Sequence[str], *, known: Collection[str] = (), on: bool = False
    ) -> tuple[str, ...]:
        """Save a profile and return its lines; one without lines is removed. `on`: switch it on if it is new.

        `known`: its lines as last shown. What others added since stays, and what they removed stays removed.
        """
        with self.changing() as settings:
            now = settings.before.profiles.get(name, ())
            stays = (line for line in tidy(lines) if line in now or line not in known)
            since = (line for line in now if line not in known)
            keep_lines(settings, name, kept := tidy((*stays, *since)), on=on)
        return kept

    def add_to_profile(self, line: str) -> str:
        """Add a line to the first profile that is switched on, else to "me"; return its name."""
        with self.changing() as settings:
            name = next(iter(settings.before.use), "me")
            add_to_lines(settings, name, (line,))
        return name

    def use_profiles(self, names: Sequence[str], known: Collection[str]) -> None:
        """Switch on exactly these profiles, but keep what others changed since `known` were shown as on."""
        with self.changing() as settings:
            now = settings.before.use
            wanted = (name for name in names if name in now or name not in known)
            since = (name for name in now if name not in known)
            settings.set("profile.use", written(tuple(dict.fromkeys((*wanted, *since)))))

    # -- library and memory ----------------------------------------------------------------------------------

    @property
    def is_new(self) -> bool:
        return not (is_there(self.paths.library) or is_there(self.paths.runs))

    @cached_property
    def library(self) -> "Library":
        from tailor.library.store import Library

        return Library(self.paths.library)

    @property
    def library_stamp(self) -> int:
        """A number that changes with every save; 0 while nothing is saved."""
        return changed_at(self.paths.library)

    @property
    def lessons(self) -> "Lessons | None":
        """What was learned from earlier decisions; None if `memory.learn` is off."""
        if not self.config.learn:
            return None
        from memory.lessons import Lessons

        return Lessons(self.paths.memory)

    async def whole(self, found: "Analogy") -> "tuple[Procedure, str]":
        """Everything known about a procedure the memory found, notes and headings too, and where it is, in words.

        The memory's own row if its file is gone. Raises what `memory` does.
        """
        from memory.messages import LIBRARY, STARTER, procedure_of
        from tailor.library.store import starter

        if (own := starter(found.id)) is not None:
            return own, "the how-tos that come with Tailor"
        with contextlib.suppress(TailorError):
            if there := self.library.find(found.id, whole=True):
                return replace(self.library.procedure(there), id=there), "your library"
        row = await (await self.memory()).get(found.id)
        origin = f" ({row.source})" if row and row.source not in ("", LIBRARY, STARTER) else ""
        return procedure_of(row or found), f"the how-tos you imported{origin}"

    async def memory(self) -> "Memory":
        """The memory's client, with everything saved so far indexed; a new one after the settings changed.

        Raises what `key` does.
        """
        from memory.client import Memory

        settings = await self._memory_settings()
        if self._memory is not None and self._memory.settings != settings:
            await self.close()
        if self._memory is None:
            self._memory, self._memory_saw = Memory(settings), 0
        await self._catch_up(self._memory)
        return self._memory

    async def _catch_up(self, memory: "Memory") -> None:
        """Let the memory index what is new in the library, as saving does not wait for the memory."""
        stamp = self.library_stamp
        if stamp == self._memory_saw:
            return
        self._memory_saw = stamp
        try:
            await memory.catch_up()
        except TailorError:
            self._memory_saw = 0  # retried next time; the call that follows reports the error

    async def _memory_settings(self) -> "MemorySettings":
        from memory.client import settings_for

        config, key = self.config, None
        if config.embedder.startswith("server") and config.base_url:
            key = await self.key(config.base_url)
        return settings_for(self.paths, config, key.reveal() if key else "")

    @contextlib.asynccontextmanager
    async def open_memory(self, folder: "Path | None" = None) -> "AsyncIterator[Memory]":
        """The memory for one command, or a separate one in `folder`; its worker ends with the block."""
        from memory.client import Memory

        if folder is None:
            try:
                memory = await self.memory()
                if not self.library_stamp:  # the library is gone: remove its rows from the memory
                    with contextlib.suppress(TailorError):
                        await memory.catch_up()
                yield memory
            finally:
                await self.close()
            return
        own = Memory(replace(await self._memory_settings(), uri=str(folder), library="", seen=""))
        try:
            yield own
        finally:
            await own.close()

    async def close(self) -> None:
        """End the memory's worker, if one is running."""
        memory, self._memory = self._memory, None
        if memory is not None:
            await memory.close()


def _whole_path(key: str, value: str) -> str:
    """The absolute path of a setting that names a file or folder; "" for any other setting."""
    if key == "memory.uri" and value and "://" not in value:
        return str(named(value).absolute())
    if key == "local.model" and value:
        from tailor.backend import file_of

        return str(file_of(value) or "")
    return ""


def _no_folder(file: "Path", folder: "Path", environment: Mapping[str, str]) -> DamagedError:
    """The error for a file in place of a folder that Tailor needs."""
    if environment.get("TAILOR_HOME", "").strip():
        of = "which" if file == folder else f"and {file}"
        words = f"TAILOR_HOME is {folder}, {of} {is_no_folder(file)}. Set it to a folder, or unset it"
    else:
        words = f"Tailor needs the folder {folder}, but {file} {is_no_folder(file)}. Move it, or set TAILOR_HOME"
    return _no_room(words)


def _no_room(words: str) -> DamagedError:
    return DamagedError(f"{one_line(words, 600)}; nothing was changed.", title="Nothing can be saved")


Saved: TypeAlias = Mapping[str, tuple[str, ...]]
"""Profiles by name, each with its lines."""


def saved_profile(saved: Saved, name: str) -> tuple[str, ...]:
    """The lines of a saved profile. NotFoundError lists the saved ones."""
    name = unicodedata.normalize("NFC", name)
    if name not in saved:
        there = one_line(", ".join(sorted(saved)), 300) or "none yet; `tailor profile add NAME TEXT` saves one"
        raise NotFoundError(f'There is no profile "{one_line(name, 60)}". Saved: {there}.')
    return saved[name]


def composed(saved: Saved, use: Iterable[str], given: Iterable[str]) -> tuple[str, ...]:
    """The lines of the profiles that are switched on and of each `--profile` given for this run.

    `@name` is a saved profile, `none` drops those switched on, anything else is itself a line. NotFoundError for
    an unknown name.
    """
    given = tuple(one.strip() for one in given)
    on = () if "none" in given else use
    lines = tuple(line for name in on for line in saved.get(name, ()))  # a name may not exist any more
    for one in given:
        if one.startswith("@"):
            lines += saved_profile(saved, one[1:])
        elif one and one != "none":
            lines += (one,)
    return tuple(dict.fromkeys(lines))


_LONGEST_NAME: Final = 60
_MOST_NAMED: Final = 5
"""Most missing profiles that a message names: a file may have thousands."""


def check_name(name: str) -> str:
    """The name of a profile as saved; UsageError if it is not allowed. Letters of any script are."""
    name = unicodedata.normalize("NFC", name)
    letters = name.replace("-", "").replace("_", "")
    plain = letters[:1].isalnum() and all(one.isalnum() or unicodedata.category(one)[0] == "M" for one in letters)
    if not plain and not name.isspace() and "".join(clean(name).split()) != "".join(name.split()):
        raise UsageError(f'"{one_line(name, 60)}" contains invisible characters. Type the name again.')
    if not plain or name in ("use", "none") or len(name) > _LONGEST_NAME:
        says = (
            f"cannot be a profile's name: use up to {_LONGEST_NAME} letters, digits and dashes, and not the "
            "words “use” or “none”."
        )
        raise UsageError(f'"{one_line(name, 60)}" {says}')
    return name


def tidy(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines in normal form, each once, without empty ones."""
    return tuple(dict.fromkeys(filter(None, map(normal, lines))))


def written(lines: Sequence[str]) -> str:
    """The lines as a value for `config_file.set_value`; "", which removes the setting, for no lines."""
    import json  # not before the first frame

    return json.dumps(list(lines), ensure_ascii=False) if lines else ""


def keep_lines(settings: "SettingsChange", name: str, lines: Sequence[str], *, on: bool = False) -> None:
    """Save a profile; without lines, remove it and switch it off. `on`: switch it on if it is new."""
    use, is_new = settings.before.use, name not in settings.before.profiles
    if not lines and name in use:
        settings.set("profile.use", written(tuple(other for other in use if other != name)))
    settings.set(f"profile.{name}", written(lines))
    if lines and on and is_new and name not in use:
        settings.set("profile.use", written((*use, name)))


def add_to_lines(settings: "SettingsChange", name: str, lines: Iterable[str]) -> tuple[str, ...]:
    """Add lines to a profile, switching it on if it is new; return all its lines."""
    kept = tidy((*settings.before.profiles.get(name, ()), *lines))
    keep_lines(settings, name, kept, on=True)
    return kept
