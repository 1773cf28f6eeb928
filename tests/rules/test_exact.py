"""As much of one thing as somebody says, in list and steps alike, and only where it is clear what is meant."""

from dataclasses import replace

import pytest

from tailor.core.procedure import Procedure, procedure
from tests.rules.test_modify import outcome

OMELETTE = procedure(
    "Make an omelette",
    [
        "Whisk 4 eggs with 200 ml milk and 1 tsp salt.",
        "Fry 200 g mushrooms in 30 g of the butter for 10 minutes.",
        "Pour it in with the other 20 g butter. Serves 4.",
    ],
    ["4 large eggs", "200 ml milk", "200 g mushrooms", "50 g butter", "1 tsp salt", "1 pan", "2 peppers"],
)


def texts(hint: str, base: Procedure = OMELETTE) -> dict[tuple[str, int], str]:
    return {(one.part, one.step): one.text for one in outcome(base, hint).edits}


EGGS = {("resources", 1): "3 large eggs", ("steps", 1): "Whisk 3 eggs with 200 ml milk and 1 tsp salt."}


@pytest.mark.parametrize(
    "hint",
    [
        "use 3 eggs",
        "please use just 3 eggs",
        "3 eggs only",
        "3 eggs, not 4",
        "can i use 3 eggs instead of 4?",
        "3 eggs instead of the 4 eggs",
    ],
)
def test_a_number_of_one_thing_changes_in_list_and_steps(hint: str) -> None:
    assert texts(hint) == EGGS
    [judged] = outcome(OMELETTE, hint).verdicts
    assert (judged.verdict, judged.unused) == ("done", ())


@pytest.mark.parametrize("hint", ["150 g instead of 200 g", "150g not 200g", "150 g mushrooms instead of 200 g"])
def test_an_amount_instead_of_another_is_that_of_the_thing_that_has_it(hint: str) -> None:
    assert texts(hint) == {
        ("resources", 3): "150 g mushrooms",
        ("steps", 2): "Fry 150 g mushrooms in 30 g of the butter for 10 minutes.",
    }


def test_outside_the_kitchen_too_and_in_the_unit_that_was_typed() -> None:
    dog = procedure("Feed the dog", ["Weigh 200 g of food into the bowl."], ["200 g food", "1 bowl"])
    assert texts("he gets 150 g of food instead of 200 g", dog) == {
        ("resources", 1): "150 g food",
        ("steps", 1): "Weigh 150 g of food into the bowl.",
    }
    assert texts("use 1 litre milk")["resources", 2] == "1 litre milk"


@pytest.mark.parametrize(
    "hint",
    [
        "use 40 g butter",  # of which 30 g go first
        "i only have 3 eggs",
        "only 3 eggs",
        "use 3 eggs for the wash",
        "150 g tofu instead of 200 g mushrooms",
        "use 2 pans",
        "180 g instead of 190 g",
        "use 3 egg yolks",
    ],
)
def test_where_it_may_be_another_amount_or_what_there_is_nothing_changes(hint: str) -> None:
    assert texts(hint) == {}


def test_of_two_things_that_weigh_as_much_only_the_person_knows_which() -> None:
    base = procedure("Fry", ["Fry 200 g leeks and 200 g peas."], ["200 g leeks", "200 g peas"])
    made = outcome(base, "150 g instead of 200 g")
    assert ([(one.part, one.step) for one in made.places], made.edits) == (
        [("steps", 1), ("resources", 1), ("resources", 2)],
        (),
    )
    assert texts("150 g leeks instead of 200 g", base)["steps", 1] == "Fry 150 g leeks and 200 g peas."


@pytest.mark.parametrize(
    "step", ["Boil both eggs.", "Beat in half of the eggs.", "Beat 2 eggs, then the last egg."]
)
def test_a_share_of_it_in_a_step_leaves_it_to_the_person(step: str) -> None:
    base = procedure("Cake", [step, "Bake it."], ["2 eggs", "200 g flour"])
    assert texts("use 3 eggs", base) == {}


def test_where_it_is_not_clear_the_amounts_are_shown_and_it_says_why() -> None:
    made = outcome(OMELETTE, "use 40 g butter")
    assert [(one.part, one.step) for one in made.places] == [("steps", 2), ("steps", 3), ("resources", 4)]
    says = made.verdicts[0].says
    assert ("I can't tell where 40 g butter would go" in says, "ignored" in says) == (True, False)


def test_what_is_asked_besides_a_number_for_all_is_as_much_as_it_says() -> None:
    made = texts("double it but only 3 eggs")
    assert (made["resources", 1], made["resources", 2]) == ("3 large eggs", "400 ml milk")
    assert made["steps", 1] == "Whisk 3 eggs with 400 ml milk and 2 tsp salt."


def test_a_thing_that_stays_is_left_in_the_list_though_it_has_a_longer_name_there() -> None:
    made = texts("double it but not the eggs")
    assert ("resources", 1) not in made
    assert made["steps", 1] == "Whisk 4 eggs with 400 ml milk and 2 tsp salt."
    both = procedure("Bars", ["Melt it."], ["50 g butter", "80 g peanut butter", "100 g oats"])
    made = texts("double it but not the butter", both)
    assert {at for _, at in made} == {2, 3}


def test_what_a_packet_doses_and_what_keeps_a_jam_stay() -> None:
    pills = procedure("Pack", ["Take 2 tablets."], ["2 tablets", "200 ml water"])
    assert texts("use 3 tablets instead of 2", pills) == {}
    jam = procedure("Plum jam", ["Boil 500 g sugar with 1 kg plums."], ["500 g sugar", "1 kg plums"])
    assert texts("200 g sugar instead of 500 g", jam) == {}


def test_as_much_as_there_is_already_is_said_so() -> None:
    [judged] = outcome(OMELETTE, "use 4 eggs").verdicts
    assert (judged.verdict, judged.says) == ("already", "It has 4 eggs already.")


def test_a_number_for_people_is_none_of_a_thing() -> None:
    made = outcome(replace(OMELETTE, yields="4 servings"), "2 people instead of 4")
    assert "Halved for two." in made.verdicts[0].says


def test_what_else_is_said_beside_it_is_heard_too() -> None:
    made = outcome(OMELETTE, "my son with a milk allergy gets 3 eggs instead of 4")
    assert {(one.part, one.step) for one in made.edits} >= {("resources", 1), ("steps", 1)}
    told = [word for one in made.places for word in (one.word, *one.also)] + [one.text for one in made.edits]
    assert any("milk" in one or "oat" in one for one in told)
    assert "ignored" not in made.verdicts[0].says


def test_the_number_is_told_of_many_and_acid_of_preserves_with_a_warning() -> None:
    assert "number of eggs to 1" in outcome(OMELETTE, "only use 1 egg").verdicts[0].says
    pickles = procedure("Pickled beets", ["Boil the vinegar and fill the jars."], ["500 ml vinegar", "1 kg beets"])
    assert "botulism" in outcome(pickles, "300 ml vinegar instead of 500 ml").verdicts[0].says
    assert "botulism" not in outcome(pickles, "2 kg beets instead of 1 kg").verdicts[0].says
