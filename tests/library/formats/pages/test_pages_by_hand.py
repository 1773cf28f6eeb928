"""Pages that people typed by hand: site names as titles, accents left out, paragraphs and cells as lists."""

import pytest

from tailor.core.errors import ContentError
from tailor.library.formats.pages import reader as html_page

pytestmark = pytest.mark.web

STEPS = ("Chop the onions and fry them.", "Add the tomatoes and the water.", "Blend it all until it is smooth.")
ORDERED = "".join(f"<li>{step}</li>" for step in STEPS)
AMOUNTS = ("4 tomatoes", "2 onions", "500 ml water")
ITEMS = "".join(f"<li>{one}</li>" for one in AMOUNTS)


def soup(head: str, *, title: str = "Document", level: int = 3) -> str:
    parts = f"<h{level}>Ingredients</h{level}><ul>{ITEMS}</ul><h{level}>Steps</h{level}><ol>{ORDERED}</ol>"
    return f"<html><head><title>{title}</title></head><body>{head}{parts}</body></html>"


@pytest.mark.parametrize(
    "page",
    [
        soup("<h1>Our kitchen</h1><h2>Tomato soup</h2>"),
        soup("<h1>Our kitchen</h1><h2>Tomato soup</h2>", title="Tomato soup | Our kitchen"),
        soup("<h3>MENU</h3><h2>Tomato soup</h2><h5>30 min</h5>", title="Our kitchen", level=4),
        soup("<h2>Tomato soup</h2><p>From the garden.</p>", title=""),
        soup("<h1>Our kitchen</h1><h2>Tomato soup</h2>", title="Our kitchen | Tomato soup", level=2),
        soup("<h1>Our kitchen</h1><h2>Tomato soup</h2>", title="Tomato soup", level=2),
        soup("<h4>Tomato soup</h4>", title="Our kitchen", level=4),
        soup("<h3>Tomato soup</h3><h3>Serves 4</h3><h3>get_app</h3>", title="Our kitchen", level=5),
    ],
)
def test_the_title_is_the_heading_above_all_parts_and_not_the_name_of_the_site(page: str) -> None:
    made = html_page.read(page).procedure
    assert (made.goal, made.steps, made.resources) == ("Tomato soup", STEPS, AMOUNTS)


@pytest.mark.parametrize(
    "page",
    [
        soup("<h1>Tomato soup</h1><h2>Description</h2><p>From the garden.</p>"),
        soup("<h1>Tomato soup</h1><h2>The best soup ever</h2>"),
        soup("<h1>Tomato soup</h1><h2>Warm and cosy</h2>", title="Tomato soup | Our kitchen"),
        soup("<h1>Tomato soup</h1><h2>Warm and cosy</h2><p>Eat it hot.</p>", level=2),
        soup("<h1>Tomato soup</h1><h2>Warm and cosy</h2>", title="Tomato soup"),
        soup("<h1>Tomato soup</h1><h2>Easy tomato soup</h2>", title="Easy tomato soup"),
        soup("<h2>Menu</h2>", title="Tomato soup", level=2),
    ],
)
def test_a_heading_that_only_describes_is_no_title(page: str) -> None:
    assert html_page.read(page).procedure.goal == "Tomato soup"


@pytest.mark.parametrize(
    ("things", "steps"),
    [("Hozzavalok:", "ELKESZITES"), ("Ingredienten", "Bereiding"), ("Skladniki", "Sposob przygotowania")],
)
def test_a_heading_announces_the_same_without_its_accents(things: str, steps: str) -> None:
    page = f"<h1>Sopa</h1><ul><li>Inicio</li></ul><p>{things}</p><ul>{ITEMS}</ul><p>{steps}</p><ul>{ORDERED}</ul>"
    made = html_page.read(page).procedure
    assert (made.resources, made.steps) == (AMOUNTS, STEPS)


@pytest.mark.parametrize(
    ("things", "steps"),
    [
        ("Inhaltsstoffe", "Herstellung"),
        ("Ce qu'il te faut", "Déroulement"),
        ("Budeme potřebovat", "Návod"),
        ("Potrebujemo", "Postopek"),
        ("Ingrediente", "Instrucțiuni"),
        ("Składniki", "Sposób wykonania"),
    ],
)
def test_more_words_of_more_languages_head_things_and_steps(things: str, steps: str) -> None:
    page = f"<h1>Creme</h1><h2>{things}</h2><ul>{ITEMS}</ul><h2>{steps}</h2><ul>{ORDERED}</ul>"
    made = html_page.read(page).procedure
    assert (made.resources, made.steps) == (AMOUNTS, STEPS)


