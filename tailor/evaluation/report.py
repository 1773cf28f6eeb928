"""A bench's report: its tables and charts, printed and written into the bench's folder.

Owns `Report` and the names of its files. Refuses to count and to lay out: `tables`, `layout` and `charts` do. The
same report writes the same bytes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from tailor.core.text import one_line
from tailor.evaluation.layout import JudgedBy, Table, as_csv, as_markdown, as_text, folded, labelled, percent
from tailor.evaluation.statistics import Share
from tailor.storage import private_folder, replace_file

CELLS: Final = 30
"""Cells of a bar of 100 % in the terminal."""

_EIGHTHS: Final = "▏▎▍▌▋▊▉"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar."""

    name: str
    share: Share
    interval: bool = True
    """Whether the interval is drawn; see `layout.Measured`."""


@dataclass(frozen=True, slots=True)
class Group:
    """Bars that belong together under one name."""

    name: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One chart; every bar is a share from 0 to 100 %."""

    title: str
    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()
    judged: JudgedBy = ""

    @property
    def heading(self) -> str:
        """The title, with the label where a model judged."""
        return labelled(self.title, self.judged)


def chart_as_text(chart: Chart) -> str:
    """The chart for a terminal without colours, at most 80 cells wide for names of up to 24 characters."""
    wide = max((len(_name(bar)) for group in chart.groups for bar in group.bars), default=0)
    rows = [chart.heading]
    for group in chart.groups:
        rows += ["", one_line(group.name, 78)]
        rows += [f"  {_name(bar):<{wide}}  {_blocks(bar.share.value)}  {_figures(bar)}" for bar in group.bars]
    return "\n".join((*rows, "", *map(folded, chart.notes))).rstrip() + "\n"


def _name(bar: Bar) -> str:
    return one_line(bar.name, 24)


def _blocks(value: float | None) -> str:
    """The bar in eighths of a cell; its empty rest as dots, so that the whole is seen."""
    eighths = round((value or 0.0) * CELLS * 8)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (_EIGHTHS[rest - 1] if rest else "")).ljust(CELLS, "·")


def _figures(bar: Bar) -> str:
    share = bar.share
    counted = f"{percent(share.value):>5}  {share.k}/{share.n}"
    if not bar.interval or share.value is None:
        return counted
    return f"{counted}  ({share.interval.low * 100:.0f}–{share.interval.high * 100:.0f})"


# -- SVG -----------------------------------------------------------------------------------------------------

_LEFT: Final = 170
_BAR: Final = 360
_ROW: Final = 20
_WIDTH: Final = 720
_COLOURS: Final = ("#4c6ef5", "#0ca678", "#e8590c", "#ae3ec9", "#868e96", "#1098ad")


def chart_as_svg(chart: Chart) -> str:
    """The chart as one SVG file without scripts, links or fonts of its own; the label is drawn into it."""
    body: list[str] = []
    y = 58
    for group in chart.groups:
        body.append(_words(16, y, group.name, weight="bold"))
        y += _ROW
        for at, bar in enumerate(group.bars):
            body += _drawn(bar, y, _COLOURS[at % len(_COLOURS)])
            y += _ROW
        y += 10
    body += list(_axis(y))
    y += 34
    for note in chart.notes:
        for part in folded(note, 105).split("\n"):
            body.append(_words(16, y, part, size=11, colour="#555"))
            y += 15
    return _page(chart.heading, body, y + 10)


def _page(heading: str, body: list[str], height: int) -> str:
    title = escape(one_line(heading, 200))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
        f'height="{height}" role="img" font-family="system-ui, sans-serif">\n<title>{title}</title>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{_words(16, 28, heading, size=16, weight="bold")}\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _drawn(bar: Bar, y: int, colour: str) -> Iterator[str]:
    """Name, bar, interval and figures of one bar whose row begins at y."""
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


def _axis(y: int) -> Iterator[str]:
    for tenth in (0, 25, 50, 75, 100):
        yield _words(_LEFT + _BAR * tenth // 100, y + 6, f"{tenth} %", size=11, anchor="middle", colour="#555")


def _words(
    x: int,
    y: int,
    text: str,
    *,
    size: int = 13,
    weight: str = "normal",
    anchor: str = "start",
    colour: str = "#212529",
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(one_line(text, 110))}</text>"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a bench found. `name` begins the file names: "customize" makes customize.md, customize-table-2.csv."""

    name: str
    title: str
    tables: tuple[Table, ...]
    more: tuple[Table, ...] = ()
    """Tables that go into the files and not onto the terminal."""
    charts: tuple[Chart, ...] = ()
    more_charts: tuple[Chart, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences about the whole, above the tables."""


def report_as_text(report: Report) -> str:
    """The report for a terminal: what is not in `more`."""
    parts = [
        report.title,
        "\n".join(map(folded, report.notes)),
        *map(as_text, report.tables),
        *map(chart_as_text, report.charts),
    ]
    return "\n\n".join(part.rstrip() for part in parts if part.strip()) + "\n"


def report_as_markdown(report: Report) -> str:
    """The whole report as one Markdown page that shows the charts beside it."""
    parts = [
        f"# {report.title}\n",
        *(f"{note}\n" for note in report.notes),
        *map(as_markdown, (*report.tables, *report.more)),
    ]
    parts += [f"![{chart.heading}]({_file(report, chart.title)}.svg)\n" for chart in _charts(report)]
    return "\n".join(parts)


def publish(report: Report, folder: Path) -> tuple[Path, ...]:
    """Write the page, a CSV a table and an SVG a chart; the files. SaveError where the disk refuses."""
    private_folder(folder)
    files = {f"{report.name}.md": report_as_markdown(report)}
    files |= {f"{_file(report, table.title)}.csv": as_csv(table) for table in (*report.tables, *report.more)}
    files |= {f"{_file(report, chart.title)}.svg": chart_as_svg(chart) for chart in _charts(report)}
    for name, text in files.items():
        replace_file(folder / name, text.encode())
    return tuple(folder / name for name in files)


def _charts(report: Report) -> tuple[Chart, ...]:
    return *report.charts, *report.more_charts


def _file(report: Report, title: str) -> str:
    """The name of a table's or a chart's file: its title up to a colon, in letters, digits and dashes."""
    return f"{report.name}-{re.sub(r'[^a-z0-9_]+', '-', title.partition(':')[0].lower()).strip('-')}"
