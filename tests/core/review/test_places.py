"""Places: steps that a wish touches and no edit changes; decided by own words, leaving out or "fine" (rule 13)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.edits import Insert
from tailor.core.engine import apply
from tailor.core.errors import ContentError
from tailor.core.events import (
    EditProposed,
    Judged,
    Left,
    PlaceFound,
    RequirementsRead,
    StageFinished,
    StageStarted,
    Verdict,
)
from tailor.core.procedure import Procedure
from tailor.core.report import closing_line, done
from tailor.core.requirements import Requirement
from tailor.core.review import Decisions, Review, redo, undo
from tailor.core.review.decisions import accept, accept_many, fine, own_edit, reject, undecide
from tailor.core.review.events import fold
from tailor.core.review.places import each_mentioned, open_places, places, still_mentioned
from tailor.core.review.rows import rows
from tailor.core.review.state import ReviewState
from tests.agents.strategies_for_tests import PARTS, TEXTS, bags, procedures
from tests.core.review_case import BENCH, edit, found, review_of, started, steps, waiting
from tests.depth import cases

BLEACH = (found("p1", 1, "bleach", "R1"), found("p2", 3, "bleach", "R1"))
DRILL = found("p3", 2, "Drill", "R2")


def status(review: Review) -> dict[str, str]:
    return {place.id: place.status for place in places(ReviewState(review))}


def test_a_place_is_open_and_changes_nothing() -> None:
    review = review_of(*BLEACH, DRILL)
    assert waiting(review) == ["p1", "p3", "p2"], "in the order of the steps"
    assert steps(review) == BENCH.steps
    assert ReviewState(review).undecided == ()


def test_taking_all_leaves_every_place_open_and_lists_it() -> None:
    review = review_of(*BLEACH, edit("e1", "replace", 2, "Drill a hole for two hooks.", "R2"))
    for how in ("careful", "all", "none"):
        end = done(review, how)
        assert [left for left in end.left if left.id.startswith("p")] == [
            Left(id="p1", why="it mentions “bleach”"),
            Left(id="p2", why="it mentions “bleach”"),
        ]


def test_a_place_named_as_an_edit_of_the_same_answer_writes_it_stays_open() -> None:
    hooks = edit("e1", "replace", 2, "Drill holes for four hooks.", "R2")
    review = accept(review_of(hooks, found("p1", 2, "four hooks", "R1")), "e1").review
    assert status(review) == {"p1": "open"}


def test_own_words_decide_a_place_and_serve_its_wish() -> None:
    review = own_edit(review_of(*BLEACH), "replace", "s1", "Mix the vinegar with water.").review
    assert status(review) == {"p1": "own", "p2": "open"}
    [line, _] = done(review, "none").coverage
    assert (line.id, line.edits, line.steps, line.verdict) == ("R1", ("you1",), (1,), "partly")


def test_own_words_that_keep_the_word_decide_the_place_too() -> None:
    review = own_edit(review_of(DRILL), "replace", "s2", "Drill a hole by hand.").review
    assert waiting(review) == []
    assert waiting(undo(review)) == ["p3"]


def test_own_words_are_credited_to_a_wish_only_where_they_take_its_words_away() -> None:
    review = own_edit(review_of(DRILL, found("p4", 2, "hook", "R1")), "replace", "s2", "Glue on the hook.").review
    assert status(review) == {"p3": "own", "p4": "own"}
    assert [(line.id, line.edits, line.verdict) for line in done(review, "none").coverage] == [
        ("R1", (), "decided"),
        ("R2", ("you1",), "done"),
    ]


def test_own_words_at_one_place_leave_the_others_of_the_step_open_that_they_still_say() -> None:
    three = (DRILL, found("p4", 2, "hook", "R1"), found("p5", 2, "hole", "R1"))
    move = own_edit(review_of(*three), "replace", "s2", "Drill for the hook by hand.", place="p3")
    assert status(move.review) == {"p3": "own", "p4": "open", "p5": "own"}
    assert move.says == "It still says “hook”: decide on that too."
    again = own_edit(move.review, "replace", "s2", "Drill for the hook, slowly.", place="p4").review
    assert status(again) == {"p3": "own", "p4": "own", "p5": "own"}


def test_own_words_come_after_it_was_said_to_be_fine() -> None:
    review = own_edit(fine(review_of(DRILL), ["p3"]).review, "replace", "s2", "Drill two holes.").review
    assert status(review) == {"p3": "own"}


def test_leaving_a_step_out_decides_its_places_and_serves_their_wishes() -> None:
    review = own_edit(review_of(DRILL, found("p4", 2, "hook", "R1")), "replace", "s2", "").review
    assert status(review) == {"p3": "own", "p4": "own"}
    assert [(line.id, line.edits, line.verdict) for line in done(review, "none").coverage] == [
        ("R1", ("you1",), "done"),
        ("R2", ("you1",), "done"),
    ]


def test_fine_decides_a_place_and_can_be_undone_redone_and_taken_back() -> None:
    review = review_of(DRILL)
    decided = fine(review, ["p3"]).review
    assert (waiting(decided), steps(decided)) == ([], BENCH.steps)
    assert waiting(undo(decided)) == ["p3"]
    assert waiting(redo(undo(decided))) == []
    assert waiting(undecide(decided, ["p3"])) == ["p3"]
    assert fine(decided, ["p3"]).review is decided, "said twice is one undo step"
    assert done(decided, "none").coverage[1].verdict == "decided", "nothing serves the wish"


@pytest.mark.parametrize("said", ["already", "looked_for", "not_understood", "found"])
def test_a_wish_without_an_edit_or_a_place_is_as_its_agent_says(said: Verdict) -> None:
    wishes = tuple(
        Requirement(id, "prerequisite", what) for id, what in (("R1", "no ammonia"), ("R2", "no gloves"))
    )
    review = fold(fold(review_of(), RequirementsRead(requirements=wishes)), judged(said))
    assert [line.verdict for line in done(review, "all").coverage] == [None, said]


def test_a_wish_that_a_model_thinks_met_is_not_while_the_text_has_what_it_rules_out() -> None:
    assert done(fold(review_of(), judged("already")), "all").coverage[1].verdict == "found"


def test_a_wish_is_done_only_once_the_edit_that_serves_it_is_applied() -> None:
    review = fold(review_of(edit("e1", "replace", 2, "Glue on two hooks.", "R2")), judged("done"))
    assert [done(review, how).coverage[1].verdict for how in ("all", "none")] == ["done", None]
    assert done(fold(review, judged("partly")), "all").coverage[1].verdict == "partly"


def judged(said: Verdict) -> StageFinished:
    return StageFinished(
        stage=1, agent="modify", end="none", verdicts=(Judged(id="R2", verdict=said, says="So."),)
    )


def test_a_place_is_gone_once_accepted_edits_removed_its_word_or_its_step() -> None:
    review = review_of(
        *BLEACH, edit("e1", "replace", 1, "Mix the vinegar with water."), edit("e2", "replace", 3, "")
    )
    assert waiting(review) == ["p1", "p2"], "undecided edits remove nothing"
    taken = accept_many(review, "all").review
    assert status(taken) == {"p1": "gone", "p2": "gone"}
    assert waiting(reject(taken, ["e2"]).review) == ["p2"]


def test_a_place_moves_with_its_step() -> None:
    review = accept(review_of(BLEACH[1], edit("e1", "insert", 0, "Open the window.")), "e1").review
    [place] = open_places(ReviewState(review))
    assert (place.number, place.text) == (4, "Wipe the bench with the bleach.")


def test_a_word_counts_as_there_in_the_plural_and_not_inside_another_word() -> None:
    review = review_of(found("p1", 2, "hook"), edit("e1", "replace", 2, "Drill holes for the hooks."))
    assert waiting(accept(review, "e1").review) == ["p1"]
    review = review_of(found("p1", 2, "hook"), edit("e1", "replace", 2, "Unhooked it stays."))
    assert waiting(accept(review, "e1").review) == []


def test_what_was_found_by_something_else_than_a_word_stays_until_the_text_changes() -> None:
    review = review_of(found("p1", 2, "masonry bit"), edit("e1", "replace", 2, "Glue the hook on."))
    assert waiting(review) == ["p1"]
    assert waiting(accept(review, "e1").review) == []


def test_a_place_of_several_words_is_gone_when_all_of_them_are() -> None:
    both = replace(found("p1", 3, "bleach", "R1"), also=("bench",))
    review = review_of(both, edit("e1", "replace", 3, "Wipe the bench."))
    review = accept(fold(review, edit("e2", "replace", 4, "Let it dry.")), "e1").review
    [place] = open_places(ReviewState(review))
    assert place.word == "bench"
    assert still_mentioned([place]) == ("Step 3 still mentions “bench”",)
    assert waiting(accept(review_of(both, edit("e1", "replace", 3, "Wipe it.")), "e1").review) == []


def test_a_place_found_again_in_the_same_text_is_one_place() -> None:
    review = fine(review_of(DRILL), ["p3"]).review
    again = fold(fold(review, started(2)), found("p9", 2, "Drill", "R2", stage=2))
    assert status(again) == {"p3": "fine"}


def test_a_place_found_again_where_an_agent_wrote_the_step_anew_is_asked_about_once() -> None:
    """Scaled amounts, another unit: the word that the wish is about is the same in the new text."""
    review = review_of(DRILL, edit("e1", "replace", 2, "Drill a hole of 4 mm for the hook."))
    seen = (BENCH.steps[0], "Drill a hole of 4 mm for the hook.", *BENCH.steps[2:])
    review = fold(fold(review, started(2, seen, ("e1",))), found("p9", 2, "Drill", "R2", stage=2))
    taken = accept(review, "e1").review
    assert status(review) == status(taken) == {"p3": "open"}
    assert waiting(fine(taken, ["p3"]).review) == []
    other = fold(review, found("p8", 2, "hole", "R2", stage=2))
    assert waiting(other) == ["p3", "p8"], "another word of the same step"


def test_a_place_found_in_own_words_is_open_again() -> None:
    review = own_edit(review_of(DRILL), "replace", "s2", "Drill by hand.").review
    now = steps(review)
    later = fold(fold(review, started(2, now, ("you1",))), found("p9", 2, "Drill", "R2", stage=2))
    assert status(later) == {"p3": "own", "p9": "open"}
    assert waiting(own_edit(later, "replace", "s2", "Tie it on.").review) == []


def test_a_place_of_a_proposed_step_is_open_only_once_the_step_is_taken() -> None:
    review = review_of(edit("e1", "insert", 4, "Rinse off the bleach."))
    seen = (*BENCH.steps, "Rinse off the bleach.")
    review = fold(fold(review, started(2, seen, ("e1",))), found("p1", 5, "bleach", "R1", stage=2))
    assert waiting(review) == []
    taken = accept(review, "e1").review
    assert waiting(taken) == ["p1"]
    assert waiting(own_edit(taken, "replace", "e1", "").review) == []


def test_the_closing_line_counts_what_is_still_open() -> None:
    events = (*BLEACH, found("p4", 1, "bleach", "R1", part="resources"), DRILL)
    review = review_of(*events)
    said = closing_line((*events, done(review, "none")), review)
    assert said == "no suggestions; not met: “R1”, “R2”; 4 places to look at"
    assert "place" not in closing_line((*events, done(all_fine(review), "none")), all_fine(review))


def all_fine(review: Review) -> Review:
    return fine(review, waiting(review)).review


def test_three_steps_are_joined_as_people_say_it() -> None:
    review = review_of(*(found(f"p{n}", n, "the") for n in (1, 3)), found("p2", 2, "the"))
    assert still_mentioned(open_places(ReviewState(review))) == ("Steps 1, 2 and 3 still mention “the”",)


WORDS = st.sampled_from(["Mix", "Bake", "step 2", "min", "[/]", "x", "Öl", "oven", ""])


@st.composite
def reviews(draw: st.DrawFn) -> tuple[Review, Review]:
    """A review with edits and places of two stages, and the same without places."""
    base = draw(procedures(most=5))
    now: Procedure = base
    plain = Review(base)
    placed = Review(base)
    builds_on: tuple[str, ...] = ()
    for stage in (1, 2):
        begun = StageStarted(
            stage=stage, agent="modify", base="", steps=now.steps, resources=now.resources, builds_on=builds_on
        )
        plain, placed = fold(plain, begun), fold(placed, begun)
        bag = draw(bags(now, most=3))
        for one in bag.edits:
            event = EditProposed.of(one, stage, f"e{stage}{one.id[1:]}", "modify")
            plain, placed = fold(plain, event), fold(placed, event)
            builds_on = (*builds_on, event.id)
        for number in range(draw(st.integers(0, 4))):
            part = draw(st.sampled_from(PARTS))
            step, word = draw(st.integers(0, 6)), draw(WORDS)
            id = f"p{stage}{number}"
            event_found = PlaceFound(stage=stage, id=id, agent="modify", part=part, step=step, word=word)
            placed = fold(placed, event_found)
        now = apply(now, bag).procedure
    return placed, plain


MOVES = st.lists(
    st.tuples(st.sampled_from(["accept", "reject", "fine", "own", "out", "undecide"]), st.integers(0, 30)),
    max_size=8,
)


def moved(review: Review, move: str, number: int) -> Review:
    """One move of a person; those that cannot be made change nothing."""
    state = ReviewState(review)
    ids, known = list(state.proposals), places(state)
    listed = [row.slot for row in rows(state) if row.text(state) is not None]
    match move:
        case "accept" if ids:
            try:
                return accept(review, ids[number % len(ids)]).review
            except ContentError:
                return review
        case "reject" if ids:
            return reject(review, [ids[number % len(ids)]]).review
        case "fine" if known:
            return fine(review, [known[number % len(known)].id]).review
        case "own" | "out" if listed:
            words = "My own words" if move == "own" else ""
            return own_edit(review, "replace", listed[number % len(listed)], words).review
        case "undecide" if known or ids:
            every = [*ids, *(place.id for place in known)]
            return undecide(review, [every[number % len(every)]])
    return review


@settings(max_examples=cases(150), deadline=None)
@given(reviews(), MOVES)
def test_places_and_what_is_said_of_them_never_change_the_result(
    both: tuple[Review, Review], moves: list[tuple[str, int]]
) -> None:
    review, plain = both
    for move, number in moves:
        review = moved(review, move, number)
    bare = Review(plain.original, stages=plain.stages, choices=review.choices)
    assert ReviewState(review).result == ReviewState(bare).result


@settings(max_examples=cases(150), deadline=None)
@given(reviews(), MOVES)
def test_undo_walks_all_the_way_back_and_redo_all_the_way_on(
    both: tuple[Review, Review], moves: list[tuple[str, int]]
) -> None:
    review, _ = both
    seen = [(review.choices, status(review))]
    for move, number in moves:
        after = moved(review, move, number)
        if after.choices != review.choices:
            seen.append((after.choices, status(after)))
        review = after
    for choices, known in reversed(seen[:-1]):
        review = undo(review)
        assert (review.choices, status(review)) == (choices, known)
    assert review.choices == Decisions()
    for choices, known in seen[1:]:
        review = redo(review)
        assert (review.choices, status(review)) == (choices, known)


@settings(max_examples=cases(150), deadline=None)
@given(reviews(), MOVES)
def test_what_is_listed_as_open_is_in_the_result_and_its_word_with_it(
    both: tuple[Review, Review], moves: list[tuple[str, int]]
) -> None:
    review, _ = both
    for move, number in moves:
        review = moved(review, move, number)
    draft = ReviewState(review).result.draft.procedure
    first = {place.id: place.found for place in places(ReviewState(both[0]))}
    for place in open_places(ReviewState(review)):
        assert place.number is not None
        assert draft.part(place.found.part)[place.number - 1] == place.text
        stage = next(one for one in review.stages if one.number == first[place.id].stage)
        seen = (stage.steps if place.found.part == "steps" else stage.resources)[place.found.step - 1]
        word = place.found.word.casefold()
        assert word in place.text.casefold() if word and word in seen.casefold() else place.text == seen
        assert place.id not in review.choices.fine


@settings(max_examples=cases(60), deadline=None)
@given(TEXTS, TEXTS)
def test_a_place_whose_word_is_gone_is_not_listed(before: str, after: str) -> None:
    base = Procedure("Goal", (before,))
    review = fold(Review(base), StageStarted(stage=1, agent="modify", base="", steps=base.steps))
    review = fold(review, PlaceFound(stage=1, id="p1", agent="modify", part="steps", step=1, word=before))
    review = fold(review, edit("e1", "replace", 1, after))
    taken = accept(review, "e1").review
    assert bool(waiting(taken)) == (f" {before.casefold()} " in f" {after.casefold()} ")


def test_an_edit_that_is_inserted_is_no_place() -> None:
    with pytest.raises(ContentError):
        own_edit(review_of(DRILL), "insert", "s2", "")
    review = own_edit(review_of(DRILL), "insert", "s2", "Sweep up.").review
    assert waiting(review) == ["p3"], "a step below decides nothing about this one"
    assert review.choices.own[0].serves == ()
    assert Insert(step=2, text="Sweep up.", id="you1", agent="you") in [
        one for _, batch in ReviewState(review).result.batches for one in batch
    ]


def test_a_place_names_every_word_that_still_stands_there() -> None:
    seen = found("p1", 1, "bleach", "R1")
    both = replace(seen, also=("sprays", "bleach wipes"))
    base = Procedure("Clean", ("Wipe it with bleach wipes and sprays.",))
    review = fold(Review(base), StageStarted(stage=1, agent="modify", base="", steps=base.steps))
    (place,) = open_places(ReviewState(fold(review, both)))
    assert place.named == "“sprays” and “bleach wipes”"
    assert still_mentioned([place]) == ("Step 1 still mentions “sprays” and “bleach wipes”",)


def test_a_word_is_told_once_and_spelled_as_within_a_sentence() -> None:
    found = [("Butter", "steps", 1), ("butter", "steps", 3), ("°C fan", "steps", 2), ("BBQ", "resources", 1)]
    assert each_mentioned(found) == (
        "Steps 1 and 3 still mention “butter”",
        "Step 2 still mentions “°C fan”",
        "The list of what you need still mentions “BBQ”",
    )


def test_each_step_is_told_in_one_sentence_and_the_list_in_another() -> None:
    found = [("allen key", "steps", 3), ("screw", "steps", 3)]
    found += [("allen key", "resources", 1), ("tap", "resources", 2)]
    assert each_mentioned(found) == (
        "Step 3 still mentions “allen key” and “screw”",
        "The list of what you need still mentions “tap” and “allen key”",
    )
    assert each_mentioned(found[:1] + found[2:3]) == (
        "Step 3 and the list of what you need still mention “allen key”",
    )
