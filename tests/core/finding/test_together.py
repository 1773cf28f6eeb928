"""What a text takes together, and what people wish of a dish in words of their own."""

import pytest

from tailor.core.finding import find
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint


def _shown(hint: str, steps: tuple[str, ...], resources: tuple[str, ...] = (), goal: str = "Supper") -> set[str]:
    found = find(procedure(goal=goal, steps=steps, resources=resources), parse_hint(hint)).each
    return {f"{place.part[0]}{place.step}" for one in found for wish in one.wishes for place in wish.places}


def test_all_ingredients_take_what_is_unwanted_along() -> None:
    resources = ("60 g cashews", "1 onion", "500 g carrots")
    steps = ("Purée all ingredients but the carrots.", "Pour it over the carrots.")
    assert _shown("no cashews", steps, resources) == {"r1", "s1"}
    assert _shown("no carrots", steps, resources) == {"r3", "s1", "s2"}


def test_the_other_ingredients_are_none_that_a_step_names() -> None:
    resources = ("60 g cashews", "1 onion")
    assert _shown("no cashews", ("Roast the cashews.", "Add the remaining ingredients."), resources) == {
        "r1",
        "s1",
    }
    assert _shown("no cashews", ("Stir the dressing ingredients.",), resources) == {"r1", "s1"}


def test_a_glaze_takes_its_own_things_along_and_none_that_the_cake_needs() -> None:
    resources = ("grated lemon zest", "200 g sugar", "80 g icing sugar", "1 tablespoon lemon juice")
    steps = (
        "Stir the zest into the sugar and bake the cake.",
        "To make the glaze: stir the icing sugar with the lemon juice.",
    )
    assert _shown("skip the icing", steps, resources) == {"r3", "r4", "s2"}


def test_the_things_under_the_heading_of_a_sauce_go_with_it() -> None:
    resources = ("1 cabbage", "For the dressing:", "2 tablespoons oil", "1 tablespoon mustard")
    assert _shown("no dressing please", ("Shred the cabbage.", "Toss it with the dressing."), resources) == {
        "r3",
        "r4",
        "s2",
    }


@pytest.mark.parametrize(
    ("hint", "steps", "shown"),
    [
        ("want to freeze half", ("Fold in the sour cream.", "Chop the leek."), {"s1"}),
        ("prepping it the day before", ("Chop the leek.", "Serve immediately."), {"s2"}),
        ("cant stand there all the time", ("Chop the leek.", "Stir every few minutes."), {"s2"}),
        ("way too tangy for us", ("Chop the leek.", "Whisk in the vinegar."), {"s2"}),
        ("were at 6500 feet", ("Chop the leek.", "Sift the baking powder."), {"s2"}),
        ("nan can only chew soft stuff", ("Strew the croutons on.", "Chop the leek."), {"s1"}),
        ("my kitchen is boiling in here", ("Chill the dough.", "Chop the leek."), {"s1"}),
        ("got a drugs test", ("Strew the poppy seeds on.", "Chop the leek."), {"s1"}),
        ("nothing with green flecks", ("Strew the parsley on.", "Boil the rice."), {"s1"}),
        ("no heat for the kids pls", ("Add the cayenne.", "Heat the oil."), {"s1"}),
        ("dont own any gadgets", ("Chop it in the food processor.", "Boil the rice."), {"s1"}),
        ("let it go in the crockpot", ("Heat the oven.", "Chop the leek."), {"s1"}),
        ("cant it go faster", ("Chop the leek.", "Simmer for 2 hours."), {"s2"}),
    ],
)
def test_what_people_wish_of_a_dish_is_heard_in_their_words(
    hint: str, steps: tuple[str, ...], shown: set[str]
) -> None:
    assert _shown(hint, steps, ("1 turnip",)) == shown


def test_how_many_come_touches_what_a_plan_does_for_them() -> None:
    steps = ("Call the caterers.", "Write the speech.", "Rent chairs.")
    assert _shown("its only gonna be 14 of us", steps, goal="Feast for 90") == {"s1", "s3"}


@pytest.mark.parametrize("hint", ["no heat in the flat", "i have ducks in the freezer", "a little heat is fine"])
def test_words_of_another_matter_are_no_wish_of_the_dish(hint: str) -> None:
    assert not _shown(hint, ("Add the cayenne.", "Fold in the sour cream."), ("a pinch of cayenne", "1 leek"))
