"""The personal library, with a Markdown file for each version of a procedure, and the starters (CONTRACT 1, 3).

How a version was made, and whatever its front matter has no room for, is in the record beside it,
`<id>.edits.json`. The record is written first; a version exists once its Markdown does. Every save creates new
files and never overwrites one. Lists read only the first 64 KB of each file and leave out damaged files; loading a
damaged file raises DamagedError. Starters ship with Tailor in `tailor/starter/*.json`.
"""

import errno
import json
import os
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast, get_args

from tailor.core.codec import from_json, json_text, to_json, to_object
from tailor.core.errors import ContentError, DamagedError, NotFoundError
from tailor.core.procedure import Json, Procedure, fingerprint, fingerprint_of_rest, procedure_from_json
from tailor.core.text import clean, one_line
from tailor.library import markdown, trash
from tailor.library.entries import (
    RECORD,
    LibraryEntry,
    Origin,
    Provenance,
    RecordState,
    SavedEdit,
    SavedProcedure,
    parted,
    stem_of,
)
from tailor.storage import (
    SaveError,
    changed_at,
    create_file,
    in_the_way,
    inside,
    is_folder,
    is_no_folder,
    is_shut,
    is_temporary,
    is_there,
    open_regular,
    private_folder,
    read_regular,
    sweep,
    why,
)

if TYPE_CHECKING:
    from tailor.core.requirements import Requirement

STARTER: Final = "starter."
"""Prefix of the id of a starter procedure."""
_HEAD: Final = 65_536
"""Bytes of a file that are read for a list: enough for the short keys, which come first."""
_LONGEST_HEAD: Final = 2_000_000
"""Further bytes that are read if the front matter is longer, as with thousands of tags."""
_TOO_HIGH: Final = 10**99
"""From this number on, versions must have been numbered by hand; no new version is saved after one."""
_WANTED = ("parent", "goal", "steps", "origin", "hint", "tags", "created", "rating")
_ACCENTS: Final = re.compile("(?<=[a-z0-9])[\u0300-\u036f\u20d0-\u20ff\ufe0f]+")
"""Combining marks after Latin letters and digits, which file names leave out."""
_SMALL_WORDS = frozenset(["a", "an", "the", "of", "to", "how"])
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_REST = "The rest of the library is not affected; an earlier version may still be there."


class Unchanged(ContentError):
    """A version was to be saved that says the same as the one before it."""

    title = "Nothing new to save"


def read_entry(path: Path) -> LibraryEntry | None:
    """Read a file's entry for a list; None if it cannot be read or is not Tailor's."""
    try:
        with open_regular(path) as file:
            data = file.read(_HEAD)
            found = markdown.fenced(head := data.decode(errors="ignore"))
            if found and found[1] is None and len(data) == _HEAD:
                head = (data + file.read(_LONGEST_HEAD)).decode(errors="ignore")
                found = markdown.fenced(head)
    except OSError:
        return None
    if found is None:
        return None
    front, body = found
    if body is None and len(head) < _HEAD // 4:
        return None  # a short file whose front matter has no end: cut off
    body = (body or "").lstrip("\n")
    keys = _keys(front)
    title = body[2 : body.find("\n")] if body.startswith("# ") else keys.get("goal")
    count = keys.get("steps")
    if not isinstance(count, int):  # the front matter was written by hand: count the steps in the whole file
        count = 0
        with suppress(OSError, UnicodeDecodeError, ContentError):  # reported by `library check`
            count = len(markdown.read(markdown.split(read_regular(path).decode())).steps)
    return _from_front(path, keys, one_line(str(title or "")), count)


