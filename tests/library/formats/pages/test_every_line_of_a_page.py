"""Pages by hand: what is not taken is named, and things, introductions, chapters and praise are told apart."""

import pytest

from tailor.core.errors import ContentError
from tailor.core.procedure import procedure
from tailor.library.formats.markdown import reader as foreign_markdown
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.registry import read
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.shared.site_lines import without_stray_lines

pytestmark = pytest.mark.web

THINGS = ("200 g flour", "2 eggs", "300 ml milk")
STEPS = ("Whisk the flour with the eggs.", "Stir in the milk.", "Fry thin pancakes in a hot pan.")


def items(texts: tuple[str, ...], tag: str = "li") -> str:
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)


def page(inner: str) -> ParsedProcedure:
    return html_page.read(f"<html><body><h1>Pancakes</h1>{inner}</body></html>")


def of_markdown(text: str) -> ParsedProcedure:
    found = foreign_markdown.parse(text)
    assert isinstance(found, ParsedProcedure)
    return found


NEEDED = f"<h2>Ingredients</h2><ul>{items(THINGS)}</ul>"
TOLD = f"<h2>Method</h2><ol>{items(STEPS)}</ol>"


def test_a_paragraph_between_the_heading_of_things_and_the_numbered_steps_is_named() -> None:
    found = page(f"<h2>Ingredients</h2><p>Rinse the pan with hot water.</p><ol>{items(STEPS)}</ol>")
    assert found.procedure.steps == STEPS
    assert "Rinse the pan with hot water." in found.unused


def test_a_page_that_asks_names_what_it_left() -> None:
    above = f"<h2>About</h2><p>Ann wrote this down.</p><ul>{items(THINGS)}</ul>"
    found = page(f"{above}{items(STEPS, 'p')}<h3>Serve</h3><p>With jam</p>")
    assert (found.procedure.steps, found.unsure) == (STEPS, True)
    assert {"Ann wrote this down.", "With jam"} <= set(found.unused)


def test_what_is_used_is_not_named() -> None:
    assert page(f"<p>Serves 4</p>{NEEDED}{TOLD}<h2>Notes</h2><p>They freeze well.</p>").unused == ()


@pytest.mark.parametrize(
    "head",
    [
        "<th>Quantity</th><th>Ingredient</th>",
        "<th>Menge</th><th>Zutat</th>",
    ],
)
def test_the_heads_of_columns_are_no_thing(head: str) -> None:
    rows = "".join(f"<tr><td>{one.split(' ', 1)[0]}</td><td>{one.split(' ', 1)[1]}</td></tr>" for one in THINGS)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    assert page(f"<h2>Ingredients</h2>{table}{TOLD}").procedure.resources == THINGS


def test_heads_of_rows_are_a_part_of_the_thing() -> None:
    rows = "".join(f"<tr><th>{one.split(' ', 1)[0]}</th><td>{one.split(' ', 1)[1]}</td></tr>" for one in THINGS)
    assert page(f"<h2>Ingredients</h2><table>{rows}</table>{TOLD}").procedure.resources == THINGS


def test_things_with_a_box_to_tick_are_a_list() -> None:
    boxes = "".join(
        f"<div><button></button><input type='checkbox'><label>{one}</label></div>" for one in (*THINGS, "Salt")
    )
    assert page(f"<h2>Ingredients</h2>{boxes}{TOLD}").procedure.resources == (*THINGS, "Salt")


@pytest.mark.parametrize(
    "first",
    ["Heat the oven.", "As root, stop the database.", "The night before, soak the beans.", "Den Ofen vorheizen."],
)
def test_a_sentence_above_counted_headings_is_kept(first: str) -> None:
    told = "".join(f"<h3>Step {number}</h3><p>{one}</p>" for number, one in enumerate(STEPS, 1))
    assert page(f"{NEEDED}<h2>Method</h2><p>{first}</p>{told}").procedure.steps == (first, *STEPS)


def test_a_counted_step_may_list_its_own_things() -> None:
    first = f"<p><b>Ingredients for the dough:</b></p><ul>{items(THINGS)}</ul><p>{STEPS[0]}</p>"
    rest = "".join(f"<h3>Step {number}: Now</h3><p>{one}</p>" for number, one in enumerate(STEPS[1:], 2))
    made = page(f"<h2>Method</h2><h3>Step 1: The dough</h3>{first}{rest}").procedure
    assert (made.steps, made.resources) == (STEPS, THINGS)
    assert made.sections == ((1, "The dough"), (2, "Now"), (3, "Now"))


