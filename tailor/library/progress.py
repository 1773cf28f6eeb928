"""Where a person is in a procedure they follow, kept across restarts: `follow/<id>.json` (DESIGN 9 and 10).

Owns these files, each written whole or not at all, so that a killed program loses no more than the last key.
Refuses to know what a place means: `core.following` does.
"""

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, DamagedError
from tailor.core.following import Following, Timer, with_notes_since
from tailor.core.procedure import Procedure, fingerprint
from tailor.storage import is_there, private_folder, replace_file, sweep, why

_AGES: Final = 1e12
"""Seconds that no clock and no timer comes to."""
_ASIDE: Final = ".damaged"
"""Behind the name of a place that could not be read, once it is laid aside."""
_OTHER: Final = re.compile(r"[^A-Za-z0-9._-]+")


class ProgressStore:
    """The folder of kept places. Opening it makes nothing; it sweeps what a killed process left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if folder.is_dir():
            sweep(folder)

    def load(self, id: str) -> Following | None:
        """The place kept for this procedure, or None. DamagedError names a file that cannot be read any more."""
        path = self._path(id)
        try:
            return _checked(from_json(Following, json.loads(path.read_bytes().decode())))
        except FileNotFoundError:
            return None
        except (ValueError, ContentError, RecursionError):
            raise DamagedError(
                "The place you were at cannot be read any more, so this begins at step 1; "
                f"the procedure is as it was. The file: {path}"
            ) from None
        except OSError as error:
            raise DamagedError(
                f"The place you were at cannot be read ({why(error)}), so this begins at step 1. The file: {path}"
            ) from error

    def keep(self, following: Following) -> None:
        """Writes the place, on the disk when this returns. SaveError when the disk refuses."""
        private_folder(self.folder)
        text = json.dumps(to_json(following), ensure_ascii=True)
        replace_file(self._path(following.id), text.encode())

    def keep_beside(self, following: Following, known: Following) -> Following:
        """Writes the place with notes another window wrote since `known`, and gives it. SaveError as `keep`."""
        try:
            there = self.load(following.id)
        except DamagedError:
            there = None  # a whole one takes its place
        whole = with_notes_since(following, known, there) if there else following
        self.keep(whole)
        return whole

    def lay_aside(self, id: str) -> str:
        """Gives a place that cannot be read another name, so that none is written over it; "" where it cannot."""
        path = self._path(id)
        aside = path.with_name(f"{path.name}{_ASIDE}")
        try:
            return path.rename(aside).name
        except OSError:
            return ""

    def forget(self, id: str) -> None:
        """Takes the place away; nothing happens where there is none."""
        with contextlib.suppress(OSError):
            self._path(id).unlink()

    def is_kept(self, id: str) -> bool:
        """Whether there is a place of this procedure, readable or not."""
        return is_there(self._path(id))

    def ids(self) -> frozenset[str]:
        """The ids of the procedures that are being followed, as they stand in the file names."""
        try:
            return frozenset(path.stem for path in self.folder.iterdir() if path.suffix == ".json")
        except OSError:
            return frozenset()

    def all(self) -> Iterator[Following]:
        """Every place that can be read."""
        for id in sorted(self.ids()):
            with contextlib.suppress(DamagedError):
                if found := self.load(id):
                    yield found

    def _path(self, id: str) -> Path:
        return self.folder / f"{_OTHER.sub('-', id).strip('.')[:150] or 'one'}.json"


def id_of(procedure: Procedure) -> str:
    """The id a place is kept by: the procedure's own, or one made from its steps where it has none."""
    return procedure.id or f"file-{fingerprint(procedure)}"


def _checked(following: Following) -> Following:
    """The place as it was kept, where it fits its procedure; ContentError where it does not."""
    count = following.count
    numbers = (following.at, *following.done, *(note.step for note in following.notes))
    if not count or any(not 1 <= number <= count for number in numbers):
        raise ContentError("The place does not fit the steps.")
    seconds = (following.begun, *(one for timer in following.timers for one in _seconds(timer)))
    if any(not -_AGES < one < _AGES for one in seconds):  # neither endless nor no number at all
        raise ContentError("A time in it is none.")
    return following


def _seconds(timer: Timer) -> tuple[float, ...]:
    return timer.seconds, timer.most, timer.ends, timer.held or 0.0
