"""What came out wrong on hints that nobody had tuned to, by class, on short texts of our own."""

from dataclasses import replace

import pytest

from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules.model import Outcome
from tailor.rules.modify import modify
from tailor.rules.servings import wanted

STEW = procedure(
    "Bean stew for six",
    ["Fry it on a floured board.", "Pour in half a bottle of beer, a mug of water and a jar of beans."],
    [
        "a glass of red wine",
        "2 mugs of flour",
        "a bottle of beer",
        "a mug of water",
        "a jar of beans",
        "300 g carrots",
        "1 bowl",
    ],
)
CAKE = procedure(
    "Gran's plum cake",
    ["Cream 6 oz butter.", "Add 3/4 of a cup of warm milk and put it beside a bowl of iced water."],
    ["6 oz butter", "3/4 of a cup of warm milk", "2 cups flour"],
)


def done(hint: str, base: Procedure) -> Outcome:
    return modify(base, parse_hint(hint))


def texts(outcome: Outcome) -> set[str]:
    return {edit.text for edit in outcome.edits}


def said(outcome: Outcome) -> str:
    return " ".join(one.says for one in outcome.verdicts)


def test_what_one_drinks_from_is_a_measure_of_what_is_in_it() -> None:
    assert texts(done("for two", STEW)) == {
        "Pour in ⅛ bottle of beer, ⅓ mug of water and ⅓ jar of beans.",
        "⅓ glass of red wine",
        "⅔ mug of flour",
        "⅓ bottle of beer",
        "⅓ mug of water",
        "⅓ jar of beans",
        "100 g carrots",
    }


@pytest.mark.parametrize("hint", ["half the cake", "half a cake", "halve the cake", "half of it"])
def test_a_part_of_what_the_title_says_is_a_part_of_everything(hint: str) -> None:
    outcome = done(hint, CAKE)
    assert {"3 oz butter", "1 cup flour", "Cream 3 oz butter."} <= texts(outcome)
    assert not any("bowl" in text and "½" in text for text in texts(outcome))


def test_half_of_a_dish_is_all_of_it_though_its_rice_has_the_name() -> None:
    base = procedure("Mushroom risotto", ["Stir in the stock."], ["300 g risotto rice", "1 l stock"])
    assert texts(done("half the risotto", base)) == {"150 g risotto rice", "500 ml stock"}
    assert texts(done("half the rice", base)) == {"150 g risotto rice"}


def test_half_of_what_the_list_has_is_only_that() -> None:
    assert texts(done("half the butter", CAKE)) == {"3 oz butter", "Cream 3 oz butter."}


def test_a_part_of_a_cup_is_one_amount() -> None:
    assert "180 ml of warm milk" in texts(done("cups to ml", CAKE))
    assert "1 1/2 cups of warm milk" in texts(done("double it", CAKE))


@pytest.mark.parametrize("hint", ["we are only 3, make half of it", "make half, we are 3"])
def test_a_number_that_says_nothing_is_told_with_the_part_that_does(hint: str) -> None:
    outcome = done(hint, CAKE)
    assert "3 oz butter" in texts(outcome)
    assert "left the amounts alone" not in said(outcome)


@pytest.mark.parametrize("hint", ["making this with my two toddlers", "bake it with the 3 kids"])
def test_who_helps_is_nobody_it_is_for(hint: str) -> None:
    outcome = done(hint, CAKE)
    assert outcome.edits == ()
    assert not any("how much this makes" in place.why for place in outcome.places)


def test_the_number_of_all_who_eat_is_told_and_no_plate_shown() -> None:
    risotto = procedure("Risotto for four", ["Put the rice on a plate."], ["300 g rice", "1 l stock"])
    outcome = done("for 2 adults and 2 kids", risotto)
    assert outcome.places == ()
    assert said(outcome) == "It is for four already."


def test_what_there_is_of_the_main_thing_is_no_new_amount() -> None:
    bread = procedure("Bread", ["Knead the flour with the milk."], ["1 kg flour", "500 ml milk"])
    assert done("half a kilo of flour only", bread).edits == ()


def test_flour_on_the_board_and_in_canned_soup_is_shown_to_a_coeliac() -> None:
    pie = procedure("Pie", ["Roll it out on a floured board."], ["2 cans condensed cream of mushroom soup"])
    outcome = done("coeliac", pie)
    assert {(place.part, place.step) for place in outcome.places} == {("steps", 1), ("resources", 1)}


def test_mincemeat_is_shown_to_who_wants_no_alcohol() -> None:
    assert done("no alcohol, it's for kids", procedure("Pies", ["Fill them."], ["400 g mincemeat"])).places


@pytest.mark.parametrize(
    ("hint", "step"),
    [
        ("no microwave", "Cook and stir the onions in a pan."),
        ("no fridge there", "Let the bacon cool."),
        ("I'm on call alone", "Check that the nodes reach each other."),
    ],
)
def test_a_word_that_only_goes_along_is_no_place(hint: str, step: str) -> None:
    assert done(hint, procedure("Something", [step], [])).places == ()


