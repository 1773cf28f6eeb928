"""How a requirement is named where it stands alone."""

import pytest

from tailor.core.requirements import Requirement, clauses, parse_hint, taken


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("and no eggs", "no eggs"),
        ("But my oven is small", "my oven is small"),
        ("and also, please, no nuts", "please, no nuts"),
        ("android phones only", "android phones only"),
        ("and", "and"),
        ("no eggs and no milk", "no eggs and no milk"),
        ("plus-size patterns only", "plus-size patterns only"),
    ],
)
def test_a_joining_word_at_the_head_is_not_shown(text: str, words: str) -> None:
    assert Requirement("R1", "prerequisite", text).words == words


def test_the_stored_text_keeps_every_word() -> None:
    _, second = parse_hint("I can't have dairy, and my tin makes only six big muffins.")
    assert second.text == "and my tin makes only six big muffins"
    assert second.words == "my tin makes only six big muffins"


@pytest.mark.parametrize(
    ("hint", "parts"),
    [
        ("nut allergy (almonds ok), gluten free", ("nut allergy", "almonds ok", "gluten free")),
        ("nut allergy, almonds ok", ("nut allergy", "almonds ok")),
        ("no pork (but beef is allowed)", ("no pork", "but beef is allowed")),
        ("gluten free, oats ok though", ("gluten free", "oats ok though")),
    ],
)
def test_what_is_fine_all_the_same_is_a_wish_of_its_own(hint: str, parts: tuple[str, ...]) -> None:
    assert clauses(hint) == parts


@pytest.mark.parametrize(
    "hint",
    ["no eggs, milk or cheese allowed", "no nuts, if that's ok", "no oven, is a pan ok?", "no sugar (or little)"],
)
def test_what_may_be_forbidden_or_asked_about_is_not_cut_off_as_fine(hint: str) -> None:
    assert clauses(hint) == (hint,)


@pytest.mark.parametrize(
    ("hint", "parts"),
    [
        (
            "bad back, can't kneel, and a toddler runs around",
            ("bad back", "can't kneel", "and a toddler runs around"),
        ),
        ("no drill and a dog digs everywhere", ("no drill", "and a dog digs everywhere")),
        ("no candles and balloons scare him", ("no candles", "and balloons scare him")),
        ("no candles and loud noises scare him", ("no candles", "and loud noises scare him")),
        ("no butter and oil burns", ("no butter and oil burns",)),
        ("no candles and bark dogs loudly", ("no candles and bark dogs loudly",)),
        ("just me and my two kids", ("just me and my two kids",)),
        ("no nuts and the kids menu", ("no nuts and the kids menu",)),
        ("use baby potatoes and the baby corn", ("use baby potatoes and the baby corn",)),
    ],
)
def test_what_somebody_does_is_a_wish_of_its_own_and_somebody_alone_is_not(
    hint: str, parts: tuple[str, ...]
) -> None:
    assert clauses(hint) == parts


@pytest.mark.parametrize(
    ("hint", "parts"),
    [
        ("lactose intolerant, induction hob", ("lactose intolerant", "induction hob")),
        ("double it for a party of 8, air fryer", ("double it for a party of 8", "air fryer")),
        ("6 bars, diabetic", ("6 bars", "diabetic")),
        ("travelling with a toddler, and I can't hike", ("travelling with a toddler", "and I can't hike")),
        ("lactose intolerant, peanut butter", ("lactose intolerant, peanut butter",)),
        ("a quick, vegan cake", ("a quick, vegan cake",)),
        ("I am vegan, because I love animals", ("I am vegan, because I love animals",)),
    ],
)
def test_what_concerns_somebodys_health_is_not_joined_to_what_else_there_is(
    hint: str, parts: tuple[str, ...]
) -> None:
    assert clauses(hint) == parts


