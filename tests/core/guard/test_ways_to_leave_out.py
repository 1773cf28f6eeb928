"""By which words a thing is there and by which it is not: what each of them does for the guard."""

import pytest

from tailor.core.guard import scan


def finds(text: str, constraint: str) -> bool:
    return any(one.kind != "not_assessed" for one in scan(text, [constraint]))


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Rather than cream cheese, spread it with tofu.", "milk"),
        ("It is thick enough, then add everything except the nuts.", "tree_nuts"),
        ("Make sure that it is not peanut oil.", "peanuts"),
        ("Check that they are not peanut.", "peanuts"),
        ("Use oil instead of butter, and never cream.", "milk"),
        ("Never cook them with celery.", "celery"),
        ("Never serve it with peanuts.", "peanuts"),
        ("Never serve these with peanuts.", "peanuts"),
        ("Swap in oat milk for cow's milk.", "milk"),
        ("Please hold the cheese.", "milk"),
        ("A burger, and hold the cheese.", "milk"),
        ("Mash it by hand; blenders turn it to glue.", "no_blender"),
        ("Mash it by hand; an electric blender turns it to glue.", "no_blender"),
        ("A blender turns it to glue.", "no_blender"),
        ("Leave the nuts behind.", "tree_nuts"),
        ("I left out the nuts.", "tree_nuts"),
        ("Use oil where butter is called for.", "milk"),
        ("Please don't send anything with nuts.", "tree_nuts"),
        ("No one at school may bring peanuts.", "peanuts"),
        ("Instead of adding some cream take oat milk.", "milk"),
        ("Instead of any cream take oat milk.", "milk"),
        ("Without nuts do not toast it.", "tree_nuts"),
        ("Leaving out the nuts is not a problem.", "tree_nuts"),
        ("A salad without walnuts is no problem.", "tree_nuts"),
        ("Every flour but wheat will do.", "wheat"),
        ("Cross the milk off the list.", "milk"),
        ("Cross the almonds and the walnuts off the list.", "tree_nuts"),
        ("Ordinary soya milk won't do, so use rice milk.", "soy"),
        ("No microwave needed, they soften the butter by hand.", "no_microwave"),
        ("I refuse to put celery in a stock.", "celery"),
        ("Cream? Not in my kitchen.", "milk"),
        ("There used to be almonds in this cake.", "tree_nuts"),
        ("We stopped using butter years ago.", "milk"),
        ("Swap out the ghee.", "milk"),
        ("Slice the loaf with no wheat in it.", "wheat"),
        ("Slice the soft loaf that holds no wheat.", "wheat"),
        ("Serve mayonnaise instead of egg.", "milk"),
        ("Can you replace the almonds by sunflower seeds?", "tree_nuts"),
        ("Hazelnuts, no thanks; pumpkin seeds, yes.", "tree_nuts"),
        ("The eggs are long gone from this recipe.", "eggs"),
        ("It has neither eggs nor milk but plenty of almonds.", "eggs"),
        ("Make the sauce without cream and add some stock.", "milk"),
        ("Bake it without nuts; add another layer of seeds.", "tree_nuts"),
        ("Sans nuts, the granola keeps longer.", "tree_nuts"),
    ],
)
def test_what_these_words_leave_out_is_not_there(text: str, constraint: str) -> None:
    assert not finds(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Fry it without additional cheese on top.", "milk"),
        ("There should be no walnut pieces bigger than a pea.", "tree_nuts"),
        ("Chop until there are no hazelnuts larger than peas.", "tree_nuts"),
        ("Stir until none of the flour shows.", "wheat"),
        ("Don't use any nuts except the almonds.", "tree_nuts"),
        ("Swap the cheese to the lower shelf.", "milk"),
        ("Turn it and replace the fish in the pan.", "fish"),
        ("Hold the egg and the spoon over the water.", "eggs"),
        ("Keep the butter out.", "milk"),
        ("The butter is left out overnight to soften.", "milk"),
        ("Leave the butter out, it must soften.", "milk"),
        ("Leave the eggs out and let them warm.", "eggs"),
        ("Butter is called for here.", "milk"),
        ("Add the nuts which were left out before.", "tree_nuts"),
        ("When the butter is gone, use oil.", "milk"),
        ("Once the butter is gone, fry the rest in oil.", "milk"),
        ("Fry half before the butter is gone.", "milk"),
        ("The nuts are left out for now.", "tree_nuts"),
        ("No need for salt, the bacon and the stock do the job.", "vegetarian"),
        ("No need for salt, you have the bacon.", "vegetarian"),
        ("Never serve the eggs raw or the fish warm.", "eggs"),
        ("It would be vegan without the honey.", "vegan"),
        ("It's vegan when you leave out the honey.", "vegan"),
        ("It's vegan provided you leave out the honey.", "vegan"),
        ("You can go without the cheese.", "milk"),
        ("Leave out the nuts unless you like them.", "tree_nuts"),
        ("Without butter it won't set.", "milk"),
        ("Make sure you do not burn peanuts.", "peanuts"),
        ("Instead of egg use mayonnaise.", "eggs"),
        ("You may replace the almonds by sunflower seeds.", "tree_nuts"),
        ("All but the last spoon of sugar goes in.", "low_sugar"),
        ("Cross the nuts and the milk off the list, add cream.", "milk"),
        ("Use not 2 eggs but 3.", "eggs"),
        ("It is tender but not mushy and the prawns were pink.", "crustaceans"),
        ("Mushy but not soft and the prawns are pink.", "crustaceans"),
        ("The pie without cream may be made a day in advance.", "milk"),
        ("The pie without cream can be made beforehand.", "milk"),
        ("Never leave the oven unattended.", "no_oven"),
        ("Don't forget: everyone who can't have the pistachios gets seeds.", "tree_nuts"),
        ("Not everyone likes celery, but I always put two sticks in.", "celery"),
        ("You'd be wrong to think there is no egg in this: there are three.", "eggs"),
        ("The kids' half gets no prawns; ours gets both.", "crustaceans"),
        ("Make it without cream, but I wouldn't.", "milk"),
        ("Bake it without the nuts, but add some later.", "tree_nuts"),
        ("Bake it without the nuts, but plenty of them go on top.", "tree_nuts"),
        ("Some skip the nuts, but please don't.", "tree_nuts"),
        ("Many cooks skip the udon; don't.", "wheat"),
        ("Everything's vegan except the honey.", "vegan"),
        ("That's all juice apart from the rum.", "no_alcohol"),
    ],
)
def test_what_these_words_only_seem_to_leave_out_is_there(text: str, constraint: str) -> None:
    assert finds(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Whoever drives should not take the sherry trifle.", "no_alcohol"),
        ("Anyone with an allergy should not eat the peanut brittle.", "peanuts"),
        ("Guests who must not eat the prawns get soup.", "crustaceans"),
        ("The whole family can eat this, barring Tom, who can't have the pistachios on top.", "tree_nuts"),
        ("Omit the bacon for the vegetarians.", "vegetarian"),
        ("Skip the prawns for my children.", "crustaceans"),
        ("Leave the peanuts out of one portion for Amir.", "peanuts"),
        ("Leave the nuts out of half the dough.", "tree_nuts"),
    ],
)
def test_what_is_left_out_for_some_alone_is_there_for_the_rest(text: str, constraint: str) -> None:
    assert finds(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Omit the egg for a vegan version.", "eggs"),
        ("Leave the peanuts out of the salad.", "peanuts"),
        ("Leave out the nuts for anyone with an allergy.", "tree_nuts"),
    ],
)
def test_what_is_left_out_of_the_whole_dish_or_for_an_allergy_is_not_there(text: str, constraint: str) -> None:
    assert not finds(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Vegan cheese won't melt, use the real stuff.", "milk"),
        ("Swap the vegan cheese for the regular kind.", "milk"),
        ("Swap the vegan cheese for regular.", "milk"),
        ("Swap the gluten-free pasta for the regular kind.", "wheat"),
        ("Swap the sugar-free jam for the real stuff.", "low_sugar"),
    ],
)
def test_the_plain_sort_of_a_substitute_is_what_the_substitute_stood_for(text: str, constraint: str) -> None:
    assert finds(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [("Butter goes grainy. Use it warm.", "milk"), ("Soya milk doesn't work cold. Use it warm.", "soy")],
)
def test_a_food_with_a_fault_is_there_where_the_next_sentence_uses_it(text: str, constraint: str) -> None:
    assert finds(text, constraint)


