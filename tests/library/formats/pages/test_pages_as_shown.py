"""Pages without data for programs: what their marks, names, lists and sentences tell, and what is left alone."""

import json

import pytest

from tailor.core.errors import ContentError
from tailor.library.formats.pages import element_names, page_data, unannounced_steps
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.registry import read as formats
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import shouted, split_blob, uncounted, without_furniture
from tailor.library.importer import decoded, reports_of_text

pytestmark = pytest.mark.web

LIST = ("2 cups oats", "3 tbsp honey", "salt")
STEPS = ("Mix the oats with the honey.", "Bake them for 20 minutes.")
MENU = "<ul>" + "<li>Shop now</li><li>Our story</li>" * 12 + "</ul>"


def read(body: str, head: str = "") -> ParsedProcedure:
    return html_page.read(f"<html><head><title>Bars</title>{head}</head><body>{MENU}{body}</body></html>")


def items(texts: tuple[str, ...], kind: str = "li", names: str = "") -> str:
    return "".join(f"<{kind}{names}>{text}</{kind}>" for text in texts)


HRECIPE = f"""<div class="hrecipe"><h1 class="fn">Oat bars</h1><span class="yield">8 bars</span>
<ul>{items(LIST, names=' class="ingredient"')}</ul><div class="instructions">{items(STEPS, "p")}</div></div>"""
OLD_WORDS = f"""<div itemscope itemtype="http://data-vocabulary.org/Recipe"><h1 itemprop="name">Oat bars</h1>
{items(LIST, names=' itemprop="ingredient"')}<ol itemprop="instructions">
{items(STEPS, names=' itemprop="instruction"')}</ol></div>"""
RDFA = f"""<div typeof="v:Recipe"><h1 property="v:name">Oat bars</h1>
{items(LIST, names=' property="v:ingredient"')}
<div property="v:instructions">{items(STEPS, "p")}</div></div>"""


@pytest.mark.parametrize("marked", [HRECIPE, OLD_WORDS, RDFA])
def test_marks_of_older_vocabularies_are_read_like_those_of_today(marked: str) -> None:
    made = read(marked).procedure
    assert (made.goal, made.resources, made.steps) == ("Oat bars", LIST, STEPS)


def test_a_property_around_others_of_its_name_is_read_once() -> None:
    (item,) = page_data.items(OLD_WORDS)
    assert isinstance(item, dict)
    assert item["recipeInstructions"] == list(STEPS)


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ('<ul class="recipe-ingredients">{}</ul>', '<div class="recipe__directions">{}</div>'),
        ('<div id="ingredientList"><h3>You need</h3>{}</div>', '<section class="preparation-steps">{}</section>'),
        ('<div class="zutaten">{}</div>', '<div class="zubereitung"><h2>Zubereitung</h2>{}<p>Print</p></div>'),
    ],
)
def test_the_names_of_elements_announce_what_is_in_them(listed: str, told: str) -> None:
    found = read(listed.format(items(LIST)) + "<p>My story is long.</p>" + told.format(items(STEPS, "p")))
    assert (found.procedure.resources, found.procedure.steps, found.unsure) == (LIST, STEPS, False)


def test_elements_of_one_name_are_one_item_each_also_if_one_is_said_twice() -> None:
    one = '<div class="ingredient"><span>{}</span> <b>salt</b></div>'
    step = '<div class="direction"><p>Stir it all with a spoon.</p></div>'
    page = f"{one.format(1)}{one.format(2)}{one.format(1)}{step * 3}"
    found = element_names.read(page, "x")
    assert found is not None
    assert found.procedure.resources == ("1 salt", "2 salt", "1 salt")
    assert len(found.procedure.steps) == 3


@pytest.mark.parametrize(
    "name", ["payment-method", "shipping-instructions", "share-ingredients", "print-directions"]
)
def test_names_of_other_matters_announce_nothing(name: str) -> None:
    found = element_names.read(f'<div class="{name}">{items(STEPS, "p")}</div>', "x")
    assert found is not None
    assert (found.procedure.steps, found.procedure.resources) == ((), ())


@pytest.mark.parametrize("text", ['<p class="ingredient">', '<div class="method">', "<li>", "</div>", "<"])
def test_a_page_of_names_that_never_end_is_read_in_one_pass(text: str) -> None:
    element_names.read(text * 10_000, "x")
    page_data.items(f"itemprop{text * 10_000}")


