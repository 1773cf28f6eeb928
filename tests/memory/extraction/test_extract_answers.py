"""What Extract and Check answer is read whatever ornament stands around it."""

import pytest

from memory.extraction import as_answer, checked_of, lacks, procedures_of
from tailor.core.procedure import Procedure

TWO = """Here is what I found.

**Goal:** Oil a garden bench
**Resources:** linseed oil; a brush; sandpaper
1. Sand the bench.
2. Brush on the oil.
Side note: Teak needs less oil.

NEW PROCEDURE

Goal: Clean a brush
Resources:
- white spirit
- a jar
Steps:
1) Pour white spirit into the jar.
2) Swirl the brush in it.
"""


def test_goal_resources_steps_and_side_note_of_each_procedure_are_read() -> None:
    bench, brush = procedures_of(TWO)
    assert bench.goal == "Oil a garden bench"
    assert bench.resources == ("linseed oil", "a brush", "sandpaper")
    assert bench.steps == ("Sand the bench.", "Brush on the oil.")
    assert bench.notes == "Teak needs less oil."
    assert (brush.goal, brush.resources) == ("Clean a brush", ("white spirit", "a jar"))
    assert brush.steps == ("Pour white spirit into the jar.", "Swirl the brush in it.")


def test_what_is_written_is_read_back() -> None:
    found = procedures_of(TWO)
    assert procedures_of(as_answer(found)) == found


@pytest.mark.parametrize(
    ("line", "things"),
    [
        ("Resources: none", ()),
        ("Resources: None.", ()),
        ("Resource: a jar, a lid", ("a jar", "a lid")),
        ("### Resources: one; two, three", ("one", "two, three")),
        ("Resources: N/A", ()),
    ],
)
def test_resources_are_a_line_of_things(line: str, things: tuple[str, ...]) -> None:
    (made,) = procedures_of(f"Goal: g\n{line}\n1. a\n2. b")
    assert made.resources == things


def test_a_forgotten_mark_between_two_procedures_is_no_harm() -> None:
    assert [one.goal for one in procedures_of("Goal: a\n1. x\n2. y\nGoal: b\n1. z\n2. w")] == ["a", "b"]


def test_thinking_and_talk_are_no_procedures() -> None:
    assert procedures_of("<think>Goal: no\n1. a</think>NO PROCEDURE") == ()
    assert procedures_of("I cannot do that.") == ()


def test_what_lacks_is_said() -> None:
    said = [
        lacks(one) for one in procedures_of("1. a\n2. b\nNEW PROCEDURE\nGoal: g\nNEW PROCEDURE\nGoal: h\n1. a")
    ]
    assert said == ["it has no title line", "it has no numbered steps", "it has only one step"]
    assert lacks(Procedure("g", ("a", "b"))) == ""


def test_verdicts_are_counted_and_each_fail_keeps_its_reason() -> None:
    found = checked_of(
        "- [PASS] The form is right.\n[FAIL] The goal is vague.\n3. Steps: **[FAIL]** one is missing\n"
        "[PASS] fine\n\nREVISED\nGoal: Oil a bench\nResources: oil\n1. Sand.\n2. Oil."
    )
    assert found.passed == 2
    assert found.failed == ("The goal is vague.", "3. Steps: one is missing")
    assert [one.goal for one in found.revised] == ["Oil a bench"]


def test_without_a_fail_nothing_is_rewritten_and_without_a_verdict_nothing_was_checked() -> None:
    found = checked_of("[PASS] a\n[PASS] b\nREVISED\nGoal: x\n1. a\n2. b")
    assert (found.failed, found.revised, found.readable) == ((), (), True)
    assert not checked_of("Looks good to me.").readable


def test_a_rewrite_without_its_mark_is_still_found_below_the_verdicts() -> None:
    found = checked_of("[FAIL] vague\n\nGoal: Oil a bench\nResources: oil\n1. Sand.\n2. Oil.")
    assert [one.steps for one in found.revised] == [("Sand.", "Oil.")]
