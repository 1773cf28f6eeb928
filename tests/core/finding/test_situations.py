"""Who somebody is, where they live, what they cannot do, and what of a how-to that makes one look at."""

import pytest

from tailor.core.finding import find
from tailor.core.finding.relations import things
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint

MIRROR = procedure(
    "Hang a heavy mirror",
    [
        "Mark two points with a pencil.",
        "Drill the holes from a stepladder and push in the plugs.",
        "Lift it onto the hooks.",
        "Clean the glass.",
    ],
    ["mirror, 14 kg", "stepladder", "masonry bit", "glass cleaner, 250 ml"],
)
COMPOST = procedure(
    "Begin a heap",
    ["Stand the bin on bare soil.", "Put in leaves and kitchen scraps.", "Wait.", "Turn the heap each month."],
    ["bin, 300 litres", "garden fork", "watering can, 5 litres"],
)
OUTING = procedure(
    "Spend a day in town",
    [
        "Take the tram to the square.",
        "Leave your coats in the lockers in the basement.",
        "Listen to the audio guide.",
        "Climb the tower.",
        "Have soup.",
    ],
    ["umbrella"],
)
JACKET = procedure(
    "Wash a down coat",
    ["Close the zips.", "Wash it on a gentle cycle.", "Dry it on low with three tennis balls.", "Fold it."],
    ["front-loading washing machine", "down soap"],
)
BRAKES = procedure(
    "Adjust the brakes of a bicycle",
    ["Clean the rims.", "Set each pad.", "Tighten it to 6 Nm.", "Ride slowly."],
    ["new brake pads", "cloth"],
)
CLUSTER = procedure(
    "Find out why jobs fail",
    [
        "`kubectl get pod` prints `NAME READY STATUS RESTARTS AGE`",
        "Read the logs.",
        "Make sure that the pods have enough resources.",
        "Ask the machine config operator.",
    ],
    [],
)


def shown(hint: str, base: Procedure) -> set[str]:
    found = find(base, parse_hint(hint))
    return {f"{place.part[0]}{place.step}" for one in found.each for place in one.places}


@pytest.mark.parametrize(
    ("hint", "base", "places"),
    [
        ("my back isnt great", MIRROR, "s3 r1"),
        ("im all alone and not very strong", MIRROR, "s3 r1"),
        ("8 months pregnant", MIRROR, "s2 s3 r1 r2"),
        ("landlord hates holes", MIRROR, "s2 r3"),
        ("only a balcony", COMPOST, "s1 s4 r1 r2"),
        ("live on the 3rd floor", COMPOST, "s4 r1"),
        ("rats round here", COMPOST, "s2"),
        ("in a wheelchair", OUTING, "s1 s2 s4"),
        ("travelling with my baby", OUTING, "s3 s4"),
        ("top loader with an agitator", JACKET, "s2 r1"),
        ("no dryer", JACKET, "s3"),
        ("mine has disc brakes", BRAKES, "s2 r1"),
        ("no torque wrench", BRAKES, "s3"),
        ("i only have read acess", CLUSTER, "s3"),
        ("kubeadm cluster, no openshift", CLUSTER, "s4"),
    ],
)
def test_a_situation_shows_what_it_makes_one_look_at_and_no_more(hint: str, base: Procedure, places: str) -> None:
    assert shown(hint, base) == set(places.split())


