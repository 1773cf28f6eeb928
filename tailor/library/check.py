"""`tailor library check`: files that were edited by hand, are damaged, or no longer follow from their parent.

Reports only; nothing is repaired, moved or deleted (CONTRACT 3).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tailor.core.errors import ContentError, TailorError
from tailor.library import metadata as about
from tailor.library.entries import SavedProcedure
from tailor.library.lineage import replayed
from tailor.library.store import Library

Fault: TypeAlias = Literal["edited", "damaged", "broken"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProblem:
    """One file with a fault."""

    id: str
    """Id of a version, or the name of a notes file."""
    fault: Fault
    says: str
    """What it means and what to do, for people."""


def check(library: Library) -> Iterator[FileProblem]:
    """Every faulty file, sorted by id."""
    for id in sorted(library.ids()):
        try:
            saved = library.load(id)
        except TailorError as error:
            yield FileProblem(id=id, fault="damaged", says=error.message)
            continue
        if saved.state == "edited":
            yield FileProblem(id=id, fault="edited", says="Changed by hand since it was saved; read as it is now.")
        elif says := _broken(library, saved):
            yield FileProblem(id=id, fault="broken", says=says)
    for stem in sorted(about.noted(library.folder)):
        try:
            about.read(library.folder, stem)
        except TailorError as error:
            yield FileProblem(id=about.file_of(library.folder, stem).name, fault="damaged", says=error.message)


def _broken(library: Library, saved: SavedProcedure) -> str:
    """Why the file's edits do not make it from its parent; "" if they do, or if there is no parent any more."""
    if saved.parent is None:
        return ""
    try:
        original = library.procedure(saved.parent)
    except TailorError:
        return ""
    try:
        made = replayed(original, saved.edits)
    except ContentError as error:
        return f"Its edits do not fit {saved.parent} any more: {error.message}. The file itself can be used."
    if made.steps != saved.procedure.steps or made.resources != saved.procedure.resources:
        return f"Its edits applied to {saved.parent} give other steps than it has. The file itself can be used."
    return ""
