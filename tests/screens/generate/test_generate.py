"""The Generate screen: what is shown before anything is spent, a run alive, stopping, keeping, saving."""

import pytest
from textual.widgets import OptionList

from memory.errors import MemoryFault
from memory.messages import MemoryHit
from tailor.app import TailorApp
from tailor.backend import Backend
from tailor.core.errors import ProviderError
from tailor.core.events import (
    Done,
    DraftWritten,
    End,
    Failed,
    QuestionsWritten,
    StageFinished,
    StageStarted,
    TextDelta,
    Waiting,
)
from tailor.core.procedure import Procedure
from tailor.providers.discovery import DiscoveredServer
from tailor.runs.generate import NOTHING_NEAR
from tailor.runs.generation_session import GenerationProgress
from tailor.screens.dialogs.base import Question
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.generate.draft import ending, stage_rows
from tailor.screens.generate.options import QUICK, THOROUGH, method_options, request_of, split_resources
from tailor.screens.generate.run import RunController
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import PageView
from tests.providers.fake_hub import servers_here
from tests.screens.conftest import press, ready, screen_text
from tests.screens.generate_case import (
    BARS,
    DRAFT,
    FIRST,
    REST,
    ScriptedRuns,
    call,
    connected,
    half_way,
    looked,
    opened,
)
from tests.screens.hostile import HOSTILE
from tests.screens.memory_case import EVIL, STOPPED, ScriptedMemory, found


