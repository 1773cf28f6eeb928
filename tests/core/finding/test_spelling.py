"""Which word is meant by a mistyped one where several are as near."""

import pytest

from tailor.core.finding import find
from tailor.core.finding.spelling import mended
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint
from tailor.rules.modify import modify


@pytest.mark.parametrize(
    ("typed", "meant"), [("buter", "butter"), ("buttr", "butter"), ("bred", "bread"), ("panut", "peanut")]
)
def test_an_english_word_is_meant_before_a_foreign_one(typed: str, meant: str) -> None:
    assert mended(typed, (), eaten=True) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("chese", "cheese"), ("chees", "cheese"), ("shrip", "shrimp"), ("peans", "pecan"), ("pecas", "pecan")],
)
def test_what_somebody_must_not_eat_is_a_food_of_which_letters_were_left_out(typed: str, meant: str) -> None:
    assert mended(typed, (), eaten=True).removesuffix("s") == meant


def test_a_d_at_the_end_makes_no_past_tense_of_a_mistyped_word() -> None:
    assert mended("musterd", {"mustard"}) == "mustard"  # although there is a muster


def test_a_mistyped_plural_is_that_of_what_stands_in_the_text_once() -> None:
    assert mended("onoins", {"onion", "carrot"}) == "onion"


def test_what_went_from_the_text_is_named_as_it_stood_there() -> None:
    shortbread = Procedure(
        "Shortbread",
        ("Rub 100 g butter into the flour.", "Bake it for 20 minutes."),
        resources=("100 g butter", "200 g flour"),
    )
    [verdict] = modify(shortbread, parse_hint("allergic to buter")).verdicts
    assert "“butter”" in verdict.says
    assert "boter" not in verdict.says


@pytest.mark.parametrize(
    ("hint", "line", "word"),
    [
        ("vegan", "60g buter, melted", "buter"),
        ("my son is allergic to milk", "80 g mozarella", "mozarella"),
        ("nut allergy", "100g waluts", "waluts"),
        ("allergic to eggs", "2 egs", "egs"),
    ],
)
def test_a_misspelt_food_of_the_list_is_shown_in_list_and_steps(hint: str, line: str, word: str) -> None:
    base = procedure("Cake", [f"Stir in the {word}.", "Bake."], ["100 g sugar", line])
    (found,) = find(base, parse_hint(hint)).each
    shown = {(one.part, one.step, one.word) for wish in found.wishes for one in wish.places}
    assert shown >= {("resources", 2, word), ("steps", 1, word)}


@pytest.mark.parametrize(
    "line", ["2 tbsp crumbly cheddar crumble", "100 g pitted dates", "1 mound of rice", "5 pods"]
)
def test_a_word_that_may_be_right_is_no_misspelt_food(line: str) -> None:
    (found,) = find(procedure("Cake", ["Bake."], [line]), parse_hint("allergic to eggs")).each
    assert not [one for wish in found.wishes for one in wish.places]


def test_a_reason_has_the_word_that_was_typed() -> None:
    salad = procedure("Salad", ["Slice the bell pepper."], ["1 red bell pepper"])
    [found] = find(salad, parse_hint("the kids hate peppers")).each
    assert {one.why for one in found.places} == {"bell pepper: found because you said “peppers”"}