@pytest.mark.parametrize(
    ("hint", "steps"),
    [
        ("our kitchen is freezing", ["Cover the dough and set it aside to rise.", "Chop the onion."]),
        ("on a septic tank", ["Pour bleach under the rim.", "Fold the towels."]),
        ("i share the room with my sister", ["Set an alarm for six.", "Brush your teeth."]),
        ("driveway is steep", ["Raise the car with the jack.", "Write down the mileage."]),
        ("we live on a narrowboat", ["Use the tumble dryer.", "Fold the towels."]),
        ("the dog is scared of loud noises", ["Use the hair dryer.", "Fold the towels."]),
        ("laundrette only", ["Soak it in the dye for an hour.", "Fold the towels."]),
        ("it has to stay white", ["Choose a wall paint.", "Cover the bed."]),
        ("im 12", ["Upload the clip.", "Write a script."]),
        ("no fixed days, i work rotating nights", ["Take regular rest days.", "Wear shoes that fit."]),
        ("theyll hang outside in the rain", ["Choose the paper.", "Count the guests."]),
        ("neighbours complain about the noise", ["Sew it on the sewing machine.", "Iron the hem."]),
        ("live in a flat", ["Preheat an outdoor grill.", "Toss the salad."]),
        ("an electric one is what i drive", ["Connect the jumper cables.", "Sit down."]),
        ("the cat eats every plant", ["Put flowers into the vase.", "Sweep the hall."]),
        ("quite short of cash", ["Pay the deposit.", "Look out of the window."]),
        ("asthmatic", ["Spread the sealant remover.", "Fold the towels."]),
        ("toddler in the house", ["Wipe it with methylated spirits.", "Fold the towels."]),
        ("two dogs", ["Spread the weed killer.", "Fold the towels."]),
        ("i live in a really flat area", ["Run up a hill.", "Drink water."]),
        ("i get blisters every time", ["Wear the boots in.", "Drink water."]),
        ("live 200 km away", ["Hand over the keys.", "Read a poem."]),
        ("we have a dog already", ["Open the door to the other rooms.", "Weigh the kitten."]),
        ("its for the kids", ["Stir in the rum.", "Whip the cream."]),
        ("i take insulin", ["Put bottles into the clear bag.", "Roll the shirts."]),
        ("my bike has tubeless tyres", ["Pull out the tube.", "Spin the pedals."]),
        ("its a tiny yard", ["Plant it 4 m from the wall.", "Water it."]),
        ("colour blind", ["Connect live to live and neutral to neutral.", "Close the cover."]),
        ("dont want strangers at my house", ["Say whether they fetch it.", "Weigh it."]),
        ("single speed bike", ["Shift to the largest sprocket.", "Ride slowly."]),
        ("we go on holiday for three weeks in july", ["Water it every second day.", "Tie the stem."]),
        ("mum cant climb", ["Stand on a stool.", "Fold the maps."]),
        ("only have an ipad", ["Connect it with a USB cable.", "Fold the maps."]),
        ("bringing the dog", ["Book a pitch.", "Fold the maps."]),
        ("it must not touch my external usb drive", ["Copy it to the usb stick.", "Close the lid."]),
    ],
)
def test_the_first_of_two_steps_is_meant(hint: str, steps: list[str]) -> None:
    assert shown(hint, procedure("Do it", steps, [])) == {"s1"}


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("bad back", "Plant the plants and fill up to the rim."),
        ("bad back", "Roll it up in stretch film."),
        ("bad back", "Add 2 kg of flour."),
        ("bad back", "The pump moves 900 litres per hour."),
        ("wheelchair", "Look at the coin cabinet."),
        ("wheelchair", "Check the tyres at a petrol station."),
        ("pregnant", "Pour the heavy cream into a heavy saucepan."),
        ("pregnant", "Place the salmon on a soaked cedar plank."),
        ("im renting", "Install the maker's app."),
        ("live in a flat", "Brush it with barbecue sauce."),
        ("arthritis in both hands", "Look into the drain pipe."),
        ("scared of flying", "Book the ticket with a bed."),
        ("cant swim", "Drive to the lake."),
        ("bad back", "Lay out the exercise mat."),
        ("colour blind", "Tie it with steel wire."),
        ("asthmatic", "Wear the hiking socks."),
        ("asthmatic", "Add the juice of a lime."),
        ("toddler around", "Keep the bleach out of reach."),
        ("5 months pregnant", "Push the potatoes to one side."),
        ("its for the kids", "Put it on the coffee table."),
        ("disc brakes", "Press the tyre over the rim."),
        ("flat on the third floor", "Look for a stair gate."),
        ("6 months pregnant", "Pack the jump leads."),
        ("sore wrist", "Clean the paint brush."),
        ("i only have read access", "The columns are READY, RESTARTS and AGE."),
    ],
)
def test_a_word_in_another_sense_is_no_place(hint: str, line: str) -> None:
    assert shown(hint, procedure("Do it", [line], [])) == set()


QUICHE = procedure(
    "Onion quiche",
    ["Whisk the eggs and the cream.", "Bake until the quiche is puffy.", "Cut the quiche."],
    ["3 eggs", "200 ml cream", "4 onions"],
)
TOAST = procedure(
    "Sweet toast",
    ["Slice the bread.", "Dip the bread in egg.", "Fry the bread.", "Dust it with sugar."],
    ["stale bread", "2 eggs", "sugar"],
)


@pytest.mark.parametrize(("hint", "places"), [("egg allergy", "s1 r1"), ("lactose intolerant", "s1 r2")])
def test_the_dish_that_is_made_is_no_place_where_a_list_says_what_is_in_it(hint: str, places: str) -> None:
    assert shown(hint, QUICHE) == set(places.split())
    assert "s2" in shown(hint, procedure(QUICHE.goal, list(QUICHE.steps), []))


def test_noodles_on_the_list_are_looked_at_in_the_steps_though_the_title_names_them() -> None:
    noodles = procedure("Peanut noodles", ["Cook the noodles.", "Toss them."], ["200 g wheat noodles"])
    assert shown("im celiac", noodles) == {"s1", "r1"}


def test_what_is_only_to_be_less_is_shown_where_it_is_listed_and_first_used() -> None:
    assert shown("im diabetic", TOAST) == {"r1", "r3", "s1", "s4"}


def test_what_harms_somebody_is_shown_each_time() -> None:
    assert {"s1", "s2", "s3"} <= shown("coeliac", TOAST)


