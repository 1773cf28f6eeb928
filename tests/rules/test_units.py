"""Measures of another system, in list and steps alike; what is not known stays."""

from dataclasses import replace

import pytest

from tailor.core.finding import find
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules import units
from tailor.rules.model import Asked
from tailor.rules.modify import modify
from tailor.rules.units import converted

ALL = frozenset(["weight", "volume", "length", "heat"])

FAN = "Bake at 200°C (fan 180°C, 400°F, gas 6)."


@pytest.mark.parametrize(
    ("system", "text", "new"),
    [
        ("metric", "2 cups flour", "240 g flour"),
        ("metric", "1 1/2 cups milk", "360 ml milk"),
        ("metric", "Bake at gas mark 6 for 20 minutes.", "Bake at 200 °C for 20 minutes."),
        ("imperial", "Heat the oven to Gas 4.", "Heat the oven to 350 °F."),
        ("celsius", "Dry it at gas mark ½, or 1/4.", "Dry it at 120 °C, or 1/4."),
        ("celsius", "Light gas 2 burners; gas mark 12.", "Light gas 2 burners; gas mark 12."),
        ("celsius", "Bake at 200C/180C fan/gas 6.", "Bake at 200C/180C fan/gas 6."),
        ("metric", "1 cup sugar snap peas", "1 cup sugar snap peas"),
        ("metric", "1 cup ground almonds, toasted", "95 g ground almonds, toasted"),
        ("metric", "1 cup chopped onions", "1 cup chopped onions"),
        ("metric", "2 tablespoons oil", "2 tablespoons oil"),
        ("metric", "1 stick unsalted butter, soft", "115 g unsalted butter, soft"),
        ("metric", "1 stick (1/2 cup) butter", "115 g butter"),
        ("metric", "1-2 sticks of butter", "115-225 g of butter"),
        ("metric", "1 stick cinnamon", "1 stick cinnamon"),
        ("metric", "20 fl oz milk", "600 ml milk"),
        ("imperial", "908 g beef", "2 lb beef"),
        ("cups", "60 ml milk", "¼ cup milk"),
        ("metric", "225g/8oz/1½ cups flour", "225g flour"),
        ("cups", "1½ cups/225g/8oz flour", "1½ cups/8oz flour"),
        ("cups", "200g/7oz flour", "1⅔ cups flour"),
        ("cups", "200g/7oz flour and 300g/10oz beef", "1⅔ cups flour and 300g/10oz beef"),
        ("cups", "10oz (300g) beef, 7oz (200g) flour", "10oz (300g) beef, 1⅔ cups flour"),
        ("cups", "8 oz (225 g) butter", "1 cup butter"),
        ("cups", "120ml / 4 fl oz milk", "½ cup milk"),
        ("cups", "300g/10oz beef", "300g/10oz beef"),
        ("cups", "240 ml (1 cup) cream", "1 cup cream"),
        ("metric", "1 (8 ounce) package cream cheese", "1 (225 g) package cream cheese"),
        ("metric", "an 8-inch tin or a 9x13 inch pan", "a 20 cm tin or a 23x33 cm pan"),
        ("metric", "a 9 by 13 inch baking dish", "a 23 by 33 cm baking dish"),
        ("metric", "2 x 8-inch tins, 3 x 2 inch nails", "2 x 8-inch tins, 3 x 2 inch nails"),
        ("metric", "a 9 x 13-inch (23 x 33 cm) pan", "a 9 x 13-inch (23 x 33 cm) pan"),
        ("metric", "2 x 2 x 1 inch bars", "2 x 2 x 1 inch bars"),
        ("metric", "Preheat oven to 350 degrees F (175 degrees C).", "Preheat oven to 175 degrees C."),
        ("metric", "Preheat oven to 400 F (160 C).", "Preheat oven to 400 F (160 C)."),
        ("metric", "6 cups (870 g) flour", "870 g flour"),
        ("metric", "150 g (1/3 lb) bacon", "150 g bacon"),
        ("metric", "1 15-ounce can, a 4-quart pot", "1 (425 g) can, a 3.8-litre pot"),
        ("metric", "Add all 5 cups. Stir.", "Add all 5 cups. Stir."),
        ("metric", "Add 2 cups water. Stir.", "Add 480 ml water. Stir."),
        ("metric", "1/2 cup (4 oz./125 g) barley", "1/2 cup (4 oz./125 g) barley"),
        ("metric", "250g (~ 9 oz) beans", "250g beans"),
        ("metric", "1/2-inch cubes", "13 mm cubes"),
        ("metric", "1/2-inch-thick slices", "1/2-inch-thick slices"),
        ("celsius", "Bake 2 cups at 375°F.", "Bake 2 cups at 190 °C."),
        ("celsius", "Dry them at 250°F.", "Dry them at 120 °C."),
        ("celsius", "Stir until it is at 248°F.", "Stir until it is at 120 °C."),
        ("imperial", "a 20 cm tin, 450 g beef", "an 8-inch tin, 15¾ oz beef"),
        ("imperial", "Mix 500 g of flour", "Mix 17¾ oz of flour"),
        ("imperial", "3 g baking powder", "3 g baking powder"),
        ("imperial", "1 litre milk", "1 litre milk"),
        ("cups", "150 ml oil", "10 tablespoons oil"),
        ("cups", "100 ml oil", "7 tablespoons oil"),
        ("cups", "90 ml oil", "6 tablespoons oil"),
        ("cups", "120 ml oil", "½ cup oil"),
        ("celsius", "at 160 °F (70 °C), or 70 °C/160 °F", "at 70 °C, or 70 °C"),
        ("imperial", "4 screws of 6 × 70 mm", "4 screws of 6 × 70 mm"),
        ("cups", "200 g plain flour", "1⅔ cups plain flour"),
        ("cups", "200 g beef", "200 g beef"),
        ("cups", "8 oz flour in a 20 cm tin", "8 oz flour in a 20 cm tin"),
        ("fahrenheit", "Bake at 180-200 °C.", "Bake at 350-400 °F."),
        ("fahrenheit", "Keep at 60 °C, then 120 °C.", "Keep at 140 °F, then 250 °F."),
        ("fahrenheit", "200 °C (180 °C fan)", "400 °F (350 °F fan)"),
        ("celsius", "Chill to 51 °F, heat to 252 °F.", "Chill to 11 °C, heat to 120 °C."),
        ("fahrenheit", "Freeze at -18 °C, or minus 20 °C.", "Freeze at 0 °F, or -4 °F."),
        ("fahrenheit", "Keep it between −18 and −20 °C.", "Keep it between 0 and -4 °F."),
        ("celsius", "Leave it at -10 F.", "Leave it at -23 °C."),
        ("fahrenheit", "Bring it up by 10 °C, to 80 °C.", "Bring it up by 10 °C, to 176 °F."),
        ("celsius", "Let it drop by no more than 10 degrees F.", "Let it drop by no more than 10 degrees F."),
        ("celsius", "Heat it 20°F below boiling.", "Heat it 20°F below boiling."),
        ("cups", "100-200 g sugar", "½-1 cup sugar"),
        ("cups", "2 litres milk", "8⅓ cups milk"),
        ("cups", "10 litres milk", "10 litres milk"),
        ("metric", "1-2 lb beef", "455-910 g beef"),
        ("metric", "3 lb beef", "1.35 kg beef"),
        ("imperial", "an 18 cm tin, a 28 cm tin, a 45 cm tin", "a 7-inch tin, an 11-inch tin, an 18-inch tin"),
        ("fahrenheit", "Heat to 119 °C.", "Heat to 246 °F."),
        ("fahrenheit", "Heat to 120 °C.", "Heat to 250 °F."),
        ("celsius", "Heat to 249 °F.", "Heat to 121 °C."),
        ("celsius", "Heat to 250 °F.", "Heat to 120 °C."),
        ("celsius", "Heat to 160-170 °F.", "Heat to 71-77 °C."),
        ("celsius", "raise it by 15 °F", "raise it by 15 °F"),
        ("fahrenheit", "minus 18 °C", "0 °F"),
        ("celsius", "-18 °C or 0 °F", "-18 °C"),
        ("fahrenheit", "an 8 °C fridge", "a 46 °F fridge"),
        ("metric", "1 cup gravel", "1 cup gravel"),
        ("metric", "1 stick butter", "115 g butter"),
        ("metric", "150 g (1/3 lb) beef", "150 g beef"),
        ("metric", "1/3 lb (150 g) beef", "150 g beef"),
        ("metric", "a 9 x 13-inch pan", "a 23 x 33 cm pan"),
        ("metric", "5- to 6-quart pot", "5- to 6-quart pot"),
        ("metric", "2 x 14 oz tins", "2 x 14 oz tins"),
        ("metric", "20 minutes a pound", "20 minutes a pound"),
        ("metric", "1/16 oz saffron", "1/16 oz saffron"),
        ("metric", "1/2 inch", "13 mm"),
        ("metric", "3 gallons water", "11.4 litres water"),
        ("cups", "100 ml milk", "7 tablespoons milk"),
        ("cups", "90 ml milk", "6 tablespoons milk"),
        ("cups", "50 g beef", "50 g beef"),
        ("cups", "5 cm", "5 cm"),
        ("imperial", "500 g beef", "17¾ oz beef"),
        ("imperial", "1 kg beef", "2¼ lb beef"),
    ],
)
def test_measures_are_converted_where_that_is_known(system: str, text: str, new: str) -> None:
    assert converted(text, system, ALL) == new


