"""Pages that show the words of their data in a better form, or more of them."""

import json

import pytest

from tailor.core.procedure import Json
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.shared.parsed import ParsedProcedure

pytestmark = pytest.mark.web

_THINGS = ("3 mere", "50 g zahăr", "1 l apă")
_STEPS = (
    "Curăță merele. Taie-le în bucăți mici",
    "Fierbe apa cu zahărul într-o oală",
    "Pune merele în apă și așteaptă o oră sub capac",
)
_BARE = (
    "Curata merele. Taie-le in bucati miciFierbe apa cu zaharul intr-o oala"
    "Pune merele in apa si asteapta o ora sub capac"
)


def _items(texts: tuple[str, ...], tag: str = "li") -> str:
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)


def _read(shown: str, steps: Json, things: tuple[str, ...] = _THINGS) -> ParsedProcedure:
    recipe: dict[str, Json] = {"@type": "Recipe", "name": "Compot"}
    recipe |= {"recipeIngredient": [*things], "recipeInstructions": steps}
    data = f'<script type="application/ld+json">{json.dumps(recipe)}</script>'
    return html_page.read(f"<html><head>{data}</head><body><h1>Compot</h1>{shown}</body></html>")


@pytest.mark.parametrize("wish", ["", "<li>Poftă bună!</li>"])
def test_data_without_accents_and_breaks_are_read_as_the_list_that_the_page_shows(wish: str) -> None:
    found = _read(f"<h2>Mod de preparare</h2><ul>{_items(_STEPS)}{wish}</ul>", _BARE + wish[4:-5])
    assert (found.procedure.steps, found.unsure) == (_STEPS, False)


@pytest.mark.parametrize(
    ("shown", "steps", "unsure"),
    [
        (_STEPS, _STEPS, True),
        (_STEPS[:1], _STEPS[:1], False),
        (_STEPS[1:], _STEPS[:1], False),
    ],
)
def test_steps_that_the_page_shows_below_the_only_one_of_its_data_are_proposed(
    shown: tuple[str, ...], steps: tuple[str, ...], unsure: bool
) -> None:
    said, told = (tuple(f"{step}." for step in each) for each in (shown, steps))
    only: Json = [{"@type": "HowToStep", "text": f"{_STEPS[0]}."}]
    found = _read(f"<h2>Mod de preparare</h2>{_items(said, 'p')}", only)
    assert (found.procedure.steps, found.unsure) == (told, unsure)


@pytest.mark.parametrize(
    ("torn", "whole"),
    [
        (
            ("6 eggs", "beaten", "4 oz ham", "cut into strips", "Salt"),
            ("6 eggs, beaten", "4 oz ham, cut into strips", "Salt"),
        ),
        (("6 eggs", "4 oz ham", "Salt", "2 limes"), ("6 eggs, 4 oz ham", "Salt", "2 limes")),
    ],
)
def test_things_torn_at_commas_are_read_as_the_page_shows_them(
    torn: tuple[str, ...], whole: tuple[str, ...]
) -> None:
    found = _read(f"<h2>Ingredients</h2>{_items(whole, 'p')}", [*_STEPS], torn)
    assert found.procedure.resources == (whole if "beaten" in torn else torn)
