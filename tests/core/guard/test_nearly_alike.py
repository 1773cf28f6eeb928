"""Sentences nearly alike: in the first of each pair the thing is there, in the second it is not."""

from tailor.core.guard import scan


def finds(text: str, constraint: str) -> bool:
    return any(one.kind != "not_assessed" for one in scan(text, [constraint]))


def test_of_what_is_left_out_a_part_may_stay() -> None:
    both("milk", "Omit a third of the butter.", "Omit the butter.")
    both("milk", "Omit one third of the butter.", "Omit one pat, the butter.")
    both("milk", "Leave out half the butter.", "Leave out the butter.")
    both("milk", "Bake it without 20 g of the butter.", "Bake it without a drop of cream.")
    both("eggs", "Not two eggs but three.", "Not two eggs.")
    both("celery", "Skip the onion, but never the celery.", "Skip the onion and the celery.")


def test_a_list_that_is_left_out_ends_where_something_else_begins() -> None:
    both("milk", "Bake it without nuts, then butter the tin.", "Bake it without nuts, butter or eggs.")
    both("milk", "No nuts, stir the milk in.", "No nuts, milk or eggs go in.")
    both("milk", "Not oil, butter.", "Not butter, oil.")
    both("milk", "Instead of oil use butter.", "Instead of milk, butter or cream use oil.")
    both("milk", "No salt, the butter brings it along.", "No need for salt or butter.")
    both("milk", "No cream, whisk some milk in.", "No cream, and no milk.")
    both("eggs", "No cream left, eggs go in.", "No cream, eggs or nuts go in.")
    both("milk", "Don't use anything with nuts but butter is fine.", "Don't use anything with butter.")


def test_an_exception_from_nothing_is_there_and_an_exception_from_all_is_not() -> None:
    both("tree_nuts", "No nuts except the almonds.", "Use everything except the almonds.")
    both("wheat", "Any flour will do, but wheat is best.", "Any flour but wheat will do.")
    both("wheat", "Any bun is fine. Nothing but wheat here.", "Every bun but wheat is fine.")
    both("tree_nuts", "Mix all ingredients except the nuts.", "Mix it all except the nuts.")
    both("wheat", "There is no flour except two spoons of wheat semolina.", "All flours do except wheat.")


def test_what_comes_in_and_what_goes_out_of_a_swap_are_told_apart() -> None:
    both("tree_nuts", "Swap in almonds for oats.", "Swap the almonds for oats.")
    both("tree_nuts", "Swap the almonds in for oats.", "Swap the oats in for almonds.")
    both("milk", "Swap what you put in for butter.", "Swap the butter for oil.")
    both("milk", "Sub butter for the oil.", "Sub oil for the butter.")
    both("milk", "You replace the butter tray.", "Oil replaces the butter.")
    both("milk", "Change the milk with your bare hands.", "Change the milk to oat drink.")
    both("peanuts", "Turn the peanut butter out.", "Peanut butter out, tahini in.")
    both("milk", "Fish out the cream, herbs in.", "Cream out, herbs in.")
    both("pets", "Rather than bin the grapes, feed them to the dog.", "Rather than the grapes, feed him a carrot.")
    both("fish", "Rather than cut cod, mash it.", "Rather than cod, mash beans.")
    both("milk", "Choose a tub then put it over butter.", "I would always choose a soft margarine over butter.")


def test_a_denial_holds_within_its_clause_and_across_an_aside() -> None:
    both("milk", "It can't, sadly, be made without butter.", "It can, gladly, be made without butter.")
    both("peanuts", "Nobody minds, you may add peanuts.", "Nobody here may bring peanuts.")
    both("peanuts", "Nobody is here; you must bring peanuts.", "Nobody must bring peanuts.")
    both("milk", "Don't worry, use milk.", "Do not ever use milk.")
    both("milk", "Don't add the milk yet.", "Don't add milk.")
    both("milk", "You don't want the milk to boil.", "You don't want milk in it.")
    both("tree_nuts", "It isn't walnut season, use walnuts from the jar.", "Be certain it isn't walnut.")
    both("tree_nuts", "Sure, it is almond flour.", "As long as it is not almond flour, use any.")


