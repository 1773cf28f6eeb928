"""What the names of a page's elements announce, and what stands inside them."""

import pytest

from tailor.core.procedure import procedure
from tailor.library.formats.pages import element_names
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.shared.step_texts import bare_title, counted_parts, uncounted

AMOUNTS = ("2 cups oats", "3 tbsp honey", "1 pinch of salt")
LIST = f'<div class="ingredients"><ul>{"".join(f"<li>{one}</li>" for one in AMOUNTS)}</ul></div>'
STEPS = ("Mix the oats with the honey.", "Bake them for 20 minutes.", "Let them cool.")


def page(steps: str, above: str = LIST) -> str:
    """A page without data, whose steps stand in an element named after them."""
    return f'<html><body><h1>Bars</h1>{above}<div class="recipe-instructions">{steps}</div></body></html>'


def items(*steps: str, tag: str = "li") -> str:
    return "".join(f"<{tag}>{step}</{tag}>" for step in steps)


@pytest.mark.parametrize("tag", ["span", "strong", "a"])
def test_an_ingredient_named_in_a_step_stays_in_the_step(tag: str) -> None:
    named = f'Mix <{tag} class="step-ingredient inline">the oats</{tag}> with the honey.'
    made = html_page.read(page(f"<ol>{items(named, *STEPS[1:])}</ol>")).procedure
    assert (made.steps, made.resources) == (STEPS, AMOUNTS)


def test_the_ingredients_below_each_step_are_no_part_of_it() -> None:
    below = '<div class="recipe-instruction-ingredients">2 cups oats, 3 tbsp honey</div>'
    made = html_page.read(page(f"<ol>{items(STEPS[0] + below, *STEPS[1:])}</ol>")).procedure
    assert (made.steps, made.resources) == (STEPS, AMOUNTS)


def test_ingredients_that_are_each_in_a_span_are_listed_wherever_they_stand() -> None:
    listed = "".join(f'<p><span class="ingredient">{one}</span></p>' for one in AMOUNTS)
    made = html_page.read(page(listed + items(*STEPS, tag="p"), "")).procedure
    assert (made.steps, made.resources) == (STEPS, AMOUNTS)


def test_how_an_ingredient_is_prepared_stays_with_it() -> None:
    listed = "".join(f'<li>{one}<div class="ingredient-preparation">, warm</div></li>' for one in AMOUNTS)
    above = f'<div class="ingredients"><ul>{listed}</ul></div>'
    made = html_page.read(page(f"<ol>{items(*STEPS)}</ol>", above)).procedure
    assert [one.replace(" ,", ",") for one in made.resources] == [f"{one}, warm" for one in AMOUNTS]


@pytest.mark.parametrize("name", ["post tag-5-ingredients", "category-ingredients", "hentry ingredient-oats"])
def test_a_page_named_after_its_ingredients_is_no_list_of_them(name: str) -> None:
    told = f"<h1>Bars</h1><ul>{items('Take a light pan', 'Use no jam')}</ul>"
    inner = page(f"<ol>{items(*STEPS)}</ol>").replace("<h1>Bars</h1>", f'<article class="{name}">{told}')
    assert html_page.read(inner).procedure == procedure("Bars", STEPS, AMOUNTS)


def test_the_same_amount_in_two_parts_of_a_list_is_kept_twice() -> None:
    one = '<li class="ingredient"><span>1 pinch</span><p>of {}</p></li>'
    listed = "".join(one.format(what) for what in ("salt", "oats", "salt"))
    made = html_page.read(page(f"<ol>{items(*STEPS)}</ol>", f"<ul>{listed}</ul>")).procedure
    assert made.resources == ("1 pinch of salt", "1 pinch of oats", "1 pinch of salt")


def test_lists_that_a_list_is_made_of_are_read_item_by_item() -> None:
    parts = ((title, items(*steps)) for title, steps in (("Bars", STEPS[:2]), ("Glaze", STEPS[2:])))
    inner = f"<ul>{''.join(f'<li><h3>{title}</h3><ul>{steps}</ul></li>' for title, steps in parts)}</ul>"
    made = html_page.read(page(inner)).procedure
    assert (made.steps, made.sections) == (STEPS, ((1, "Bars"), (3, "Glaze")))


