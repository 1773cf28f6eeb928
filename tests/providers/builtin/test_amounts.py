from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.procedure import procedure
from tailor.providers.builtin.quantities import amounts, number, written
from tests.providers.builtin.helpers import modify, one_step, tailored


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("250 g of flour", "250", None, "g"),
        ("half a teaspoon of salt", "1/2", None, "teaspoon"),
        ("a quarter teaspoon", "1/4", None, "teaspoon"),
        ("1½ cups", "3/2", None, "cups"),
        ("1 1/2 cups", "3/2", None, "cups"),
        ("1.5-litre dish", "3/2", None, "litre"),
        ("50 to 55 minutes", "50", "55", "minutes"),
        ("two onions", "2", None, ""),
        ("1,500 words", "1500", None, ""),
        ("180 °C", "180", None, "°C"),
        ("2 tins", "2", None, "tins"),
    ],
)
def test_amounts_are_read_in_figures_words_and_fractions(text: str, low: str, high: str | None, unit: str) -> None:
    first = next(amounts(text))
    assert (first.low, first.high, first.unit) == (Fraction(low), Fraction(high) if high else None, unit)


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        ("187", "g", "185 g"),
        ("3/8", "litres", "375 ml"),
        ("1/4", "teaspoons", "a quarter teaspoon"),
        ("3/2", "teaspoon", "1½ teaspoons"),
        ("1/3", "tablespoon", "1 teaspoon"),
        ("1/2", "", "half a"),
        ("5/2", "", "2½"),
        ("2", "tin", "2 tins"),
        ("1/10", "teaspoon", "a pinch"),
    ],
)
def test_amounts_are_written_as_a_cook_would(value: str, unit: str, words: str) -> None:
    assert written(Fraction(value), unit) == words


@given(st.text(max_size=120))
def test_no_text_makes_the_reader_of_amounts_stumble(text: str) -> None:
    for amount in amounts(text):
        assert text[amount.start : amount.end]


def test_words_and_glyphs_are_numbers() -> None:
    assert [number(text) for text in ("twelve", "¾", "half a", "2½")] == [
        12,
        Fraction(3, 4),
        Fraction(1, 2),
        Fraction(5, 2),
    ]


SOUP = procedure(
    "Cook soup for four",
    [
        "Chop 2 onions and half a celery stalk, and cut 1 kg of tomatoes into pieces of 2 cm.",
        "Simmer them with 1 tin (400 g) of beans, half a teaspoon of salt and 800 ml of stock for 20 minutes "
        "at 90 °C.",
        "Mash half of the soup and serve it in 4 bowls with a spoonful of cream each.",
    ],
    [
        "2 onions",
        "half a celery stalk",
        "1 kg tomatoes",
        "1 tin beans, 400 g",
        "half a teaspoon salt",
        "800 ml stock",
        "24 cm pot",
    ],
)


def test_scaling_changes_amounts_in_list_and_steps_but_no_times_sizes_or_heat() -> None:
    result, answer = tailored(SOUP, "There are eight of us")
    assert result.steps == (
        "Chop 4 onions and 1 celery stalk, and cut 2 kg of tomatoes into pieces of 2 cm.",
        "Simmer them with 2 tins (400 g) of beans, 1 teaspoon of salt and 1.6 litres of stock for 20 minutes "
        "at 90 °C.".replace("1.6 litres", "1600 ml"),
        "Mash half of the soup and serve it in 8 bowls with a spoonful of cream each.",
    )
    assert result.resources == (
        "4 onions",
        "1 celery stalk",
        "2 kg tomatoes",
        "2 tins beans, 400 g",
        "1 teaspoon salt",
        "1600 ml stock",
        "24 cm pot",
    )
    assert "Times" in answer.says


def test_scaling_down_writes_fractions_and_singulars() -> None:
    result, _ = tailored(SOUP, "It's just for me")
    assert result.resources[:3] == ("half an onion", "half a celery stalk", "250 g tomatoes")
    assert "in 1 bowl with a spoonful of cream each" in result.steps[2]


def test_a_factor_needs_no_number_of_people() -> None:
    assert one_step("Mix 200 g of rice.", ["200 g rice"], "half the amount") == "Mix 100 g of rice."


def test_an_unknown_number_is_said_not_guessed() -> None:
    answer = modify(procedure("Cook rice", ["Boil 200 g of rice."], ["200 g rice"]), "for six people")
    assert not answer.edits
    assert "does not say for how many" in answer.says


