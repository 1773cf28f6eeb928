"""Timers live with the app: they ring on any screen, after leaving the steps and after a restart."""

import itertools
import time

import pytest

from tailor.app import farewell
from tailor.core import following as moves
from tailor.core.durations import durations
from tailor.core.following import begin
from tailor.library.progress import id_of
from tailor.screens.follow.timers import BIG, ForwardClock, big_digits, timer_rows, uptime
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import press, ready, screen_text, started
from tests.screens.follow_case import PANCAKES, Kitchen, following


def clock_of(system: list[float], step: float = 10.0) -> ForwardClock:
    """One whose system says this, a step of time after the other."""
    said, passed = iter(system), itertools.count(50.0, step)

    def says() -> float:
        if (now := next(said)) > LAST_SECOND:
            raise OverflowError("timestamp too large to convert to C _PyTime_t")
        return now

    return ForwardClock(says, lambda: next(passed))


LAST_SECOND = 9_223_372_036.0


def test_a_clock_that_is_set_back_makes_no_timer_longer() -> None:
    clock = clock_of([1_000.0, 1_010.0, 1_020.0, 30.0, 40.0, 5_050.0, 5_000.0])
    assert [clock() for _ in range(6)] == [1_010, 1_020, 1_030, 1_040, 5_050, 5_060]


def test_a_clock_that_is_set_back_and_then_right_again_makes_no_timer_shorter() -> None:
    clock = clock_of([5_000.0, 1_410.0, 1_420.0, 5_030.0, 5_040.0, 41.0, 5_060.0, 5_070.0])
    assert [clock() for _ in range(7)] == [5_010, 5_020, 5_030, 5_040, 5_050, 5_060, 5_070]


def test_a_clock_set_forward_and_a_night_asleep_pass() -> None:
    assert [clock_of([100.0, 7_300.0])(), clock_of([100.0, 30_100.0], 30_000.0)()] == [7_300, 30_100]


def test_a_clock_that_is_set_beyond_what_a_computer_counts_goes_on() -> None:
    clock = clock_of([5_000.0, 1e10, 1e10, 5_030.0])
    assert [clock() for _ in range(3)] == [5_010, 5_020, 5_030]


def test_the_time_that_passes_is_not_what_the_clock_is_set_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 0.0)
    first = uptime()
    assert first <= uptime() < first + 600


def said(kitchen: Kitchen) -> str:
    """What the toasts say, not broken into lines."""
    return " ".join(f"{one.title} {one.message}" for one in kitchen.app._notifications)


async def test_a_timer_rings_after_the_steps_were_left_and_is_shown_when_they_are_opened_again(
    environment: dict[str, str],
) -> None:
    kitchen = Kitchen(environment)
    async with kitchen.app.run_test(size=(100, 30), notifications=True) as pilot:
        await kitchen.open(pilot)
        await kitchen.press(pilot, "j", "j", "j", "t", "escape")
        await pilot.pause()
        assert "The timers keep running and ring wherever you are" in said(kitchen)
        bells = kitchen.app.timers
        kitchen.clock.now += 1_199
        bells.tick()
        assert kitchen.rang == 0
        kitchen.clock.now += 2
        bells.tick()
        bells.tick()
        await ready(pilot)
        assert kitchen.rang == 1
        assert "Time is up" in screen_text(kitchen.app)
        assert PANCAKES.goal in said(kitchen)
        kitchen.clock.now += 180
        screen = await kitchen.open(pilot)
        assert screen.following.timers[0].rang
        assert all(row in screen_text(kitchen.app) for row in big_digits("+3:01"))
        assert kitchen.rang == 1


async def test_a_timer_goes_on_while_one_is_in_another_room_and_rings_once(environment: dict[str, str]) -> None:
    kitchen = Kitchen(environment)
    async with kitchen.app.run_test(size=(100, 30), notifications=True) as pilot:
        screen = await kitchen.open(pilot)
        await kitchen.press(pilot, "j", "j", "j", "t", "f3")
        kitchen.clock.now += 1_260
        kitchen.app.timers.tick()
        kitchen.app.timers.tick()
        await ready(pilot)
        assert kitchen.rang == 1
        assert "Time is up" in screen_text(kitchen.app)
        assert "20 minutes has finished" in said(kitchen)
        assert screen.following.timers[0].rang


async def test_after_a_restart_a_timer_runs_on_and_one_that_ended_meanwhile_is_said_with_how_long_ago(
    environment: dict[str, str],
) -> None:
    first = Kitchen(environment)
    one = begin(PANCAKES, id_of(PANCAKES), first.clock.now)
    for step in (4, 6):
        one = moves.go(one, step)
        one = moves.start(one, durations(one.step)[0], first.clock.now)
    first.kept.keep(one)
    again = Kitchen(environment)
    again.clock.now = first.clock.now + 1_200 + 180
    async with started(again.app, (100, 30), notifications=True):
        assert "Time is up" in screen_text(again.app)
        assert "That was 3 min ago." in said(again)
        kept = again.kept.load(one.id)
        assert kept is not None
        assert [timer.rang for timer in kept.timers] == [True, False]