@pytest.mark.parametrize("text", ["Don't boil the vegan cheese.", "Vegan cheese won't melt, use soya yoghurt."])
def test_a_substitute_that_is_kept_or_replaced_by_another_is_none(text: str) -> None:
    assert not finds(text, "milk")


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("The recipe says oats. Just replace them.", "gluten_cereals"),
        ("It says oats. I swap them.", "gluten_cereals"),
        ("Use oil where the original might add butter.", "milk"),
        ("Where the original stirs in cream, use oat milk.", "milk"),
        ("Should the label list soya, put it back.", "soy"),
        ("Whenever the label lists soya, put it back.", "soy"),
        ("Gran's was soaked in brandy, whereas ours is soaked in tea.", "no_alcohol"),
        ("Gran's was soaked in brandy, while ours is soaked in tea.", "no_alcohol"),
        ("The original had cream but mine has none.", "milk"),
        ("The French fry in butter; we finish mine in oil.", "milk"),
        ("My grandmother's version had lard in it, mine doesn't.", "vegetarian"),
        ("It's usually bound with egg; I use potato starch.", "eggs"),
        ("The original has a cup of cream, which I've swapped for oat milk.", "milk"),
        ("Ask someone else to climb the ladder and hang the lamp.", "ladder_unsafe"),
        ("Treat it as one would a custard.", "eggs"),
        ("The French fry in butter; we use oil, cold.", "milk"),
    ],
)
def test_what_others_use_or_do_is_not_done_here(text: str, constraint: str) -> None:
    assert not finds(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("The recipe says oats. Replace the water.", "gluten_cereals"),
        ("If you normally glaze with egg, use milk too.", "eggs"),
        ("If you normally glaze with egg, use some more.", "eggs"),
        ("If you normally glaze with egg, it browns.", "eggs"),
        ("Peanut butter out, sunflower butter in the bowl.", "peanuts"),
        ("Lift the fish out, herbs in.", "fish"),
        ("Stir the beans; leave the bonito in a packet.", "fish"),
        ("Soak it and leave the bonito in its bag, then simmer it.", "fish"),
        ("Serve the ice cream right after the steak, never mind the proper wait.", "kosher_basic"),
        ("Serve the ice cream without the proper wait after the steak.", "kosher_basic"),
        ("Let it foam as the butter does.", "milk"),
        ("Grind it as fine as sand, butter the tin.", "milk"),
        ("Add no more than a peanut.", "peanuts"),
        ("Use the size of prawns you like.", "crustaceans"),
        ("Fish in foil, 20 minutes.", "fish"),
        ("Ham on the bone, carved.", "vegetarian"),
    ],
)
def test_what_is_done_here_is_found_beside_what_others_do(text: str, constraint: str) -> None:
    assert finds(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("The cheese is the vegan one.", "milk"),
        ("Add noodles (all rice) to the pot.", "wheat"),
        ("Add noodles (of rice) to the pot.", "wheat"),
        ("Season with chickpea miso, made with no soy.", "soy"),
    ],
)
def test_a_qualifier_behind_a_food_lifts_what_it_rules_out(text: str, constraint: str) -> None:
    assert not finds(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("The cheese is a vegan nightmare.", "milk"),
        ("Keep the cheese, though they are vegan.", "milk"),
        ("Add slices of ham, tofu and rice.", "vegetarian"),
        ("Lentils make a sauce for the beef.", "vegetarian"),
        ("Cook the smoked salmon with steaming rice.", "pregnancy"),
    ],
)
def test_a_qualifier_of_something_else_lifts_nothing(text: str, constraint: str) -> None:
    assert finds(text, constraint)


