"""The personal library: one Markdown file for each version of each procedure (DESIGN 9, CONTRACT 1 and 3).

Owns saving (a new version each time, whole or not at all, never over another), listing, loading and the chain
of versions. Refuses to judge files (`checking`) and to know their text (`markdown`, `front`).
"""

import json
import os
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, cast, get_args

from tailor.core.errors import ContentError, DamagedError, NotFoundError
from tailor.core.procedure import Json, Procedure, fingerprint
from tailor.core.requirements import Requirement
from tailor.core.text import one_line
from tailor.library import markdown, trash
from tailor.library.entries import LibraryEntry, Origin, Provenance, SavedEdit, SavedProcedure, stem_of
from tailor.library.markdown import VERSION
from tailor.storage import create_file, private_folder, sweep, why

_HEAD: Final = 65_536
"""Bytes read of a file: enough for the short keys, which come first."""

_WANTED = ("parent", "goal", "steps", "origin", "hint", "tags", "created")


def read_entry(path: Path) -> LibraryEntry | None:
    """The list's line for a file; None where it cannot be read or Tailor did not write it."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD).decode(errors="ignore")
    except OSError:
        return None
    if not head.startswith("---\n"):
        return None
    end = head.find("\n---\n")
    if end < 0 and len(head) < _HEAD // 4:
        return None  # short, and yet without an end of its front matter: cut off
    body = head[end + 5 :].lstrip("\n") if end >= 0 else ""
    keys = _keys(head[4:end] if end >= 0 else head[4:])
    title = body[2 : body.find("\n")] if body.startswith("# ") else keys.get("goal")
    steps = keys.get("steps")
    count = steps if isinstance(steps, int) else _counted(path)
    return from_front(path, keys, one_line(str(title or "")), count)


def _counted(path: Path) -> int:
    """The steps of a file whose front matter has no number: somebody wrote it by hand, so it is read whole."""
    from tailor.library import markdown

    try:
        return len(markdown.read(markdown.split(path.read_bytes().decode())).steps)
    except (OSError, UnicodeDecodeError, ContentError):
        return 0  # `library check` names the file and says what is wrong with it


def from_front(path: Path, keys: dict[str, Json], goal: str, steps: int) -> LibraryEntry:
    """The entry of a file by its front matter; what is missing or wrong is left empty."""
    id = path.name.removesuffix(".md")
    parent, origin, tags, hint = (keys.get(key) for key in ("parent", "origin", "tags", "hint"))
    return LibraryEntry(
        id=id,
        goal=goal,
        steps=steps,
        version=int(id.rpartition(".v")[2]) if stem_of(id) != id else 1,
        parent=parent if isinstance(parent, str) and parent else None,
        origin=cast(Origin, origin) if origin in get_args(Origin) else "tailored" if parent else "typed",
        tags=tuple(one_line(tag) for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        created=str(keys.get("created") or ""),
        file=path,
        hint=one_line(hint) if isinstance(hint, str) else "",
    )


def _keys(front: str) -> dict[str, Json]:
    """The wanted keys of a front matter; items of lists are passed over without a look."""
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


_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_SMALL_WORDS = frozenset(["a", "an", "the", "of", "to", "how"])


def slug(goal: str, limit: int = 40) -> str:
    """The goal as lower-case ASCII words with dashes, at most `limit` characters; "procedure" if none is left."""
    flat = unicodedata.normalize("NFKD", goal[: limit * 8]).encode("ascii", "ignore").decode().lower()
    words = [word for word in _NOT_IN_NAMES.split(flat) if word and word not in _SMALL_WORDS]
    made = "-".join(words)
    if len(made) > limit:
        made = made[: limit + 1].rpartition("-")[0] or made[:limit]
    return made or "procedure"


_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_NAME = re.compile(r"(?P<stem>.+)\.v(?P<version>[1-9]\d{0,6})")


def _now() -> datetime:
    return datetime.now(UTC)


def _four() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(4))


class Library:
    """The folder of a person's procedures. Opening it makes nothing; it sweeps what a killed process left."""

    def __init__(
        self, folder: Path, *, now: Callable[[], datetime] = _now, four: Callable[[], str] = _four
    ) -> None:
        """`now` gives the time of a save (UTC), `four` the 4 random characters of a new id."""
        self.folder = folder
        self._now = now
        self._four = four
        if folder.is_dir():
            sweep(folder)
            trash.tidy(folder)

    def save(
        self,
        procedure: Procedure,
        *,
        parent: str | None = None,
        version_of: str | None = None,
        hint: str = "",
        requirements: Sequence[Requirement] = (),
        edits: Sequence[SavedEdit] = (),
        made: Provenance | None = None,
        origin: Origin | None = None,
        summary: str = "",
    ) -> LibraryEntry:
        """Keep the procedure as a new file, on the disk when this returns.

        `version_of`: an id whose next version this is; without it a new id begins at v1. `parent`: the id it
        was derived from (also `starter.<name>`). `origin`: tailored where there is a parent, else typed.
        Raises ContentError for a procedure without steps, SaveError when the disk refuses.
        """
        if not procedure.steps:
            raise ContentError("A procedure without steps cannot be saved; add at least one step.")
        private_folder(self.folder)
        origin = origin or ("tailored" if parent else "typed")
        front = _front(parent, hint, requirements, edits, made)
        created = self._now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        for stem, version in self._free_names(procedure, version_of):
            id = f"{stem}.v{version}"
            head: dict[str, Json] = {"tailor": VERSION, "id": id, "parent": parent}
            head |= {"goal": procedure.goal, "steps": len(procedure.steps), "origin": origin}
            head |= {"fingerprint": fingerprint(procedure), **front, "created": created}
            path = self.folder / f"{id}.md"
            try:
                create_file(path, markdown.write(procedure, head, summary).encode())
            except FileExistsError:
                continue
            return LibraryEntry(
                id=id,
                goal=procedure.goal,
                steps=len(procedure.steps),
                version=version,
                parent=parent,
                origin=origin,
                tags=procedure.tags,
                created=created,
                file=path,
                hint=one_line(hint),
            )
        raise AssertionError("the names never end")

    def entries(self, *, versions: bool = False) -> tuple[LibraryEntry, ...]:
        """What is kept, newest first: the newest version of each that can be read, or every version.

        Damaged files are left out (`checking` names them). Reads only the beginning of each file.
        """
        names = sorted(self._names(), key=lambda name: name[2], reverse=True)
        found: list[LibraryEntry] = []
        seen: set[str] = set()
        for name, stem, _ in names:
            if (versions or stem not in seen) and (entry := read_entry(self.folder / f"{name}.md")):
                found.append(entry)
                seen.add(stem)
        return tuple(sorted(found, key=lambda e: (e.created, e.version, e.id), reverse=True))

    def ids(self) -> tuple[str, ...]:
        """The id of every version, in no order; told from the file names alone."""
        return tuple(name for name, _, _ in self._names())

    def find(self, name: str) -> str | None:
        """The id that `name` means: a whole id, an id without version (the newest), or a prefix of only one."""
        by_stem: dict[str, list[int]] = {}
        for _, stem, version in self._names():
            by_stem.setdefault(stem, []).append(version)
        stem, wanted = stem_of(name), None if stem_of(name) == name else int(name.rpartition(".v")[2])
        if stem not in by_stem:
            begins = [other for other in by_stem if other.startswith(stem)]
            if len(begins) != 1:
                return None
            stem = begins[0]
        if wanted is None:
            return f"{stem}.v{max(by_stem[stem])}"
        return f"{stem}.v{wanted}" if wanted in by_stem[stem] else None

    def load(self, id: str) -> SavedProcedure:
        """The whole file of an id (see `find`).

        Raises NotFoundError, or DamagedError where the file cannot be read as a procedure.
        """
        found = self.find(id)
        if found is None:
            raise NotFoundError(f'There is no "{id[:80]}" in the library.')
        return read_file(self.folder / f"{found}.md")

    def history(self, id: str) -> tuple[LibraryEntry, ...]:
        """Every version of one procedure, the oldest first. NotFoundError where there is none."""
        found = self.find(id)
        if found is None:
            raise NotFoundError(f'There is no "{id[:80]}" in the library.')
        stem = stem_of(found)
        versions = sorted(version for _, other, version in self._names() if other == stem)
        entries = (read_entry(self.folder / f"{stem}.v{version}.md") for version in versions)
        return tuple(filter(None, entries))

    def delete(self, id: str) -> trash.TrashItem:
        """Move a procedure with all its versions into the trash, or one version where the id names it.

        What was made from it stays as it is. NotFoundError, or SaveError: then nothing has changed.
        """
        found = self.find(id)
        if found is None:
            raise NotFoundError(f'There is no "{id[:80]}" in the library.')
        stem = stem_of(found)
        names = [name for name, other, _ in self._names() if other == stem]
        entry = read_entry(self.folder / f"{found}.md")
        if stem_of(id) != id and len(names) > 1:
            name, files = found, [f"{found}.md"]
        else:
            name, files = stem, [*(f"{one}.md" for one in names), f"{stem}.meta.json"]
        when = self._now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return trash.throw(self.folder, name, entry.goal if entry else "", files, when)

    def undelete(self, name: str | None = None) -> trash.TrashItem:
        """Bring back what was thrown away last, or what `name` says. NotFoundError where the trash has no such."""
        there = trash.trash_items(self.folder)
        if not there:
            raise NotFoundError("The trash is empty.")
        return trash.bring_back(self.folder, name or there[0].name)

    def restore(self, id: str) -> LibraryEntry:
        """Make an earlier version the newest again: a new version equal to it. NotFoundError, SaveError."""
        old = self.load(id)
        return self.save(
            old.procedure,
            parent=old.parent,
            version_of=old.entry.stem,
            hint=old.hint,
            requirements=old.requirements,
            edits=old.edits,
            made=old.made,
            origin=old.entry.origin,
        )

    def _names(self) -> list[tuple[str, str, int]]:
        """Name, stem and version of every file of the library that is not in the trash."""
        away = trash.hidden(self.folder)
        try:
            with os.scandir(self.folder) as files:
                names = [f.name[:-3] for f in files if f.name.endswith(".md") and f.name not in away]
        except FileNotFoundError:
            return []
        except NotADirectoryError:
            file = next(path for path in (self.folder, *self.folder.parents) if path.exists())
            words = f"{file} is a file, and your library needs a folder there. Move the file away or rename it."
            raise DamagedError(f"{words} Nothing in it is changed.") from None
        except OSError as error:
            words = f"The library folder {self.folder} cannot be read: {why(error)}. Nothing in it is changed."
            raise DamagedError(words) from error
        return [(m[0], m["stem"], int(m["version"])) for m in map(_NAME.fullmatch, names) if m]

    def _free_names(self, procedure: Procedure, version_of: str | None) -> Iterable[tuple[str, int]]:
        """Names to try, one after the other: another process may take one first."""
        if version_of is None:
            while True:
                yield f"{slug(procedure.goal)}-{self._four()}", 1
        stem = stem_of(self.find(version_of) or version_of)
        away = [m for m in (_NAME.fullmatch(n.removesuffix(".md")) for n in trash.hidden(self.folder)) if m]
        taken = [(m["stem"], int(m["version"])) for m in away]  # a number in the trash may come back
        taken += [(other, version) for _, other, version in self._names()]
        version = max((version for other, version in taken if other == stem), default=0)
        while True:
            version += 1
            yield stem, version


