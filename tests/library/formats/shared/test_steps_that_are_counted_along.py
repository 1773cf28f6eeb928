"""Steps that a text counts in another way than by numbers of lines, and those of one paragraph."""

import pytest

from tailor.library.formats.markdown import reader as foreign_markdown
from tailor.library.formats.pages import reader as html_page
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.text import reader as plain_text

STEPS = ("Chop it.", "Boil it.", "Eat it.")


@pytest.mark.parametrize(
    "text",
    [
        "Step 1: Chop it. Step 2: Boil it. Step 3: Eat it.",
        "Schritt 1: Chop it. Schritt 2: Boil it. Schritt 3: Eat it.",
        "① Chop it. ② Boil it. ③ Eat it.",
        "❶ Chop it.\n❷ Boil it.\n❸ Eat it.",
        "一、Chop it.\n二、Boil it.\n三、Eat it.",
        "1. Chop it.\n\f2. Boil it.\n3. Eat it.",
    ],
)
def test_each_of_these_counts_the_steps(text: str) -> None:
    assert plain_text.parse(f"Soup\n\n{text}").procedure.steps == STEPS


def test_two_letters_count_the_steps_of_a_text_without_a_title() -> None:
    made = plain_text.parse("a. Chop the onions.\nb. Boil the water.", "a file").procedure
    assert (made.goal, made.steps) == ("a file", ("Chop the onions.", "Boil the water."))


def test_numbers_go_on_beyond_four_figures() -> None:
    lines = "\n".join(f"{number}) Do thing {number}." for number in range(9_998, 10_003))
    assert len(plain_text.parse(f"Soup\n{lines}").procedure.steps) == 5


@pytest.mark.parametrize(
    "step", ["See ① and ② of the plan.", "As in Step 1: mix. Then go on.", "Ask Mr. a. Boil it."]
)
def test_marks_within_a_step_cut_nothing(step: str) -> None:
    assert plain_text.parse(f"Soup\n1. Chop it.\n2. {step}").procedure.steps == ("Chop it.", step)


def test_notes_keep_their_marks() -> None:
    made = plain_text.parse("Soup\n1. Chop it.\n2. Boil it.\n\n== Notes ==\nStep 1: a. Step 2: b.").procedure
    assert made.notes == "Step 1: a. Step 2: b."


METHOD = "Peel the pears. Boil them in wine. Cut them into slices. Put them on the plates."


@pytest.mark.web
def test_a_method_of_one_paragraph_is_cut_in_pages_and_markdown_too() -> None:
    things = "<h2>Ingredients</h2><ul><li>200 g pears</li><li>1 l wine</li><li>2 cloves</li></ul>"
    page = html_page.read(f"<h1>Pears</h1>{things}<h2>Method</h2><p>{METHOD}</p>").procedure
    text = foreign_markdown.parse(
        f"# Pears\n\n## Ingredients\n\n- 200 g pears\n- 1 l wine\n\n## Method\n\n{METHOD}\n"
    )
    assert isinstance(text, ParsedProcedure)
    assert len(page.steps) == len(text.procedure.steps) == 4


def test_a_paragraph_of_two_sentences_is_one_step() -> None:
    text = foreign_markdown.parse(
        "# Pears\n\n## Ingredients\n\n- 2 pears\n\n## Method\n\nPeel the pears. Eat them.\n"
    )
    assert isinstance(text, ParsedProcedure)
    assert text.procedure.steps == ("Peel the pears. Eat them.",)
