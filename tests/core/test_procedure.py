"""Procedures: normal form, fingerprint and the JSON of the contract."""

import pytest

from tailor.core.errors import ContentError
from tailor.core.procedure import fingerprint, numbered, procedure, procedure_from_json, procedure_to_json


def test_steps_are_put_in_normal_form_and_empty_ones_left_out() -> None:
    made = procedure(" Bake ", ["Mix\nwell", "  ", "Bake"], ["flour ", ""])
    assert (made.goal, made.steps, made.resources) == ("Bake", ("Mix well", "Bake"), ("flour",))


def test_a_step_may_have_five_thousand_characters_and_no_more() -> None:
    assert procedure("g", ["x" * 5_000]).steps
    with pytest.raises(ContentError, match="step 2 has 5,001 characters"):
        procedure("g", ["a", "x" * 5_001])


def test_the_fingerprint_is_of_the_steps_alone() -> None:
    assert fingerprint(procedure("One", ["Mix", "Öl"])) == fingerprint(procedure("Other", ["Mix", "Öl"], ["oil"]))
    assert fingerprint(procedure("g", ["Mix", "Öl"])) == "0d79e24c82b426c0"


def test_every_name_the_contract_reads_is_read_and_unknown_keys_survive() -> None:
    made = procedure_from_json({"title": "Soup", "ingredients": ["leek"], "instructions": ["Boil"], "yield": 4})
    assert (made.goal, made.resources, made.steps) == ("Soup", ("leek",), ("Boil",))
    assert procedure_to_json(made) == {"goal": "Soup", "resources": ["leek"], "steps": ["Boil"], "yield": 4}
    assert procedure_from_json(["Boil"]).steps == ("Boil",)


def test_a_procedure_comes_back_equal_from_its_json() -> None:
    data = {
        "goal": "Cake",
        "resources": ["flour"],
        "steps": ["Mix", "Bake"],
        "sections": [[2, "Oven"]],
        "uncertain": [2],
        "notes": "Eat.\nSoon.",
        "tags": ["baking"],
        "source": "me",
        "licence": "MIT",
        "id": "cake-1234.v1",
    }
    assert procedure_to_json(procedure_from_json(data)) == data  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["text", {"steps": 3}, {"steps": [1]}, {"goal": "g", "steps": [{"text": "x"}]}])
def test_a_wrong_shape_is_refused_in_words(wrong: object) -> None:
    with pytest.raises(ContentError):
        procedure_from_json(wrong)  # type: ignore[arg-type]


def test_numbered_text_counts_from_one() -> None:
    assert numbered(["Mix", "Bake"]) == "1. Mix\n2. Bake"
