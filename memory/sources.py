"""Rows that can be made again: the starters and the library's files (DESIGN 8).

Owns how a procedure becomes a row. Refuses to write.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memory.messages import LIBRARY, STARTER, Kept
from memory.outcomes import Outcome, outcome_of_rating
from memory.procedure_text import domain_of
from tailor.core.errors import DamagedError, NotFoundError
from tailor.core.procedure import Procedure
from tailor.core.text import clean
from tailor.library.metadata import times_made

if TYPE_CHECKING:
    from tailor.library.entries import Saved
    from tailor.library.store import Library


@dataclass(frozen=True, slots=True)
class FromLibrary:
    """The library's rows, and the files that could not be read."""

    rows: tuple[Kept, ...]
    damaged: tuple[str, ...]


def row_of(
    procedure: Procedure, *, source: str = "", domain: str = "", created: str = "", outcome: str = ""
) -> Kept:
    """A procedure as a row; without an id it gets one that its words decide.

    Id and source may be names of files, which systems spell in several ways: they are kept clean, as filters ask.
    """
    return Kept(
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
    """An id made from the words: the same procedure has the same id wherever it comes from."""
    words = "\n".join((procedure.goal, *procedure.resources, "", *procedure.steps))
    return f"{prefix}-{hashlib.sha256(words.encode('utf-8', 'replace')).hexdigest()[:16]}"


def starters() -> tuple[Kept, ...]:
    """The procedures that ship with Tailor."""
    from tailor.library.starters import starter_procedures

    return tuple(row_of(procedure, source=STARTER) for procedure in starter_procedures())


def library(folder: str) -> FromLibrary:
    """The newest version of each procedure in the library at `folder`; "" is no library."""
    return loaded(folder, newest(folder))


def newest(folder: str) -> list[str]:
    """The id of the newest version of each procedure in the library."""
    from tailor.library.store import Library

    if not folder or not Path(folder).is_dir():
        return []
    versions: dict[str, int] = {}
    for id in Library(Path(folder)).ids():
        stem, _, version = id.rpartition(".v")
        versions[stem] = max(versions.get(stem, 0), int(version))
    return sorted(f"{stem}.v{version}" for stem, version in versions.items())


def loaded(folder: str, ids: Sequence[str]) -> FromLibrary:
    """The rows of these procedures of the library."""
    from tailor.library.store import Library

    if not ids:
        return FromLibrary((), ())
    kept = Library(Path(folder))
    rows, damaged = [], []
    for id in ids:
        try:
            saved = kept.load(id)
        except (DamagedError, NotFoundError):
            damaged.append(id)
            continue
        rows.append(row_of(saved.procedure, source=LIBRARY, created=saved.created, outcome=_outcome(kept, saved)))
    return FromLibrary(tuple(rows), tuple(damaged))


def _outcome(kept: "Library", saved: "Saved") -> Outcome:
    """What came of it: the newest time through it, else that somebody tailored it."""
    tailored: Outcome = "accepted" if saved.entry.origin == "tailored" else ""
    try:
        times = times_made(kept.folder, saved.id)
    except DamagedError:
        return tailored  # the steps are sound; only what was said of them cannot be read
    return outcome_of_rating(times[-1]) if times else tailored
