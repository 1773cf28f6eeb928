"""Small lines around the steps of a page that are none: yields, food values, notes and titles."""

import json

import pytest

from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.shared.html_text import page_lines
from tailor.library.formats.shared.parsed import ParsedProcedure

THINGS = "<h2>Ingredients</h2><ul><li>200 g flour</li><li>2 eggs</li><li>300 ml milk</li></ul>"
STEPS = (
    "Whisk the flour and the eggs in a large bowl until nothing is lumpy.",
    "Pour the milk in slowly and whisk it until the batter is smooth.",
    "Fry each pancake in a hot pan for two minutes on each side.",
)
LISTED = "".join(f"<li>{step}</li>" for step in STEPS)
TOLD = "".join(f"<p>{step}</p>" for step in STEPS)


def read(body: str) -> ParsedProcedure:
    return html_page.read(f"<html><body><h1>Pancakes</h1>{body}</body></html>")


@pytest.mark.parametrize(
    "line",
    [
        "This buttermilk and vanilla pancake recipe makes 12 large servings.",
        "1 piece equals 279 calories, 16 g fat, 109 mg cholesterol, 239 mg sodium, 4 g protein.",
        "Editor's Note: Frozen berries let the batter turn blue.",
    ],
)
def test_what_a_site_says_below_the_steps_is_no_step(line: str) -> None:
    found = read(f"{THINGS}<h2>Method</h2>{TOLD}<p>{line}</p>")
    assert found.procedure.steps == STEPS


def test_food_values_under_a_heading_of_their_own_are_no_step() -> None:
    values = "1 piece equals 279 calories, 16 g fat, 109 mg cholesterol, 239 mg sodium, 4 g protein."
    found = read(f"{THINGS}<h2>Method</h2><ol>{LISTED}</ol><h4>Nutritional Facts</h4><p>{values}</p>")
    assert found.procedure.steps == STEPS


@pytest.mark.parametrize("head", ["💡 Pro Tip", "Chef’s tip"])
def test_a_box_with_one_tip_below_the_steps_is_a_note(head: str) -> None:
    made = read(f"{THINGS}<h2>Method</h2><ol>{LISTED}</ol><h3>{head}</h3><p>Use a heavy pan.</p>").procedure
    assert made.steps == STEPS
    assert (made.sections, made.notes) == ((), "Use a heavy pan.")


def test_a_step_with_weights_stays_one() -> None:
    last = "Add 100 g sugar, 10 g salt, 5 g yeast and 20 g butter, which has 150 kcal, and knead it well."
    assert read(f"{THINGS}<h2>Method</h2>{TOLD}<p>{last}</p>").procedure.steps == (*STEPS, last)


def of_data(*steps: str) -> ParsedProcedure:
    told = [{"@type": "HowToStep", "text": step} for step in steps]
    things = ["200 g flour", "2 eggs", "300 ml milk"]
    item = {"@type": "Recipe", "name": "Pancakes", "recipeIngredient": things, "recipeInstructions": told}
    return read(f'<script type="application/ld+json">{json.dumps(item)}</script>')


def test_whose_recipe_it_is_is_no_step_of_the_data_and_what_is_above_it_to_be_looked_at() -> None:
    found = of_data(*STEPS, "Recept su kreirali: „MK“")
    assert found.procedure.steps == STEPS
    assert found.unsure
    assert not of_data(*STEPS).unsure


def test_a_step_about_a_recipe_stays_one() -> None:
    last = "Recipe card: write down what you changed."
    assert of_data(*STEPS, last).procedure.steps == (*STEPS, last)


def test_the_note_of_an_editor_is_no_step_of_one_text() -> None:
    things = "".join(
        f'<p itemprop="recipeIngredient">{one}</p>' for one in ("200 g flour", "2 eggs", "300 ml milk")
    )
    note = "<p>Editor's Note: Frozen berries let the batter turn blue.</p>"
    body = f'<div itemprop="recipeInstructions">{TOLD}{note}</div>'
    found = read(f'<div itemscope itemtype="http://schema.org/Recipe">{things}{body}</div>')
    assert found.procedure.steps == STEPS
    assert "blue" in found.procedure.notes


def test_numbers_in_order_are_amounts_where_nothing_else_has_these_things() -> None:
    listed = "<h2>Ingredients</h2><ul><li>1 onion</li><li>2 eggs</li><li>3 apples</li><li>200 g flour</li></ul>"
    found = read(f"{listed}<h2>Method</h2><ol>{LISTED}</ol>").procedure
    assert found.resources == ("1 onion", "2 eggs", "3 apples", "200 g flour")