def test_numbers_of_chapters_count_no_steps() -> None:
    more = ("Thin ones are French.", "Too thick: use more milk.")
    chapters = f"<h2>2. Kinds</h2><ul><li>{more[0]}</li></ul><h2>3. Faults</h2><ul><li>{more[1]}</li></ul>"
    needed, told = (part.replace("h2>", "h3>") for part in (NEEDED, TOLD))
    found = page(f"<h2>1. Basic recipe</h2>{needed}{told}{chapters}")
    assert found.procedure.steps == STEPS
    assert set(more) <= set(found.unused)


def test_numbers_of_steps_count_them_also_with_headings_below() -> None:
    parts = "".join(
        f"<h2>{n}. Part</h2><h3>You need</h3><ul><li>{n} eggs</li></ul><p>{one}</p>"
        for n, one in enumerate(STEPS, 1)
    )
    assert page(parts).procedure.steps == STEPS


@pytest.mark.parametrize("behind", ["<h2>More</h2><ul><li>Waffles</li><li>Scones</li></ul>", ""])
def test_sentences_above_a_list_of_amounts_are_asked_about(behind: str) -> None:
    found = html_page.read(f"<h2>Pancakes</h2>{items(STEPS, 'p')}<ul>{items(THINGS)}</ul>{behind}")
    assert (found.procedure.steps, found.procedure.resources, found.unsure) == (STEPS, THINGS, True)


def test_sentences_above_a_table_of_amounts_are_asked_about() -> None:
    cells = "".join(f"<tr><td>{one}</td></tr>" for one in THINGS)
    table = f"<p>Autor: Ann</p><table><tr><th><h4>Menge</h4></th><th><h4>Zutat</h4></th></tr>{cells}</table>"
    found = html_page.read(
        f"<h1>Kochbuch</h1><h2>Pfannkuchen</h2>{items(STEPS, 'p')}{table}<p>Zutaten für 4 Personen</p>"
    )
    assert (found.procedure.steps, found.procedure.resources, found.unsure) == (STEPS, THINGS, True)


@pytest.mark.parametrize(
    ("goal", "head", "last", "asked"),
    [
        ("Medovník", "Postup", "Medovník je klasický dort, který máme všichni rádi.", True),
        ("Pancakes", "Method", "Pancakes are what all the children of our street like best.", True),
        ("Pancakes", "Method", "Fry the pancakes until they are brown.", False),
        ("Pancakes", "Method", "Pancakes must be fried for 2 minutes on each side.", False),
    ],
)
def test_a_last_paragraph_about_the_dish_is_asked_about(goal: str, head: str, last: str, asked: bool) -> None:
    text = f"<h1>{goal}</h1>{NEEDED}<h2>{head}</h2><p>{STEPS[0]} {STEPS[1]}</p><p>{last}</p>"
    assert html_page.read(text).unsure is asked


def test_paragraphs_below_a_list_of_amounts_are_the_steps_of_a_markdown_text() -> None:
    things = ("200 g flour", "2-3 eggs. No more", "Paprika: 3 spoons of the hot one and 2 of the sweet")
    listed = "\n".join(f"* {one}" for one in things)
    made = of_markdown(f"# Pancakes\n\n{listed}\n\n{STEPS[0]}\n\n{STEPS[1]}\n").procedure
    assert (made.steps, made.resources) == (STEPS[:2], things)


def test_a_list_of_things_without_steps_holds_no_steps() -> None:
    listed = "\n".join(f"* {one}" for one in (*THINGS, "Salt"))
    (found,) = read(f"# Pancakes\n\n## Ingredients\n\n{listed}\n\n## Method\n", "md")
    assert (found.procedure.steps, len(found.procedure.resources)) == ((), 4)


def test_sentences_below_ingredients_only_are_steps() -> None:
    made = of_markdown("# Pancakes\n\n## Ingredients\n\n" + "\n".join(f"* {one}" for one in STEPS)).procedure
    assert made.steps == STEPS


def test_bullets_below_paragraphs_that_only_introduce_them_are_the_steps() -> None:
    text = f"# Sauce\n\n## Method\n\nFirst the dough.\n\n* {STEPS[0]}\n\nNow the rest.\n\n* {STEPS[1]}\n"
    assert of_markdown(text).procedure.steps == STEPS[:2]


def test_things_under_their_name_below_the_steps_stay_things() -> None:
    parts = f"<h3>Ingredients</h3><ul>{items(THINGS)}</ul><h3>Dough</h3><ol>{items(STEPS)}</ol>"
    found = page(f"<h2>Method</h2>{parts}")
    assert (found.procedure.steps, found.procedure.resources) == (STEPS, THINGS)


