"""The example of CONTRACT 7, rule by rule: bread with no oven."""

import pytest

from tailor.core.edits import Insert, Op, Replace
from tailor.core.errors import ContentError
from tailor.core.events import EditProposed, Level, StageFinished, StageStarted
from tailor.core.procedure import fingerprint, procedure
from tailor.core.review import Review, redo, undo
from tailor.core.review.decisions import accept, accept_many, own_edit, reject, undecide
from tailor.core.review.events import fold
from tailor.core.review.objections import pointless
from tailor.core.review.rows import rows
from tailor.core.review.state import ReviewState
from tailor.core.transport import Stale, apply_tracked, tracked_original, transport
from tests.core.review_case import steps

BREAD = procedure("Bake bread", ["Preheat to 220 °C", "Mix", "Rise 1 h", "Bake 30 min", "Cool"])
AFTER_MODIFY = ("Mix", "Rise 1 h", "Flatten to 1 cm", "Lidded pan, 12 min a side", "Cool")


def proposed(
    stage: int, id: str, op: Op, step: int, text: str, level: Level | None = None, replaces: tuple[str, ...] = ()
) -> EditProposed:
    agent = {1: "modify", 2: "verify"}.get(stage, "resolve")
    return EditProposed(
        stage=stage,
        id=id,
        agent=agent,
        part="steps",
        op=op,
        step=step,
        text=text,
        level=level,
        replaces=replaces,
    )


def after_modify() -> Review:
    review = Review(BREAD, "no oven")
    review = fold(
        review, StageStarted(stage=1, agent="modify", base=fingerprint(BREAD), steps=BREAD.steps, resources=())
    )
    for event in (
        proposed(1, "e1", "replace", 1, ""),
        proposed(1, "e2", "insert", 3, "Flatten to 1 cm"),
        proposed(1, "e3", "replace", 4, "Lidded pan, 12 min a side"),
    ):
        review = fold(review, event)
    return fold(review, StageFinished(stage=1, agent="modify", end="edits"))


@pytest.fixture
def review() -> Review:
    review = after_modify()
    verify = StageStarted(
        stage=2, agent="verify", base="", steps=AFTER_MODIFY, resources=(), builds_on=("e1", "e2", "e3")
    )
    review = fold(review, verify)
    for event in (
        proposed(2, "e4", "insert", 3, "Oil the pan"),
        proposed(2, "e5", "replace", 4, "Lidded pan on low heat, 12 min a side"),
        proposed(2, "e6", "insert", 0, "Find a pan with a lid"),
    ):
        review = fold(review, event)
    return review


def accept_all(review: Review) -> Review:
    return accept_many(review, "all").review


def test_all_accepted_is_the_strategys_own_result(review: Review) -> None:
    assert steps(accept_all(review)) == (
        "Find a pan with a lid",
        "Mix",
        "Rise 1 h",
        "Flatten to 1 cm",
        "Oil the pan",
        "Lidded pan on low heat, 12 min a side",
        "Cool",
    )


def test_nothing_decided_or_all_rejected_is_the_original(review: Review) -> None:
    assert steps(review) == BREAD.steps
    assert steps(reject(review, ["e1", "e2", "e3", "e4", "e5", "e6"]).review) == BREAD.steps


def test_undecided_counts_as_accepted_for_placing_later_cards(review: Review) -> None:
    state = ReviewState(review)
    assert [state.status(id) for id in state.proposals] == ["undecided"] * 6


def test_rejecting_e2_makes_e4_stale_while_e5_and_e6_move(review: Review) -> None:
    state = ReviewState(reject(review, ["e2"]).review)
    assert state.status("e4") == "stale"
    assert state.status("e5") == state.status("e6") == "undecided"
    assert "its step is gone" in state.why_not("e4")


def test_a_stale_insert_may_be_taken_anyway_after_the_nearest_earlier_step(review: Review) -> None:
    rejected = reject(review, ["e2"]).review
    with pytest.raises(ContentError):
        accept(rejected, "e4")
    taken = accept(rejected, "e4", anyway=True).review
    assert steps(taken) == ("Preheat to 220 °C", "Mix", "Rise 1 h", "Oil the pan", "Bake 30 min", "Cool")


def test_rejecting_e3_makes_e5_stale_and_it_cannot_replace_the_text(review: Review) -> None:
    state = ReviewState(reject(review, ["e3"]).review)
    assert state.status("e5") == "stale"
    assert state.why_not("e5") == "written for the text before you changed it"


