"""Pages whose data tell less than they show, or whose steps only their scripts know: a person is asked."""

import json
from html import escape

import pytest

from tailor.core.errors import ContentError
from tailor.library.formats.pages import element_names
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.shared.parsed import ParsedProcedure

pytestmark = pytest.mark.web

STEPS = ("Cut the onion into thin rings.", "Fry it in butter for 10 minutes.", "Pour the stock over it and stir.")
THINGS = ["1 onion", "20 g butter", "1 l stock"]


def read(body: str, **data: object) -> ParsedProcedure:
    told = {"@type": "Recipe", "name": "Soup", "recipeIngredient": THINGS} | data
    return html_page.read(f'<script type="application/ld+json">{json.dumps(told)}</script>{body}', "Soup")


def shown(steps: tuple[str, ...] = STEPS) -> str:
    return "".join(f'<div class="recipe-step">{step}</div>' for step in steps)


@pytest.mark.parametrize(
    "state",
    [
        {"title": "Soup", "ingredients": THINGS, "instructions": list(STEPS)},
        {
            "name": "Soup",
            "groupedIngredients": [{"title": "", "ingredients": THINGS}],
            "grouped_instructions": [{"title": "", "instructions": [{"instruction": step} for step in STEPS]}],
        },
        {
            "name": "Soup",
            "ingredients": [
                {"name": "onion", "shownQuantity": 1},
                "20 g butter",
                {"name": "stock", "qty": 1, "unit": "l"},
            ],
            "preparationInstructions": [{"header": f"Step {n}", "body": step} for n, step in enumerate(STEPS, 1)],
        },
    ],
)
def test_steps_that_only_a_script_knows_are_taken_and_asked_about(state: dict[str, object]) -> None:
    whole = json.dumps({"props": {"list": [1, {"recipe": state}]}})
    sent = "".join(f"<script>push([1,{json.dumps(part)}])</script>" for part in (f"3:{whole[:90]}", whole[90:]))
    pages = (
        f'<script id="state" type="application/json">{whole}</script>',
        f"<script>window.STATE = {whole};</script>",
        f'<div id="app" data-page="{escape(whole)}{" " * 300}"></div>',
        sent,
    )
    for page in pages:
        found = html_page.read(page, "Soup")
        assert (found.procedure.steps, found.procedure.resources) == (STEPS, tuple(THINGS))
        assert found.unsure
        assert "behind the page" in found.remark


def test_words_that_only_describe_the_page_are_no_step() -> None:
    teaser = "The best soup you can make for a cold day, from three"
    with pytest.raises(ContentError, match="No steps"):
        read("<p>Buy the book.</p>", recipeInstructions=teaser, description=teaser + " things.")


def test_steps_that_stand_there_twice_are_asked_about() -> None:
    assert not read("", recipeInstructions=list(STEPS)).unsure
    assert read("", recipeInstructions=[*STEPS, STEPS[1], "Serve it with bread."]).unsure


def test_times_and_lines_without_an_end_that_stand_alone_are_no_steps() -> None:
    for line in ("Preparation time: 30 min", "Helpful for the method"):
        found = element_names.read(
            f'<ul class="ingredients"><li>1 onion</ul><p class="preparation">{line}</p>', "Soup"
        )
        assert found is not None
        assert found.procedure.steps == ()


def test_what_is_below_a_picture_and_who_made_it_is_no_step() -> None:
    behind = ("Soup (Photo: Ann Lee)", "Recipe: Ann van Lee Text: Tom Day")
    assert read(shown((*STEPS, *behind))).procedure.steps == STEPS


def test_numbers_in_circles_count_steps() -> None:
    page = "<h2>Method</h2>" + "".join(f"<p>{mark} {step}</p>" for mark, step in zip("❶②➂", STEPS, strict=True))
    assert html_page.read(page, "Soup").procedure.steps == STEPS


def test_an_amount_and_its_thing_in_two_elements_are_two_words() -> None:
    page = (
        '<ul class="ingredients"><li><b>2</b><span>onions</span><li>1 l H<sub>2</sub>O<li>3<sup>rd</sup> part</ul>'
    )
    assert html_page.read(page + shown(), "Soup").procedure.resources == ("2 onions", "1 l H2O", "3rd part")


def test_whole_steps_in_a_script_without_spaces_are_no_titles() -> None:
    steps = (
        "鍋に水を入れ、沸騰直前で火を止め、火からおろす。",
        "卵をおたまで入れ、ふたをして十分おいておく。",
    )
    tip = "卵は冷蔵庫から出したてのものを使ってください。水の量が変わると仕上がりに影響がある。"
    found = read(shown((steps[0], tip, steps[1], tip)), recipeInstructions=list(steps))
    assert (found.procedure.steps, found.unsure) == (steps, False)


DATA_WITHOUT_A_LIST = '{"@type": "Recipe", "name": "Pie six", "recipeInstructions": ["Mix.", "Bake."]}'
LIST_WITHOUT_AMOUNTS = """<html><body><script type="application/ld+json">%s</script><h1>Pie six</h1>
%s<h2>Method</h2><ol><li>Mix.</li><li>Bake.</li></ol><h2>More</h2><ul><li>Chairs</li></ul></body></html>"""


@pytest.mark.parametrize(
    ("listed", "things", "unused"),
    [
        ("<h2>Ingredients</h2><ul><li>peanuts</li><li>flour</li></ul>", ("peanuts", "flour"), ()),
        ("<p><b>Ingredients</b></p><ul><li>peanuts</li><li>flour</li></ul>", ("peanuts", "flour"), ()),
        (
            "<h2>Ingredients</h2><h3>Dough</h3><ul><li>peanuts</li><li>flour</li></ul><h3>Top</h3><p>milk<br>jam</p>",
            ("peanuts", "flour"),
            ("milk", "jam"),
        ),
        ("<h2>Zutaten</h2><p>peanuts<br>flour</p>", (), ("peanuts", "flour")),
        ("<h2>Ingredients</h2><ul><li><a href='/nuts'>peanuts</a></li></ul>", ("peanuts",), ()),
        ("<h2>Our shop</h2><ul><li>peanuts</li><li>flour</li></ul>", (), ()),
    ],
)
def test_a_list_without_amounts_that_the_data_lack_is_read_or_named_below_its_heading(
    listed: str, things: tuple[str, ...], unused: tuple[str, ...]
) -> None:
    made = html_page.read(LIST_WITHOUT_AMOUNTS % (DATA_WITHOUT_A_LIST, listed))
    assert made.procedure.steps == ("Mix.", "Bake.")
    assert made.procedure.resources == things
    assert made.unused == unused
