"""The trash of the library: deleted procedures can be restored (DESIGN 9).

Each deleted item has a note in `library/trash/`. While the note exists, the files it names are not part of the
library, whichever folder they are in, so a killed process leaves the old state or the new. Nothing is ever erased.
"""

import contextlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, NotFoundError
from tailor.library.entries import RECORD, stem_of
from tailor.library.metadata import join
from tailor.storage import (
    SaveError,
    create_file,
    files_in,
    in_the_way,
    is_folder,
    is_no_folder,
    is_temporary,
    is_there,
    private_folder,
    read_regular,
    replace_file,
    sweep,
    why,
)

FOLDER: Final = "trash"
_NOTE: Final = ".note.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashItem:
    """One deleted procedure or version."""

    name: str
    """Id of a procedure, or of one version of it."""
    goal: str
    files: tuple[str, ...]
    when: str
    """ISO 8601, UTC."""
    order: int
    """Increases with each deletion: the newest has the largest."""


def trash_items(library: Path) -> tuple[TrashItem, ...]:
    """The items in the trash, newest first. Unreadable notes are skipped, which restores their files."""
    found = [one for path in files_in(library / FOLDER, _NOTE) if (one := _read(path))]
    return tuple(sorted(found, key=lambda one: one.order, reverse=True))


def hidden(library: Path) -> frozenset[str]:
    """Names of the library files that count as deleted, whichever folder they are in."""
    return frozenset(name for one in trash_items(library) for name in one.files)


def holding(library: Path, id: str) -> TrashItem | None:
    """The item in the trash that is this id or contains this version; None if there is none."""
    names = dict.fromkeys((id, stem_of(id)))
    found = (one for name in names if (one := _read(library / FOLDER / f"{name}{_NOTE}")))
    return next((one for one in found if one.name == id or f"{id}.md" in one.files), None)


def hides(library: Path, id: str) -> bool:
    """Whether this version is in the trash. Reads only the two notes that could list it."""
    notes = (library / FOLDER / f"{name}{_NOTE}" for name in (id, stem_of(id)))
    return any(f"{id}.md" in one.files for path in notes if is_there(path) and (one := _read(path)))


def throw(library: Path, name: str, goal: str, files: Iterable[str], when: str) -> TrashItem:
    """Move these files of the library to the trash. SaveError from the disk; nothing has changed then.

    If the item was deleted before and saved again since, its files are added to those already in the trash.
    """
    folder = private_folder(library / FOLDER)
    order = max((one.order for one in trash_items(library)), default=0) + 1
    one = TrashItem(name=name, goal=goal, files=tuple(files), when=when, order=order)
    try:
        create_file(folder / f"{name}{_NOTE}", json.dumps(to_json(one)).encode())
    except FileExistsError:
        one = replace(one, files=_with_those_before(folder / f"{name}{_NOTE}", one))
        replace_file(folder / f"{name}{_NOTE}", json.dumps(to_json(one)).encode())
    tidy(library)
    return one


def _with_those_before(note: Path, new: TrashItem) -> tuple[str, ...]:
    """Merge the files with those of an earlier deletion; ContentError if all are in the trash already."""
    old = _read(note)
    if old is not None and {*new.files} <= {*old.files}:
        raise ContentError(f"{new.name} is already in the trash.")
    return tuple(dict.fromkeys((*(old.files if old else ()), *new.files)))


def bring_back(library: Path, name: str) -> TrashItem:
    """Undo `throw`. NotFoundError if the item is not in the trash.

    After a SaveError or DamagedError it is still in the trash, complete.
    """
    one = next((one for one in trash_items(library) if one.name == name), None)
    if one is None:
        raise NotFoundError(f'There is no "{name[:80]}" in the trash.')
    folder = library / FOLDER
    try:
        for file in one.files:
            thrown = is_there(folder / file) or (folder / file).is_symlink()  # a moved link would point elsewhere
            if thrown and not is_there(library / file):
                (folder / file).rename(library / file)
            elif thrown and file == f"{name}.meta.json":  # notes were written since it was deleted
                join(library / file, folder / file)
        (folder / f"{name}{_NOTE}").unlink()  # from here on the files count again
    except OSError as error:
        raise SaveError(
            f"{name} could not be brought back: {why(error)}. All of it is still in the trash; try again."
        ) from error
    return one


def tidy(library: Path) -> None:
    """Finish interrupted deletions: move deleted files still in the library to the trash folder. Never raises."""
    folder = library / FOLDER
    if not is_folder(folder):
        return
    sweep(folder)
    for file in hidden(library):
        with contextlib.suppress(OSError):
            if is_there(library / file) and not is_there(folder / file):
                (library / file).rename(folder / file)


def blocked(library: Path) -> str:
    """Say what is in the way of the trash folder; "" if nothing is."""
    file = in_the_way(library / FOLDER)
    return (
        f"{file} {is_no_folder(file)}, so nothing can be deleted or brought back. Move it somewhere else."
        if file
        else ""
    )


def doubled(library: Path) -> tuple[str, ...]:
    """File names of how-tos that are hidden because another of the same name is in the trash; sorted."""
    names = sorted(name for name in hidden(library) if name.endswith(".md"))
    return tuple(name for name in names if is_there(library / name) and is_there(library / FOLDER / name))


def unclear(library: Path) -> tuple[str, ...]:
    """Names of everything in the trash folder that no valid note accounts for; sorted."""
    items = trash_items(library)
    ours = {name for one in items for name in one.files} | {f"{one.name}{_NOTE}" for one in items}
    there = {path.name for path in files_in(library / FOLDER, "")}
    return tuple(sorted(name for name in there - ours if not is_temporary(name)))


def _read(path: Path) -> TrashItem | None:
    """Read the item of a note; None if it is unreadable or names files that are not its own."""
    try:
        one = from_json(TrashItem, json.loads(read_regular(path)))
    except (OSError, ValueError, RecursionError, ContentError):
        return None
    name = path.name.removesuffix(_NOTE)
    return replace(one, name=name) if name and all(_belongs(file, name) for file in one.files) else None


def _belongs(file: str, name: str) -> bool:
    """Whether a file belongs to the procedure or version of this name."""
    ids = (file.removesuffix(end) for end in (".md", RECORD) if file.endswith(end))
    return file == f"{name}.meta.json" or any(name in (id, stem_of(id)) for id in ids)
