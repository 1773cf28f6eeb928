"""After scaling, an amount of a step has gone with the list, is one that rightly stays, or is shown."""

from dataclasses import replace

import pytest

from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules.model import Outcome
from tailor.rules.modify import modify

LIST = ["8 sardines", "4 lamb cutlets", "600 g minced lamb", "1 bottle of cider", "1 celery stalk", "1 bay leaf"]


def made(step: str, hint: str, *before: str, resources: list[str] = LIST) -> Outcome:
    base = replace(procedure("Supper", [*before, step], resources), yields="4 servings")
    return modify(base, parse_hint(hint))


def last_step(outcome: Outcome, step: str, at: int = 1) -> str:
    texts = {(edit.part, edit.step): edit.text for edit in outcome.edits}
    return texts.get(("steps", at), step)


def shown(outcome: Outcome) -> set[str]:
    return {word for place in outcome.places for word in (place.word, *place.also) if place.part == "steps"}


@pytest.mark.parametrize(
    "side",
    [
        "for 3 minutes on each side",
        "3 minutes per side",
        "3 minutes per kilo",
        "for 2 to 3 minutes on each side, turning once",
    ],
)
def test_what_is_fried_on_each_side_grows_too(side: str) -> None:
    step = f"Fry 8 sardines {side}."
    assert last_step(made(step, "for 8"), step) == f"Fry 16 sardines {side}."


def test_what_steps_shape_grows_where_it_is_counted_again() -> None:
    shaped, step = "Shape the mince into 4 koftas.", "Grill 4 koftas for 6 minutes, 2 koftas at a time."
    base = replace(procedure("Supper", [shaped, step], LIST), yields="4 koftas")
    outcome = modify(base, parse_hint("12 koftas"))
    assert last_step(outcome, step, 2) == "Grill 12 koftas for 6 minutes, 2 koftas at a time."
    assert shown(made(step, "for 12", shaped)) == {"4 koftas"}


@pytest.mark.parametrize(
    "step",
    [
        "Greet everybody with a glass of cider.",
        "Hand the guests a glass of cider.",
        "Pour a glass of cider for everyone.",
        "For each guest, warm a mug of cider.",
    ],
)
@pytest.mark.parametrize("hint", ["for 2", "for 12"])
def test_what_everybody_gets_one_of_stays(step: str, hint: str) -> None:
    outcome = made(step, hint)
    assert last_step(outcome, step) == step
    assert not shown(outcome)


def test_a_glass_that_goes_into_the_pot_grows_whoever_eats_it() -> None:
    step = "Pour in a glass of cider, simmer it, and serve everybody."
    assert last_step(made(step, "for 8"), step) == "Pour in two glasses of cider, simmer it, and serve everybody."


def test_half_a_stalk_is_written_and_a_leaf_or_pinch_for_the_taste_stays() -> None:
    step = "Fry 1 celery stalk with 1 bay leaf and a pinch of salt."
    outcome = made(step, "halve it")
    assert last_step(outcome, step) == "Fry ½ celery stalk with 1 bay leaf and a pinch of salt."
    assert shown(outcome) == set()


def test_without_a_list_all_amounts_of_a_sentence_grow_together() -> None:
    step = "Take 300 g of flour, 200 ml of milk and 2 eggs."
    outcome = made(step, "double it", "Butter a tin.", resources=[])
    assert last_step(outcome, step, 2) == "Take 600 g of flour, 400 ml of milk and 4 eggs."


@pytest.mark.parametrize(
    ("step", "word"),
    [
        ("Spoon the oil over the sardines, and brush them with 2 tbsp of dressing.", "2 tbsp"),
        ("Divide the mince between the two tins and bake it.", "two tins"),
        ("Butter one side of 8 rolls, then lay the cutlets on 4 cutlets.", "4 cutlets"),
        ("Arrange 2 sardines on each of 6 boards.", "6 boards"),
        ("Offer everybody 2 glasses of cider.", "2 glasses"),
        ("Pour 21/2 cups of stock over the lamb.", "21/2 cups"),
    ],
)
def test_what_may_have_to_change_is_shown(step: str, word: str) -> None:
    assert word in shown(made(step, "double it"))


