"""A method told in one paragraph becomes a step for each sentence, and its letter gives a title and a yield."""

import textwrap

import pytest

from tailor.library.formats.shared.sentences import by_sentence, sentences
from tailor.library.formats.text.messages import spoken_title
from tailor.library.formats.text.reader import parse, parse_under
from tailor.library.formats.text.writer import write

LETTER = """Hi Jo,

here's the lemon cake you asked about, makes one 23 cm tin, 12 slices.

225 g butter, 225 g sugar, 4 eggs, 225 g self-raising flour, 1 lemon

{}

Love,
Mum
"""
TOLD = [
    "Heat the oven to 180 C.",
    "Cream the butter and sugar until pale, approx. 5 min. with a mixer.",
    "Beat in the eggs one at a time.",
    "Fold in the flour (sieved. Twice!) and the zest.",
    "Is the mixture stiff? Add 1.5 tbsp. milk.",
    "Bake for 45-50 min. until it is brown.",
    "Let it cool and eat it. Enjoy!",
]


def test_each_sentence_of_a_letter_is_a_step_and_its_first_words_are_the_title() -> None:
    read = parse(LETTER.format(" ".join(TOLD)), "r2").procedure
    assert read.steps == tuple(TOLD)
    assert (read.goal, read.yields) == ("Lemon cake", "12 slices")
    assert "here's the lemon cake you asked about" in read.notes


@pytest.mark.parametrize("width", range(40, 84, 4))
def test_a_paragraph_wrapped_over_lines_is_cut_too(width: int) -> None:
    lines = textwrap.wrap(" ".join(TOLD), width)
    read = parse("Lemon cake\n\n225 g butter\n225 g sugar\n4 eggs\n\n" + "\n".join(lines)).procedure
    assert (read.goal, read.steps) == ("Lemon cake", tuple(TOLD))


@pytest.mark.parametrize(
    "text",
    [
        "1. Heat it. Stir it. Pour it. Eat it.",  # it has a number
        "Heat it up. Stir it well. Pour it out.",  # too few
        "Heat it up. Stir it well. Pour it out. Eat it all.\nWash the pan.",  # not the whole method
    ],
)
def test_any_other_step_stays_whole(text: str) -> None:
    said = [line.removeprefix("1. ") for line in text.split("\n")]
    assert list(parse_under("Soup", text).procedure.steps) == said


def test_a_method_that_was_cut_is_read_back_as_it_is() -> None:
    read = parse_under("Soup", " ".join(TOLD)).procedure
    assert parse(write(read)).procedure.steps == read.steps
    assert len(read.steps) == len(TOLD)


@pytest.mark.parametrize(
    "told",
    [
        ["Ask Dr. Lee.", "Call J. Smith at 9 a.m.", "Wait... and see."],
        ['Use a 10" board.', 'Cut 2" off it.', "Sand the edge."],
        ["Press “Start. Now” on it.", "Wait for 10 sec.", "The lamp (no. 2) is on."],
        ["Heat to 180 °C.", "Add 2 tsp.", "Salt it (see p. 12)."],
        ["Hornea el pan.", "¿Tienes prisa?", "¡Usa el grill!", "Sirve la sopa."],
        ["chop the onions.", "fry them for approx. 5 min. in oil.", "add the rice."],
        ["Add e.g. Parmesan.", "Turn it after a while.", "20 minutes later it is done!", "Stop!"],
    ],
)
def test_sentences_end_where_people_end_them(told: list[str]) -> None:
    assert sentences(" ".join(told)) == told


@pytest.mark.parametrize("text", [" ".join(TOLD), "a. b? c! “d. e” (f. g) 1. 2. H", "... ! ? x. Y. z", "One."])
def test_no_word_is_lost(text: str) -> None:
    assert " ".join(sentences(text)) == text
    assert " ".join(by_sentence([text])) == text


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Here is my recipe for leek soup.", "Leek soup"),
        ("here's Nan's fudge - enjoy", "Fudge"),
        ("Here's how I do it:", ""),
        ("here are the steps", ""),
        ("this is easy", ""),
        ("Here's the thing: it works.", ""),
        ("Put it here, the cake is hot", ""),
    ],
)
def test_a_title_is_what_a_letter_says_it_brings(line: str, title: str) -> None:
    assert spoken_title(line) == title


@pytest.mark.parametrize(
    ("note", "yields"),
    [
        ("We had it often, feeds four easily.", "4 servings"),
        ("A lovely cake, makes 2 loaves.", "2 loaves"),
        ("A tin of 20 cm, makes one 20 cm tin.", ""),
        ("Cleaning it often makes it easier.", ""),
    ],
)
def test_a_yield_among_other_words_of_a_note(note: str, yields: str) -> None:
    text = f"Nan's loaf\n\nYou need:\n- 1 kg flour\n\nSteps:\n1. Mix it.\n2. Bake it.\n\nNotes:\n{note}"
    assert parse(text).procedure.yields == yields
