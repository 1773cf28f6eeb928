"""What acquits a mention acquits it only near by: denied, excepted or taken back, the mention counts."""

import pytest

from tailor.core.guard import check, constraint_ids, constraints_in, scan, tripwires, wordless
from tailor.core.procedure import procedure


def ids(text: str) -> set[str]:
    return {one.constraint for one in scan(text, constraint_ids()) if one.kind != "not_assessed"}


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Use no nuts except the almonds.", "tree_nuts"),
        ("Use no dairy apart from the butter.", "milk"),
        ("Leave out all the nuts except the almonds.", "tree_nuts"),
        ("The loaf is vegan except for the honey glaze.", "vegan"),
        ("Never serve without peanuts.", "peanuts"),
        ("It cannot be made without butter.", "milk"),
        ("It can't, sadly, be made without butter.", "milk"),
        ("There is no cake without eggs.", "eggs"),
        ("Nothing works without cream here.", "milk"),
        ("gluten-free? no: add wheat flour", "wheat"),
        ("No, add the walnuts.", "tree_nuts"),
        ("Instead of leaving the nuts out, add them.", "tree_nuts"),
        ("Rather than skipping the cheese, halve it.", "milk"),
        ("Don't leave out the eggs.", "eggs"),
        ("The eggs must not be left out.", "eggs"),
        ("Do not skip the peanuts.", "peanuts"),
        ("Don't replace the butter with oil.", "milk"),
        ("This sauce is not nut-free.", "tree_nuts"),
        ("Omit the nuts at first, then stir them in.", "tree_nuts"),
        ("Add the nuts that were left out.", "tree_nuts"),
        ("There is no substitute for real butter.", "milk"),
        ("Leave the nuts out if you like.", "tree_nuts"),
        ("The honey can be left out.", "low_sugar"),
        ("You can leave out the walnuts.", "tree_nuts"),
        ("Omit the cheese if you are vegan.", "milk"),
        ("It would be vegan were it not for the honey.", "vegan"),
        ("If it weren't for the egg it would be vegan.", "eggs"),
        ("Were there no butter in it, you could serve it to anyone.", "milk"),
        ("Could you skip the eggs? Not really.", "eggs"),
        ("Can I make it without eggs? No, they hold it together.", "eggs"),
        ("Add back the nuts you left out earlier.", "tree_nuts"),
        ("No amount of cheese is too much.", "milk"),
        ("There's no quicker way than the microwave.", "no_microwave"),
        ("Don't use low-fat cheese.", "milk"),
        ("I'd never use margarine here, always butter.", "milk"),
        ("Without delay add the prawns.", "crustaceans"),
        ("Why leave out the almonds?", "tree_nuts"),
        ("With the exception of the honey, all of it is vegan.", "vegan"),
        ("Once the butter is gone, use oil.", "milk"),
        ("Without the butter you'd miss the point.", "milk"),
        ("Those who avoid milk can take soya drink.", "soy"),
        ("Next to no butter goes in.", "milk"),
        ("No olives missing from the salad, nor any feta missing.", "milk"),
        ("See that no walnuts are left over in the bowl.", "tree_nuts"),
        ("There is no butter too salty for this.", "milk"),
        ("No cheese, except for the hard kind.", "milk"),
        ("In place of water add milk.", "milk"),
        ("Instead of tofu fry some bacon.", "halal"),
        ("If you have no oil, butter is fine.", "milk"),
        ("Without oats, couscous does the job.", "wheat"),
        ("Without nuts it tastes flat, so add a handful.", "tree_nuts"),
        ("Not oil, butter.", "milk"),
        ("Neither too sweet nor too sour: add honey.", "vegan"),
        ("Why not add some prawns?", "crustaceans"),
        ("Replace half of the butter with oil.", "milk"),
        ("This spread is anything but nut-free.", "tree_nuts"),
        ("Serve with or without cream.", "milk"),
        ("Free-from chocolate still contains soya.", "soy"),
        ("There is no getting by without the oven.", "no_oven"),
        ("Leave the nuts out of the batter and put them on top.", "tree_nuts"),
        ("Don't preheat the oven, put the dish in cold.", "no_oven"),
        ("Don't walk, take the car.", "no_car"),
        ("It's too far to walk, so take the car.", "no_car"),
        ("The pancakes have no eggs but plenty of milk.", "milk"),
        ("Make the burger of lentils and beef.", "vegetarian"),
        ("Leave out the rum in a baba? Never in this house.", "no_alcohol"),
        ("Gluten-free? No. Add plain flour.", "wheat"),
        ("The recipe says almonds. Toast them.", "tree_nuts"),
        ("Never butter the tin with oil.", "milk"),
        ('Stir the "soup" of tofu into the eggs.', "eggs"),
    ],
)
def test_an_exception_or_a_second_negation_takes_the_acquittal_back(text: str, constraint: str) -> None:
    assert constraint in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Heat without burning the butter.", "milk"),
        ("Fold in without deflating the egg whites.", "eggs"),
        ("Stir until no flour remains.", "wheat"),
        ("You don't need to peel the almonds.", "tree_nuts"),
        ("You don't have to melt the butter.", "milk"),
        ("Don't use cold butter.", "milk"),
        ("Do not turn the fish for 3 minutes.", "fish"),
        ("Leave the butter out 30 minutes.", "milk"),
        ("Leave the butter out and let it soften.", "milk"),
        ("Switch the mixer on, add milk and beat for 3 minutes.", "milk"),
        ("Change the whisk, add the eggs and beat with the paddle.", "eggs"),
        ("The eggs can go into the bowl next.", "eggs"),
        ("Toss the courgette ribbons with butter.", "milk"),
        ("Stir in the cream and cover with a linen cloth.", "milk"),
        ("Warm the almond croissants.", "milk"),
        ("Add the barley malt syrup.", "gluten_cereals"),
        ("Serve the spaghetti carbonara.", "eggs"),
        ("Leave the cream out of the fridge.", "milk"),
        ("Hold the loaf and cut it into slices.", "wheat"),
        ("Keep the cream out of the sun.", "milk"),
        ("Instead of frying use the oven.", "no_oven"),
        ("Warm the pie made of rice flour and butter.", "milk"),
    ],
)
def test_an_act_a_state_or_a_word_far_away_acquits_nothing(text: str, constraint: str) -> None:
    assert constraint in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Add everything except the nuts.", "tree_nuts"),
        ("Use any nut except peanuts.", "peanuts"),
        ("Don't worry, it works without eggs.", "eggs"),
        ("Make it without eggs, but never without butter.", "eggs"),
        ("Leave out the nuts and use seeds.", "tree_nuts"),
        ("The butter can go.", "milk"),
        ("Do not turn on the oven.", "no_oven"),
        ("Paint the wall in cream.", "milk"),
        ("Knit with the mustard yarn.", "mustard"),
        ("Brush it with almond milk.", "milk"),
        ("Oil takes the place of butter.", "milk"),
        ("Rice noodles replace the wheat ones.", "wheat"),
        ("None of these contain nuts.", "tree_nuts"),
        ("Cross the butter off the list.", "milk"),
        ("The original calls for cream; we use oat drink.", "milk"),
        ("Egg-, milk- and nut-free.", "milk"),
        ("The filling tastes like tuna but it is chickpeas.", "fish"),
        ("The eggs were dropped from the recipe.", "eggs"),
        ("Forget the croutons; roasted chickpeas make the crunch.", "wheat"),
        ("Can I make it without eggs? Yes, it holds together.", "eggs"),
        ("Leave out the rum? Not a problem.", "no_alcohol"),
        ("The recipe says almonds. Replace them with seeds.", "tree_nuts"),
        ("Never pork in ours, only lentils.", "halal"),
        ('Fold the "cheese" of cashew into the rice.', "milk"),
        ("No egg, only curd, for the sponge cake.", "eggs"),
        ("Bind the pancakes with a flax egg.", "eggs"),
        ("I've dropped cow's milk altogether.", "milk"),
        ("Don't look it up online, ask your neighbour.", "no_internet"),
        ("The pâté is alcohol-free, so the brandy stays in the cupboard.", "no_alcohol"),
        ("Leave the butter out of the dough.", "milk"),
        ("Take stevia, not sugar, to the table.", "low_sugar"),
        ("Any nuts but peanuts will do.", "peanuts"),
        ("Bake the flatbreads, made with rice flour.", "wheat"),
        ("Use a fish-free Worcestershire sauce.", "vegan"),
        ("A bread that has no wheat in it.", "wheat"),
        ("A cake without eggs.", "eggs"),
        ("Use the vegetable stock without celery.", "celery"),
        ("Everything goes in, the eggs excepted.", "eggs"),
        ("The oven stays cold today.", "no_oven"),
        ("No yeast is needed for this dough.", "wheat"),
        ("Eggs aren't needed.", "eggs"),
        ("Flourless chocolate cake.", "wheat"),
        ("In the absence of butter, margarine will do.", "milk"),
        ("Sing the song about the sausage.", "vegetarian"),
        ("This cake contains neither eggs nor milk.", "eggs"),
        ("A burger made of lentils.", "vegetarian"),
        ("Keep the nuts out of this batch.", "tree_nuts"),
        ("Hold the cheese, please.", "milk"),
        ("If you're out of milk, use oat drink.", "milk"),
        ("Fish sauce can't be used, so season with salt.", "fish"),
        ("The blender may stay in its box.", "no_blender"),
        ("Instead of baking the dough in the oven, fry it.", "no_oven"),
        ("Whisk by hand rather than blitzing in a blender.", "no_blender"),
        ("Stick the cheese poster on the wall.", "milk"),
        ("Use sunflower seeds where you would use almonds.", "tree_nuts"),
    ],
)
def test_a_plain_absence_near_by_still_acquits(text: str, constraint: str) -> None:
    assert constraint not in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Stir the raw egg into the rice; do not cook.", "undercooked_egg"),
        ("Pour raw egg over the noodles and do not cook it.", "undercooked_egg"),
        ("Don't be afraid to mix bleach and vinegar.", "chem_mix"),
        ("Never clean without mixing bleach and ammonia.", "chem_mix"),
        ("Mix bleach or chlorine cleaner with vinegar.", "chem_mix"),
        ("Don't bother switching off the power before you undo the socket.", "mains_electric_live"),
        ("Don't wait for the barbecue to go out; bring it into the tent.", "indoor_combustion"),
        ("Keep the petrol can in the kitchen.", "solvent_near_flame"),
        ("Put the dried kidney beans in the slow cooker without boiling them.", "raw_beans"),
        ("Dry-sand the old lead paint off the frame.", "lead_dust"),
        ("Add a pinch of salt to the baby's puree.", "infant_honey"),
        ("You don't have to switch off the breaker to join the two wires.", "mains_electric_live"),
        ("Replace the socket; there is no need to turn the breaker off to fit it.", "mains_electric_live"),
        ("Don't let the yolks set, they should still run.", "undercooked_egg"),
        ("Don't bother with anyone to hold the ladder.", "ladder_unsafe"),
        ("Tip a cup of water over the blazing deep fryer.", "oil_fire_water"),
        ("Spread raw minced pork on a bun.", "undercooked_pork"),
        ("Eat the turkey mince raw.", "undercooked_poultry"),
        ("Dry-sand the paint in the pre-1960 house.", "lead_dust"),
        ("Hold the bagel in your hand and slice down through it.", "blade_toward_hand"),
        ("Don't smother the burning oil, drench it with the hose.", "oil_fire_water"),
        ("It doesn't matter if the chicken legs are pink at the bone.", "undercooked_poultry"),
        ("No need to cook the pork through, a rosy middle is fine.", "undercooked_pork"),
        ("If she won't suck the dummy without honey, dip it.", "infant_honey"),
        ("Let the children lick the brownie batter.", "undercooked_egg"),
        ("Stand the ladder against the overhead cables.", "ladder_unsafe"),
        ("Serve the home-canned beans though the lid hissed.", "canning_botulism"),
        ("Prise the swollen battery loose.", "lithium_battery_damage"),
        ("Don't fetch a ladder, just climb on the swivel chair.", "ladder_unsafe"),
        ("Don't take it outside, light the camping stove in the tent.", "indoor_combustion"),
        ("Swap the socket with the power left on.", "mains_electric_live"),
        ("You don't have to grill the chicken through.", "undercooked_poultry"),
        ("If the battery bulges, don't be shy: stab it.", "lithium_battery_damage"),
        ("Slice the apple in your palm.", "blade_toward_hand"),
        ("Add a pinch of salt to the baby's carrots.", "infant_honey"),
        ("Wrap some foil round the blown fuse.", "mains_electric_live"),
        ("Stack two stools and climb up.", "ladder_unsafe"),
    ],
)
def test_a_precaution_that_is_denied_acquits_no_hazard(text: str, constraint: str) -> None:
    assert constraint in ids(text)


