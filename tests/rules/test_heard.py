"""Wishes as people type them, through all kinds of change: what is changed, and what is said about each thing."""

from dataclasses import replace

import pytest

from tailor.core.guard import constraints_in, scan
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules.model import Outcome
from tailor.rules.modify import modify

SPONGE = procedure(
    "Sponge cake",
    [
        "Heat the oven to 180 °C.",
        "Beat the butter with the sugar.",
        "Add the eggs one by one.",
        "Fold in the flour and the milk.",
        "Bake for 25 minutes.",
        "Drizzle with the honey.",
    ],
    ["200 g butter", "200 g sugar", "4 eggs", "200 g wheat flour", "100 ml milk", "2 tbsp honey"],
)


def heard(hint: str) -> Outcome:
    return modify(SPONGE, parse_hint(hint))


def said(made: Outcome) -> str:
    return " ".join(one.says for one in made.verdicts)


@pytest.mark.parametrize(
    "hint", ["neither milk nor eggs", "we have neither eggs nor milk", "neither of us likes eggs"]
)
def test_neither_refuses_what_it_names(hint: str) -> None:
    made = heard(hint)
    assert "neither" not in said(made)
    assert "you know best" not in said(made)
    assert ("steps", 3) in {(one.part, one.step) for one in made.places}
    assert ("neither of us" in hint) or any("milk" not in (one.text or "") for one in made.edits)


@pytest.mark.parametrize(
    "hint",
    [
        "egg and milk allergy",
        "milk and egg allergy",
        "milk/egg allergy",
        "nut, milk & egg allergy",
        "she has an egg and a milk allergy",
        "allergic to milk, also eggs",
        "allergic to milk (eggs too)",
        "my daughter Lotte is allergic to milk and sesame, also to eggs",
    ],
)
def test_every_thing_of_a_joined_allergy_is_an_allergy(hint: str) -> None:
    made = heard(hint)
    after = {(edit.part, edit.step): edit.text for edit in made.edits}
    left = [after.get((part, n), text) for part in ("steps", "resources") for n, text in _numbered(part)]
    still = {one.word for text in left for one in scan(text, constraints_in(hint)) if one.kind == "found"}
    assert still <= {word for place in made.places for word in (place.word, *place.also)}, "what check finds"
    assert "you know best" not in said(made)
    assert "I ignored" not in said(made)


def _numbered(part: str) -> list[tuple[int, str]]:
    return list(enumerate(SPONGE.steps if part == "steps" else SPONGE.resources, 1))


@pytest.mark.parametrize("hint", ["bake it nut-free, the oven is old", "gluten-free bread with milk"])
def test_what_stands_beside_an_allergy_is_none(hint: str) -> None:
    words = {word for place in heard(hint).places for word in (place.word, *place.also)}
    assert words.isdisjoint({"Bake", "bake", "butter"})


def test_of_a_thing_of_an_allergy_that_it_has_no_words_for_it_says_that_it_cannot_tell() -> None:
    assert "I can't tell which steps matter for “kiwi”" in said(heard("kiwi and egg allergy"))


@pytest.mark.parametrize(
    ("hint", "names"),
    [
        ("no butter egg allergy", {"butter", "eggs"}),
        ("out of honey milk is off", {"honey", "milk"}),
        ("hate baking bad shoulder", {"Bake"}),
        ("allergic to milk eggs", {"butter", "milk", "eggs"}),
        ("no eggs milk", {"eggs", "milk"}),
    ],
)
def test_two_wishes_without_a_comma_are_two(hint: str, names: set[str]) -> None:
    made = heard(hint)
    shown = {word for place in made.places for word in (place.word, *place.also)}
    shown |= {word for edit in made.edits for word in SPONGE.part(edit.part)[edit.step - 1].split()}
    assert names <= {word.strip(".,") for word in shown}
    assert "found none" not in said(made)
    assert "I don't see" not in said(made)


def test_nothing_is_changed_for_two_foods_that_may_be_one() -> None:
    assert heard("no eggs milk").edits == ()


@pytest.mark.parametrize("hint", ["no flour mill", "cant find milk thistle", "no egg cups here"])
def test_nothing_is_said_to_be_absent_of_which_a_word_stands_there(hint: str) -> None:
    assert "I don't see" not in said(heard(hint))


@pytest.mark.parametrize(
    ("hint", "word"),
    [("left handed, no butter", "left handed"), ("no butter, want to keep it after", "keep"),
     ("no butter, only one of us eats it", "one")],
)  # fmt: skip
def test_little_words_that_say_which_come_back_too(hint: str, word: str) -> None:
    assert word in said(heard(hint))


def test_each_wish_is_told_beside_its_own_places() -> None:
    says = said(heard("vegan so no honey, my oven only goes to 150"))
    told = {one.partition(": ")[2]: one.partition(": ")[0] for one in says.split(". ") if one.startswith("For ")}
    assert not [where for where, name in told.items() if "oven" in where and "vegan" in name]
    assert "“oven”" in says


@pytest.mark.parametrize("hint", ["Lotte and Max are allergic to nuts", "Lotte's nut allergy"])
def test_the_name_of_who_is_allergic_is_not_said_to_be_ignored(hint: str) -> None:
    made = heard(hint)
    assert [one.verdict for one in made.verdicts] == ["looked_for"]
    assert "ignored" not in said(made)
    assert "read" not in said(made).split("I only")[0]


def test_what_goes_wrong_in_two_things_is_two_wishes() -> None:
    made = heard("butter and milk are gone")
    assert [edit.step for edit in made.edits] == [2, 4, 1, 5]


@pytest.mark.parametrize(
    "hint",
    [
        "don't replace the butter",
        "I don't want to replace the butter",
        "never without butter",
        "without anything but butter",
        "can't do without eggs",
        "don't leave out the eggs",
        "no need to leave out the milk",
        "don't use margarine instead of butter",
        "no milk substitute",
        "not gluten-free",
        "doesn't have to be dairy-free",
        "no longer allergic to milk",
        "no vegan butter",
        "no vegetarian version please",
        "don't use less sugar",
        "no less sugar",
        "don't cut the sugar",
        "don't double it",
    ],
)
def test_a_wish_that_is_taken_back_changes_nothing(hint: str) -> None:
    made = heard(hint)
    assert made.edits == ()
    assert {one.verdict for one in made.verdicts} <= {"found", "looked_for", "not_understood"}


@pytest.mark.parametrize(
    ("hint", "spared", "there"),
    [
        ("no dairy except butter", "butter", "milk"),
        ("no dairy apart from the butter", "butter", "milk"),
        ("no dairy, but butter is fine", "butter", "milk"),
        ("vegan except for the honey", "honey", "eggs"),
    ],
)
def test_an_exception_is_no_place_and_what_else_is_meant_is_only_shown(hint: str, spared: str, there: str) -> None:
    made = heard(hint)
    assert made.edits == ()
    words = {word for place in made.places for word in (place.word, *place.also)}
    assert there in words
    assert spared not in words


def test_whoever_is_allergic_is_shown_what_is_said_to_be_fine_too() -> None:
    made = heard("allergic to milk, but butter is fine")
    assert made.edits == ()
    assert {"milk", "butter"} <= {place.word for place in made.places}


def test_of_several_things_that_are_fine_each_is_left_alone() -> None:
    made = heard("neither eggs nor milk are a problem")
    assert (made.edits, made.places) == ((), ())
    assert [one.says for one in made.verdicts] == ["I left “eggs” alone. I left “milk” alone."]


