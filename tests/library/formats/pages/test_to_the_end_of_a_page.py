"""Where the steps of a page end, and the lists that stand right above them without a heading between."""

import json
from typing import Any

import pytest

from tailor.core.procedure import procedure
from tailor.library.formats.pages import doubts, web
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.shared.headings import announced, leads_on
from tailor.library.formats.shared.parsed import ParsedProcedure

pytestmark = pytest.mark.web

STEPS = ("Mix the oats with the honey.", "Bake them for 20 minutes.", "Let them cool down.")
AMOUNTS = ("200 g oats", "3 tbsp honey", "2 eggs", "50 g nuts")


def items(texts: tuple[str, ...], tag: str = "li") -> str:
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)


TOLD = f"<h2>Directions</h2><ol>{items(STEPS)}</ol>"
LISTED = f"<h2>Ingredients</h2><ul>{items(AMOUNTS)}</ul>"


def page(body: str, **data: Any) -> ParsedProcedure:
    script = f'<script type="application/ld+json">{json.dumps(data)}</script>' if data else ""
    return html_page.read(f"{script}<h1>Bars</h1>{body}")


def counted(*last: str) -> str:
    heads = "".join(f"<h3>{number}</h3><p>{step}</p>" for number, step in enumerate(STEPS, 1))
    return f"{LISTED}<h2>Method</h2>{heads}{items(last, 'p')}"


def test_behind_the_paragraph_of_the_last_numbered_heading_stands_the_rest_of_the_page() -> None:
    rest = ("For a change", "Nuts from the woods are good too.")
    found = page(counted(*rest))
    assert found.procedure.steps == STEPS
    assert {*rest} <= {*found.unused}


@pytest.mark.parametrize(
    ("last", "steps"),
    [
        ("<p>Pull it out.</p><p>Close the valve.</p><p>Check that nothing drips.</p><p>About us</p>", 3),
        ("<ul><li>Cast off.</li><li>Weave in the ends.</li><li>Wash it.</li></ul>", 3),
        ("<ol><li>Cast off.</li><li>Weave in the ends.</li></ol>", 2),
    ],
)
def test_the_last_numbered_heading_keeps_all_that_it_tells(last: str, steps: int) -> None:
    heads = "".join(f"<h3>{number}</h3><p>{step}</p>" for number, step in enumerate(STEPS, 1))
    assert len(page(f"{LISTED}<h2>Method</h2>{heads}<h3>4</h3>{last}").procedure.steps) == 3 + steps


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Préparation", "Cuisson"),
        ("Preparation", "Cooking"),
        ("Zubereitung", "Backen"),
        ("Preparazione", "Cottura"),
    ],
)
def test_the_next_part_of_the_work_goes_on_with_the_steps(first: str, second: str) -> None:
    lists = f"<ul>{items(STEPS[:2])}</ul><h2>{second}</h2><ul>{items(STEPS[2:] * 2)}</ul>"
    steps = page(f"{LISTED}<h2>{first}</h2>{lists}").procedure.steps
    assert steps == (*STEPS, STEPS[-1])


@pytest.mark.parametrize("head", ["Cooking time", "Tips", "Recipes for baking"])
def test_what_else_stands_behind_steps_is_none(head: str) -> None:
    lists = f"<ol>{items(STEPS)}</ol><h2>{head}</h2><ul><li>20 minutes</li><li>Cake</li></ul>"
    assert page(f"{LISTED}<h2>Method</h2>{lists}").procedure.steps == STEPS


@pytest.mark.parametrize("step", ["<ol><li>Drill.</li><li>Saw it.</li></ol>", "<p>Drill it.</p><p>Saw it.</p>"])
def test_a_numbered_list_of_things_above_a_method_holds_no_steps(step: str) -> None:
    tools = "<ol><li>Drill</li><li>Saw</li><li>Clamp</li></ol>"
    found = page(f"<h2>Materials</h2><ul><li>2 boards</li><li>8 screws</li></ul>{tools}<h2>Method</h2>{step}")
    assert len(found.procedure.steps) == 2
    assert "Clamp" in {*found.procedure.resources, *found.unused}


def test_a_last_step_of_two_paragraphs_is_kept_where_others_have_two_as_well() -> None:
    heads = "".join(f"<h3>{number}</h3><p>{step}</p><p>Do not hurry.</p>" for number, step in enumerate(STEPS, 1))
    assert len(page(f"{LISTED}<h2>Method</h2>{heads}").procedure.steps) == 6


FOOD = "ENERGY 735kcal FAT 42.1g SAT FAT 11.7g PROTEIN 40g"


@pytest.mark.parametrize("rest", [(FOOD,), (FOOD, "Bars by Ann Lee is in every shop for books.")])
def test_food_values_end_the_steps_of_the_data(rest: tuple[str, ...]) -> None:
    data = {"@type": "Recipe", "name": "Bars", "recipeIngredient": AMOUNTS}
    whole = tuple(" ".join((step, *STEPS)) for step in STEPS)
    found = page("", **data, recipeInstructions="\n".join((*whole, *rest)))
    assert found.procedure.steps == whole