def test_an_amount_that_may_be_one_or_a_thousand_is_not_converted() -> None:
    assert converted("1.000 g flour, 500 g sugar", "imperial", ALL) == "1.000 g flour, 17¾ oz sugar"
    assert converted("1.000 g flour", "imperial", ALL, comma=True) == converted("1000 g flour", "imperial", ALL)


@pytest.mark.parametrize("system", ["metric", "cups", "imperial", "celsius", "fahrenheit"])
def test_what_is_in_the_system_already_stays(system: str) -> None:
    once = converted("Bake 500 g flour, 2 cups milk and 8 oz sugar in a 9-inch tin at 350 °F.", system, ALL)
    assert converted(once, system, ALL) == once


@pytest.mark.parametrize(
    ("hint", "new"),
    [
        ("in grams please", "240 g flour"),
        ("no cups grams please", "240 g flour"),
        ("i dont use cups", "240 g flour"),
        ("no butter", None),
    ],
)
def test_a_refused_measure_asks_for_the_other(hint: str, new: str | None) -> None:
    base = procedure("Bake", ["Mix 2 cups flour with the butter."], ["2 cups flour", "butter"])
    texts = {text for part, text in changed(hint, base) if part == "resources"}
    assert texts == ({new} if new else set())


def test_no_temperatures_in_one_unit_asks_for_the_other() -> None:
    base = procedure("Bake", ["Bake it at 220 °C."], ["dough"])
    assert changed("no temperatures in fahrenheit", base) == []
    assert changed("no temperatures in celsius", base) == [("steps", "Bake it at 425 °F.")]


