"""Tables of a page: which of its lines they occupy, and the same tables in Markdown."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from tailor.library.formats.shared.headings import announced

_SETS_OUT: Final = re.compile(r"\s*(?:#+|-|\d+\.) +\S|.*⏎")
"""A line that shows that a cell only holds a piece of the page: a heading, a list item, code."""
_BAR: Final = re.compile(r"(?<!\\)\|")
_FEWEST: Final = 2
"""Rows and columns of a real table; smaller ones only lay out a page."""


@dataclass(slots=True)
class _Row:
    heads: bool = True
    """Whether all of its cells are column heads."""
    cells: list[list[str]] = field(default_factory=list)
    """The lines of each cell."""


@dataclass(slots=True)
class PageTable:
    """The rows of a table, and the range of page lines it occupies."""

    first: int
    end: int = 0
    holds_tables: bool = False
    rows: list[_Row] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the table in Markdown, or as headings above its lists; [] if it only lays out a page."""
        rows = [row.cells for row in self.rows if row.cells]
        width = max(map(len, rows), default=0)
        if self.holds_tables or len(rows) < _FEWEST or width < _FEWEST or any(len(row) != width for row in rows):
            return []
        words = [[_words(cell) for cell in row] for row in rows]
        if all(None not in row for row in words):
            head, *body = [f"| {' | '.join(word or '' for word in row)} |" for row in words]
            return ["", head, f"|{' --- |' * width}", *body, ""]
        heads = words[0] if self.rows[0].heads and len(rows) == _FEWEST else []
        if any(head and announced(head) for head in heads):
            return [
                one for head, cell in zip(heads, rows[1], strict=True) for one in ("", f"#### {head}", "", *cell)
            ]
        return []


def _words(cell: Sequence[str]) -> str | None:
    """Return the words of a cell; None if it holds more than a paragraph."""
    runs = [list(run) for filled, run in groupby(cell, lambda line: bool(line.strip())) if filled]
    if len(runs) > 1 or any(map(_SETS_OUT.match, runs[0] if runs else ())):
        return None
    return " ".join(line.strip() for line in runs[0]).replace("|", "\\|") if runs else ""


@dataclass(slots=True)
class TableReader:
    """Records the tables of a page while its `lines` are read."""

    lines: list[str]
    tables: list[PageTable] = field(default_factory=list)
    _open: list[PageTable] = field(default_factory=list)
    _cell: tuple[int, int] | None = None
    """The line, and the position in it, where the open cell begins."""

    def begin(self, tag: str) -> None:
        if tag == "table":
            for outer in self._open:
                outer.holds_tables = True
            self._open.append(PageTable(len(self.lines)))
            self._cell = None
        elif self._open and tag == "tr":
            self._end_cell()
            self._open[-1].rows.append(_Row())
        elif self._open and self._open[-1].rows:
            self._end_cell()
            self._open[-1].rows[-1].heads &= tag == "th"
            self._cell = (len(self.lines) - 1, len(self.lines[-1]))

    def end(self, tag: str) -> None:
        self._end_cell()
        if tag == "table" and self._open:
            table = self._open.pop()
            table.end = len(self.lines)
            self.tables.append(table)

    def _end_cell(self) -> None:
        if self._cell is not None and self._open:
            at, place = self._cell
            self._open[-1].rows[-1].cells.append(
                [line[place * (not n) :] for n, line in enumerate(self.lines[at:])]
            )
        self._cell = None


def with_tables(lines: Sequence[str], tables: Sequence[PageTable]) -> Iterator[str]:
    """Yield the lines of a page, with each table replaced by `PageTable.lines`."""
    end = 0
    for table in tables:
        if table.first >= end and (drawn := table.lines()):
            yield from lines[end : table.first]
            yield from drawn
            end = table.end
    yield from lines[end:]


def without_bars(line: str) -> str:
    """Return the words of a table row, "" for the rule below its head, and any other line as it is."""
    if not line.startswith("| "):
        return line
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(line.strip("| "))]
    return "" if all(set(cell) <= {"-"} for cell in cells) else " ".join(filter(None, cells))
