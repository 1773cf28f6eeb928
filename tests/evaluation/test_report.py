"""Tables and charts as they are printed: numbers alike everywhere, and the label never lost."""

import csv
import io
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tailor.evaluation.report import (
    Bar,
    BarGroup,
    Chart,
    Measured,
    Report,
    Table,
    as_csv,
    as_markdown,
    as_text,
    chart_as_svg,
    chart_as_text,
    publish,
    report_as_markdown,
    report_as_text,
)
from tailor.evaluation.statistics import Share

TABLE = Table(
    title="Table 2: strategies",
    head=("strategy", "n", "EXECUTABLE"),
    rows=(("sequential", 20, Measured(Share(12, 20), 72.33)), ("=end_to_end", None, Measured(Share(0, 0)))),
    notes=("A note with a | and [a link](x).",),
    judged="model-judged",
)
CHART = Chart(
    title="Figure 9: reasons <b>",
    groups=(BarGroup("executable & more", (Bar("missing", Share(1, 2)), Bar("vague", Share(0, 0)))),),
    notes=("Several reasons may be given.",),
    judged="partly model-judged",
)
REPORT = Report(name="customize", title="A bench", tables=(TABLE,), charts=(CHART,), notes=("Few cases.",))


def test_a_measured_cell_says_share_interval_n_and_the_studys_number() -> None:
    rows = as_text(TABLE).split("\n")
    assert rows[0] == "Table 2: strategies (model-judged)"
    assert rows[4].split() == ["sequential", "20", "60", "%", "(39–78)"]
    assert rows[5].strip() == "12 of 20"
    assert rows[6].strip() == "study 72.33 %"
    assert max(map(len, rows)) <= 80


def test_a_table_that_is_too_wide_goes_on_below_with_the_names_of_its_rows() -> None:
    head = ("strategy", "prompts", *(f"number {at}" for at in range(12)))
    rows: list[tuple[str | int, ...]] = [(way, "paper", *range(12)) for way in ("sequential", "unified")]
    text = as_text(Table(title="Wide", head=head, rows=tuple(rows), notes=("A note.",)))
    lines = text.split("\n")
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("sequential   paper") for line in lines) == 3
    assert [line.split("   ")[-1] for line in lines if line.startswith("strategy")][-1] == "number 11"
    assert text.endswith("A note.\n")


def test_markdown_keeps_bars_and_brackets_as_words_and_names_as_they_are() -> None:
    page = as_markdown(TABLE)
    assert "| sequential | 20 | 60 % (39–78), 12 of 20, study 72.33 % |" in page
    assert "=end_to_end" in page
    assert r"a \| and \[a link\](x)" in page


def test_csv_has_every_number_in_a_column_of_its_own_and_says_in_each_row_who_judged() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(TABLE))))
    assert rows[0]["EXECUTABLE k"] == "12"
    assert rows[0]["EXECUTABLE n"] == "20"
    assert rows[0]["EXECUTABLE share"] == "0.6000"
    assert rows[0]["EXECUTABLE study"] == "0.7233"
    assert rows[1]["EXECUTABLE low"] == "", "nothing counted: no interval"
    assert rows[1]["strategy"] == "'=end_to_end", "no spreadsheet takes it for a formula"
    assert {row["judged by"] for row in rows} == {"model-judged"}


@pytest.mark.parametrize(
    ("judged", "said"), [("model-judged", True), ("partly model-judged", True), ("people", False)]
)
def test_the_label_stands_wherever_a_model_judged_and_nowhere_else(judged: str, said: bool) -> None:
    assert ("model-judged" in Table(title="T", head=(), rows=(), judged=judged).heading) is said  # type: ignore[arg-type]


def test_every_form_of_every_part_carries_the_label(tmp_path: Path) -> None:
    for file in publish(REPORT, tmp_path / "out"):
        assert "model-judged" in file.read_text(encoding="utf-8"), file.name
    for text in (as_text(TABLE), as_markdown(TABLE), chart_as_text(CHART), report_as_text(REPORT)):
        assert "model-judged" in text


def test_a_chart_in_the_terminal_has_names_and_numbers_and_fits() -> None:
    rows = chart_as_text(CHART).split("\n")
    bar = next(row for row in rows if "missing" in row)
    assert "█" * 15 + "·" * 15 in bar
    assert "50 %  1/2  (9–91)" in bar
    assert "–  0/0" in next(row for row in rows if "vague" in row)
    assert max(map(len, rows)) <= 80


def test_a_chart_as_svg_is_well_formed_and_holds_only_words_from_outside() -> None:
    tree = ElementTree.fromstring(chart_as_svg(CHART))
    words = [element.text for element in tree.iter() if element.tag.endswith("text")]
    assert "Figure 9: reasons <b> (partly model-judged)" in words
    assert "executable & more" in words
    assert not [element for element in tree.iter() if element.tag.endswith(("}b", "script", "image"))]


def test_a_report_is_written_with_names_that_stay_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    files = publish(REPORT, tmp_path)
    assert [file.name for file in files] == ["customize.md", "customize-table-2.csv", "customize-figure-9.svg"]
    before = [file.read_bytes() for file in files]
    assert [file.read_bytes() for file in publish(REPORT, tmp_path)] == before
    assert "(customize-figure-9.svg)" in report_as_markdown(REPORT)