@pytest.mark.parametrize("text", ["Wait till the water boils.", "Let it soak until the mixture simmers."])
def test_what_boils_by_itself_needs_a_stove(text: str) -> None:
    assert finds(text, "no_stove")


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("You needn't wear a mask to saw the old asbestos boards.", "harmful_dust"),
        ("No need to open a window when you run the generator in the kitchen.", "indoor_combustion"),
        ("Let your toddler nibble popcorn in front of the film.", "infant_honey"),
        ("Have a beer with the painkillers, it works quicker.", "medicine_wrong"),
        ("Add two capfuls of Shaoxing to the wok.", "wheat"),
        ("Scatter the crumble over the plums.", "gluten_cereals"),
        ("Tip the fruit into the blind baked case.", "no_oven"),
    ],
)
def test_facts_of_food_and_of_danger_that_lines_of_everyday_life_asked_for(text: str, constraint: str) -> None:
    assert finds(text, constraint)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Quarter the grapes for your toddler.", "infant_honey"),
        ("Never have a beer with the painkillers.", "medicine_wrong"),
        ("Never run the generator in the kitchen.", "indoor_combustion"),
    ],
)
def test_a_warning_or_the_safe_way_is_no_hazard(text: str, constraint: str) -> None:
    assert not finds(text, constraint)