def test_an_amount_for_each_that_a_step_begins_with_stays() -> None:
    step = "For each bowl, heat 200 g of minced lamb in the pan."
    outcome = made(step, "for 12")
    assert (last_step(outcome, step), shown(outcome)) == (step, set())


@pytest.mark.parametrize(("line", "half"), [("1 Tbs honey", "½ Tbs honey"), ("2 tsps mustard", "1 tsp mustard")])
def test_an_abbreviation_that_ends_in_s_is_no_plural(line: str, half: str) -> None:
    outcome = made("Roast the lamb.", "halve it", resources=[*LIST, line])
    assert half.replace("½", "1/2") in {edit.text.replace("½", "1/2") for edit in outcome.edits}


def test_food_that_is_only_counted_goes_with_the_list_too() -> None:
    steps = ["Slice the onion and the 2 peppers.", "Make 6 wells and crack in the 6 eggs."]
    shakshuka = procedure("Shakshuka", steps, ["6 eggs", "1 onion", "2 peppers", "tin of tomatoes"])
    outcome = modify(shakshuka, parse_hint("halve it"))
    assert [edit.text for edit in outcome.edits] == [
        "Slice the onion and the pepper.", "Make 6 wells and crack in the 3 eggs.",
        "3 eggs", "½ onion", "1 pepper", "half a tin of tomatoes",
    ]  # fmt: skip
    assert shown(outcome) == {"6 wells"}


@pytest.mark.parametrize("hint", ["half", "double it", "make three times the amount"])
def test_amounts_of_what_is_no_recipe_are_shown_one_by_one(hint: str) -> None:
    steps = ["Drill 20 holes.", "Screw the 6 boards together with 20 screws.", "Leave it for 2 hours."]
    outcome = modify(procedure("Build a birdhouse", steps, ["6 boards", "20 screws"]), parse_hint(hint))
    places = {(place.part, place.step) for place in outcome.places}
    assert places == {("steps", 1), ("steps", 2), ("resources", 1), ("resources", 2)}
    assert "I change amounts by myself only in recipes." in outcome.verdicts[0].says


@pytest.mark.parametrize(
    ("line", "step", "halved"),
    [
        ("2 cups oats and a handful of raisins", "Add a handful of raisins.", "half a handful of raisins"),
        ("1 kg beans, a handful of mint", "Add a handful of mint.", "half a handful of mint"),
        ("1 kg potatoes, an onion and a carrot", "Add an onion and a carrot.", "half an onion and half a carrot"),
        ("4 tomatoes; 2 apples", "Add 2 apples.", "1 apple"),
        ("2 onions and 200 g beans", "Add 200 g beans.", "100 g beans"),
        (
            "2 cups oats and one or two handfuls of nuts",
            "Add one or two handfuls of nuts.",
            "½ or 1 handful of nuts",
        ),
    ],
)
def test_a_second_thing_on_a_line_goes_with_the_step_that_takes_it(line: str, step: str, halved: str) -> None:
    outcome = made(step, "half", resources=["200 g rice", line])
    texts = {edit.part: edit.text for edit in outcome.edits if (edit.part, edit.step) != ("resources", 1)}
    assert texts["steps"].endswith(f"{halved}.")
    assert texts["resources"].endswith(halved)


def test_a_second_thing_without_a_number_is_shown() -> None:
    outcome = made("Add the raisins.", "half", resources=["200 g rice", "2 cups oats, handful of raisins"])
    assert "handful of raisins" in {place.word for place in outcome.places}


def test_which_of_the_things_counted_is_no_second_thing() -> None:
    outcome = made("Slice them.", "double", resources=["200 g rice", "2 lemons, 1 sliced and 1 juiced"])
    assert outcome.edits[-1].text == "4 lemons, 1 sliced and 1 juiced"
    assert {word for place in outcome.places for word in (place.word, *place.also)} == {"1 sliced", "1 juiced"}


