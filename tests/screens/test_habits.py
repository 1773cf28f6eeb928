"""What holds on every screen and in every window: keys, help, palette, footer, room, colours, one way out."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList

from tailor.app import TailorApp
from tailor.screens.dialogs.base import AnswerOption, Dialog, ErrorDialog, Question
from tailor.screens.dialogs.chooser import JumpSheet, jump_targets
from tailor.screens.dialogs.keys_help import KeysHelp
from tailor.screens.dialogs.text_input import LineDialog, WordsDialog
from tailor.screens.home.screen import HomeScreen
from tailor.screens.palette import Palette
from tailor.screens.review.finish import AFTER, SavedDialog, SummarySheet
from tailor.screens.review.screen import ReviewScreen
from tailor.screens.settings import SettingsScreen
from tailor.screens.widgets.key_bar import KeyBar
from tests.screens.conftest import press, ready, screen_text, started, until
from tests.screens.rooms_case import EVERYWHERE, ROOMS, WINDOWS, Pilots, keys


def footer(app: TailorApp) -> str:
    """The line at the foot."""
    return screen_text(app).splitlines()[-1]


def top(app: TailorApp) -> str:
    """The first line."""
    return screen_text(app).splitlines()[0].rstrip()


@pytest.mark.parametrize("place", EVERYWHERE)
async def test_every_place_fits_has_help_a_palette_and_letters_to_jump_by_and_escape_leads_home(
    tailor: TailorApp, place: str
) -> None:
    """One way to each place for all its habits: getting there costs more than any of them."""
    async with tailor.run_test(size=(80, 24)) as pilot:
        await EVERYWHERE[place](pilot)
        if place in WINDOWS:
            await a_window_fits_and_its_foot_is_in_view_on_the_smallest_screen_too(pilot, tailor)
        else:
            await the_footer_has_keys_never_cut_and_quit_last(pilot, tailor)
            await a_screen_comes_back_from_a_window_too_small(pilot, tailor)
        await the_palette_has_every_action_with_its_key(pilot, tailor)
        if place != "help":
            await help_tells_what_has_the_focus_and_closes_again(pilot, tailor)
        await jump_mode_puts_a_letter_on_every_place_and_goes_there(pilot, tailor)
        await escape_five_times_at_once_closes_no_screen_below(pilot, tailor, place)
        await escape_leads_home(pilot, tailor)


async def the_footer_has_keys_never_cut_and_quit_last(pilot: Pilots, tailor: TailorApp) -> None:
    bar = tailor.screen.query_one(KeyBar)
    _, entries = bar._fitting(bar.size.width)
    shown = footer(tailor)
    assert len(entries) >= 2
    assert all(f"{key} {words}" in shown for key, words, _ in entries)
    assert shown.rstrip().endswith("Quit")
    for width in (40, 60, 200):
        await pilot.resize_terminal(width, 24)
        await pilot.pause()
        assert footer(tailor).rstrip().endswith("Quit"), width
        assert "…" not in footer(tailor), width
    await pilot.resize_terminal(80, 24)
    await ready(pilot)


async def a_screen_comes_back_from_a_window_too_small(pilot: Pilots, tailor: TailorApp) -> None:
    first, had = top(tailor), tailor.screen.focused
    await pilot.resize_terminal(39, 11)
    await until(pilot, lambda: "Please enlarge this window." in screen_text(tailor))
    await pilot.resize_terminal(80, 24)
    await until(pilot, lambda: "Please enlarge this window" not in screen_text(tailor) and top(tailor) == first)
    await until(pilot, lambda: tailor.screen.focused is had)


async def help_tells_what_has_the_focus_and_closes_again(pilot: Pilots, tailor: TailorApp) -> None:
    before = tailor.screen
    await press(pilot, "f1")
    assert isinstance(tailor.screen, KeysHelp)
    words = tailor.screen.content.plain
    assert any(node is not None and node.HELP for node in (before, before.focused)), "no words of help"
    assert "Quit" in words or isinstance(before, ModalScreen)
    await press(pilot, "escape")
    assert tailor.screen is before


async def the_palette_has_every_action_with_its_key(pilot: Pilots, tailor: TailorApp) -> None:
    screen = tailor.screen
    offered = {command.help.split("   ")[0] for command in tailor.get_system_commands(screen)}
    for _, binding, enabled, _ in screen.active_bindings.values():
        if binding.id and enabled and binding.action != "command_palette":
            same = [
                tailor.get_key_display(other)
                for _, other, _, _ in screen.active_bindings.values()
                if other.action == binding.action
            ]
            assert offered & set(same), binding
    await press(pilot, "ctrl+p")
    assert isinstance(tailor.screen, Palette)
    await press(pilot, "escape")
    assert tailor.screen is screen


async def jump_mode_puts_a_letter_on_every_place_and_goes_there(pilot: Pilots, tailor: TailorApp) -> None:
    screen, typed_before = tailor.screen, fields(tailor)
    found = jump_targets(screen)
    await press(pilot, "ctrl+g")
    if len(found) < 2:
        assert tailor.screen is screen
        return
    assert isinstance(tailor.screen, JumpSheet)
    assert len(set(re.findall(r" [a-z] ", screen_text(tailor)))) >= 2
    letter = list(tailor.screen._places)[len(found) - 1]
    await press(pilot, letter)
    assert tailor.screen is screen
    assert fields(tailor) == typed_before
    assert screen.focused is not None


def fields(app: TailorApp) -> list[str]:
    return [one.value for one in app.screen.query(Input)]


async def escape_five_times_at_once_closes_no_screen_below(pilot: Pilots, tailor: TailorApp, place: str) -> None:
    front, stack = tailor.screen, tailor._screen_stacks[tailor.current_mode]
    below = stack[:-1] or stack[:]
    if place == "saved":
        below.pop()  # what is saved is reviewed: its screen goes too
    node, binding, _, _ = front.active_bindings["escape"]
    for _ in range(5):
        await tailor.run_action(binding.action, node)
    await ready(pilot)
    assert stack[: len(below)] == below
    assert front not in stack or not isinstance(front, ModalScreen)


async def escape_leads_home(pilot: Pilots, tailor: TailorApp) -> None:
    for _ in range(6):  # what runs, a question about it, and the screens below
        if isinstance(tailor.screen, HomeScreen):
            return
        await press(pilot, "escape")
    assert isinstance(tailor.screen, HomeScreen)


async def test_f1_closes_the_help_again(tailor: TailorApp) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await WINDOWS["help"](pilot)
        assert [type(screen) for screen in tailor.screen_stack] == [HomeScreen, KeysHelp]
        await press(pilot, "f1")
        assert [type(screen) for screen in tailor.screen_stack] == [HomeScreen]


async def test_what_had_the_keys_below_a_window_has_them_again_when_there_is_room_again(tailor: TailorApp) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await WINDOWS["requirements"](pilot)
        had = [screen.focused for screen in tailor.screen_stack]
        for size in ((20, 5), (80, 24), (80, 11), (80, 24)):
            await pilot.resize_terminal(*size)
            await ready(pilot)
        assert [screen.focused for screen in tailor.screen_stack] == had


LONG = "A long and winding sentence about flour. " * 60
CHOICES = tuple(AnswerOption(key, "Take it as it is, or leave it for another day.") for key in "abcdefghijkl")
TALKATIVE: dict[str, Callable[[], Dialog[Any]]] = {
    "error": lambda: ErrorDialog(LONG[:200], LONG),
    "question": lambda: Question(LONG[:200], LONG, CHOICES),
    "line": lambda: LineDialog(LONG[:200], LONG, value=LONG, enter="keep"),
    "words": lambda: WordsDialog(LONG[:200], LONG, LONG, draft="words"),
    "saved": lambda: SavedDialog(LONG, AFTER, None),
    "summary": lambda: SummarySheet(LONG, [Content(LONG)] * 9),
}


@pytest.mark.parametrize("window", TALKATIVE)
async def test_a_window_fits_whatever_it_says(tailor: TailorApp, window: str) -> None:
    async with started(tailor) as pilot:
        tailor.push_screen(TALKATIVE[window]())
        await a_window_fits_and_its_foot_is_in_view_on_the_smallest_screen_too(pilot, tailor)


async def a_window_fits_and_its_foot_is_in_view_on_the_smallest_screen_too(
    pilot: Pilots, tailor: TailorApp
) -> None:
    for size in ((80, 24), (40, 12)):
        if tailor.size != size:
            await pilot.resize_terminal(*size)
        await ready(pilot)
        assert isinstance(tailor.screen, Dialog)
        around = tailor.screen.query_one("#window")
        assert around.region.right <= size[0]
        assert around.region.bottom <= size[1]
        foot = [one for one in around.children if one.display][-1]
        assert foot.size.height > 0, size
        assert foot.region.bottom <= around.content_region.bottom, (size, foot)
    await pilot.resize_terminal(80, 24)
    await ready(pilot)


@pytest.mark.parametrize("room", ["home, at the hint", "review", "settings"])
async def test_a_screen_says_the_same_in_the_colours_of_the_terminal(tailor: TailorApp, room: str) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await ROOMS[room](pilot)
        before = [row for row in screen_text(tailor).splitlines() if "Theme" not in row]
        for theme in ("ansi-dark", "ansi-light", "tailor-light"):
            tailor.theme = theme
            await ready(pilot)
            assert [row for row in screen_text(tailor).splitlines() if "Theme" not in row] == before


async def test_without_colours_the_marked_row_is_underlined(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = TailorApp(environment)
    async with app.run_test(size=(80, 24)) as pilot:
        await ROOMS["settings"](pilot)
        listed = app.screen.query_one("#settings", OptionList)
        marked = [
            any(part.style is not None and part.style.underline for part in listed.render_line(at))
            for at in range(6)
        ]
        assert marked.count(True) == 1
        assert marked[listed.highlighted or 0]


async def test_jumping_and_then_another_key_changes_nothing(tailor: TailorApp) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await ROOMS["home, at the hint"](pilot)
        before = (tailor.screen.focused, fields(tailor))
        for key in ("escape", "1", "enter"):
            await press(pilot, "ctrl+g", key)
            assert (tailor.screen.focused, fields(tailor)) == before, key


@pytest.mark.parametrize("window", ["letters", "a line"])
async def test_what_was_chosen_for_a_window_that_is_closed_by_then_is_not_done(
    tailor: TailorApp, window: str
) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await {**WINDOWS, "letters": keys("enter", "ctrl+g")}[window](pilot)
        over = tailor.screen
        (close,) = (one for one in tailor.get_system_commands(over) if one.title == "Close")
        await press(pilot, "escape")
        behind = tailor.screen
        assert behind is not over
        await close.callback()  # the list was opened over the window, and its Enter came just before the Esc
        await ready(pilot)
        assert tailor.screen is behind


async def test_a_window_in_front_no_more_is_not_closed_again(tailor: TailorApp) -> None:
    async with tailor.run_test(size=(80, 24)) as pilot:
        await ROOMS["home, at the hint"](pilot)
        home = tailor.screen
        await press(pilot, "ctrl+g")
        letters = tailor.screen
        for _ in range(2):
            letters.dismiss()
            await ready(pilot)
            assert tailor.screen is home


async def test_jump_goes_to_a_step_of_a_review(tailor: TailorApp) -> None:
    async with tailor.run_test(size=(100, 40)) as pilot:
        await ROOMS["review"](pilot)
        screen = tailor.screen
        assert isinstance(screen, ReviewScreen)
        await press(pilot, "home", "ctrl+g")
        await press(pilot, "f")
        assert isinstance(tailor.screen, ReviewScreen)
        assert screen.model.mark is not None
        assert screen.model.mark[0] == "s3"


async def test_jump_goes_to_a_section_of_the_settings(tailor: TailorApp) -> None:
    async with tailor.run_test(size=(100, 40)) as pilot:
        await ROOMS["settings"](pilot)
        screen = tailor.screen
        await press(pilot, "ctrl+g")
        sheet = tailor.screen
        assert isinstance(sheet, JumpSheet)
        assert len(sheet._places) > 4
        await press(pilot, "d")
        assert isinstance(screen, SettingsScreen)
        assert screen.marked is not None
        assert screen.marked.section != next(iter(screen.rows.values())).section
