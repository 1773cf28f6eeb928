"""Edits of one group are decided as one; deciding on one alone splits the group after a warning."""

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tailor.core.engine import apply
from tailor.core.errors import ContentError
from tailor.core.events import EditProposed, StageStarted
from tailor.core.review import Review, differing, redo, undo
from tailor.core.review.decisions import accept, accept_many, reject, split_warning, taken_along, undecide
from tailor.core.review.events import fold
from tailor.core.review.state import ReviewState
from tests.agents.strategies_for_tests import bags, procedures
from tests.core.review_case import BENCH, edit, header, review_of, started, steps
from tests.depth import cases

HALF = (
    edit("e1", "replace", 1, "50 ml bleach", group="g1", part="resources"),
    edit("e2", "replace", 1, "Mix the bleach with half the water.", group="g1"),
    edit("e3", "replace", 4, "Let it dry for 1 h.", group="g1"),
    edit("e4", "replace", 2, "Screw the hook in."),
)


def verdicts(review: Review) -> dict[str, str]:
    return {id: ReviewState(review).status(id) for id in ReviewState(review).proposals}


def test_accepting_one_accepts_the_group_as_one_undo_step_and_says_so() -> None:
    review = review_of(*HALF)
    move = accept(review, "e2")
    assert move.ids == ("e1", "e2", "e3")
    assert "#e2 belongs with #e1, #e3" in move.says
    assert set(verdicts(move.review).values()) == {"accepted", "undecided"}
    assert verdicts(move.review)["e4"] == "undecided"
    assert undo(move.review).choices == review.choices
    assert taken_along(ReviewState(review), "e2") == ("e1", "e3")


def test_rejecting_or_undeciding_one_does_so_for_the_group() -> None:
    review = accept(review_of(*HALF), "e1").review
    rejected = reject(review, ["e3"]).review
    assert [verdicts(rejected)[id] for id in ("e1", "e2", "e3", "e4")] == ["rejected"] * 3 + ["undecided"]
    assert verdicts(accept(rejected, "e1").review)["e3"] == "accepted", "the person thought again"
    assert set(verdicts(undecide(review, ["e2"])).values()) == {"undecided"}


def test_own_words_for_one_of_a_group_change_nothing_before_the_warning() -> None:
    review = review_of(*HALF)
    move = accept(review, "e2", own="Mix.")
    assert (move.review, move.ids) == (review, ())
    assert move.says == split_warning(review, "e2") != ""
    assert "#e1, #e3" in move.says


def test_deciding_on_one_alone_splits_the_group_until_it_is_undone() -> None:
    review = review_of(*HALF)
    split = accept(review, "e2", own="Mix.", alone=True).review
    assert verdicts(split) == {"e1": "undecided", "e2": "accepted", "e3": "undecided", "e4": "undecided"}
    assert split_warning(split, "e1") == ""
    alone = reject(split, ["e1"]).review
    assert [verdicts(alone)[id] for id in ("e1", "e2", "e3")] == ["rejected", "accepted", "undecided"]
    assert split_warning(undo(undo(alone)), "e1") != ""
    assert redo(redo(undo(undo(alone)))).choices == alone.choices
    only = reject(review, ["e3"], alone=True).review
    assert [verdicts(only)[id] for id in ("e1", "e2", "e3")] == ["undecided", "undecided", "rejected"]


def test_a_group_with_an_edit_to_be_looked_at_is_left_by_the_careful_way_as_a_whole() -> None:
    review = review_of(*HALF[:2], edit("e3", "replace", 4, "Let it dry.", group="g1", level="must"), HALF[3])
    move = accept_many(review, "careful")
    assert (move.ids, move.held_back) == (("e4",), ("e1", "e2", "e3"))
    assert accept_many(review, "all").ids == ("e1", "e2", "e3", "e4")


