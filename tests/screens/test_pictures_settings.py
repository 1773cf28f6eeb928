"""Pictures of the Settings screen and the windows about profiles and requirements; each was looked at."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tailor.app import TailorApp
from tests.screens.conftest import BREAD, make_app, shelf_of, typed
from tests.screens.test_pictures import keys

SETTINGS = """[profile]
use = ["me"]
me = ["no nuts (allergy)"]
ana = ["vegan", "I have no oven"]
"[/]\\u001B[2J" = ["salt [@click=app.quit]x[/]\\u001B]0;t\\u0007"]
"""
HINT = ("enter", *typed("I live in an apartment. I have no oven and I prefer it sweet"))
STATES = {
    "settings": ("f6",),
    "strategy": ("f6", "down", "down", "enter"),
    "profile_lines": ("f6", "down", "down", "down", "down", "down", "enter"),
    "profiles": ("enter", "ctrl+o", "down", "space"),
    "found": HINT,
    "requirements": (*HINT, "ctrl+t"),
    "parting": (*HINT, "ctrl+t", "s"),
}
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x15": (40, 15)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_picture(
    state: str,
    size: str,
    snap_compare: Callable[..., bool],
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tailor.screens.situation.PAUSE", 0.0)
    home = Path(environment["TAILOR_HOME"])
    home.mkdir()
    (home / "config.toml").write_text(SETTINGS)
    app: TailorApp = make_app(environment, monkeypatch, shelf_of(BREAD))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=keys(*STATES[state]))
