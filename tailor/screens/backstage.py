"""What the screens work with: folders, settings, library, whoever answers. One for each app.

Owns the moment each of them is first read: never before somebody asks, so that the first frame waits for none
of them. Refuses to draw, and to know what is on a screen.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from tailor.core.errors import TailorError

if TYPE_CHECKING:
    from memory.lessons import Lessons
    from tailor.answering import Lent
    from tailor.config import Changing, Config
    from tailor.core.procedure import Procedure
    from tailor.core.requirements import Requirement
    from tailor.library.store import Library
    from tailor.paths import Places
    from tailor.providers.keys import Key
    from tailor.screens.catalog import Shelf
    from tailor.screens.connection import Connection
    from tailor.screens.session import Session


class Backstage:
    """Everything behind the screens, read when first asked for."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = environment
        self.lent: Lent | None = None
        """The server and key of OPENAI_*, once the person said to use them; kept nowhere else."""
        self.trouble: TailorError | None = None
        """Why the settings could not be read; Tailor's own are used then."""
        self.wished = ("", "")
        """A goal typed on Home that nobody wrote down yet, and what is special: Generate takes both over."""
        self.tonight: tuple[str, ...] | None = None
        """Names of the profiles that count for the next run alone; None: those switched on."""
        self._reading = Lock()

    @cached_property
    def places(self) -> "Places":
        """Where files lie."""
        from tailor.paths import places

        return places(self.environment)

    @property
    def has_settings(self) -> bool:
        """Whether there is a file of settings at all; cheap enough to ask before the first frame."""
        return self.places.config_file.exists()

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
            return load(self.places.config_file, self.environment)
        except TailorError as error:
            self.trouble = error
            return Config()

    def change(self, key: str, value: str) -> None:
        """Writes one setting; TailorError when it cannot be written, and nothing has changed then."""
        from tailor.config import set_value

        set_value(self.places.config_file, key, value)
        self._read_anew()

    @contextlib.contextmanager
    def _changing(self) -> "Iterator[Changing]":
        """The settings as they are in the file now, which nobody else changes meanwhile. TailorError."""
        from tailor.config import changing

        with changing(self.places.config_file, {}) as settings:
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
        from tailor.answering import Lent

        self.lent = Lent(base_url=base_url, model=model, key=key)

    @property
    def profile(self) -> tuple[str, ...]:
        """The lines of the profiles that count for the next run."""
        from tailor.profiles import lines_of

        config = self.config
        return lines_of(config.profiles, config.use if self.tonight is None else self.tonight)

    def keep_profile(self, name: str, lines: Sequence[str], *, on: bool = False) -> None:
        """Writes the lines of a profile; without lines it is gone. `on`: a new one always counts."""
        from tailor.profiles import keep_lines, tidy

        with self._changing() as settings:
            keep_lines(settings, name, tidy(lines), on=on)

    def add_to_profile(self, line: str) -> str:
        """Writes what always holds into the first profile that is switched on, else into "me"; its name."""
        from tailor.profiles import add_to_lines

        with self._changing() as settings:
            name = next(iter(settings.before.use), "me")
            add_to_lines(settings, name, (line,))
        return name

    def use_profiles(self, names: Sequence[str]) -> None:
        """From now on these profiles always count; kept in the settings.

        What another window or a command switched on or off since the settings were read here stays as it is.
        """
        from tailor.profiles import written

        known = self.config.use
        with self._changing() as settings:
            now = settings.before.use
            wanted = (name for name in names if name in now or name not in known)
            since = (name for name in now if name not in known)
            settings.set("profile.use", written(tuple(dict.fromkeys((*wanted, *since)))))

    @property
    def is_new(self) -> bool:
        """Whether nothing was ever run or saved here."""
        return not (self.places.library.exists() or self.places.runs.exists())

    @property
    def lessons(self) -> "Lessons | None":
        """What was learned from earlier decisions; None while `memory.learn` is off."""
        from tailor.answering import lessons_for

        return lessons_for(self.config, self.places)

    @cached_property
    def library(self) -> "Library":
        """The person's saved procedures."""
        from tailor.library.store import Library

        return Library(self.places.library)

    @property
    def library_stamp(self) -> int:
        """A number that is another one after every save; 0 while nothing is saved."""
        try:
            return self.places.library.stat().st_mtime_ns
        except OSError:
            return 0

    def shelf(self) -> "Shelf":
        """What one can start from: own procedures, then the starters. Reads files: call it in a thread."""
        from tailor.screens.catalog import Shelf, own_books, starter_books

        return Shelf([*own_books(self.library), *starter_books()])

    def connection(self) -> "Connection":
        """Who answers, in words; nothing is connected for it."""
        from tailor.screens.connection import connection

        return connection(self.config, self.environment, borrowed=self.lent is not None)

    def session(
        self, procedure: "Procedure", hint: str, requirements: "tuple[Requirement, ...] | None" = None
    ) -> "Session":
        """All it takes to tailor this procedure to this hint. TailorError says what is missing.

        `requirements` are those the person corrected; None: split hint and profile.
        """
        from tailor.screens.session import session

        return session(self, procedure, hint, requirements)
