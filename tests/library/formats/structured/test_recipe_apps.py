"""Recipes as Mealie, Tandoor, Paprika and plain JSON lists keep them; the files here are our own."""

import json

import pytest

from tailor.core.procedure import Amount, Json, Procedure, Times
from tailor.library.formats.registry import read
from tailor.library.formats.shared.parsed import ParsedProcedure

PLAIN: dict[str, Json] = {
    "title": "Pea soup",
    "ingredients": ["500 g peas", "1 onion"],
    "directions": ["Soak the peas.", "Cook them."],
    "servings": 4,
    "prep_time": "15 min",
    "mood": "hungry",
}
MEALIE: Json = {
    "id": "5f0c",
    "slug": "flat-bread",
    "name": "Flat bread",
    "description": "Quick.",
    "image": "a7Xb",
    "recipe_yield": "6 pieces",
    "total_time": "40 minutes",
    "prep_time": "PT25M",
    "perform_time": "15 min",
    "recipe_category": [{"id": "1", "name": "Bread", "slug": "bread"}],
    "tags": [{"id": "2", "name": "vegan", "slug": "vegan"}],
    "tools": [{"id": "3", "name": "Cast-iron pan", "slug": "cast-iron-pan", "on_hand": False}],
    "org_url": "https://example.org/flat-bread",
    "recipe_ingredient": [
        {
            "title": "Dough",
            "quantity": 2.5,
            "unit": {"name": "cup", "abbreviation": "c"},
            "food": {"name": "flour"},
            "note": "sifted",
            "display": "2 ½ cups flour sifted",
        },
        {"quantity": 1, "unit": None, "food": None, "note": "a pinch of salt", "display": "a pinch of salt"},
    ],
    "recipe_instructions": [
        {"id": "4", "title": "Dough", "text": "Mix and knead.\n\nKnead well.", "ingredient_references": []},
        {"id": "5", "title": "", "text": "Bake in the pan.", "ingredient_references": []},
    ],
    "nutrition": {"calories": "210", "fatContent": None},
    "settings": {"public": True},
    "notes": [{"title": "Tip", "text": "Keep warm."}],
    "comments": [],
}
TANDOOR: Json = {
    "name": "Lentil stew",
    "description": "For cold days.",
    "keywords": [{"name": "winter", "description": ""}],
    "steps": [
        {
            "name": "Stew",
            "instruction": "Rinse {{ ingredients[1] }}.\n\nCook for 20 minutes.",
            "ingredients": [
                {"food": None, "unit": None, "amount": 0.0, "note": "Dry", "is_header": True},
                {
                    "food": {"name": "lentils"},
                    "unit": {"name": "g"},
                    "amount": 300.0,
                    "note": "red",
                    "is_header": False,
                },
                {"food": {"name": "salt"}, "unit": None, "amount": 0.0, "note": "", "no_amount": True},
            ],
            "time": 20,
            "order": 0,
            "show_as_header": True,
        },
        {
            "name": "",
            "instruction": "Serve.",
            "ingredients": [{"food": {"name": "salt"}}],
            "time": 0,
            "order": 1,
            "show_as_header": False,
        },
    ],
    "working_time": 10,
    "waiting_time": 25,
    "internal": True,
    "nutrition": None,
    "servings": 4,
    "servings_text": "bowls",
    "source_url": "https://example.org/stew",
}
PAPRIKA: Json = {
    "uid": "AB-1",
    "hash": "ff",
    "created": "2024-01-01 10:00:00",
    "name": "Plum cake",
    "description": "",
    "ingredients": "FOR THE DOUGH:\n250 g flour\n125 g butter\n\n1 kg plums",
    "directions": "Knead the dough.\n\nLay the plums on it.\n\nBake.",
    "notes": "Keeps for 2 days.",
    "nutritional_info": "310 kcal",
    "prep_time": "30 mins",
    "cook_time": "45 min",
    "total_time": "1 hr 15 min",
    "difficulty": "Easy",
    "servings": "12 slices",
    "rating": 5,
    "source": "Aunt Ida",
    "source_url": "",
    "image_url": "https://example.org/plums.jpg",
    "photo": "x.jpg",
    "photo_data": "aGVsbG8=",
    "categories": ["Cake", "Autumn"],
}


