"""Findings in words: what, against what, and where."""

from dataclasses import replace

import pytest

from tailor.core.guard import check
from tailor.core.procedure import procedure
from tailor.core.report import found_against, found_for, found_words, spoken_against
from tailor.core.requirements import parse_hint

CAKE = procedure(
    "Bake a cake",
    ["Rest.", "Rest.", "Chop the walnuts.", "Rest.", "Fold in walnuts and pecans.", "Melt butter."],
    ["100 g walnuts"],
)


def test_each_constraint_says_its_words_and_every_place_once() -> None:
    assert found_words(check(CAKE, ["tree_nuts"])) == ("walnuts, pecans (tree nuts) in steps 3, 5 and the list",)
    assert found_words(check(CAKE, ["milk"])) == ("butter (milk and dairy) in step 6",)


def test_nothing_found_gives_no_words_at_all() -> None:
    assert found_words(check(CAKE, ["crustaceans"])) == ()


def test_what_is_offered_is_held_against_what_is_on() -> None:
    profile = parse_hint("", ["no nuts (allergy)"])
    assert found_against(CAKE, profile) == ("walnuts, pecans (tree nuts) in steps 3, 5 and the list",)
    assert found_against(CAKE, tuple(replace(one, on=False) for one in profile)) == ()
    assert found_against(CAKE, ()) == ()


def test_a_hint_that_names_what_the_profile_forbids_is_said() -> None:
    (found, *_) = spoken_against(parse_hint("I want to add walnuts", ["no nuts (allergy)"]))
    assert (found.step, found.part, found.constraint, found.word) == (None, "hint", "tree_nuts", "walnuts")


def test_no_requirement_speaks_against_itself_or_when_it_says_no() -> None:
    assert spoken_against(parse_hint("I am allergic to walnuts", ["no nuts"])) == ()
    assert spoken_against(parse_hint("no nuts and I have no oven", ["vegan"])) == ()


def test_before_a_run_the_words_are_named_that_a_review_asks_about() -> None:
    assert found_for(CAKE, parse_hint("my gf cant have dairy")) == ("butter in step 6",)
    assert found_for(CAKE, parse_hint("no milk, no nuts")) == (
        "butter (no milk) in step 6",
        "walnuts, pecans (no nuts) in steps 3, 5 and the list",
    )
    assert found_for(CAKE, parse_hint("for two")) == ()
    assert found_for(CAKE, parse_hint("for two, no milk")) == ("butter (no milk) in step 6",)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Tear the sage leaves over it.", False),
        ("Simmer until the foam leaves the edge.", False),
        ("Climb up and lift the leaves out of the gutter.", False),
        ("Scoop the leaves into the barrow.", True),
        ("Put the leaves from the lawn into a sack.", True),
        ("Pick up the leaves the wind has brought.", True),
    ],
)
def test_leaves_ask_somebody_to_stoop_only_where_they_lie(line: str, found: bool) -> None:
    said = found_for(procedure("Tidy up", [line]), parse_hint("I can't kneel"))
    assert any("leaves" in one for one in said) is found


def test_a_sign_is_named_only_where_there_is_no_word() -> None:
    base = procedure("Bake a loaf", ["Heat the oven to 180 °C (160 °C fan).", "Bake for 30 minutes."])
    [said] = found_for(base, parse_hint("I have no oven"))
    assert "oven" in said
    assert "°" not in said


def test_a_word_that_is_its_own_kind_is_said_once() -> None:
    assert found_words(check(procedure("Mix", ["Beat the eggs."]), ["eggs"])) == ("eggs in step 1",)