def test_further_recipes_below_the_one_of_the_data_are_asked_about() -> None:
    others = "".join(
        f"<h2>Pancakes {n}</h2><p>Ingredients:</p><ul><li>rye - {n}00 g</li><li>eggs - {n}</li></ul><p>Fry it.</p>"
        for n in (2, 3, 4)
    )
    data = "".join(f'<p itemprop="recipeIngredient">{one}</p>' for one in ("200 g flour", "2 eggs", "300 ml milk"))
    told = f'<ol itemprop="recipeInstructions">{LISTED}</ol>'
    first = f'<div itemscope itemtype="http://schema.org/Recipe"><h2>Ingredients</h2>{data}{told}</div>'
    assert read(f"{first}{others}").unsure
    assert not read(first).unsure


def test_lines_that_lead_to_what_was_not_read_are_asked_about() -> None:
    links = "<ol><li><a href='a.html'>Front</a></li><li><a href='b.html'>Back</a></li></ol>"
    says = "<p>Put the parts on a table first.</p><p>The building and the wiring is told in some steps:</p>"
    assert read(f"{THINGS}<h2>Instructions</h2>{says}{links}").unsure


def test_a_thing_in_two_lines_is_one_where_each_is_so() -> None:
    pairs = (("250 g", "flour"), ("1 lvl tsp", "baking soda"), ("a little", "butter"), ("3", "eggs"))
    listed = "".join(f'<div itemprop="ingredients"><div>{one}</div><div>{two}</div></div>' for one, two in pairs)
    body = f'<ol itemprop="recipeInstructions">{LISTED}</ol>'
    found = read(f'<div itemscope itemtype="http://schema.org/Recipe">{listed}{body}</div>').procedure
    assert found.resources == ("250 g flour", "1 lvl tsp baking soda", "a little butter", "3 eggs")


def test_a_line_of_labels_with_a_few_words_behind_each_is_no_step() -> None:
    line = "Doba: asi 1 hod. Odpočinek: asi 1 den Náročnost: lehká Energie p. P.: neuvedena"
    found = read(f"{THINGS}<h2>Method</h2><p>{line}</p>{TOLD}")
    assert found.procedure.steps == STEPS
    assert line in found.unused


def test_a_sentence_with_three_colons_stays_a_step() -> None:
    step = "For the top: Butter. For the side: Honey. For the plate: Jam and a little mint."
    assert read(f"{THINGS}<h2>Method</h2>{TOLD}<p>{step}</p>").procedure.steps == (*STEPS, step)


@pytest.mark.parametrize(
    "lines",
    [
        ["by Ann"],
        ["https://example.org/oats.jpg 833 1250 Ann https://example.org/ann.png Ann 2022-03-24 Oats"],
        ["By Ann Lee", "https://example.org/oats.jpg 833 1250"],
        ["*They keep for a week in a tin."],
        ["**Use a big tin"],
        ["Приятного аппетита."],
        ["Smacznego!"],
    ],
)
def test_who_wrote_it_and_addresses_and_footnotes_behind_the_steps_are_none(lines: list[str]) -> None:
    found = read(f"{THINGS}<h2>Method</h2>{TOLD}{''.join(f'<p>{line}</p>' for line in lines)}")
    assert (found.procedure.steps, found.unsure) == (STEPS, False)


def test_a_step_that_begins_with_an_address_or_a_star_stays_one() -> None:
    steps = ("*Mix it.", "*Whisk it until it is smooth.", "https://example.org/pan says how hot the pan is to be.")
    told = "".join(f"<p>{step}</p>" for step in steps)
    assert read(f"{THINGS}<h2>Method</h2>{told}").procedure.steps == steps


@pytest.mark.parametrize("tag", ["li", "p"])
@pytest.mark.parametrize("mark", ["b", "em"])
def test_a_bold_name_above_an_amount_is_no_thing(tag: str, mark: str) -> None:
    amounts = ("200 g flour", "2 eggs", "½ tsp of salt")
    lines = (*amounts[:2], f"<{mark}>Glaze<span> </span></{mark}>", *amounts[2:])
    listed = "".join(f"<{tag}>{line}</{tag}>" for line in lines)
    found = read(f'<h1>Pancakes</h1><div class="ingredients">{listed}</div><h2>Method</h2><ol>{LISTED}</ol>')
    assert found.procedure.resources == amounts
    assert any("Glaze" in line for line in found.unused)


@pytest.mark.parametrize("below", ["<b>2 eggs</b>", "milk", "1. Whisk the eggs"])
def test_a_bold_name_above_anything_else_stays_as_it_is(below: str) -> None:
    assert page_lines(f"<ul><li><b>Salt</b></li><li>{below}</li></ul>")[0] == "- Salt"
