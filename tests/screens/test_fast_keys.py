"""Keys so fast that a window still opens or closes when the next one comes: each is heard once, none is stuck."""

import asyncio
from threading import Event

import pytest
from textual.events import Key

from tailor.app import TailorApp
from tailor.screens import settings
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.dialogs.key_bindings import KeyPress, KeyTable, known_keys
from tailor.screens.generate.run import BesideScreen
from tailor.screens.home.screen import HomeScreen
from tailor.screens.review.finish import SummarySheet, TakeSheet
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.settings import SettingsScreen
from tailor.screens.widgets.inputs import CleanInput
from tests.screens.conftest import press, ready, screen_text, started, until
from tests.screens.generate_case import BUSY, ScriptedRuns, beside, finished, first_stands
from tests.screens.memory_case import ScriptedMemory
from tests.screens.review_case import WHOLE, Bench
from tests.screens.rooms_case import ROOMS
from tests.screens.test_settings import on, write

pytestmark = pytest.mark.every_frame

HAMMERED = {"enter": "\r", "escape": "\x1b", "tab": "\t", "backspace": "\x7f"}


def hammer(app: TailorApp, *names: str) -> None:
    """Keys that all wait before the first of them is heard."""
    for name in names:
        app.post_message(Key(name, HAMMERED.get(name, name)))


