"""A letter too many, too few or wrong in a heading hides no list."""

import pytest

from tailor.library.formats.registry import read
from tailor.library.formats.shared.headings import announced, part_of

LISTS = "<ul><li>Rice (any).</li><li>Oil.</li></ul><h2>%s</h2><ol><li>Fry.</li><li>Eat.</li></ol>"
PAGE = f"<h1>Soup</h1><h2>%s</h2>{LISTS}"


@pytest.mark.parametrize(
    "things", ["Ingrendient", "Ingredents:", "Ingridients", "Ingrediants for 4", "Ingedrients"]
)
@pytest.mark.parametrize("steps", ["Intructions", "Instuctions", "Insturctions", "Preperation"])
def test_a_misspelt_heading_announces_what_it_means(things: str, steps: str) -> None:
    (found,) = read(PAGE % (things, steps), "html")
    assert found.procedure.resources == ("Rice (any).", "Oil.")
    assert found.procedure.steps == ("Fry.", "Eat.")


@pytest.mark.parametrize(
    "other", ["Furniture", "Instructors", "Constructions", "Reparation", "Ingredient", "Requirement"]
)
def test_another_word_announces_nothing(other: str) -> None:
    assert (announced(other), part_of(other)) == (frozenset(), None)