def test_what_needs_a_group_that_is_left_is_left_too() -> None:

    review = review_of(
        edit("e1", "insert", 4, "Rinse.", group="g1"), edit("e2", "replace", 1, "", group="g1", level="must")
    )
    seen = (*BENCH.steps[1:], "Rinse.")
    review = fold(fold(review, started(2, seen, ("e1", "e2"))), edit("e3", "insert", 4, "Polish.", stage=2))
    assert accept_many(review, "careful").ids == ()


def test_a_group_is_not_taken_while_one_of_it_has_no_place() -> None:

    review = review_of(edit("e1", "replace", 1, "Mix vinegar."))
    later = ("Mix vinegar.", *BENCH.steps[1:])
    review = fold(review, started(2, later, ("e1",)))
    for event in (
        edit("e2", "replace", 1, "Mix less vinegar.", group="g1", stage=2),
        edit("e3", "replace", 4, "Dry it.", group="g1", stage=2),
    ):
        review = fold(review, event)
    without = reject(review, ["e1"]).review
    with pytest.raises(ContentError, match=r"#e2 cannot be accepted now.* belongs with #e3"):
        accept(without, "e3")
    assert verdicts(accept(without, "e3", alone=True).review)["e3"] == "accepted"
    assert accept_many(without, "all").ids == ()


def test_an_edit_that_arrives_after_its_group_was_turned_down_brings_nothing_back() -> None:

    review = reject(review_of(HALF[0]), ["e1"]).review
    review = fold(review, HALF[1])
    taken = accept(review, "e2").review
    assert [verdicts(taken)[id] for id in ("e1", "e2")] == ["rejected", "accepted"]
    assert accept_many(review, "all").ids == ()


def test_a_header_applies_only_while_its_whole_group_is_accepted() -> None:
    review = review_of(*HALF, header("g1", goal="Clean half a bench", yields="half", notes="For one."))

    def shown(review: Review) -> tuple[str, str, str]:
        made = ReviewState(review).result.draft.procedure
        return made.goal, made.notes, made.yields

    plain = ("Clean a bench", "", "")
    assert shown(review) == plain
    whole = accept(review, "e1").review
    assert shown(whole) == ("Clean half a bench", "For one.", "half")
    assert shown(undo(whole)) == plain
    assert shown(accept(review, "e1", alone=True).review) == plain
    assert steps(whole)[3] == "Let it dry for 1 h."


def test_a_new_yield_goes_with_most_of_its_group_and_a_new_name_with_all_of_it() -> None:
    review = review_of(*HALF, header("g1", goal="Clean half a bench", yields="half", notes="For one."))

    def shown(review: Review) -> tuple[str, str, str]:
        made = ReviewState(review).result.draft.procedure
        return made.goal, made.notes, made.yields

    whole = accept(review, "e1").review
    assert shown(reject(whole, ["e3"], alone=True).review) == ("Clean a bench", "For one.", "half")
    assert shown(reject(whole, ["e2", "e3"], alone=True).review) == ("Clean a bench", "", "")
    nameless = accept(review_of(*HALF, header("g1", goal="Clean half a bench")), "e1").review
    assert shown(reject(nameless, ["e3"], alone=True).review) == ("Clean a bench", "", "")


def test_an_alternative_to_one_of_an_accepted_group_opens_the_whole_group_again() -> None:
    review = fold(accept(review_of(*HALF), "e1").review, started(2))
    review = fold(review, edit("e9", "replace", 4, "Let it dry for 3 h.", stage=2))
    taken = accept(review, "e9").review
    assert [verdicts(taken)[id] for id in ("e1", "e2", "e3", "e9")] == ["undecided"] * 3 + ["accepted"]


def repeated() -> Review:
    """Rejected: e1. Withdrawn, as they repeat it: e2 and e3, in one group with e4."""
    review = fold(review_of(edit("e1", "insert", 4, "Rinse.")), started(2))
    for id, at, text in (("e2", 4, "Rinse."), ("e3", 4, "rinse"), ("e4", 1, "Air the room.")):
        review = fold(review, edit(id, "insert", at, text, group="g", stage=2))
    return reject(review, ["e1"]).review


