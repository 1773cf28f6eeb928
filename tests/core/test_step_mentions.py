"""Whatever a person keeps points to the same step as before, or Tailor says that the step is gone."""

from dataclasses import replace

from tailor.core.codec import from_json, to_json
from tailor.core.edit_names import in_list
from tailor.core.procedure import Amount, procedure
from tailor.core.rebase import rebase
from tailor.core.review import Decisions, Review, undo
from tailor.core.review.decisions import accept, own_edit, reject
from tailor.core.review.events import fold
from tailor.core.review.objections import missing, newly_missing, pointless, pointless_findings
from tailor.core.review.state import ReviewState
from tests.core.review_case import edit, started, steps

BREAD = procedure(
    "Flat bread",
    [
        "Heat the oven.",
        "Mix flour, water and salt.",
        "Knead the dough.",
        "Let it rise, covered as in step 3.",
        "Brush with butter and repeat steps 3 and 4.",
        "Do steps 3–5 again.",
    ],
    ["500 g flour", "1 egg (steps 4 and 5)"],
    sections=[(4, "Baking (steps 4–6)")],
    notes="Less butter in step 5.",
)


def removed(review: Review, step: int) -> Review:
    return own_edit(review, "replace", f"s{step}", "").review


def test_things_headings_and_notes_point_to_the_same_steps_after_a_removal_and_its_undo() -> None:
    review = removed(Review(replace(BREAD, amounts=(Amount("1 egg (steps 4 and 5)", "1", "", "egg"),))), 2)
    now = ReviewState(review).result.draft.procedure
    assert now.resources[1] == "1 egg (steps 3 and 4)"
    assert now.sections == ((3, "Baking (steps 3–5)"),)
    assert now.notes == "Less butter in step 4."
    assert [one.resource for one in now.amounts] == ["1 egg (steps 3 and 4)"]
    assert ReviewState(undo(review)).result.draft.procedure.notes == BREAD.notes


def test_a_step_that_points_to_a_removed_one_is_named_at_once_and_before_saving() -> None:
    before = removed(Review(BREAD), 2)
    after = removed(before, 3)
    said = newly_missing(ReviewState(before), ReviewState(after))
    assert said == ("Step 4 (2 in the result) points to step 3, which you removed.",)
    assert pointless(ReviewState(after)) == (
        *said,
        "Step 5 (3 in the result) no longer points to step 3, which you removed.",
    )
    assert {*said} <= {*missing(ReviewState(after))}
    assert [one.step for one in pointless_findings(ReviewState(after))] == [2, 3]
    assert steps(after)[2:] == ("Brush with butter and repeat step 2.", "Do steps 2–3 again.")
    assert newly_missing(ReviewState(after), ReviewState(removed(after, 1))) == ()


def test_own_words_typed_at_the_list_point_to_the_steps_of_the_list() -> None:
    review = removed(Review(BREAD), 2)
    review = own_edit(review, "insert", "s1", "Wash hands, then as in step 4.", counted="list").review
    assert steps(review)[1] == "Wash hands, then as in step 4.", "4 in the list is 4 again with the new step"
    assert steps(undo(undo(review))) == BREAD.steps
    review = removed(review, 3)
    assert steps(review)[1] == "Wash hands, then as in step 3."
    [said] = [words for words in pointless(ReviewState(removed(review, 4))) if words.startswith("“Wash")]
    assert said == "“Wash hands, then as in step 4.” points to step 4, which you removed."


def test_own_words_said_about_the_result_point_to_the_steps_of_the_result() -> None:
    review = own_edit(removed(Review(BREAD), 2), "insert", "s1", "Wash hands as in step 3.").review
    assert steps(review)[1] == "Wash hands as in step 4.", "what was the third step before it came in"
    assert steps(removed(review, 3))[1] == "Wash hands as in step 3."


def test_words_for_a_suggestion_move_with_the_steps_they_mention() -> None:
    review = fold(Review(BREAD), started(1, BREAD.steps))
    review = fold(review, edit("e1", "replace", 5, "Brush with oil and repeat steps 3 and 4."))
    review = accept(review, "e1", own="Brush with oil, then repeat steps 2 to 4.").review
    assert steps(removed(review, 1))[3] == "Brush with oil, then repeat steps 1 to 3."


def test_a_step_moved_by_hand_is_still_the_one_that_is_meant() -> None:
    review = own_edit(removed(Review(BREAD), 3), "insert", "s1", "Knead the dough.").review
    assert steps(review)[3] == "Let it rise, covered as in step 2."
    assert pointless(ReviewState(review)) == ()


def test_a_suggestion_for_a_later_list_is_shown_with_the_numbers_of_the_list() -> None:
    review = fold(Review(BREAD), started(1, BREAD.steps))
    review = fold(review, edit("e1", "replace", 2, ""))
    seen = (BREAD.steps[0], *BREAD.steps[2:])
    review = fold(review, started(2, seen, ("e1",)))
    review = fold(review, edit("e2", "replace", 5, "Do steps 2-4 twice.", stage=2))
    state = ReviewState(accept(review, "e2").review)
    assert in_list(state, "Do steps 2-4 twice.", "e2") == "Do steps 3-5 twice."
    again = accept(review, "e2", own="Do steps 3-5 thrice.").review
    assert steps(again)[-1] == "Do steps 3-5 thrice."
    assert steps(accept(again, "e1").review)[-1] == "Do steps 2-4 thrice."
    assert steps(reject(again, ["e1"]).review)[-1] == "Do steps 3-5 thrice."


def test_what_a_person_meant_is_kept_with_their_words() -> None:
    review = own_edit(removed(Review(BREAD), 2), "replace", "s5", "Repeat step 2.").review
    kept = from_json(Decisions, to_json(review.choices))
    assert kept == review.choices
    assert kept.own[-1].meant == ((2, "s3"),)


def test_own_words_point_to_the_same_steps_on_a_corrected_original() -> None:
    own = own_edit(removed(Review(BREAD), 2), "replace", "s6", "Repeat step 3.").review
    new = replace(BREAD, steps=("Wash hands.", *BREAD.steps))
    batches = [edits for _, edits in ReviewState(own).result.batches]
    rebased = rebase(BREAD, new, batches)
    assert ReviewState(rebased.review).result.draft.procedure.steps[-1] == "Repeat step 4.", "the rising"
