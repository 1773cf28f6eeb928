"""How many somebody wants, and for how many it is, as people write both and as steps say them."""

import pytest

from tailor.core.procedure import Procedure, procedure
from tests.rules.test_modify import outcome

STEW = procedure(
    "Bean stew",
    ["Fry 2 onions in 3 tablespoons oil.", "Add 600 g beans and 1 litre stock and simmer it."],
    ["2 onions", "3 tablespoons oil", "600 g beans", "1 litre stock", "2 tsps cumin"],
)
BUNS = procedure(
    "Oat buns",
    ["Mix 400 g flour with 200 ml milk and 2 eggs.", "Bake them for 20 minutes."],
    ["400 g flour", "200 ml milk", "2 eggs"],
)


def ending(base: Procedure, step: str) -> Procedure:
    return procedure(base.goal, [*base.steps, step], base.resources)


def beans(hint: str, base: Procedure = STEW) -> str:
    """What the line of the beans is after the hint; "" where it stays as it is."""
    return next((one.text for one in outcome(base, hint).edits if (one.part, one.step) == ("resources", 3)), "")


@pytest.mark.parametrize(
    ("hint", "new"),
    [
        ("2 portions not 6", "200 g beans"),
        ("for 3, not 6 people", "300 g beans"),
        ("its only me and my brother, not 6 people", "200 g beans"),
        ("cooking for 30 at the scout hut, this looks like 10 portions to me", "1800 g beans"),
        ("the recipe says 6 but were only 3", "300 g beans"),
        ("feeding 12 tomorrow rather than 4", "1800 g beans"),
        ("half batch pls", "300 g beans"),
        ("half of it for me and my wife", "300 g beans"),
        ("double it for me and 3 kids", "1200 g beans"),
        ("1/3 of it", "200 g beans"),
    ],
)
def test_a_hint_that_says_both_numbers_scales_where_the_text_says_none(hint: str, new: str) -> None:
    assert beans(hint) == new
    assert all("not understand" not in one.says for one in outcome(STEW, hint).verdicts)


@pytest.mark.parametrize(
    "hint",
    [
        "for 2 adults and 3 kids, half portions for the kids",
        "for 2 adults and 3 kids, half for the kids",
        "for 6, half portions for my kids",
        "half a portion for the kids",
        "double portions for me and my wife",
    ],
)
def test_portions_of_another_size_for_some_change_no_amount(hint: str) -> None:
    made = outcome(ending(STEW, "Serves 6."), hint)
    assert made.edits == ()
    assert "can't work out" in made.verdicts[0].says


def test_half_for_those_who_eat_is_half_of_all_beside_another_wish() -> None:
    assert outcome(ending(STEW, "Serves 6."), "no nuts, half for the kids").edits


@pytest.mark.parametrize(
    ("step", "hint", "new"),
    [
        ("Ladle the stew into 6 bowls.", "theres 3 of us", "300 g beans"),
        ("Spoon it into 6 warm soup plates and serve.", "for two", "200 g beans"),
        ("This serves 4 plates.", "8 people", "1200 g beans"),
    ],
)
def test_bowls_and_plates_at_the_end_say_for_how_many_it_is(step: str, hint: str, new: str) -> None:
    assert beans(hint, ending(STEW, step)) == new


@pytest.mark.parametrize(
    "step",
    [
        "Divide the batter between 2 bowls and stir cocoa into one.",
        "Divide the icing among 3 bowls.",
        "Cut each half into 6 pieces.",
    ],
)
def test_bowls_to_mix_in_and_parts_of_parts_say_nothing_of_the_whole(step: str) -> None:
    made = outcome(ending(STEW, step), "for 6")
    assert made.edits == ()
    assert "can't tell how much this makes" in made.verdicts[0].says


@pytest.mark.parametrize(
    ("step", "hint"),
    [
        ("Divide the dough into 8 equal pieces.", "i need 16 of them"),
        ("Shape into 8 buns.", "16 buns"),
        ("Put it into 8 muffin cups.", "make 16"),
        ("Bake it in an 8-cup muffin tin.", "16 please"),
    ],
)
def test_what_a_step_makes_is_what_somebody_wants_more_of(step: str, hint: str) -> None:
    made = outcome(ending(BUNS, step), hint)
    assert [one.text for one in made.edits if one.part == "resources"] == ["800 g flour", "400 ml milk", "4 eggs"]


@pytest.mark.parametrize(
    "hint",
    [
        "16 buns please",
        "need 16 of them",
        "i want 2 dozen",
        "this makes way too much for me",
        "its a bit too much food",
    ],
)
def test_where_only_the_wish_is_known_every_amount_is_shown_and_the_missing_number_is_told(hint: str) -> None:
    made = outcome(BUNS, hint)
    assert made.edits == ()
    assert {one.step for one in made.places if one.part == "resources"} == {1, 2, 3}
    assert "can't tell how m" in made.verdicts[0].says


def test_of_one_thing_too_many_is_no_wish_about_all() -> None:
    assert {one.step for one in outcome(BUNS, "2 eggs is too many").places if one.part == "resources"} == {3}


def test_less_of_a_thing_than_it_takes_is_about_that_thing() -> None:
    assert {one.step for one in outcome(BUNS, "i only have 1 egg").places if one.part == "resources"} == {3}


def test_who_is_alone_is_shown_what_takes_two() -> None:
    made = outcome(procedure("A new bed", ["Fold the towels.", "Assemble the bed."]), "just me")
    assert [one.step for one in made.places] == [2]