def _from_front(path: Path, keys: dict[str, Json], goal: str, steps: int) -> LibraryEntry:
    """Build an entry from a file's front matter; missing or wrong values are left empty."""
    id = path.name.removesuffix(".md")
    parent, origin, tags, hint = (keys.get(key) for key in ("parent", "origin", "tags", "hint"))
    rating = keys.get("rating")
    return LibraryEntry(
        id=id,
        goal=goal,
        steps=steps,
        version=parted(id)[1] or 1,
        parent=parent if isinstance(parent, str) and parent else None,
        origin=cast(Origin, origin) if origin in get_args(Origin) else "tailored" if parent else "typed",
        tags=tuple(one_line(tag) for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        created=str(keys.get("created") or ""),
        file=path,
        hint=one_line(hint) if isinstance(hint, str) else "",
        rating=rating if isinstance(rating, int) and 1 <= rating <= 5 else None,
    )


def _keys(front: str) -> dict[str, Json]:
    """The keys that an entry needs. List items are skipped without parsing, for speed."""
    found: dict[str, Json] = {}
    for line in front.split("\n"):
        if line.startswith("- "):
            continue
        key, _, value = line.partition(":")
        if key in _WANTED:
            try:
                found[key] = json.loads(value)
            except (ValueError, RecursionError):
                found[key] = value.strip()
    return found


def slug(goal: str, limit: int = 40) -> str:
    """The goal as lower-case words of any script, without accents, joined by dashes; "procedure" for none."""
    flat = _ACCENTS.sub("", unicodedata.normalize("NFKD", goal[: limit * 8]).casefold())
    letters = (char if unicodedata.category(char)[0] in "LMN" else " " for char in clean(flat))
    words = "".join(letters).split()
    made = "-".join(word for word in words if word[0].isalnum() and word not in _SMALL_WORDS)
    if len(made) > limit:
        made = made[: limit + 1].rpartition("-")[0] or made[:limit]
    return made or "procedure"


def _by_age(entry: LibraryEntry) -> tuple[str, bool, int, str]:
    return (entry.created, entry.parent is not None, entry.version, entry.id)


def _now() -> datetime:
    return datetime.now(UTC)


def _four() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(4))


