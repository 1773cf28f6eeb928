"""The extra `web`: microdata, rules for known hosts, running text. Skipped without it (make web)."""

import sys

import pytest

from tailor.library.formats.pages import reader as page
from tailor.library.formats.pages import web as extra

pytestmark = pytest.mark.web

MICRODATA = """<html><head><title>Tea</title></head><body>
<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Mint tea</h1>
<span itemprop="recipeIngredient">5 mint leaves</span><span itemprop="recipeIngredient">1 l water</span>
<div itemprop="recipeInstructions" itemscope itemtype="https://schema.org/HowToSection">
<b itemprop="name">The pot</b>
<p itemprop="itemListElement" itemscope itemtype="https://schema.org/HowToStep"><i itemprop="text">Boil it.</i></p>
<p itemprop="itemListElement" itemscope itemtype="https://schema.org/HowToStep"><i itemprop="text">Pour it.</i></p>
</div></div></body></html>"""

ARTICLE = """<html><head><title>Tea</title></head><body>
<nav><ol><li>Home</li><li>Shop</li><li>Log in</li></ol></nav>
<article><h1>How to make mint tea at home</h1>
<p>Mint tea is drunk all over the world, hot in winter and cold in summer,
and it takes no more than ten minutes.</p>
<h2>Ingredients</h2><ul><li>Five leaves of fresh mint</li><li>One litre of water</li></ul>
<h2>Steps</h2><ol><li>Bring the water to a boil in a kettle or a small pot.</li>
<li>Pour it over the mint leaves and put a lid on the pot.</li>
<li>Wait for seven minutes, then take the leaves out and serve.</li></ol></article></body></html>"""

HOST = "https://www.allrecipes.com/recipe/1/mint-tea/"
KNOWN = """<html><head><title>Mint tea</title><script type="application/ld+json">
[{"@context": "https://schema.org", "@type": ["Recipe"], "name": "Mint tea", "recipeIngredient": ["mint"],
"recipeInstructions": [{"@type": "HowToStep", "text": "Boil it."}, {"@type": "HowToStep", "text": "Pour it."}]}]
</script></head><body></body></html>"""


def test_data_in_attributes_is_walked_like_data_in_a_script() -> None:
    made = page.read(MICRODATA).procedure
    assert (made.goal, made.steps) == ("Mint tea", ("Boil it.", "Pour it."))
    assert made.sections == ((1, "The pot"),), "the name of a section is a heading"
    assert made.resources == ("5 mint leaves", "1 l water")


def test_the_rules_for_a_known_host_give_its_steps_and_hold_for_no_other() -> None:
    pytest.importorskip("recipe_scrapers")
    found = extra.known_host(KNOWN, "", HOST)
    assert found is not None
    assert (found.procedure.goal, found.procedure.steps) == ("Mint tea", ("Boil it.", "Pour it."))
    assert extra.known_host(KNOWN, "", "https://nobody.test/tea") is None
    assert extra.known_host(KNOWN, "", "soup.html") is None


def test_what_the_rules_for_a_host_return_that_is_no_text_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    scrapers = pytest.importorskip("recipe_scrapers")

    class Scraper:
        def title(self) -> None: ...

        def ingredients(self) -> list[str | None]:
            return ["1 l water", None]

        def instructions_list(self) -> str | None:
            return None

    monkeypatch.setattr(scrapers, "scrape_html", lambda *_, **__: Scraper())
    found = extra.known_host(KNOWN, "Tea", HOST)
    assert found is not None
    assert (found.procedure.goal, found.procedure.resources, found.procedure.steps) == ("Tea", ("1 l water",), ())


def test_the_running_text_of_a_page_gives_its_steps_without_what_stands_around_it() -> None:
    pytest.importorskip("trafilatura")
    found = extra._running_text(ARTICLE, "Tea", "")
    assert found is not None
    assert found.procedure.goal == "How to make mint tea at home"
    assert [step.split()[0] for step in found.procedure.steps] == ["Bring", "Pour", "Wait"]
    assert found.procedure.resources == ("Five leaves of fresh mint", "One litre of water")


def test_the_whole_way_finds_the_steps_of_an_article() -> None:
    pytest.importorskip("trafilatura")
    assert len(page.read(ARTICLE).procedure.steps) == 3


BROKEN = ["", "<", "<div itemscope", "\x00", "<p>" * 5_000, "<!doctype html><html>"]


@pytest.mark.parametrize("html", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_page_gives_nothing_and_raises_nothing(html: str) -> None:
    assert extra.known_host(html, "", HOST) is None
    assert extra.running_text(html, "") is None


def test_without_the_extra_a_page_is_read_as_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("recipe_scrapers", "trafilatura"):
        monkeypatch.setitem(sys.modules, name, None)
    assert len(page.read(ARTICLE).procedure.steps) == 3
