"""compose(p, q): what it holds, and that it does not matter which pair is put together first."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, procedure
from tailor.core.renumber import compose, composes

DOUGH = procedure("Pizza dough", ["Mix.", "Knead as in step 1."], ["flour", "water"])
PIZZA = procedure("A pizza", ["Roll out.", "Bake.", "Repeat steps 1 and 2."], ["tomatoes", "pizza dough."])
PARTY = procedure("A party", ["Invite.", "After step 1, cut."], ["a pizza", "water"])

words = st.sampled_from(["stir", "repeat step 2", "as in steps 1 to 3", "go back to step 9", "wait 2 min"])
things = st.sampled_from(["salt", "water", "x", "y", "salt "])


@st.composite
def procedures(draw: st.DrawFn, goal: str, needs: str | None) -> Procedure:
    resources = draw(st.lists(things, max_size=4))
    if needs is not None:
        resources.insert(draw(st.integers(0, len(resources))), needs)
    steps = draw(st.lists(words, max_size=4))
    made = procedure(goal, steps, resources, notes=draw(st.sampled_from(["", "a note", "another"])))
    uncertain = tuple(draw(st.sets(st.integers(1, len(steps))))) if steps else ()
    return replace(
        made,
        sections=((1, goal),) if steps else (),
        uncertain=uncertain,
        tags=tuple(draw(st.lists(things, max_size=2, unique=True))),
        source=draw(st.sampled_from(["", "a", "b"])),
    )


def test_the_second_follows_on_the_first() -> None:
    made = compose(DOUGH, PIZZA)
    assert made.goal == "A pizza"
    assert made.resources == ("flour", "water", "tomatoes")
    assert made.steps == ("Mix.", "Knead as in step 1.", "Roll out.", "Bake.", "Repeat steps 3 and 4.")


def test_what_does_not_follow_is_refused() -> None:
    assert not composes(PIZZA, DOUGH)
    with pytest.raises(ContentError, match="not among what"):
        compose(PIZZA, DOUGH)


def test_each_needs_its_own_water() -> None:
    assert compose(compose(DOUGH, PIZZA), PARTY).resources == ("flour", "water", "tomatoes", "water")


@given(procedures("x", None), procedures("y", "X"), procedures("z", "y"))
def test_composing_is_associative(p: Procedure, q: Procedure, r: Procedure) -> None:
    assert compose(compose(p, q), r) == compose(p, compose(q, r))


@given(procedures("x", None), procedures("y", "x"))
def test_nothing_but_the_goal_of_the_first_is_lost(p: Procedure, q: Procedure) -> None:
    made = compose(p, q)
    assert len(made.steps) == len(p.steps) + len(q.steps)
    assert len(made.resources) == len(p.resources) + len(q.resources) - 1
    assert made.steps[: len(p.steps)] == p.steps


def test_what_belongs_to_a_step_moves_with_it() -> None:
    p = replace(
        DOUGH, uncertain=(2,), sections=((1, "First"),), notes="cold", tags=("a",), source="s", licence="l"
    )
    q = replace(
        PIZZA, uncertain=(1,), sections=((2, "Then"),), notes="hot", tags=("b", "a"), source="s", licence="m"
    )
    made = compose(p, q)
    assert made.uncertain == (2, 3)
    assert made.sections == ((1, "First"), (4, "Then"))
    assert (made.notes, made.tags, made.source, made.licence) == ("cold\n\nhot", ("a", "b"), "s", "")
