"""A substitute that is refused, and food left out for somebody's sake: what the person then eats."""

import pytest

from tailor.core.guard import scan


def said(text: str, constraint: str) -> bool:
    return any(one.kind != "not_assessed" for one in scan(text, [constraint]))


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Gluten-free pasta won't do here, use the ordinary sort.", "wheat"),
        ("Alcohol-free beer is too thin, so get the real stuff.", "no_alcohol"),
        ("Oat milk curdles here, so stick to semi-skimmed.", "milk"),
        ("Vegan cheese doesn't work, buy proper mozzarella.", "milk"),
        ("Alcohol-free wine won't do. Use the real stuff.", "no_alcohol"),
        ("Gluten-free spaghetti won't work. Take ordinary spaghetti.", "wheat"),
        ("Egg-free mayonnaise splits. Buy the proper sort.", "eggs"),
        ("Don't eat the turkey if it is still pink.", "vegan"),
        ("The custard curdles if it boils.", "eggs"),
    ],
)
def test_the_plain_sort_of_a_refused_substitute_is_meant(text: str, constraint: str) -> None:
    assert said(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Soya milk curdles here, so stick to oat milk.", "soy"),
        ("Leave out the cashews if anybody has an allergy.", "tree_nuts"),
        ("Dairy allergy? Use oat cream where I've used butter.", "milk"),
        ("Any flour except wheat flour works.", "wheat"),
        ("Choose a mayonnaise that has no egg in it.", "vegan"),
        ("Alcohol-free wine won't brown. Use a proper pan.", "no_alcohol"),
        ("Egg-free mayonnaise splits. Use a normal whisk.", "eggs"),
        ("Alcohol-free wine is fine here. Use the real thing for guests.", "no_alcohol"),
    ],
)
def test_what_is_left_out_or_refused_is_not_eaten(text: str, constraint: str) -> None:
    assert not said(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Soy sauce, gluten-free", "wheat"),
        ("Mayonnaise (egg-free)", "eggs"),
        ("Worcester sauce, anchovy-free brand", "fish"),
        ("Noodles (rice), 1 packet", "wheat"),
        ("200 ml cream (oat-based)", "milk"),
        ("Lecithin (from sunflower)", "soy"),
    ],
)
def test_a_qualifier_behind_its_food_counts_as_one_before_it(text: str, constraint: str) -> None:
    assert not said(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Bread, rice and pasta", "wheat"),
        ("Add the cream, vegan sausages and peas.", "milk"),
        ("Bread, gluten-free if you like", "wheat"),
        ("Add the cream. Vegan guests have soup.", "milk"),
        ("Noodles (rice goes in later)", "wheat"),
    ],
)
def test_what_comes_after_a_food_and_is_not_said_of_it_lifts_nothing(text: str, constraint: str) -> None:
    assert said(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Lardons? Leave them out.", "halal"),
        ("Cut the sugar altogether.", "low_sugar"),
        ("Lovage leaf, not to be confused with celery", "celery"),
        ("Coconut oil has taken over from the butter.", "milk"),
        ("Some spice mixes hide celery; I mix my own from leek and carrot.", "celery"),
        ("Roll the dough into balls as big as walnuts.", "tree_nuts"),
        ("A mushroom pie that tastes of bacon", "halal"),
    ],
)
def test_what_is_named_to_say_that_it_is_not_used_is_not_there(text: str, constraint: str) -> None:
    assert not said(text, constraint)


def test_what_answers_a_question_with_its_use_is_there() -> None:
    assert said("Eggs? Use two.", "eggs")
    assert said("Cut the cheese into cubes.", "milk")


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Fold in the nut-free almonds.", "tree_nuts"),
        ("The almonds are nut-free.", "tree_nuts"),
        ("Hazelnuts, nut-free", "tree_nuts"),
        ("50 g nut-free almond flour", "tree_nuts"),
        ("Drizzle with nut-free walnut oil.", "tree_nuts"),
        ("2 tbsp peanut-free peanut butter", "peanuts"),
        ("200 g gluten-free spelt flour", "wheat"),
        ("Sift the gluten-free rye flour.", "gluten_cereals"),
        ("Simmer the gluten free barley.", "gluten_cereals"),
        ("Slice the gluten-free seitan.", "wheat"),
        ("Soak the gluten-free bulgur.", "wheat"),
        ("Toast the gluten-free semolina.", "wheat"),
        ("Stir in the gluten-free malt.", "gluten_cereals"),
        ("Use gluten-free wheat flour.", "wheat"),
        ("Cook the lentil and barley, or a chickpea farro salad.", "wheat"),
        ("1 scoop dairy-free whey", "milk"),
        ("1 scoop non-dairy casein", "milk"),
        ("Whisk in milk-free milk powder.", "milk"),
        ("300 ml dairy-free skimmed milk", "milk"),
        ("300 ml dairy-free cow's milk", "milk"),
        ("Crumble in the dairy-free goat's cheese.", "milk"),
        ("Stir in plant-based sheep's milk yogurt.", "milk"),
        ("Crumble in the vegan goat's cheese.", "milk"),
        ("Pour in the dairy-free goat milk.", "milk"),
        ("Pour in the vegan goat milk.", "milk"),
        ("Scramble the egg-free eggs.", "eggs"),
        ("Beat the egg-free egg whites.", "eggs"),
        ("Crack two vegan hen's eggs.", "eggs"),
        ("The hen's eggs are vegan.", "eggs"),
        ("Peel the shellfish-free prawns.", "crustaceans"),
        ("Mash the fish-free anchovies.", "fish"),
        ("Add soy-free edamame.", "soy"),
        ("Fry it in plant-based pork fat.", "vegetarian"),
        ("Drizzle with vegan honey from bees.", "vegan"),
    ],
)
def test_no_word_makes_a_thing_free_of_what_it_is(text: str, constraint: str) -> None:
    assert constraint in {one.constraint for one in scan(text, [constraint]) if one.kind != "not_assessed"}


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Stir in the nut-free pesto.", "tree_nuts"),
        ("200 g gluten-free plain flour", "wheat"),
        ("Toast the gluten-free bread.", "gluten_cereals"),
        ("100 g gluten-free rolled oats", "gluten_cereals"),
        ("300 ml dairy-free milk", "milk"),
        ("Grate the dairy-free cheese.", "milk"),
        ("The butter is dairy-free.", "vegan"),
        ("1 can dairy-free condensed milk", "milk"),
        ("Whisk in the dairy-free evaporated milk.", "milk"),
        ("Dairy-free Sweetened Condensed Milk", "milk"),
        ("200 ml dairy-free buttermilk", "milk"),
        ("Crumble in the dairy-free goat cheese.", "milk"),
        ("Crumble in the vegan goat cheese.", "milk"),
        ("Serve the egg-free scrambled eggs.", "eggs"),
        ("2 tbsp egg-free mayonnaise", "eggs"),
        ("Scramble the vegan egg.", "eggs"),
        ("Fry the vegan bacon.", "vegetarian"),
        ("Shred the vegan duck over pancakes.", "vegetarian"),
        ("Bake the plant-based buffalo wings.", "vegetarian"),
        ("Peel the vegan prawns.", "crustaceans"),
    ],
)
def test_a_qualifier_still_lifts_what_a_thing_is_usually_made_with(text: str, constraint: str) -> None:
    assert constraint not in {one.constraint for one in scan(text, [constraint]) if one.kind != "not_assessed"}
