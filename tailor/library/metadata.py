"""A person's tags, collections, notes, rating and log for a procedure, in `<id>.meta.json` (CONTRACT 3).

Changes take the lock of the library folder, so that windows and commands do not overwrite each other's. Keys
written by later versions of Tailor are kept.
"""

import contextlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tailor.core.codec import texts_in
from tailor.core.errors import DamagedError, TailorError
from tailor.core.procedure import Json, Procedure
from tailor.core.text import clean, normal
from tailor.library.entries import LibraryEntry, stem_of
from tailor.storage import in_turn, inside, read_regular, replace_file, why

if TYPE_CHECKING:
    from tailor.core.following import Following, StepNote

_SUFFIX: Final = ".meta.json"
_KNOWN: Final = frozenset(["tags", "collections", "notes", "rating"])
_NOTED_ON: Final = "noted_on"
MOST_KEPT: Final = 200
"""Most entries in the log of times a procedure was made; the oldest are dropped first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureNotes:
    tags: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    notes: str = ""
    rating: int | None = None
    """1 to 5."""
    other: tuple[tuple[str, str], ...] = ()
    """Unknown keys, each with its value as JSON."""


def file_of(library: Path, stem: str) -> Path:
    """The path of the notes file. UsageError for a name that would lead out of the library."""
    return inside(library, f"{stem}{_SUFFIX}")


def read(library: Path, stem: str) -> ProcedureNotes:
    """The person's notes on a procedure; empty if there are none. DamagedError if the file cannot be read."""
    path = file_of(library, stem)
    try:
        data: Json = json.loads(read_regular(path))
    except FileNotFoundError:
        return ProcedureNotes()
    except (OSError, ValueError, RecursionError) as error:
        said = why(error) if isinstance(error, OSError) else "it is no longer JSON"
        raise DamagedError(f"{path} cannot be read: {said}. The how-to itself is not affected.") from error
    if not isinstance(data, dict):
        raise DamagedError(f"{path} does not look like a file Tailor wrote. The how-to itself is not affected.")
    rating = data.get("rating")
    return ProcedureNotes(
        tags=_names(texts_in(data.get("tags"))),
        collections=_names(texts_in(data.get("collections"))),
        notes=clean(str(data.get("notes") or "")),
        rating=rating if isinstance(rating, int) and 1 <= rating <= 5 else None,
        other=tuple((key, json.dumps(value)) for key, value in data.items() if key not in _KNOWN),
    )


def change(library: Path, stem: str, changed: Callable[[ProcedureNotes], ProcedureNotes]) -> ProcedureNotes:
    """Apply `changed` to the notes under the lock, save the result and return it.

    DamagedError if the file cannot be read, SaveError from the disk; the old notes are unchanged then.
    """
    with in_turn(library):
        before = read(library, stem)
        now = changed(before)
        if now != before:
            data: dict[str, Json] = {"tags": list(now.tags), "collections": list(now.collections)}
            data |= {"notes": now.notes, "rating": now.rating}
            data |= {key: json.loads(value) for key, value in now.other}
            replace_file(file_of(library, stem), (json.dumps(data, indent=1) + "\n").encode())
    return now