def test_what_a_food_comes_in_is_no_thing_of_its_own() -> None:
    caps = procedure("Caps", ["Mix in the crabmeat in a pan."], ["200 g crabmeat"])
    outcome = done("a tin of tuna in place of the crab", caps)
    assert {place.word for place in outcome.places} == {"crabmeat"}
    assert "tuna instead of crab" in said(outcome)


SUNDAY_CAKE = procedure(
    "Sunday cake",
    ["Beat the eggs.", "Add the milk and flour.", "Fold in the nuts and butter."],
    ["2 eggs", "100 ml milk", "250 g plain flour", "50 g nuts", "200 g butter"],
)


@pytest.mark.parametrize(
    ("hint", "changed"),
    [
        ("we have nothing against milk", set()),
        ("I've nothing against butter", set()),
        ("we have nothing against milk, but eggs are out", {"eggs"}),
        ("neither nuts nor milk are a problem, only eggs", {"eggs"}),
        ("neither eggs nor milk are a problem, just nuts", {"nuts"}),
        ("he isn't allergic to eggs but to wheat", {"plain flour"}),
        ("my daughter is not allergic to nuts, but to milk", {"milk", "butter"}),
        ("she's not intolerant to eggs but she is to nuts", {"nuts"}),
        ("not for a vegan but for a coeliac", {"plain flour"}),
        ("I'm not allergic to nuts", set()),
        ("none of us is allergic to milk", set()),
        ("i am not allergic to nuts but my son is", {"nuts"}),
        ("we're not allergic to nuts, but the guests are", {"nuts"}),
    ],
)
def test_what_is_said_to_be_no_trouble_stays_and_what_is_said_beside_it_goes(hint: str, changed: set[str]) -> None:
    edits = {edit.step for edit in done(hint, SUNDAY_CAKE).edits if edit.part == "resources"}
    names = dict(enumerate(("eggs", "milk", "plain flour", "nuts", "butter"), 1))
    assert {names[step] for step in edits} == changed


@pytest.mark.parametrize(
    ("hint", "changed"),
    [
        ("I'm not allergic to nuts; my daughter is", {"nuts"}),
        ("my son isn't allergic to nuts, my daughter is", {"nuts"}),
        ("I can eat nuts, my daughter can't", {"nuts"}),
        ("my daughter outgrew her milk allergy", set()),
        ("only nut-free", {"nuts"}),
        ("only gluten free", {"plain flour"}),
        ("I don't mind butter", set()),
        ("I'm not allergic to milk, just no butter", {"butter"}),
    ],
)
def test_whose_allergy_it_is_counts_however_it_is_joined(hint: str, changed: set[str]) -> None:
    edits = {edit.step for edit in done(hint, SUNDAY_CAKE).edits if edit.part == "resources"}
    names = dict(enumerate(("eggs", "milk", "plain flour", "nuts", "butter"), 1))
    assert {names[step] for step in edits} == changed


@pytest.mark.parametrize(
    "hint",
    [
        "she never outgrew her milk allergy",
        "she has not yet outgrown her milk allergy",
        "not sure she has outgrown her milk allergy",
        "she may have outgrown her milk allergy",
        "my daughter outgrew her milk allergy but my son has one",
        "he doesn't have a mild milk allergy, it's severe",
        "I don't mind milk, my son is allergic to it",
        "I'm not allergic to milk but my son is, for 8",
        "I'm not allergic to nuts but my son is to milk",
        "for 8, sorry, one is allergic to milk",
        "they are not allergic to milk. he is",
        "my kid isn't allergic to milk but his friend who comes is",
        "we have nothing against milk except that it kills him",
    ],
)
def test_an_allergy_that_somebody_still_has_is_not_rewritten_away(hint: str) -> None:
    outcome = done(hint, SUNDAY_CAKE)
    touched = {edit.step for edit in outcome.edits if edit.part == "resources" and "oat drink" in edit.text}
    touched |= {place.step for place in outcome.places if place.part == "resources"}
    assert 2 in touched


