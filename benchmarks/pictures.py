"""Draws the README's pictures with the app itself: python -m benchmarks.pictures (or make pictures).

Each picture is the real app in a temporary home, driven by the keys a person would press, with the built-in
tailor answering: no model, no network. They are written to docs/pictures as SVG.
"""

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot

from tailor.app import TailorApp

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
HINT = "I have no oven and I am allergic to nuts. It is for two."


async def home(pilot: Pilot[None]) -> None:
    """Home, with a procedure chosen and a hint typed."""
    await _pick(pilot)


async def review(pilot: Pilot[None]) -> None:
    """Review, with some edits decided."""
    await _pick(pilot)
    await pilot.press("enter")
    await _settled(pilot)
    await pilot.press("a", "a", "x")
    await _settled(pilot)


async def summary(pilot: Pilot[None]) -> None:
    """The sheet before saving."""
    await _pick(pilot)
    await pilot.press("enter")
    await _settled(pilot)
    await pilot.press("A")
    await _settled(pilot)
    await pilot.press("enter")
    await _settled(pilot)


async def _pick(pilot: Pilot[None]) -> None:
    await _settled(pilot)
    await pilot.press(*"banana bread")
    await _settled(pilot)
    await pilot.press("enter")
    await _settled(pilot)
    await pilot.press(*[("space" if key == " " else "full_stop" if key == "." else key) for key in HINT])
    await _settled(pilot)


async def _settled(pilot: Pilot[None]) -> None:
    """Everything that was set going is done and drawn."""
    for _ in range(8):
        await pilot.pause(0.1)
        await pilot.app.workers.wait_for_complete()


PICTURES: dict[str, tuple[Callable[[Pilot[None]], Awaitable[None]], tuple[int, int]]] = {
    "home": (home, (110, 34)),
    "review": (review, (120, 40)),
    "summary": (summary, (110, 34)),
}


async def draw(name: str) -> None:
    """One picture, in a home of its own."""
    drive, size = PICTURES[name]
    with tempfile.TemporaryDirectory() as folder:
        app = TailorApp({"TAILOR_HOME": folder, "TEXTUAL_ANIMATIONS": "none", "HOME": os.environ.get("HOME", "/")})
        async with app.run_test(size=size) as pilot:
            await drive(pilot)
            FOLDER.mkdir(parents=True, exist_ok=True)
            (FOLDER / f"{name}.svg").write_text(app.export_screenshot(title="tailor"), encoding="utf-8")


def main() -> None:
    """Draw them all."""
    for name in PICTURES:
        asyncio.run(draw(name))
        print(FOLDER / f"{name}.svg")


if __name__ == "__main__":
    main()
