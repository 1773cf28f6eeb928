"""Pictures of the windows that open anywhere: help, actions, jump, who answers, what it takes, a fault."""

import asyncio

import pytest

from tailor.core.errors import ProviderError
from tailor.providers.discovery import DiscoveredServer
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
    "shopping": ("f12",),
}
FOUND: dict[str, tuple[DiscoveredServer, ...]] = {
    "connect_found": (LOCAL, LOCKED),
    "connect_models": (LOCAL, LOCKED),
    "connect_hostile": (LOCAL, EVIL),
    "connect_refused": (LOCAL, LOCKED),
}


@pictures(STATES, "help", "actions", "jump", "connect_models", "shopping")
def test_window(
    state: str, size: Size, snap_compare: Compare, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def discover() -> tuple[DiscoveredServer, ...]:
        if state == "connect_looking":
            await asyncio.Event().wait()
        return FOUND.get(state, ())

    async def refused(*_: object, **__: object) -> tuple[str, ...]:
        raise ProviderError("key", "The server wants a key. Settings (F6) keeps one for its address.")

    monkeypatch.setattr("tailor.providers.discovery.discover", discover)
    monkeypatch.setattr("tailor.providers.server.list_models", refused)
    app = make_app(environment, monkeypatch, shelf_of(BREAD))
    assert snap_compare(app, terminal_size=size, run_before=keys(*STATES[state], busy=state == "connect_looking"))
