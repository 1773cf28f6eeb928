"""However the age of a child is written, it means what the plain word for that child means."""

import pytest

from tailor.core.ages import grown_ups, spoken
from tailor.core.finding import find
from tailor.core.finding.dangers import warnings
from tailor.core.guard.constraints import constraints_in
from tailor.core.procedure import Procedure
from tailor.core.requirements import implied_requirements, parse_hint

HOUSE = Procedure(
    goal="Spring clean",
    resources=("weed killer", "honey"),
    steps=(
        "Treat the lawn with weed killer.", "Scatter slug pellets behind the shed.", "Add a teaspoon of salt.",
        "Sweeten it with honey.", "Snack on whole grapes and popcorn.", "Wipe the sink with bleach.",
        "Change the button batteries.", "Set out rat poison.", "Chop the carrots with a sharp knife.",
    ),
)  # fmt: skip
TODDLERS = [
    "our 2 year old",
    "a 2-year-old",
    "two-year-olds",
    "two-three year olds",
    "my 3yo",
    "a 2 y/o",
    "my son is 3",
    "twins (14 months)",
    "daughter, 18 months",
    "kids aged 2 and 4",
    "for 3 to 5 year olds",
    "my girl just turned 2",
    "our son Emil is 20 months",
    "shes two",
    "mine are 2 and 4",
    "he just turned 3, is that too young",
    "kids in my class are 4",
]
BABIES = [
    "a 10 month old",
    "10-month-old",
    "baby, 10 months",
    "our 6 week old",
    "the baby is 5 weeks",
    "baby (9 mo)",
    "a three month old",
    "our one-year-old",
    "10 months of age",
    "our niece, shes 5 months",
]
OTHERS = [
    "my 40 year old husband",
    "a 10 year old car",
    "I am 70 years old",
    "my 3 year old dog",
    "done in 10 months",
    "for the kids 2 portions",
    "2 kids, 2 adults",
    "the kids are hungry, 2 pans",
    "kids: there are 2",
    "children there are 8",
    "shes 2 metres tall",
    "I am 1.5 m tall",
    "she is 1,60 m tall",
    "im 3 minutes away",
    "turned 50",
    "she's 5 months along",
    "my daughter, shes 5 months pregnant",
    "the youngest of us is 40",
    "2 and a half cups",
]


def reached(words: str) -> tuple[object, ...]:
    wishes = parse_hint(words)
    places = {(one.part, one.step) for found in find(HOUSE, wishes).each for one in found.places}
    implied = [one.text for one in implied_requirements(wishes)]
    return places, [one.says for one in warnings(HOUSE, wishes)], implied


@pytest.mark.parametrize("words", TODDLERS)
def test_a_child_of_two_is_a_toddler_however_that_is_written(words: str) -> None:
    assert reached(words) == reached("our toddler")


@pytest.mark.parametrize("words", BABIES)
def test_a_child_of_some_months_is_a_baby_however_that_is_written(words: str) -> None:
    assert reached(words) == reached("our baby")
    assert constraints_in(words) == constraints_in("our baby") != ()


def test_an_age_stands_also_between_commas_and_behind_a_name() -> None:
    assert spoken("my son, 5, wants to help") == "my toddler, wants to help"
    assert spoken("my daughter Ada, 3, eats too") == "my toddler, eats too"


@pytest.mark.parametrize("words", OTHERS)
def test_the_age_of_anybody_else_makes_no_child(words: str) -> None:
    assert spoken(words) == words


@pytest.mark.parametrize("words", ["our newborn", "a 10 month old", "our toddler"])
def test_what_is_poisonous_is_found_for_every_small_child(words: str) -> None:
    places, warned, _ = reached(words)

    assert isinstance(places, set)
    assert places >= {("steps", 1), ("steps", 2), ("steps", 6), ("steps", 7), ("steps", 8), ("resources", 1)}
    assert any("poisons" in one for one in warned)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    ["we have a cat, she's 2, and she chews", "our puppy is gentle, he's 1.", "the boiler has turned 12, so"],
)
def test_what_else_is_old_is_no_child(text: str) -> None:
    assert spoken(text) == text


@pytest.mark.parametrize(
    ("hint", "who"),
    [
        ("im 82", "old age"),
        ("I'm 70 and live alone", "old age"),
        ("my gran is 85", "old age"),
        ("gran, 82, helps", "old age"),
        ("my 78 year old dad", "old age"),
        ("for my 70yo mum", "old age"),
        ("im 58 bad knees", "grown age"),
        ("bad knees and im 35", "grown age"),
        ("im 80 kg", None),
        ("im 65.5 kg", None),
        ("im 20 minutes away", None),
        ("the oven is 70", None),
        ("a 70 year old house", None),
        ("im 24 weeks pregnant", None),
        ("for 30 people", None),
        ("im 12", None),
    ],
)
def test_the_age_of_a_grown_up_says_who_it_is(hint: str, who: str | None) -> None:
    assert next((one for _, _, one in grown_ups(hint)), None) == who


def test_the_age_of_a_grown_up_is_a_wish_in_the_words_that_were_typed() -> None:
    garden = Procedure("Tidy up", steps=("Climb the ladder.", "Rake the leaves."), resources=("rake",))
    for hint in ("im 82", "my gran is 85", "my 78 year old dad"):
        [found] = find(garden, parse_hint(hint)).each
        assert [(one.part, one.step) for one in found.places] == [("steps", 1)], hint
        assert (found.wishes[0].called.split()[-1], found.not_understood) != ("age", ()), hint
    [knees] = find(garden, parse_hint("bad knees and im 58")).each
    assert [one.called for one in knees.wishes] == ["bad knees", "im 58"]
