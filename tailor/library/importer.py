"""Open and import procedures: from files, pasted text, the library and the starters.

An import is only a preview until `keep` saves it. Nothing here uses the network: `formats.web` fetches pages.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path, PurePath
from typing import Final, Protocol, TypeVar

from tailor.core.errors import ChoiceError, ContentError, NotFoundError, TailorError, UsageError
from tailor.core.procedure import Procedure
from tailor.core.text import normal, one_line
from tailor.library import archives, trash
from tailor.library.archives import LARGEST_FILE, Member
from tailor.library.entries import LibraryEntry, stem_of
from tailor.library.formats.registry import READ_NAMES, SUFFIXES, UNREADABLE, detect_format, file_format, read
from tailor.library.formats.shared.html_text import is_page, marked_charset, page_lines, page_of, struck_out
from tailor.library.formats.shared.long_texts import fitted
from tailor.library.formats.shared.parsed import ImportPreview, ParsedProcedure
from tailor.library.formats.text.reader import parse_under
from tailor.library.manual_import import ClassifiedLines, lines_of_text, noted
from tailor.library.store import Library, read_entry, slug, starter, starter_procedures
from tailor.storage import is_folder, is_there, open_regular, why

_NO_STEPS: Final = "There are no steps in {}. Write one step per line, or number them 1. 2. 3., and try again."
_SAVE_AS_TEXT: Final = "Save it as plain text, Markdown or JSON in UTF-8 and try again."
_SAVE_AS_UTF_8: Final = "Open it in an editor, choose “Save as” with the encoding “UTF-8”, and try again."
_PICTURE: Final = re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP|.{4}ftyp(?:hei|avi|mif)", re.DOTALL)
_ADDRESS: Final = re.compile(r"www\.\S+|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/\S*", re.IGNORECASE)
"""Matches what may be a web address without its https://."""
UNSURE: Final = "Tailor guessed that these lines are the steps; please check."


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A procedure and where it came from. It has an id if it is a starter or in the library."""

    procedure: Procedure
    where: str
    """A path, an id, or "standard input"; for messages."""
    unused: tuple[str, ...] = ()
    noted: tuple[str, ...] = ()
    """Lines that are neither steps nor resources, kept as notes."""
    remark: str = ""
    """Where its steps come from if that may surprise a person, or what was not understood of it."""


class HasWay(Protocol):
    """A procedure that may be one of several ways to reach the same goal."""

    @property
    def way(self) -> str:
        """The heading of this way; "" if there is only one."""


_Way = TypeVar("_Way", bound=HasWay)


def one_way(found: Sequence[_Way], way: str | None, where: str) -> tuple[_Way, ...]:
    """Pick the way that `way` names by its heading or a part of it; return all if they are not alternatives.

    ChoiceError if there are several ways and `way` does not name exactly one; UsageError for a `way` without ways.
    """
    ways = tuple(one.way for one in found if one.way)
    wanted = (way or "").casefold().strip()
    if wanted and not ways:
        has = "has only one" if len(found) < 2 else f"holds {len(found)} how-tos"
        raise UsageError(f"--way chooses one of several methods, but {where} {has}. Leave it out.")
    if not ways:
        return tuple(found)
    for test in (lambda one: one == wanted, lambda one: wanted in one):
        named = tuple(one for one in found if wanted and one.way and test(one.way.casefold()))
        if len(named) == 1:
            return named
    told = ", ".join(f'"{one_line(one, 60)}"' for one in ways)
    message = f'{where} has {len(ways)} methods: {told}. Choose one: `tailor import FILE --way "{ways[0]}"`.'
    raise ChoiceError(message, ways)


def open_procedure(
    name: str,
    library: Library,
    *,
    stdin: Callable[[], bytes],
    from_format: str | None = None,
    way: str | None = None,
    keep: bool | None = None,
    empty_ok: bool = False,
) -> Opened:
    """Open the procedure that `name` means: `-` (stdin), an existing path, an id, a unique prefix, or a starter.

    `keep`: whether unused lines become notes, see `kept`. NotFoundError names the three nearest ids. ContentError
    if it cannot be read or, unless `empty_ok`, has no steps; ChoiceError if `way` names none of several ways;
    DamagedError for a damaged library file.
    """
    if from_format is not None and from_format not in READ_NAMES:
        raise UsageError(f'There is no format "{from_format}". Choose one of {", ".join(READ_NAMES)}.')
    opened = _opened(name, library, stdin, from_format, way, keep)
    if not opened.procedure.steps and not empty_ok:
        raise ContentError(_NO_STEPS.format(opened.where))
    return opened


def read_text(
    text: str,
    *,
    format: str | None = None,
    name: str = "",
    where: str = "this text",
    way: str | None = None,
    keep: bool | None = False,
) -> Opened:
    """Read the procedure in a text; `name` is the goal if the text has none. Without a format, detect it.

    ContentError if there is none or more than one; ChoiceError if it has several ways and `way` names none.
    """
    format = format or detect_format(text)
    found = one_way(_read(text, format, name, where), way, where)
    if not found:
        raise ContentError(f"{where} has no how-to in it.")
    if len(found) > 1:
        words = "Import them with `tailor import`, then use an id."
        raise ContentError(f"{where} holds {len(found)} how-tos. {words}")
    read = kept(_preview(found[0], text, format, name, where), keep)
    noted = found[0].unused if len(read.unused) < len(found[0].unused) else ()
    return Opened(procedure=read.procedure, where=where, unused=read.unused, noted=noted, remark=read.remark)


def kept(report: ImportPreview, keep: bool | None = None) -> ImportPreview:
    """Move unused lines to the end of the notes: warnings, what to do if it fails, commands.

    If `keep` is None, they are kept for plain text and Markdown, where all lines belong to one how-to, but not for
    web pages and data, where they are mostly about the site, nor for one of several ways to the same goal.
    """
    keep = bool(report.text) and not report.way if keep is None else keep
    return noted(report, report.unused) if keep and report.procedure.steps else report


def _remark(one: ParsedProcedure) -> str:
    return " ".join(filter(None, (one.remark or (UNSURE if one.unsure else ""), one.split)))


def _read(text: str, format: str | None, name: str, where: str) -> tuple[ParsedProcedure, ...]:
    try:
        return read(text, format or detect_format(text), name, where)
    except ContentError as error:
        raise ContentError(f"{where}: {error.message}") from error


def decoded(data: bytes, where: str) -> str:
    """Decode bytes: by byte order mark or a page's charset, else as UTF-8, else as Western (most old files).

    ContentError for other data or over 20 MB.
    """
    if len(data) > LARGEST_FILE:
        most = LARGEST_FILE // 1_000_000
        raise ContentError(f"{where} is larger than {most} MB. Remove what is not part of the how-to.")
    if _PICTURE.match(data):
        raise ContentError(f"{where} is a picture, and Tailor reads only text. Type what it says, or paste it.")
    if is_page(data):
        return page_of(data)
    try:
        text = data.decode(marked_charset(data) or "utf-8")
    except UnicodeDecodeError:
        text = _western(data, where)
    if "\0" in text:
        raise ContentError(f"{where} contains zero bytes (NUL), so it is not a text file. {_SAVE_AS_TEXT}")
    return text


def _western(data: bytes, where: str) -> str:
    """Decode an old file as Western text (cp1252). ContentError if too many letters come out accented."""
    text = data.decode("cp1252", "replace")
    letters = [one for one in text if one.isalpha()]
    if "\ufffd" in text or sum(one > "\x7f" for one in letters) * 4 > len(letters):
        raise ContentError(
            f"The accents in {where} can't be read, because it was saved in an old encoding. {_SAVE_AS_UTF_8}"
        )
    return text


def read_path(path: Path) -> str:
    """Read the text of a file. ContentError if it cannot be read."""
    where = one_line(str(path))
    try:
        if is_folder(path):
            raise ContentError(f"{where} is a folder. Give one file in it.")
        with open_regular(path) as file:
            return decoded(file.read(LARGEST_FILE + 1), where)
    except OSError as error:
        raise ContentError(f"{where} cannot be read: {why(error)}.") from error


def _opened(
    name: str,
    library: Library,
    stdin: Callable[[], bytes],
    format: str | None,
    way: str | None,
    keep: bool | None,
) -> Opened:
    if name == "-":
        text = decoded(stdin(), "standard input")
        return read_text(text, format=format, where="standard input", way=way, keep=keep)
    if not name.strip():
        raise NotFoundError("Which how-to? Give a path, an id in your library, starter.NAME, or -.")
    path = Path(name)
    if is_there(path):
        suffix = path.suffix.lower()
        if suffix in archives.ARCHIVES:
            words = "Import it with `tailor import`, then use the id of a how-to."
            raise ContentError(f"{one_line(name)} is a collection. {words}")
        if format is None and suffix in UNREADABLE:
            raise ContentError(
                f"{one_line(name)}: Tailor does not read {suffix} files. Save it as text, Markdown or JSON, "
                "or use --from to say how to read it."
            )
        text = read_path(path)
        format = format or file_format(suffix, text)
        return read_text(text, format=format, name=_title(path), where=one_line(name), way=way, keep=keep)
    procedure = starter(name)  # first, as starters need no library: a broken one must not matter
    if procedure is None and (found := library.find(name)):
        _refuse_unused(way, format, keep, found)
        saved = library.load(found)
        return Opened(procedure=saved.procedure, where=found, remark=saved.remark)
    starters = starter_procedures()
    begins = [one for one in starters if one.id.startswith(name)]
    if procedure := procedure or (begins[0] if len(begins) == 1 else None):
        _refuse_unused(way, format, keep, procedure.id)
        return Opened(procedure=procedure, where=procedure.id)
    if trash.holding(library.folder, name):
        raise library.missing(name)
    near = nearest(name, (*sorted(set(map(stem_of, library.ids()))), *(one.id for one in starters)))
    raise NotFoundError(f'There is no file or how-to "{one_line(name, 80)}". The closest: {", ".join(near)}.')


def _refuse_unused(way: str | None, format: str | None, keep: bool | None, id: str) -> None:
    """Raise UsageError for an option that only makes sense for files."""
    if option := "--way" if way else "--from" if format else "" if keep is None else "--unused":
        raise UsageError(f"{option} is only for files, and {id} is not a file. Leave it out.")


def nearest(name: str, ids: Iterable[str]) -> list[str]:
    """The three ids closest to the name; ids that begin with it come first."""
    wanted = name.lower()[:80]

    def likeness(id: str) -> tuple[bool, float]:
        bare = id.removeprefix("starter.") if not wanted.startswith("starter") else id
        return (not bare.startswith(wanted), -SequenceMatcher(None, wanted, bare).ratio())

    return sorted(ids, key=likeness)[:3]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSource:
    """What was found in a text: procedures, or its lines if no steps were found."""

    where: str
    reports: tuple[ImportPreview, ...] = ()
    lines: ClassifiedLines = ()
    why: str = ""
    """Why a person has to sort the lines by hand."""
    skipped: tuple[str, ...] = ()
    """Files of a collection that gave no procedure, each with its place in the collection and the reason."""


def source_from_file(
    path: Path, library: Path | None = None, tell: Callable[[int, int], bool] = lambda number, count: True
) -> ImportSource:
    """Read the procedures of a file, folder or archive, or the lines of a file without steps.

    `tell` is called after each file of a collection and stops the reading by returning False. NotFoundError;
    ContentError for a file that is not text, and for a folder that contains `library`.
    """
    if not is_collection(path):
        text, format, title, where = _import_opened(path, None)
        return source_from_text(text, format, name=title, where=where)
    where, reports, skipped = one_line(str(path)), list[ImportPreview](), list[str]()
    for one in reports_of_collection(path, library=library):
        reports += one.reports
        skipped += [f"{one.where.removeprefix(f'{where}: ')}: {one.why}"] if one.why else []
        if not tell(one.number, one.count):
            break
    return ImportSource(where=where, reports=tuple(reports), skipped=tuple(skipped))


def source_from_text(
    text: str, format: str | None = None, *, name: str = "", where: str = "this text"
) -> ImportSource:
    """Read the procedures of a text, or its lines if no steps are found. ContentError for a text without words."""
    format = format or detect_format(text)
    try:
        return ImportSource(where=where, reports=tuple(reports_of_text(text, format, name=name, where=where)))
    except ContentError as error:
        seen = text if format != "html" else "\n".join((*page_lines(text, around=True), *struck_out(text)))
        return ImportSource(where=where, lines=lines_of_text(seen, name), why=error.message)


def reports_of_file(path: Path, format: str | None = None) -> Iterator[ImportPreview]:
    """Yield each procedure of a file. NotFoundError, or ContentError if it cannot be read."""
    text, format, title, where = _import_opened(path, format)
    yield from reports_of_text(text, format, name=title, where=where)


def _import_opened(path: Path, format: str | None) -> tuple[str, str | None, str, str]:
    """Return a file's text, its format (None if the suffix tells none), a title, and its name for messages."""
    where = one_line(str(path))
    if not is_there(path):
        file = SUFFIXES.get(path.suffix.lower(), "html") != "html"  # "notes.old/soup.md"
        address = _ADDRESS.fullmatch(where) and not file
        page = f" If it is a page on the web, write https://{where}" if address else ""
        raise NotFoundError(f"There is no file {where}.{page}")
    suffix = path.suffix.lower()
    if format is None and suffix in UNREADABLE:
        raise ContentError(f"{where}: Tailor does not read {suffix} files. Copy the text and paste it.")
    text = read_path(path)
    return text, format or file_format(suffix, text), _title(path), where


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionReport:
    """What one file of a collection gave: procedures, or the reason why it gave none."""

    where: str
    number: int
    count: int
    """Its position among the files of the collection, for progress."""
    reports: tuple[ImportPreview, ...] = ()
    why: str = ""
    broken: bool = False
    """Whether it should have given a procedure; false for a picture, say."""


