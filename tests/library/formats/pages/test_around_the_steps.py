"""What stands on a page around its ingredients and steps, or within them: tools, tips, numbers, labels."""

import json

import pytest

from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.pages import unannounced_steps
from tailor.library.formats.shared.headings import announced, is_note
from tailor.library.formats.shared.step_texts import split_blob, uncounted, unwrapped

pytestmark = pytest.mark.web

AMOUNTS = ("200 g oats", "3 tbsp honey", "1 pinch of salt")
STEPS = ("Mix the oats with the honey.", "Bake them for 20 minutes.", "Let them cool down.")


def items(texts: tuple[str, ...], tag: str = "li") -> str:
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)


LISTED = f"<h2>Ingredients</h2><ul>{items(AMOUNTS)}</ul>"
TOLD = f"<h2>Directions</h2><ol>{items(STEPS)}</ol>"


@pytest.mark.parametrize("heading", ["Equipment", "Cookware", "Utensils", "Utensilios", "Werkzeug", "Tools"])
def test_tools_under_a_heading_of_their_own_are_no_ingredients(heading: str) -> None:
    tools = f"<h2>{heading}</h2><ul><li>1 bowl</li><li>1 whisk</li></ul>"
    for page in (tools + LISTED + TOLD, LISTED + tools + TOLD):
        found = html_page.read(f"<h1>Bars</h1>{page}")
        assert (found.procedure.resources, found.procedure.steps) == (AMOUNTS, STEPS)


def test_what_only_tools_are_listed_for_still_needs_them() -> None:
    tools = "<h2>Tools</h2><ul><li>1 hammer</li><li>4 nails</li></ul>"
    assert html_page.read(f"<h1>Shelf</h1>{tools}{TOLD}").procedure.resources == ("1 hammer", "4 nails")


def test_tools_in_the_data_of_a_recipe_are_told_as_unused() -> None:
    data = {"@type": "Recipe", "name": "Bars", "recipeIngredient": list(AMOUNTS), "tool": ["Spatula"]}
    data["recipeInstructions"] = list(STEPS)
    found = html_page.read(f'<script type="application/ld+json">{json.dumps(data)}</script>')
    assert (found.procedure.resources, found.unused) == (AMOUNTS, ("tool: Spatula",))


@pytest.mark.parametrize("title", ["Tipp", "Tips", "Consejos", "Μυστικά"])
def test_tips_in_the_data_are_notes(title: str) -> None:
    tip = "They keep for a week in a tin."
    blob = f"<ol>{items(STEPS)}</ol><h3>{title}</h3><p>{tip}</p>"
    listed = [*({"@type": "HowToStep", "text": step} for step in STEPS), {"name": title, "text": tip}]
    for told in (blob, listed):
        data = {"@type": "Recipe", "name": "Bars", "recipeIngredient": list(AMOUNTS), "recipeInstructions": told}
        made = html_page.read(f'<script type="application/ld+json">{json.dumps(data)}</script>').procedure
        assert made.steps == STEPS
        assert tip in made.notes


@pytest.mark.parametrize("mark", ["{}- ", "{} – ", "{}. ", "{}."])
def test_numbers_with_a_dash_count_steps_also_where_parts_begin_again(mark: str) -> None:
    steps = [f"{mark.format(number)}{step}" for number, step in zip((1, 2, 3, 1, 2, 3), STEPS * 2, strict=True)]
    assert uncounted(steps) == [*STEPS, *STEPS]


def test_a_number_that_was_typed_twice_counts_and_an_amount_does_not() -> None:
    typed = [f"{number}- {step}" for number, step in zip((1, 2, 2), STEPS, strict=True)]
    assert uncounted(typed) == [*STEPS]
    amounts = ["1 Egg goes in", "2 Pears on top", "2 Figs beside it"]
    assert uncounted(amounts) == amounts


