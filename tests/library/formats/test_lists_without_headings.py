"""A list above numbered steps is what one needs, whatever stands between it and the title."""

import pytest

from tailor.core.procedure import Times
from tailor.library.formats.base import ParsedProcedure
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


THINGS = ("600 g potatoes", "300 ml cream")
NEEDS = ["## Ingredients\n", "## Ingredients\n\n", "You need:\n", "**You will need**\n\n", "### Zutaten\n\n"]


def _read(text: str) -> ParsedProcedure:
    return read(Document({}, tuple(text.split("\n"))))


@pytest.mark.parametrize("heading", NEEDS)
def test_numbered_steps_right_below_what_one_needs_are_no_things(heading: str) -> None:
    found = _read(f"# Gratin\n\n{heading}{LIST}{STEPS}")
    assert found.procedure.resources == THINGS
    assert found.procedure.steps == ("Slice the potatoes.", "Heat the cream.")
    assert (found.procedure.sections, found.unused, found.unsure) == ((), (), False)


@pytest.mark.parametrize("heading", NEEDS)
def test_sentences_right_below_what_one_needs_are_the_steps(heading: str) -> None:
    found = _read(f"# Gratin\n\n{heading}{LIST}\nSlice the potatoes.\n\nHeat the cream.\n")
    assert found.procedure.resources == THINGS
    assert found.procedure.steps == ("Slice the potatoes.", "Heat the cream.")


def test_a_remark_below_what_one_needs_is_no_step() -> None:
    found = _read(f"# Gratin\n\n## Ingredients\n{LIST}\nWaxy ones are best.\n\n## Method\n{STEPS}")
    assert found.procedure.steps == ("Slice the potatoes.", "Heat the cream.")
    assert found.unused == ("Waxy ones are best.",)


@pytest.mark.parametrize("last", ["", "## Bake it\n\n"])
def test_a_group_of_things_before_numbered_steps_is_what_one_needs(last: str) -> None:
    found = _read(f"# Gratin\n\n## Ingredients\n{LIST}\n## Topping\n- 50 g cheese\n\n{last}{STEPS}")
    assert found.procedure.resources == (*THINGS, "50 g cheese")
    assert len(found.procedure.steps) == 2