def test_words_right_above_a_list_are_its_heading() -> None:
    inner = f"<p>Oat bars:</p><ol>{items(*STEPS[:2])}</ol><p>At the end</p><ol>{items(STEPS[2])}</ol>"
    made = html_page.read(page(inner)).procedure
    assert (made.steps, made.sections) == (STEPS, ((1, "Oat bars"), (3, "At the end")))


def test_an_element_of_labels_beside_that_of_the_steps_gives_none() -> None:
    labels = '<div class="cooking-method"><p>In the oven, or else on the stove</p></div>'
    made = html_page.read(page(items(*STEPS, tag="p")) + labels).procedure
    assert (made.steps, made.sections) == (STEPS, ())


def test_a_script_that_closes_itself_hides_its_words_all_the_same() -> None:
    script = '<script type="text/javascript"/>\n(function() { show("Bake the bars well."); })();</script>'
    assert html_page.read(page(items(*STEPS, tag="p") + script)).procedure.steps == STEPS


def test_a_style_of_a_picture_that_closes_itself_hides_nothing_below_it() -> None:
    picture = "<svg><style /><path/></svg>"
    made = html_page.read(page(f"<ol>{items(*STEPS)}</ol><style>p {{}}</style>", picture + LIST)).procedure
    assert (made.steps, made.resources) == (STEPS, AMOUNTS)


def test_a_count_of_comments_above_the_recipe_hides_none_of_it() -> None:
    listed = f"<h2>Ingredients</h2><ul>{items(*AMOUNTS)}</ul><h2>Directions</h2><ol>{items(*STEPS)}</ol>"
    comments = "<h3>Comments</h3><h3>Directions</h3><ol><li>I baked mine for an hour.</li></ol>"
    made = html_page.read(f"<h1>Bars</h1><h3>2 Comments</h3>{listed}{comments}").procedure
    assert (made.steps, made.resources) == (STEPS, AMOUNTS)


@pytest.mark.parametrize("mark", ["Stap {}: ", "Etape {} / 3 ", "STEP {}", "Schritt {} – ", "{}) ", "Krok {}. "])
def test_numbers_before_the_steps_are_no_words_of_them(mark: str) -> None:
    assert uncounted([mark.format(number) + step for number, step in enumerate(STEPS, 1)]) == list(STEPS)


@pytest.mark.parametrize(
    ("title", "bare"), [("Stap 2: De saus", "De saus"), ("Step 2 of 4", ""), ("3. vaihe", "")]
)
def test_a_heading_is_read_without_its_number(title: str, bare: str) -> None:
    assert bare_title(title) == bare


@pytest.mark.parametrize("first", ["1. ", ""])
def test_a_list_that_is_shown_in_one_paragraph_is_taken_apart(first: str) -> None:
    told = f"<p>{first}{STEPS[0]} 2. {STEPS[1]} 3. {STEPS[2]}</p>"
    assert html_page.read(page(told)).procedure.steps == STEPS


@pytest.mark.parametrize(
    "text", ["Mix them (see note 2) and bake them.", "Cut 2) and 3) off the plan.", "Bake it. 2. Eat it."]
)
def test_numbers_that_stand_in_a_text_do_not_take_it_apart(text: str) -> None:
    assert counted_parts(text) == []


def test_steps_may_be_counted_anew_in_each_part_of_a_page() -> None:
    counted = "<h3>Step 1</h3><p>{}</p><h3>Step 2</h3><p>{}</p>"
    told = (
        f"<h2>How to make the bars</h2>{counted.format(*STEPS[:2])}<h2>The glaze</h2>{counted.format(*STEPS[1:])}"
    )
    assert html_page.read(f"<h1>Bars</h1>{LIST}{told}").procedure.steps == (
        *STEPS[:2],
        *STEPS[1:],
    )


def test_comments_counted_above_the_recipe_hide_none_of_it_below_a_menu() -> None:
    menu = "<ul><li>Shop</li><li>Ingredients</li><li>About</li></ul>"
    listed = f"<h2>Ingredients</h2><ul>{items(*AMOUNTS)}</ul><h2>Directions</h2><ol>{items(*STEPS)}</ol>"
    assert html_page.read(f"{menu}<h1>Bars</h1><h3>2 Comments</h3>{listed}").procedure.steps == STEPS


