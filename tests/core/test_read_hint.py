"""How a model's reading of the hint is laid over the requirements that rules found."""

import pytest

from tailor.core.read_hint import MOST, Clause, about_health, as_read, may_hide
from tailor.core.requirements import Requirement, parse_hint

TRAINED = Requirement("R1", "expertise", "I've trained for years, so no beginner cues", "beginner")
THAT = Requirement("R2", "unclassified", "that's it")
NUTS = Requirement("R3", "prerequisite", "no nuts (allergy)", source="profile")


def test_a_model_corrects_kind_and_level_and_says_what_follows() -> None:
    (one,) = as_read((TRAINED,), [Clause(id="R1", kind="expertise", level="expert", follows="fewer words")], ())
    assert (one.kind, one.level, one.text) == ("expertise", "expert", TRAINED.text)
    assert (one.follows, one.source) == ("fewer words", "model")


def test_two_wishes_in_one_clause_become_two() -> None:
    glued = Requirement("R1", "preference", "my son turns six and he loves space")
    six = Clause(id="R1", kind="prerequisite", text="my son turns six", follows="no small parts")
    space = Clause(id="R2", kind="preference", text="he loves space")
    assert [(one.id, one.text) for one in as_read((glued,), (six, space), ())] == [
        ("R1", "my son turns six"),
        ("R2", "he loves space"),
    ]


def test_what_asks_for_nothing_is_switched_off_and_still_shown() -> None:
    assert [one.on for one in as_read((TRAINED, THAT), [Clause(id="R2", asks=False)], ())] == [True, False]


def test_clauses_that_the_model_does_not_mention_stay_as_they_are() -> None:
    assert as_read((TRAINED, THAT), [], ()) == (TRAINED, THAT)
    assert as_read((TRAINED, THAT), [Clause(id="R1", kind="preference")], ())[1] == THAT


def test_the_profile_keeps_its_words_and_learns_what_follows() -> None:
    told = [Clause(id="R3", kind="preference", text="few nuts", follows="read the labels"), Clause(id="R3")]
    (_, nuts) = as_read((TRAINED, NUTS), told, ("R3",))
    assert (nuts.text, nuts.kind, nuts.source) == (NUTS.text, "prerequisite", "profile")
    assert nuts.follows == "read the labels"
    assert as_read((NUTS,), [Clause(id="R3", asks=False)], ("R3",))[0].on


def test_to_a_list_that_the_person_corrected_nothing_is_added() -> None:
    more = [Clause(id="R4", kind="preference", text="cheap"), Clause(id="R1", text="years", follows="short")]
    now = as_read((TRAINED, THAT), more, ("R1", "R2"))
    assert [(one.id, one.text, one.follows) for one in now] == [
        ("R1", TRAINED.text, "short"),
        ("R2", THAT.text, ""),
    ]


def test_what_the_guard_looks_for_is_never_lost() -> None:
    known = parse_hint("no eggs, and I have no oven")
    softer = [Clause(id="R1", kind="preference", text="something lighter"), Clause(id="R2", asks=False)]
    assert [(one.text, one.on) for one in as_read(known, softer, ())] == [(one.text, True) for one in known]
    split = [Clause(id="R1", text="no oven"), Clause(id="R2", text="no eggs")]
    assert [one.text for one in as_read(known, split, ())] == ["no oven", "no eggs"]


@pytest.mark.parametrize(
    ("words", "read", "now"),
    [
        ("egg allergy", "no eggs", "egg allergy"),
        ("milk allergy so no butter", "no butter", "milk allergy so no butter"),
        ("for the whole family, with little time", "for the whole family", "for the whole family"),
        ("for the whole family, with little time", "quick", "for the whole family, with little time"),
    ],
)
def test_a_wish_keeps_the_words_that_the_person_gave_it(words: str, read: str, now: str) -> None:
    [one] = as_read(parse_hint(words), [Clause(id="R1", text=read, follows="so")], ())
    assert (one.text, one.follows) == (now, "so")


def test_a_model_cannot_add_without_end() -> None:
    flood = [Clause(id=f"R{number}", text="no cues", kind="preference") for number in range(3, 90)]
    assert len(as_read((TRAINED, THAT), flood, ())) == MOST


def test_health_is_told_from_the_rest() -> None:
    for text in (
        "no nuts (allergy)",
        "I am pregnant",
        "I have a bad back",
        "vegan",
        "my knee hurts",
        "I have asthma",
        "my son has epilepsy",
        "on blood thinners",
    ):
        assert about_health(text), text
    for text in ("I have no oven", "there are two of us", "no car, third floor", "I rent", "a garden at the back"):
        assert not about_health(text), text


def test_no_model_makes_an_allergy_a_matter_of_taste() -> None:
    (nut,) = parse_hint("my daughter has a nut allergy")
    (same,) = as_read((nut,), [Clause(id="R1", kind="preference", follows="no walnuts")], ())
    assert (same.kind, same.follows) == ("prerequisite", "no walnuts")
    glued = Requirement("R1", "preference", "he loves space, but has a nut allergy")
    split = [
        Clause(id="R1", kind="preference", text="he loves space"),
        Clause(id="R2", kind="preference", text=nut.text),
    ]
    assert [one.kind for one in as_read((glued,), split, ())] == ["preference", "prerequisite"]


@pytest.mark.parametrize(
    ("words", "hides"),
    [
        ("this is for the whole class at my daughter's school so there must be no peanuts", True),
        ("no msg", True),
        ("no bleach", True),
        ("metric please", False),
        ("no drill", False),
        ("no time and no noise", False),
        ("for three people", False),
    ],
)
def test_what_may_have_another_name_is_never_cleared(words: str, hides: bool) -> None:
    assert may_hide(words) is hides


def test_a_wish_without_a_word_of_the_persons_is_not_told_as_theirs() -> None:
    glued = Requirement("R1", "prerequisite", "no walnuts, icing without sugar")
    texts = ("icing without sugar", "I hate my sister", "double the salt")
    read = [Clause(id=f"R{number}", text=text) for number, text in enumerate(texts, 2)]
    assert [one.id for one in as_read((glued,), read, ())] == ["R1", "R2"]


def test_a_wish_that_the_guard_can_look_for_stays_though_no_word_of_it_is_the_persons() -> None:
    glued = Requirement("R1", "prerequisite", "my son swells up from groundnuts")
    read = [Clause(id="R1", text=glued.text), Clause(id="R2", text="no peanuts")]
    assert [one.text for one in as_read((glued,), read, ())] == [glued.text, "no peanuts"]