def test_sorts_of_what_is_counted_before_them_do_not_grow_one_without_the_other() -> None:
    outcome = made("Slice them.", "double", resources=["200 g rice", "4 peppers, 2 red and 2 green"])
    assert outcome.edits[-1].text == "8 peppers, 2 red and 2 green"
    assert {word for place in outcome.places for word in (place.word, *place.also)} == {"2 red", "2 green"}


@pytest.mark.parametrize(
    ("yields", "doubled"), [("fills 4 jars", "fills 8 jars"), ("about four jars", "about 8 jars")]
)
@pytest.mark.parametrize("hint", ["double", "for 8 jars"])
def test_what_it_fills_grows_in_the_yield_the_notes_and_the_steps(hint: str, yields: str, doubled: str) -> None:
    jam = procedure(
        "Jam", ["Boil 1 kg plums.", "Pour into 4 jars."], ["1 kg plums", "500 g sugar"], notes=f"It {yields}."
    )
    outcome = modify(replace(jam, yields=yields), parse_hint(hint))
    assert "Pour into 8 jars." in {edit.text for edit in outcome.edits}
    assert outcome.headers[0].yields == doubled
    assert not outcome.places
    if "fills" in yields:
        assert outcome.headers[0].notes == "It fills 8 jars."


@pytest.mark.parametrize(
    ("line", "step", "tripled"),
    [
        ('3 (1/2"-thick) slices tofu', 'Brush 3 (1/2"-thick) slices.', 'Brush 9 (1/2"-thick) slices.'),
        ("2 (6-oz) salmon fillets", "Fry the 2 (6-oz) fillets.", "Fry the 6 (6-oz) fillets."),
        ("2 (14 oz) cans beans", "Drain the 2 (14 oz) cans.", "Drain the 6 (14 oz) cans."),
    ],
)
def test_things_with_their_size_in_brackets_go_with_the_list_and_keep_the_size(
    line: str, step: str, tripled: str
) -> None:
    assert last_step(made(step, "triple", resources=["200 g rice", line]), step) == tripled


@pytest.mark.parametrize("whose", ["the", "your"])
def test_things_go_from_many_to_one_in_the_steps_that_name_them_without_a_number(whose: str) -> None:
    step = f"Brown {whose} cutlets."
    assert last_step(made(step, "half", resources=["2 lamb cutlets", "1 celery stalk"]), step) == step[:-2] + "."


@pytest.mark.parametrize(
    ("line", "third", "twice"),
    [
        ("1 tbsp tomato paste", "1 tsp tomato paste", "2 tbsp tomato paste"),
        ("a tbsp of oil", "a tsp of oil", "two tbsp of oil"),
        ("couple of handfuls of spinach", "⅔ handful of spinach", "four handfuls of spinach"),
        ("dozen eggs", "four eggs", "24 eggs"),
        ("small onion", "⅓ small onion", "2 small onions"),
        ("Lemon (zest only)", "⅓ lemon (zest only)", "2 lemons (zest only)"),
        ("can coconut milk", "⅓ can coconut milk", "2 cans coconut milk"),
    ],
)
def test_a_line_that_leaves_its_number_out_changes_too(line: str, third: str, twice: str) -> None:
    base = procedure("Curry for 6", ["Cook it all."], ["600 g carrots", "2 l stock", line])
    for hint, text in (("for 2", third), ("for 12", twice)):
        outcome = modify(base, parse_hint(hint))
        assert {edit.step: edit.text for edit in outcome.edits if edit.part == "resources"}[3].lower() == text


@pytest.mark.parametrize("line", ["eggs", "red onions, sliced", "an egg or two", "few carrots", "half onion"])
def test_a_line_that_does_not_say_how_much_is_shown(line: str) -> None:
    base = procedure("Curry for 6", ["Cook it all."], ["600 g carrots", "2 l stock", line])
    for hint in ("for 2", "for 12"):
        assert 3 in {one.step for one in modify(base, parse_hint(hint)).places if one.part == "resources"}