def changed(hint: str, base: Procedure) -> list[tuple[str, str]]:
    (requirement,) = parse_hint(hint)
    found = [units.propose(base, Asked(requirement, wish)) for wish in find(base, [requirement]).each[0].wishes]
    return [(edit.part, edit.text) for one in found if one for edit in one.edits]


@pytest.mark.parametrize(
    ("hint", "new"),
    [
        ("inches please", "Bake 500 g dough and 200 ml milk at 200 °C in an 8-inch tin."),
        ("kilos not pounds", None),
        ("in ounces", "Bake 17¾ oz dough and 6¾ fl oz milk at 200 °C in a 20 cm tin."),
        ("fahrenheit please", "Bake 500 g dough and 200 ml milk at 400 °F in a 20 cm tin."),
    ],
)
def test_only_the_sort_of_measure_is_converted_that_is_named(hint: str, new: str | None) -> None:
    base = procedure("Bake", ["Bake 500 g dough and 200 ml milk at 200 °C in a 20 cm tin."], ["a dough", "a tin"])
    base = replace(base, resources=("300 g flour", "200 g water"))
    assert [text for part, text in changed(hint, base) if part == "steps"] == ([new] if new else [])


def test_what_is_sawn_or_sewn_is_not_rounded_to_another_measure() -> None:
    base = procedure("Saw a shelf", ["Saw 80 cm by 20 cm boards.", "Drill 4 holes 6 cm deep."], ["a board, 80 cm"])
    made = modify(base, parse_hint("inches please"))
    written = {edit.text for edit in made.edits}
    assert written == {"Drill 4 holes 6 cm (2.36 inches) deep.", "a board, 80 cm (31.5 inches)"}
    assert {(place.step, place.word) for place in made.places} == {(1, "80 cm")}
    again = modify(replace(base, steps=("Drill 4 holes 2 inches deep.",), resources=()), parse_hint("in inches"))
    assert [one.says for one in again.verdicts] == ["The lengths are in inches already."]


@pytest.mark.parametrize(
    ("text", "celsius", "fahrenheit"),
    [
        ("Cook to 125° to 130 °F.", "Cook to 52 to 54 °C.", "Cook to 125° to 130 °F."),
        ("Cook to 52° to 54 °C.", "Cook to 52° to 54 °C.", "Cook to 126 to 129 °F."),
        ("At 125°–130°F (52°–54°C).", "At 52°–54°C.", "At 125°–130°F."),
        ("At 425°F (220°C, gas mark 7).", "At 220°C (gas mark 7).", "At 425°F (gas mark 7)."),
        ("At 220°C (425°F/gas 7).", "At 220°C (gas 7).", "At 425°F (gas 7)."),
        ("Cool it to 40°C or 105°F.", "Cool it to 40°C.", "Cool it to 105°F."),
        ("At 350 °F, then 400° for long.", "At 350 °F, then 400° for long.", "At 350 °F, then 400° for long."),
        ("At 350 °F, turn it by 180°.", "At 175 °C, turn it by 180°.", "At 350 °F, turn it by 180°."),
    ],
)
def test_temperatures_that_belong_together_are_converted_together_or_not(
    text: str, celsius: str, fahrenheit: str
) -> None:
    heat = frozenset(["heat"])
    assert converted(text, "celsius", heat) == celsius
    assert converted(text, "fahrenheit", heat) == fahrenheit