class Library:
    """The folder of a person's procedures. Opening it creates nothing and sweeps leftovers of killed processes."""

    def __init__(
        self, folder: Path, *, now: Callable[[], datetime] = _now, four: Callable[[], str] = _four
    ) -> None:
        """`now` and `four` (the random part of a new id) are replaced in tests."""
        self.folder = folder
        self._now = now
        self._four = four
        if is_folder(folder):
            sweep(folder)
            trash.tidy(folder)

    def save(
        self,
        procedure: Procedure,
        *,
        parent: str | None = None,
        version_of: str | None = None,
        hint: str = "",
        requirements: "Sequence[Requirement]" = (),
        edits: Sequence[SavedEdit] = (),
        made: Provenance | None = None,
        origin: Origin | None = None,
        summary: str = "",
        only_changed: bool = False,
    ) -> LibraryEntry:
        """Save the procedure durably as a new file.

        `version_of`: the id that this is the next version of; without it a new id starts at v1. `parent`: the id
        it was derived from (also `starter.<name>`). `origin` defaults to tailored with a parent, else typed.
        ContentError for a procedure without steps, SaveError from the disk; with `only_changed`, Unchanged if the
        newest version says the same, also one that another process has just saved.
        """
        if not procedure.steps:
            raise ContentError("A how-to without steps cannot be saved. Add at least one step.")
        private_folder(self.folder)
        record = _record(parent, requirements, edits, made)
        front: dict[str, Json] = {"parent": parent, "steps": len(procedure.steps), "origin": origin}
        front |= {"fingerprint": fingerprint(procedure), "hint": hint, "created": self._timestamp()}
        front = {key: value for key, value in front.items() if value}
        for stem, version in self._free_names(procedure, version_of):
            if only_changed:
                self._check_changed(stem, procedure, parent, hint)
            id = f"{stem}.v{version}"
            text, beside = markdown.write_short(procedure, {"id": id, **front}, record, summary)
            path = inside(self.folder, f"{id}.md")
            try:
                _create_both(path, text, {"fingerprint": fingerprint(procedure), **beside} if beside else None)
            except FileExistsError:
                continue
            return _from_front(path, front | {"tags": list(procedure.tags)}, procedure.goal, len(procedure.steps))
        raise AssertionError("the names never end")

    def _check_changed(self, stem: str, procedure: Procedure, parent: str | None, hint: str) -> None:
        """Unchanged if the newest version says all this already, as it was saved."""
        with suppress(NotFoundError, DamagedError):
            last = self.load(stem)
            one = last.procedure
            words = (fingerprint(one), fingerprint_of_rest(one), one.tags, last.parent, last.hint)
            told = (fingerprint(procedure), fingerprint_of_rest(procedure), procedure.tags, parent, hint)
            if last.state == "ok" and words == told:
                raise Unchanged(f"Nothing has changed since {last.id}, so nothing was saved.")

    def entries(self, *, versions: bool = False) -> tuple[LibraryEntry, ...]:
        """The newest readable version of each procedure, or all versions; newest first.

        If saved in the same second, as an original is with its first variant, the derived one comes first: it is
        what the person wanted.
        """
        names = sorted(self._names(), key=lambda name: name[2], reverse=True)
        found: dict[str, LibraryEntry] = {}
        for name, stem, _ in names:
            key = name if versions else stem
            if key not in found and (entry := read_entry(self.folder / f"{name}.md")):
                found[key] = entry
        return tuple(sorted(found.values(), key=_by_age, reverse=True))

    def latest(self, most: int) -> tuple[LibraryEntry, ...]:
        """The `most` how-tos whose files were written last, newest first; fast however large the library is."""
        names = {stem: name for name, stem, _ in sorted(self._names(), key=lambda name: name[2])}
        written = sorted(names.values(), key=lambda name: changed_at(self.folder / f"{name}.md"), reverse=True)
        found = (read_entry(self.folder / f"{name}.md") for name in written[:most])
        return tuple(sorted(filter(None, found), key=_by_age, reverse=True))

    def ids(self) -> tuple[str, ...]:
        """The ids of all versions, unordered, from file names alone."""
        return tuple(name for name, _, _ in self._names())

    def find(self, name: str, *, whole: bool = False) -> str | None:
        """The full id for an id, an id without version (the newest one), or an unambiguous prefix.

        `whole`: accept no prefix, as for everything that changes files. None for "".
        """
        if self._is_version(name):  # without listing all files
            return name
        by_stem: dict[str, list[int]] = {}
        for _, stem, version in self._names():
            by_stem.setdefault(stem, []).append(version)
        stem, wanted = parted(name)
        if stem not in by_stem:
            begins = [other for other in by_stem if stem and other.startswith(stem)]
            if whole or len(begins) != 1:
                return None
            stem = begins[0]
        if wanted is None:
            return f"{stem}.v{max(by_stem[stem])}"
        return f"{stem}.v{wanted}" if wanted in by_stem[stem] else None

    def read(self, id: str) -> SavedProcedure:
        """Like `load` for the exact id of a version, but faster: the folder is not listed."""
        if trash.hides(self.folder, id):
            raise self.missing(id)
        try:
            return _read_file(self.folder / f"{id}.md")
        except NotFoundError:
            raise self.missing(id) from None

    def load(self, id: str) -> SavedProcedure:
        """Load the file of an id (see `find`). NotFoundError, or DamagedError if it cannot be read."""
        return _read_file(self.folder / f"{self.existing(id)}.md")

    def procedure(self, id: str) -> Procedure:
        """The procedure with this id, starters included. NotFoundError or DamagedError as in `load`."""
        if not id.startswith(STARTER):
            return self.load(id).procedure
        if found := starter(id):
            return found
        raise NotFoundError(f'There is no built-in how-to "{id[:80]}" any more.')

    def notice(self, id: str | None) -> str:
        """Return `NOTICE` if a machine had a hand in this how-to or in what it was made from, else ""."""
        seen = set[str]()
        with suppress(NotFoundError, DamagedError):
            while id and id not in seen:
                seen.add(id)
                saved = self.load(id)
                if saved.notice:
                    return saved.notice
                id = saved.parent
        return ""

    def history(self, id: str, newest: int = 0) -> tuple[LibraryEntry, ...]:
        """Every version that can be read, or only of the `newest` ones, oldest first; at least one.

        NotFoundError, or DamagedError if none can be read.
        """
        stem = stem_of(self.existing(id))
        versions = sorted(version for _, other, version in self._names() if other == stem)[-newest:]
        entries = (read_entry(self.folder / f"{stem}.v{version}.md") for version in versions)
        return tuple(filter(None, entries)) or (self.load(id).entry,)

    def delete(self, id: str) -> trash.TrashItem:
        """Move a procedure with all its versions, or the one version that the id names, to the trash.

        Its variants stay. NotFoundError, also for a prefix, or SaveError; nothing has changed then.
        """
        found = self.existing(id, whole=True)
        stem = stem_of(found)
        names = [name for name, other, _ in self._names() if other == stem]
        entry = read_entry(self.folder / f"{found}.md")
        if stem_of(id) != id and len(names) > 1:
            name, names, files = found, [found], []
        else:
            name, files = stem, [f"{stem}.meta.json"]
        records = (f"{one}{RECORD}" for one in names)
        files = [*(f"{one}.md" for one in names), *filter(frozenset(self._files()).__contains__, records), *files]
        return trash.throw(self.folder, name, entry.goal if entry else "", files, self._timestamp())

    def undelete(self, name: str | None = None) -> trash.TrashItem:
        """Bring back the last deleted item, or the one called `name`. NotFoundError; DamagedError."""
        there = trash.trash_items(self.folder)
        if not there and (says := trash.blocked(self.folder)):
            raise DamagedError(says)
        if not there:
            raise NotFoundError(f"The trash is empty: {self.folder / trash.FOLDER} has nothing to bring back.")
        return trash.bring_back(self.folder, there[0].name if name is None else name)

    def existing(self, id: str, *, whole: bool = False) -> str:
        """Like `find`. NotFoundError, which says what to type for a prefix or for one in the trash."""
        if (found := self.find(id, whole=whole)) is None:
            meant = self.find(id)
            if meant:
                ask = f"Give its whole id: {stem_of(meant)}."
                raise NotFoundError(f'There is no "{id[:80]}" in the library. {ask}')
            raise self.missing(id)
        return found

    def missing(self, id: str) -> NotFoundError:
        """The error for a how-to that is not there; if it is in the trash, it says how to bring it back."""
        thrown = trash.holding(self.folder, id)
        if thrown is None:
            return NotFoundError(f'There is no "{id[:80]}" in the library.')
        last = trash.trash_items(self.folder)[:1] == (thrown,)
        goal, undo = one_line(thrown.goal or thrown.name, 80), ", or u in the Library" if last else ""
        return NotFoundError(
            f"“{goal}” is in the trash. To bring it back: `tailor library restore {thrown.name}`{undo}."
        )

    def _timestamp(self) -> str:
        return self._now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def _is_version(self, name: str) -> bool:
        """Whether the name is a full id with version whose file is here and not in the trash."""
        if parted(name)[1] is None or "/" in name or "\\" in name:
            return False
        return is_there(self.folder / f"{name}.md") and not trash.hides(self.folder, name)

    def strangers(self) -> tuple[str, ...]:
        """Names of everything in the folder that belongs to no procedure, sorted; the trash is left out."""
        ours = {trash.FOLDER, *trash.hidden(self.folder)}
        for name, stem, _ in self._names():
            ours |= {f"{name}.md", f"{stem}.meta.json"}
        ours |= {name for name in self._files() if name.endswith(RECORD) and parted(name.removesuffix(RECORD))[1]}
        return tuple(
            sorted(
                name for name in self._files() if name not in ours and not (is_temporary(name) or name[0] == ".")
            )
        )

    def _names(self) -> list[tuple[str, str, int]]:
        """Name, stem and version of every file that is not in the trash."""
        away = trash.hidden(self.folder)
        names = (name[:-3] for name in self._files() if name.endswith(".md") and name not in away)
        ids = ((name, *parted(name)) for name in names)
        return [(name, stem, version) for name, stem, version in ids if version is not None]

    def _files(self) -> list[str]:
        """The names of everything in the folder. DamagedError if it cannot be read."""
        try:
            if is_shut(self.folder):  # its names can be read but nothing can be opened
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return os.listdir(self.folder)  # noqa: PTH208 - names are enough, and much quicker than paths
        except OSError as error:
            if file := in_the_way(self.folder):
                words = f"{file} {is_no_folder(file)}, but your library needs one there. Move or rename it."
                raise DamagedError(f"{words} Nothing in it has changed.") from None
            if isinstance(error, FileNotFoundError):
                return []
            words = f"The library folder {self.folder} cannot be read: {why(error)}. Nothing in it has changed."
            raise DamagedError(words) from error

    def _free_names(self, procedure: Procedure, version_of: str | None) -> Iterable[tuple[str, int]]:
        """Yield names to try in turn, as another process may take one first."""
        if version_of is None:
            while True:
                yield f"{slug(procedure.goal)}-{self._four()}", 1
        stem = stem_of(version_of)
        away = (parted(name.removesuffix(".md")) for name in trash.hidden(self.folder) if name.endswith(".md"))
        taken = [version or 0 for other, version in away if other == stem]  # a trashed version may come back
        taken += [version for _, other, version in self._names() if other == stem]
        version = max(taken, default=0)
        if version >= _TOO_HIGH:
            words = f"The version number of the newest {stem[:80]} has {len(str(version))} digits"
            raise ContentError(
                f"{words}. Rename its file in {self.folder} to one with a smaller number, then try again."
            )
        while True:
            version += 1
            yield stem, version


