"""What every command works with: the environment, the folders, the settings, the library, standard input.

Owns reading each of them once, when first asked for. Refuses flags: commands lay those over the settings.
"""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from tailor.core.errors import UsageError
from tailor.terminal import has_terminal

if TYPE_CHECKING:
    from tailor.config import Config
    from tailor.core.procedure import Procedure
    from tailor.library.importer import Opened
    from tailor.library.store import Library
    from tailor.paths import Places


@dataclass
class Setup:
    """Everything behind the commands."""

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    _stdin_by: str = ""

    @cached_property
    def places(self) -> "Places":
        """Where files lie."""
        from tailor.paths import places

        return places(self.environment)

    @cached_property
    def config(self) -> "Config":
        """The settings; DamagedError where the file is broken."""
        from tailor.config import load

        return load(self.places.config_file, self.environment)

    def read_anew(self) -> None:
        """The settings were written: what holds from now on is in the file."""
        self.__dict__.pop("config", None)

    @cached_property
    def library(self) -> "Library":
        """The person's saved procedures."""
        from tailor.library.store import Library

        return Library(self.places.library)

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
            from tailor.cli.out import say

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
        from tailor.profiles import composed

        return composed(self.config.profiles, self.config.use, given)


def write_as(procedure: "Procedure", format: str, parent: str | None = None) -> str:
    """The procedure as text of a format; `parent` is what it was derived from, for formats that say so."""
    from tailor.library.formats.registry import write
    from tailor.library.lineage import NOTICE

    return write(procedure, format, parent, NOTICE if parent else "")
