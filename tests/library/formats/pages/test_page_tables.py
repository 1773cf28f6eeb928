"""Tables of pages: rows of data are no steps, and rows that are things or steps are whole."""

import pytest

from tailor.core.errors import ContentError
from tailor.library.formats.markdown import reader as foreign_markdown
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.shared.parsed import ParsedProcedure

pytestmark = pytest.mark.web

LIST = "<h2>Ingredients</h2><ul><li>200 g flour</li><li>2 eggs</li><li>1 pinch of salt</li></ul>"


def table(*rows: str, heads: str = "") -> str:
    """A table with cells apart by bars."""
    cells = ["<tr><th>" + heads.replace("|", "</th><th>") + "</th></tr>"] if heads else []
    cells += ["<tr><td>" + row.replace("|", "</td><td>") + "</td></tr>" for row in rows]
    return f"<table>{''.join(cells)}</table>"


def test_rows_of_data_below_the_heading_of_the_steps_are_none() -> None:
    data = table(
        "Oak|For doors and stairs<br>(dear)|Hard", "Pine|For shelves and boxes|Soft", heads="Wood|Use|Kind"
    )
    steps = "<h3>Cut</h3><ol><li>Saw the board in two.</li><li>Sand the ends of both.</li></ol>"
    found = html_page.read(f"<h1>A shelf</h1><h2>Procedure</h2><h3>Choose the wood</h3>{data}{steps}")
    assert found.procedure.steps == ("Saw the board in two.", "Sand the ends of both.")
    assert "Oak For doors and stairs (dear) Hard" in found.unused


def test_numbered_rows_below_the_heading_of_the_steps_are_these() -> None:
    rows = table("<p>1</p>|Melt the butter slowly", "<p>2</p>|Stir in the flour", "<p>3</p>|Bake it all")
    found = html_page.read(f"<h1>Cake</h1>{LIST}<h2>Method</h2>{rows}")
    assert found.procedure.steps == ("Melt the butter slowly", "Stir in the flour", "Bake it all")
    assert not found.unsure


@pytest.mark.parametrize("heading", ["League", "Prices"])
def test_numbered_rows_of_anything_else_are_no_steps(heading: str) -> None:
    rows = table("1|The red team of Bree|30", "2|The blue team of Rye|28", "3|The old boys club|12")
    with pytest.raises(ContentError):
        html_page.read(f"<h1>Club</h1><h2>{heading}</h2>{rows}<p>See you there.</p>")


def test_a_table_of_food_values_is_no_list_of_ingredients() -> None:
    values = table("220|kcal", "12 g|fat", "3 g|salt", heads="Amount|Nutrient")
    steps = "<h2>Method</h2><ol><li>Whisk it all well.</li><li>Bake it for an hour.</li></ol>"
    found = html_page.read(f"<h1>Cake</h1>{LIST}{values}{steps}")
    assert found.procedure.resources == ("200 g flour", "2 eggs", "1 pinch of salt")


def test_lists_below_the_heads_of_columns_are_lists_below_headings() -> None:
    lists = "<tr><td><ul><li>1 bowl</li></ul></td><td><ol><li>200 g flour</li><li>2 eggs</li></ol></td></tr>"
    heads = "<tr><th>Equipment</th><th>Ingredients</th></tr>"
    steps = "<h2>Method</h2><ol><li>Whisk it all well.</li><li>Bake it for an hour.</li></ol>"
    found = html_page.read(f"<h1>Cake</h1><h2>For this you take</h2><table>{heads}{lists}</table>{steps}")
    assert found.procedure.resources == ("200 g flour", "2 eggs")
    assert found.procedure.steps == ("Whisk it all well.", "Bake it for an hour.")


def test_a_column_of_single_words_is_not_of_steps() -> None:
    rows = "| Method | Path |\n|---|---|\n| GET | /soup |\n| POST | /soup |\n"
    found = foreign_markdown.parse(
        f"# Soup service\n\n{rows}\n## Steps\n\n1. Start the server.\n2. Open the page.\n"
    )
    assert isinstance(found, ParsedProcedure)
    assert found.procedure.steps == ("Start the server.", "Open the page.")


@pytest.mark.parametrize("heads", ["Step | What", "# | Step", "Step | Instruction | Who"])
def test_a_column_that_counts_says_nothing_of_the_others(heads: str) -> None:
    who = "| Ann |" if heads.endswith("Who") else "|"
    told = ("Chop the onions.", "Boil the water.", "Put all together.")
    rows = "".join(f"| {number} | {step} {who}\n" for number, step in enumerate(told, 1))
    rule = "|---" * (heads.count("|") + 1)
    found = foreign_markdown.parse(f"# Soup\n\n## Method\n\n| {heads} |\n{rule}|\n{rows}")
    assert isinstance(found, ParsedProcedure)
    assert tuple(step.removesuffix(" (Ann)") for step in found.procedure.steps) == told


def test_a_thing_of_a_table_among_paragraphs_has_no_bars() -> None:
    rows = table("50 ml|glue", "1|cloth", "2|clamps")
    steps = (
        "<h2>Steps</h2><ol><li>Turn the chair over.</li><li>Glue the leg.</li><li>Clamp it for a day.</li></ol>"
    )
    found = html_page.read(f"<h1>Chair</h1><h2>You need</h2><p>These things:</p>{rows}<p>patience</p>{steps}")
    assert found.procedure.resources == ("50 ml glue", "1 cloth", "2 clamps", "patience")
