"""Draws the README's pictures with the app itself: python -m benchmarks.pictures (or make pictures).

Each picture is the real app in a temporary home, driven by the keys a person would press: no model, no network.
The built-in tailor answers, and where something must stream the recording that Tailor brings along. They are
written to docs/pictures as SVG. With names, only those are drawn.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from textual.pilot import Pilot

from benchmarks.demo import recorded, settled
from benchmarks.film import Film
from memory.client import Memory
from tailor.app import TailorApp
from tailor.core.events import EditProposed
from tailor.screens.widgets.inputs import CleanInput
from tailor.workspace import Workspace
from tests.screens.library_case import filled
from tests.screens.memory_case import ScriptedMemory, found
from tests.screens.review_case import FakeSession

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
HINT = "I have no oven and I am allergic to nuts. It is for two."
OWN_HINT = "I have no oven, only a stove, and I have never baked before"
"""Of the recording."""
NAMES = {" ": "space", ".": "full_stop", ",": "comma", "'": "apostrophe"}


async def home(pilot: Pilot[None]) -> None:
    """Home, with a procedure chosen and a hint typed."""
    await _pick(pilot, "banana bread", HINT)


async def review(pilot: Pilot[None]) -> None:
    """Review, some edits decided while others still come in."""
    events = recorded()
    edits = [at for at, event in enumerate(events) if isinstance(event, EditProposed)]
    session = FakeSession(record=Path(tempfile.mkdtemp()) / "run.jsonl")
    session.request = replace(session.request, hint=OWN_HINT)
    session.workspace = cast(TailorApp, pilot.app).workspace
    with patch("tailor.runs.session.RunSession.open", lambda *_: session):
        await _pick(pilot, "crusty", OWN_HINT)
        await pilot.press("enter")
    session.feed.give(*events[: edits[5] + 1])
    await settled(pilot)
    await pilot.press("n", "a", "a", "x")
    await settled(pilot)


async def generate(pilot: Pilot[None]) -> None:
    """Generate, with what it leaned on and what was written."""
    await pilot.press("f4")
    await settled(pilot)
    await _type(pilot, "Bake a tray of oat bars")
    await pilot.press("enter")
    await _type(pilot, "oats, honey, a tin")
    for _ in range(3):  # on to the situation, past it, and to what is there already
        if isinstance(pilot.app.focused, CleanInput):
            await pilot.press("enter")
        await settled(pilot)
    await pilot.press("g")
    await settled(pilot)


async def library(pilot: Pilot[None]) -> None:
    """The Library as a tree of variants."""
    await pilot.press("f3")
    await settled(pilot)
    await pilot.press("down", "down")
    await settled(pilot)


async def follow(pilot: Pilot[None]) -> None:
    """Follow, two steps done, a timer running."""
    await pilot.press("f3")
    await settled(pilot)
    await pilot.press("down", "down", "f")
    await settled(pilot)
    await pilot.press("space", "space", "t")
    await settled(pilot)


async def _pick(pilot: Pilot[None], search: str, hint: str) -> None:
    await settled(pilot)
    await _type(pilot, search)
    await pilot.press("enter")
    await settled(pilot)
    await _type(pilot, hint)


async def _type(pilot: Pilot[None], words: str) -> None:
    await pilot.press(*(NAMES.get(letter, letter) for letter in words))
    await settled(pilot)


PICTURES: dict[str, tuple[Callable[[Pilot[None]], Awaitable[None]], tuple[int, int]]] = {
    "home": (home, (110, 34)),
    "review": (review, (120, 40)),
    "generate": (generate, (110, 34)),
    "library": (library, (110, 30)),
    "follow": (follow, (110, 30)),
}


BARS = (
    replace(
        found(1, "Bake oat and honey bars", 0.28, "starter"),
        resources=("250 g rolled oats", "100 g honey", "80 g butter", "20 cm tin"),
        steps=(
            "Heat the oven to 180 °C and line a 20 cm tin with baking parchment.",
            "Melt 80 g butter with 100 g honey over low heat.",
            "Stir in 250 g rolled oats until every flake shines.",
            "Press the oats flat into the tin with the back of a spoon.",
            "Bake for 20 minutes, until the edges are brown.",
            "Let it cool for 10 minutes, then cut it into twelve bars.",
        ),
    ),
    found(2, "Toast granola with seeds", 0.41, "starter"),
    found(3, "Bake soft oat biscuits", 0.46, "library"),
)


async def _scripted(self: Workspace) -> Memory:
    return cast(Memory, ScriptedMemory(rows=BARS))


async def draw(name: str) -> None:
    """One picture, in a home of its own with a few saved procedures and a small memory."""
    drive, size = PICTURES[name]
    film = Film(*size)
    memory: Any = patch.object(Workspace, "memory", _scripted)
    colours = patch("textual.constants.COLOR_SYSTEM", "truecolor")  # whatever this terminal can show
    with tempfile.TemporaryDirectory() as folder, memory, colours:
        filled(folder)
        app = TailorApp({"TAILOR_HOME": folder, "TEXTUAL_ANIMATIONS": "none"})
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await drive(pilot)
            film.take(app, 1.0)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.svg").write_text(film.svg(f"Tailor: {name}"), encoding="utf-8")


def main() -> None:
    for name in sys.argv[1:] or PICTURES:
        asyncio.run(draw(name))
        print(FOLDER / f"{name}.svg")


if __name__ == "__main__":
    main()
