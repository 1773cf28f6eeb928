"""Things beside words that could make them a verb or a saying: what must be found, and what must not."""

import pytest

from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules.modify import modify

NOUNS = [
    ("allergic to mushrooms", "Mushroom on toast: slice it."),
    ("allergic to mushrooms", "Mushroom butter: melt it."),
    ("allergic to mushrooms", "+mushroom in brine"),
    ("allergic to shellfish", "+clam in brine"),
    ("no shellfish", "Clam out of its shell."),
    ("vegetarian", "+beef on the bone"),
    ("no beef", "+beef in gravy, 400 g"),
    ("vegan", "Beef out of the pan, then onions."),
    ("vegan", "+ham on the bone"),
    ("vegan", "Ham with pineapple"),
    ("allergic to fish", "Perch in foil goes on the grill."),
    ("allergic to fish", "Fish in foil"),
    ("allergic to fish", "+fish in foil"),
    ("milk allergy", "Milk in, then sugar."),
    ("milk allergy", "Cream in the middle."),
    ("milk allergy", "Boil; milk in at the end."),
    ("milk allergy", "+milk in powder form"),
    ("milk allergy", "Milk together with the sugar goes in."),
    ("lactose intolerant", "Cream on top: pipe it round."),
    ("no duck", "Duck in orange sauce"),
    ("no stock", "Cook the rice in stock."),
    ("allergic to celery", "Simmer the beans in stock."),
    ("allergic to celery, no stock", "Simmer the beans in stock."),
    ("no broth or stock, vegan", "Braise in stock until tender."),
    ("allergic to potatoes", "Leave the skin on the potatoes."),
    ("allergic to potatoes", "Boil with skin on potatoes."),
    ("allergic to peaches", "Leave the skin on peaches."),
    ("no salmon", "Leave the skin on the salmon."),
    ("no logs", "Place a log in the stove."),
    ("no logs", "Put another log on to the fire."),
    ("no pickles", "Stir in a pickle relish."),
    ("no grains", "Mix the herbs with the grain."),
    ("no beans", "Sow the climbing beans."),
]
"""Things that could be taken for a verb or a saying by the word beside them; a plus marks what is in the list."""


@pytest.mark.parametrize(("hint", "text"), NOUNS)
def test_a_thing_is_found_whatever_stands_behind_it(hint: str, text: str) -> None:
    listed = text.startswith("+")
    base = procedure("Supper", ["Serve." if listed else text], [text[1:]] if listed else [])
    made = modify(base, parse_hint(hint))
    part = "resources" if listed else "steps"
    assert [one for one in (*made.places, *made.edits) if one.part == part]


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        ("allergic to fish", "Fish in the pond."),
        ("allergic to fish", "Perch on the stool."),
        ("no duck", "Duck under the bar."),
        ("lactose intolerant", "Cream together the sugar and the eggs."),
        ("no squash", "Squash up the lumps, then squash them again."),
        ("no logs", "Close the file. Log out."),
        ("no stock", "Take stock of the cupboard."),
    ],
)
def test_a_verb_or_a_saying_is_no_thing(hint: str, text: str) -> None:
    made = modify(procedure("An afternoon", [text], []), parse_hint(hint))
    assert (made.places, made.edits) == ((), ())
