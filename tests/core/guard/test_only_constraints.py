"""What is all there is to cook with rules the rest out, and nothing is guessed."""

import pytest

from tailor.core.guard import constraints_in


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("I only have a microwave", ("no_oven", "no_stove")),
        ("I’ve only got a microwave in the office kitchen", ("no_oven", "no_stove")),
        ("all I have is a microwave", ("no_oven", "no_stove")),
        ("nothing but a kettle", ("no_oven", "no_stove", "no_microwave")),
        ("only a gas hob", ("no_oven", "no_microwave")),
        ("we only have a hotplate", ("no_oven", "no_microwave")),
        ("only a microwave and a hob", ("no_oven",)),
        ("only a microwave, no oven", ("no_oven", "no_stove")),
    ],
)
def test_what_is_all_there_is_rules_the_rest_out(text: str, ids: tuple[str, ...]) -> None:
    assert constraints_in(text) == ids


@pytest.mark.parametrize(
    "text",
    [
        "not only a microwave",
        "I only have a small oven",
        "only an oven glove",
        "just one hob",
        "we only have a little air fryer",
        "I have an oven but only a microwave for melting",
        "it takes just a microwave meal",
        "I just use a microwave for the milk",
        "",
    ],
)
def test_what_may_be_meant_otherwise_rules_nothing_out(text: str) -> None:
    assert constraints_in(text) == ()
