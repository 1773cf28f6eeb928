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
