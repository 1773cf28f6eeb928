"""Which numbers of a line are amounts, how people write them, and how they stand there once they are scaled."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tailor.core.procedure import procedure
from tailor.core.requirements import parse_hint
from tailor.rules import scaling
from tailor.rules.amounts import amounts, times_as_much
from tailor.rules.modify import modify
from tests.rules.test_modify import outcome


@pytest.mark.parametrize(
    ("lines", "doubled"),
    [
        (["1.000 g flour", "1,5 l water"], ["2000 g flour", "3 l water"]),
        (["1.250 ml milk", "2,5 tsp salt"], ["2500 ml milk", "5 tsp salt"]),
        (["1.000-1.500 g flour", "0,5 l water"], ["2000-3000 g flour", "1 l water"]),
        (["1.250 kg flour", "750 ml water"], ["2½ kg flour", "1500 ml water"]),
        (["1,000 g flour", "1.5 l water"], ["2000 g flour", "3 l water"]),
    ],
)
def test_dots_part_thousands_where_a_decimal_has_a_comma(lines: list[str], doubled: list[str]) -> None:
    base = procedure("Mix", [f"Mix {' with '.join(lines)}."], lines)
    done = scaling.scale(base, Fraction(2))
    assert done is not None
    assert (list(done.resources), done.unclear) == (doubled, ())
    assert done.steps == (f"Mix {' with '.join(doubled)}.",)


@pytest.mark.parametrize(
    ("lines", "unclear"),
    [
        (["1.000 g flour", "500 ml water"], "1.000 g"),
        (["500-1.000 ml milk", "500 g flour"], "500-1.000 ml"),
        (["1.250 walnuts", "500 g flour", "1 l water"], "1.250 walnuts"),
        (["1.250 kg flour", "1,5 l water"], "1.250 kg"),
    ],
)
def test_an_amount_that_may_be_one_or_a_thousand_is_left_and_pointed_at(lines: list[str], unclear: str) -> None:
    base = procedure("Mix", ["Mix all."], lines)
    done = scaling.scale(base, Fraction(2))
    assert done is not None
    assert scaling.unscaled(base, Fraction(2)) == f"Still as written: “{unclear}” in the list."
    assert done.resources[0] == lines[0]
    assert [(one.part, one.step, one.word) for one in done.unclear] == [("resources", 1, unclear)]


@pytest.mark.parametrize(
    ("text", "times", "words"),
    [
        ("1-1/2 cups milk", Fraction(2), "3 cups"), ("2-3 tbsp. oil", Fraction(1, 2), "1-1 1/2 tbsp"),
        ("1/4 cup sugar", Fraction(1, 2), "2 tablespoons"), ("1 kg flour", Fraction(1, 2), "500 g"),
        ("half a teaspoon of salt", Fraction(1, 2), "1/4 teaspoon"),
        ("a pinch of salt", Fraction(2), "two pinches"),
        ("1/8 teaspoon mace", Fraction(1, 2), "a pinch of"), ("125g butter", Fraction(1, 3), "42g"),
    ],
)  # fmt: skip
def test_amounts_are_written_as_cooks_write_them(text: str, times: Fraction, words: str) -> None:
    assert times_as_much(amounts(text)[0], times, slash=True)[0] == words


@pytest.mark.parametrize("text", ["9x13 inch tin", "80/20 beef", "5-spice", "£3", "6 × 70 mm screws"])
def test_sizes_codes_and_prices_are_no_amounts(text: str) -> None:
    assert [one.measure for one in amounts(text) if one.measure != "length"] == []


def test_less_than_half_a_tablespoon_is_said_in_teaspoons() -> None:
    assert times_as_much(amounts("1 Tbs oil")[0], Fraction(1, 3))[0] == "1 tsp"


def test_a_mixed_number_with_a_dash_is_no_range() -> None:
    [one] = amounts("1 - 2/3 cups milk")
    assert (one.low, one.high) == (Fraction(5, 3), None)


def test_the_number_of_a_step_is_no_amount() -> None:
    soup = procedure(
        "Soup for four", ["Boil 1 l of water.", "Repeat steps 1 and 2."], ["1 l water", "800 g tomatoes"]
    )
    assert outcome(soup, "for two").places == ()


def test_no_clock_is_scaled_or_doubted() -> None:
    dinner = replace(
        procedure("Dinner", ["Cook 300 g of pasta for eight o'clock."], ["300 g pasta"]), yields="3 servings"
    )
    made = modify(dinner, parse_hint("for 6"))
    assert not made.places


@pytest.mark.parametrize(
    ("line", "doubled"),
    [
        ("between 2 and 3 plums", "between 4 and 6 plums"),
        ("between 100 and 150 g sugar", "between 200 and 300 g sugar"),
        ("100g-150g rice", "200g-300g rice"),
        ("100 bis 150 g Zucker", "200 bis 300 g Zucker"),
        ("two (2) cups barley", "four cups barley"),
        ("2 (two) onions", "4 onions"),
        ("1'500 g quark", "3000 g quark"),
        ("2\u00a0400 g tins tomatoes", "4\u00a0400 g tins tomatoes"),
        ("1 and a half cups milk", "3 cups milk"),
        ("three-quarters cup cream", "1½ cups cream"),
        ("⅕ l cream", "400 ml cream"),
        ("1 heaping tbsp flour", "2 heaping tbsp flour"),
        ("1 generous cup water", "2 generous cups water"),
        ("1 msk sugar", "2 msk sugar"),
        ("¼ tsp each salt and pepper", "½ tsp each salt and pepper"),
        ("1 each: carrot, leek", "2 each: carrot, leek"),
        ("at least 3 cloves garlic", "at least 6 cloves garlic"),
        ("up to 4 figs", "up to 8 figs"),
        ("1 egg per 100 g flour", "1 egg per 100 g flour"),
        ("1 tsp salt per litre of water", "1 tsp salt per litre of water"),
        ("5 g/l salt", "5 g/l salt"),
        ("10 to 1 dilution", "10 to 1 dilution"),
        ("2 400 g tins tomatoes", "4 400 g tins tomatoes"),
    ],
)
def test_numbers_of_the_list_are_read_in_the_ways_people_write_them(line: str, doubled: str) -> None:
    done = scaling.scale(procedure("Mix", ["Mix all."], ["500 g flour", "200 ml milk", line]), Fraction(2))
    assert done is not None
    assert done.resources[2] == doubled


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("1 500 g beef", "1 500 g beef"),
        ("1\u202f500 g beef", "1\u202f500 g beef"),
        ("two (3) onions", "two (3) onions"),
        ("3ish pears", "3ish pears"),
        ("3x eggs", "3x eggs"),
        ("3. eggs", "3. eggs"),
        ("quarter cabbage", "quarter cabbage"),
    ],
)
def test_a_number_of_the_list_that_cannot_be_read_is_pointed_at(line: str, word: str) -> None:
    done = scaling.scale(procedure("Mix", ["Mix all."], ["500 g flour", "200 ml milk", line]), Fraction(2))
    assert done is not None
    assert done.resources[2] == line
    assert [place.word for place in done.unclear] == [word]


@pytest.mark.parametrize("line", ["9x13 pan", "0 g sugar", "70% chocolate", "1:2 rice and water", "24 cm pot"])
def test_a_line_that_only_begins_with_a_number_of_something_else_is_not_pointed_at(line: str) -> None:
    done = scaling.scale(procedure("Mix", ["Mix all."], ["500 g flour", "200 ml milk", line]), Fraction(2))
    assert done is not None
    assert (done.resources[2], done.unclear) == (line, ())
