"""Sentences that people really type, over the starters; each was answered wrongly or sillily once."""

import re

import pytest

from tailor.core.guard import constraints_in
from tailor.core.procedure import Procedure, procedure
from tailor.core.protocols import Task
from tailor.core.requirements import parse_hint
from tailor.library.store import starter_procedures
from tests.providers.builtin.helpers import ask, modify, tailored


def starter(name: str) -> Procedure:
    return next(one for one in starter_procedures() if one.id == f"starter.{name}")


def step_with(made: Procedure, word: str) -> str:
    return next(text for text in made.steps if word in text)


def test_verify_never_multiplies_what_modify_multiplied() -> None:
    hint = "gluten free and half of the amount"
    base, _ = tailored(starter("apple-crumble"), hint)
    asked = parse_hint(hint)
    again = ask(Task(agent="verify", base=base, hint=hint, requirements=asked))
    assert not any("times 0.5" in edit.reason for edit in again.edits)
    uncovered = tuple(one.id for one in asked)
    anew = ask(Task(agent="verify", base=base, hint=hint, requirements=asked, uncovered=uncovered))
    assert any("times 0.5" in edit.reason for edit in anew.edits)


def test_a_number_that_repeats_a_weight_in_pieces_scales_with_it() -> None:
    made, _ = tailored(starter("apple-crumble"), "half of the amount")
    assert "500 g of cooking apples, about 3, with" in made.steps[1]
    assert made.resources[0] == "500 g cooking apples, about 3"


def test_a_rest_that_is_cut_leaves_a_whole_sentence() -> None:
    made, _ = tailored(starter("vegetable-lasagne"), "I only have 30 minutes")
    assert made.steps[-1] == "Cut it into 6 pieces."


def test_a_candle_is_not_washed() -> None:
    assert not modify(starter("soy-candles"), "no scent").edits
    washed, _ = tailored(procedure("Wash shirts", ["Put them in the washing machine and wash them."]), "no scent")
    assert "unscented" in washed.steps[0]


def test_nobody_invites_half_a_person() -> None:
    made, _ = tailored(starter("dinner-party"), "for 4 people")
    assert made.steps[0].startswith("Invite 3 people")
    party = procedure("Hold a party for 8 people", ["Invite 5 people by telephone.", "Serve the soup in 8 bowls."])
    assert tailored(party, "for 4 people")[0].steps[0] == "Invite 5 people by telephone."


def test_each_camper_has_a_mat_to_sleep_on() -> None:
    made, _ = tailored(starter("camping-weekend"), "for 2 people")
    assert {"2 sleeping bags", "2 sleeping mats"} <= set(made.resources)


def test_children_who_come_along_are_not_all_the_people() -> None:
    assert "already" not in modify(starter("city-weekend"), "with two kids").says
    assert "for this number already" in modify(starter("city-weekend"), "for two").says
    assert tailored(procedure("Cook for 4 people", ["Boil 400 g of rice."]), "we have 8 guests")[1].edits


@pytest.mark.parametrize(
    ("hint", "rice"), [("we are 3 adults and two kids", 500), ("for 2 adults with 1 child", 300)]
)
def test_adults_and_children_are_counted_together(hint: str, rice: int) -> None:
    made, _ = tailored(procedure("Cook for 4 people", ["Boil 400 g of rice."]), hint)
    assert made.steps == (f"Boil {rice} g of rice.",)


def test_a_part_of_a_sum_is_never_left_out() -> None:
    made, answer = tailored(starter("city-weekend"), "no hotel")
    assert "160 for the hotel" in step_with(made, "budget of 400")
    assert "step 2" in answer.says


def test_no_charcoal_on_a_balcony() -> None:
    made, _ = tailored(starter("garden-barbecue"), "I have no garden")
    assert "park nearby, or a balcony without an open fire" in made.resources


def test_high_panes_keep_their_warning_and_the_pole_is_listed() -> None:
    made, _ = tailored(starter("clean-windows"), "I have no ladder")
    assert "never lean out" in step_with(made, "high panes")
    assert "extension pole" in made.resources