def test_what_stands_between_two_numbers_is_one_step() -> None:
    lines = ["1", STEPS[0], "They stick.", "2", STEPS[1], "Fan oven 180 °C", "3", STEPS[2]]
    assert split_blob("\n".join(lines)) == [f"{STEPS[0]} They stick.", f"{STEPS[1]} Fan oven 180 °C", STEPS[2]]


def test_numbers_behind_a_comma_count_the_steps_of_one_text() -> None:
    text = " ,".join(f"{number}. {step}" for number, step in enumerate(STEPS, 1))
    assert split_blob(text) == list(STEPS)


def test_a_sentence_goes_on_over_a_blank_line_where_a_long_line_stops() -> None:
    begun = "Pound the meat until it is thin and cut its edges,"
    assert unwrapped([begun, "", "so that it keeps its shape.", "", "Fry it."]) == [
        f"{begun} so that it keeps its shape.",
        "",
        "Fry it.",
    ]
    assert unwrapped(["Salt", "", "pepper"]) == ["Salt", "", "pepper"]


def test_a_step_of_many_lines_is_a_part_with_its_steps() -> None:
    parts = [{"name": "Bars", "text": "\n".join(STEPS)}, {"name": "Glaze", "text": "Melt it.\nStir it.\nPour it."}]
    data = {"@type": "Recipe", "name": "Oats", "recipeInstructions": parts}
    made = html_page.read(f'<script type="application/ld+json">{json.dumps(data)}</script>').procedure
    assert made.steps == (*STEPS, "Melt it.", "Stir it.", "Pour it.")
    assert made.sections == ((1, "Bars"), (4, "Glaze"))


def test_places_for_words_of_a_script_are_no_text() -> None:
    page = f"{LISTED}{TOLD}<h3>Reviews</h3><ul><li>{{{{ total }}}}{{{{ labels.many }}}}</li></ul>"
    assert html_page.read(f"<h1>Bars</h1>{page}").procedure.steps == STEPS


def test_a_heading_whose_id_is_the_word_is_none_of_the_ingredients() -> None:
    steps = f'<div class="recipe-instructions"><ol>{items(STEPS)}</ol></div>'
    page = f'<h2 id="h-ingredients">What goes in</h2><ul class="recipe-ingredients">{items(AMOUNTS)}</ul>{steps}'
    assert html_page.read(f"<h1>Bars</h1>{page}").procedure.resources == AMOUNTS


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("Ingredients for a small tin of oat bars", "resources"),
        ("Grandma's best oat bars ingredients", "resources"),
        ("Bereiding van de beste haverkoeken", "steps"),
        ("Hozzávalók", "resources"),
        ("Εκτέλεση", "steps"),
        ("Способ приготовления", "steps"),
    ],
)
def test_a_longer_heading_or_one_of_another_language_announces_its_part(heading: str, part: str) -> None:
    assert announced(heading) == {part}


@pytest.mark.parametrize(
    "heading", ["Read the instructions of the oven first", "How long do the steps of this take?"]
)
def test_a_word_in_the_middle_of_a_long_heading_announces_nothing(heading: str) -> None:
    assert not announced(heading)


def test_what_comes_behind_the_headings_that_count_is_no_step() -> None:
    counted = "".join(f"<h3>{number}</h3><p>{step}</p>" for number, step in enumerate(STEPS, 1))
    more = "<h3>Good to know</h3><p>Oats are good for you and for your heart.</p>"
    assert html_page.read(f"<h1>Bars</h1>{LISTED}<h2>Directions</h2>{counted}{more}").procedure.steps == STEPS


@pytest.mark.parametrize("name", ["has-post-comments", "no-footer", "with-newsletter"])
def test_a_post_that_has_comments_is_none_of_them(name: str) -> None:
    page = f'<h1>Bars</h1><div class="post {name}">{LISTED}{TOLD}</div>'
    assert html_page.read(page).procedure.steps == STEPS