@pytest.mark.parametrize(
    ("thing", "line"), [("noodles", "rice noodles"), ("flour", "rice flour"), ("pasta", "gluten-free pasta")]
)
def test_a_thing_is_found_under_a_sort_of_it_that_somebody_else_may_eat(thing: str, line: str) -> None:
    supper = procedure("Supper", [f"Add the {thing}."], [f"200 g {line}"])
    [found] = find(supper, parse_hint(f"half the {thing}")).each
    assert {(place.part, place.word) for wish in found.wishes for place in wish.places} >= {("steps", thing)}


ALLERGIES = sorted(
    one.name.removesuffix(" allergy")
    for one in dict.fromkeys(things().values())
    if one.name.endswith(" allergy") and one.strain and "body" in one.flags
)


@pytest.mark.parametrize("thing", ALLERGIES)
def test_an_allergy_is_the_same_in_both_orders(thing: str) -> None:
    named = [one.lstrip("=") for one in things()[f"{thing.replace(' ', '')}allergy"].strain if one[0] == "="]
    base = procedure("Get it ready", [f"Lay out the {one}." for one in named])
    there = shown(f"{thing} allergy", base)
    assert there
    assert there <= shown(f"i'm allergic to {thing}", base)


def test_what_only_became_cooler_is_no_box_to_carry() -> None:
    cake = procedure("Bake a cake", ["If the middle is cooler, bake on.", "Let it cool in a cooler place."])
    assert shown("I'm pregnant", cake) == set()
    picnic = procedure("Have a picnic", ["Fill the cooler.", "Carry the cooler to the car."])
    assert shown("I'm pregnant", picnic) >= {"s2"}


@pytest.mark.parametrize(
    ("verb", "hint"), [("Roast", "no oven"), ("Bake", "no oven"), ("Broil", "no oven"), ("Blend", "no blender")]
)
def test_a_verb_that_begins_a_later_sentence_of_a_step_needs_its_tool(verb: str, hint: str) -> None:
    dish = procedure("Dinner", [f"Turn the fish over. {verb} for 12 minutes.", "Serve with roasted peanuts."])
    assert shown(hint, dish) == {"s1"}


def test_millilitres_are_no_mother_in_law() -> None:
    pudding = procedure("Pudding", ["Stir in the milk."], ["200 ml milk"])
    [found] = find(pudding, parse_hint("only got 100 mil milk")).each
    places = [place for wish in found.wishes for place in wish.places]
    assert places
    assert not any("mother" in place.why for place in places)


CAMPING = procedure(
    "Pack for the lake",
    ["torch and spare batteries", "stove and matches", "the dog's blanket", "the cat's basket", "chocolate"],
)


@pytest.mark.parametrize(
    "hint",
    ["we don't take the dog", "we are not taking our dog", "no dog", "without the dog", "I don't have a dog"],
)
def test_of_an_animal_that_stays_away_only_its_own_things_are_shown(hint: str) -> None:
    assert shown(hint, CAMPING) == {"s3"}


@pytest.mark.parametrize("hint", ["we have a dog", "we take the dog", "the dog in the house"])
def test_what_harms_an_animal_that_is_there_is_shown(hint: str) -> None:
    assert shown(hint, CAMPING) >= {"s1", "s5"}


def test_the_wish_that_names_a_thing_has_its_places_and_not_a_circumstance() -> None:
    tyre = procedure(
        "Mend a puncture", ["Pull out the tube.", "Glue on a patch.", "Pump."], ["inner tube", "patches"]
    )
    [tubeless, patches] = [
        {f"{one.part[0]}{one.step}" for one in wish.places}
        for found in find(tyre, parse_hint("I have tubeless tyres, no patches")).each
        for wish in found.wishes
    ]
    assert (tubeless, patches) == ({"s1", "r1"}, {"s2", "r2"})
    assert shown("I have tubeless tyres", tyre) == {"s1", "s2", "r1", "r2"}, "alone it tells of both"


def test_a_circumstance_keeps_its_places_if_it_has_no_others() -> None:
    patch = procedure("Mend a puncture", ["Glue on a patch.", "Pump."])
    found = find(patch, parse_hint("I have tubeless tyres, no patches")).each
    assert all(wish.places for one in found for wish in one.wishes)


def test_nothing_is_taken_from_a_wish_about_somebodys_health() -> None:
    party = procedure("Have a party", ["Light the candles.", "Put out the peanuts."])
    found = find(party, parse_hint("a toddler is coming, no candles")).each
    steps = [{one.step for one in wish.places} for each in found for wish in each.wishes]
    assert {1, 2} in steps
    assert {1} in steps


@pytest.mark.parametrize(
    ("step", "places"), [("Take the cat to the vet.", {"s1"}), ("Ask the vet about pills.", set())]
)
def test_without_a_car_the_way_to_the_vet_matters_and_not_every_vet(step: str, places: set[str]) -> None:
    assert shown("going by train", procedure("Get a cat ready", [step, "Feed it."])) == places
