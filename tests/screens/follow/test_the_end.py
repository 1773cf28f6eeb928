"""The end of Follow: a rating, a note, what changed on the way, and what of it is still on Home."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tailor.core.following import Following
from tailor.library.progress import ProgressStore
from tailor.rules.rescue import accidents
from tailor.runs.follow import keep_outcome, leave_place
from tailor.runs.unfinished import unfinished
from tailor.screens.follow.screen import FollowScreen
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.inputs import CleanInput
from tailor.storage import SaveError
from tests.screens.conftest import ready, screen_text, started, typed, until
from tests.screens.follow_case import PANCAKES, Kitchen, following, top


async def test_a_finished_run_keeps_rating_and_words_and_the_place_goes(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        assert "Every step is done" in await kitchen.press(pilot, *["space"] * 7)
        await kitchen.press(pilot, "f", "4", *typed("thinner"), "enter")
        assert not any(isinstance(one, FollowScreen) for one in kitchen.app.screen_stack)
        assert kitchen.kept.load(screen.following.id) is None
        [meta] = kitchen.app.workspace.paths.library.glob("*.meta.json")
        kept = json.loads(meta.read_text())
        assert (kept["rating"], kept["made"][0]["notes"]) == (4, "thinner")
        assert kitchen.told.outcomes == [(screen.following.id, "good")]


async def test_escape_at_the_note_of_the_end_keeps_the_rating_and_ends(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        assert "esc finish without a note" in await kitchen.press(pilot, *["space"] * 7, "f", "4")
        await kitchen.press(pilot, "escape")
        assert kitchen.told.outcomes == [(screen.following.id, "good")]
        assert kitchen.kept.load(screen.following.id) is None


@pytest.mark.parametrize("move", [FollowScreen.tick, FollowScreen.action_check], ids=["timer", "key"])
@pytest.mark.parametrize("room", ["home", "library"])
async def test_a_timer_or_a_key_of_the_last_moment_brings_no_forgotten_place_back(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, move: Callable[[FollowScreen], None], room: str
) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen

        def late(kept: ProgressStore, one: Following, now: float, library: Path) -> Following | None:
            kitchen.app.switch_mode(room)
            kitchen.clock.now += 1_201
            before = screen.following
            move(screen)
            assert screen.following != before
            return leave_place(kept, one, now, library)

        monkeypatch.setattr("tailor.screens.follow.screen.leave_place", late)
        await kitchen.press(pilot, "j", "j", "j", "t", *["space"] * 7, "f", "5", "enter")
        await ready(pilot)
        assert (left := kitchen.kept.load(screen.following.id)) is not None
        assert (left.at, left.done, len(left.timers)) == (1, (), 1), "only the timer is left"
        assert kitchen.told.outcomes == [(screen.following.id, "good")]
        await kitchen.press(pilot, "f2")
        assert not any(isinstance(one, FollowScreen) for one in kitchen.app.screen_stack)


async def test_keys_pressed_while_the_end_is_written_cut_nothing_off(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        stood: list[bool] = []

        def slow(*given: Any) -> None:
            kitchen.app.call_from_thread(screen.action_leave)
            kitchen.app.call_from_thread(screen.action_finish)
            stood.append(kitchen.app.screen is screen)
            keep_outcome(*given)

        monkeypatch.setattr("tailor.runs.follow.keep_outcome", slow)
        await kitchen.press(pilot, *["space"] * 7, "f", "5", "enter")
        await ready(pilot)
        assert stood == [True]
        assert screen not in kitchen.app.screen_stack
        assert kitchen.kept.load(screen.following.id) is None
        assert kitchen.told.outcomes == [(screen.following.id, "good")]


async def test_where_the_end_cannot_be_written_the_place_stays_and_is_kept_on(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SaveError("The disk is full.")

    monkeypatch.setattr("tailor.runs.follow.keep_outcome", full)
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        assert "The disk is full." in await kitchen.press(pilot, *["space"] * 7, "f", "5", "enter")
        await kitchen.press(pilot, "escape", "home", "space")
        assert kitchen.app.screen is screen
        kept = kitchen.kept.load(screen.following.id)
        assert kept == screen.following
        assert len(kept.done) == 6


async def test_steps_changed_on_the_way_can_be_kept_as_a_variant(environment: dict[str, str]) -> None:
    async with following(environment, (100, 32)) as (kitchen, pilot):
        await kitchen.press(pilot, "r", *typed("I have no butter"), "enter", "A")
        await kitchen.press(pilot, "enter")
        await kitchen.press(pilot, "f", "y", "n", "enter", "y")
        library = kitchen.app.workspace.library
        [variant] = [entry for entry in library.entries() if entry.parent]
        from tailor.library.lineage import check

        assert list(check(library)) == []
        assert library.load(variant.id).hint == "I have no butter"
        assert kitchen.told.outcomes[-1] == (variant.id, "finished")


async def own_words(kitchen: Kitchen, pilot: Any, said: str, words: str, *then: str) -> None:
    """Types own words for the first step that the rescue points at, then presses these keys."""
    await kitchen.press(pilot, "r", *typed(said), "enter")
    review = top(kitchen)
    assert isinstance(review, ReviewScreen)
    review.model.stay(("s3", "step"))
    await kitchen.press(pilot, "e", "ctrl+a", "delete")
    kitchen.app.screen.query_one("#words").load_text(words)  # type: ignore[attr-defined]
    await kitchen.press(pilot, "enter", *then)


@pytest.mark.parametrize("leaves", [True, False], ids=["not used", "used"])
@pytest.mark.parametrize("quits", [True, False], ids=["quit", "stay"])
async def test_own_words_of_a_rescue_are_offered_at_the_end_also_after_a_quit(
    environment: dict[str, str], leaves: bool, quits: bool
) -> None:
    words = "Whisk milk and lemon."
    async with following(environment, (100, 32)) as (kitchen, pilot):
        keys = ("escape",) if leaves else ("enter", "enter")
        await own_words(kitchen, pilot, "I have no buttermilk", words, *keys)
        await kitchen.press(pilot, *["space"] * (6 if quits else 7))
        if not quits:
            await kitchen.press(pilot, "f", "n", "enter")
            assert f"Step 3: {words}" in screen_text(kitchen.app)
    if not quits:
        return
    kitchen = Kitchen(environment)
    async with started(kitchen.app, (100, 32)) as pilot:
        assert "▸ Make buttermilk" in screen_text(kitchen.app)
        await kitchen.press(pilot, "down", "up", "enter")  # from Home, which does not know the how-to itself
        await ready(pilot)
        await kitchen.press(pilot, "space", "f", "n", "enter")
        assert f"Step 3: {words}" in screen_text(kitchen.app)
        await kitchen.press(pilot, "y")
        library = kitchen.app.workspace.library
        [variant] = [entry for entry in library.entries() if entry.parent]
        assert library.load(variant.id).procedure.steps[2] == words


async def test_a_change_of_what_is_needed_alone_is_offered_at_the_end(environment: dict[str, str]) -> None:
    async with following(environment, (100, 32)) as (kitchen, pilot):
        screen = kitchen.screen
        now = replace(PANCAKES, resources=("250 g rye flour", *PANCAKES.resources[1:]))
        screen.take(replace(screen.following, procedure=now, original=PANCAKES, rescues=("rye",)))
        assert "What you need: 250 g rye flour" in await kitchen.press(pilot, "f", "y", "n", "enter")


async def test_a_how_to_that_is_done_but_has_changes_to_save_is_still_on_home(environment: dict[str, str]) -> None:
    async with following(environment, (100, 32)) as (kitchen, pilot):
        await own_words(kitchen, pilot, "I have no buttermilk", "Whisk milk and lemon.", "enter", "enter")
        await kitchen.press(pilot, *["space"] * 7, "escape")
        await ready(pilot)
        assert "Following: Make buttermilk" in screen_text(kitchen.app)


async def test_a_timer_that_runs_goes_on_when_the_steps_are_finished(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        await kitchen.press(pilot, "j", "j", "j", "t", "f", "y", "n", *typed("thinner"), "enter")
        assert not any(isinstance(one, FollowScreen) for one in kitchen.app.screen_stack)
        assert any("timer keeps running" in one.message for one in kitchen.app._notifications)
        kitchen.clock.now += 1_201
        kitchen.app.timers.tick()
        await ready(pilot)
        assert kitchen.rang == 1
        screen = await kitchen.open(pilot)
        assert (screen.following.at, screen.following.done) == (1, ())
        assert screen.following.note_of(1) == "thinner", "the note for next time"
        assert [timer.rang for timer in screen.following.timers] == [True]


async def test_what_was_finished_is_on_home_only_as_a_timer_and_only_while_it_runs(
    environment: dict[str, str],
) -> None:
    kitchen = Kitchen(environment)
    async with kitchen.app.run_test(size=(120, 30)) as pilot:
        kitchen.clock.now = time.time()  # Home tells by the clock on the wall
        await kitchen.open(pilot)
        await kitchen.press(pilot, "j", "j", "j", "t", "f", "y", "n", "enter")
        await until(pilot, lambda: "Timer: Make buttermilk" in screen_text(kitchen.app))
        assert "Following" not in screen_text(kitchen.app)
        assert "You finished this. Its timer ends" in await kitchen.press(pilot, "up")
        kitchen.clock.now += 1_201
        kitchen.app.timers.tick()
        assert unfinished(kitchen.app.workspace.paths) == []


async def test_what_was_finished_and_is_followed_again_is_on_home_as_followed(environment: dict[str, str]) -> None:
    async with following(environment, (120, 30)) as (kitchen, pilot):
        await kitchen.press(pilot, "j", "j", "j", "t", "f", "y", "n", "enter")
        await kitchen.open(pilot)
        await kitchen.press(pilot, "space", "escape")
        [one] = unfinished(kitchen.app.workspace.paths)
        assert (one.doing, one.progress[:11]) == ("Following", "1 of 7 done")


async def test_the_note_of_the_end_waits_where_the_question_after_it_is_left(environment: dict[str, str]) -> None:
    async with following(environment, (100, 32)) as (kitchen, pilot):
        await own_words(kitchen, pilot, "I have no buttermilk", "Whisk milk and lemon.", "enter", "enter")
        assert "Keep what you changed along the way?" in await kitchen.press(
            pilot, *["space"] * 7, "f", "4", *typed("thinner"), "enter"
        )
        await kitchen.press(pilot, "escape", "f", "4")
        assert top(kitchen).query_one(CleanInput).value == "thinner"
        await kitchen.press(pilot, "enter", "y")
        await ready(pilot)
        assert (kitchen.app.drafts.texts, unfinished(kitchen.app.workspace.paths)) == ([], [])
        made = [json.loads(one.read_text()) for one in kitchen.app.workspace.paths.library.glob("*.meta.json")]
        assert [one["made"][0]["notes"] for one in made if one.get("made")] == ["thinner"]


async def test_of_the_changes_on_the_way_only_those_left_on_are_kept(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        steps = list(PANCAKES.steps)
        steps[2:4] = ["Whisk milk and lemon.", "Let it rest for an hour."]
        aid = next(one.steps[0] for one in accidents() if one.steps)
        now = replace(PANCAKES, steps=(*steps, aid))
        screen.take(replace(screen.following, procedure=now, original=PANCAKES, rescues=("no buttermilk",)))
        shown = await kitchen.press(pilot, "f", "y", "n", "enter")
        assert [shown.count(box) for box in ("[x]", "[ ]")] == [2, 1]
        await kitchen.press(pilot, "down", "space", "enter")
        await ready(pilot)
        library = kitchen.app.workspace.library
        [kept] = [library.load(one.id) for one in library.entries() if one.parent]
        assert kept.procedure.steps == (*PANCAKES.steps[:2], "Whisk milk and lemon.", *PANCAKES.steps[3:])


async def test_the_note_of_the_end_waits_for_its_own_how_to_where_the_disk_is_full(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SaveError("The disk is full.")

    monkeypatch.setattr("tailor.runs.follow.keep_outcome", full)
    async with following(environment, (100, 32)) as (kitchen, pilot):
        assert "The disk is full." in await kitchen.press(
            pilot, *["space"] * 7, "f", "4", *typed("thinner"), "enter"
        )
        await kitchen.press(pilot, "escape", "f", "4")
        assert top(kitchen).query_one(CleanInput).value == "thinner"
        await kitchen.press(pilot, "escape", "escape", "escape")
        kitchen.given = replace(PANCAKES, goal="Make waffles", steps=("Mix.", "Bake."), sections=())
        await kitchen.open(pilot)
        await kitchen.press(pilot, "space", "space", "f", "4")
        assert top(kitchen).query_one(CleanInput).value == "", "another how-to"
