"""What somebody has, cannot do or got from somebody, as people write it: only what it is about is looked for."""

import pytest

from tailor.core.procedure import procedure
from tests.rules.test_modify import outcome


def test_what_there_is_to_fill_is_shown_where_it_stands() -> None:
    flan = procedure("Flan", ["Whisk it all.", "Pour it into four ramekins."], ["4 eggs", "400 ml milk"])
    assert [(one.part, one.step) for one in outcome(flan, "just 2 ramekins").places] == [("steps", 2)]


@pytest.mark.parametrize("hint", ["i only use grams", "we only have metric here", "only celsius and grams please"])
def test_the_only_measures_somebody_has_are_those_that_are_wished(hint: str) -> None:
    cake = procedure(
        "Cake", ["Bake at 350 degrees F."], ["8 ounces flour", "4 ounces butter", "4 ounces sugar", "2 eggs"]
    )
    assert "225 g flour" in {one.text for one in outcome(cake, hint).edits}


def test_whom_something_comes_from_is_not_whom_it_may_harm() -> None:
    cake = procedure("Onion cake", ["Fry 2 onions with salt.", "Stir in 3 eggs."], ["2 onions", "salt", "3 eggs"])
    made = outcome(cake, "the eggs are from our hens")
    assert {(one.part, one.step) for one in made.places} == {("steps", 2), ("resources", 3)}
    assert "our hens" not in made.verdicts[0].says
    assert {one.word for one in outcome(cake, "keep it away from our hens").places} >= {"onions", "salt"}


def test_who_cannot_read_one_thing_can_read() -> None:
    choir = procedure("Join a band", ["Fill in the paperwork.", "Learn the music by heart."])
    assert [one.step for one in outcome(choir, "cant read sheet music").places] == [2]
    assert [one.step for one in outcome(choir, "i cant read").places] == [1]


def test_the_one_wine_that_there_is_is_asked_about_for_no_stock() -> None:
    risotto = procedure(
        "Risotto",
        ["Heat the stock.", "Pour in the white wine.", "Stir in the stock."],
        ["1 l vegetable stock", "100 ml dry white wine"],
    )
    places = outcome(risotto, "i only have red wine").places
    assert {(one.part, one.step) for one in places} == {("steps", 2), ("resources", 2)}
