"""What scaling cannot settle stays open in the next scaling too, and every part of the list goes or is named."""

from dataclasses import replace

import pytest

from tailor.core.procedure import PARTS, Procedure, procedure
from tailor.rules.model import Outcome
from tests.rules.test_modify import outcome

LIST = ("200 g flour", "300 ml milk", "60 g butter")


def recipe(*steps: str, yields: str = "4 servings", lines: tuple[str, ...] = ()) -> Procedure:
    return replace(procedure("Supper", ["Mix it all.", *steps], [*LIST, *lines]), yields=yields)


def scaled(base: Procedure, made: Outcome) -> Procedure:
    texts = {(one.part, one.step): one.text for one in made.edits}
    steps, lines = (
        tuple(texts.get((part, at), text) for at, text in enumerate(base.part(part), 1)) for part in PARTS
    )
    return replace(base, steps=steps, resources=lines, yields=next(one.yields for one in made.headers) or "")


@pytest.mark.parametrize(
    ("step", "word"),
    [
        ("Roll into 8 balls.", "8 balls"),
        ("Roll out 8 circles.", "8 circles"),
        ("Thread it on 8 skewers.", "8 skewers"),
        ("Make 8 nests and fill them.", "8 nests"),
        ("Split into 8 pieces.", "8 pieces"),
    ],
)
def test_a_count_that_was_left_open_stays_open_when_it_equals_the_new_yield(step: str, word: str) -> None:
    base = recipe(step)
    for hint in ("for 8", "for 12", "for 8"):
        made = outcome(base, hint)
        assert word in [one.word for one in made.places]
        base = scaled(base, made)
        assert base.steps[1] == step


def test_what_the_yield_counts_and_the_bowls_of_those_who_eat_grow_each_time() -> None:
    base = recipe("Shape into 24 balls.", yields="24 cookies")
    base = scaled(base, outcome(base, "make 12"))
    assert base.steps[1] == "Shape into 12 balls."
    assert scaled(base, outcome(base, "make 36")).steps[1] == "Shape into 36 balls."
    base = recipe("Spoon it onto 4 plates.", "Cool.", "Eat.")
    base = scaled(base, outcome(base, "for 8"))
    assert base.steps[1] == "Spoon it onto 8 plates."
