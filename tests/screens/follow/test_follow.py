"""The Follow screen by its keys, with a clock that moves only when the test says so."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from tailor.core import following as moves
from tailor.core.dangers import Caution, cautions
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import Requirement, parse_hint
from tailor.library.progress import ProgressStore
from tailor.screens.dialogs.base import LeaveQuestion
from tailor.screens.follow.screen import FollowScreen, follow_screen
from tailor.screens.follow.timers import big_digits
from tailor.screens.review.policy import RescuePolicy
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import PageView
from tailor.storage import SaveError
from tests.screens.conftest import press, ready, screen_text, started, to_the_bottom, typed
from tests.screens.follow_case import PANCAKES, Kitchen, following, top
from tests.screens.hostile import HOSTILE, ONE_OF_EACH


async def test_space_checks_a_step_off_and_again_opens_it(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        assert "Melt 30 g butter" in screen_text(kitchen.app)
        await kitchen.press(pilot, "space")
        assert "Mix 250 g flour" in screen_text(kitchen.app)
        assert "1 of 7 done" in screen_text(kitchen.app)
        assert "0 of 7 done" in await kitchen.press(pilot, "k", "space")


async def test_place_check_offs_timers_and_notes_are_there_after_a_restart(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        await kitchen.press(
            pilot, "space", "space", "space", "t", "n", *typed("warm place"), "enter", "j", "t", "1"
        )
        before = kitchen.screen.following
        assert [timer.seconds for timer in before.timers] == [1_200, 120]
    again = Kitchen(environment)
    again.clock.now = kitchen.clock.now + 60
    async with again.app.run_test(size=(80, 24)) as pilot:
        screen = await again.open(pilot)
        assert screen.following == before
        assert "back at step 5; 3 of 7 done" in screen_text(again.app)
        assert all(row in screen_text(again.app) for row in big_digits("19:00"))


async def test_a_note_that_was_not_kept_waits_at_its_own_step_alone(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        assert "brown butter" not in await kitchen.press(pilot, "n", *typed("brown butter"), "escape", "j", "n")
        assert "brown butter" in await kitchen.press(pilot, *typed("sieve it"), "enter", "k", "n")
        await kitchen.press(pilot, "enter")
        notes = [(note.step, note.text) for note in kitchen.screen.following.notes]
        assert notes == [(1, "brown butter"), (2, "sieve it")]


async def test_a_timer_rings_while_one_is_elsewhere(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "j", "j", "j", "t", "space", "f3")
        assert not isinstance(kitchen.app.screen, FollowScreen)
        screen.tick()
        assert kitchen.rang == 0
        kitchen.clock.now += 1_200
        screen.tick()
        screen.tick()
        await ready(pilot)
        assert kitchen.rang == 1
        await kitchen.press(pilot, "f2")
        assert kitchen.app.screen is screen
        assert "Time is up" in screen_text(kitchen.app)
        assert kitchen.kept.load(screen.following.id) == screen.following


async def test_a_timer_can_be_held_let_go_and_taken_away(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "t", *typed("10"), "enter")
        assert screen.following.timers[0].seconds == 600
        await kitchen.press(pilot, "T", "space")
        assert screen.following.timers[0].held == 600
        await kitchen.press(pilot, "T", "d")
        assert screen.following.timers == ()


async def test_a_place_can_be_jumped_to(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "g", "end", "enter")
        assert screen.following.at == 7
        await kitchen.press(pilot, "home")
        assert screen.following.at == 1


async def test_a_typed_number_selects_its_step(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "g", "3", "enter")
        assert screen.following.at == 3
        await kitchen.press(pilot, "g", "9", "0", "2", "enter")
        assert screen.following.at == 2


async def test_amounts_are_shown_for_more_and_the_steps_kept_as_written(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        assert "Melt 60 g butter" in await kitchen.press(pilot, "s")
        assert screen.following.procedure.steps == PANCAKES.steps
        assert "Melt 30 g butter" in await kitchen.press(pilot, "s", "s", "s")


async def test_a_rescue_changes_the_steps_ahead_and_nothing_that_is_done(environment: dict[str, str]) -> None:
    async with following(environment, (100, 32)) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "space", "space", "space", "r", *typed("I have no butter"), "enter")
        review = top(kitchen)
        assert isinstance(review, ReviewScreen)
        assert isinstance(review.policy, RescuePolicy)
        proposed = review.model.state.proposals
        assert proposed
        assert all(edit.part == "resources" or edit.step > 3 for _, edit in proposed.values())
        assert "Use these changes?" in await kitchen.press(pilot, "A")
        await kitchen.press(pilot, "enter")
        assert top(kitchen) is screen
        assert screen.following.procedure.steps[:3] == PANCAKES.steps[:3]
        assert screen.following.rescues == ("I have no butter",)
        assert screen.following.procedure.steps != PANCAKES.steps
        assert screen.following.done == (1, 2, 3)
        assert kitchen.kept.load(screen.following.id) == screen.following


async def test_what_was_ruled_out_in_a_rescue_is_said_at_the_steps_ahead_that_still_have_it(
    environment: dict[str, str],
) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        now = replace(PANCAKES, steps=(*PANCAKES.steps[:6], "Serve with honey."))
        ruled_out = ("egg allergy", "I have no butter")
        screen.take(
            replace(screen.following, procedure=now, original=PANCAKES, rescues=ruled_out, done=(1,), at=3)
        )
        shown = await kitchen.press(pilot)
        assert "! You said “egg allergy”; this step still has eggs." in shown
        assert "no butter" not in shown, "the only step with it is done"


async def test_a_rescue_that_was_left_is_offered_again_with_its_decisions(environment: dict[str, str]) -> None:
    words = "I have no butter"
    async with following(environment, (100, 32)) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "space", "space", "space", "r", *typed(words), "enter", "n", "a", "escape")
        assert top(kitchen) is screen
    kitchen = Kitchen(environment)  # after a restart
    async with kitchen.app.run_test(size=(100, 32)) as pilot:
        screen = await kitchen.open(pilot)
        await kitchen.press(pilot, "r")
        assert f"“{words}”: you have not used the changes yet." in screen_text(kitchen.app)
        await kitchen.press(pilot, "g")
        review = top(kitchen)
        assert {one.verdict for one in review.model.review.choices.decisions} == {"accepted"}
        await kitchen.press(pilot, "A", "enter")
        assert top(kitchen) is screen
        assert screen.following.rescues == (words,)
        assert "What is wrong?" in await kitchen.press(pilot, "r")


async def test_a_rescue_that_was_left_can_be_passed_over_for_a_new_one(environment: dict[str, str]) -> None:
    async with following(environment, (100, 32)) as (kitchen, pilot):
        assert "What is wrong?" in await kitchen.press(
            pilot, "r", *typed("I have no butter"), "enter", "a", "escape", "r", "n"
        )


async def test_a_done_step_cannot_be_changed_by_hand_in_a_rescue(environment: dict[str, str]) -> None:
    async with following(environment, (100, 32)) as (kitchen, pilot):
        await kitchen.press(pilot, "space", "space", "r", *typed("it burnt"), "enter")
        review = kitchen.app.screen
        assert isinstance(review, ReviewScreen)
        assert isinstance(review.policy, RescuePolicy)
        review.model.stay(("s1", "step"))
        assert "Step 1 is already done" in await kitchen.press(pilot, "d")
        await kitchen.press(pilot, "o", *typed("Sit down."), "enter")
        assert review.model.review.choices.own == ()
        review.model.stay(("s4", "step"))
        await kitchen.press(pilot, "d")
        assert len(review.model.review.choices.own) == 1


async def test_a_timer_that_rings_leaves_a_long_step_where_one_reads_it(environment: dict[str, str]) -> None:
    long = procedure("Wait", [" ".join(f"Stir for {n} minutes." for n in range(1, 200)), "Eat."])
    async with following(environment, (80, 24), long) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "t", "enter", "pagedown")
        view = screen.query_one("#step", PageView)
        top = view.scroll_offset.y
        assert top > 0
        kitchen.clock.now += 61
        kitchen.app.timers.tick()
        await ready(pilot)
        assert screen.following.timers[0].rang
        assert view.scroll_offset.y == top
        await kitchen.press(pilot, "j")
        assert view.scroll_offset.y == 0


@pytest.mark.parametrize("id", ["", "grandma's pancakes"])
async def test_what_another_window_kept_meanwhile_is_not_written_over(
    environment: dict[str, str], id: str
) -> None:
    async with following(environment, (80, 24), replace(PANCAKES, id=id)) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "space")
        there = moves.with_note(moves.check(screen.following), "half a spoon less")
        kitchen.kept.keep(there)
        await kitchen.press(pilot, "escape")
        assert kitchen.kept.load(there.id) == there, "nothing was done here: nothing is written"
        screen = await kitchen.open(pilot)
        kitchen.kept.keep(moves.with_note(moves.go(screen.following, 1), "cold milk"))
        await kitchen.press(pilot, "space")
        kept = kitchen.kept.load(there.id)
        assert kept is not None
        assert [note.text for note in kept.notes] == ["cold milk", "half a spoon less"]


async def test_ticks_and_timers_of_another_window_stay_and_that_is_said(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "j")
        there = moves.go(screen.following, 4)
        kitchen.kept.keep(moves.check(moves.start(there, moves.offered(there)[0], kitchen.clock())))
        await kitchen.press(pilot, "space")
        kept = kitchen.kept.load(there.id)
        assert kept is not None
        assert (kept.done, [timer.words for timer in kept.timers]) == ((2, 4), ["20 minutes"])
        assert screen.following == kept
        assert "What you did in another window is here too." in screen_text(kitchen.app)
        kitchen.kept.forget(there.id)
        await kitchen.press(pilot, "space")
        assert kitchen.kept.load(there.id) == screen.following
        assert "This was finished in another window." in screen_text(kitchen.app)


async def test_the_same_steps_on_two_screens_are_at_one_place(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        first = kitchen.screen
        second = await kitchen.open(pilot)
        await kitchen.press(pilot, "space", "space", "escape")
        assert kitchen.app.screen is first
        assert first.following == second.following
        assert "2 of 7 done" in screen_text(kitchen.app)
        await kitchen.press(pilot, "j", "t")
        assert kitchen.kept.load(first.following.id) == first.following
        kitchen.clock.now += 1_201
        kitchen.app.timers.tick()
        assert kitchen.rang == 1


async def test_steps_on_two_screens_that_were_not_begun_on_either_stay_open(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        first = kitchen.screen
        await kitchen.press(pilot, "f3")
        await kitchen.open(pilot)
        await kitchen.press(pilot, "f2")
        assert kitchen.app.screen is first
        assert "1 of 7 done" in await kitchen.press(pilot, "space", "f3")


async def test_steps_that_were_finished_on_another_screen_are_left(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "space")
        await kitchen.open(pilot)
        await kitchen.press(pilot, *["space"] * 6, "f", "5", "enter")
        assert not any(isinstance(one, FollowScreen) for one in kitchen.app.screen_stack)
        assert kitchen.kept.load(screen.following.id) is None
        assert len(kitchen.told.outcomes) == 1


async def test_what_to_look_out_for_is_read_beside_the_screen(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    readers = []

    def read(given: Procedure, unmet: tuple[Requirement, ...]) -> tuple[Caution, ...]:
        readers.append(threading.current_thread())
        return cautions(given, unmet)

    monkeypatch.setattr("tailor.screens.follow.screen.cautions", read)
    async with following(environment) as (kitchen, pilot):
        await kitchen.press(pilot, "space")
        await kitchen.press(pilot, "space")
    assert len(readers) == 1
    assert readers[0] is not threading.main_thread()


async def test_a_hazard_and_an_unmet_wish_are_said_at_the_start_at_their_step_and_with_what_you_need(
    environment: dict[str, str],
) -> None:
    kitchen = Kitchen(environment)
    given = replace(PANCAKES, steps=("Wash up.", "Mix bleach and vinegar.", *PANCAKES.steps), sections=())
    saved = kitchen.app.workspace.library.save(given, hint="no eggs", requirements=parse_hint("no eggs"))
    kitchen.given = kitchen.app.workspace.library.procedure(saved.id)
    async with kitchen.app.run_test(size=(80, 24)) as pilot:
        await kitchen.open(pilot)
        shown = " ".join(screen_text(kitchen.app).replace("│", " ").split())
        assert "! Step 2: bleach with an acid gives off chlorine gas." in shown
        assert "! You said “no eggs”, but step 5 and the list of what you need still" in shown
        assert "! Bleach with an acid gives off chlorine gas." in await kitchen.press(pilot, "space")
        assert "! " not in await kitchen.press(pilot, "space")
        assert "! You said “no eggs”; this step still has eggs." in await kitchen.press(pilot, "j", "j")
        assert "You said “no eggs”, but" in await kitchen.press(pilot, "w")


async def test_many_warnings_leave_the_first_step_in_view_and_are_all_said_with_what_you_need(
    environment: dict[str, str],
) -> None:
    kitchen = Kitchen(environment)
    steps = ("Open the window.", *(f"Mix bleach and vinegar in bucket {number}." for number in range(2, 12)))
    kitchen.given = replace(PANCAKES, steps=steps, sections=())
    async with kitchen.app.run_test(size=(80, 24)) as pilot:
        await kitchen.open(pilot)
        shown = screen_text(kitchen.app)
        assert shown.count("chlorine") == 3
        assert "and 7 more: w shows all" in shown
        assert "Open the window." in shown
        await kitchen.press(pilot, "w")
        assert "Step 11: bleach" in await kitchen.press(pilot, "pagedown", "pagedown")


async def test_starting_over_keeps_timers_and_notes(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        await kitchen.press(pilot, "space", "j", "j", "t", "n", *typed("warm"), "enter", "f", "s")
        one = screen.following
        assert (one.at, one.done, len(one.timers), one.note_of(4)) == (1, (), 1, "warm")


async def test_leaving_early_asks_and_can_start_over(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        screen = kitchen.screen
        assert "6 steps are not done" in await kitchen.press(pilot, "space", "f")
        await kitchen.press(pilot, "s")
        assert (screen.following.at, screen.following.done) == (1, ())


async def test_a_full_disk_is_said_and_the_steps_go_on(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SaveError("The disk is full.")

    monkeypatch.setattr(ProgressStore, "keep", full)
    async with following(environment) as (kitchen, pilot):
        await kitchen.press(pilot, "space")
        assert "The disk is full." in screen_text(kitchen.app)
        assert "Mix 250 g flour" in screen_text(kitchen.app)


async def test_what_a_full_disk_refuses_is_not_called_kept_and_nobody_leaves_it_unasked(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SaveError("The disk is full.")

    kitchen = Kitchen(environment)
    async with kitchen.app.run_test(size=(100, 30), notifications=True) as pilot:
        screen = await kitchen.open(pilot)
        with monkeypatch.context() as patched:
            patched.setattr(ProgressStore, "keep", full)
            assert "If you leave, you lose what you did" in await kitchen.press(
                pilot, "j", "j", "j", "t", "n", *typed("warm"), "enter", "escape"
            )
            await kitchen.press(pilot, "s", "ctrl+q")
            asked = kitchen.app.screen
            assert isinstance(asked, LeaveQuestion)
            assert "what you decided or did" in screen_text(kitchen.app)
            assert "place is kept" not in screen_text(kitchen.app)
            await kitchen.press(pilot, "s")
        await kitchen.press(pilot, "ctrl+q", "s")
        kept = kitchen.kept.load(screen.following.id)
        assert kept is not None
        assert (kept.at, kept.note_of(4), len(kept.timers)) == (4, "warm", 1)
        assert "The disk is full." not in screen_text(kitchen.app)
        with monkeypatch.context() as patched:
            patched.setattr(ProgressStore, "keep", full)
            await kitchen.press(pilot, "space", "escape", "l")
            assert kitchen.app.screen is not screen
            assert "place is kept" not in screen_text(kitchen.app)


async def test_a_note_that_could_not_be_saved_stays_a_draft_until_it_is(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SaveError("The disk is full.")

    async with following(environment, (100, 30)) as (kitchen, pilot):
        with monkeypatch.context() as patched:
            patched.setattr(ProgressStore, "keep", full)
            assert "The disk is full." in await kitchen.press(pilot, "space", "n", *typed("warm"), "enter")
            assert kitchen.app.drafts.texts == ["warm"]
            await kitchen.press(pilot, "n", *typed("er"), "enter")
            assert kitchen.app.drafts.texts == ["warmer"]
        await kitchen.press(pilot, "space")
        assert kitchen.app.drafts.texts == []
        kept = kitchen.kept.load(kitchen.screen.following.id)
        assert kept is not None
        assert [note.text for note in kept.notes] == ["warmer"]
        await kitchen.press(pilot, "n", *typed("salt"), "enter")
        assert kitchen.app.drafts.texts == []


async def test_a_damaged_place_is_said_and_begins_at_the_first_step(environment: dict[str, str]) -> None:
    folder = Path(environment["TAILOR_HOME"]) / "follow"
    folder.mkdir(parents=True)
    kitchen = Kitchen(environment)
    from tailor.library.progress import id_of

    (folder / f"{id_of(PANCAKES)}.json").write_text("{")
    async with kitchen.app.run_test(size=(120, 24)) as pilot:
        await kitchen.open(pilot)
        assert "Tailor cannot read the place you saved any more" in screen_text(kitchen.app)
        assert "Step 1 of 7" in screen_text(kitchen.app)


async def test_hostile_texts_are_only_texts(environment: dict[str, str]) -> None:
    kitchen = Kitchen(environment)
    async with kitchen.app.run_test(size=(120, 24)) as pilot:
        for name in ONE_OF_EACH:
            await a_hostile_text_is_only_text(kitchen, pilot, name, HOSTILE[name][:4_000])
            await to_the_bottom(pilot)


async def a_hostile_text_is_only_text(kitchen: Kitchen, pilot: Any, name: str, text: str) -> None:
    given = procedure(text, [f"{text} for 5 minutes", "Next."], [text], sections=[(1, text)])
    kitchen.given = replace(given, id=name.replace(" ", "-"))
    screen = await kitchen.open(pilot)
    await kitchen.press(pilot, "t", "n")
    screen.app.screen.query_one("#words").load_text(text)  # type: ignore[attr-defined]
    await kitchen.press(pilot, "enter", "w", "escape", "g", "escape", "T", "escape")
    kitchen.clock.now += 400
    screen.tick()
    await ready(pilot)
    shown = screen_text(kitchen.app)
    assert "\x1b" not in shown, name
    assert kitchen.app.is_running, name


async def test_the_app_opens_at_a_followed_procedure(environment: dict[str, str]) -> None:
    from tailor.cli.open_app import OpenedApp

    app = OpenedApp(lambda workspace: follow_screen(workspace, PANCAKES), environment)
    async with started(app) as pilot:
        assert len(app.screen_stack) == 2
        await press(pilot, "escape")
        assert len(app.screen_stack) == 1
        assert app.screen.query(CleanInput)
        assert app.screen.query(OptionList)


async def test_where_nothing_can_be_multiplied_that_is_said(
    environment: dict[str, str],
) -> None:
    async with following(environment, (80, 24), procedure("Fix a door", ["Lift the door.", "Oil the hinge."])) as (
        kitchen,
        pilot,
    ):
        screen = kitchen.screen
        assert "I can't multiply these amounts" in await kitchen.press(pilot, "s")
        assert screen.following.times == "1"


async def test_a_rescue_begins_at_the_first_thing_to_decide(environment: dict[str, str]) -> None:
    async with following(environment) as (kitchen, pilot):
        await kitchen.press(pilot, "space", "space", "r", *typed("it is too dark"), "enter")
        review = kitchen.app.screen
        assert isinstance(review, ReviewScreen)
        assert review.model.marked is not None
        await kitchen.press(pilot, "a")
        assert review.model.review.choices.decisions
