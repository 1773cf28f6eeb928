"""A library into which something is imported, and the keys that lead there."""

from pathlib import Path
from typing import Any

from tailor.library.store import Library
from tests.screens.conftest import press, ready, screen_text

SIZE = (100, 30)
SOUP = "# Soup\n## Ingredients\n- 2 walnuts\n## Steps\n### Pot\n1. Chop.\n2. Boil.\n\nBuy my book!\n"


def top(pilot: Any) -> Any:
    return pilot.app.screen


async def named(pilot: Any, path: Path | str) -> str:
    """The import screen over the Library, and this read."""
    await press(pilot, "f3", "i")
    top(pilot).query_one("#path").value = str(path)
    await press(pilot, "enter")
    for _ in range(40):  # what was read has a screen of its own, which is laid out in rounds of its own
        shown = screen_text(pilot.app)
        if sum(1 for one in shown.splitlines() if one.strip()) > 3:
            return shown
        await ready(pilot)
    return screen_text(pilot.app)


def library(environment: dict[str, str]) -> Library:
    return Library(Path(environment["TAILOR_HOME"]) / "library")
