"""Who has a dog or a cat is shown what poisons it, and nobody else is."""

import pytest

from tailor.core.guard import check, constraints_in, hazards_for_everyone, scan, tripwires
from tailor.core.procedure import procedure


def found(text: str) -> list[str]:
    return [one.word for one in scan(text, ["pets"])]


@pytest.mark.parametrize("wish", ["We have a dog.", "our cat sleeps here", "I have pets", "it must be pet-safe"])
def test_a_pet_in_the_house_is_a_wish(wish: str) -> None:
    assert constraints_in(wish) == ("pets",)


@pytest.mark.parametrize(
    "wish", ["I make hot dogs", "we have no pets", "we don't have a dog", "she is allergic to cats"]
)
def test_what_only_names_an_animal_is_no_wish_about_a_pet(wish: str) -> None:
    assert "pets" not in constraints_in(wish)


@pytest.mark.parametrize(
    "text",
    [
        "Spray the oven cleaner on the racks.",
        "Leave the drain cleaner in the pipe overnight.",
        "Wipe the brush with white spirit.",
        "Thin it with a little turpentine.",
        "Put an ant bait behind the bin.",
        "Lay the rat poison along the wall.",
        "Pour detergent into the bucket.",
        "Fill up the antifreeze.",
        "Ten drops of essential oil",
        "A vase of lilies for the table",
    ],
)
def test_household_poisons_are_found_for_a_pet(text: str) -> None:
    assert found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Keep the dog out of the kitchen while the oven cleaner works.",
        "Use a pet-safe antifreeze.",
        "Take baking soda instead of oven cleaner.",
        "Never let the cat near white spirit.",
        "Keep the slug pellets out of reach of pets.",
        "Lock the bleach in the cupboard.",
        "Roll the dough thinner.",
        "Stir chocolate into the cake.",
    ],
)
def test_what_is_kept_from_a_pet_or_not_made_for_it_is_not_found(text: str) -> None:
    assert not found(text)


def test_a_food_that_poisons_dogs_is_found_where_it_is_made_for_one() -> None:
    assert found("Stir the chocolate into the dog biscuits.")
    treats = procedure("Biscuits for the dog", ["Stir in the raisins."], ["raisins"])
    cake = procedure("A fruit cake", ["Stir in the raisins."], ["raisins"])
    assert [one.part for one in check(treats, ["pets"])] == ["steps", "resources"]
    assert not check(cake, ["pets"])


@pytest.mark.parametrize(
    "text", ["Let the raisin loaf cool on the coffee table.", "Put the bowl of grapes on the rug to share."]
)
def test_a_food_that_poisons_dogs_is_found_where_they_reach_it(text: str) -> None:
    assert found(text)


@pytest.mark.parametrize(
    "text",
    ["Let the raisin loaf cool on the top shelf.", "Keep the dog out while the truffles set on the low table."],
)
def test_a_food_out_of_their_reach_does_them_no_harm(text: str) -> None:
    assert not found(text)


def test_pets_are_looked_after_only_where_they_are_asked_for() -> None:
    assert "pets" not in hazards_for_everyone()
    assert tripwires("", "Spray the oven cleaner.") == ()
    assert len(tripwires("", "Spray the oven cleaner.", ["pets"])) == 1


def test_his_bowl_is_the_bowl_of_the_pet() -> None:
    assert found("Drop a few grapes into his bowl as a treat.")
    assert found("Pour the onion gravy over her biscuits.")
    assert found("Let her lick the brownie bowl clean.")
    assert found("Lay mole bait along the lawn.")
    assert found("Stir onion powder into her food.")
    assert found("Hide a raisin in the dog's toy.")
    assert found("Fill a treat ball with grapes.")
    assert not found("Wash the dog's toy in the sink.")
    assert not found("Take the lilies out of the bouquet.")
    assert not found("Onions never go in his bowl.")
    assert not found("Keep the raisins for the dog walker in a tin he can't open.")


def test_what_is_left_behind_a_thing_is_there_and_what_is_left_behind_is_not() -> None:
    for where in ("the shed", "old boxes", "furniture", "it", "a skirting board"):
        assert "pets" in {one.constraint for one in scan(f"Leave the mouse bait behind {where}.", ["pets"])}
    assert not scan("Leave the mouse bait behind when you pack.", ["pets"])
    assert not scan("Leave the mouse bait behind, the cat is enough.", ["pets"])
