"""Another flour for a part, dough that waits a night, an air fryer in the oven's place."""

import pytest

from tailor.core.procedure import procedure
from tests.providers.builtin.helpers import modify, one_step, tailored

ROLLS = procedure(
    "Bake rolls",
    [
        "Mix 400 g of plain flour, 7 g of yeast and 8 g of salt.",
        "Add 250 ml of water and knead it for 8 minutes on 20 g of flour.",
        "Cover the dough and let it rise for 90 minutes.",
        "Shape 8 rolls and let them rise for 20 minutes.",
        "Heat the oven to 220 °C (200 °C fan).",
        "Bake them for 20 to 25 minutes.",
    ],
    ["400 g plain flour", "7 g yeast", "oven", "baking tray"],
)


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        ("I want it half wholemeal", "200 g of plain flour and 200 g of wholemeal flour"),
        ("a quarter rye please", "300 g of plain flour and 100 g of rye flour"),
        ("all spelt", "400 g of spelt flour"),
    ],
)
def test_a_part_of_the_flour_is_another_one_and_dusting_stays(hint: str, expected: str) -> None:
    after, answer = tailored(ROLLS, hint)
    assert expected in after.steps[0]
    assert "on 20 g of flour" in after.steps[1]
    assert expected.replace(" of ", " ") in after.resources[0]
    assert "of water if the dough feels stiff" in answer.says


def test_the_first_long_rise_takes_the_night_and_the_short_one_stays() -> None:
    after, _ = tailored(ROLLS, "I'd like to start tonight and bake tomorrow")
    assert "in the fridge overnight" in after.steps[2]
    assert after.steps[3].startswith("Take the dough out of the fridge")
    assert "for 20 minutes" in after.steps[4]


def test_without_yeast_nothing_waits_a_night() -> None:
    tin = procedure("Bake a tin loaf", ["Let it rise for 90 minutes.", "Bake it."], ["flour"])
    assert modify(tin, "start tonight, bake tomorrow").edits == ()


def test_an_air_fryer_takes_the_fan_temperature_and_less_time() -> None:
    after, answer = tailored(ROLLS, "we only have an air fryer")
    assert after.steps[4] == "Heat the air fryer to 200 °C."
    assert after.steps[5] == "Bake them for 15 to 20 minutes."
    assert "air fryer" in after.resources
    assert "oven" not in after.resources
    assert "at most half" in answer.says


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("Roast it at 200 °C.", "Roast it at 180 °C."),
        ("Bake it at 400 °F.", "Bake it at 375 °F."),
        ("Roast it until the middle reads 75 °C.", "Roast it until the middle reads 75 °C."),
    ],
)
def test_only_the_heat_of_the_oven_is_lowered(step: str, expected: str) -> None:
    assert one_step(step, [], "I only have an air fryer") == expected


def test_no_air_fryer_is_not_an_air_fryer() -> None:
    assert modify(ROLLS, "I don't have an air fryer").edits == ()


def test_what_is_done_in_a_pan_beside_the_oven_keeps_its_time_in_an_air_fryer() -> None:
    step = "Fry it in a pan for 10 minutes, then roast it in the oven at 200 °C for 20 minutes."
    expected = "Fry it in a pan for 10 minutes, then roast it in the air fryer at 180 °C for 15 minutes."
    assert one_step(step, ["oven"], "I have an air fryer instead of an oven") == expected


def test_an_air_fryer_changes_nothing_where_nothing_is_baked() -> None:
    pancakes = procedure("Fry pancakes", ["Fry them in a pan over medium heat for 2 minutes."], ["pan"])
    answer = modify(pancakes, "I have an air fryer instead of an oven")
    assert not answer.edits
    assert "found nothing" in answer.says


def test_the_tray_becomes_the_basket_and_no_pot_comes_in() -> None:
    step = "Put the tray back in the oven and bake it at 200 °C (180 °C fan) for 15 minutes."
    expected = "Put the basket back in and bake it at 180 °C for 12 minutes."
    assert one_step(step, ["oven"], "I have no oven, only an air fryer") == expected
