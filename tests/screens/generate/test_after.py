"""Generate before and after a run: what Home hands over, rounds, two ways, the numbers, one road, the keys."""

import json
from typing import Any

import pytest

from memory.lessons import FILE
from memory.messages import Analogy
from tailor.app import TailorApp
from tailor.config import Generation
from tailor.core.events import Done
from tailor.core.review.state import ReviewState
from tailor.runs.generate import evident_domain
from tailor.runs.history import open_run, went_on
from tailor.screens.dialogs.base import Question
from tailor.screens.generate.inputs import WayList
from tailor.screens.generate.options import QUICK, changes, method_options, turned
from tailor.screens.generate.run import BesideScreen
from tailor.screens.generate.screen import GenerateScreen
from tailor.screens.review.screen import ReviewScreen, reopened
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import PageView
from tests.screens.conftest import press, ready, screen_text, started, typed, until
from tests.screens.generate_case import (
    BARS,
    BUSY,
    DRAFT,
    REST,
    ScriptedRuns,
    beside,
    finished,
    first_stands,
    half_way,
    looked,
    opened,
)
from tests.screens.memory_case import ScriptedMemory

# -- what Home hands over ----------------------------------------------------------------------------------------


async def test_a_goal_that_home_does_not_know_goes_to_generate_with_what_is_special(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with started(app) as pilot:
        assert "F4 writes a new one." in await press(pilot, *typed("fix a wobbly chair"))
        app.screen.query_one("#hint").focus()
        await pilot.press(*typed("no glue"))
        screen = await opened(pilot)
        assert (screen.inputs.goal.value, screen.inputs.hint) == ("fix a wobbly chair", "no glue")


async def test_words_on_generate_are_not_written_over_by_a_goal_taken_before(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with started(app) as pilot:
        await pilot.press(*typed("fix a chair"))
        screen = await opened(pilot)
        screen.query_one("#goal", CleanInput).value = "Fix a wobbly table"
        await pilot.press("f2")
        await opened(pilot)
        assert screen.inputs.goal.value == "Fix a wobbly table"


async def test_what_is_special_is_handed_over_also_where_it_was_said_after_the_goal(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with started(app) as pilot:
        await pilot.press(*typed("fix a chair"))
        screen = await opened(pilot)
        assert screen.inputs.hint == ""
        await pilot.press("f2")
        app.screen.query_one("#hint").focus()
        await pilot.press(*typed("no glue"))
        await opened(pilot)
        assert (screen.inputs.goal.value, screen.inputs.hint) == ("fix a chair", "no glue")
        screen.query_one("#special", CleanInput).value = "no nails"
        await pilot.press("f2")
        app.screen.query_one("#hint").focus()
        await pilot.press(*typed(" here"))
        await opened(pilot)
        assert screen.inputs.hint == "no nails", "what was written here stays"


async def test_another_goal_of_home_does_not_bring_what_was_special_about_the_one_before(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with started(app) as pilot:
        await pilot.press(*typed("fix a chair"))
        app.screen.query_one("#hint").focus()
        await pilot.press(*typed("no glue"))
        screen = await opened(pilot)
        await pilot.press("f2")
        app.screen.query_one("#hint", CleanInput).value = ""
        app.screen.query_one("#search", CleanInput).value = "mend a lamp"
        await ready(pilot)
        await opened(pilot)
        assert (screen.inputs.goal.value, screen.inputs.hint) == ("mend a lamp", "")


# -- the critic's rounds -----------------------------------------------------------------------------------------


async def rounds(pilot: Any, runs: ScriptedRuns) -> ReviewScreen:
    runs.go.set()
    await finished(pilot)
    await press(pilot, "c")
    assert isinstance(pilot.app.screen, ReviewScreen)
    return pilot.app.screen


async def test_the_critics_rounds_open_as_a_review_and_what_is_decided_stands_there_and_is_saved(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        review = await rounds(pilot, runs)
        assert "all decided" in screen_text(app)
        assert review.model.state.result.draft.procedure.steps == BARS.steps
        await press(pilot, "x", "escape")
        screen = app.screen
        assert isinstance(screen, GenerateScreen)
        written = screen.run.result
        assert written is not None
        assert written.steps == BARS.steps[1:]
        assert written.uncertain == (3,)
        assert "With your decisions." in screen_text(app)
        await press(pilot, "s")
        [entry] = app.workspace.library.entries()
        assert app.workspace.library.load(entry.id).procedure.steps == BARS.steps[1:]
        [lesson] = (app.workspace.paths.memory / FILE).read_text(encoding="utf-8").splitlines()
        assert len(json.loads(lesson)["turned_down"]) == 1


async def test_the_review_of_the_rounds_saves_one_new_procedure_which_generate_knows(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        await rounds(pilot, runs)
        await press(pilot, "x", "enter")
        await press(pilot, "enter")
        [entry] = app.workspace.library.entries()
        assert (entry.origin, entry.parent, entry.steps) == ("generated", None, 3)
        [lesson] = (app.workspace.paths.memory / FILE).read_text(encoding="utf-8").splitlines()
        assert len(json.loads(lesson)["turned_down"]) == 1
        while not isinstance(app.screen, GenerateScreen):
            await press(pilot, "escape")
        assert app.screen.run.current is not None
        assert app.screen.run.current.session.is_saved


async def test_a_past_generations_review_opens_again_with_what_was_decided(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        await rounds(pilot, runs)
        await press(pilot, "x", "escape", "s")
        [entry] = app.workspace.library.entries()
        made = app.workspace.library.load(entry.id).made
        assert made is not None
        kept = open_run(app.workspace.paths.runs, made.run or "")
        assert ReviewState(kept.review).status("e1") == "rejected"
        app.push_screen(reopened(app.workspace, kept))
        await ready(pilot)
        assert isinstance(app.screen, ReviewScreen)
        assert "all decided" in screen_text(app)


async def test_without_a_round_the_key_is_not_there(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    runs.rest = (*REST[:5], Done(result=DRAFT))
    runs.go.set()
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await finished(pilot)
        await press(pilot, "c")
        assert app.screen is screen
        assert "c Check" not in screen_text(app).splitlines()[-1]


# -- two ways side by side ---------------------------------------------------------------------------------------


async def test_a_second_way_is_laid_beside_the_first_with_what_each_cost_and_one_key_keeps_one(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await beside(pilot, runs)
        heads = screen_text(app)
        assert "1 thorough" in heads
        assert "2 quick" in heads
        assert heads.count("4 calls · 980 tokens · ") == 2
        assert [one.method for one in runs.asked] == ["aag", "aag_no_rewrite"]
        await press(pilot, "2")
        assert isinstance(app.screen, GenerateScreen)
        assert app.screen.run.current is not None
        assert app.screen.run.current.way == QUICK
        await press(pilot, "s")
        [entry] = app.workspace.library.entries()
        made = app.workspace.library.load(entry.id).made
        assert made is not None
        assert made.method == "aag_no_rewrite"


async def test_after_the_model_went_the_other_way_is_the_built_in_tailor(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        runs.go.set()
        await finished(pilot)
        app.screen.query_one(WayList).ways = method_options(has_model=False)
        await press(pilot, "b", "enter")
        assert isinstance(app.screen, BesideScreen)
        assert runs.asked[1].method == "aag"


@pytest.mark.parametrize(("width", "columns"), [(99, 1), (100, 2)])
async def test_below_100_columns_the_two_stand_one_above_the_other(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns, width: int, columns: int
) -> None:
    async with app.run_test(size=(width, 30)) as pilot:
        screen = await beside(pilot, runs)
        left = {page.region.x for page in screen.query(PageView)}
        assert len(left) == columns


async def test_a_second_that_fails_says_why_and_the_first_stays(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        runs.go.set()
        await finished(pilot)
        runs.rest = (BUSY,)
        runs.first = runs.first[:1]
        assert "It is busy: Wait." in await press(pilot, "b", "enter")
        assert "1 keeps the left one" in await press(pilot, "2")
        await press(pilot, "escape")
        first_stands(pilot)


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40)], ids=str)
async def test_arrows_go_from_one_side_to_the_other_and_choose_nothing(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        screen = await beside(pilot, runs)
        shown = " ".join(screen_text(app).split())
        assert "1 keeps the left, 2 the right; the other is discarded. ←→ switches." in shown
        assert "esc Back" in screen_text(app).splitlines()[-1]
        for key, side in (("left", "page0"), ("left", "page0"), ("right", "page1"), ("tab", "page0")):
            await press(pilot, key)
            assert app.screen is screen
            assert app.focused is not None
            assert app.focused.id == side


async def test_arrows_go_from_side_to_side_while_the_second_is_written(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        runs.go.set()
        await finished(pilot)
        runs.go.clear()
        await pilot.press("b", "enter")
        await pilot.pause()
        await pilot.press("left")
        assert isinstance(app.screen, BesideScreen)
        assert app.screen.running
        assert app.screen.query_one("#page0").has_focus
        assert "esc Stop" in screen_text(app).splitlines()[-1]
        runs.go.set()
        await ready(pilot)


# -- the numbers behind a way ------------------------------------------------------------------------------------


async def test_the_numbers_change_what_a_way_costs_are_kept_and_go_into_the_run(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    runs.go.set()
    async with app.run_test(size=(80, 24)) as pilot:
        await looked(pilot)
        await pilot.press("o", "right", "j", "left", "left", "j", "left")
        await pilot.pause()
        assert "thorough 6–9 model calls" in screen_text(app)
        assert "6–9 model calls" in await press(pilot, "enter")
        own = app.workspace.config.generation
        assert (own.references, own.questions, own.rounds) == (4, 2, 2)
        await press(pilot, "g")
        assert (runs.asked[0].k, runs.asked[0].n, runs.asked[0].t) == (4, 2, 2)
        assert runs.asked[0].domain == "everyday"


async def test_leaving_the_sheet_changes_nothing(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await looked(pilot)
        await press(pilot, "o", "right", "escape")
        assert app.workspace.config.generation == Generation()


def test_a_value_stays_within_its_bounds_and_a_domain_goes_round() -> None:
    assert turned(Generation(rounds=0), "rounds", -1).rounds == 0
    assert turned(Generation(temperature=2.0), "temperature", 1).temperature == 2.0
    assert turned(Generation(domain="langchain"), "domain", 1).domain == ""
    before, after = Generation(rounds=5), Generation(questions=2)
    assert dict(changes(before, after)) == {"generate.rounds": "", "generate.questions": "2"}


def test_the_domain_is_guessed_only_where_all_that_is_near_shares_it() -> None:
    near = [Analogy(id=str(at), goal="g", domain=domain) for at, domain in enumerate(("recipe", "recipe"))]
    assert evident_domain(near) == "recipe"
    assert evident_domain([*near, Analogy(id="x", goal="g")]) == ""
    assert evident_domain([Analogy(id="x", goal="g", domain="space")]) == ""
    assert evident_domain([]) == ""


# -- one road ----------------------------------------------------------------------------------------------------


async def test_a_goal_with_a_hint_is_written_and_then_tailored_in_one_run_with_one_review(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await looked(pilot, "Bake oat cookies with raisins", "I have no honey")
        if isinstance(app.screen, Question):
            await press(pilot, "w")
        await press(pilot, "g")
        await ready(pilot)
        review = app.screen
        assert isinstance(review, ReviewScreen)
        assert review.model.review.hint == "I have no honey"
        assert {stage.agent for stage in review.model.review.stages} >= {"modify", "verify"}
        [record] = app.workspace.paths.runs.glob("*.jsonl")
        kept = open_run(app.workspace.paths.runs, record.stem)
        assert went_on(kept.events)
        assert kept.review.original.goal == "Bake oat cookies"
        assert [event.seq for event in kept.events] == list(range(len(kept.events)))
        await press(pilot, "escape")
        assert app.screen is screen


async def test_what_one_likes_as_it_was_written_is_saved_from_its_review(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    runs.go.set()
    async with app.run_test(size=(100, 40)) as pilot:
        await looked(pilot, hint="I have no honey")
        await press(pilot, "g")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await ready(pilot)
        await press(pilot, "enter")
        await press(pilot, "enter")
        if not app.workspace.library.entries():  # the wish is not met: it is said, and enter again saves
            await press(pilot, "enter")
        [entry] = app.workspace.library.entries()
        assert (entry.goal, entry.origin, entry.parent) == (BARS.goal, "generated", None)
        assert app.workspace.library.load(entry.id).procedure.steps == BARS.steps


def said(app: TailorApp) -> list[str]:
    """What stands at the edge of the screen, for as long as it does."""
    return [one.message for one in app._notifications]


async def test_the_review_of_a_run_that_ends_while_one_is_elsewhere_waits_in_its_own_room(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        await looked(pilot, hint="I have no honey")
        await pilot.press("g", "f2", *typed("soup"))
        runs.go.set()
        await until(pilot, lambda: "F4 shows the result." in said(app))
        assert "F4 shows the result." in said(app)
        await pilot.press(*typed("xa"))
        assert app.screen.query_one("#search", CleanInput).value == "soupxa", "keys go where one types"
        await press(pilot, "f4")
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.model.review.hint == "I have no honey"


# -- the keys ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 120])
async def test_the_footer_says_six_keys_of_what_goes_on_and_quit_is_among_them(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns, width: int
) -> None:
    async with app.run_test(size=(width, 24)) as pilot:
        await half_way(pilot)
        busy = screen_text(app).splitlines()[-1]
        assert "esc Stop" in busy
        assert "Write it" not in busy
        runs.go.set()
        await ready(pilot)
        over = screen_text(app).splitlines()[-1]
        assert "esc Stop" not in over
        for key in ("s Save", "t Tailor", "c Check", "b Compare", "g Write it"):
            assert key in over
        for line in (busy, over):
            assert line.rstrip().endswith("^q Quit")
            assert len(line.rstrip()) <= width
