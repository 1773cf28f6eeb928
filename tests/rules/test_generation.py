"""Generation without a model: the nearest procedure whole, under its own title if a wish is not met."""

from dataclasses import replace

import pytest

from tailor.core.procedure import Procedure, procedure
from tailor.rules.generation import Near, adapted, as_titled, best_of, goal_and_wish, misnamed, near_enough

BREAD = procedure(
    "Banana bread",
    ["Mash 3 bananas.", "Beat 2 eggs into them.", "Stir in 200 g flour.", "Bake for 50 minutes."],
    ["3 bananas", "2 eggs", "200 g flour"],
)
PLAIN = procedure("Flat bread", ["Knead the flour with water.", "Fry it."], ["200 g flour", "water"])


def near(base: Procedure = BREAD, distance: float = 0.3) -> Near:
    return Near(procedure=base, distance=distance)


WHERE = "your library"


def test_it_keeps_every_amount_and_says_whose_it_is() -> None:
    made = adapted("Banana bread", ("flour", "bananas"), BREAD, WHERE)
    assert (made.procedure.resources, made.procedure.steps) == (BREAD.resources, BREAD.steps)
    assert made.says.startswith("This is “Banana bread” from your library, word for word.")
    assert "You also need: 2 eggs." in made.says


def test_what_is_changed_next_is_not_said_to_be_word_for_word_what_it_was() -> None:
    says = adapted("Banana bread", (), BREAD, WHERE, goes_on=True).says
    assert says.startswith("This began as “Banana bread” from your library.")
    assert "word for word" not in says


def test_a_mistyped_word_of_a_goal_is_that_of_a_title_found_for_it() -> None:
    assert as_titled("banana bred", [BREAD.goal, PLAIN.goal]) == "banana bread"
    assert as_titled("Batter for bread", ["Butter bread"]) == "Batter for bread"


def test_notes_headings_and_yield_of_the_source_stay() -> None:
    whole = replace(BREAD, notes="Keeps 3 days.", sections=((1, "Dough"),), yields="1 loaf", id="starter.bread")
    assert adapted("Banana bread", (), whole, WHERE).procedure == whole


def test_the_goal_is_its_title_where_it_says_nothing_that_its_own_does_not() -> None:
    nutty = replace(BREAD, goal="Bake banana bread with walnuts")
    assert adapted("Bake a banana bread", (), nutty, WHERE).procedure.goal == "Bake a banana bread"


@pytest.mark.parametrize(
    ("goal", "own"),
    [
        ("Bake a banana cake", "Bake banana bread"),
        ("Banana bread in a slow cooker", "Banana bread"),
        ("Run 5 km in four weeks", "Run 5 km in eight weeks"),
        ("Remove a coffee stain from a carpet", "Get a red wine stain out of a carpet"),
        ("Make tiramisu", "Make tiramisu without raw egg"),
        ("Make tiramisu with raw egg", "Make tiramisu without raw egg"),
    ],
)
def test_what_it_is_not_it_is_not_called(goal: str, own: str) -> None:
    assert adapted(goal, (), replace(BREAD, goal=own), WHERE).procedure.goal == own


def test_what_the_goal_rules_out_is_exchanged() -> None:
    made = adapted("Bake a banana bread without eggs", (), BREAD, WHERE)
    assert made.procedure.goal == "Bake a banana bread without eggs"
    assert made.procedure.resources[1].startswith("2 flax eggs")
    assert "changed as you asked. Replaced the eggs with flax eggs." in made.says


@pytest.mark.parametrize(
    "goal", ["Banana bread without eggs", "Banana bread with no eggs", "eggless banana bread"]
)
def test_where_that_cannot_be_it_stays_as_it_was_under_its_own_title(goal: str) -> None:
    boiled = procedure("Banana bread", ["Boil 2 eggs.", "Eat them with bananas."], ["2 eggs", "bananas"])
    made = adapted(goal, (), boiled, WHERE)
    assert (made.procedure.goal, made.procedure.steps) == ("Banana bread", boiled.steps)
    assert f"It is the closest there is to “{goal}”, so it keeps its own title. It still has eggs." in made.says


def test_what_a_how_to_is_about_is_nothing_it_still_has() -> None:
    mould = procedure("Remove mould from bathroom sealant", ["Spray the mould.", "Wipe it off."], ["spray"])
    assert "still has" not in adapted("Remove mould from a bathroom", (), mould, WHERE).says


def test_what_it_is_already_keeps_the_title() -> None:
    assert adapted("Flat bread without eggs", (), PLAIN, WHERE).procedure.goal == "Flat bread without eggs"


def test_nobody_is_promised_what_was_only_looked_for() -> None:
    fried = replace(PLAIN, resources=("400 g potatoes", "water"), steps=("Grate the potatoes.", "Fry them."))
    made = adapted("Nut-free flat bread", (), fried, WHERE)
    assert made.procedure.goal == "Flat bread"
    assert "I only match words" in made.says