def _read_file(path: Path) -> SavedProcedure:
    """Read a library file; its state is "edited" if a fingerprint or the way it is written does not match.

    DamagedError says what is wrong, NotFoundError that the file is gone.
    """
    try:
        document = markdown.split(read_regular(path).decode())
        beside, record = _beside(path, document.front)
        document = replace(
            document, front=document.front | {k: beside[k] for k in beside if k not in document.front}
        )
        procedure = replace(markdown.read(document), id=path.name.removesuffix(".md"))
        keys = document.front
        if not document.ours:
            raise ContentError("It does not begin with the lines that Tailor writes.")
        if not procedure.steps:
            raise ContentError("It has no steps.")
        rest = fingerprint_of_rest(procedure)  # older Tailors wrote no seal
        as_saved = (keys.get("fingerprint"), keys.get("seal", rest)) == (fingerprint(procedure), rest)
        requirements, edits, made = _made_by(keys)
        return SavedProcedure(
            entry=_from_front(path, keys, procedure.goal, len(procedure.steps)),
            procedure=procedure,
            hint=str(keys.get("hint") or ""),
            requirements=requirements,
            edits=edits,
            made=made,
            state="ok" if as_saved and markdown.is_as_written(document, procedure) else "edited",
            record=record,
            remark=markdown.unknown_headings(document),
        )
    except UnicodeDecodeError:
        raise DamagedError(f"{path} is no longer UTF-8 text. {_REST}") from None
    except ContentError as error:
        raise DamagedError(f"{path} cannot be read: {error.message} {_REST}") from error
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not path.is_symlink():
            raise NotFoundError(
                f'There is no "{path.name.removesuffix(".md")}" in the library any more.'
            ) from None
        raise DamagedError(f"{path} cannot be read: {why(error)}. {_REST}") from error


