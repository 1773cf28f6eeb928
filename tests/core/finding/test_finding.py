"""What a wish finds in a procedure, on examples of our own, and on two rounds of fresh hints (README.md)."""

from dataclasses import replace

import pytest

from tailor.core.finding import Found, Place, Wish, find
from tailor.core.guard.detector import spoken
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint, switch
from tests.core.finding.score import cases, judged

pytest.importorskip("rapidfuzz")  # a dependency of the project, which an older environment may lack

SHELF = procedure(
    "Put up a shelf in the bathroom",
    [
        "Hold the bracket against the wall above the bathtub and mark the holes.",
        "Drill two holes with a 6 mm masonry bit.",
        "Push in the wall plugs and screw the bracket on.",
        "Climb the step ladder and lay the board on top.",
        "Wipe the tiles; never with bleach.",
    ],
    ["drill", "step ladder", "4 screws"],
)
WAFFLES = procedure(
    "Waffles for four",
    [
        "Whisk the eggs with the buttermilk and melted butter.",
        "Fold in the flour and a pinch of salt.",
        "Preheat the oven to 100 °C to keep them warm.",
        "Bake in the waffle maker for 4 minutes.",
        "Serve with chipolatas and chopped coriander. Serves 4.",
    ],
    ["2 eggs", "250 ml buttermilk", "50 g butter", "200 g flour", "nut-free chocolate spread"],
)
WORKOUT = procedure(
    "Do a workout",
    [
        "Warm up by jogging on the spot.",
        "Do 10 squats with a dumbbell in each hand.",
        "Do 10 push-ups.",
        "Rest for 2 minutes.",
    ],
)


def found(of: Procedure, hint: str) -> tuple[Found, ...]:
    return find(of, parse_hint(hint)).each


def wish(of: Procedure, hint: str, thing: str = "") -> Wish:
    """The wish about this thing; without one the only wish."""
    wishes = [one for each in found(of, hint) for one in each.wishes if not thing or one.thing == thing]
    assert len(wishes) == 1, wishes
    return wishes[0]


def words(one: Wish) -> list[tuple[str, int, str]]:
    return [(place.part, place.step, place.word) for place in one.places]


def test_a_verb_tells_of_the_tool_that_it_needs() -> None:
    drilling = wish(SHELF, "i rent so no drilling", "drilling")
    assert drilling.polarity == "without"
    assert words(drilling) == [("steps", 2, "Drill"), ("resources", 1, "drill")]
    assert wish(SHELF, "dont have a drill").places[0].why == "", "the word says enough"


def test_a_rented_flat_is_a_wish_by_itself() -> None:
    assert {place.step for place in wish(SHELF, "i rent").places if place.part == "steps"} == {1, 2, 3}


@pytest.mark.parametrize("hint", ["no bath tub", "dont have a bathtub", "we have no bath-tub here"])
def test_joined_and_split_spellings_are_one_thing(hint: str) -> None:
    assert words(wish(SHELF, hint)) == [("steps", 1, "bathtub")]


def test_two_words_are_no_name_that_is_always_written_as_one() -> None:
    cakes = procedure("Bake cakes", ["Put a paper case in each hole.", "Top up with half and half."])
    assert ("steps", 1, "case in") not in words(wish(cakes, "no casein"))
    assert words(wish(cakes, "no half and half")) == [("steps", 2, "half and half")]


def test_a_place_gives_the_reason_of_the_wish_and_of_nobody_else() -> None:
    """Wine holds sulphites too, which is nothing to a muslim."""
    stew = procedure("Cook a stew", ["Pour in the wine."])
    assert wish(stew, "halal please").places[0].why == "wine: found because you said “halal”"


def test_a_wish_keeps_its_words() -> None:
    assert wish(SHELF, "my drill is broken").words == ("drill", "broken")


def test_the_words_of_an_idiom_are_no_wish_and_are_told() -> None:
    (one,) = found(SHELF, "im tone deaf")
    assert (one.wishes, one.not_understood) == ((), ("tone", "deaf"))


def test_a_waffle_maker_is_a_waffle_iron_and_the_goal_needs_one() -> None:
    iron = wish(WAFFLES, "no waffle iron")
    assert words(iron) == [("steps", 4, "waffle maker")]
    assert iron.in_goal == "Waffles"


def test_what_the_text_warns_of_is_no_place_and_still_nothing_is_cleared() -> None:
    bleach = wish(SHELF, "no bleach allowed")
    assert bleach.places == ()
    assert bleach.recognised
    assert not bleach.known
    assert bleach.polarity == "without"


