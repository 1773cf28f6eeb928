"""Amounts and names that stand in cells of their own, in data, in elements and below headings."""

import json

import pytest

from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.registry import read
from tailor.library.formats.shared.tables import paired
from tailor.library.importer import read_text

STEPS = ("Mix the oats with the honey.", "Bake them for 20 minutes.", "Let them cool down.")
DIRECTIONS = f"<h2>Directions</h2><ol>{''.join(f'<li>{step}</li>' for step in STEPS)}</ol>"
WANTED = ("200 g oats", "3 EL honey", "2 eggs", "salt")


@pytest.mark.parametrize(
    ("items", "wanted"),
    [
        (["200 g", "oats", "3 EL", "honey", "2", "eggs", "salt"], WANTED),
        (["oats", "200 g", "honey", "3 EL", "eggs", "2", "salt"], WANTED),
        (["16 oz (450 g)", "tofu", "2 tbsp (30 ml)", "water"], ["16 oz (450 g) tofu", "2 tbsp (30 ml) water"]),
        (["dough", "4 sztuki", "eggs", "2 sztuki", "milk", "3 łyżki", "rum", "2 łyżki", "salt"],
         ["4 sztuki dough", "2 sztuki eggs", "3 łyżki milk", "2 łyżki rum", "salt"]),
    ],
)  # fmt: skip
def test_an_amount_that_stands_alone_goes_with_the_name_beside_it(items: list[str], wanted: list[str]) -> None:
    assert paired(items) == list(wanted)


@pytest.mark.parametrize(
    "items",
    [
        ["2 eggs", "salt", "3 carrots", "pepper", "1 onion", "oil"],
        ["200 g oats", "honey", "salt"],
        ["20", "30"],
        [],
    ],
)
def test_a_list_whose_amounts_have_their_names_stays_as_it_is(items: list[str]) -> None:
    assert paired(items) == items


@pytest.mark.parametrize("cell", ["td", "span"])
def test_cells_of_a_marked_ingredient_are_one_line(cell: str) -> None:
    told = [("200", "g", "oats"), ("3", "EL", "honey"), ("2", "", "eggs"), ("", "", "salt")]
    inner = ("".join(f"\n  <{cell}>\n {word} \n</{cell}>" for word in row) for row in told)
    rows = "".join(f'<tr itemprop="recipeIngredient">{row}\n</tr>' for row in inner)
    steps = "".join(f'<li itemprop="recipeInstructions">{step}</li>' for step in STEPS)
    page = f'<div itemscope itemtype="https://schema.org/Recipe"><table>{rows}</table><ol>{steps}</ol></div>'
    assert html_page.read(page).procedure.resources == WANTED


def test_data_that_list_amounts_and_names_as_items_are_put_together() -> None:
    data = {"@type": "Recipe", "name": "Bars", "recipeInstructions": [{"text": step} for step in STEPS]}
    data["recipeIngredient"] = ["200 g", "oats", "3 EL", "honey", "2", "eggs", "salt"]
    page = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    assert html_page.read(page).procedure.resources == WANTED


def test_cells_below_a_heading_are_put_together() -> None:
    cells = "".join(f"<div>{cell}</div>" for cell in ("oats", "200 g", "honey", "3 EL", "eggs", "2", "salt"))
    made = html_page.read(f"<h1>Bars</h1><h2>Ingredients</h2>{cells}{DIRECTIONS}").procedure
    assert (made.resources, made.steps) == (WANTED, STEPS)


def test_the_same_list_under_an_old_and_a_new_name_is_one() -> None:
    data = {"@type": "Recipe", "name": "Bars", "recipeInstructions": [{"text": step} for step in STEPS]}
    data |= {"ingredients": list(WANTED), "recipeIngredient": " ".join(WANTED)}
    page = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    assert html_page.read(page).procedure.resources == WANTED


def test_lines_of_a_list_in_one_text_are_items_though_it_ends_in_a_break() -> None:
    data = {"@type": "Recipe", "name": "Bars", "recipeInstructions": [{"text": step} for step in STEPS]}
    data["recipeIngredient"] = "\r\n\t".join(WANTED) + "<br />\r\n\t&nbsp;\r\n"
    page = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    assert html_page.read(page).procedure.resources == WANTED


def test_columns_that_are_called_the_same_hold_a_thing_in_each_cell() -> None:
    table = "| Ingredients | Ingredients |\n|---|---|\n| 360 g flour | 2 eggs |\n| 1 pinch of salt | |\n"
    made = read_text(
        f"# Cake\n\n## Ingredients\n\n{table}\n## Steps\n\n1. Mix.\n2. Bake.\n", format="md"
    ).procedure
    assert made.resources == ("360 g flour", "1 pinch of salt", "2 eggs")


def test_two_short_steps_are_steps_below_headings_of_both_parts() -> None:
    page = "<h1>Dip</h1><h2>Ingredients</h2><ul><li>1 cup cream</li><li>1 tsp dill</li><li>salt</li></ul>"
    found = html_page.read(
        f"{page}<h2>Method</h2><ol><li>Mix it all.</li><li>Let it set.</li></ol>{'<p>x</p>' * 30}"
    )
    assert found.procedure.steps == ("Mix it all.", "Let it set.")


def _table(*rows: str) -> tuple[str, ...]:
    lines = ("Ingredienti | Ingredienti", "---|---", *rows)
    text = "\n".join(("# Torta", "", *(f"| {row} |" for row in lines), "", "## Preparazione", "1. Cuocila."))
    return read(text, "md")[0].procedure.resources


@pytest.mark.parametrize("turned", [False, True])
def test_equal_columns_of_which_one_holds_amounts_alone_are_names_and_amounts(turned: bool) -> None:
    cells = (("farina", "200 g"), ("zucchero", "100 g"), ("uova", "3"))
    things = _table(*(" | ".join(row[::-1] if turned else row) for row in cells))
    assert things == ("200 g farina", "100 g zucchero", "3 uova")


def test_equal_columns_of_things_stay_two_lists() -> None:
    things = _table("200 g farina | 3 uova", "100 g zucchero | sale")
    assert things == ("200 g farina", "100 g zucchero", "3 uova", "sale")


@pytest.mark.parametrize("name", ["", ' class="ingredients"'])
def test_columns_that_each_head_names_a_list_are_lists(name: str) -> None:
    rows = (("Dough ingredients:", "Ingredients of the filling:"), ("200 g flour", "300 g curd"), ("2 eggs", ""))
    shown = "".join(f"<tr><td>{one}</td><td>{other}</td></tr>" for one, other in rows)
    told = "<h2>Method</h2><ol><li>Knead the dough well.</li><li>Fill it with the curd.</li></ol>"
    made = html_page.read(f"<h1>Pie</h1><table{name}>{shown}</table>{told}").procedure
    assert made.resources == ("200 g flour", "2 eggs", "300 g curd")


@pytest.mark.web
def test_an_item_of_the_data_with_its_amount_above_its_name_is_one_thing() -> None:
    things = ["2 lb. <p>asparagus, trimmed</p>", "1 c. <p>grated cheese</p>", "2 eggs<br>1 lemon", "<p>salt</p>"]
    data = json.dumps(
        {"@type": "Recipe", "name": "Bake", "recipeIngredient": things, "recipeInstructions": "Bake it."}
    )
    made = html_page.read(f'<script type="application/ld+json">{data}</script>').procedure
    assert made.resources == ("2 lb. asparagus, trimmed", "1 c. grated cheese", "2 eggs", "1 lemon", "salt")