@pytest.mark.parametrize(
    "call",
    [
        "Last step! If you make this, please leave a review.",
        "Last step: Don't forget to share! Post a picture.",
        "First published in 2018",
        "Recipe Type: Snacks",
        "Course: Breakfast of the whole family, with oats and honey.",
        "Enjoy! When you make it, tag us on Instagram.",
    ],
)
def test_what_a_site_asks_for_behind_the_steps_is_none(call: str) -> None:
    assert html_page.read(page(f"<ol>{items(*STEPS, call)}</ol>")).procedure.steps == STEPS


def test_things_that_a_step_announces_with_a_colon_stay_in_it_although_their_elements_are_called_ingredients() -> (
    None
):
    things = "".join(f'<li class="instruction-ingredient">{one}</li>' for one in ("salt", "honey", "oats"))
    step = f'Whisk together:<ul class="instruction-ingredients">{things}</ul>Set it aside.'
    made = html_page.read(page(f"<ol>{items(step, *STEPS[1:])}</ol>")).procedure
    assert made.steps == ("Whisk together: - salt - honey - oats Set it aside.", *STEPS[1:])
    assert made.resources == AMOUNTS


def test_an_element_named_after_the_ingredients_and_the_steps_announces_neither_of_them() -> None:
    listed = f"<h3>Ingredients</h3><ul>{items(*AMOUNTS)}</ul><h4>Glaze</h4><ul>{items('1 egg')}</ul>"
    told = f"<h3>Steps</h3><ol>{items(*STEPS)}</ol>"
    body = f'<h1>Bars</h1><div class="ingredients-and-steps">{listed}{told}</div>'
    made = html_page.read(f"<html><body>{body}</body></html>").procedure
    assert (made.steps, made.resources) == (STEPS, (*AMOUNTS, "1 egg"))


@pytest.mark.parametrize("first", ["Heat the oven to 180 °C", "Bake 20 minutes"])
def test_a_short_step_with_degrees_or_minutes_is_no_label(first: str) -> None:
    steps = (first, "Mix the oats with the honey.", "Fill them into a tin.", "Bake them until they are brown.")
    listed = "".join(f"<li>{step}</li>" for step in steps)
    things = '<ul class="ingredients"><li>2 eggs</li><li>1 leek</li></ul>'
    found = element_names.read(f'<h1>Bars</h1>{things}<ol class="directions">{listed}</ol>', "Bars")
    assert found
    assert found.procedure.steps == steps
    assert not found.procedure.sections


@pytest.mark.web
def test_a_sentence_that_is_a_link_may_be_a_step_and_a_teaser_is_none() -> None:
    items = ("Peel the leeks.", '<a href="/g">Mince the garlic.</a>', "Fry them.", '<a href="/n">More leeks</a>')
    listed = "".join(f"<li>{item}</li>" for item in items)
    found = html_page.read(f"<h1>Leeks</h1><h2>Method</h2><ol>{listed}</ol>")
    assert found.procedure.steps == ("Peel the leeks.", "Mince the garlic.", "Fry them.")


@pytest.mark.parametrize("first", ["Mix the oats with the honey", "Heat the oven. Mix the oats with the honey"])
def test_a_step_in_an_element_of_its_own_needs_no_full_stop_where_the_next_one_has_it(first: str) -> None:
    each = "".join(f'<div class="recipe-method"><p>{step}</p></div>' for step in (first, *STEPS[1:]))
    made = html_page.read(f"<html><body><h1>Bars</h1>{LIST}{each}</body></html>").procedure
    assert made.steps == (first, *STEPS[1:])


def test_a_further_list_below_a_heading_of_its_own_belongs_to_the_named_one() -> None:
    listed = f"<h2>Ingredients</h2>{LIST}<h2>Kremasta zmes:</h2><ul>{items('2 eggs', '80 g sugar')}</ul>"
    steps = f"<h2>Method</h2><ol>{items(*STEPS)}</ol>"
    made = html_page.read(f"<html><body><h1>Bars</h1>{listed}{steps}</body></html>").procedure
    assert (made.steps, made.resources) == (STEPS, (*AMOUNTS, "2 eggs", "80 g sugar"))
