"""The place a person has reached in each procedure they follow, in `follow/<id>.json` (DESIGN 9 and 10).

Files are written whole or not at all, so a killed program loses at most the last key press.
"""

import contextlib
import hashlib
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, DamagedError
from tailor.core.following import Following
from tailor.core.following_merge import Merged, merged
from tailor.core.procedure import Json, Procedure, fingerprint
from tailor.paths import Paths
from tailor.storage import (
    files_in,
    in_turn,
    is_folder,
    is_there,
    private_folder,
    read_regular,
    replace_file,
    sweep,
    why,
)

_AGES: Final = 1e12
"""Seconds; times beyond are no times."""
ENDED: Final = "This was finished in another window. You can go on here; your place is kept."
_OTHER: Final = re.compile(r"[^A-Za-z0-9._-]+")


class ProgressStore:
    """The folder of saved places. Opening it creates nothing and sweeps leftovers of killed processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if is_folder(folder):
            sweep(folder)

    def load(self, id: str) -> Following | None:
        """The saved place of this procedure, or None. DamagedError names a file that cannot be read."""
        return self._read(self._path(id))

    def _read(self, path: Path) -> Following | None:
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

    def keep_beside(self, following: Following, known: Following) -> tuple[Following, str]:
        """Save the place with what another window saved since `known`; return it and a sentence about that.

        SaveError: it is not saved.
        """
        with in_turn(self.folder):
            try:
                there = self.load(following.id)
            except DamagedError:
                there = None  # overwritten by a whole one
            made = merged(known, there, following) if there else Merged(following, "")
            self.keep(made.following)
        return made.following, made.says

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

    def going(self) -> frozenset[str]:
        """The ids of those with a step still to do: what was finished is kept for a timer or a second look."""
        return frozenset(one.id for one in self.all() if not (one.over or one.finished))

    def all(self) -> Iterator[Following]:
        for path in sorted(files_in(self.folder, ".json")):
            with contextlib.suppress(DamagedError):
                if (found := self._read(path)) and self._path(found.id) == path:
                    yield found

    def _path(self, id: str) -> Path:
        """The file named by a plain id; for others, and where it holds the place of another, one of its own."""
        name = _OTHER.sub("-", id).strip(".")[:150] or "one"
        path = self.folder / f"{name}.json"
        code = hashlib.sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        own = self.folder / f"{name}-{code}.json"
        if is_there(own) or _id_in(path) not in ((id, None) if name == id else (id,)):
            return own
        return path  # also where an earlier version kept the place of an id that is not plain


def progress_store(places: Paths) -> ProgressStore:
    return ProgressStore(places.follow)


class PlaceKeeper:
    """What one window knows of a saved place, so that two windows lose nothing of each other's."""

    def __init__(self, kept: ProgressStore, following: Following) -> None:
        """`following` as it was loaded, or begun."""
        self.kept = kept
        self.known = following
        """The place as this window saved or loaded it last."""
        self.was_kept = kept.is_kept(following.id)
        """Whether there was a file then; else nothing was done here yet."""

    def keep(self, following: Following) -> tuple[Following, str]:
        """Save it together with what others did since; return the place, and what to say about it. SaveError."""
        ended = self.was_kept and not self.kept.is_kept(following.id)
        self.known, says = self.kept.keep_beside(following, self.known)
        self.was_kept = True
        return self.known, ENDED if ended else says


def id_of(procedure: Procedure) -> str:
    """The id that a place is saved under: the procedure's own, or one made from its steps."""
    return procedure.id or f"file-{fingerprint(procedure)}"


def _id_in(path: Path) -> str | None:
    """Whose place a file holds; None where that cannot be read."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        kept: Json = json.loads(read_regular(path))
        if isinstance(kept, dict) and isinstance(id := kept.get("id"), str):
            return id
    return None


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
        raise ContentError("A time in it cannot be read.")
    return following