def test_for_how_many_changes_list_steps_and_notes() -> None:
    steps, needs = ["Knead 200 g of flour with 100 ml of water."], ["200 g flour", "100 ml water"]
    four = replace(procedure("Flat bread", steps, needs), notes="Serves 4.")
    made = adapted("Flat bread for two", (), four, WHERE).procedure
    assert (made.goal, made.notes, made.resources[0]) == ("Flat bread for two", "Serves 2.", "100 g flour")
    assert made.steps == ("Knead 100 g of flour with 50 ml of water.",)


@pytest.mark.parametrize(("goal", "distance"), [("Banana bread", 0.9), ("Overhaul a turbine", 0.1)])
def test_what_is_far_or_about_something_else_is_no_analogy(goal: str, distance: float) -> None:
    assert best_of(goal, (), [near(distance=distance)]) is None


def test_of_two_the_one_that_needs_less_that_is_not_there_is_taken() -> None:
    assert best_of("bread", ["flour", "water"], [near(), near(PLAIN)]) == near(PLAIN)


def test_of_two_alike_the_one_without_what_is_avoided_is_taken() -> None:
    fine, bad = near(), replace(near(), avoided=True)
    assert best_of("bread", (), [bad, fine]) == best_of("bread", (), [fine, bad]) == fine
    assert best_of("bread", (), [bad]) == bad


def test_what_no_step_uses_is_said() -> None:
    assert "No step uses: a whistle." in adapted("Banana bread", ["a whistle"], BREAD, WHERE).says


@pytest.mark.parametrize(
    ("goal", "step", "has"),
    [
        ("Banana bread without eggs", "Beat 2 eggs.", "eggs"),
        ("Vegan banana bread", "Melt the butter.", "butter"),
        ("Banana bread without eggs", "Stir in 2 flax eggs.", ""),
        ("Clean windows without streaks", "Wipe until no streaks are left.", ""),
    ],
)
def test_what_a_title_rules_out_is_found_in_the_steps(goal: str, step: str, has: str) -> None:
    assert misnamed(procedure(goal, [step])) == has


@pytest.mark.parametrize(
    ("goal", "distance", "enough"),
    [
        ("Make raspberry jam", 0.76, True),
        ("Make raspberry jam", 0.82, False),
        ("Sell strawberries at a market", 0.76, False),
        ("Make strawberries last", 0.70, True),
        ("Make strawberry juice", 0.45, True),
        ("Make strawberry juice", 0.55, False),
        ("Bake a cake with strawberry jam", 0.60, False),
        ("Get the taste of strawberries out of a jug", 0.60, False),
    ],
)
def test_what_makes_the_same_kind_of_thing_may_be_a_little_farther(
    goal: str, distance: float, enough: bool
) -> None:
    jam = procedure("Make strawberry jam", ["Boil the strawberries with the sugar."])
    assert near_enough(goal, Near(procedure=jam, distance=distance)) is enough


NUTTY = procedure(
    "Bake banana bread with walnuts",
    [
        "Mash 3 bananas with 2 eggs and 100 g of melted butter.",
        "Chop 80 g of walnuts and keep 1 tablespoon of them for the top.",
        "Fold in 200 g of wheat flour and the rest of the walnuts.",
        "Scrape the batter onto a crust of walnuts, which carries it.",
        "Bake for 50 minutes.",
    ],
    ["3 bananas", "2 eggs", "100 g butter", "80 g walnuts", "200 g wheat flour"],
)


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        ("Bake a nut-free banana cake", "It still has walnuts."),
        ("Bake a nut free banana cake", "It still has walnuts."),
        ("Bake a banana cake without nuts", "It still has walnuts."),
        ("Bake a dairy-free banana cake", "Replaced the butter"),
        ("Bake a lactose-free banana cake", "Replaced the butter"),
        ("Bake an egg-free banana bread", "Replaced the eggs"),
        ("Bake gluten free banana bread", "Replaced the wheat flour"),
        ("Bake a vegan banana bread", "Replaced the butter"),
    ],
)
def test_a_goal_that_is_free_of_something_is_heard_as_one_without_it(goal: str, says: str) -> None:
    told = adapted(goal, (), NUTTY, WHERE).says
    assert says in told
    assert "oven" not in told


