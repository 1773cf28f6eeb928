from dataclasses import replace
from functools import reduce

import pytest

from tailor.core.coverage import (
    assess_edit,
    contradicted,
    coverage,
    guard_findings,
    ledger,
    speaking_against,
    unasked,
    unserved,
)
from tailor.core.edits import Bag, Insert, Replace
from tailor.core.engine import Applied, apply
from tailor.core.events import Event, Judged, RequirementsRead, StageFinished
from tailor.core.outcomes import outcomes
from tailor.core.procedure import procedure
from tailor.core.requirements import Requirement, parse_hint, switch
from tailor.core.review import Review
from tailor.core.review.decisions import accept
from tailor.core.review.events import fold
from tailor.core.review.state import ReviewState
from tests.core.review_case import BENCH, NO_BLEACH, edit, started

BASE = procedure("Bake", ["Mix.", "Add milk.", "Bake."], ["milk"])
EDITS = (
    Replace(step=2, text="Add oat drink.", id="e1", serves=("R1",)),
    Insert(step=0, text="Wash your hands.", id="e2"),
    Replace(step=1, text="oat drink", part="resources", id="e3", serves=("R1", "R2")),
)
REQUIREMENTS = parse_hint("I can't have milk. I like it hot. We're renting. No oven.")


def written(result: Applied) -> dict[str, list[int]]:
    """By edit id, the steps of the result that it wrote."""
    found: dict[str, list[int]] = {}
    for number, origin in enumerate(result.trace, 1):
        if origin.edit is not None:
            found.setdefault(origin.edit.id, []).append(number)
    return found


def test_the_ledger_tells_served_claimed_not_served_and_unclassified() -> None:
    result = apply(BASE, Bag(EDITS))
    lines = coverage(REQUIREMENTS, EDITS, {"R2"}, written(result))
    assert [(line.id, line.state, line.edits, line.steps) for line in lines] == [
        ("R1", "served", ("e1", "e3"), (3,)),
        ("R2", "claimed", ("e3",), ()),
        ("R3", "unclassified", (), ()),
        ("R4", "not_served", (), ()),
    ]
    assert unserved(BASE, REQUIREMENTS, EDITS) == ("R1", "R3", "R4")  # the base still has its milk


def proposals(requirements: tuple[Requirement, ...], only_step: int | None = None) -> ReviewState:
    """The edits of a stage, which was asked about all steps or one."""
    asked = replace(started(), only_step=only_step)
    edits = (edit("e1", "replace", 1, "Mix water.", "R1"), edit("e2", "insert", 0, "Wash your hands."))
    events: tuple[Event, ...] = (RequirementsRead(requirements=requirements), asked, *edits)
    return ReviewState(reduce(fold, events, Review(BENCH)))


def test_an_edit_that_names_no_living_requirement_is_unasked() -> None:
    assert unasked(proposals((NO_BLEACH,)), ("e1", "e2")) == ("e2",)
    assert unasked(proposals((NO_BLEACH,)), ("e1",)) == ()
    assert unasked(proposals(()), ("e1", "e2")) == ("e1", "e2")


def test_what_answers_a_question_about_its_step_was_asked_for() -> None:
    assert unasked(proposals((NO_BLEACH,), only_step=1), ("e1", "e2")) == ()


def test_what_is_switched_off_is_counted_nowhere() -> None:
    off = switch(REQUIREMENTS, "R1")
    result = apply(BASE, Bag(EDITS))
    lines = coverage(off, EDITS, (), written(result))
    assert [line.id for line in lines] == ["R2", "R3", "R4"]
    assert unasked(proposals(switch((NO_BLEACH,), "R1")), ("e1", "e2")) == ("e1", "e2")


@pytest.mark.parametrize(
    ("hint", "things", "against"),
    [
        ("no butter", ["50 g margarine", "100 ml milk"], False),
        ("no butter", ["50 g butter", "100 ml milk"], True),
        ("no cheese", ["50 g parmesan", "100 ml milk"], True),
        ("no dairy", ["50 g margarine", "100 ml milk"], True),
        ("allergic to butter", ["50 g margarine", "100 ml milk"], True),
        ("oat milk instead of milk", ["100 ml oat milk", "50 g butter"], False),
        ("swap the milk for oat milk", ["100 ml oat milk", "50 g butter"], False),
        ("oat milk instead of milk", ["100 ml milk", "50 g butter"], True),
        ("dairy allergy, oat milk instead of milk", ["100 ml oat milk", "50 g butter"], True),
    ],
)
def test_one_food_of_a_family_rules_out_no_other_of_it(hint: str, things: list[str], against: bool) -> None:
    sauce = procedure("Sauce", ["Melt it, then stir it all together in a pan."], things)
    assert bool(contradicted(sauce, parse_hint(hint))) is against


