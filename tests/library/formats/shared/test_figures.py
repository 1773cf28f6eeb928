"""Steps that are not counted 1. 2. 3. are steps all the same."""

import pytest

from tailor.library.formats.registry import read

WIDE = "１．Chop.\n２．Fry.\n３．Eat."
MIXED = "1、Chop.\n2、Fry.\n3、Eat."
ROMAN = "i. Chop.\nii. Fry.\niii. Eat."
LARGE = "I) Chop.\nII) Fry.\n\nIII) Eat."


@pytest.mark.parametrize("counted", [WIDE, MIXED, ROMAN, LARGE])
@pytest.mark.parametrize(("format", "before"), [("md", "# Soup\n\n## Steps\n\n"), ("text", "Soup\n\n")])
def test_full_width_and_roman_numbers_count_steps(counted: str, format: str, before: str) -> None:
    [made] = read(before + counted + "\n", format)
    assert made.procedure.goal == "Soup"
    assert made.procedure.steps == ("Chop.", "Fry.", "Eat.")


def test_a_word_of_roman_letters_alone_counts_nothing() -> None:
    [made] = read("Soup\n\n1. Chop.\n2. Fry it.\nI. Always stir.\n", "text")
    assert any("I. Always stir." in step for step in made.procedure.steps)
    [made] = read("# Soup\n\n## Steps\n\n1. Chop.\n2. Mix. v. hot it is.\n", "md")
    assert made.procedure.steps == ("Chop.", "Mix. v. hot it is.")
