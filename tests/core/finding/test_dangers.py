"""Dangers that a wish and a text have together, on procedures of our own."""

import pytest

from tailor.core.finding import shown, warnings
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint, switch
from tailor.rules.modify import modify
from tests.core.finding.test_finding import WORKOUT

DRAIN = procedure("Clean a drain", ["No vinegar yet. Pour vinegar in.", "Never add vinegar."], ["200 ml vinegar"])
LAKE = procedure("Swim in a lake", ["Wade in."])
MOW = procedure("Mow the lawn", ["Put the mower on the extension lead."])
BURN = procedure("Treat a burn", ["Cool it.", "Put on a dressing."], ["ibuprofen"])
GRILL = procedure("Grill kebabs", ["Light the charcoal.", "Grill the meat with soy sauce."], ["charcoal barbecue"])
TYRE = procedure("Change a tyre", ["Set the jack.", "Raise the car.", "Put the wheel on."], ["jack"])
SHOE = procedure("Whiten a shoe", ["Sand it smooth.", "Dab on the peroxide."], ["hydrogen peroxide"])
PIPE = procedure("Clear a sink", ["Pour a kettle of boiling water down it."])

SINK = procedure(
    "Unclog a sink",
    [
        "Boil a kettle of water and pour it in.",
        "Flush with boiling water.",
        "Use a plunger.",
        "Unscrew the U-bend.",
    ],
)
LIGHT = procedure(
    "Change a ceiling light",
    ["Switch off the circuit at the fuse box.", "Loosen the wires.", "Fix the new base."],
    ["wire stripper"],
)
SOCKET = procedure("Renew a wall socket", ["Unscrew the wall socket.", "Test the wires.", "Close it."])
BAIT = procedure(
    "Rid the attic of mice",
    [
        "Sweep the attic.",
        "Leave the rat bait behind the beam.",
        "Put down the mouse poison.",
        "Scatter slug pellets by the door.",
        "Put the bait box where children cannot reach it.",
    ],
)
TAP = procedure("Change a tap", ["Turn the water off at the stopcock.", "Drain it.", "Undo the nut."])
HOB = procedure("Move a hob", ["Shut off the gas.", "Undo the gas hose.", "Clean the worktop."])


def warned(of: Procedure, hint: str) -> str:
    return " ".join(one.says for one in warnings(of, parse_hint(hint)))


@pytest.mark.parametrize(
    ("of", "hint", "word"),
    [
        (GRILL, "its raining, can we do it indoors", "carbon monoxide"),
        (GRILL, "my son is coeliac", "gluten-free"),
        (procedure("Plant a pot", ["Plant the lily."]), "the kitten eats everything", "vet"),
        (procedure("Pack a bag", ["Put in the penknife and shampoo."]), "hand luggage only", "100 ml"),
        (procedure("Move house", ["Carry the boxes down."]), "im pregnant", "heavy lifting"),
        (procedure("Pasta", ["Take it off the heat and stir in the eggs."]), "im pregnant", "avoid raw egg"),
        (procedure("Clean a loo", ["Pour in the vinegar."]), "can i add bleach", "Never mix"),
        (procedure("Make fudge", ["Chop the walnuts and grapes."]), "for my toddler", "choke"),
        (DRAIN, "used drain cleaner yesterday", "poisonous gas"),
        (BURN, "its an electrical burn", "hospital"),
        (BURN, "already put toothpaste on it", "running water"),
        (procedure("Bath a newborn", ["Lower the baby in."]), "she is 6 weeks premature", "midwife"),
        (procedure("Roast a chicken", ["Roast the chicken."]), "its still frozen", "Thaw"),
        (MOW, "its wet", "RCD"),
        (procedure("Carbonara", ["Stir in the yolks."]), "my wife is pregnant", "salmonella"),
        (BURN, "allergic to ibuprofen and nuts", "read every label"),
        (procedure("Change it", ["Pry the batteries out."]), "one looks a bit puffed up", "burst into flames"),
        (LAKE, "heart condition and its like 12 degrees", "breath away"),
        (procedure("Get in the water", ["Wade in."]), "its january", "never alone"),
        (TYRE, "my kids are in the back of the car", "get everybody out"),
        (TYRE, "with a toddler", "get everybody out"),
        (SHOE, "with two kids about", "locked away"),
        (SHOE, "only got bleach", "Never mix"),
        (SHOE, "bad asthma", "dust or fumes"),
        (SHOE, "im pregnant", "dust or fumes"),
        (procedure("Trim your toenails", ["Cut the nails straight."]), "im diabetic", "small wound"),
        (procedure("Treat fleas on a dog", ["Work in the flea shampoo."]), "its for a kitten", "permethrin"),
        (PIPE, "our pipes are plastic", "soften plastic"),
        (PIPE, "its pvc plumbing", "soften plastic"),
        (PIPE, "we used drano", "boiling water"),
        (procedure("Wash a bike", ["Rinse it with a hose."]), "its an e-bike", "battery out"),
        (procedure("Fried rice", ["Fry the rice."]), "i have leftover rice", "cool it at once"),
        (BAIT, "we have a toddler", "eat bait"),
        (BAIT, "the grandchildren visit", "eat bait"),
        (BAIT, "there is a puppy", "eat bait"),
    ],
)
def test_silence_would_be_dangerous_here(of: Procedure, hint: str, word: str) -> None:
    assert word in warned(of, hint)


