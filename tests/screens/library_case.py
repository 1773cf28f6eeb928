"""A library with a family in it: an original of two versions, a variant, a variant of that, and another one."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tailor.app import TailorApp
from tailor.core.engine import diff
from tailor.core.procedure import Procedure, procedure
from tailor.library.entries import LibraryEntry, SavedEdit
from tailor.library.store import Library
from tailor.paths import Paths
from tests.screens.conftest import BREAD

SIZE = (120, 40)

NO_OVEN = procedure(
    "Bake a loaf without an oven",
    [
        "Preheat a lidded iron pot on the stove.",
        *BREAD.steps[1:3],
        "Cook in the pot with the lid on for 45 minutes, turning it once.",
        "Brush off the flour.",
        BREAD.steps[4],
    ],
    BREAD.resources,
)


def near_app() -> TailorApp:
    """The app at home in ./home, and told so by just this name: pictures of messages are alike in all folders."""
    app = TailorApp({"TAILOR_HOME": "home"})
    app.workspace.paths = Paths(*[Path("home")] * 4)
    return app


def filled(home: str) -> tuple[Library, list[LibraryEntry]]:
    """The library, and what was saved in order."""
    minutes = count()
    start = datetime(2026, 1, 1, tzinfo=UTC)

    def letters() -> Iterator[str]:
        for number in count(1):
            yield f"aaa{number}"

    names = letters()
    library = Library(
        Path(home) / "library", now=lambda: start + timedelta(minutes=next(minutes)), four=lambda: next(names)
    )
    first = library.save(procedure(BREAD.goal, BREAD.steps[:4], BREAD.resources))
    second = library.save(BREAD, version_of=first.id)
    variant = library.save(NO_OVEN, parent=second.id, hint="I have no oven", edits=_edits(BREAD, NO_OVEN))
    deeper = library.save(
        procedure("Bake a loaf without an oven, for one", NO_OVEN.steps, ["250 g flour"]), parent=variant.id
    )
    other = library.save(procedure("Repair a puncture", ["Take the wheel out.", "Find the hole."]))
    return library, [first, second, variant, deeper, other]


@asynccontextmanager
async def with_family(environment: dict[str, str]) -> AsyncIterator["Pilot[None]"]:
    """The app over the library that `filled` makes."""
    filled(environment["TAILOR_HOME"])
    async with TailorApp(environment).run_test(size=SIZE) as pilot:
        yield pilot


def _edits(before: Procedure, after: Procedure) -> list[SavedEdit]:
    return [SavedEdit(stage=1, edit=replace(edit, agent="modify")) for edit in diff(before, after).edits]


def top(pilot: Any) -> Any:
    """The screen one looks at."""
    return pilot.app.screen
