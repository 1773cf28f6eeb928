"""Pages without JSON-LD: microdata, data without steps, and menus that are none."""

import json

import pytest

from tailor.core.errors import ContentError
from tailor.library.formats.pages import page_data
from tailor.library.formats.pages import reader as html_page

pytestmark = pytest.mark.web

MICRODATA = """
<div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">Oat bars</h1>
<span itemprop="recipeYield">12 bars</span><img itemprop="image" src="a.jpg">
<ul><li itemprop="recipeIngredient">2 cups oats<li itemprop="recipeIngredient">3 tbsp honey &amp; salt</ul>
<ol itemprop="recipeInstructions"><li>Mix them.<br>Press flat.</li><li>Bake for 20 <b>minutes</b>.</li></ol>
<div itemprop="author" itemscope itemtype="http://schema.org/Person"><span itemprop="name">Ann</span></div></div>
"""
MENU = (
    "<ul>"
    + "".join(
        f"<li>{word}</li>" for word in ["Home", "Shop", "Recipes", "Videos", "About", "Contact", "Press", "Jobs"]
    )
    + "</ul>"
)


def test_a_page_marked_with_microdata_is_read_without_any_extra() -> None:
    made = html_page.read(MICRODATA, "x").procedure
    assert made.goal == "Oat bars"
    assert made.resources == ("2 cups oats", "3 tbsp honey & salt")
    assert made.steps == ("Mix them.", "Press flat.", "Bake for 20 minutes.")


def test_a_list_that_the_data_hold_twice_is_there_once() -> None:
    things = "".join(f'<p itemprop="ingredients">{one}</p>' for one in ("2 cups oats", "3 tbsp honey") * 2)
    step = '<p itemprop="recipeInstructions">Mix it.</p>'
    page = f'<div itemscope itemtype="http://schema.org/Recipe">{things}{step}</div>'
    assert html_page.read(page, "Bars").procedure.resources == ("2 cups oats", "3 tbsp honey")


def test_a_one_that_fills_every_field_for_an_amount_is_no_amount() -> None:
    def things(*names: str) -> tuple[str, ...]:
        fields = '<p itemprop="ingredient" itemscope><i itemprop="name">{}</i><i itemprop="amount">1</i></p>'
        listed = "".join(map(fields.format, names))
        step = '<p itemprop="recipeInstructions">Mix it.</p>'
        page = f'<div itemscope itemtype="http://schema.org/Recipe">{listed}{step}</div>'
        return html_page.read(page, "Bars").procedure.resources

    assert things("2 cups oats", "3 tbsp honey", "salt") == ("2 cups oats", "3 tbsp honey", "salt")
    assert things("egg", "400 g tin of milk", "lime") == ("1 egg", "1 400 g tin of milk", "1 lime")


def test_each_step_may_be_an_item_of_its_own() -> None:
    of = 'itemscope itemtype="https://schema.org/'
    step = f'<p itemprop="recipeInstructions" {of}HowToStep"><i itemprop="text">{{}}</i></p>'
    page = f'<div {of}Recipe">{step.format("Boil it.")}{step.format("Pour it.")}</div>'
    assert html_page.read(page, "Tea").procedure.steps == ("Boil it.", "Pour it.")


@pytest.mark.parametrize("html", ["", "<p>itemprop", '<div itemprop="a">x', "<div itemscope>" * 500 + "</p>" * 9])
def test_broken_microdata_gives_what_can_be_read(html: str) -> None:
    assert isinstance(page_data.items(html), list)


def test_data_without_steps_gives_title_and_list_and_the_page_the_steps() -> None:
    data = json.dumps({"@type": "Recipe", "name": "Oat bars", "recipeIngredient": ["oats", "honey"]})
    steps = "<h2>Method</h2><ol><li>Mix the oats with honey.</li></ol>"
    made = html_page.read(f'<script type="application/ld+json">{data}</script>{MENU * 4}{steps}', "x").procedure
    assert (made.goal, made.resources) == ("Oat bars", ("oats", "honey"))
    assert made.steps == ("Mix the oats with honey.",)


def test_menus_and_amounts_are_no_steps() -> None:
    amounts = "<ul>" + "".join(f"<li>{n} cups of flour and water</li>" for n in range(2, 9)) + "</ul>"
    with pytest.raises(ContentError, match="No steps were found"):
        html_page.read(f"<h1>Bread</h1>{MENU * 4}{amounts}", "x")


STEPS = ("Soak the oats in the water.", "Boil them for five minutes.", "Eat them with the honey.")
TITLES = ("The evening before", "In the morning", "To serve")


def marked(*inner: str) -> str:
    each = "".join(f'<div itemprop="recipeInstructions">{one}</div>' for one in inner)
    return f'<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Oats</h1>{each}</div>'


def test_the_number_and_the_title_above_each_marked_step_are_no_words_of_it() -> None:
    each = [
        f"<div><span>{number}</span> <span>{title}</span></div><p>{step}</p>"
        for number, (title, step) in enumerate(zip(TITLES, STEPS, strict=True), 1)
    ]
    made = html_page.read(marked(*each)).procedure
    assert (made.steps, made.sections) == (STEPS, tuple(enumerate(TITLES, 1)))


def test_titles_of_only_some_marked_steps_are_left_out_and_named() -> None:
    each = [STEPS[0], *(f"<div>{n} {TITLES[n - 1]}</div><p>{STEPS[n - 1]}</p>" for n in (2, 3))]
    found = html_page.read(marked(*each, *each))
    assert (found.procedure.steps, found.procedure.sections) == (STEPS, ())
    assert set(TITLES[1:]) <= set(found.unused)
