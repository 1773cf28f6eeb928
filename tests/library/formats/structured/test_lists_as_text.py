"""Steps and things that a file holds as the text of a list are read as the list."""

import json

import pytest

from tailor.core.errors import ContentError
from tailor.core.procedure import procedure
from tailor.library.formats.registry import read, write
from tailor.library.importer import reports_of_text

THINGS = ("2 eggs", "a cook's knife")
STEPS = ("Don't boil.", '½ hour "off".')


@pytest.mark.parametrize("written", [json.dumps, repr, lambda texts: repr(list(texts)).replace(",", "\n")])
@pytest.mark.parametrize(
    "names",
    [
        ("goal", "resources", "steps"), ("title", "ingredients", "directions"), ("output", "input", "steps"),
        ("name", "ingredients", "instructions"), ("name", "recipeIngredient", "recipeInstructions"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("several", [False, True])
def test_lists_written_as_one_text_are_lists(written: object, names: tuple[str, str, str], several: bool) -> None:
    assert callable(written)
    goal, things, steps = names
    one = {goal: "Eggs", things: written(list(THINGS)), steps: written(list(STEPS))}
    one |= {"@type": "Recipe"} if "recipeIngredient" in names else {}
    found = read(json.dumps([one, one] if several else one), "json")
    assert {(made.procedure.resources, made.procedure.steps) for made in found} == {(THINGS, STEPS)}


@pytest.mark.parametrize("steps", [["Boil.", "Serve."], "Boil.\nServe."])
def test_things_may_be_lines_of_one_text(steps: object) -> None:
    (found,) = read(json.dumps({"goal": "Soup", "resources": "2 eggs\n1 onion", "steps": steps}), "json")
    assert found.procedure.resources == ("2 eggs", "1 onion")


def test_a_text_that_only_looks_like_a_list_stays_a_text() -> None:
    soup = procedure('["Soup"]', ['["Boil."]', "['Salt.']"], ["['salt']"], notes='["Hot"]')
    (found,) = read(write(soup, "json"), "json")
    assert found.procedure == soup
    (found,) = read(json.dumps({"goal": "Soup", "steps": "['Tis hot] Boil.\n[2] Serve."}), "json")
    assert found.procedure.steps == ("['Tis hot] Boil.", "[2] Serve.")


@pytest.mark.parametrize("char", ["\r", "\0", "\ud800"])
def test_a_list_with_a_character_that_python_would_not_write_stays_a_text(char: str) -> None:
    (found,) = read(json.dumps({"goal": "Soup", "steps": f"['Boil{char}.']"}), "json")
    assert "Boil" in found.procedure.steps[0]


def test_a_torn_list_is_told() -> None:
    torn = '["Boil.'
    with pytest.raises(ContentError, match="list of pieces of text"):
        read(json.dumps({"goal": "Soup", "steps": torn}), "json")
    soup, tea = reports_of_text('title,directions\nSoup,"Boil.\nServe."\nTorn,"[""Boil."\nTea,Pour.\n', "csv")
    assert soup.unused == ("Torn: it should be a list of pieces of text",)
    assert tea.procedure.goal == "Tea"
