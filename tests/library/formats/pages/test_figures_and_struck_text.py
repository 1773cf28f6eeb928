"""What tags make of figures and words: fractions, powers, marks of notes, and text that is struck out."""

import json

import pytest

from tailor.library.formats.registry import read
from tailor.library.formats.shared.html_text import page_lines
from tailor.library.formats.shared.parsed import ParsedProcedure

FRACTIONS = [
    ("1<sup>1</sup>⁄<sub>2</sub> cups milk", "1 1/2 cups milk"),
    ("1<sup>1</sup>/<sub>2</sub> cups milk", "1 1/2 cups milk"),
    ("1 <sup>1</sup>&frasl;<sub>2</sub> cups milk", "1 1/2 cups milk"),
    ('2<span class="frac"><sup>3</sup>&#8260;<sub>4</sub></span> lb beef', "2 3/4 lb beef"),
    ("<sup>1</sup>/<sub>2</sub> tsp salt", "1/2 tsp salt"),
    ("1<span>+</span><span>1</span>⁄<span>3</span> cup oil", "1 1/3 cup oil"),
    ("3<b>1/2</b> cups flour", "3 1/2 cups flour"),
    ("1<sup>1/2</sup> cups flour", "1 1/2 cups flour"),
    ("1<sup>1</sup><sub>2</sub> kg rice", "1 1/2 kg rice"),
    ("1<math><mfrac><mn>1</mn><mn>4</mn></mfrac></math> l wine", "1 1/4 l wine"),
    ("1½ cups milk", "1½ cups milk"),
    ("1<b>0</b> pears", "10 pears"),
]
RAISED = [
    ("10<sup>2</sup> g sugar", "10² g sugar"),
    ("3 eggs<sup>2</sup>", "3 eggs²"),
    ("2 pears<sup><a href='#note-1'>1</a></sup>", "2 pears"),
    ("a tin of 20 cm<sup>2</sup>", "a tin of 20 cm²"),
    ("H<sub>2</sub>O for the 1<sup>st</sup> round", "H2O for the 1st round"),
    ("stones at 180<sup>o</sup>C", "stones at 180°C"),
]
STRUCK = [
    ("<s>2 tsp</s> 1 tsp salt", "1 tsp salt", ["2 tsp"]),
    ("200 g <del>butter</del> <ins>margarine</ins>", "200 g margarine", ["butter"]),
    ("4 figs<strike>, fresh</strike>, dried", "4 figs, dried", [", fresh"]),
    ("<span style='color: red; text-decoration: line-through'>4 plums</span> 5 dates", "5 dates", ["4 plums"]),
    ("1 <del>large <s>red</s> sweet</del> onion", "1 onion", ["large sweet"]),
    ("6 beets <s>to come", "6 beets to come", []),
]


def _page(item: str, step: str = "Stir it all for a minute.") -> ParsedProcedure:
    things, steps = ("2 cups rice", item, "1 lime"), ("Boil the rice.", step, "Serve it with the lime.")
    lists = ("<ul>", *(f"<li>{one}</li>" for one in things), "</ul><h2>Method</h2><ol>")
    rest = (*(f"<li>{one}</li>" for one in steps), "</ol>")
    (made,) = read(
        f"<html><body><h1>Rice</h1><h2>Ingredients</h2>{''.join((*lists, *rest))}</body></html>", "html"
    )
    return made


def _data(item: str, step: str = "Stir it all for a minute.") -> dict[str, object]:
    steps = [{"@type": "HowToStep", "text": one} for one in ("Boil the rice.", step, "Serve it with the lime.")]
    things = ["2 cups rice", item, "1 lime"]
    return {"@type": "Recipe", "name": "Rice", "recipeIngredient": things, "recipeInstructions": steps}


@pytest.mark.parametrize(("item", "reads"), FRACTIONS + RAISED)
def test_figures_keep_their_meaning_without_their_tags(item: str, reads: str) -> None:
    assert reads in _page(item).procedure.resources
    (of_data,) = read(json.dumps(_data(item)), "json")
    assert reads in of_data.procedure.resources
    assert any(reads in step for step in _page("1 pear", f"Add {item} to it.").procedure.steps)


@pytest.mark.parametrize(("item", "reads"), FRACTIONS)
def test_fractions_in_the_tags_of_markdown_keep_their_meaning(item: str, reads: str) -> None:
    (made,) = read(f"# Rice\n## Ingredients\n- {item}\n- 1 lime\n## Steps\n1. Boil it.\n2. Eat it.\n", "md")
    assert made.procedure.resources[0] in (reads, reads.replace("/", "⁄"))


@pytest.mark.parametrize(("item", "reads", "struck"), STRUCK)
def test_what_a_page_strikes_out_is_left_out_and_said(item: str, reads: str, struck: list[str]) -> None:
    made = _page(item)
    assert made.procedure.resources[1] == reads
    assert set(struck) <= set(made.unused)
    (of_data,) = read(json.dumps(_data(item)), "json")
    assert of_data.procedure.resources[1] == reads
    assert set(struck) <= set(of_data.unused)
    script = f'<script type="application/ld+json">{json.dumps(_data(item))}</script>'
    (of_page,) = read(f"<html><head>{script}</head><body><p>Rice</p></body></html>", "html")
    assert of_page.procedure.resources[1] == reads
    assert set(struck) <= set(of_page.unused)


def test_whole_items_and_steps_that_are_struck_out_are_left_out() -> None:
    made = _page("<s>3 apples</s>", "<del>Add the yolks.</del>")
    assert made.procedure.resources == ("2 cups rice", "1 lime")
    assert made.procedure.steps == ("Boil the rice.", "Serve it with the lime.")
    assert set(made.unused) == {"3 apples", "Add the yolks."}


def test_microdata_keep_no_item_that_is_struck_out() -> None:
    items = (
        '<li itemprop="recipeIngredient">2 cups rice</li>',
        '<li itemprop="recipeIngredient" style="text-decoration:line-through">2 eggs</li>',
        '<li itemprop="recipeIngredient">1 lime</li>',
    )
    steps = "<ol><li>Boil the rice.</li><li><del>Add the eggs.</del></li><li>Serve it with the lime.</li></ol>"
    (made,) = read(
        '<html><body><div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Rice</h1>'
        f'<ul>{"".join(items)}</ul><div itemprop="recipeInstructions">{steps}</div></div></body></html>',
        "html",
    )
    assert made.procedure.resources == ("2 cups rice", "1 lime")
    assert made.procedure.steps == ("Boil the rice.", "Serve it with the lime.")
    assert set(made.unused) == {"2 eggs", "Add the eggs."}


@pytest.mark.parametrize("tag", ["del", "s", "strike"])
def test_words_that_tags_strike_out_in_markdown_stay_struck_out(tag: str) -> None:
    (made,) = read(f"# Rice\n## Ingredients\n- 1 <{tag}>egg</{tag}> lime\n## Steps\n1. Boil it.\n2. Eat.\n", "md")
    assert made.procedure.resources == ("1 ~~egg~~ lime",)


def test_an_unclosed_mark_strikes_nothing_out() -> None:
    assert "Boil it." in page_lines("<p><s>Boil it.</p><p>Eat it.</p>")
