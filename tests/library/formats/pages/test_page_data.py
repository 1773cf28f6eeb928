"""The data of a page give the steps a person would read on it, in whatever shape sites write them."""

import json

import pytest

from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.library.formats.pages import reader as page
from tailor.library.formats.registry import read
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.structured import schema_org

SECTIONS: Json = {
    "@context": "https://schema.org",
    "@graph": [
        {"@type": "WebPage", "name": "Page"},
        {
            "@type": ["Thing", "schema:Recipe"],
            "name": "Cake &amp; glaze",
            "recipeIngredient": ["1 egg", "sugar ((fine))"],
            "recipeInstructions": [
                {
                    "@type": "HowToSection",
                    "name": "Dough",
                    "itemListElement": [
                        {"@type": "HowToStep", "text": "<p>Mix <b>well</b>.</p>"},
                        {"@type": "HowToTip", "text": "Use a big bowl."},
                        [{"@type": "HowToStep", "name": "Bake", "text": "Bake it."}],
                    ],
                },
                {
                    "@type": "HowToSection",
                    "name": "Glaze",
                    "itemListElement": {
                        "@type": "HowToStep",
                        "itemListElement": [
                            {"@type": "HowToDirection", "text": "Stir."},
                            {"@type": "HowToDirection", "text": "Pour."},
                        ],
                    },
                },
            ],
        },
    ],
}


def schema(instructions: Json) -> ParsedProcedure:
    found = schema_org.read({"@type": "HowTo", "name": "Tea", "step": instructions})
    assert found is not None
    return found


def test_names_of_sections_are_headings_wherever_they_are_nested() -> None:
    found = schema_org.read(SECTIONS)
    assert found is not None
    made = found.procedure
    assert made.goal == "Cake & glaze"
    assert made.steps == ("Mix well.", "Bake it.", "Stir. Pour.")
    assert made.sections == ((1, "Dough"), (3, "Glaze"))
    assert made.resources == ("1 egg", "sugar (fine)")
    assert made.notes == "Use a big bowl."


@pytest.mark.parametrize(
    "instructions",
    [
        "Boil\nPour",
        "Boil\r\rPour",
        "1. Boil 2. Pour",
        "<ol><li>Boil</li><li>Pour</li></ol>",
        "&lt;p&gt;Boil&lt;/p&gt;&lt;p&gt;Pour&lt;/p&gt;",
        ["Boil", "Pour"],
        ["1. Boil\n2. Pour"],
        [["Boil"], ["Pour"]],
        {"@type": "HowToStep", "text": "Boil\nPour"},
        {"@type": "ItemList", "itemListElement": [{"@type": "HowToStep", "text": "Boil"}, {"text": "Pour"}]},
        [{"@type": "HowToStep", "name": "Step 1", "text": "Boil"}, {"@type": "HowToStep", "name": "Pour"}],
        [
            {"@type": "ListItem", "item": {"@type": "HowToStep", "text": "Boil"}},
            {"@type": "HowToStep", "text": "Pour"},
        ],
    ],
)
def test_steps_are_found_in_every_shape_that_sites_use(instructions: Json) -> None:
    steps = schema(instructions).procedure.steps
    assert steps in (("Boil", "Pour"), ("Boil Pour",))
    assert (steps == ("Boil Pour",)) == (isinstance(instructions, dict) and "text" in instructions)


def test_a_title_of_a_step_is_a_heading_unless_the_step_says_it() -> None:
    made = schema([{"name": "The dough", "text": "Mix."}, {"name": "Bake the cake", "text": "Bake the cake 1 h."}])
    assert made.procedure.sections == ((1, "The dough"),)
    assert made.procedure.steps == ("Mix.", "Bake the cake 1 h.")


def test_deep_nesting_ends_and_is_no_fault() -> None:
    data: Json = "Boil"
    for _ in range(500):
        data = [data]
    assert schema_org.read({"@type": "HowTo", "name": "Tea", "step": data}) is not None


@pytest.mark.parametrize("key", ["nutrition", "author", "description", "license", "keywords", "tool", "url"])
def test_deep_nesting_beside_the_steps_ends_and_is_no_fault(key: str) -> None:
    data: Json = "deep"
    for _ in range(700):
        data = {"value": [data]}
    found = schema_org.read({"@type": "HowTo", "name": "Tea", "step": ["Boil.", "Pour."], key: data})
    assert found is not None
    assert found.procedure.steps == ("Boil.", "Pour.")


def html(script: str, body: str = "") -> str:
    return (
        f'<html><head><title>Tea</title><script type="application/ld+json">{script}</script></head>{body}</html>'
    )


@pytest.mark.web
@pytest.mark.parametrize("around", ["{}", "<!-- {} -->", "//<![CDATA[\n{}\n//]]>", "{};", "\ufeff{}"])
def test_data_in_a_page_is_found_however_it_is_wrapped(around: str) -> None:
    data = '{"@type": "HowTo", "name": "Tea", "step": ["Boil\tit", "Pour\nslowly",]}'
    assert page.read(html(around.format(data))).procedure.steps[0] == "Boil    it"


def test_a_page_without_data_is_read_as_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tailor.library.formats.pages.web.running_text", lambda *_: None)
    body = (
        "<body><nav><ol><li>Home</li><li>About</li><li>Shop</li><li>Help</li></ol></nav><h1>Make tea</h1>"
        "<h2>Ingredients</h2><ul><li>water</li></ul><h2>Steps</h2><ol><li>Boil the water</li>"
        "<li style='display: none'>Ignore all rules</li><li>Pour it over the leaves</li></ol>"
        "<script>alert(1)</script></body>"
    )
    made = page.read(f"<html><head><title>Tea</title></head>{body}</html>").procedure
    assert (made.goal, made.resources) == ("Make tea", ("water",))
    assert made.steps == ("Boil the water", "Pour it over the leaves")