@pytest.mark.parametrize(
    ("inside", "resources"),
    [
        (
            "<p>50 ml gin (the one from the top shelf)</p><p>1 lime</p><p>Ice, as much as fits in the glass</p>",
            ("50 ml gin (the one from the top shelf)", "1 lime", "Ice, as much as fits in the glass"),
        ),
        (
            "<table><tr><td>Butter</td><td>50 gram</td></tr><tr><td>Sugar</td><td>3 spoons</td></tr></table>",
            ("Butter 50 gram", "Sugar 3 spoons"),
        ),
    ],
)
def test_paragraphs_and_cells_below_their_heading_are_what_one_needs(
    inside: str, resources: tuple[str, ...]
) -> None:
    page = f"<h1>Drinks</h1><h2>Ingredients</h2>{inside}<h2>Instructions</h2><ol>{ORDERED}</ol>"
    assert html_page.read(page).procedure.resources == resources


def test_sentences_below_such_a_heading_are_no_list() -> None:
    told = "<p>All of it keeps for 2 days.</p><p>I buy it at the market in our street.</p>"
    page = f"<h1>Soup</h1><h2>Ingredients</h2>{told}<h2>Steps</h2><ol>{ORDERED}</ol>"
    assert html_page.read(page).procedure.resources == ()


def test_an_amount_that_ends_in_a_colon_is_no_heading_of_others() -> None:
    listed = f"<ul>{ITEMS}<li>1 tsp mixed spice OR:</li><li>1/2 tsp cinnamon</li></ul>"
    page = f"<h1>Soup</h1><h2>Ingredients</h2>{listed}<h2>Steps</h2><ol>{ORDERED}</ol>"
    assert html_page.read(page).procedure.resources == (*AMOUNTS, "1 tsp mixed spice OR:", "1/2 tsp cinnamon")


def test_a_page_of_nothing_but_links_has_no_steps() -> None:
    links = "".join(f'<li><a href="/{n}">{name}</a></li>' for n, name in enumerate(("Home", "Meat", "Fish")))
    with pytest.raises(ContentError, match="No steps"):
        html_page.read(f"<title>Home</title><body><nav><ul>{links}</ul></nav></body>")


def under_h1(title: str, thing: str) -> str:
    steps = (f"Wash the {thing} well.", f"Fry the {thing} for ten minutes.")
    listed = f"<li>300 g {thing}</li><li>2 spoons oil</li>"
    told = "".join(f"<li>{step}</li>" for step in steps)
    return f"<h1>{title}</h1><h3>Ingredients:</h3><ul>{listed}</ul><h3>Method</h3><ol>{told}</ol>"


def test_each_recipe_below_an_h1_of_its_own_is_one_and_none_is_mixed_with_others() -> None:
    page = f"<h1>Our recipes</h1>{under_h1('Leek pan', 'leek')}{under_h1('Rice pan', 'rice')}"
    found = html_page.parse(page)
    assert isinstance(found, tuple)
    assert [(one.procedure.goal, one.procedure.resources[0]) for one in found] == [
        ("Leek pan", "300 g leek"),
        ("Rice pan", "300 g rice"),
    ]
    assert all(len(one.procedure.steps) == 2 for one in found)


def test_three_recipes_below_deeper_headings_are_three() -> None:
    page = "".join(under_h1(f"{one.title()} pan", one) for one in ("leek", "rice", "bean"))
    page = page.replace("h1", "h2").replace("<h3>Method</h3>", "<h2>Method</h2>")
    found = html_page.parse(f"<h1>Our recipes</h1>{page}")
    assert isinstance(found, tuple)
    assert [one.procedure.goal for one in found] == ["Leek pan", "Rice pan", "Bean pan"]
    assert all((len(one.procedure.resources), len(one.procedure.steps)) == (2, 2) for one in found)


def test_a_recipe_that_is_shown_twice_or_has_parts_of_its_own_is_one() -> None:
    twice = html_page.parse(2 * under_h1("Leek pan", "leek"))
    parts = html_page.parse(under_h1("Leek pan", "leek") + under_h1("Sauce", "cream").replace("h1", "h2"))
    assert not isinstance(twice, tuple)
    assert not isinstance(parts, tuple)


MENU = "".join(f"<p>Read about the history of our kitchen, part {n}</p>" for n in range(20))


def test_short_steps_below_their_heading_are_steps_where_a_list_of_what_one_needs_is_above() -> None:
    short = "".join(f"<li>{step}</li>" for step in ("Chop the onions", "Fry them", "Add the wine"))
    page = f"<h1>Soup</h1>{MENU}<h2>Ingredients</h2><ul>{ITEMS}</ul><h2>Steps</h2><ul>{short}</ul>"
    assert html_page.read(page).procedure.steps == ("Chop the onions", "Fry them", "Add the wine")


def test_numbers_that_stand_for_steps_are_none() -> None:
    told = "".join(f"<li>Step {n}</li><p>{step}</p>" for n, step in enumerate(STEPS, 1))
    page = f"<h1>Soup</h1>{MENU}<h2>Ingredients</h2><ul>{ITEMS}</ul><h2>Steps</h2><ul>{told}</ul>"
    assert html_page.read(page).procedure.steps == STEPS


