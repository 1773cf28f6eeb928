"""What scaling cannot settle stays open in the next scaling too, and every part of the list goes or is named."""

from dataclasses import replace

import pytest

from tailor.core.procedure import PARTS, Procedure, procedure
from tailor.rules.model import Outcome
from tests.rules.test_modify import outcome

LIST = ("200 g flour", "300 ml milk", "60 g butter")


def recipe(*steps: str, yields: str = "4 servings", lines: tuple[str, ...] = ()) -> Procedure:
    return replace(procedure("Supper", ["Mix it all.", *steps], [*LIST, *lines]), yields=yields)


def scaled(base: Procedure, made: Outcome) -> Procedure:
    texts = {(one.part, one.step): one.text for one in made.edits}
    steps, lines = (
        tuple(texts.get((part, at), text) for at, text in enumerate(base.part(part), 1)) for part in PARTS
    )
    return replace(base, steps=steps, resources=lines, yields=next(one.yields for one in made.headers) or "")


def line_after(line: str, hint: str = "for 8") -> tuple[str, list[str]]:
    """The line after scaling, and what is pointed at in it."""
    made = outcome(recipe(lines=(line,)), hint)
    edits = {one.step: one.text for one in made.edits if one.part == "resources"}
    at = len(LIST) + 1
    return edits.get(at, line), [one.word for one in made.places if (one.part, one.step) == ("resources", at)]


@pytest.mark.parametrize(
    ("step", "word"),
    [
        ("Roll into 8 balls.", "8 balls"),
        ("Roll out 8 circles.", "8 circles"),
        ("Thread it on 8 skewers.", "8 skewers"),
        ("Make 8 nests and fill them.", "8 nests"),
        ("Split into 8 pieces.", "8 pieces"),
    ],
)
def test_a_count_that_was_left_open_stays_open_when_it_equals_the_new_yield(step: str, word: str) -> None:
    base = recipe(step)
    for hint in ("for 8", "for 12", "for 8"):
        made = outcome(base, hint)
        assert word in [one.word for one in made.places]
        base = scaled(base, made)
        assert base.steps[1] == step


def test_what_the_yield_counts_and_the_bowls_of_those_who_eat_grow_each_time() -> None:
    base = recipe("Shape into 24 balls.", yields="24 cookies")
    base = scaled(base, outcome(base, "make 12"))
    assert base.steps[1] == "Shape into 12 balls."
    assert scaled(base, outcome(base, "make 36")).steps[1] == "Shape into 36 balls."
    base = recipe("Spoon it onto 4 plates.", "Cool.", "Eat.")
    base = scaled(base, outcome(base, "for 8"))
    assert base.steps[1] == "Spoon it onto 8 plates."


@pytest.mark.parametrize(
    ("line", "doubled"),
    [
        ("1 pot of cream", "2 pots of cream"),
        ("3 pots of yoghurt", "6 pots of yoghurt"),
        ("2 plates of ham", "4 plates of ham"),
        ("4 skewers of lamb", "8 skewers of lamb"),
        ("2 ramekins of custard", "4 ramekins of custard"),
        ("1 rack of lamb", "2 racks of lamb"),
        ("2 wraps", "4 wraps"),
        ("6 large tortilla wraps", "12 large tortilla wraps"),
        ("1 plastic wrap", "1 plastic wrap"),
        ("1 roasting pan of 30 cm", "1 roasting pan of 30 cm"),
    ],
)
def test_food_in_a_vessel_or_named_like_a_wrapping_grows(line: str, doubled: str) -> None:
    assert line_after(line) == (doubled, [])


def test_a_vessel_of_something_unknown_is_named() -> None:
    assert line_after("2 skewers of bamboo") == ("2 skewers of bamboo", ["2 skewers"])


def test_a_pot_of_food_grows_in_steps_and_a_pot_of_water_or_a_pot_alone_does_not() -> None:
    base = recipe(
        "Boil 2 pots of water.", "Stir in 2 pots of yoghurt.", "Use 2 pots.", lines=("2 pots of yoghurt",)
    )
    steps = scaled(base, outcome(base, "for 8")).steps
    assert steps[1:] == ("Boil 2 pots of water.", "Stir in 4 pots of yoghurt.", "Use 2 pots.")


