"""Pictures of the Library at the sizes people have; every one was looked at before it was kept."""

from pathlib import Path

import pytest

from tailor.core.following import begin
from tailor.core.procedure import procedure
from tailor.library.entries import LibraryEntry
from tailor.library.progress import ProgressStore
from tailor.library.store import Library
from tests.screens.conftest import BREAD
from tests.screens.hostile import HOSTILE
from tests.screens.library_case import filled, near_app
from tests.screens.pictures_case import Compare, Size, keys, pictures

pytestmark = pytest.mark.usefixtures("look")

LIBRARY: dict[str, tuple[str, ...]] = {
    "tree": ("down", "down"),
    "search": ("slash", "=oven"),
    "nothing fits": ("slash", "=zebra", "enter"),
    "compare": ("down", "down", "c"),
    "history": ("down", "h"),
    "read": ("down", "p"),
    "again": ("down", "down", "enter"),
    "tags": ("t",),
    "labels": ("t", "=bike, quick", "enter", "T", "=Garage", "enter", "l"),
    "narrowed": ("t", "=bike", "enter", "l", "down", "enter"),
    "export": ("x",),
    "trash": ("d",),
}
OTHERS: dict[str, tuple[str, ...]] = {
    "empty": (),
    "full": (),
    "damaged": (),
    "refused": (),
    "hostile": ("down",),
    "rebase": ("down", "r"),
}


@pytest.fixture(autouse=True)
def _near(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pictures(LIBRARY, "compare", "history", "read", "labels")
def test_library(state: str, size: Size, snap_compare: Compare) -> None:
    filled("home")
    assert snap_compare(near_app(), terminal_size=size, run_before=keys("f3", *LIBRARY[state]))


@pictures(OTHERS, "full", "rebase")
def test_library_of(state: str, size: Size, snap_compare: Compare) -> None:
    prepared(state)
    assert snap_compare(near_app(), terminal_size=size, run_before=keys("f3", *OTHERS[state]))


def prepared(state: str) -> None:
    """A library in some state."""
    if state == "empty":
        return
    if state == "refused":
        Path("home").mkdir()
        Path("home/library").write_text("This is no folder.")
        return
    library, saved = filled("home")
    if state == "damaged":
        whole = saved[4].file.read_text()
        saved[4].file.write_text(whole.replace("1. Take the wheel out.\n2. Find the hole.\n", ""))
    elif state == "hostile":
        for name, text in list(HOSTILE.items())[:8]:
            library.save(procedure(f"{text} ({name})", [text, "Stir."], [text]))
    elif state == "rebase":
        newer_original(library, saved)
    else:
        for number in range(40):
            library.save(procedure(f"Wash the windows of the {number}th floor before the guests arrive", ["Go."]))
        newer_original(library, saved)
        ProgressStore(Path("home/follow")).keep(begin(library.load(saved[3].id).procedure, saved[3].id, 0.0))


def newer_original(library: Library, saved: list[LibraryEntry]) -> None:
    """Another version of what the variants were made from."""
    steps = ["Heat the pot.", *BREAD.steps[1:4], "Cool on a rack for two hours before slicing."]
    library.save(procedure(BREAD.goal, steps, BREAD.resources), version_of=saved[0].id)
