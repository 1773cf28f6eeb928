"""Words of a hint or a text that mean something else there, beside ordinary ones that must be found."""

from collections.abc import Sequence

import pytest

from tailor.core.finding import find
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules.modify import modify


def places(hint: str, step: str, things: Sequence[str] = ()) -> set[str]:
    """The part and word of each place."""
    found = find(procedure("A how-to", [step, "Set it down."], list(things)), parse_hint(hint))
    return {f"{place.part}: {place.word}" for one in found.each for wish in one.wishes for place in wish.places}


@pytest.mark.parametrize(
    ("hint", "step", "found"),
    [
        ("cant get the cover back on", "Push the lid down and lift the pot.", False),
        ("cant put it back together", "Push the lid down and lift the pot.", False),
        ("my bad back in winter", "Push the cart and lift the pot.", True),
        ("got a sore back", "Push the cart and lift the pot.", True),
        ("grass is knee high", "Kneel and rake the beds.", False),
        ("my knee hurts", "Kneel and rake the beds.", True),
        ("low salt please", "Fry the bread until crisp.", False),
        ("low salt please", "Serve with crisps.", True),
        ("its pouring", "Let it run for a minute.", False),
        ("its raining", "Run round the field.", True),
        ("its winter now", "Water the plant.", False),
        ("saffron costs a fortune", "Tip in the rice.", False),
        ("we have no money", "Pay the guide.", True),
        ("im pregnant", "Spread the sushi rice over the sheet.", False),
        ("im pregnant", "Serve the sushi.", True),
        ("im pregnant", "Punch down and stretch pizza dough.", False),
        ("im pregnant", "Stretch after the run.", True),
        ("no cream", "Cream 3 tablespoons margarine with the sugar.", False),
        ("no cream", "Pour in 3 tablespoons cream.", True),
        ("no cream", "Cream 100 ml into the pan.", True),
        ("no milk", "Milk 200 ml.", True),
        ("tight budget", "Tip them 15 percent.", True),
        ("im pregnant", "Lie down and stretch it out.", True),
        ("i rent", "Undo the screw beneath.", False),
        ("i rent", "Drill a hole in the wall.", True),
        ("no seafood", "Heat the paella pan.", False),
        ("no seafood", "Dish up the paella.", True),
        ("can i bake them", "Stir in the baking powder.", False),
        ("taking the dog", "Pack the travel adapter.", False),
        ("can i give some to my dog", "Bake until a skewer comes out clean.", False),
        ("can i give some to my dog", "Fold in the walnuts.", True),
        ("its raining", "Leave the van in park.", False),
        ("its raining", "Stop 20 yards ahead.", False),
        ("its raining", "Have the picnic in the park.", True),
        ("its raining", "Set it on the jack.", True),
        ("i rent", "Rinse the sieve and screw it back in.", False),
        ("i rent", "Wipe round the overflow hole.", False),
        ("i rent", "Screw it to the wall.", True),
        ("i rent", "Make a hole for the plug.", True),
        ("for a frail pensioner", "Run Windows Setup again.", False),
        ("for a frail pensioner", "Jog to the fence.", True),
        ("dont want to open it", "Open the Sound settings.", False),
        ("dont want to open it", "Open the back of the radio.", True),
        ("my bad back", "Load the brush with glaze.", False),
        ("my bad back", "Pull off the tape.", False),
        ("my bad back", "Pull over by the kerb.", False),
        ("my bad back", "Load the bricks.", True),
        ("in winter", "Wipe the outside.", False),
        ("in winter", "Leave it outside.", True),
        ("no chairs", "Do ten sit-ups.", False),
        ("no chairs", "Sit down and breathe.", True),
        ("no bike stand", "Let the bike stand a day.", False),
        ("no bike stand", "Hang it on the bike stand.", True),
        ("doing it alone", "Never leave the child alone.", False),
        ("doing it alone", "Lift it with a second person.", True),
        ("its under the nail", "Hold it under the lamp.", False),
        ("high blood pressure", "Drizzle with olive oil.", False),
        ("high blood pressure", "Scatter with olives.", True),
        ("its dark", "Peel the potatoes.", False),
        ("in the dark", "Bring a torch.", True),
        ("at night", "Wear the reflective vest.", True),
        ("very windy", "Hang it up with a clothes peg.", False),
        ("very windy", "Hammer in the tent pegs.", True),
        ("frozen ground", "Hammer in the tent pegs.", True),
        ("its raining", "Spread the flysheet.", True),
        ("its cold in our house", "Let the dough rise.", True),
        ("its cold in our house", "Mix the flour and water.", False),
        ("cold outside", "Hold it in the sun.", True),
        ("kids are playing near me", "Sharpen the blades.", True),
        ("kids are playing near me", "Fold the napkins.", False),
        ("its a kid", "Push in the needle.", True),
        ("wall is concrete", "Drill two holes.", True),
        ("wall is concrete", "Wipe the frame.", False),
        ("no antibiotic cream", "Put on the antiseptic cream.", True),
        ("no antibiotic cream", "Whip the cream.", False),
        ("no thermometer", "Grill it until it has 63 °C.", True),
        ("no thermometer", "Heat the oven to 220 °C.", False),
        ("no thermometer", "Let the butter come to room temperature.", False),
        ("no internet", "Install all updates.", True),
        ("im diabetic", "Stir in the flour.", True),
        ("im diabetic", "Stir in the salt.", False),
        ("im alone", "Stand the bookcase up.", True),
        ("im alone", "Tighten the screw.", False),
        ("i rent", "Wipe round the drain hole.", False),
        ("its raining", "Sand the wood.", False),
        ("my bad back", "Put the spare on.", True),
        ("no screwdriver", "Screw it back together.", True),
        ("its raining", "Roll up the garden hose.", False),
        ("its raining", "Sit down in the garden.", True),
        ("its freezing outside", "Cool it in the sink.", False),
        ("im pregnant", "Hang it outside.", False),
        ("im pregnant", "Carry the sacks.", True),
        ("my flat is dark, gets no sun", "Keep it in full sun.", True),
        ("i have no money", "Pay at the desk.", True),
        ("cold water only", "Run the hottest cycle.", True),
        ("cold water only", "Dry it with a cloth.", False),
        ("we have a cat", "Take out the detergent drawer.", False),
        ("we have a cat", "Put in the degreaser.", True),
        ("sensitive skin", "Dab on hydrogen peroxide.", True),
        ("sensitive skin", "Dab on water.", False),
        ("small kids", "Hammer in the tent pegs.", True),
        ("keto", "Toast the pita.", True),
        ("keto", "Toast the walnuts.", False),
    ],
)
def test_a_word_in_another_sense_is_no_place(hint: str, step: str, found: bool) -> None:
    assert bool(places(hint, step)) == found


