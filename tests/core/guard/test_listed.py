"""The bare word of a step is about a line of the list only where nothing speaks for another."""

import pytest

from tailor.core.guard.constraints import constraints_in
from tailor.core.guard.detector import check
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules.modify import modify


def found(wish: str, resources: list[str], step: str) -> tuple[bool, bool]:
    """Whether the guard finds the step, and whether the built-in tailor points at it."""
    how_to = procedure("This how-to", [step], resources)
    ids = constraints_in(wish)
    assert ids
    made = modify(how_to, parse_hint(wish))
    shown = any(one.part == "steps" for one in (*made.places, *made.edits))
    return any(one.part == "steps" for one in check(how_to, ids)), shown


@pytest.mark.parametrize(
    ("wish", "line", "step"),
    [
        ("milk allergy", "2 tbsp peanut butter", "Spread the bread with butter on both sides."),
        ("milk allergy", "2 tbsp peanut butter", "Fry in plenty of butter."),
        ("milk allergy", "30 g cocoa butter", "Fry the onions in butter."),
        ("milk allergy", "1 tin coconut milk", "Thin the sauce with a dash of milk."),
        ("milk allergy", "1 tin coconut milk", "Serve with a glass of milk against the heat."),
        ("vegan", "coconut cream", "Serve with a swirl of cream."),
        ("milk allergy", "1 tsp cream of tartar", "Add cream."),
        ("milk allergy", "no butter", "Fry the onions in butter."),
        ("egg allergy", "no eggs", "Beat the eggs."),
        ("coeliac", "rice flour", "Dust the worktop with a little flour."),
        ("coeliac", "courgette noodles", "Fry the courgette noodles, or cook noodles for the hungry ones."),
        ("milk allergy", "500 ml oat milk", "Simmer the oats in oat milk; if you have none, milk works too."),
        ("milk allergy", "500 ml oat milk", "Simmer the oats in oat milk or milk."),
        ("milk allergy", "500 ml oat milk", "Simmer in any milk."),
        ("milk allergy", "500 ml oat milk", "If there is no oat milk, milk does as well."),
        ("milk allergy", "500 ml oat milk", "Milk instead of oat milk is nicer."),
        ("vegan", "vegan butter", "Fry in vegan butter or real butter."),
        ("vegan", "vegan butter", "Fry in real butter."),
        ("coeliac", "gluten-free flour", "Dust the board with ordinary flour."),
        ("coeliac", "gluten-free pasta", "Use pasta (the usual one)."),
        ("egg allergy", "2 flax eggs", "Use 2 flax eggs, or 2 eggs."),
        ("halal", "turkey bacon", "Fry the turkey bacon or ordinary bacon."),
        ("coeliac", "gluten-free beer", "Add the beer; any beer will do."),
        ("coeliac", "rice noodles", "Boil the rice noodles; or noodles."),
    ],
)
def test_another_than_the_listed_one_is_found(wish: str, line: str, step: str) -> None:
    assert found(wish, [line, "1 onion"], step) == (True, True)


@pytest.mark.parametrize(
    ("wish", "line", "step"),
    [
        ("milk allergy", "500 ml oat milk", "Warm the milk."),
        ("milk allergy", "500 ml oat milk", "Whisk the flour with milk."),
        ("milk allergy", "1 cup oat milk", "Add a cup of milk and the rest of the milk."),
        ("milk allergy", "500 ml oat milk", "Heat the oat milk. Pour the milk over the oats."),
        ("milk allergy", "50 g vegan butter", "Melt 2 tbsp of butter."),
        ("coeliac", "rice flour", "Mix the rice flour with water and sieve the flour again."),
        ("egg allergy", "2 flax eggs", "Beat the eggs into it."),
        ("vegan", "coconut cream", "Whip the cream."),
        ("milk allergy", "1 cup almond milk", "Heat the almond milk. Add 2 tablespoons milk to the spices."),
        ("coeliac", "12 corn tortillas", "Place a tortilla in the oil, then the remaining tortillas."),
        (
            "coeliac",
            "1 cup coconut flour",
            "Sift coconut flour and salt together. Stir flour mixture into the eggs.",
        ),
    ],
)
def test_the_listed_one_is_not_found(wish: str, line: str, step: str) -> None:
    assert found(wish, [line, "1 onion"], step) == (False, False)