@pytest.mark.parametrize(
    "hint",
    ["{}, allergic", "{} (allergy)", "allergic: {}", "allergic {}", "{}, I'm allergic", "my son {} - allergic",
     "intolerance: {}", "we are allergic, {}"],
)  # fmt: skip
@pytest.mark.parametrize("food", ["eggs", "buttermilk", "chipolatas", "coriander"])
def test_an_allergy_beside_its_food_or_apart_from_it_is_one(hint: str, food: str) -> None:
    [told] = (one for one in found(WAFFLES, hint.format(food))[0].wishes if one.polarity == "allergy-or-health")
    assert (told.thing, told.loose) == (food, False)
    assert words(told) == words(wish(WAFFLES, f"{food} allergy"))


@pytest.mark.parametrize(
    ("food", "line"),
    [("rice", "2 tbsp rice vinegar"), ("rice", "1 tbsp rice wine"), ("cream", "100 g cream cheese")],
)
def test_what_is_made_of_a_food_but_no_sort_of_it_is_shown_for_an_allergy_only(food: str, line: str) -> None:
    shown = {
        hint: len(wish(procedure("Dinner", [line]), hint).places) for hint in (f"{food} allergy", f"no {food}")
    }
    assert list(shown.values()) == [1, 0]


def test_an_allergy_that_somebody_does_not_have_is_none() -> None:
    assert wish(WAFFLES, "eggs, not allergic").polarity == "other"


def test_nut_free_is_no_place_for_an_allergy_to_nuts() -> None:
    nuts = wish(WAFFLES, "allergic to nuts")
    assert nuts.polarity == "allergy-or-health"
    assert nuts.places == ()


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("allergic to celery", "1 stock cube, free from celery"),
        ("seafood allergy", "This kimchi is made without shrimp or fish sauce."),
        ("no sulphites for me", "50 g unsulphured dried apricots"),
    ],
)
def test_what_may_hold_it_is_no_place_where_its_own_text_says_that_it_does_not(hint: str, line: str) -> None:
    assert not any(each.places for each in found(procedure("Dinner", [line]), hint))


@pytest.mark.parametrize(
    ("hint", "line", "step", "places"),
    [
        ("dairy free", "400 ml oat milk", "Warm the milk.", 0),
        ("gluten free please", "12 corn tortillas", "Fill the tortillas.", 0),
        ("vegan", "20 g vegan butter, soft", "Melt the butter.", 0),
        ("dairy free", "milk chocolate", "Warm the milk.", 2),
        ("dairy free", "400 ml oat milk", "Warm the milk chocolate.", 1),
        ("no oven", "oven gloves", "Heat the oven.", 1),
    ],
)
def test_the_bare_word_of_a_step_is_what_the_list_calls_by_its_whole_name(
    hint: str, line: str, step: str, places: int
) -> None:
    assert sum(len(each.places) for each in found(procedure("Dinner", [step], [line]), hint)) == places


def test_a_bare_word_is_a_place_where_one_of_the_lines_is() -> None:
    pie = procedure("A pie", ["Rub the flour in."], ["200 g rice flour", "200 g wheat flour"])
    assert [place.part for each in found(pie, "gluten free") for place in each.places] == ["steps", "resources"]


@pytest.mark.parametrize(
    "step",
    [
        "Melt the Boursin. Top with dairy-free cheese.",
        "Add dairy-free cheese and Boursin.",
        "Melt the Boursin. Serve with bread made without milk.",
    ],
)
def test_what_is_free_from_it_frees_nothing_else_in_its_step(step: str) -> None:
    [milk] = found(procedure("Dinner", [step]), "lactose intolerant")
    assert [(place.step, place.word) for place in milk.places] == [(1, "Boursin")]


def test_a_stand_in_that_is_turned_down_frees_nothing() -> None:
    souffle = procedure("A soufflé", ["Egg replacer is not up to this soufflé; separate four real ones."])
    assert any(each.places for each in found(souffle, "no egg at all"))


def test_a_diet_and_a_missing_thing_are_two_wishes_without_a_comma() -> None:
    vegan, coriander = (one for each in found(WAFFLES, "im vegan and cant find coriander") for one in each.wishes)
    assert vegan.polarity == "allergy-or-health"
    assert {place.step for place in vegan.places if place.part == "steps"} == {1, 5}
    assert coriander.polarity == "missing"
    assert words(coriander) == [("steps", 5, "coriander")]


def test_other_words_of_the_same_step_stand_beside_the_place() -> None:
    first = wish(WAFFLES, "im vegan").places[0]
    assert first == Place("steps", 1, "eggs", first.why, ("buttermilk", "butter"))


def test_a_chipolata_is_pork() -> None:
    assert words(wish(WAFFLES, "no pork")) == [("steps", 5, "chipolatas")]


def test_kung_is_shrimp() -> None:
    soup = procedure("Make tom yum kung", ["Add the kung and simmer for 3 minutes."])
    assert words(wish(soup, "i cant eat shrimp")) == [("steps", 1, "kung")]