@pytest.mark.parametrize("last", ["Montaje del plato", "Assembly of the cake", "Cuisson"])
def test_a_part_of_the_work_goes_on_behind_counted_parts(last: str) -> None:
    parts = "".join(f"<h3>{n}. Part</h3><ul><li>{one}</li></ul>" for n, one in enumerate(STEPS[:2], 1))
    found = page(f"{NEEDED}<h2>Preparation</h2>{parts}<h2>{last}</h2><ul><li>{STEPS[2]}</li></ul>")
    assert found.procedure.steps == STEPS


@pytest.mark.parametrize("last", ["Cooking time", "Baking tips", "Cooking school in town"])
def test_what_only_begins_as_a_part_of_the_work_is_none(last: str) -> None:
    assert page(f"{NEEDED}{TOLD}<h2>{last}</h2><ul><li>Ask for 20 minutes.</li></ul>").procedure.steps == STEPS


@pytest.mark.parametrize("word", ["Step", "Etape", "Étape", "Schritt", "Paso", "Pasul"])
def test_bullets_that_count_themselves_are_numbered(word: str) -> None:
    told = "".join(f"<li>{word} {number}: {one}</li>" for number, one in enumerate(STEPS, 1))
    assert (
        page(f"<h2>Ingredients</h2><ul>{items(THINGS)}</ul><h2>Pancakes</h2><ul>{told}</ul>").procedure.steps
        == STEPS
    )


def test_the_last_counted_heading_is_a_step_above_a_greeting() -> None:
    told = "".join(f"<h4>Pasul {number}. {one}</h4>" for number, one in enumerate(STEPS, 1))
    assert page(f"{told}<h5>Pofta buna!</h5>").procedure.steps == STEPS


def test_things_below_their_heading_are_read_beside_named_steps() -> None:
    named = f'<div class="instructions"><h6>Instructions</h6><ul>{items(STEPS)}</ul></div>'
    assert page(
        f"<h6>Ingrédients</h6><ul><li>Trois oeufs</li><li>Farine (20 g)</li></ul>{named}"
    ).procedure.resources == (
        "Trois oeufs",
        "Farine (20 g)",
    )


def test_a_number_typed_before_a_step_does_not_make_it_unused() -> None:
    told = "".join(f"<li>{number} {one}</li>" for number, one in enumerate(STEPS, 1))
    found = page(f"{NEEDED}<h2>Method</h2><ul>{told}</ul>")
    assert (found.procedure.steps, found.unused) == (STEPS, ())


@pytest.mark.parametrize(
    ("listed", "asked"),
    [
        (("Salmon and pea pie", "Broccoli and cheese soup", "Ham"), True),
        (("Heat the oven.", "Bake the bread.", "Let it cool down."), False),
    ],
)
@pytest.mark.parametrize("mark", ["*", "1."])
def test_bullets_that_nothing_calls_steps_and_that_tell_nothing_are_asked_about(
    mark: str, listed: tuple[str, ...], asked: bool
) -> None:
    found = of_markdown(
        "# Saturday\n\nFor six of us.\n\n" + "\n".join(f"{mark} {one}" for one in listed) + "\n\nEnjoy!"
    )
    assert found.unsure is (asked and mark == "*")


def test_one_numbered_chapter_with_things_of_its_own_takes_no_step_from_the_others() -> None:
    text = (
        "# Set it up\n\n## 1. Install\n\n### Requirements\n\n- A server\n\n### Steps\n\n1. Run the installer.\n"
        "2. Start the service.\n\n## 2. Network\n\n- Open the port.\n- Close the other one.\n\n"
        "## 3. Check\n\n- Load the page.\n"
    )
    steps = of_markdown(text).procedure.steps
    assert {"Run the installer.", "Open the port.", "Load the page."} <= set(steps)


def test_a_box_to_tick_beside_a_setting_hides_no_step() -> None:
    box = "<div><label><input type='checkbox'>Cook Mode</label> Keeps your screen on</div>"
    found = page(f"{NEEDED}<h2>Method</h2>{box}{items(STEPS, 'p')}")
    assert set(STEPS) <= set(found.procedure.steps)


@pytest.mark.parametrize("last", ["45 minutes", "5 minutes"])
def test_a_time_as_the_last_step_is_kept(last: str) -> None:
    listed = "".join(f"<li>{one}</li>" for one in (*STEPS, last))
    assert page(f"{NEEDED}<h2>Method</h2><ol>{listed}</ol>").procedure.steps == (*STEPS, last)


def test_a_list_of_short_labels_is_read() -> None:
    steps = of_markdown("# Morning round\n\n- Squats: 20\n- Push-ups: 10\n- Burpees: 5\n").procedure.steps
    assert len(steps) == 3


