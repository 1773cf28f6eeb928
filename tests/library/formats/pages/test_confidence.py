"""What bears out steps over which a rule has a doubt: another reading of the page, and its shape."""

import pytest

from tailor.library.formats.pages import reader as html_page

STEPS = (
    "Soak the beans for a night.",
    "Boil them in fresh water for an hour.",
    "Mash them with the oil and salt.",
)
AMOUNTS = ("500 g beans", "3 tbsp oil", "1 tsp salt")
STORY = ("I learned this from an aunt of mine.", "We had it every Sunday.", "Nobody ever left a spoon of it.")


def items(texts: tuple[str, ...], tag: str) -> str:
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)


def page(tag: str, story: str = "") -> str:
    steps = items(STEPS, tag)
    told = f"<ol>{steps}</ol>" if tag == "li" else steps
    return (
        f"<h1>Mash</h1>{story}<div class='recipe-ingredients'><ul>{items(AMOUNTS, 'li')}</ul></div>"
        f"<div class='recipe-instructions'>{told}</div>"
    )


def test_a_list_of_steps_that_elements_name_is_sure_though_the_headings_say_other_ones() -> None:
    other = f"<h2>How to make it</h2>{items(STORY, 'p')}"
    found = html_page.read(page("li", other))
    assert (found.procedure.steps, found.procedure.resources, found.unsure) == (STEPS, AMOUNTS, False)


def test_so_it_is_not_where_the_steps_are_no_list() -> None:
    other = f"<h2>How to make it</h2>{items(STORY, 'p')}"
    assert html_page.read(page("p", other)).unsure


@pytest.mark.parametrize("heading", ["Second recipe", "For the little ones"])
def test_nothing_bears_out_the_steps_of_a_page_that_holds_further_recipes(heading: str) -> None:
    lists = "".join(f"<h2>{heading} {n}</h2><h3>Ingredients</h3><p>{n} l milk</p>" for n in (2, 3, 4))
    assert html_page.read(page("li", f"<h2>How to make it</h2>{items(STORY, 'p')}") + lists).unsure
