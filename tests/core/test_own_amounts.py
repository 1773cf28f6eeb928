"""Own words that say the amount of a wish meet it where they stand; what the person took out is not "done"."""

import pytest

from tailor.core.coverage import ledger
from tailor.core.events import EditProposed, PlaceFound, RequirementsRead, StageStarted
from tailor.core.outcomes import outcomes
from tailor.core.procedure import procedure
from tailor.core.requirements import Requirement
from tailor.core.review import Review
from tailor.core.review.agreement import disagreements
from tailor.core.review.decisions import accept, own_edit
from tailor.core.review.events import fold_all
from tailor.core.review.state import ReviewState
from tests.core.review_case import waiting

COMPOTE = procedure(
    "Compote",
    ["Cut the rhubarb into pieces.", "Simmer it with 300 g sugar and 200 ml milk."],
    ["1 kg rhubarb", "300 g sugar", "200 ml milk", "1 vanilla pod"],
)
LESS = Requirement("R1", "refinement", "only 500 g of rhubarb")
NO_VANILLA = Requirement("R2", "prerequisite", "no vanilla")


def found(id: str, step: int, word: str, wish: str = "R1", part: str = "resources") -> PlaceFound:
    return PlaceFound(stage=1, id=id, agent="modify", part=part, step=step, word=word, serves=(wish,))  # type: ignore[arg-type]


def begun(*more: PlaceFound | EditProposed) -> Review:
    start = StageStarted(stage=1, agent="modify", base="", steps=COMPOTE.steps, resources=COMPOTE.resources)
    return fold_all(COMPOTE, [RequirementsRead(requirements=(LESS, NO_VANILLA)), start, *more])


RHUBARB = (found("p1", 1, "rhubarb", part="steps"), found("p2", 1, "rhubarb"), found("p3", 1, "1 kg"))


@pytest.mark.parametrize("at", ["p2", "p3"])
@pytest.mark.parametrize("words", ["500 g rhubarb", "500 g of rhubarb, trimmed", "0.5 kg rhubarb"])
def test_a_line_with_the_amount_that_was_wished_is_not_asked_about_again(at: str, words: str) -> None:
    move = own_edit(begun(*RHUBARB), "replace", "r1", words, "resources", place=at)
    assert waiting(move.review) == ["p1"]
    assert move.says == ""


@pytest.mark.parametrize("words", ["750 g rhubarb", "rhubarb and 500 g strawberries", "some rhubarb"])
def test_a_line_with_another_amount_waits_for_its_thing(words: str) -> None:
    move = own_edit(begun(*RHUBARB), "replace", "r1", words, "resources", place="p3")
    assert waiting(move.review) == ["p1", "p2"]


def test_of_two_unwanted_things_in_a_step_the_other_waits() -> None:
    both = (found("p1", 2, "sugar", "R2", "steps"), found("p2", 2, "milk", "R2", "steps"))
    move = own_edit(begun(*both), "replace", "s2", "Simmer it with 300 g honey and 200 ml milk.", place="p1")
    assert waiting(move.review) == ["p2"]


def verdict(review: Review) -> str | None:
    return ledger(ReviewState(review), ())[0].verdict


def test_a_wished_amount_that_the_person_took_off_the_list_is_their_decision_and_not_done() -> None:
    review = own_edit(begun(*RHUBARB[1:]), "replace", "r1", "500 g rhubarb", "resources").review
    assert verdict(review) == "done"
    without = ReviewState(own_edit(review, "replace", "r1", "", "resources").review)
    [less, _] = outcomes(without, ledger(without, ()))
    assert (less.short, less.says) == ("you decided", "“only 500 g of rhubarb”: you changed it yourself.")
    assert verdict(own_edit(begun(*RHUBARB[1:]), "replace", "r1", "", "resources").review) == "decided"


def test_what_a_wish_rules_out_is_done_where_the_person_took_it_out() -> None:
    review = own_edit(begun(found("p1", 4, "vanilla pod", "R2")), "replace", "r4", "", "resources").review
    assert ledger(ReviewState(review), ())[1].verdict == "done"


@pytest.mark.parametrize("step", ["Cut ¼ cucumber into sticks.", "Add 1½ cucumbers.", "Add ½ a cucumber."])
def test_a_step_with_a_fraction_of_it_uses_a_thing_that_is_crossed_off(step: str) -> None:
    base = procedure("Salad", [step], ["1 cucumber"])
    start = StageStarted(stage=1, agent="modify", base="", steps=base.steps, resources=base.resources)
    move = own_edit(fold_all(base, [RequirementsRead(requirements=()), start]), "replace", "r1", "", "resources")
    told = disagreements(ReviewState(move.review))
    assert told == ("“1 cucumber” is off the list, but step 1 still uses it.",)


def test_a_line_that_is_crossed_off_is_told_as_it_stood() -> None:
    review = own_edit(begun(), "replace", "r1", "500 g rhubarb", "resources").review
    review = own_edit(review, "replace", "r1", "", "resources").review
    assert disagreements(ReviewState(review)) == ("“500 g rhubarb” is off the list, but step 1 still uses it.",)
    less = EditProposed(
        stage=1, id="e1", agent="modify", part="resources", op="replace", step=1, text="2 kg rhubarb"
    )
    review = own_edit(accept(begun(less), "e1").review, "replace", "r1", "", "resources").review
    assert disagreements(ReviewState(review)) == ("“2 kg rhubarb” is off the list, but step 1 still uses it.",)
