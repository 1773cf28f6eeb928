"""One key for a wish, and what is said where an accepted edit loses what it needs (rules 14 and 15)."""

from tailor.core.report import closing_line, done
from tailor.core.review import Review, undo
from tailor.core.review.decisions import accept, accept_many, accept_wish, own_edit, reject, reject_wish
from tailor.core.review.events import fold
from tailor.core.review.state import ReviewState
from tests.core.review_case import BENCH, edit, review_of, started

BOTH = (
    edit("e1", "replace", 1, "Mix the vinegar with water.", "R1"),
    edit("e2", "replace", 3, "Wipe the bench with vinegar.", "R1", "R2"),
    edit("e3", "replace", 2, "Glue the hook on.", "R2"),
    edit("e4", "replace", 4, "Let it dry for 1 h.", "R1", level="must"),
)


def verdicts(review: Review) -> list[str]:
    return [ReviewState(review).status(id) for id in ReviewState(review).proposals]


def test_a_wish_is_accepted_as_one_step_but_for_what_must_be_looked_at() -> None:
    move = accept_wish(review_of(*BOTH), "R1")
    assert move.ids == ("e1", "e2")
    assert move.held_back == ("e4",)
    assert verdicts(move.review) == ["accepted", "accepted", "undecided", "undecided"]
    assert verdicts(undo(move.review)) == ["undecided"] * 4


def test_a_wish_is_rejected_but_for_what_another_wanted_wish_needs() -> None:
    review = review_of(*BOTH)
    move = reject_wish(review, "R1")
    assert (move.ids, move.held_back) == (("e1",), ("e2", "e4"))
    assert "#e2, #e4 left for you" in move.says
    assert verdicts(undo(move.review)) == ["undecided"] * 4
    then = reject_wish(move.review, "R2")
    assert then.ids == ("e2", "e3"), "nobody wants the first any more"
    assert verdicts(then.review) == ["rejected", "rejected", "rejected", "undecided"]


def test_what_goes_with_another_wish_is_said_in_few_words() -> None:
    both = [edit(f"e{n}", "replace", n, f"Wipe it {n} times.", "R1", "R2") for n in (1, 2, 3, 4)]
    both += [edit("e5", "insert", 4, "Rinse it.", "R1", "R2")]
    left = reject_wish(review_of(*both), "R1")
    assert left.says == "No change rejected; 5 changes left for you to decide, also for “no drilling”."
    assert accept_wish(review_of(*both), "R1").says == "5 changes accepted. That is also for “no drilling”."


def test_a_wish_that_was_turned_down_edit_by_edit_keeps_no_edit_either() -> None:
    review = reject(review_of(*BOTH), ["e1", "e4"]).review
    assert reject_wish(review, "R2").ids == ("e2", "e3")


def test_a_wish_that_was_taken_again_is_wanted_again() -> None:
    review = accept_wish(reject_wish(review_of(BOTH[1], BOTH[2]), "R1").review, "R1").review
    review = ReviewState(undo(review)).review
    assert reject_wish(review, "R2").ids == ("e2", "e3")
    again = accept_wish(reject_wish(review_of(BOTH[1], BOTH[2]), "R1").review, "R1").review
    assert again.choices.unwanted == ()


def test_conflicts_and_stale_edits_are_left_to_the_person() -> None:
    review = fold(review_of(BOTH[0]), started(2))
    review = fold(review, edit("e9", "replace", 1, "Mix the lemon juice with water.", "R1", stage=2))
    assert accept_wish(review, "R1").ids == reject_wish(review, "R1").ids == ()
    seen = ("Mix the vinegar with water.", *BENCH.steps[1:])
    review = fold(review_of(BOTH[0]), started(2, seen, ("e1",)))
    review = fold(review, edit("e9", "replace", 1, "Mix less vinegar with water.", "R1", stage=2))
    stale = reject(review, ["e1"]).review
    assert accept_wish(stale, "R1").ids == reject_wish(stale, "R1").ids == ()


def test_a_group_is_turned_down_with_a_wish_only_as_a_whole() -> None:
    one, other = (
        edit("e1", "replace", 1, "Mix the vinegar with water.", "R1", group="g1"),
        edit("e2", "replace", 1, "100 ml vinegar", group="g1", part="resources"),
    )
    assert reject_wish(review_of(one, other), "R1").ids == ("e1", "e2")
    must = edit("e2", "replace", 1, "100 ml vinegar", group="g1", part="resources", level="must")
    assert reject_wish(review_of(one, must), "R1").ids == ()


def alternatives() -> Review:
    review = review_of(edit("e1", "replace", 1, "Mix the vinegar."))
    for stage, words in ((2, "Mix the lemon juice."), (3, "Mix the soap.")):
        review = fold(review, started(stage))
        review = fold(review, edit(f"e{stage}", "replace", 1, words, stage=stage))
    return review


def test_accepting_an_alternative_leaves_a_rejected_one_rejected() -> None:
    review = reject(alternatives(), ["e1"]).review
    assert verdicts(accept(review, "e2").review) == ["rejected", "accepted", "undecided"]


def test_at_most_one_alternative_is_accepted() -> None:
    review = accept(alternatives(), "e1").review
    assert verdicts(accept(review, "e2").review) == ["undecided", "accepted", "undecided"]


def rinsed() -> Review:
    """A new step of Modify's, and one of Verify's that relies on it."""
    review = review_of(edit("e1", "insert", 4, "Rinse the bench."))
    review = fold(review, started(2, (*BENCH.steps, "Rinse the bench."), ("e1",)))
    review = fold(review, edit("e2", "insert", 5, "Dry it with a cloth.", stage=2))
    return fold(review, edit("e3", "replace", 5, "", stage=2))


def test_rejecting_what_an_accepted_edit_needs_is_said_at_once_and_at_the_end() -> None:
    move = reject(accept(rinsed(), "e2").review, ["e1"])
    assert move.says == "#e2 needs #e1: look at it again."
    assert "needs the new step “Rinse the bench.”, which you rejected" in closing_line(
        (done(move.review, "none"),), move.review
    )
    assert reject(rinsed(), ["e1"]).says == "", "nothing that needs it was accepted"


def test_leaving_a_step_out_by_hand_says_what_needs_it() -> None:
    move = own_edit(accept(rinsed(), "e2").review, "replace", "e1", "")
    assert move.says == "#e2 needs #e1: look at it again."
    assert "needs the new step “Rinse the bench.”, which you rejected" in closing_line(
        (done(move.review, "none"),), move.review
    )


def test_a_step_that_the_check_takes_out_again_is_lacking_nowhere() -> None:
    everything = accept_many(rinsed(), "all").review
    assert ReviewState(everything).result.draft.procedure.steps[4:] == ("Dry it with a cloth.",)
    assert "reject" not in closing_line((done(everything, "none"),), everything)


def test_accepting_an_agents_deletion_says_what_needs_the_step() -> None:
    assert accept(accept(rinsed(), "e2").review, "e3").says == "#e2 needs #e1: look at it again."


def test_a_rejected_edit_is_never_brought_back_by_accepting_another() -> None:
    review = reject(rinsed(), ["e1"]).review
    taken = accept(review, "e2", anyway=True).review
    assert verdicts(taken) == ["rejected", "accepted", "stale"]
