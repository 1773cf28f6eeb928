"""Hints and texts nearly alike, of which each is understood in its own way."""

import pytest

from tailor.core.finding import find
from tailor.core.finding.nouns import named
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint


def told(hint: str, *steps: str) -> list[tuple[str, str, str]]:
    """Of each wish what it is about, what is wanted, and the words that are shown."""
    wishes = [one for each in find(procedure("Make it", steps), parse_hint(hint)).each for one in each.wishes]
    return [(one.thing, one.wanted, ", ".join(place.word for place in one.places)) for one in wishes]


def kinds(hint: str, *steps: str) -> list[str]:
    return [
        one.polarity for each in find(procedure("Make it", steps), parse_hint(hint)).each for one in each.wishes
    ]


def unknown(hint: str, *steps: str) -> list[str]:
    return [
        word for each in find(procedure("Make it", steps), parse_hint(hint)).each for word in each.not_understood
    ]


def names(text: str, name: str) -> list[str]:
    return [text[start:stop] for start, stop in named(text, name)]


def test_a_question_for_a_food_is_an_allergy_only_where_it_asks_of_the_dish() -> None:
    for hint in ("any nuts in it", "are there nuts", "are there nuts in the recipe"):
        assert kinds(hint, "Chop the walnuts.") == ["allergy-or-health"], hint
    for hint in ("any nuts?", "is there enough nuts", "are there nuts in the cupboard"):
        assert kinds(hint, "Chop the walnuts.") == ["other"], hint


@pytest.mark.parametrize(
    ("food", "line"),
    [("rice", "rice noodles"), ("rice", "rice paper"), ("ginger", "ginger ale"), ("lemon", "lemonade")],
)
def test_who_is_allergic_to_a_food_is_shown_what_is_made_of_it(food: str, line: str) -> None:
    assert line in told(f"allergic to {food}", f"Take the {line}.")[0][2]


def test_what_is_there_instead_is_read_behind_but_just_and_use() -> None:
    for hint in ("not cream but milk", "no cream just milk", "no cream, use milk", "instead of cream use milk"):
        assert told(hint, "Whip the cream.") == [("cream", "milk", "cream")], hint
    assert told("vegan butter instead of butter", "Melt the butter.") == [("butter", "vegan butter", "butter")]
    assert told("no cream, milk is off", "Whip the cream.")[0] == ("cream", "", "cream")
    assert told("stapler jammed, all i have is a5", "Staple it on A5.")[0][1] == ""


def test_who_something_comes_from_is_told_from_who_must_not_have_it() -> None:
    assert told("keep it away from our hens", "Crush the avocado.") == [("our hens", "", "avocado")]
    assert told("avocado from our hens", "Crush the avocado.") == [("avocado", "", "avocado")]
    assert told("from our hens", "Crush the avocado.") == []
    assert told("our cat", "Put lilies in a vase.") == [("cat", "", "lilies")]
    assert told("without our cat", "Put lilies in a vase.") == []
    assert told("we dont take the dog", "Crumble the chocolate.") == []


def test_two_wishes_without_a_comma_are_two() -> None:
    assert told("hate kneading bad shoulder", "Knead the dough.")[1] == ("bad shoulder", "", "Knead")
    assert told("no air fryer vegetarian", "Cook the ham in the air fryer.")[1] == ("vegetarian", "", "ham")
    assert told("no cream small kitchen", "Whip the cream.") == [("cream", "", "cream")]
    assert told("no buttermilk, egg allergy", "Whisk the egg.")[1] == ("egg", "", "egg")
    assert told("no vegan butter", "Melt the butter.") == [("vegan butter", "", "")]
    assert told("no car, with a toddler", "Serve grapes.")[1] == ("toddler", "", "grapes")
    assert told("no van, landlord forbids nails", "Hammer in the nails.")[1] == ("nails", "", "nails")


def test_what_names_a_sort_does_not_name_the_thing() -> None:
    assert told("baby carrots", "Boil the carrots.") == [("baby carrots", "", "carrots")]
    assert told("no garden hose reel", "Roll out the garden hose.") == [("garden hose reel", "", "garden hose")]
    assert told("no ice cream machine", "Pour in the cream.") == [("ice cream machine", "", "")]
    assert told("no chicken bones", "Roast the chicken.") == [("chicken bones", "", "")]
    assert told("plasterboard wall", "Drill the wall.", "Mark the wall.", "Paint the wall.") == [
        ("wall", "", "wall")
    ]
    assert unknown("plasterboard wall", "Drill the wall.", "Paint the wall.") == ["plasterboard"]