def test_amounts_and_steps_that_take_turns_without_end_are_read_in_one_pass() -> None:
    unannounced_steps.below_amounts(["2 eggs", "Stir it."] * 10_000, "x")


def test_sentences_right_below_a_list_of_amounts_are_steps_that_a_person_should_look_at() -> None:
    listed = "2 cups oats<br>3 tbsp honey<br>1 pinch of salt"
    found = read(f"<p>Mine.</p><p>{listed}</p>{items((*STEPS, 'Cut them when they are cold.'), 'p')}<h3>More</h3>")
    assert found.unsure
    assert found.procedure.resources == ("2 cups oats", "3 tbsp honey", "1 pinch of salt")
    assert found.procedure.steps == (*STEPS, "Cut them when they are cold.")
    assert unannounced_steps.below_amounts(["2 eggs", "3 pears", "4 figs", "# Shop", "Buy"], "x") is None


def test_data_without_steps_say_that_the_steps_are_from_the_text() -> None:
    data = json.dumps({"@type": "Recipe", "name": "Oat bars", "recipeIngredient": list(LIST)})
    found = read(f"<h2>Method</h2><ol>{items(STEPS)}</ol>", f'<script type="application/ld+json">{data}</script>')
    assert (found.procedure.goal, found.procedure.resources, found.procedure.steps) == ("Oat bars", LIST, STEPS)
    assert "from its text" in found.remark
    assert not found.unsure


def test_data_without_a_list_take_it_from_the_page() -> None:
    data = json.dumps({"@type": "Recipe", "name": "Oat bars", "recipeInstructions": list(STEPS)})
    found = read(
        f'<ul class="ingredients">{items(LIST)}</ul>', f'<script type="application/ld+json">{data}</script>'
    )
    assert (found.procedure.resources, found.procedure.steps, found.remark) == (LIST, STEPS, "")


def test_a_recipe_comes_before_a_how_to_however_long_that_is() -> None:
    how_to = {"@type": "HowTo", "name": "Bars", "step": ["Wash your hands."] * 9}
    recipe = {"@type": "Recipe", "name": "Oat bars", "recipeInstructions": list(STEPS)}
    head = "".join(f'<script type="application/ld+json">{json.dumps(one)}</script>' for one in (how_to, recipe))
    assert read("", head).procedure.steps == STEPS


@pytest.mark.parametrize(
    "body",
    [
        '<nav><ol class="breadcrumb"><li>Home of all our recipes</li><li>Bars for each day</li></ol></nav>',
        "<h2>You may also like</h2><ul>" + "<li>Ten bars that you will want to bake today</li>" * 6 + "</ul>",
        "<h3>12 Comments</h3><h3>Method</h3><ol><li>I loved it so much that I made it twice.</li></ol>",
        "<p>We bake with love. Visit us in our shop.</p>",
        "<table><tr><td>2</td><td>cups oats</td></tr><tr><td>3</td><td>tbsp honey</td></tr></table>",
    ],
)
def test_a_page_without_a_procedure_is_refused_in_words(body: str) -> None:
    with pytest.raises(ContentError, match="No steps were found"):
        read(body)


def test_a_list_that_nothing_announces_is_one_to_look_at() -> None:
    assert read(f"<h2>My bars</h2><ol>{items(STEPS)}</ol>").unsure
    assert not read(f"<h2>Method</h2><ol>{items(STEPS)}</ol>").unsure


def test_the_parts_of_a_list_item_stay_together() -> None:
    found = element_names.read(
        '<p class="ingredient">1 egg</p><ol class="method"><li><p>Mix it all well.</p><p>Do not stop.</p>'
        "<ul><li>by hand</li></ul></li><li>Bake it for an hour.</li></ol>",
        "x",
    )
    assert found is not None
    assert found.procedure.steps == ("Mix it all well. Do not stop. - by hand", "Bake it for an hour.")


def test_a_short_line_with_a_colon_among_named_steps_is_a_heading() -> None:
    lines = items(("Roast the oats:", *STEPS), "p")
    found = element_names.read(f'<p class="ingredient">1 egg</p><div class="method">{lines}</div>', "x")
    assert found is not None
    assert (found.procedure.steps, found.procedure.sections) == (STEPS, ((1, "Roast the oats"),))


