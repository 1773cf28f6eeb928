"""Pages whose lists have no heading that says what they are, and data that name their steps only."""

import json

import pytest

from tailor.library.formats.pages import reader as html_page

MENU = "<ul>" + "".join(f'<li><a href="{n}.html">Page {n}</a></li>' for n in range(12)) + "</ul>"
REST = "".join(f"<p>These are words number {n} about the house and its people.</p>" for n in range(8))
THINGS = "<ul><li>2 cups bran</li><li>1 cup milk</li><li>salt</li></ul>"


@pytest.mark.web
@pytest.mark.parametrize("head", ["", "<h2>Ingredients</h2>"])
@pytest.mark.parametrize("end", [".", ""])
@pytest.mark.parametrize("kind", ["ul", "ol"])
def test_a_list_that_tells_what_to_do_is_the_steps_and_mostly_asked_for(head: str, end: str, kind: str) -> None:
    items = "".join(f"<li>{step}{end}</li>" for step in ("Heat the oven", "Mix it all", "Bake for 20 minutes"))
    found = html_page.read(f"{MENU}<h1>Bran bread</h1>{head}{THINGS}<{kind}>{items}</{kind}>{REST}")
    assert found.procedure.steps == (f"Heat the oven{end}", f"Mix it all{end}", f"Bake for 20 minutes{end}")
    assert found.procedure.resources[-3:] == ("2 cups bran", "1 cup milk", "salt")
    assert found.unsure is not (head != "" and kind == "ol")  # numbers below a list that is called so


@pytest.mark.web
def test_lines_that_only_breaks_part_are_read_as_a_text_and_asked_for() -> None:
    found = html_page.read(
        "<h1>Leek soup</h1>2 leeks<br>1 l stock<br>1 potato<br><br>Cut the leeks.<br>Boil them in the stock."
    )
    assert found.procedure.resources == ("2 leeks", "1 l stock", "1 potato")
    assert found.procedure.steps == ("Cut the leeks.", "Boil them in the stock.")
    assert found.unsure


def test_prose_at_the_end_of_the_steps_is_asked_for_and_credits_are_none() -> None:
    page = "<h1>Stew</h1><h2>Ingredients</h2><ul><li>1 lb beans</li><li>2 carrots</li><li>1 onion</li></ul>"
    page += "<h2>Directions</h2><p>Boil the beans.</p><p>Add the carrots and the onion.</p><p>Season it.</p>"
    credits = "<p>Source: the village hall</p><p>Posted on 5 May 2010</p><p>Enjoy!</p>"
    assert html_page.read(page + credits).procedure.steps[-1] == "Season it."
    assert not html_page.read(page + credits).unsure
    assert html_page.read(f"{page}<p>This keeps for a week in the cellar and gets better.</p>{credits}").unsure


def test_data_that_hold_but_the_names_of_the_steps_are_asked_for() -> None:
    steps = [{"@type": "HowToStep", "text": text} for text in ("Making the dough", "Shaping", "Baking the loaf")]
    data = {"@type": "Recipe", "name": "Bread", "recipeInstructions": steps, "recipeIngredient": ["a", "b", "c"]}
    assert html_page.read(f'<script type="application/ld+json">{json.dumps(data)}</script>').unsure
