"""Foods that hold what is not wanted under another name, and exchanges that once spoilt the step."""

import pytest

from tailor.core.procedure import procedure
from tests.providers.builtin.helpers import modify, one_step, tailored


def test_meat_and_butter_in_one_sentence_are_said_and_not_swallowed() -> None:
    step = "Dust the beef with the flour and brown it in the butter."
    base = procedure("Cook beef stew", [step], ["800 g stewing beef", "2 tbsp flour", "2 tbsp butter"])
    answer = modify(base, "kosher")
    assert not answer.edits
    assert "step 1" in answer.says


def test_only_the_honey_goes_out_of_honey_and_lemon() -> None:
    made = one_step(
        "Stir the honey and lemon juice into a cup of hot water.", ["1 tbsp honey", "1 lemon"], "vegan"
    )
    assert made == "Stir the maple syrup and lemon juice into a cup of hot water."


@pytest.mark.parametrize("hint", ["for a baby of 9 months", "for my baby", "for a 6-month-old baby"])
def test_a_baby_gets_no_honey_whether_or_not_the_step_names_the_baby(hint: str) -> None:
    base = procedure("Cook carrot mash", ["Blend the carrot with the honey."], ["1 carrot", "1 tbsp honey"])
    made, _ = tailored(base, hint)
    assert not any("honey" in text for text in (*made.steps, *made.resources))


def test_grown_guests_of_a_baby_shower_may_have_honey() -> None:
    base = procedure("Bake a honey cake", ["Mix the flour with the honey."], ["200 g flour", "1 tbsp honey"])
    assert not modify(base, "for a baby shower").edits


@pytest.mark.parametrize(("oil", "hint"), [("peanut oil", "peanut allergy"), ("walnut oil", "nut allergy")])
def test_an_oil_of_nuts_becomes_an_oil(oil: str, hint: str) -> None:
    made = one_step(f"Fry the prawns in the {oil} for 2 minutes.", [f"1 tbsp {oil}", "300 g prawns"], hint)
    assert made == "Fry the prawns in the sunflower oil for 2 minutes."


def test_anchovies_become_capers_in_the_list_and_the_step() -> None:
    base = procedure("Make a salad", ["Stir in the chopped anchovies."], ["2 anchovies", "1 lettuce"])
    made, _ = tailored(base, "fish allergy")
    assert made.resources[0] == "2 teaspoons of capers"
    assert made.steps == ("Stir in the chopped capers.",)


def test_marzipan_is_no_flour_to_exchange_for_ground_seeds() -> None:
    base = procedure("Bake a cake", ["Roll 11 balls of marzipan."], ["500 g marzipan"])
    answer = modify(base, "nut allergy")
    assert not answer.edits
    assert "marzipan" in answer.says


def test_no_stock_comes_into_a_dessert_or_a_drink() -> None:
    dessert = one_step("Dip the sponge in the coffee and Marsala.", ["4 tablespoons Marsala"], "alcohol-free")
    assert dessert == "Dip the sponge in the coffee and apple juice."
    step = "Poach the pears in the red wine for 20 minutes."
    assert one_step(step, ["500 ml red wine", "4 pears"], "alcohol-free") == step


def test_what_only_the_label_can_tell_is_said() -> None:
    base = procedure("Cook soup", ["Simmer the carrots in the vegetable stock."], ["1 litre vegetable stock"])
    answer = modify(base, "celery allergy")
    assert not answer.edits
    assert "label" in answer.says
    assert "“vegetable stock”" in answer.says


def test_no_sugar_to_cut_is_not_called_cut() -> None:
    base = procedure("Cook rice", ["Boil 200 g of rice for 12 minutes."])
    assert "cut the sugar" not in modify(base, "diabetic").says
    sweet = procedure("Bake a cake", ["Mix 200 g of sugar with 200 g of flour."])
    assert "cut the sugar" in modify(sweet, "diabetic").says


def test_a_quarter_of_a_minute_is_one_minute_and_not_1_minutes() -> None:
    base = procedure("Mix a drink", ["Shake it with ice for 15 seconds."])
    assert "about 1 minute;" in modify(base, "I am in a hurry").says


def test_what_is_measured_in_tbsp_is_food() -> None:
    made = one_step("Blend the carrot with the butter.", ["1 carrot", "1 tbsp butter"], "vegan", "Carrot mash")
    assert made == "Blend the carrot with the dairy-free margarine."


@pytest.mark.parametrize("hint", ["coeliac", "soy allergy"])
def test_oyster_sauce_is_not_passed_over_for_wheat_and_soya(hint: str) -> None:
    base = procedure("Cook prawns", ["Fry them in the oyster sauce."], ["2 tbsp oyster sauce", "300 g prawns"])
    assert "label of “oyster sauce”" in modify(base, hint).says


@pytest.mark.parametrize("food", ["Worcestershire sauce", "miso paste", "barbecue sauce"])
def test_sauces_that_may_hold_barley_or_wheat_are_not_passed_over(food: str) -> None:
    base = procedure("Cook a stew", [f"Stir in the {food}."], [f"1 tbsp {food}"])
    assert f"label of “{food.casefold()}”" in modify(base, "coeliac").says


@pytest.mark.parametrize(
    ("listed", "hint", "now"),
    [
        ("a dozen cherries", "twice the recipe", "24 cherries"),
        ("half a dozen cherries", "half of it", "3 cherries"),
        ("a dozen cherries", "half of it", "6 cherries"),
    ],
)
def test_a_dozen_is_twelve(listed: str, hint: str, now: str) -> None:
    base = procedure("Bake a cake", ["Lay the cherries on the cake.", "Bake for 20 minutes."], [listed])
    assert tailored(base, hint)[0].resources == (now,)


def test_where_steps_call_an_exchanged_thing_by_a_name_no_rule_knows_it_is_said() -> None:
    steps = ["Mix the soy sauce and the honey.", "Brush the ribs with it.", "Bake the ribs for 2 hours."]
    answer = modify(procedure("Bake ribs", steps, ["2 kg pork ribs", "100 ml soy sauce", "50 g honey"]), "halal")
    assert "“ribs” still stands in step 2, step 3" in answer.says
    plain = modify(procedure("Bake", ["Bake the bacon."], ["200 g bacon"]), "halal")
    assert "still stands" not in plain.says
