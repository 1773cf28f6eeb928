"""Pages as sites really write them: the steps a person would read, headings that are none, nothing lost."""

import json

import pytest

from tailor.core.procedure import Json
from tailor.library.formats.pages import reader as page
from tailor.library.formats.pages.page_data import loose_json
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import bare_title, heads_part, uncounted

pytestmark = pytest.mark.web

TEA = ("Boil it.", "Pour it.")


def site(*scripts: str, body: str = "", title: str = "Tea") -> ParsedProcedure:
    data = "".join(f'<script type="application/ld+json">{one}</script>' for one in scripts)
    return page.read(f"<html><head><title>{title}</title>{data}</head><body>{body}</body></html>")


def recipe(instructions: Json, **more: Json) -> str:
    return json.dumps({"@type": "Recipe", "name": "Tea", "recipeInstructions": instructions, **more})


@pytest.mark.parametrize(
    "instructions",
    [
        "1.Boil it.2.Pour it.",
        "1) Boil it. 2) Pour it.",
        [{"@type": "HowToStep", "text": "1. Boil it.2. Pour it."}],
        "Step 1\nBoil it.\nStep 2\nPour it.",
        ["1. Boil it.", "2. Pour it."],
        ["Step 1", "Boil it.", "Step 2", "Pour it."],
        [{"@type": "HowToStep", "text": "1.Boil it."}, {"@type": "HowToStep", "text": "2.Pour it."}],
        [{"@type": "HowToStep", "text": "Step 1: Boil it."}, {"@type": "HowToStep", "text": "Step 2 - Pour it."}],
        [{"name": "Boil it...", "text": "Boil it."}, {"image": "a.jpg"}, {"text": "<img src='a'>"}, "Pour it."],
        [{"@type": "HowToStep", "name": "1. Boil it", "text": "Boil it."}, {"name": "Pour", "text": "Pour it."}],
    ],
)
def test_numbers_pictures_and_repeated_titles_are_no_part_of_a_step(instructions: Json) -> None:
    made = site(recipe(instructions)).procedure
    assert (made.steps, made.sections) == (TEA, ())


def test_numbers_that_do_not_count_the_steps_are_words_of_them() -> None:
    assert uncounted(["2. Boil it.", "9. Pour it."]) == ["2. Boil it.", "9. Pour it."]
    assert uncounted(["1. Boil it.", "Pour it."]) == ["1. Boil it.", "Pour it."]
    assert uncounted(["1. Mix", "2. Bake", "1. Stir"]) == ["Mix", "Bake", "Stir"], "a section begins again"
    assert uncounted(["1.5 l of water", "2 eggs"]) == ["1.5 l of water", "2 eggs"]


@pytest.mark.parametrize(
    "instructions",
    [
        "<h3>Dough</h3><ol><li>Boil it.</li></ol><h3>Glaze</h3><ol><li>Pour it.</li></ol>",
        "<p><strong>Dough</strong></p><p>Boil it.</p><p><b>Glaze:</b></p><p>Pour it.</p>",
        "For the dough:\nBoil it.\nFor the glaze:\nPour it.",
        ["For the dough:", "Boil it.", "GLAZE:", "Pour it."],
        [{"text": "For the dough:"}, {"text": "Boil it."}, {"name": "For the glaze:"}, {"text": "Pour it."}],
        [{"@type": "HowToSection", "name": "Dough", "itemListElement": "Boil it."}, "For the glaze:", "Pour it."],
        [
            {"@type": "HowToSection", "name": "1. Dough", "steps": [{"text": "Boil it."}]},
            {"@type": "HowToSection", "name": "Glaze", "itemListElement": ["Pour it."]},
        ],
        [
            {"@type": "HowToSection", "name": "Dough"},
            "Boil it.",
            {"@type": "HowToSection", "name": "Glaze"},
            "Pour it.",
        ],
    ],
)
def test_whatever_a_site_uses_as_a_heading_is_no_step(instructions: Json) -> None:
    made = site(recipe(instructions)).procedure
    assert made.steps == TEA
    assert [number for number, _title in made.sections] == [1, 2]
    assert [title.lower().split()[-1].strip(":") for _number, title in made.sections] == ["dough", "glaze"]