def test_taking_e3_with_own_words_makes_e5_stale(review: Review) -> None:
    state = ReviewState(accept(review, "e3", own="In a tagine").review)
    assert state.status("e5") == "stale"


def test_a_replace_whose_step_is_gone_cannot_be_taken(review: Review) -> None:
    review = fold(review, proposed(2, "e7", "replace", 3, "Flatten with a rolling pin"))
    rejected = reject(review, ["e2"]).review
    assert ReviewState(rejected).status("e7") == "stale"
    with pytest.raises(ContentError):
        accept(rejected, "e7", anyway=True)


def test_accepting_a_card_takes_the_undecided_one_it_needs_in_one_undo_step(review: Review) -> None:
    move = accept(review, "e5")
    assert move.ids == ("e3", "e5")
    assert "#e3" in move.says
    assert steps(move.review)[3] == "Lidded pan on low heat, 12 min a side"
    assert undo(move.review).choices == review.choices


def test_an_accepted_edit_that_becomes_stale_is_on_hold_and_comes_back_by_itself(review: Review) -> None:
    accepted = accept(review, "e5").review
    held = reject(accepted, ["e3"]).review
    state = ReviewState(held)
    assert state.status("e5") == "on_hold"
    assert state.why_not("e5") == "accepted, waiting for #e3"
    assert steps(held) == BREAD.steps
    assert ReviewState(accept(held, "e3").review).status("e5") == "accepted"


def test_accepting_carefully_holds_back_what_must_be_looked_at_and_what_needs_it() -> None:
    review = Review(BREAD)
    review = fold(review, StageStarted(stage=1, agent="modify", base="", steps=BREAD.steps))
    review = fold(review, proposed(1, "e1", "replace", 4, "Fry 12 min", level="must"))
    review = fold(review, proposed(1, "e2", "insert", 5, "Slice", level="look"))
    after = (*BREAD.steps[:3], "Fry 12 min", "Cool", "Slice")
    review = fold(review, StageStarted(stage=2, agent="verify", base="", steps=after, builds_on=("e1", "e2")))
    review = fold(review, proposed(2, "e3", "replace", 4, "Fry 12 min on low heat"))
    move = accept_many(review, "careful")
    assert move.ids == ("e2",)
    assert move.held_back == ("e1", "e3")
    assert steps(undo(move.review)) == BREAD.steps


def test_accepting_in_bulk_leaves_later_arrivals_undecided(review: Review) -> None:
    taken = accept_many(after_modify(), "careful").review
    later = fold(
        taken, StageStarted(stage=2, agent="verify", base="", steps=AFTER_MODIFY, builds_on=("e1", "e2", "e3"))
    )
    later = fold(later, proposed(2, "e4", "insert", 3, "Oil the pan"))
    assert ReviewState(later).undecided == ("e4",)


def test_verify_that_did_not_see_a_rejected_edit_keeps_its_cards() -> None:
    review = reject(after_modify(), ["e2"]).review
    seen = ("Mix", "Rise 1 h", "Lidded pan, 12 min a side", "Cool")
    review = fold(review, StageStarted(stage=2, agent="verify", base="", steps=seen, builds_on=("e1", "e3")))
    review = fold(review, proposed(2, "e4", "insert", 2, "Oil the pan"))
    assert ReviewState(review).status("e4") == "undecided"
    assert steps(accept_all(review)) == ("Mix", "Rise 1 h", "Oil the pan", "Lidded pan, 12 min a side", "Cool")


def test_asking_verify_again_withdraws_its_older_undecided_cards(review: Review) -> None:
    review = accept(review, "e3").review
    now = steps(review)
    review = fold(review, StageStarted(stage=3, agent="verify", base="", steps=now, builds_on=("e3",)))
    review = fold(
        review, EditProposed(stage=3, id="e7", agent="verify", part="steps", op="insert", step=5, text="Eat")
    )
    state = ReviewState(review)
    assert [state.status(id) for id in ("e4", "e5", "e6")] == ["withdrawn"] * 3
    assert state.status("e7") == "undecided"
    assert steps(accept(review, "e7").review)[-1] == "Eat"


def test_verify_sees_the_persons_own_words(review: Review) -> None:
    review = accept(review, "e3", own="Bake in a tagine").review
    review = fold(review, StageStarted(stage=3, agent="verify", base="", steps=steps(review), builds_on=("e3",)))
    review = fold(
        review,
        EditProposed(stage=3, id="e7", agent="verify", part="steps", op="replace", step=4, text="Tagine, 40 min"),
    )
    assert steps(accept(review, "e7").review)[3] == "Tagine, 40 min"


