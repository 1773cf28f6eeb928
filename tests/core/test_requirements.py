"""How a requirement is named where it stands alone."""

import pytest

from tailor.core.requirements import Requirement, clauses, parse_hint


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
        (
            "I have limes, not lemons, use margarine instead of butter, and half the sugar",
            ("I have limes, not lemons", "use margarine instead of butter", "and half the sugar"),
        ),
        ("I have no lid and halve the bacon", ("I have no lid", "and halve the bacon")),
        ("no eggs and half the sugar", ("no eggs", "and half the sugar")),
        ("i have no scales and double the garlic please", ("i have no scales", "and double the garlic please")),
        ("halve the salt and use oil instead of butter", ("halve the salt", "and use oil instead of butter")),
        ("vegetarian, only for two", ("vegetarian", "only for two")),
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