@pytest.mark.parametrize(
    ("line", "doubled"),
    [
        ("1 stock cube in 500 ml water", "2 stock cubes in 1000 ml water"),
        ("2 tsp cornflour mixed with 2 tbsp water", "4 tsp cornflour mixed with 4 tbsp water"),
        ("1 sachet yeast dissolved in 60 ml milk", "2 sachets yeast dissolved in 120 ml milk"),
        ("200 g flour and an egg", "400 g flour and two eggs"),
        ("juice of a lime", "juice of two limes"),
        ("zest of a lemon and juice of half a lime", "zest of two lemons and juice of one lime"),
        ("zest of 2 oranges and the juice of 1", "zest of 4 oranges and the juice of 2"),
        ("3 limes, juice of 2", "6 limes, juice of 4"),
        ("80 g crumbs, made from 3 slices of bread", "160 g crumbs, made from 6 slices of bread"),
        ("squeeze of lemon", "2 squeezes of lemon"),
        ("salt and 1 tsp pepper", "salt and 2 tsp pepper"),
        ("200 g flour plus extra for dusting", "400 g flour plus extra for dusting"),
    ],
)
def test_all_parts_of_a_line_grow_together(line: str, doubled: str) -> None:
    assert line_after(line) == (doubled, [])


@pytest.mark.parametrize(
    ("line", "doubled"),
    [
        ("12 cupcake cases", "24 cupcake cases"),
        ("6 servings of mash", "12 servings of mash"),
        ("1 kg potatoes (serves 4)", "2 kg potatoes (serves 8)"),
        ("5 servings of rice or 10 servings of pasta", "10 servings of rice or 20 servings of pasta"),
        ("10 servings or 20 servings", "20 servings or 40 servings"),
    ],
)
def test_a_number_of_pieces_or_servings_in_a_line_grows_once(line: str, doubled: str) -> None:
    assert line_after(line) == (doubled, [])


CUPCAKES = procedure(
    "Cupcakes for 12",
    ["Mix flour and butter.", "Line 12 cupcake cases."],
    ["200 g flour", "100 g butter", "12 cupcake cases", "1 kg potatoes (serves 4)"],
)


@pytest.mark.parametrize(
    ("hint", "cases", "potatoes"),
    [
        ("double it but only 12 cupcake cases", "12 cupcake cases", "2 kg potatoes (serves 8)"),
        ("for 24", "24 cupcake cases", "2 kg potatoes (serves 8)"),
    ],
)
def test_a_number_of_pieces_stays_with_its_thing_and_that_of_one_line_is_not_of_all(
    hint: str, cases: str, potatoes: str
) -> None:
    made = scaled(CUPCAKES, outcome(CUPCAKES, hint))
    assert (made.steps[1], made.resources[2:]) == (f"Line {cases}.", (cases, potatoes))


def test_what_a_thing_is_made_from_is_no_part_of_its_name() -> None:
    assert line_after("1 pizza base made from 200 g flour")[0] == "2 pizza bases made from 200 g flour"


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("beef stock cube + 1 pint water", "beef stock cube"),
        ("1 pizza base made from 200 g flour", "200 g"),
        ("stock cube and 500 ml water", "stock cube"),
        ("500 ml water + stock cube", "stock cube"),
        ("bay leaf and 400 ml stock", "bay leaf"),
        ("1 tin tuna in 100 ml oil", "100 ml"),
    ],
)
def test_a_part_of_a_line_that_stays_is_named(line: str, named: str) -> None:
    assert line_after(line)[1] == [named]


@pytest.mark.parametrize(
    ("line", "doubled"),
    [
        ("1 small pot double cream", "2 small pots double cream"),
        ("1 ball mozzarella", "2 balls mozzarella"),
        ("1 pot pie", "2 pot pies"),
    ],
)
def test_the_pot_is_counted_and_not_the_cream(line: str, doubled: str) -> None:
    base = recipe("Add the cream, mozzarella and peas.", lines=(line,))
    after = scaled(base, outcome(base, "for 8"))
    assert after.resources[-1] == doubled
    assert after.steps == base.steps