def test_how_long_somebody_is_something_is_no_time_to_work_with() -> None:
    assert "what to change" not in said(heard("6 months sober"))


def test_what_is_fine_instead_holds_nothing_back() -> None:
    assert [edit.step for edit in heard("no butter, margarine is fine").edits] == [2, 1]


@pytest.mark.parametrize("hint", ["no butter!!!! WITHOUT BUTTER", "no butter, no BUTTER please"])
def test_a_wish_that_is_said_twice_is_done_once_and_for_both(hint: str) -> None:
    made = heard(hint)
    assert [one.verdict for one in made.verdicts] == ["done", "done"]
    assert {edit.serves for edit in made.edits} == {("R1", "R2")}
    assert "found none" not in said(made)


def test_an_exception_to_an_allergy_is_left_in_and_pointed_at() -> None:
    made = heard("dairy allergy (butter ok)")
    assert not [edit for edit in made.edits if "butter" in edit.text]
    assert "butter" in {place.word for place in made.places}
    assert made.verdicts[1].verdict == "already"
    assert made.verdicts[1].says == "I left “butter” alone."


def test_one_change_for_two_things_of_a_wish_is_told_once() -> None:
    assert said(heard("dairy and butter allergy")).count("the butter") == 1


def test_what_changed_the_amounts_settles_no_other_wish() -> None:
    halved, *others = heard("halve it, no milk, no milk please").verdicts
    assert halved.says.startswith("Halved")
    assert all(one.says.startswith("Replaced the milk") for one in others)


@pytest.mark.parametrize(
    "hint", ["don't forget to leave out the butter", "we do not use it, milk allergy", "not just allergic to milk"]
)
def test_a_denial_of_something_else_takes_nothing_back(hint: str) -> None:
    assert heard(hint).edits


MOVE = procedure(
    "Move a washing machine",
    [
        "Buy a strap.",
        "Tilt the machine and push the hand truck under it.",
        "Wheel it out and carry it down the stairs.",
        "Stand it upright in the van.",
        "Connect the hoses and wipe the floor with bleach.",
    ],
    ["washing machine", "hand truck", "strap", "van", "bleach"],
)


@pytest.mark.parametrize(
    ("hint", "names", "steps"),
    [
        ("no strap, kids around", "kids around", {1, 5}),
        ("no hand truck, no van, kids around", "kids around", {2, 4, 5}),
        ("no van, with a toddler", "toddler", {4, 5}),
        ("bad back, toddler", "toddler", {2, 3, 4, 5}),
        ("bad back, kids 4 and 6 help", "kids 4 and 6 help", {2, 3, 4, 5}),
        ("bad back", "bad back", {2, 3, 4}),
        ("only 2 weeks, 300 euro budget", "300 euro budget", {1}),
        ("only 2 weeks, 300 euro budget", "2 weeks", {1}),
    ],
)
def test_no_half_of_a_wish_is_lost(hint: str, names: str, steps: set[int]) -> None:
    made = modify(MOVE, parse_hint(hint))
    assert "ignored" not in said(made)
    assert f"“{names}”" in said(made)
    assert {place.step for place in made.places if place.part == "steps"} == steps


@pytest.mark.parametrize("hint", ["for the kids 2 portions", "for my son 6 eggs"])
def test_a_number_of_something_is_no_age(hint: str) -> None:
    assert "bleach" not in {place.word for place in modify(MOVE, parse_hint(hint)).places}


@pytest.mark.parametrize("hint", ["kids 4 and 6", "my kids 4 and 6 years old", "kids 4 and 6 can help"])
def test_numbers_of_years_are_ages(hint: str) -> None:
    assert "bleach" in {place.word for place in modify(MOVE, parse_hint(hint)).places}


@pytest.mark.parametrize("hint", ["do it with oat milk", "will use oat milk"])
def test_a_plain_request_is_no_question(hint: str) -> None:
    [judged] = heard(hint).verdicts
    assert judged.verdict != "not_understood"


@pytest.mark.parametrize(
    ("hint", "never"),
    [
        ("cant write fast", "“fast”, so I changed"),
        ("i forget stuff quick", "“quick”, so I changed"),
        ("no van, landlord forbids nails", "see “landlord"),
        ("no foam, 3rd floor no lift", "see “3rd floor"),
        ("just a backpack, cold places too", "“cold places”:"),
        ("grandma cant chew nuts", "“cant chew”"),
        ("40 euro", "tight money"),
    ],
)
def test_no_word_is_read_as_what_it_does_not_say(hint: str, never: str) -> None:
    base = procedure("Move", ["Place the boxes into a van.", "Write a list in light.", "Buy nails."], ["nails"])
    made = modify(base, parse_hint(hint))
    assert never not in said(made)
    assert not [place for place in made.places if place.word in ("Place", "light") or never in place.why]


def test_a_number_of_people_ends_the_name_of_what_is_missing() -> None:
    base = procedure("Bowl for twelve", ["Boil 2 l rum with 50 g sugar."], ["2 l rum", "50 g sugar", "4 limes"])
    made = modify(base, parse_hint("no alcohol 6 people"))
    assert [one.goal for one in made.headers] == ["Bowl for six"]
    assert {place.word for place in made.places} == {"rum"}


def test_what_is_there_in_the_place_of_what_is_missing_is_one_wish_with_it() -> None:
    cake = procedure("Cake", ["Stir in the yogurt."], ["200 g yogurt"])
    [judged] = modify(cake, parse_hint("no yogurt only kefir")).verdicts
    assert judged.says.startswith("I put “kefir” where it said “yogurt”.")


def test_a_wish_that_is_there_alone_is_not_told_with_the_places_of_another() -> None:
    pears = procedure("Souffles", ["Butter the dishes.", "Fry the pears."], ["2 pears"])
    says = said(modify(pears, parse_hint("only a whisk, peaches instead of pears")))
    assert "I can't tell which steps “whisk” matters for." in says


@pytest.mark.parametrize("word", ["just", "only"])
def test_what_is_left_beside_what_is_missing_is_not_refused(word: str) -> None:
    sauce = procedure("Sauce", ["Stir in the cream.", "Add the milk."], ["200 ml cream", "200 ml milk"])
    made = modify(sauce, parse_hint(f"no cream {word} milk"))
    assert {place.word for place in made.places} == {"cream"}
    assert "For “milk instead of cream”: Step 1 " in said(made)
    assert "I don't see “gouda” in" in said(modify(sauce, parse_hint(f"no gouda {word} cheddar")))


def test_both_numbers_of_people_are_named_where_nothing_can_be_scaled() -> None:
    beds = procedure("Make beds", ["Put the sheets on."])
    assert "“10 people instead of 30”" in said(modify(beds, parse_hint("10 people instead of 30")))


def test_a_colour_of_a_food_is_not_looked_for_alone() -> None:
    pie = procedure("Pie", ["Brown the onion."], ["1 onion"])
    assert modify(pie, parse_hint("i only have brown sugar")).places == ()


def test_a_question_that_nobody_answers_is_not_done() -> None:
    base = procedure("Chops", ["Add the wine to the chops."], ["1 cup white wine", "4 pork chops"])
    [judged] = modify(base, parse_hint("pregnant, is 145 ok?")).verdicts
    assert judged.verdict != "done"


@pytest.mark.parametrize(
    "hint", ["vegetarian and quick", "a cheap quick one", "quick", "make it fast", "dinner fast"]
)
def test_a_word_of_haste_that_is_said_of_all_is_a_time(hint: str) -> None:
    base = procedure("Stew", ["Cook it for 3 hours."], ["beef"])
    assert "3 hours" in {place.word for place in modify(base, parse_hint(hint)).places}