def test_a_rejected_edit_never_comes_back_in_the_run(review: Review) -> None:
    review = reject(review, ["e4"]).review
    review = fold(
        review, StageStarted(stage=3, agent="verify", base="", steps=AFTER_MODIFY, builds_on=("e1", "e2", "e3"))
    )
    review = fold(
        review, EditProposed(stage=3, id="e9", agent="x", part="steps", op="insert", step=3, text="Oil the pan")
    )
    assert ReviewState(review).status("e9") == "withdrawn"


def test_what_resolve_rewrites_is_an_alternative_and_what_it_drops_is_set_aside(review: Review) -> None:
    review = Review(BREAD)
    for stage, agent in ((1, "modify"), (2, "verify"), (3, "resolve")):
        review = fold(review, StageStarted(stage=stage, agent=agent, base="", steps=BREAD.steps))
    for event in (
        proposed(1, "e1", "replace", 4, "Fry 12 min"),
        proposed(1, "e2", "insert", 0, "Wash your hands"),
        proposed(2, "e3", "replace", 4, "Bake 30 min until brown"),
        proposed(3, "e4", "replace", 4, "Fry 12 min until brown", replaces=("e1", "e3")),
        StageFinished(stage=3, agent="resolve", end="edits", dropped=("e2",)),
    ):
        review = fold(review, event)
    state = ReviewState(review)
    assert [state.status(f"e{n}") for n in (1, 2, 3, 4)] == ["dropped", "dropped", "dropped", "undecided"]
    assert steps(accept_all(review))[3] == "Fry 12 min until brown"
    other = accept(accept_all(review), "e1").review
    assert steps(other)[3] == "Fry 12 min"
    assert ReviewState(other).decisions.keys() == {"e1"}


def test_a_decided_edit_stands_where_its_undecided_rival_would() -> None:
    review = Review(BREAD)
    for stage, agent in ((1, "modify"), (2, "verify")):
        review = fold(review, StageStarted(stage=stage, agent=agent, base="", steps=BREAD.steps))
    review = fold(review, proposed(1, "e1", "replace", 4, "Fry 12 min"))
    review = fold(review, proposed(2, "e2", "replace", 4, "Bake until brown"))
    assert ReviewState(review).placing.draft.procedure.steps[3] == "Fry 12 min"
    assert accept_many(review, "careful").ids == (), "two answers for one step are for the person to choose from"
    taken = accept(review, "e2").review
    assert ReviewState(taken).placing.draft.procedure.steps[3] == "Bake until brown"
    assert steps(taken)[3] == "Bake until brown"


def test_an_insert_relies_on_the_step_above_and_on_the_step_below() -> None:
    seen = tracked_original(BREAD)
    for changed in (3, 4):
        now = apply_tracked(seen, [Replace(step=changed, text="Quite another", id="e1")])
        places = [transport(Insert(step=at, text="New", id="e2"), seen, now) for at in range(6)]
        stale = [at for at, place in enumerate(places) if isinstance(place, Stale)]
        assert stale == [changed - 1, changed]


def test_an_insert_before_the_first_step_stays_at_the_front(review: Review) -> None:
    kept = accept(reject(review, ["e1"]).review, "e6").review
    assert steps(kept)[:2] == ("Find a pan with a lid", "Preheat to 220 °C")


def test_undo_walks_the_persons_choices_only(review: Review) -> None:
    first = reject(review, ["e1"]).review
    second = accept(first, "e2").review
    third = fold(second, proposed(2, "e7", "insert", 5, "Slice"))
    back = undo(third)
    assert back.choices == first.choices
    assert "e7" in ReviewState(back).proposals
    assert redo(back).choices == second.choices
    assert redo(reject(back, ["e7"]).review) == reject(back, ["e7"]).review, "a new decision clears redo"


def test_own_edits_keep_their_step_whatever_else_is_decided(review: Review) -> None:
    review = own_edit(review, "insert", "s3", "Dust with flour").review
    review = own_edit(review, "replace", "s5", "Cool on a rack").review
    review = accept_all(review)
    assert "Dust with flour" in steps(review)
    assert steps(review)[-1] == "Cool on a rack"
    assert steps(undecide(review, ["you1"])).count("Dust with flour") == 0


