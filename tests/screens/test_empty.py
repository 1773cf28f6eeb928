"""Screens and windows with nothing in them yet: each says what to press, and the key it names does that."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any, Final
from unittest.mock import patch

import pytest
from textual.screen import Screen

from tailor.app import TailorApp
from tailor.screens.dialogs.connect import ConnectDialog
from tailor.screens.dialogs.new_procedure import PasteScreen
from tailor.screens.dialogs.text_input import LineDialog, WordsDialog
from tailor.screens.generate.screen import GenerateScreen
from tailor.screens.home.screen import HomeScreen
from tailor.screens.importer.screen import ImportScreen
from tailor.screens.library.screen import LibraryScreen
from tailor.workspace import Workspace
from tests.screens.conftest import press, screen_text
from tests.screens.memory_case import ScriptedMemory
from tests.screens.rooms_case import FOLLOW, Open, keys, quiet


@dataclass(frozen=True, slots=True)
class Empty:
    """A way to a place with nothing in it, the sentence there, the key it names, what is in front then."""

    way: Open
    says: str
    press: str
    leads: type[Screen[Any]]
    saved: bool = False
    """Whether the library holds something all the same."""


NOBODY: Final = keys("=zzqq xxyy")
NOT_WRITTEN: Final = "Its steps are not written down yet. Enter lets you type or paste them; F4 writes them."
SHELF: Final = "Nothing saved yet. F2 goes Home: choose a how-to and make it your own. Or press i"
NO_EDITS: Final = "no suggestions all suggestions are in e writes your own words, r asks about a step"
NOT_UNDERSTOOD: Final = keys("=crusty", "enter", "=blue", "enter")

EMPTY: Final[dict[str, Empty]] = {
    "home, a goal nobody wrote down": Empty(NOBODY, NOT_WRITTEN, "enter", PasteScreen),
    "home, a goal to be written": Empty(NOBODY, NOT_WRITTEN, "f4", GenerateScreen),
    "home, no server": Empty(keys(), "No model connected: F9 looks for one", "f9", ConnectDialog),
    "paste": Empty(keys("ctrl+n"), "No steps yet: type or paste them, then ctrl+s.", "ctrl+s", PasteScreen),
    "library": Empty(keys("f3"), SHELF, "f2", HomeScreen),
    "library, to import": Empty(keys("f3"), SHELF, "i", ImportScreen),
    "library, nothing fits": Empty(
        keys("f3", "slash", "=zzqq"), "No matches. Esc clears the search.", "escape", LibraryScreen, True
    ),
    "memory": Empty(keys("f5"), "The memory is empty. ctrl+o imports a collection", "ctrl+o", LineDialog),
    "generate": Empty(keys("f4"), "What do you want to make, and what have you got?", "enter", GenerateScreen),
    "profiles": Empty(keys("ctrl+o"), "No profiles yet. o makes one", "o", LineDialog),
    "requirements": Empty(keys("enter", "ctrl+t"), "Say what is different for you", "x", HomeScreen),
    "review, own words": Empty(NOT_UNDERSTOOD, NO_EDITS, "e", WordsDialog),
    "review, asked again": Empty(NOT_UNDERSTOOD, NO_EDITS, "r", LineDialog),
    "import": Empty(keys("f7", "enter"), "Type a path, or paste some text.", "escape", HomeScreen),
    "follow, no timers": Empty(keys(*FOLLOW, "T"), "No timer is running. t starts one.", "t", LineDialog, True),
}


@pytest.fixture
def tailor(environment: dict[str, str]) -> Iterator[TailorApp]:
    """The app with an empty memory."""

    async def scripted(self: Workspace) -> Any:
        return ScriptedMemory(rows=())

    with quiet(environment) as app, patch.object(Workspace, "memory", scripted):
        yield app


def squeezed(app: TailorApp) -> str:
    """What stands on the screen above its foot, in one line, without bars and frames."""
    return " ".join(re.sub("[▏▌│┃─━╭╮╰╯┏┓┗┛]", " ", " ".join(screen_text(app).splitlines()[:-1])).split())


@pytest.mark.parametrize("place", EMPTY)
async def test_an_empty_place_says_what_to_press_and_the_key_does_it(
    tailor: TailorApp, environment: dict[str, str], place: str
) -> None:
    one = EMPTY[place]
    if not one.saved:
        rmtree(Path(environment["TAILOR_HOME"]) / "library")
    async with tailor.run_test(size=(100, 30)) as pilot:
        await one.way(pilot)
        assert one.says in squeezed(tailor)
        await press(pilot, one.press)
        assert isinstance(tailor.screen, one.leads)
        if one.press == "escape":
            assert one.says not in squeezed(tailor)
