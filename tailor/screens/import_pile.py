"""What one import brought, procedure by procedure, while a person looks at it. No widgets.

Owns `Pile` (one procedure with its lines and what was done to them) and saving them. Refuses to look for anything
in them.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tailor.core.errors import ContentError, TailorError
from tailor.core.procedure import procedure
from tailor.library import manual_import as by_hand
from tailor.library.entries import Entry
from tailor.library.formats.base import ImportReport
from tailor.library.importer import Brought, keep
from tailor.library.manual_import import Lines
from tailor.library.store import Library

MOST_PILES: Final = 5_000
"""Procedures of one import."""
MOST_KEPT: Final = 200
"""Moves that can be undone."""


@dataclass(slots=True, kw_only=True, eq=False)
class Pile:
    """One procedure that is to be imported; two that say the same are still two."""

    where: str
    report: ImportReport | None = None
    """As it was read; None for lines that nobody could read."""
    given: Lines = ()
    """Those lines."""
    out: bool = False
    """Left out by the person: not saved."""
    found: tuple[str, ...] | None = None
    """What the guard found, in words; None until it looked."""
    mark: int = 0
    _lines: Lines | None = None
    _before: list[tuple[Lines, int]] = field(default_factory=list)
    _forgot: bool = False
    """Whether there were more moves than can be undone: the lines as they were read do not come back."""

    def open(self) -> Lines:
        """Its lines as they are now. ContentError for more than one can go through."""
        if self._lines is None:
            self._lines = by_hand.lines_of(self.report) if self.report else self.given
        return self._lines

    @property
    def lines(self) -> Lines:
        """Its lines as they are now; none where there are more than one can go through."""
        return self._lines or ()

    @property
    def changed(self) -> bool:
        """Whether a person said something else than what was read."""
        return self._forgot or bool(self._before)

    @property
    def goal(self) -> str:
        """What it is called now."""
        if self.report and not self.changed:
            return self.report.procedure.goal
        return next((one.text for one in self.lines if one.kind == "goal"), "")

    @property
    def says(self) -> str:
        """ "12 steps, 8 resources, 2 headings, 3 lines unused"."""
        if self.report and not self.changed:
            return self.report.says
        return by_hand.says(self.lines, self.report.procedure.notes if self.report else "")

    @property
    def brief(self) -> str:
        """ "12 steps", and how many lines are unused where there are any."""
        steps, *_, unused = self.says.split(", ")
        return steps if unused.startswith("0 ") else f"{steps} · {unused.split()[0]} unused"

    @property
    def missing(self) -> str:
        """What the lines still lack, and the keys that name it; "" where they lack nothing."""
        if not any(one.kind == "step" for one in self.lines):
            return "No line is a step yet: s step, r resource, h heading, g goal."
        return "" if self.goal else "No goal yet: g on its line."

    def take(self, lines: Lines, mark: int) -> None:
        """Other lines from now on."""
        self._forgot = self._forgot or len(self._before) == MOST_KEPT
        self._before = [*self._before[-MOST_KEPT + 1 :], (self.lines, self.mark)]
        self._lines, self.mark, self.found = lines, mark, None

    def undo(self) -> bool:
        """The lines before; False where there are none."""
        if not self._before:
            return False
        self._lines, self.mark = self._before.pop()
        self.found = None
        return True

    def result(self) -> ImportReport:
        """What would be saved. ContentError where the lines make no procedure."""
        if self.report and not self.changed:
            return self.report
        like = self.report.procedure if self.report else procedure("", [])
        return by_hand.made_of(self.lines, like, self.where)


def piles(brought: Brought) -> list[Pile]:
    """What was brought, to be looked at; the lines of the first are there already: call it in a thread.

    ContentError for more procedures than one can go through.
    """
    if len(brought.reports) > MOST_PILES:
        raise ContentError(
            f"It holds {len(brought.reports):,} procedures; the most one can go through here is {MOST_PILES:,}. "
            "F5, then ctrl+o, takes a collection as it is into the memory."
        )
    if brought.lines:
        return [Pile(where=brought.where, given=brought.lines)]
    made = [Pile(where=report.where, report=report) for report in brought.reports]
    for one in made[:1]:
        with contextlib.suppress(ContentError):  # said where it is opened
            one.open()
    return made


def save_all(library: Library, chosen: Sequence[Pile]) -> Iterator[tuple[Pile, Entry | TailorError]]:
    """Saves one after the other, each on the disk when it is told; one that fails does not stop the others."""
    for pile in chosen:
        try:
            yield pile, keep(library, pile.result())
        except TailorError as error:
            yield pile, error