def test_how_old_the_kids_are_is_no_amount() -> None:
    base = procedure("Soup", ["Boil 2 l of water."], ["2 l water", "3 onions", "200 g rice"])
    assert "how much you want" not in said(modify(base, parse_hint("dislike feta, kids are 3 and 5")))


def test_a_colour_alone_is_one_of_what_is_wanted_instead() -> None:
    base = procedure("Rice", ["Boil the rice."], ["1 cup white rice", "1 cup white wine"])
    assert [edit.text for edit in modify(base, parse_hint("brown rice not white")).edits] == ["1 cup brown rice"]


@pytest.mark.parametrize(
    ("hint", "named"),
    [
        ("boss only allows one month", "“month”"),
        ("were moving in 2 months", "“2 months”"),
        ("3 days left", "“3 days”"),
    ],
)
def test_a_time_that_nobody_can_work_with_is_named(hint: str, named: str) -> None:
    base = procedure("Paint", ["Sand the wood.", "Paint it."])
    assert f"I don't know what to change for {named}" in said(modify(base, parse_hint(hint)))


def test_a_word_that_a_caution_names_is_not_ignored() -> None:
    base = procedure("Oat bars", ["Stir the oats into the sesame."], ["200 g rolled oats", "50 g sesame seeds"])
    told = said(modify(base, parse_hint("sesame and gluten")))
    assert "oats often contain gluten" in told
    assert "ignored" not in told


def test_what_harms_somebody_is_not_said_to_be_absent_beside_its_places() -> None:
    base = procedure("Grow tomatoes", ["Water them.", "Spray them with nicotine solution."])
    made = modify(base, parse_hint("no poisons because of my cat"))
    assert [(one.step, one.word) for one in made.places] == [(2, "nicotine")]
    assert "I don't see" not in said(made)
    assert "I ignored" not in said(made)


def test_a_word_is_not_told_again_in_halves() -> None:
    steps = ["Undo the screw with the allen key.", "Unscrew the body with an adjustable spanner."]
    base = procedure("Fix a tap", steps, ["allen key", "adjustable spanner"])
    told = said(modify(base, parse_hint("i don't have an allen key or an adjustable spanner, only pliers")))
    assert "“adjustable spanner”" in told
    assert "“spanner”" not in told


def test_what_nobody_knew_to_change_stays_ignored_when_the_rest_of_the_wish_is_decided() -> None:
    base = procedure("Sew a cover", ["Cut the cloth.", "Put in the cushion pad."], ["40 x 40 cm cushion pad"])
    [made] = modify(base, parse_hint("I want half the size, a 20 cm cushion")).verdicts
    nothing = "I don't know what to change for “half the size”, so I changed nothing."
    assert nothing in made.says
    assert nothing in made.points, "at the end that is told beside what was done"
    assert made.unused == ("half", "size")


def test_how_far_along_somebody_is_is_no_time_to_work_with() -> None:
    assert "what to change" not in said(modify(procedure("Tea", ["Pour it."]), parse_hint("7 months pregnant")))


def test_a_verb_of_the_title_says_nothing_to_whoever_has_bad_hands() -> None:
    [judged] = modify(procedure("Open a business", ["Plan it."]), parse_hint("arthritis in both hands")).verdicts
    assert judged.verdict == "looked_for"
    assert "The title" not in judged.says


@pytest.mark.parametrize("hint", ["nut allergy", "my friend is allergic to walnuts", "allergic to rolls"])
def test_what_would_harm_and_only_the_title_names_may_be_called_otherwise_in_the_steps(hint: str) -> None:
    rolls = procedure("Walnut rolls", ["Mix salt and water.", "Knead them in and bake."])
    assert "please read the steps yourself" in said(modify(rolls, parse_hint(hint)))


@pytest.mark.parametrize("hint", ["I have no saddle", "no saddle", "we don't want a saddle"])
def test_a_thing_that_only_the_title_names_and_nobody_eats_sends_nobody_to_the_steps(hint: str) -> None:
    words = said(modify(procedure("Adjust a saddle", ["Sit down.", "Turn the bolt."]), parse_hint(hint)))
    assert words.startswith("The title says “saddle”, and I leave that as it is.")
    assert "read the steps" not in words


def test_a_word_by_which_the_guard_found_something_is_not_said_to_be_ignored() -> None:
    cake = procedure("Cake", ["Melt the chocolate.", "Fold in the almonds."], ["100 g almonds", "200 g chocolate"])
    made = modify(cake, parse_hint("my boy gets an injection for nuts, havent got that double pan thing"))
    assert "almonds" in {place.word for place in made.places}
    assert "“nuts”" not in said(made).partition("I ignored")[2]


@pytest.mark.parametrize(
    "hint",
    [
        "milk instead of butter is ok",
        "no butter is fine",
        "less sugar is fine",
        "milk is fine for adults, our son is allergic",
        "butter is ok for us but not for grandma",
        "use fine sugar",
    ],
)
def test_what_is_to_change_is_not_said_to_be_left_alone(hint: str) -> None:
    assert "alone" not in said(heard(hint))


def test_whether_a_food_is_there_is_answered_and_changes_nothing() -> None:
    asked = {
        "is there honey in it": "“honey”",
        "does it contain any milk?": "“milk”",
        "im diabetic, any honey in this": "“honey”",
        "is there peanut anywhere": "related to “peanut” and found none",
        "im vegan, does it have mayo": "I don't see “mayo”",
        "are there eggs or sesame in this?": "related to “sesame” and found none",
    }
    for hint, answer in asked.items():
        made = heard(hint)
        assert answer in said(made), hint
        assert "I can't answer questions" not in said(made), hint
        assert all("honey" in edit.text or "diabetic" not in hint for edit in made.edits), hint
    assert not heard("is there butter in this").edits
    assert "did not understand" in said(heard("is there an easier way"))


def test_nothing_is_wanted_instead_that_is_no_thing() -> None:
    made = heard("dont own an airfryer cheap oven only, ran out of eggs")
    assert "instead of" not in said(made)
    assert [place.word for place in made.places] == ["eggs", "eggs"]
    assert "instead of" not in said(heard("the cat tips over anything with milk in"))
    assert "“oil instead of butter”" in said(heard("not butter but oil"))


def test_a_thing_ends_where_an_adjective_begins_the_next() -> None:
    made = heard("no honey small kitchen")
    assert {(one.part, one.step) for one in (*made.edits, *made.places)} == {("steps", 6), ("resources", 6)}
    assert "“honey small kitchen”" not in said(made)


@pytest.mark.parametrize(
    "hint",
    [
        "milk upsets him too",
        "no sugar please, milk gives my gran cramps",
        "milk is a hospital job for her",
        "im out of honey and milk makes my lips tingle",
        "he carries an epipen for milk",
        "she swells up from milk",
        "my eldest has a milk thing",
        "my niece is off milk",
    ],
)
def test_a_food_that_harms_somebody_is_unwanted(hint: str) -> None:
    made = heard(hint)
    assert ("steps", 4) in {(one.part, one.step) for one in (*made.places, *made.edits)}
    assert "you know best" not in said(made)
    assert "ignored “milk" not in said(made)


@pytest.mark.parametrize(
    "hint",
    [
        "milk is my favourite",
        "the milk in my fridge is fresh",
        "milk is fine for him",
        "milk comes from my cousins farm",
        "milk reminds me of mum",
    ],
)
def test_a_food_that_somebody_likes_or_has_is_not(hint: str) -> None:
    assert heard(hint).edits == ()


