"""The lines of an answer about requirements: how the hint is read, and what needs no edit."""

import pytest

from tailor.agents.parsing import ClauseReader, EditParser
from tailor.core.read_hint import Clause


def read(*lines: str) -> tuple[Clause, ...]:
    reader = ClauseReader()
    for line in lines:
        reader.take(line)
    reader.edits_begin()
    hint = reader.hint()
    return hint.clauses if hint else ()


def test_a_line_tells_kind_words_and_what_follows() -> None:
    assert read("R1 prerequisite: no oven -> bake it in a lidded pan") == (
        Clause(id="R1", kind="prerequisite", text="no oven", follows="bake it in a lidded pan"),
    )


@pytest.mark.parametrize(
    "line",
    [
        "- **R1** prerequisite: no oven -> a pan",
        "# R1 (prerequisite): no oven => a pan",
        "[R1] Prerequisite – no oven → a pan",
        'R1. prereq: "no oven" -> "a pan"',
        "R1: prerequisite: no oven -> a pan.",
    ],
)
def test_ornament_does_no_harm(line: str) -> None:
    assert read(line) == (Clause(id="R1", kind="prerequisite", text="no oven", follows="a pan"),)


@pytest.mark.parametrize(
    ("kind", "level"),
    [
        ("beginner", "beginner"),
        ("expert", "expert"),
        ("expertise: expert", "expert"),
        ("expertise (beginner)", "beginner"),
        ("intermediate", "intermediate"),
        ("expertise", None),
    ],
)
def test_expertise_has_its_level(kind: str, level: str | None) -> None:
    (clause,) = read(f"R2 {kind}: I trained for years -> no cues")
    assert (clause.kind, clause.level, clause.text) == ("expertise", level, "I trained for years")


def test_a_kind_nobody_knows_leaves_the_kind_open() -> None:
    assert read("R1 circumstance: no car -> carry it")[0] == Clause(
        id="R1", text="circumstance: no car", follows="carry it"
    )


def test_what_asks_for_nothing_is_said_so() -> None:
    assert read("R3 none: that's it -> nothing")[0].asks is False


@pytest.mark.parametrize(
    "line",
    ["", "R1 and R2 need the pan.", "R1", "R0 preference: x -> y", "keep(1)", "# because hot [R1]", "Ready -> go"],
)
def test_other_lines_are_none_of_its_business(line: str) -> None:
    assert not ClauseReader().take(line)


def test_why_a_requirement_needs_no_edit_is_kept_in_the_models_words() -> None:
    reader = ClauseReader()
    assert reader.take("R3 already: step 4 covers this.")
    assert reader.already == {"R3": "step 4 covers this"}


def test_lines_after_the_first_edit_do_not_say_how_the_hint_is_read() -> None:
    reader = ClauseReader()
    reader.take("R1 preference: plain -> less salt")
    assert reader.hint() is None
    reader.edits_begin()
    assert reader.take("R1 prerequisite: no salt -> none at all")
    hint = reader.hint()
    assert hint is not None
    assert [one.follows for one in hint.clauses] == ["less salt"]
    assert reader.hint() is None


def test_the_lines_take_nothing_from_the_edits_around_them() -> None:
    parser = EditParser(5, 2, ClauseReader())
    parser.feed(
        "R1 prerequisite: no oven -> replace(4, with a pan)\nkeep(1)\n# because no oven [R1]\nreplace(4, Fry it.\n"
        "R2 already: step 2 covers this\ndone\n"
    )
    parser.close()
    assert [(edit.step, edit.text, edit.reason, edit.serves) for edit in parser.edits] == [
        (4, "Fry it.", "no oven", ("R1",))
    ]
    assert parser.end == "edits"


def test_where_nobody_asked_for_them_such_lines_are_talk() -> None:
    parser = EditParser(5)
    parser.feed("R1 prerequisite: no oven -> a pan\nno edits\n")
    parser.close()
    assert (parser.edits, parser.end) == ((), "none")


def test_a_very_long_line_is_read_in_no_time() -> None:
    assert read("R1 " + "-" * 200_000, "R1 " + " *_" * 60_000, "R1 preference: " + "a " * 100_000)[0].id == "R1"
