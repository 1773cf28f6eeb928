"""`tailor library check`: which files of the library are not what they should be (CONTRACT 3).

Owns the verdicts edited (changed by hand), damaged (unreadable) and broken (its edits no longer make it from its
parent). Refuses to repair, move or delete anything.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tailor.core.errors import ContentError, TailorError
from tailor.core.procedure import Procedure
from tailor.library import metadata as about
from tailor.library.entries import SavedProcedure
from tailor.library.lineage import replayed
from tailor.library.store import Library

Fault: TypeAlias = Literal["edited", "damaged", "broken"]
Parent: TypeAlias = Callable[[str], Procedure | None]
"""A procedure by the id of its file; None where it is not there any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProblem:
    """What is the matter with one file."""

    id: str
    """Of a version; of a file of labels its name."""
    fault: Fault
    says: str
    """For people: what it means and what to do."""


def check(library: Library, starter: Parent) -> Iterator[FileProblem]:
    """Every file that is not as Tailor saved it, by name; the others are fine.

    `starter` gives the procedures that ship with Tailor: variants have them as parents.
    """

    def parent(id: str) -> Procedure | None:
        if id.startswith("starter."):
            return starter(id)
        try:
            return library.load(id).procedure
        except TailorError:
            return None

    for id in sorted(library.ids()):
        try:
            saved = library.load(id)
        except TailorError as error:
            yield FileProblem(id=id, fault="damaged", says=error.message)
            continue
        if saved.state == "edited":
            yield FileProblem(id=id, fault="edited", says="Changed by hand since it was saved; read as it is now.")
        elif says := _broken(saved, parent):
            yield FileProblem(id=id, fault="broken", says=says)
    yield from _labels(library)


def _labels(library: Library) -> Iterator[FileProblem]:
    """The files of labels and notes that cannot be read."""
    for stem in sorted(about.noted(library.folder)):
        try:
            about.read(library.folder, stem)
        except TailorError as error:
            yield FileProblem(id=about.file_of(library.folder, stem).name, fault="damaged", says=error.message)


def _broken(saved: SavedProcedure, parent: Parent) -> str:
    """Why the file's edits do not make it from its parent; "" where they do, or where there is none to ask."""
    if saved.parent is None or (original := parent(saved.parent)) is None:
        return ""
    try:
        made = replayed(original, saved.edits)
    except ContentError as error:
        return f"Its edits do not fit {saved.parent} any more: {error.message}. The file itself can be used."
    if made.steps != saved.procedure.steps or made.resources != saved.procedure.resources:
        return f"Its edits applied to {saved.parent} give other steps than it has. The file itself can be used."
    return ""