@pytest.mark.parametrize(
    "named", ['class="comments-area"', 'id="comments"', 'class="post-nutrition"', 'role="complementary"']
)
def test_what_stands_around_a_text_by_its_name_or_role_is_no_step(named: str) -> None:
    around = f"<div {named}><p>We made it twice and it was good.</p><p>More salt next time!</p></div>"
    found = read(f"<h2>Method</h2>{items(STEPS, 'p')}{around}")
    assert (found.procedure.steps, found.procedure.sections) == (STEPS, ())


def test_what_stands_below_the_comments_is_no_step() -> None:
    found = read(f'<h2>Method</h2>{items(STEPS, "p")}<div id="comments"><p>Good!</p></div><p>Ask us for more.</p>')
    assert found.procedure.steps == STEPS


def test_a_last_step_that_only_begins_like_a_line_of_the_site_stays() -> None:
    last = ("Add a lid and shake it.", "Add to the bowl.", "Serving: put it on a plate.")
    assert without_furniture([*STEPS, *last]) == len(STEPS) + len(last)
    assert without_furniture([*STEPS, "Servings: 4", "Add a review", "Add to favorites"]) == len(STEPS)


def test_a_table_of_ingredients_has_one_in_each_row() -> None:
    rows = "<tr><td>2 cups</td><td>oats</td></tr><tr><td>3 tbsp</td><td>honey</td></tr>"
    found = read(f'<table class="ingredients">{rows}</table><div class="method">{items(STEPS, "p")}</div>')
    assert found.procedure.resources == ("2 cups oats", "3 tbsp honey")


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Mix it well.Then bake it.", ["Mix it well.", "Then bake it."]),
        ("Mix it well.Oats, honey and salt go in.", ["Mix it well.", "Oats, honey and salt go in."]),
        ("Alles mischen.Hafer-Riegel formen.", ["Alles mischen.", "Hafer-Riegel formen."]),
        ("Mix it. Stir it well.  Then bake it. Eat.", ["Mix it. Stir it well.", "Then bake it. Eat."]),
        ("Mix it well.  Then bake it.  Eat it.", ["Mix it well.  Then bake it.  Eat it."]),
        ("1\nMix it\n2\nBake it", ["Mix it", "Bake it"]),
        ("1.Mix it 2.Line the\ntin 3.Bake it\n4.Chill 5. 6.", ["Mix it", "Line the tin", "Bake it", "Chill"]),
        ("1. Mix it\n2. Bake it\nNote: see 3. above", ["Mix it", "Bake it", "Note: see 3. above"]),
        ("Add 2.5 g of salt. Use vers. 1.A", ["Add 2.5 g of salt. Use vers. 1.A"]),
    ],
)
def test_sentences_that_a_site_joined_are_told_apart(text: str, steps: list[str]) -> None:
    assert split_blob(text) == steps


def test_numbers_glued_to_steps_are_none_of_their_words() -> None:
    assert uncounted(["1Mix it", "2Bake it", "3Eat it"]) == ["Mix it", "Bake it", "Eat it"]
    assert uncounted(["1 Mix it", "Cover it.", "2 Bake it", "3 Eat"]) == ["Mix it", "Cover it.", "Bake it", "Eat"]
    assert uncounted(["2 Eggs go in", "1 Pear too"]) == ["2 Eggs go in", "1 Pear too"]
    assert uncounted(["1 egg goes in", "2 pears too"]) == ["1 egg goes in", "2 pears too"]


def test_headings_in_capitals_are_headings_unless_all_is_in_capitals() -> None:
    data = json.dumps(
        {"@type": "Recipe", "name": "x", "recipeInstructions": ["BARS", "Mix.", "GLAZE", "Stir.", "Cut."]}
    )
    made = read("", f'<script type="application/ld+json">{data}</script>').procedure
    assert (made.steps, made.sections) == (("Mix.", "Stir.", "Cut."), ((1, "Bars"), (2, "Glaze")))
    assert shouted(["MIX THE OATS", "BAKE THEM", "Eat"]) == []


def test_what_a_site_writes_behind_the_steps_is_a_fact_or_unused_and_told() -> None:
    page = f'<p class="ingredient">1 egg</p><div class="method">{items((*STEPS, "Serves 4.", "Print"), "p")}</div>'
    found = read(page)
    assert found.procedure.steps == STEPS
    assert (found.procedure.yields, "Print" in found.unused) == ("4 servings", True)
    assert without_furniture(["Serve it.", "Save some for later."]) == 2


