"""Procedures on their way into the memory: corpora (JSON lines, CSV, folders of files), starters, the library.

A corpus is read row by row, as it may be larger than RAM. Every row becomes a MemoryRow, or a BadRow that says
what is wrong with it.
"""

import csv
import gzip
import hashlib
import io
import json
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from memory.messages import LIBRARY, STARTER, BadRow, MemoryRow, Outcome, outcome_of_rating
from memory.text import domain_of
from tailor.core import strict_json
from tailor.core.codec import text_or_empty
from tailor.core.errors import ContentError, DamagedError, NotFoundError
from tailor.core.procedure import Procedure, procedure
from tailor.core.text import clean, one_line
from tailor.library.entries import SavedProcedure, parted, stem_of
from tailor.library.formats.registry import SUFFIXES
from tailor.library.formats.structured import csv_file
from tailor.library.formats.structured.json_file import procedures
from tailor.library.formats.structured.text_lists import listed
from tailor.library.formats.text.titles import announces, titled
from tailor.library.importer import read_path, reports_of_text
from tailor.library.metadata import times_made
from tailor.library.store import Library, starter_procedures
from tailor.storage import is_folder, is_there, named, open_regular, why


def row_of(
    procedure: Procedure, *, source: str = "", domain: str = "", created: str = "", outcome: str = ""
) -> MemoryRow:
    """A procedure as a row; without an id it gets one derived from its words.

    Id and source may be file names, whose encoding depends on the system, so they are cleaned in the same way as
    filters.
    """
    return MemoryRow(
        id=clean(procedure.id) or own_id(procedure, "made"),
        goal=procedure.goal,
        resources=procedure.resources,
        steps=procedure.steps,
        domain=domain_of(domain, procedure.tags),
        tags=procedure.tags,
        source=clean(source or procedure.source),
        licence=procedure.licence,
        created=created,
        outcome=outcome,
    )


def own_id(procedure: Procedure, prefix: str) -> str:
    """An id derived from the words, so that the same procedure has the same id wherever it comes from."""
    words = "\n".join((procedure.goal, *procedure.resources, "", *procedure.steps))
    return f"{prefix}-{hashlib.sha256(words.encode('utf-8', 'replace')).hexdigest()[:16]}"


def id_beside(row: MemoryRow) -> str:
    """The id for a row whose own id belongs to another source; the same at every import of this source."""
    digest = hashlib.sha256(f"{row.source}\n{row.id}".encode()).hexdigest()[:16]
    return f"{row.id[: _ID_LENGTH - 1 - len(digest)]}-{digest}"


def starters() -> tuple[MemoryRow, ...]:
    """The procedures that ship with Tailor."""
    return tuple(row_of(procedure, source=STARTER) for procedure in starter_procedures())


def newest(folder: str) -> list[str]:
    """The id of the newest version of each procedure in the library; a `folder` of "" means there is none."""
    if not folder or not is_folder(Path(folder)):
        return []
    ids = sorted(Library(Path(folder)).ids(), key=lambda id: parted(id)[1] or 0)
    return sorted({stem_of(id): id for id in ids}.values())


def loaded(folder: str, ids: Sequence[str]) -> tuple[list[MemoryRow], list[str]]:
    """The rows of these procedures of the library, and the ids of those that cannot be read."""
    if not ids:
        return [], []
    kept = Library(Path(folder))
    rows, damaged = [], []
    for id in ids:
        try:
            saved = kept.load(id)
        except (DamagedError, NotFoundError):
            damaged.append(id)
            continue
        created, outcome = saved.entry.created, _outcome(kept, saved)
        rows.append(row_of(saved.procedure, source=LIBRARY, created=created, outcome=outcome))
    return rows, damaged


def _outcome(kept: Library, saved: SavedProcedure) -> Outcome:
    """The outcome of the last time it was followed, else "accepted" if it was tailored."""
    tailored: Outcome = "accepted" if saved.entry.origin == "tailored" else ""
    try:
        times = times_made(kept.folder, saved.id)
    except DamagedError:
        return tailored  # the steps are sound, only the ratings cannot be read
    return outcome_of_rating(times[-1]) if times else tailored


_LONGEST_ROW: Final = 5_000_000
_ID_LENGTH: Final = 200
_MOST_LEFT: Final = 100
_LONGEST_LEFT: Final = 400
_BROKEN: Final = (EOFError, OSError, zlib.error)
"""Errors raised when reading a damaged or badly compressed file."""


