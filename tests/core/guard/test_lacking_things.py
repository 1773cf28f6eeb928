"""An empty shelf is no allergy: what has run out asks for no diet, and every doubt stays a diet."""

import pytest

from tailor.core.guard import constraints_in


@pytest.mark.parametrize(
    "words",
    ["I have no butter", "I don't have milk", "I don’t have any eggs", "no milk left", "we ran out of eggs",
     "we haven't got enough flour", "I haven't any milk",
     "the butter is gone", "there is no wine in the house", "I have no flour", "we're out of cheese"],
)  # fmt: skip
def test_a_single_food_that_has_run_out_asks_for_no_diet(words: str) -> None:
    assert constraints_in(words) == ()


@pytest.mark.parametrize(
    ("words", "constraint"),
    [
        ("no milk", "milk"),
        ("allergic to milk", "milk"),
        ("I can't have milk", "milk"),
        ("can't eat dairy", "milk"),
        ("gf cant do dairy", "milk"),
        ("he doesn't do nuts", "tree_nuts"),
        ("we have no dairy", "milk"),
        ("I have no milk because it makes me ill", "milk"),
        ("milk is off limits", "milk"),
        ("there must be no milk left in it", "milk"),
        ("my daughter has no eggs", "eggs"),
        ("I don't have nuts", "tree_nuts"),
        ("I have no butter, and no nuts please", "tree_nuts"),
        ("I have no butter and no oven", "no_oven"),
        ("I don't use eggs", "eggs"),
        ("do not add milk", "milk"),
        ("I don't like butter", "milk"),
    ],
)
def test_what_may_be_a_diet_stays_one(words: str, constraint: str) -> None:
    assert constraint in constraints_in(words)
