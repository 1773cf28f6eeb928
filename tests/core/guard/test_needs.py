"""What people say they need, as constraint ids."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.guard import constraint_ids, constraints_in


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("no nuts (allergy)", {"peanuts", "tree_nuts"}),
        ("I can't have dairy", {"milk"}),
        ("coeliac", {"gluten_cereals", "wheat"}),
        ("I'm pregnant", {"pregnancy"}),
        ("no oven", {"no_oven"}),
        ("vegan", {"vegan"}),
        ("my oven is broken", {"no_oven"}),
        ("I don't have a car or a drill", {"no_car", "no_drill"}),
        ("allergic to shellfish, but eggs are fine", {"crustaceans", "molluscs"}),
        ("egg-free", {"eggs"}),
        ("gluten free please", {"gluten_cereals", "wheat"}),
        ("allergies: sesame, celery", {"sesame", "celery"}),
        ("I have an oven but no stove", {"no_stove"}),
        ("nuts are fine", set()),
        ("I like milk", set()),
        ("I am not allergic to nuts", set()),
        ("I'm not vegan", set()),
        ("no more than 30 minutes", set()),
        ("a purple monkey", set()),
        ("", set()),
    ],
)
def test_words_of_a_requirement_ask_for_constraints(text: str, asked: set[str]) -> None:
    assert set(constraints_in(text)) == asked


@given(st.text(max_size=100))
def test_any_text_asks_only_for_known_constraints(text: str) -> None:
    assert set(constraints_in(text)) <= set(constraint_ids())
