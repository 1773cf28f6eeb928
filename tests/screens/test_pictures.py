"""Pictures of Home at the sizes people have; every one was looked at before it was kept."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tailor.app import TailorApp
from tailor.core.procedure import Procedure
from tailor.screens import themes
from tests.screens.conftest import BREAD, make_app, ready, shelf_of, typed
from tests.screens.hostile import HOSTILE

SIZES = [(80, 24), (120, 40), (40, 15)]
Compare = Callable[..., bool]
Before = Callable[[Any], Awaitable[None]]


def keys(*pressed: str) -> Before:
    """Waits for the procedures, presses the keys, and waits for what they do."""

    async def before(pilot: Any) -> None:
        await ready(pilot)
        await pilot.press(*pressed)
        await ready(pilot)

    return before


sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


@sizes
def test_home_at_the_start(snap_compare: Compare, app: TailorApp, size: tuple[int, int]) -> None:
    assert snap_compare(app, terminal_size=size, run_before=keys())


@sizes
def test_home_with_a_hint(snap_compare: Compare, app: TailorApp, size: tuple[int, int]) -> None:
    hint = "I have no oven. I prefer it sweet. I want to also make it crisp. I have baked for years. Hm"
    assert snap_compare(app, terminal_size=size, run_before=keys("enter", *typed(hint)))


@sizes
def test_home_where_nothing_fits(snap_compare: Compare, app: TailorApp, size: tuple[int, int]) -> None:
    assert snap_compare(app, terminal_size=size, run_before=keys(*typed("fix a wobbly chair")))


@sizes
def test_home_with_hostile_texts(
    snap_compare: Compare, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    evil = [Procedure(goal=text[:300], steps=(text[:300],)) for text in HOSTILE.values()]
    assert snap_compare(
        make_app(environment, monkeypatch, shelf_of(*evil)), terminal_size=size, run_before=keys("down")
    )


def test_home_in_light_colours(snap_compare: Compare, app: TailorApp) -> None:
    app.theme = themes.LIGHT.name
    assert snap_compare(app, terminal_size=(80, 24), run_before=keys())


def test_home_without_colour(snap_compare: Compare, environment: dict[str, str], monkeypatch: Any) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(environment, monkeypatch, shelf_of(BREAD))
    assert snap_compare(app, terminal_size=(80, 24), run_before=keys("enter", *typed("no oven")))


def test_home_offering_a_key(snap_compare: Compare, environment: dict[str, str], monkeypatch: Any) -> None:
    app = make_app(environment | {"OPENAI_API_KEY": "x"}, monkeypatch, shelf_of(BREAD))
    assert snap_compare(app, terminal_size=(80, 24), run_before=keys("enter", "enter"))


def test_a_window_too_small(snap_compare: Compare, app: TailorApp) -> None:
    assert snap_compare(app, terminal_size=(34, 9), run_before=keys())


@sizes
def test_the_sheet(snap_compare: Compare, app: TailorApp, size: tuple[int, int]) -> None:
    before = keys("ctrl+n", *typed("Fix a chair"), "enter", *typed("1. Glue"), "enter", *typed("2. Clamp"))
    assert snap_compare(app, terminal_size=size, run_before=before)


@sizes
def test_help(snap_compare: Compare, app: TailorApp, size: tuple[int, int]) -> None:
    assert snap_compare(app, terminal_size=size, run_before=keys("f1"))


def test_an_empty_library(snap_compare: Compare, app: TailorApp) -> None:
    assert snap_compare(app, terminal_size=(80, 24), run_before=keys("f3"))
