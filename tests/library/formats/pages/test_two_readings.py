"""A page read in two ways: its data, names of elements and headings, and which of them says what is meant."""

import json
from typing import Any

import pytest

from tailor.core.procedure import procedure
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.pages import web
from tailor.library.formats.shared.parsed import ParsedProcedure

STEPS = ("Mix the oats with the honey.", "Bake them for 20 minutes.", "Let them cool down.", "Cut them into bars.")
AMOUNTS = ("200 g oats", "3 tbsp honey", "1 pinch of salt", "2 eggs", "50 g nuts")


def items(texts: tuple[str, ...], tag: str = "li") -> str:
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)


LISTED = f"<h2>Ingredients</h2><ul>{items(AMOUNTS)}</ul>"
TOLD = f"<h2>Directions</h2><ol>{items(STEPS)}</ol>"


def page(body: str, **data: Any) -> ParsedProcedure:
    told = json.dumps({"@type": "Recipe", "name": "Bars", **data})
    return html_page.read(f'<script type="application/ld+json">{told}</script><h1>Bars</h1>{body}')


def instructions(*texts: str) -> list[dict[str, str]]:
    return [{"@type": "HowToStep", "text": text} for text in texts]


@pytest.mark.parametrize("more", ["Ad", "Recipe as PDF", "Cooking time: 5 min"])
def test_what_a_page_has_below_the_steps_of_its_data_completes_nothing(more: str) -> None:
    body = f"<h2>Directions</h2><p>{STEPS[0]}</p><p>{STEPS[1]}</p><p>{more}</p><p>{STEPS[2]}</p>"
    found = page(body, recipeIngredient=AMOUNTS, recipeInstructions=instructions(*STEPS[:2]))
    assert (found.procedure.steps, found.unsure) == (STEPS[:2], False)


@pytest.mark.parametrize("more", [("Salt mill", "Whisk"), ("Serves four", "Cost: low", "1 hour")])
def test_a_list_that_goes_on_with_other_things_than_amounts_completes_nothing(more: tuple[str, ...]) -> None:
    body = f"<h2>Ingredients</h2><ul>{items((*AMOUNTS, *more))}</ul>{TOLD}"
    found = page(body, recipeIngredient=AMOUNTS, recipeInstructions=instructions(*STEPS))
    assert found.procedure.resources == AMOUNTS


@pytest.mark.parametrize("more", ["Nuts are good for you.", "Follow our news."])
def test_of_two_readings_of_a_page_the_inner_one_is_meant(more: str) -> None:
    named = f'<div class="ingredients"><ul>{items(AMOUNTS)}</ul></div>'
    named += f'<div class="instructions"><h2>Directions</h2>{items(STEPS, "p")}<h2>Facts</h2><p>{more}</p></div>'
    found = html_page.read(f"<h1>Bars</h1>{named}")
    assert (found.procedure.steps, found.procedure.resources, found.unsure) == (STEPS, AMOUNTS, False)


def test_two_readings_that_share_little_are_to_be_checked() -> None:
    other = ("Bring the milk to the boil.", "Stir in the cocoa and the sugar.", "Pour it over the bars and serve.")
    named = f'<ul class="ingredients">{items(AMOUNTS)}</ul><div class="instructions">{items(other[:1], "p")}</div>'
    assert html_page.read(f"<h1>Bars</h1>{named}{TOLD}").unsure


@pytest.mark.web
def test_lines_that_the_rules_for_a_host_give_are_put_together_as_the_page_shows_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [f"{half}." for step in STEPS for half in (step[:-1], "Wait")]
    by_host = ParsedProcedure(procedure("Bars", lines, AMOUNTS))
    monkeypatch.setattr(web, "known_host", lambda *_: by_host)
    told = tuple(f"{step}<br>Wait." for step in STEPS)
    found = html_page.read(f"<h1>Bars</h1>{LISTED}<h2>Directions</h2><ol>{items(told)}</ol>")
    assert (len(found.procedure.steps), found.unsure) == (len(STEPS), False)


@pytest.mark.web
def test_a_reading_of_half_of_what_another_one_reads_is_to_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    by_host = ParsedProcedure(procedure("Bars", STEPS[:2], AMOUNTS))
    monkeypatch.setattr(web, "known_host", lambda *_: by_host)
    assert html_page.read(f"<h1>Bars</h1>{LISTED}{TOLD}").unsure


def test_a_recipe_that_a_page_has_once_more_to_print_is_read_once() -> None:
    found = html_page.read(f"<h1>Bars</h1>{LISTED}{TOLD}<h2>To print</h2><p>Bars</p>{LISTED}{TOLD}")
    assert (found.procedure.steps, found.procedure.resources) == (STEPS, AMOUNTS)


def test_labels_below_a_heading_are_no_steps_where_others_are_told() -> None:
    facts = f"<h2>Preparation</h2>{items(('0H45M', 'Cook it', '0H30M'), 'p')}"
    assert html_page.read(f"<h1>Bars</h1>{LISTED}{TOLD}{facts}").procedure.steps == STEPS


@pytest.mark.web
def test_labels_below_a_heading_are_no_steps_though_one_of_them_is_a_sentence() -> None:
    facts = f"<h2>Preparation</h2>{items(('0H45M', 'We like them.', '0H30M'), 'p')}"
    assert html_page.read(f"<h1>Bars</h1>{LISTED}{facts}{TOLD}").procedure.steps == STEPS


@pytest.mark.web
def test_a_numbered_list_below_amounts_is_the_steps_without_the_lines_around_it() -> None:
    lines = (*AMOUNTS, "Sugar to dust them with and a few more things for those who like it")
    body = f"{items(lines, 'p')}<p>How I do it</p><ol>{items(STEPS)}</ol><p>Cheers to all of you.</p>"
    found = html_page.read(f"<h1>Bars</h1>{body}")
    assert (found.procedure.steps, found.unsure) == (STEPS, True)


OVERVIEW = ("Stir the oats into the honey.", "Put the tin into the oven.", "Wait until they are cold, then cut.")


@pytest.mark.web
@pytest.mark.parametrize("list_above", [True, False])
def test_a_box_with_a_list_and_steps_is_meant_where_the_article_above_tells_them_too(list_above: bool) -> None:
    told = (
        f"<h2>How to make bars</h2><ol>{items(OVERVIEW)}</ol><h2>How to keep them</h2><p>Keep them in a jar.</p>"
    )
    listed = f'<ul class="ingredients">{items(AMOUNTS)}</ul>'
    steps = f'<h2>Instructions</h2><ol class="recipe-instructions">{items(STEPS)}</ol>'
    found = html_page.read(f"<h1>Bars</h1>{told}<div>{listed if list_above else ''}{steps}</div>")
    if list_above:
        assert (found.procedure.resources, found.procedure.steps) == (AMOUNTS, STEPS)
    else:
        assert found.procedure.steps == (*OVERVIEW, *STEPS)
    assert found.unsure is not list_above
