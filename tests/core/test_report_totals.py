"""The times that steps name: how they are added up, and how they are said."""

import pytest

from tailor.core.procedure import procedure
from tailor.core.report import time_words


def test_times_of_all_steps_are_added_by_the_longer_end_of_their_ranges() -> None:
    made = procedure("Bake", ["Rise for 1 hour.", "Bake 30 to 40 minutes.", "Cool."], ["flour", "salt"])
    assert time_words(made, procedure("Bake", ["Rise for 1 hour."])) == "1 h 40 min -> 1 h"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("100 minutes", "24 minutes", "1 h 40 min -> 24 min"),
        ("none", "45 seconds", "none -> 45 s"),
        ("25 hours", "none", "1 day 1 h -> none"),
        ("10 minutes", "600 seconds", ""),
    ],
)
def test_times_are_said_before_and_after_and_only_where_they_differ(before: str, after: str, words: str) -> None:
    assert time_words(*(procedure("Wait", [f"Wait {time}."]) for time in (before, after))) == words