def test_a_mistyped_word_is_mended_and_the_mending_is_told() -> None:
    weights = wish(WORKOUT, "bad knees and no dumbells", "dumbells")
    assert weights.corrected == "dumbbells" or weights.corrected == "dumbbell"
    assert words(weights) == [("steps", 2, "dumbbell")]


def test_bad_knees_touch_squats_and_jogging() -> None:
    assert words(wish(WORKOUT, "bad knees")) == [("steps", 1, "jogging"), ("steps", 2, "squats")]


def test_the_last_word_of_a_listed_thing_stands_for_it() -> None:
    pizza = procedure("Bake a pizza", ["Heat the stone.", "Slide the pizza onto the stone."], ["pizza stone"])
    assert words(wish(pizza, "no pizza stone")) == [
        ("steps", 1, "stone"),
        ("steps", 2, "stone"),
        ("resources", 1, "pizza stone"),
    ]


def test_where_a_step_says_without_it_the_last_word_of_a_thing_is_no_place() -> None:
    steps = ["Pry it off with levers.", "Push it on by hand (no levers, they pinch)."]
    tire = procedure("Mend a flat tire", steps, ["2 tire levers"])
    assert words(wish(tire, "no tire levers")) == [("steps", 1, "levers"), ("resources", 1, "tire levers")]


def test_the_last_word_of_another_thing_does_not() -> None:
    wash = procedure("Wash up", ["Add a little soda.", "Rinse."], ["washing soda", "soda water"])
    assert words(wish(wash, "no washing soda")) == [("resources", 1, "washing soda")]


@pytest.mark.parametrize(
    "hint", ["olive oil ok", "olive oil instead", "olive oil is all i have", "only olive oil"]
)
def test_what_is_there_shows_what_it_could_stand_in_for(hint: str) -> None:
    fry = procedure("Fry onions", ["Fry the onions in the oil."], ["2 tbsp sunflower oil"])
    assert words(wish(fry, hint)) == [("steps", 1, "oil"), ("resources", 1, "sunflower oil")]


def test_a_line_of_the_list_does_nothing() -> None:
    """ "rake" in the list is no raking, and stewing beef is not stewed yet."""
    rake = procedure("Tidy the lawn", ["Rake the moss out."], ["rake"])
    assert words(wish(rake, "hay fever")) == [("steps", 1, "Rake")]


def test_the_culprit_is_looked_for_and_not_all_that_a_symptom_may_come_from() -> None:
    soup = procedure("Cook soup", ["Fry onion and garlic in wine."])
    assert [place.word for place in wish(soup, "garlic gives me heartburn", "garlic").places] == ["garlic"]


def test_cheeseless_is_without_cheese() -> None:
    pizza = procedure("Bake a pizza", ["Scatter the mozzarella."])
    assert words(wish(pizza, "cheeseless please")) == [("steps", 1, "mozzarella")]


def test_how_long_it_keeps_is_no_time_that_it_takes() -> None:
    jam = procedure("Make jam", ["Boil it for two hours.", "Keep it for up to two weeks."])
    assert words(wish(jam, "only 30 minutes")) == [("steps", 1, "two hours")]


def test_a_vegan_wants_no_leather_either() -> None:
    gloves = procedure("Prune a rose", ["Put on the gloves."], ["leather gloves"])
    assert ("resources", 1, "leather") in words(wish(gloves, "im vegan"))


def test_fishing_something_out_is_no_fish() -> None:
    stew = procedure("Cook a stew", ["Fish out the bay leaf.", "Add the fish."])
    assert words(wish(stew, "fish allergy")) == [("steps", 2, "fish")]


@pytest.mark.parametrize(("hint", "text"), [("no floor", "Add the flour."), ("no butter", "Pour in the batter.")])
def test_a_known_word_is_never_taken_for_another(hint: str, text: str) -> None:
    assert all(not one.places for each in found(procedure("Make it", [text]), hint) for one in each.wishes)


def test_instead_of_names_what_goes_and_what_comes() -> None:
    milk = wish(WAFFLES, "oat milk instead of buttermilk")
    assert (milk.polarity, milk.thing, milk.wanted) == ("instead", "buttermilk", "oat milk")
    assert words(milk) == [("steps", 1, "buttermilk"), ("resources", 2, "buttermilk")]


@pytest.mark.parametrize("hint", ["were only two", "for a party of 12", "just for me", "double it"])
def test_how_many_eat_touches_what_is_said_of_it_and_the_list_as_one(hint: str) -> None:
    many = wish(WAFFLES, hint)
    assert many.polarity == "amount"
    assert ("steps", 5, "Serves 4") in words(many)
    assert not [place for place in many.places if place.part == "resources"]


def test_too_little_time_touches_what_takes_longer() -> None:
    assert words(wish(WORKOUT, "only 1 minute")) == [("steps", 4, "2 minutes")]


def test_another_system_of_measures_touches_the_amounts() -> None:
    assert [place.step for place in wish(WAFFLES, "in cups please").places] == [2, 3, 4]