def test_what_agents_said_is_read_once_however_many_wishes_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    needs = tuple(Requirement(f"R{n}", "prerequisite", f"no thing{n}") for n in range(40))
    said = tuple(Judged(id=one.id, verdict="not_understood", says="Not in step 2.") for one in needs)
    end = StageFinished(stage=1, agent="modify", end="none", verdicts=said)
    events: tuple[Event, ...] = (RequirementsRead(requirements=needs), started(), end)
    review = reduce(fold, events, Review(BENCH))
    read: list[str] = []

    def counting(text: str, where: object) -> tuple[str, tuple[int, ...]]:
        read.append(text)
        return text, ()

    monkeypatch.setattr("tailor.core.coverage.renumber_mentions", counting)
    lines = ledger(ReviewState(review), ())
    assert [one.verdict for one in lines] == ["not_understood"] * 40
    assert len(read) == 40


@pytest.mark.parametrize(
    ("wish", "line", "found"),
    [
        ("no almonds", "100 g ground almonds", True),
        ("no cheese", "100 g mozzarella balls", True),
        ("no butter", "4 slices of buttered bread", True),
        ("oat milk instead of milk", "100 ml milk", True),
        ("oat milk instead of milk", "100 g butter and oat milk", False),
    ],
)
def test_what_the_guard_finds_counts_where_the_wish_names_it(wish: str, line: str, found: bool) -> None:
    (one,) = parse_hint(wish)
    dish = procedure("Dish", ["Stir it."], [line])
    assert bool(speaking_against(guard_findings(dish, (one,)), one, dish)) is found


@pytest.mark.parametrize("hint", ["for 8 people", "double it", "half of it"])
@pytest.mark.parametrize(
    ("list_", "state", "left"),
    [
        (["4 eggs", "200 g flour", "100 g sugar", "salt"], "claimed", "“200 g flour” and “100 g sugar”"),
        (["4 eggs", "400 g flour", "100 g sugar", "salt"], "served", ""),
        (["4 eggs", "400 g flour", "200 g sugar", "salt"], "served", ""),
        (["2 eggs", "200 g flour", "100 g sugar", "sea salt"], "served", ""),
    ],
)
def test_a_wish_for_another_number_is_not_served_where_most_amounts_stay(
    hint: str, list_: list[str], state: str, left: str
) -> None:
    cake = replace(procedure("Cake", ["Mix it.", "Bake it."], ["2 eggs", "200 g flour", "100 g sugar", "salt"]),
                   yields="4 servings")  # fmt: skip
    review = fold(Review(cake), RequirementsRead(requirements=parse_hint(hint)))
    review = fold(review, replace(started(1, cake.steps), resources=cake.resources))
    ids: list[str] = []
    for number, text in enumerate(list_, 1):
        if text != cake.resources[number - 1]:
            ids.append(f"e{number}")
            review = fold(review, replace(edit(ids[-1], "replace", number, text, "R1"), part="resources"))
            review = accept(review, ids[-1]).review
    now = ReviewState(review)
    [line] = ledger(now, ids)
    assert line.state == state
    [became] = outcomes(now, [line])
    assert (left in became.says, became.unmet) == (True, bool(left))


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        (["2 eggs", "200 g flour", "1 bowl", "1 whisk", "1 frying pan"], {1: "4 eggs", 2: "400 g flour"}, ""),
        (["4 potatoes", "1 saucepan", "1 wooden spoon"], {1: "8 potatoes"}, ""),
        (["4 potatoes", "1 bay leaf", "1 tsp salt", "1 pot"], {1: "8 potatoes"}, "“1 bay leaf” and “1 tsp salt”"),
        (["2 planks", "8 screws", "1 lamp"], {1: "4 planks"}, "“8 screws” and “1 lamp”"),
    ],
)
def test_the_tools_beside_food_are_no_amounts_that_stayed(
    before: list[str], after: dict[int, str], left: str
) -> None:
    dish = replace(procedure("Dish", ["Mix it.", "Cook it."], before), yields="4 servings")
    review = fold(Review(dish), RequirementsRead(requirements=parse_hint("double it")))
    review = fold(review, replace(started(1, dish.steps), resources=dish.resources))
    for number, text in after.items():
        review = fold(review, replace(edit(f"e{number}", "replace", number, text, "R1"), part="resources"))
        review = accept(review, f"e{number}").review
    now = ReviewState(review)
    [line] = ledger(now, [f"e{number}" for number in after])
    assert line.state == ("claimed" if left else "served")
    [became] = outcomes(now, [line])
    assert (left in became.says, became.unmet) == (True, bool(left))


@pytest.mark.parametrize(
    ("wish", "text", "level"),
    [
        ("vegan", "Stir in the lentils and the butter.", "must"),
        ("no alcohol", "Stir in the lentils and the rum.", "must"),
        ("no alcohol", "Stir in the lentils and the vanilla extract.", "look"),
        ("no alcohol", "Stir in the lentils and the vanilla pod.", None),
        ("", "Stir in the lentils and the butter.", None),
    ],
)
def test_what_a_change_puts_in_against_a_diet_is_never_taken_in_bulk(
    wish: str, text: str, level: str | None
) -> None:
    stew = procedure("Stew", ["Stir in the lentils."])
    weight = assess_edit(stew, Replace(step=1, text=text), parse_hint(wish))
    assert weight.level == level
    assert bool(weight.findings) == (level is not None)
