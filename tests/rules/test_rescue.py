"""What the built-in tailor proposes to somebody half-way, with the done steps behind them."""

import json
import re
from dataclasses import replace

import pytest

from tailor.core.procedure import Procedure, procedure
from tailor.core.protocols import Task
from tailor.core.requirements import parse_hint
from tailor.rules import rescue as rescue_module
from tailor.rules.backend import answer
from tailor.rules.model import Limits, Outcome
from tailor.rules.modify import modify
from tailor.rules.rescue import accidents

SCONES = procedure(
    "Bake scones",
    ["Rub the butter into the flour.", "Stir in the milk and salt.", "Bake the scones.", "Serve them."],
    ["250 g flour", "1 teaspoon of salt", "50 g butter", "150 ml milk"],
)
SHELF = procedure("Mount a shelf", ["Drill 4 holes.", "Screw on the brackets.", "Lay the board on."], ["drill"])


def rescued(base: Procedure, words: str, at: int, profile: tuple[str, ...] = ()) -> Outcome:
    needs = parse_hint(words, profile)
    return answer(Task(agent="modify", base=base, hint=words, requirements=needs, frozen=at - 1, at=at))[0]


@pytest.mark.parametrize(
    ("base", "words", "at", "first"),
    [
        (SCONES, "the oil is on fire", 3, "Stop."),
        (SCONES, "it's getting too dark", 3, "Lay foil loosely over the top"),
    ],
)
def test_what_helps_now_is_put_in_where_the_person_is(base: Procedure, words: str, at: int, first: str) -> None:
    made = rescued(base, words, at)
    assert made.edits[0].text.startswith(first)
    assert [(edit.op, edit.step) for edit in made.edits] == [("insert", at - 1)] * len(made.edits)
    assert [(one.id, one.verdict) for one in made.verdicts] == [("R1", "done")]


@pytest.mark.parametrize(("words", "at"), [("my phone rang", 2), ("I forgot the ham", 2)])
def test_what_nobody_knows_a_way_out_of_changes_nothing(words: str, at: int) -> None:
    made = rescued(SCONES, words, at)
    assert made.edits == ()
    assert len(made.verdicts) == 1


def test_what_burns_on_a_shelf_is_no_cake() -> None:
    assert rescued(SHELF, "too dark", 2).edits == ()


def test_a_profile_is_no_accident_and_still_holds() -> None:
    made = rescued(SCONES, "too dark", 3, ("no salt",))
    assert {id for edit in made.edits for id in edit.serves} == {"R1"}
    assert [one.id for one in made.verdicts] == ["R1", "R2"]


@pytest.mark.parametrize(
    ("words", "profile", "taken"),
    [
        ("coeliac", (), "flour"),
        ("no more butter", ("coeliac",), "butter"),
        ("my guest is vegan", (), "butter"),
        ("less butter", (), "butter"),
        ("wheat allergy", (), "flour"),
    ],
)
def test_what_a_done_step_has_used_up_is_neither_exchanged_nor_renamed(
    words: str, profile: tuple[str, ...], taken: str
) -> None:
    base = replace(SCONES, steps=(*SCONES.steps[:2], "Stir a little flour into the butter.", "Bake the scones."))
    made = rescued(base, words, 2, profile)
    assert made.edits == ()
    assert all(one.verdict == "found" for one in made.verdicts)
    if words != "less butter":
        assert f"You have already used “{taken}” (step 1)" in " ".join(one.says for one in made.verdicts)
    assert rescued(base, words, 1, profile).edits or words == "less butter"


def test_whoever_has_run_out_of_a_thing_has_what_a_step_ahead_measures_exchanged() -> None:
    steps = ["Melt 30 g of the butter.", "Whisk it in.", "Serve with 60 g of soft butter."]
    base = procedure("Make pancakes", steps, ["200 g flour", "90 g butter"])
    made = rescued(base, "I have no butter", 2)
    assert [(one.part, one.step) for one in made.edits if one.part == "steps"] == [("steps", 3)]
    assert [one.verdict for one in made.verdicts] == ["done"]
    assert rescued(base, "dairy allergy", 2).edits == ()


def test_whoever_cannot_eat_what_is_used_up_is_told_that_nothing_mends_it() -> None:
    [judged] = rescued(SCONES, "coeliac", 2).verdicts
    assert "If what you used does not fit “coeliac”, it is too late to change that." in judged.says
    [before] = rescued(SCONES, "coeliac", 1).verdicts
    assert "already used" not in before.says