def test_no_warning_stands_without_its_wish_and_its_text() -> None:
    assert warned(GRILL, "no butter") == ""
    assert warned(WORKOUT, "its raining") == ""


@pytest.mark.parametrize(
    ("of", "hint"),
    [
        (DRAIN, "no drain cleaner please"),
        (DRAIN, "dont have bleach"),
        (BURN, "we have no ice"),
        (BURN, "allergic to ibuprofen"),
        (procedure("Burn a CD", ["Put it in."]), "electric drive"),
        (procedure("Make chicken salad", ["Dice the chicken."]), "frozen peas ok?"),
        (procedure("Mow the lawn", ["Push the mower."]), "its wet"),
        (MOW, "no rain today"),
        (TYRE, "no jack"),
        (procedure("Wash the car", ["Wipe the car."]), "with kids in the car"),
        (procedure("Bake a cake", ["Cut the cake."]), "im diabetic"),
        (procedure("Wash a dog", ["Wet the dog with water."]), "the cat watches"),
        (procedure("Wash a dog", ["Work in the shampoo."]), "i have a cat allergy"),
        (procedure("Curry", ["Boil the rice.", "Add the chicken."]), "leftover roast chicken"),
        (procedure("Wash your hair", ["Work in the shampoo."]), "the cat watches"),
        (PIPE, "our pipes are copper"),
        (PIPE, "i dont have drain cleaner"),
        (SINK, "nothing with caustic soda or drain cleaner"),
        (procedure("Bake pretzels", ["Dip them in boiling water."]), "can i use lye"),
        (procedure("Oil a bike chain", ["Put a drop on each link."]), "its an e-bike"),
        (procedure("Clean a drawer", ["Take out the detergent drawer."]), "with two kids about"),
        (procedure("Sand art", ["Pour the sand in."]), "im pregnant"),
        (procedure("Stir a dip", ["Mix it."]), "its a cold january"),
        (procedure("Swim 20 laps", ["Get into the heated pool."]), "its january"),
        (LAKE, "I have a cold"),
        (LAKE, "it is not that cold, 20 degrees"),
        (LAKE, "frozen shoulder"),
        (BAIT, "no noise please"),
        (BAIT, "a guest has a cat allergy"),
        (BAIT, "my aunt is allergic to dogs and cats"),
        (procedure("Catch a mouse", ["Bait the trap with peanut butter."]), "we have a toddler"),
    ],
)
def test_words_that_are_near_a_danger_warn_of_none(of: Procedure, hint: str) -> None:
    assert warned(of, hint) == ""


def test_what_meets_what_is_in_the_drain_is_shown_but_where_it_is_denied() -> None:
    [one] = warnings(DRAIN, parse_hint("already put bleach down it"))
    assert [(place.part, place.step) for place in shown(DRAIN, one)] == [("steps", 1), ("resources", 1)]


@pytest.mark.parametrize("hint", ["my toddler eats everything", "two dogs", "we keep hens"])
def test_each_bait_that_can_be_reached_is_shown(hint: str) -> None:
    [one] = [one for one in warnings(BAIT, parse_hint(hint)) if "bait" in one.says]
    assert [place.step for place in shown(BAIT, one)] == [2, 3, 4]


@pytest.mark.parametrize(
    ("step", "there"),
    [
        ("Put the rat bait down and lock the door.", True),
        ("Put the rat bait near the locked gate.", True),
        ("Lock the rat bait in a steel box he cannot open.", False),
        ("Put the rat bait in a locked box.", False),
        ("Keep the rat bait out of his reach.", False),
    ],
)
@pytest.mark.parametrize(
    "hint", ["we have a toddler", "toddler and cat allergy", "the grandkids come", "guinea pigs"]
)
def test_only_bait_that_is_itself_locked_away_is_not_shown(hint: str, step: str, there: bool) -> None:
    base = procedure("Rid the attic of mice", [step])
    [one] = [one for one in warnings(base, parse_hint(hint)) if "bait" in one.says]
    assert bool(shown(base, one)) is there


