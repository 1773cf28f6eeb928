"""Lists that a page has in parts, and what its site puts among and behind their items."""

import json

import pytest

from tailor.library.formats.pages.reader import read
from tailor.library.formats.shared.step_texts import split_blob

THINGS = "<h2>Ingredients</h2><ul><li>200 g flour</li><li>2 eggs</li><li>300 ml milk</li></ul>"
WHISK = "Whisk the flour and the eggs together in a bowl."
POUR = "Pour in the milk and whisk until it is smooth."
FRY = "Fry thin pancakes in a hot pan until golden."


def page(steps: str) -> str:
    return f"<html><body><h1>Pancakes</h1>{THINGS}<h2>Method</h2>{steps}</body></html>"


def data(instructions: object, shown: str = "") -> str:
    told = {
        "@type": "Recipe",
        "name": "Pancakes",
        "recipeIngredient": ["200 g flour", "2 eggs", "300 ml milk"],
        "recipeInstructions": instructions,
    }
    return f'<script type="application/ld+json">{json.dumps(told)}</script>{shown}'


def test_items_that_only_head_a_numbered_list_are_sections() -> None:
    first = f"<li><strong>Make the batter:</strong><ol><li>{WHISK}</li><li>{POUR}</li></ol></li>"
    second = f"<li><strong>Fry them:</strong><ol><li>{FRY}</li></ol></li>"
    found = read(page(f'<ol class="preparation-groups">{first}{second}</ol>'))
    assert found.procedure.steps == (WHISK, POUR, FRY)
    assert found.procedure.sections == ((1, "Make the batter"), (3, "Fry them"))


def test_a_heading_above_the_first_step_in_one_item_is_a_section() -> None:
    items = f"<li><p><b>For the batter:</b></p><p>{WHISK}</p></li><li><p>{POUR}</p></li><li><p>{FRY}</p></li>"
    found = read(page(f"<ol>{items}</ol>"))
    assert found.procedure.steps == (WHISK, POUR, FRY)
    assert found.procedure.sections == ((1, "For the batter"),)


@pytest.mark.parametrize("tag", ["ol", "ul"])
def test_the_name_of_an_item_begins_its_step_and_hides_no_other(tag: str) -> None:
    items = f"<li><div>Batter</div><div>{WHISK}</div></li><li><b>Milk</b><p>{POUR}</p></li><li>{FRY}</li>"
    found = read(page(f"<{tag}>{items}</{tag}>")).procedure
    assert found.steps == (f"Batter: {WHISK}", f"Milk: {POUR}", FRY)


@pytest.mark.parametrize(
    "between",
    [
        "<div>Advertisement</div>",
        "<figure><figcaption><span><p>The Kitchen / Ann Lee</p></span></figcaption></figure>",
    ],
)
def test_an_advertisement_or_the_credit_of_a_picture_in_an_item_is_no_part_of_its_step(between: str) -> None:
    items = "".join(f"<li>Step {at}<p>{one}</p>{between}</li>" for at, one in enumerate((WHISK, POUR, FRY), 1))
    assert read(page(f"<ul>{items}</ul>")).procedure.steps == (WHISK, POUR, FRY)


def test_what_a_site_shows_of_its_other_pages_below_the_steps_is_none_of_them() -> None:
    steps = "".join(f"<li>Step {at}<div><p>{one}</p></div></li>" for at, one in enumerate((WHISK, POUR, FRY), 1))
    others = '<h3>Recent Recipes</h3><ul><li><a href="/a">1 A plum cake</a></li></ul>'
    cookies = "<div><p>This website uses cookies so that you get the best of it.</p></div>"
    found = read(page(f"<ul>{steps}</ul>{others}{cookies}"))
    assert found.procedure.steps == (WHISK, POUR, FRY)


def test_a_call_to_get_an_app_behind_the_steps_is_none_of_them() -> None:
    items = "".join(f"<li>{one}</li>" for one in (WHISK, POUR, FRY, "Cook it with us in our app. Download now."))
    assert read(page(f"<ol>{items}</ol>")).procedure.steps == (WHISK, POUR, FRY)


def test_an_item_of_several_paragraphs_that_each_tell_much_is_asked_about() -> None:
    one = f"<li><p>{WHISK} {POUR} Leave it for ten minutes.</p><p>Heat a pan. {FRY} Keep them warm.</p></li>"
    assert read(page(f"<ol>{one}<li>Serve them with jam or with sugar.</li></ol>")).unsure


def test_each_list_that_is_marked_as_instructions_has_a_step_for_each_item() -> None:
    lists = [f"<li>{WHISK}</li><li>{POUR}</li>", f"<li>{FRY}</li><li>Serve them at once.</li>"]
    marked = "<h4>Finish</h4>".join(f'<ol itemprop="recipeInstructions">{one}</ol>' for one in lists)
    things = '<p itemprop="recipeIngredient">200 g flour</p>' * 3
    html = f'<div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name">P</h1>{things}{marked}</div>'
    found = read(html).procedure
    assert found.steps == (WHISK, POUR, FRY, "Serve them at once.")
    assert found.sections == ((3, "Finish"),)


