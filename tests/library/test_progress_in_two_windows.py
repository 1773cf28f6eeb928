"""Two windows at one procedure that is followed: what either did stays."""

from dataclasses import replace

import pytest

from tailor.core import following as moves
from tailor.core.durations import durations
from tailor.core.edits import Edit, Insert, Replace
from tailor.core.following import Following
from tailor.core.procedure import procedure
from tailor.core.transport import apply_tracked, tracked_original
from tailor.library.progress import ELSEWHERE, merged

STEPS = ["Mix.", "Let it rise for 1 h.", "Bake for 30 to 40 min, see step 2.", "Cool."]
BREAD = procedure("Bread", STEPS)
HOUR = durations("1 h")[0]
MINUTES = durations("5 min")[0]


def begun() -> Following:
    return moves.begin(BREAD, "bread-ab12.v1", 100.0)


def ticked(one: Following, *steps: int) -> Following:
    for step in steps:
        one = moves.check(moves.go(one, step))
    return one


def rescued(one: Following, *edits: Edit, words: str = "no oven") -> Following:
    plain = apply_tracked(tracked_original(one.procedure), edits)
    return moves.rescued(one, plain, plain, words)


def test_ticks_timers_and_amounts_of_another_window_stay() -> None:
    known = moves.start(ticked(begun(), 1), MINUTES, 100.0)
    there = moves.with_times(moves.start(ticked(known, 2), HOUR, 200.0), "2")
    mine = moves.hold(moves.go(ticked(known, 3), 1), 1, 110.0)
    both = merged(known, there, mine)
    one = both.following
    assert (one.done, one.times, one.at) == ((1, 2, 3), "2", 1)
    assert [(timer.words, timer.held is not None) for timer in one.timers] == [("5 min", True), ("1 h", False)]
    assert both.says == ELSEWHERE


def test_what_this_window_took_back_stays_taken_back_and_so_does_the_others() -> None:
    known = moves.start(moves.start(ticked(begun(), 1, 2), MINUTES, 0.0), HOUR, 0.0)
    there = moves.stop(moves.uncheck(moves.go(known, 1)), 1)
    mine = moves.stop(moves.uncheck(moves.go(known, 2)), 2)
    one = merged(known, there, mine).following
    assert (one.done, one.timers) == ((), ())


def test_two_timers_started_with_one_number_are_two() -> None:
    there, mine = moves.start(begun(), HOUR, 0.0), moves.start(begun(), MINUTES, 0.0)
    one = merged(begun(), there, mine).following
    assert [(timer.number, timer.words) for timer in one.timers] == [(1, "1 h"), (2, "5 min")]
    again = merged(there, one, ticked(there, 1)).following
    assert again.timers == one.timers


def test_a_timer_that_rang_in_two_windows_and_is_silenced_in_one_is_gone() -> None:
    known = moves.start(begun(), MINUTES, 0.0)
    rung = moves.ring(known, 301.0)[0]
    assert merged(known, moves.stop(rung, 1), rung).following.timers == ()
    both = merged(known, rung, ticked(known, 1))
    assert both.following.timers[0].rang
    assert both.says == "", "that it rang was told by the bell"


def test_notes_that_another_window_wrote_stay() -> None:
    known = moves.with_note(begun(), "strong flour")
    there = moves.with_note(known, "strong white flour")
    for step, words in ((2, "two hours"), (3, "rack below")):
        there = moves.with_note(moves.go(there, step), words)
    mine = moves.with_note(moves.go(known, 3), "fan off")
    notes = merged(known, there, mine).following.notes
    assert [note.text for note in notes] == ["strong white flour", "two hours", "fan off\nrack below"]
    assert merged(known, known, mine).following == mine
    other = moves.begin(procedure("Bread", ["Buy it."]), "bread", 1.0)
    assert merged(known, moves.with_note(other, "no"), mine).following == mine


@pytest.mark.parametrize("mine_rescues", [True, False])
def test_the_steps_that_one_window_changed_stay_with_the_ticks_of_the_other(mine_rescues: bool) -> None:
    known = ticked(begun(), 1)
    changed = rescued(known, Insert(step=1, text="Knead again.", id="e1"), Replace(step=4, text="", id="e2"))
    other = moves.with_note(moves.start(ticked(known, 2), HOUR, 0.0), "fan off")
    there, mine = (other, changed) if mine_rescues else (changed, other)
    one = merged(known, there, mine).following
    assert one.procedure.steps == ("Mix.", "Knead again.", *STEPS[1:3])
    assert (one.done, one.rescues, one.original) == ((1, 3), ("no oven",), BREAD)
    assert [timer.step for timer in one.timers] == [4]
    assert one.note_of(4) == "fan off"


def test_a_step_that_was_done_here_and_changed_there_is_open_and_that_is_said() -> None:
    known = ticked(begun(), 1)
    there = rescued(known, Replace(step=2, text="Let it rise overnight.", id="e1"))
    both = merged(known, there, ticked(known, 2, 3))
    assert both.following.done == (1, 3)
    assert both.says.endswith("Step 2 is open again: it was done in one window and changed in another.")


def test_the_changes_of_both_windows_stay() -> None:
    known = ticked(begun(), 1)
    there = rescued(known, Insert(step=2, text="Knock it back, as in step 4.", id="e1"), words="too airy")
    mine = rescued(
        known, Insert(step=1, text="Knead again.", id="e1"), Replace(step=4, text="Eat.", id="e2"), words="flat"
    )
    one = merged(known, there, mine).following
    assert one.procedure.steps[:4] == ("Mix.", "Knead again.", STEPS[1], "Knock it back, as in step 5.")
    assert one.procedure.steps[-1] == "Eat."
    assert (one.rescues, one.done, one.procedure.id) == (("too airy", "flat"), (1,), BREAD.id)


def test_a_window_in_which_nothing_was_done_takes_all_of_the_other() -> None:
    there = moves.with_note(ticked(begun(), 1, 2), "hot")
    assert merged(begun(), there, begun()).following == there
    over = replace(there, over=True)
    assert merged(there, over, ticked(there, 3)).following.over is False, "here it goes on"
