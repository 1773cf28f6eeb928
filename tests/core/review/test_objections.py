"""What a Result uses and nobody brings in any more is said, whoever left it out; and a yield its amounts left."""

from dataclasses import replace

import pytest

from tailor.core.edit_names import edit_name, in_words
from tailor.core.events import Event, HeaderProposed
from tailor.core.procedure import Procedure, procedure
from tailor.core.review import Review
from tailor.core.review.decisions import accept, accept_many, own_edit, reject
from tailor.core.review.events import fold, fold_all
from tailor.core.review.objections import missing, newly_missing, objections, yield_left
from tailor.core.review.state import ReviewState
from tests.core.review_case import BENCH, edit, header, review_of, started

CAKE = replace(
    procedure(
        "Cake", ["Stir it.", "Bake it."], ["500 g flour", "1 egg", "½ tsp salt", "a handful of nuts", "butter"]
    ),
    yields="Serves 4",
)


def soaked() -> Review:
    """A new step brings a cloth in, and a change uses it; neither was written for the other's text."""
    return review_of(
        edit("e1", "insert", 1, "Soak a cloth."),
        edit("e2", "replace", 3, "Wipe the bench with the cloth."),
    )


def test_turning_down_what_brings_a_thing_in_names_the_step_that_uses_it() -> None:
    before = accept(soaked(), "e2").review
    after = reject(before, ["e1"]).review
    said = "Step 3 uses “the cloth”, which you left out with the new step “Soak a cloth.”."
    assert newly_missing(ReviewState(before), ReviewState(after)) == (said,)
    assert missing(ReviewState(after)) == (said,)


def test_what_is_missing_is_said_once_and_not_again_by_the_next_decision() -> None:
    before = reject(soaked(), ["e1"]).review
    after = accept(before, "e2").review
    assert newly_missing(ReviewState(before), ReviewState(after)) == ()
    assert len(missing(ReviewState(after))) == 1, "the summary still says it"


def test_leaving_a_step_out_by_hand_names_the_step_that_uses_what_it_makes() -> None:
    before = review_of()
    after = own_edit(before, "replace", "s2", "").review
    assert newly_missing(ReviewState(before), ReviewState(after)) == ()
    cloth = own_edit(before, "insert", "s1", "Soak a cloth.").review
    wiped = own_edit(cloth, "replace", "s3", "Wipe the bench with the cloth.").review
    assert missing(ReviewState(wiped)) == ()
    gone = own_edit(wiped, "replace", "you1", "").review
    [said] = newly_missing(ReviewState(wiped), ReviewState(gone))
    assert said.startswith("Step 3 uses “the cloth”")


def test_a_change_whose_ground_was_turned_down_is_named_in_words() -> None:
    review = review_of(edit("e1", "insert", 4, "Rinse the bench."))
    review = fold(review, started(2, (*BENCH.steps, "Rinse the bench."), ("e1",)))
    review = fold(review, edit("e2", "insert", 5, "Dry it with a cloth.", stage=2))
    gone = reject(accept(review, "e2").review, ["e1"]).review
    new, rinse = "the new step “Dry it with a cloth.”", "the new step “Rinse the bench.”"
    assert missing(ReviewState(gone)) == (f"T{new[1:]} needs {rinse}, which you left out.",)


def test_nothing_is_missing_where_all_is_taken() -> None:
    review = accept(accept(soaked(), "e1").review, "e2").review
    assert missing(ReviewState(review)) == ()


def test_a_thing_that_the_person_took_out_is_named() -> None:
    after = own_edit(Review(BENCH), "replace", "r2", "", "resources").review
    assert edit_name(ReviewState(after), after.choices.own[0].id) == "your removal of “a drill”"


def test_edits_are_named_by_what_they_do_and_their_step() -> None:
    review = review_of(edit("e1", "replace", 2, ""), edit("e2", "replace", 2, "no drill", part="resources"))
    review = fold(review, started(2, BENCH.steps))
    review = fold(review, edit("e3", "replace", 4, "Let it dry.", stage=2))
    state = ReviewState(review)
    names = [edit_name(state, id) for id in ("e1", "e2", "e3")]
    assert names == ["the removal of step 2", "the change to “a drill”", "the check’s change to step 4"]
    assert (
        in_words(state, "#e3 needs #e1: look.")
        == "The check’s change to step 4 needs the removal of step 2: look."
    )


def said(*lines: str, made: HeaderProposed | None = None, of: Procedure = CAKE) -> tuple[str, ...]:
    """What is said of the yield where these lines are the new list."""
    begun = replace(started(), steps=CAKE.steps, resources=CAKE.resources)
    news = enumerate(zip(CAKE.resources, lines, strict=False), 1)
    edits = [
        edit(f"e{at}", "replace", at, new, part="resources", group="g1") for at, (old, new) in news if new != old
    ]
    events: tuple[Event, ...] = (begun, *edits, *([made] if made else []))
    return tuple(yield_left(ReviewState(accept_many(fold_all(Review(of), events), "all").review)))


def test_a_yield_that_stays_while_all_is_doubled_is_said_among_what_speaks_against_it() -> None:
    words = "Most amounts are doubled, but the text still says “Serves 4”."
    assert said("1 kg flour", "2 eggs", "1 tsp salt", "two handfuls of nuts") == (words,)
    begun = replace(started(), steps=CAKE.steps, resources=CAKE.resources)
    edits = [
        edit(f"e{at}", "replace", at, new, part="resources") for at, new in ((1, "1 kg flour"), (2, "2 eggs"))
    ]
    review = accept_many(
        fold_all(Review(CAKE), (begun, *edits, edit("e3", "replace", 3, "1 tsp salt", part="resources"))), "all"
    )
    assert words in objections(ReviewState(review.review), ())


def test_notes_that_still_say_how_many_all_is_for_are_named_too() -> None:
    cake = replace(CAKE, yields="", notes="Makes about 12 slices, enough for four people. Keeps for 3 days.")
    begun = replace(started(), steps=cake.steps, resources=cake.resources)
    halved = ("250 g flour", "½ egg", "a pinch of salt", "half a handful of nuts")
    edits = [edit(f"e{at}", "replace", at, new, part="resources") for at, new in enumerate(halved, 1)]
    review = accept_many(fold_all(Review(cake), (begun, *edits)), "all").review
    assert tuple(yield_left(ReviewState(review))) == (
        "Most amounts are halved, but the text still says “Makes about 12 slices” and “enough for four people”.",
    )


@pytest.mark.parametrize(
    ("lines", "how"),
    [
        (("250 g flour", "½ egg", "a pinch of salt", "half a handful of nuts"), "halved"),
        (("750 g flour", "2 eggs", "¾ tsp salt", "1½ handfuls of nuts"), "changed"),
    ],
)
def test_it_says_how_they_changed_as_far_as_one_word_does(lines: tuple[str, ...], how: str) -> None:
    assert said(*lines) == (f"Most amounts are {how}, but the text still says “Serves 4”.",)


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


@pytest.mark.parametrize("notes", ["Makes a nice dessert.", "This makes half the work.", "It makes an easy gift."])
def test_notes_that_praise_say_no_number_of_portions(notes: str) -> None:
    assert (
        said(
            "1 kg flour", "2 eggs", "1 tsp salt", "two handfuls of nuts", of=replace(CAKE, yields="", notes=notes)
        )
        == ()
    )