def test_a_name_that_its_text_goes_on_is_the_beginning_of_the_step() -> None:
    steps = [
        {"@type": "HowToStep", "name": "Warm the plates", "text": "until they are hot to the touch."},
        {"@type": "HowToStep", "name": "Batter", "text": WHISK},
    ]
    found = read(data(steps)).procedure
    assert found.steps == ("Warm the plates until they are hot to the touch.", WHISK)
    assert found.sections == ((2, "Batter"),)


@pytest.mark.parametrize("note", ["Note-it keeps for two days.", "Do Ahead: Make it a day before."])
def test_a_note_behind_the_steps_of_the_data_is_one_of_the_notes(note: str) -> None:
    steps = [{"@type": "HowToStep", "text": one} for one in (WHISK, POUR, FRY)]
    for told in ([*steps, {"@type": "HowToStep", "text": note}], [*steps[:2], {"text": f"{FRY}\n{note}"}]):
        found = read(data(told)).procedure
        assert found.steps == (WHISK, POUR, FRY)
        assert found.notes == note


def test_one_text_of_the_data_is_cut_where_the_page_has_items() -> None:
    shown = "".join(f"<li>{one}</li>" for one in (f"{WHISK} {POUR}", FRY))
    found = read(data(f"{WHISK}\n{POUR}{FRY}", f"<ol>{shown}</ol>"))
    assert found.procedure.steps == (f"{WHISK} {POUR}", FRY)


def test_numbers_on_lines_of_their_own_do_not_hide_the_lines_of_a_page() -> None:
    lines = ("Heat the oven to 180°C.", "To make the batter, whisk all of it well.", FRY)
    shown = "".join(f"<div>Step {at}</div><p>{one}</p>" for at, one in enumerate(lines, 1))
    assert read(data(" ".join(lines), shown)).procedure.steps == lines


def test_one_text_loses_no_step_where_two_lines_were_glued() -> None:
    assert split_blob("Heat the oven.\nMix it in a bowl.Bake it for an hour.") == [
        "Heat the oven.",
        "Mix it in a bowl.",
        "Bake it for an hour.",
    ]
    assert split_blob("Heat it to 180°.  Mix it. Bake it.") == ["Heat it to 180°.", "Mix it. Bake it."]


def test_lists_that_begin_again_or_go_on_counting_are_sections_of_one_procedure() -> None:
    goes_on = (
        f"<ol><li>{WHISK}</li></ol><p>Then:</p><ol start=2><li>{POUR}</li></ol><ol start=3><li>{FRY}</li></ol>"
    )
    assert read(page(goes_on)).procedure.steps == (WHISK, POUR, FRY)
    again = "".join(
        f"<h3>{head}</h3><ol><li>{one}</li></ol>" for head, one in zip("ABC", (WHISK, POUR, FRY), strict=True)
    )
    found = read(page(again)).procedure
    assert (found.steps, found.sections) == ((WHISK, POUR, FRY), ((1, "A"), (2, "B"), (3, "C")))


def test_the_label_of_a_yield_beside_the_steps_heads_no_part_of_them() -> None:
    label = '<p><span class="direction_label">Yield:</span> 4 servings</p>'
    steps = f'<div class="directions"><ol><li>{WHISK}</li><li>{POUR}</li><li>{FRY}</li></ol></div>'
    found = read(f"<h1>Pancakes</h1>{THINGS}{label}{steps}").procedure
    assert (found.steps, found.sections) == ((WHISK, POUR, FRY), ())


def test_a_list_of_what_to_pack_has_things_as_well() -> None:
    below = "<h2>Optional items to pack</h2><ul><li>Cumin</li><li>Salt to taste</li></ul><h2>Method</h2>"
    made = read(f"<h1>Pancakes</h1>{THINGS}{below}<ol><li>{WHISK}</li><li>{FRY}</li></ol>").procedure
    assert made.resources == ("200 g flour", "2 eggs", "300 ml milk", "Cumin", "Salt to taste")


def test_links_in_a_list_below_the_paragraphs_that_are_the_steps_are_none_of_them() -> None:
    items = "<li>Plum cake from the book of Ann</li><li>Waffles with cherries from Bob</li>"
    links = f"<p>If you like these thin pancakes, you might also like:</p><ul>{items}</ul>"
    told = "".join(f"<p>{one}</p>" for one in (WHISK, POUR, FRY))
    things = THINGS.replace("<h2>Ingredients</h2>", "<p>Ingredients:</p>")
    made = read(f"<h1>Pancakes</h1>{things}<p>Directions:</p>{told}{links}").procedure
    assert made.steps == (WHISK, POUR, FRY)


def test_a_short_item_that_stands_in_three_numbered_lists_is_no_line_of_the_site() -> None:
    parts = zip("ABC", (WHISK, POUR, FRY), strict=True)
    items = "".join(f"<h3>{head}</h3><ol><li>{one}</li><li>Wash your hands</li></ol>" for head, one in parts)
    assert read(page(items)).procedure.steps.count("Wash your hands") == 3


def test_numbered_steps_below_spices_stay_steps() -> None:
    steps = f"<h3>Spices</h3><ol><li>{WHISK}</li><li>{POUR}</li></ol><h3>Rest</h3><ol><li>{FRY}</li></ol>"
    made = read(page(steps)).procedure
    assert (made.steps, len(made.resources)) == ((WHISK, POUR, FRY), 3)
