"""The closing line: it counts, and it never clears anything."""

from dataclasses import replace
from typing import get_args

import pytest

from tailor.core.edits import FlagReason
from tailor.core.events import (
    Cancelled,
    Covered,
    Done,
    EditFlagged,
    EditProposed,
    Event,
    Failed,
    Left,
    RequirementsRead,
    RunStarted,
    StageFinished,
    StageStarted,
    State,
    Verdict,
)
from tailor.core.outcomes import outcome
from tailor.core.procedure import procedure
from tailor.core.report import closing_line, done, not_taken, remarks
from tailor.core.requirements import Requirement
from tailor.core.review.decisions import Accepting, accept, accept_many, reject
from tailor.core.review.events import fold_all
from tests.core.cases import BREAD, NO_OVEN, PLAIN


def edit(id: str, **more: object) -> EditProposed:
    known = {"stage": 1, "agent": "modify", "part": "steps", "op": "replace", "step": 4, "text": "Fry it."} | more
    return EditProposed(id=id, **known)  # type: ignore[arg-type] # the tests name the fields they vary


EIGHT = procedure("Bake", [f"Stir in {n} g." for n in range(1, 9)])
STARTED: list[Event] = [
    RunStarted(procedure=EIGHT, hint="h", prompts="tailor", provider="scripted"),
    StageStarted(stage=1, agent="modify", base="", steps=EIGHT.steps),
]
READ = RequirementsRead(requirements=(NO_OVEN, PLAIN))


def test_it_counts_what_was_applied_and_lists_numbers_held_back_and_unserved() -> None:
    events: list[Event] = [
        READ,
        *STARTED,
        edit("e1", level="look", text="Stir in 12 g a side."),
        edit("e2", op="insert", step=0),
        edit("e3", level="must", tripwires=("adds peanut",)),
        Done(
            result=BREAD,
            accepted=("e1", "e2"),
            left=(Left(id="e3", why="adds peanut"),),
            coverage=(
                Covered(id="R1", edits=("e1",), steps=(4,), state="served"),
                Covered(id="R2", edits=(), steps=(), state="not_served"),
            ),
        ),
    ]
    assert closing_line(events) == (
        "2 of 3 suggestions applied; numbers changed: step 5 (4 g → 12 g); "
        '1 needs a closer look (the change to step 4: adds peanut); not met: “"plain" is how I like it”'
    )


def test_one_edit_is_not_called_edits() -> None:
    assert closing_line([edit("e1"), Done(result=BREAD, accepted=("e1",))]) == "1 of 1 suggestion applied"


def test_nothing_proposed_and_nothing_asked_is_no_edits_needed() -> None:
    assert closing_line([Done(result=BREAD)]) == "no changes needed"


def test_no_edits_with_an_unserved_requirement_does_not_look_like_success() -> None:
    done = Done(result=BREAD, coverage=(Covered(id="R1", edits=(), steps=(), state="not_served"),))
    assert closing_line([READ, done]) == "no suggestions; not met: “I have no oven”"


@pytest.mark.parametrize("verdict", [None, *get_args(Verdict)])
@pytest.mark.parametrize("state", get_args(State))
def test_whatever_became_of_a_wish_the_closing_line_names_it_where_it_is_not_met(
    state: State, verdict: Verdict | None
) -> None:
    line = Covered(id="R1", edits=(), steps=(), state=state, verdict=verdict)
    looks = outcome(line, "I have no oven").looks
    assert ("“I have no oven”" in closing_line([READ, Done(result=BREAD, coverage=(line,))])) == looks


