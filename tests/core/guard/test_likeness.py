"""A food that only lends its name to a thing of another setting is no food; where one is used, it is."""

import pytest

from tailor.core.guard import scan


def said(text: str, constraint: str) -> bool:
    return any(one.kind != "not_assessed" for one in scan(text, [constraint]))


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Set a cookie in the HTTP header and reload the page.", "wheat"),
        ("Rename the oyster branch and push the commit.", "molluscs"),
        ("Tie the halyard with a cod-end knot.", "fish"),
        ("Work popcorn and shrimp stitches over the next row of the crochet square.", "crustaceans"),
        ("Plant out the sesame seedlings a foot apart.", "sesame"),
        ("Swing the racket with a chicken wing elbow.", "vegan"),
        ("Align the microwave antenna with the mast.", "no_microwave"),
        ("Type the milestone for the salmon project into the spreadsheet column.", "fish"),
    ],
)
def test_a_name_in_another_setting_is_no_food(text: str, constraint: str) -> None:
    assert not said(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Print the recipe from the browser and crack the eggs.", "eggs"),
        ("Hand round the cookies after the git workshop.", "wheat"),
        ("Rub a little almond oil into the cuticles.", "tree_nuts"),
        ("Stiffen the crochet in a paste of wheat flour and water.", "wheat"),
        ("Feed the seedlings with fish, blood and bone meal.", "fish"),
        ("Serve the cheese on the deck by the mast.", "milk"),
        ("Set a dish of almonds next to the spreadsheet.", "tree_nuts"),
        ("Dry the circuit board in the oven.", "no_oven"),
        ("Open the browser, start the timer and put the pizza in the oven.", "no_oven"),
        ("Close the spreadsheet and print it.", "no_printer"),
        ("Open the browser while the almonds roast.", "tree_nuts"),
        ("Reload the browser before the cheese melts.", "milk"),
    ],
)
def test_one_word_of_the_kitchen_or_of_use_and_the_food_is_meant(text: str, constraint: str) -> None:
    assert said(text, constraint)
