"""Saved profiles: names, and which lines a choice of names comes to."""

import pytest

from tailor.core.errors import NotFoundError, UsageError
from tailor.workspace import check_name, composed, saved_profile, tidy, written

SAVED = {"me": ("no nuts (allergy)",), "ana": ("vegan", "no oven"), "jo": ("no oven",)}


def test_what_is_given_for_one_run_stands_beside_the_profiles_switched_on() -> None:
    assert composed(SAVED, ("me",), ("@ana", "@jo")) == ("no nuts (allergy)", "vegan", "no oven")
    assert composed(SAVED, ("me",), ("no milk",)) == ("no nuts (allergy)", "no milk")
    assert composed(SAVED, ("me",), ()) == ("no nuts (allergy)",)


def test_none_leaves_out_the_profiles_switched_on_wherever_it_stands() -> None:
    assert composed(SAVED, ("me",), ("none",)) == ()
    assert composed(SAVED, ("me",), ("@jo", "none")) == ("no oven",)


def test_a_name_nobody_saved_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(NotFoundError, match=r'no profile "bob". Saved: ana, jo, me'):
        composed(SAVED, (), ("@bob",))
    with pytest.raises(NotFoundError, match="tailor profile add"):
        saved_profile({}, "bob")


def test_no_terminal_codes_come_back_in_the_words_about_a_hostile_name() -> None:
    with pytest.raises(NotFoundError) as caught:
        saved_profile({"a\x1b[2Jb\nc": ("x",)}, "[/]\x1b]0;t\x07\u202e")
    assert not {"\x1b", "\x07", "\n", "\u202e"} & set(caught.value.message)


def test_a_name_that_is_switched_on_but_not_saved_any_more_brings_nothing() -> None:
    assert composed(SAVED, ("gone", "jo"), ()) == ("no oven",)


@pytest.mark.parametrize("name", ["use", "none", "a b", "[/]", "", "a,b", "a.b", "x\x1b", "x" * 61])
def test_a_name_that_cannot_be_typed_on_a_command_line_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        check_name(name)


@pytest.mark.parametrize("name", ["p\u202e\u200bq", "\ufeffme", "ann\u2066", "jo\U000e0041"])
def test_a_name_with_signs_that_nobody_sees_is_refused_for_that(name: str) -> None:
    with pytest.raises(UsageError, match="contains invisible characters"):
        check_name(name)


@pytest.mark.parametrize("name", ["a b", "a  b", "use", "a,b", ""])
def test_a_name_without_them_is_refused_for_what_one_sees(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be a profile's name"):
        check_name(name)


def test_lines_are_kept_in_normal_form_once_and_none_empty() -> None:
    lines = tidy([" no nuts\nplease ", "no nuts please", " ", "x\x1b[2Jy\x7f"])
    assert lines[0] == "no nuts please"
    assert len(lines) == 2
    assert "\x1b" not in written(lines)
    assert written(()) == ""
