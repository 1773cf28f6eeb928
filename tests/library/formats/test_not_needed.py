"""What a text says not to use is nothing that one needs, and its heading stays above it."""

import pytest

from tailor.core.procedure import Procedure
from tailor.library.formats.registry import read

MARKDOWN = (
    "# Clean a sink\n\n## You need\n\n- 1 cup soda\n\n## {head}\n\n- 1 cup bleach\n\n"
    "## Steps\n\n1. Scrub with the soda.\n"
)
TEXT = "Clean a sink\n\nYou need:\n- 1 cup soda\n\n{head}:\n- 1 cup bleach\n\nSteps:\n1. Scrub with the soda.\n"


def made_of(text: str, format: str) -> Procedure:
    return read(text, format)[0].procedure


@pytest.mark.parametrize(
    "head",
    ["Do not use", "Don't use", "Not needed", "Leave out", "Avoid", "Do not use (on marble)", "Do not use these"],
)
@pytest.mark.parametrize(("format", "text"), [("md", MARKDOWN), ("text", TEXT)])
def test_what_is_not_to_be_used_is_a_note_below_its_heading(format: str, text: str, head: str) -> None:
    made = made_of(text.format(head=head), format)
    assert made.resources == ("1 cup soda",)
    assert [line.strip(": ") for line in made.notes.splitlines()] == [head, "1 cup bleach"]


def test_the_group_below_what_is_not_to_be_used_is_needed_again() -> None:
    text = TEXT.format(head="Do not use").replace("bleach\n", "bleach\n\nFor the tap:\n- 1 cloth\n")
    assert made_of(text, "text").resources == ("1 cup soda", "1 cloth")


def test_what_nobody_should_do_stays_below_the_words_that_say_so() -> None:
    steps = (
        "# Clean\n\n## Steps\n\n1. Scrub it.\n2. Rinse it.\n\n## Never do this\n\n1. Mix bleach with vinegar.\n"
    )
    made = made_of(steps, "md")
    assert made.steps == ("Scrub it.", "Rinse it.")
    assert made.notes == "Never do this\nMix bleach with vinegar."
