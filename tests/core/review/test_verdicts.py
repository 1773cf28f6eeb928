"""What Verify thought of each edit, on the bread of CONTRACT 7 (see test_review_example)."""

from dataclasses import replace

from tailor.core.events import StageFinished, StageStarted
from tailor.core.procedure import procedure
from tailor.core.review import Review
from tailor.core.review.decisions import accept, accept_many, undecide
from tailor.core.review.events import fold
from tailor.core.review.rows import VerifyVerdict, agreed, verdicts
from tailor.core.review.state import ReviewState
from tests.core.review.test_review_example import AFTER_MODIFY, after_modify, proposed

AFTER_BAKING = procedure("Bake", ["Mix", "Bake"])
SEEN = ("e1", "e2", "e3")


def verified(review: Review, *, end: bool = True, only_step: int | None = None) -> Review:
    review = fold(
        review,
        StageStarted(stage=2, agent="verify", base="", steps=AFTER_MODIFY, builds_on=SEEN, only_step=only_step),
    )
    review = fold(review, proposed(2, "e4", "insert", 3, "Oil the pan"))
    review = fold(review, proposed(2, "e5", "replace", 4, "Lidded pan on low heat, 12 min a side"))
    return fold(review, StageFinished(stage=2, agent="verify", end="edits")) if end else review


def test_what_verify_saw_and_left_is_agreed_and_what_it_rewords_is_doubted() -> None:
    assert verdicts(ReviewState(verified(after_modify()))) == {
        "e2": VerifyVerdict("agrees"),
        "e3": VerifyVerdict("doubts", ("e5",)),
    }


def test_before_verify_is_done_there_is_no_verdict() -> None:
    assert verdicts(ReviewState(after_modify())) == {}
    assert verdicts(ReviewState(verified(after_modify(), end=False))) == {}


def test_verify_asked_about_one_step_says_nothing_of_the_others() -> None:
    assert verdicts(ReviewState(verified(after_modify(), only_step=4))) == {"e3": VerifyVerdict("doubts", ("e5",))}


def test_only_undecided_edits_are_offered_as_agreed() -> None:
    review = verified(after_modify())
    assert agreed(ReviewState(review)) == ("e2",)
    assert agreed(ReviewState(accept(review, "e2").review)) == ()


def test_taking_what_is_agreed_leaves_the_rest_undecided_and_is_one_undo_step() -> None:
    review = verified(after_modify())
    move = accept_many(review, "careful", among=agreed(ReviewState(review)))
    assert move.ids == ("e2",)
    assert ReviewState(move.review).undecided == ("e1", "e3", "e4", "e5")
    assert move.review.past == (*review.past, review.choices)


def test_verify_asked_about_one_step_keeps_its_older_cards_on_the_others() -> None:
    review = verified(after_modify())
    again = fold(
        review,
        StageStarted(stage=3, agent="verify", base="", steps=AFTER_MODIFY[:3], builds_on=("e1",), only_step=1),
    )
    assert ReviewState(again).status("e5") == "undecided"
    whole = fold(review, StageStarted(stage=3, agent="verify", base="", steps=AFTER_MODIFY[:3], builds_on=("e1",)))
    assert ReviewState(whole).status("e5") == "withdrawn"


def test_own_words_that_verify_never_saw_have_no_verdict_until_they_are_taken_back() -> None:
    review = verified(after_modify())
    reworded = accept(review, "e2", own="Leave the dough for two days").review
    assert "e2" not in verdicts(ReviewState(reworded))
    assert verdicts(ReviewState(undecide(reworded, ["e2"])))["e2"] == VerifyVerdict("agrees")


def rewritten(review: Review, stage: int, *ids: str) -> Review:
    """One more rewrite of the original, with an insert for each id."""
    steps = review.original.steps
    review = fold(review, StageStarted(stage=stage, agent="customize", base="", steps=steps))
    for id in ids:
        review = fold(review, replace(proposed(stage, id, "insert", 1, f"Knead {id}"), agent="customize"))
    return fold(review, StageFinished(stage=stage, agent="customize", end="edits"))


def test_a_new_rewrite_withdraws_what_is_undecided_of_the_old_one_and_keeps_what_was_accepted() -> None:
    first = rewritten(Review(AFTER_BAKING), 1, "e1", "e2")
    again = rewritten(accept(first, "e1").review, 2, "e3")
    assert [ReviewState(again).status(id) for id in ("e1", "e2", "e3")] == ["accepted", "withdrawn", "undecided"]


def test_asking_about_one_step_withdraws_nothing_of_a_rewrite() -> None:
    first = rewritten(Review(AFTER_BAKING), 1, "e1", "e2")
    started = StageStarted(stage=2, agent="modify", base="", steps=AFTER_BAKING.steps, only_step=1)
    again = fold(fold(first, started), proposed(2, "e3", "replace", 1, "Mix well"))
    assert ReviewState(again).undecided == ("e1", "e2", "e3")
