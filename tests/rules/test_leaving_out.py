"""A food that nobody wants, left out where it is one of several."""

import pytest

from tailor.core.edits import Bag
from tailor.core.engine import apply
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules.modify import modify

LISTED = ["2 carrots", "1 cup raisins", "100 g oats", "2 teaspoons ground ginger", "1 pinch salt"]


def after(hint: str, step: str, listed: list[str] = LISTED, goal: str = "Cook") -> Procedure | None:
    base = procedure(goal, [step], listed)
    edits = modify(base, parse_hint(hint)).edits
    return apply(base, Bag(edits=edits)).procedure if edits else None


@pytest.mark.parametrize(
    ("step", "left"),
    [
        ("Add carrots, raisins and oats.", "Add carrots and oats."),
        ("Add carrots, raisins, and oats.", "Add carrots and oats."),
        ("Add carrots, raisins, oats, and salt.", "Add carrots, oats, and salt."),
        ("Add carrots, oats and raisins.", "Add carrots and oats."),
        ("Add carrots, oats, and 1 cup raisins to the bowl.", "Add carrots and oats to the bowl."),
        ("Add carrots, oats, salt, and the raisins.", "Add carrots, oats, and salt."),
        ("Stir in the raisins, carrots and oats.", "Stir in carrots and oats."),
        ("In a bowl, mix carrots, raisins, and oats.", "In a bowl, mix carrots and oats."),
    ],
)
def test_an_entry_of_an_enumeration_goes_with_its_comma_and_its_line(step: str, left: str) -> None:
    made = after("hate raisins", step)
    assert made is not None
    assert made.steps == (left,)
    assert "1 cup raisins" not in made.resources


@pytest.mark.parametrize(
    "step",
    [
        "Soak the raisins.",
        "Add the raisins and stir.",
        "When soft, raisins and oats go in.",
        "Add the raisins, stir well and bake.",
        "Add carrots, raisins and oats, then top with raisins.",
        "Chop the carrots, soak the raisins and add oats.",
    ],
)
def test_nothing_is_left_out_where_the_sentence_is_not_sure_to_stand(step: str) -> None:
    assert after("hate raisins", step) is None


def test_what_the_dish_is_made_of_stays_and_what_only_lacks_is_not_left_out() -> None:
    assert after("without oats", "Add carrots, raisins and oats.") is None
    assert after("hate raisins", "Add carrots, raisins and oats.", goal="Raisin cake") is None
    assert after("no raisins", "Add carrots, raisins and oats.") is None


def test_what_was_left_out_is_told() -> None:
    base = procedure("Cook", ["Add carrots, oats, and ginger."], LISTED)
    [judged] = modify(base, parse_hint("kids hate ginger")).verdicts
    assert judged.verdict == "done"
    assert judged.says.startswith("Left out the ginger.")