def test_numbers_are_told_from_the_original_to_the_text_that_stands_now() -> None:
    base = procedure("Bake", ["Heat.", "Add 180 g of bleach.", "Wait 1 min.", "Bake 1 min.", "Cool."])
    then = ("Heat.", "Wait 1 min.", "Bake 2 min.", "Cool.")
    log: list[Event] = [
        RunStarted(procedure=base, hint="h", prompts="tailor", provider="scripted"),
        StageStarted(stage=1, agent="modify", base="", steps=base.steps),
        edit("e1", step=2, text=""),
        edit("e2", text="Bake 2 min.", tripwires=("1 min -> 2 min",)),
        StageStarted(stage=2, agent="verify", base="", steps=then, builds_on=("e1", "e2")),
        edit("e3", stage=2, step=3, text="Bake 3 min.", tripwires=("2 min -> 3 min",)),
        Done(result=BREAD, accepted=("e1", "e2", "e3")),
    ]
    numbers = "a deleted step (no longer 180 g of bleach), step 3 (1 min → 3 min)"
    assert closing_line(log) == f"3 of 3 suggestions applied; numbers changed: {numbers}"


def test_numbers_that_a_group_changes_for_a_wish_are_not_told_again() -> None:
    base = procedure("Bake", ["Add 500 g of flour.", "Bake 30 min.", "Wait 1 min."])
    halved = {"group": "g1", "serves": ("R1",), "reason": "half of it"}
    log: list[Event] = [
        RunStarted(procedure=base, hint="h", prompts="tailor", provider="scripted"),
        StageStarted(stage=1, agent="modify", base="", steps=base.steps),
        edit("e1", step=1, text="Add 250 g of flour.", **halved),
        edit("e2", step=2, text="Bake 20 min.", **halved),
        edit("e3", step=3, text="Wait 5 min."),
        Done(result=base, accepted=("e1", "e2", "e3")),
    ]
    assert closing_line(log) == "3 of 3 suggestions applied; numbers changed: step 3 (1 min → 5 min)"


def test_own_words_count_and_not_the_words_they_stand_for() -> None:
    log: list[Event] = [*STARTED, edit("e1", text="Stir in 9 g.", tripwires=("4 g -> 9 g",)), Done(result=EIGHT)]
    review = accept(fold_all(EIGHT, log), "e1", own="Stir in 5 g.").review
    assert closing_line((*log[:-1], done(review, "none")), review).endswith("numbers changed: step 4 (4 g → 5 g)")
    none = accept(fold_all(EIGHT, log), "e1", own="Stir in the same 4 g.").review
    assert "numbers" not in closing_line((*log[:-1], done(none, "none")), none)


def test_an_edit_taken_after_another_was_turned_down_is_told_against_the_original() -> None:
    steps = (*EIGHT.steps[:3], "Stir in 6 g.", *EIGHT.steps[4:])
    log: list[Event] = [
        *STARTED,
        edit("e1", text="Stir in 6 g."),
        StageStarted(stage=2, agent="verify", base="", steps=steps, builds_on=("e1",)),
        edit("e2", stage=2, text="Stir in 6 g well.", tripwires=()),
        Done(result=EIGHT),
    ]
    review = accept(reject(fold_all(EIGHT, log), ["e1"]).review, "e2", anyway=True).review
    assert closing_line((*log[:-1], done(review, "none")), review).endswith("numbers changed: step 4 (4 g → 6 g)")


def test_what_resolve_set_aside_is_not_counted_as_left() -> None:
    finished = StageFinished(stage=1, agent="resolve", end="edits", dropped=("e2",))
    log = [
        *STARTED,
        edit("e1", text="Stir in all 4 g."),
        edit("e2", step=5),
        finished,
        Done(result=BREAD, accepted=("e1",)),
    ]
    assert closing_line(log) == "1 of 1 suggestion applied; 1 replaced by other suggestions"


def test_long_lists_are_counted() -> None:
    events = [edit(f"e{n}", step=n, text=f"Stir in {n + 1} g.") for n in range(1, 8)]
    line = closing_line([*STARTED, *events, Done(result=BREAD, accepted=tuple(event.id for event in events))])
    assert line.endswith("step 4 (4 g → 5 g) and 3 more")


