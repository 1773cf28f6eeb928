"""A procedure to follow, a clock the test holds in its hand, and the app around them."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tailor.app import TailorApp
from tailor.core.procedure import Procedure, procedure
from tailor.library.progress import ProgressStore
from tailor.screens.follow.screen import FollowScreen, follow_screen
from tests.screens.conftest import ready, screen_text

PANCAKES = procedure(
    "Make buttermilk pancakes",
    [
        "Melt 30 g butter and let it cool.",
        "Mix 250 g flour, 1 teaspoon baking soda and a pinch of salt in a large bowl.",
        "Whisk 400 ml buttermilk with 2 eggs, then stir it into the flour.",
        "Let the batter rest for 20 minutes.",
        "Heat a pan and bake each pancake for 2 to 3 minutes a side.",
        "Keep them warm at 80 °C for half an hour at most.",
        "Serve with 60 g butter and honey.",
    ],
    ["250 g flour", "400 ml buttermilk", "2 eggs", "90 g butter"],
    sections=[(1, "Batter"), (5, "Pan")],
)


class Clock:
    """A time that moves only when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Told:
    """A memory that only remembers what it was told."""

    def __init__(self, knows: bool = True) -> None:
        self.knows = knows
        self.outcomes: list[tuple[str, str]] = []
        self.added: list[str] = []

    async def memory(self) -> "Told":
        return self

    async def set_outcome(self, id: str, outcome: str) -> bool:
        self.outcomes.append((id, outcome))
        return self.knows or id in self.added

    async def add(self, procedures: Iterable[Procedure], *, source: str) -> int:
        self.added += [one.id for one in procedures]
        return len(self.added)

    async def close(self) -> None:
        """Nothing runs."""


class Kitchen:
    """The Follow screen under test."""

    def __init__(self, environment: dict[str, str], given: Procedure = PANCAKES) -> None:
        self.app = TailorApp(environment)
        self.clock = Clock()
        self.given = given
        self.rang = 0
        self.told = Told()
        self.app.workspace.memory = self.told.memory  # type: ignore[method-assign, assignment]  # instead of a worker process
        self.app.timers.clock = self.clock

    @property
    def kept(self) -> ProgressStore:
        return ProgressStore(Path(self.app.workspace.paths.data) / "follow")

    @property
    def screen(self) -> FollowScreen:
        found = [screen for screen in self.app.screen_stack if isinstance(screen, FollowScreen)]
        return found[0]

    async def open(self, pilot: Any) -> FollowScreen:
        await ready(pilot)
        screen = follow_screen(self.app.workspace, self.given, self.clock)
        self.app.bell = self._bell  # type: ignore[method-assign]
        self.app.push_screen(screen)
        await ready(pilot)
        return screen

    def _bell(self) -> None:
        self.rang += 1

    async def press(self, pilot: Any, *keys: str) -> str:
        """What Enter begins is there before the next key, however busy the machine; what the screen shows then."""
        for key in keys:
            await pilot.press(key)
            if key == "enter":
                await ready(pilot)
        await ready(pilot)
        return screen_text(self.app)


@asynccontextmanager
async def following(
    environment: dict[str, str], size: tuple[int, int] = (80, 24), given: Procedure = PANCAKES
) -> AsyncIterator[tuple[Kitchen, "Pilot[None]"]]:
    """The Follow screen under test, open in a terminal of this size."""
    kitchen = Kitchen(environment, given)
    async with kitchen.app.run_test(size=size) as pilot:
        await kitchen.open(pilot)
        yield kitchen, pilot


def top(kitchen: Kitchen) -> Any:
    """The screen one looks at."""
    return kitchen.app.screen
