"""A note behind the steps is no step, however these are counted; bullets below a step may be sentences of it."""

import pytest

from tailor.library.formats.shared.step_texts import with_items
from tailor.library.importer import read_pasted

STEPS = ("Unplug it", "Hold the button", "Plug it in")


@pytest.mark.parametrize("mark", ["{n}. ", "{n}) ", "{n} ", "Step {n}: ", "- ", "* ", ""])
@pytest.mark.parametrize("word", ["NOTE", "Note", "NB", "Warning", "Tip", "Caution", "Important"])
def test_a_line_that_says_it_is_a_note_behind_the_steps_is_one(mark: str, word: str) -> None:
    lines = [mark.format(n=number) + step for number, step in enumerate(STEPS, 1)]
    made = read_pasted("Reset the router", "\n".join([*lines, f"{word}: you will lose your settings"])).procedure
    assert (made.steps, made.sections) == (STEPS, ())
    assert made.notes == f"{word}: you will lose your settings"


def test_a_note_between_numbered_steps_is_no_heading() -> None:
    made = read_pasted("Reset", "1. Unplug it.\n2. Hold it.\nNOTE: it goes hot\n3. Plug it in.").procedure
    assert (made.steps, made.sections) == (("Unplug it.", "Hold it. NOTE: it goes hot", "Plug it in."), ())


@pytest.mark.parametrize(
    ("step", "items", "text"),
    [
        ("Tie it at 1.5 m.", ("Do not use rope: it cuts in", "Use straps"),
         "Tie it at 1.5 m. Do not use rope: it cuts in. Use straps"),
        ("Get your tools.", ("Hammer", "Nails"), "Get your tools: Hammer; Nails"),
        ("Put it on.", ("skin side down", "close together"), "Put it on: skin side down; close together"),
        ("Put it on:", ("Keep the skin side down", "Stir"), "Put it on: Keep the skin side down; Stir"),
    ],
)  # fmt: skip
def test_a_full_stop_stays_before_bullets_that_are_sentences(step: str, items: tuple[str, ...], text: str) -> None:
    assert with_items(step, items) == text
