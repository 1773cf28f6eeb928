"""Several headings of the first level in one file: parts of one how-to, or two how-tos."""

import pytest

from tailor.core.errors import ContentError
from tailor.library.formats.registry import read
from tailor.library.importer import reports_of_text

BOILED = "# How to boil eggs\n\n1. Boil water.\n2. Add the eggs.\n\n"
EGGS = f"{BOILED}# How to fry eggs\n\n1. Heat the pan.\n2. Crack them.\n"


def test_two_titles_with_numbered_lists_are_asked_about() -> None:
    (found,) = read(EGGS, "md")
    assert found.unsure
    assert found.remark.startswith("“How to boil eggs” and “How to fry eggs” each have steps of their own.")


@pytest.mark.parametrize("above", ["# Eggs\n\n", "# Eggs\n\nFor breakfast.\n\n", "# Requirements\n\n- eggs\n\n"])
def test_below_one_title_they_are_parts_of_one(above: str) -> None:
    (found,) = read(above + EGGS, "md")
    assert not found.remark
    assert [title for _, title in found.procedure.sections] == ["How to boil eggs", "How to fry eggs"]


def test_headings_of_the_first_level_that_announce_parts_are_no_titles() -> None:
    text = "# Ingredients\n\n- 1 onion\n- salt\n\n# Steps\n\n1. Chop the onion.\n2. Boil it.\n"
    (found,) = reports_of_text(text, "md", name="onion soup")
    assert found.procedure.goal == "onion soup"
    assert found.procedure.resources == ("1 onion", "salt")
    assert found.unused == ()


def test_a_list_of_nothing_but_links_has_no_steps() -> None:
    with pytest.raises(ContentError, match="no steps"):
        list(reports_of_text("# Links\n\n- [Sites](https://a.example)\n* [More](b.md)\n", "md"))
