"""Pictures of the Library at the sizes people have; every one was looked at before it was kept."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from textual.content import Content

from tailor.app import TailorApp
from tailor.core.procedure import procedure
from tailor.screens import page
from tests.screens.conftest import BREAD, ready, typed
from tests.screens.hostile import HOSTILE
from tests.screens.library_case import filled

Compare: TypeAlias = Callable[..., bool]
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x15": (40, 15)}

LIBRARY: dict[str, tuple[str, ...]] = {
    "tree": ("f3", "down", "down"),
    "search": ("f3", "slash", *typed("oven")),
    "compare": ("f3", "down", "down", "c"),
    "history": ("f3", "down", "h"),
    "again": ("f3", "down", "down", "enter"),
    "labels": ("f3", "t", *typed("bike, quick"), "enter", "T", *typed("Garage"), "enter", "l"),
    "narrowed": ("f3", "t", *typed("bike"), "enter", "l", "down", "enter"),
}
sizes = pytest.mark.parametrize("size", SIZES)


def pressed(*keys: str) -> Callable[[Any], Awaitable[None]]:
    async def before(pilot: Any) -> None:
        await ready(pilot)
        for key in keys:
            await pilot.press(key)
            await ready(pilot)

    return before


@sizes
@pytest.mark.parametrize("state", LIBRARY)
def test_library(state: str, size: str, snap_compare: Compare, environment: dict[str, str]) -> None:
    filled(environment["TAILOR_HOME"])
    app = TailorApp(environment)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=pressed(*LIBRARY[state]))


@sizes
@pytest.mark.parametrize("what", ["empty", "hostile", "damaged", "rebase"])
def test_library_of(what: str, size: str, snap_compare: Compare, near_home: dict[str, str]) -> None:
    prepared(what, near_home["TAILOR_HOME"])
    keys = ("f3", "down", "r") if what == "rebase" else ("f3", "down") if what == "hostile" else ("f3",)
    app = TailorApp(near_home)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=pressed(*keys))


@pytest.fixture
def near_home(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A home whose path looks the same in every run."""
    drawn = page.note_page

    def shortened(words: str, style: str, width: int) -> list[Content]:
        return drawn(words.replace(str(tmp_path), "~"), style, width)

    monkeypatch.setattr(page, "note_page", shortened)
    return environment


def test_library_without_colours(
    snap_compare: Compare, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared("rebase", environment["TAILOR_HOME"])
    monkeypatch.setenv("NO_COLOR", "1")
    app = TailorApp(environment)
    assert snap_compare(app, terminal_size=SIZES["80x24"], run_before=pressed("f3", "down", "r"))


def prepared(what: str, home: str) -> None:
    """A library in some state."""
    if what == "empty":
        return
    library, saved = filled(home)
    if what == "hostile":
        for name, text in list(HOSTILE.items())[:8]:
            library.save(procedure(f"{text} ({name})", [text, "Stir."], [text]))
    elif what == "damaged":
        saved[4].file.write_text(
            saved[4].file.read_text().replace("1. Take the wheel out.\n2. Find the hole.\n", "")
        )
    else:
        steps = ["Heat the pot.", *BREAD.steps[1:4], "Cool on a rack for two hours before slicing."]
        library.save(procedure(BREAD.goal, steps, BREAD.resources), version_of=saved[0].id)


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
IMPORT: dict[str, tuple[str, ...]] = {
    "empty": (),
    "report": ("soup.md",),
    "changed": ("soup.md", "end", "s", "home", "down", "x"),
    "several": ("many.csv", "down", "down", "d"),
    "by hand": ("soup.json", "home", "down", "down", "x", "x"),
    "line": ("soup.md", "end", "e"),
    "failing": ("none.md",),
    "no text": ("picture.md",),
    "leaving": ("soup.md", "x", "escape"),
}


def sources(home: Path) -> None:
    """Files to import, and a profile."""
    home.mkdir(parents=True)
    (home / "soup.md").write_text(SOUP)
    (home / "soup.json").write_text(SOUP)
    (home / "many.csv").write_text(MANY)
    (home / "picture.md").write_bytes(b"\x89PNG\xff\xfe")
    (home / "config.toml").write_text('[profile]\nuse = ["me"]\nme = ["no nuts (allergy)"]\n')


def read_first(keys: tuple[str, ...]) -> Callable[[Any], Awaitable[None]]:
    async def before(pilot: Any) -> None:
        await pressed("f3", "i")(pilot)
        if keys:
            # a path of every test's own would be another picture each time
            field = pilot.app.screen.query_one("#path")
            field.value = keys[0]
            await pressed("enter", *keys[1:])(pilot)
        pilot.app.clear_notifications()
        await ready(pilot)

    return before


@sizes
@pytest.mark.parametrize("state", IMPORT)
def test_import(
    state: str, size: str, snap_compare: Compare, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Path(environment["TAILOR_HOME"])
    sources(home)
    monkeypatch.chdir(home)
    app = TailorApp(environment)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=read_first(IMPORT[state]))


def test_import_without_colours(
    snap_compare: Compare, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Path(environment["TAILOR_HOME"])
    sources(home)
    monkeypatch.chdir(home)
    monkeypatch.setenv("NO_COLOR", "1")
    app = TailorApp(environment)
    assert snap_compare(app, terminal_size=SIZES["80x24"], run_before=read_first(IMPORT["changed"]))
