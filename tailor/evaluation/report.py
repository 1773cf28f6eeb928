"""Tables, bar charts and the report of a bench: printed in the terminal, and written as Markdown, CSV and SVG.

The same report always gives the same bytes. If a model judged, the heading says so.
"""

import csv
import io
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Final, Literal, TypeAlias
from xml.sax.saxutils import escape

from tailor.core.errors import Fault
from tailor.core.text import one_line
from tailor.evaluation.statistics import Share
from tailor.storage import private_folder, replace_file

JudgedBy: TypeAlias = Literal["people", "model-judged", "partly model-judged", ""]
"""Who judged what is counted; "" if no judging was needed."""

GAP: Final = "   "
"""Between two columns in the terminal."""
Lines: TypeAlias = tuple[tuple[str, ...], ...]
"""One row of a table: the lines of each cell."""
WIDEST: Final = 80
"""Width of a row in the terminal."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A share with its n and interval, beside the paper's number."""

    share: Share
    study: float | None = None
    """The paper's number in per cent; None if it has none."""
    interval: bool = True
    """False if the counted things are not independent, so that an interval would be too narrow."""


TableCell: TypeAlias = "str | int | float | Measured | None"
"""None means unknown and is shown as a dash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Titled:
    """The common parts of tables and charts."""

    title: str
    notes: tuple[str, ...] = ()
    """Sentences below."""
    judged: JudgedBy = ""

    @property
    def heading(self) -> str:
        """The title, followed by "(model-judged)" if a model judged."""
        return f"{self.title} ({self.judged})" if self.judged.endswith("model-judged") else self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Titled):
    """A table; every row has as many cells as the head."""

    head: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]


def percent(share: float | None) -> str:
    """Format a share from 0 to 1 as "61 %"; a dash for None."""
    return "–" if share is None else f"{share * 100:.0f} %"


def written(cell: TableCell) -> tuple[str, ...]:
    match cell:
        case Measured(share, study, interval):
            of = f"{share.k} of {share.n}"
            lines = (_with_interval(share) if interval else percent(share.value), of)
            return lines if study is None else (*lines, f"study {study:.2f} %")
        case None:
            return ("–",)
        case float():
            return (f"{cell:.3g}",)
        case _:
            return (one_line(str(cell), 80),)


def folded(text: str, width: int = 78) -> str:
    """Wrap a sentence to lines that fit the terminal."""
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def as_text(table: Table) -> str:
    """The table for a terminal without colours; a cell may take several lines.

    A table wider than 80 characters continues below; each part repeats the columns that name the rows.
    """
    grid = [tuple(map(written, row)) for row in table.rows]
    widths = [
        max(len(line) for lines in (*(row[at] for row in grid), (name,)) for line in lines)
        for at, name in enumerate(table.head)
    ]
    parts = [_part(table.head, grid, widths, columns) for columns in _columns_of(widths, _naming(table))]
    return "\n\n".join((table.heading, *parts, "\n".join(map(folded, table.notes)))).rstrip() + "\n"


def _part(head: Sequence[str], grid: Sequence[Lines], widths: Sequence[int], columns: Sequence[int]) -> str:
    """Some columns of the table, with a rule below their names and blank lines between multi-line rows."""
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
    """How many columns at the left name the rows: those with only words, at most three."""
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
    """The table in GitHub's Markdown, under a second-level heading."""
    rows = [_pipes(table.head), _pipes(["---"] * len(table.head))]
    rows += [_pipes([_bare(", ".join(written(cell))) for cell in row]) for row in table.rows]
    notes = [line for note in table.notes for line in ("", _bare(note))]
    return "\n".join((f"## {_bare(table.heading)}", "", *rows, *notes)) + "\n"