@pytest.mark.parametrize(
    ("hint", "parts"),
    [
        (
            "I have limes, not lemons, use margarine instead of butter, and half the sugar",
            ("I have limes, not lemons", "use margarine instead of butter", "and half the sugar"),
        ),
        ("I have no lid and halve the bacon", ("I have no lid", "and halve the bacon")),
        ("no eggs and half the sugar", ("no eggs", "and half the sugar")),
        ("i have no scales and double the garlic please", ("i have no scales", "and double the garlic please")),
        ("halve the salt and use oil instead of butter", ("halve the salt", "and use oil instead of butter")),
        ("vegetarian, only for two", ("vegetarian", "only for two")),
        ("no mixer, 12 cookies", ("no mixer", "12 cookies")),
        ("walnut allergy, 2 loaves", ("walnut allergy", "2 loaves")),
        ("no eggs, milk, 12 cookies", ("no eggs, milk", "12 cookies")),
    ],
)
def test_each_amount_and_each_exchange_is_a_wish_of_its_own(hint: str, parts: tuple[str, ...]) -> None:
    assert clauses(hint) == parts


@pytest.mark.parametrize(
    "hint",
    [
        "for two, keep the eggs",
        "double it, keep the butter the same",
        "i only have half the butter and half the flour",
        "use half the butter and half the oil",
        "i need milk and twice the flour",
        "explain how to peel and halve the avocado",
        "use honey, maple syrup or agave instead of sugar",
    ],
)
def test_what_there_is_and_what_stays_of_an_amount_is_one_wish_with_it(hint: str) -> None:
    assert clauses(hint) == (hint,)


@pytest.mark.parametrize(
    "hint",
    [
        'the card says "no eggs, and no milk" on it',
        "the card says “no eggs, and no milk” on it",
        "no nuts (no almonds, and no pecans)",
        "no nuts (they make him ill. He faints) please",
        "ask J. Smith first",
    ],
)
def test_what_stands_in_quotes_or_brackets_and_an_initial_are_not_cut_apart(hint: str) -> None:
    assert clauses(hint) == (hint,)


@pytest.mark.parametrize(
    ("hint", "parts"),
    [
        ('the card says "no eggs", and no milk', ('the card says "no eggs"', "and no milk")),
        ("no nuts (they make him ill. No milk", ("no nuts (they make him ill", "No milk")),
        ("plenty of vitamin C! no eggs", ("plenty of vitamin C!", "no eggs")),
        ("for my dad and I. No eggs", ("for my dad and I", "No eggs")),
    ],
)
def test_behind_quotes_and_brackets_and_at_the_end_of_a_sentence_it_is_cut(
    hint: str, parts: tuple[str, ...]
) -> None:
    assert clauses(hint) == parts


def test_an_implied_wish_is_taken_only_when_switched_on_and_a_typed_one_always() -> None:
    typed = Requirement("R1", "prerequisite", "no eggs", on=False)
    off, on = (Requirement(id, "prerequisite", "no milk", source="implied", on=id == "R3") for id in ("R2", "R3"))
    assert [(one.id, one.text, one.on) for one in taken([typed, off, on])] == [
        ("R1", "no eggs", False),
        ("R2", "no milk", True),
    ]


@pytest.mark.parametrize(
    ("hint", "profile", "wishes"),
    [
        ("allergic to nuts. " * 300, (), ["allergic to nuts"]),
        ("No eggs, and no eggs!", (), ["No eggs"]),
        ("no eggs; vegan; No eggs", (), ["no eggs", "vegan"]),
        ("I like it hot", ("no oven", "i like it hot.", "No oven"), ["I like it hot", "no oven"]),
    ],
)
def test_a_wish_that_is_said_again_is_one(hint: str, profile: tuple[str, ...], wishes: list[str]) -> None:
    found = parse_hint(hint, profile)
    assert [one.words for one in found] == wishes
    assert [one.id for one in found] == [f"R{number}" for number in range(1, len(wishes) + 1)]


def test_a_taste_that_a_profile_holds_always_must_hold_where_the_hint_says_it_again() -> None:
    [wish] = parse_hint("I like it hot", ["I like it hot"])
    assert (wish.source, wish.kind) == ("hint", "prerequisite")


@pytest.mark.parametrize(
    ("hint", "wishes"),
    [
        ("no frying, my knee hurts", ["no frying", "my knee hurts"]),
        ("no kneeling, my left hip aches", ["no kneeling", "my left hip aches"]),
        ("no eggs, milk hurts my tummy", ["no eggs, milk hurts my tummy"]),
    ],
)
def test_what_hurts_is_a_wish_of_its_own(hint: str, wishes: list[str]) -> None:
    assert [one.text for one in parse_hint(hint)] == wishes