@pytest.mark.parametrize("food", ["honey", "salt", "whole grapes"])
def test_who_asks_for_a_baby_is_told_of_its_foods_where_no_baby_is_named(food: str) -> None:
    porridge = procedure("Porridge", [f"Add the {food}."], [food])
    asked = constraints_in("for my 8-month-old")
    assert {(one.part, one.constraint) for one in check(porridge, asked)} == {
        ("steps", "infant_honey"),
        ("resources", "infant_honey"),
    }
    assert [wire.level for wire in tripwires("", f"Add the {food}.", asked)] == ["must"]
    assert not tripwires("", f"Add the {food}.")
    assert check(procedure("Porridge", [f"Leave out the {food}."]), asked) == ()
    assert scan(f"Add the {food}.", asked) == ()


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("no nuts, no kiwi", ("kiwi",)),
        ("I can't have dairy or tomatoes", ("tomatoes",)),
        ("no oven and no wok", ("wok",)),
        ("no nuts (allergy)", ()),
        ("allergic to shellfish, but eggs are fine", ()),
        ("", ()),
    ],
)
def test_what_is_ruled_out_and_has_no_words_is_named(text: str, things: tuple[str, ...]) -> None:
    assert wordless(text) == things


def test_every_constraint_has_words_to_look_for() -> None:
    from tailor.core.guard.hazards import hazards
    from tailor.core.guard.vocabulary import DOMAINS, index

    phrases = (phrase for domain in DOMAINS for some in index(domain).values() for phrase in some)
    known = {id for phrase in phrases if phrase.entry for id, kind in phrase.entry.gives if kind != "not_assessed"}
    assert known | hazards().constraints == set(constraint_ids())


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Do not stand on the top rung, use a taller ladder.", "ladder_unsafe"),
        ("Never mix bleach, vinegar or ammonia.", "chem_mix"),
        ("Never use petrol in the kitchen, the vapour is dangerous near the stove.", "solvent_near_flame"),
        ("Never eat chicken that is pink, cook it through.", "undercooked_poultry"),
        ("Never pour water on burning oil, use a lid.", "oil_fire_water"),
        ("Lean the ladder against the wall at one in four.", "ladder_unsafe"),
        ("If the battery is swollen, stop using it.", "lithium_battery_damage"),
        ("Check whether the battery is swollen before you charge it.", "lithium_battery_damage"),
    ],
)
def test_a_warning_with_its_remedy_is_no_hazard(text: str, constraint: str) -> None:
    assert constraint not in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Leaving out the butter ruins it.", "milk"),
        ("It falls apart without butter.", "milk"),
        ("Instead of frying the prawns, grill them.", "crustaceans"),
        ("In place of the oats, walnuts.", "tree_nuts"),
        ("Without oil, toast the walnuts.", "tree_nuts"),
        ("We had no raisins and used walnuts.", "tree_nuts"),
        ("Except for the walnuts, nothing is toasted.", "tree_nuts"),
        ("Why not mix bleach and ammonia for a stronger cleaner.", "chem_mix"),
        ("You don't need to boil the kidney beans.", "raw_beans"),
        ("Can the beans in boiling water.", "canning_botulism"),
    ],
)
def test_what_replaces_an_act_or_is_missed_when_left_out_is_there(text: str, constraint: str) -> None:
    assert constraint in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Walnuts? No, oats.", "tree_nuts"),
        ("Peanuts? Not for me, thanks.", "peanuts"),
        ("The walnuts make way for oats.", "tree_nuts"),
        ("Give the walnuts a miss.", "tree_nuts"),
        ("Roll pieces the size of a prawn.", "crustaceans"),
        ("Is it OK to use a patio heater indoors? No.", "indoor_combustion"),
        ("You can cook the peas in boiling water.", "canning_botulism"),
    ],
)
def test_what_is_refused_or_tells_a_size_is_not_there(text: str, constraint: str) -> None:
    assert constraint not in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("The pudding is usually steamed in rum; mine has orange juice.", "no_alcohol"),
        ("The restaurant uses ghee; I use rapeseed oil.", "milk"),
        ("I use tamari where the blog lists Worcestershire sauce.", "fish"),
        ("Hold the anchovies and the parmesan, please.", "fish"),
        ("Soak the kombu; leave the bonito flakes in their packet.", "fish"),
        ("Out goes the butter, in comes the olive oil.", "milk"),
        ("Wheat flour out and rice flour in.", "wheat"),
        ("Lentil soup with liquid smoke for a bacon flavour.", "vegetarian"),
        ("Nobody in the class may bring peanut butter.", "peanuts"),
        ("Don't serve anything with nuts to him.", "tree_nuts"),
        ("A roux of cornflour and oil; it thickens without any wheat.", "wheat"),
        ("Look out for lupin flour on the label.", "lupin"),
        ("Fill the doughnut tin with batter.", "milk"),
        ("Swap the brie for cheddar while you're pregnant.", "pregnancy"),
        ("Cook the smoked salmon through.", "pregnancy"),
        ("Mash by hand; the food processor makes it gummy.", "no_blender"),
        ("Leave the stick blender in the drawer and use a whisk.", "no_blender"),
        ("Beef now, ice cream after the usual wait.", "kosher_basic"),
        ("Wait with the incense till the white spirit fumes have gone.", "solvent_near_flame"),
        ("Mixing bleach with vinegar is how she ended up in hospital, so please don't.", "chem_mix"),
    ],
)
def test_what_is_set_apart_from_what_is_done_here_is_not_there(text: str, constraint: str) -> None:
    assert constraint not in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Traditionally soaked in brandy; ours is soaked in brandy too.", "no_alcohol"),
        ("The recipe uses butter; we use salted.", "milk"),
        ("Mum rubs in the butter, I whisk the eggs.", "milk"),
        ("Hold the celery stick and peel off the strings.", "celery"),
        ("Leave the butter in its packet to soften.", "milk"),
        ("Pie out, bread in, oven up to 220.", "wheat"),
        ("Fry bacon for that smoky taste.", "vegetarian"),
        ("Nobody should miss the peanut butter cookies.", "peanuts"),
        ("Flour instead of cornflour.", "wheat"),
        ("Make the custard with milk; there's no egg in it.", "milk"),
        ("Look out for good crab at the market.", "crustaceans"),
        ("Let the buns stand for 10 minutes.", "wheat"),
        ("Don't skip the brie even if you're pregnant.", "pregnancy"),
        ("Swap the brie for camembert while you're pregnant.", "pregnancy"),
        ("Cook the liver through.", "pregnancy"),
        ("Use a blender; too long turns it to glue.", "no_blender"),
        ("Beef burger with cheese, no need for the usual wait.", "kosher_basic"),
        ("If the stain doesn't budge, mix bleach with vinegar.", "chem_mix"),
    ],
)
def test_what_only_seems_to_be_set_apart_is_there(text: str, constraint: str) -> None:
    assert constraint in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("It's all vegetables apart from the anchovies in the sauce.", "fish"),
        ("The crumble is plain fruit bar the flaked almonds on it.", "tree_nuts"),
        ("Every layer can be set with agar except for the mousse, which has gelatine.", "vegan"),
        ("These are mild, aside from the mustard.", "mustard"),
    ],
)
def test_what_a_description_excepts_is_there(text: str, constraint: str) -> None:
    assert scan(text, [constraint])


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Everything is added except the almonds.", "tree_nuts"),
        ("All that is in the bowl except the mustard goes on the tray.", "mustard"),
        ("Mix all that is listed apart from the butter.", "milk"),
        ("When the rice is cold, add all of it except the cashews.", "tree_nuts"),
        ("The dough is ready, so shape it and scatter all the seeds except the sesame.", "sesame"),
        ("Take plain rolls, none with sesame on top.", "sesame"),
    ],
)
def test_what_is_excepted_from_what_goes_in_is_not_there(text: str, constraint: str) -> None:
    assert not scan(text, [constraint])


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Pick over the crab meat.", "crustaceans"),
        ("Select your favourite fruit and drizzle over honey and cream.", "milk"),
        ("Choose the best peaches and spoon over cream.", "milk"),
    ],
)
def test_an_over_behind_another_verb_prefers_nothing(text: str, constraint: str) -> None:
    assert scan(text, [constraint])
    assert not [one for one in scan("Choose margarine over butter.", ["milk"]) if one.word == "butter"]


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("When the thermometer reads 80 in the milk, move it off the heat.", "milk"),
        ("If the mix contains egg, do not add salt.", "eggs"),
        ("If the bread includes milk, make it the day before.", "milk"),
        ("If it contains nuts, find the nutcracker.", "tree_nuts"),
        ("To save the egg whites, freeze them.", "eggs"),
        ("Leave the cream out of the chiller.", "milk"),
        ("Leave the eggs out of the basket.", "eggs"),
        ("Cream is usual but not too much.", "milk"),
        ("Add nothing more once the milk boils.", "milk"),
    ],
)
def test_a_condition_a_place_or_a_custom_takes_nothing_away(text: str, constraint: str) -> None:
    assert [one for one in scan(text, [constraint]) if one.kind != "not_assessed"]


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Whisk the aquafaba into peaks, as egg whites would.", "eggs"),
        ("Chop the seeds to the size of sesame seeds.", "sesame"),
        ("Grind the pepper as fine as wheat flour.", "wheat"),
        ("Shred the jackfruit like you would pulled pork.", "vegan"),
        ("The jackfruit pulls apart like pork.", "vegan"),
        ("Tint the icing shrimp pink.", "crustaceans"),
        ("Tint the fondant pistachio green with two drops.", "tree_nuts"),
        ("Chill the rum-free punch.", "no_alcohol"),
        ("Roll out the almond-free marzipan.", "tree_nuts"),
        ("Fry in oil, never peanut butter, until golden.", "peanuts"),
        ("Don't add honey before the first birthday.", "vegan"),
    ],
)
def test_a_likeness_a_colour_and_what_is_free_of_it_is_not_there(text: str, constraint: str) -> None:
    assert constraint not in ids(text)