def as_csv(table: Table) -> str:
    """The table as CSV; a measured cell becomes the columns k, n, share, low, high and study.

    The last column says in every row who judged, so that a spreadsheet keeps it.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    measured = [any(isinstance(row[at], Measured) for row in table.rows) for at in range(len(table.head))]
    head: list[str] = []
    for name, wide in zip(table.head, measured, strict=True):
        head += [f"{name} {part}" for part in _PARTS] if wide else [_literal(name)]
    writer.writerow([*head, "judged by"])
    for row in table.rows:
        cells = [one for cell, wide in zip(row, measured, strict=True) for one in _values(cell, wide)]
        writer.writerow([*cells, table.judged])
    return out.getvalue()


_PARTS: Final = ("k", "n", "share", "low", "high", "study")


def _values(cell: TableCell, wide: bool) -> list[str]:
    if isinstance(cell, Measured):
        share, interval = cell.share, cell.share.interval
        ends = [f"{interval.low:.4f}", f"{interval.high:.4f}"] if cell.interval and share.n else ["", ""]
        value = "" if share.value is None else f"{share.value:.4f}"
        return [str(share.k), str(share.n), value, *ends, "" if cell.study is None else f"{cell.study / 100:.4f}"]
    text = "" if cell is None else repr(cell) if isinstance(cell, float) else _literal(str(cell))
    return [text] + [""] * (len(_PARTS) - 1 if wide else 0)


def _literal(text: str) -> str:
    """The text, escaped so that no spreadsheet takes it for a formula."""
    flat = one_line(text, 1_000)
    return f"'{flat}" if flat[:1] in ("=", "+", "-", "@") else flat


def _with_interval(share: Share) -> str:
    return f"{percent(share.value)} ({_ends(share)})" if share.n else "–"


def _ends(share: Share) -> str:
    return f"{share.interval.low * 100:.0f}–{share.interval.high * 100:.0f}"


def _fitted(cells: Sequence[str], widths: Sequence[int]) -> str:
    return GAP.join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


def _pipes(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _bare(text: str) -> str:
    """The text with Markdown characters escaped."""
    return _MARKS.sub(r"\\\g<0>", one_line(text, 1_000))


# an underscore inside a word needs no escape, and strategies are easier to search for without a backslash
_MARKS: Final = re.compile(r"[\\`*\[\]<>|#]|\b_|_\b|(?<!\w)_")


CELLS: Final = 30
"""Width of a 100 % bar in the terminal."""

_EIGHTHS: Final = "▏▎▍▌▋▊▉"


@dataclass(frozen=True, slots=True)
class Bar:
    name: str
    share: Share
    interval: bool = True
    """Whether to draw the interval; see `Measured`."""


@dataclass(frozen=True, slots=True)
class BarGroup:
    name: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(Titled):
    """A bar chart; every bar is a share from 0 to 100 %."""

    groups: tuple[BarGroup, ...]


def chart_as_text(chart: Chart) -> str:
    """The chart for a terminal without colours, at most 80 characters wide with names of up to 24."""
    wide = max((len(one_line(bar.name, 24)) for group in chart.groups for bar in group.bars), default=0)
    rows = [chart.heading]
    for group in chart.groups:
        rows += ["", one_line(group.name, 78)]
        for bar in group.bars:
            rows.append(f"  {one_line(bar.name, 24):<{wide}}  {_blocks(bar.share.value)}  {_figures(bar)}")
    return "\n".join((*rows, "", *map(folded, chart.notes))).rstrip() + "\n"


def _blocks(value: float | None) -> str:
    """The bar in eighths of a character, with dots for the rest."""
    eighths = round((value or 0.0) * CELLS * 8)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (_EIGHTHS[rest - 1] if rest else "")).ljust(CELLS, "·")


def _figures(bar: Bar) -> str:
    share = bar.share
    ends = f"  ({_ends(share)})" if bar.interval and share.n else ""
    return f"{percent(share.value):>5}  {share.k}/{share.n}{ends}"


_LEFT: Final = 170
_BAR: Final = 360
_ROW: Final = 20
_WIDTH: Final = 720
_COLOURS: Final = ("#4c6ef5", "#0ca678", "#e8590c", "#ae3ec9", "#868e96", "#1098ad")
_BLACK: Final = "#212529"
_GREY: Final = "#555"


def chart_as_svg(chart: Chart) -> str:
    """The chart as an SVG file without scripts, links and fonts."""
    body = [_words(16, 28, chart.heading, size=16, weight="bold")]
    y = 58
    for group in chart.groups:
        body.append(_words(16, y, group.name, weight="bold"))
        for bar, colour in zip(group.bars, cycle(_COLOURS), strict=False):
            y += _ROW
            body += _drawn(bar, y, colour)
        y += _ROW + 10
    for share in (0, 25, 50, 75, 100):
        body.append(
            _words(_LEFT + _BAR * share // 100, y + 6, f"{share} %", size=11, anchor="middle", colour=_GREY)
        )
    y += 34
    for line in (line for note in chart.notes for line in folded(note, 105).split("\n")):
        body.append(_words(16, y, line, size=11, colour=_GREY))
        y += 15
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y + 10}" width="{_WIDTH}" '
        f'height="{y + 10}" role="img" font-family="system-ui, sans-serif">\n'
        f"<title>{escape(one_line(chart.heading, 200))}</title>\n"
        '<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _drawn(bar: Bar, y: int, colour: str) -> Iterator[str]:
    """Yield the elements of the bar in the row at y."""
    value, ends = bar.share.value, bar.share.interval
    yield _words(_LEFT - 10, y, bar.name, anchor="end")
    yield f'<rect x="{_LEFT}" y="{y - 12}" width="{_BAR}" height="14" fill="#f1f3f5"/>'
    if value is not None:
        yield f'<rect x="{_LEFT}" y="{y - 12}" width="{value * _BAR:.1f}" height="14" fill="{colour}"/>'
    if value is not None and bar.interval:
        low, high = _LEFT + ends.low * _BAR, _LEFT + ends.high * _BAR
        yield (
            f'<path d="M{low:.1f} {y - 5}H{high:.1f}M{low:.1f} {y - 9}v8M{high:.1f} {y - 9}v8" '
            'stroke="#212529" stroke-width="1.5" fill="none"/>'
        )
    yield _words(_LEFT + _BAR + 10, y, _figures(bar).strip(), size=11)


def _words(
    x: int,
    y: int,
    text: str,
    *,
    size: int = 13,
    weight: str = "normal",
    anchor: str = "start",
    colour: str = _BLACK,
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(one_line(text, 110))}</text>"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a bench found. `name` begins its file names: customize.md, customize-table-2.csv."""

    name: str
    title: str
    tables: tuple[Table, ...]
    more: tuple[Table, ...] = ()
    """Tables that are written but not printed."""
    charts: tuple[Chart, ...] = ()
    more_charts: tuple[Chart, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences about the whole, above the tables."""


def report_as_text(report: Report) -> str:
    """The report for a terminal, without `more`."""
    parts = [
        report.title,
        "\n".join(map(folded, report.notes)),
        *map(as_text, report.tables),
        *map(chart_as_text, report.charts),
    ]
    return "\n\n".join(part.rstrip() for part in parts if part.strip()) + "\n"


def report_as_markdown(report: Report) -> str:
    """The whole report as one Markdown page that links to the chart files."""
    parts = [f"# {report.title}\n", *(f"{note}\n" for note in report.notes)]
    parts += map(as_markdown, (*report.tables, *report.more))
    for chart in (*report.charts, *report.more_charts):
        parts.append(f"![{chart.heading}]({_file(report, chart)}.svg)\n")
    return "\n".join(parts)


def publish(report: Report, folder: Path) -> tuple[Path, ...]:
    """Write the page, a CSV per table and an SVG per chart; return the files. SaveError."""
    private_folder(folder)
    files = {f"{report.name}.md": report_as_markdown(report)}
    files |= {f"{_file(report, table)}.csv": as_csv(table) for table in (*report.tables, *report.more)}
    files |= {f"{_file(report, one)}.svg": chart_as_svg(one) for one in (*report.charts, *report.more_charts)}
    for name, text in files.items():
        replace_file(folder / name, text.encode())
    return tuple(folder / name for name in files)


def _file(report: Report, part: Titled) -> str:
    """The stem of a file: the title up to a colon, in letters, digits and dashes."""
    return f"{report.name}-{re.sub(r'[^a-z0-9_]+', '-', part.title.partition(':')[0].lower()).strip('-')}"


FEW: Final = 30
"""With fewer cases or answers, a report calls its sample small."""


def small_sample(cases: int) -> tuple[str, ...]:
    if cases >= FEW:
        return ()
    return (f"A small sample: {cases} {'case' if cases == 1 else 'cases'}. The intervals are wide; mind them.",)


WHY: Final[Mapping[Fault, str]] = {
    "model": "the text did not fit into the model's context",
    "cut_short": "an answer was cut at its maximum length",
    "bad_answer": "an answer could not be read",
}
"""The faults that are the model's own; others are tried again and leave no result."""


def why_failed(faults: Iterable[Fault | None]) -> tuple[str, ...]:
    """One sentence that counts the reasons, most frequent first; none if no run failed."""
    counted = Counter(WHY.get(fault, fault) for fault in faults if fault is not None)
    if not counted:
        return ()
    said = "; ".join(f"{why} ({count})" for why, count in counted.most_common())
    return (f"Why {counted.total()} of the runs came to no result: {said}.",)
