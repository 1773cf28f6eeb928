"""Pages whose authors left tags open, repeated themselves, or wrote far too much: read all the same."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.core.errors import ContentError, TailorError
from tailor.core.procedure import procedure
from tailor.library.formats.pages import element_names
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.step_texts import split_blob

pytestmark = pytest.mark.web

LIST = "<h2>Ingredients</h2><ul><li>2 cups oats</li><li>3 tbsp honey</li><li>1 pinch of salt</li></ul>"
STEPS = ("Mix the oats with the honey.", "Bake them for 20 minutes.", "Let them cool.")
SHOWN = f"{LIST}<h2>Directions</h2><ol>{''.join(f'<li>{step}</li>' for step in STEPS)}</ol>"


@pytest.mark.parametrize(
    "begin",
    [
        "<html><head><title>Bars</title><body><h1>Bars</h1>",
        "<html><head><title>Bars</title><div><h1>Bars</h1></div>",
        '<html><body><h1>Bars</h1><ul class="menu"><li style="display:none">Log in</ul>',
        "<html><body><h1>Bars</h1><ul><li hidden>Log in<li>Home</ul>",
        "<html><body><h1>Bars</h1><div><button>Save</div>",
    ],
)
def test_a_hidden_tag_that_is_left_open_hides_no_more_than_the_element_around_it(begin: str) -> None:
    made = html_page.read(begin + SHOWN).procedure
    assert made == procedure("Bars", STEPS, ("2 cups oats", "3 tbsp honey", "1 pinch of salt"))


def test_what_is_hidden_stays_hidden_whatever_it_leaves_open() -> None:
    hidden = '<div hidden><p>Old text<div></p></div><li>Old item</div><p style="display:none">Old</p>'
    assert html_page.read(f"<h1>Bars</h1><p>{hidden}{SHOWN}").procedure.steps == STEPS


def test_a_name_that_repeats_a_numbered_text_is_no_heading() -> None:
    text = "1. Mix it.2. Bake it."
    data = {"@type": "Recipe", "name": "Bars", "recipeInstructions": [{"name": text, "text": text}]}
    made = html_page.read(f'<script type="application/ld+json">{json.dumps(data)}</script>').procedure
    assert (made.steps, made.sections) == (("Mix it.", "Bake it."), ())


def test_a_page_of_hundreds_of_headings_is_read_and_one_of_thousands_refused() -> None:
    made = html_page.read("<h1>Bars</h1>" + "<h2>Steps</h2><ol><li>Bake the bars well.</li></ol>" * 480).procedure
    with pytest.raises(ContentError, match="1001 steps"):
        html_page.read("<h1>Bars</h1>" + "<h2>Steps</h2><p>Bake the bars well.</p>" * 1_001)
    assert len(made.steps) == 480


LD = '<script type="application/ld+json">{}</script>'
RECIPE = {"@type": "Recipe", "name": "Bars"}
AMOUNTS = ["2 cups oats", "3 tbsp honey", "1 pinch of salt"]


def marked(*lines: str) -> str:
    """A page with microdata, each line as an instruction."""
    items = "".join(f'<p itemprop="recipeInstructions">{line}</p>' for line in lines)
    amounts = "".join(f'<li itemprop="recipeIngredient">{one}</li>' for one in AMOUNTS)
    return (
        f'<div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Bars</h1>{amounts}{items}</div>'
    )


def test_buttons_numbers_and_tags_of_a_site_are_no_steps_and_are_told_as_unused() -> None:
    buttons = ("Mark as complete", "Dessert", "Cake", "View All")
    found = html_page.read(marked("1", STEPS[0], buttons[0], "2", *STEPS[1:], *buttons[1:]))
    assert found.procedure.steps == STEPS
    assert set(buttons) <= set(found.unused)


def test_a_heading_among_marked_steps_is_a_heading() -> None:
    made = html_page.read(marked(STEPS[0], "To serve them:", STEPS[1], "Lemon Cream Frosting", STEPS[2])).procedure
    assert (made.steps, made.sections) == (STEPS, ((2, "To serve them"), (3, "Lemon Cream Frosting")))


def test_a_last_step_without_a_full_stop_stays() -> None:
    assert html_page.read(marked(*STEPS, "Serve and enjoy")).procedure.steps == (*STEPS, "Serve and enjoy")


def test_what_follows_the_number_of_servings_is_no_step() -> None:
    found = html_page.read(marked(*STEPS, "Serves 4.", "I found mine online."))
    assert (found.procedure.steps, found.unused[-1:]) == (STEPS, ("I found mine online.",))


def test_a_list_of_amounts_that_is_marked_as_instructions_too_is_none() -> None:
    made = html_page.read(marked(*AMOUNTS) + SHOWN).procedure
    assert (made.steps, made.resources) == (STEPS, tuple(AMOUNTS))


def test_lines_set_to_a_width_are_one_step() -> None:
    text = "Mix the oats with\nthe honey.\nBake them for\n20 minutes.\nLet them cool."
    assert html_page.read(LD.format(json.dumps(RECIPE | {"recipeInstructions": text}))).procedure.steps == STEPS
    assert split_blob("mix the oats\nbake them") == ["mix the oats", "bake them"], "steps without capitals"


def test_data_with_all_steps_in_one_give_way_to_the_same_words_in_named_elements() -> None:
    long = tuple(f"{step} Take your time, as the smell of warm oats and honey is half of it." for step in STEPS)
    data = LD.format(json.dumps(RECIPE | {"recipeIngredient": AMOUNTS, "recipeInstructions": [" ".join(long)]}))
    items = "".join(f"<li>{step}</li>" for step in long)
    shown = f'<div class="recipe-ingredients">{LIST}</div><div class="recipe-steps"><ol>{items}</ol></div>'
    assert html_page.read(data + shown).procedure.steps == long


def test_headings_among_ingredients_are_told_and_are_no_ingredients() -> None:
    data = RECIPE | {"recipeIngredient": ["For the bars:", *AMOUNTS], "recipeInstructions": list(STEPS)}
    found = html_page.read(LD.format(json.dumps(data)))
    assert (found.procedure.resources, found.unused) == (
        tuple(AMOUNTS),
        ("ingredient heading: For the bars:",),
    )


def test_an_offer_above_a_field_is_not_the_only_step() -> None:
    menu = "<ul>" + "<li>Shop now</li><li>Our story</li>" * 12 + "</ul>"
    offer = f"<h2>Directions:</h2><p>Get new recipes by mail to your inbox:</p>{menu}"
    with pytest.raises(ContentError, match="No steps"):
        html_page.read(f"<h1>Bars</h1>{menu}{offer}")


def test_numbers_that_a_page_writes_itself_do_not_make_its_steps_amounts() -> None:
    counted = "".join(f"<li><span>{at}</span> {step}</li>" for at, step in enumerate(STEPS, 1))
    for directions in (f"<ul>{counted}</ul>", f"<ol>{counted.replace('</span>', '.</span>')}</ol>"):
        made = html_page.read(f"<h1>Bars</h1>{LIST}<h2>Directions</h2>{directions}{'<p>More</p>' * 20}").procedure
        assert made.steps == STEPS


def test_a_button_below_the_directions_is_no_part_of_them() -> None:
    told = "".join(f"<p>{step}</p>" for step in STEPS)
    site = "<h3>Print</h3><ul><li>Receive our letters each week</li><li>Follow us on our pages</li></ul>"
    made = html_page.read(f"<h1>Bars</h1>{LIST}<h2>Directions</h2>{told}{site}").procedure
    assert made.steps == STEPS


def test_notes_behind_the_steps_of_a_page_are_told_and_no_steps() -> None:
    found = html_page.read(marked(*STEPS, "Uwaga:", "They keep a week."))
    assert (found.procedure.steps, found.unused) == (STEPS, ("Uwaga:", "They keep a week."))


def test_a_style_named_after_the_steps_is_none_of_them() -> None:
    styled = "".join(f'<div class="recipe-step">{step}</div>' for step in STEPS)
    amounts = LIST.replace("<ul>", '<ul class="ingredients">')
    page = (
        f'<h1>Bars</h1>{amounts}<style id="recipe-step-css">.step {{ margin: 0 }} of a long line</style>{styled}'
    )
    assert html_page.read(page).procedure.steps == STEPS


def test_what_stands_between_amounts_and_the_method_is_no_step() -> None:
    amounts = "".join(f"<p>{amount}</p>" for amount in ("2 cups oats", "3 tbsp honey", "1 pinch of salt"))
    steps = "".join(f"<li>{step}</li>" for step in STEPS)
    page = f"<h1>Bars</h1>{amounts}<p>My aunt made these for us.</p><p>Method</p><ol>{steps}</ol>"
    made = html_page.read(page).procedure
    assert (made.steps, len(made.resources)) == (STEPS, 3)


def test_a_heading_among_ingredients_needs_no_colon() -> None:
    data = RECIPE | {"recipeIngredient": ["For the bars", *AMOUNTS], "recipeInstructions": list(STEPS)}
    found = html_page.read(LD.format(json.dumps(data)))
    assert (found.procedure.resources, found.unused) == (
        tuple(AMOUNTS),
        ("ingredient heading: For the bars",),
    )


def told_in_one(text: str) -> ParsedProcedure:
    """What is read where a site puts its page's text into one field."""
    return html_page.read(LD.format(json.dumps(RECIPE | {"recipeInstructions": text})))


