"""Markdown in which one line lists what is needed."""

import pytest

from tailor.library.formats.registry import read


@pytest.mark.parametrize(
    ("line", "things"),
    [
        ("**You'll need:** a saw, glue", ("a saw", "glue")),
        ("Ingredients: 2 eggs, 1 tsp. salt, flour", ("2 eggs", "1 tsp. salt", "flour")),
        ("Materials: a saw; nails, 5 cm", ("a saw", "nails, 5 cm")),
        ("Zutaten: 2 Eier, Mehl", ("2 Eier", "Mehl")),
        ("You need a saw, glue and nails.", ("a saw", "glue", "nails")),
        ("Before you start: turn off the power, wear goggles", ()),
        ("Tools: see the list of last year. We had no others, I think", ()),
        ("Note: use a saw, glue", ()),
    ],
)
@pytest.mark.parametrize("below", ["1. Mark it.\n2. Glue it.\n", "## Method\n\n- Mark it.\n- Glue it.\n"])
def test_a_line_of_markdown_lists_what_one_needs_behind_its_heading(
    line: str, things: tuple[str, ...], below: str
) -> None:
    (made,) = read(f"# Shelf\n\n{line}\n\n{below}", "md")
    assert made.procedure.resources == things
    assert made.procedure.steps == ("Mark it.", "Glue it.")
    assert things or line in (*made.unused, made.procedure.notes)


SHAKE = "# Big<br>shake\n\n## Ingredients\n\n{}\n\n## Steps\n\n1. {}\n2. Serve it.\n"


@pytest.mark.parametrize("tag", ["<br>", "<br/>", "<BR />", "</p><p>", "</li><li>"])
def test_a_tag_that_ends_a_line_keeps_the_words_around_it_apart(tag: str) -> None:
    (made,) = read(SHAKE.format("- salt", f"Blend banana{tag}milk, not hot{tag}oil, with H<sub>2</sub>O."), "md")
    assert made.procedure.goal == "Big shake"
    assert made.procedure.steps[0] == "Blend banana milk, not hot oil, with H2O."


@pytest.mark.parametrize(
    ("lines", "things"),
    [
        ("- 200 ml soya<br>100 g peanuts<br>milk", ("200 ml soya", "100 g peanuts, milk")),
        ("- salt<br/>pepper", ("salt, pepper",)),
        ("- 200 g butter,<br>melted", ("200 g butter, melted",)),
        ("- 2 eggs<br>(free range)", ("2 eggs (free range)",)),
        ("- 1 tin of beans<br>400 g", ("1 tin of beans, 400 g",)),
        ("- For the top:<br>2 eggs<br>1 cup milk", ("2 eggs", "1 cup milk")),
        ("- Say `2<br>3`", ("Say 2<br>3",)),
        ("2 eggs<br>1 cup milk<br>salt", ("2 eggs", "1 cup milk", "salt")),
    ],
)
def test_an_amount_below_a_line_break_is_an_item_and_other_words_stay_with_theirs(
    lines: str, things: tuple[str, ...]
) -> None:
    (made,) = read(SHAKE.format(lines, "Mix it."), "md")
    assert made.procedure.resources == things


@pytest.mark.parametrize("mark", ["*", "_", "**", "__"])
def test_a_bold_item_above_an_amount_is_the_name_of_a_part(mark: str) -> None:
    things = f"* 2 eggs\n* {mark}Glaze{mark}\n* &frac12; tsp honey\n* {mark}salt{mark}\n* milk\n"
    (made,) = read(f"# Cake\n\n## Ingredients\n\n{things}\n## Method\n\n1. Mix it.\n2. Bake it.\n", "md")
    assert made.procedure.resources == ("2 eggs", "½ tsp honey", "salt", "milk")
