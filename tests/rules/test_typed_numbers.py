"""A number of a hint is heard exactly as it is typed, or refused by its name: never another one in silence."""

import re
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tailor.core.procedure import Procedure
from tailor.core.requirements import parse_hint
from tailor.rules.modify import modify

_STEW = Procedure(
    "Stew for 4",
    ("Boil 400 g of rice for 20 minutes.", "Stir in the salt and serve."),
    resources=("400 g rice", "salt"),
)
_DIGITS = st.integers(1, 999).map(str)
_WRITTEN = st.one_of(
    _DIGITS,
    st.tuples(st.sampled_from("-−–+"), _DIGITS).map("".join),
    st.tuples(_DIGITS, st.sampled_from(".,"), st.from_regex(r"[0-9]{1,3}", fullmatch=True)).map("".join),
    st.tuples(_DIGITS, st.sampled_from(["000", ",000", ".000", "'000", "’000", " 000"])).map("".join),
    st.tuples(_DIGITS, st.sampled_from(["½", "¼", " 1/2", "/2", "/4", "/0", "e2", "-5", "–7"])).map("".join),
)
_SAID = ("for {} people", "for {}", "serves {}", "we are {}", "{} portions", "only {} people", "make it for {}",
         "x{}", "{}x", "{} times", "times {}")  # fmt: skip


def _meant(written: str) -> Fraction | None:
    """What everybody reads of it; None where somebody may read something else."""
    if found := re.fullmatch(r"(\d{1,3})(?:[.,](\d{1,2}))?", written):
        return Fraction(f"{found[1]}.{found[2] or 0}")
    return Fraction(written[:-1]) + Fraction(1, 2) if re.fullmatch(r"\d+½", written) else None


def _rice(hint: str) -> tuple[Fraction | None, str]:
    """How much rice there is then, in grams, and everything that is said; None where it stays."""
    made = modify(_STEW, parse_hint(hint))
    told = " ".join(one.says for one in made.verdicts)
    lines = [edit.text or "" for edit in made.edits if edit.part == "resources"]
    found = re.match(r"([\d.]+) (k?g) rice", lines[0]) if lines else None
    return (Fraction(found[1]) * (1000 if found[2] == "kg" else 1) if found else None), told


_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_IN_WORDS: dict[str, int | Fraction] = {
    **{f"{ten}{gap}{one}": 20 + 10 * tens + ones for gap in " -" for tens, ten in enumerate(_TENS)
       for ones, one in enumerate(_ONES, 1)},
    "one hundred": 100, "a hundred": 100, "a hundred and twenty": 120, "two hundred and thirty-four": 234,
    "one hundred twelve": 112, "one and a half": Fraction(3, 2), "1 and a half": Fraction(3, 2),
    "six and a half": Fraction(13, 2), "twenty-one and a half": Fraction(43, 2), "seventeen": 17, "seventy": 70,
}  # fmt: skip


@given(st.sampled_from([*_IN_WORDS]), st.sampled_from(["for {} people", "for {}", "serves {}", "{} portions"]))
def test_a_number_of_several_words_is_heard_whole(words: str, said: str) -> None:
    rice, told = _rice(said.format(words))
    assert rice is not None, told
    exact = 100 * _IN_WORDS[words]
    assert abs(rice - exact) <= exact / 50


@pytest.mark.parametrize(
    "hint", ["for one and a quarter people", "two thousand people", "one and a quarter times"]
)
def test_a_number_of_words_that_nobody_cooks_for_is_refused_by_its_name(hint: str) -> None:
    rice, told = _rice(hint)
    assert rice is None
    assert any(words in told for words in ("one and a quarter", "two thousand"))


_BESIDE = (" - ", "-", "–", " — ", "/", " ", " and ", " or ", " point ", " plus ", " times ", " + ")
_PARTS = ("{} and a third", "{} and two thirds", "{} and 1/2", "{} & 1/2", "{}-and-a-third", "{} and one eighth",
          "half of {}", "{} and a half dozen", "minus {}", "{} or two hundred", "a couple of hundred", "3 hundred",
          "half a hundred")  # fmt: skip


_SEVERAL = st.one_of(
    st.tuples(
        st.sampled_from([*_ONES, *_TENS, "2", "20"]), st.sampled_from(_BESIDE), st.sampled_from([*_ONES, "ten"])
    ).map("".join),
    st.tuples(st.sampled_from(_PARTS), st.sampled_from([*_ONES, "2"])).map(lambda both: both[0].format(both[1])),
)


