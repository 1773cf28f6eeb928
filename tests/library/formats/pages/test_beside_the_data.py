"""What a page shows in its lists and warnings and its data lack is named among the unused lines."""

import json

import pytest

from tailor.core.procedure import Json
from tailor.library.formats.pages import reader as html_page

pytestmark = pytest.mark.web

_ITEMS = ("1 cucumber", "2 limes", "1 tsp salt")
_STEPS = ("Slice the cucumber.", "Squeeze the limes.")


def _list(*lines: str, tag: str = "ul", name: str = "") -> str:
    return f"<{tag}{name}>{''.join(f'<li>{line}</li>' for line in lines)}</{tag}>"


def _unused(shown: str, *, items: tuple[str, ...] = _ITEMS, steps: tuple[str, ...] = _STEPS) -> tuple[str, ...]:
    recipe: dict[str, Json] = {"@type": "Recipe", "name": "Salad"}
    recipe |= {"recipeIngredient": [*items], "recipeInstructions": [*steps]}
    data = f'<script type="application/ld+json">{json.dumps(recipe)}</script>'
    found = html_page.read(f"<html><head>{data}</head><body><h1>Salad</h1>{shown}</body></html>")
    assert (found.procedure.resources, found.procedure.steps) == (items, steps)
    return found.unused


@pytest.mark.parametrize(
    "shown",
    [
        f"<h2>Ingredients</h2>{_list(*_ITEMS, '200 g cooked prawns')}",
        f"<h2>Ingredients</h2>{_list(*_ITEMS)}<h3>On top</h3>{_list('200 g cooked prawns')}",
        f"<h2>Ingredients</h2>{_list(*_ITEMS)}<p>200 g cooked prawns</p>",
        _list(*_ITEMS, "200 g cooked prawns", name=' class="ingredients"'),
        _list(*_ITEMS, "200 g cooked prawns"),
        _list("1 large cucumber", "limes", "200 g cooked prawns").replace("1 large", "1"),
    ],
    ids=["headed", "in parts", "paragraph", "named", "bare", "other amounts"],
)
def test_an_item_that_only_the_page_lists_is_named(shown: str) -> None:
    assert _unused(shown) == ("200 g cooked prawns",)


@pytest.mark.parametrize("tag", ["ol", "ul"])
def test_a_step_that_only_the_page_shows_is_named(tag: str) -> None:
    assert _unused(_list(*_STEPS, "Fold in the prawns.", tag=tag)) == ("Fold in the prawns.",)
    shown = "".join(f"<p>{step}</p>" for step in (*_STEPS, "Fold in the prawns."))
    assert _unused(f"<h2>Method</h2>{shown}") == ("Fold in the prawns.",)


@pytest.mark.parametrize(
    "warning",
    [
        "Warning: contains nuts.",
        "Contains: milk, soy",
        "Allergens: celery",
        "The sauce may contain traces of peanuts.",
        "Kann Spuren von Nüssen enthalten.",
    ],
)
def test_a_warning_of_the_page_is_named(warning: str) -> None:
    assert _unused(f"<p>Our best salad.</p><p>{warning}</p>") == (warning,)


def test_a_thing_with_words_of_two_others_is_not_one_of_them() -> None:
    items = ("1 tbsp peanut oil", "50 g butter", "20 g cocoa")
    shown = _list(*items, "2 tbsp peanut butter", "100 g coconut")
    assert _unused(shown, items=items) == ("2 tbsp peanut butter", "100 g coconut")


@pytest.mark.parametrize(
    "shown",
    [
        f"<h2>Ingredients</h2>{_list('2 cucumbers', '2 lime', '1 teaspoon salt')}",
        f"<h2>Ingredients</h2>{_list('cucumber and salt', 'limes')}",
        f"<h2>Ingredients</h2>{_list('Salt – take any that you have at home, as long as it is fine')}",
        _list("Home", "About", "Prawn salad", "Nut cake"),
        "<p>This post may contain affiliate links.</p>",
        _list(*_STEPS, tag="ol"),
        _list(*_ITEMS, "Print this recipe", "Ingredients"),
    ],
    ids=["other words", "together", "about an item", "menu", "site", "same steps", "button and heading"],
)
def test_what_the_data_say_too_and_what_is_no_list_of_theirs_is_not_named(shown: str) -> None:
    assert _unused(shown) == ()
