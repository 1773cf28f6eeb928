"""A reader takes marks off the front of a line only: what people write inside it stays, word for word."""

import re
from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memory.generation.parsing import questions_of
from tailor.core.procedure import Procedure
from tailor.library.formats.registry import read
from tailor.library.formats.shared.step_texts import bare_title
from tailor.library.formats.text import reader as plain_text
from tailor.library.importer import read_pasted
from tailor.library.manual_import import lines_of_text

_WORDS = st.sampled_from(["walnuts", "cream", "oil", "basil", "eggs", "half", "toss", "2", "180", "½", "don't"])
_BETWEEN = [" ", " + ", " * ", " - ", " – ", " • ", " -> ", " ~ ", " [x] ", " [ ] ", ", ", " / ", " & ", " = "]
_BETWEEN += [
    "+",
    "*",
    "-",
    "/",
    ": ",
    "; ",
    ". ",
    ") ",
    " 2. ",
    " 3) ",
    " # ",
    " step 2: ",
    " _",
    " > ",
    " | ",
    "…",
]
_MORE = st.lists(st.tuples(st.sampled_from(_BETWEEN), _WORDS), max_size=5)
_LINE = _MORE.map(lambda more: "Mix" + "".join(mark + word for mark, word in [(" ", "rice"), *more]))
_FRONT = st.sampled_from(["", "- ", "* ", "+ ", "• ", "1. ", "2) "])


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[^\W_]+", text.casefold()))


def said(made: Procedure) -> str:
    return "\n".join((made.goal, *made.resources, *made.steps, *(title for _, title in made.sections), made.notes))


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A how-to with one kind of mark in front of its steps, and the lines without it."""
    front = draw(_FRONT)
    lines = draw(st.lists(_LINE, min_size=1, max_size=4))
    needed = draw(st.lists(_LINE, max_size=2))
    heads = ["Ingredients:", *(f"- {line}" for line in needed), "", "Steps:"] if needed else []
    return "\n".join(["Salad", "", *heads, *(front + line for line in lines)]), [*needed, *lines]


@pytest.mark.parametrize("format", ["text", "md"])
@settings(max_examples=150, deadline=None)
@given(texts())
def test_the_words_of_each_line_are_in_the_procedure_or_told(format: str, text: tuple[str, list[str]]) -> None:
    whole, lines = text
    assume(format == "text" or re.search(r"\w\*\w", whole) is None)  # there it is emphasis
    (found,) = read(whole, format)
    told = words(said(found.procedure) + "\n" + "\n".join(found.unused))
    assert words(" ".join(lines)) - told == Counter()


@settings(max_examples=150, deadline=None)
@given(texts())
def test_the_words_of_each_pasted_line_are_understood(text: tuple[str, list[str]]) -> None:
    whole, lines = text
    read_here = read_pasted("", whole)
    told = words(said(read_here.procedure) + "\n" + "\n".join(read_here.unused))
    assert words(" ".join(lines)) - told == Counter()


@pytest.mark.parametrize(
    "line",
    [
        "walnuts + cream + basil",
        "2 - 3 eggs",
        "a * b * c",
        "oil +vinegar",
        "rest of cheese – breadcrumbs",
        "1 • 2",
    ],
)
def test_a_mark_inside_a_line_stays(line: str) -> None:
    step = plain_text.parse(f"Salad\n\nMix {line}\nServe it").procedure.steps[0]
    item = plain_text.parse(f"Salad\n\nYou need:\n- tin {line}\n\nSteps:\nServe it").procedure.resources[0]
    assert (step, item) == (f"Mix {line}", f"tin {line}")


def test_tabs_in_front_of_lines_cost_no_words_at_the_end() -> None:
    text = "Salad\n\nYou need:\n\t- eggs\n\t- rice\n\nSteps:\n\tToss it\n\tServe with walnuts"
    for parsed in (plain_text.parse(text), read_pasted("", text)):
        assert parsed.procedure.steps[-1] == "Serve with walnuts"
    assert lines_of_text(text)[-1].text == "Serve with walnuts"


def test_numbers_with_different_marks_count_no_steps_and_stay() -> None:
    (found,) = read("Salad\n\n1. Mix rice 2. walnuts 3) walnuts", "md")
    assert found.procedure.steps == ("Mix rice 2. walnuts 3) walnuts",)


def test_a_number_inside_a_heading_stays() -> None:
    assert bare_title("Step 2: Bake at 180: the second time") == "Bake at 180: the second time"
    assert bare_title("Bake at 180: the second time") == "Bake at 180: the second time"


def test_a_box_inside_an_item_stays() -> None:
    (found,) = read("# Door\n\n- [ ] Press [x] to close\n- Wait\n", "md")
    assert found.procedure.steps[0] == "Press [x] to close"


def test_a_length_after_step_is_no_number() -> None:
    assert plain_text.parse("Ladder\n\nStep 2m back\nClimb").procedure.steps == ("Step 2m back", "Climb")


def test_a_label_inside_a_query_stays() -> None:
    asked = "How do I answer a question: politely or not?"
    assert questions_of(f"1. {asked}", 3) == (asked,)