def _made_by(
    keys: Mapping[str, Json],
) -> "tuple[tuple[Requirement, ...], tuple[SavedEdit, ...], Provenance | None]":
    """Read requirements, edits and settings. ContentError if their shape is wrong."""
    from tailor.core.requirements import Requirement  # imported late: lists do not need it

    requirements = tuple(from_json(Requirement, one) for one in _items(keys, "requirements"))
    edits, made = tuple(map(markdown.saved_edit_from_json, _items(keys, "edits"))), keys.get("made")
    return requirements, edits, from_json(Provenance, made) if isinstance(made, dict) else None


def _items(keys: Mapping[str, Json], key: str) -> list[Json]:
    return items if isinstance(items := keys.get(key), list) else []


def _record(
    parent: str | None, requirements: "Sequence[Requirement]", edits: Sequence[SavedEdit], made: Provenance | None
) -> dict[str, Json]:
    """How a tailored or generated procedure was made, without settings that the run did not have."""
    keys: dict[str, Json] = {}
    if requirements:
        keys["requirements"] = to_json(tuple(requirements))
    if edits or parent:
        keys["edits"] = [markdown.saved_edit_to_json(saved) for saved in edits]
    if made:
        keys["made"] = {
            key: value for key, value in to_object(made).items() if value is not None or key == "model"
        }
    return keys


def _create_both(path: Path, text: str, record: dict[str, Json] | None) -> None:
    """Create the record, if any, and then the file. FileExistsError or SaveError; neither file remains then."""
    beside = path.with_name(path.name.removesuffix(".md") + RECORD)
    if record is not None:
        create_file(beside, f"{json_text(record, indent=1)}\n".encode("utf-8", "replace"))
    try:
        create_file(path, text.encode("utf-8", "replace"))
    except (FileExistsError, SaveError) as error:
        if record is not None and (isinstance(error, FileExistsError) or not is_there(path)):
            with suppress(OSError):
                beside.unlink()
        raise


def _beside(path: Path, front: Mapping[str, Json]) -> tuple[dict[str, Json], RecordState]:
    """The record beside a file, {} if it cannot be used; its state is "ok" also if the file needs none."""
    if front.get("tailor") != markdown.WITH_RECORD:
        return {}, "ok"
    try:
        data: Json = json.loads(read_regular(path.with_name(path.name.removesuffix(".md") + RECORD)))
        if isinstance(data, dict) and data.get("fingerprint") == front.get("fingerprint"):
            _made_by(data)
            return data, "ok"
    except FileNotFoundError:
        return {}, "missing"
    except (OSError, ValueError, RecursionError, ContentError):
        pass  # reported by `library check`; the file can be opened without it
    return {}, "broken"


@cache
def starter_procedures() -> tuple[Procedure, ...]:
    """All starter procedures, sorted by domain and goal; read on the first call.

    Each has an id, and its domain in plain words ("home repair") as first tag. ContentError for a damaged file.
    """
    texts = (file.read_text("utf-8") for file in files("tailor.starter").iterdir() if file.name.endswith(".json"))
    found = [procedure_from_json(item) for text in texts for item in json.loads(text)]
    return tuple(sorted(found, key=lambda procedure: (procedure.tags[0], procedure.goal.casefold())))


def starter(id: str) -> Procedure | None:
    """The starter procedure with the id `starter.<name>`; None if there is none."""
    return next((one for one in starter_procedures() if one.id == id), None)
