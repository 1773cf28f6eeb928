"""Household hazards are told whatever the wishes ask for; what the notes warn of, in the words of who wrote it."""

import pytest

from tailor.core.dangers import cautions, dangers, hazards_in, split_notes
from tailor.core.events import RequirementsRead, StageStarted
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import Requirement
from tailor.core.review import Review
from tailor.core.review.decisions import own_edit
from tailor.core.review.events import fold_all
from tailor.core.review.objections import newly_against, objections, save_anyway
from tailor.core.review.state import ReviewState
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


@pytest.mark.parametrize(
    "line",
    [
        "WARNING: pull the plug first.",
        "**Warning:** pull the plug first.",
        "> CAUTION - it is sharp",
        "DANGER! Never reach under it.",
        "- Caution: hot",
        "⚠️ Wear goggles.",
        "Important: not more than four a day.",
        "Be careful with the hot oil.",
        "Achtung: heiß!",
        "Safety first: wear gloves.",
        "!! Do not touch the pads !!",
    ],
)
def test_a_line_that_warns_is_one(line: str) -> None:
    (warning,), rest = split_notes(f"Do it once a year.\n{line}\n\nGood with jam.")
    assert warning in line.replace("**", "")
    assert warning[0].isalpha()
    assert rest == "Do it once a year.\n\nGood with jam."


@pytest.mark.parametrize(
    "line",
    [
        "Warning lights come on in between.",
        "My dad was careful with it.",
        "It is important to rest.",
        "Note: do this once a year.",
        "Dangerous Dave gave me this.",
        "Attention to detail pays.",
        "No warning: it never burns.",
    ],
)
def test_a_line_that_only_has_such_a_word_is_none(line: str) -> None:
    assert split_notes(line) == ((), line)


@pytest.mark.parametrize("head", ["## Warnings", "WARNING", "> [!CAUTION]", "Safety information:", ":::warning"])
def test_below_a_heading_of_warnings_each_line_is_one(head: str) -> None:
    warnings, rest = split_notes(f"Good.\n{head}\n\n- Unplug it.\n- Wear gloves.\n\nThanks to Ann.")
    assert (warnings, rest) == (("Unplug it.", "Wear gloves."), "Good.\n\nThanks to Ann.")


def test_who_uses_it_hears_what_it_warns_of_before_the_first_step() -> None:
    made = procedure("Mow", ["Start it.", "Mow."], notes="WARNING: no sandals.\nOnce a week.")
    assert [one.says for one in cautions(made)] == ["WARNING: no sandals."]


def test_a_long_run_of_signs_is_read_at_once() -> None:
    for piece in ("!", "- ", "> ", ": ", "[!", "⚠"):
        split_notes(piece * 25_000)