@given(
    _SEVERAL.filter(lambda words: words not in _IN_WORDS),
    st.sampled_from(["for {} people", "for {} guests", "for {}"]),
)
def test_numbers_beside_each_other_are_refused_by_their_names(words: str, said: str) -> None:
    rice, told = _rice(said.format(words))
    assert rice is None, told
    assert told.startswith(("I can't work out “", "I did not understand “")), told
    assert words.removeprefix("a ") in told


@pytest.mark.parametrize(
    ("hint", "grams"),
    [("for six and no salt", 600), ("we are six and two of us are vegan", 600), ("1 pot for two people", 200),
     ("for five, one of them vegan", 500), ("for 2 adults and one kid", 300), ("for a dozen and a half", 1800),
     ("for six and half the salt", 600), ("for twenty‑five people", 2500), ("for 1-and-a-half people", 150)],
)  # fmt: skip
def test_a_number_beside_that_counts_something_else_stops_nothing(hint: str, grams: int) -> None:
    assert _rice(hint)[0] == grams


@given(_WRITTEN, st.sampled_from(_SAID))
def test_a_number_is_heard_exactly_or_not_at_all(written: str, said: str) -> None:
    assume(not said.startswith("{") or written[0].isdigit())  # "- 3 portions" is a line of a list
    rice, told = _rice(said.format(written))
    if rice is None:
        assert re.sub(r"\W", "", written) in re.sub(r"\W", "", told) or "already" in told
        return
    factor = bool(re.search(r"x|times", said)) or written in ("1/2", "1/4")
    meant = Fraction(written) if written in ("1/2", "1/4") else _meant(written)
    assert meant is not None
    exact = (400 if factor else 100) * meant
    assert abs(rice - exact) <= exact / 50  # 283 g is written as 285


@pytest.mark.parametrize(
    ("hint", "grams"),
    [("for 1,5 people", 150), ("for 8,5 people", 850), ("for 2.50 people", 250), ("for 8,0 people", 800),
     ("x1,5", 600), ("2.5x", 1000), ("times 1,5", 600), ("for 12", 1200), ("half of it", 200), ("a quarter", 100)],
)  # fmt: skip
def test_decimals_are_heard_with_comma_and_with_dot(hint: str, grams: int) -> None:
    assert _rice(hint)[0] == grams


@pytest.mark.parametrize(
    ("hint", "named"),
    [
        ("for 10,000 people", "10,000 people"),
        ("for 1.000 people", "1.000 people"),
        ("for -3 people", "-3 people"),
        ("for - 3 people", "- 3 people"),
        ("for 2,25 people", "2,25 people"),
        ("0,5 portions", "0,5 portions"),
        ("for +3 people", "+3 people"),
        ("for 1000 people", "1000 people"),
        ("for 100.5 people", "100.5 people"),
        ("for 10'000 people", "10'000 people"),
        ("10,000 portions", "10,000 portions"),
        ("for 1/2 people", "1/2 people"),
        ("for 2-3 people", "2-3 people"),
        ("for 3 to 5 people", "3 to 5 people"),
        ("for 3/4 people", "3/4 people"),
        ("a quarter of half", "a quarter of half"),
        ("half of half", "half of half"),
        ("half of a quarter", "half of a quarter"),
        ("three quarters of half", "three quarters of half"),
        ("half of a double batch", "half of a double batch"),
        ("50% of half", "50% of half"),
        ("double, then halve it", "double, then halve it"),
        ("halve it twice", "halve it twice"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_name(hint: str, named: str) -> None:
    rice, told = _rice(hint)
    assert rice is None
    assert told == f"I can't work out “{named}”, so I changed no amounts."


def test_a_refused_number_takes_no_other_wish_with_it() -> None:
    rice, told = _rice("for 10,000 people no salt")
    assert rice is None
    assert "“10,000 people”" in told
    assert "“salt”" in told


@pytest.mark.parametrize(
    ("hint", "grams"),
    [("for 8, 200 g each", 800), ("we're 2, not 4-6 people", 200), ("double it, half the salt", 800)],
)
def test_another_number_or_factor_beside_one_that_is_clear_stops_nothing(hint: str, grams: int) -> None:
    assert _rice(hint)[0] == grams


@pytest.mark.parametrize("hint", ["stir it 3 times", "I burnt it 3 times!", "knead it 2 times"])
def test_how_often_something_is_done_is_no_factor(hint: str) -> None:
    assert _rice(hint)[0] is None
