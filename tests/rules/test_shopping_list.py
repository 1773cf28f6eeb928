"""The shopping list: what is merged, what stays as written, what is a tool."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.core.numerals import FIGURE, value
from tailor.core.procedure import Amount, procedure
from tailor.rules.shopping_list import AT_HAND, TO_GET, as_markdown, as_text, groups, shopping

BREAD = procedure("Bread", ["Bake."], ["500 g flour", "10 g salt", "large bowl", "2 eggs"])
CAKE = procedure("Cake", ["Bake."], ["500 g Flour", "200 g flour", "salt", "Large bowl", "24 cm tin"])


def test_what_has_an_amount_is_to_be_got_and_the_rest_to_be_at_hand() -> None:
    assert {name: [one.words for one in items] for name, items in groups(shopping([BREAD]))} == {
        TO_GET: ["500 g flour", "10 g salt", "2 eggs"],
        AT_HAND: ["large bowl"],
    }


def test_what_the_tin_or_the_pan_takes_is_bought_too() -> None:
    things = ["butter for the tin", "oil, for frying", "parsley to garnish", "salt", "lid for the pan"]
    assert _grouped(things) == {TO_GET: things[:4], AT_HAND: things[4:]}


def test_of_what_is_stirred_together_at_home_the_part_is_bought_that_a_shop_has() -> None:
    line = "2 flax eggs (for each, stir 1 tablespoon{} of ground flaxseed into 3 tablespoons of water and wait)"
    for said in ("", " [as written]"):
        assert _grouped([line.format(said)])[TO_GET] == ["2 tablespoons ground flaxseed, for 2 flax eggs"]
    assert _grouped([line.format("").replace("1 tablespoon", "1 ml")])[TO_GET] == [
        "2 ml ground flaxseed, for 2 flax eggs"
    ]


def test_a_spoon_written_as_one_letter_is_told_by_its_size_and_adds_up_only_with_its_own() -> None:
    things = ["1 T oil", "1 t oil", "2 t salt", "1 t salt", "1 T-bone steak", "1 t-shirt"]
    assert _grouped(things)[TO_GET][:3] == ["1 T + 1 t oil", "3 t salt", "1 T-bone steak"]
    things = ["2-3 T oil", "2-3 t oil", "1 T of milk", "1 T milk", "1 T plus 1 t rum", "1 t plus 1 t rum"]
    assert _grouped(things)[TO_GET] == ["2-3 T + 2-3 t oil", "2 T milk", *things[4:]]


def _grouped(things: list[str]) -> dict[str, list[str]]:
    listed = shopping([procedure("x", ["y"], things)])
    return {name: [one.words for one in items] for name, items in groups(listed)}


@pytest.mark.parametrize("line", ["12/14 prawns", "½ ½ cup sugar", "2/3rds cup milk", "thirty five figs"])
def test_what_is_read_in_part_is_bought_as_it_is_written(line: str) -> None:
    cooked = [procedure(goal, ["Cook."], [line]) for goal in ("x", "y")]
    assert [one.words for one in shopping(cooked)] == [f"2 × {line}"]


def test_what_is_eaten_is_bought_and_tools_are_only_made_ready_whoever_counts_them() -> None:
    food = ["naan to serve", "maple syrup to serve", "salt & pepper", "black pepper", "wine and water"]
    food += ["a quarter teaspoon of salt flakes", "lime pickle, to serve", "edible flowers for decorating"]
    tools = [
        "2 baking trays",
        "3 large mixing bowls",
        "bowl of water",
        "saucepan with a lid",
        "4 helpers",
        "ladle",
    ]
    assert _grouped([*food, *tools, "cake tin to butter"]) == {
        TO_GET: food,
        AT_HAND: [*tools, "cake tin to butter"],
    }


def test_sauces_and_a_pinch_of_something_are_bought_though_no_number_measures_them() -> None:
    food = ["Worcestershire sauce, a dash", "soy sauce", "saffron", "bay leaves", "raspberries", "pinch of salt"]
    food += ["handful of chopped parsley", "knob of butter", "a few sprigs of thyme", "glass of dry white wine"]
    tools = ["bowl of ice water", "sauce pan", "piece of wood", "drop of glue"]
    assert _grouped([*food, *tools]) == {TO_GET: food, AT_HAND: tools}


def test_an_of_behind_an_amount_stays_where_all_who_need_it_wrote_one() -> None:
    lines = ["1 glass of dry white wine", "a pinch of saffron", "2 tins of beans", "500 g of flour", "1 cup milk"]
    assert _grouped(lines) == {TO_GET: lines}
    assert _grouped(["1 tin of beans", "2 tins of beans", "a pinch of salt", "a pinch of salt"]) == {
        TO_GET: ["3 tins of beans", "2 × a pinch of salt"]
    }
    assert _grouped(["1 tin beans", "2 tins of beans"]) == {TO_GET: ["3 tins beans"]}


def test_food_in_a_tin_or_a_pot_is_bought_and_the_tin_of_a_cake_is_not() -> None:
    food = ["400 g tin of chopped tomatoes", "1 pot of basil", "sheet of puff pastry", "bottle of rum"]
    tools = ["1 cake tin", "1 pot", "bowl of ice water"]
    assert _grouped([*food, *tools]) == {TO_GET: food, AT_HAND: tools}


def test_one_thing_taken_cold_soft_and_for_the_tin_is_one_line() -> None:
    assert _grouped(
        ["150 g cold butter", "50 g soft butter, cubed", "1 tbsp butter for frying", "butter for the tin"]
    ) == {TO_GET: ["200 g + 1 tbsp + some butter"]}
    assert _grouped(["4 screws, 4 × 35 mm", "8 screws, 5 × 60 mm", "hex key, 5 mm", "hex key, 6 mm"]) == {
        TO_GET: ["4 screws, 4 × 35 mm", "8 screws, 5 × 60 mm"],
        AT_HAND: ["hex key, 5 mm", "hex key, 6 mm"],
    }
    assert _grouped(["1 warm layer", "200 ml hot milk"]) == {TO_GET: ["1 warm layer", "200 ml hot milk"]}


@pytest.mark.parametrize(
    "water",
    [
        "33 ml hot water", "1 l water", "water", "100 ml boiling water", "2 cups ice-cold water", "tap water",
        "500 ml freshly boiled water", "3 tablespoons cold water", "300 ml lukewarm water, about 37 °C",
        "100 ml water at room temperature", "hot water from the kettle",
    ],
)  # fmt: skip
def test_water_from_the_tap_is_not_bought_however_warm(water: str) -> None:
    assert list(_grouped([water])) == [AT_HAND]


@pytest.mark.parametrize(
    "water", ["200 ml sparkling water", "1 tablespoon rose water", "100 ml coconut water", "2 bottles of water"]
)
def test_water_that_a_shop_has_is_bought(water: str) -> None:
    assert list(_grouped([water])) == [TO_GET]


@pytest.mark.parametrize(
    "lines",
    [
        ["10 screws for wood", "20 screws for drywall"],
        ["400 g beans, kidney", "400 g beans, black"],
        ["200 ml cream, sour", "100 ml cream, whipping"],
    ],
)
def test_things_for_other_ends_and_of_other_sorts_stay_apart(lines: list[str]) -> None:
    assert _grouped(lines) == {TO_GET: lines}


def test_a_small_amount_of_much_is_not_lost() -> None:
    assert _grouped(["1 kg salt", "4 mg salt"]) == {TO_GET: ["1000004 mg salt"]}


def test_the_same_thing_of_several_procedures_is_one_line_with_the_sum_of_its_amounts() -> None:
    lines = {one.words: one.goals for one in shopping([BREAD, CAKE])}
    assert lines["1200 g flour"] == ("Bread", "Cake")
    assert lines["10 g salt"] == ("Bread", "Cake")
    assert lines["large bowl"] == ("Bread", "Cake")
    assert lines["24 cm tin"] == ("Cake",)
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("resource", "amount", "thing"),
    [
        ("1 1/2 cups milk", "1 1/2 cups", "milk"),
        ("½ tsp salt", "½ tsp", "salt"),
        ("a pinch of salt", "a pinch of", "salt"),
        ("350ml water", "350ml", "water"),
        ("2-3 apples", "2-3", "apples"),
        ("2 x 400 g tomatoes", "2 x 400 g", "tomatoes"),
        ("1 tablespoon of oil", "1 tablespoon of", "oil"),
        ("12 V battery", "", "12 V battery"),
        ("3M tape", "", "3M tape"),
        ("7-up", "", "7-up"),
        ("10", "", "10"),
        ("garlic", "", "garlic"),
    ],
)
def test_amounts_as_people_write_them(resource: str, amount: str, thing: str) -> None:
    [item] = shopping([procedure("x", ["y"], [resource])])
    assert (" ".join(item.amounts), item.thing) == (amount, thing)


def test_as_markdown_it_has_boxes_to_tick_and_says_who_takes_what() -> None:
    assert as_markdown([BREAD]).startswith("# Shopping list: Bread\n\n## To buy\n- [ ] 500 g flour\n")
    assert "- [ ] 1200 g flour (Bread, Cake)\n" in as_markdown([BREAD, CAKE])


def test_as_text_it_is_one_thing_a_line() -> None:
    assert as_text([BREAD]) == "500 g flour\n10 g salt\n2 eggs\nlarge bowl\n"


def test_a_long_odd_line_is_read_at_once() -> None:
    assert shopping([procedure("x", ["y"], ["1 " * 2_000, "½" * 4_000, "a " * 2_000])])


def test_a_thing_that_its_source_took_apart_is_listed_by_its_name() -> None:
    amounts = (Amount("2 large eggs, beaten", "2", "large", "eggs", "beaten"), Amount("salt", name="salt"))
    made = replace(procedure("Omelette", ["Fry"], ["2 large eggs, beaten", "salt"]), amounts=amounts)
    assert as_text([made]) == "2 large eggs, beaten\nsalt\n"
    (eggs, salt) = shopping([made])
    assert (eggs.thing, eggs.amounts, salt.amounts) == ("eggs, beaten", ("2 large",), ())
    changed = replace(made, resources=("3 large eggs", "salt"))
    assert shopping([changed])[0].thing == "large eggs", "the text is another one"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("1 tablespoon butter", "2 tbsp butter"), "3 tbsp butter"),
        (("1 1/2 cups milk", "1 cup milk"), "2 1/2 cups milk"),
        (("1 cup rice", "1 cup rice"), "2 cups rice"),
        (("250 g flour", "1 cup flour", "50g flour"), "300 g + 1 cup flour"),
        (("1 egg", "2 eggs"), "3 eggs"),
        (("2.4 l stock", "200 ml stock"), "2.6 l stock"),
        (("250 g carrots", "1 kg carrots", "2 carrots"), "1.25 kg + 2 carrots"),
        (("5 dl milk", "20 cl milk", "half a litre milk"), "1.2 l milk"),
        (("half a teaspoon salt", "a quarter teaspoon of salt", "2 tsp salt"), "2 3/4 tsp salt"),
        (("2-3 apples", "2-3 apples", "1 apple"), "2 × 2-3 + 1 apples"),
        (("a pinch of salt", "salt", "a pinch of salt"), "2 × a pinch of salt"),
        (("1 (14 oz) can tomatoes", "2 (14 oz) cans of tomatoes"), "3 (14 oz) cans tomatoes"),
        (("2 x 400 g cans beans", "1 x 400 g can beans"), "3 x 400 g cans beans"),
        (("1 400g tin beans", "2 400g tins beans", "1 (14 oz) box beans"), "3 400g tins + 1 (14 oz) box beans"),
        (("2 x 400 g tomatoes", "400 g tomatoes"), "2 x 400 g + 400 g tomatoes"),
        (("1 leaf", "2 leaves"), "3 leaves"),
        (("2 leaves gelatine", "1 leaf gelatine"), "3 leaves gelatine"),
        (("1 loaf of bread", "2 loaves of bread"), "3 loaves of bread"),
        (("1 loaf bread", "2 loaves bread"), "3 loaves bread"),
        (("1 clove", "2 cloves"), "3 cloves"),
    ],
)
def test_amounts_in_one_unit_are_added_up(lines: tuple[str, ...], words: str) -> None:
    (item,) = shopping([procedure(f"dish {n}", ["x"], [line]) for n, line in enumerate(lines)])
    assert item.words == words


def test_what_a_source_told_apart_adds_up_with_what_is_only_written() -> None:
    amounts = (Amount("2 cups butter, melted", "2", "cups", "butter", "melted"),)
    told = replace(procedure("Pie", ["x"], ["2 cups butter, melted"]), amounts=amounts)
    cold = (Amount("1 cup butter, cold", "1", "cup", "butter", "cold"),)
    other = replace(procedure("Tart", ["x"], ["1 cup butter, cold"]), amounts=cold)
    assert as_text([told]) == "2 cups butter, melted\n"
    assert as_text([told, other, procedure("Bun", ["x"], ["1/2 cup butter"])]) == "3 1/2 cups butter\n"


@pytest.mark.parametrize(
    "amount", ["1/0 g", "0/0 g", "1 1/0 cups", "½/0 g", "1/2/0 g", "10/0 g", "5/00 g", "2 / 0 l", "1⁄0 kg"]
)
def test_a_fraction_over_nothing_is_no_amount_and_never_added_up(amount: str) -> None:
    cake = procedure("Cake", ["Mix."], [f"{amount} flour"])
    assert [one.words for one in shopping((cake, cake))] == [f"{amount} flour"]


def test_a_number_parted_by_a_space_is_never_added_up_by_halves() -> None:
    stew = procedure("Stew", ["Cook."], ["1 500 g beef", "1'500 g quark"])
    assert [one.words for one in shopping([stew, stew])] == ["2 × 1 500 g beef", "3000 g quark"]


def test_a_thousand_with_a_dot_is_added_up_only_where_it_surely_is_one() -> None:
    unclear = procedure("Bread", ["Bake."], ["1.000 g flour", "500 g flour"])
    settled = procedure("Cake", ["Bake."], ["1.000 g flour", "500 g flour", "1,5 l water"])
    assert [one.words for one in shopping([unclear])] == ["1.000 g + 500 g flour"]
    assert [one.words for one in shopping([unclear, unclear])] == ["2 × 1.000 g + 1000 g flour"]
    assert [one.words for one in shopping([settled])] == ["1500 g flour", "1,5 l water"]
    assert next(one.words for one in shopping([settled, unclear])) == "2000 g + 1.000 g flour"


def test_tools_that_two_how_tos_take_are_not_added_up() -> None:
    made = [procedure(goal, ["Bake."], ["2 eggs", tool]) for goal, tool in (("A", "1 bowl"), ("B", "2 bowls"))]
    assert [item.words for item in shopping(made)] == ["4 eggs", "2 bowls"]


@pytest.mark.parametrize(
    "line",
    [
        "70% dark chocolate",
        "20 % fat cream, 200 ml",
        "2 or 3 leeks",
        "1/2-inch nails",
        "1 cup plus 2 tbsp rye",
        "1 cup and 2 tablespoons honey",
        "1 kg 200 g veal",
        "1 kg/2 lb carrots",
        "200 g (7 oz) sugar",
        "1 lb. 4 oz. lamb",
        "2 bunches (about 60 g)",
        "300 g potatoes, about 2 large",
        "1 pack of 6 buns",
        "6 tbsp., packed, dill",
        "1 heaped tsp cocoa",
        "4 x 60 mm bolts",
        "2-inch piece ginger",
        "10 m rope",
        "juice of 1 lemon",
        "juice of a lemon",
        "an apple",
        "a pear",
        "butter, 50 g",
        "Mushrooms: 250 g",
        "about 3 pears",
    ],
)
def test_a_line_whose_amount_is_not_one_number_with_one_unit_is_counted_as_it_is_written(line: str) -> None:
    assert _of_two(line) == [f"2 × {line}"]
    assert _grouped([line]) == {TO_GET: [line]}


@pytest.mark.parametrize(
    ("line", "twice"),
    [
        ("one onion", "2 onions"),
        ("two carrots", "4 carrots"),
        ("a dozen rolls", "24 rolls"),
        ("1 lemon", "2 lemons"),
        ("1 bay leaf, dried", "2 bay leaves, dried"),
        ("1 quart broth", "2 quarts broth"),
        ("4 head torches", "8 head torches"),
        ("1 bunch mint", "2 bunches mint"),
        ("8 oz. cheddar", "16 oz cheddar"),
        ("1,000 g spelt", "2000 g spelt"),
        ("12,5 g yeast", "25 g yeast"),
        ("2 (14-ounce) can beans", "4 (14-ounce) cans beans"),
    ],
)
def test_a_sum_is_written_as_a_person_would(line: str, twice: str) -> None:
    assert _of_two(line) == [twice]


@pytest.mark.parametrize("line", ["24 cm pot", "a 2-litre pan", "kettle (1.7 l)", "pan, 20 cm", "1 cup"])
def test_one_tool_of_a_size_is_enough_for_two(line: str) -> None:
    assert _of_two(line) == [line]


def test_a_measure_that_its_source_told_apart_is_no_sum_where_its_line_says_another() -> None:
    line = "2 bunches parsley (about 60 g)"
    told = (Amount(line, "2", "bunches", "parsley", "about 60 g"),)
    made = replace(procedure("Salad", ["x"], [line]), amounts=told)
    assert as_text([made, made]) == f"2 × {line}\n"


def _of_two(line: str) -> list[str]:
    one, two = (procedure(goal, ["Mix."], [line]) for goal in ("Soup", "Stew"))
    return [one.words for one in shopping([one, two])]


_NUMBERS = [
    "1",
    "2",
    "12",
    "200",
    "1/2",
    "1 1/2",
    "½",
    "1.5",
    "2,5",
    "1,000",
    "1.000",
    "2-3",
    "2 or 3",
    "one",
    "half a",
]
_NUMBERS += ["a dozen", "two", "1 + 1", "2 x 400", "about 3", "1 500"]
_UNITS = [
    "",
    "g",
    "kg",
    "%",
    "cups",
    "oz.",
    "tbsp.,",
    "-inch",
    "cm",
    "lb. 4 oz.",
    "bunches",
    "heaped tsp",
    "tins",
    "ml/7 oz",
]
_THINGS = [
    "sugar",
    "lemon",
    "of rye",
    "(about 60 g) dill",
    "plus 2 tbsp miso",
    "eggs, about 150 g",
    "+ 1 yolk",
    "buns",
]


@given(st.sampled_from(_NUMBERS), st.sampled_from(_UNITS), st.sampled_from(_THINGS), st.sampled_from(["", " "]))
def test_a_list_taken_twice_is_the_lines_counted_or_their_one_number_doubled(
    number: str, unit: str, thing: str, space: str
) -> None:
    line = f"{number}{space if number[-1].isnumeric() else chr(32)}{unit} {thing}"
    (once,) = (one.words for one in shopping([procedure("Soup", ["Mix."], [line])]))
    (twice,) = _of_two(line)
    if twice == f"2 × {once}":
        return
    said = [value(found[0]) for found in re.finditer(FIGURE, once)] or [value(number)]
    assert len(said) == 1, once
    assert [value(found[0]) for found in re.finditer(FIGURE, twice)] == [2 * said[0]], (once, twice)


@pytest.mark.parametrize("line", ["a 2-pound chuck roast", "couple of bay leaves", "some salmon fillets, skinned"])
def test_food_is_bought_though_its_amount_is_in_words(line: str) -> None:
    items = dict(groups(shopping([procedure("Roast", ["Cook it."], [line, "a 20 cm tin"])])))
    assert [one.thing for one in items[TO_GET]] == [line]
    assert [one.thing for one in items[AT_HAND]] == ["a 20 cm tin"]