def join(now: Path, before: Path) -> None:
    """Merge the notes of an older file into the current one, and delete the older file.

    DamagedError, SaveError: both files are unchanged. OSError: only deleting the older file failed.
    """
    old, new = _read(before), _read(now)
    made: dict[str, Json] = {**old, **new}
    for key in ("tags", "collections", "made"):
        lists = [one for one in (old.get(key), new.get(key)) if isinstance(one, list)]
        every = [name for one in lists for name in one]
        made |= {key: [one for at, one in enumerate(every) if one not in every[:at]]} if lists else {}
    texts = dict.fromkeys(str(one.get("notes") or "") for one in (old, new))
    made |= {"notes": "\n".join(filter(None, texts)), "rating": new.get("rating") or old.get("rating")}
    replace_file(now, (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace"))
    before.unlink()


def with_notes(now: ProcedureNotes, words: str, id: str) -> ProcedureNotes:
    """Replace the notes, and remember that they were written for this version: they may mention its steps."""
    other = tuple(one for one in now.other if one[0] != _NOTED_ON)
    return replace(now, notes=words, other=(*other, (_NOTED_ON, json.dumps(id))))


def noted_on(now: ProcedureNotes) -> str:
    """The id of the version that the notes were written for; "" if unknown."""
    return normal(str(json.loads(dict(now.other).get(_NOTED_ON, '""'))))


def relabelled(names: Iterable[str], add: Iterable[str], remove: Iterable[str]) -> tuple[str, ...]:
    """Return the tags or collections with some removed and some added, ignoring case and without duplicates."""
    gone = set(map(normal, remove))
    bare = set(map(str.casefold, gone))
    kept = (name for name in names if name.casefold() not in bare)
    return _names((*kept, *(name for name in add if normal(name) not in gone)))


def tagged(library: Path, procedure: Procedure) -> Procedure:
    """Return the procedure with the person's tags after its own, for export.

    Unreadable notes add none.
    """
    stem = stem_of(procedure.id) if procedure.id else ""
    if stem in noted(library):
        with contextlib.suppress(DamagedError):
            return replace(procedure, tags=_names((*procedure.tags, *read(library, stem).tags)))
    return procedure


def labelled(library: Path, entries: Iterable[LibraryEntry]) -> tuple[LibraryEntry, ...]:
    """Add the person's tags, collections and rating to the entries; unreadable notes add none."""
    stems = noted(library)
    known = cache(partial(read, library))  # reads once for all versions of a how-to

    @cache
    def both(own: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
        return _names((*own, *theirs))

    def one(entry: LibraryEntry) -> LibraryEntry:
        if entry.stem in stems:
            with contextlib.suppress(DamagedError):
                about = known(entry.stem)
                tags = both(entry.tags, about.tags)
                rating = about.rating or entry.rating
                return replace(entry, tags=tags, collections=about.collections, rating=rating)
        return entry

    return tuple(map(one, entries))


def with_labels(
    entries: Iterable[LibraryEntry], tags: Iterable[str], collections: Iterable[str]
) -> tuple[LibraryEntry, ...]:
    """Return the entries that have all these tags and are in all these collections, ignoring case."""

    @cache
    def bare(names: tuple[str, ...]) -> frozenset[str]:
        return frozenset(normal(name).casefold() for name in names)

    wanted, among = bare(tuple(tags)), bare(tuple(collections))
    return tuple(one for one in entries if wanted <= bare(one.tags) and among <= bare(one.collections))


def noted(library: Path) -> frozenset[str]:
    try:
        with os.scandir(library) as files:
            return frozenset(file.name.removesuffix(_SUFFIX) for file in files if file.name.endswith(_SUFFIX))
    except OSError:
        return frozenset()


def _names(texts: Iterable[str]) -> tuple[str, ...]:
    """Return these tags or collections, each once; those that differ only in case are one."""
    first: dict[str, str] = {}
    for name in filter(None, map(normal, texts)):
        first.setdefault(name.casefold(), name)
    return tuple(first.values())


def record_outcome(folder: Path, following: "Following", rating: int | None, words: str, when: str) -> None:
    """Log that this version was made once: `when` (ISO 8601, UTC), rating 1 to 5, words and notes on steps.

    DamagedError if the file cannot be read, SaveError from the disk; nothing has changed then.
    """
    one: dict[str, Json] = {"id": following.id, "when": when, "rating": rating, "notes": clean(words).strip()}
    one["steps"] = [{"step": note.step, "text": note.text} for note in following.notes]
    one["rescues"] = list(following.rescues)
    path = file_of(folder, stem_of(following.id))
    with in_turn(folder):
        meta = _read(path)
        made = meta.get("made")
        meta["made"] = [*(made if isinstance(made, list) else []), one][-MOST_KEPT:]
        if rating is not None:
            meta["rating"] = rating
        replace_file(path, (json.dumps(meta, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace"))


def times_made(folder: Path, id: str) -> tuple[int | None, ...]:
    """The rating of each time this version was made, oldest first; None without a rating. DamagedError."""
    times = _objects(_read(file_of(folder, stem_of(id))).get("made"))
    ratings = (one.get("rating") for one in times if one.get("id") == id)
    return tuple(rating if isinstance(rating, int) else None for rating in ratings)


def own_words(library: Path, stem: str) -> tuple[str, ...]:
    """All notes on a procedure, general ones and those from each time it was made; () if they cannot be read."""
    with contextlib.suppress(TailorError):
        meta = _read(file_of(library, stem))
        made = _objects(meta.get("made"))
        words = [meta.get("notes"), *(one.get("notes") for one in reversed(made))]
        words += [note.get("text") for one in reversed(made) for note in _objects(one.get("steps"))]
        return tuple(dict.fromkeys(clean(one) for one in words if isinstance(one, str) and one))
    return ()


def noted_last(folder: Path, id: str) -> "tuple[StepNote, ...]":
    """The notes from the last time this version was made; words for next time are attached to step 1.

    Empty if the file cannot be read; the person is told when they finish this time.
    """
    from tailor.core.following import LONGEST_NOTE, StepNote  # imported late: listing the library does not need it

    with contextlib.suppress(TailorError):
        made = _objects(_read(file_of(folder, stem_of(id))).get("made"))
        last = next((one for one in reversed(made) if one.get("id") == id), {})
        words = [
            (1, last.get("notes")),
            *((one.get("step"), one.get("text")) for one in _objects(last.get("steps"))),
        ]
        found: dict[int, list[str]] = {}
        for step, text in words:
            if isinstance(step, int) and isinstance(text, str) and text not in (*found.get(step, ()), ""):
                found.setdefault(step, []).append(clean(text))
        return tuple(StepNote(step, "\n".join(found[step])[:LONGEST_NOTE]) for step in sorted(found))
    return ()


def _objects(data: Json) -> list[dict[str, Json]]:
    return [one for one in data if isinstance(one, dict)] if isinstance(data, list) else []


def _read(path: Path) -> dict[str, Json]:
    try:
        data: Json = json.loads(read_regular(path).decode())
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError):
        raise DamagedError(
            f"{path} is no longer JSON. Correct it or move it somewhere else, then try again."
        ) from None
    except OSError as error:
        raise DamagedError(f"{path} cannot be read: {why(error)}.") from error
    return data if isinstance(data, dict) else {}