def test_a_verb_of_the_same_letters_brings_nothing() -> None:
    assert told("no cream", "Cream the butter.", "Then cream it well.") == [("cream", "", "")]
    assert told("no cream", "Cream 100 ml into the pan.") == [("cream", "", "Cream")]
    assert told("no squash", "Squash the lumps.") == [("squash", "", "")]
    assert told("no squash", "Squash on toast.") == [("squash", "", "Squash")]
    assert told("no milk", "Milk 200 ml, warmed.") == [("milk", "", "Milk")]


def test_what_a_text_says_to_be_free_or_cut_small_is_no_place() -> None:
    assert told("celery allergy", "Pour in celery-free stock.") == [("celery", "", "")]
    assert told("celery allergy", "Pour in celery and gluten-free stock.") == [("celery", "", "celery")]
    assert told("toddler", "Quarter the red grapes.") == [("toddler", "", "")]
    assert told("toddler", "Quarter the plums and grapes.") == [("toddler", "", "grapes")]
    assert told("toddler", "Cut the bread and serve grapes.") == [("toddler", "", "grapes")]


def test_a_number_is_no_more_than_its_unit_says() -> None:
    assert told("oven only goes to 180 c", "Bake at 200 °C.") == [("oven", "", "200 °C")]
    assert told("i have 2 c of flour", "Bake at 200 °C.", "Sift the flour.") == [("flour", "", "flour")]
    assert told("max 2 c flour", "Bake at 200 °C.", "Sift the flour.") == [("flour", "", "flour")]
    assert unknown("max 2 c flour", "Sift the flour.") == ["max", "2", "c"]
    assert kinds("only 2 small eggs", "Whisk the eggs.") == ["amount"]
    assert kinds("2 small eggs", "Whisk the eggs.") == ["amount"]
    assert kinds("no grapefruit", "Peel the grapefruit.") == ["missing"]
    assert kinds("no small eggs", "Whisk the eggs.") == ["missing"]


def test_a_change_that_is_denied_keeps_the_thing() -> None:
    assert kinds("dont want to replace the butter", "Melt the butter.") == ["other"]
    assert kinds("replace the butter", "Melt the butter.") == ["instead"]
    assert kinds("never leave out the butter", "Melt the butter.") == ["other"]


def test_a_name_is_not_found_inside_a_longer_one_nor_as_an_order() -> None:
    assert names("Milk and eggs, then more milk", "milk") == ["Milk", "milk"]
    assert names("Milk is warmed with coconut", "milk") == ["Milk"]
    assert names("Stir in the coconut milk and the milk chocolate", "milk") == []
    assert names("Lever it off, then lever it out", "lever") == []
    assert names("Press the quick release lever", "lever") == []
    assert names("Press the soft lever, then the levers", "lever") == ["lever", "levers"]
    assert names("Pour lactose-free milk", "lactose") == []
    assert names("Pour the milk, egg and milk-jug", "milk") == ["milk"]
    assert names("Flour, milk", "flour milk") == []


@pytest.mark.parametrize(
    ("steps", "english"),
    [
        (["Brown beef, chop onions, crush garlic.", "Stir beans, chili powder, cumin.", "Simmer pot."], True),
        (["Brown the beef.", "Stir in the beans and the tomatoes.", "Serve it with rice."], True),
        (["Carne dorada, cebollas picadas, ajo machacado.", "Frijoles, tomates, comino.", "Arroz."], False),
        (["Rindfleisch und Zwiebeln braten.", "Die Bohnen unter die Masse heben.", "Mit Reis servieren."], False),
        (["Мясо и лук жарить.", "Фасоль добавить.", "Подавать."], False),
        (["Melt butter."], True),
    ],
)
def test_a_text_with_a_foreign_name_is_english_if_its_other_words_are(steps: list[str], english: bool) -> None:
    assert find(procedure("Chili con carne", steps), parse_hint("no beans")).english is english


