"""The place a person has reached in each procedure they follow, in `follow/<id>.json` (DESIGN 9 and 10).

Files are written whole or not at all, so a killed program loses at most the last key press.
"""

import contextlib
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, DamagedError
from tailor.core.following import Following, with_notes_since
from tailor.core.procedure import Procedure, fingerprint
from tailor.storage import files_in, is_folder, is_there, private_folder, read_regular, replace_file, sweep, why

_AGES: Final = 1e12
"""Seconds; times beyond are no times."""
_OTHER: Final = re.compile(r"[^A-Za-z0-9._-]+")


class ProgressStore:
    """The folder of saved places. Opening it creates nothing and sweeps leftovers of killed processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if is_folder(folder):
            sweep(folder)

    def load(self, id: str) -> Following | None:
        """The saved place of this procedure, or None. DamagedError names a file that cannot be read."""
        path = self._path(id)
        try:
            return _checked(from_json(Following, json.loads(read_regular(path).decode())))
        except FileNotFoundError:
            return None
        except (ValueError, ContentError, RecursionError):
            words = "any more, so this starts at step 1; the how-to is unchanged"
            raise DamagedError(f"The place you were at cannot be read {words}. The file: {path}") from None
        except OSError as error:
            words = f"({why(error)}), so this starts at step 1"
            raise DamagedError(f"The place you were at cannot be read {words}. The file: {path}") from error

    def keep(self, following: Following) -> None:
        """Save the place, durably. SaveError from the disk."""
        private_folder(self.folder)
        text = json.dumps(to_json(following), ensure_ascii=True)
        replace_file(self._path(following.id), text.encode())

    def keep_beside(self, following: Following, known: Following) -> Following:
        """Save the place merged with notes that another window saved since `known`; return the merged place."""
        try:
            there = self.load(following.id)
        except DamagedError:
            there = None  # overwritten by a whole one
        whole = with_notes_since(following, known, there) if there else following
        self.keep(whole)
        return whole

    def lay_aside(self, id: str) -> str:
        """Rename an unreadable file so that it is not overwritten; return the new name, "" on failure."""
        path = self._path(id)
        try:
            return path.rename(path.with_name(f"{path.name}.damaged")).name
        except OSError:
            return ""

    def forget(self, id: str) -> None:
        """Delete the saved place, if there is one."""
        with contextlib.suppress(OSError):
            self._path(id).unlink()

    def is_kept(self, id: str) -> bool:
        """Whether a place is saved for this procedure, readable or not."""
        return is_there(self._path(id))

    def ids(self) -> frozenset[str]:
        """The ids of all procedures with a saved place, as in the file names."""
        return frozenset(path.stem for path in files_in(self.folder, ".json"))

    def all(self) -> Iterator[Following]:
        for id in sorted(self.ids()):
            with contextlib.suppress(DamagedError):
                if found := self.load(id):
                    yield found

    def _path(self, id: str) -> Path:
        return self.folder / f"{_OTHER.sub('-', id).strip('.')[:150] or 'one'}.json"


def id_of(procedure: Procedure) -> str:
    """The id that a place is saved under: the procedure's own, or one made from its steps."""
    return procedure.id or f"file-{fingerprint(procedure)}"


def _checked(following: Following) -> Following:
    """The same place. ContentError if its numbers do not fit its steps."""
    count = following.count
    marked = (*(note.step for note in following.notes), *(timer.step for timer in following.timers))
    numbers = (following.at, *following.done, *marked)
    if not count or any(not 1 <= number <= count for number in numbers):
        raise ContentError("The place does not fit the steps.")
    timers = ((one.seconds, one.most, one.ends, one.held or 0.0) for one in following.timers)
    seconds = (following.begun, *chain(*timers))
    if any(not -_AGES < one < _AGES for one in seconds):  # neither endless nor no number at all
        raise ContentError("A time in it is none.")
    return following
