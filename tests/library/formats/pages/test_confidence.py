"""What bears out steps over which a rule has a doubt: another reading of the page, and its shape."""

import pytest

from tailor.library.formats.pages import reader as html_page

STEPS = (
    "Soak the beans for a night.",
    "Boil them in fresh water for an hour.",
    "Mash them with the oil and salt.",
)
AMOUNTS = ("500 g beans", "3 tbsp oil", "1 tsp salt")
ABOVE = ("Take beans that are not too old.", "Cook them until they are soft.", "Stir in what you like.")


def items(texts: tuple[str, ...], tag: str) -> str:
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)


PAGE = (
    f"<h1>Mash</h1><h2>How to make mash</h2><ol>{items(ABOVE, 'li')}</ol>"
    "<h2>How to keep it</h2><p>Keep it cool.</p>"
    f"<ul class='recipe-ingredients'>{items(AMOUNTS, 'li')}</ul>"
    f"<ol class='recipe-instructions'>{items(STEPS, 'li')}</ol>"
)
"""Steps in elements named so, below an article that tells them in other words."""


def test_a_list_of_steps_that_elements_name_is_sure_though_the_headings_say_other_ones() -> None:
    found = html_page.read(PAGE)
    assert (found.procedure.steps, found.procedure.resources, found.unsure) == (STEPS, AMOUNTS, False)


@pytest.mark.web
def test_a_list_that_tells_what_to_do_is_not_where_no_element_is_named_and_nothing_is_needed() -> None:
    assert html_page.read(f"<h1>Our club</h1><p>Every year again.</p><ul>{items(ABOVE, 'li')}</ul>").unsure


@pytest.mark.parametrize("heading", ["Second recipe", "For the little ones"])
def test_nothing_bears_out_the_steps_of_a_page_that_holds_further_recipes(heading: str) -> None:
    lists = "".join(f"<h2>{heading} {n}</h2><h3>Ingredients</h3><p>{n} l milk</p>" for n in (2, 3, 4))
    assert html_page.read(PAGE + lists).unsure


def test_nothing_bears_out_steps_of_which_several_are_also_things() -> None:
    things = ("dried white beans", "good oil from a bottle", "fine sea salt")
    long = tuple(f"{step[:-1]}, {' and '.join(5 * ['wait for a while'])}" for step in STEPS)
    for both in ((), things):
        steps = items(both + long, "li")
        found = html_page.read(
            f"<h1>Mash</h1><h2>Ingredients</h2><ul>{items(things, 'li')}</ul><h2>Instructions</h2><ol>{steps}</ol>"
        )
        assert (found.procedure.steps, found.unsure) == (both + long, bool(both))


@pytest.mark.web
def test_an_essay_below_a_heading_that_announces_steps_is_asked_about() -> None:
    said = " ".join(["Een tuin is veel meer dan een stuk grond waar planten groeien en vogels zingen;"] * 3)
    assert html_page.read(
        f"<h1>Tuin</h1><h2>Hoe</h2><h2>How to</h2><p>{said}.</p><p>{said}!</p><p>{said}.</p>"
    ).unsure


@pytest.mark.parametrize(
    ("last", "unsure"), [("Knedl je výborné jídlo, které chutná každému v rodině.", True), ("", False)]
)
def test_praise_of_the_dish_as_the_last_step_is_asked_about(last: str, unsure: bool) -> None:
    told = ("Mouku smícháme s vejci a mlékem a dobře prohněteme.", "Knedl vaříme v horké vodě půl hodiny.", last)
    page = f"<h1>Knedl</h1><h2>Suroviny</h2><ul>{items(AMOUNTS, 'li')}</ul><h2>Postup</h2>{items(told, 'p')}"
    assert html_page.read(page).unsure is unsure