def test_steps_without_full_stops_leave_things_alone() -> None:
    things, steps = ("2 eggs", "200 g flour"), ("Mix the eggs and flour", "Bake for an hour at 180")
    listed = f"<h2>For the cake</h2><ul>{items(things)}</ul><h2>Do</h2><ul>{items(steps)}</ul>"
    found = page(f"<h1>Cake</h1>{listed}").procedure
    assert (found.resources, found.steps) == (things, steps)


@pytest.mark.parametrize(
    ("last", "asked"),
    [
        ("Pancakes go back on a warm plate.", False),
        ("Pancake batter keeps for a day, or so the children of our street always say.", True),
    ],
)
def test_a_short_last_paragraph_that_names_the_dish_is_a_step(last: str, asked: bool) -> None:
    text = f"<h1>Pancakes</h1>{NEEDED}<h2>Method</h2><p>{STEPS[0]}</p><p>{last}</p>"
    assert html_page.read(text).unsure is asked


def test_short_items_of_the_next_part_of_the_work_are_kept_and_asked_about() -> None:
    first, then = ("cut the veal in cubes and salt it", "slice the onions in rings"), ("fry the veal", "add flour")
    parts = f"<h3>Preparation</h3><ul>{items(first)}</ul><h3>Cooking</h3><ul>{items(then)}</ul>"
    found = page(f"<h3>Ingredients</h3><ul>{items(THINGS)}</ul>{parts}")
    assert (found.procedure.steps, found.unsure) == ((*first, *then), True)


@pytest.mark.parametrize(
    "labels", [("Easy", "30 min"), ("Oven", "Medium", "Gas mark six"), ("Large bowl", "Wooden spoon")]
)
def test_labels_below_the_name_of_a_part_of_the_work_are_no_steps(labels: tuple[str, ...]) -> None:
    found = page(f"{NEEDED}<h2>Preparation</h2><ul>{items(labels)}</ul><h2>Method</h2>{items(STEPS, 'p')}")
    assert found.procedure.steps == STEPS


def test_bullets_that_count_themselves_are_the_steps_only_where_all_do() -> None:
    counted = ("Etape 1: Tremper les crevettes.", "Etape 2: Couper la mangue.")
    steps = page(f"{NEEDED}<h2>Verrines</h2><ul>{items(counted)}</ul>").procedure.steps
    assert steps == ("Tremper les crevettes.", "Couper la mangue.")
    mixed = of_markdown("# Plan\n\n- Mix it well.\n- Step 2: bake\n- Step 3: eat\n- Cool it.\n").procedure.steps
    assert len(mixed) == 4


def test_what_stands_under_another_heading_below_amounts_is_no_step() -> None:
    about = "<p>2 cups rice</p><p>1 cup beans</p><h2>About me</h2><p>I live in Rome and cook every day.</p>"
    with pytest.raises(ContentError):
        page(about)


@pytest.mark.parametrize("head", ["Zutaten für", "Ingredients for", "Ingrédients pour :"])
def test_a_heading_in_front_of_a_field_for_a_number_is_no_thing(head: str) -> None:
    rows = "".join(f"<tr><td>{one}</td></tr>" for one in THINGS)
    field = f"<p>{head}</p><input type='number' value='2'><button>Pieces</button>"
    assert (
        page(f"<section id='zutaten'>{field}<table>{rows}</table></section>{TOLD}").procedure.resources == THINGS
    )


def test_times_below_the_heading_of_the_steps_are_neither_steps_nor_things_and_named() -> None:
    rows = "".join(f"<tr><td>{one}</td></tr>" for one in THINGS)
    times = "<div>Arbeitszeit<br>ca. 15 Min.</div><div>Gesamtzeit<br>40 Min.</div>"
    listed, told = f"<table>{rows}</table>", f"<h2>Zubereitung</h2>{times}{items(STEPS, 'p')}"
    found = page("".join(f'<section class="ingredients-box">{part}</section>' for part in (listed, told)))
    assert found.procedure.resources == THINGS
    assert " ".join(found.procedure.steps) == " ".join(STEPS)
    assert {"Arbeitszeit", "ca. 15 Min."} <= {*found.unused}
    found = page(f"{NEEDED}<h2>Zubereitung</h2><p>ca. 15 Minuten</p>{items(STEPS, 'p')}")
    assert (found.procedure.steps, "ca. 15 Minuten" in found.unused) == (STEPS, True)