@pytest.mark.parametrize("listed", [["200 g butter", "2 cups flour"], []])
def test_one_more_thing_in_a_step_is_shown(listed: list[str]) -> None:
    steps = ["Cream 200 g butter with 200 g sugar and 400 g flour.", "Beat in an egg.", "Shape it into a loaf."]
    places = modify(procedure("Biscuits", steps, listed), parse_hint("half")).places
    assert {one.word for one in places if one.step in (2, 3)} == {"an egg"}


@pytest.mark.parametrize("line", ["onion powder", "egg wash", "lemon juice", "chicken", "salt"])
def test_what_nobody_counts_stays_without_a_number(line: str) -> None:
    base = procedure("Curry for 6", ["Cook it all."], ["600 g carrots", "2 l stock", line])
    outcome = modify(base, parse_hint("for 12"))
    assert 3 not in {one.step for one in (*outcome.places, *outcome.edits) if one.part == "resources"}


def test_food_without_numbers_makes_a_recipe_beside_one_that_has_it() -> None:
    outcome = modify(
        procedure("Stew", ["Fry the onion."], ["500 g beef", "onion", "bay leaf"]), parse_hint("double")
    )
    assert {"1000 g beef", "2 onions", "Fry the onions."} <= {edit.text for edit in outcome.edits}


def test_the_things_before_with_stay_in_the_right_number() -> None:
    base = procedure("Pancakes", ["Beat the 2 eggs w/ the milk."], ["2 cups flour", "2 eggs", "1 cup milk"])
    assert "Beat the egg w/ the milk." in {edit.text for edit in modify(base, parse_hint("half")).edits}


def test_numbers_of_a_step_in_words_are_shown_where_the_list_changes() -> None:
    lines = ["600 g mince", "half an onion", "1 dozen potatoes", "1 cucumber"]
    steps = ["Grate the half onion.", "Boil the dozen potatoes.", "Slice half the cucumber."]
    outcome = modify(procedure("Meatballs for 4", steps, lines), parse_hint("double"))
    assert {one.step: one.word for one in outcome.places if one.part == "steps"} == {
        1: "half onion",
        2: "dozen potatoes",
    }


def test_all_that_goes_into_a_recipe_without_a_list_changes_or_is_shown() -> None:
    step = "Blend a banana, a handful of spinach, 4 garlic cloves, half an avocado and 200 ml oat milk."
    more = "Add 2 tins of tomatoes (400 g each), 1 tin kidney beans, 300 ml stock and a bottle of lager."
    outcome = modify(procedure("Soup", [step, more]), parse_hint("double"))
    assert {one.text for one in outcome.edits} == {
        "Blend a banana, a handful of spinach, 8 garlic cloves, half an avocado and 400 ml oat milk.",
        "Add 4 tins of tomatoes (400 g each), 2 tins kidney beans, 600 ml stock and a bottle of lager.",
    }
    words = {word for one in outcome.places for word in (one.word, *one.also)}
    assert words == {"a banana", "a handful", "half an avocado", "a bottle"}


def test_what_a_step_takes_that_no_list_has_is_shown() -> None:
    step = "Serve it with a jug of gravy and a packet of peas, on a sheet of foil."
    base = procedure("Puddings for 4", ["Mix it.", step], ["140 g flour", "4 eggs", "200 ml milk"])
    places = modify(base, parse_hint("for 8")).places
    assert {word for one in places if one.step == 2 for word in (one.word, *one.also)} == {"a jug", "a packet"}


@pytest.mark.parametrize(
    ("step", "word"),
    [
        ("Fill to the 1-cup line with milk.", "1-cup"),
        ("Thicken it with a 1-tablespoon slurry in a 5-quart pot.", "1-tablespoon"),
        ("Pour in the last cup of stock.", "last cup"),
        ("Stir in both cans of chillies.", "both cans"),
        ("Stir in the cup of milk.", "the cup"),
        ("Add the remaining cup of stock.", "remaining cup"),
    ],
)
def test_an_amount_within_a_name_or_a_rest_is_shown(step: str, word: str) -> None:
    lines = ["2 (4-ounce) cans chillies", "2 cups stock", "1 cup milk", "2 tbsp starch"]
    places = modify(procedure("Chili for 4", [step], lines), parse_hint("double")).places
    assert [(one.word, one.also) for one in places if one.part == "steps"] == [(word, ())]


