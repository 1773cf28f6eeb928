"""What the notes warn of is told apart from the other notes, in the words of whoever wrote it."""

import pytest

from tailor.core.dangers import cautions
from tailor.core.procedure import procedure
from tailor.core.written_warnings import split_notes


@pytest.mark.parametrize(
    "line",
    [
        "WARNING: pull the plug first.",
        "**Warning:** pull the plug first.",
        "> CAUTION - it is sharp",
        "DANGER! Never reach under it.",
        "- Caution: hot",
        "⚠️ Wear goggles.",
        "Important: not more than four a day.",
        "Be careful with the hot oil.",
        "Achtung: heiß!",
        "Safety first: wear gloves.",
        "!! Do not touch the pads !!",
    ],
)
def test_a_line_that_warns_is_one(line: str) -> None:
    (warning,), rest = split_notes(f"Do it once a year.\n{line}\n\nGood with jam.")
    assert warning in line.replace("**", "")
    assert warning[0].isalpha()
    assert rest == "Do it once a year.\n\nGood with jam."


@pytest.mark.parametrize(
    "line",
    [
        "Warning lights come on in between.",
        "My dad was careful with it.",
        "It is important to rest.",
        "Note: do this once a year.",
        "Dangerous Dave gave me this.",
        "Attention to detail pays.",
        "No warning: it never burns.",
    ],
)
def test_a_line_that_only_has_such_a_word_is_none(line: str) -> None:
    assert split_notes(line) == ((), line)


@pytest.mark.parametrize("head", ["## Warnings", "WARNING", "> [!CAUTION]", "Safety information:", ":::warning"])
def test_below_a_heading_of_warnings_each_line_is_one(head: str) -> None:
    warnings, rest = split_notes(f"Good.\n{head}\n\n- Unplug it.\n- Wear gloves.\n\nThanks to Ann.")
    assert (warnings, rest) == (("Unplug it.", "Wear gloves."), "Good.\n\nThanks to Ann.")


def test_who_uses_it_hears_what_it_warns_of_before_the_first_step() -> None:
    made = procedure("Mow", ["Start it.", "Mow."], notes="WARNING: no sandals.\nOnce a week.")
    assert [one.says for one in cautions(made)] == ["WARNING: no sandals."]


def test_a_long_run_of_signs_is_read_at_once() -> None:
    for piece in ("!", "- ", "> ", ": ", "[!", "⚠"):
        split_notes(piece * 25_000)