def test_how_it_is_made_in_french_are_no_comments() -> None:
    steps = ("Mélanger le miel et les flocons.", "Cuire le tout 20 minutes.", "Laisser refroidir les barres.")
    page = f"<h1>Barres</h1>{LISTED}<h2>Comment c'est fait :</h2><ul>{items(steps)}</ul>"
    assert html_page.read(page).procedure.steps == steps


def test_paragraphs_above_a_part_are_steps_where_they_are_many() -> None:
    steps = (
        "Válasszuk szét a tojásokat.",
        "Keverjük habosra a vajat.",
        "Forgassuk bele a lisztet.",
        "Süssük meg.",
    )
    page = f"<h1>Bars</h1>{LISTED}<h3>Elkészítés:</h3>{items(steps, 'p')}<h4>Krém</h4><p>Keverjük ki a vajat.</p>"
    assert html_page.read(page).procedure.steps == (*steps, "Keverjük ki a vajat.")


def test_directions_below_the_heading_of_the_ingredients_are_steps() -> None:
    page = f"<h1>Bars</h1>{LISTED}{TOLD.replace('h2', 'h4')}"
    for told in (page, page.replace("<ol>", "").replace("</ol>", "").replace("li>", "p>")):
        assert html_page.read(told).procedure.steps == STEPS


@pytest.mark.parametrize(
    "heading",
    ["A step-by-step guide to them:", "Baking bars: instructions and tips", "So geht es Schritt für Schritt"],
)
def test_a_longer_heading_announces_by_a_phrase_or_by_what_is_behind_its_colon(heading: str) -> None:
    assert announced(heading) == {"steps"}


def test_a_word_at_the_end_of_a_sentence_behind_a_colon_announces_nothing() -> None:
    assert not announced("Common mistake #10: misusing the closing method")


@pytest.mark.parametrize(
    "line", ["Variatietip: bak ze met peer.", "Tip: take pears.", "Recipe & photography: Ann Lee"]
)
def test_a_note_or_credit_behind_the_steps_is_none_of_them(line: str) -> None:
    found = html_page.read(f"<h1>Bars</h1>{LISTED}<h2>Directions</h2>{items((*STEPS, line), 'p')}")
    assert found.procedure.steps == STEPS


@pytest.mark.parametrize(
    "line", ["Fingertips: dust them with flour.", "Wingtip: solder it.", "Multitips: fit them."]
)
def test_the_end_of_a_thing_is_no_note(line: str) -> None:
    assert not is_note(line)


def test_a_page_whose_headings_only_count_is_to_be_checked() -> None:
    told = (
        "Put on a red cap.",
        "Wear white gloves with it.",
        "Take your black shoes.",
        "Paint your whole face green.",
    )
    costumes = "".join(f"<h2>{at}. Hat {at}</h2><p>{one}</p>" for at, one in enumerate(told, 1))
    assert html_page.read(f"<h1>Hats</h1>{'<p>Menu</p>' * 30}{costumes}").unsure


def test_what_is_read_without_bullets_ends_at_a_line_that_says_how_many_it_serves() -> None:
    around = (
        "Serves 4.",
        "Prep time: 10 min",
        "Print recipe",
        "30",
        "Comments",
        "May 3, 2013",
        "Ann",
        "Tom",
        "It was good to eat.",
    )
    told = ("Mix all of it well with the oats and the honey.", "Bake them for 20 minutes and let them cool.")
    page = f"<h1>Bars</h1><p>{'<br>'.join(AMOUNTS)}</p>{items((*told, *around), 'p')}"
    assert html_page.read(page).procedure.steps == told


def test_typed_bullets_that_touch_their_words_are_bullets() -> None:
    told = ("Mix all of it well with the oats and the honey.", "Bake them for 20 minutes and let them cool.")
    page = f"<h1>Bars</h1><p>{'<br>'.join(f'▪{one}' for one in AMOUNTS)}</p>{items(told, 'p')}"
    assert html_page.read(page).procedure.resources == AMOUNTS


