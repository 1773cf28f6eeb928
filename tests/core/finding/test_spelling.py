"""Which word is meant by a mistyped one where several are as near."""

import pytest

from tailor.core.finding.spelling import mended
from tailor.core.procedure import Procedure
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
