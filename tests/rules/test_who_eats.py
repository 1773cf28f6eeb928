"""Who eats, and who lends a hand: people told of among others are not all, and who is on his own has no helper."""

from dataclasses import replace

import pytest

from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules.model import Outcome
from tailor.rules.modify import modify

STEW = replace(
    procedure(
        "Bean stew",
        ["Fry 2 leeks in 3 tbsp of oil.", "Stir in 400 g of beans and simmer them in 1 litre of water."],
        ["2 leeks", "3 tbsp oil", "400 g beans", "1 litre water"],
    ),
    yields="4 servings",
)


def done(hint: str) -> Outcome:
    return modify(STEW, parse_hint(hint))


@pytest.mark.parametrize(
    "hint",
    [
        "two of us are vegetarian",
        "two of us don't eat gluten",
        "two of us can't have nuts",
        "two of us have diabetes",
        "two kids are allergic to nuts",
        "one is allergic to nuts",
    ],
)
def test_what_some_of_those_who_eat_must_not_have_changes_no_amounts(hint: str) -> None:
    outcome = done(hint)
    assert outcome.edits == ()
    assert "alved" not in outcome.verdicts[0].says


@pytest.mark.parametrize(
    "hint",
    [
        "with two kids",
        "with our 3 children",
        "with four friends",
        "three vegetarians and two kids",
        "with 2 guests and 1 vegan",
    ],
)
def test_whether_they_are_all_who_eat_is_asked_with_every_amount(hint: str) -> None:
    outcome = done(hint)
    assert outcome.edits == ()
    assert outcome.verdicts[0].verdict == "found"
    assert "I can't tell how much you want, so I changed no amounts." in outcome.verdicts[0].says
    assert {place.word for place in outcome.places} >= {"2 leeks", "3 tbsp", "400 g", "1 litre"}


@pytest.mark.parametrize(
    ("hint", "leeks"),
    [
        ("two of us", "1 leek"),
        ("just the two of us are eating", "1 leek"),
        ("two of us are coming", "1 leek"),
        ("we are 8 with two kids", "4 leeks"),
        ("for 6 adults with two kids", "4 leeks"),
        ("me with 7 friends", "4 leeks"),
        ("dinner with 8 people", "4 leeks"),
    ],
)
def test_the_number_of_all_who_eat_counts(hint: str, leeks: str) -> None:
    assert leeks in {edit.text for edit in done(hint).edits}


@pytest.mark.parametrize(
    ("hint", "leeks", "beside"),
    [
        ("just me and my kid who can't have beans", "1 leek", "beans"),
        ("me and my bean allergic son", "1 leek", "beans"),
        ("for me and my mum that hates beans", "1 leek", "beans"),
        ("only me and my wife who's coeliac", "1 leek", ""),
        ("just me and a friend with an oil allergy", "1 leek", "oil"),
        ("it's just me and my son and he can't eat beans", "1 leek", "beans"),
        ("for my nan and me who both hate leeks", "1 leek", "leek"),
        ("me, my wife and our four very hungry kids", "3 leeks", ""),
        ("only me and my five bean hating girls", "3 leeks", "beans"),
    ],
)
def test_who_eats_is_counted_along_with_what_they_must_not_have(hint: str, leeks: str, beside: str) -> None:
    outcome = done(hint)
    texts = [edit.text for edit in outcome.edits if edit.part == "resources" and edit.step == 1]
    assert texts == [leeks]
    assert {place.word for place in outcome.places} == {*filter(None, [beside])}


@pytest.mark.parametrize("hint", ["family of 6 with a baby", "we are 6 with a newborn", "6 people, baby in tow"])
def test_a_baby_among_those_who_eat_is_one_to_cook_for(hint: str) -> None:
    base = replace(STEW, resources=(*STEW.resources, "50 g walnuts", "honey"))
    outcome = modify(base, parse_hint(hint))
    assert {"walnuts", "honey"} <= {word for place in outcome.places for word in (place.word, *place.also)}
    assert [one.yields for one in outcome.headers] == ["6 servings"]
    assert not outcome.verdicts[0].unused
    assert "6 with" not in outcome.verdicts[0].says


def test_on_a_trip_with_children_nothing_is_said_to_be_so_already() -> None:
    trip = procedure("A weekend in town for two", ["Book 2 seats on the train.", "Visit a museum."])
    outcome = modify(trip, parse_hint("with two kids"))
    assert (outcome.edits, outcome.verdicts[0].verdict) == ((), "found")


@pytest.mark.parametrize("hint", ["on my own", "I'm on my own", "I live on my own"])
def test_who_is_on_his_own_is_shown_what_takes_two(hint: str) -> None:
    base = procedure("Hang a door", ["Let a helper hold the door.", "Carry it with two people."], ["a helper"])
    outcome = modify(base, parse_hint(hint))
    assert [(place.part, place.step) for place in outcome.places] == [("steps", 1), ("steps", 2), ("resources", 1)]
    assert "I don't know what to change" not in outcome.verdicts[0].says


@pytest.mark.parametrize("hint", ["3 instead of 2 eggs", "1 instead of 2 eggs", "it is 6 oclock, for 2 people"])
def test_a_number_of_one_thing_or_of_the_clock_is_not_for_how_many_it_is(hint: str) -> None:
    base = procedure("Cake", ["Beat 2 eggs with 300 g flour."], ["2 eggs", "300 g flour"])
    assert modify(base, parse_hint(hint)).edits == ()


@pytest.mark.parametrize(
    "last", ["Divide it between 2 bowls, colour one red and bake.", "Pour the wax into 3 glasses."]
)
def test_two_bowls_or_glasses_of_wax_do_not_say_for_how_many_it_is(last: str) -> None:
    base = procedure("X", ["Mix 500 g flour.", last], ["500 g flour"])
    assert modify(base, parse_hint("for 6 people")).edits == ()


@pytest.mark.parametrize("hint", ["me and my nut allergic son", "just me and my kid who can't have nuts"])
def test_who_must_not_eat_something_is_told_of_labels_although_amounts_change(hint: str) -> None:
    stew = replace(
        STEW, steps=(*STEW.steps, "Scatter 20 g of walnuts over it."), resources=(*STEW.resources, "20 g walnuts")
    )
    assert "check the labels" in modify(stew, parse_hint(hint)).verdicts[0].says