class Corpus(ABC):
    """The rows of a corpus, good and bad, and how much of it was read."""

    def __init__(self, path: Path, domain: str, total: int) -> None:
        self.path = path
        self.called = path.name
        """The source of its rows that name none."""
        self.domain = domain
        self.total = total
        """Bytes in all."""
        self.partial = 0
        """Rows read so far that contain something for which a row has no column."""
        self.left: list[BadRow] = []
        """What that is, for the first of them."""

    @abstractmethod
    def done(self) -> int:
        """Bytes on disk read so far."""

    @abstractmethod
    def __iter__(self) -> Iterator[MemoryRow | BadRow]: ...

    def _row(
        self, made: Procedure, *, id: str, where: str, domain: str = "", unused: Sequence[str] = ()
    ) -> MemoryRow:
        if not made.goal or not made.steps:
            raise ContentError("it has no steps" if made.goal else "it has no title")
        self._note_left(where, made.notes.split("\n"), unused)
        # `library` and `starter` are reserved for our own rows
        source = f"{made.source} (imported)" if made.source in (LIBRARY, STARTER) else made.source
        made = replace(made, id=id[:_ID_LENGTH], source=source or self.called)
        return row_of(made, domain=self.domain or domain)

    def _note_left(self, where: str, notes: Sequence[str], unused: Sequence[str]) -> None:
        """Record the content of a file or line that fits no column of a row."""
        parts = {"not in the memory, its notes": notes, "not used": unused}
        told = {what: list(filter(None, map(str.strip, lines))) for what, lines in parts.items()}
        if any(told.values()):
            self.partial += 1
            if len(self.left) < _MOST_LEFT:
                words = (f"{what}: {' / '.join(lines)}" for what, lines in told.items() if lines)
                self.left.append(BadRow(where=where, why=one_line("; ".join(words), _LONGEST_LEFT)))

    def _read(self, where: str, row: Callable[[], MemoryRow]) -> MemoryRow | BadRow:
        try:
            return row()
        except (ContentError, OSError, ValueError, KeyError, RecursionError) as error:
            return BadRow(where=where, why=_why(error))


def existing(path: str) -> Path:
    """The file or folder that the user named. Raises NotFoundError if there is none."""
    place = named(path)
    if not path.strip() or not is_there(place):
        raise NotFoundError(f'There is no file or folder "{one_line(path, 120)}".')
    return place


def files_below(folder: Path) -> list[Path]:
    """Everything below a folder that is not a folder itself, except hidden; some may not be regular files."""
    found = (one for one in folder.rglob("*") if not is_folder(one))
    return sorted(one for one in found if not any(part.startswith(".") for part in one.relative_to(folder).parts))


def opened(path: str, domain: str = "") -> Corpus:
    """The corpus at a path, by its name. Raises NotFoundError, or ContentError for other kinds of files."""
    place = existing(path)
    if is_folder(place):
        return _Folder(place, domain)
    match [suffix for suffix in map(str.lower, place.suffixes) if suffix != ".gz"]:
        case [*_, ".jsonl" | ".ndjson"]:
            return _JsonLines(place, domain)
        case [*_, ".csv"]:
            return _CsvTable(place, domain)
    raise ContentError(
        f"{one_line(path, 120)} is not a collection Tailor can read: it reads .jsonl and .csv files (also .gz) "
        "and folders of how-tos. For a single how-to use `tailor import`."
    )


class _File(Corpus):
    def __init__(self, path: Path, domain: str) -> None:
        super().__init__(path, domain, path.stat().st_size)
        self._raw: io.BufferedReader | None = None

    def done(self) -> int:
        return self._raw.tell() if self._raw is not None and not self._raw.closed else self.total

    def _bytes(self, raw: io.BufferedReader) -> io.BufferedReader | gzip.GzipFile:
        self._raw = raw
        return gzip.GzipFile(fileobj=raw) if self.path.suffix.lower() == ".gz" else raw


class _JsonLines(_File):
    """One how-to per line, as in JSON files."""

    def __init__(self, path: Path, domain: str) -> None:
        super().__init__(path, domain)
        self._given: dict[str, tuple[int, str]] = {}
        """For each id seen so far, the hash of its line's content, and which line that was."""

    def __iter__(self) -> Iterator[MemoryRow | BadRow]:
        with open_regular(self.path, most=None) as raw:
            lines = self._bytes(raw)
            number = 0
            try:
                while line := lines.readline(_LONGEST_ROW + 1):
                    number += 1
                    whole = len(line) <= _LONGEST_ROW
                    while not whole and line and not line.endswith(b"\n"):
                        line = lines.readline(_LONGEST_ROW)
                    if line.strip() or not whole:
                        yield self._read(f"line {number}", partial(self._line, line, whole, f"line {number}"))
            except _BROKEN as error:
                yield BadRow(
                    where=f"line {number + 1}", why=f"the file ends in the middle or is damaged: {why(error)}"
                )

    def _line(self, line: bytes, whole: bool, where: str) -> MemoryRow:
        if not whole:
            raise ContentError(f"it is longer than {_LONGEST_ROW:,} bytes")
        data = strict_json.loaded(line.decode("utf-8-sig"))
        if not isinstance(data, dict):
            raise ContentError("it is not a JSON object")
        found = procedures(data)
        if len(found) != 1:
            raise ContentError(f"it holds {len(found)} how-tos")
        made, domain = found[0].procedure, str(data.get("domain") or "")
        id = made.id or text_or_empty(data.get("id"))
        if id:
            self._note_id(clean(id[:_ID_LENGTH]), hash((made, domain)), where)
        id = id or own_id(made, "jsonl")
        return self._row(made, id=id, where=where, domain=domain, unused=found[0].unused)

    def _note_id(self, id: str, words: int, where: str) -> None:
        """Raise ContentError for a line that would replace an earlier one with the same id but other content."""
        there, line = self._given.setdefault(id, (words, where))
        if there != words:
            raise ContentError(f"its id {one_line(id, 60)} already belongs to {line}, which has different text")