def parsed(data: Json) -> tuple[ParsedProcedure, ...]:
    return read(json.dumps(data), "json", "the file")


def only(data: Json) -> tuple[Procedure, tuple[str, ...]]:
    (one,) = parsed(data)
    return one.procedure, one.unused


def test_title_ingredients_and_directions_make_a_procedure() -> None:
    made, unused = only(PLAIN)
    assert (made.goal, made.yields, made.times) == ("Pea soup", "4 servings", Times(prep=15))
    assert made.steps == ("Soak the peas.", "Cook them.")
    assert made.resources == ("500 g peas", "1 onion")
    assert unused == ("mood: hungry",)


@pytest.mark.parametrize("shape", ["[{0}, {0}]", '{{"recipes": [{0}, {0}]}}', '{{"a": {0}, "b": {0}}}'])
def test_a_list_an_object_around_it_and_an_object_of_recipes_are_read_whole(shape: str) -> None:
    found = read(shape.format(json.dumps(PLAIN)), "json")
    assert [one.procedure.goal for one in found] == ["Pea soup", "Pea soup"]


def test_an_item_that_is_no_recipe_is_named_and_the_others_are_read() -> None:
    long: Json = {**PLAIN, "directions": ["x" * 6_000]}
    first, second, third = parsed([PLAIN, {"user": "me"}, long])
    assert first.procedure.goal == "Pea soup"
    assert (second.procedure.goal, second.why, second.procedure.steps) == ("item 2", "it is not a recipe", ())
    assert third.procedure.goal == "item 3"
    assert "6,000 characters" in third.why


def test_each_recipe_of_a_list_in_schema_org_is_read() -> None:
    one: dict[str, Json] = {"@type": "Recipe", "name": "A", "recipeInstructions": ["Boil it.", "Eat it."]}
    assert [made.procedure.goal for made in parsed([one, {**one, "name": "B"}])] == ["A", "B"]


def test_a_recipe_of_mealie_keeps_its_fields() -> None:
    made, unused = only(MEALIE)
    assert (made.goal, made.notes) == ("Flat bread", "Quick.\nTip: Keep warm.")
    assert made.steps == ("Mix and knead. Knead well.", "Bake in the pan.")
    assert made.sections == ((1, "Dough"),)
    assert made.resources == ("2.5 cup flour, sifted", "a pinch of salt", "Cast-iron pan")
    assert made.amounts == (Amount("2.5 cup flour, sifted", "2.5", "cup", "flour", "sifted"),)
    assert (made.yields, made.times) == ("6 pieces", Times(prep=25, cook=15, total=40))
    assert (made.tags, made.source, made.image) == (("vegan", "Bread"), "https://example.org/flat-bread", "")
    assert unused == ("ingredient heading: Dough", "nutrition: calories 210")


def test_a_backup_of_mealie_is_read_out_of_its_tables() -> None:
    base: Json = {
        "recipes": [{"id": "r", "name": "Tea", "recipe_yield": "1 pot"}],
        "recipes_ingredients": [
            {"recipe_id": "r", "position": 1, "food_id": "f", "unit_id": "u", "quantity": 1.0, "note": ""},
            {"recipe_id": "r", "position": 0, "food_id": None, "unit_id": None, "note": "Some water"},
        ],
        "recipe_instructions": [
            {"recipe_id": "r", "position": 1, "title": "", "text": "Steep."},
            {"recipe_id": "r", "position": 0, "title": "", "text": "Boil."},
        ],
        "ingredient_foods": [{"id": "f", "name": "tea"}],
        "ingredient_units": [{"id": "u", "name": "spoon"}],
        "notes": [],
        "tags": [{"id": "t", "name": "hot"}],
        "recipes_to_tags": [{"recipe_id": "r", "tag_id": "t"}],
    }
    made, _ = only(base)
    assert (made.goal, made.steps, made.resources) == ("Tea", ("Boil.", "Steep."), ("Some water", "1 spoon tea"))
    assert (made.tags, made.yields) == (("hot", "recipe"), "1 pot")