@pytest.mark.parametrize(
    ("goal", "title", "enough"),
    [
        ("Pickle red onions", "Get a red wine stain out of a carpet", False),
        ("Replace a car battery", "Equip a car with a first aid kit", False),
        ("Change the oil of a car", "Clean and oil a bicycle chain", False),
        ("Bake a potato gratin", "Bake salmon with potatoes and green beans", False),
        ("Paint a bedroom wall", "Mount a shelf on a masonry wall", False),
        ("Remove a tick from a dog", "Bathe a medium-sized dog", False),
        ("Bake bread", "Bake a crusty loaf of bread", True),
        ("Oil a bike chain", "Clean and oil a bicycle chain", True),
        ("Make a vegetable lasagna", "Bake a vegetable lasagne", True),
        ("Train for a run", "Train to run 5 km in eight weeks", True),
        ("Make chilli con carne", "Cook beef chilli for six", True),
    ],
)
def test_an_analogy_makes_the_very_thing_not_one_that_goes_with_it(goal: str, title: str, enough: bool) -> None:
    assert near_enough(goal, Near(procedure=procedure(title, ["Do it."]), distance=0.6)) is enough


@pytest.mark.parametrize(
    ("goal", "made", "wish"),
    [
        ("Bake bread my son is allergic to milk", "Bake bread", "my son is allergic to milk"),
        ("Cook dinner. I'm vegan", "Cook dinner", "I'm vegan"),
        ("Bake a cake, my mum and dad can't eat eggs", "Bake a cake", "my mum and dad can't eat eggs"),
        ("Wash my dog", "Wash my dog", ""),
        ("I need a cake", "I need a cake", ""),
    ],
)
def test_what_a_goal_says_of_somebody_is_a_wish(goal: str, made: str, wish: str) -> None:
    assert goal_and_wish(goal) == (made, wish)


def test_what_is_called_after_something_ruled_out_is_no_analogy() -> None:
    noodles = procedure("Make peanut noodles", ["Scatter peanuts on the noodles."], ["peanuts", "noodles"])
    assert best_of("Make peanut free noodles", (), [near(noodles)]) is None
    assert best_of("Make peanut noodles", (), [near(noodles)]) is not None


def test_what_it_still_has_is_said_in_its_own_text() -> None:
    made = adapted("Bake a nut-free banana cake", (), NUTTY, WHERE)
    assert made.procedure.notes == "It still has walnuts."
    assert "word for word" in made.says


def test_what_the_goal_is_about_and_the_nearest_lacks_is_said_plainly() -> None:
    cake = procedure("Carrot cake", ["Boil 2 eggs.", "Eat them with the cake."], ["2 eggs", "300 g carrots"])
    made = adapted("Lemon cake without eggs", (), cake, WHERE)
    assert made.procedure.goal == "Carrot cake"
    assert made.says.startswith(
        "There is no how-to for “Lemon cake without eggs” here. The nearest is “Carrot cake” from your library, "
        "word for word. It does not mention “lemon”. It still has eggs. "
    )


@pytest.mark.parametrize(
    ("goal", "missing"),
    [
        ("Fix a bike light", ""),
        ("Fix a tire light", ""),
        ("Fix a moped light", "moped"),
    ],
)
def test_what_the_nearest_calls_by_another_name_is_not_told_as_missing(goal: str, missing: str) -> None:
    lamp = procedure("Mend a lamp", ["Take the light off the bicycle, above the tyre."], ["a bicycle lamp"])
    said = adapted(goal, (), lamp, WHERE).says
    assert (f"It does not mention “{missing}”" in said) if missing else "mention" not in said


def test_a_wish_of_the_goal_is_nothing_that_the_nearest_has_to_mention() -> None:
    boiled = procedure("Banana bread", ["Boil 2 eggs.", "Eat them with bananas."], ["2 eggs", "bananas"])
    assert "mention" not in adapted("eggless banana bread", (), boiled, WHERE).says


def test_a_title_that_asks_for_more_of_a_thing_does_not_rule_it_out() -> None:
    cake = procedure("Cake with extra eggs", ["Beat 4 eggs."], ["4 eggs"])
    assert misnamed(cake) == ""
    assert misnamed(replace(cake, goal="Cake without eggs")) == "eggs"


@pytest.mark.parametrize(
    ("goal", "title"),
    [
        ("Bake banana bread", "Bake banana bread with walnuts"),
        ("Bake banana bread without nuts", "Bake banana bread without nuts"),
    ],
)
def test_no_title_hides_a_food_that_the_own_one_names(goal: str, title: str) -> None:
    bread = procedure(
        "Bake banana bread with walnuts", ["Mash the bananas into the flour.", "Stir in the walnuts.", "Bake it."],
        ["3 bananas", "200 g flour", "50 g walnuts"],
    )  # fmt: skip
    assert adapted(goal, (), bread, "your library").procedure.goal == title


def test_amounts_that_stay_as_they_are_are_said_to() -> None:
    lasagne = procedure(
        "Bake a lasagne", ["Layer the mozzarella.", "Bake it."], ["200 g mozzarella", "100 g pasta"]
    )
    assert (
        adapted("Bake a vegan lasagne for 2", (), lasagne, "your library").says.count("amounts are as written")
        == 1
    )