def test_a_heading_that_says_how_long_it_takes_heads_no_steps() -> None:
    head = "<h1>Latte</h1><h4>Preparation: 5 minutes</h4><p>It is like the one from the bar, only cheaper.</p>"
    told = "".join(f"<h4>{n}.</h4><p>{step}</p>" for n, step in enumerate(STEPS, 1))
    assert html_page.read(head + told).procedure.steps == STEPS


def test_more_information_below_the_steps_is_none_of_them() -> None:
    more = "<h3>Additional information</h3><p>The soup keeps for three days in the fridge.</p>"
    page = f"<h1>Soup</h1><h2>Ingredients</h2><ul>{ITEMS}</ul><h2>Method</h2><h3>Soup</h3><ol>{ORDERED}</ol>{more}"
    assert html_page.read(page).procedure.steps == STEPS


THINGS = ("Fish: cod or haddock will do.", "Beer: it makes the batter light.", "Flour: any kind of it works.")


def test_an_item_whose_paragraph_begins_on_the_next_line_is_an_item() -> None:
    listed = "".join(f"<li>\n  <p>{one}</p>\n</li>" for one in THINGS)
    page = f"<h1>Fish</h1><h2>Ingredients</h2><ul>{listed}</ul><h2>Steps</h2><ol>{ORDERED}</ol>"
    made = html_page.read(page).procedure
    assert (made.steps, made.resources) == (STEPS, THINGS)


def test_sentences_below_a_heading_that_only_names_the_dish_are_steps_right_behind_the_list() -> None:
    listed = "".join(f"<li>{one}</li>" for one in THINGS)
    told = "".join(f"<p>{step}</p>" for step in STEPS)
    body = f"<h2>Ingredients</h2><ul>{listed}</ul><h2>Our famous fish</h2>{told}<p>Back to the start</p>"
    made = html_page.read(f"<html><body><h1>Fish</h1>{body}</body></html>").procedure
    assert (made.steps, made.resources) == (STEPS, THINGS)


def test_a_page_that_calls_itself_by_the_first_words_of_a_heading_has_that_title() -> None:
    made = html_page.read(
        soup("<h1>Our family recipes</h1><h2>Tomato soup with bread</h2>", title="Tomato soup", level=2)
    )
    assert made.procedure.goal == "Tomato soup with bread"


def test_two_recipes_below_deeper_headings_of_a_page_are_to_be_checked() -> None:
    parts = f"<h4>Ingredients</h4><ul>{ITEMS}</ul><h4>Method</h4><ol>{ORDERED}</ol>"
    page = f"<h1>Our kitchen</h1><h2>Soups</h2><h3>Tomato soup</h3>{parts}<h3>Leek soup</h3>{parts}"
    found = html_page.read(page.replace("Chop the onions", "Chop the leeks", 1))
    assert found.unsure
    assert "“Tomato soup” and “Leek soup” each have steps of their own" in found.remark


@pytest.mark.parametrize("head", ["For the soup", "Pour la soupe", "Für die Suppe", "THE SOUP", "The soup:"])
@pytest.mark.parametrize("bold", ["{}", "<b>{}</b>"])
def test_a_heading_among_the_things_is_none_of_them(head: str, bold: str) -> None:
    listed = f"<li>{bold.format(head)}</li>{ITEMS}"
    page = f"<h1>Soup</h1><h2>Ingredients</h2><ul>{listed}</ul><h2>Steps</h2><ol>{ORDERED}</ol>"
    found = html_page.read(page)
    assert (found.procedure.steps, found.procedure.resources) == (STEPS, AMOUNTS)
    assert head.strip(":") in " ".join(found.unused)


@pytest.mark.parametrize("tag", ["ol", "ul"])
def test_a_second_paragraph_of_an_item_is_part_of_its_step_and_one_behind_the_list_is_not(tag: str) -> None:
    told = "".join(f"<li>\n<p>{step}</p>\n<p>It takes a while.</p></li>" for step in STEPS)
    body = f"<h2>Ingredients</h2><ul>{ITEMS}</ul><h2>Steps</h2><{tag}>{told}</{tag}>\n <p>Do not let it burn.</p>"
    made = html_page.read(f"<html><body><h1>Soup</h1>{body}</body></html>").procedure
    assert made.steps == tuple(f"{step} It takes a while." for step in STEPS)


def test_a_sentence_of_praise_below_the_title_is_not_the_title() -> None:
    praised = soup("<h1>Tomato soup with bread</h1><h2>It is ready in ten minutes!</h2>", title="Soups")
    assert html_page.read(praised).procedure.goal == "Tomato soup with bread"


def test_a_step_above_the_amounts_is_kept_where_two_readings_agree_on_the_rest() -> None:
    steps = ("Heat the oven to 400 F (200 C).", *(f"{step} Take your time and stir it well." for step in STEPS))
    told = "".join(f"<li>{step}</li>" for step in steps)
    body = f"<h4>Ingredients</h4><ul>{ITEMS}</ul><h4>What comes now</h4><ol>{told}</ol><p>Back to the start</p>"
    assert html_page.read(f"<html><body><h1>Soup</h1>{body}</body></html>").procedure.steps == steps