def test_whoever_only_ran_out_of_what_is_used_up_is_not_warned_of_it() -> None:
    [judged] = rescued(SCONES, "out of butter", 3).verdicts
    assert "You have already used “butter” (step 1), so I left that alone." in judged.says
    assert "Unless" not in judged.says
    [allergic] = rescued(SCONES, "I have a milk allergy", 3).verdicts
    assert "If what you used does not fit “milk”, it is too late to change that." in allergic.says


def test_a_done_step_behind_one_that_was_skipped_has_used_up_its_food_too() -> None:
    needs = parse_hint("no salt, lactose intolerant")
    task = Task(agent="modify", base=SCONES, hint="", requirements=needs, at=1, done=(2,))
    outcome, says = answer(task)
    assert not any("milk" in SCONES.part(one.part)[one.step - 1] for one in outcome.edits)
    assert "You have already used “milk” (step 2)" in says


def test_a_tool_is_not_used_up_and_what_is_ahead_is_still_exchanged() -> None:
    steps = ["Beat the eggs with a mixer.", "Beat the milk with the mixer.", "Fry the pancakes."]
    base = procedure("Fry pancakes", steps, ["mixer", "2 eggs", "100 ml milk"])
    made = rescued(base, "no mixer", 2)
    assert ("steps", 2) in {(one.part, one.step) for one in made.edits}
    [judged] = made.verdicts
    assert "already used" not in judged.says
    assert ("steps", 2) in {(one.part, one.step) for one in rescued(base, "lactose intolerant", 2).edits}


def test_no_place_is_found_on_a_step_that_is_done() -> None:
    made = rescued(SCONES, "I have no brackets, no milk", 3)
    assert [(place.part, place.step) for place in made.places if place.part == "steps"] == []


def test_every_accident_has_steps_reason_and_a_cited_source() -> None:
    data = json.loads(rescue_module._DATA.read_text(encoding="utf-8"))
    assert len(data["accidents"]) == len(accidents())
    for row in data["accidents"]:
        assert row["steps"], row["id"]
        assert row["reason"].endswith("."), row["id"]
        assert row["sources"], row["id"]
        assert set(row["sources"]) <= set(data["sources"]), row["id"]
        assert all(re.compile(cue) for cue in row["cues"])


def test_what_is_used_up_stays_so_when_something_else_was_turned_down() -> None:
    steps = ["Melt the butter.", "Whisk it with the eggs.", "Serve with butter and milk."]
    base = procedure("Make pancakes", steps, ["90 g butter", "2 eggs", "100 ml milk"])
    needs = parse_hint("no butter, no milk")
    first = modify(base, needs, Limits(done=frozenset([1])))
    assert first.edits
    again = modify(base, needs, Limits(done=frozenset([1]), rejected=first.edits))
    assert not any("margarine" in one.text for one in again.edits)
    assert "You have already used “butter” (step 1)" in again.verdicts[0].says


def test_a_runny_batter_is_no_raw_cake_though_the_step_before_cooks() -> None:
    pancakes = procedure(
        "Pancakes", ["Heat a pan to cook in.", "Whisk the batter.", "Fry it."], ["200 g flour", "2 eggs"]
    )
    assert rescued(pancakes, "the batter is way too runny", 2).edits[0].text.startswith("Whisk in flour")
    assert rescued(pancakes, "they are still raw inside", 3).edits[0].text.startswith("Put it back")


@pytest.mark.parametrize("words", ["my cousin is allergic to salt", "salt allergy", "she can't eat salt"])
def test_of_a_food_that_no_list_of_allergens_names_it_is_said_too_that_it_is_in_there(words: str) -> None:
    [judged] = rescued(SCONES, words, 3).verdicts
    assert judged.used == ("salt",)
    assert "You have already used “salt” (step 2)" in judged.says


@pytest.mark.parametrize(
    ("made", "words", "says"),
    [
        ("for two", "only for two", "It is for two already."),
        ("for two", "we are 2", "It is for two already."),
        ("for two", "for four", ""),
        ("", "only for two", ""),
    ],
)
def test_half_way_a_number_that_it_is_for_already_is_said_and_any_other_comes_too_late(
    made: str, words: str, says: str
) -> None:
    base = replace(SCONES, yields="2 servings") if made else SCONES
    needs = parse_hint("I have no milk", (words,))
    about = next(one.id for one in needs if one.words == words)
    half_way = rescued(base, "I have no milk", 2, profile=(words,))
    judged = next((one for one in half_way.verdicts if one.id == about), None)
    assert (judged is not None and judged.verdict == "already" and judged.says == says) is bool(says)


def test_half_way_lengths_that_are_in_that_unit_already_are_said_to_be() -> None:
    half_way = rescued(
        replace(SHELF, steps=("Drill 4 holes.", "Cut the board to 40 cm.")), "centimetres please", 2
    )
    assert [one.verdict for one in half_way.verdicts] == ["already"]
