"""A text split by hand: every line is something, and none is lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.errors import ContentError
from tailor.core.procedure import procedure
from tailor.library.formats.shared.parsed import ImportPreview
from tailor.library.importer import reports_of_text, source_from_text
from tailor.library.manual_import import (
    MOST_LINES,
    ClassifiedLine,
    ClassifiedLines,
    Kind,
    cut,
    joined,
    lifted,
    lines_of,
    lines_of_text,
    made_of,
    marked,
    noted,
    says,
    written,
)

TEXT = "# Tea\n## Ingredients\n- water\n## Steps\n### Pot\n1. Boil it.\n2. Pour it.\n\nBuy my book!\n"
NOTHING = procedure("", [])


def read(text: str = TEXT) -> ImportPreview:
    [report] = reports_of_text(text, "md")
    return report


def kinds(lines: ClassifiedLines) -> str:
    return " ".join(one.kind[0] for one in lines)


def test_what_was_read_stands_line_by_line_and_makes_the_same_again() -> None:
    report = read()
    lines = lines_of(report)
    assert kinds(lines) == "g r h s s u"
    assert made_of(lines, report.procedure, report.where) == report
    assert says(lines) == report.says


def test_what_was_not_used_stands_last_and_can_become_a_step() -> None:
    report = read(TEXT.replace("Buy my book!", "Warm the pot first."))
    lines = lines_of(report)
    assert lines[-1] == ClassifiedLine("unused", "Warm the pot first.")
    lines = lifted(marked(lines, 5, "step"), 5, -2)
    made = made_of(lines, report.procedure, "")
    assert made.procedure.steps == ("Warm the pot first.", "Boil it.", "Pour it.")
    assert made.unused == ()


def test_an_unused_line_stands_where_it_stood_in_the_file() -> None:
    text = "# Mac\n\n## bits\n200 g pasta\n\n## Pan\nBoil it.\n1) melt butter\n2) stir\n\nPS oat milk\n"
    lines = lines_of(read(text))
    assert [(one.kind[0], one.text) for one in lines] == [
        ("g", "Mac"),
        ("u", "bits"),
        ("u", "200 g pasta"),
        ("u", "Pan"),
        ("u", "Boil it."),
        ("s", "melt butter"),
        ("s", "stir"),
        ("u", "PS oat milk"),
    ]


def test_unused_lines_can_be_kept_as_notes() -> None:
    made = noted(read(), ["Buy my book!"])
    assert (made.procedure.notes, made.unused) == ("Buy my book!", ())


def test_a_text_that_nobody_could_read_is_split_line_by_line() -> None:
    brought = source_from_text("{\n1. Boil it.\n- Pour it. Wait.\n", "json", name="Tea")
    assert brought.reports == ()
    assert brought.why
    lines = brought.lines
    assert kinds(lines) == "g u u u"
    lines = cut(lines, 3)
    for at in (2, 3, 4):
        lines = marked(lines, at, "step")
    made = made_of(lines, NOTHING, brought.where)
    assert (made.procedure.goal, made.procedure.steps) == ("Tea", ("Boil it.", "Pour it.", "Wait."))
    assert made.unused == ("{",)


@pytest.mark.web
def test_a_page_that_nobody_could_read_is_split_by_what_is_seen_of_it() -> None:
    brought = source_from_text("<html><body><p>Boil <b>it</b></p><p>Pour it</p></body></html>", "html")
    assert [one.text for one in brought.lines if "it" in one.text][-1] == "Pour it"
    assert not any("<" in one.text for one in brought.lines)


def test_a_heading_without_a_step_below_it_is_unused() -> None:
    lines = (ClassifiedLine("step", "Boil"), ClassifiedLine("heading", "The end"))
    made = made_of(lines, NOTHING, "")
    assert (made.procedure.sections, made.unused) == ((), ("The end",))


def test_there_is_one_goal_and_the_one_before_is_not_lost() -> None:
    lines = marked(
        (ClassifiedLine("goal", "A"), ClassifiedLine("unused", "B"), ClassifiedLine("step", "C")), 1, "goal"
    )
    assert [one.kind for one in lines] == ["unused", "goal", "step"]


def test_lines_are_joined_cut_and_written_anew() -> None:
    lines = (ClassifiedLine("step", "Boil it."), ClassifiedLine("unused", "Well."))
    assert joined(lines, 1) == (ClassifiedLine("step", "Boil it. Well."),)
    assert cut((ClassifiedLine("step", "1. Boil 2. Pour"),), 0) == (
        ClassifiedLine("step", "Boil"),
        ClassifiedLine("step", "Pour"),
    )
    assert written(lines, 0, ["Boil", "", " it "]) == (
        ClassifiedLine("step", "Boil"),
        ClassifiedLine("step", "it"),
        lines[1],
    )
    for refused in (joined, cut):
        with pytest.raises(ContentError):
            refused(lines, 0)
    with pytest.raises(ContentError, match="the limit is"):
        joined((ClassifiedLine("step", "a" * 3_000), ClassifiedLine("step", "b" * 3_000)), 1)


def test_without_a_step_nothing_can_be_saved() -> None:
    with pytest.raises(ContentError, match="No line is a step yet"):
        made_of((ClassifiedLine("unused", "Boil"),), NOTHING, "")


def test_more_lines_than_one_can_go_through_are_refused_in_words() -> None:
    with pytest.raises(ContentError, match="you can look through at most"):
        lines_of_text("a\n" * (MOST_LINES + 1))
    with pytest.raises(ContentError, match="no words"):
        lines_of_text(" \n\n")


def test_tags_and_notes_of_what_was_read_stay_when_lines_are_changed() -> None:
    report = read('---\ntags: ["drink"]\nsource: "a book"\n---\n' + TEXT + "## Notes\nGood.\n")
    made = made_of(marked(lines_of(report), 3, "unused"), report.procedure, report.where).procedure
    assert (made.tags, made.source, made.notes) == (("drink",), "a book", "Good.")


def test_the_lines_of_the_notes_stand_where_they_stood_and_can_become_a_step() -> None:
    noted_text = (
        TEXT.replace("## Ingredients", "> Warning: hot!\n\n## Ingredients") + "\n## Notes\nGood.\n\n\nCold too.\n"
    )
    report = read(noted_text)
    lines = lines_of(report)
    assert [one.text for one in lines if one.kind == "note"] == ["Warning: hot!", "Good.", "Cold too."]
    assert lines[1] == ClassifiedLine("note", "Warning: hot!")
    assert says(lines) == report.says
    kept = made_of(marked(lines, 2, "unused"), report.procedure, "").procedure
    assert kept.notes == report.procedure.notes, "with their blank lines"
    made = made_of(marked(lines, 1, "step"), report.procedure, "").procedure
    assert (made.steps[0], made.notes) == ("Warning: hot!", "Good.\nCold too.")
    none = made_of(tuple(one for one in lines if one.kind != "note"), report.procedure, "").procedure
    assert none.notes == ""


words = st.text(max_size=12).map("a{}".format)  # a sign that is not shown, or a bullet, is no line
KINDS: tuple[Kind, ...] = ("goal", "resource", "heading", "step", "note", "unused")


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(KINDS), words), min_size=1, max_size=12), st.data())
def test_no_move_loses_a_line(pairs: list[tuple[Kind, str]], data: st.DataObject) -> None:
    lines = lines_of_text("\n".join(text for _, text in pairs))
    lines = tuple(ClassifiedLine(kind, one.text) for one, (kind, _) in zip(lines, pairs * 9, strict=False))
    said = sorted(one.text for one in lines)
    for _ in range(5):
        at = data.draw(st.integers(0, len(lines) - 1))
        kind = data.draw(st.sampled_from(KINDS))
        lines = lifted(marked(lines, at, kind), at, data.draw(st.integers(-3, 3)))
    assert sorted(one.text for one in lines) == said
    lines = (*lines, ClassifiedLine("step", "x"))
    made = made_of(lines, NOTHING, "")
    p = made.procedure
    told = [
        *p.steps,
        *p.resources,
        *(title for _, title in p.sections),
        *made.unused,
        *([p.goal] if p.goal else []),
        *filter(None, p.notes.split("\n")),
    ]
    assert sorted(told) == sorted([*said, "x"])