def test_half_a_range_is_not_converted() -> None:
    text = "Boil in a 5- to 6-quart pot."
    assert converted(text, "metric", ALL) == text


@pytest.mark.parametrize(
    ("system", "old", "new"),
    [
        ("celsius", "Chill it at 5°C (41°F).", "Chill it at 5°C."),
        ("fahrenheit", "Chill it at 5°C (41°F).", "Chill it at 41°F."),
        ("fahrenheit", "Keep it at 2 to 5 °C.", "Keep it at 36 to 41 °F."),
        ("fahrenheit", "Keep it at 2°C to 4°C.", "Keep it at 36 °F to 39 °F."),
        ("fahrenheit", "In step 3 and 5 °C below the boil", "In step 3 and 5 °C below the boil"),
        *((one, FAN, FAN) for one in ("celsius", "fahrenheit")),
    ],
)
def test_the_cold_of_a_fridge_is_a_temperature_and_a_bracket_with_both_units_stays(
    system: str, old: str, new: str
) -> None:
    assert converted(old, system, frozenset(["heat"])) == new


@pytest.mark.parametrize("text", ["Use 2 lb or 500 g of flour.", "Add 1 cup or 100 ml of milk."])
def test_of_two_amounts_to_choose_from_none_is_dropped(text: str) -> None:
    new = converted(text, "metric", ALL)
    assert " or " in new
    assert text.partition(" or ")[2] in new


def test_who_refuses_gas_marks_gets_degrees_and_who_asks_what_they_are_gets_no_change() -> None:
    base = procedure("Pie", ["Heat the oven to gas mark 6.", "Bake it."], ["200 g flour", "100 ml milk"])
    assert [edit.text for edit in modify(base, parse_hint("no gas marks")).edits] == ["Heat the oven to 200 °C."]
    assert modify(base, parse_hint("gas mark please")).edits == ()


def test_cups_that_puzzle_somebody_are_converted_and_not_made() -> None:
    base = procedure("Bake", ["Mix it."], ["2 cups flour", "100 ml milk"])
    for hint in ("cups confuse me", "cups mean nothing to me"):
        assert [edit.text for edit in modify(base, parse_hint(hint)).edits] == ["240 g flour"]


def test_what_is_turned_by_some_degrees_is_no_second_temperature() -> None:
    base = procedure("Scones", ["Turn the tray 90 degrees and bake at gas mark 4."], ["8 oz flour", "2 oz butter"])
    made = modify(base, parse_hint("in metric"))
    assert [one.text for one in made.edits if one.part == "steps"] == [
        "Turn the tray 90 degrees and bake at 180 °C."
    ]


def test_gas_marks_are_told_in_the_degrees_that_are_asked_for() -> None:
    base = procedure("Pie", ["Heat the oven to gas mark 6.", "Bake it."], ["200 g flour"])
    for hint, degrees in (
        ("whats gas mark in c", "200 °C"),
        ("whats gas mark 6 in f?", "400 °F"),
        ("temp in c", "200 °C"),
    ):
        assert [edit.text for edit in modify(base, parse_hint(hint)).edits] == [f"Heat the oven to {degrees}."], (
            hint
        )
    for hint in ("need more vitamin c", "f is my first name"):
        assert modify(base, parse_hint(hint)).edits == (), hint


@pytest.mark.parametrize(
    ("step", "word"),
    [
        ("Bake at 350 for 20 minutes.", "350"),
        ("Chill it to 40 degrees or below.", "40 degrees"),
        ("Cook it until it reads 165 inside.", "165"),
        ("Roast it for 1 hour per lb.", "per lb"),
    ],
)
def test_a_number_that_would_be_read_in_the_wrong_unit_is_named(step: str, word: str) -> None:
    base = procedure(
        "Roast beef", [step, "Turn it 90 degrees.", "Microwave it at 600 W."], ["1 lb beef", "2 oz butter"]
    )
    made = modify(base, parse_hint("in metric please"))
    assert [(one.step, one.word) for one in made.places if one.part == "steps"] == [(1, word)]
    assert f"“{word}” in step 1" in made.verdicts[0].says


