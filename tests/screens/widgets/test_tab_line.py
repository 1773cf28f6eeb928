"""The line of tabs: where one is, where one can go, by key and by click, at every width."""

import pytest

from tailor.app import TailorApp
from tailor.screens.widgets.tab_line import TabLine
from tests.screens.conftest import ready, screen_text, started

NAMES = ["Home", "Library", "Create", "Memory", "Settings"]


def top(app: TailorApp) -> str:
    return screen_text(app).splitlines()[0]


@pytest.mark.parametrize("width", [40, 50, 62, 80, 200])
async def test_all_tabs_are_named_on_one_line_at_every_width(app: TailorApp, width: int) -> None:
    async with started(app, (width, 24)):
        places = [top(app).index(name) for name in NAMES]
        assert places == sorted(places)
        assert ("F3 Library" in top(app)) == (width >= 72)


async def test_the_open_tab_is_underlined_and_a_click_opens_another(app: TailorApp) -> None:
    async with started(app) as pilot:
        for name, mode in (("Library", "library"), ("Home", "home")):
            await pilot.click(TabLine, offset=(top(app).index(name) + 1, 0))
            await ready(pilot)
            assert app.current_mode == mode
            line = app.screen.query_one(TabLine)
            styled = [part.text for part in line.render_line(0) if part.style and part.style.underline]
            assert styled == [name]


async def test_a_key_of_ones_own_stands_before_its_tab(app: TailorApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        app.set_keymap({"app.library": "f10"})
        await ready(pilot)
        app.screen.query_one(TabLine).refresh()
        await ready(pilot)
        assert "F10 Library" in top(app)