@pytest.mark.parametrize(
    ("hint", "step", "things", "listed"),
    [
        ("hate glace cherries", "Soak the dried fruit and cherries.", ["glacé cherries"], {"steps: cherries"}),
        ("no tap", "Hold it under cool running tap water.", ["blanket"], {"steps: running tap water"}),
        ("i only have passata", "Add the tomatoes.", ["tin chopped tomatoes", "paprika"], {"steps: tomatoes"}),
        ("no milk", "Pour in the milk.", ["coconut milk"], set()),
        ("no plaice", "Turn the fish.", ["4 fillets of plaice", "butter"], {"steps: fish"}),
        ("no plaice", "Turn the fish.", ["plaice", "smoked haddock"], {"resources: plaice"}),
        ("no minced lamb", "Brown the meat.", ["400 g minced lamb", "lamb stock"], {"steps: meat"}),
        ("no celery", "Blend it with the stick blender.", ["2 celery sticks"], {"resources: celery sticks"}),
        ("no gouda", "Grate the cheese.", ["200 g gouda", "bread"], {"steps: cheese"}),
        ("no shears", "Cut it off.", ["pruning shears"], {"resources: shears"}),
        ("no bath tub", "Fill the tub.", ["small bathtub"], {"steps: tub"}),
    ],
)
def test_list_and_steps_call_one_thing_by_a_long_and_a_short_name(
    hint: str, step: str, things: list[str], listed: set[str]
) -> None:
    assert listed <= places(hint, step, things)
    assert listed or not places(hint, step, things)


def test_the_fish_of_two_and_the_stick_of_another_thing_are_not_meant() -> None:
    assert "steps: fish" not in places("no plaice", "Turn the fish.", ["plaice", "smoked haddock"])
    assert "steps: stick" not in places("no celery", "Blend it with the stick blender.", ["2 celery sticks"])