@pytest.mark.parametrize("text", ["Grill a steak of cauliflower.", "Brown a mince of cooked lentils."])
def test_a_cut_of_a_plant_is_no_meat(text: str) -> None:
    assert "vegetarian" not in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Roll it up like the prawns.", "crustaceans"),
        ("Add as much butter as flour.", "milk"),
        ("Add a nut like almonds.", "tree_nuts"),
        ("Add the same weight of butter.", "milk"),
        ("Serve the duck pink.", "vegetarian"),
        ("Bake the butter-free cheese straws.", "milk"),
        ("There is no egg in the dough, only in the glaze.", "eggs"),
        ("Many cooks skip the udon here; don't, add two nests.", "wheat"),
        ("A bisque without lobster is no bisque.", "crustaceans"),
        ("Rather than cut the feta, double it.", "milk"),
    ],
)
def test_what_only_looks_like_an_absence_is_there(text: str, constraint: str) -> None:
    assert constraint in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Stir all the ingredients except the pecans together.", "tree_nuts"),
        ("Put all other ingredients, apart from the cheese, in the pot.", "milk"),
        ("Rather than skip the mussels, buy frozen ones.", "molluscs"),
        ("Rather than replace the butter, add more of it.", "milk"),
        ("Simmer until soft but not mushy and the beef is tender.", "vegetarian"),
        ("There is no cheese in the filling, it all goes on top.", "milk"),
        ("The batter is egg-free until you beat one in.", "eggs"),
        ("Not two eggs but three.", "eggs"),
        ("Be careful to not burn the beef.", "vegetarian"),
        ("There are no lumps of butter larger than a pea.", "milk"),
        ("Ground rice is replaced by flour.", "wheat"),
        ("Leave the butter out of sight while you go out for bread.", "milk"),
        ("No cream in the soup itself; swirl it on at the end.", "milk"),
        ("No milk in the tea, but plenty in the porridge.", "milk"),
        ("Suitable for vegans once you leave out the honey.", "vegan"),
        ("Not only rice but also barley goes in.", "gluten_cereals"),
        ("Omit a third of the butter.", "milk"),
        ("Serve it without extra cheese.", "milk"),
        ("Skip the butter on the toast but keep it in the sauce.", "milk"),
        ("A trifle without sherry is just pudding.", "no_alcohol"),
        ("You do not want the egg to curdle.", "eggs"),
        ("The tart (without its cream) can be made a day ahead.", "milk"),
        ("Rather than throw the mussels away, steam them.", "molluscs"),
        ("Whisk the egg substitute with the milk.", "eggs"),
        ("If you normally skip the nuts, add them today.", "tree_nuts"),
        ("If you normally use butter, melt it now.", "milk"),
        ("Where most people stop, add cream.", "milk"),
        ("Without breadcrumbs the cutlets stay pale.", "wheat"),
        ("Make sure the butter isn't cold.", "milk"),
        ("Butter works just as well as oil.", "milk"),
        ("Add the milk as well as the yoghurt.", "milk"),
        ("Whisk in 1/4 cup egg substitute.", "eggs"),
        ("Flake the imitation crabmeat.", "fish"),
        ("Whip the cream the day before.", "milk"),
        ("If the recipe calls for butter, use it.", "milk"),
        ("Take a jam with no added pectin but plenty of sugar.", "low_sugar"),
    ],
)
def test_what_is_used_later_or_as_ever_is_there(text: str, constraint: str) -> None:
    assert constraint in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Toast sunflower seeds where the original toasts almonds.", "tree_nuts"),
        ("Use lime where some recipes call for butter.", "milk"),
        ("If you normally glaze with egg, brush with oat milk.", "eggs"),
        ("Oat milk works just as well as cow's milk.", "milk"),
        ("Check that it isn't peanut.", "peanuts"),
        ("Choose jam with no added sugar.", "low_sugar"),
        ("Spread it with non-dairy butter.", "milk"),
        ("Toast gluten-free buns, such as Baker's buns.", "wheat"),
        ("Sift the cashew flour.", "wheat"),
        ("If the packet tells you to add cashews, ignore it.", "tree_nuts"),
        ("Cream the vegan butter and sugar.", "milk"),
        ("Granola with seeds only, no nuts of any kind.", "tree_nuts"),
        ("Use an egg substitute.", "eggs"),
        ("Any muesli will do as long as there are no nuts in it.", "tree_nuts"),
        ("Use a stock cube free from celery.", "celery"),
        ("The mayonnaise is the vegan kind.", "eggs"),
        ("Heat the smoked salmon until steaming.", "pregnancy"),
        ("Grill the portobello steaks.", "vegetarian"),
        ("It tastes creamy without a drop of cream.", "milk"),
        ("If there are nuts in the packet, choose another brand.", "tree_nuts"),
        ("You won't find a single nut in this granola.", "tree_nuts"),
        ("These meatballs hold together without breadcrumbs.", "wheat"),
        ("Peel the goose-necked squash.", "vegetarian"),
        ("Glue the cheese label on the jar.", "milk"),
        ("Use oil; butter isn't called for.", "milk"),
        ("It is usually finished with feta; we finish ours with seeds.", "milk"),
        ("Some people add a splash of cream. I don't.", "milk"),
        ("Pour over the custard made with oat milk.", "milk"),
        ("Cut the card in a shape like brie.", "milk"),
        ("Cut the watermelon into steaks.", "vegetarian"),
        ("A cake without eggs is just as good.", "eggs"),
        ("Rather than use butter, use oil.", "milk"),
    ],
)
def test_what_others_do_and_what_is_only_compared_with_is_not_there(text: str, constraint: str) -> None:
    assert constraint not in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint", "found"),
    [
        ("Skip the onion and never use celery.", "celery", True),
        ("Roll balls the size of a bit of walnut.", "tree_nuts", False),
        ("Cook the rice and leave the bonito in its packet. Serve.", "fish", False),
        ("Cook the rice, leave bonito in the bag with the leek.", "fish", True),
    ],
)
def test_what_is_left_or_likened_is_told_by_the_words_beside_it(text: str, constraint: str, found: bool) -> None:
    assert bool(scan(text, [constraint])) is found


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Leave out the butter to soften.", "milk"),
        ("Leave out the butter overnight.", "milk"),
        ("Leave out the butter at room temperature.", "milk"),
        ("Leave out the cheese on the counter, then slice it.", "milk"),
        ("Avoid adding the milk all at once.", "milk"),
        ("Avoid adding the eggs too quickly.", "eggs"),
        ("Avoid using cold butter.", "milk"),
        ("Avoid using too much butter.", "milk"),
        ("Avoid boiling the milk.", "milk"),
        ("Without toasting the almonds, chop them.", "tree_nuts"),
        ("Avoid the cream splitting.", "milk"),
        ("Do not use all of the cream.", "milk"),
        ("Don't add all the eggs.", "eggs"),
        ("Use none of the milk yet.", "milk"),
        ("Add no cream until it has cooled.", "milk"),
        ("Cut out rounds of butter.", "milk"),
        ("Cut out 12 circles of pastry.", "wheat"),
        ("Cut out the cheese with a cutter.", "milk"),
        ("Fold until you see no more butter.", "milk"),
        ("Use no salt, 2 eggs, flour.", "eggs"),
        ("Without salt, two eggs.", "eggs"),
        ("No peanuts, 20 almonds.", "tree_nuts"),
    ],
)
def test_a_manner_a_time_or_a_part_that_is_denied_leaves_the_thing_in(text: str, constraint: str) -> None:
    assert constraint in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Leave out the butter and warm the oil.", "milk"),
        ("Leave out the cheese for a vegan version.", "milk"),
        ("Leave out the soft cheese.", "milk"),
        ("Avoid adding milk.", "milk"),
        ("Avoid milk during the week.", "milk"),
        ("Avoid anything containing milk.", "milk"),
        ("Use none of the milk.", "milk"),
        ("Cut out the butter.", "milk"),
        ("Fry it in oil instead of butter until golden.", "milk"),
        ("Use oil instead of adding butter too early.", "milk"),
        ("No salt, eggs or milk.", "eggs"),
        ("Do not use all-purpose flour.", "wheat"),
    ],
)
def test_a_thing_that_is_itself_denied_is_out_whatever_is_said_of_the_rest(text: str, constraint: str) -> None:
    assert constraint not in ids(text)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        ("Don't mix bleach and vinegar in a metal bucket; use a plastic one.", "chem_mix"),
        ("Never mix bleach with vinegar without gloves.", "chem_mix"),
        ("Do not mix the bleach with vinegar until it is diluted.", "chem_mix"),
        ("Never mix bleach with ammonia unless the window is open.", "chem_mix"),
        ("Some say not to mix bleach with vinegar, but it is fine.", "chem_mix"),
        ("Do not pour water on the burning oil slowly; pour it fast.", "oil_fire_water"),
        ("Do not slowly pour water on the burning oil; pour it fast.", "oil_fire_water"),
        ("Do not mix bleach and vinegar with your hands; mix them with a spoon.", "chem_mix"),
        ("Never mix bleach with vinegar in the sink; mix them in a bowl.", "chem_mix"),
        ("Do not mix bleach with vinegar until it has cooled.", "chem_mix"),
        ("Do not pour water on the burning oil until the heat has been turned off.", "oil_fire_water"),
        ("Do not mix bleach and vinegar too fast.", "chem_mix"),
        ("Do not mix bleach with vinegar at first.", "chem_mix"),
        ("Do not mix too much bleach with vinegar.", "chem_mix"),
        ("Do not mix bleach and ammonia with bare hands.", "chem_mix"),
    ],
)
def test_a_warning_with_a_limit_or_taken_back_is_no_all_clear(text: str, constraint: str) -> None:
    assert constraint in ids(text)


