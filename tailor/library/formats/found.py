"""What a reader of a foreign format hands on.

Owns `Found` and `ImportReport`. Refuses to read anything: the readers beside it do.
"""

from dataclasses import dataclass

from tailor.core.procedure import Procedure
from tailor.core.text import counted


@dataclass(frozen=True, slots=True)
class Found:
    """One procedure of a file, and what of the file is in no part of it."""

    procedure: Procedure
    unused: tuple[str, ...] = ()
    """Lines, or fields with their values, in the order of the file."""
    one_text: bool = False
    """The steps were a single text, taken apart here: somebody may know better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import would save, told before anything is saved."""

    procedure: Procedure
    where: str
    """A path, an address, or "standard input"."""
    unused: tuple[str, ...] = ()

    @property
    def says(self) -> str:
        """ "12 steps, 8 resources, 2 headings, 3 lines unused"."""
        made = self.procedure
        parts = [counted(len(made.steps), "step"), counted(len(made.resources), "resource")]
        if made.sections:
            parts.append(counted(len(made.sections), "heading"))
        return ", ".join([*parts, f"{counted(len(self.unused), 'line')} unused"])