@pytest.mark.parametrize(
    ("step", "word"),
    [
        ("Cook 15 minutes a pound.", "a pound"),
        ("Boil it for an hour a pound, then rest it.", "a pound"),
        ("Look for stewing beef at £3.50 a lb.", "a lb"),
    ],
)
def test_a_time_or_price_for_a_pound_is_named_and_not_converted(step: str, word: str) -> None:
    base = procedure("Roast beef", [step, "Add a pound of beef for 20 minutes."], ["2 oz butter"])
    made = modify(base, parse_hint("in metric please"))
    assert {one.text for one in made.edits if one.part == "steps"} == {"Add 455 g of beef for 20 minutes."}
    assert [(one.step, one.word) for one in made.places if one.part == "steps"] == [(1, word)]
    assert f"“{word}” in step 1" in made.verdicts[0].says


@pytest.mark.parametrize(
    "step",
    [
        "A gallon of milk feeds 50.",
        "Knit a pint glass cosy.",
        "Set the timer to 150 and wait.",
        "Walk to 350 on the map.",
        "Count to 100 and breathe.",
        "Read to 300 and stop.",
    ],
)
def test_a_number_that_is_no_heat_and_no_rate_is_named_as_neither(step: str) -> None:
    base = procedure("Roast beef", [step], ["1 lb beef", "2 oz butter"])
    made = modify(base, parse_hint("in metric please"))
    reasons = [one.why for one in made.places if one.part == "steps"]
    assert not any("°C" in why or "old unit" in why for why in reasons)


@pytest.mark.parametrize("hint", ["dont convert the cups", "celsius but keep the cups"])
def test_who_wants_nothing_converted_is_heard(hint: str) -> None:
    base = procedure("Cake", ["Mix 200 g flour and 100 g sugar."], ["200 g flour", "100 g sugar"])
    assert modify(base, parse_hint(hint)).edits == ()
    assert modify(base, parse_hint("in cups")).edits


def test_a_fan_without_its_letter_is_left_to_the_person() -> None:
    made = modify(procedure("Bread", ["Heat the oven to 230 °C (210 fan)."], []), parse_hint("fahrenheit"))
    assert [place.word for place in made.places] == ["230 °C"]
    assert made.edits == ()


@pytest.mark.parametrize(
    ("hint", "step", "new"),
    [
        ("in cm", "Drill 1 1/2 inches deep.", "Drill 1 1/2 inches (3.8 cm) deep."),
        (
            "metric units",
            "Mark 50 yards, 2 to 3 inches.",
            "Mark 50 yards (45.72 m), 2 to 3 inches (5.1 to 7.6 cm).",
        ),
        ("imperial units", "Drill 5 mm holes to 30 cm.", "Drill 5 mm (0.2 inch) holes to 30 cm (11.8 inches)."),
        ("in cm", "Saw 2 x 4 inch timber, 8 ft.", "Saw 2 x 4 inch timber, 8 ft (243.8 cm)."),
        ("in cm", "Saw 2 feet (61 cm) off, then 4 x 6 inch or 3 by 3 inch pieces.", ""),
        ("use inches", "Saw 2 inches off with `saw 3 cm`.", ""),
        (
            "metric",
            'Click "Level 2", then "3" on the 27" screen.',
            'Click "Level 2", then "3" on the 27" (68.6 cm) screen.',
        ),
        ("metric", 'Saw 5\'6" off, or 6"-8", or 1/4"-20.', ""),
        ("imperial", "Wait 5 m, then soak it for 10 m.", ""),
        ("metric", "Cut the board to 10 ft 6 in long.", "Cut the board to 10 ft 6 in (3.2 m) long."),
        ("metric", "Saw 2 feet and 3 inches off.", "Saw 2 feet and 3 inches (68.6 cm) off."),
        (
            "in cm",
            "Cut posts (2 feet 6 inches) and rails (2 feet 6 inches).",
            "Cut posts (2 feet 6 inches, 76.2 cm) and rails (2 feet 6 inches, 76.2 cm).",
        ),
        ("metric", "Mark 12 inches (5 feet).", "Mark 12 inches (30.5 cm) (5 feet, 152.4 cm)."),
        ("metric", "Cut 2 feet, then 14 inches.", "Cut 2 feet (61 cm), then 14 inches (35.6 cm)."),
        ("imperial", "Cut 5 m of rope.", "Cut 5 m (16.4 feet) of rope."),
    ],
)
def test_what_must_fit_keeps_its_length_and_gets_the_exact_one_beside_it(hint: str, step: str, new: str) -> None:
    made = modify(procedure("Build a shelf", [step], ["wood", "screws"]), parse_hint(hint))
    assert [edit.text for edit in made.edits] == [new] * bool(new)


