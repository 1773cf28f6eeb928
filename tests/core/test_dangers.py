"""Household hazards are told whatever the wishes ask for: those that stood there once, those brought in first."""

import pytest

from tailor.core.dangers import dangers, hazards_in
from tailor.core.decisions import own_edit
from tailor.core.events import RequirementsRead, StageStarted
from tailor.core.objections import newly_against, objections, save_anyway
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import Requirement
from tailor.core.review import Review
from tailor.core.review_events import fold_all
from tailor.core.review_state import ReviewState
from tailor.library.store import starter_procedures

CHLORINE = "bleach with an acid gives off chlorine gas."
WASH = procedure("Wash whites", ["Load the drum.", "Add the powder.", "Run it at 60 degrees."])
MIXED = procedure(
    "Wash whites", ["Load the drum.", "Pour 2 cups of vinegar into the drum and 100 ml bleach into the drawer."]
)


def begun(original: Procedure) -> Review:
    wish = Requirement("R1", "prerequisite", "I have no cotton programme")
    seen = StageStarted(stage=1, agent="modify", base="", steps=original.steps, resources=original.resources)
    return fold_all(original, (RequirementsRead(requirements=(wish,)), seen))


def test_a_hazard_that_own_words_bring_in_is_told_at_once_and_asks_for_a_second_press() -> None:
    before = begun(WASH)
    after = own_edit(before, "replace", "s2", "Add 100 ml bleach and a cup of vinegar.").review
    was, now = ReviewState(before), ReviewState(after)
    assert newly_against(was, now) == (f"Step 2: {CHLORINE}",)
    assert save_anyway((), dangers(now)) == f"Step 2: {CHLORINE}"
    [said] = objections(now, ())
    assert said.startswith(f"Step 2: {CHLORINE} (")
    assert "cdc.gov" in said


def test_a_hazard_of_the_original_is_said_and_blocks_nothing() -> None:
    state = ReviewState(begun(MIXED))
    assert [(one.says, one.new) for one in dangers(state)] == [(f"Step 2: {CHLORINE}", False)]
    assert len(objections(state, ())) == 1
    assert save_anyway((), dangers(state)) == ""


def test_a_hazard_that_only_moved_to_another_number_is_no_news() -> None:
    before = begun(MIXED)
    after = own_edit(before, "insert", "s1", "Close the door.").review
    assert newly_against(ReviewState(before), ReviewState(after)) == ()
    assert [(one.says, one.new) for one in dangers(ReviewState(after))] == [(f"Step 3: {CHLORINE}", False)]


def test_a_hazard_brought_in_stands_before_the_one_that_was_there() -> None:
    after = own_edit(begun(MIXED), "insert", "s2", "Put out burning oil with water.").review
    assert [one.new for one in dangers(ReviewState(after))] == [True, False]


@pytest.mark.parametrize(
    ("step", "hazard"),
    [
        ("Light a charcoal grill in the living room.", "indoor_combustion"),
        ("Pour water on the burning oil.", "oil_fire_water"),
        ("Mix bleach and ammonia.", "chem_mix"),
        ("Carry the bench to the lawn and stand it on four blocks.", ""),
        ("Never mix bleach and ammonia.", ""),
        ("Stir honey into the porridge of the baby.", ""),
        ("Fry the chicken until the middle is still pink.", ""),
    ],
)
def test_hazards_are_for_everyone_and_matters_of_wish_are_not(step: str, hazard: str) -> None:
    found = hazards_in(procedure("Do it", [step]))
    assert [one.constraint for one in found] == ([hazard] if hazard else [])


def test_no_starter_is_taken_for_dangerous() -> None:
    assert [(one.id, found.why) for one in starter_procedures() for found in hazards_in(one)] == []


@pytest.mark.parametrize(
    "step",
    [
        "Skim off the foam, lift out the jars with tongs, pour in the jam and put on the lids.",
        "Heat the butter until the foam subsides, then add the liquid.",
        "Take it out of the oven and cut it while still hot.",
        "Put the popcorn pouch in the microwave.",
        "Pack the tent, the mallet and the torches.",
    ],
)
def test_everyday_steps_are_not_taken_for_dangerous(step: str) -> None:
    assert hazards_in(procedure("Do it", [step])) == ()