def test_dashes_that_touch_their_words_are_bullets_of_the_item_they_stand_in() -> None:
    first = "<p>Mix it all</p><p>-the oats</p><p>-the honey that was left for the top</p>"
    found = html_page.read(f"<h1>Bars</h1>{LISTED}<h2>Directions</h2><ol>{items((first, *STEPS))}</ol>")
    assert found.procedure.steps == ("Mix it all: the oats; the honey that was left for the top", *STEPS)
    assert (found.procedure.sections, found.unsure) == ((), False)


@pytest.mark.parametrize("names", ["entry themeform share", "hentry related"])
def test_a_text_that_has_the_class_of_what_stands_around_texts_is_read(names: str) -> None:
    found = html_page.read(f'<h1>Bars</h1><div class="{names}">{LISTED}{TOLD}</div>')
    assert (found.procedure.resources, found.procedure.steps) == (AMOUNTS, STEPS)


def test_the_caption_of_a_picture_is_no_step_but_a_list_in_it_is_read() -> None:
    caption = "<figure><img src='a.jpg'><figcaption>Mixing the oats</figcaption></figure>"
    around = f"<figcaption><div>{LISTED}</div></figcaption><h2>Directions</h2>{items(STEPS, 'p')}{caption}"
    found = html_page.read(f"<h1>Bars</h1>{around}")
    assert (found.procedure.resources, found.procedure.steps) == (AMOUNTS, STEPS)


def test_an_ingredient_that_a_template_left_empty_is_none() -> None:
    told = json.dumps({"@type": "Recipe", "recipeIngredient": [*AMOUNTS, "null"], "recipeInstructions": [*STEPS]})
    made = html_page.read(f'<script type="application/ld+json">{told}</script>').procedure
    assert made.resources == AMOUNTS


def test_a_tip_that_a_text_of_the_data_counts_is_one_of_its_steps() -> None:
    told = (*STEPS, "TIP: Press them down.")
    blob = "\n".join(f"{at}. {one}" for at, one in enumerate(told, 1))
    data = {"@type": "Recipe", "name": "Bars", "recipeIngredient": AMOUNTS, "recipeInstructions": blob}
    page = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    assert html_page.read(page).procedure.steps == told


def test_amounts_are_read_whatever_stands_far_below_their_sentences() -> None:
    more = ("ground sumac (a bit of it, for garnish and color)", "juice of all the lemons that you have")
    far = (*["Who else was there with all of you"] * 12, "I like it.")
    lines = (*AMOUNTS, *more, "Technique", *(f"{at}. {one}" for at, one in enumerate(STEPS, 1)), *far)
    found = unannounced_steps.below_amounts(lines, "Bars")
    assert found is not None
    assert found.procedure.resources == AMOUNTS
    assert found.procedure.steps[-3:] == STEPS


def test_times_and_yields_are_no_amounts_of_a_list() -> None:
    facts = ("Save Print", "Total:", "40 min", "Prep:", "40 min", "Yield:", "6 servings", "Level:", "Easy")
    assert unannounced_steps.below_amounts([*facts, "### Method", *STEPS], "Bars") is None


def test_an_item_that_ends_in_brackets_is_one_of_the_list_whatever_follows_them() -> None:
    listed = ("One or two lemons;", "A bag and a paper towel (for the first of the methods);", "4 pots (of clay).")
    told = "You’ll also need a warm and shaded spot for all of them, and a bigger spot in the sun."
    found = unannounced_steps.below_amounts([*(f"- {one}" for one in listed), told, "# Method"], "Lemons")
    assert found is not None
    assert found.procedure.resources == listed


