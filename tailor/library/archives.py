"""Read collections one file at a time: folders, zips as exported by Mealie and Tandoor, and Paprika archives.

Nothing is unpacked to disk, and names inside a collection only identify the file. Limits apply to what is really
read, never to what an archive claims about itself.
"""

import gzip
import io
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Final

from tailor.core.errors import ContentError
from tailor.core.text import one_line
from tailor.library.formats.registry import SUFFIXES
from tailor.storage import is_folder, open_regular, why

LARGEST_FILE: Final = 20_000_000
"""In bytes. A procedure of 10,000 steps has about one million."""
MOST_FILES: Final = 20_000
_COUNTED: Final = 10
"""A folder's files are counted up to this multiple of the limit, to say how many too many there are."""
MOST_BYTES: Final = 1_000_000_000
_LARGEST_ARCHIVE: Final = 4_000_000_000
_DEEPEST: Final = 2
"""How deep archives may be nested: Tandoor has one inside for each recipe."""
ARCHIVES: Final = frozenset([".zip", ".paprikarecipes"])
_PACKED: Final = ".paprikarecipe"
_LIST_END: Final = 22
"""Size in bytes of a zip's end-of-central-directory record, without the comment."""
_MANY: Final = 0xFFFF
"""The file count in that record when the real one is too large for it and stored elsewhere."""
_CUT_OFF: Final = "it is damaged or cut off, so not all of it could be read; download it again"
_GZIP: Final = b"\x1f\x8b"
_BROKEN: Final = (
    *(OSError, EOFError, ValueError, RuntimeError, struct.error, zlib.error, lzma.LZMAError),
    *(zipfile.BadZipFile, zipfile.LargeZipFile),
)
"""What reading a damaged, encrypted or hostile archive can raise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One file of a collection: its bytes, or why they were not read."""

    where: str
    """ "export.zip: recipes/soup.json"."""
    number: int
    count: int
    """Its position among the files of the collection; files of a nested archive share one position."""
    data: bytes = b""
    why: str = ""
    broken: bool = False
    """Whether it should have been readable; false for a picture, say."""

    @property
    def path(self) -> PurePosixPath:
        """The path inside the collection, for suffix and title; some programs write backslashes in archives."""
        return PurePosixPath(self.where.rpartition(": ")[2].replace("\\", "/"))


@dataclass(slots=True)
class _Limits:
    files: int = field(default=MOST_FILES)
    left: int = field(default=MOST_BYTES)

    def read(self, file: IO[bytes] | gzip.GzipFile) -> bytes:
        """Read the rest of a file. ContentError if it is too large, or if the collection is by now."""
        data = file.read(max(min(LARGEST_FILE, self.left), 0) + 1)
        self.left -= len(data)
        if self.left < 0:
            raise ContentError(f"the collection is larger than {MOST_BYTES / 1e9:g} GB; split it and try again")
        if len(data) > LARGEST_FILE:
            raise ContentError(f"it is larger than {LARGEST_FILE // 1_000_000} MB")
        return data


def is_collection(path: Path) -> bool:
    """Whether the path is a folder, or an archive by its suffix."""
    return is_folder(path) or path.suffix.lower() in {*ARCHIVES, _PACKED}


def members(path: Path) -> Iterator[Member]:
    """Yield every file of a collection in order, unread ones too. ContentError for a broken archive."""
    limits, where = _Limits(), one_line(str(path))
    if is_folder(path):
        yield from _of_folder(path, where, limits)
    elif path.suffix.lower() == _PACKED:
        yield from _of_file(Member(where=where, number=1, count=1), partial(open_regular, path), limits, 0)
    else:
        try:
            with open_regular(path, _LARGEST_ARCHIVE) as file:
                yield from _of_zip(file, Member(where=where, number=0, count=0), limits, 0)
        except OSError as error:
            raise ContentError(f"{where} cannot be read: {why(error)}.") from error
        except _BROKEN as error:
            raise ContentError(
                f"{where} is not an archive, or is damaged: {one_line(why(error), 200)}."
            ) from error