def is_collection(path: Path) -> bool:
    """Whether the path is a folder or an archive that `reports_of_collection` reads."""
    return is_there(path) and archives.is_collection(path)


def reports_of_collection(
    path: Path, format: str | None = None, library: Path | None = None
) -> Iterator[CollectionReport]:
    """Yield a report on each file of a folder or archive, unread ones too.

    ContentError for a file that is not really an archive, and for a folder that contains `library`.
    """
    if library and path.resolve() in (library.resolve(), *library.resolve().parents):
        raise ContentError(f"{one_line(str(path))} is your library itself. Give the folder you want to import.")
    for member in archives.members(path):
        made = CollectionReport(
            where=member.where, number=member.number, count=member.count, why=member.why, broken=member.broken
        )
        try:
            yield made if member.why else replace(made, reports=_reports_of_member(member, format))
        except ContentError as error:
            yield replace(made, why=error.message.removeprefix(f"{member.where}: "), broken=True)


def _reports_of_member(member: Member, format: str | None) -> tuple[ImportPreview, ...]:
    text = decoded(member.data, member.where)
    format = format or file_format(member.path.suffix.lower(), text) or "json"
    return one_way(
        tuple(reports_of_text(text, format, name=_title(member.path), where=member.where)), None, member.where
    )


def _title(path: PurePath) -> str:
    return one_line(path.stem.replace("-", " ").replace("_", " "))


