"""Pages whose steps stand beside links, calls to readers and introductions, which are none."""

import json

import pytest

from tailor.library.formats.pages import reader as html_page

pytestmark = pytest.mark.web

STEPS = ("Mix the oats with the honey.", "Bake them for 20 minutes.", "Let them cool on a rack.")
LIST = "<ul><li>2 cups oats</li><li>3 tbsp honey</li><li>1 pinch of salt</li></ul>"
ITEMS = "".join(f"<li>{step}</li>" for step in STEPS)
TEXT = "".join(f"<p>{step}</p>" for step in STEPS)
MENU = "".join(f"<p>Read about the history of a kitchen, part {n}</p>" for n in range(20))


def page(inside: str) -> str:
    """A page with a title and enough text around the recipe to have menus."""
    return f"<html><body><h1>Bars</h1>{MENU}{inside}</body></html>"


def test_lines_that_are_links_and_nothing_else_are_no_steps() -> None:
    links = "".join(f'<li><a href="/{n}">Bars with a lot of honey, number {n}</a></li>' for n in range(3))
    found = html_page.read(page(f"<h2>Ingredients</h2>{LIST}<h2>Method</h2><ol>{ITEMS}{links}</ol>"))
    assert found.procedure.steps == STEPS
    assert "Bars with a lot of honey, number 2" in found.unused


def test_a_list_of_links_is_no_list_of_steps_whatever_its_name() -> None:
    links = "".join(f'<li><a href="/{n}">Bake bars with a lot of honey.</a></li>' for n in range(3))
    named = f'<div class="recipe-steps"><ol>{links}</ol></div>'
    assert html_page.read(page(f"{named}<h2>Method</h2><ol>{ITEMS}</ol>")).procedure.steps == STEPS


def test_an_ingredient_that_is_a_link_stays() -> None:
    linked = LIST.replace("3 tbsp honey", '<a href="/honey">3 tbsp honey</a>')
    made = html_page.read(page(f"<h2>Ingredients</h2>{linked}<h2>Method</h2><ol>{ITEMS}</ol>")).procedure
    assert made.resources == ("2 cups oats", "3 tbsp honey", "1 pinch of salt")


def test_a_window_over_the_page_holds_no_steps() -> None:
    window = '<div class="modal-body"><div class="instruction-empty">Click on the list to add this to.</div></div>'
    assert html_page.read(page(f"<h2>Method</h2><ol>{ITEMS}</ol>{window}")).procedure.steps == STEPS


def test_a_heading_below_the_steps_of_a_heading_without_marks_ends_them() -> None:
    below = (
        "<h3>The cook</h3><p>She has written about bars for a long time.</p><h4>More</h4><ol><li>Home</li></ol>"
    )
    made = html_page.read(page(f"{LIST}<p><b>Method:</b></p>{TEXT}{below}")).procedure
    assert made.steps == STEPS


def test_bullets_before_typed_numbers_lose_no_step() -> None:
    typed = "".join(f"<p>{n}. {step}</p>" for n, step in enumerate(STEPS, 1))
    made = html_page.read(page(f"<h2>Directions</h2><ul><li>{typed}</li></ul>")).procedure
    assert made.steps == STEPS


def test_what_stands_above_the_ingredients_in_a_part_named_instructions_is_no_step() -> None:
    inside = f"<p>Bars are a treat in every season.</p><h3>Ingredients</h3>{LIST}<h3>Method</h3><ol>{ITEMS}</ol>"
    assert html_page.read(page(f'<div class="instructions">{inside}</div>')).procedure.steps == STEPS


def test_a_single_step_that_only_the_page_shows_is_asked_for() -> None:
    found = html_page.read(page("<h2>Method</h2><p>Mix the oats with the honey.</p>"))
    assert (found.procedure.steps, found.unsure) == (STEPS[:1], True)


@pytest.mark.parametrize(
    "call",
    [
        "Follow us on Instagram!",
        "If you made this recipe, leave a comment and a rating below.",
        "Don't forget to rate this recipe!",
        "Tag @bars_and_more in your photos",
        "https://example.org/more-bars",
        "@bars_and_more",
        "Download PDF",
        "Did you make this recipe?",
    ],
)
def test_what_a_site_asks_of_its_readers_is_no_step(call: str) -> None:
    data = {"@type": "Recipe", "name": "Bars", "recipeInstructions": [*STEPS, call]}
    found = html_page.read(f'<script type="application/ld+json">{json.dumps(data)}</script>')
    assert (found.procedure.steps, found.unused[-1:]) == (STEPS, (call,))


def test_a_step_that_only_looks_like_a_call_stays() -> None:
    last = "If you like it sweet, add more honey."
    data = {"@type": "Recipe", "name": "Bars", "recipeInstructions": [*STEPS, last]}
    made = html_page.read(f'<script type="application/ld+json">{json.dumps(data)}</script>').procedure
    assert made.steps == (*STEPS, last)


def test_data_with_only_the_titles_of_the_parts_have_no_steps() -> None:
    data = {"@type": "Recipe", "name": "Bars", "recipeInstructions": ["Filling:", "Topping and cake:"]}
    script = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    found = html_page.read(page(f"{script}<h2>Method</h2><ol>{ITEMS}</ol>"))
    assert (found.procedure.steps, found.remark != "") == (STEPS, True)


def test_a_button_that_is_the_last_item_of_the_steps_is_none() -> None:
    data = {"@type": "Recipe", "name": "Bars", "recipeInstructions": list(STEPS)}
    script = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    found = html_page.read(page(f"{script}<ol>{ITEMS}<li>PRINT THIS RECIPE (UK)</li></ol>"))
    assert (found.procedure.steps, found.unsure) == (STEPS, False)
