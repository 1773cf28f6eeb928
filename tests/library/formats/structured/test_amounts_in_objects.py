"""Amounts, notes and times that a program keeps in objects and lists stay with their item or step or are named."""

import json

import pytest

from tailor.core.procedure import Json
from tailor.library.formats.registry import read
from tailor.library.formats.shared.parsed import ParsedProcedure

STEPS: Json = ["Mix it.", "Bake it."]


def only(data: Json) -> ParsedProcedure:
    (one,) = read(json.dumps(data), "json", "the file")
    return one


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ({"quantity": [3, 4], "unit": "cup", "name": "milk"}, "3–4 cup milk"),
        ({"name": "water", "amount": {"min": 1, "max": 2}, "unit": "l"}, "1–2 l water"),
        ({"amount": {"value": 5, "unit": "g"}, "name": "yeast"}, "5 g yeast"),
        ({"amount": {"value": [1, 1.5], "unit": {"name": "tsp"}}, "name": "salt"}, "1–1.5 tsp salt"),
        ({"name": "flour", "weight": "500 g"}, "500 g flour"),
        ({"name": "sugar", "amount": "10 g", "remark": "cane only"}, "10 g sugar, cane only"),
        ({"name": "nuts", "amount": 20, "unit": "g", "optional": True}, "20 g nuts, optional"),
        ({"text": "flour", "amount": "500 g"}, "500 g flour"),
        ({"amount": 250, "unit": {"name": "ml"}, "food": {"name": "cream"}}, "250 ml cream"),
    ],
)
def test_an_amount_in_an_object_or_a_list_stays_with_its_item(entry: Json, line: str) -> None:
    found = only({"title": "A", "ingredients": [entry], "steps": STEPS})
    assert (found.procedure.resources, found.unused) == ((line,), ())


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ({"name": "rice", "amount": {"cups": "1 big"}}, "rice: amount cups 1 big"),
        ({"name": "rice", "amount": ["1", "cup"]}, "rice: amount 1, cup"),
        ({"name": "rice", "amount": {"value": 5, "unit": "g", "hint": "level"}}, "rice: amount hint level"),
        ({"name": "rice", "amount": 1, "unit": "cup", "weight": "120 g"}, "rice: weight 120 g"),
        ({"name": "rice", "unit": "handful"}, "rice: unit handful"),
        ({"name": "rice", "allergens": ["may contain nuts"]}, "rice: allergens may contain nuts"),
        ({"what": "rice", "g": 5}, "ingredient: what rice, g 5"),
        (True, "true"),
    ],
)
def test_what_has_no_place_in_an_item_is_among_the_unused_lines(entry: Json, named: str) -> None:
    found = only({"title": "A", "ingredients": ["1 egg", entry], "steps": STEPS})
    assert found.unused == (named,)


def test_a_note_stays_with_its_step_and_its_minutes_are_named() -> None:
    steps: Json = [
        "Knead.",
        {"text": "Bake", "note": "watch out, hot"},
        {"text": "Lift it.", "warning": "it splashes"},
        {"step": 4, "text": "Cool.", "minutes": 30, "gear": [{"name": "rack"}]},
        {"title": "Glaze", "steps": [{"text": "Brush it.", "heat": "low"}]},
    ]
    found = only({"title": "A", "ingredients": ["1 egg"], "steps": steps})
    assert found.procedure.steps == (
        "Knead.",
        "Bake. Note: watch out, hot",
        "Lift it. Warning: it splashes",
        "Cool.",
        "Brush it.",
    )
    assert found.unused == ("step 4: minutes 30", "step 4: gear rack", "step 1: heat low")


@pytest.mark.parametrize(
    ("servings", "yields", "unused"),
    [
        ({"min": 2, "max": 4}, "2–4 servings", ()),
        ([2, 4], "2–4 servings", ()),
        ({"value": 6, "unit": "jars"}, "6 jars", ()),
        ({"small": "2"}, "", ("servings: small 2",)),
    ],
)
def test_a_yield_in_an_object_is_kept_or_named(servings: Json, yields: str, unused: tuple[str, ...]) -> None:
    found = only({"title": "A", "ingredients": ["1 egg"], "steps": STEPS, "servings": servings})
    assert (found.procedure.yields, found.unused) == (yields, unused)


def test_a_range_of_schema_org_is_kept_too() -> None:
    much: Json = {"@type": "QuantitativeValue", "minValue": 3, "maxValue": 4, "unitText": "l"}
    supply: Json = [{"@type": "HowToSupply", "name": "water", "requiredQuantity": much}]
    found = only({"@type": "HowTo", "name": "A", "supply": supply, "step": STEPS})
    assert found.procedure.resources == ("3–4 l water",)


def test_notes_of_both_names_and_in_an_object_are_kept() -> None:
    beside: dict[str, Json] = {"notes": {"title": "Tip", "text": "Serve warm."}, "note": "Contains nuts."}
    found = only({"title": "A", "ingredients": ["1 egg"], "steps": STEPS, **beside})
    assert found.procedure.notes == "Tip: Serve warm.\nContains nuts."
