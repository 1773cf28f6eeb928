"""The stage on which the monkey plays: the app in a home of its own, and a model that says anything."""

import asyncio
import contextlib
import random
import tempfile
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast
from unittest.mock import patch

from memory.client import Memory
from memory.messages import MemoryHit
from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo
from tailor.app import TailorApp
from tailor.backend import Backend
from tailor.core.errors import ProviderError, TailorError
from tailor.core.protocols import AgentBackend
from tailor.core.text import clean, normal
from tailor.providers.discovery import DiscoveredServer
from tailor.providers.scripted import Piece, Said, Scripted, ScriptedRequest
from tailor.screens.dialogs.base import ErrorDialog
from tailor.workspace import Workspace
from tests.screens.hostile import HOSTILE
from tests.screens.library_case import filled
from tests.screens.memory_case import EVIL, NEAR, ScriptedMemory


def streaming(dice: random.Random) -> AgentBackend:
    """A model whose answers come in small pieces: edits, lists, hostile ones, endless ones, faults."""

    def answer(request: ScriptedRequest) -> Said:
        drawn = dice.random()
        if drawn < 0.06:
            return ProviderError("network", "The server is not there. Start it, then try again.")
        text = _edits(dice) if drawn < 0.7 else _steps(dice)
        size = dice.randint(1, 40)
        pieces: list[Piece] = [text[at : at + size] for at in range(0, len(text), size)]
        if drawn > 0.9:
            pieces.append(asyncio.Event())  # it never goes on: Esc must end it
        return pieces

    return ModelAgents(Scripted(answer, name="monkey", host="there.test"), "tailor")


def _edits(dice: random.Random) -> str:
    lines = []
    for _ in range(dice.randint(0, 9)):
        words = dice.choice([*HOSTILE.values(), "Bake it for 12 minutes.", "Add peanut butter.", ""])[:400]
        step = dice.randint(0, 7)
        lines.append("# because there is no oven [R1]")
        lines.append(f"{dice.choice(('insert', 'replace'))}({step}, {normal(words)})")
    return "\n".join([*lines, "done" if lines else "no edits"])


def _steps(dice: random.Random) -> str:
    return "\n".join(f"{number}. Do a thing [[{number} times]]." for number in range(1, dice.randint(2, 9)))


def _as_kept(row: MemoryHit) -> MemoryHit:
    """The row as a memory gives it, which holds nothing that was not cleaned."""
    return replace(row, goal=normal(row.goal), steps=tuple(map(normal, row.steps)), source=clean(row.source))


@contextlib.contextmanager
def stage(seed: int, fault: Callable[[str], None], *, server: bool) -> Iterator[TailorApp]:
    """The app in a home of its own, with a library, a memory and whoever answers; nothing leaves the process.

    `fault` hears of errors that no person should see.
    """
    crew = streaming(random.Random(seed))

    async def backend_for(*_: object, **__: object) -> Backend:
        return Backend(crew, BackendInfo(provider="server", model="monkey", host="there.test"))

    async def scripted(self: Workspace) -> Memory:
        return cast(Memory, memory)

    async def discover(*_: object) -> tuple[DiscoveredServer, ...]:
        return (DiscoveredServer("http://127.0.0.1:9/v1", "Monkey", ("one", HOSTILE["action"]), needs_key=False),)

    async def models(*_: object, **__: object) -> tuple[str, ...]:
        return ("one", HOSTILE["closing tag"])

    def told(error: BaseException) -> ErrorDialog:
        if not isinstance(error, TailorError):
            fault("".join(traceback.format_exception(error)))
        return plain_dialog(error)

    async def stays(self: TailorApp) -> None:
        """The monkey does not end its own game."""

    memory = ScriptedMemory(rows=(*NEAR, *map(_as_kept, EVIL)))
    plain_dialog = ErrorDialog.of
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        stack.enter_context(contextlib.chdir(folder))
        instead: dict[str, object] = {
            "tailor.providers.discovery.discover": discover,
            "tailor.providers.server.list_models": models,
            "tailor.providers.local.model_list.found": lambda *_: (),
            "tailor.providers.local.model_list.free_memory": lambda: 0,  # so that none is offered to fetch
            "textual.constants.TEXTUAL_ANIMATIONS": "none",
        }
        if server:
            instead["tailor.backend.backend_for"] = backend_for
        for name, stand_in in instead.items():
            stack.enter_context(patch(name, stand_in))
        stack.enter_context(patch.dict("os.environ", {"HOME": folder}))  # an export goes there
        stack.enter_context(patch.object(Workspace, "memory", scripted))
        stack.enter_context(patch.object(ErrorDialog, "of", told))
        stack.enter_context(patch.object(TailorApp, "action_quit", stays))
        home = Path(folder) / "home"
        home.mkdir()
        if server:
            (home / "config.toml").write_text('[provider]\nbase_url = "http://127.0.0.1:9/v1"\nmodel = "one"\n')
        filled(str(home))
        yield TailorApp({"TAILOR_HOME": str(home)})
