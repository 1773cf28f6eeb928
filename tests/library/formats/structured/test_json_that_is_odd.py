"""What a JSON file holds that is no text of a how-to is named, never dropped."""

import json

import pytest

from tailor.core.errors import ContentError
from tailor.library.importer import reports_of_text

RECIPE = '{"title": "X", "steps": ["Chop it.", "Fry it."%s]%s}'


@pytest.mark.parametrize("entry", ["null", "true", "5", '{"work": "Serve it."}'])
def test_an_entry_among_the_steps_that_is_none_is_among_the_unused_lines(entry: str) -> None:
    (made,) = reports_of_text(RECIPE % (f", {entry}", ""), "json")
    assert made.procedure.steps == ("Chop it.", "Fry it.")
    assert len(made.unused) == 1
    assert made.unused[0] in (entry, "work Serve it.")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("place", ['"yield": %s', '"ingredients": [{"name": "a", "amount": %s}]'])
def test_a_number_without_an_end_is_no_amount(number: str, place: str) -> None:
    with pytest.raises(ContentError, match=f"holds {number}, which is not a usable number"):
        tuple(reports_of_text(RECIPE % ("", ", " + place % number), "json"))


@pytest.mark.parametrize("key", ["goal", "notes", "source", "licence", "id"])
@pytest.mark.parametrize("value", ['["A"]', '{"en": "A"}', "true"])
def test_a_text_that_is_a_list_or_an_object_is_named_and_never_shown_as_code(key: str, value: str) -> None:
    with pytest.raises(ContentError, match=f'"{key}" must be text'):
        tuple(reports_of_text(f'{{"{key}": {value}, "steps": ["Mix.", "Bake."]}}', "json"))


@pytest.mark.parametrize("value", ['"Dough"', '{"1": "Dough"}', "[1]", '["Dough"]', '[["1", "Dough"]]', "true"])
def test_headings_of_another_shape_are_named_and_not_dropped(value: str) -> None:
    with pytest.raises(ContentError, match='"sections" must be a list of pairs'):
        tuple(reports_of_text(f'{{"goal": "A", "sections": {value}, "steps": ["Mix.", "Bake."]}}', "json"))


def test_a_key_that_is_there_twice_is_named() -> None:
    with pytest.raises(ContentError, match='says "steps" twice'):
        tuple(reports_of_text('{"title": "X", "steps": ["first"], "steps": ["second"]}', "json"))


def test_a_whole_number_beyond_all_floats_is_read_as_it_is_written() -> None:
    number = "9" * 400
    text = (
        '{"@type": "Recipe", "name": "X", "recipeYield": ' + number + ', "recipeInstructions": ["Mix.", "Bake."]}'
    )
    (made,) = reports_of_text(text, "json")
    assert made.procedure.yields == number


@pytest.mark.parametrize(("last", "steps"), [(["Bind off."], 7), ([], 3)])
def test_steps_that_come_again_are_kept_unless_all_of_them_do(last: list[str], steps: int) -> None:
    rows = ["Knit one row.", "Purl one row.", "Turn the work."]
    data = {"@type": "HowTo", "name": "Scarf", "step": [*rows, *rows, *last]}
    [read] = reports_of_text(json.dumps(data), "json")
    assert len(read.procedure.steps) == steps


@pytest.mark.parametrize("keys", [("ingredients", "directions"), ("recipeIngredient", "recipeInstructions")])
def test_an_emoji_is_an_item_or_a_step_and_what_names_nothing_is_among_the_unused_lines(
    keys: tuple[str, str],
) -> None:
    things, steps = ["🥜", "2 🥚", "½", "3", "milk", "null"], ["🔥", "Mix.", "12", "---", "⏲ 5 min"]
    kind = {"@type": "Recipe"} if keys[0] == "recipeIngredient" else {}
    data = {**kind, "name": "Emo", keys[0]: things, keys[1]: steps}
    [read] = reports_of_text(json.dumps(data), "json")
    assert read.procedure.resources == ("🥜", "2 🥚", "milk")
    assert read.procedure.steps == ("🔥", "Mix.", "⏲ 5 min")
    assert read.unused == ("½", "3", "null", "12", "---")