@pytest.mark.parametrize("back", ["accepted", "undecided"])
def test_a_group_is_open_again_when_an_edit_withdrawn_from_it_comes_back(back: str) -> None:
    review = accept(repeated(), "e2").review
    taken = {"e1": "rejected", "e2": "accepted", "e3": "withdrawn", "e4": "accepted"}
    assert verdicts(review) == taken, "rule 11: what was rejected does not come with it"
    again = accept(review, "e1").review if back == "accepted" else undecide(review, ["e1"])
    assert verdicts(again) == {"e1": back} | dict.fromkeys(("e2", "e3", "e4"), "undecided")
    assert verdicts(undo(again)) == taken


def test_a_group_that_is_opened_again_is_named() -> None:
    says = accept(accept(repeated(), "e2").review, "e1").says
    assert says == "#e2, #e4 wait for you to decide again, because a change that belongs with them is back."


def test_a_group_turned_down_without_a_withdrawn_edit_is_turned_down_with_it() -> None:
    review = reject(repeated(), ["e4"]).review
    assert verdicts(accept(review, "e1").review) == {"e1": "accepted"} | dict.fromkeys(
        ("e2", "e3", "e4"), "rejected"
    )
    assert verdicts(accept(review, "e2").review)["e4"] == "accepted", "the person thought again"


def test_what_is_rejected_in_a_later_stage_first_still_withdraws_what_repeats_the_earlier() -> None:
    review = reject(undecide(repeated(), ["e1"]), ["e2"], alone=True).review
    assert verdicts(reject(review, ["e1"]).review)["e3"] == "withdrawn"


@st.composite
def grouped(draw: st.DrawFn) -> Review:
    """A review of two stages, the second on all of the first; some edits of a stage are in a group."""
    base = draw(procedures(most=5))
    review, now = Review(base), base
    builds_on: tuple[str, ...] = ()
    for stage in (1, 2):
        begun = StageStarted(
            stage=stage, agent="modify", base="", steps=now.steps, resources=now.resources, builds_on=builds_on
        )
        review, bag = fold(review, begun), draw(bags(now, most=5))
        for one in bag.edits:
            group = draw(st.sampled_from([None, f"g{stage}", f"g{stage + 2}"]))
            event = replace(EditProposed.of(one, stage, f"e{stage}{one.id[1:]}", "modify"), group=group)
            review, builds_on = fold(review, event), (*builds_on, event.id)
        now = apply(now, bag).procedure
    return review


MOVES = st.lists(
    st.tuples(st.sampled_from(["accept", "reject", "undecide", "careful", "all", "undo"]), st.integers(0, 30)),
    max_size=10,
)


@settings(max_examples=cases(200), deadline=None)
@given(grouped(), MOVES)
@example(undecide(repeated(), ["e1"]), [("reject", 0), ("accept", 1), ("accept", 0)])
@example(undecide(repeated(), ["e1"]), [("reject", 0), ("reject", 3), ("accept", 1), ("undecide", 0)])
@example(undecide(repeated(), ["e1"]), [("reject", 0), ("all", 0), ("undecide", 0)])
def test_the_edits_of_a_group_are_accepted_or_rejected_or_open_together(
    review: Review, moves: list[tuple[str, int]]
) -> None:
    ids = list(ReviewState(review).proposals)
    for move, number in moves if ids else ():
        id = ids[number % len(ids)]
        try:
            match move:
                case "accept":
                    review = accept(review, id).review
                case "reject":
                    review = reject(review, [id]).review
                case "undecide":
                    review = undecide(review, [id])
                case "careful" | "all":
                    review = accept_many(review, move).review
                case _:
                    review = undo(review)
        except ContentError:
            continue
        state = ReviewState(review)
        for members in set(state.groups.values()):
            decided = [state.decisions.get(id) for id in members if id not in state.aside]
            chosen = {one.verdict if one else None for one in decided}
            assert len(chosen) <= 1


def test_splitting_a_group_shows_nothing_else_as_changed() -> None:
    review = review_of(*HALF)
    assert differing(review.choices, accept(review, "e2", alone=True).review.choices) == ("e2",)
