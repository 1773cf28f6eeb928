"""Parts of a change: all of them are the new text, none the old one, and each can be left out by itself."""

from hypothesis import given
from hypothesis import strategies as st

from tailor.core.text import normal
from tailor.core.worddiff import partly, parts

WORDS = st.text(st.sampled_from("ab cd烤箱。 "), max_size=40).map(normal)

OLD = "Bake in the oven for 30 minutes with a lid."
NEW = "Fry in the pan for 12 minutes with a lid."


def test_each_part_can_be_left_out_by_itself() -> None:
    assert parts(OLD, NEW) == (("Bake", "Fry"), ("oven", "pan"), ("30", "12"))
    assert partly(OLD, NEW, {0, 1}) == "Fry in the pan for 30 minutes with a lid."
    assert partly(OLD, NEW, {2}) == "Bake in the oven for 12 minutes with a lid."


def test_what_only_comes_or_only_goes_is_a_part_too() -> None:
    longer = "Now bake for 30 minutes, and cool."
    shorter = "bake for 30 minutes,"
    assert parts(longer, shorter) == (("Now", ""), ("and cool.", ""))
    assert partly(shorter, longer, {1}) == "bake for 30 minutes, and cool."
    assert partly("Then bake it well", "Now bake it", {0}) == "Now bake it well"


@given(WORDS, WORDS)
def test_all_parts_are_the_new_text_and_none_the_old(old: str, new: str) -> None:
    if every := range(len(parts(old, new))):
        assert partly(old, new, every) == new
    assert partly(old, new, ()) == old


@given(st.text(st.sampled_from("ab cd "), max_size=40).map(normal), WORDS, st.sets(st.integers(0, 8)))
def test_no_part_joins_two_words(old: str, new: str, taken: set[int]) -> None:
    new = new.replace("烤", "x").replace("箱", "y").replace("。", "z")
    assert set(partly(old, new, taken).split()) <= set(old.split()) | set(new.split())
