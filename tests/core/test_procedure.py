"""Procedures: normal form, fingerprint and the JSON of the contract."""

import pytest

from tailor.core.edits import Bag, Replace
from tailor.core.engine import apply
from tailor.core.errors import ContentError
from tailor.core.procedure import (
    Amount,
    Json,
    Times,
    fingerprint,
    numbered,
    procedure,
    procedure_from_json,
    procedure_to_json,
    yield_number,
)


def test_steps_are_put_in_normal_form_and_empty_ones_left_out() -> None:
    made = procedure(" Bake ", ["Mix\nwell", "  ", "Bake"], ["flour ", ""])
    assert (made.goal, made.steps, made.resources) == ("Bake", ("Mix well", "Bake"), ("flour",))


def test_headings_above_one_step_keep_their_order() -> None:
    made = procedure("Bake", ["Mix", "Bake"], sections=[(2, "Oven"), (1, "The dough"), (1, "By hand")])
    assert made.sections == ((1, "The dough"), (1, "By hand"), (2, "Oven"))


def test_a_step_may_have_five_thousand_characters_and_no_more() -> None:
    assert procedure("g", ["x" * 5_000]).steps
    with pytest.raises(ContentError, match="step 2 has 5,001 characters"):
        procedure("g", ["a", "x" * 5_001])


def test_the_fingerprint_is_of_the_steps_alone() -> None:
    assert fingerprint(procedure("One", ["Mix", "Öl"])) == fingerprint(procedure("Other", ["Mix", "Öl"], ["oil"]))
    assert fingerprint(procedure("g", ["Mix", "Öl"])) == "0d79e24c82b426c0"


def test_every_name_the_contract_reads_is_read_and_unknown_keys_survive() -> None:
    made = procedure_from_json({"title": "Soup", "ingredients": ["leek"], "instructions": ["Boil"], "cost": 4})
    assert (made.goal, made.resources, made.steps) == ("Soup", ("leek",), ("Boil",))
    assert procedure_to_json(made) == {"goal": "Soup", "resources": ["leek"], "steps": ["Boil"], "cost": 4}
    assert procedure_from_json(["Boil"]).steps == ("Boil",)


def test_headings_and_marks_stay_at_their_steps_when_empty_ones_go() -> None:
    titles: Json = [[1, "Cake"], [2, "Oven"], [4, "Icing"], [5, "Table"]]
    steps: Json = ["Mix.", " ", "Bake it.", "Ice it.", "", "Serve."]
    made = procedure_from_json({"goal": "Iced cake", "steps": steps, "sections": titles, "uncertain": [2, 4]})
    assert made.steps == ("Mix.", "Bake it.", "Ice it.", "Serve.")
    assert made.sections == ((1, "Cake"), (2, "Oven"), (3, "Icing"), (4, "Table"))
    assert made.uncertain == (3,)


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


DETAILS: dict[str, Json] = {
    "yield": "4 servings",
    "times": {"prep": 10, "total": 45},
    "author": "Ann",
    "image": "https://soup.example/1.jpg",
    "language": "en",
    "amounts": {"2 leeks, sliced": {"amount": "2", "name": "leeks", "note": "sliced"}},
}


def test_what_a_procedure_also_holds_comes_back_from_json() -> None:
    data: dict[str, Json] = {
        "goal": "Soup",
        "resources": ["2 leeks, sliced", "salt"],
        "steps": ["Boil"],
        **DETAILS,
    }
    made = procedure_from_json(data)
    assert procedure_to_json(made) == data
    assert (made.yields, made.times, made.extra) == ("4 servings", Times(prep=10, total=45), ())
    assert made.amount_of("2 leeks, sliced") == Amount("2 leeks, sliced", "2", "", "leeks", "sliced")
    assert made.amount_of("salt") is None


def test_amounts_of_a_resource_whose_text_has_changed_are_void() -> None:
    made = procedure_from_json({"resources": ["2 leeks, sliced"], "steps": ["Boil"], **DETAILS})
    changed = apply(made, Bag((Replace(step=1, text="3 leeks, sliced", part="resources"),))).procedure
    assert "amounts" not in procedure_to_json(changed)
    assert procedure_to_json(changed)["times"] == DETAILS["times"]
    back = apply(changed, Bag((Replace(step=1, text="2 leeks, sliced", part="resources"),))).procedure
    assert back.amount_of("2 leeks, sliced") == made.amounts[0]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("yield", {"of": 4}),
        ("yield", True),
        ("times", {"rest": 5}),
        ("times", {"prep": -1}),
        ("times", {"prep": "1 h"}),
        ("author", ["Ann", "Bo"]),
        ("amounts", [1]),
        ("amounts", {"leek": "2"}),
        ("amounts", {"leek": {"weight": "2"}}),
    ],
)
def test_a_detail_of_another_shape_survives_as_it_stands(key: str, value: Json) -> None:
    data: dict[str, Json] = {"goal": "Soup", "resources": ["leek"], "steps": ["Boil"], key: value}
    assert procedure_to_json(procedure_from_json(data)) == data


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("4 servings", 4),
        ("for 4 to 6", 4),
        ("4/6 servings", 4),
        ("makes 10/12 buns", 10),
        ("2/3 loaf", 2 / 3),
        ("1/2 loaf", 0.5),
        ("1 1/2 l", 1.5),
        ("2½ cups", 2.5),
        ("half a loaf", 0.5),
        ("1.5 kg", 1.5),
        ("1,5 l", 1.5),
        ("1,000 cookies", 1000),
        ("a batch", None),
        ("", None),
    ],
)
def test_a_yield_has_the_number_it_begins_with(words: str, number: float | None) -> None:
    assert yield_number(words) == number