@pytest.mark.parametrize(
    "hint", ["must not contain milk", "it contains milk, replace that", "if it contains milk swap it"]
)
def test_what_may_not_be_in_it_is_replaced(hint: str) -> None:
    assert ("steps", 4) in {(edit.part, edit.step) for edit in heard(hint).edits}


def test_who_asks_after_one_food_asks_after_none_of_its_kin() -> None:
    assert {place.step for place in heard("is there butter in it").places if place.part == "steps"} == {2}
    assert not {"milk"} & {place.word for place in heard("is there enough butter for 6").places}


def test_a_food_for_the_dog_does_not_hide_the_dog() -> None:
    base = procedure("Roast", ["Roast the chicken.", "Add the onion."], ["1 chicken", "1 onion"])
    assert "onion" in {place.word for place in modify(base, parse_hint("chicken for the dog, rest for us")).places}


def test_what_stands_between_other_commas_is_heard_by_itself() -> None:
    made = heard("no butter. 2 of us, hm that honey, well")
    assert "“honey”" in said(made)
    assert "ignored “honey”" not in said(made)


def test_halving_it_behind_a_food_halves_that_food_alone() -> None:
    made = heard("thats a lot of sugar can i halve it")
    assert {one.step for one in made.edits} <= {2, 6}
    assert ("resources", 2) in {(one.part, one.step) for one in (*made.edits, *made.places)}
    assert len(heard("can you halve it").edits) > 2


def test_what_was_only_bought_or_is_typed_wrong_is_not_said_to_be_wanted() -> None:
    assert "bought" not in said(heard("turkey is what i bought not honey")).replace("“bought”", "")
    assert "“maple syrup instead of honey”" in said(heard("maple syrup fine insted of honey?"))


def test_not_as_sweet_is_less_sugar() -> None:
    assert [edit.text for edit in heard("not as sweet please").edits] == ["150 g sugar"]


def test_nobody_who_eats_like_a_horse_is_one() -> None:
    assert "horse" not in " ".join(place.why for place in heard("one of them eats like a horse").places)


def test_a_boy_of_some_months_is_a_baby_and_somebody_so_far_along_is_none() -> None:
    assert "“honey”" in said(heard("hes only 10 months so careful"))
    assert "first birthday" not in said(heard("shes 8 months so careful"))


def test_a_food_that_is_asked_about_and_not_there_is_not_ignored() -> None:
    cake = procedure("Cake", ["Melt the butter."], ["100 g butter"])
    says = said(modify(cake, parse_hint("im 30 wks pregnant, is sour cream alright?")))
    assert "“sour cream” and found none" in says


@pytest.mark.parametrize(
    ("hint", "thing"), [("no egs pls", "eggs"), ("without buter", "butter"), ("allergic too eggs", "eggs")]
)
def test_a_short_word_that_nobody_knows_is_what_stands_in_the_text(hint: str, thing: str) -> None:
    cake = procedure("Bake a cake", ["Beat the eggs into the butter."], ["2 eggs", "100 g butter"])
    made = modify(cake, parse_hint(hint))
    touched = {(one.part, one.step) for one in (*made.edits, *made.places)}
    assert touched >= {("steps", 1), ("resources", 1 if thing == "eggs" else 2)}
    assert "ignored" not in made.verdicts[0].says


def test_what_is_said_of_other_things_is_not_read_as_a_swap_or_a_number() -> None:
    base = procedure(
        "Supper",
        ["Fry the pork in an iron or nonstick pan.", "Stir with a stick."],
        ["a quarter of a pound of pork"],
    )
    assert "instead of" not in said(modify(base, parse_hint("stapler jammed, all i have is a5")))
    assert "how much this makes" not in said(modify(base, parse_hint("not buying a dehydrator for one go")))
    assert [place.word for place in modify(base, parse_hint("in grams please")).places] == []
    assert [place.word for place in modify(base, parse_hint("no pig meat")).places][-1:] == ["pork"]
    assert "iron" not in {place.word for place in modify(base, parse_hint("with a toddler")).places}


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("nut free, butter ok", "Add the peanut butter."),
        ("no fish but sauce is ok", "Add the fish sauce."),
        ("no coconut, milk is fine", "Add the coconut milk."),
    ],
)
def test_what_is_fine_spares_nothing_that_only_ends_like_it(hint: str, step: str) -> None:
    made = modify(procedure("Supper", [step]), parse_hint(hint))
    assert made.places or made.edits


@pytest.mark.parametrize(
    "hint",
    [
        "no milk, can i use oat milk?",
        "no milk can i use oat milk",
        "im out of milk, could we use oat milk?",
        "can i use oat milk instead of milk?",
    ],
)
def test_what_somebody_asks_to_use_for_what_is_missing_is_put_there(hint: str) -> None:
    assert {edit.text for edit in heard(hint).edits} == {"100 ml oat milk", "Fold in the flour and the oat milk."}


@pytest.mark.parametrize(
    "hint",
    [
        "no honey please, can i use the blender",
        "can i use a metal bowl?",
        "no honey. can i use my new oven?",
        "no time, can i use the microwave",
        "i dont have much time, can i use canned beans",
        "my kid cant have milk, can i use skimmed milk",
    ],
)
def test_what_somebody_asks_to_use_beside_it_replaces_nothing(hint: str) -> None:
    assert "instead of" not in said(heard(hint))
    assert not any("blender" in edit.text for edit in heard(hint).edits)


@pytest.mark.parametrize("hint", ["no cups or ounces please", "grams please, i dont do cups and ounces"])
def test_two_measures_that_nobody_wants_go_the_same_way(hint: str) -> None:
    made = modify(procedure("Bread", ["Add 4 oz butter."], ["2 cups flour"]), parse_hint(hint))
    assert [edit.text for edit in made.edits] == ["Add 115 g butter.", "240 g flour"]
    assert not made.places


@pytest.mark.parametrize(
    ("hint", "never"),
    [
        ("no butter in the house, still doable?", "Doubled"),
        ("the greater part of us is vegan", "grater"),
        ("no honey, just garnish with soot", "garfish"),
        ("he never denies himself honey", "denise"),
        ("no meta talk please", "meat"),
        ("shes a surgeon and hates honey", "sturgeon"),
    ],
)
def test_a_word_that_is_right_is_not_read_as_another_one(hint: str, never: str) -> None:
    assert never not in said(heard(hint))
    assert "I read" not in said(heard(hint))


@pytest.mark.parametrize(
    ("hint", "meant"), [("diary free please", "dairy"), ("diary alergy", "dairy"), ("im celia", "celiac")]
)
def test_a_name_or_word_that_stands_for_a_mistyped_diet_is_that_diet(hint: str, meant: str) -> None:
    assert meant in said(heard(hint))


@pytest.mark.parametrize(
    ("hint", "says"),
    [
        ("its for 4 but we are 2", "Halved for two."),
        ("it serves 4, were only 2", "Halved for two."),
        ("its for 6 but we are 2 cooks", "Increased by half for six."),
        ("its for 6 people", "Increased by half for six."),
    ],
)
def test_of_the_number_it_is_for_and_the_number_of_people_the_people_count(hint: str, says: str) -> None:
    base = procedure("Soup", ["Add salt."], ["4 carrots", "1 kg beef"], notes="Serves 4")
    assert says in said(modify(base, parse_hint(hint)))