def test_two_parts_that_need_the_same_keep_their_things() -> None:
    same = ["1 cup sugar", "2 tbsp milk"]
    told = recipe(["Mix it."], recipeIngredient=["For the glaze:", *same, "For the icing:", *same])
    assert site(told).procedure.resources == (*same, *same)


def test_a_label_with_a_number_in_the_list_of_a_site_is_a_heading() -> None:
    made = site(recipe(["For kite #1:", "Fold it.", "Kite #2:", "Cut it."])).procedure
    assert made.steps == ("Fold it.", "Cut it.")
    assert made.sections == ((1, "For kite #1"), (2, "Kite #2"))


@pytest.mark.parametrize(
    "line", ["In a bowl, mix together:", "Bake it.", "Add: salt", "For 5 minutes, stir.", "5:", "Step 2:"]
)
def test_a_step_that_ends_in_a_colon_stays_a_step(line: str) -> None:
    assert not heads_part(line)
    assert bare_title("Step 2: The glaze") == "The glaze"


@pytest.mark.parametrize(
    "script",
    [
        '{ // the recipe\n"@type":"Recipe","name":"Tea",/* so */"recipeInstructions":["See http://a.b","Pour"],}',
        '{"@type":"WebPage"}\n{"@type":"Recipe","name":"Tea","recipeInstructions":["See http://a.b","Pour"]}',
        r'{"@type":"Recipe","name":"Tea\'s","recipeInstructions":["See http:\/\/a.b","P\our"]}',
        "{&quot;@type&quot;:&quot;Recipe&quot;,&quot;recipeInstructions&quot;:[&quot;See http://a.b&quot;,&quot;Pour&quot;]}",
        '{"@type":"http://schema.org/Recipe","schema:name":"Tea","schema:recipeInstructions":["See http://a.b","Pour"]}',
        '{"@type":"Recipe","http://schema.org/recipeInstructions":[{"@value":"See http://a.b"},{"@value":"Pour"}]}',
        '{"@graph":[{"@type":"Recipe","recipeInstructions":[{"@id":"#a"},{"@id":"#b"}]},'
        '{"@id":"#a","text":"See http://a.b"},{"@id":"#b","text":"Pour"}]}',
    ],
)
def test_data_is_read_however_carelessly_it_was_written(script: str) -> None:
    assert site(script).procedure.steps == ("See http://a.b", "Pour")


@pytest.mark.parametrize("text", ['"', "/*", "//", "\\", "[", "{", '"\\', ",", "&quot;", "{}\n", "/* *", "<!--"])
def test_a_script_of_marks_that_never_end_is_read_in_one_pass(text: str) -> None:
    loose_json(text * 50_000)


def test_steps_that_name_each_other_in_a_ring_have_an_end() -> None:
    ring = {"@id": "#a", "itemListElement": [{"@id": "#a"}, {"@id": "#a"}, {"text": "Boil it."}]}
    script = json.dumps({"@graph": [{"@type": "HowTo", "step": [{"@id": "#a"}]}, ring]})
    assert site(script).procedure.steps == ("Boil it.",)


def test_of_several_procedures_in_a_page_the_one_in_its_title_is_meant() -> None:
    other = json.dumps({"@type": "Recipe", "name": "Soup", "recipeInstructions": ["a", "b", "c"]})
    assert site(other, recipe(list(TEA)), title="Tea | The kitchen").procedure.steps == TEA


def test_nothing_a_site_names_twice_on_purpose_is_lost() -> None:
    data = recipe(
        [{"text": ["Boil it.", "Wait."]}], recipeIngredient=["1 egg", "1 egg"], ingredients=["1 egg", "salt"]
    )
    made = site(data).procedure
    assert made.resources == ("1 egg", "1 egg", "salt"), "one for the dough, one for the glaze"
    assert made.steps == ("Boil it. Wait.",)
