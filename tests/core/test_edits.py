"""Edits: the strict line format and the JSON bag of the contract."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from tailor.core.coverage import assess_edit
from tailor.core.edits import (
    Bag,
    Edit,
    Insert,
    Op,
    Replace,
    bag_from_json,
    bag_from_text,
    bag_to_json,
    edit_line,
    is_deletion,
    is_no_instruction,
    same_change,
    text_meant,
)
from tailor.core.errors import ContentError, ReadError
from tailor.core.events import EditProposed
from tailor.core.procedure import Procedure
from tailor.core.review.decisions import accept_many
from tailor.core.review.events import fold_all
from tailor.core.review.state import ReviewState
from tests.agents.strategies_for_tests import procedures_with_bags
from tests.core.review_case import BENCH, started
from tests.depth import cases


def test_a_file_of_lines_is_read_verbatim_up_to_the_last_parenthesis() -> None:
    text = (
        '# because\n\ninsert(0, "Wash" (twice))\nreplace(2, )\nreplace(3)\nreplace(r1, 2 eggs)\ndone\nno edits\n'
    )
    assert bag_from_text(text).edits == (
        Insert(step=0, text='"Wash" (twice)'),
        Replace(step=2, text=""),
        Replace(step=3, text=""),
        Replace(step=1, text="2 eggs", part="resources"),
    )


def test_two_quotes_are_no_text_and_a_text_of_quotes_goes_there_and_back() -> None:
    assert bag_from_text('replace(1, "")').edits == (Replace(step=1, text=""),)
    assert bag_from_text('replace(1, "Mix")').edits == (Replace(step=1, text='"Mix"'),)
    for text in ("", '"', '""', '"""', '""""', '" "'):
        made = Replace(step=1, text=text)
        assert bag_from_text(edit_line(made)).edits == (made,)


@pytest.mark.parametrize(
    "line", ["delete(3)", "Replace(3, x)", "replace(x, y)", "- replace(1, x)", "replace(1, x", "hi"]
)
def test_any_other_line_is_an_error_with_its_number(line: str) -> None:
    with pytest.raises(ReadError, match="Line 2"):
        bag_from_text(f"insert(1, ok)\n{line}\n")


@settings(max_examples=cases(500), deadline=None)
@given(procedures_with_bags())
def test_a_bag_comes_back_equal_from_lines_and_from_json(case: tuple[Procedure, Bag]) -> None:
    bag = case[1]
    assert bag_from_json(bag_to_json(bag)) == bag
    lines = bag_from_text("\n".join(map(edit_line, bag.edits)))
    assert [edit_line(edit) for edit in lines.edits] == [edit_line(edit) for edit in bag.edits]


@pytest.mark.parametrize("group", ["", "g1"])
@pytest.mark.parametrize("make", [Insert, Replace])
def test_an_edit_that_is_proposed_is_the_same_edit(make: type[Insert | Replace], group: str) -> None:
    made = make(
        step=2, text="Rest.", part="resources", id="e4", reason="why", serves=("R1",), agent="modify", group=group
    )
    assert EditProposed.of(made, 1, "e4", "modify").edit == made
    assert EditProposed.of(made, 1, "e4", "modify").group == (group or None)


@pytest.mark.parametrize("wrong", [{"step": "x" * 200}, {"step": 1, "note": "x" * 200}])
def test_of_a_long_edit_in_json_that_is_none_the_beginning_is_shown(wrong: dict[str, str | int]) -> None:
    with pytest.raises(ContentError) as refused:
        bag_from_json([{"op": "insert", **wrong}])
    assert refused.value.message.endswith(f": {json.dumps({'op': 'insert', **wrong})[:120]}")


@pytest.mark.parametrize("other", [{"part": "resources"}, {"step": 3}, {"text": "Cool."}])
def test_two_edits_are_one_change_by_what_they_do_and_not_by_who_says_why(other: dict[str, Any]) -> None:
    made = Insert(step=2, text="Rest.", id="e1", reason="why", agent="modify")
    assert same_change(made, replace(made, id="e2", reason="", agent="verify"))
    assert not same_change(made, replace(made, **other))
    assert not same_change(made, Replace(step=2, text="Rest."))


@pytest.mark.parametrize(
    ("edit", "removes"),
    [(Replace(step=1, text=""), True), (Replace(step=1, text="x"), False), (Insert(step=1, text=""), False)],
)
def test_only_a_replace_without_text_removes_a_step(edit: Edit, removes: bool) -> None:
    assert is_deletion(edit) is removes


def test_json_edits_are_told_from_lines_by_their_first_character() -> None:
    assert bag_from_text('[{"op": "insert", "step": 1, "text": "x"}]').edits == (Insert(step=1, text="x"),)
    with pytest.raises(ReadError, match="JSON"):
        bag_from_text("{not json")


@pytest.mark.parametrize(
    "wrong",
    [
        [{"op": "delete", "step": 1}],
        [{"op": "insert", "step": "1", "text": "x"}],
        [{"op": "insert", "step": True, "text": "x"}],
        [{"op": "insert", "step": 1, "text": "x", "part": "goal"}],
        ["insert(1, x)"],
        "insert",
        {"steps": []},
        [{"op": "replace", "step": 1}],
        [{"op": "replace", "step": 1, "text": None}],
        [{"op": "replace", "step": 1, "new": "Boil it."}],
    ],
)
def test_a_wrong_shape_is_refused_in_words(wrong: object) -> None:
    with pytest.raises(ContentError):
        bag_from_json(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("edit", ['{"op": "replace", "step": 2}', '{"op": "replace", "step": 2, "text": null}'])
def test_an_edit_without_a_text_is_no_deletion_and_is_told_how_one_is_written(edit: str) -> None:
    with pytest.raises(ContentError, match='to remove a step, write "text": ""'):
        bag_from_text(f"[{edit}]")
    (removal,) = bag_from_text('[{"op": "replace", "step": 2, "text": ""}]').edits
    assert removal.text == ""


@pytest.mark.parametrize(
    "line", ["replace(1, A) replace(2, B)", "insert(1, A), insert(r2, B)", "replace(1, A); replace(2, )"]
)
def test_two_edits_on_a_line_of_a_file_are_not_one_text(line: str) -> None:
    with pytest.raises(ReadError, match="Line 2 has more than one edit"):
        bag_from_text(f"# two\n{line}\n")


def test_a_text_may_still_speak_of_an_edit() -> None:
    (one,) = bag_from_text("replace(1, Call replace(2) (or insert(3, x)) now)").edits
    assert one.text == "Call replace(2) (or insert(3, x)) now"


@pytest.mark.parametrize(
    "text",
    [
        "N/A",
        "n/a.",
        ".",
        "-",
        "–",
        "…",
        "(deleted)",
        "[Removed]",
        "Skip this step.",
        "None",
        "None needed.",
        "Omit.",
        "*(no longer needed)*",
        "This step is not required.",
        "Not applicable",
        "Leave this step out: removed",
        "TBD",
        "Step 3 was removed.",
        "No change.",
        "(same as before)",
        "Nothing to do here.",
        "(empty)",
        "?",
    ],
)
def test_a_text_that_tells_nobody_what_to_do_is_never_taken_in_bulk(text: str) -> None:
    review = fold_all(BENCH, [started(), proposed("e1", "insert", text), proposed("e2", "replace", text)])
    assert [one.level for _, one in ReviewState(review).proposals.values()] == ["must", "must"]
    assert accept_many(review, "careful").ids == ()


@pytest.mark.parametrize(
    "text",
    [
        "Rest.",
        "Skip the salt.",
        "Remove the lid.",
        "Leave it on.",
        "Do nothing for 5 minutes.",
        "🙂",
        "½ cup",
        "Enjoy!",
        "Step back.",
        "",
        "Delete the file.",
    ],
)
def test_a_text_that_names_a_thing_or_a_deed_is_an_instruction(text: str) -> None:
    assert not is_no_instruction(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("(deleted)", ""),
        ("Skip this step.", ""),
        ("None", ""),
        ("Step removed", ""),
        ("No longer there: removed", None),
        ("Step 3 removed", None),
        ("Do not skip this step.", None),
        ("Nothing removed", None),
        ("N/A", None),
        ("Removed, not needed", None),
        ("Drop it in.", "Drop it in."),
        ("Skip the salt.", "Skip the salt."),
        ("", ""),
    ],
)
def test_a_model_says_in_one_word_that_a_step_goes_or_it_says_nothing(text: str, meant: str | None) -> None:
    assert text_meant("replace", text) == meant
    assert text_meant("insert", text) == (meant if meant or not text else None)


def proposed(id: str, op: Op, text: str) -> EditProposed:
    """As a run proposes it."""
    edit = (Insert if op == "insert" else Replace)(step=4, text=text)
    weight = assess_edit(BENCH, edit, ())
    return replace(EditProposed.of(edit, 1, id, "modify"), level=weight.level, tripwires=weight.says)


@pytest.mark.parametrize("line", ["x" * 200, f"replace(1, {'x' * 200}) replace(2, y)"])
def test_of_a_long_line_that_cannot_be_read_the_first_eighty_characters_are_shown(line: str) -> None:
    with pytest.raises(ReadError) as refused:
        bag_from_text(line)
    assert f": {line[:80]}. " in refused.value.message