@pytest.mark.parametrize("hint", ["i need it on the table in an hour and a half", "takes an hour and a half max"])
def test_half_an_hour_more_halves_no_amounts(hint: str) -> None:
    assert not heard(hint).edits


@pytest.mark.parametrize("hint", ["half it, an hour and a half is ok", "halve it please", "half of it"])
def test_half_of_it_does(hint: str) -> None:
    assert "Halved" in said(heard(hint))


def test_a_measure_that_is_a_pain_is_not_the_one_that_is_wished() -> None:
    made = modify(procedure("Bread", ["Add salt."], ["12 oz rye", "2 cups flour"]), parse_hint("cups are a pain"))
    assert [edit.text for edit in made.edits if "cup" in edit.text] == []


def test_goat_cheese_is_no_goat_to_a_muslim() -> None:
    base = procedure("Snack", ["Crumble the goat cheese."], ["100 g goat cheese", "1 kg goat"])
    places = modify(base, parse_hint("my friend is muslim")).places
    assert [(one.part, one.step) for one in places] == [("resources", 2)]


def test_a_question_beside_a_ban_takes_no_change_away() -> None:
    made = heard("my kid cant have gluten, can i use spelt flour")
    assert "200 g gluten-free flour" in {edit.text for edit in made.edits}


@pytest.mark.parametrize(
    ("hint", "verdict"),
    [
        ("no honey please, thank you dear", "done"),
        ("can you leave out the honey and tell me the calories?", "partly"),
    ],
)
def test_a_stray_word_leaves_a_wish_met_and_a_question_does_not(hint: str, verdict: str) -> None:
    made = heard(hint)
    assert ("steps", 6) in {(edit.part, edit.step) for edit in made.edits}
    assert [one.verdict for one in made.verdicts] == [verdict]
    assert ("I can't answer questions" in said(made)) == (verdict == "partly")


COOKIES = replace(
    procedure(
        "Oat cookies",
        ["Melt 120 g butter.", "Beat in 1 egg and 100 g sugar.", "Stir in 100 g oats and 80 g raisins.", "Bake."],
        ["120 g butter", "1 egg", "100 g sugar", "100 g oats", "80 g raisins"],
    ),
    yields="12 cookies",
)


@pytest.mark.parametrize(
    ("hint", "has"),
    [
        ("no eggs but i have applesauce", "egg"),
        ("i dont have eggs but i have bananas", "egg"),
        ("no butter but we do have coconut oil", "butter"),
        ("egg allergy but i have bananas", "egg"),
        ("no butter but i have oil", "butter"),
        ("out of eggs, got applesauce tho", "egg"),
        ("no butter, got oil", "butter"),
    ],
)
def test_nothing_else_is_proposed_where_somebody_says_what_there_is_instead(hint: str, has: str) -> None:
    made = modify(COOKIES, parse_hint(hint))
    assert made.edits == ()
    assert {place.word for place in made.places} == {has}


@pytest.mark.parametrize(
    "hint",
    [
        "no butter, i have margarine",
        "no eggs. i have 3 kids",
        "no eggs but crunchy please",
        "no raisins, my kids have enough sweets",
        "no raisins please, just plain cookies",
        "no raisins but keep the oats",
        "vegan, i have soy milk",
        "no butter but i have a big oven",
    ],
)
def test_other_words_about_what_there_is_stop_no_change(hint: str) -> None:
    assert modify(COOKIES, parse_hint(hint)).edits


@pytest.mark.parametrize(
    "hint",
    [
        "half and half instead of butter",
        "raisins halved",
        "cut the raisins by half",
        "cut the butter in half",
        "reduce the butter by a third",
        "egg x2",
        "2x butter",
        "half butter, half oil",
    ],
)
def test_a_factor_of_one_thing_changes_no_other_amount_and_leaves_nothing_out(hint: str) -> None:
    made = modify(COOKIES, parse_hint(hint))
    assert made.edits == ()
    assert made.places


@pytest.mark.parametrize(
    ("hint", "butter"),
    [
        ("half please", "60 g butter"),
        ("i am alone so half", "60 g butter"),
        ("id like half", "60 g butter"),
        ("can you double it", "240 g butter"),
        ("recipe halved", "60 g butter"),
        ("no raisins and double it", "240 g butter"),
        ("a dozen and a half", "180 g butter"),
        ("half a dozen", "60 g butter"),
    ],
)
def test_a_factor_of_the_whole_is_heard_in_many_ways(hint: str, butter: str) -> None:
    edits = modify(COOKIES, parse_hint(hint)).edits
    assert next(edit.text for edit in edits if (edit.part, edit.step) == ("resources", 1)) == butter


@pytest.mark.parametrize(
    "hint",
    [
        "bake at 160 not 180",
        "gas 4 not 6",
        "set it to 170 rather than 180",
        "make 1 giant cookie",
        "6 big ones",
        "half fat butter",
        "for 8 not 4",
    ],
)
def test_a_number_of_something_else_is_no_number_of_what_is_made(hint: str) -> None:
    assert modify(COOKIES, parse_hint(hint)).edits == ()
    assert modify(COOKIES, parse_hint("24 cookies not 12")).headers[0].yields == "24 cookies"


def test_of_one_cake_nobody_counts_its_slices_by_cakes() -> None:
    cake = procedure("Chocolate cake", ["Mix it all and bake it."], ["225 g flour", "350 g sugar", "85 g cocoa"])
    for hint in ("for a 3 tier cake", "2 cakes please"):
        assert modify(replace(cake, yields="12 slices"), parse_hint(hint)).edits == ()
    many = replace(cake, goal="Chocolate cakes", yields="12 pieces")
    assert modify(many, parse_hint("24 cakes please")).edits[0].text == "450 g flour"


def test_the_other_half_of_a_wish_is_not_lost() -> None:
    assert "“half oil”" in said(modify(COOKIES, parse_hint("half butter, half oil")))


@pytest.mark.parametrize("hint", ["no butter for one of us", "no raisins for one of the kids"])
def test_one_of_several_is_no_number_of_people(hint: str) -> None:
    soup = replace(COOKIES, goal="Crumble", yields="Serves 4 (one dish)")
    assert not modify(soup, parse_hint(hint)).headers
    assert [one.yields for one in modify(soup, parse_hint("for 2")).headers] == ["Serves 2 (one dish)"]
    twelve = modify(replace(soup, yields="Serves 8"), parse_hint("8 kids and 4 parents"))
    assert [one.yields for one in twelve.headers] == ["Serves 12"]


NOODLES = replace(
    procedure(
        "Satay noodles",
        [
            "Boil 200 g noodles.",
            "Fry 2 onions in 50 g butter.",
            "Stir in 3 tbsp peanut butter and 1 tbsp fish sauce.",
        ],
        ["200 g noodles", "2 onions", "50 g butter", "3 tbsp peanut butter", "1 tbsp fish sauce"],
    ),
    yields="Serves 4",
)


@pytest.mark.parametrize(
    "hint",
    [
        "nobody is vegan",
        "no one is vegetarian",
        "vegan not needed",
        "I used to be vegan",
        "no nut allergy here",
        "nobody has a nut allergy",
        "nobody's allergic to peanuts any more",
        "she is no longer vegan",
        "dairy free but the butter can stay",
        "dairy free but keep the butter",
        "lactose free butter",
        "no butter for frying, oil",
        "don't make it for 6",
        "it doesn't have to be for 6",
        "for 4 but make 6",
        "half with onions, half without",
        "half of it without onions",
        "double check the onions",
        "add bacon for 2 people",
    ],
)
def test_words_around_a_wish_that_turn_it_leave_everything_to_the_person(hint: str) -> None:
    made = modify(NOODLES, parse_hint(hint))
    assert made.edits == ()
    assert "already" not in {one.verdict for one in made.verdicts}