class _CsvTable(_File):
    """CSV with the column names of other CSV files: title, ingredients, directions (JSON lists), link."""

    def __iter__(self) -> Iterator[MemoryRow | BadRow]:
        csv.field_size_limit(_LONGEST_ROW)
        with open_regular(self.path, most=None) as raw:
            text = io.TextIOWrapper(self._bytes(raw), "utf-8-sig", "replace", newline="")
            try:
                head = text.readline()
                rows = csv.reader(chain((head,), text), delimiter=csv_file.delimiter_of(head))
                names = [name.strip().lower() for name in next(rows, [])]
            except (csv.Error, *_BROKEN) as error:
                raise ContentError(f"{self.path} cannot be read: {_why(error)}.") from error
            columns = csv_file.columns(names)
            if not all(columns[:2]):
                missing = (
                    "has no columns named title and directions, so it cannot be imported (a column "
                    "named ingredients is optional)."
                )
                raise ContentError(f"{self.path} {missing}")
            while True:
                where = f"line {rows.line_num + 1}"  # the line where the row begins
                try:
                    row = next(rows, None)
                except (csv.Error, *_BROKEN) as error:
                    yield BadRow(where=where, why=_why(error))
                    if not isinstance(error, csv.Error):
                        return
                    continue
                if row is None:
                    return
                if row:
                    cells = dict(zip(names, row, strict=False))
                    yield self._read(where, partial(self._cells, cells, *columns))

    def _cells(self, cells: dict[str, str], goal: str, steps: str, resources: str, source: str) -> MemoryRow:
        made = procedure(cells[goal], listed(cells[steps]), listed(cells.get(resources, "")))
        made = replace(made, source=one_line(cells.get(source, "")))
        return self._row(made, id=own_id(made, "recipe"), where="", domain="recipe")


class _Folder(Corpus):
    """The procedures of every file that an import can read; every other file is a BadRow."""

    def __init__(self, path: Path, domain: str) -> None:
        self._files = files_below(path)
        super().__init__(path, domain, sum(one.lstat().st_size for one in self._files))
        self._done = 0

    def done(self) -> int:
        return self._done

    def __iter__(self) -> Iterator[MemoryRow | BadRow]:
        for file in self._files:
            yield from self._rows(file, str(file.relative_to(self.path)))
            self._done += file.lstat().st_size if is_there(file) else 0

    def _rows(self, file: Path, where: str) -> Iterator[MemoryRow | BadRow]:
        suffix, name = file.suffix.lower(), one_line(file.stem.replace("-", " ").replace("_", " "))
        if suffix not in SUFFIXES:
            yield BadRow(where=where, why=f"Tailor does not read {suffix or 'such'} files")
            return
        try:
            text = read_path(file)
            if SUFFIXES[suffix] == "text" and not (
                titled(text)[0] or announces(text)
            ):  # it may be anything: a licence, a log
                raise ContentError("nothing in it says what the steps are; F3, then i, shows it line by line")
            found = list(reports_of_text(text, SUFFIXES[suffix], name=name, where=where))
        except (ContentError, OSError, ValueError, RecursionError) as error:
            yield BadRow(where=where, why=_why(error))
            return
        for number, one in enumerate(found, 1):
            id = f"{self.path.name}/{where}" + (f"#{number}" if number > 1 else "")
            row = partial(self._row, one.procedure, id=id, where=where, unused=one.unused)
            yield self._read(where, row)


def _why(error: Exception) -> str:
    if isinstance(cause := error.__cause__, json.JSONDecodeError):  # the row is one line
        return f"it is not valid JSON from character {cause.pos + 1} on"
    if isinstance(error, KeyError):
        return "it has fewer cells than the table has columns"
    said = error.message if isinstance(error, ContentError) else str(error)
    return one_line(said, 200) or type(error).__name__
