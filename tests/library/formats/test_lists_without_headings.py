"""A list above numbered steps is what one needs, whatever stands between it and the title."""

import pytest

from tailor.core.procedure import Times
from tailor.library.formats.facts import facts_in
from tailor.library.formats.foreign_markdown import read
from tailor.library.markdown import Document

STEPS = "\n1. Slice the potatoes.\n2. Heat the cream.\n"
LIST = "- 600 g potatoes\n- 300 ml cream\n"


@pytest.mark.parametrize(
    "between", ["", "Serves 4\n\n", "Serves 4, 1 h 15 min\n\n", "From my aunt, for Sundays.\n\n"]
)
def test_a_bulleted_list_of_amounts_above_the_steps_is_what_one_needs(between: str) -> None:
    text = f"# Gratin\n\n{between}{LIST}{STEPS}"
    found = read(Document({}, tuple(text.split("\n"))))
    assert found.procedure.resources == ("600 g potatoes", "300 ml cream")
    assert len(found.procedure.steps) == 2


@pytest.mark.parametrize("line", ["Serves 4 · 1 h 15 min", "Serves 4, 1 h 15 min", "1 h 15 min | serves 4"])
def test_a_time_beside_the_servings_is_how_long_it_takes(line: str) -> None:
    facts = facts_in(line)
    assert facts is not None
    assert (facts.yields, facts.times) == ("4 servings", Times(total=75))


def test_a_time_alone_says_nothing_of_the_whole() -> None:
    assert facts_in("1 h 15 min") is None