async def test_a_place_that_is_gone_or_damaged_rings_nothing_and_harms_nothing(
    environment: dict[str, str],
) -> None:
    kitchen = Kitchen(environment)
    one = begin(PANCAKES, id_of(PANCAKES), kitchen.clock.now)
    one = moves.start(moves.go(one, 4), durations(PANCAKES.steps[3])[0], kitchen.clock.now)
    for damage in ("gone", "damaged"):
        kitchen = Kitchen(environment)
        kitchen.kept.keep(one)
        async with kitchen.app.run_test(size=(80, 24)) as pilot:
            kitchen.app.bell = kitchen._bell  # type: ignore[method-assign]
            await ready(pilot)
            await kitchen.app.timers.wake()
            [path] = kitchen.kept.folder.glob("*.json")
            path.unlink() if damage == "gone" else path.write_text("{")
            kitchen.clock.now += 5_000
            kitchen.app.timers.tick()
            await ready(pilot)
            assert kitchen.rang == 0
            assert kitchen.app.is_running


async def test_a_finished_place_rings_what_still_runs_and_then_no_more(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        await kitchen.press(pilot, "j", "j", "j", "t", *["space"] * 7, "f", "5", "enter")
        kitchen.clock.now += 5_000
        for _ in range(2):
            kitchen.app.timers.tick()
            assert kitchen.rang == 1
        assert kitchen.told.outcomes == [(id_of(PANCAKES), "good")]


async def test_a_second_screen_of_the_same_steps_goes_on_ringing_when_the_first_is_gone(
    environment: dict[str, str],
) -> None:
    async with following(environment) as (kitchen, pilot):
        first = kitchen.screen
        second = await kitchen.open(pilot)
        await kitchen.press(pilot, "j", "j", "j", "t")
        kitchen.app.timers.left(first.following, first.tick)
        kitchen.clock.now += 1_201
        kitchen.app.timers.tick()
        assert kitchen.rang == 1
        assert second.following.timers[0].rang


async def test_a_laptop_that_slept_rings_on_waking_and_says_how_long_ago(environment: dict[str, str]) -> None:
    async with following(environment, (100, 30)) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "j", "j", "j", "t")
        kitchen.clock.now += 1_200 + 3 * 3_600
        kitchen.app.timers.tick()
        await ready(pilot)
        assert (kitchen.rang, screen.following.timers[0].rang) == (1, True)
        assert "That was 3 h ago." in screen_text(kitchen.app)
        assert all(row in screen_text(kitchen.app) for row in big_digits("+3:00:00"))


async def test_a_clock_set_back_by_an_hour_makes_no_timer_longer_on_the_screen(
    environment: dict[str, str],
) -> None:
    async with following(environment, (100, 30)) as (kitchen, pilot):
        screen = kitchen.screen
        begun, set_back = kitchen.clock.now, 0.0
        kitchen.app.timers.clock = screen.clock = ForwardClock(
            lambda: kitchen.clock.now - set_back, lambda: kitchen.clock.now - begun
        )
        await kitchen.press(pilot, "j", "j", "j", "t")
        kitchen.clock.now += 600
        kitchen.app.timers.tick()
        set_back = 3_600.0
        kitchen.app.timers.tick()
        kitchen.clock.now += 598
        kitchen.app.timers.tick()
        set_back = 0.0
        kitchen.clock.now += 1
        kitchen.app.timers.tick()
        assert kitchen.rang == 0
        kitchen.clock.now += 1
        kitchen.app.timers.tick()
        assert kitchen.rang == 1


@pytest.mark.parametrize("opened", [True, False])
async def test_a_timer_lasts_no_longer_than_its_length_after_the_clock_was_set_back_in_the_night(
    environment: dict[str, str], opened: bool
) -> None:
    kitchen = Kitchen(environment)
    one = moves.go(begin(PANCAKES, id_of(PANCAKES), kitchen.clock.now), 4)
    kitchen.kept.keep(moves.start(one, durations(one.step)[0], kitchen.clock.now))
    kitchen.clock.now -= 86_400
    async with kitchen.app.run_test(size=(100, 30)) as pilot:
        kitchen.app.bell = kitchen._bell  # type: ignore[method-assign]
        await ready(pilot)
        await kitchen.app.timers.wake()
        if opened:
            await kitchen.open(pilot)
        kitchen.clock.now += 600
        kitchen.app.timers.tick()
        assert not opened or all(row in screen_text(kitchen.app) for row in big_digits("10:00"))
        assert kitchen.rang == 0
        kitchen.clock.now += 601
        kitchen.app.timers.tick()
        assert kitchen.rang == 1