def reports_of_text(
    text: str, format: str | None = None, *, name: str = "", where: str = "this text"
) -> Iterator[ImportPreview]:
    """Yield each procedure of a text, detecting its format if none is given. ContentError if there is none."""
    format = format or detect_format(text)
    found = _read(text, format, name, where)
    whole = [one for one in found if one.procedure.steps]
    if not whole:
        raise ContentError(_NO_STEPS.format(where))
    without = tuple(f"{one.procedure.goal or 'One'}: {one.why}" for one in found if not one.procedure.steps)
    for at, one in enumerate(whole):
        yield _preview(replace(one, unused=one.unused + (without if at == 0 else ())), text, format, name, where)


def _preview(one: ParsedProcedure, text: str, format: str, name: str, where: str) -> ImportPreview:
    return ImportPreview(
        procedure=replace(one.procedure, id="", goal=one.procedure.goal or name),  # not an id of this library
        where=where,
        unused=one.unused,
        way=one.way,
        remark=_remark(one),
        unsure=one.unsure,
        text=text if one.unused and format in ("text", "md") else "",
    )


def read_pasted(goal: str, text: str) -> ImportPreview:
    """Read what a person typed or pasted below a title, as an import would; `goal` may be empty.

    ContentError if there is more than one how-to in it.
    """
    format = detect_format(text)
    if format == "text":
        one = fitted(parse_under(goal, text))
        remark = _remark(one)
        return ImportPreview(
            procedure=one.procedure, where="", unused=one.unused, remark=remark, unsure=one.unsure
        )
    found = tuple(reports_of_text(text, format, name=goal))
    if len(found) > 1:
        raise ContentError(f"This holds {len(found)} how-tos: paste it into Import, where you can save them all.")
    made = found[0].procedure
    return replace(found[0], procedure=replace(made, goal=normal(goal) or made.goal))