@pytest.mark.parametrize("hint", ["raining today", "surprise me", "my back is bad", "its a bit expensive"])
def test_nothing_is_shown_for_what_is_not_in_the_text(hint: str) -> None:
    assert not [place for each in found(WAFFLES, hint) for one in each.wishes for place in one.places]


def test_a_thing_that_nobody_knows_is_not_understood() -> None:
    assert found(WAFFLES, "no frobnicator") == (Found("R1", (), (), ("frobnicator",)),)


@pytest.mark.parametrize("hint", ["legumes bloat us all", "no eggs left", "non stick pans are banned"])
def test_a_thing_that_was_not_looked_for_whole_is_never_called_known(hint: str) -> None:
    """Lentils are legumes, mayonnaise holds eggs, frying takes a pan: nothing may sound like "not used"."""
    dinner = procedure("Make dinner", ["Cook the lentils.", "Stir in the mayonnaise.", "Fry the onions."])
    wishes = [one for each in found(dinner, hint) for one in each.wishes]
    assert not [one for one in wishes if one.known and not one.places]


def test_every_content_word_ends_up_on_one_side() -> None:
    (one,) = found(WAFFLES, "my granny hates butter")
    assert sorted((*one.used, *one.not_understood)) == ["butter", "granny", "hates"]


def test_requirements_that_are_off_are_not_looked_for() -> None:
    requirements = switch(parse_hint("no butter"), "R1")
    assert find(WAFFLES, requirements).each == ()


def test_another_language_is_said_and_not_searched() -> None:
    german = procedure(
        "Kuchen backen",
        [
            "Die Butter mit dem Zucker schaumig rühren und die Eier einzeln dazugeben.",
            "Butter und Mehl unterheben.",
        ],
    )
    findings = find(german, parse_hint("no butter"))
    assert not findings.english
    assert [one.places for each in findings.each for one in each.wishes] in ([], [()])


def test_the_same_question_has_the_same_answer() -> None:
    requirements = parse_hint("im vegan, no oven and bad knees")
    assert find(WAFFLES, requirements) == find(WAFFLES, requirements)


@pytest.mark.parametrize(
    "hint",
    [
        *("", "no", "only", "and and and", "😀", "no no no", "12", "instead of", "-", "a" * 3_000),
        *("milk upsets, him", "peppers give me, off we go", "milk upsets"),
    ],
)
def test_no_hint_is_too_odd(hint: str) -> None:
    find(WAFFLES, parse_hint(hint))
    find(procedure("", []), parse_hint(hint))


@pytest.mark.parametrize("name", ["round1", "round2", "round4"])
def test_each_fresh_hint_is_still_shown_what_it_is_marked_with(name: str) -> None:
    turned = []
    for case in cases(name):
        one = judged(case)
        if (sorted(one.wrong), list(one.lost)) != (case.get("wrong", []), case.get("lost", [])):
            turned.append((one.hint, sorted(one.wrong), one.lost))
    assert not turned


def test_an_animal_that_is_eaten_is_no_pet_and_a_body_is_no_word_of_place() -> None:
    """A row that adds up with another by a shared name once made chicken a bird that fumes kill."""
    clean = procedure("Clean up", ["Spray the oven cleaner.", "Lift the box.", "Light a candle."])
    assert not [
        place
        for hint in ("no chicken", "back door")
        for each in found(clean, hint)
        for one in each.wishes
        for place in one.places
    ]


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        ("no potatoes", "Crush them with the potato masher."),
        ("no open fire", "Put the head torch beside your mat."),
        ("no eggs", "Set the egg timer."),
        ("allergic to nuts", "Roll walnut-sized balls."),
        ("no hair dryer", "Warm it with the heat gun."),
        ("no mortar", "Mix the cement."),
    ],
)
def test_a_word_inside_the_name_of_another_thing_is_no_place(hint: str, text: str) -> None:
    places = [
        place for each in found(procedure("Do it", [text]), hint) for one in each.wishes for place in one.places
    ]
    assert not places


@pytest.mark.parametrize("hint", ["ten candles for the market", "i need three candles", "only one candle"])
def test_how_many_are_made_is_an_amount_and_nothing_unwanted(hint: str) -> None:
    candles = procedure("Pour candles", ["Melt the wax.", "Light the candles."], ["500 g wax"])
    amount = wish(candles, hint)
    assert (amount.polarity, amount.thing, amount.places) == ("amount", "", ())


def test_coconut_milk_is_looked_for_as_it_stands_and_soy_wax_for_soy() -> None:
    curry = procedure("Cook", ["Pour in the coconut milk.", "Add the milk."])
    assert words(wish(curry, "no coconut milk")) == [("steps", 1, "coconut milk")]
    candle = procedure("Pour candles", ["Melt the soy wax."])
    assert words(wish(candle, "beeswax instead of soy")) == [("steps", 1, "soy wax")]