def test_what_agents_had_to_say_is_told_once_each_beside_the_line() -> None:
    said = StageFinished(stage=1, agent="modify", end="none", says="R2 was not understood.")
    silent = StageFinished(stage=2, agent="verify", end="none")
    assert remarks([said, silent, said, Done(result=BREAD)]) == ("R2 was not understood.",)


def flagged(why: str, step: int, **more: object) -> EditFlagged:
    known = {"stage": 1, "agent": "modify", "op": "replace", "text": "Fry it."} | more
    return EditFlagged(why=why, step=step, **known)  # type: ignore[arg-type] # the tests name the fields they vary


def test_every_edit_that_could_not_be_used_is_told_with_its_reason() -> None:
    log: list[Event] = [
        flagged("out_of_range", 12),
        flagged("out_of_range", 12),
        flagged("too_long", 3, op="insert"),
        flagged("unreadable", 3, text="replace(3.5, Rest)"),
        flagged("out_of_range", 9, part="resources"),
        flagged("of a later version", 1),
    ]
    assert not_taken(log) == (
        "6 edits could not be used: no such place: replace(12), replace(r9); longer than 5,000 "
        "characters: insert(3); not understood: “replace(3.5, Rest)”; of a later version: replace(1)."
    )
    assert not_taken(log[:1]) == "1 edit could not be used: no such place: replace(12)."
    assert not_taken([edit("e1")]) == ""
    assert remarks(log)[0] == not_taken(log)


def test_there_are_words_for_every_reason() -> None:
    for why in get_args(FlagReason):
        assert f"{why}: replace" not in not_taken([flagged(why, 2)]), why


@pytest.mark.parametrize("how", ["all", "careful"])
def test_what_would_leave_no_step_is_held_back_in_bulk_and_said(how: Accepting) -> None:
    gone = [edit(f"e{n}", step=n, text="") for n in range(1, 9)]
    review = fold_all(EIGHT, [*STARTED, *gone])
    move = accept_many(review, how)
    assert move.ids == ()
    assert move.held_back == tuple(one.id for one in gone)
    assert move.says == "0 changes accepted. 8 deletions not accepted: that would leave no steps."
    end = done(review, how)
    assert end.result == EIGHT
    assert "8 deletions not applied, because that would leave no steps" in closing_line([*STARTED, *gone, end])
    kept = accept_many(fold_all(EIGHT, [*STARTED, *gone, edit("e9", op="insert", step=8)]), how)
    assert len(kept.ids) == 9, "a step would be left"
    some = accept_many(fold_all(EIGHT, [*STARTED, *gone[1:]]), how)
    assert len(some.ids) == 7
    last = accept_many(reject(review, ["e1"]).review, how).review
    alone = accept_many(replace(last, choices=replace(last.choices, decisions=last.choices.decisions[1:])), how)
    assert alone.held_back == ("e1",), "also where the others were taken before"


def test_a_run_that_failed_or_was_stopped_says_what_is_kept() -> None:
    failed = Failed(fault="rate", title="The model did not answer", message="Too many requests.", kept=("e1",))
    assert closing_line([failed]) == "The model did not answer: Too many requests. 1 complete suggestion is kept."
    assert closing_line([Cancelled(kept=("e1", "e2"))]) == "Stopped. 2 complete suggestions are kept."
    assert closing_line([Cancelled()]) == "Stopped. There were no suggestions yet."


def test_a_run_that_is_not_over_says_so() -> None:
    assert closing_line([edit("e1")]).startswith("It is not finished yet.")
    assert closing_line([]).startswith("It is not finished yet.")


def test_a_requirement_is_named_without_the_word_that_joined_it() -> None:
    read = RequirementsRead(requirements=(Requirement("R1", "prerequisite", "and no eggs"),))
    done = Done(result=BREAD, coverage=(Covered(id="R1", edits=(), steps=(), state="not_served"),))
    assert "not met: “no eggs”" in closing_line([read, done])