def test_what_is_done_without_a_thing_is_told_from_what_needs_it() -> None:
    both("eggs", "Without egg the batter won't hold.", "Make it without egg; the batter won't hold much.")
    both("crustaceans", "A stock without lobster is no stock.", "A stock without lobster keeps well.")
    both("no_alcohol", "A trifle without sherry is only pudding.", "A trifle without sherry is just as good.")
    both("no_alcohol", "A trifle without sherry is merely pudding.", "A trifle without sherry is only as good.")
    both("tree_nuts", "Without almonds it looks bare.", "Without almonds it bakes evenly.")
    both("milk", "The pie (without cream) can be made a day ahead.", "The pie (without cream) needs an hour.")


def test_what_is_left_out_of_the_fridge_is_there() -> None:
    both("milk", "Leave the butter out for an hour.", "Leave the butter out.")
    both("milk", "Leave the butter out all night.", "Leave the butter out of the cake.")
    both("milk", "Leave the butter out until it softens, then whip it.", "The butter is left out.")
    both("tree_nuts", "If you like you may omit the nuts.", "You may stir now, then omit the nuts.")
    both("low_sugar", "Suitable for vegans once you leave out the honey.", "Now you leave out the honey.")
    both("milk", "Hold the cheese and grate it.", "Hold the cheese.")


def test_a_question_answered_with_no_is_told_from_one_that_is_not() -> None:
    both("tree_nuts", "Walnuts? No need to chop them.", "Walnuts? No, oats.")
    both("tree_nuts", "Do you skip the walnuts? No.", "Should I add walnuts? No.")
    both("no_alcohol", "Skip the kirsch? Not in my house.", "Kirsch? Not in my house.")


def test_what_others_take_is_not_here_unless_the_same_is_taken() -> None:
    both("milk", "The recipe uses butter; we use salted.", "The recipe uses butter; we use oil.")
    both("molluscs", "It usually has octopus; ours has more.", "It usually has octopus; ours has none.")
    both("vegetarian", "Many cooks add ham; I don't mind.", "Many cooks add ham; I don't.")
    both("milk", "Here, where butter is cheap, take plenty.", "Take oil where others take butter.")
    both("eggs", "If you normally glaze with egg, use less.", "If you normally glaze with egg, use maple syrup.")
    both("wheat", "The recipe says wheat. Grind it.", "The recipe says wheat. Swap it.")
    both("soy", "It lists soya, put it back.", "If it lists soya, put it back.")
    both("tree_nuts", "Look out for nuts; they sink.", "Look out for nuts on the label.")
    both("fish", "Soak it and take the bonito from its packet.", "Soak it but leave the bonito in its packet.")
    both("no_blender", "Take the stick blender from the drawer.", "Leave the stick blender in the drawer.")


def test_what_a_thing_is_only_likened_to_is_not_there() -> None:
    both("low_sugar", "Grind it as fine as the caster sugar.", "Grind it as fine as caster sugar.")
    both("milk", "Stir in oat milk as well as cow's milk.", "Oat milk works just as well as cow's milk.")
    both("crustaceans", "The size of prawns matters.", "Chop it to the size of prawns.")
    both("milk", "Add the weight of butter in sugar.", "It has about the weight of a butter pat.")
    both("eggs", "As egg would set, stir it slowly.", "Whisk it as egg whites would.")
    both("eggs", "Treat it as you do the eggs.", "Treat it as you do with a custard.")
    both("tree_nuts", "Cut it smaller than the walnut.", "Cut it smaller than a walnut.")
    both("milk", "It needs something like cream.", "It looks like cream.")


def test_what_only_lends_its_name_or_taste_or_colour_is_not_there() -> None:
    both("vegetarian", "Fry it until it has a strong bacon taste.", "Smoked paprika gives it that bacon taste.")
    both("vegetarian", "Bacon taste is what we are after.", "Add liquid smoke for a bacon flavour.")
    both("milk", "Tint the icing red; then let the butter brown.", "Tint the icing butter yellow.")
    both("tree_nuts", "Fry it in pistachio oil, green and hot.", "Tint it pistachio green, then chill it.")
    both("wheat", "Grease it, then fill a doughnut.", "Grease a doughnut tin.")
    both("milk", "Butter-, milk- and egg-wash.", "Egg-, milk- and nut-free.")
    both("milk", "Let the milk stand free of ice.", "It is milk free and good.")