def test_fewer_but_bigger_pieces_keep_the_batter_and_bake_longer() -> None:
    base = procedure(
        "Bake muffins",
        ["Fill the batter into the 12 cases.", "Bake the muffins for 20 minutes."],
        ["200 g flour", "12 paper cases"],
    )
    result, _ = tailored(base, "my tin makes only six big muffins")
    assert result.steps == ("Fill the batter into the 6 cases.", "Bake the muffins for 25 minutes.")
    assert result.resources == ("200 g flour", "6 paper cases")


@pytest.mark.parametrize(
    ("hint", "step", "expected"),
    [
        (
            "please use ounces and Fahrenheit",
            "Mix 200 g of flour with 240 ml of water at 180 °C.",
            "Mix 7 oz of flour with 1 cup of water at 350 °F.",
        ),
        (
            "metric please",
            "Mix 2 cups of water and 4 oz of flour at 350 °F.",
            "Mix 475 ml of water and 115 g of flour at 180 °C.",
        ),
        (
            "I use fahrenheit",
            "Cut rounds with a 5 cm cutter, 3 cm apart.",
            "Cut rounds with a 2-inch cutter, 1¼ inches apart.",
        ),
        ("I use fahrenheit", "Loosen it with a 5 mm hex key.", "Loosen it with a 5 mm hex key."),
        (
            "a lot less sweet",
            "Stir in 100 g of sugar and 60 g of butter.",
            "Stir in 50 g of sugar and 60 g of butter.",
        ),
        ("less sweet please", "Stir in 90 g of light brown sugar.", "Stir in 60 g of light brown sugar."),
    ],
)
def test_units_and_sugar_follow_the_hint(hint: str, step: str, expected: str) -> None:
    assert one_step(step, [], hint) == expected


def test_sugar_stays_where_it_keeps_what_is_made() -> None:
    answer = modify(
        procedure("Make strawberry jam", ["Boil 1 kg of sugar with the fruit for 4 minutes."]), "less sugar"
    )
    assert not answer.edits
    assert "jam" in answer.says


@pytest.mark.parametrize("hint", ["I don't like spicy food", "less spicy please", "make it milder"])
def test_milder_halves_what_is_hot_and_nothing_else(hint: str) -> None:
    base = procedure("Cook chilli", ["Stir in 2 teaspoons of chilli powder and 2 teaspoons of ground cumin."])
    result, answer = tailored(base, hint)
    assert result.steps == ("Stir in 1 teaspoon of chilli powder and 2 teaspoons of ground cumin.",)
    assert "halved" in answer.says


@given(st.text("0123456789/.,½ gkcmx×"))
def test_no_figures_make_the_reader_of_amounts_stumble(text: str) -> None:
    list(amounts(text))


@pytest.mark.parametrize("step", ["Set port 1/0 to trunk.", "Set port 1/0/24 to trunk.", f"Type {'9' * 4_900}."])
@pytest.mark.parametrize("hint", ["for 8 people", "half as much", "in cups and °F", "ready in 0 hours"])
def test_ports_and_keys_are_no_amounts(step: str, hint: str) -> None:
    assert one_step(step, ["2 eggs"], hint, goal="Bake bread for 4 people") == step


@pytest.mark.parametrize(
    ("step", "hint"),
    [
        ("Bake it in a 0 cm tin.", "I have a 20 cm tin"),
        ("Fill the 0 litre tank.", "my tank holds 40 litres"),
        ("Bake it in a 20 cm tin.", "I have a 0 cm tin"),
        (f"Boil it for {'9' * 4_800} minutes.", "ready in 10 minutes"),
        (f"Take a tin of {'9' * 4_800} × 20 cm.", "in inches"),
        ("Boil 4 eggs.", f"for {'9' * 400} people"),
    ],
)
def test_sizes_that_nothing_has_change_nothing_and_harm_nobody(step: str, hint: str) -> None:
    answer = modify(procedure("Cook dinner for 4 people", [step, "Serve it."], ["4 eggs"]), hint)
    assert not [edit for edit in answer.edits if edit.op == "insert"]


def test_foods_that_only_the_steps_count_grow_with_the_rest() -> None:
    steps = [
        "Beat 3 eggs with 200 ml milk.",
        "Grate 2 carrots and squeeze 1 lime.",
        "Fry it in 2 pans for 3 minutes, turning 3 times.",
        "Add one tomato at a time.",
    ]
    made, _ = tailored(procedure("Make pancakes for 4 people", steps, ["milk"]), "for 8 people")
    assert made.steps == (
        "Beat 6 eggs with 400 ml milk.",
        "Grate 4 carrots and squeeze 2 limes.",
        "Fry it in 2 pans for 3 minutes, turning 3 times.",
        "Add one tomato at a time.",
    )
