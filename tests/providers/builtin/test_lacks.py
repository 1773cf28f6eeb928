"""What is missing in an ordinary hint is exchanged alone; what is forbidden takes its whole group along."""

import pytest

from tailor.core.procedure import procedure
from tests.providers.builtin.helpers import modify, tailored

CAKE = procedure(
    "Bake a sponge cake",
    [
        "Melt 50 g of the butter.",
        "Whisk 2 eggs, 100 ml of buttermilk and 50 ml of milk with the melted butter.",
        "Stir in 200 g of flour and bake it at 180 °C for 30 minutes.",
    ],
    ["50 g butter", "2 eggs", "100 ml buttermilk", "50 ml milk", "200 g flour"],
)


@pytest.mark.parametrize(
    "hint", ["I have no butter", "I don't have any butter", "no butter left", "we're out of butter"]
)
def test_butter_that_is_missing_is_exchanged_and_buttermilk_and_milk_stay(hint: str) -> None:
    result, answer = tailored(CAKE, hint)
    assert result.steps[0] == "Melt 50 g of margarine."
    assert result.steps[1] == "Whisk 2 eggs, 100 ml of buttermilk and 50 ml of milk with the melted margarine."
    assert result.resources == ("50 g margarine", *CAKE.resources[1:])
    assert "dairy" not in answer.says
    assert "It also works with sunflower oil" in answer.says


@pytest.mark.parametrize("hint", ["I don't have milk", "no milk left", "the milk is gone"])
def test_milk_that_is_missing_is_exchanged_and_butter_stays(hint: str) -> None:
    result, _ = tailored(CAKE, hint)
    assert result.resources == ("50 g butter", "2 eggs", "100 ml buttermilk", "50 ml oat drink", "200 g flour")


@pytest.mark.parametrize(
    "hint", ["allergic to milk", "dairy-free please", "I can't eat dairy", "vegan", "no milk"]
)
def test_a_diet_takes_the_whole_group(hint: str) -> None:
    result, _ = tailored(CAKE, hint)
    left = " ".join((*result.steps, *result.resources))
    assert "50 g butter" not in left
    assert "buttermilk" not in left
    assert "50 ml milk" not in left


def test_eggs_that_have_run_out_become_as_many_flax_eggs_with_a_step_that_makes_them() -> None:
    result, answer = tailored(CAKE, "we ran out of eggs")
    assert result.steps[1].startswith("For each flax egg stir 1 tablespoon of ground flaxseed")
    assert result.steps[2].startswith("Whisk 2 flax eggs, 100 ml of buttermilk")
    assert "2 tablespoons of ground flaxseed" in result.resources
    assert "For this you need ground flaxseed." in answer.says


def test_eggs_stay_where_the_dish_is_made_of_them() -> None:
    answer = modify(procedure("Make an omelette", ["Beat 3 eggs."], ["3 eggs"]), "I have no eggs")
    assert not answer.edits
    assert "depends on it" in answer.says


def test_a_stand_in_for_a_lack_keeps_to_a_diet_beside_it() -> None:
    result, _ = tailored(CAKE, "I ran out of butter. I'm vegan.")
    assert "50 g dairy-free margarine" in result.resources


def test_what_no_step_needs_is_said_not_to_be_needed() -> None:
    assert "No step needs honey" in modify(CAKE, "I have no honey").says


def test_what_is_there_instead_is_not_missing_too() -> None:
    base = procedure("Cook soup", ["Stir in 100 ml of cream."], ["100 ml cream"])
    result, answer = tailored(base, "I have no cream, only milk")
    assert (
        "milk with a third as much melted butter" in result.resources[0]
        or "milk and butter" in result.resources[0]
    )
    assert "No step needs milk" not in answer.says