def test_a_cordless_drill_is_not_without_cord() -> None:
    tie = procedure("Tie", ["Tie it with cord."])
    assert not [one for each in found(tie, "cordless please") for one in each.wishes]


def test_a_baby_that_sleeps_is_no_eater() -> None:
    cake = procedure("Bake", ["Beat the sugar with the electric mixer.", "Add salt."])
    (each,) = found(cake, "the baby is asleep")
    assert "salt" not in [place.word for one in each.wishes for place in one.places]


def test_what_is_counted_and_in_no_line_of_the_list_is_unwanted_nowhere() -> None:
    tomatoes = procedure("Grow tomatoes", ["Tie each plant to a cane."], ["3 seedlings", "3 canes"])
    (each,) = found(tomatoes, "space for one plant")
    assert not [place for one in each.wishes for place in one.places]


def test_what_lacks_something_is_not_unwanted_itself() -> None:
    fry = procedure("Cook eggs", ["Put the lid on the pan."], ["pan", "lid"])
    assert [one.thing for each in found(fry, "pan has no lid") for one in each.wishes] == ["lid"]


def test_gallons_are_no_centimetres() -> None:
    tank = procedure("Fill a tank", ["Pour in 80 litres.", "Leave 2 cm free.", "Add 15 kg of gravel."])
    assert words(wish(tank, "gallons please")) == [("steps", 1, "80 litres")]


def test_a_state_is_read_once_and_of_the_next_one_only_what_changed() -> None:
    steps = [f"Chop {number} g of walnuts and fold them into bowl {number}." for number in range(2, 80)]
    base, wishes = procedure("Make a cake", steps), parse_hint("no nuts, dairy free")
    first = find(base, wishes)
    assert find(base, list(wishes)) is first

    before = spoken.cache_info().misses
    find(replace(base, steps=("Chop 500 g of carrots.", *base.steps[1:])), wishes)
    assert spoken.cache_info().misses == before + 1


def test_each_line_of_a_long_profile_is_searched_for_once() -> None:
    wishes = parse_hint("", tuple(f"no {food} {number}" for food in ("salt", "milk") for number in range(30)))
    found = [find(WAFFLES, (one,)) for one in wishes]
    assert all(find(WAFFLES, (one,)) is before for one, before in zip(wishes, found, strict=True))


@pytest.mark.parametrize("hint", ["I only have a hammer and one screwdriver", "only a saw and a screwdriver"])
def test_a_tool_that_is_the_only_one_there_is_never_pointed_at(hint: str) -> None:
    steps = ["Tap the plugs in with a hammer.", "Tighten it with a screwdriver.", "Cut it with a saw."]
    shelf = procedure("Put up a shelf", steps, ["hammer", "screwdriver", "saw"])
    pointed = {place.word for one in found(shelf, hint) for place in one.places}
    assert pointed.isdisjoint(word for word in ("hammer", "screwdriver", "saw") if word in hint)


def test_the_day_is_not_the_fruit() -> None:
    jam = procedure(
        "Make date jam", ["Chop the dates on a board.", "Write the date on it.", "Mind the use-by date."]
    )
    assert words(wish(jam, "no dates")) == [("steps", 1, "dates")]


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("we live in a tiny village", "Attend a class."),
        ("no licence", "Drive to the sea."),
        ("money is tight", "Buy a ticket."),
        ("watching my cholesterol", "Melt the butter."),
        ("my niece has a nut allergy", "Offer snacks."),
        ("im gluten free", "Decide what to order."),
    ],
)
def test_a_situation_touches_what_is_hard_or_unwise_in_it(hint: str, step: str) -> None:
    assert [place.step for place in wish(procedure("Spend a day", ["Pack.", step]), hint).places] == [2]


@pytest.mark.parametrize("hint", ["i live in a village", "hard of hearing"])
def test_a_step_that_only_plans_what_all_is_about_is_no_place(hint: str) -> None:
    steps = ["Research seminars.", "Register for the seminar.", "Take notes in the seminar all day."]
    assert [place.step for place in wish(procedure("Attend a seminar", steps), hint).places] == [3]


def test_what_a_person_has_or_never_made_is_nothing_that_they_refuse() -> None:
    dinner = procedure("Dinner", ["Simmer the sauce.", "Bake it in the oven.", "Rub the steak with salt."])
    for hint, steps in (("oven broke so stove top only", {2}), ("never cooked meat", set())):
        assert {place.step for one in found(dinner, hint) for place in one.beside} <= steps


@pytest.mark.parametrize(
    ("step", "places"),
    [
        ("Lay the dressings in the order of use.", 0),
        ("Write down the names in alphabetical order.", 0),
        ("Press the lid in order to close it.", 0),
        ("Order food for the guests.", 1),
    ],
)
def test_a_word_of_a_set_phrase_is_no_mention(step: str, places: int) -> None:
    assert len(wish(procedure("Fill the bag", [step]), "allergic to nuts").places) == places