@pytest.mark.parametrize(
    "hint",
    [
        "vegan",
        "my guests are vegan",
        "nobody eats fish",
        "she has a peanut allergy",
        "no butter",
        "dairy free please",
        "we were 6, now we are 2",
        "halve it without the onions",
        "half the onions",
        "for 4 instead of 2, make it vegan",
        "no butter but keep it simple",
    ],
)
def test_a_wish_that_nothing_turns_is_met(hint: str) -> None:
    assert modify(NOODLES, parse_hint(hint)).edits


@pytest.mark.parametrize(
    "hint",
    [
        "double it but not the butter",
        "double it, but keep the butter as it is",
        "double everything except the butter",
        "double it, butter stays the same",
        "double it, butter unchanged",
        "double it but leave the butter alone",
        "double it but don't double the butter",
        "double it but only 70 g butter",
    ],
)
def test_of_one_thing_the_amount_stays_where_the_hint_says_so(hint: str) -> None:
    satay = replace(
        procedure(
            "Satay",
            ["Fry the onion in 50 g butter.", "Stir in 3 tbsp peanut butter."],
            ["50 g butter", "3 tbsp peanut butter", "1 onion"],
        ),
        yields="Serves 4",
    )
    made = modify(satay, parse_hint(hint))
    assert {edit.text for edit in made.edits} == {
        "Fry the onions in 50 g butter.",
        "Stir in 6 tbsp peanut butter.",
        "6 tbsp peanut butter",
        "2 onions",
    }
    assert said(made).startswith("Doubled, but not the butter.")
    assert "I ignored" not in said(made)
    assert bool(made.places) == ("70" in hint), "how much of it is wanted is the person's to write"


@pytest.mark.parametrize("hint", ["double all the butter", "for 8 but not butter", "for 8 and leave the butter"])
def test_who_may_mean_another_thing_keeps_no_amount(hint: str) -> None:
    toast = procedure("Toast", ["Toast the bread."], ["50 g butter", "4 slices bread"])
    assert "but not" not in said(modify(replace(toast, yields="Serves 4"), parse_hint(hint)))


@pytest.mark.parametrize(
    ("hint", "flour"),
    [
        ("15 adults, 5 kids", "1000 g flour"),
        ("2 adults, 2 kids", ""),  # it is for four already
        ("6 of us, 2 kids", "300 g flour"),
        ("5ppl", "250 g flour"),
        ("no milk for one", ""),  # one of them eats something else
        ("gluten free for one", ""),
        ("for one, no milk", "50 g flour"),
    ],
)
def test_who_eats_is_counted_up_and_one_who_eats_otherwise_is_not(hint: str, flour: str) -> None:
    pancakes = procedure("Pancakes", ["Mix the flour with 400 ml milk."], ["200 g flour", "400 ml milk"])
    made = modify(replace(pancakes, yields="4 as a light lunch"), parse_hint(hint))
    texts = {(edit.part, edit.step): edit.text for edit in made.edits}
    assert texts.get(("resources", 1), "") == flour
    assert "I ignored" not in said(made)
    assert "I don't know how" not in said(made)


def test_what_a_step_takes_for_one_tart_stays() -> None:
    steps = ["For one tart: rub 100 g butter into 200 g flour.", "For one minute, whisk 4 eggs."]
    tarts = replace(
        procedure("Tarts", steps, ["200 g butter", "400 g flour", "4 eggs"]),
        yields="2 tarts",
    )
    changed = {(edit.part, edit.step) for edit in modify(tarts, parse_hint("4 tarts")).edits}
    assert changed == {("resources", 1), ("resources", 2), ("resources", 3), ("steps", 2)}


@pytest.mark.parametrize("hint", ["bigger cookies, 8 instead of 12", "cut into 10 not 12", "same dough but 16"])
def test_more_or_bigger_pieces_of_the_same_amount_scale_nothing(hint: str) -> None:
    assert modify(COOKIES, parse_hint(hint)).edits == ()


BREAKFAST = replace(
    procedure(
        "Breakfast",
        [
            "Toast the bread.",
            "Beat 4 eggs with 100 ml milk.",
            "Fry in 30 g butter.",
            "Top with almonds and chives.",
        ],
        ["8 slices bread", "4 eggs", "100 ml milk", "30 g butter", "50 g almonds", "chives"],
    ),
    yields="Serves 4",
)


@pytest.mark.parametrize("hint", ["gluten free but bread is ok for dad", "gluten free, bread ok for dad"])
def test_what_is_fine_for_somebody_else_is_shown(hint: str) -> None:
    assert {place.word for place in modify(BREAKFAST, parse_hint(hint)).places} == {"bread"}


@pytest.mark.parametrize(
    "hint",
    [
        "lactose free but butter allowed",
        "no dairy other than butter",
        "no nuts save almonds",
        "nut allergy, but my husband may have almonds",
        "no fresh chives",
        "no cold milk",
        "no roasted almonds",
        "water, not milk",
        "halve the eggs instead of quartering",
        "no butter, olive oil",
        "no chives, parsley",
        "no almonds, hazelnuts",
    ],
)
def test_an_exception_or_a_sort_leaves_the_thing_to_the_person(hint: str) -> None:
    made = modify(BREAKFAST, parse_hint(hint))
    assert made.edits == ()
    assert made.places or "thirty" in hint


@pytest.mark.parametrize(
    "hint", ["no chives", "no almonds", "no milk", "lactose free", "nut allergy", "halve the eggs"]
)
def test_the_same_without_exception_is_changed(hint: str) -> None:
    assert modify(BREAKFAST, parse_hint(hint)).edits


@pytest.mark.parametrize(("hint", "flour"), [("48 cookies", "400 g flour"), ("12 cookies", "100 g flour")])
def test_cookies_are_counted_in_dozens_where_the_yield_is(hint: str, flour: str) -> None:
    dozens = procedure(
        "Chip cookies", ["Mix 200 g flour and 100 g sugar."], ["200 g flour", "100 g sugar", "1 egg"]
    )
    edits = modify(replace(dozens, yields="makes about 2 dozen"), parse_hint(hint)).edits
    assert flour in [edit.text for edit in edits]


def test_what_is_asked_among_other_words_is_said_to_stay_unanswered() -> None:
    steak = procedure("Steak", ["Fry the steak for 4 minutes."], ["2 steaks"])
    assert "I can't answer questions" in said(
        modify(steak, parse_hint("never cooked a steak before how do i know its done"))
    )


def test_how_many_there_are_is_named_where_nothing_can_be_scaled() -> None:
    sale = procedure("Run a bake sale", ["Print the flyers.", "Sell the cakes."])
    assert "“its only me and my wife”" in said(
        modify(sale, parse_hint("no printer here and its only me and my wife"))
    )


def test_oil_that_is_there_is_not_seen_in_what_is_boiled() -> None:
    toffee = procedure(
        "Toffee", ["Boil 100 g butter with 200 g sugar."], ["100 g butter", "200 g sugar", "1 tsp salt"]
    )
    assert modify(toffee, parse_hint("no butter")).edits
    assert modify(toffee, parse_hint("no butter but i have oil")).edits == ()


def test_what_is_fine_for_everybody_is_not_shown() -> None:
    made = modify(BREAKFAST, parse_hint("gluten free but bread is fine for everyone"))
    assert "bread" not in {place.word for place in made.places}