# -- the window of all keys, which takes a moment to gather ------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "in_front"),
    [
        ("escape", SettingsScreen),
        ("f2", KeyTable),
        ("down,enter", KeyPress),
        ("down,enter,f8", KeyTable),
        ("down,enter,f8,enter", KeyPress),
    ],
)
async def test_what_is_typed_while_the_keys_are_gathered_is_for_their_window(
    tailor: TailorApp, typed: str, in_front: type[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered = Event()

    def gathering(own: dict[str, str]) -> list[tuple[str, str, str]]:
        gathered.wait(10)
        return known_keys(own)

    monkeypatch.setattr(settings, "known_keys", gathering)
    async with tailor.run_test(size=(80, 24)) as pilot:
        await on(pilot, "keys")
        hammer(tailor, "enter", *typed.split(","))
        for _ in range(5):
            await asyncio.sleep(0.01)
        gathered.set()
        await ready(pilot)
        await until(pilot, lambda: not tailor.keys_wait)
        await ready(pilot)
        assert type(tailor.screen_stack[-1]) is in_front


async def test_a_window_closed_before_it_is_drawn_is_not_measured_any_more(tailor: TailorApp) -> None:
    async with started(tailor) as pilot:
        window = ErrorDialog("Gone", "before it was seen")
        tailor.push_screen(window)
        await ready(pilot)
        window.action_leave()
        await ready(pilot)
        window.fit()  # Textual may call what was to come after the next drawing once all is taken down


async def test_the_window_of_keys_closed_before_it_stands_closes_once(
    tailor: TailorApp,
) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await on(pilot, "keys")
        for impatience in range(4):
            table = KeyTable({}, lambda id, key: None)
            tailor.push_screen(table)
            for _ in range(impatience):
                await asyncio.sleep(0)
            table.action_leave()
            table.action_leave()
            await ready(pilot)
            assert isinstance(tailor.screen, SettingsScreen), impatience


async def test_enter_and_escape_hammered_on_the_keys_end_where_one_was_or_home(tailor: TailorApp) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await on(pilot, "keys")
        hammer(tailor, *("enter", "escape") * 5)
        await ready(pilot)
        await ready(pilot)
        for _ in range(3):
            await press(pilot, "escape")
        assert isinstance(tailor.screen, HomeScreen)


async def test_settings_left_while_the_server_tells_its_models_open_no_window_elsewhere(
    tailor: TailorApp, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(environment, '[provider]\nbase_url = "http://127.0.0.1:9/v1"\n')
    asked = asyncio.Event()

    async def models(*_: object, **named: object) -> tuple[str, ...]:
        await asked.wait()
        return ("small", "large")

    monkeypatch.setattr("tailor.providers.server.list_models", models)
    async with tailor.run_test(size=(80, 24)) as pilot:
        await on(pilot, "provider.model")
        await pilot.press("enter", "f2")
        asked.set()
        await ready(pilot)
        assert isinstance(tailor.screen, HomeScreen)


# -- saving ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 2, 6])
async def test_enter_hammered_at_the_end_of_a_review_saves_it_once(bench: Bench, times: int) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.hammer("A" + "\n" * times)
    await ready(bench.pilot)
    while isinstance(bench.app.screen, SummarySheet):  # a wish that is not met takes one more
        assert not bench.session.saved
        await bench.hammer("\n" * times)
        await ready(bench.pilot)
    assert len(bench.session.saved) == 1


async def test_keys_typed_ahead_of_the_summary_neither_save_nor_rename(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A", "escape")
    sheet = SummarySheet("Bake a loaf", ())
    bench.app.push_screen(sheet, lambda name: bench.session.saved.append((bench.screen.model.review, str(name))))
    await bench.hammer("ax\n\n")
    assert bench.app.screen is sheet
    assert sheet.query_one(CleanInput).value == "Bake a loaf"
    await bench.press("enter")
    assert [name for _, name in bench.session.saved] == ["Bake a loaf"]


async def test_the_second_enter_for_an_unmet_wish_counts_once_the_warning_was_seen(bench: Bench) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A")
    await bench.hammer("\n\n\n")
    assert "Enter again" in screen_text(bench.app)
    assert bench.session.saved == []
    await bench.press("enter")
    assert len(bench.session.saved) == 1


async def test_changes_to_the_steps_ahead_are_not_taken_by_keys_typed_ahead(bench: Bench) -> None:
    answers: list[bool | None] = []
    sheet = TakeSheet(())
    bench.app.push_screen(sheet, answers.append)
    await bench.hammer("\n\n")
    assert (bench.app.screen, answers) == (sheet, [])
    await bench.press("enter")
    assert answers == [True]


async def test_a_review_saved_by_enter_enter_without_waiting_is_one_version(
    tailor: TailorApp,
) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await ROOMS["review"](pilot)
        assert isinstance(tailor.screen, ReviewScreen)
        before = tailor.workspace.library.entries()
        await press(pilot, "A")
        hammer(tailor, "enter", "enter", "enter")
        await ready(pilot)
        await ready(pilot)
        after = tailor.workspace.library.entries()
        assert len(after) == len(before) + 1


async def test_s_hammered_on_what_was_written_saves_it_once(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        runs.go.set()
        screen = await finished(pilot)
        hammer(app, "s", "s", "s")
        await ready(pilot)
        await ready(pilot)
        [entry] = app.workspace.library.entries()
        assert screen.run.current is not None
        assert screen.run.current.session.is_saved
        assert any(f"{words}: {entry.id}" in screen_text(app) for words in ("Saved", "You have it already"))


# -- two ways side by side ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["written", "being written", "failed", "nothing came"])
async def test_esc_always_leads_out_of_two_ways_side_by_side_and_the_first_is_kept(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns, how: str
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        runs.go.set()
        await finished(pilot)
        if how == "being written":
            runs.go.clear()
        elif how == "failed":
            runs.rest = (BUSY,)
        elif how == "nothing came":
            runs.go.clear()
            runs.first = runs.first[:1]
        await pilot.press("b", "enter")
        for _ in range(5):
            await pilot.pause()
        assert isinstance(app.screen_stack[-1], BesideScreen)
        for _ in range(3):  # stop it, be asked to choose, out
            if isinstance(app.screen_stack[-1], BesideScreen):
                await press(pilot, "escape")
        first_stands(pilot)


async def test_esc_hammered_on_two_ways_closes_them_and_not_generate(
    app: TailorApp, memory: ScriptedMemory, runs: ScriptedRuns
) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await beside(pilot, runs)
        hammer(app, "escape", "escape")
        await ready(pilot)
        assert "the first" not in screen_text(app)
        first_stands(pilot)
