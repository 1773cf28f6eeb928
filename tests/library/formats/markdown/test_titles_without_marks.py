"""The first plain line of a Markdown file is its title where it would be the title of a plain text."""

import pytest

from tailor.library.importer import read_text

LIST = "- 2 eggs\n- 1 cup flour\n- a pinch of salt\n"
STEPS = "1. Mix it all.\n2. Bake until brown.\n"
PARTS = f"## Ingredients\n\n{LIST}\n## Method\n\n{STEPS}"


@pytest.mark.parametrize("format", ["md", "text"])
@pytest.mark.parametrize(
    "head",
    ["Grandma's waffles\n\nServes 4", "Grandma's waffles\nServes 4", "Serves 4\n\nGrandma's waffles"],
)
@pytest.mark.parametrize("below", [f"{LIST}\n{STEPS}", PARTS])
def test_a_plain_title_is_found_in_both_formats(format: str, head: str, below: str) -> None:
    made = read_text(f"{head}\n\n{below}", format=format, name="scan 12").procedure
    assert (made.goal, made.yields) == ("Grandma's waffles", "4 servings")
    assert len(made.resources) == 3
    assert made.steps == ("Mix it all.", "Bake until brown.")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"**Grandma's waffles**\n\n{LIST}\n{STEPS}", "Grandma's waffles"),
        (f"Title: Apple pie\n\n{PARTS}", "Apple pie"),
        (f"---\nauthor: Ann\n---\nGrandma's waffles\n\n{LIST}\n{STEPS}", "Grandma's waffles"),
        (f"Grandma's waffles\n\n{PARTS.replace('## ', '# ')}", "Grandma's waffles"),
        (f"![status](https://example.org/a.svg)\n\nResetting a password\n\n{STEPS}", "Resetting a password"),
        ("Grandma's waffles\n\nWhisk the eggs.\n\nFry it in a pan.\n", "Grandma's waffles"),
        (
            "Ein Regal bauen\n\n## Du brauchst\n- 2 Bretter\n\n## Anleitung\n1. Sägen.\n2. Bohren.\n",
            "Ein Regal bauen",
        ),
    ],
)
def test_what_looks_like_a_title_is_one(text: str, title: str) -> None:
    read = read_text(text, format="md", name="scan 12")
    assert read.procedure.goal == title
    assert title not in read.unused


@pytest.mark.parametrize(
    "text",
    [
        f"My gran made these every Sunday.\n\n{PARTS}",
        f"Last updated 2024-03-01\n\n{STEPS}",
        f"[Home](index.md) > Kitchen\n\n{STEPS}",
        "Prepare the ground\n\n1. Dig a hole.\n2. Fill it.\n\nPlant the tree\n\n1. Put it in.\n2. Water it.\n",
        PARTS,
    ],
)
def test_other_lines_are_no_title(text: str) -> None:
    assert read_text(text, format="md", name="scan 12").procedure.goal == "scan 12"


def test_a_title_in_the_front_matter_wins() -> None:
    text = f"---\ntitle: Waffles\n---\nGrandma's own\n\n{PARTS}"
    assert read_text(text, format="md").procedure.goal == "Waffles"