@pytest.mark.parametrize(
    "hint",
    [
        # another word doubts it
        "they say she outgrew her milk allergy",
        "we pray he has outgrown his milk allergy",
        "hardly outgrown his milk allergy",
        "none of my kids outgrew their milk allergy",
        "I doubt that nobody is allergic to milk",
        "it's not true that no one is allergic to milk",
        "no one is allergic to milk I hope",
        "none of us is allergic to milk bar grandma",
        "it is not true that milk is no problem",
        "I don't mind skipping milk",
        "I'm not allergic to milk free cakes",
        # what follows takes it back
        "I don't mind milk but it makes me swell up",
        "we don't mind milk, it just gives him hives",
        "he has nothing against milk, he'd die of it though",
        "I have nothing against milk! It has something against me",
        "nobody is allergic to milk, tom is",
        "nobody is allergic to milk. Correction: Priya is",
        "I'm not allergic to milk unlike my wife",
        "I'm not allergic to milk. my wife though!",
        "I'm not allergic to milk but intolerant to it",
        "she's not allergic to milk, just intolerant",
        "not intolerant to milk. He's really allergic",
        "nobody is allergic to milk, just two of us intolerant",
        "I'm not allergic to milk, I just can't digest it",
        "I'm not allergic to milk; more of an intolerance",
        "she outgrew her milk allergy. Still sensitive",
        "he is not allergic to milk. He gets hives",
        "I'm not allergic to nuts, milk",
        "my son is not allergic to milk but to be safe leave it out",
        "she isn't allergic to milk but I'd rather not risk it",
        "milk isn't a problem for us. it is for grandpa",
        "our boy got over his milk allergy and now it's back",
        "neither nuts nor milk bothers me. My partner cannot have either",
        "we can have milk; grandma cannot",
        # what somebody has nothing against is not what another wish permits
        "nobody is allergic to milk and I'm vegan",
        "they have nothing against milk, the baby is lactose intolerant",
        "my brother outgrew his milk allergy, I'm lactose intolerant",
    ],
)
def test_only_a_whole_and_plain_statement_waives_anything(hint: str) -> None:
    outcome = done(hint, SUNDAY_CAKE)
    touched = {edit.step for edit in outcome.edits if edit.part == "resources" and "oat drink" in edit.text}
    touched |= {place.step for place in outcome.places if place.part == "resources"}
    assert 2 in touched


@pytest.mark.parametrize(
    ("hint", "changed"),
    [
        ("not only gluten-free but also nut-free please", {"plain flour", "nuts"}),
        ("they're not allergic to eggs, only to nuts", {"nuts"}),
        ("well, we don't mind milk or butter", set()),
        ("he finally outgrew his nut allergy.", set()),
        ("I'm really not allergic to milk", set()),
        ("milk doesn't bother us at all!", set()),
    ],
)
def test_a_whole_statement_is_heard(hint: str, changed: set[str]) -> None:
    edits = {edit.step for edit in done(hint, SUNDAY_CAKE).edits if edit.part == "resources"}
    names = dict(enumerate(("eggs", "milk", "plain flour", "nuts", "butter"), 1))
    assert {names[step] for step in edits} == changed


@pytest.mark.parametrize(
    ("hint", "flour"),
    [
        ("for 8, sorry, one is allergic to nuts", "500 g plain flour"),
        ("for 8 no one is allergic to nuts", "500 g plain flour"),
        ("double it but not any nuts", "500 g plain flour"),
        ("reduce by 1/4 cup", ""),
        ("scale by 1/4 of the salt", ""),
    ],
)
def test_a_number_beside_other_words_corrects_and_scales_nothing(hint: str, flour: str) -> None:
    base = replace(SUNDAY_CAKE, goal="Sunday cake for 4")
    assert [edit.text for edit in done(hint, base).edits if "plain flour" in edit.text] == [flour] * bool(flour)


@pytest.mark.parametrize(
    "hint",
    [
        "double it but leave the nuts out",
        "for 8 and leave the nuts out",
        "double but keep nuts away from my son",
        "triple it but keep the nuts off",
        "for 3 and take out the nuts",
        "for 3 and pick the nuts out",
        "double it but leave the nuts",
    ],
)
def test_what_is_named_beside_an_amount_is_shown_or_left_out_though_its_amount_changes(hint: str) -> None:
    outcome = done(hint, replace(SUNDAY_CAKE, goal="Sunday cake for 4"))
    left_out = [edit for edit in outcome.edits if not edit.text]
    assert 4 in {one.step for one in (*outcome.places, *left_out) if one.part == "resources"}


@pytest.mark.parametrize(
    ("hint", "shown"),
    [
        ("for me and my vegan sister", {1, 2, 5}),
        ("for 3 vegans", {2, 5}),
        ("me and my pregnant wife", {1}),
        ("for 3 adults and a toddler", {4}),
        ("me, my husband and our lactose intolerant son", {2, 5}),
    ],
)
def test_who_eats_matters_besides_how_many_they_are(hint: str, shown: set[int]) -> None:
    base = replace(SUNDAY_CAKE, goal="Sunday cake for 6")
    outcome = done(hint, base)
    touched = {place.step for place in outcome.places if place.part == "resources"}
    touched |= {edit.step for edit in outcome.edits if edit.part == "resources" and "margarine" in edit.text}
    touched |= {edit.step for edit in outcome.edits if edit.part == "resources" and "oat drink" in edit.text}
    assert shown <= touched


@pytest.mark.parametrize(("hint", "number"), [("for 3 vegans", 3), ("there are 3 vegans", None)])
def test_those_who_all_eat_alike_are_counted_but_not_those_among_others(hint: str, number: int | None) -> None:
    wish = wanted(hint, SUNDAY_CAKE)
    assert (wish and wish.number) == number


def test_eaters_for_whom_nothing_is_found_are_only_counted() -> None:
    [one] = done("for 3 teenagers", replace(SUNDAY_CAKE, goal="Sunday cake for 6")).verdicts
    assert "teenagers" not in one.says