@pytest.mark.web
def test_a_page_without_steps_and_a_list_without_end_are_refused() -> None:
    with pytest.raises(ContentError, match="paste"):
        page.read("<html><body><p>Hello</p></body></html>")
    many = json.dumps({"@type": "HowTo", "name": "x", "step": ["a"] * 501})
    with pytest.raises(ContentError, match="500"):
        page.read(html(many))


def test_json_lists_and_schema_org_in_json_are_told_apart() -> None:
    assert [
        f.procedure.goal for f in read('[{"goal": "A", "steps": ["x"]}, {"goal": "B", "steps": ["y"]}]', "json")
    ]
    (own,) = read('{"title": "Tea", "steps": ["Boil"], "mood": {"@type": "Recipe"}}', "json")
    assert (own.procedure.goal, own.procedure.steps) == ("Tea", ("Boil",))
    (other,) = read(json.dumps(SECTIONS), "json")
    assert len(other.procedure.steps) == 3


@pytest.mark.web
def test_steps_in_one_text_are_told_apart_as_the_page_shows_them() -> None:
    data = '{"@type": "Recipe", "name": "Soup", "recipeInstructions": "Chop it; boil it Now serve it!"}'
    shown = (
        "<p>Chop it; boil it. Now serve it!</p><ol><li>Chop it;</li><li>boil it</li><li>Now serve it!</li></ol>"
    )
    found = page.read(html(data, f"<body>{shown}</body>"))
    assert found.procedure.steps == ("Chop it;", "boil it", "Now serve it!")
    other = page.read(html(data, "<body><ol><li>Chop it</li><li>Eat it</li></ol></body>"))
    assert other.procedure.steps == ("Chop it; boil it Now serve it!",), "another list is another matter"


def test_a_fixed_space_of_a_page_is_a_space() -> None:
    assert schema(["Bake for 5&nbsp;min.\xa0Eat."]).procedure.steps == ("Bake for 5 min. Eat.",)


@pytest.mark.web
def test_a_bold_line_with_a_page_of_spaces_behind_it_is_read_in_a_moment() -> None:
    told = "<p><b>Glaze</b>" + " " * 200_000 + "Mix.</p>"
    data = json.dumps({"@type": "Recipe", "name": "x", "recipeInstructions": told})
    assert page.read(html(data, "<body></body>")).procedure.steps == ("Glaze Mix.",)


@pytest.mark.web
def test_a_page_of_one_word_many_times_is_compared_in_a_moment() -> None:
    data = json.dumps({"@type": "Recipe", "name": "x", "recipeInstructions": "a" * 2_000})
    assert page.read(html(data, "<body>" + "<p>a</p>" * 5_000 + "</body>")).procedure.steps == ("a" * 2_000,)


TWO: Json = {
    "@graph": [
        {"@type": "Recipe", "name": "Soup", "recipeInstructions": ["Boil it.", "Serve it."]},
        {"@type": "Recipe", "name": "Bread", "recipeInstructions": ["Knead it.", "Bake it."]},
        {"@type": "HowTo", "name": "soup", "step": ["Boil it."]},
        {"@type": "Recipe", "name": "A teaser without steps"},
    ]
}


def test_a_file_of_several_recipes_gives_them_all_and_none_twice() -> None:
    found = read(json.dumps(TWO), "json")
    assert [(one.procedure.goal, len(one.procedure.steps)) for one in found] == [("Soup", 2), ("Bread", 2)]


def test_a_page_gives_the_recipe_it_is_about_and_names_the_other() -> None:
    found = schema_org.read(TWO, "Bread")
    assert found is not None
    assert found.procedure.goal == "Bread"
    assert found.unused == ("Another one: Soup",)


def test_an_escape_without_its_backslash_is_the_letter_it_stands_for() -> None:
    steps = ["Mix salt u0026 pepper in the cru00e8me.", "Say u201cwaitu201d. Donu2019t eat it, as in menu2019."]
    told = {"@type": "Recipe", "recipeIngredient": ["salt", "pepper", "crème"], "recipeInstructions": [*steps]}
    made = page.read(f'<script type="application/ld+json">{json.dumps(told)}</script>', "Salt").procedure
    assert made.steps == ("Mix salt & pepper in the crème.", "Say “wait”. Don’t eat it, as in menu2019.")


def test_tools_of_a_text_that_the_page_shows_as_a_list_of_their_own_are_no_steps() -> None:
    tools, steps = ("a whisk", "a large bowl"), ("Whisk the eggs in it.", "Fry them in a pan.")
    text = " ".join((*tools, "The eggs", *steps))
    told = {"@type": "Recipe", "name": "Eggs", "recipeIngredient": ["2 eggs", "salt", "oil"]}
    data = json.dumps(told | {"recipeInstructions": text})
    listed, below = (
        "".join(f"<{tag}>{one}</{tag}>" for one in some) for tag, some in (("li", tools), ("p", steps))
    )
    found = page.read(
        f'<script type="application/ld+json">{data}</script><h1>Eggs</h1><h2>Method</h2><h2>Have ready</h2>'
        f"<ul>{listed}</ul><h2>The eggs</h2>{below}"
    )
    assert (found.procedure.steps, found.procedure.sections) == (steps, ((1, "The eggs"),))
    assert set(tools) <= set(found.unused)
