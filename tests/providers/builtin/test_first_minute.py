"""What strangers type in their first minute: no edit makes a how-to worse, unsafe, ungrammatical or impossible."""

import pytest

from tailor.core.procedure import procedure
from tests.providers.builtin.helpers import modify, one_step


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("no gloves", "Open the window, put on rubber gloves and pour in 50 ml of bleach."),
        (
            "I have no gloves",
            "Read the label of the weed killer, and put on rubber gloves, long trousers and boots.",
        ),
        ("no mask", "Put on rubber gloves, eye protection, an FFP2 mask and old clothes."),
        ("I don't have goggles", "With work gloves and goggles on, drill 3 holes."),
        ("no soap", "Cut the raw chicken; then wash the board, the knife and your hands with soap."),
        ("no helmet", "Put on a helmet and elbow pads, and ride slowly."),
    ],
)
def test_what_keeps_people_from_harm_is_not_left_out(hint: str, step: str) -> None:
    answer = modify(procedure("Do the job", [step], ["rubber gloves", "face mask", "goggles", "helmet"]), hint)
    assert not answer.edits
    assert "keep you from harm" in answer.says


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("I hate maple syrup", "Brown them on both sides and serve hot with maple syrup, peanut butter or honey."),
        ("no balloons", "Read the list, and put up balloons, flags and lamps."),
        ("no balloons", "With balloons and flags up, let the guests in."),
    ],
)
def test_an_item_that_takes_half_a_clause_along_stays_and_is_named(hint: str, step: str) -> None:
    answer = modify(procedure("Host a party", [step]), hint)
    assert not answer.edits
    assert "please decide there" in answer.says


def test_a_clause_at_the_end_goes_whole() -> None:
    assert one_step("Sweep the floor and put up balloons.", [], "no balloons") == "Sweep the floor."