def test_headings_and_addresses_in_one_text_of_data_are_no_steps() -> None:
    steps = tuple(f"{step[:-1]} until it smells good." for step in (*STEPS, *STEPS))
    text = "\n".join(("Oat bars", *steps[:3], "https://example.org/honey", "Oven", *steps[3:]))
    found = told_in_one(text)
    assert (found.procedure.steps, found.procedure.sections) == (steps, ((1, "Oat bars"), (4, "Oven")))
    assert found.unused == ("https://example.org/honey",)
    assert found.unsure, "such a text may hold more that is no step"


def test_short_steps_in_one_text_of_data_stay_steps() -> None:
    for text in ("Mix well\nBake for long\nServe hot", f"{STEPS[0]}\n{STEPS[1]}\nServe and enjoy"):
        found = told_in_one(text)
        assert (found.procedure.steps, found.unsure) == (tuple(text.split("\n")), False)


def test_an_ingredient_has_words_and_one_in_capitals_among_others_is_a_heading() -> None:
    listed = ["FOR THE BARS", "12", *AMOUNTS, "%", "TO SERVE", "▢ 1 cup milk"]
    data = RECIPE | {"recipeIngredient": listed, "recipeInstructions": list(STEPS)}
    assert html_page.read(LD.format(json.dumps(data))).procedure.resources == (*AMOUNTS, "1 cup milk")


