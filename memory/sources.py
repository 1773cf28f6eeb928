"""Rows that can be made again: the starters and the library's files (DESIGN 8).

Owns how a procedure becomes a row. Refuses to write.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from memory.messages import LIBRARY, STARTER, Kept
from memory.procedure_text import domain_of
from tailor.core.errors import DamagedError
from tailor.core.procedure import Procedure


@dataclass(frozen=True, slots=True)
class FromLibrary:
    """The library's rows, and the files that could not be read."""

    rows: tuple[Kept, ...]
    damaged: tuple[str, ...]


def row_of(
    procedure: Procedure, *, source: str = "", domain: str = "", created: str = "", outcome: str = ""
) -> Kept:
    """A procedure as a row; without an id it gets one that its words decide."""
    return Kept(
        id=procedure.id or own_id(procedure, "made"),
        goal=procedure.goal,
        resources=procedure.resources,
        steps=procedure.steps,
        domain=domain_of(domain, procedure.tags),
        tags=procedure.tags,
        source=source or procedure.source,
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
    from tailor.library.starter import starter_procedures

    return tuple(row_of(procedure, source=STARTER) for procedure in starter_procedures())


def library(folder: str) -> FromLibrary:
    """The newest version of each procedure in the library at `folder`; "" is no library."""
    from tailor.library.store import Library

    if not folder or not Path(folder).is_dir():
        return FromLibrary((), ())
    kept = Library(Path(folder))
    rows, damaged = [], []
    for id in sorted({kept.find(id.rpartition(".v")[0]) or id for id in kept.ids()}):
        try:
            saved = kept.load(id)
        except DamagedError:
            damaged.append(id)
            continue
        origin = saved.entry.origin
        rows.append(row_of(saved.procedure, source=LIBRARY, created=saved.created, outcome=origin))
    return FromLibrary(tuple(rows), tuple(damaged))
