"""Ordinary sentences in which the thing is there, whatever words of denial, place or likeness stand around it.

Every rule that acquits a word must leave all of these alone.
"""

from tailor.core.procedure import procedure
from tailor.core.protocols import Task
from tailor.core.requirements import parse_hint
from tailor.rules.backend import answer

SENTENCES = {
    "nut allergy": [
        "Without stirring, add the nuts and leave it to set.",
        "Not only almonds but also hazelnuts go into the nougat.",
        "Instead of chopping the walnuts, crush them in a bag.",
        "Don't worry if the pecans sink.",
        "Add the pistachios, not the sugar, first.",
        "If there are no lumps left, fold in the ground almonds.",
        "Toast the hazelnuts until the skins come off.",
        "Keep some of the cashews out of the bowl for the top.",
        "Nothing beats a handful of macadamias here.",
        "Grind the almonds as fine as flour.",
        "Never leave the pine nuts alone in the pan.",
        "No need to blanch the almonds.",
        "Sprinkle with something like almonds.",
        "Chop nuts up like almonds.",
        "Stir the cashew-free nut mix in.",
    ],
    "allergic to peanuts": [
        "If you don't have time, use peanut butter.",
        "Don't skimp on the peanuts.",
        "Without the lid on, roast the peanuts for 10 minutes.",
        "You won't believe how much peanut butter goes in.",
        "The peanuts need no salt.",
        "Use a spread like peanut butter.",
    ],
    "milk allergy": [
        "Do not bring the milk to a boil.",
        "Do not let the butter brown.",
        "Never boil the cream.",
        "Don't overwhip the cream.",
        "Do not let the milk boil over.",
        "Don't let the cheese get too hot.",
        "Never let the custard boil; stir the milk all the time.",
        "Do not melt the butter completely.",
        "Avoid burning the butter.",
        "Without a whisk, beat the cream with two forks.",
        "There's no hurry, so let the butter soften.",
        "Use butter rather than letting the tin stay dry.",
        "Rather than oil use butter.",
        "Don't be shy with the parmesan.",
        "You can't have too much cheese on this.",
        "Leave the butter on the counter overnight.",
        "Add no more than two spoons of cream.",
        "Stop before the yoghurt splits.",
        "It is not done until the cheese bubbles.",
        "Pour in the milk, but not all at once.",
        "Cut the butter to the size of peas.",
        "Nobody will notice the cream cheese in it.",
        "Top with stuff like cream.",
        "Add a cool drink like milk.",
        "Top it with something like cream or cheese.",
        "Spread as thick as you can the butter.",
        "Whip like mad the cream.",
        "Use the shape of cheese you like.",
        "Whisk to the consistency of double cream.",
        "Cut it wider than a slice cheese.",
        "Fry in butter gold.",
        "Let it bake with cheese gold.",
    ],
    "no eggs, allergic": [
        "Leave the eggs out of the basket.",
        "Don't skip the egg wash.",
        "Don't beat the eggs too long.",
        "Leave the eggs out of the fridge for an hour.",
        "Do not stir the eggs while they set.",
        "Never add the eggs to hot chocolate at once.",
        "Without breaking the yolks, slide the eggs into the water.",
        "Whisk the eggs as you would cream.",
        "If you don't want it too sweet, add another egg.",
        "Don't throw away the egg whites; whip them.",
        "Separate the eggs like this: tap them on the rim.",
        "Skipping the eggs is not an option.",
        "Use a roll like brioche.",
        "Knead like pasta eggs and flour.",
    ],
    "coeliac": [
        "Do not knead the dough of wheat flour too long.",
        "Don't let the pasta go soft.",
        "Never rinse the spaghetti.",
        "Dust the table with flour so that nothing sticks.",
        "Instead of frying the bread, toast it.",
        "No bread knife? Tear the baguette.",
        "Without opening the packet, crush the biscuits with a pin.",
        "Do not skip the breadcrumbs.",
        "Serve with a drink like beer.",
    ],
    "soya allergy": [
        "Never salt it, as the soy sauce does that.",
        "Don't drain the tofu for too long.",
        "Press the tofu as you would a cheese.",
        "No salt is needed, only soy sauce.",
        "Serve the tofu-free miso soup.",
    ],
    "fish allergy": [
        "Do not move the salmon for three minutes.",
        "Don't let the anchovies burn.",
        "Never overcook the tuna.",
        "Without turning it, fry the cod on its skin.",
        "Use the haddock just like the vegetables.",
        "Spread the salmon-free tuna mayonnaise on it.",
    ],
    "shellfish allergy": [
        "Pick over the crab meat.",
        "Shred it just like the prawns.",
        "Don't overcook the shrimp.",
        "Throw out mussels that don't open and keep the rest.",
        "Peel the prawns but leave the tails on.",
        "Not sure the clams are done? Give them a minute more.",
        "Cook the lobster like the crab before it.",
        "Heat the clam-free mussel stew.",
        "Chill the prawn-free crab cocktail.",
    ],
    "allergic to sesame": [
        "Do not toast the sesame seeds too dark.",
        "Not one drop of the tahini should be wasted.",
        "Without measuring, scatter sesame over the top.",
        "Don't forget the tahini.",
        "Serve with a dip like hummus or tahini.",
    ],
    "mustard allergy": [
        "Don't let the mustard dry out.",
        "Add mustard instead of leaving it plain.",
        "Add American mustard yellow.",
    ],
    "celery allergy": ["Without peeling it, dice the celeriac.", "Don't waste the celery leaves; chop them."],
    "vegan": [
        "Don't heat the honey above 40 degrees.",
        "Never rinse the chicken.",
        "The beef is not done until it is brown.",
        "Instead of oil, use lard.",
        "If the soup isn't thick, add gelatine.",
        "Brown the bacon as you would sausages.",
    ],
    "vegetarian": [
        "Don't trim the fat off the ham.",
        "Do not crowd the pan with the mince.",
        "Not a fan of thyme? Season the lamb with sage.",
        "Leave the chicken out of the fridge while the pan heats.",
        "Just like the carrots, the beef goes in now.",
        "Serve the lamb pink.",
        "Choose a cut like lamb shoulder.",
        "Pick a roast like beef.",
        "Fill with mincemeat and vegetable shortening.",
        "Add mincemeat with vegetarian cheese on the side.",
    ],
    "halal only": [
        "Don't prick the pork sausages.",
        "No oil is needed as the bacon renders its own fat.",
        "Add the wine and do not cover the pan.",
    ],
    "no alcohol": [
        "Don't boil off the brandy.",
        "Never heat the rum over an open flame.",
        "Stir in the wine, not the vinegar.",
        "Unlike gin, vodka has no taste of its own, so pour in a glass.",
        "Pour the rum-free brandy sauce over.",
    ],
    "pregnant": [
        "Do not cook the egg yolks through; they should be runny.",
        "Don't heat the brie, slice it cold.",
        "Serve the rare steak without delay.",
        "Change the litter tray daily with your bare hands.",
    ],
    "for my baby, 8 months": [
        "Don't stir the honey in before the porridge is cool.",
        "Never mind the mess: give the baby a whole grape.",
    ],
    "diabetic": [
        "Don't let the sugar burn.",
        "Without stirring, melt the sugar.",
        "Do not add the sugar all at once.",
        "It needs no eggs, only sugar and water.",
    ],
    "low salt": [
        "Don't forget the salt.",
        "Never add the salt before the beans are soft.",
        "Do not be afraid of salt.",
        "Add salt as you would to a soup.",
    ],
    "no oven": [
        "Do not open the oven door before 20 minutes are over.",
        "Don't preheat the oven too early.",
        "Without a tray, bake it right on the oven rack.",
    ],
    "no microwave": ["Don't run the microwave empty; put a cup of water in it."],
    "no drill": [
        "Do not press on the drill.",
        "Never drill without goggles.",
        "Drive the screws in with one hand on the board.",
    ],
    "our dog eats everything": [
        "Don't grate the chocolate for the dog's biscuits too fine.",
        "Leave the grapes on the low table.",
        "Do not wash the raisins before the dog gets them.",
    ],
    "asthma": [
        "Never shake the bleach; pour it slowly.",
        "Don't rinse the bleach off yet.",
        "Paint the wooden fence.",
    ],
    "toddler at home": ["Don't close the bleach yet; leave it by the tub.", "Leave the knife on the low table."],
    "bad back": ["Lift the sofa without scratching the floor.", "Do not drag the sofa; lift it."],
    "i hate mushrooms": [
        "Don't wash the mushrooms, wipe them.",
        "Do not crowd the mushrooms.",
        "Slice the mushrooms as thin as paper.",
    ],
    "no cilantro": ["Don't chop the cilantro stalks too fine.", "Instead of parsley, use cilantro."],
    "we rent, no drilling": ["Don't drill too deep.", "Drill the holes without splitting the tiles."],
}


def test_plain_sentences_hide_nothing_of_what_they_name() -> None:
    missed = []
    for wish, lines in SENTENCES.items():
        for line in lines:
            base = procedure("This how-to", [line], [])
            outcome, _ = answer(Task(agent="modify", base=base, hint=wish, requirements=parse_hint(wish)))
            if not (outcome.places or outcome.edits):
                missed.append(f"{wish}: {line}")
    assert missed == []
