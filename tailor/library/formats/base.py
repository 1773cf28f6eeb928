"""What a reader of a foreign format hands on.

Owns `Found` and `ImportReport`. Refuses to read anything: the readers beside it do.
"""

from dataclasses import dataclass

from tailor.core.procedure import Procedure
from tailor.core.text import counted


@dataclass(frozen=True, slots=True)
class ParsedProcedure:
    """One procedure of a file, and what of the file is in no part of it."""

    procedure: Procedure
    unused: tuple[str, ...] = ()
    """Lines, or fields with their values, in the order of the file."""
    one_text: bool = False
    """The steps were a single text, taken apart here: somebody may know better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPreview:
    """What an import would save, told before anything is saved."""

    procedure: Procedure
    where: str
    """A path, an address, or "standard input"."""
    unused: tuple[str, ...] = ()

    @property
    def says(self) -> str:
        """ "12 steps, 8 resources, 2 headings, 1 line of notes, 3 lines unused"."""
        made = self.procedure
        return says_of(len(made.steps), len(made.resources), len(made.sections), made.notes, len(self.unused))


def says_of(steps: int, resources: int, headings: int, notes: str, unused: int) -> str:
    """What a text holds, counted; headings and notes only where there are any."""
    parts = [counted(steps, "step"), counted(resources, "resource")]
    parts += [counted(headings, "heading")] if headings else []
    written = sum(bool(line.strip()) for line in notes.split("\n"))
    parts += [f"{counted(written, 'line')} of notes"] if written else []
    return ", ".join([*parts, f"{counted(unused, 'line')} unused"])
