"""Whoever goes elsewhere while something is on its way: no window stands over the place where they are now."""

import asyncio
from collections.abc import Callable
from threading import Event as Gate
from typing import Any

import pytest

from tailor.core.outcomes import WishOutcome
from tailor.core.review.state import ReviewState
from tailor.screens.dialogs.base import ErrorDialog, Question
from tailor.screens.home.catalog import Catalog
from tailor.screens.home.screen import HomeScreen
from tailor.screens.library.screen import LibraryScreen
from tailor.screens.memory import MemoryScreen
from tailor.screens.review import finish as review_applying
from tailor.screens.review.finish import SavedDialog, SummarySheet, TakeSheet
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.review.summary import what_became
from tailor.storage import SaveError
from tailor.workspace import Workspace
from tests.screens.conftest import make_app, press, ready, shelf_of
from tests.screens.memory_case import ScriptedMemory
from tests.screens.review_case import WHOLE, Bench, begun
from tests.screens.rooms_case import ROOMS, quiet
from tests.screens.test_settings import write

pytestmark = pytest.mark.every_frame


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Opens the way to the summary."""
    opened = Gate()

    def slow(state: ReviewState) -> tuple[WishOutcome, ...]:
        opened.wait(10)
        return what_became(state)

    monkeypatch.setattr(review_applying, "what_became", slow)
    return opened


def front(bench: Bench) -> type[object]:
    return type(bench.app.screen)


async def test_a_summary_that_opens_does_not_stand_over_another_room(bench: Bench, gate: Gate) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.pilot.press("A", "f3")
    gate.set()
    await ready(bench.pilot)
    assert front(bench) is LibraryScreen
    await bench.press("f2")
    assert front(bench) is ReviewScreen
    await bench.press("enter")
    assert front(bench) is SummarySheet


async def test_what_a_rescue_would_change_does_not_stand_over_another_room(
    environment: dict[str, str], gate: Gate
) -> None:
    with quiet(environment) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await ROOMS["rescue"](pilot)
            gate.set()
            await press(pilot, "A")
            assert isinstance(app.screen, TakeSheet)
            await pilot.press("escape")
            gate.clear()
            await pilot.press("enter", "f2")
            gate.set()
            await ready(pilot)
            assert isinstance(app.screen_stack[-1], HomeScreen)


async def test_settings_that_cannot_be_read_are_said_on_home_and_over_no_other_room(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Gate()

    def shelf(_: Workspace) -> Catalog:
        read.wait(10)
        return shelf_of()

    write(environment, "this is no setting")
    app = make_app(environment, monkeypatch, shelf_of())
    monkeypatch.setattr("tailor.screens.home.catalog.read_catalog", shelf)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3")
        read.set()
        await ready(pilot)
        assert type(app.screen) is LibraryScreen
        await pilot.press("f2")
        assert isinstance(app.screen_stack[-1], ErrorDialog)


async def test_esc_closes_a_summary_that_is_about_to_open(bench: Bench, gate: Gate) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.pilot.press("A", "escape")
    gate.set()
    await bench.settle()
    assert front(bench) is ReviewScreen
    await bench.press("enter")
    assert front(bench) is SummarySheet


async def test_a_summary_does_not_come_over_a_question(bench: Bench, gate: Gate) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.pilot.press("A", "V")
    gate.set()
    await bench.settle()
    assert front(bench) is Question


def held_save(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    let, save = asyncio.Event(), bench.session.save

    async def slow(*given: Any) -> Any:
        await let.wait()
        return await save(*given)

    monkeypatch.setattr(bench.session, "save", slow)
    return let.set


@pytest.mark.parametrize(("key", "where"), [("h", HomeScreen), ("l", LibraryScreen), ("escape", MemoryScreen)])
async def test_after_saving_each_answer_leads_where_it_says_also_from_another_room(
    bench: Bench, key: str, where: type[object], memory: ScriptedMemory
) -> None:
    await bench.press("escape", "escape", "f5")
    await bench.open()
    await bench.give(*WHOLE, end=True)
    await bench.press("A")
    await bench.press("enter", "enter")
    assert front(bench) is SavedDialog
    await bench.press(key)
    assert front(bench) is where


@pytest.mark.parametrize("full", [False, True])
async def test_what_became_of_saving_stands_over_its_review_and_over_no_other_room(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A")
    bench.session.trouble = SaveError("The disk is full.") if full else None
    let = held_save(bench, monkeypatch)
    await bench.pilot.press("enter", "enter", "f3")
    let()
    await ready(bench.pilot)
    assert front(bench) is LibraryScreen
    await bench.press("f2")
    assert front(bench) is (ErrorDialog if full else SavedDialog)
    await bench.press("escape")
    assert (front(bench) is ReviewScreen) == full


async def test_esc_while_it_is_saved_leaves_nothing_untold(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    await bench.give(*WHOLE, end=True)
    await bench.press("A")
    let = held_save(bench, monkeypatch)
    await bench.pilot.press("enter", "enter", "escape")
    let()
    await bench.settle()
    assert front(bench) is SavedDialog


async def test_a_run_that_breaks_says_so_over_its_review_alone(bench: Bench) -> None:
    await bench.give(*begun())
    await bench.pilot.press("f3")
    await bench.give(SaveError("No model is named."))
    await ready(bench.pilot)
    assert front(bench) is LibraryScreen
    await bench.press("f2")
    assert front(bench) is ErrorDialog


async def test_work_that_fails_says_so_over_its_own_screen(bench: Bench) -> None:
    async def breaks() -> None:
        raise OSError("no room")

    await bench.give(*WHOLE, end=True)
    await bench.pilot.press("f3")
    bench.screen.run_worker(breaks(), exit_on_error=False)
    await ready(bench.pilot)
    assert front(bench) is LibraryScreen
    await bench.press("f2")
    assert front(bench) is ErrorDialog