def keep(library: Library, report: ImportPreview) -> LibraryEntry:
    """Save the previewed procedure; a page's address becomes its source. SaveError from the disk."""
    made, address = report.procedure, report.where.startswith(("http://", "https://"))
    made = replace(made, source=made.source or (report.where if address else ""))
    return library.save(made, origin="imported")


class Twins:
    """Finds how-tos that the library already has, so that nothing is imported twice."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._ids: dict[str, list[str]] | None = None
        """Ids by slug of the goal, listed from file names when the first procedure comes; no file is read."""

    def add(self, entry: LibraryEntry) -> None:
        self._named(entry.goal).append(entry.id)

    def of(self, report: ImportPreview) -> LibraryEntry | None:
        """The library's entry with the same content, from the title to the times; None if there is none."""
        made = report.procedure
        same = (id for id in self._named(made.goal) if self._told(id) == _told(made))
        return next((one for id in same if (one := read_entry(self._library.folder / f"{id}.md"))), None)

    def _named(self, goal: str) -> list[str]:
        if self._ids is None:
            self._ids = {}
            for id in self._library.ids():
                self._ids.setdefault(stem_of(id).rpartition("-")[0], []).append(id)
        return self._ids.setdefault(slug(goal), [])

    def _told(self, id: str) -> Procedure | None:
        try:
            return _told(self._library.read(id).procedure)
        except TailorError:  # an unreadable file is not the same
            return None


def _told(made: Procedure) -> Procedure:
    """The procedure without its id, its source, and what a person may have added."""
    return replace(made, id="", source="", tags=(), uncertain=())