def test_what_splashes_the_drain_cleaner_is_shown_and_nothing_of_it_advised() -> None:
    hint = parse_hint("i already poured drain cleaner in and we have plastic pipes")
    drain, pipes = warnings(SINK, hint)
    assert [(place.part, place.step) for place in shown(SINK, drain)] == [("steps", at) for at in (1, 2, 3, 4)]
    assert [place.step for place in shown(SINK, pipes)] == [1, 2]
    assert "plunger" not in pipes.says


@pytest.mark.parametrize(
    "text",
    [
        "Don't forget to wipe it with vinegar.",
        "Do not scrub it, pour vinegar on it.",
        "Do not let the vinegar dry.",
    ],
)
def test_what_is_only_near_a_denial_of_something_else_is_shown(text: str) -> None:
    of = procedure("Clean a drain", [text], [])
    [one] = warnings(of, parse_hint("already put bleach down it"))
    assert [place.step for place in shown(of, one)] == [1]


def test_what_a_warning_shows_is_not_said_to_be_unknown_beside_it() -> None:
    for of, hint in ((SHOE, "only got bleach"), (TYRE, "with my kids")):
        [verdict] = modify(of, parse_hint(hint)).verdicts
        assert "I can't tell" not in verdict.says
        assert "so please look there" in verdict.says


def test_a_wish_that_is_off_warns_of_nothing() -> None:
    assert warnings(GRILL, switch(parse_hint("indoors please"), "R1")) == ()


def test_every_warning_is_one_line_and_names_its_source() -> None:
    for one in warnings(GRILL, parse_hint("indoors, and my son is coeliac")):
        assert "\n" not in one.says
        assert "http" in one.source


@pytest.mark.parametrize(
    ("hint", "warns"),
    [
        ("one guest has a cat allergy", False),
        ("my aunt is allergic to dogs and cats", False),
        ("a friend is allergic to cat hair", False),
        ("we have a cat", True),
        ("the dog has an allergy", True),
        ("we have a dog, and a guest has a cat allergy", True),
    ],
)
def test_whoever_is_allergic_to_a_pet_has_none_that_eats(hint: str, warns: bool) -> None:
    assert ("poison dogs and cats" in warned(procedure("Make fudge", ["Melt the chocolate."]), hint)) is warns


@pytest.mark.parametrize("of", [LIGHT, SOCKET])
@pytest.mark.parametrize(
    "hint",
    [
        "I can't switch off the fuse",
        "cant turn the power off",
        "I’m not allowed to turn off the electricity",
        "no idea which fuse",
        "dont know where the circuit breaker is",
        "the breaker is locked",
        "the fuses are not labelled",
        "no access to the consumer unit",
        "the breaker won't trip",
        "the power has to stay on for the freezer",
        "without switching off the mains",
        "id rather leave the power on",
        "no fuse box",
        "lost the key to the fuse box",
    ],
)
def test_who_cannot_switch_off_the_power_is_told_to_leave_it(of: Procedure, hint: str) -> None:
    assert "with the power on" in warned(of, hint)
    made = modify(of, parse_hint(hint))
    assert {"switch off", "wires"} & {place.word.casefold() for place in made.places}
    assert not any(place.part == "resources" for place in made.places)
    assert "you know best" not in " ".join(one.says for one in made.verdicts)


@pytest.mark.parametrize(
    ("of", "hint", "word"),
    [
        (TAP, "no access to the stopcock", "flood"),
        (TAP, "the stopcock is stuck", "flood"),
        (TAP, "the valve wont turn", "flood"),
        (TAP, "I can't shut the water off", "flood"),
        (TAP, "dont know where to turn off the water", "flood"),
        (HOB, "cant turn the gas off", "explode"),
        (HOB, "the gas tap is seized", "explode"),
        (HOB, "no idea where the gas valve is", "explode"),
        (procedure("Clean a fridge", ["Unplug the fridge.", "Wipe it."]), "i cant unplug it", "power on"),
    ],
)
def test_who_cannot_shut_off_gas_or_water_is_told_to_leave_it(of: Procedure, hint: str, word: str) -> None:
    assert word in warned(of, hint)


@pytest.mark.parametrize(
    ("of", "hint"),
    [
        (LIGHT, "I have no power tools"),
        (LIGHT, "the light is off"),
        (LIGHT, "I can switch off the power"),
        (LIGHT, "no gas"),
        (TAP, "no hot water"),
        (TAP, "I can't turn off the power"),
        (HOB, "can't switch off the water"),
        (HOB, "gas mark please"),
        (procedure("Make tea", ["Boil the water."], ["water"]), "can't turn the water off"),
        (procedure("Fry eggs", ["Heat the pan on the gas."]), "the gas valve is stuck"),
    ],
)
def test_nothing_has_to_be_off_where_nobody_works_on_it(of: Procedure, hint: str) -> None:
    assert not any(word in warned(of, hint) for word in ("flood", "explode", "power on"))


