"""A step without amounts is shown with those of the list; one that says them is not."""

import time
from dataclasses import replace

import pytest

from tailor.core.listed_amounts import amounts_of
from tailor.core.procedure import Amount, Procedure, procedure


def cake(*steps: str) -> Procedure:
    lines = ["500 g plain flour, sifted", "2 large eggs", "1/2 cup brown sugar", "1/4 cup white sugar", "salt"]
    return procedure("Cake", steps, [*lines, "3 garlic cloves (crushed)", "200 ml water", "6 strawberries"])


@pytest.mark.parametrize(
    ("step", "amounts"),
    [
        ("Beat the eggs.", ["2 large eggs"]),
        ("Beat each egg.", []),
        ("Wait for 10 mins. Add the eggs.", ["2 large eggs"]),
        ("Wait for 10 mins, then add the eggs.", ["2 large eggs"]),
        ("Sift the flour over it.", ["500 g plain flour, sifted"]),
        ("Sift the plain flour over it.", ["500 g plain flour, sifted"]),
        ("Add 2 tablespoons of the flour.", []),
        ("Add 1 tin (400 g) of eggs.", []),
        ("Add the brown sugar.", ["1/2 cup brown sugar"]),
        ("Add the sugar.", []),
        ("Add salt and garlic.", ["3 garlic cloves (crushed)"]),
        ("Cover with water.", []),
        ("Top with a strawberry.", []),
        ("Top with strawberries.", ["6 strawberries"]),
        ("Mix flour-water paste in an eggcup.", []),
        ("Eat.", []),
    ],
)
def test_a_step_takes_the_amounts_that_it_names_and_does_not_say(step: str, amounts: list[str]) -> None:
    assert list(amounts_of(cake(step), 1)) == amounts


def test_a_later_step_takes_it_again_only_if_it_speaks_of_a_part() -> None:
    one = cake(
        "Whisk in half of the flour.", "Bake the eggs.", "Sieve in the rest of the flour.", "Turn the eggs."
    )
    taken = [list(amounts_of(one, number)) for number in (1, 2, 3, 4)]
    assert taken == [
        ["500 g plain flour, sifted"],
        ["2 large eggs"],
        ["the rest of 500 g plain flour, sifted"],
        [],
    ]


def test_an_amount_behind_the_name_counts_and_the_size_of_a_dish_does_not() -> None:
    lines = ["two good glugs of cream, 225ml", "baking dish, 1.5 litres", "knob of butter, melted"]
    base = procedure("Pie", ["Stir in the cream and butter.", "Tip it into the baking dish."], lines)
    assert [amounts_of(base, number) for number in (1, 2)] == [("two good glugs of cream, 225ml",), ()]


@pytest.mark.parametrize("words", ["the remaining flour", "the rest of the flour", "the remainder of the flour"])
def test_what_is_left_is_never_shown_as_the_whole(words: str) -> None:
    one = cake("Rub in 300 g of the flour.", f"Fold in {words}.")
    assert amounts_of(one, 2) == ("the rest of 500 g plain flour, sifted",)


def test_the_parts_that_the_source_told_apart_count_and_tools_do_not() -> None:
    one = procedure("Pie", ["Put the peas in the bowls."], ["a glass peas", "2 bowls"])
    told = (Amount("a glass peas", "a glass", "", "peas"), Amount("2 bowls", "2", "", "bowls", tool=True))
    assert amounts_of(replace(one, amounts=told), 1) == ("a glass peas",)


def test_a_long_procedure_with_odd_lines_is_read_at_once() -> None:
    odd = procedure(
        "x", ["a (" * 1_000, "1 " * 2_000, "half " * 900] * 100, [f"{n} g thing{n}" for n in range(1_000)]
    )
    begun = time.process_time()
    assert amounts_of(odd, 300) == ()
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("step", "amounts"),
    [
        ("Whisk the soy sauce, light soy sauce and honey.", ["1 tbsp soy sauce", "1/2 tbsp light soy sauce"]),
        ("Whisk in the soy sauce.", []),
        ("Whisk in the light soy sauce.", ["1/2 tbsp light soy sauce"]),
        ("Loosen the sunflower seed butter.", ["2 tbsp sunflower seed butter"]),
        ("Scatter the seeds over it.", ["25 g toasted sunflower seeds"]),
        ("Boil the egg noodles.", ["150 g egg noodles"]),
        ("Boil the eggs and the egg noodles.", ["150 g egg noodles", "2 eggs"]),
    ],
)
def test_a_thing_is_not_taken_where_only_a_longer_name_holds_its_word(step: str, amounts: list[str]) -> None:
    lines = ["1 tbsp soy sauce", "1/2 tbsp light soy sauce", "2 tbsp sunflower seed butter"]
    lines += ["25 g toasted sunflower seeds", "150 g egg noodles", "2 eggs"]
    assert list(amounts_of(procedure("Noodles", [step], lines), 1)) == amounts


@pytest.mark.parametrize(
    ("steps", "amounts"),
    [
        (["Flour a baking tray.", "Sift the flour."], [[], ["500 g plain flour, sifted"]]),
        (["Heat the oven and flour your board.", "Knead in flour."], [[], ["500 g plain flour, sifted"]]),
        (
            ["Butter and flour two tins. Cream butter.", "Add flour."],
            [["50 g butter"], ["500 g plain flour, sifted"]],
        ),
        (["Stir in butter and flour a little at a time."], [["500 g plain flour, sifted", "50 g butter"]]),
        (["Butter the tin."], [["50 g butter"]]),
    ],
)
def test_a_verb_takes_nothing_that_a_step_names_as_a_thing(steps: list[str], amounts: list[list[str]]) -> None:
    base = replace(cake(*steps), resources=(*cake(*steps).resources, "50 g butter"))
    assert [[*amounts_of(base, number)] for number in range(1, len(steps) + 1)] == amounts