@pytest.mark.parametrize(
    ("hint", "steps", "read", "unknown"),
    [
        ("can i halve it", "Serves 4.", "amount : Serves 4", ""),
        ("can i swap the prawns for chicken", "Fry the prawns.", "instead prawns > chicken: prawns", ""),
        ("doesnt have to be vegan", "Melt the butter.", "", "vegan"),
        ("use oil instead of butter", "Melt the butter.", "instead butter > oil: butter", ""),
        ("broke my leg", "Climb the ladder.", "allergy-or-health leg: Climb", ""),
        ("no potatoes here but got rice", "Boil the potatoes.", "missing potatoes > rice: potatoes", ""),
        ("no drill but i have a hammer", "Drill a hole.", "missing drill > hammer: Drill", ""),
        (
            "raisins in apple things are a crime",
            "Add the raisins. // Peel the apples.",
            "other raisins: raisins; other apple: apples",
            "crime",
        ),
        ("my niece is off meat", "Fry the beef.", "allergy-or-health meat: beef", "niece"),
        ("my oven only goes to 200", "Bake at 220 °C.", "other oven: 220 °C", ""),
        (
            "nothing with bleach or ammonia ok",
            "Pour the bleach. // Pour the ammonia.",
            "without bleach: bleach",
            "ammonia",
        ),
        ("bake gluten free", "Sift the flour.", "allergy-or-health gluten: flour", "bake"),
        ("hubbys nut thing", "Chop the walnuts.", "allergy-or-health nut: walnuts", "hubbys"),
        ("my son has a nut thing", "Chop the walnuts.", "allergy-or-health nut: walnuts", "son"),
        ("that milk thing", "Warm the milk.", "other milk: milk", ""),
        ("only 3 eggs", "Whisk 4 eggs.", "amount eggs > eggs: eggs; other eggs: eggs", ""),
        ("get the cover back on", "Put the cover back on.", "other cover: cover", "back"),
        ("my bad back in winter", "Lift the box.", "allergy-or-health back: Lift", "winter"),
        ("who eats eggs", "Whisk the eggs.", "other eggs: eggs", "eats"),
        ("is the feta ok?", "Crumble the feta.", "other feta: feta", ""),
        ("just a 2 ring hob", "Boil it on the hob.", "only ring hob > ring hob: hob", ""),
        ("only 3 bananas", "Mash 4 bananas.", "amount bananas > bananas: bananas; other bananas: bananas", ""),
        ("bad hands", "Knead the dough.", "allergy-or-health bad hands: Knead", ""),
        ("brown rice not white", "Boil white rice.", "instead white > brown rice: white rice", ""),
        (
            "no peanuts, other nuts are fine",
            "Chop the peanuts. // Chop the walnuts.",
            "missing peanuts: peanuts; other nuts > nuts:",
            "",
        ),
        ("no strangers at the door", "Open the door.", "other door: door", "strangers"),
        ("the pan has no lid", "Cover the pan with a lid.", "missing lid: lid; other pan: pan", ""),
        ("and not so hot", "Add the chilli.", "without not so hot: chilli", ""),
        ("can I make it in a slow cooker?", "Roast in the oven.", "other slow cooker > slow cooker: oven", ""),
        (
            "no buttermilk, can i use yoghurt?",
            "Pour the buttermilk.",
            "missing buttermilk > yoghurt: buttermilk",
            "",
        ),
        ("one 26 cm tin", "Grease two 20 cm tins.", "other tin: 20 cm tins", ""),
        (
            "limescale remover",
            "Spray the limescale remover. // Spray.",
            "other limescale remover: limescale remover",
            "",
        ),
        ("let the bike stand a day", "Put it on the bike stand.", "other bike stand: bike stand", "day"),
        ("carry it 2 hours on the train", "Bake for 3 hours.", "", "carry 2 hours train"),
        ("have to carry it 2 hours", "Bake for 3 hours.", "", "carry 2 hours"),
        (
            "with a stick, 10 days, no trains",
            "Walk for 12 days. // Take the train.",
            "time : 12 days; other stick: Walk; missing trains: train",
            "",
        ),
        ("vitamin c", "Peel the orange.", "", "vitamin c"),
        ("the cup of flour", "Add a cup of flour.", "other flour: flour; other cup: cup", ""),
        (
            "i dont do cups and ounces",
            "Add a cup of flour. // Add 3 oz of sugar.",
            "unit cups: a cup; unit ounces: 3 oz",
            "",
        ),
        ("toddler", "Serve grapes, halved.", "allergy-or-health toddler:", ""),
        ("toddler", "Serve the grapes, halve the plums.", "allergy-or-health toddler: grapes", ""),
        ("too much for one go", "Serves 8.", "amount : Serves 8", ""),
        ("i want it less spicy because it is quicker", "Add chilli.", "without less spicy: chilli", "quicker"),
        ("flaked almonds", "Toast the almonds.", "other almonds: almonds", "flaked"),
        (
            "no tofu or peanuts just chicken",
            "Fry the tofu. // Add the peanuts.",
            "missing tofu: tofu; missing peanuts: peanuts",
            "chicken",
        ),
        (
            "wall plasterboard",
            "Drill the wall. // Mark the wall. // Paint the wall.",
            "other wall: wall",
            "plasterboard",
        ),
        (
            "wall, plasterboard",
            "Drill the wall. // Mark the wall. // Paint the wall.",
            "other wall: wall, wall, wall",
            "plasterboard",
        ),
        ("no cream. only milk", "Whip the cream.", "missing cream: cream; only milk > milk:", ""),
        ("no oven only a pan", "Bake in the oven.", "missing oven > pan: oven", ""),
        (
            "no oven, only microwave",
            "Bake in the oven.",
            "missing oven: oven; only microwave > microwave: oven",
            "",
        ),
        ("5 f of snow", "Bake at 200 °C.", "", "5 f snow"),
        ("my oven only does 350 f", "Bake at 200 °C.", "other oven: 200 °C", ""),
        (
            "my baby is 10 months old",
            "Serve the honey. // Boil for 12 months.",
            "allergy-or-health baby is 10 months old: honey",
            "",
        ),
        ("we are 12 people", "Serves 4.", "amount : Serves 4", ""),
        ("under 10 euros", "Buy a ticket for 20 euros.", "other 10 euros: Buy", ""),
        ("a 300 euro budget", "Book the hotel for 400 euro.", "other 300 euro budget: hotel", ""),
        ("Lotte's egg allergy", "Whisk the eggs.", "allergy-or-health egg: eggs", ""),
        (
            "no gluten-free flour",
            "Sift the gluten-free flour. // Sift flour.",
            "missing gluten free flour: gluten-free flour",
            "",
        ),
        ("never without butter", "Melt the butter.", "other butter: butter", ""),
        ("cheap oven", "Bake in the oven.", "other oven: oven", "cheap"),
        ("no bath tubs", "Fill the bathtub.", "missing bath tubs: bathtub", ""),
        ("no mint tea", "Drink the mint tea. // Add mint.", "missing mint tea: mint tea", ""),
        ("no salt", "No need for table salt, the bacon does the job.", "missing salt:", ""),
        ("no almonds", "Almonds take the place of flour in this torte.", "missing almonds: Almonds", ""),
        ("no flour", "Almonds take the place of flour in this torte.", "missing flour:", ""),
        (
            "no electric sander",
            "Sand by hand rather than with the electric sander.",
            "missing electric sander:",
            "",
        ),
        ("no pizza stone", "Heat a pizza stone.", "missing pizza stone: pizza stone", ""),
        ("no levers", "Pry it open with your thumbs, no levers.", "missing levers:", ""),
        (
            "bad back, toddler",
            "Lift the box. // Serve grapes.",
            "allergy-or-health toddler: grapes; allergy-or-health back: Lift",
            "",
        ),
        ("eggs, allergic", "Whisk the eggs.", "allergy-or-health eggs: eggs", ""),
        ("my daughter Lotte is vegan", "Melt the butter.", "allergy-or-health vegan: butter", "daughter Lotte"),
        ("Lotte and Max are vegan", "Melt the butter.", "allergy-or-health vegan: butter", "Lotte Max"),
        ("milk upsets him", "Warm the milk.", "without milk: milk", ""),
        ("eggs are a nightmare for her", "Whisk the eggs.", "without eggs: eggs", ""),
        ("chilli burns nans mouth", "Add the chilli.", "without chilli: chilli", ""),
        ("kiwi makes my lips tingle", "Slice the kiwi.", "without kiwi: kiwi", ""),
        (
            "no glasses",
            "Read the small print. // Fill the glasses.",
            "allergy-or-health no glasses: glasses, Read",
            "",
        ),
        ("40 euro", "Book it for 50 euro.", "other 40 euro: Book", ""),
        ("no cheddar", "Grate the Cheddar.", "missing cheddar: Cheddar", ""),
        ("spelt", "Sift the spelt flour.", "other spelt: spelt flour", ""),
        ("no potatos", "Boil the potatoes.", "missing potatos: potatoes", ""),
        ("no peanutts", "Chop the peanuts.", "missing peanutts: peanuts", ""),
        ("alergic to eggs", "Whisk the eggs.", "allergy-or-health eggs: eggs", ""),
        ("no more than 20 minutes", "Bake for 30 minutes. // Stir for 5 minutes.", "time : 30 minutes", ""),
        ("by tonight", "Let it dry overnight.", "time : overnight", ""),
        ("only half an hour", "Simmer for 45 minutes.", "time : 45 minutes", ""),
        ("we have 3 days", "On day 4 visit the castle.", "time : day 4", ""),
        ("no imperial", "Weigh 2 pounds of flour.", "unit imperial: 2 pounds", ""),
        ("celsius please", "Bake at 350 °F.", "unit celsius: 350 °F", ""),
        ("no sharp knives", "Chop with a sharp knife. // Cut the bread.", "missing sharp knives: sharp knife", ""),
        ("no saw just a handsaw", "Saw the board with the circular saw.", "missing saw > handsaw: Saw", ""),
        ("only olive oil", "Heat sunflower oil.", "only olive oil > olive oil: sunflower oil", ""),
        ("i only have a gas oven", "Bake in the electric oven.", "only gas oven > gas oven: electric oven", ""),
        ("no milk or eggs", "Warm the milk. // Whisk the eggs.", "missing milk: milk; missing eggs: eggs", ""),
        ("vegan except honey", "Add honey. // Melt butter.", "allergy-or-health vegan: butter", ""),
        ("no nuts except almonds", "Add almonds. // Add walnuts.", "missing nuts: walnuts", ""),
        ("less salt", "Salt the water.", "amount salt: Salt", ""),
        ("no added sugar", "Add the sugar.", "missing added sugar: sugar", ""),
        ("half the sugar", "Add the sugar.", "amount sugar: sugar", ""),
        ("twice the garlic", "Crush the garlic.", "amount garlic: garlic", ""),
        ("pregnant", "Eat the brie. // Drink wine.", "allergy-or-health pregnant: brie, wine", ""),
        ("asthma", "Spray the varnish.", "allergy-or-health asthma: Spray", ""),
        ("wheelchair", "Climb the stairs.", "allergy-or-health wheelchair: Climb", ""),
        ("left handed", "Cut with scissors.", "other left handed: scissors", ""),
        ("rented flat", "Drill a hole in the wall.", "other rented flat: Drill", ""),
    ],
)
def test_each_hint_shows_what_it_means_and_leaves_what_it_does_not(
    hint: str, steps: str, read: str, unknown: str
) -> None:
    """What is read: the kind of each wish, its thing, what is wanted instead, and the words that are shown."""
    each = find(procedure("Make it", steps.split(" // ")), parse_hint(hint)).each
    wishes = [one for some in each for one in some.wishes]
    wanted = [f"{one.thing} > {one.wanted}" if one.wanted else one.thing for one in wishes]
    shown = [", ".join(place.word for place in one.places) for one in wishes]
    told = [f"{one.polarity} {what}: {where}" for one, what, where in zip(wishes, wanted, shown, strict=True)]
    assert "; ".join(told).strip() == read
    assert " ".join(word for some in each for word in some.not_understood) == unknown


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        ("no external drive", "external USB drive"),
        ("no electric drill", "electric hammer drill"),
        ("no camping stove", "camping gas stove"),
        ("no garden hose", "garden rubber hose"),
        ("no cast iron pan", "cast iron frying pan"),
        ("no red wine", "red cooking wine"),
        ("no chicken stock", "chicken bone stock"),
        ("no hot glue", "hot craft melt glue"),
    ],
)
def test_a_name_is_found_with_other_words_before_its_last_one(hint: str, text: str) -> None:
    found = find(procedure("Make it", [f"Take the {text}."], [text]), parse_hint(hint))
    assert {(one.part, one.word) for one in found.each[0].places} == {("steps", text), ("resources", text)}


@pytest.mark.parametrize(
    "step", ["Lay the red cloth and wine glasses out.", "Look at the external screen, drive on."]
)
def test_words_of_two_things_are_no_name(step: str) -> None:
    found = find(procedure("Make it", [step]), parse_hint("no external drive, no red cloth glasses"))
    assert not any(" " in place.word for one in found.each for place in one.places)
