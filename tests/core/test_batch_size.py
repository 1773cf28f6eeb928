"""A yield that stays what it was though the amounts grew is said before it is saved."""

from dataclasses import replace

import pytest

from tailor.core.batch_size import yield_left
from tailor.core.decisions import accept_many
from tailor.core.events import Event, HeaderProposed
from tailor.core.objections import objections
from tailor.core.procedure import procedure
from tailor.core.review import Review
from tailor.core.review_events import fold_all
from tailor.core.review_state import ReviewState
from tests.core.review_case import edit, header, started

CAKE = replace(
    procedure(
        "Cake", ["Stir it.", "Bake it."], ["500 g flour", "1 egg", "½ tsp salt", "a handful of nuts", "butter"]
    ),
    yields="Serves 4",
)


def said(*lines: str, made: HeaderProposed | None = None) -> tuple[str, ...]:
    """What is said of the yield where these lines are the new list."""
    begun = replace(started(), steps=CAKE.steps, resources=CAKE.resources)
    news = enumerate(zip(CAKE.resources, lines, strict=False), 1)
    edits = [
        edit(f"e{at}", "replace", at, new, part="resources", group="g1") for at, (old, new) in news if new != old
    ]
    events: tuple[Event, ...] = (begun, *edits, *([made] if made else []))
    return tuple(yield_left(ReviewState(accept_many(fold_all(Review(CAKE), events), "all").review)))


def test_a_yield_that_stays_while_all_is_doubled_is_said_among_what_speaks_against_it() -> None:
    words = "Most amounts are doubled, but it still says “Serves 4”."
    assert said("1 kg flour", "2 eggs", "1 tsp salt", "two handfuls of nuts") == (words,)
    begun = replace(started(), steps=CAKE.steps, resources=CAKE.resources)
    edits = [
        edit(f"e{at}", "replace", at, new, part="resources") for at, new in ((1, "1 kg flour"), (2, "2 eggs"))
    ]
    review = accept_many(
        fold_all(Review(CAKE), (begun, *edits, edit("e3", "replace", 3, "1 tsp salt", part="resources"))), "all"
    )
    assert words in objections(ReviewState(review.review), ())


@pytest.mark.parametrize(
    ("lines", "how"),
    [
        (("250 g flour", "½ egg", "a pinch of salt", "half a handful of nuts"), "halved"),
        (("750 g flour", "2 eggs", "¾ tsp salt", "1½ handfuls of nuts"), "changed"),
    ],
)
def test_it_says_how_they_changed_as_far_as_one_word_does(lines: tuple[str, ...], how: str) -> None:
    assert said(*lines) == (f"Most amounts are {how}, but it still says “Serves 4”.",)


@pytest.mark.parametrize(
    "lines",
    [
        ("1 kg flour",),
        ("500 g rice flour", "2 eggs"),
        ("1 kg flour", "1 egg", "½ tsp salt", "two handfuls of nuts"),
        ("600 g flour", "3 eggs", "2 tsp salt"),
    ],
)
def test_a_few_amounts_that_change_each_for_itself_say_nothing_of_the_yield(lines: tuple[str, ...]) -> None:
    assert said(*lines) == ()


def test_a_yield_that_changed_with_them_is_not_held_against_it() -> None:
    made = header("g1", yields="Serves 8")
    assert said("1 kg flour", "2 eggs", "1 tsp salt", "two handfuls of nuts", made=made) == ()
