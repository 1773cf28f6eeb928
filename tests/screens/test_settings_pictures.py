"""Pictures of Settings and its windows, of profiles and of requirements; every one was looked at."""

import asyncio
from pathlib import Path

import pytest

from tailor.core.errors import DamagedError, ProviderError
from tests.screens.conftest import BREAD, make_app, shelf_of
from tests.screens.hostile import HOSTILE
from tests.screens.pictures_case import Compare, Size, keys, pictures

pytestmark = pytest.mark.usefixtures("look")

BUILTIN = """[profile]
use = ["me"]
me = ["no nuts (allergy)"]
ana = ["vegan", "I have no oven"]
"[/]\\u001B[2J" = ["salt [@click=app.quit]x[/]\\u001B]0;t\\u0007"]
"""
SERVER = """[provider]
base_url = "https://models.example.test/v1"
model = "small-but-with-a-very-long-name:8b-instruct-q4"
"""
EVIL = """[provider]
base_url = "http://127.0.0.1:9/v1"
model = "salt [@click=app.quit]x[/]\\u001B[2J"
"""
LOCAL = """[local]
model = "/models/Qwen2.5-1.5B-Instruct-Q4_K_M.gguf"
"""
HINT = ("enter", "=I live in an apartment. I have no oven and I prefer it sweet", "ctrl+t")
TEN = ("down",) * 10
STATES: dict[str, tuple[str, ...]] = {
    "settings": ("f6",),
    "server": ("f6", "down", "down"),
    "server_hostile": ("f6", "down", "down"),
    "server_damaged": ("escape", "f6"),
    "server_asked": ("f6", "down", "down", "enter"),
    "server_refuses": ("f6", "down", "down", "enter"),
    "server_models": ("f6", "down", "down", "enter"),
    "server_address": ("f6", "down", "enter"),
    "server_key": ("f6", "down", "down", "down", "enter", "=a secret"),
    "server_key_where": ("f6", "down", "down", "down", "enter", "=a secret", "enter"),
    "local": ("f6", "down", "down"),
    "strategy": ("f6", "down", "down", "enter"),
    "search": ("f6", *TEN[:4], "enter"),
    "theme": ("f6", *TEN, "enter"),
    "keys": ("f6", *TEN, "end", "enter"),
    "profile_lines": ("f6", *TEN[:6], "enter"),
    "profile_new": ("f6", *TEN[:9], "enter", "=guests"),
    "profiles": ("ctrl+o", "down", "space"),
    "requirements": HINT,
    "requirement_words": (*HINT, "e"),
    "requirements_hostile": ("enter", f"={HOSTILE['action']} {HOSTILE['clear screen']}", "ctrl+t"),
    "parting": (*HINT, "s"),
}


async def listed(*_: object, **__: object) -> tuple[str, ...]:
    return ("small", "a model with a long name, " * 4, HOSTILE["action"], *(f"model-{at}" for at in range(20)))


async def silent(*_: object, **__: object) -> tuple[str, ...]:
    await asyncio.Event().wait()
    return ()


async def failing(*_: object, **__: object) -> tuple[str, ...]:
    raise ProviderError("key", "The server does not take this key. Type it anew under Key, then try again.")


def damaged(*_: object) -> None:
    raise DamagedError("Line 3 of your settings cannot be read. Tailor's own are used until it is mended.")


def some_keys(_: object) -> list[tuple[str, str, str]]:
    """Not all there are: a new key is no reason for another picture."""
    long = "Jump to anything in view by its letter, and what has more than one is asked about"
    return [("app.help", "f1,question_mark", "Help for this screen"), ("app.jump", "ctrl+g", long)] * 15


FAULTS = {
    "keys": ("tailor.screens.settings.known_keys", some_keys),
    "server_damaged": ("tailor.config_file.load", damaged),
    "server_refuses": ("tailor.providers.server.list_models", failing),
    "server_asked": ("tailor.providers.server.list_models", silent),
    "server_models": ("tailor.providers.server.list_models", listed),
    "server_key_where": ("tailor.providers.keys.usable", lambda: True),
}


@pictures(
    STATES,
    "settings",
    "server_key",
    "theme",
    "keys",
    "profile_lines",
    "profiles",
    "requirements",
    "requirement_words",
    "parting",
)
def test_picture(
    state: str, size: Size, snap_compare: Compare, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tailor.screens.home.situation.PAUSE", 0.0)
    home = Path(environment["TAILOR_HOME"])
    home.mkdir()
    text = EVIL if state == "server_hostile" else SERVER if state.startswith("server") else BUILTIN
    text = LOCAL if state == "local" else text
    (home / "config.toml").write_text(text)
    if state in FAULTS:
        monkeypatch.setattr(*FAULTS[state])
    app = make_app(environment, monkeypatch, shelf_of(BREAD))
    assert snap_compare(app, terminal_size=size, run_before=keys(*STATES[state], busy=state == "server_asked"))