async def test_what_it_would_lean_on_is_shown_with_distances_before_anything_is_spent(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await looked(pilot)
        shown = screen_text(app)
        assert "● thorough" in shown
        assert "Bake oat cookies" in shown
        assert "●●●○○" in shown
        assert "8–13 model calls" in shown
        assert "nothing has been sent yet" in shown
        assert runs.asked == []


async def test_each_way_says_its_calls_and_m_goes_on_to_the_next(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await looked(pilot)
        assert [way.cost() for way in method_options(True)] == [
            "8–13 model calls",
            "2–7 model calls",
            "1 model call",
        ]
        assert screen.inputs.ways.way == THOROUGH
        assert "This way of writing does not use the memory" in await press(pilot, "m", "m")
        await pilot.press("g")
        await pilot.pause()
        runs.go.set()
        await ready(pilot)
        assert runs.asked[0].method == "zero_shot"


async def test_a_server_on_this_computer_begins_with_quick(
    app: TailorApp, memory: ScriptedMemory, environment: dict[str, str]
) -> None:
    connected(environment, "http://127.0.0.1:9/v1")
    async with app.run_test() as pilot:
        assert (await opened(pilot)).inputs.ways.way == QUICK


async def test_one_that_is_left_aside_goes_into_no_prompt_and_can_be_taken_back(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await looked(pilot)
        assert "Dry apples" not in screen_text(app)
        shown = await press(pilot, "d")
        assert "excluded" in shown
        assert "Dry apples" in shown, "the next one takes its place"
        await pilot.press("g")
        await pilot.pause()
        runs.go.set()
        await ready(pilot)
        assert runs.asked[0].without == ("m1",)
        assert runs.asked[0].resources == ("oats", "honey")


async def test_the_stages_are_alive_and_the_list_streams_in(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        await half_way(pilot)
        shown = screen_text(app)
        assert "● First draft" in shown
        assert "● Questions" in shown
        assert "2. Press" in shown
        assert "Outline" not in shown
        runs.go.set()
        await ready(pilot)
        shown = screen_text(app)
        assert "✓ First draft" in shown
        assert "2: How are oats toasted?" in shown
        assert "round 1: Toast the oats first. Nothing uses the honey." in shown
        assert "Press them flat in the tin." in shown
        assert "The model was not sure of step 4: please" in shown


async def test_a_list_that_streams_in_is_read_where_one_scrolled_to(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    rows = "\n".join(f"{n}. Knead it." for n in range(3, 90))
    runs.first = (*runs.first, TextDelta(call=1, text=f"\n{rows}"))
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await half_way(pilot)
        page = screen.query_one(PageView)
        page.scroll_to(y=20, animate=False, immediate=True)
        screen.run.draw()
        assert page.scroll_offset.y == 20
        runs.go.set()
        await ready(pilot)
        assert page.scroll_offset.y == 0


async def test_escape_stops_and_keeps_what_came(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await half_way(pilot)
        await press(pilot, "escape")
        assert not screen.run.active
        kept = screen.run.result
        assert kept is not None
        assert kept.steps[0] == "Mix the oats."
        assert "Stopped. What was written so far is shown here." in screen_text(app)


async def test_a_failed_run_says_why_and_keeps_the_draft(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    runs.rest = (*REST[:3], Failed(fault="server", title="The server is busy", message="Wait a moment [/]."))
    runs.go.set()
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await looked(pilot)
        assert "The server is busy: Wait a moment [/]." in await press(pilot, "g")
        assert screen.run.result == DRAFT


async def test_a_model_that_cannot_be_asked_is_said_in_place(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuses(self: RunController) -> Backend:
        raise ProviderError("network", "Nobody answers at there.test.")

    monkeypatch.setattr(RunController, "_answering", refuses)
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await looked(pilot)
        assert "Nobody answers at there.test." in await press(pilot, "g")
        assert not screen.run.active
        assert screen.run.result is None


async def test_s_saves_to_the_library_once(app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns) -> None:
    runs.go.set()
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await looked(pilot)
        await press(pilot, "g")
        await press(pilot, "s")
        await press(pilot, "s")
        [entry] = app.workspace.library.entries()
        assert entry.goal == BARS.goal
        assert entry.origin == "generated"
        assert screen.run.current is not None
        assert screen.run.current.session.saved == entry
        assert "You have it already" in screen_text(app)


@pytest.mark.parametrize("near", [True, False], ids=["with some near", "with nothing near"])
@pytest.mark.parametrize("before", [(), ("tab",)], ids=["at once", "on the page"])
@pytest.mark.parametrize("size", [(40, 15), (80, 24), (100, 40)], ids=str)
async def test_enter_on_a_result_asks_what_is_special_and_goes_to_review(
    app: TailorApp,
    memory: ScriptedMemory,
    runs: ScriptedRuns,
    size: tuple[int, int],
    before: tuple[str, ...],
    near: bool,
) -> None:
    runs.go.set()
    memory.rows = memory.rows if near else ()
    async with app.run_test(size=size) as pilot:
        await looked(pilot)
        await press(pilot, "g")
        assert "enter adapts it to your situation" in " ".join(screen_text(app).split())
        if not isinstance(app.screen.focused, PageView):
            await pilot.press(*before)
        await press(pilot, "enter")
        assert isinstance(app.screen, LineDialog)
        assert BARS.goal in screen_text(app)


async def test_what_is_there_already_is_offered_for_tailoring_once(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        await looked(pilot, "Bake oat cookie")
        assert isinstance(app.screen, Question)
        assert "You already have this" in screen_text(app)
        await press(pilot, "t")
        assert isinstance(app.screen, LineDialog)
        assert "Bake oat cookies" in screen_text(app)


async def test_a_run_again_with_one_left_aside_makes_only_the_calls_that_differ(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    runs.go.set()
    async with app.run_test(size=(100, 40)) as pilot:
        await looked(pilot)
        for keys in ("g", "d", "w", "g", "g", "w"):
            await press(pilot, keys)
        assert runs.caches[0] is runs.caches[1]
        assert runs.caches[2] is not runs.caches[1], "asked again unchanged, everything is written anew"


async def test_a_result_that_is_not_saved_is_not_written_over_without_a_question(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    runs.go.set()
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await looked(pilot)
        await press(pilot, "g")
        await press(pilot, "g", "escape")
        assert len(runs.asked) == 1
        assert screen.run.result == BARS
        await press(pilot, "g", "s")
        assert screen.run.current is not None
        assert screen.run.current.session.is_saved
        assert len(runs.asked) == 1
        await press(pilot, "g")
        assert len(runs.asked) == 2, "what is saved needs no question"


async def test_the_built_in_tailor_says_what_it_is_and_adapts_the_nearest(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        screen = await looked(pilot, "Bake oat cookies with raisins")
        if isinstance(app.screen, Question):
            await press(pilot, "w")
        assert "uses the closest how-to and changes what you ask for" in screen_text(app)
        await press(pilot, "g")
        result = screen.run.result
        assert result is not None
        assert (result.goal, result.resources) == ("Bake oat cookies", memory.rows[0].resources)
        shown = " ".join(screen_text(app).split())
        assert "This is “Bake oat cookies” from the how-tos you imported, word for word." in shown
        assert "so it keeps its own title." in shown
        assert "s saves it as it is, enter adapts it to your situation." in shown
        assert "machine" not in shown


async def test_a_model_chosen_over_create_offers_its_ways_at_once(
    app: TailorApp, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers_here(monkeypatch, DiscoveredServer("http://127.0.0.1:11434/v1", "Ollama", ("small",), needs_key=False))
    memory.rows = ()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        assert len(screen.inputs.ways.ways) == 1
        await press(pilot, "f9")
        await press(pilot, "enter")
        assert app.screen is screen
        assert len(screen.inputs.ways.ways) > 1


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((), "None of the how-tos here is close enough"),
        ((found(9, "Mend a bike tyre", 0.95),), "None of the how-tos here is close enough"),
        ((found(9, "Mend a bike tyre", 0.7),), "None of these is close enough"),
    ],
)
async def test_with_nothing_near_and_no_model_it_is_said_what_helps_and_no_run_begins(
    app: TailorApp, memory: ScriptedMemory, rows: tuple[MemoryHit, ...], said: str
) -> None:
    memory.rows = rows
    async with app.run_test(size=(40, 15)) as pilot:
        screen = await looked(pilot)
        shown = " ".join(screen_text(app).split())
        assert f"{said}, and Tailor cannot write a new one without a model." in shown
        assert "F9 connects one, ctrl+n on Home lets you type your own steps, and F7 imports how-tos." in shown
        assert "g Write it" not in shown
        assert screen.check_action("go_on", ()) is False
        await press(pilot, "g", "enter")
        assert not list(app.workspace.paths.runs.glob("*"))
        assert screen.run.current is None
        assert said in " ".join(screen_text(app).split())


async def test_another_goal_than_the_one_that_was_looked_for_may_be_written(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    memory.rows = (found(9, "Mend a bike tyre", 0.5),)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        screen.query_one("#goal", CleanInput).value = "Mend a bike"
        screen.query_one("#books").focus()
        await press(pilot, "g")
        assert screen.run.result is not None


async def test_without_a_model_it_is_said_which_one_would_be_adapted_and_no_other_way_is_offered(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await looked(pilot)
        shown = " ".join(screen_text(app).split())
        assert "g uses “Bake oat cookies”; d excludes one. To have a new one written, connect a model:" in shown
        assert "builds on these" not in shown
        assert "m Way" not in shown
        await press(pilot, "g")
        result = screen.run.result
        assert result is not None
        assert result.steps[0] == "Mix what Bake oat cookies takes."


async def test_with_a_model_connected_meanwhile_it_is_said_anew_what_g_does(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    memory.rows = ()
    async with app.run_test(size=(80, 24)) as pilot:
        await looked(pilot)
        app.workspace.change("provider.base_url", "https://there.test/v1")
        await press(pilot, "f2", "f4")
        shown = " ".join(screen_text(app).split())
        assert "without a model" not in shown
        assert "g Write it" in shown


async def test_a_broken_memory_is_said_with_what_to_do(app: TailorApp, memory: ScriptedMemory) -> None:
    memory.fault = MemoryFault(STOPPED)
    async with app.run_test(size=(40, 15)) as pilot:
        await looked(pilot)
        shown = " ".join(screen_text(app).split())
        assert "`tailor memory rebuild`" in shown
        assert "Your library is not affected." in shown
        assert "g Write it" in shown


async def test_without_a_goal_nothing_begins(app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns) -> None:
    async with app.run_test() as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        assert "Say what you want to make or do first." in screen_text(app)
        screen.query_one("#books").focus()
        await press(pilot, "g", "s", "t", "d", "m")
        assert runs.asked == []


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (34, 9)], ids=str)
async def test_hostile_texts_are_drawn_as_they_are(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns, size: tuple[int, int]
) -> None:
    memory.rows = EVIL
    evil = Procedure("Goal [/]", tuple(text[:500] for text in HOSTILE.values()))
    asked = tuple(HOSTILE.values())
    runs.first = (*FIRST, *(TextDelta(call=1, text=text) for text in asked))
    runs.rest = (QuestionsWritten(questions=asked), DraftWritten(stage=1, procedure=evil), Done(result=evil))
    async with app.run_test(size=size) as pilot:
        await half_way(pilot)
        assert "\x1b" not in screen_text(app)
        runs.go.set()
        await ready(pilot)
        assert "\x1b" not in screen_text(app)
        assert size[0] < 40 or app.screen.query_one("#books", OptionList).option_count == 3


def test_the_seconds_one_waits_are_said_before_the_reason_that_may_be_cut() -> None:
    progress = GenerationProgress("Bake", ())
    progress.take(Waiting(call=1, reason="The server is busy. " * 9, seconds=8.0))
    assert stage_rows(progress, running=True)[-1].plain.startswith("! Trying again in 8 s. The server is busy.")


@pytest.mark.parametrize("end", ["failed", "cut_short", "unparsed"])
def test_a_stage_that_came_to_nothing_is_not_ticked(end: End) -> None:
    progress = GenerationProgress("Bake", ())
    for stage, agent in ((1, "critic"), (2, "perform")):
        progress.take(StageStarted(stage=stage, agent=agent, base="", steps=("Bake.",)))
    progress.take(StageFinished(stage=1, agent="critic", end="edits", says="Say how long."))
    progress.take(StageFinished(stage=2, agent="perform", end=end, says="Nobody answers."))
    assert [row.plain[0] for row in stage_rows(progress, running=False)] == ["✓", "–"]


def test_resources_are_split_and_none_is_twice() -> None:
    assert split_resources(" oats, honey;; oats ,a tin ") == ("oats", "honey", "a tin")
    assert request_of(THOROUGH, " Bake it ", "", "tailor").goal == "Bake it"


def test_a_call_made_again_begins_its_text_anew() -> None:
    progress = GenerationProgress("Bake", ())
    for event in (*FIRST, call(1)):
        progress.take(event)
    assert progress.live == ""
    assert progress.kept() is None


def test_a_run_that_found_nothing_near_says_which_keys_help_and_no_commands() -> None:
    said, warns = ending((Failed(fault="bad_answer", title="t", message=NOTHING_NEAR, kept=()),), None, ())
    assert warns
    assert "F9 connects one" in said
    assert "F7 imports how-tos" in said
    assert "tailor " not in said
