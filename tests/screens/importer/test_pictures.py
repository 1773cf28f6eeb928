"""Pictures of Import at the sizes people have; every one was looked at before it was kept."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tailor.library.store import Library
from tailor.storage import SaveError
from tests.screens.conftest import ready
from tests.screens.hostile import HOSTILE
from tests.screens.library_case import near_app
from tests.screens.pictures_case import Before, Compare, Size, keys, pictures

pytestmark = pytest.mark.usefixtures("look")

SOUP = """---
tags: ["dinner"]
---
# Walnut soup
Serves four, or two who are hungry.
## Ingredients
- 100 g walnuts
- 1 l stock
- 200 ml cream
## Steps
### The nuts
1. Roast the walnuts in a dry pan for 5 minutes, shaking it so that none of them burns, then let them cool.
2. Chop them.
### The soup
3. Bring the stock to a boil. Stir in the nuts. Simmer for 20 minutes.
4. Blend it with the cream.

Buy my book!
"""
MANY = "title,ingredients,directions\n" + "".join(
    f'Soup {n},"[""{n} peas"", ""walnuts""]","[""Boil {n} minutes."", ""Serve.""]"\n' for n in range(1, 9)
)
LONG = "# Count\n## Steps\n" + "".join(f"{n}. Say {n}, then breathe in and out again.\n" for n in range(1, 400))
TEXTS = [" ".join(text[:300].split()) for name, text in HOSTILE.items() if name != "null"]
NASTY = "\n".join(
    (f"# {HOSTILE['action']}", "## Ingredients", *(f"- {text}" for text in TEXTS), "## Steps", *TEXTS)
)
STATES: dict[str, tuple[str, ...]] = {
    "empty": (),
    "reading": ("=https://soups.test/walnut", "ctrl+o"),
    "report": ("=home/soup.md", "enter"),
    "changed": ("=home/soup.md", "enter", "end", "s", "home", "down", "x"),
    "full": ("=home/long.md", "enter", "end"),
    "several": ("=home/many.csv", "enter", "down", "down", "d"),
    "by hand": ("=home/soup.json", "enter", "home", "down", "down", "x", "x"),
    "line": ("=home/soup.md", "enter", "end", "e"),
    "no file": ("=home/none.md", "enter"),
    "no text": ("=home/picture.md", "enter"),
    "refused": ("=home/soup.md", "enter", "ctrl+s"),
    "hostile": ("=home/nasty.md", "enter", "down"),
    "leaving": ("=home/soup.md", "enter", "x", "escape"),
}


def sources(home: Path) -> None:
    """Files to import, and a profile."""
    home.mkdir()
    (home / "soup.md").write_text(SOUP)
    (home / "soup.json").write_text(SOUP)
    (home / "many.csv").write_text(MANY)
    (home / "long.md").write_text(LONG)
    (home / "nasty.md").write_bytes(NASTY.encode("utf-8", "replace"))
    (home / "picture.md").write_bytes(b"\x89PNG\xff\xfe")
    (home / "config.toml").write_text('[profile]\nuse = ["me"]\nme = ["no nuts (allergy)"]\n')


def full(*given: object, **named: object) -> None:
    """A disk on which there is no room."""
    raise SaveError("home/library/soup.md could not be written: No space left. Make room, then try again.")


async def endless(address: str) -> None:
    """A site that never answers."""
    await asyncio.Event().wait()


def brought(state: str) -> Before:
    """Opens the screen, does what the state wants; what was said in passing is gone by then."""

    async def before(pilot: Any) -> None:
        await keys("f3", "i", *STATES[state], busy=state == "reading")(pilot)
        pilot.app.clear_notifications()
        await (pilot.pause() if state == "reading" else ready(pilot))

    return before


@pictures(STATES, "reading", "changed", "line")
def test_import(
    state: str, size: Size, snap_compare: Compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources(tmp_path / "home")
    if state == "refused":
        monkeypatch.setattr(Library, "save", full)
    monkeypatch.setattr("tailor.screens.importer.screen._page", endless)
    monkeypatch.chdir(tmp_path)
    assert snap_compare(near_app(), terminal_size=size, run_before=brought(state))
