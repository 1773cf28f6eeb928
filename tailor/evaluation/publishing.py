"""A bench's report: its tables and charts, printed and written into the bench's folder.

Owns `Report` and the names of its files. Refuses to count and to lay out: `tables`, `layout` and `charts` do. The
same report writes the same bytes.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from tailor.evaluation.charts import Chart, chart_as_svg, chart_as_text
from tailor.evaluation.layout import Table, as_csv, as_markdown, as_text, folded
from tailor.storage import private_folder, replace_file


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
