"""Tips, notes and food values below the steps are none, with and without the mark of a heading."""

import pytest

from tailor.library.formats.markdown.reader import read
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.markdown import Document

STEPS = "* Put all in a jar.\n* Shake it.\n"


def _read(text: str) -> ParsedProcedure:
    return read(Document({}, tuple(text.split("\n"))))


@pytest.mark.parametrize("head", ["Tips", "Notes:", "**Hinweis**", "### Tips"])
def test_a_list_of_tips_below_the_steps_is_notes(head: str) -> None:
    made = _read(f"# Oats\n\nDirections\n{STEPS}\n{head}\n* Use a big jar.\n").procedure
    assert made.steps == ("Put all in a jar.", "Shake it.")
    assert "Use a big jar." in made.notes


@pytest.mark.parametrize("head", ["Nutrition", "Nährwerte:", "## Nutrition"])
def test_food_values_below_the_steps_are_named_as_not_used(head: str) -> None:
    found = _read(f"# Oats\n\nDirections\n{STEPS}\n{head}\n* 310 kcal\n")
    assert found.procedure.steps == ("Put all in a jar.", "Shake it.")
    assert "310 kcal" in found.unused


@pytest.mark.parametrize(
    "steps", [STEPS, "1. Put all in a jar.\n2. Shake it.\n", "Put all in a jar.\n\nShake it.\n"]
)
def test_paragraphs_that_call_themselves_tips_are_notes_at_the_end(steps: str) -> None:
    made = _read(f"# Oats\n\n## Directions\n{steps}\n**Tip:** use a big jar.\n\nNote: keeps a week.\n").procedure
    assert made.steps == ("Put all in a jar.", "Shake it.")
    assert "keeps a week." in made.notes


def test_a_warning_behind_the_steps_is_kept() -> None:
    made = _read("# A flat\n\n## Steps\n1. Patch it.\n2. Pump it up.\n\n**Warning:** Never ride on a flat.\n")
    assert made.procedure.steps == ("Patch it.", "Pump it up.")
    assert "Never ride on a flat." in made.procedure.notes


def test_a_note_between_sentences_keeps_its_place() -> None:
    made = _read("# Oats\n\n## Directions\nPut all in a jar.\n\nNote: now wait.\n\nShake it.\n").procedure
    assert made.steps == ("Put all in a jar.", "Note: now wait.", "Shake it.")


def test_the_title_of_notes_heads_no_steps() -> None:
    made = _read("# Oats\n\n## Method\n1. Mix.\n\n### Notes\n1. Use a jar.\n\n### Later\n1. Eat it.\n").procedure
    assert made.sections == ((2, "Later"),)
    assert made.steps == ("Mix.", "Eat it.")


@pytest.mark.parametrize("hot", ["The board is hot.", "The board is hot. :::", "\n- The board is hot.\n"])
def test_a_box_in_a_part_is_a_note_and_ends_no_list(hot: str) -> None:
    box = f"\n:::caution\n{hot}\n:::\n\n"
    found = _read(f"# Board\n\n## Steps\n{box}1. Solder the pins.\n{box}2. Cut the pins.\n\n## Tips\n\n1. Rest.\n")
    assert found.procedure.steps == ("Solder the pins.", "Cut the pins.")
    assert found.procedure.notes.count("The board is hot.") == 2


@pytest.mark.parametrize(
    "steps", ["1. Solder the pins.\n{}2. Cut the pins.\n", "Solder the pins.\n{}Cut the pins.\n"]
)
def test_a_box_right_between_steps_is_part_of_neither(steps: str) -> None:
    found = _read("# Board\n\n## Steps\n" + steps.format(":::tip\nIt is hot.\n:::\n")).procedure
    assert (found.steps, found.notes) == (("Solder the pins.", "Cut the pins."), "It is hot.")


def test_steps_in_a_box_are_no_notes_too() -> None:
    found = _read("# Board\n\n## Steps\n:::tip\n1. Solder the pins.\n2. Cut the pins.\n:::\n").procedure
    assert (found.steps, found.notes) == (("Solder the pins.", "Cut the pins."), "")


def test_a_box_that_is_open_to_the_end_of_a_part_takes_no_other_part() -> None:
    found = _read("# Board\n\n:::tip\nIt is hot.\n\n## Steps\n\n1. Solder the pins.\n2. Cut the pins.\n")
    assert found.procedure.steps == ("Solder the pins.", "Cut the pins.")
