"""Bringing procedures in: what a file or a text holds, told before anything is saved (issue 5, point 3).

Owns the reports and the saving of what they say. Refuses the network: it is given the text of a page.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tailor.core.errors import ContentError, NotFoundError
from tailor.core.procedure import Procedure
from tailor.core.text import one_line
from tailor.library.by_hand import Lines, lines_of_text
from tailor.library.entry import Entry
from tailor.library.formats.found import ImportReport
from tailor.library.formats.registry import SUFFIXES, UNREADABLE, read, told_format
from tailor.library.reading_files import read_path
from tailor.library.store import Library
from tailor.storage import is_there


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """What a text gave: procedures, or its lines where nobody could tell its steps."""

    where: str
    reports: tuple[ImportReport, ...] = ()
    lines: Lines = ()
    """None of them used; they are split by hand."""
    why: str = ""
    """Why they have to be."""


def brought_file(path: Path, format: str | None = None) -> Brought:
    """What a file gives. NotFoundError, or ContentError for what is no text at all."""
    text, told, title, where = _import_opened(path, format)
    return brought_text(text, told, name=title, where=where)


def brought_text(text: str, format: str | None = None, *, name: str = "", where: str = "this text") -> Brought:
    """What a text gives: its lines where it cannot be read as a procedure. ContentError for one without words."""
    format = format or told_format(text)
    try:
        return Brought(where=where, reports=tuple(reports_of_text(text, format, name=name, where=where)))
    except ContentError as error:
        seen = text if format != "html" else _seen(text)
        return Brought(where=where, lines=lines_of_text(seen, name), why=error.message)


def _seen(html: str) -> str:
    from tailor.library.formats.stripping import page_lines

    return "\n".join(page_lines(html, around=True))


def reports_of_file(path: Path, format: str | None = None) -> Iterator[ImportReport]:
    """Each procedure of a file. NotFoundError, or ContentError for what cannot be read."""
    text, told, title, where = _import_opened(path, format)
    yield from reports_of_text(text, told, name=title, where=where)


def _import_opened(path: Path, format: str | None) -> tuple[str, str | None, str, str]:
    """The text of a file, its format where the suffix tells it, a title, and what messages call it."""
    where = one_line(str(path))
    if not is_there(path):
        raise NotFoundError(f"There is no file {where}.")
    suffix = path.suffix.lower()
    if format is None and suffix in UNREADABLE:
        raise ContentError(f"{where}: Tailor does not read {suffix} files. Copy the text and paste it.")
    title = one_line(path.stem.replace("-", " ").replace("_", " "))
    return read_path(path), format or SUFFIXES.get(suffix), title, where


def reports_of_text(
    text: str, format: str | None = None, *, name: str = "", where: str = "this text"
) -> Iterator[ImportReport]:
    """Each procedure of a text; without a format it is told from the text. ContentError where there is none."""
    try:
        found = read(text, format or told_format(text), name, where)
    except ContentError as error:
        raise ContentError(f"{where}: {error.message}") from error
    if not any(one.procedure.steps for one in found):
        raise ContentError(
            f"There are no steps in {where}. Write one step a line, or number them 1. 2. 3., and try again."
        )
    without = tuple(f"{one.procedure.goal or 'One'}: no steps" for one in found if not one.procedure.steps)
    for at, one in enumerate(one for one in found if one.procedure.steps):
        made = replace(one.procedure, id="", goal=one.procedure.goal or name)
        yield ImportReport(procedure=made, where=where, unused=one.unused + (without if at == 0 else ()))


def keep(library: Library, report: ImportReport) -> Entry:
    """Save what a report says. SaveError as the disk says."""
    return library.save(_with_source(report), origin="imported")


def _with_source(report: ImportReport) -> Procedure:
    made, address = report.procedure, report.where.startswith(("http://", "https://"))
    return replace(made, source=made.source or (report.where if address else ""))
