import pytest

from tailor.core.errors import NotFoundError, UsageError
from tailor.core.requirements import merge, parse_hint, retype, reword, split_at, switch

FOUR = parse_hint("We're renting. No oven. I like it hot. I'm a beginner.")


def test_merging_keeps_the_earlier_place_and_renumbers() -> None:
    merged = merge(FOUR, "R3", "R1")
    assert [(r.id, r.text) for r in merged] == [
        ("R1", "We're renting, I like it hot"),
        ("R2", "No oven"),
        ("R3", "I'm a beginner"),
    ]
    assert merged[0].kind == "preference"


def test_splitting_goes_between_words_and_places_each_half() -> None:
    one = parse_hint("no oven we like it hot")
    halves = split_at(one, "R1", len("no oven "))
    assert [(r.id, r.kind, r.text) for r in halves] == [
        ("R1", "prerequisite", "no oven"),
        ("R2", "preference", "we like it hot"),
    ]


@pytest.mark.parametrize("position", [0, -3])
def test_an_empty_half_is_refused(position: int) -> None:
    with pytest.raises(UsageError):
        split_at(FOUR, "R2", position)


def test_rewording_keeps_a_known_kind_and_tries_an_unknown_one_again() -> None:
    assert reword(FOUR, "R2", "no stove or oven")[1].kind == "prerequisite"
    assert reword(FOUR, "R1", "no drilling")[0].kind == "prerequisite"
    with pytest.raises(UsageError):
        reword(FOUR, "R1", "  ")


def test_retyping_sets_a_level_for_expertise_only() -> None:
    assert retype(FOUR, "R1", "expertise", "expert")[0].level == "expert"
    assert retype(FOUR, "R4", "preference", "expert")[3].level is None


def test_switching_goes_both_ways_and_leaves_the_rest() -> None:
    off = switch(FOUR, "R2")
    assert [r.on for r in off] == [True, False, True, True]
    assert switch(off, "R2") == FOUR
    assert switch(FOUR, "R2", True) == FOUR


def test_an_unknown_id_is_named() -> None:
    with pytest.raises(NotFoundError, match="no wish 9"):
        switch(FOUR, "R9")
