"""Bringing procedures in: what a file or a text holds, told before anything is saved (issue 5, point 3).

Owns the reports and the saving of what they say. Refuses the network: it is given the text of a page.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from tailor.core.errors import ContentError, NotFoundError
from tailor.core.procedure import Procedure
from tailor.core.text import one_line
from tailor.library.entry import Entry
from tailor.library.formats.found import ImportReport
from tailor.library.formats.registry import SUFFIXES, UNREADABLE, read, told_format
from tailor.library.formats.words import split_blob
from tailor.library.reading_files import read_path
from tailor.library.store import Library


def reports_of_file(path: Path, format: str | None = None) -> Iterator[ImportReport]:
    """Each procedure of a file. NotFoundError, or ContentError for what cannot be read."""
    where = one_line(str(path))
    try:
        there = path.exists()
    except (OSError, ValueError):
        there = False
    if not there:
        raise NotFoundError(f"There is no file {where}.")
    suffix = path.suffix.lower()
    if format is None and suffix in UNREADABLE:
        raise ContentError(
            f"{where}: Tailor does not read {suffix} files. Copy the text and paste it: `tailor import -`."
        )
    title = one_line(path.stem.replace("-", " ").replace("_", " "))
    yield from reports_of_text(read_path(path), format or SUFFIXES.get(suffix), name=title, where=where)


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
    for one in found:
        if one.procedure.steps:
            made = replace(one.procedure, id="", goal=one.procedure.goal or name)
            yield ImportReport(procedure=made, where=where, unused=one.unused)


def split_by_hand(text: str, cuts: tuple[int, ...]) -> tuple[str, ...]:
    """A pasted text as steps, cut where the person says: before the characters with these numbers.

    Without cuts the proposal: its lines, or the pieces between the numbers in it.
    """
    if not cuts:
        return tuple(split_blob(text))
    places = sorted({0, len(text), *(cut for cut in cuts if 0 < cut < len(text))})
    pieces = (text[start:end].strip() for start, end in pairwise(places))
    return tuple(piece for piece in pieces if piece)


def keep(library: Library, report: ImportReport) -> Entry:
    """Save what a report says. SaveError as the disk says."""
    return library.save(_with_source(report), origin="imported")


def _with_source(report: ImportReport) -> Procedure:
    made, address = report.procedure, report.where.startswith(("http://", "https://"))
    return replace(made, source=made.source or (report.where if address else ""))