PAGE = '<html><head><meta charset="{}"></head><body>Crème</body></html>'


@pytest.mark.parametrize(
    ("charset", "told"),
    [
        *(("cp1252", "iso-8859-1"), ("cp1252", "x-nobody-knows"), ("utf-8", "utf-8"), ("utf-8-sig", "latin-1")),
        *(("utf-16", "utf-8"), ("utf-16-le", "utf-8"), ("utf-16-be", "utf-8"), ("utf-8", "x-nobody-knows")),
    ],
)
def test_a_saved_page_is_read_in_its_own_charset(charset: str, told: str) -> None:
    assert "Crème" in decoded(PAGE.format(told).encode(charset), "a.html")


def test_nuls_in_a_page_are_left_out_and_in_another_file_are_an_error() -> None:
    assert decoded(b"<html><p>a\0b</p>", "a.html") == "<html><p>ab</p>"
    with pytest.raises(ContentError, match="UTF-8"):
        decoded(b"a\0b", "a.txt")


def in_an_element(goal: str, yields: str, *steps: str) -> str:
    amounts = items(("1 cup oats", "2 tbsp honey", "1 pinch salt"), names=' class="ingredient"')
    told = items(steps, names=' class="instruction"')
    return (
        f'<div class = "recipe"><div id="name">{goal}</div><p>Adapted from <a>https://oats.test/{goal}</a></p>'
        f"<p>Servings: {yields}</p><p>Starred</p><ul>{amounts}</ul><ol>{told}</ol></div>"
    )


def test_a_page_that_is_a_collection_gives_each_of_its_recipes() -> None:
    page = in_an_element("Bars", "8", *STEPS) + in_an_element("Balls", "4", *STEPS[::-1])
    bars, balls = formats(page, "html")
    assert (bars.procedure.goal, bars.procedure.steps, len(bars.procedure.resources)) == ("Bars", STEPS, 3)
    assert (balls.procedure.goal, balls.procedure.steps) == ("Balls", STEPS[::-1])
    assert (bars.procedure.yields, balls.procedure.yields) == ("8 servings", "4 servings")
    assert bars.procedure.source == "https://oats.test/Bars"
    assert "Starred" in bars.unused


def test_an_element_of_a_collection_without_steps_is_told() -> None:
    page = (
        in_an_element("Bars", "8", *STEPS) + in_an_element("Balls", "4", *STEPS[::-1]) + in_an_element("Tea", "1")
    )
    assert [bool(one.procedure.steps) for one in formats(page, "html")] == [True, True, False]
    assert next(reports_of_text(page, "html")).unused[-1] == "Tea: no steps"


def test_the_same_recipe_shown_twice_or_beside_teasers_is_one() -> None:
    one = in_an_element("Bars", "8", *STEPS)
    for page in (one + one, f'{one}<div class="recipe"><h3>Another</h3><p>Try it</p></div>'):
        assert len(formats(page, "html")) == 1


@pytest.mark.parametrize(
    ("sentence", "sure"),
    [
        ("To pull a tick out with tweezers, follow these steps:", True),
        ("Follow these simple steps to fix it and be on your way:", True),
        ("Befolge die folgenden Schritte:", True),
        ("I have been doing this for years:", False),
        ("You may follow these steps if you like.", False),
    ],
)
def test_a_sentence_may_lead_to_the_list_of_steps(sentence: str, sure: bool) -> None:
    told = items(("Grasp it close to the skin.", "Pull it straight up.", "Clean the spot with soap."))
    page = read(f"<p>Ticks are a nuisance and they carry diseases.</p><p>{sentence}</p><ol>{told}</ol>")
    assert (len(page.procedure.steps), page.unsure) == (3, not sure)


def test_two_sentences_that_lead_to_lists_are_two_ways_and_asked_about() -> None:
    told = items(("Grasp it close to the skin.", "Pull it straight up.", "Clean the spot with soap."))
    page = read(
        f"<p>With tweezers follow these steps:</p><ol>{told}</ol><p>By hand, do these steps:</p><ol>{told}</ol>"
    )
    assert page.unsure
