"""Pictures of Home and of the sheet for one's own procedure; every one was looked at before it was kept."""

import pytest

from tailor.app import TailorApp
from tailor.core.errors import ContentError, DamagedError, UsageError
from tailor.core.procedure import Procedure
from tailor.screens import themes
from tailor.screens.home.screen import HomeScreen
from tailor.workspace import Workspace
from tests.screens.conftest import BALCONY, BREAD, EMPTY, make_app, shelf_of
from tests.screens.hostile import HOSTILE
from tests.screens.pictures_case import Compare, Size, in_colour, keys, pictures

pytestmark = pytest.mark.usefixtures("look")

HINT = "I have no oven. I prefer it sweet. I want to also make it crisp. I have baked for years. Hm"
EVIL = tuple(Procedure(goal=text[:300], steps=(text[:300],)) for text in HOSTILE.values())
WAYS: dict[str, tuple[str, ...]] = {
    "start": (),
    "empty": (),
    "hint": ("enter", f"={HINT}"),
    "nothing_fits": ("=fix a wobbly chair",),
    "reading": ("enter", "=no oven", "enter"),
    "unreadable": (),
    "damaged_settings": (),
    "refused": ("enter", "=no oven", "enter"),
    "hostile": ("down", "enter", f"={HOSTILE['action']} {HOSTILE['clear screen']} {HOSTILE['long word'][:300]}"),
    "sheet_empty": ("ctrl+n",),
    "sheet": (
        "ctrl+n",
        "=Fix a chair",
        "enter",
        "=1. Glue it.\n2. Clamp it for an hour, longer where it is cold.",
    ),
    "sheet_hostile": ("ctrl+n", f"={HOSTILE['open tag']}", "enter", "=" + "\n".join(HOSTILE.values())[:2_000]),
}


def never(self: HomeScreen, *, marks_new: bool = True) -> None:
    """The procedures are still being read."""


def unread(self: Workspace) -> None:
    raise ContentError("The library cannot be read: the disk is broken.")


def damaged(*_: object) -> None:
    raise DamagedError("Line 3 of your settings cannot be read. Tailor's own are used until it is mended.")


def refused(*_: object) -> None:
    raise UsageError("The settings name a server, but no model. F9 lets you choose one.")


FAULTS = {
    "reading": ("tailor.screens.home.screen.HomeScreen.reload", never),
    "unreadable": ("tailor.screens.home.catalog.read_catalog", unread),
    "damaged_settings": ("tailor.config_file.load", damaged),
    "refused": ("tailor.runs.session.RunSession.open", refused),
}


@pictures(WAYS, "hint", "damaged_settings", "sheet")
def test_home(
    state: str, size: Size, snap_compare: Compare, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {"empty": (), "hostile": EVIL}.get(state, (BREAD, BALCONY, EMPTY))
    app = make_app(environment, monkeypatch, shelf_of(*there))
    if state in FAULTS:
        monkeypatch.setattr(*FAULTS[state])
    assert snap_compare(app, terminal_size=size, run_before=keys(*WAYS[state]))


@in_colour
def test_home_in_light_colours(snap_compare: Compare, app: TailorApp) -> None:
    app.theme = themes.LIGHT.name
    assert snap_compare(app, terminal_size=(80, 24), run_before=keys())


@in_colour
def test_home_offering_a_key(
    snap_compare: Compare, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(environment | {"OPENAI_API_KEY": "x"}, monkeypatch, shelf_of(BREAD))
    assert snap_compare(app, terminal_size=(80, 24), run_before=keys("enter", "enter"))


@in_colour
def test_a_window_too_small(snap_compare: Compare, app: TailorApp) -> None:
    assert snap_compare(app, terminal_size=(34, 9), run_before=keys())
