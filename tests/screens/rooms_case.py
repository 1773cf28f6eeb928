"""Every screen and window, each with the way a person gets there: for habits that must hold everywhere."""

from asyncio import Event
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias, cast
from unittest.mock import patch

from textual.events import Paste
from textual.pilot import Pilot
from textual.widget import Widget

from memory.client import Memory
from tailor.app import TailorApp
from tailor.core.errors import UsageError
from tailor.runs.generate import GenerateRequest
from tailor.runs.generation_session import GenerationSession
from tailor.screens.dialogs.base import ErrorDialog
from tailor.screens.dialogs.key_bindings import KeyTable
from tailor.screens.generate.draft import GenerationRun
from tailor.screens.generate.options import method_options
from tailor.screens.generate.run import BesideScreen
from tailor.screens.widgets.inputs import CleanInput
from tailor.workspace import Workspace
from tests.screens.conftest import ready
from tests.screens.library_case import filled
from tests.screens.memory_case import ScriptedMemory

Pilots: TypeAlias = "Pilot[None]"
Open: TypeAlias = Callable[[Pilots], Awaitable[None]]


def keys(*pressed: str) -> Open:
    """Presses the keys, each once everything that the one before began is done; "=words" pastes words."""

    async def go(pilot: Pilots) -> None:
        await ready(pilot)
        for key in pressed:
            if key.startswith("="):
                cast(Widget, pilot.app.screen.focused).post_message(Paste(key[1:]))
            else:
                await pilot.press(key)
            await ready(pilot)

    return go


async def an_error(pilot: Pilots) -> None:
    await ready(pilot)
    pilot.app.push_screen(ErrorDialog.of(UsageError("Say more.")))
    await ready(pilot)


async def theme(pilot: Pilots) -> None:
    await keys("f6")(pilot)
    cast(TailorApp, pilot.app).action_theme()
    await ready(pilot)


async def every_key(pilot: Pilots) -> None:
    await ready(pilot)
    pilot.app.push_screen(KeyTable({}, lambda id, key: None))
    await ready(pilot)


async def an_import(pilot: Pilots) -> None:
    await keys("f3", "i")(pilot)
    path = Path(cast(TailorApp, pilot.app).workspace.paths.data) / "soup.md"
    path.write_text("# Soup\n## Steps\n1. Chop.\n2. Boil.\n\nBuy my book!\n")
    pilot.app.screen.query_one("#path", CleanInput).value = str(path)
    await keys("enter")(pilot)


async def two_ways(pilot: Pilots) -> None:
    workspace = cast(TailorApp, pilot.app).workspace

    async def listen(one: GenerationRun, stop: Event, cache: object) -> None:
        """Nobody answers: the second list stays empty."""

    def way(method: str) -> GenerationRun:
        named = next(one for one in method_options(has_model=True) if one.method == method)
        asked = GenerateRequest(goal="Oat bars", method=method)
        return GenerationRun(way=named, session=GenerationSession.open(workspace, asked))

    await ready(pilot)
    pilot.app.push_screen(BesideScreen(way("aag"), way("zero_shot"), listen, lambda kept: None))
    await ready(pilot)


HINT: Final = ("enter", "=half of it and in fahrenheit")
REVIEW: Final = ("=crusty", *HINT, "enter")
FOLLOW: Final = ("f3", "down", "f")

ROOMS: Final[dict[str, Open]] = {
    "home": keys(),
    "home, at the hint": keys(*HINT),
    "paste": keys("ctrl+n"),
    "review": keys(*REVIEW),
    "review, the result": keys(*REVIEW, "v"),
    "library": keys("f3", "down"),
    "reading": keys("f3", "down", "p"),
    "compare": keys("f3", "down", "down", "c"),
    "generate": keys("f4", "=oat bars", "enter", "enter"),
    "memory": keys("f5"),
    "settings": keys("f6"),
    "follow": keys(*FOLLOW),
    "rescue": keys(*FOLLOW, "r", "=half of it", "enter"),
    "import": keys("f3", "i"),
    "an import's report": an_import,
    "two ways": two_ways,
}
"""Full screens."""

WINDOWS: Final[dict[str, Open]] = {
    "connect": keys("f9"),
    "profiles": keys("ctrl+o"),
    "requirements": keys(*HINT, "ctrl+t"),
    "summary": keys(*REVIEW, "A"),
    "words": keys(*REVIEW, "home", "right", "down", "down", "e"),
    "a line": keys(*REVIEW, "home", "right", "down", "down", "r"),
    "why": keys(*REVIEW, "n", "w"),
    "a reason": keys(*REVIEW, "n", "X"),
    "parts of a change": keys(*REVIEW, "home", "right", "down", "down", "s"),
    "history": keys("f3", "down", "h"),
    "steps to jump to": keys(*FOLLOW, "g"),
    "help": keys("f1"),
    "theme": theme,
    "saved": keys(*REVIEW, "A", "enter"),
    "shopping": keys("f3", "down", "f12"),
    "every key": every_key,
    "an error": an_error,
}
"""Windows over them."""

EVERYWHERE: Final = ROOMS | WINDOWS


@contextmanager
def quiet(environment: dict[str, str]) -> Iterator[TailorApp]:
    """The app with a library, a memory in this process, no server to be found."""
    memory = ScriptedMemory()

    async def scripted(self: Workspace) -> Memory:
        return cast(Memory, memory)

    async def nobody(*_: Any) -> tuple[()]:
        return ()

    home = Path(environment["TAILOR_HOME"])
    home.mkdir(exist_ok=True)
    filled(str(home))
    with patch.object(Workspace, "memory", scripted), patch("tailor.providers.discovery.discover", nobody):
        yield TailorApp(environment)