@pytest.mark.parametrize(
    ("step", "warned"),
    [
        ("Pickle the cucumbers and seal the jar.", True),
        ("Ladle the chutney into a clean jar.", True),
        ("Stir in a spoon of jam.", False),
        ("Serve with pickled onions from the jar.", False),
    ],
)
def test_less_sugar_warns_where_something_is_preserved(step: str, warned: bool) -> None:
    dish = procedure(
        "Cucumbers", ["Mix 100 g sugar with 200 ml vinegar.", step], ["100 g sugar", "200 ml vinegar"]
    )
    assert ("botulism" in said(modify(dish, parse_hint("less sugar")))) == warned


@pytest.mark.parametrize(
    ("hint", "flour", "balls"),
    [
        ("make 48 pls", "400 g flour", "48"),
        ("want 12 for a party", "100 g flour", "12"),
        ("half batch", "100 g flour", "12"),
    ],
)
def test_a_yield_may_be_a_number_alone(hint: str, flour: str, balls: str) -> None:
    steps = ["Mix the flour with the honey.", "Shape into 24 balls."]
    base = replace(
        procedure("Honey cookies with oats", steps, ["200 g flour", "60 g honey"]), yields="Makes about 24"
    )
    made = modify(base, parse_hint(hint))
    texts = {(edit.part, edit.step): edit.text for edit in made.edits}
    assert texts["resources", 1] == flour
    assert texts["steps", 2] == f"Shape into {balls} balls."
    assert modify(base, parse_hint("for 4 people")).edits == ()


def test_what_cannot_be_counted_and_whole_birds_are_shown_where_all_else_grows() -> None:
    lines = [
        "1.8 kg whole chicken",
        "handfuls of cress",
        "small bunch of thyme",
        "50 g butter",
        "thumb of ginger",
        "pinch of salt",
        "can opener",
    ]
    roast = replace(procedure("Roast", ["Rub the chicken with the butter."], lines), yields="Serves 4")
    made = modify(roast, parse_hint("for 2"))
    assert [edit.text for edit in made.edits] == [
        "half a small bunch of thyme",
        "25 g butter",
        "half a thumb of ginger",
    ]
    assert {place.word for place in made.places} == {"1.8 kg", "handfuls of cress"}


def test_a_step_that_calls_what_was_replaced_by_half_its_name_is_shown() -> None:
    lines = ["300 g rice", "2 tbsp soy sauce", "wasabi"]
    for more, shown in ([], {"soy"}), (["200 g soy beans"], set[str]()):
        sushi = procedure("Sushi", ["Cook the rice.", "Serve with soy, rice and wasabi."], [*lines, *more])
        made = modify(sushi, parse_hint("coeliac"))
        assert [edit.text for edit in made.edits] == ["2 tbsp tamari"]
        assert {place.word for place in made.places} == shown


@pytest.mark.parametrize(("hint", "shown"), [("veg paella for 4", True), ("more veg with it", False)])
def test_a_veg_version_has_no_meat(hint: str, shown: bool) -> None:
    paella = procedure(
        "Paella with peas", ["Brown the chicken.", "Add the peas."], ["4 chicken thighs", "150 g peas"]
    )
    words = {word for place in modify(paella, parse_hint(hint)).places for word in (place.word, *place.also)}
    assert ("chicken" in words) == shown


@pytest.mark.parametrize(
    ("hint", "shown"), [("only 20 people", {"40 tents", "40 sleeping bags"}), ("in inches please", set())]
)
def test_of_a_plan_counts_are_shown_and_never_changed(hint: str, shown: set[str]) -> None:
    steps = ["Count 40 sleeping bags.", "Put 2 in square corners.", "Mark 2 in. from the edge."]
    camp = replace(procedure("Camp", steps, ["40 tents", "boards, 30 in long", "2 stoves"]), yields="40 people")
    made = modify(camp, parse_hint(hint))
    assert made.edits == ()
    assert {place.word for place in made.places} == shown


def test_a_swap_behind_and_is_a_wish_of_its_own() -> None:
    said_so = [one.text for one in parse_hint("egg allergy, and gin not rum")]
    assert said_so == ["egg allergy", "and gin not rum"]
    assert len(parse_hint("egg allergy and its not severe")) == 1
    assert len(parse_hint("salt and pepper not chilli")) == 1


def test_balls_of_something_become_one_ball() -> None:
    base = procedure("Lasagne", ["Layer it with the mozzarella."], ["2 balls mozzarella", "60 g butter"])
    made = modify(replace(base, yields="Serves 8"), parse_hint("we are 4"))
    assert [edit.text for edit in made.edits] == ["1 ball mozzarella", "30 g butter"]


def test_a_yield_may_be_what_there_is_enough_for() -> None:
    lines = ["6 bags cement", "30 kg sand", "10 l water"]
    posts = replace(procedure("Concrete", ["Mix the cement with 30 kg sand."], lines), yields="enough for 6 posts")
    made = modify(posts, parse_hint("12 posts"))
    assert [header.yields for header in made.headers] == ["enough for 12 posts"]


@pytest.mark.parametrize(
    ("hint", "step", "word"),
    [
        ("diabetic type 1", "Run for a minute.", "Run"),
        ("im 20 stone", "Run for a minute.", "Run"),
        ("5 months postpartum", "Run for a minute.", "Run"),
        ("hes on blood thinners", "If it bleeds, press on it.", "bleeds"),
        ("too much iodine is bad for me", "Soak the wakame.", "wakame"),
        ("dad has kidney failure", "Add the banana.", "banana"),
        ("one arm in a cast", "Lower the baby in on your forearm.", "forearm"),
        ("allergic to ibuprofen", "Take paracetamol or an anti-inflammatory.", "anti-inflammatory"),
        ("already put bleach down it", "Pour in the vinegar.", "vinegar"),
        ("diabetic type 1", "Stir the rice and let it run.", "rice"),
        ("the chicken is still frozen", "Add the goose fat and the chicken.", "chicken"),
        ("kids play on it", "Spread the lawn feed.", "lawn feed"),
    ],
)
def test_of_a_body_or_a_danger_this_word_is_shown_and_no_other(hint: str, step: str, word: str) -> None:
    made = modify(procedure("This how-to", [step]), parse_hint(hint))
    assert [one for place in made.places for one in (place.word, *place.also)] in ([word], ["Lower", word])


def test_to_who_has_never_done_it_the_tool_does_not_speak_of_itself() -> None:
    assert "what to change for somebody who is new to this" in said(heard("never done it"))


@pytest.mark.parametrize(
    ("hint", "word"), [("can i freeze it", "freeze"), ("it is spring now", ""), ("no eggs", "")]
)
def test_what_is_not_understood_and_stands_in_the_notes_is_pointed_at(hint: str, word: str) -> None:
    pasta = procedure("Pasta", ["Mix in the eggs."], ["4 eggs"], notes="Does not freeze well. With eggs of hens.")
    assert ("Please read the notes: they mention “freeze”." in said(modify(pasta, parse_hint(hint)))) == bool(word)


@pytest.mark.parametrize("hint", ["make 24 but not the butter", "for 8 but not the butter"])
def test_what_may_only_not_grow_is_shown_and_never_exchanged(hint: str) -> None:
    base = replace(procedure("Pancakes", ["Fry in the butter."], ["30 g butter", "200 g flour"]), yields="12")
    made = modify(base, parse_hint(hint))
    assert not any("margarine" in edit.text for edit in made.edits)
    assert "butter" in {place.word for place in made.places}


