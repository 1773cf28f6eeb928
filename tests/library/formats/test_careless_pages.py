"""Pages whose authors left tags open, repeated themselves, or wrote far too much: read all the same."""

import json
import time

import pytest

from tailor.core.errors import ContentError
from tailor.core.procedure import procedure
from tailor.library.formats import html_page

LIST = "<h2>Ingredients</h2><ul><li>2 cups oats</li><li>3 tbsp honey</li><li>1 pinch of salt</li></ul>"
STEPS = ("Mix the oats with the honey.", "Bake them for 20 minutes.", "Let them cool.")
SHOWN = f"{LIST}<h2>Directions</h2><ol>{''.join(f'<li>{step}</li>' for step in STEPS)}</ol>"


@pytest.mark.parametrize(
    "begin",
    [
        "<html><head><title>Bars</title><body><h1>Bars</h1>",
        "<html><head><title>Bars</title><div><h1>Bars</h1></div>",
        '<html><body><h1>Bars</h1><ul class="menu"><li style="display:none">Log in</ul>',
        "<html><body><h1>Bars</h1><ul><li hidden>Log in<li>Home</ul>",
        "<html><body><h1>Bars</h1><div><button>Save</div>",
    ],
)
def test_a_hidden_tag_that_is_left_open_hides_no_more_than_the_element_around_it(begin: str) -> None:
    made = html_page.read(begin + SHOWN).procedure
    assert made == procedure("Bars", STEPS, ("2 cups oats", "3 tbsp honey", "1 pinch of salt"))


def test_what_is_hidden_stays_hidden_whatever_it_leaves_open() -> None:
    hidden = '<div hidden><p>Old text<div></p></div><li>Old item</div><p style="display:none">Old</p>'
    assert html_page.read(f"<h1>Bars</h1><p>{hidden}{SHOWN}").procedure.steps == STEPS


def test_a_name_that_repeats_a_numbered_text_is_no_heading() -> None:
    text = "1. Mix it.2. Bake it."
    data = {"@type": "Recipe", "name": "Bars", "recipeInstructions": [{"name": text, "text": text}]}
    made = html_page.read(f'<script type="application/ld+json">{json.dumps(data)}</script>').procedure
    assert (made.steps, made.sections) == (("Mix it.", "Bake it."), ())


def test_a_page_of_thousands_of_headings_costs_no_more_than_its_length() -> None:
    begun = time.process_time()
    made = html_page.read("<h1>Bars</h1>" + "<h2>Steps</h2><ol><li>Bake the bars well.</li></ol>" * 480).procedure
    with pytest.raises(ContentError, match="20000 steps"):
        html_page.read("<h1>Bars</h1>" + "<h2>Steps</h2><p>Bake the bars well.</p>" * 20_000)
    assert (len(made.steps), time.process_time() - begun < 10) == (480, True)