def test_minutes_and_quotations_are_no_lengths_in_a_kitchen_either() -> None:
    base = procedure("Soup", ['Simmer 10 m and press "Level 2".'], ["200 g flour", "2 eggs"])
    for hint in ("imperial", "metric"):
        assert not [one for one in modify(base, parse_hint(hint)).edits if one.part == "steps"]


def test_inches_behind_a_sign_of_feet_are_left_beside_them_in_a_recipe_too() -> None:
    base = procedure(
        "Smoke a ham", ["Lay it on a board 10' 6\" long.", "Add 8 oz salt."], ["8 oz salt", "1 lb ham"]
    )
    told = {edit.text for edit in modify(base, parse_hint("metric")).edits}
    assert not any("board" in text for text in told)
    assert "225 g salt" in told


@pytest.mark.parametrize(
    ("step", "left"),
    [
        ("Saw it 42 by 46 in.", ["46 in."]),
        ("Run `saw`: saw it 42 by 46 in.", ["46 in."]),
        ("Run `a` and `b`: saw it 42 by 46 in.", ["46 in."]),
        ("Run `saw 42 by 46 in`.", []),
    ],
)
def test_an_area_is_left_to_the_person_wherever_it_is_no_code(step: str, left: list[str]) -> None:
    base = procedure("Build a shelf", [step])
    (requirement,) = parse_hint("in metric please")
    made = units.propose(base, Asked(requirement, find(base, [requirement]).each[0].wishes[0]))
    assert [place.word for place in made.left] == left if made else not left
    assert made is None or (made.fits, made.says) == (False, "")


@pytest.mark.parametrize(
    ("goal", "step", "kitchen"),
    [("Bleed a radiator", "Turn it off and wait until it has 30 °C.", False), ("Roast", "Roast at 200 °C.", True)],
)
def test_outside_of_the_kitchen_nothing_is_said_of_one(goal: str, step: str, kitchen: bool) -> None:
    listed = ["1 kg chicken"] if kitchen else ["a key"]
    made = modify(procedure(goal, [step], listed), parse_hint("in Fahrenheit"))
    [judged] = made.verdicts
    assert "rounded" in judged.says
    assert ("kitchen" in judged.says) == kitchen


def test_what_stays_in_the_old_system_is_pointed_at() -> None:
    shelf = procedure(
        "Put up a shelf",
        [
            "Cut the board to 36 in x 8 in.",
            'Sand the 6" edge.',
            "Drive 1 1/2 in screws in.",
            "Load 20 lbs at most.",
        ],
        ["a board, 36 in x 8 in", "1 1/2 in screws"],
    )
    made = modify(shelf, parse_hint("in metric please"))
    assert [(one.step, one.text) for one in made.edits] == [(2, 'Sand the 6" (15.2 cm) edge.')]
    shown = {(one.part, one.step): {one.word, *one.also} for one in made.places}
    assert shown["steps", 1] >= {"36 in"}
    assert shown["steps", 3] == {"1 1/2 in"}
    assert shown["steps", 4] == {"20 lbs"}
    assert shown["resources", 2] == {"1 1/2 in"}


def test_a_word_that_is_no_inch_is_not_pointed_at() -> None:
    fry = procedure(
        "Chips", ["Fry 3 in oil.", "Put 2 in each bag.", "Bake at 400 °F."], ["1 lb potatoes", "2 cups oil"]
    )
    words = {word for one in modify(fry, parse_hint("metric")).places for word in (one.word, *one.also)}
    assert not [word for word in words if word.endswith(" in")]


def test_degrees_are_a_wish_of_their_own_behind_other_measures() -> None:
    bread = procedure(
        "Bread", ["Mix 20 oz flour with 12 oz water.", "Bake at 450 °F."], ["20 oz flour", "12 oz water"]
    )
    made = modify(bread, parse_hint("grams instead of ounces, celsius please"))
    assert "Bake at 230 °C." in [one.text for one in made.edits]


def test_a_length_is_nothing_that_cups_could_measure() -> None:
    dough = procedure(
        "Dough", ["Mix 500 g flour and 300 g water.", "Roll it 5 cm thick."], ["500 g flour", "300 g water"]
    )
    words = {word for one in modify(dough, parse_hint("in cups")).places for word in (one.word, *one.also)}
    assert "5 cm" not in words


def test_inches_written_in_are_pointed_at_only_where_lengths_are_asked_for() -> None:
    cake = procedure(
        "Cake", ["Grease a 9 in x 13 in tin.", "Bake at 400 °F.", "Of 3 in, 2 fell."], ["2 cups flour"]
    )
    words = {word for one in modify(cake, parse_hint("celsius please")).places for word in (one.word, *one.also)}
    assert not [word for word in words if word.endswith(" in")]
    words = {word for one in modify(cake, parse_hint("metric")).places for word in (one.word, *one.also)}
    assert [word for word in words if word.endswith(" in")] == ["9 in"]