@pytest.mark.parametrize("hint", ["no butter, vegan", "vegan, no butter"])
def test_what_a_second_wish_settles_is_settled_for_the_first(hint: str) -> None:
    made = modify(
        procedure("Rice", ["Melt the butter.", "Boil the rice."], ["50 g butter", "200 g rice"]), parse_hint(hint)
    )
    assert {one.verdict for one in made.verdicts} == {"done"}
    assert "can't tell" not in said(made)


@pytest.mark.parametrize(
    ("hint", "steps"),
    [
        ("pressure cooker", {2, 3}),
        ("instant pot version", {2, 3}),
        ("in the crockpot", {2, 3}),
        ("can i make it in a slow cooker?", {2, 3}),
        ("only got a microwave", {2, 3}),
        ("i have an induction hob", set()),
        ("we have a gas oven", set()),
        ("no slow cooker", set()),
    ],
)
def test_one_appliance_shows_the_steps_that_are_cooked_on_another(hint: str, steps: set[int]) -> None:
    lines = ["Slice the squash.", "Heat the oil in a pan over medium heat.", "Simmer for 20 minutes."]
    base = procedure("Squash stew", lines, ["1 squash", "2 tbsp oil"])
    assert {one.step for one in modify(base, parse_hint(hint)).places if one.part == "steps"} == steps


RABBIT = procedure("Brush a rabbit", ["Set the rabbit down.", "Comb the rabbit.", "Lift it out."], ["hair dryer"])


@pytest.mark.parametrize(
    ("hint", "told"),
    [
        ("the rabbit hates the hair dryer", "list of what you need mentions “hair dryer”, so please look there."),
        ("the rabbit and my bad back", "“Lift”"),
    ],
)
def test_whom_all_is_about_anyway_is_no_wish_beside_another_one(hint: str, told: str) -> None:
    says = said(modify(RABBIT, parse_hint(hint)))
    assert told in says
    assert "I can't tell" not in says


def test_a_wish_for_whom_all_is_about_alone_is_answered() -> None:
    assert "rabbit" in said(modify(RABBIT, parse_hint("its an old rabbit")))


def test_in_which_weather_a_thing_of_the_title_is_used_says_nothing_of_a_step() -> None:
    tent = procedure("Pitch a tent", ["Unpack the tent.", "Unfold it.", "Push in the poles."], ["poles"])
    outcome = modify(tent, parse_hint("its raining"))
    assert not outcome.places


@pytest.mark.parametrize(
    ("hint", "what"), [("add spinach", "spinach"), ("can you add some peas and carrots?", "peas and carrots")]
)
def test_who_wants_something_added_is_told_to_write_it(hint: str, what: str) -> None:
    [judged] = modify(procedure("Stew", ["Fry the onion."], ["1 onion"]), parse_hint(hint)).verdicts
    assert (judged.verdict, f"write “{what}” into" in judged.says) == ("not_understood", True)


def test_a_taste_behind_and_is_a_wish_that_is_met() -> None:
    lines = ["500 g beans", "1 tsp chilli powder", "2 onions"]
    base = replace(
        procedure("Stew", ["Fry the onions with the chilli powder.", "Add the beans."], lines), yields="Serves 6"
    )
    made = modify(base, parse_hint("for 3 and not so hot"))
    assert [one.verdict for one in made.verdicts] == ["done", "done"]


@pytest.mark.parametrize(
    ("hint", "steps"),
    [
        ("my back is bad and noone to help", {1}),
        ("dont have a torque wrench", {2}),
        ("no torque wrench", {2}),
        ("my back is fine", set()),
    ],
)
def test_noone_is_nobody_and_newton_metres_need_their_wrench(hint: str, steps: set[int]) -> None:
    base = procedure("Fit a roof rack", ["Lift the rack.", "Tighten the bolts to 6 Nm."], ["a roof rack"])
    assert {one.step for one in modify(base, parse_hint(hint)).places if one.part == "steps"} == steps


def test_what_comes_from_animals_in_a_garden_is_shown_to_vegans() -> None:
    steps = ["Dig in the chicken manure pellets.", "Sow the beans.", "Sprinkle bone meal."]
    made = modify(procedure("Plant tomatoes", steps, ["4 plants"]), parse_hint("vegan, no animal products"))
    assert {one.step for one in made.places} == {1, 3}


def test_mild_please_is_about_curry_powder_and_said_without_please() -> None:
    curry = procedure("Stew", ["Fry it."], ["2 teaspoons curry powder"])
    assert [one.word for one in modify(curry, parse_hint("mild please")).places] == ["curry powder"]
    plain = modify(procedure("Stew", ["Fry it."], ["1 onion"]), parse_hint("mild please"))
    assert "I don't see “mild” in the text" in plain.verdicts[0].says


@pytest.mark.parametrize(
    "hint",
    [
        "my kid is vegan",
        "my mother is on a gluten free diet",
        "my mother's diet has no sugar",
        "no milk for my kid",
        "no eggs for my sister’s diet",
    ],
)
def test_who_it_is_for_is_not_said_to_be_ignored(hint: str) -> None:
    made = heard(hint)
    assert "I ignored" not in said(made)
    assert not any(judged.unused for judged in made.verdicts)


@pytest.mark.parametrize(
    "who",
    ["mother in law", "brother-in-law", "in-laws", "great aunt", "godson", "best friend's son", "elder sister"],
)
def test_a_relative_is_nobody_to_warn_about(who: str) -> None:
    [one] = heard(f"my {who} can't have butter").verdicts
    assert one.unused == ()


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("skip step 2", "step 2"),
        ("leave out step 3", "step 3"),
        ("please leave step 5 out", "step 5"),
        ("drop steps 2 and 3", "steps 2 and 3"),
    ],
)
def test_a_whole_step_is_not_taken_out_but_the_way_is_told(hint: str, step: str) -> None:
    made = heard(hint)
    assert (made.edits, made.places) == ((), ())
    assert made.verdicts[0].says == f"I don't take out whole steps: in the review, d removes {step}."


@pytest.mark.parametrize(
    ("hint", "says"),
    [
        ("soya allergy. I'd rather use tofu", "“tofu” may not fit “soya allergy”."),
        ("vegan. Make it with tuna", "“tuna” may not fit “vegan”."),
        ("nut allergy. Pecans instead of honey", "“Pecans” may not fit “nut allergy”."),
        ("no milk. Butter instead of honey", "“Butter” may not fit “no milk”."),
        ("no wheat. Noodles instead of honey", "“Noodles” may not fit “no wheat”."),
    ],
)
def test_what_another_wish_rules_out_is_named_where_it_is_to_be_used(hint: str, says: str) -> None:
    assert says in heard(hint).verdicts[1].says


@pytest.mark.parametrize("hint", ["no cream. Butter instead of honey", "no walnuts. Pecans instead of honey"])
def test_a_thing_that_is_not_wanted_rules_out_no_other_thing_of_its_kind(hint: str) -> None:
    assert "may not fit" not in heard(hint).verdicts[1].says


def test_what_there_is_stays_a_question_beside_a_wish_that_rules_it_out() -> None:
    made = modify(SPONGE, parse_hint("gluten free and I've only got oat milk"))
    assert "already changed" not in made.verdicts[1].says
    assert {one.why for one in made.places if one.word == "milk"} == {"does your “oat milk” fit here?"}


def test_a_taste_that_nothing_names_is_told_to_be_beyond_the_tailor() -> None:
    [one] = heard("extra spicy").verdicts
    assert one.says == "I can't make it spicy by myself: write into a step what you would add."
