"""Several recipes in one plain text: read as one, each below its title, and a person is asked."""

import pytest

from tailor.library.formats.text.reader import parse, parse_under

_SOUP = "2 onions\n500 ml stock\n1 tbsp oil\n{gap}{method}1. Fry the onions.\n2. Add the stock.\n"
_TOAST = "Cheese toast\n{gap}{things}4 slices bread\n80 g cheese\n{gap}{method}1. Toast the bread.\n2. Melt it.\n"


@pytest.mark.parametrize("gap", ["", "\n"])
@pytest.mark.parametrize(("things", "method"), [("", ""), ("Ingredients\n", "Method\n"), ("You need:\n", "")])
def test_of_two_recipes_with_numbers_of_their_own_a_person_is_asked(gap: str, things: str, method: str) -> None:
    text = f"Onion soup\n{gap}{things}{_SOUP}\n{_TOAST}".format(gap=gap, things=things, method=method)
    found = parse(text)
    made = found.procedure
    assert found.unsure
    assert "“Onion soup” and “Cheese toast” each have steps of their own" in found.remark
    assert made.goal == "Onion soup"
    assert made.resources == ("2 onions", "500 ml stock", "1 tbsp oil", "4 slices bread", "80 g cheese")
    assert made.steps == ("Fry the onions.", "Add the stock.", "Toast the bread.", "Melt it.")
    assert made.sections == ((3, "Cheese toast"),)
    assert parse_under("Soup", text.partition("\n")[2]).unsure


def test_of_two_recipes_without_numbers_a_person_is_asked_too() -> None:
    text = (
        "Cocoa\n\n250 ml milk\n30 g chocolate\n\nHeat the milk.\nWhisk in the chocolate.\n\n"
        "Biscuits\nMakes 12\n\n200 g flour\n100 g butter\n\nMix it all.\nBake for 12 minutes.\n"
    )
    found = parse(text)
    assert "“Cocoa” and “Biscuits”" in found.remark
    assert found.procedure.resources == ("250 ml milk", "30 g chocolate", "200 g flour", "100 g butter")
    assert found.procedure.sections == ((3, "Biscuits"),)


@pytest.mark.parametrize(
    "below",
    [
        "a few words about it all, then\n4 tomatoes\n1 pepper\n1. Chop it all.\n2. Salt it.\n",
        "SALSA\n4 tomatoes\n1 jalapeno\nhandful of coriander\n\n1) Chop everything.\n2) Salt it.\n",
    ],
)
def test_numbers_that_begin_again_below_amounts_are_doubted_whatever_heads_them(below: str) -> None:
    found = parse(f"Dips\n\n2 avocados\n1 lime\n20 g salt\n\n1. Mash it.\n2. Stir it.\n\n{below}")
    assert found.unsure
    assert found.remark.startswith("There seem to be two how-tos here")


def test_the_lists_for_the_parts_of_one_recipe_are_asked_for_by_nobody() -> None:
    found = parse(
        "Lemon pie\n\nFor the base\n200 g flour\n100 g butter\n1. Rub it in.\n2. Bake it.\n\n"
        "For the filling\n3 lemons\n150 g sugar\n1. Boil it.\n2. Fill it in.\n"
    )
    assert not found.unsure
    assert not found.remark
    assert found.procedure.sections == ((1, "For the base"), (3, "For the filling"))
    rack = parse(
        "Bike rack\n\nYou need:\n2 straps\n4 bolts\n\n1. Clip it on.\n\nTaking it off\n\n1. Lift it off.\n"
    )
    assert not rack.unsure
