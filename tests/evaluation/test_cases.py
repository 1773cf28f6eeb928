"""Cases, and the records of others that become cases."""

import json
from pathlib import Path

import pytest

from memory.messages import BadRow
from tailor.core.codec import from_json, to_json
from tailor.core.errors import ContentError, NotFoundError
from tailor.core.procedure import Json
from tailor.evaluation.cases import Case, case_of, digest, read_cases
from tests.evaluation.customize_case import EGGS, TEA

ROW: dict[str, Json] = {"id": "a", "goal": "Boil eggs", "steps": ["Boil water.", "Add eggs."], "hint": "no stove"}


def test_labels_are_taken_as_the_record_says_them() -> None:
    case = case_of({**ROW, "constraint": "Prerequisite", "expertise": "expert", "critical": "both"}, 1)
    assert (case.id, case.hint, case.constraint, case.expertise, case.critical) == (
        *("a", "no stove", "prerequisite"),
        *("expert", "both"),
    )


def test_a_label_that_is_not_there_is_not_guessed() -> None:
    case = case_of(ROW, 1)
    assert (case.constraint, case.expertise, case.critical, case.choice, case.reference) == (
        None,
        None,
        None,
        None,
        (),
    )


@pytest.mark.parametrize(
    ("category", "constraint"),
    [("Preference", "preference"), ("Location", "prerequisite"), ("Safety", "prerequisite")],
)
def test_a_category_of_coplan_is_a_prerequisite_save_preference(category: str, constraint: str) -> None:
    case = case_of({**ROW, "category": category, "reference_steps": ["Boil water in a kettle."]}, 1)
    assert case.constraint == constraint
    assert case.reference == ("Boil water in a kettle.",)


def test_the_right_option_of_choice_75_is_told_from_the_wrong_one() -> None:
    options: dict[str, Json] = {"branching_step": "Add eggs.", "option_1": "use a pan", "option_2": "use a kettle"}
    case = case_of({**ROW, **options, "right_option": 2}, 1)
    assert case.choice is not None
    assert (case.choice.right, case.choice.wrong) == ("use a kettle", "use a pan")
    with pytest.raises(ContentError, match="right_option"):
        case_of({**ROW, **options, "right_option": 3}, 1)


def test_steps_written_as_one_text_are_read_as_a_list() -> None:
    case = case_of({"goal": "Boil eggs", "plan": "1. Boil water.\n2. Add eggs.", "condition": "no stove"}, 7)
    assert case.procedure.steps == ("Boil water.", "Add eggs.")
    assert case.id == "row-7"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"goal": ""}, "no goal"),
        ({"steps": []}, "no steps"),
        ({"hint": " "}, "no hint"),
        ({"constraint": "wish"}, "not one of prerequisite"),
        ({"category": "Mood"}, "not one of preference"),
    ],
)
def test_a_record_that_is_no_case_says_why(change: dict[str, Json], why: str) -> None:
    with pytest.raises(ContentError, match=why):
        case_of({**ROW, **change}, 1)


def test_bad_rows_are_named_and_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    rows = [json.dumps(ROW), "{broken", json.dumps({**ROW, "id": "b", "hint": "a\u2028b"}), json.dumps(ROW), "[1]"]
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    found = read_cases(file)
    assert [case.id for case in found.cases] == ["a", "b"]
    assert [row.where for row in found.bad] == ["line 2", "line 4", "line 5"]
    assert found.bad[1] == BadRow(where="line 4", why='the id "a" is used twice')


def test_a_line_separator_inside_a_text_ends_no_line(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(
        json.dumps({**ROW, "hint": "no stove\u2028at all"}, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    assert len(read_cases(file).cases) == 1
    assert read_cases(file).bad == ()


def test_a_byte_order_mark_costs_no_case(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(ROW) + "\r\n", encoding="utf-8-sig", newline="")
    found = read_cases(file)
    assert ([case.id for case in found.cases], found.bad) == (["a"], ())


def test_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        read_cases(tmp_path / "none.jsonl")


def test_a_case_comes_back_from_its_line_and_the_digest_sees_every_change() -> None:
    assert from_json(Case, to_json(TEA)) == TEA
    assert digest((EGGS, TEA)) == digest((EGGS, TEA)) != digest((TEA, EGGS))
