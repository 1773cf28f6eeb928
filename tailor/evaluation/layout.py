"""Tables as values, and the three forms they are printed in: terminal, Markdown, CSV.

Owns how a number is written, so that it is written alike everywhere, and the label that says who judged. Refuses
to count anything: `tables` fills them.
"""

import csv
import io
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tailor.core.text import one_line
from tailor.evaluation.statistics import Share

JudgedBy: TypeAlias = Literal["people", "model-judged", "partly model-judged", ""]
"""Who judged what a table counts; "" where nobody had to judge."""

GAP: Final = "   "
"""Between two columns in the terminal."""
WIDEST: Final = 80
"""Cells of a row in the terminal."""

Lines: TypeAlias = tuple[tuple[str, ...], ...]
"""One row of a table: each cell as its lines."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A share of ours with its n and interval, beside the paper's number for it."""

    share: Share
    study: float | None = None
    """The paper's, in per cent; None where it has none."""
    interval: bool = True
    """False where what is counted is not independent, so that an interval would be too narrow."""


Cell: TypeAlias = "str | int | float | Measured | None"
"""None is "not known", drawn as a dash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table: every row has as many cells as the head."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    """Sentences that belong below it."""
    judged: JudgedBy = ""

    @property
    def heading(self) -> str:
        """The title, with the label where a model judged."""
        return labelled(self.title, self.judged)


def labelled(title: str, judged: JudgedBy) -> str:
    """The title with "(model-judged)" behind it wherever a model judged."""
    return f"{title} ({judged})" if judged.endswith("model-judged") else title


def percent(share: float | None, digits: int = 0) -> str:
    """A share from 0 to 1 as people read it: "61 %"; a dash where there is none."""
    return "–" if share is None else f"{share * 100:.{digits}f} %"


def written(cell: Cell) -> tuple[str, ...]:
    """The lines of one cell in the terminal."""
    match cell:
        case Measured(share, study, interval):
            lines = [_with_interval(share) if interval else percent(share.value), f"{share.k} of {share.n}"]
            return (*lines, f"study {study:.2f} %") if study is not None else tuple(lines)
        case None:
            return ("–",)
        case float():
            return (f"{cell:.3g}",)
        case _:
            return (one_line(str(cell), 80),)


def folded(text: str, width: int = 78) -> str:
    """A sentence in lines that fit the terminal."""
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def as_text(table: Table) -> str:
    """The table for a terminal without colours; what it says in a cell may take several rows.

    Where it is wider than 80 cells it goes on below, each part with the columns of words that name its rows.
    """
    grid = [tuple(map(written, row)) for row in table.rows]
    widths = [
        max(len(line) for lines in (*(row[at] for row in grid), (name,)) for line in lines)
        for at, name in enumerate(table.head)
    ]
    parts = [_part(table.head, grid, widths, columns) for columns in _columns_of(widths, _naming(table))]
    return "\n\n".join((table.heading, *parts, "\n".join(map(folded, table.notes)))).rstrip() + "\n"


def _part(head: Sequence[str], grid: Sequence[Lines], widths: Sequence[int], columns: Sequence[int]) -> str:
    """Some columns of the table, with a rule below their names; an empty row between rows of several lines."""
    some = [widths[at] for at in columns]
    rows = [_fitted([head[at] for at in columns], some), _fitted(["─" * width for width in some], some)]
    tall = any(len(row[at]) > 1 for row in grid for at in columns)
    for number, row in enumerate(grid):
        cells = [row[at] for at in columns]
        rows += [""] if tall and number else []
        rows += [
            _fitted([cell[line] if line < len(cell) else "" for cell in cells], some)
            for line in range(max(map(len, cells)))
        ]
    return "\n".join(rows)


def _naming(table: Table) -> int:
    """How many columns at the left are words, which name the rows."""
    words = [all(isinstance(row[at], str) for row in table.rows) for at in range(len(table.head))]
    return min(words.index(False) if False in words else len(words), 3) if table.rows else 0


def _columns_of(widths: Sequence[int], naming: int) -> list[list[int]]:
    """The columns of each part: those that name the rows, and as many others as fit beside them."""
    names = list(range(naming))
    parts = [names]
    for at in range(naming, len(widths)):
        if len(parts[-1]) > naming and sum(widths[one] + len(GAP) for one in (*parts[-1], at)) > WIDEST + len(GAP):
            parts.append(names)
        parts[-1] = [*parts[-1], at]
    return parts


def as_markdown(table: Table) -> str:
    """The table as GitHub's Markdown, under a heading of the second level."""
    rows = [_pipes(table.head), _pipes(["---"] * len(table.head))]
    rows += [_pipes([_bare(", ".join(written(cell))) for cell in row]) for row in table.rows]
    notes = [line for note in table.notes for line in ("", _bare(note))]
    return "\n".join((f"## {_bare(table.heading)}", "", *rows, *notes)) + "\n"


def as_csv(table: Table) -> str:
    """One row a row; a measured cell becomes columns: k, n, share, low, high and the study's number.

    The last column says who judged, in every row, so that no row loses it on its way through a spreadsheet.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    measured = [any(isinstance(row[at], Measured) for row in table.rows) for at in range(len(table.head))]
    head = [column for name, wide in zip(table.head, measured, strict=True) for column in _columns(name, wide)]
    writer.writerow([*head, "judged by"])
    for row in table.rows:
        cells = [one for cell, wide in zip(row, measured, strict=True) for one in _values(cell, wide)]
        writer.writerow([*cells, table.judged])
    return out.getvalue()


_PARTS: Final = ("k", "n", "share", "low", "high", "study")


def _columns(name: str, wide: bool) -> list[str]:
    return [f"{name} {part}" for part in _PARTS] if wide else [_literal(name)]


def _values(cell: Cell, wide: bool) -> list[str]:
    if isinstance(cell, Measured):
        share, interval = cell.share, cell.share.interval
        ends = [f"{interval.low:.4f}", f"{interval.high:.4f}"] if cell.interval and share.n else ["", ""]
        value = "" if share.value is None else f"{share.value:.4f}"
        return [str(share.k), str(share.n), value, *ends, "" if cell.study is None else f"{cell.study / 100:.4f}"]
    text = "" if cell is None else repr(cell) if isinstance(cell, float) else _literal(str(cell))
    return [text] + [""] * (len(_PARTS) - 1 if wide else 0)


def _literal(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    flat = one_line(text, 1_000)
    return f"'{flat}" if flat[:1] in ("=", "+", "-", "@") else flat


def _with_interval(share: Share) -> str:
    if share.value is None:
        return "–"
    low, high = (f"{end * 100:.0f}" for end in (share.interval.low, share.interval.high))
    return f"{percent(share.value)} ({low}–{high})"


def _fitted(cells: Sequence[str], widths: Sequence[int]) -> str:
    return GAP.join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def _pipes(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _bare(text: str) -> str:
    """A text that Markdown takes for nothing but words."""
    return _MARKS.sub(r"\\\g<0>", one_line(text, 1_000))


# an underscore inside a word marks nothing, and names of strategies are easier to find without a backslash
_MARKS: Final = re.compile(r"[\\`*\[\]<>|#]|\b_|_\b|(?<!\w)_")