@pytest.mark.parametrize("step", ["Flour 100 g sugar 50 g nuts 20 g: knead it.", "Mix oats 200g, nuts 50g"])
def test_amounts_in_a_step_are_no_food_values(step: str) -> None:
    data = {"@type": "Recipe", "name": "Bars", "recipeIngredient": AMOUNTS}
    assert step in page("", **data, recipeInstructions="\n".join((*STEPS, step))).procedure.steps


def test_numbered_sentences_below_a_list_of_things_are_steps_where_others_are_announced_too() -> None:
    first = f"<h2>Dough</h2>{LISTED.replace('h2', 'h3')}<h3>Steps</h3><ol>{items(STEPS)}</ol>"
    more = ("Melt the chocolate in a pan.", "Dip the bars into it.")
    found = page(
        f"{first}<h2>Glaze</h2><h3>Ingredients</h3><ul><li>100 g chocolate</li></ul><ol>{items(more)}</ol>"
    )
    assert found.procedure.steps == (*STEPS, *more)
    assert found.procedure.resources == (*AMOUNTS, "100 g chocolate")


def test_a_numbered_list_of_things_stays_one() -> None:
    made = page(f"<h2>Ingredients</h2><ol>{items(AMOUNTS)}</ol><h2>Steps</h2><ol>{items(STEPS)}</ol>").procedure
    assert (made.resources, made.steps) == (AMOUNTS, STEPS)


def test_one_paragraph_below_its_heading_and_a_list_above_it_needs_no_question() -> None:
    whole = " ".join(STEPS)
    found = page(f"{LISTED}<h2>Method #</h2><p>{whole}</p>")
    assert (found.procedure.steps, found.unsure) == ((whole,), False)


def test_one_paragraph_without_a_list_is_asked_about() -> None:
    assert page(f"<h2>Method</h2><p>{' '.join(STEPS)}</p>").unsure


def test_an_amount_below_ingredients_may_be_long() -> None:
    long = "8 slices of white bread, or more, up to 10 slices if they are very thin ones"
    things = (*AMOUNTS, long, "Syrup from the woods, if you like them sweet")
    body = f"<h2>Ingredients</h2>{items(things, 'p')}<h2>Method</h2>{items(STEPS, 'p')}"
    assert page(body).procedure.resources == things


def test_rules_of_a_host_that_find_no_things_any_more_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    scrapers = pytest.importorskip("recipe_scrapers")

    class Scraper:
        def title(self) -> str:
            return "Bars"

        def ingredients(self) -> list[str]:
            return []

        def instructions_list(self) -> list[str]:
            return ["None"]

    monkeypatch.setattr(scrapers, "scrape_html", lambda *_, **__: Scraper())
    assert web._known_host("", "Bars", "https://example.com/bars") is None


def test_what_two_readings_agree_on_keeps_the_lines_that_only_one_of_them_has() -> None:
    named = ParsedProcedure(procedure("Bars", STEPS, ["a tin", "a bowl"]))
    headed = ParsedProcedure(procedure("Bars", STEPS[:2], AMOUNTS), unused=("A tin for them",))
    found = doubts.agreed(named, headed)
    assert found is not None
    assert (found.procedure.resources, found.unused) == (AMOUNTS, ("A tin for them",))


def test_steps_that_only_the_other_of_two_readings_has_are_named() -> None:
    named = ParsedProcedure(procedure("Bars", STEPS[:1], AMOUNTS), unsure=True)
    found = doubts.agreed(named, ParsedProcedure(procedure("Bars", STEPS[1:], AMOUNTS), unsure=True))
    assert found is not None
    assert (found.procedure.steps, found.unused) == (STEPS[:1], STEPS[1:])


@pytest.mark.parametrize(
    ("heading", "elsewhere"), [("Time to decorate!", False), ("Cooking time", True), ("Time to prepare", True)]
)
def test_a_time_to_do_something_is_no_figure(heading: str, elsewhere: bool) -> None:
    assert leads_on(heading) == elsewhere


@pytest.mark.parametrize(
    ("heading", "parts"),
    [("Preparation and cooking time", set()), ("Cooking time", set())],
)
def test_a_heading_of_times_announces_nothing(heading: str, parts: set[str]) -> None:
    assert announced(heading) == parts


def test_a_footnote_to_the_marks_of_a_list_is_no_thing() -> None:
    things = ("*1 cup nuts", "1 cup oats", "2 eggs")
    found = page(f"<h2>Ingredients</h2>{items((*things, '*from the woods'), 'p')}{TOLD}")
    assert found.procedure.resources == things
    assert any("from the woods" in line for line in found.unused)


def test_a_list_with_a_star_before_each_thing_loses_none() -> None:
    found = page(f"<h2>Ingredients</h2>{items(tuple(f'*{one}' for one in AMOUNTS), 'p')}{TOLD}")
    assert len(found.procedure.resources) == len(AMOUNTS)
