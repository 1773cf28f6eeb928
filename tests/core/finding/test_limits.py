"""Numbers of a hint are held against those of the text: sizes, weights, degrees, and times in days or weeks."""

import re

import pytest

from tailor.core.finding import find
from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules.modify import modify

SHELF = ["Drill 60 mm deep with the masonry bit.", "Load the shelf with no more than 12 kg."]
BAKE = ["Heat the oven to 230 C.", "Grease a 20 x 30 cm baking dish.", "Bake for 40 minutes."]


def words(hint: str, steps: list[str], resources: list[str] | None = None) -> set[tuple[int, str]]:
    found = find(procedure("Get it done", steps, resources or []), parse_hint(hint))
    return {(place.step, place.word) for one in found.each for wish in one.wishes for place in wish.places}


@pytest.mark.parametrize(
    ("hint", "steps", "found"),
    [
        ("a 40 kg aquarium goes on it", SHELF, (2, "no more than 12 kg")),
        ("30kg of tins", SHELF, (2, "no more than 12 kg")),
        ("60 lbs of dumbbells", SHELF, (2, "no more than 12 kg")),
        ("oven only heats to 200", BAKE, (1, "230 C")),
        ("my oven stops at 210 c", BAKE, (1, "230 C")),
        ("my oven goes up to 400 f max", BAKE, (1, "230 C")),
        ("dish is 18 x 25", BAKE, (2, "20 x 30 cm baking dish")),
        ("18x25 cm dish", BAKE, (2, "20 x 30 cm baking dish")),
        ("i own an 18 by 25 dish", BAKE, (2, "20 x 30 cm baking dish")),
        ("9 × 13 inch", BAKE, (2, "20 x 30 cm")),
        ("my wrench is 13 mm", ["Undo it with a 15 mm wrench."], (1, "15 mm wrench")),
        ("my pot is 15 cm", ["Take a pot, 20 cm."], (1, "20 cm")),
        ("it must hold 30 kg", SHELF, (2, "no more than 12 kg")),
        ("cant lift more than 8 kg", ["Carry the 25 kg sack in."], (1, "25 kg")),
        ("i can jog 2 km at most", ["Run 5 km."], (1, "5 km")),
        ("its already june", ["In April, sow the peas."], (1, "April")),
        ("only 2 evenings a week", ["Practise three times a week."], (1, "three times a week")),
        ("need it in 3 weeks", ["Allow 4 weeks for delivery."], (1, "4 weeks")),
        ("i have 12 days", ["Let it cure for 2 to 3 weeks."], (1, "2 to 3 weeks")),
        ("only 5 weeks left", ["Book it two months ahead."], (1, "two months")),
        ("its next saturday", ["Send the cards three weeks before."], (1, "three weeks")),
        ("in 4 weeks", ["Week 6: rest on Sunday."], (1, "Week 6")),
        ("only 3 days", ["Day 1: the castle.", "Day 5: the beach."], (2, "Day 5")),
        ("3 days instead of 5", ["Stay in the town for five days."], (1, "five days")),
        ("i only have two days", ["See the castle on day three."], (1, "day three")),
    ],
)
def test_what_does_not_go_with_a_number_is_shown(hint: str, steps: list[str], found: tuple[int, str]) -> None:
    assert found in words(hint, steps)


@pytest.mark.parametrize(
    ("hint", "steps"),
    [
        ("my oven goes up to 260", ["Heat it to 230 C."]),
        ("dish is 20 x 30", BAKE),
        ("my wrench is 15 mm", ["Undo it with a 15 mm wrench."]),
        ("cant lift more than 30 kg", ["Bring the 25 kg sack in."]),
        ("need it in 6 weeks", ["Allow 4 weeks for delivery."]),
        ("only 2 days a week", ["Let it dry for three days."]),
        ("i have 10 days", ["Water it twice a week."]),
        ("only 3 days", ["Day 3: the castle."]),
        ("i have 5 days", ["See the castle on day five, in 2 days the rest."]),
        ("i may do it", ["In April, sow the peas."]),
    ],
)
def test_what_goes_with_a_number_is_not(hint: str, steps: list[str]) -> None:
    assert not [word for _, word in words(hint, steps) if re.search(r"\d|week|days", word)]


def test_a_weight_of_food_is_how_much_there_is_of_it() -> None:
    assert (1, "1 kg") not in words("only 300 g flour", ["Boil it."], ["1 kg potatoes", "500 g flour"])


@pytest.mark.parametrize("hint", ["tin 18 x 7", "18x7 cm tin", "smaller tin 15 by 6", "20 × 20", "3 x a week"])
def test_no_size_is_a_factor(hint: str) -> None:
    cake = procedure("Sponge cake", ["Bake it in a 20 cm tin."], ["200 g flour", "4 eggs"])
    assert not modify(cake, parse_hint(hint)).edits


@pytest.mark.parametrize("hint", ["x 2", "2x", "make it x2"])
def test_a_factor_still_is_one(hint: str) -> None:
    cake = procedure("Sponge cake", ["Bake it in a 20 cm tin."], ["200 g flour", "4 eggs"])
    assert "8 eggs" in {edit.text for edit in modify(cake, parse_hint(hint)).edits}


def test_only_the_thing_itself_has_another_size() -> None:
    lists = ["2 boards, 30 x 180 cm", "16 screws, 4 x 40 mm"]
    assert words("my boards are 25 x 200 cm", ["Glue them."], lists) == {(1, "30 x 180 cm"), (1, "boards")}
    assert words("my boards are 300 x 1800 mm", ["Glue them."], lists) == {(1, "boards")}
    assert words("saw them to 60 cm from the end", ["Drill 2 cm from the edge."]) == set()