def test_a_recipe_of_tandoor_keeps_its_fields() -> None:
    made, unused = only(TANDOOR)
    assert made.steps == ("Rinse 300 g lentils, red.", "Cook for 20 minutes.", "Serve.")
    assert made.sections == ((1, "Stew"),)
    assert made.resources == ("300 g lentils, red", "salt")
    assert made.amounts[0] == Amount("300 g lentils, red", "300", "g", "lentils", "red")
    assert (made.yields, made.times) == ("4 bowls", Times(prep=10, cook=25))
    assert (made.tags, made.notes, made.source) == (("winter",), "For cold days.", "https://example.org/stew")
    assert unused == ("ingredient heading: Dry", "listed twice: salt", "time for part 1: 20 minutes")


def test_a_recipe_of_paprika_keeps_its_fields() -> None:
    made, unused = only(PAPRIKA)
    assert made.steps == ("Knead the dough.", "Lay the plums on it.", "Bake.")
    assert made.resources == ("250 g flour", "125 g butter", "1 kg plums")
    assert (made.yields, made.times) == ("12 slices", Times(prep=30, cook=45, total=75))
    assert (made.notes, made.source, made.image) == (
        "Keeps for 2 days.",
        "Aunt Ida",
        "https://example.org/plums.jpg",
    )
    assert made.tags == ("Cake", "Autumn")
    assert unused == (
        "ingredient heading: FOR THE DOUGH",
        "nutritional_info: 310 kcal",
        "difficulty: Easy",
        "rating: 5",
    )


def test_a_rating_is_told_as_unused_and_none_is_not() -> None:
    assert only({**PLAIN, "rating": 4})[1] == ("mood: hungry", "rating: 4")
    assert only({**PLAIN, "rating": 0})[1] == ("mood: hungry",)


@pytest.mark.parametrize(
    "odd",
    [
        {"title": None, "ingredients": {"a": [[[[[[[[[[["x"]]]]]]]]]]]}, "directions": ["Stir.", "Eat."]},
        {"title": ["x"], "ingredients": 5, "directions": {"a": "b"}},
        {"name": "x", "steps": [{"instruction": "{{ ingredients[9] }}Go.", "ingredients": 3}], "notes": 4},
        {"name": "x", "instructions": [None, 3, {"text": None}], "recipe_ingredient": [None, {"food": {}}]},
        {"recipes_ingredients": [3], "recipes": [{"id": 1, "name": "x"}], "notes": [{"position": "first"}]},
    ],
)
def test_odd_values_in_known_places_do_no_harm(odd: Json) -> None:
    assert len(parsed(odd)) == 1


def test_what_mealie_keeps_to_search_by_is_not_told_as_unused() -> None:
    words: dict[str, Json] = {"name": "Tea", "name_normalized": "tea", "description_normalized": "hot"}
    made, unused = only(words | {"recipe_ingredient": ["tea"], "recipe_instructions": [{"text": "Boil it."}]})
    assert (made.steps, unused) == (("Boil it.",), ())


def test_an_amount_that_two_parts_need_is_listed_for_each_and_a_thing_once() -> None:
    lines: list[Json] = ["Dough:", "100 g butter", "salt", "Glaze:", "100 g butter", "salt"]
    made, unused = only({"title": "Cake", "ingredients": lines, "directions": ["Mix it all.", "Bake it."]})
    assert made.resources == ("100 g butter", "salt", "100 g butter")
    assert "listed twice: salt" in unused


def test_what_the_steps_say_again_of_the_list_is_no_second_amount() -> None:
    step: Json = {"instruction": "Melt the butter.", "ingredients": ["100 g butter", "1 pan"]}
    made, _ = only({"title": "Cake", "ingredients": ["100 g butter"], "steps": [step]})
    assert made.resources == ("100 g butter", "1 pan")