def read_file(path: Path) -> SavedProcedure:
    """A file of the library as a value; state `edited` where its steps do not match its fingerprint.

    Raises DamagedError naming the file and what is wrong with it.
    """
    from tailor.library import markdown as front

    try:
        document = markdown.split(path.read_bytes().decode())
        procedure = replace(markdown.read(document), id=path.name.removesuffix(".md"))
        keys = document.front
        if not document.ours:
            raise ContentError("It does not begin with the lines that Tailor writes.")
        if not procedure.steps:
            raise ContentError("It has no steps.")
        print_ = str(keys.get("fingerprint") or "")
        return SavedProcedure(
            entry=from_front(path, keys, procedure.goal, len(procedure.steps)),
            procedure=procedure,
            fingerprint=print_,
            hint=str(keys.get("hint") or ""),
            requirements=front.requirements_from_json(keys.get("requirements")),
            edits=front.edits_from_json(keys.get("edits")),
            made=front.made_from_json(keys.get("made")),
            state="ok" if print_ == fingerprint(procedure) else "edited",
        )
    except UnicodeDecodeError:
        raise DamagedError(f"{path} is not a text in UTF-8 any more. {_REST}") from None
    except ContentError as error:
        raise DamagedError(f"{path} cannot be read: {error.message} {_REST}") from error
    except OSError as error:
        raise DamagedError(f"{path} cannot be read: {why(error)}. {_REST}") from error


_REST = "The rest of the library is not touched; an earlier version may still be there."


def _front(
    parent: str | None,
    hint: str,
    requirements: Sequence[Requirement],
    edits: Sequence[SavedEdit],
    made: Provenance | None,
) -> Mapping[str, Json]:
    """The front matter of what was tailored; nothing of it for a procedure nobody changed."""
    from tailor.library import markdown as front

    keys: dict[str, Json] = {}
    if hint or parent:
        keys["hint"] = hint
    if requirements:
        keys["requirements"] = front.requirements_to_json(requirements)
    if edits or parent:
        keys["edits"] = front.edits_to_json(edits)
    if made:
        keys["made"] = front.made_to_json(made)
    return keys
