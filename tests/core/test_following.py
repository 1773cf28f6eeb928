"""The moves of following, with a clock in the hand."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core import following as moves
from tailor.core.codec import from_json, to_json
from tailor.core.durations import durations
from tailor.core.edits import Insert, Replace
from tailor.core.errors import ContentError
from tailor.core.following import Following, ago_words, clock_words, may_change
from tailor.core.procedure import procedure
from tailor.core.transport import apply_tracked, tracked_original

STEPS = ["Mix.", "Let it rise for 1 h.", "Bake for 30 to 40 min, see step 2.", "Cool."]
BREAD = procedure("Bread", STEPS)
HOUR = durations("1 h")[0]


def begun() -> Following:
    return moves.begin(BREAD, "bread-ab12.v1", 100.0)


def test_checking_off_goes_on_to_the_next_open_step_and_round_the_end() -> None:
    one = moves.check(moves.go(begun(), 3))
    assert (one.done, one.at) == ((3,), 4)
    one = moves.check(one)
    assert (one.done, one.at) == ((3, 4), 1)
    one = moves.check(moves.check(one))
    assert one.finished
    assert not moves.uncheck(one).finished


def test_a_place_beyond_the_ends_is_the_nearest_there_is() -> None:
    assert moves.go(begun(), -5).at == 1
    assert moves.go(begun(), 50).at == 4


def test_a_timer_rings_once_when_its_time_is_over() -> None:
    one = moves.start(moves.go(begun(), 2), HOUR, 1_000.0)
    assert moves.ring(one, 4_599.0) == (one, ())
    rung, over = moves.ring(one, 4_600.0)
    assert [timer.step for timer in over] == [2]
    assert moves.ring(rung, 9_999.0)[1] == ()


def test_a_time_whose_timer_runs_is_not_offered_again() -> None:
    one = moves.begin(procedure("Tea", ["Draw 3 minutes, then cool 10 minutes.", "Drink."]), "tea", 0)
    assert [time.words for time in moves.offered(one)] == ["3 minutes", "10 minutes"]
    one = moves.start(one, moves.offered(one)[0], 0)
    assert [time.words for time in moves.offered(one)] == ["10 minutes"]
    assert moves.offered(moves.go(one, 2)) == ()


def test_a_held_timer_stands_still_and_goes_on_where_it_stood() -> None:
    one = moves.hold(moves.start(begun(), HOUR, 0.0), 1, 600.0)
    assert moves.ring(one, 50_000.0)[1] == ()
    again = moves.hold(one, 1, 50_000.0)
    assert again.timers[0].left(50_000.0) == 3_000.0
    assert moves.stop(again, 1).timers == ()


def test_a_clock_set_back_does_not_make_a_timer_longer() -> None:
    one = moves.start(begun(), HOUR, 10_000.0)
    assert one.timers[0].left(0.0) == 3_600.0


def test_too_many_timers_are_refused_in_words() -> None:
    one = begun()
    for _ in range(moves.MOST_TIMERS):
        one = moves.start(one, HOUR, 0.0)
    with pytest.raises(ContentError, match="Delete one"):
        moves.start(one, HOUR, 0.0)


def test_a_note_belongs_to_its_step_and_an_empty_one_goes() -> None:
    one = moves.with_note(moves.go(begun(), 3), "  ten minutes longer ")
    assert one.note_of(3) == "ten minutes longer"
    assert moves.with_note(one, " ").notes == ()


def test_nothing_can_be_followed_without_steps() -> None:
    with pytest.raises(ContentError):
        moves.begin(procedure("Nothing", []), "x", 0.0)


def test_what_is_done_cannot_be_changed_and_nothing_goes_between_it() -> None:
    done = (1, 2, 4)
    assert not may_change(Replace(step=2, text="x"), done)
    assert not may_change(Replace(step=4, text=""), done)
    assert not may_change(Insert(step=1, text="x"), done)
    assert not may_change(Insert(step=0, text="x"), done)
    assert may_change(Insert(step=2, text="x"), done)
    assert may_change(Replace(step=3, text="x"), done)
    assert may_change(Replace(step=1, text="x", part="resources"), done)


def test_a_rescue_moves_check_offs_notes_and_timers_along() -> None:
    one = moves.check(moves.check(begun()))
    one = moves.with_note(moves.go(one, 4), "on the rack")
    one = moves.start(moves.go(one, 3), HOUR, 0.0)
    draft = tracked_original(BREAD)
    plain = apply_tracked(
        draft, [Insert(step=2, text="Oil the tin.", id="e1"), Replace(step=4, text="Cool well.", id="e2")]
    )
    now = moves.rescued(one, plain, plain, "the tin sticks")
    assert now.procedure.steps == ("Mix.", STEPS[1], "Oil the tin.", STEPS[2], "Cool well.")
    assert (now.done, now.at) == ((1, 2), 3)
    assert now.note_of(5) == "on the rack"
    assert now.timers[0].step == 4
    assert now.rescues == ("the tin sticks",)


@pytest.mark.parametrize(
    "edit",
    [
        Replace(step=1, text="Mix well.", id="e1"),
        Replace(step=2, text="", id="e1"),
        Insert(step=0, text="Wash your hands.", id="e1"),
        Insert(step=1, text="Sit down.", id="e1"),
    ],
)
def test_a_rescue_that_touches_what_is_done_is_refused(edit: Insert | Replace) -> None:
    one = moves.check(moves.check(begun()))
    plain = apply_tracked(tracked_original(BREAD), [edit])
    with pytest.raises(ContentError, match="already done"):
        moves.rescued(one, plain, plain, "x")


def test_not_even_a_mention_changes_in_what_is_done() -> None:
    one = moves.check(moves.go(begun(), 3))
    plain = apply_tracked(tracked_original(BREAD), [Insert(step=1, text="Wait.", id="e1")])
    told = apply_tracked(plain, [Replace(step=4, text="Bake for 30 to 40 min, see step 3.", id="r")])
    assert moves.rescued(one, plain, told, "x").procedure.steps[3] == STEPS[2]


moves_made = st.lists(
    st.one_of(
        st.just(moves.check),
        st.just(moves.uncheck),
        st.integers(-2, 8).map(lambda n: lambda one: moves.go(one, n)),
        st.text(max_size=30).map(lambda t: lambda one: moves.with_note(one, t)),
        st.integers(1, 3).map(lambda n: lambda one: moves.hold(one, n, 50.0)),
        st.just(lambda one: moves.start(one, HOUR, 5.0)),
    ),
    max_size=15,
)


@given(moves_made)
def test_a_place_goes_to_json_and_comes_back_equal(made: list[Callable[[Following], Following]]) -> None:
    one = begun()
    for move in made:
        one = move(one)
    assert from_json(Following, to_json(one)) == one
    assert 1 <= one.at <= one.count


@pytest.mark.parametrize(("seconds", "words"), [(0, "0:00"), (59.2, "1:00"), (240, "4:00"), (3_909, "1:05:09")])
def test_a_clock_is_read_at_a_glance(seconds: float, words: str) -> None:
    assert clock_words(seconds) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0 s"),
        (59.9, "59 s"),
        (60, "1 min"),
        (185, "3 min"),
        (3_600, "1 h"),
        (3_900, "1 h 5 min"),
        (90_000, "25 h"),
    ],
)
def test_how_long_ago_is_said_as_people_say_it(seconds: float, words: str) -> None:
    assert ago_words(seconds) == words


def test_a_timer_after_a_clock_that_was_set_back_has_its_length_from_then_on() -> None:
    one = moves.start(begun(), HOUR, 1_000.0)
    length = one.timers[0].seconds
    back, over = moves.ring(one, -90_000.0)
    assert (over, back.timers[0].ends) == ((), length - 90_000.0)
    assert moves.ring(back, -90_000.0) == (back, ())
    held = moves.hold(one, one.timers[0].number, 1_000.0)
    assert moves.ring(held, -90_000.0) == (held, ())


def test_the_next_ring_is_the_soonest_of_those_that_run() -> None:
    one = moves.begin(procedure("Eggs", ["Boil 6 minutes.", "Rest 2 minutes."]), "eggs", 0.0)
    assert moves.next_ring(one) is None
    for step in (1, 2):
        one = moves.go(one, step)
        one = moves.start(one, durations(one.step)[0], 100.0)
    assert moves.next_ring(one) == 220.0
    assert moves.next_ring(moves.hold(one, 2, 110.0)) == 460.0
    rung, _ = moves.ring(one, 300.0)
    assert moves.next_ring(rung) == 460.0


def test_notes_go_along_where_the_steps_were_changed_by_hand() -> None:
    old = moves.begin(procedure("Tea", ["Warm the pot.", "Boil.", "Pour.", "Boil."]), "tea", 1.0)
    for step, words in ((1, "twice"), (2, "four minutes"), (3, "slowly"), (4, "again")):
        old = moves.with_note(moves.go(old, step), words)
    new = moves.begin_anew(old, procedure("Tea", ["Boil.", "Warm the big pot.", "Pour."]), 2.0)
    assert (new.at, new.done, new.begun) == (1, (), 2.0)
    assert [(note.step, note.text) for note in new.notes] == [(1, "twice\nfour minutes\nagain"), (3, "slowly")]


def test_notes_point_to_the_same_steps_when_the_steps_ahead_change() -> None:
    one = moves.with_note(moves.go(begun(), 1), "Salt as in step 4, not step 3.")
    plain = apply_tracked(
        tracked_original(BREAD), [Insert(step=1, text="Fold.", id="e1"), Replace(step=3, text="", id="e2")]
    )
    now = moves.rescued(one, plain, plain, "no oven")
    assert now.notes[0].text == "Salt as in step 4, not step 3 (left out).", "step 4 is the fourth again"
    assert moves.lost_in_notes(one, plain.procedure) == (
        "Your notes point to step 3, “Bake for 30 to 40 min, see step 2.”, which is gone.",
    )
    anew = moves.begin_anew(one, procedure("Bread", ["Fold.", *STEPS]), 0.0)
    assert anew.notes[0].text == "Salt as in step 5, not step 4."
    assert moves.lost_in_notes(one, anew.procedure) == ()