WORKSHOP = procedure(
    "Bake and drill",
    [
        "Heat the oven to 180 °C fan.",
        "Bake at 200 °C.",
        "Drill with the cordless drill.",
        "Use an electric drill.",
        "Whip it in a stand mixer.",
        "Whip it with an electric whisk.",
        "Put a large pan on the gas stove.",
        "Take the pan off the stove.",
    ],
)


@pytest.mark.parametrize(
    ("hint", "steps"),
    [
        ("no fan oven", [1]),
        ("no oven", [1, 2]),
        ("my fan oven is broken", [1, 2]),
        ("I don't have a cordless drill", [3]),
        ("no electric drill", [4]),
        ("my electric drill broke", [3, 4]),
        ("no stand mixer", [5]),
        ("no gas stove", [7]),
        ("no big pan", [7]),
        ("no induction stove", []),
    ],
)
def test_a_sort_of_a_tool_that_is_lacking_is_not_the_tool(hint: str, steps: list[int]) -> None:
    assert [place.step for each in found(WORKSHOP, hint) for place in each.places] == steps


def test_a_small_oven_is_in_the_way_of_what_is_baked_and_not_of_baking_powder() -> None:
    bread = procedure(
        "Bake banana bread",
        [
            "Heat the oven.",
            "Stir in the baking powder.",
            "Bake the loaf for 50 minutes.",
        ],
    )
    for hint in ("only have a toaster oven", "my oven is tiny"):
        assert words(wish(bread, hint)) == [("steps", 1, "oven"), ("steps", 3, "Bake")]


@pytest.mark.parametrize("hint", ["no oven vegan", "no oven vegan, kids hate peas", "out of butter gluten free"])
def test_a_diet_behind_a_thing_is_a_wish_of_its_own(hint: str) -> None:
    things = [one.thing for each in found(WAFFLES, hint) for one in each.wishes]
    assert things[0] in ("oven", "butter")
    assert things[1] in ("vegan", "gluten")


def test_a_diet_before_a_food_only_says_which_one() -> None:
    assert [one.thing for each in found(WAFFLES, "no vegan butter") for one in each.wishes] == ["vegan butter"]


@pytest.mark.parametrize(
    ("hint", "steps", "places"),
    [
        ("bad back", ["Haul the logs to the shed.", "Label the jars."], [1]),
        ("i cant see well", ["Compare the serial number.", "Ring the bell."], [1]),
        ("no licence", ["Read the sign.", "Commute to the office."], [2]),
        ("we live in a tiny flat", ["Set up the treadmill.", "Drink some water."], [1]),
        ("tight budget", ["Gather the supplies.", "Sketch the plan."], [1]),
        ("tight budget", ["Gather the supplies.", "Hire a painter."], [2]),
        ("wheelchair user", ["Climb into the saddle.", "Enjoy the ride."], [1]),
        ("i got no shed", ["Mow the lawn.", "Store the mower."], [2]),
        ("no wrapping paper", ["Buy a present.", "Wrap it."], [2]),
        ("my car is electric", ["Check the lights.", "Fill up at the gas station."], [2]),
        ("scared of snakes", ["Pack a lunch.", "Follow the trail."], [2]),
        ("our ceiling is too high", ["Open the box.", "Hang the lamp."], [2]),
        ("i have no car", ["Read the paper.", "Go to the market."], [2]),
        ("i have no car", ["Go to the kitchen.", "Drive to the market."], [2]),
    ],
)
def test_what_a_step_asks_is_shown_to_whom_that_is_hard_the_surest_only(
    hint: str, steps: list[str], places: list[int]
) -> None:
    one = wish(procedure("Help out", steps, ["treadmill", "boxes", "supplies"]), hint)
    assert [place.step for place in one.places if place.part == "steps"] == places


def test_a_line_of_a_list_asks_nothing_of_anybody() -> None:
    one = wish(procedure("Help out", ["Haul the logs."], ["2 logs", "a crate"]), "bad back")
    assert {place.part for place in one.places} == {"steps"}


@pytest.mark.parametrize(
    ("hint", "places"),
    [
        ("allergic to wool", [("steps", 1, "materials")]),
        ("10 miles is my max, no shoes", [("steps", 1, "materials"), ("steps", 3, "miles")]),
        ("only 20 people", [("steps", 2, "Invite")]),
    ],
)
def test_a_plan_is_looked_through_for_what_it_sums_up_and_for_numbers_of_the_same(
    hint: str, places: list[tuple[str, int, str]]
) -> None:
    plan = procedure("Knit and run", ["Gather the materials.", "Invite the neighbours.", "Run 30 miles."])
    assert sorted({spot for each in found(plan, hint) for one in each.wishes for spot in words(one)}) == places