def _of_folder(folder: Path, where: str, limits: _Limits) -> Iterator[Member]:
    found: list[Path] = []
    more = 0
    closed: list[OSError] = []
    for top, below, names in os.walk(folder, onerror=closed.append):
        passed = [name for name in below if name.startswith(".") or Path(top, name).is_symlink()]
        below[:] = sorted(set(below) - set(passed))
        if len(found) > limits.files:  # past the limit files are only counted
            more += len(names) + len(passed)
            if more > _COUNTED * limits.files:
                break
        else:
            found += (Path(top, name) for name in sorted((*names, *passed)))
    most = limits.files
    yield from _over(where, len(found) + more, most)  # first, so that something shows soon even for a whole disk
    for number, path in enumerate(found[:most], 1):
        name = one_line(path.relative_to(folder).as_posix(), 1_000)
        member = Member(where=f"{where}: {name}", number=number, count=min(len(found), most))
        if path.is_symlink():
            yield replace(member, why="it is a link; give the file itself")
        else:
            yield from _of_file(member, partial(open_regular, path), limits, 0)
    for error in closed:
        told = f"the folder {one_line(str(error.filename), 1_000)} cannot be read: {why(error)}"
        yield Member(where=where, number=len(found), count=len(found), why=told, broken=True)


def _over(where: str, found: int, most: int) -> Iterator[Member]:
    """Yield a message to show before the first file if the collection has too many files, else nothing."""
    if found > most:
        there = f"{found:,}" if found <= _COUNTED * most else f"more than {_COUNTED * most:,}"
        told = f"it has {there} files, and Tailor reads at most {MOST_FILES:,}; split it and try again"
        yield Member(where=where, number=1, count=max(most, 1), why=told, broken=True)


def _of_zip(file: IO[bytes], outer: Member, limits: _Limits, depth: int) -> Iterator[Member]:
    """Yield the files of an archive. Errors from opening it are left to the caller."""
    with zipfile.ZipFile(file) as archive:
        found = [info for info in archive.infolist() if not info.is_dir()]
        most = max(limits.files, 0)
        told = _CUT_OFF if _is_cut_off(file, archive) else "" if found else "there are no files in it"
        if told:
            yield replace(outer, count=outer.count or len(found), why=told, broken=True)
        yield from _over(outer.where, len(found), most)
        for number, info in enumerate(found[:most], 1):
            place = outer if outer.count else replace(outer, number=number, count=min(len(found), most))
            member = replace(place, where=f"{outer.where}: {one_line(info.filename, 1_000)}")
            yield from _of_file(member, partial(archive.open, info), limits, depth)


def _is_cut_off(file: IO[bytes], archive: zipfile.ZipFile) -> bool:
    """Whether the zip is cut off: it has stray bytes before its first file or after its list of files.

    If an outer, uncompressed archive is cut off, the list of the last complete archive inside it looks like the
    list of the whole. The count in the end record is checked too.
    """
    listed = archive.infolist()
    behind = len(archive.comment)
    file.seek(-_LIST_END - behind, os.SEEK_END)
    end = file.read(_LIST_END)
    count = int.from_bytes(end[10:12], "little")
    first = min((info.header_offset for info in listed), default=archive.start_dir)
    return first > 0 or not end.startswith(b"PK\5\6") or count not in (len(listed), _MANY)


def _of_file(member: Member, opened: Callable[[], IO[bytes]], limits: _Limits, depth: int) -> Iterator[Member]:
    """Yield the file, or its members if it is an archive itself."""
    limits.files -= 1
    suffix = member.path.suffix.lower()
    hidden = member.path.name.startswith(".")
    if hidden or (suffix not in SUFFIXES and suffix not in ARCHIVES and suffix != _PACKED):
        yield replace(member, why="it is hidden" if hidden else f"Tailor does not read {suffix or 'such'} files")
        return
    try:
        with opened() as file:
            data = limits.read(file)
        if suffix in ARCHIVES:
            if depth == _DEEPEST:
                raise ContentError("it is nested too deeply (an archive in an archive in an archive)")
            yield from _of_zip(io.BytesIO(data), member, limits, depth + 1)
            return
        if data.startswith(_GZIP):
            data = limits.read(gzip.GzipFile(fileobj=io.BytesIO(data)))
        yield replace(member, data=data)
    except ContentError as error:
        yield replace(member, why=error.message, broken=True)
    except _BROKEN as error:
        locked = isinstance(error, RuntimeError) and "encrypted" in why(error)
        said = "it is locked with a password" if locked else f"it is damaged: {one_line(why(error), 200)}"
        yield replace(member, why=said, broken=True)
