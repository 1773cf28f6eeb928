"""One-line wishes with commas: which are one wish, and which are several."""

import pytest

from tailor.core.procedure import procedure
from tailor.core.requirements import clauses, parse_hint
from tailor.rules.modify import modify

WHOLE = [
    "no bleach, my dog sleeps in there",
    "no bleach, the cat sleeps in there",
    "no pesticides, my kids play there",
    "no fumes, we sleep in there",
    "no eggs, my son gets a rash",
    "no butter, my husband hates it",
    "no onions, my kids do not like them",
    "no nuts, my grandma can't eat them",
    "no nuts, seeds or milk",
    "for 4, not 6",
    "vegetables I like: carrots, peas",
    "no carrots, peas or corn",
    "without butter, cream and cheese",
    "no onion, garlic",
    "a quick, cheap stew",
    "a quick, vegan cake",
    "less salt, sugar and oil",
    "no milk, use oat milk",
    "no milk, got oat milk",
    "no cups, grams",
    "hes 2 and a half and eats too",
    "no milk, oat drink instead",
    "no oven, in a pan",
    "no oven, on the stove",
    "no oven, only a microwave",
    "without an oven, in a pan",
    "make it spicier, twice as much",
    "make it spicy, but not too spicy",
    "make half of it, only for me",
    "allergic to nuts, eggs and milk",
    "allergic to nuts, in particular walnuts",
    "I have carrots, leeks and half of a cabbage",
    "I have flour, sugar and half an onion",
    "cook it slowly, in a slow cooker",
    "bake it, in a small tin",
    "no sugar, only half",
    "let it rest, only 10 minutes",
    "for my kids, 4 and 6",
    "for 2 adults, 3 kids",
    "for Saturday, in the evening",
    "in 20 minutes, at most 25",
    "by hand, in cold water",
    "quiet, after 10 pm",
    "no drilling, in a rented flat",
    "no glue, in the bathroom",
    "no meat, in the sauce",
    "no garlic, in the dressing at least",
    "no salt, in the soup or the sauce",
    "no cheese, half of us are vegan",
    "no wine, half the guests are children",
    "no raisins, twice as many nuts",
    "less sugar, half of it",
    "fewer eggs, half of them",
    "I want it crunchy, with nuts",
    "use honey, in the glaze",
    "use maple syrup, half of it",
    "make it with beef, in a Dutch oven",
    "no chili, my baby eats with us",
    "no poison, the rabbits run around there",
    "no butter, oil, lard",
    "I only have a kettle, a bowl, a spoon",
    "no dust, in there sleeps a baby",
    "not in the oven, in a pan",
    "keep it warm, in the oven",
    "make it soft, in the middle",
    "no oil, in the pan",
    "milk, nut allergy",
    "no inches, cm",
    "for 4, no wait, 5 people",
    "not allergic to nuts, my daughter is",
    "I don't mind nuts but they make me swell up",
    "dairy isn't an issue. Well it is for mum",
    "I'm not allergic to nuts. my wife though!",
    "none of us is allergic to nuts. Wait, Sam is",
    "we can eat eggs; grandma cannot",
    "neither milk nor nuts bothers me. My partner cannot have either",
    "for 8, no, 4 please",
    "eggs, milk or nut allergy",
]
SEVERAL = [
    "peanut allergy | makes 6",
    "double it | but leave the nuts out",
    "for 8 | and keep nuts away from my son",
    "I'm not allergic to nuts | but I have no oven",
    "nobody is allergic to milk | and I'm vegan",
    "for 8, no | 2 are vegan",
    "gluten free | serves 8",
    "for 2 guinea pigs | inches",
    "no drill | inches",
    "no stud finder | feet and inches please",
    "no oven | fahrenheit and ounces",
    "metric | milk allergy",
    "in grams | severe shellfish allergy",
    "no oven | milk allergy",
    "no drill | latex allergy",
    "air fryer | egg or nut allergy",
    "half | egg allergy",
    "make it quick | dairy intolerance",
    "no eggs | have guests",
    "for 4 | metric",
    "vegan | in grams please",
    "no oven | have asthma",
    "no car | have two kids",
    "no cloud | my grandma does it",
    "no hard drive | my dad helps me",
    "make it vegan | in a slow cooker",
    "make it vegetarian | on one pan",
    "gluten free | in the air fryer",
    "no onions | half of it",
    "no onions | a third of it",
    "no nuts | half the amount",
    "vegan | half of it",
    "dairy free | for 6",
    "no oven | only for two",
    "no nuts | just for 2 people",
    "nut allergy | only two of us",
    "no lifting | only half an hour",
    "no dairy | for six people",
    "no nuts | no seeds | half of it",
    "vegan | no oven",
    "make it spicy | in the wok",
    "lactose intolerant | peanut allergy",
    "no half and half | no cream",
    "in a slow cooker | without browning",
    "in my kitchen | without a drill",
    "for 4 | in a big pot",
    "halve it | no nuts",
    "double it | vegan",
    "vegan | double it",
    "no sugar | half the butter",
    "half of the sugar | none of the salt",
    "make it kid friendly | in the instant pot",
    "make it low carb | with an air fryer",
    "make it gluten free | without an oven",
    "cheap | in one pot",
    "no onions | on the grill",
    "nut-free | in a bread machine",
    "keto | in a rice cooker",
    "in a slow cooker | make it vegan",
    "I want it vegan | in a slow cooker",
    "can you make it vegan | in the air fryer?",
    "no eggs, milk or butter | half of it",
    "no nuts | half the recipe for 2 people",
    "no bleach, my dog sleeps in there | half of it",
]


@pytest.mark.parametrize("wish", WHOLE)
def test_one_wish_with_commas_stays_whole(wish: str) -> None:
    assert clauses(wish) == (wish,)


@pytest.mark.parametrize("wishes", SEVERAL)
def test_several_wishes_on_one_line_are_several(wishes: str) -> None:
    parts = tuple(wishes.split(" | "))
    assert clauses(", ".join(parts)) == parts


@pytest.mark.parametrize(
    "who", ["my dog sleeps in there", "the cat sleeps in there", "the rabbits run around there"]
)
def test_an_animal_that_is_the_reason_for_a_wish_is_heard_too(who: str) -> None:
    base = procedure("Clean the bathroom", ["Spray the bleach.", "Put the lily flowers on the sill."])
    made = modify(base, parse_hint(f"no bleach, {who}"))
    assert {place.word for place in made.places} == {"bleach", "lily"}


@pytest.mark.parametrize("why", ["my husband hates it", "i can't stand it", "the kids do not eat it"])
def test_who_does_not_like_it_is_reason_enough_and_not_ignored(why: str) -> None:
    cake = procedure("Cake", ["Melt the butter.", "Bake it."], ["100 g butter"])
    (told,) = modify(cake, parse_hint(f"no butter, {why}")).verdicts
    assert "ignored" not in told.says
    assert "butter" in told.says


@pytest.mark.parametrize(
    "hint", ["less sugar, half of it", "less sugar, only half of it", "no sugar, only half of it"]
)
def test_how_much_of_one_thing_is_nothing_of_all(hint: str) -> None:
    cake = procedure("Cake for 8", ["Beat the sugar.", "Bake it."], ["200 g flour", "150 g sugar", "2 eggs"])
    made = modify(cake, parse_hint(hint))
    assert not made.edits
    assert ("resources", 2) in {(one.part, one.step) for one in made.places}