def test_a_recipe_has_its_own_list_and_sums_up_nothing() -> None:
    recipe = procedure("Soup", ["Gather the ingredients.", "Boil 3 litres."], ["3 litres of water"])
    assert not [one for each in found(recipe, "no turnips") for one in each.wishes if one.places]


@pytest.mark.parametrize(
    ("hint", "line", "places"),
    [
        ("sesame allergy", "Pick a plain burger bun, one with no sesame on top.", 0),
        ("sesame allergy", "Pick a burger bun, toast it; strew no sesame over the salad.", 1),
        ("latex allergy", "Blow up foil balloons instead of latex ones.", 0),
        ("latex allergy", "Blow up the balloons.", 1),
        ("allergic to latex", "Put a plaster on it.", 1),
        ("hand luggage only", "Put the gas cartridge in the middle.", 1),
        ("nothing with anchovies", "Rub it with Worcestershire sauce.", 1),
        ("bad back", "Slide the box across the floor instead of lifting it.", 0),
        ("bad back", "Slide the box to the van, then lift it in.", 1),
        ("we are muslim", "Use turkey bacon instead of pork bacon.", 0),
        ("no alcohol", "Shake up the mojito without the rum.", 0),
        ("no alcohol", "Shake up the mojito and leave the mint out.", 1),
        ("coeliac", "No flour in this one except two tablespoons of semolina.", 1),
    ],
)
def test_what_may_hold_a_thing_is_no_place_where_its_clause_denies_the_thing(
    hint: str, line: str, places: int
) -> None:
    asked = find(procedure("This how-to", [line], []), parse_hint(hint))
    assert [len(one.places) for one in asked.each] == [places]


@pytest.mark.parametrize(
    ("hint", "line", "places"),
    [
        ("two cats", "Keep the lilies out of the house.", 0),
        ("two cats", "Plant lilies beside the house.", 1),
        ("asthma", "Never mix bleach with vinegar.", 0),
        ("asthma", "Wipe it down with bleach.", 1),
        ("bad back", "Leave the heavy lifting to the delivery crew.", 0),
        ("bad back", "Leave the heavy lifting to the end.", 1),
        ("no power tools", "Never run the power drill without the guard.", 1),
    ],
)
def test_what_is_kept_away_or_forbidden_is_no_place(hint: str, line: str, places: int) -> None:
    asked = find(procedure("This how-to", [line], []), parse_hint(hint))
    assert [len(one.places) for one in asked.each] == [places]


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("scared of fire", "Fire up the projector and blow out the candles."),
        ("scared of heights", "Raise the saddle height until your heel is flat."),
        ("high blood pressure", "Plug in the salt lamp."),
        ("hate bananas", "Hold your hair up with the banana clip."),
        ("allergic to latex", "Typeset the thesis in LaTeX."),
        ("hate plums", "Paint the door plum-purple."),
        ("no raw egg", "Pour in the white wine."),
        ("worried about salmonella", "Season with white pepper."),
        ("no sweets", "Slice the sweet potato."),
        ("on blood thinners", "Trim the green beans."),
        ("muslim guest", "Stir in 100 g oats."),
        ("no celery", "Fill the stock pot with water."),
        ("we dont use cups", "Fill a 12-cup muffin tin."),
        ("she needs an epi pen", "Write a list with a pen."),
    ],
)
def test_a_name_inside_another_name_or_a_figure_of_speech_is_no_place(hint: str, line: str) -> None:
    asked = find(procedure("This how-to", [line], []), parse_hint(hint))
    assert not any(one.places for one in asked.each)


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("no raw egg", "Beat the whites and fold them in."),
        ("no raw egg", "Fold in the white."),
        ("no sweets", "Hand each child a sweet."),
        ("on blood thinners", "Wash the greens."),
        ("on blood thinners", "Shred the green cabbage."),
        ("egg allergy", "Use mayonnaise instead of egg."),
        ("egg allergy", "Swap the eggs for mayonnaise."),
        ("peanut allergy", "Instead of peanuts, stir in satay sauce."),
        ("nut allergy", "Replace the almonds with marzipan."),
        ("sesame allergy", "Use hummus rather than tahini."),
        ("egg allergy", "Just eggs, spinach and tomatoes."),
        ("coeliac", "Swap the gluten-free lasagne sheets for the ordinary kind."),
        ("a peanut thing in our family", "Serve the skewers with satay sauce."),
        ("7 months gone", "Slice the brie."),
        ("two under two", "Leave the scissors on the low table."),
        ("lose my deposit if I damage anything", "Drill into the wall."),
        ("nickel rash", "Hang the beads on nickel-plated ear hooks."),
        ("on nitrates for angina", "Take the sildenafil an hour before."),
        ("scented stuff makes me ill", "Take the rose-perfumed soap."),
        ("not allowed to drill here", "Screw the bracket into the wall."),
    ],
)
def test_what_comes_in_place_of_a_thing_or_under_another_name_is_found(hint: str, line: str) -> None:
    assert any(one.places for one in find(procedure("This how-to", [line], []), parse_hint(hint)).each)


