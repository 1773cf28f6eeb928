"""Texts are readable in every theme, Tailor's own and those that come with Textual."""

from typing import Final

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from tailor.app import TailorApp
from tailor.screens import themes
from tests.screens.conftest import BREAD, make_app, shelf_of, started

COLOURED = sorted({*BUILTIN_THEMES, *(theme.name for theme in themes.OWN)} - {"ansi-dark", "ansi-light"})
GROUNDS: Final = (
    "background",
    "surface",
    "panel",
    "block-cursor-background",
    "block-cursor-blurred-background",
)
"""The colours behind texts."""


@pytest.mark.parametrize("name", COLOURED)
def test_every_text_is_readable_on_everything_that_is_behind_it(environment: dict[str, str], name: str) -> None:
    app = TailorApp(environment | {"TEXTUAL_THEME": name})
    shown = app.get_css_variables()
    hard = [
        (ink, ground)
        for ink in themes.INKS
        for ground in GROUNDS
        if themes.contrast(Color.parse(shown[ink]), Color.parse(shown[ground])) < themes.READABLE
    ]
    assert app.theme == name
    assert not hard


def test_what_widgets_read_is_as_readable_as_the_style_sheets(environment: dict[str, str]) -> None:
    app = TailorApp(environment | {"TEXTUAL_THEME": "textual-light"})
    assert app.get_css_variables() == app.theme_variables


@pytest.mark.parametrize("name", ["ansi-dark", "ansi-light"])
def test_the_terminals_own_colours_are_left_to_the_terminal(environment: dict[str, str], name: str) -> None:
    assert TailorApp(environment | {"TEXTUAL_THEME": name}).get_css_variables()["accent"].startswith("ansi_")


def test_contrast_is_reckoned_as_the_standard_says() -> None:
    black, white, grey = map(Color.parse, ("#000000", "#ffffff", "#767676"))
    assert themes.contrast(black, white) == pytest.approx(21)
    assert themes.contrast(grey, white) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("colours", ["standard", "truecolor"])
async def test_with_16_colours_the_selected_row_is_underlined_too(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, colours: str
) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", colours)
    app = make_app(environment, monkeypatch, shelf_of(BREAD))
    async with started(app):
        selected = app.screen.query_one("#books").get_component_styles("option-list--option-highlighted")
        assert ("underline" in str(selected.text_style)) == (colours == "standard")