def test_many_ingredients_in_capitals_are_ingredients() -> None:
    listed = ["OATS", "HONEY", *AMOUNTS]
    data = RECIPE | {"recipeIngredient": listed, "recipeInstructions": list(STEPS)}
    assert html_page.read(LD.format(json.dumps(data))).procedure.resources == tuple(listed)


def test_an_ingredient_of_data_that_holds_several_lines_is_several_unless_its_words_go_on() -> None:
    listed = ["3 tbsp honey\n2 cups oats", "1 egg<br>Salt", "1/2 teaspoon \nground ginger"]
    data = RECIPE | {"recipeIngredient": listed, "recipeInstructions": list(STEPS)}
    made = html_page.read(LD.format(json.dumps(data))).procedure
    assert made.resources == ("3 tbsp honey", "2 cups oats", "1 egg", "Salt", "1/2 teaspoon ground ginger")


BITS = (
    *("<li></li>", "<li>*</li>", "<li>-</li>", "<li>1.</li>", "<p>***</p>", "<p>.</p>", "<h3></h3>", "<h3>*</h3>"),
    *("<ol>", "</ol>", "</ul>", "<![", "<!--", "<", ">", '"', "&nbsp;", "\u200b", "½", ":", "- ", "# ", "[](x)"),
    *('<div class="recipe">', '<div class="ingredients">', '<script>"', "</script>", "<td>|</td>", "```"),
)
NAMED = (
    f'<ul class="ingredients"><li>1 egg</li><li>2 cups oats</li></ul><div class="method"><p>{STEPS[0]}</p>'
    f"<p>1.</p><p>{STEPS[1]}</p></div>"
)
AROUND = f"<html><script>var a = \"<div class='recipe'>\";</script><h1>Bars</h1>{SHOWN}{NAMED}"


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, len(AROUND)), st.sampled_from(BITS)), max_size=40))
def test_no_page_however_mangled_ends_in_anything_but_an_answer(put: list[tuple[int, str]]) -> None:
    page = AROUND
    for at, bit in put:
        page = page[:at] + bit + page[at:]
    with suppress(TailorError):
        html_page.parse(page)


def test_a_tag_whose_name_only_begins_like_that_of_a_script_is_none() -> None:
    with suppress(TailorError):
        html_page.parse(f"<html><script<![>va<![r a = 1;</script><h1>Bars</h1>{SHOWN}")


@pytest.mark.parametrize("unit", ["stir the pot ", "&amp;&frac12; ", "<a>Stir</a> it "])
def test_a_line_of_ten_thousand_words_that_no_sentence_ends_is_read_at_once(unit: str) -> None:
    with pytest.raises(ContentError, match="No steps were found"):
        html_page.parse(f"<h1>Bars</h1><p>{unit * 10_000}")


def test_numbers_with_no_words_below_them_are_no_steps() -> None:
    told = "".join(f"<li><b>0{at}</b><h3>Now</h3><p>{step}</p></li>" for at, step in enumerate(STEPS, 1))
    found = element_names.read(f'<ol class="method">{told}</ol>', "Bars")
    assert found is not None
    assert "" not in found.procedure.steps


def test_what_a_script_says_of_a_recipe_is_read_as_no_declaration() -> None:
    script = "<script>\"<div class='recipe'><![](x)>\"</script>"
    made = html_page.parse(f"<h1>Bars</h1>{script * 2}{SHOWN}")
    assert isinstance(made, ParsedProcedure)
    assert made.procedure.steps == STEPS