@pytest.mark.parametrize(
    ("hint", "line"),
    [
        ("soya allergy", "If the sauce lists soya, put it back on the shelf."),
        ("two cats", "Choose catnip over lilies for the border."),
        ("nickel rash", "Fit a nickel-free clasp to the bracelet."),
        ("no dairy", "No cheese on this pizza, only olives."),
        ("no pork", "Any sausage except pork will do."),
        ("low sodium diet", "Add nothing salty, the lemon carries it."),
    ],
)
def test_what_is_turned_down_in_other_words_is_no_place(hint: str, line: str) -> None:
    assert not any(one.places for one in find(procedure("This how-to", [line], []), parse_hint(hint)).each)


@pytest.mark.parametrize(
    ("hint", "line", "found"),
    [
        ("9 months old", "Instead of mashing the grapes, serve them whole.", True),
        ("9 months old", "Instead of serving the grapes whole, mash them.", False),
        ("low salt", "It's bland without salt, so be generous.", True),
        ("no shellfish", "Prawns are traditional, but we use chicken.", False),
        ("vegetarian", "Leave the anchovies out of the puttanesca.", False),
        ("vegetarian", "Leave the chicken out of the fridge for an hour.", True),
        ("toddler", "Move the knives to the top cupboard.", False),
        ("toddler", "Move the knives to the bottom drawer.", True),
        ("scared of heights", "Use a pole, so that nobody goes up a ladder.", False),
        ("egg allergy", "Bake the cake with vinegar and soda; no eggs go in.", False),
        ("on an maoi", "Use a well-aged gouda.", True),
    ],
)
def test_who_does_what_to_it_and_where_it_goes_tells_whether_it_is_there(
    hint: str, line: str, found: bool
) -> None:
    each = find(procedure("This how-to", [line], []), parse_hint(hint)).each
    assert any(one.places for one in each) == found


@pytest.mark.parametrize(
    ("hint", "line", "found"),
    [
        ("no alcohol", "Mix a virgin mojito with soda and lime.", False),
        ("two guinea pigs", "Give the guinea pigs fresh hay.", False),
        ("two guinea pigs", "Give the guinea pigs some rhubarb.", True),
        ("no egg", "Nothing binds the burgers like a yolk, so add two.", True),
        ("no dairy", "Ordinary cheddar is not for this one.", False),
    ],
)
def test_what_is_praised_is_there_and_a_pet_is_no_harm_to_itself(hint: str, line: str, found: bool) -> None:
    each = find(procedure("This how-to", [line], []), parse_hint(hint)).each
    assert any(one.places for one in each) == found


def test_what_can_be_done_is_no_can() -> None:
    steps = ["Press the lid; if it can be pressed, you can eat it soon.", "Open a can of beans."]
    base = procedure("Chutney", steps, ["1 kg tomatoes"])
    [found] = find(base, parse_hint("never canned anything before")).each
    assert {place.step for place in found.places} == {2}


@pytest.mark.parametrize(
    ("wish", "listed", "step", "shown"),
    [
        ("no basmati rice", "200 g basmati rice", "Add the rice wine.", False),
        ("no basmati rice", "200 g basmati rice", "Add the rice mix.", True),
        ("no cheddar cheese", "cheddar cheese", "Add the cheese sauce.", True),
        ("no whole milk", "1 cup whole milk", "Melt the milk chocolate.", False),
    ],
)
def test_what_a_list_calls_in_full_a_step_may_call_short_but_not_another_thing(
    wish: str, listed: str, step: str, shown: bool
) -> None:
    places = {
        (place.part, place.step)
        for each in found(procedure("Make supper", ["Cook it all.", step], [listed]), wish)
        for one in each.wishes
        for place in one.places
    }
    assert places == {("resources", 1)} | ({("steps", 2)} if shown else set())


@pytest.mark.parametrize(("times", "shown"), [(3, 3), (4, 0), (5, 0)])
def test_whom_more_than_three_steps_are_about_is_named_in_none(times: int, shown: int) -> None:
    steps = [f"Ask the toddler {number}." for number in ("once", "twice", "again", "later", "soon")[:times]]
    each = found(procedure("Plan a day", [*steps, "Rest."]), "we have a toddler")
    assert sum(len(one.places) for of in each for one in of.wishes) == shown


@pytest.mark.parametrize("hint", ["eggs are a nightmare", "eggs burn my mouth", "eggs set me off"])
def test_the_words_by_which_a_food_harms_somebody_are_all_used(hint: str) -> None:
    (one,) = found(WAFFLES, hint)
    assert (one.wishes[0].thing, one.not_understood) == ("eggs", ())