async def test_escape_silences_what_rings_and_leaves_only_then(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "j", "j", "j", "t", "j", "t", "2")
        kitchen.clock.now += 181
        kitchen.app.timers.tick()
        await ready(pilot)
        assert "Time is up · step 5  esc ok" in screen_text(kitchen.app)
        await kitchen.press(pilot, "escape")
        assert kitchen.app.screen is screen
        assert [timer.words for timer in screen.following.timers] == ["20 minutes"], "that one still runs"
        assert "Time is up" not in screen_text(kitchen.app)
        await kitchen.press(pilot, "escape")
        assert kitchen.app.screen is not screen


async def test_an_alarm_elsewhere_covers_no_keys_and_escape_takes_it_away_before_anything_else(
    environment: dict[str, str],
) -> None:
    kitchen = Kitchen(environment)
    async with kitchen.app.run_test(size=(80, 24), notifications=True) as pilot:
        await kitchen.open(pilot)
        await kitchen.press(pilot, "j", "j", "j", "t", "escape", "f9")
        kitchen.app.clear_notifications()
        window = kitchen.app.screen
        await ready(pilot)
        foot = screen_text(kitchen.app).splitlines()[10:]
        kitchen.clock.now += 1_200
        kitchen.app.timers.tick()
        await ready(pilot)
        assert "Time is up" in screen_text(kitchen.app)
        assert screen_text(kitchen.app).splitlines()[10:] == foot
        await kitchen.press(pilot, "escape")
        assert kitchen.app.screen is window
        assert "Time is up" not in screen_text(kitchen.app)
        await kitchen.press(pilot, "escape")
        assert kitchen.app.screen is not window


async def test_an_alarm_that_went_by_itself_swallows_no_escape(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        await kitchen.press(pilot, "j", "j", "j", "t", "escape", "f9")
        window = kitchen.app.screen
        kitchen.clock.now += 1_200
        kitchen.app.timers.tick()
        kitchen.clock.now += 61
        await kitchen.press(pilot, "escape")
        assert kitchen.app.screen is not window


async def test_a_range_is_offered_both_ways(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        assert "starts a timer: 2 min or 3 min" in await kitchen.press(pilot, "j", "j", "j", "j")
        await kitchen.press(pilot, "t", "2")
        assert [(timer.words, timer.seconds) for timer in screen.following.timers] == [("3 min", 180)]
        assert "starts a timer" not in screen_text(kitchen.app)


def test_timers_stand_beside_each_other_in_big_digits_and_on_a_line_each_where_they_are_too_many() -> None:
    one = begin(PANCAKES, "a", 0.0)
    for words in ("20 minutes", "1 hour"):
        one = moves.start(one, durations(words)[0], 0.0)
    rows = [row.plain for row in timer_rows(one.timers, 600.0, 76, BIG)]
    assert len(rows) == BIG
    for row, left, right in zip(rows[1:4], big_digits("10:00"), big_digits("50:00"), strict=True):
        assert row.split() == f"{left} {right}".split()
    assert rows[4].split()[0] == "━" * 15 + "─" * 15, "half of the first is over"
    one = moves.start(one, durations("2 minutes")[0], 0.0)
    assert [len(timer_rows(one.timers, 0.0, width, most)) for width, most in ((76, 5), (38, 5), (76, 2))] == [
        3,
        3,
        2,
    ]


async def test_a_length_that_cannot_be_read_stays_in_its_window_with_the_reason(
    environment: dict[str, str],
) -> None:
    async with following(environment, (100, 30)) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "t", *"5ish", "space", *"mnutes", "enter")
        await ready(pilot)
        field = kitchen.app.screen.query_one(CleanInput)
        assert field.value == "5ish mnutes"
        assert "That is not a length of time of at most 14 days" in " ".join(screen_text(kitchen.app).split())
        assert not screen.following.timers
        field.value = "5 minutes"
        await press(pilot, "enter")
        assert kitchen.app.screen is screen
        assert [one.words for one in screen.following.timers] == ["5 minutes"]


async def test_leaving_while_a_timer_runs_asks_once_and_says_what_is_kept(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        await kitchen.press(pilot, "j", "j", "j", "t", "ctrl+q")
        shown = " ".join(screen_text(kitchen.app).replace("▌", "").replace("╰", "").split())
        assert "The timer for 20 minutes (step 4 of “Make buttermilk pancakes”) is still running" in shown
        assert "still running" not in await kitchen.press(pilot, "enter")
        await kitchen.press(pilot, "ctrl+q", "ctrl+q")
    assert kitchen.app.return_code == 0
    assert "The timer for 20 minutes" in farewell(kitchen.app)
    assert "Your place is kept. Timers ring only while" in farewell(kitchen.app)


async def test_leaving_asks_nothing_once_every_timer_is_over_or_paused(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "j", "j", "j", "t")
        screen.take(moves.hold(screen.following, 1, kitchen.clock()))
        await kitchen.press(pilot, "ctrl+q")
    assert kitchen.app.return_code == 0
    assert farewell(kitchen.app) == ""
