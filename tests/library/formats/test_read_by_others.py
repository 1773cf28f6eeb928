"""What programs of others read in pages and JSON-LD that are written here; two tests need the extra `web`."""

import json
import time
from dataclasses import replace

import pytest

from tailor.core.procedure import Json, Procedure, Times, procedure
from tailor.library.formats.registry import read, write
from tailor.library.formats.shared.html_text import page_lines
from tailor.library.store import starter_procedures
from tests.library.texts import BREAD

WHOLE = replace(
    BREAD,
    yields="2 loaves",
    times=Times(prep=20, cook=30, total=110),
    author="Ann",
    image="https://bread.example/1.jpg",
    language="en",
)


def linked(made: Procedure) -> dict[str, Json]:
    data: dict[str, Json] = json.loads(write(made, "jsonld"))
    return data


def test_with_ingredients_it_is_a_recipe_and_says_what_readers_ask_for() -> None:
    data = linked(WHOLE)
    assert (data["@context"], data["@type"]) == ("https://schema.org", "Recipe")
    assert data["recipeIngredient"] == list(BREAD.resources)
    assert (data["recipeYield"], data["prepTime"], data["cookTime"]) == ("2 loaves", "PT20M", "PT30M")
    assert (data["totalTime"], data["author"]) == ("PT110M", {"@type": "Person", "name": "Ann"})
    assert (data["image"], data["inLanguage"]) == ("https://bread.example/1.jpg", "en")


def test_without_ingredients_it_is_a_how_to() -> None:
    tools = linked(replace(BREAD, resources=("drill", "2 plugs")))
    assert (tools["@type"], "recipeIngredient" in tools) == ("HowTo", False)
    assert linked(replace(BREAD, resources=()))["@type"] == "HowTo"
    cleaner = ("50 ml vinegar", "2 tsp salt", "bucket", "brush", "sponge", "gloves")
    assert linked(replace(BREAD, resources=cleaner, tags=("cleaning",)))["@type"] == "HowTo"


def test_with_mostly_food_it_is_a_recipe_whatever_its_labels_and_measures() -> None:
    labelled = linked(replace(BREAD, resources=("500 g flour", "2 eggs", "an oven"), tags=("dessert",)))
    bare = linked(replace(BREAD, resources=("beetroot", "potatoes", "tomato paste", "a pot")))
    assert {one["@type"] for one in (labelled, bare)} == {"Recipe"}


def test_what_its_page_calls_a_recipe_stays_one_in_any_language() -> None:
    told: dict[str, Json] = {"@type": "Recipe", "name": "Kek", "keywords": "kue"}
    told |= {"recipeIngredient": ["garam", "bawang"], "recipeInstructions": ["Iris bawang.", "Beri garam."]}
    (found,) = read(json.dumps(told), "json")
    assert (found.procedure.tags, linked(found.procedure)["@type"]) == (("kue", "recipe"), "Recipe")


def test_what_another_site_says_of_a_recipe_becomes_its_fields() -> None:
    data = linked(WHOLE)
    del data["tailor:procedure"]
    data |= {"recipeYield": ["2", "2 loaves"], "image": [{"@type": "ImageObject", "url": WHOLE.image}]}
    data |= {"prepTime": "PT0H20M", "totalTime": "P0DT1H50M"}
    (found,) = read(json.dumps(data), "json")
    assert (found.procedure, found.unused) == (WHOLE, ())


def test_a_page_names_its_language_and_says_yield_times_and_author() -> None:
    page = write(WHOLE, "html")
    assert '<html lang="en">' in page
    assert "2 loaves · preparation 20 min · cooking 30 min · in all 110 min · by Ann" in page
    assert '<html lang="">' in write(replace(WHOLE, language='en" onload="x'), "html")


def test_extruct_reads_every_starter_back() -> None:
    extruct = pytest.importorskip("extruct")
    for one in starter_procedures():
        (data,) = extruct.extract(write(one, "html"), syntaxes=["json-ld"])["json-ld"]
        assert data == linked(one) | {"tailor:procedure": data["tailor:procedure"]}


@pytest.mark.web
def test_recipe_scrapers_reads_every_starter_that_is_a_recipe() -> None:
    scraped = pytest.importorskip("recipe_scrapers").scrape_html
    recipes = [one for one in starter_procedures() if linked(one)["@type"] == "Recipe"]
    assert len(recipes) == 20
    for one in recipes:
        page = write(replace(one, yields="4 servings", times=Times(total=75), author="Ann", language="en"), "html")
        found = scraped(page, org_url="https://starter.example/1", supported_only=False)
        assert (found.title(), found.ingredients()) == (one.goal, list(one.resources))
        assert set(one.steps) <= set(found.instructions_list())
        assert (found.yields(), found.total_time(), found.author()) == ("4 servings", 75, "Ann")


def test_a_page_of_our_own_is_taken_literally_however_short_or_long_it_is() -> None:
    for steps in (["Mix.", "Home", "Makes 6-8 servings."], [f"Fold crane number {n}." for n in range(600)]):
        made = procedure("Fold cranes", steps)
        assert read(write(made, "html"), "html")[0].procedure == made


def test_lists_in_lists_and_hidden_tags_without_end_cost_no_more_than_their_length() -> None:
    lines = page_lines("<ol><li>Boil" * 20_000)
    assert sum(map(len, lines)) < 5_000_000
    begun = time.process_time()
    page_lines("<p hidden>" * 40_000 + "</x>" * 40_000)
    assert time.process_time() - begun < 5