def test_a_qualifier_lifts_what_it_is_said_of_and_nothing_else() -> None:
    both("wheat", "Bake flatbreads made by rice, flour the tin.", "Bake flatbreads made of rice flour.")
    both("milk", "Spoon on custard made with oat, milk and sugar.", "Spoon on custard made with oat milk.")
    both("wheat", "Thicken it with a roux of flour.", "Thicken it with a roux of cornflour.")
    both("eggs", "It is egg-free until you beat one egg in.", "It's egg-free.")
    both("eggs", "Serve rice/egg noodles.", "Serve rice/corn noodles.")
    both("wheat", "Boil the noodles, rice and peas.", "Boil the noodles (rice).")
    both("tree_nuts", "Serve the almond-free walnut cake.", "Serve the nut-free cake.")
    both("vegetarian", "Lentils and ham make the mince.", "Lentils and mushrooms make the mince.")
    both("vegetarian", "Fry the mince made of beef and beans.", "Fry the mince made of beetroot.")
    both("eggs", "Serve the flax egg with mayonnaise.", "Fry pancakes with a flax egg.")
    both("milk", "You should be vegan, cheese is fine though.", "The cheese should be vegan.")
    both("no_alcohol", "Alcohol-free wine won't do. Use real wine.", "Alcohol-free wine will do.")
    both("pregnancy", "Cook the smoked salmon with steaming rice.", "Cook the smoked salmon until piping hot.")
    both("pregnancy", "Eat the brie if you're expecting.", "Skip the brie if you're expecting.")


def test_what_only_sounds_denied_is_there() -> None:
    both("milk", "Not a trace of butter should go to waste.", "Not a trace of butter should go in.")
    both("milk", "Take care to not burn the butter.", "Take care to not use butter.")
    both("milk", "Do not let the milk boil.", "Do not put milk in.")
    both("no_oven", "Never leave the oven on.", "Never use the oven.")
    both("wheat", "Don't use cold flour.", "Don't use flour.")
    both("milk", "You need to add milk.", "You need not add milk.")
    both("milk", "You could go without butter.", "Go without butter.")
    both("tree_nuts", "Nut-free it is not, thanks to the almonds.", "Nut-free it is, for want of almonds.")
    both("eggs", "Some skip the eggs; don't, add two.", "Some skip the eggs; do so too.")
    both("tree_nuts", "It is all seeds except the nuts.", "All is used except the nuts.")
    both("mustard", "Use no mustard other than the wholegrain sort.", "Use no mustard other than that.")
    both("wheat", "Sift until there is no flour too lumpy.", "Sift until there is no flour.")
    both("eggs", "There are no eggs left over.", "There are no eggs.")
    both(
        "no_alcohol", "Whoever drives should not take the sherry trifle.", "You should not take the sherry trifle."
    )
    both("vegetarian", "Omit the ham if you are vegetarian.", "Omit the ham if you are allergic.")
    both("vegetarian", "Omit the ham if you like.", "Omit the ham; if you like, add tofu.")


def test_what_is_left_away_in_other_words_is_not_there() -> None:
    both("eggs", "Hold the egg and the spoon over the water.", "Hold the egg and the salt.")
    both("tree_nuts", "Add the nuts I left out.", "I left out the nuts.")
    both("tree_nuts", "The nuts can go in the bowl.", "The nuts can go.")
    both("eggs", "Instead of egg, use mayonnaise.", "No egg, only curd, in this sponge.")
    both("pets", "Choose lilies over catnip.", "Choose catnip over lilies.")
    both(
        "pets", "Keep the grapes where the dog can reach them.", "Keep the grapes where the dog can't reach them."
    )
    both("peanuts", "Bring a free snack from the peanuts.", "Bring a snack free from peanuts.")
    both("fish", "Bonito makes the dashi.", "Kombu makes the dashi.")
    both("vegetarian", "Shred it like the pork.", "Shred it like pork.")
    both("vegetarian", "Fry lardons of smoked pork.", "Fry lardons of smoked tofu.")
    both("milk", "Whisk the milk, oat flakes and sugar.", "Whisk the oat/soya milk.")
    both("milk", "Whisk oat flakes with milk.", "Whisk the oat milk.")
    warned = "Stand back. Mixing bleach with ammonia makes a toxic gas."
    both("chem_mix", f"{warned} Mix bleach with vinegar.", f"{warned} Wear gloves.")
    both("chem_mix", "If vinegar won't shift it, add bleach.", "Never add bleach to vinegar: the fumes hurt.")


def both(constraint: str, there: str, gone: str) -> None:
    assert finds(there, constraint), there
    assert not finds(gone, constraint), gone