def test_bullets_below_a_step_that_ends_in_a_colon_follow_it() -> None:
    more = ("Blend a cup of it.", "Add a spoon of honey.")
    told = f"<h2>Directions</h2><ol>{items((*STEPS, 'For a smooth version:'))}</ol><ul>{items(more)}</ul>"
    found = html_page.read(f"<h1>Bars</h1>{'<p>Menu</p>' * 20}{LISTED}{told}")
    assert found.procedure.steps == (*STEPS, *more)
    assert found.procedure.sections == ((4, "For a smooth version"),)


def test_a_table_below_the_last_numbered_step_is_none() -> None:
    rows = "".join(f"<tr><td>{one}</td><td>Click and buy for {len(one)}.99</td></tr>" for one in AMOUNTS)
    page = f"<h1>Bars</h1>{'<p>Menu</p>' * 20}{LISTED}{TOLD}<h3>Enjoy!</h3><table>{rows}</table>"
    assert html_page.read(page).procedure.steps == STEPS


def test_numbered_sentences_under_the_next_heading_are_steps_that_a_person_looks_at() -> None:
    more = ("Melt the chocolate.", "Pour it over the bars.")
    menu = "<p>Menu</p>" * 20
    found = html_page.read(f"<h1>Bars</h1>{menu}{LISTED}{TOLD}<h2>Glaze</h2><ol>{items(more)}</ol>")
    assert (found.procedure.steps, found.unsure) == ((*STEPS, *more), True)
    assert (4, "Glaze") in found.procedure.sections
    teasers = "<h2>More bars</h2><ol><li>Nut bars</li><li>Fig bars with nuts</li></ol>"
    assert html_page.read(f"<h1>Bars</h1>{menu}{LISTED}{TOLD}{teasers}").procedure.steps == STEPS


@pytest.mark.parametrize("number", ["", "<span>0{}</span>"])
def test_a_numbered_item_may_begin_with_a_heading(number: str) -> None:
    told = "".join(f"<li>{number.format(at)}<h3>Now</h3><p>{one}</p></li>" for at, one in enumerate(STEPS, 1))
    for kind in ("method", "grid"):
        found = html_page.read(f"<h1>Bars</h1>{LISTED}<h2>Start cooking</h2><ol class='{kind}'>{told}</ol>")
        assert found.procedure.steps == STEPS
        assert found.procedure.sections == ((1, "Now"), (2, "Now"), (3, "Now"))


def test_amounts_behind_their_names_are_ingredients_under_headings_of_their_own() -> None:
    more = ("garlic - 2 cloves", "chilli - 5 pieces")
    listed = f"{LISTED}<h2>Paste</h2><ul>{items(more)}</ul>"
    assert html_page.read(f"<h1>Bars</h1>{listed}{TOLD}").procedure.resources == (*AMOUNTS, *more)


@pytest.mark.parametrize("heading", ["Cara membuat:", "Langkah-langkah", "Cách làm", "Інструкція"])
def test_more_languages_announce_the_steps(heading: str) -> None:
    assert announced(heading) == {"steps"}


def test_a_longer_list_of_notes_does_not_count_on_behind_the_steps() -> None:
    data = {"@type": "Recipe", "name": "Bars", "recipeIngredient": [*AMOUNTS], "recipeInstructions": [*STEPS]}
    notes = "".join(f"<li>Note {at}: They keep for {at} weeks in a tin.</li>" for at in range(1, 7))
    page = f'<script type="application/ld+json">{json.dumps(data)}</script><h1>Bars</h1>{LISTED}{TOLD}'
    found = html_page.read(f"{page}<h3>Notes</h3><ol>{notes}</ol>")
    assert (found.procedure.steps, found.unsure) == (STEPS, False)


def test_what_one_reading_uses_is_not_told_as_unused() -> None:
    things = ("Oats", "Honey", "Salt")
    found = html_page.read(f"<h1>Bars</h1><ul>{items(things)}</ul><ol>{items(STEPS)}</ol>")
    assert (found.procedure.resources, found.unused) == (things, ())
