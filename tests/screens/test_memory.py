"""The Memory screen: searching, tailoring, tags, taking out, importing, and what is said when it fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from memory.errors import MemoryFault, damaged
from memory.messages import Imported, MemoryHit, MemoryRow, RequestProgress
from memory.relevance import LOOKED_AT
from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.library.store import Library
from tailor.screens.dialogs.base import ErrorDialog, Question
from tailor.screens.dialogs.text_input import LineDialog
from tailor.screens.home.screen import HomeScreen
from tailor.screens.memory import MemoryScreen
from tailor.screens.widgets.content import FOUND
from tailor.screens.widgets.inputs import CleanInput
from tailor.screens.widgets.lists import PageView
from tests.screens.conftest import press, ready, screen_text, typed
from tests.screens.memory_case import EVIL, NEAR, ScriptedMemory, found


@pytest.fixture
def memory(memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch) -> ScriptedMemory:
    """It is looked into at every letter."""
    monkeypatch.setattr("tailor.screens.memory.PAUSE", 0.0)
    return memory


async def opened(pilot: Any) -> MemoryScreen:
    await ready(pilot)
    await press(pilot, "f5")
    assert isinstance(pilot.app.screen, MemoryScreen)
    return pilot.app.screen


@asynccontextmanager
async def looking(app: TailorApp, size: tuple[int, int] = (100, 24)) -> AsyncIterator["Pilot[None]"]:
    """The app with Memory open, in a terminal of this size."""
    async with app.run_test(size=size) as pilot:
        await opened(pilot)
        yield pilot


def top(app: TailorApp) -> object:
    """The screen one looks at."""
    return app.screen


def is_busy(screen: MemoryScreen) -> bool:
    return screen.job.busy


async def test_what_the_memory_holds_is_said_before_a_word_is_typed(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with looking(app):
        shown = screen_text(app)
        assert "4 how-tos (1 from your library, 3 imported)" in shown
        assert "Bake oat cookies" in shown
        assert "●" not in shown, "rows at random are near to nothing"
        assert "at random" not in shown, "all of them are there"
        assert "Type to search" in shown


async def test_no_meaning_is_promised_where_the_search_goes_by_words(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with looking(app, (120, 24)):
        shown = screen_text(app)
        assert "Words from a title, ingredient or step" in shown
        assert "searched by words" in shown
        assert "meaning" not in shown + MemoryScreen.HELP


async def test_of_more_than_are_listed_some_are_there_at_random(app: TailorApp, memory: ScriptedMemory) -> None:
    memory.rows = tuple(replace(NEAR[0], id=f"m{number}") for number in range(LOOKED_AT + 1))
    async with looking(app, (100, 40)):
        assert "A random selection: type to search" in " ".join(screen_text(app).split())


async def test_a_step_is_named_with_its_procedure_where_there_is_no_room_for_a_page(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with looking(app, (40, 15)) as pilot:
        await press(pilot, "ctrl+t", *typed("tin"))
        assert "The selected one is from “Bake oat cookies”." in " ".join(screen_text(app).split())
        await press(pilot, "down", "end")
        assert "The selected one is from “Dry apples”." in " ".join(screen_text(app).split())


async def test_typing_searches_and_shows_closeness_and_steps(app: TailorApp, memory: ScriptedMemory) -> None:
    async with looking(app, (110, 30)) as pilot:
        shown = await press(pilot, *typed("oat bars"))
        assert memory.asked[-1] == "oat bars"
        rows = shown.split("\n")
        first = next(at for at, row in enumerate(rows) if "Make a nut bar · oats" in row)
        assert "built in ●●●●●" in rows[first], "it has both words"
        assert "Bake oat cookies" in rows[first + 1]
        assert "your library ●●●○○" in rows[first + 1]
        assert "Dry apples" not in shown, "too far off"
        assert "2 of 4, closest first." in shown
        assert "Press it into a tin." in shown


async def test_a_small_window_gives_the_room_to_the_titles(app: TailorApp, memory: ScriptedMemory) -> None:
    """Where it is from and which words it has beyond its title give way; how close it is stays."""
    memory.rows = (found(1, "Make fluffy breakfast rolls", 0.31, "library"), NEAR[1])
    async with looking(app, (80, 24)) as pilot:
        await press(pilot, *typed("oat bars"))
        rows = [row.split("│")[1] for row in screen_text(app).split("\n") if "●" in row]
        assert rows[0].startswith(" Make a nut bar        built in ●")
        assert " ".join(rows[1].split()) == "Make fluffy breakfast rolls ●●●○○"


async def test_the_words_of_a_search_are_marked_in_the_steps(app: TailorApp, memory: ScriptedMemory) -> None:
    async with app.run_test(size=(110, 30)) as pilot:
        screen = await opened(pilot)
        await press(pilot, *typed("into tin"))
        marked = [
            row.plain[span.start : span.end]
            for row in screen.query_one(PageView)._rows
            for span in row.spans
            if span.style == FOUND
        ]
        assert marked == ["tin"]


async def test_a_variant_is_told_from_its_original_by_what_it_was_tailored_to(
    app: TailorApp, memory: ScriptedMemory, environment: dict[str, str]
) -> None:
    library = Library(app.workspace.paths.library)
    first = library.save(procedure("Bake oat cookies", ["Mix."]))
    variant = library.save(procedure("Bake oat cookies", ["Stir."]), parent=first.id, hint="no eggs")
    memory.rows = tuple(replace(NEAR[0], id=one.id) for one in (first, variant))
    async with looking(app, (110, 30)):
        rows = [row for row in screen_text(app).split("\n") if "Bake oat" in row and "your library" in row]
        assert ["no eggs" in row for row in rows] == [False, True]


async def test_what_has_nothing_to_do_with_the_words_is_not_listed(app: TailorApp, memory: ScriptedMemory) -> None:
    memory.rows = tuple(replace(one, distance=0.9, goal_distance=0.95) for one in NEAR)
    async with looking(app, (110, 30)) as pilot:
        assert "Nothing here is about that. Esc clears the search." in await press(pilot, *typed("xylophone"))


async def test_where_nothing_fits_well_what_comes_nearest_is_listed_as_no_more_than_that(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    memory.rows = tuple(replace(one, distance=0.9, goal_distance=0.95) for one in NEAR)
    async with looking(app, (110, 30)) as pilot:
        shown = await press(pilot, *typed("honey xylophone"))
        assert "Nothing here is a good match; these come closest." in shown
        assert "Bake oat cookies" in shown


async def test_a_question_finds_the_steps_that_answer_it(app: TailorApp, memory: ScriptedMemory) -> None:
    async with looking(app, (120, 30)) as pilot:
        shown = await press(pilot, "ctrl+t", *typed("which tin"))
        assert "─ Single steps ─" in shown
        assert "Press it into a tin." in shown
        assert "●●●●" in shown
        assert "Step 2 of 3" in shown
        assert "4 steps in 4 how-tos, closest first." in shown
        assert "Step 2 of 3" not in await press(pilot, "ctrl+t")


async def test_a_pause_gathers_the_letters_into_one_search(
    app: TailorApp, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = asyncio.Event()

    async def waits(seconds: float) -> None:
        await go.wait()

    async with app.run_test() as pilot:
        screen = await opened(pilot)
        monkeypatch.setattr("tailor.screens.memory.PAUSE", 1.0)
        monkeypatch.setattr("tailor.screens.memory.asyncio", type("Still", (), {"sleep": staticmethod(waits)}))
        screen.query_one("#find", CleanInput).value = "o"
        await pilot.pause()
        screen.query_one("#find", CleanInput).value = "oats"
        await pilot.pause()
        go.set()
        await ready(pilot)
        assert memory.asked == ["oats"]


@pytest.mark.parametrize(
    ("words", "says"), [("oats", "Still looking for “oats” …"), ("", "Still searching the memory …")]
)
async def test_a_search_that_takes_long_says_so_beside_the_rows_of_other_words(
    app: TailorApp, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch, words: str, says: str
) -> None:
    go = asyncio.Event()

    async def waits(*asked: object) -> tuple[MemoryHit, ...]:
        await go.wait()
        return memory.rows[:1]

    async with looking(app) as pilot:
        await press(pilot, *typed("nut"))
        monkeypatch.setattr("tailor.screens.memory.LONG", 0.01)
        monkeypatch.setattr(memory, "search" if words else "random", waits)
        app.screen.query_one("#find", CleanInput).value = words
        await pilot.pause(0.2)
        assert says in screen_text(app)
        assert "closest first" not in screen_text(app)
        go.set()
        await ready(pilot)
        assert says not in screen_text(app)


async def test_enter_asks_what_is_special_and_escape_changes_nothing(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with app.run_test() as pilot:
        await opened(pilot)
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, LineDialog)
        assert "Bake oat cookies" in screen_text(app)
        await pilot.press("escape")
        assert app.screen.query("#find")


async def test_a_line_that_is_left_before_word_of_its_last_key_came_is_kept(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with app.run_test() as pilot:
        await opened(pilot)
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, LineDialog)
        with app.screen.query_one(CleanInput).prevent(CleanInput.Changed):
            app.screen.query_one(CleanInput).value = "no nuts"
        app.screen.action_leave()
        await pilot.pause()
        assert "no nuts" in app.drafts.texts


async def test_a_hint_leads_to_the_review_of_the_marked_one(app: TailorApp, memory: ScriptedMemory) -> None:
    from tailor.screens.review.screen import ReviewScreen

    async with app.run_test() as pilot:
        await opened(pilot)
        await press(pilot, "down", "j", "enter")
        await press(pilot, *typed("no nuts"), "enter")
        assert isinstance(app.screen, ReviewScreen)
        assert "Make a nut bar" in screen_text(app)


async def test_nothing_is_taken_out_before_the_answer(app: TailorApp, memory: ScriptedMemory) -> None:
    async with app.run_test() as pilot:
        await opened(pilot)
        await press(pilot, "down", "d")
        assert isinstance(app.screen, Question)
        assert "Its file in your library stays" in " ".join(screen_text(app).split())
        await press(pilot, "enter")
        assert memory.deleted == [], "enter keeps"
        await press(pilot, "d", "d")
        assert memory.deleted == ["m1"]
        assert "Bake oat cookies" not in screen_text(app)


async def test_of_a_starter_it_is_said_what_brings_it_back(app: TailorApp, memory: ScriptedMemory) -> None:
    memory.rows = tuple(replace(one, source="starter") for one in memory.rows)
    async with app.run_test() as pilot:
        await opened(pilot)
        await press(pilot, "down", "d")
        shown = " ".join(screen_text(app).split())
        assert "ctrl+r brings back all built-in" in shown
        assert "how-tos. " in shown
        assert "cannot be brought back" not in shown


async def test_tags_are_shown_changed_and_kept(app: TailorApp, memory: ScriptedMemory) -> None:
    async with app.run_test() as pilot:
        await opened(pilot)
        await press(pilot, "down", "t")
        assert app.screen.query_one("#line", CleanInput).value == "sweet"
        await press(pilot, *typed(", for the kids,sweet"), "enter")
        assert memory.tagged == {"m1": ("sweet", "for the kids")}


async def test_an_import_says_what_it_took_and_names_the_rows_it_did_not(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with looking(app, (100, 30)) as pilot:
        await press(pilot, "down", "i")
        await press(pilot, *typed("/there/x.jsonl"), "enter")
        assert memory.imported == ["/there/x.jsonl"]
        assert isinstance(app.screen, ErrorDialog)
        assert "line 3 [/]: it has no title" in screen_text(app)
        assert "Newly imported" in await press(pilot, "escape")


async def test_what_ends_while_one_is_elsewhere_is_said_there_and_its_windows_wait_in_the_memory(
    app: TailorApp, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = asyncio.Event()
    get, bring = memory.get, memory.import_corpus

    async def slow_get(id: str) -> MemoryRow | None:
        await go.wait()
        return await get(id)

    async def slow_import(*given: Any) -> Imported:
        await go.wait()
        return await bring(*given)

    monkeypatch.setattr(memory, "get", slow_get)
    monkeypatch.setattr(memory, "import_corpus", slow_import)
    async with app.run_test(size=(100, 30)) as pilot:
        for begins, window in ((("t",), LineDialog), (("i", *typed("/x"), "enter"), ErrorDialog)):
            go.clear()
            await opened(pilot)
            await pilot.press("down", *begins, "f2")
            go.set()
            await ready(pilot)
            assert isinstance(top(app), HomeScreen)
            await press(pilot, "f5")
            assert isinstance(top(app), window)
            await pilot.press("escape", "f2")
    assert "1 skipped" in " ".join(one.message for one in app._notifications)


async def test_a_mending_that_is_stopped_does_not_speak_of_an_import(
    app: TailorApp, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def endless(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(memory, "rebuild", endless)
    async with app.run_test() as pilot:
        await opened(pilot)
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert "Stopped. What was rebuilt so far stays" in await press(pilot, "escape")


async def test_escape_stops_an_import(
    app: TailorApp, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = asyncio.Event()

    async def endless(*_: object, **__: object) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            gone.set()

    async with app.run_test() as pilot:
        screen = await opened(pilot)
        monkeypatch.setattr(memory, "import_corpus", endless)
        await pilot.press("down", "i")
        await pilot.pause()
        await pilot.press(*typed("/there/x.jsonl"), "enter")
        await pilot.pause()
        assert is_busy(screen)
        assert "Importing x.jsonl … Esc stops it" in " ".join(screen_text(app).split())
        screen.job.show_progress(RequestProgress(what="bytes", done=52, total=100, rows=11_000))
        await pilot.pause()
        assert "Importing x.jsonl: 52% · 11,000 how-tos." in " ".join(screen_text(app).split())
        await press(pilot, "escape")
        assert gone.is_set()
        assert not is_busy(screen)
        assert "Stopped." in screen_text(app)


async def test_a_broken_memory_says_what_to_do_and_r_mends_it(app: TailorApp, memory: ScriptedMemory) -> None:
    memory.fault = MemoryFault("The memory stopped 3 times in a row.")
    async with looking(app) as pilot:
        shown = " ".join(screen_text(app).split())
        assert "`tailor memory rebuild`" in shown
        assert "Your library is not affected" in shown
        assert "ctrl+r repairs it" in shown
        assert "In Memory (F5)" not in shown, "one is there"
        assert "^o Import" not in shown
        assert "^t Steps" not in shown
        assert app.screen.query_one("#find").has_focus, "the key that is named works where one stands"
        assert "Bake oat cookies" in await press(pilot, "ctrl+r")


async def test_a_damaged_memory_says_all_of_it_in_a_small_window(app: TailorApp, memory: ScriptedMemory) -> None:
    memory.fault = damaged("/home/me/.local/share/tailor/memory", "a file is missing")
    async with looking(app, (40, 15)):
        shown = " ".join(screen_text(app).split())
        assert "from your library, which is not affected" in shown
        assert "ctrl+r does the same as that command." in shown


async def test_letters_in_the_search_never_import_or_mend(app: TailorApp, memory: ScriptedMemory) -> None:
    memory.fault = MemoryFault("The memory stopped 3 times in a row.")
    async with app.run_test(size=(100, 24)) as pilot:
        screen = await opened(pilot)
        await press(pilot, *typed("Rice"))
        assert app.screen is screen
        assert screen.query_one("#find", CleanInput).value == "Rice"
        assert memory.fault is not None


async def test_an_empty_memory_says_how_to_fill_it(app: TailorApp, memory: ScriptedMemory) -> None:
    memory.rows = ()
    async with looking(app) as pilot:
        await press(pilot, "down", "enter", "d", "t", "y")
        assert "The memory is empty. ctrl+o imports a collection" in " ".join(screen_text(app).split())


async def test_an_empty_memory_is_filled_without_leaving_the_search(
    app: TailorApp, memory: ScriptedMemory
) -> None:
    async with looking(app) as pilot:
        assert app.screen.query_one("#find").has_focus
        await press(pilot, "ctrl+o")
        await press(pilot, *typed("/there/x.jsonl"), "enter")
        assert memory.imported == ["/there/x.jsonl"]


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (34, 9)], ids=str)
async def test_hostile_rows_are_drawn_as_they_are(
    app: TailorApp, memory: ScriptedMemory, size: tuple[int, int]
) -> None:
    memory.rows = EVIL
    async with looking(app, size) as pilot:
        listed = app.screen.query_one("#books", OptionList)
        await pilot.press(*typed("[/] x"), "down")
        for _ in EVIL:
            await pilot.press("j")
            assert "\x1b" not in screen_text(app)
        assert listed.option_count == len(EVIL)
        assert "\x1b" not in await press(pilot, "d")


async def test_the_client_is_made_at_the_first_question_and_again_after_other_settings(
    environment: dict[str, str], tmp_path: Path
) -> None:
    app = TailorApp(environment)
    workspace = app.workspace
    one = await workspace.memory()
    assert await workspace.memory() is one
    app.workspace.change("memory.uri", str(tmp_path / "elsewhere"))
    assert (await workspace.memory()).settings.uri == str(tmp_path / "elsewhere")
    await workspace.close()
