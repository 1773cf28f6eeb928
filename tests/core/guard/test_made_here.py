"""A dish that the procedure makes itself brings nothing that its resources do not bring."""

import pytest

from tailor.core.guard import check, tripwires
from tailor.core.procedure import procedure


@pytest.mark.parametrize("goal", ["Bake a carrot cake", "Bake a carrot cake with cream cheese frosting"])
def test_cooling_the_cake_brings_no_eggs_that_the_list_does_not_bring(goal: str) -> None:
    steps = ["Whisk 3 tablespoons of ground flaxseed with water", "Pour the batter into the tin", "Cool the cake"]
    vegan = procedure(goal, steps, ["3 tablespoons of ground flaxseed", "springform tin"])
    assert check(vegan, ["eggs"]) == ()


def test_a_bought_cake_in_the_list_still_counts() -> None:
    trifle = procedure("Make a cake trifle", ["Crumble the cake into a bowl"], ["1 sponge cake", "bowl"])
    assert {finding.part for finding in check(trifle, ["eggs"])} == {"steps", "resources"}


@pytest.mark.parametrize("goal", ["Mac and cheese", "Cheese sauce", "Toast with cheese", "Make cheese"])
def test_a_food_of_the_title_is_found_where_it_goes_in(goal: str) -> None:
    dish = procedure(goal, ["Cook it", "Add 3/4 of the cheese"], ["200 g grated cheddar"])
    assert {(finding.part, finding.step) for finding in check(dish, ["milk"])} == {("steps", 2), ("resources", 1)}


@pytest.mark.parametrize("goal", ["Bread salad", "Eggs with bread", "Bread with butter", "Soup and bread"])
def test_a_dish_of_the_title_is_found_where_it_is_one_thing_of_several(goal: str) -> None:
    dish = procedure(goal, ["Tear the bread into it"], ["1 ciabatta"])
    assert [finding.step for finding in check(dish, ["wheat"]) if finding.part == "steps"] == [1]


def test_without_a_list_the_dish_still_speaks_for_what_is_in_it() -> None:
    assert check(procedure("Serve cake", ["Cut the cake"]), ["eggs"])


def test_a_wire_rack_is_not_electric_and_a_bike_cable_neither() -> None:
    oven = "Heat the oven to 180 °C and set out a wire rack."
    assert {wire.level for wire in tripwires(oven, "Heat a pot for 10 minutes with a wire rack in it.")} == {
        "look"
    }
    assert {wire.level for wire in tripwires("Pull 2 cm of gear cable.", "Pull 3 cm of gear cable.")} == {"look"}
    assert {wire.level for wire in tripwires("Strip the wire by 8 mm.", "Strip the wire by 6 mm.")} == {"must"}


def test_eggs_matter_by_heat_alone() -> None:
    assert {wire.level for wire in tripwires("Whisk 2 eggs for 2 minutes.", "Whisk 2 eggs for 3 minutes.")} == {
        "look"
    }
    assert {wire.level for wire in tripwires("Heat the eggs to 72 °C.", "Heat the eggs to 62 °C.")} == {"must"}


def test_a_goal_that_names_baking_hides_no_oven() -> None:
    loaf = procedure("Bake a crusty loaf", ["Mix flour and water.", "Bake for 30 minutes."], ["500 g flour"])
    assert [(one.step, one.word) for one in check(loaf, ["no_oven"])] == [(2, "Bake")]
