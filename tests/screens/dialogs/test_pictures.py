"""Pictures of the windows that open anywhere: help, actions, jump, who answers, what it takes, a fault."""

import asyncio
from concurrent.futures import Future
from pathlib import Path

import pytest

from tailor.core.errors import ProviderError
from tailor.providers.discovery import DiscoveredServer
from tailor.providers.local.catalog import HubFile
from tailor.providers.local.download import Progress
from tailor.providers.local.found import ModelFile
from tailor.providers.local.hub import Hub, RemoteFile
from tests.screens.conftest import BREAD, make_app, shelf_of
from tests.screens.hostile import HOSTILE
from tests.screens.pictures_case import Compare, Size, keys, pictures

pytestmark = pytest.mark.usefixtures("look")

LOCAL = DiscoveredServer("http://127.0.0.1:11434/v1", "Ollama", ("small", "large"), needs_key=False)
LOCKED = DiscoveredServer("http://127.0.0.1:8080/v1", "llama.cpp", (), needs_key=True)
EVIL = DiscoveredServer(
    "http://127.0.0.1:9/v1", HOSTILE["action"], (HOSTILE["clear screen"], "two"), needs_key=False
)
STATES: dict[str, tuple[str, ...]] = {
    "help": ("f1",),
    "actions": ("ctrl+p", "=re"),
    "jump": ("ctrl+g",),
    "connect_looking": ("f9",),
    "connect_nobody": ("f9",),
    "connect_found": ("f9",),
    "connect_models": ("f9", "enter"),
    "connect_hostile": ("f9", "down", "enter"),
    "connect_refused": ("f9", "down", "enter"),
    "models_offered": ("f9",),
    "models_question": ("f9", "down", "enter"),
    "models_fetching": ("f9", "down", "enter", "y"),
    "shopping": ("f12",),
}
FOUND: dict[str, tuple[DiscoveredServer, ...]] = {
    "connect_found": (LOCAL, LOCKED),
    "connect_models": (LOCAL, LOCKED),
    "connect_hostile": (LOCAL, EVIL),
    "connect_refused": (LOCAL, LOCKED),
}


@pictures(STATES, "help", "actions", "jump", "connect_models", "models_offered", "shopping")
def test_window(
    state: str, size: Size, snap_compare: Compare, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def discover() -> tuple[DiscoveredServer, ...]:
        if state == "connect_looking":
            await asyncio.Event().wait()
        return FOUND.get(state, ())

    async def refused(*_: object, **__: object) -> tuple[str, ...]:
        raise ProviderError("key", "The server wants a key. Settings (F6) keeps one for its address.")

    if state.startswith("models"):
        computer_with_models(monkeypatch)
    monkeypatch.setattr("tailor.providers.discovery.discover", discover)
    monkeypatch.setattr("tailor.providers.server.list_models", refused)
    app = make_app(environment, monkeypatch, shelf_of(BREAD))
    busy = state in ("connect_looking", "models_fetching")
    assert snap_compare(app, terminal_size=size, run_before=keys(*STATES[state], busy=busy))


class HalfDone:
    """A download that stays where it is."""

    def __init__(self, *_: object) -> None:
        self.progress = Progress(1_100_000_000, 2_497_000_000, 12e6)
        self.result: Future[Path] = Future()


def computer_with_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """One file lies here, models up to 7 GB fit, and the hub says what they are without being asked."""
    own = ModelFile("Llama-3.2-3B-Instruct-Q4_K_M", Path("/models/own.gguf"), 2_019_000_000, "LM Studio")

    def look_before(hub: Hub, source: HubFile) -> RemoteFile:
        return RemoteFile(
            source=source,
            host=hub.host,
            size=986_000_000,
            sha256="a" * 64,
            commit="c" * 40,
            licence="apache-2.0",
        )

    monkeypatch.setattr("tailor.providers.local.model_list.found", lambda *_: (own,))
    monkeypatch.setattr("tailor.providers.local.model_list.free_memory", lambda: 7_000_000_000)
    monkeypatch.setattr("tailor.providers.local.download.look_before", look_before)
    monkeypatch.setattr("tailor.providers.local.download.Download", HalfDone)