def test_a_can_named_by_its_size_goes_with_the_list() -> None:
    base = procedure("Chili for 4", ["Stir in the 28-oz can."], ["a 28-oz can tomatoes", "2 cups stock"])
    assert "Stir in the 28-oz cans." in {edit.text for edit in modify(base, parse_hint("double")).edits}


@pytest.mark.parametrize(
    ("line", "doubled"),
    [
        ("1 jarred roasted red pepper", "2 jarred roasted red peppers"),
        ("1 large or 2 small lettuces", "2 large or 4 small lettuces"),
        ("1 red and 1 green pepper", "2 red and 2 green peppers"),
        ("1 red, 1 green and 1 yellow pepper", "2 red, 2 green and 2 yellow peppers"),
        ("1 small, 1 medium & 1 large onion", "2 small, 2 medium & 2 large onions"),
        ("1 brown and 1 purple onion", "2 brown and 2 purple onions"),
        ("1 orange and 1 yellow pepper", "2 orange and 2 yellow peppers"),  # no fruit
        ("1 orange, halved", "2 oranges, halved"),
        ("1 egg white, beaten", "2 egg whites, beaten"),
        ("1 white, ripe peach", "2 white, ripe peaches"),
        ("1 puff pastry sheet", "2 puff pastry sheets"),
        ("2 pastry sheets thawed overnight", "4 pastry sheets thawed overnight"),
        ("6 phyllo dough sheets", "12 phyllo dough sheets"),
        ("couple bay leaves", "four bay leaves"),
    ],
)
def test_only_what_is_counted_gets_a_plural(line: str, doubled: str) -> None:
    edits = modify(
        procedure("Stew for 4", ["Mix it."], ["200 g rice", "1 l stock", line]), parse_hint("double")
    ).edits
    assert {edit.step: edit.text for edit in edits if edit.part == "resources"}[3] == doubled


@pytest.mark.parametrize(
    "line", ["4 1/2-inch-thick pork chops", "2 3/4-inch-thick beef steaks", "Apple or pear juice"]
)
def test_a_line_that_may_mean_two_amounts_is_shown(line: str) -> None:
    outcome = modify(procedure("Stew for 4", ["Mix it."], ["200 g rice", "1 l stock", line]), parse_hint("double"))
    assert [one.step for one in outcome.places if one.part == "resources"] == [3]
    assert 3 not in {edit.step for edit in outcome.edits if edit.part == "resources"}


def test_a_tool_named_like_a_measure_of_the_list_stays() -> None:
    step = "Press the crumbs down with a flat-bottomed measuring cup."
    lines = ["1 cup sugar", "200 g biscuits", "100 g butter"]
    assert "steps" not in {edit.part for edit in modify(procedure("Pie", [step], lines), parse_hint("half")).edits}


def test_a_thing_that_ends_in_i_is_scaled_where_a_step_names_one() -> None:
    base = procedure(
        "Stew for 4", ["Add zucchini, and simmer."], ["200 g rice", "1 l stock", "1 zucchini, sliced"]
    )
    edits = modify(base, parse_hint("double")).edits
    assert "2 zucchinis, sliced" in {edit.text for edit in edits}


@pytest.mark.parametrize("line", ["2 sheet pans", "1 sheet pan", "2 baking sheets", "2 white, heatproof bowls"])
def test_sheet_pans_and_white_bowls_stay_as_many(line: str) -> None:
    base = procedure("Stew for 4", ["Simmer it."], ["200 g rice", "1 l stock", line])
    assert [edit.text for edit in modify(base, parse_hint("double")).edits] == ["400 g rice", "2 l stock"]
