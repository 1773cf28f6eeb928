"""Numbers as cooks write them: what is rounded stays near, is round, and a range stays a range."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.rules.amounts import amounts, multiplied, noun_at, plain, rounded

UNITS = ("egg", "tin", "clove", "teaspoon", "tbsp", "cup", "g", "kg", "ml", "litre", "bunch", "slice", "cm", "oz")


@given(st.sampled_from(UNITS), st.fractions(Fraction(1, 16), 2000, max_denominator=48))
def test_a_round_number_is_near_and_is_not_rounded_again(unit: str, number: Fraction) -> None:
    new = rounded(number, unit)
    assert new > 0
    assert rounded(new, unit) == new
    assert abs(new - number) <= 1 + number / 10


def parts_of(unit: str, number: Fraction) -> tuple[int, ...]:
    """In which parts a number of the unit is measured."""
    if unit in ("teaspoon", "tbsp", "cup"):
        if unit == "cup" and number < Fraction(1, 4):
            return (4, 6, 8)
        return (2,) if number > 6 else (3, 4) if number > 1 else (2, 3, 4, 8)
    if unit == "tin" and number < Fraction(1, 4):
        return (8,)
    return (2, 3, 4) if number < (3 if unit == "tin" else 1) else (2,) if unit == "tin" or number < 4 else (1,)


@given(
    st.sampled_from(["teaspoon", "tbsp", "cup", "tin", "egg"]),
    st.sampled_from([5, 7, 11, 13]).flatmap(
        lambda below: st.integers(1, 12 * below).filter(lambda n: n % below).map(lambda n: Fraction(n, below))
    ),
)
def test_the_nearest_mark_is_taken(unit: str, number: Fraction) -> None:
    marks = {Fraction(n, part) for part in parts_of(unit, number) for n in range(1, 13 * part)}
    assert abs(rounded(number, unit) - number) == min(abs(mark - number) for mark in marks)


@given(st.integers(10, 99))
def test_half_way_between_two_marks_the_larger_is_taken(number: int) -> None:
    assert rounded(number + Fraction(1, 2), "g") == rounded(number + Fraction(1, 2), "egg") == number + 1


@pytest.mark.parametrize(
    "text", ["onions, skin on", "onions, chopped", "large, ripe onions", "the onions of the garden"]
)
def test_a_number_counts_the_noun_and_not_what_is_said_of_it(text: str) -> None:
    assert noun_at(text, 0) == "onion"


@pytest.mark.parametrize(
    ("number", "unit", "new"),
    [
        ("7/2", "egg", "7/2"), ("9/2", "egg", "5"), ("17/3", "egg", "6"), ("1/3", "egg", "1/3"),
        ("7/2", "tin", "7/2"), ("11/4", "tin", "11/4"), ("13/4", "tin", "7/2"), ("9/8", "cup", "9/8"),
        ("13/2", "tbsp", "13/2"), ("20/3", "tbsp", "20/3"), ("34/5", "tbsp", "7"), ("9/8", "tbsp", "5/4"),
        ("19/3", "g", "13/2"), ("33/2", "g", "17"), ("200/3", "g", "67"), ("400/3", "g", "135"),
        ("133", "g", "133"), ("403/4", "g", "100"), ("5/8", "tbsp", "5/8"), ("37/5", "cup", "15/2"),
        ("6", "cup", "6"), ("29/5", "cup", "23/4"), ("11/100", "cup", "1/8"), ("2/5", "cup", "3/8"),
        ("27/20", "cup", "4/3"), ("63/10", "cup", "13/2"), ("1/10", "tin", "1/8"), ("1/5", "tin", "1/4"),
        ("7/5", "tin", "4/3"), ("27/10", "tin", "8/3"), ("31/10", "tin", "3"), ("27/5", "tin", "11/2"),
        ("2/5", "egg", "1/3"), ("23/10", "egg", "5/2"), ("22/5", "egg", "4"), ("1/100", "g", "1/2"),
        ("97/10", "g", "19/2"), ("103/10", "g", "10"), ("497/5", "g", "99"), ("123/100", "kg", "5/4"),
        ("1/6", "pint", "1/6"), ("1/6", "oz", "1/6"), ("1/5", "pint", "1/6"), ("1/5", "tsp", "1/4"),
    ],
)  # fmt: skip
def test_each_unit_has_its_steps(number: str, unit: str, new: str) -> None:
    assert rounded(Fraction(number), unit) == Fraction(new)


@pytest.mark.parametrize(
    ("text", "times", "new"),
    [
        ("1-2 cups milk", "1/8", "2-4 tablespoons milk"),
        ("2 to 3 kg flour", "1/4", "500 to 750 g flour"),
        ("4-6 cups milk", "1/8", "½-¾ cup milk"),
        ("5 cups milk", "1/8", "10 tablespoons milk"),
        ("1 3/4 cups milk", "1/4", "7 tablespoons milk"),
        ("1 3/4 cups milk", "1/2", "⅞ cup milk"),
        ("3 x 50 g nuts", "3/2", "4½ x 50 g nuts"),
        ("2-4 eggs", "1/2", "1-2 eggs"),
        ("2-3 eggs", "2", "4-6 eggs"),
        ("two onions", "1/2", "one onion"),
        ("an onion", "1/2", "half an onion"),
        ("a lemon", "1/2", "half a lemon"),
        ("a cup of milk", "1/2", "half a cup of milk"),
        ("a cup of milk", "2", "two cups of milk"),
        ("half an onion", "2", "one onion"),
        ("1 loaf", "2", "2 loaves"),
        ("2 potatoes", "1/2", "1 potato"),
        ("1 cherry", "3", "3 cherries"),
        ("2 (400 g) tins tomatoes", "1/2", "1 (400 g) tin tomatoes"),
        ("2 leaves of basil", "1/2", "1 leaf of basil"),
        ("2 tins", "1/3", "⅔ tin"),
        ("1/2 lb beef", "1/3", "2⅔ oz beef"),
        ("1/2 pint tomatoes", "1/3", "⅙ pint tomatoes"),
        ("1 oz butter", "3", "3 oz butter"),
        ("1/4 tsp salt", "1/2", "⅛ tsp salt"),
        ("1/4 tsp salt", "1/4", "a pinch of salt"),
        ("3/4 cup milk", "1/2", "6 tablespoons milk"),
        ("1 cup milk", "1/4", "¼ cup milk"),
        ("1 kg flour", "3/4", "750 g flour"),
        ("1 kg flour", "1", "1 kg flour"),
        ("3/4 of a cup", "2", "1½ cups"),
        ("an ounce of gin", "1/2", "half an ounce of gin"),
        ("a pinch of salt", "2", "two pinches of salt"),
    ],
)
def test_number_unit_and_noun_agree(text: str, times: str, new: str) -> None:
    one = amounts(text)[0]
    words, end, _ = multiplied(text, one, Fraction(times), slash=False)
    assert f"{text[: one.start]}{words}{text[end:]}" == new


@pytest.mark.parametrize(
    "text", ["1/0 g flour", "1 1/0 cups flour", "½/0 g flour", "1/2/0 g flour", "10/0 g flour"]
)
def test_a_fraction_over_nothing_is_no_amount(text: str) -> None:
    assert amounts(text) == ()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("6 × 70 mm", "70 mm"), ("9x13", ""), ("190 C", ""), ("90 C", ""), ("89 C", "89"), ("2 C flour", "2 C"),
        ("at 4 c overnight", "4"), ("heat to 180 c", ""),
        ("1.000 g", "1 g?"), ("two (3) eggs", "2?"), ("two (2) eggs", "2"), ("thirty five", "30?"),
        ("2 and a third cups", "2?"), ("1 dozen and a half", "1?"), ("a cup or two of peas", "1 to 2 cup"),
        ("1 cup and a half teaspoon", "1 cup, 1/2 teaspoon"), ("10 to 1", ""), ("1 - 2/3 cups", "5/3 cups"),
        ("4 head torches", "4"), ("12/14 prawns", "6/7?"), ("10/12 cups", "5/6 cups?"), ("8/9 cups", "8/9 cups"),
        ("2/3rds cup", "2/3 rds?"), ("2 T. salt", "2 T.?"), ("1 500 g beef", "1?"), ("1 400 g tin", "1, 400 g"),
        ("0 g", ""), ("$4", ""), ("between 2 and 3 eggs", "2 and 3"), ("100g-150g", "100 g, 150 g"),
        ("boards, 30 in long", "30 in"), ("fry 3 in oil", "3"), ("a bowl of iced water", "1"), ("a bit", ""),
        ("a bowl of soup", "1 bowl"),
    ],
)  # fmt: skip
def test_an_amount_is_read_with_its_unit_or_as_unclear(text: str, read: str) -> None:
    found = amounts(text)
    numbers = (f"{one.low}{f'{one.to}{one.high}' if one.high else ''} {one.unit}".strip() for one in found)
    assert ", ".join(f"{number}{'?' * one.unclear}" for number, one in zip(numbers, found, strict=True)) == read


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("250 g flour", ("250", "g", "250 g", "flour")),
        ("½ cup milk", ("½", "cup", "½ cup", "milk")),
        ("two lemons", ("2", "", "two", "lemons")),
        *(
            (line, None)
            for line in (
                *("250 g flour, 3 eggs", "2-3 eggs", "a lemon", "250 g", "250 g flour 00", "about 250 g flour"),
                "1.000 g flour",
            )
        ),
    ],
)
def test_of_a_line_with_one_plain_amount_sums_can_be_made(line: str, parts: tuple[str, ...] | None) -> None:
    found = plain(line)
    assert (found and (found.number, found.unit, found.written, found.thing)) == parts