@pytest.mark.parametrize(
    ("line", "now"),
    [
        ("300 g lukewarm water", "1⅓ cups lukewarm water"),
        ("150 g whole milk", "⅔ cup whole milk"),
        ("10 g salt", "½ tablespoon salt"),
        ("10 g fine sea salt", "½ tablespoon fine sea salt"),
        ("10 g kosher salt", "10 g kosher salt"),
        ("100 g powdered milk", "100 g powdered milk"),
        ("100 g vanilla ice cream", "100 g vanilla ice cream"),
    ],
)
def test_what_has_no_scales_measures_water_milk_and_fine_salt_in_cups_and_spoons(line: str, now: str) -> None:
    assert converted(line, "cups", frozenset({"weight", "volume"})) == now


def test_water_and_milk_stay_millilitres_where_grams_are_asked_for() -> None:
    assert converted("2 cups water", "metric", frozenset({"weight", "volume"})) == "480 ml water"
    assert converted("1 cup milk", "metric", frozenset({"weight", "volume"})) == "240 ml milk"


@pytest.mark.parametrize(
    "text",
    [
        "For a fan oven, subtract 20 °C.",
        "The meat will rise 5 °C while it rests.",
        "Carryover cooking adds 5-10 °C.",
        "Bump the oven up 10 °C.",
        "Turn down 25 to 50 °C.",
        "Pull the meat 5 °C early.",
        "Knock 20 °C off for convection.",
        "Reduce the oven temperature 15 °C for glass pans.",
    ],
)
def test_how_much_warmer_or_colder_is_no_temperature(text: str) -> None:
    assert converted(text, "fahrenheit", frozenset({"heat"})) == text


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("Add 110 °F water to the yeast.", "Add 43 °C water to the yeast."),
        ("Turn the oven up to 450°F for 5 min.", "Turn the oven up to 230 °C for 5 min."),
        ("Lower the heat to 300°F and bake.", "Lower the heat to 150 °C and bake."),
        ("Drop the dough into 350 °F oil.", "Drop the dough into 175 °C oil."),
    ],
)
def test_what_it_is_raised_to_is_a_temperature(text: str, now: str) -> None:
    assert converted(text, "celsius", frozenset({"heat"})) == now


@pytest.mark.parametrize(
    ("line", "now"),
    [
        ("1 lb 4 oz ground beef", "565 g ground beef"),
        ("2 lbs 8 oz potatoes", "1.15 kg potatoes"),
        ("1 pound and 4 ounces of beef", "565 g of beef"),
        ("1 pint 4 fl oz stock", "595 ml stock"),
        ("1 lb 4 oz (570 g) beef", "570 g beef"),
        ("2 lb bag, 4 oz cheese", "910 g bag, 115 g cheese"),
    ],
)
def test_a_weight_of_two_units_is_one_weight(line: str, now: str) -> None:
    assert converted(line, "metric", frozenset({"weight", "volume"})) == now


def test_a_torque_is_no_length_and_is_pointed_at() -> None:
    wheel = procedure(
        "Fix a wheel", ["Tighten the bolt to 12 ft-lb.", "Tighten to 90 in-lb.", "Cut a 2 ft board."], ["a board"]
    )
    made = modify(wheel, parse_hint("metric"))
    assert [(one.step, one.text) for one in made.edits] == [(3, "Cut a 2 ft (61 cm) board.")]
    shown = {one.step: one.word for one in made.places}
    assert shown == {1: "12 ft-lb", 2: "90 in-lb"}


def test_inches_of_a_depth_are_pointed_at_and_deep_oil_has_none() -> None:
    shelf = procedure("Put up a shelf", ["Drill 2 3/8 in deep holes.", "Fry 3 in deep oil."], ["a drill"])
    assert [one.word for one in modify(shelf, parse_hint("metric")).places] == ["2 3/8 in"]


def test_a_recipe_that_is_metric_already_is_said_to_fit() -> None:
    bread = procedure(
        "Bread", ["Mix it with 1 tablespoon of oil.", "Bake at 230 °C."], ["500 g flour", "300 ml water"]
    )
    (judged,) = modify(bread, parse_hint("metric please")).verdicts
    assert (judged.verdict, judged.says) == ("already", "The measures are metric already.")


@pytest.mark.parametrize(
    "step", ["Bake at 425 deg F.", "Add 1 c of milk.", "Fold in 2 T sugar.", "Bake until done at 350F."]
)
def test_what_may_be_another_measure_is_no_reason_to_say_so(step: str) -> None:
    made = modify(
        procedure("Bread", ["Mix it.", step], ["500 g flour", "300 ml water"]), parse_hint("metric please")
    )
    assert not [one for one in made.verdicts if one.verdict == "already"]