@pytest.mark.parametrize(("hint", "left"), [("no cheese", "butter"), ("skip the butter", "milk")])
def test_one_kind_of_dairy_is_not_all_of_it(hint: str, left: str) -> None:
    made, answer = tailored(starter("cheese-scones"), hint)
    assert left in " ".join(made.steps)
    assert answer.edits
    assert "say “no dairy”" in answer.says


@pytest.mark.parametrize(
    ("hint", "left"),
    [
        ("no cheese", ("butter", "cream", "yoghurt")),
        ("without cheese and butter", ("cream", "yoghurt")),
        ("no cheese, butter or cream", ("yoghurt",)),
        ("no cheese and no cream", ("butter", "yoghurt")),
        ("I don't like cheese and butter", ("cream", "yoghurt")),
        ("no cheese or yoghurt", ()),
    ],
)
def test_of_several_kinds_of_dairy_each_is_meant(hint: str, left: tuple[str, ...]) -> None:
    foods = ("butter", "cream", "cheese", "yoghurt")
    sauce = procedure("Make a sauce for pasta", ["Melt it all and stir."], [f"50 g {food}" for food in foods])
    made, answer = tailored(sauce, hint)
    assert {f"50 g {food}" for food in foods} & set(made.resources) == {f"50 g {food}" for food in left}
    assert "R2 “no cream”: I took cheese" not in answer.says


@pytest.mark.parametrize(
    "hint", ["no cheese, I'm lactose intolerant", "no dairy", "no milk", "allergic to cheese"]
)
def test_an_allergy_or_a_group_means_all_of_it(hint: str) -> None:
    made, _ = tailored(starter("cheese-scones"), hint)
    assert not re.search(r"(?<!dairy-free )\b(?:butter|milk|cheddar)\b", " ".join(made.resources), re.IGNORECASE)


def test_raw_eggs_are_not_those_in_a_biscuit() -> None:
    made, answer = tailored(starter("tiramisu"), "no raw eggs")
    assert "24 sponge fingers, about 200 g" in made.resources
    assert "egg yolk" in answer.says


@pytest.mark.parametrize("hint", ["we are out of milk and eggs", "out of milk and eggs"])
def test_what_has_run_out_is_exchanged_and_never_just_left_out(hint: str) -> None:
    assert constraints_in(hint) == ()
    made, _ = tailored(starter("pancakes"), hint)
    assert "flax" in step_with(made, "oat drink")
    assert not any("egg" in one and "flax" not in one for one in made.resources)


def test_a_way_that_was_not_taken_gives_no_advice() -> None:
    says = modify(starter("jacket-potatoes"), "I only have a microwave").says
    assert "covered pot" not in says
    assert not re.search(r"\ba (?:oven|internet|plastic)\b", says)


def test_bread_is_not_baked_in_a_microwave_for_an_hour() -> None:
    answer = modify(starter("banana-nut-bread"), "I only have a microwave")
    assert not answer.edits
    assert "Without an oven I would use a pot on the stove, and there is none either" in answer.says


def test_with_nothing_but_a_hob_it_is_baked_in_a_pot_and_nothing_melts_in_a_microwave() -> None:
    made, _ = tailored(starter("banana-nut-bread"), "only a gas hob")
    assert "large heavy pot" in made.steps[0]
    assert "microwave" not in " ".join((*made.steps, *made.resources))


def test_holes_in_wood_are_not_explained_with_adhesive_strips() -> None:
    answer = modify(starter("bird-box"), "I have no power tools and only a hand saw")
    assert answer.edits
    assert not any("adhesive" in edit.reason for edit in answer.edits)


def test_a_tin_in_inches_is_one_that_is_sold() -> None:
    made, _ = tailored(starter("carrot-cake"), "in cups and Fahrenheit")
    assert "8-inch springform tin" in made.steps[0]
    assert "springform tin, 8 inches" in made.resources
