import pytest

from tailor.core.guard import scan
from tailor.core.procedure import procedure
from tailor.providers.builtin.knowledge import Ingredient, Swap, ingredients
from tests.providers.builtin.helpers import modify, one_step, tailored

SWAPS = [(one, swap) for one in ingredients() for swap in one.swaps]
DIETS = {
    "butter": "I'm vegan",
    "milk": "I'm vegan",
    "flour": "I'm coeliac",
    "nut": "no nuts (allergy)",
    "honey": "I'm vegan",
    "gelatine": "I'm vegetarian",
    "minced meat": "I'm vegetarian",
    "chicken": "I'm vegetarian",
    "salmon": "I'm vegan",
    "parmesan": "I'm vegan",
    "soy sauce": "I'm coeliac",
    "pasta": "I'm coeliac",
    "wine": "no alcohol",
    "bacon": "I'm vegan",
    "cream": "I can't have dairy",
    "mayonnaise": "I'm vegan",
    "breadcrumbs": "I'm coeliac",
    "celery": "I'm allergic to celery",
}


@pytest.mark.parametrize("id", DIETS)
def test_every_common_ingredient_is_exchanged_in_step_and_list_alike(id: str) -> None:
    name = next(one.words[0] for one in ingredients() if one.id == id)
    base = procedure("Cook dinner", [f"Add 100 g of {name} and cook it for 5 minutes."], [f"100 g {name}"])
    result, answer = tailored(base, DIETS[id])
    assert result.steps[-1] != base.steps[0]
    assert result.resources != base.resources
    assert all(edit.serves == ("R1",) and edit.reason for edit in answer.edits)
    amount = result.resources[0].split(" ")[0]
    assert f" {amount} " in result.steps[-1]


@pytest.mark.parametrize(("one", "swap"), SWAPS, ids=[f"{one.id}-{swap.name}" for one, swap in SWAPS])
def test_what_takes_an_ingredients_place_has_another_name(one: Ingredient, swap: Swap) -> None:
    assert swap.name.casefold() not in {word.casefold() for word in one.words}
    assert "safe" not in swap.reason.split()
    assert "free from" not in swap.reason


@pytest.mark.parametrize(
    ("step", "resources", "hint", "expected"),
    [
        ("Melt the butter.", ["50 g butter"], "I'm vegan", "Melt the dairy-free margarine."),
        ("Beat 2 eggs.", ["2 eggs"], "no eggs, allergy", "Beat the flaxseed mixture."),
        (
            "Beat the eggs with an egg whisk.",
            ["2 eggs"],
            "no eggs, allergy",
            "Beat the flaxseed mixture with an egg whisk.",
        ),
        ("Stir in half a cup of milk.", ["half a cup of milk"], "no dairy", "Stir in half a cup of oat drink."),
        (
            "Lay 4 salmon fillets in the pan.",
            ["4 salmon fillets"],
            "I'm vegan",
            "Lay 4 slices of firm tofu in the pan.",
        ),
        ("The walnuts are chopped.", ["50 g walnuts"], "no nuts, allergy", "The sunflower seeds are chopped."),
        ("Add the peanut butter.", ["peanut butter"], "no dairy", "Add the peanut butter."),
        ("Pour in the coconut milk.", ["1 tin coconut milk"], "no dairy", "Pour in the coconut milk."),
        ("Add oat drink instead of milk.", ["oat drink"], "no dairy", "Add oat drink instead of milk."),
    ],
)
def test_the_noun_phrase_is_rewritten_and_false_friends_stay(
    step: str, resources: list[str], hint: str, expected: str
) -> None:
    assert one_step(step, resources, hint) == expected


def test_one_change_forces_the_next_ones() -> None:
    base = procedure(
        "Bake a cake",
        [
            "Mix 100 g of flour and sugar.",
            "Whisk 2 eggs with 50 ml of milk.",
            "Beat the eggs into the flour.",
            "Bake it at 180 °C for 30 minutes.",
        ],
        ["100 g flour", "2 eggs", "50 ml milk"],
    )
    result, _ = tailored(base, "I'm vegan")
    assert result.steps[1].startswith("Stir 2 tablespoons of ground flaxseed with 6 tablespoons of water")
    assert result.steps[2] == "Whisk the flaxseed mixture with 50 ml of oat drink."
    assert result.steps[3] == "Beat the flaxseed mixture into the flour."
    assert result.resources == ("100 g flour", "2 tablespoons of ground flaxseed", "50 ml oat drink")


def test_eggs_used_in_two_places_are_shared_out() -> None:
    base = procedure("Bake", ["Beat 1 egg with sugar.", "Stir 1 egg into the batter."], ["2 eggs"])
    result, _ = tailored(base, "no eggs, allergy")
    assert result.steps[1:] == (
        "Beat half of the flaxseed mixture with sugar.",
        "Stir half of the flaxseed mixture into the batter.",
    )


def test_gluten_goes_with_a_binder_and_without_long_kneading() -> None:
    base = procedure(
        "Bake bread",
        ["Mix 500 g of flour and water.", "Knead the dough for 10 minutes, until smooth."],
        ["500 g flour"],
    )
    result, answer = tailored(base, "I'm coeliac")
    assert result.steps[0] == "Mix 500 g of gluten-free flour blend with 2½ teaspoons of xanthan gum and water."
    assert "Knead the dough for 2 minutes" in result.steps[1]
    assert result.resources == ("500 g gluten-free flour blend", "2½ teaspoons xanthan gum")
    assert "dough" in answer.says


def test_a_step_that_only_checked_the_meat_goes_with_it() -> None:
    base = procedure(
        "Cook a curry with chicken",
        [
            "Add 600 g of chicken thighs and fry them for 5 minutes.",
            "Check that the thickest piece of chicken has reached 74 °C.",
        ],
        ["600 g chicken thighs"],
    )
    result, _ = tailored(base, "I'm vegetarian")
    assert result.steps == ("Add 600 g of firm tofu and fry them for 5 minutes.",)


def test_what_cannot_be_replaced_is_said_and_left() -> None:
    base = procedure("Make an omelette", ["Beat 3 eggs.", "Fry the omelette for 3 minutes."], ["3 eggs"])
    result, answer = tailored(base, "I'm allergic to eggs")
    assert result.steps == base.steps
    assert "R1" in answer.says
    assert "egg" in answer.says


def test_nuts_on_a_bicycle_are_no_nuts() -> None:
    base = procedure("Fix a tyre", ["Undo the nuts with a spanner."], ["spanner for the nuts"])
    assert not modify(base, "no nuts (allergy)").edits


@pytest.mark.parametrize("hint", ["I'm vegan", "I'm coeliac", "no nuts, no dairy, no eggs"])
def test_nothing_new_against_the_hint_comes_in(hint: str) -> None:
    from tailor.core.guard import constraints_in
    from tailor.library.store import starter_procedures

    for base in starter_procedures():
        for edit in modify(base, hint).edits:
            old = base.part(edit.part)[edit.step - 1] if edit.op == "replace" else ""
            before = {
                finding.word.casefold()
                for finding in scan(old, constraints_in(hint))
                if finding.kind != "not_assessed"
            }
            after = {
                finding.word.casefold()
                for finding in scan(edit.text, constraints_in(hint))
                if finding.kind != "not_assessed"
            }
            assert after <= before, edit
