"""What a text measures, for whoever has little time or must not lift: places by their numbers alone."""

import pytest

from tailor.core.finding import find
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint

STRETCH = procedure(
    "Morning stretch",
    ["Sit for 2 minutes.", "Twist for one minute.", "Breathe.", "Rest for 3 minutes."],
    ["mat"],
)
LOAF = procedure(
    "Bake a loaf",
    ["Mix for 4 minutes.", "Leave it to rise overnight.", "Bake for 40 minutes.", "It keeps for 3 days."],
    ["500 g flour", "300 ml water"],
)


def shown(hint: str, base: Procedure) -> list[tuple[str, int]]:
    return [(place.part, place.step) for one in find(base, parse_hint(hint)).each for wish in one.wishes
            for place in wish.places]  # fmt: skip


@pytest.mark.parametrize(
    ("hint", "steps"),
    [
        ("got only 5 min before work", [1, 2, 4]),
        ("only 4 minutes", [1, 2, 4]),
        ("i have 20 minutes", []),
        ("only 3 minutes", [4]),
        ("in a hurry", []),
        ("i have a quarter of an hour", []),
    ],
)
def test_steps_that_are_too_long_only_together_are_all_shown(hint: str, steps: list[int]) -> None:
    assert [step for _, step in shown(hint, STRETCH)] == steps


@pytest.mark.parametrize(
    ("hint", "steps"),
    [
        ("it must be done tonight", [2]),
        ("only half an hour", [2, 3]),
        ("i have an hour", [2]),
        ("only 5 minutes", [2, 3]),
        ("i have a quarter of an hour", [2, 3]),
        ("guests come in 1 h", [2]),
        ("needs to be done in 0.5 hours", [2, 3]),
        ("im short on time", [2]),
    ],
)
def test_beside_what_is_too_long_alone_the_short_steps_fit(hint: str, steps: list[int]) -> None:
    assert [step for _, step in shown(hint, LOAF)] == steps


def moved(line: str) -> Procedure:
    return procedure("Set it up", [line, "Sing a song."], ["a mat"])


@pytest.mark.parametrize(
    "hint", ["bad back", "cant carry heavy stuff", "my shoulder is bad", "im pregnant", "im 82"]
)
@pytest.mark.parametrize(
    "line",
    [
        "Rinse 15 kg of gravel.",
        "Bring the 20 lb turkey.",
        "Pour in 80 litres of tap water.",
        "Set down the 60-litre tub.",
        "Take 15 litres of water to the tent.",
    ],
)
def test_what_weighs_much_is_shown_to_who_must_not_lift(hint: str, line: str) -> None:
    assert ("steps", 1) in shown(hint, moved(line))


@pytest.mark.parametrize(
    "line",
    [
        "Rinse 5 kg of gravel.",
        "Keep it under 10 kg.",
        "It holds up to 150 kg.",
        "Add conditioner for 80 litres.",
        "Pour in 2 litres of water.",
        "Weigh out 9.5 kg.",
        "Write 20 letters.",
        "Line it with 30-gallon plastic bags.",
    ],
)
def test_what_is_light_and_what_only_names_a_limit_is_not(line: str) -> None:
    assert shown("bad back", moved(line)) == []


def test_weight_is_nothing_to_who_only_lacks_time_or_sight() -> None:
    for hint in ("bad eyesight", "no oven", "no garden"):
        assert shown(hint, moved("Rinse 15 kg of gravel.")) == []


def test_to_plant_is_no_heavy_load() -> None:
    pond = procedure("Set up a tank", ["Plant the plants.", "Carry the tank in."], ["4 plants", "a tank"])
    assert shown("cant carry heavy stuff", pond) == [("steps", 2)]


@pytest.mark.parametrize(
    "hint",
    ["half the boxes", "half as many boxes", "fewer boxes", "Double the BOXES", "more buckets", "half the saws"],
)
def test_how_much_of_a_container_or_tool_is_wished_shows_where_it_is(hint: str) -> None:
    base = procedure("Move", ["Collect 30 boxes, 4 buckets and 2 saws.", "Book a van."])
    assert shown(hint, base) == [("steps", 1)]