def test_a_time_among_the_steps_or_at_their_end_and_long_names_of_things_stay() -> None:
    last = ("Mix the flour with the milk.", "20 minutes", "Take a large mixing bowl with a lid.", "30 minutes")
    things = ("200 g flour", "A large mixing bowl with a lid")
    found = page(f"<h2>Ingredients</h2><ul>{items(things)}</ul><h2>Method</h2><ol>{items(last)}</ol>")
    assert (found.procedure.steps, found.procedure.resources) == (last, things)


def test_times_that_are_all_there_is_or_all_of_a_part_are_steps() -> None:
    parts = [(1, "Soak"), (2, "Cook")]
    beans = procedure("Beans", ["20 minutes", "Simmer the beans."], ["beans"], sections=parts)
    assert without_stray_lines(ParsedProcedure(beans)).procedure == beans
    times = ("10 minutes", "20 minutes", "30 minutes")
    assert page(f"{NEEDED}<h2>Method</h2><ol>{items(times)}</ol>").procedure.steps == times


PARAGRAPH = "Whisk the flour with the eggs and the milk. Fry thin pancakes in a hot pan. Serve them at once."


@pytest.mark.parametrize("tag", ["p", "li"])
def test_a_time_between_the_heading_and_the_one_paragraph_of_the_steps_is_no_step_and_no_question(
    tag: str,
) -> None:
    times = items(("Total 20 min", "about 10 minutes"), tag)
    found = page(f"<h2>Method</h2>{times if tag == 'p' else f'<ul>{times}</ul>'}<p>{PARAGRAPH}</p>")
    assert (found.procedure.steps, found.unsure) == ((PARAGRAPH,), False)
    assert page(f"<p>Total 20 min</p><h2>Method</h2><p>{PARAGRAPH}</p>").unsure


def test_a_time_among_the_steps_stays_one() -> None:
    among = items(("Knead the dough well.", "30 minutes of rest", "Bake the bread."))
    assert len(page(f"{NEEDED}<h2>Method</h2><ol>{among}</ol>").procedure.steps) == 3


@pytest.mark.parametrize("head", ["Ingredients for:", "Zutaten für", "Ingrédients pour :", "Ingredientes para"])
def test_amounts_in_cells_below_a_heading_in_front_of_a_field_are_things(head: str) -> None:
    cells = "".join(f"<tr><td>{number}</td><td>{name}</td></tr>" for number, name in AMOUNTS)
    assert page(f"<p>{head}</p><table>{cells}</table>{TOLD}").procedure.resources == THINGS


AMOUNTS = (("200", "g flour"), ("2", "eggs"), ("300", "ml milk"))


def test_what_is_named_as_things_below_the_steps_without_an_amount_is_none() -> None:
    steps = "".join(f"<li><span class='ingredient-text'>{text}</span></li>" for text in STEPS)
    things = "".join(f"<li><span class='ingredient-text'>{text}</span></li>" for text in THINGS)
    assert page(f"<ul>{things}</ul><h2>Method</h2><ol>{steps}</ol>").procedure == procedure(
        "Pancakes", STEPS, THINGS
    )
    later = f"<h2>Glaze</h2><div class='ingredients'><ul>{items(('50 g sugar', 'water'))}</ul></div>"
    named = f"<div class='ingredients'><ul>{items(THINGS)}</ul></div>"
    assert page(f"{named}{TOLD}{later}").procedure.resources == (*THINGS, "50 g sugar", "water")


def test_a_number_typed_once_more_above_the_words_of_a_step_is_none() -> None:
    typed = "".join(
        f"<li><span>{number}.</span><p>{text.rstrip('.')}</p></li>" for number, text in enumerate(STEPS, 1)
    )
    assert page(f"{NEEDED}<h2>Method</h2><ol>{typed}</ol>").procedure.steps == tuple(
        text.rstrip(".") for text in STEPS
    )


def test_one_and_more_sentences_of_the_steps_are_no_thing_and_a_thing_with_a_full_stop_is_one() -> None:
    told = procedure("Eggs", ["Boil the water. Add the eggs. Wait."], ["2 large eggs.", "Add the eggs. Wait."])
    assert without_stray_lines(ParsedProcedure(told)).procedure.resources == ("2 large eggs.",)


def test_things_of_a_reading_that_is_not_taken_are_named_though_the_steps_name_them_too() -> None:
    rows = items(("200 g noodles", "3 eggs", "2 carrots", "100 g butter", "- salt", "- pepper"), "div")
    steps = items(("Boil the noodles with the carrots.", "Stir in the eggs and the butter."), "p")
    found = page(f"<p>Ingredients for:</p><div class='ingredient-box'>{rows}</div><h2>Method</h2>{steps}")
    assert {"3 eggs", "2 carrots"} <= {*found.unused, *found.procedure.resources}