@pytest.mark.parametrize(
    ("step", "found"),
    [
        ("Fill the hat boxes. Put the boxes on top.", {"steps: hat boxes", "steps: boxes"}),
        ("Fill the hat boxes. Set the ice boxes down.", {"steps: hat boxes"}),
    ],
)
def test_steps_without_a_list_call_a_thing_by_its_last_word_too(step: str, found: set[str]) -> None:
    first, last = step.split(". ")
    boxes = find(procedure("Store hats", [f"{first}.", last]), parse_hint("no hat boxes")).each[0]
    assert {f"{place.part}: {place.word}" for place in boxes.places} == found


@pytest.mark.parametrize(
    ("hint", "steps", "found"),
    [
        ("no iron", ["Fetch the iron.", "Press the pleats."], {1, 2}),
        ("no iron", ["Fetch the iron.", "Press the button."], {1}),
        ("no paint roller", ["Wet the paint roller.", "Roll on a coat."], {1, 2}),
        ("no tweezers", ["Wash the jar.", "Grip the handle."], set()),
        ("no thermometer", ["Hold in the thermometer.", "Wait until it reaches 60."], {1, 2}),
        ("no thermometer", ["Hold in the thermometer.", "Keep it within reach."], {1}),
        ("no lug wrench", ["Fetch the lug wrench.", "Tighten the nuts."], {1, 2}),
        ("no lug wrench", ["Fetch the lug wrench.", "Tighten by hand."], {1}),
        ("no glue gun", ["Fix it with hot glue."], {1}),
        ("no glue gun", ["Fix it with flour paste."], set()),
        ("no sewing machine", ["Backstitch at the end."], {1}),
    ],
)
def test_what_a_tool_is_for_counts_where_the_tool_is(hint: str, steps: list[str], found: set[int]) -> None:
    [wishes] = find(procedure("A how-to", steps), parse_hint(hint)).each
    assert {place.step for place in wishes.places} == found


def test_where_a_line_has_the_short_name_no_other_one_is_called_so() -> None:
    soup = procedure("Soup", ["Boil the potatoes."], ["sweet potatoes", "potatoes"])
    [wish] = find(soup, parse_hint("no potatoes")).each[0].wishes
    assert {(place.part, place.step) for place in wish.places} == {("steps", 1), ("resources", 2)}


@pytest.mark.parametrize(
    ("hint", "thing", "wanted"),
    [
        ("no potatoes but got rice", "potatoes", "rice"),
        ("no marsala have baileys", "marsala", "baileys"),
        ("can i swap the butter for oil", "butter", "oil"),
        ("no ricotta here only cottage cheese", "ricotta", "cottage cheese"),
        ("got tofu instead of chicken", "chicken", "tofu"),
        ("i have a nut allergy", "nut", ""),
        ("no milk have to go out", "milk", ""),
        ("no eggs have kids", "eggs", ""),
    ],
)
def test_what_there_is_instead_is_heard(hint: str, thing: str, wanted: str) -> None:
    base = procedure("A how-to", ["Mix it."], ["milk"])
    wishes = [wish for one in find(base, parse_hint(hint)).each for wish in one.wishes]
    assert thing in {wish.thing for wish in wishes}
    assert wanted in {wish.wanted for wish in wishes}
    assert wanted or not any(wish.wanted for wish in wishes)


def test_what_is_asked_after_is_shown_by_its_last_word() -> None:
    assert places("can i use chicken bones", "Boil the bones.", ["beef bones"])
    assert places("can i use oat milk", "Pour in the milk.", ["milk"])
    assert not places("can i use chicken bones", "Boil the eggs.", ["eggs"])


@pytest.mark.parametrize(
    ("hint", "told"),
    [("left handed", "I can't tell which steps matter"), ("blue moon", "I did not understand")],
)
def test_a_state_that_is_known_and_meets_nothing_is_not_said_to_be_not_understood(hint: str, told: str) -> None:
    [verdict] = modify(procedure("Boil rice", ["Rinse the rice.", "Boil it."]), parse_hint(hint)).verdicts
    assert told in verdict.says


def test_who_lacks_one_sort_of_a_tool_keeps_the_other_sorts() -> None:
    steps = ["Heat the oven to 180 °C.", "Beat the eggs with a hand mixer.", "Bake it."]
    base = procedure("Cake", steps, ["2 eggs", "200 g flour"])
    for hint in ("no stand mixer", "no fan oven"):
        made = modify(base, parse_hint(hint))
        assert (made.edits, made.places) == ((), ())
