"""A food that can be spared goes from the list and out of every sentence, or nothing is changed."""

import pytest

from tailor.core.edits import Bag
from tailor.core.engine import apply
from tailor.core.procedure import Procedure, procedure
from tests.rules.test_modify import outcome

LINES = ["1 tomato", "2 onions", "50 g basil, chopped", "2 cloves garlic, minced", "1 l stock", "1 lemon"]


def left_out(step: str, hint: str = "no garlic", lines: list[str] = LINES) -> Procedure:
    base = procedure("Cook supper", [step, "Boil it."], lines)
    return apply(base, Bag(outcome(base, hint).edits)).procedure


@pytest.mark.parametrize(
    ("step", "new"),
    [
        ("Fry the onions and garlic in a pan.", "Fry the onions in a pan."),
        ("Fry the garlic and onions in a pan.", "Fry the onions in a pan."),
        ("Chop the onions, garlic, and basil.", "Chop the onions and basil."),
        ("Chop the tomato, onions, garlic and basil.", "Chop the tomato, onions and basil."),
        ("Chop the tomato, onions, and minced garlic.", "Chop the tomato and onions."),
        ("Chop the tomato, onions and 2 cloves of garlic finely.", None),
        ("Add 1 clove garlic, basil, and the stock.", "Add basil and the stock."),
        ("Add the stock. Stir in the garlic. Wait.", "Add the stock. Wait."),
        ("Add the stock, and stir in the garlic.", "Add the stock."),
        ("Add half of the garlic, and half of the stock.", "Add half of the stock."),
        ("In a bowl, mix the tomato, garlic, and basil.", "In a bowl, mix the tomato and basil."),
        ("Cut the tomato, and chop the onions and garlic.", "Cut the tomato, and chop the onions."),
        ("Top it with cress, garlic, and basil.", None),
        ("Add the garlic and stir well.", None),
        ("Add the garlic. Cook for a minute.", None),
        ("Fry the onions and garlic until the garlic smells.", None),
        ("Chop the garlic and fry it.", None),
        ("Stir in the garlic.", None),
        ("Add the garlic, peeled and sliced.", None),
        ("Add the garlic powder and the stock.", None),
        ("The onions and garlic are cooked.", None),
        ("In a bowl, garlic is mashed.", None),
    ],
)
def test_a_sentence_without_it_stays_whole_or_nothing_changes(step: str, new: str | None) -> None:
    made = left_out(step)
    assert made.steps[0] == (new or step)
    assert made.resources == (
        tuple(LINES) if new is None else tuple(line for line in LINES if "garlic" not in line)
    )


def test_every_sort_of_it_that_is_found_goes_in_whatever_form() -> None:
    lines = ["50 g walnuts", "50 g chopped pecans", "100 g oats"]
    made = left_out("Mix the oats, walnuts and pecans.", "nut allergy", lines)
    assert (made.steps[0], made.resources) == ("Mix the oats.", ("100 g oats",))


@pytest.mark.parametrize(
    ("hint", "lines", "step"),
    [
        ("no flour", ["100 g flour", "1 onion"], "Mix the onion and flour."),
        ("no nuts", ["50 g almond meal", "1 onion"], "Mix the onion and almond meal."),
        ("no garlic", ["salt and garlic", "1 onion"], "Fry the onion and garlic."),
        ("leeks instead of garlic", ["2 cloves garlic", "1 onion"], "Fry the onion and garlic."),
    ],
)
def test_what_holds_the_dish_or_is_more_than_the_thing_is_not_left_out(
    hint: str, lines: list[str], step: str
) -> None:
    assert left_out(step, hint, lines).resources == tuple(lines)


def test_what_the_dish_is_named_for_is_not_left_out() -> None:
    base = procedure("Garlic bread", ["Rub the bread with the oil and garlic."], ["bread", "2 tbsp oil", "garlic"])
    assert outcome(base, "no garlic").edits == ()


def test_what_a_pet_must_not_have_is_shown_and_not_taken_from_the_table() -> None:
    base = procedure("Cook supper", ["Fry the tomato and the onions."], ["1 tomato", "2 onions"])
    made = outcome(base, "i have a dog")
    assert made.edits == ()
    assert {(one.part, one.step) for one in made.places} == {("steps", 1), ("resources", 2)}
