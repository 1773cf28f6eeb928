"""Other numbers, other tins, tanks and days: what the sentence itself says is reckoned, the rest is said."""

import json
from pathlib import Path

import pytest

import tailor.providers.builtin.knowledge as knowledge
from tailor.core.procedure import procedure
from tests.providers.builtin.helpers import modify, one_step, tailored

CAKE = procedure(
    "Bake a sponge cake",
    [
        "Grease a 24 cm springform tin.",
        "Beat 200 g of butter, then beat in 4 eggs one at a time.",
        "Bake it at 180 °C for 35 minutes.",
    ],
    ["200 g butter", "4 eggs", "24 cm springform tin"],
)
BISCUITS = procedure(
    "Bake biscuits",
    [
        "Mix 250 g of flour and 1 egg.",
        "Shape 24 balls and put them on 2 baking trays.",
        "Bake them for 12 minutes.",
    ],
    ["250 g flour", "1 egg", "2 baking trays"],
)
RICE = procedure("Cook rice", ["Boil 200 g of rice for 12 minutes over low heat."], ["200 g rice"])


@pytest.mark.parametrize(
    ("hint", "grams"),
    [
        ("for 8 people instead of 4", "400 g"),
        ("for 6, not 4", "300 g"),
        ("scale it from 4 to 6", "300 g"),
        ("we are 6, not 4", "300 g"),
        ("half as much", "100 g"),
        ("half the recipe", "100 g"),
        ("twice as much", "400 g"),
        ("double it", "400 g"),
        ("one and a half times the recipe", "300 g"),
    ],
)
def test_both_numbers_in_the_sentence_scale_what_names_no_servings(hint: str, grams: str) -> None:
    result, answer = tailored(RICE, hint)
    assert result.steps == (f"Boil {grams} of rice for 12 minutes over low heat.",)
    assert result.resources == (f"{grams} rice",)
    assert "Times and temperatures are not scaled" in answer.says


def test_pieces_are_counted_anew_and_trays_are_not() -> None:
    result, answer = tailored(BISCUITS, "48 biscuits instead of 24")
    assert result.steps[0] == "Mix 500 g of flour and 2 eggs."
    assert result.steps[1] == "Shape 48 balls and put them on 2 baking trays."
    assert "tins and pots may have to be larger" in answer.says


def test_a_number_of_pieces_alone_is_enough_where_the_steps_name_theirs() -> None:
    result, _ = tailored(BISCUITS, "I only want 12 balls")
    assert result.resources[0] == "125 g flour"


def test_where_hint_and_procedure_disagree_the_hint_counts_and_it_is_said() -> None:
    base = procedure("Cook rice for six", ["Boil 600 g of rice.", "Serve it in 6 bowls."], ["600 g rice"])
    result, answer = tailored(base, "for 8 people instead of 4")
    assert result.steps == ("Boil 1200 g of rice.", "Serve it in 8 bowls.")
    assert "The procedure itself is for 6" in answer.says


@pytest.mark.parametrize(
    "hint",
    ["twice as much garlic", "30 minutes instead of 60", "180 instead of 200 degrees", "2 pans instead of 4"],
)
def test_sizes_times_tools_and_one_ingredient_are_no_portions(hint: str) -> None:
    assert modify(RICE, hint).edits == ()


def test_two_of_us_without_servings_is_said_with_what_to_say_instead() -> None:
    answer = modify(RICE, "there are two of us")
    assert answer.edits == ()
    assert "“for 2 instead of 4”" in answer.says


@pytest.mark.parametrize(
    "hint",
    ["my tin is 20 cm instead of 24", "my tin is only 20 cm", "I have a 20 cm cake tin", "an 8 inch cake tin"],
)
def test_a_smaller_tin_takes_the_amounts_of_its_base(hint: str) -> None:
    result, answer = tailored(CAKE, hint)
    assert result.steps[0] == "Grease a 20 cm springform tin."
    assert result.steps[1] == "Beat 140 g of butter, then beat in 3 eggs one at a time."
    assert result.steps[2] == CAKE.steps[2]
    assert result.resources == ("140 g butter", "3 eggs", "20 cm springform tin")
    assert "times 0.7" in answer.says
    assert "Look 5 minutes early" in answer.says


def test_two_sides_are_compared_with_two_sides() -> None:
    step = "Spread 600 g of dough in a 30 × 40 cm baking tin."
    assert one_step(step, ["600 g dough"], "my pan is 20 x 30 cm") == (
        "Spread 300 g of dough in a 20 × 30 cm baking tin."
    )
    answer = modify(CAKE, "my pan is 20 x 30 cm")
    assert answer.edits == ()
    assert "cannot compare" in answer.says


@pytest.mark.parametrize("hint", ["my frying pan is only 20 cm", "I only have one tin of 400 g tomatoes"])
def test_a_frying_pan_and_a_tin_of_tomatoes_scale_nothing(hint: str) -> None:
    assert modify(CAKE, hint).edits == ()


def test_a_tin_of_no_named_size_is_asked_for() -> None:
    assert "say both" in modify(RICE, "my tin is 20 cm").says


MOP = procedure(
    "Mop the floor",
    ["Fill a 10-litre bucket with 8 litres of water and 40 ml of cleaner.", "Let it dry for 30 minutes."],
    ["10-litre bucket", "40 ml cleaner"],
)


def test_a_smaller_bucket_keeps_the_mixture_as_strong() -> None:
    result, answer = tailored(MOP, "my bucket only holds 5 litres")
    assert result.steps[0] == "Fill a 5-litre bucket with 4 litres of water and 20 ml of cleaner."
    assert result.steps[1] == MOP.steps[1]
    assert result.resources == ("5-litre bucket", "20 ml cleaner")
    assert "filled more than once" in answer.says


def test_another_vessel_than_the_one_named_changes_nothing() -> None:
    answer = modify(MOP, "we have a 20 litre tank")
    assert answer.edits == ()
    assert "names no size of the tank" in answer.says


def test_a_weight_limit_takes_the_place_of_the_one_named_and_nothing_is_thrown_out() -> None:
    base = procedure("Pack hand luggage", ["Weigh the bag: often 8 kg are allowed.", "Roll 5 shirts."])
    result, answer = tailored(base, "my airline only allows 7 kg")
    assert result.steps == ("Weigh the bag: often 7 kg are allowed.", "Roll 5 shirts.")
    assert "heaviest things first" in answer.says


@pytest.mark.parametrize(
    ("goal", "hint", "says"),
    [
        ("Plan a move in six weeks", "we move in two weeks", "about 33 % of that"),
        ("Plan a move in six weeks", "we have 8 weeks", "your time is enough"),
        ("Write an essay in a week", "it has to be done by Friday", "laid out for a week"),
        ("Bake bread", "it must be ready by tomorrow", "add up to about 2.0 hours"),
    ],
)
def test_a_deadline_is_compared_and_no_date_is_moved(goal: str, hint: str, says: str) -> None:
    answer = modify(procedure(goal, ["Wait for 2 hours."]), hint)
    assert answer.edits == ()
    assert says in answer.says


def test_every_size_has_its_words_and_names_its_source() -> None:
    data = json.loads((Path(knowledge.__file__).parent / "data" / "sizes.json").read_text(encoding="utf-8"))
    for one in data["sizes"]:
        assert one["reason"].endswith(".")
        assert one["says"].endswith(".")
        assert one["sources"]
        assert set(one["sources"]) <= set(data["sources"])