@pytest.mark.parametrize(
    "text",
    [
        "Never mix bleach with vinegar in the same bucket.",
        "Don't mix bleach and vinegar in a bucket; use baking soda.",
        "Don't mix bleach with vinegar, but use soap instead.",
        "Don't mix bleach with vinegar, but it is not safe with ammonia either.",
        "Do not pour water on the burning oil; cover it with a lid.",
        "Never slow-cook raw kidney beans without boiling them first.",
        "Do not lean the ladder on the gutter; lean it on the wall.",
        "Don't put the ladder on a table; put it on the floor.",
        "Don't put the ladder on a table, put it on level ground.",
        "Never mix bleach with vinegar; mix it with cold water only.",
        "Never mix bleach with ammonia, mix it with water.",
        "Never mix bleach with vinegar in the sink; mix it with water.",
        "Do not store bleach next to vinegar; store it under the sink.",
        "Never mix bleach with vinegar in the toilet; use one of them.",
        "Do not taste the raw chicken until it is cooked.",
        "Do not eat the raw eggs until cooked.",
        "Do not eat the raw eggs unless they are fully cooked.",
        "Do not use paint thinner near the pilot light until it is off.",
    ],
)
def test_a_warning_with_its_place_its_precaution_or_another_way_stays_one(text: str) -> None:
    assert not ids(text) & _OF_WARNINGS


_OF_WARNINGS = {
    "chem_mix", "oil_fire_water", "raw_beans", "ladder_unsafe", "undercooked_poultry", "undercooked_egg",
    "solvent_near_flame",
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Do not heat honey, stir it in cold.",
        "Avoid leaving out honey.",
        "Instead of going without honey, stir it in.",
        "No honey left? Buy more honey.",
        "Don't skimp on honey.",
        "Don't replace the honey.",
        "Fold in the flour and, instead of leaving out honey, 3 tbsp of it.",
    ],
)
def test_of_honey_for_a_baby_only_what_leaves_it_out_acquits(text: str) -> None:
    assert check(procedure("Porridge", [text]), ["infant_honey"])


@pytest.mark.parametrize(
    "text",
    [
        "Never give honey to a baby.",
        "Leave out the honey.",
        "Sweeten it with banana instead of honey.",
        "No honey before the first birthday.",
        "Never use honey for infants; use mashed banana.",
    ],
)
def test_a_warning_of_honey_gives_none(text: str) -> None:
    assert not check(procedure("Porridge", [text]), ["infant_honey"])