def test_a_row_is_a_step_with_its_cards_and_none_ever_vanishes(review: Review) -> None:
    state = ReviewState(accept_all(review))
    listed = rows(state)
    assert [(row.slot, row.now(state), row.cards) for row in listed] == [
        ("e6", 1, ("e6",)),
        ("s1", None, ("e1",)),
        ("s2", 2, ()),
        ("s3", 3, ()),
        ("e2", 4, ("e2",)),
        ("e4", 5, ("e4",)),
        ("s4", 6, ("e3", "e5")),
        ("s5", 7, ()),
    ]
    before = [row.slot for row in rows(ReviewState(review))]
    assert before == [row.slot for row in listed], "deciding moves no row"


def test_mentions_follow_the_new_numbers_and_can_be_left_alone() -> None:
    base = procedure("x", ["a", "b", "Repeat step 2"])
    review = fold(Review(base), StageStarted(stage=1, agent="modify", base="", steps=base.steps))
    review = fold(review, proposed(1, "e1", "insert", 0, "new"))
    taken = accept(review, "e1").review
    assert steps(taken)[-1] == "Repeat step 3"
    gone = fold(review, proposed(1, "e2", "replace", 2, ""))
    assert pointless(ReviewState(accept(gone, "e2").review)) == (
        "Step 3 (2 in the result) points to step 2, which you removed.",
    )


def test_a_rejected_step_does_not_come_back_below_another_new_one_or_in_capitals(review: Review) -> None:
    review = reject(review, ["e2"]).review
    review = accept(review, "e4", anyway=True).review
    review = fold(review, StageStarted(stage=3, agent="modify", base="", steps=steps(review), builds_on=("e4",)))
    at = steps(review).index("Oil the pan") + 1
    review = fold(review, proposed(3, "e9", "insert", at, "flatten to 1 CM."))
    review = fold(review, proposed(3, "e10", "insert", at, "Flatten to 2 cm"))
    assert ReviewState(review).status("e9") == "withdrawn"
    assert ReviewState(review).status("e10") != "withdrawn"


def test_a_new_answer_about_a_step_stands_beside_the_old_one(review: Review) -> None:
    review = accept(review, "e1").review
    asked = StageStarted(stage=3, agent="modify", base="", steps=BREAD.steps[1:], builds_on=("e1",))
    review = fold(review, asked)
    review = fold(review, proposed(3, "e9", "replace", 3, "Steam it"))
    state = ReviewState(review)
    assert (state.status("e3"), state.status("e9")) == ("undecided", "undecided")
    assert (state.rivals("e9"), state.rivals("e3")) == (("e3",), ("e9",))
    new = accept(review, "e9").review
    assert steps(new)[2] == "Steam it"
    assert (ReviewState(new).status("e3"), ReviewState(new).status("e9")) == ("undecided", "accepted")
    old = accept(new, "e3").review
    assert steps(old)[2] == "Lidded pan, 12 min a side"
    assert (ReviewState(old).status("e3"), ReviewState(old).status("e9")) == ("accepted", "undecided")
    assert steps(undo(old))[2] == "Steam it"


def test_the_careful_way_leaves_two_answers_about_one_step_to_the_person(review: Review) -> None:
    review = accept(review, "e1").review
    review = fold(review, StageStarted(stage=3, agent="modify", base="", steps=BREAD.steps[1:], builds_on=("e1",)))
    review = fold(review, proposed(3, "e9", "replace", 3, "Steam it"))
    move = accept_many(review, "careful")
    assert {"e3", "e9"} <= set(move.held_back)


def test_what_was_asked_about_the_result_has_its_place_there_beside_an_undecided_replace() -> None:
    review = accept(after_modify(), "e1").review
    seen = ("Mix", "Rise 1 h", "Bake 30 min", "Cool")
    review = fold(
        review, StageStarted(stage=2, agent="modify", base="", steps=seen, builds_on=("e1",), only_step=3)
    )
    review = fold(review, proposed(2, "e7", "insert", 3, "Turn it over"))
    assert ReviewState(review).status("e7") == "undecided"
    move = accept(review, "e7")
    assert move.ids == ("e7",)
    assert steps(move.review) == ("Mix", "Rise 1 h", "Bake 30 min", "Turn it over", "Cool")


def test_after_another_decision_nothing_can_be_redone(review: Review) -> None:
    other = reject(undo(accept(review, "e2").review), "e3").review
    assert redo(other) == other