def test_degrees_in_a_small_c_are_shown_where_fahrenheit_is_wished_and_cups_are_not() -> None:
    base = procedure("Cake", ["Bake it at 180c.", "Add 2 c flour."], ["1 egg"])
    assert [one.word for one in modify(base, parse_hint("fahrenheit")).places] == ["180c"]


@pytest.mark.parametrize(
    ("line", "unit"),
    [("quarter pint milk", "pint"), ("2 quarts stock", "quart"), ("2 qt stock", "quart"), ("2 cups milk", "")],
)
def test_it_says_whose_pint_was_converted(line: str, unit: str) -> None:
    base = procedure("Scones", ["Bake at gas mark 7."], ["8 oz plain flour", "2 oz butter", line])
    says = " ".join(one.says for one in modify(base, parse_hint("metric please")).verdicts)
    assert says.count(f"I took the {unit} as the American one") == bool(unit)


@pytest.mark.parametrize("line", ["1 pint (570 ml) milk", "570 ml (1 pint) milk", "2 quart pan"])
def test_it_says_of_no_pint_that_it_was_taken_as_american_where_it_was_not_converted(line: str) -> None:
    base = procedure("Scones", ["Bake at gas mark 7."], ["8 oz plain flour", "2 oz butter", line])
    says = " ".join(one.says for one in modify(base, parse_hint("metric please")).verdicts)
    assert "Converted" in says
    assert "as the American one" not in says


@pytest.mark.parametrize(
    ("step", "left"),
    [
        ("Dry at 60 °C ± 5 °C.", "5 °C"),
        ("A difference of 10 °C matters.", "10 °C"),
        ("A drop of about 3 °C is fine.", "3 °C"),
        ("Dry at 60 °C +/- 5 °C.", "5 °C"),
    ],
)
def test_a_difference_in_temperature_is_left_and_pointed_at(step: str, left: str) -> None:
    made = modify(procedure("Dry plums", [step], ["1 kg plums"]), parse_hint("fahrenheit"))
    assert [place.word for place in made.places] == [left]
    assert all(left in edit.text for edit in made.edits)


def test_miles_are_pointed_at_where_the_lengths_are_metric() -> None:
    drive = procedure("Drive", ["Drive 5 miles at 30 mph."], ["1 car, 1.5 m wide"])
    made = modify(drive, parse_hint("metric"))
    assert [(place.word, *place.also) for place in made.places] == [("5 miles", "30 mph")]


def test_areas_volumes_pressures_and_temperatures_are_pointed_at_where_lengths_must_fit() -> None:
    bed = procedure(
        "Make a bed",
        [
            "Cover half a square yard.",
            "Keep it below 85F and 30 psi.",
            "Dry it at 100 °F (38 °C), 2 sq ft (0.2 m²).",
        ],
        ["2 cubic yards soil", "0.5 cu ft gravel", "40 Sq. Ft. cloth", "10 ft³ sand", "2 yards of rope"],
    )
    shown = [word for one in modify(bed, parse_hint("metric")).places for word in (one.word, *one.also)]
    steps = ["half a square yard", "85F", "30 psi"]
    assert {*shown} == {*steps, "2 cubic yards", "0.5 cu ft", "40 Sq. Ft", "10 ft³"}
    assert not {*steps} & {one.word for one in modify(bed, parse_hint("imperial")).places}


@pytest.mark.parametrize(
    ("line", "metric"),
    [
        ("2 c flour", "240 g flour"),
        ("1½ c water", "360 ml water"),
        ("2 c. spinach", "2 c. spinach"),
        ("10 tablespoons granulated sugar", "125 g granulated sugar"),
        ("4 tablespoons granulated sugar", "4 tablespoons granulated sugar"),
        ("Heat it to 180 c fan.", "Heat it to 180 c fan."),
        ("Keep it at 4 c overnight.", "Keep it at 4 c overnight."),
    ],
)
def test_a_c_of_flour_is_a_cup_and_many_spoons_are_a_weight(line: str, metric: str) -> None:
    assert converted(line, "metric", frozenset(["weight", "volume"])) == metric


def test_cups_of_what_has_no_known_weight_are_pointed_at_however_they_are_written() -> None:
    made = modify(procedure("Curry", ["Stir in the rest."], ["2 c. spinach", "1 c milk"]), parse_hint("metric"))
    assert [place.word for place in made.places] == ["2 c."]


def test_a_time_for_a_kilo_is_pointed_at_where_pounds_are_wished() -> None:
    made = modify(procedure("Roast", ["Roast it 20 minutes per kg."], ["2 kg beef"]), parse_hint("imperial"))
    assert [place.word for place in made.places] == ["per kg"]
