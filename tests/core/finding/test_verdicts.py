"""What is said of a wish after looking, and what is warned of, on procedures of our own."""

import pytest

from tailor.core.events import Judged
from tailor.core.finding import Findings, Found, Wish, find, judged, verdict, warnings
from tailor.core.procedure import Procedure, procedure
from tailor.core.requirements import parse_hint, switch
from tests.core.finding.test_finding import SHELF, WAFFLES, WORKOUT

pytest.importorskip("rapidfuzz")


def said(of: Procedure, hint: str) -> Judged:
    (one,) = judged(find(of, parse_hint(hint)))
    return one


def test_a_known_thing_that_is_not_there_is_already_so() -> None:
    assert said(WAFFLES, "no blender") == Judged(id="R1", verdict="already", says="No blender is used here.")


def test_a_place_is_named_with_the_word_that_was_found() -> None:
    drill = said(SHELF, "no drill")
    assert drill.verdict == "found"
    assert drill.says == "Please look at step 2 and the list for “drill”: “Drill”, “drill”."


@pytest.mark.parametrize(
    "hint", ["allergic to nuts", "no shellfish", "im pregnant", "peanut allergy", "no sesame", "halal please"]
)
def test_nothing_is_ever_cleared_for_somebodys_health(hint: str) -> None:
    tea = procedure("Make tea", ["Boil the water.", "Pour it over the leaves."])
    one = said(tea, hint)
    assert one.verdict == "looked_for"
    assert "found none" in one.says


def test_an_allergy_with_nothing_found_is_told_how_much_was_looked_for() -> None:
    assert said(WAFFLES, "no shellfish").says == (
        "I looked for 248 names of “shellfish” and found none. That is no promise: check labels."
    )


def test_an_allergy_with_places_still_asks_for_the_labels() -> None:
    assert said(WAFFLES, "egg allergy").says.endswith("Packets may hide more: check the labels.")


def test_words_that_nobody_knows_are_said_back_as_they_were_typed() -> None:
    assert said(WAFFLES, "no Frobnicator") == Judged(
        id="R1",
        verdict="not_understood",
        says="I did not understand “Frobnicator”. I changed nothing for it.",
    )


def test_a_thing_known_by_its_letters_alone_is_not_understood() -> None:
    assert verdict(Wish("missing", "dumbells"))[0] == "not_understood"


def test_a_mended_word_is_told() -> None:
    assert "I read “dumbells” as “dumbbell”." in said(WORKOUT, "no dumbells").says


def test_a_wish_with_no_thing_says_what_was_read() -> None:
    assert "“first time”" in said(WORKOUT, "first time").says


def test_several_wishes_of_one_requirement_take_the_weightiest_verdict() -> None:
    both = said(WAFFLES, "no blender or butter")
    assert both.verdict == "found"
    assert "No blender is used here." in both.says


def test_no_requirement_is_lost_and_none_has_two_lines() -> None:
    found = find(WAFFLES, parse_hint("no butter. surprise me. no blender"))
    assert [one.id for one in judged(found)] == ["R1", "R2", "R3"]


def test_another_language_says_that_nothing_was_checked() -> None:
    (one,) = judged(Findings((Found("R1", ()),), english=False))
    assert one.verdict == "not_understood"
    assert one.says == "I can read only English, so I checked nothing."


GRILL = procedure("Grill kebabs", ["Light the charcoal.", "Grill the meat with soy sauce."], ["charcoal barbecue"])


def warned(of: Procedure, hint: str) -> str:
    return " ".join(one.says for one in warnings(of, parse_hint(hint)))


@pytest.mark.parametrize(
    ("of", "hint", "word"),
    [
        (GRILL, "its raining, can we do it indoors", "carbon monoxide"),
        (GRILL, "my son is coeliac", "gluten-free"),
        (procedure("Plant a pot", ["Plant the lily."]), "the kitten eats everything", "vet"),
        (procedure("Pack a bag", ["Put in the penknife and shampoo."]), "hand luggage only", "100 ml"),
        (procedure("Move house", ["Carry the boxes down."]), "im pregnant", "heavy lifting"),
        (procedure("Clean a loo", ["Pour in the vinegar."]), "can i add bleach", "Never mix"),
        (procedure("Make fudge", ["Chop the walnuts and grapes."]), "for my toddler", "choke"),
    ],
)
def test_silence_would_be_dangerous_here(of: Procedure, hint: str, word: str) -> None:
    assert word in warned(of, hint)


def test_no_warning_stands_without_its_wish_and_its_text() -> None:
    assert warned(GRILL, "no butter") == ""
    assert warned(WORKOUT, "its raining") == ""


def test_a_wish_that_is_off_warns_of_nothing() -> None:
    assert warnings(GRILL, switch(parse_hint("indoors please"), "R1")) == ()


def test_every_warning_is_one_line_and_names_its_source() -> None:
    for one in warnings(GRILL, parse_hint("indoors, and my son is coeliac")):
        assert "\n" not in one.says
        assert "http" in one.source
