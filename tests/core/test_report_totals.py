"""Totals: what is counted, and how it is said."""

import pytest

from tailor.core.procedure import procedure
from tailor.core.report import Totals, time_words, totals


def test_times_of_all_steps_are_added_by_the_longer_end_of_their_ranges() -> None:
    made = procedure("Bake", ["Rise for 1 hour.", "Bake 30 to 40 minutes.", "Cool."], ["flour", "salt"])
    assert totals(made) == Totals(steps=3, resources=2, seconds=6_000)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (6_000, 1_440, "1 h 40 min -> 24 min"),
        (0, 45, "none -> 45 s"),
        (90_000, 0, "1 day 1 h -> none"),
        (600, 600, ""),
    ],
)
def test_times_are_said_before_and_after_and_only_where_they_differ(before: int, after: int, words: str) -> None:
    assert time_words(Totals(1, 0, before), Totals(1, 0, after)) == words