CLEAN = procedure("Clean a shower", ["Spray the vinegar on.", "Rinse and mop."], ["vinegar"])
STEW = procedure("Beef stew", ["Melt the butter.", "Brown the beef.", "Add Worcestershire sauce."], [])
JOG = procedure("Train for your first race: running plan", ["Run for 5 minutes.", "Rest in the sauna."])


@pytest.mark.parametrize(
    ("of", "hint", "word", "where"),
    [
        (CLEAN, "we have marble tiles", "Acid", ["s1", "r1"]),
        (CLEAN, "its limestone", "Acid", ["s1", "r1"]),
        (CLEAN, "the worktop is natural stone", "Acid", ["s1", "r1"]),
        (procedure("Wash up", ["Soak the pans."]), "cast iron", "rusts", ["s1"]),
        (procedure("Clean the floor", ["Steam it."]), "oak parquet", "barely damp", ["s1"]),
        (STEW, "we keep kosher", "apart", ["s1", "s3"]),
        (STEW, "my guests are orthodox jews", "fish with meat", ["s1", "s3"]),
        (JOG, "I have a heart condition", "Ask your doctor", ["s2"]),
        (JOG, "high blood pressure", "Ask your doctor", ["s2"]),
        (JOG, "I had a stroke in May", "Ask your doctor", ["s2"]),
        (JOG, "two years after a triple bypass", "Ask your doctor", ["s2"]),
        (JOG, "I had a hip operation", "Ask your doctor", ["s2"]),
        (JOG, "5 months pregnant", "heat like this", ["s2"]),
    ],
)
def test_a_warning_shows_what_it_is_about(of: Procedure, hint: str, word: str, where: list[str]) -> None:
    assert word.casefold() in warned(of, hint).casefold()
    met = warnings(of, parse_hint(hint))
    assert [f"{one.part[0]}{one.step}" for warning in met for one in shown(of, warning)] == where


@pytest.mark.parametrize(
    ("of", "hint"),
    [
        (CLEAN, "no marble here"),
        (procedure("Lemon cake", ["Wipe the lemon."], ["1 lemon"]), "I have a marble worktop"),
        (procedure("Cook beans", ["Soak the beans."]), "I have a cast iron pot"),
        (procedure("Beef curry", ["Add the beef.", "Add the coconut milk and peanut butter."]), "kosher"),
        (STEW, "kosher salt only"),
        (procedure("Run a bath", ["Run the tap."]), "I have a heart condition"),
        (procedure("Train a dog to sit", ["Hold a treat."]), "I'm pregnant"),
        (STEW, "it is not kosher anyway"),
        (JOG, "I am not pregnant"),
        (JOG, "no heart problems"),
        (JOG, "I train my swim strokes too"),
        (JOG, "with a stroke of luck I win"),
        (JOG, "bypass the park"),
    ],
)
def test_no_surface_and_no_body_is_warned_of_what_does_it_no_harm(of: Procedure, hint: str) -> None:
    told = warned(of, hint).casefold()
    assert not any(word in told for word in ("acid", "rusts", "barely damp", "kosher", "ask your doctor"))


RAW = "Raw or runny egg can carry salmonella: use pasteurised egg, or cook it until it is firm."
MOUSSE = procedure(
    "Chocolate mousse",
    ["Separate the eggs.", "Whisk the whites, fold them in and chill."],
    ["4 eggs", "chocolate"],
)
TRIFLE = procedure(
    "Ladyfinger trifle", ["Beat the egg yolks with sugar.", "Layer it in a baking dish and chill."], ["3 eggs"]
)


@pytest.mark.parametrize("hint", ["im pregnant", "for my toddler", "for my elderly mother"])
@pytest.mark.parametrize("of", [MOUSSE, TRIFLE], ids=lambda one: str(one.goal))
def test_eggs_that_nothing_heats_are_shown(of: Procedure, hint: str) -> None:
    made = modify(of, parse_hint(hint))
    assert {(place.part, place.step) for place in made.places} >= {("steps", 1), ("resources", 1)}
    assert RAW in made.verdicts[0].says
    assert made.verdicts[0].says.count("For “") <= 1  # each wish is named once


@pytest.mark.parametrize(
    "step",
    ["Bake it for 30 minutes.", "Cook it until it is firm.", "Fry it on both sides.", "Simmer the custard."],
)
def test_eggs_that_are_heated_are_not_shown_as_raw(step: str) -> None:
    cake = procedure("Cake", ["Separate the eggs and fold in the whites.", step], ["3 eggs"])
    assert not modify(cake, parse_hint("im pregnant")).places
