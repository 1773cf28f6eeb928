"""Generation without a model: the nearest procedure, under its own title if a wish is not met."""

import pytest

from tailor.core.procedure import Procedure, procedure
from tailor.rules.generation import Near, adapted, best_of

BREAD = procedure(
    "Banana bread",
    ["Mash 3 bananas.", "Beat 2 eggs into them.", "Stir in 200 g flour.", "Bake for 50 minutes."],
    ["3 bananas", "2 eggs", "200 g flour"],
)
PLAIN = procedure("Flat bread", ["Knead the flour with water.", "Fry it."], ["200 g flour", "water"])


def near(base: Procedure = BREAD, distance: float = 0.3) -> Near:
    return Near(procedure=base, distance=distance)


def test_the_nearest_is_given_under_the_title_that_was_asked_for() -> None:
    made = adapted("Bake a banana bread", (), [near(), near(PLAIN, 0.5)])
    assert made is not None
    assert (made.procedure.goal, made.procedure.steps) == ("Bake a banana bread", BREAD.steps)
    assert "No model was asked: this is “Banana bread” from the memory" in made.says


def test_what_it_is_not_it_is_not_called() -> None:
    boiled = procedure("Banana bread", ["Boil 2 eggs.", "Eat them with bananas."], ["2 eggs", "bananas"])
    made = adapted("Banana bread without eggs", (), [near(boiled)])
    assert made is not None
    assert made.procedure.goal == "Banana bread"
    assert "It keeps its own title, as it is not “Banana bread without eggs”." in made.says
    assert made.procedure.steps == boiled.steps


def test_what_it_is_already_keeps_the_title() -> None:
    made = adapted("Flat bread without eggs", (), [near(PLAIN)])
    assert made is not None
    assert made.procedure.goal == "Flat bread without eggs"


@pytest.mark.parametrize(("goal", "distance"), [("Banana bread", 0.9), ("Overhaul a turbine", 0.1)])
def test_what_is_far_or_about_something_else_is_no_analogy(goal: str, distance: float) -> None:
    assert adapted(goal, (), [near(distance=distance)]) is None


def test_of_two_the_one_that_needs_less_that_is_not_there_is_taken() -> None:
    assert best_of("bread", ["flour", "water"], [near(), near(PLAIN)]) == near(PLAIN)


def test_what_is_missing_and_what_is_not_used_is_said() -> None:
    made = adapted("Banana bread", ["bananas", "flour", "a whistle"], [near()])
    assert made is not None
    assert "It takes what you did not name: 2 eggs." in made.says
    assert "No step uses: a whistle." in made.says
    assert made.procedure.resources == ("bananas", "flour", "2 eggs")
