"""Things that blank lines set apart below their heading, in a text that is set double or whose list has parts."""

import pytest

from tailor.library.formats.text import reader as plain_text

TOLD = "\n\n1. Mix it\n2. Bake it\n"
HEADED = "\n\nMethod\n\nMix it\nBake it\n"


@pytest.mark.parametrize("below", [TOLD, HEADED], ids=["numbers", "a heading"])
@pytest.mark.parametrize(
    ("listed", "things"),
    [
        ("500 g flour\n\n50 g butter\n\na pan", ("500 g flour", "50 g butter", "a pan")),
        ("a saw\n\n\n\nwood\n\n\n\nglue", ("a saw", "wood", "glue")),
        ("- flour\n- butter\n\n- a pan", ("flour", "butter", "a pan")),
        ("- flour\n\n- butter", ("flour", "butter")),
        (
            "500 g flour\n5 g salt\n\n200 g apples\n50 g sugar",
            ("500 g flour", "5 g salt", "200 g apples", "50 g sugar"),
        ),
        (
            "For the dough\n500 g flour\n5 g salt\n\nFor the filling\napples\nsugar",
            ("500 g flour", "5 g salt", "apples", "sugar"),
        ),
        ("- a saw\n\nFor the lid:\n- wood\n- nails", ("a saw", "wood", "nails")),
    ],
)
def test_a_blank_line_among_the_things_ends_them_nowhere(listed: str, things: tuple[str, ...], below: str) -> None:
    for text in (f"Make it\n\nYou need:\n{listed}{below}", f"Make it\n\nYou need:\n\n{listed}{below}"):
        made = plain_text.parse(text).procedure
        assert (made.resources, made.steps, made.notes) == (things, ("Mix it", "Bake it"), "")


@pytest.mark.parametrize("listed", ["- flour\n- butter\n- a pan", "500 g flour\n50 g butter\n1 pan"])
def test_a_text_set_double_is_read_as_it_was(listed: str) -> None:
    text = f"Make it\n\nYou need:\n{listed}{TOLD}"
    for between in ("\n\n", "\n\n\n"):
        assert plain_text.parse(text.replace("\n", between)).procedure == plain_text.parse(text).procedure


@pytest.mark.parametrize(
    ("between", "noted"),
    [("This is my mum's bread.", True), ("Preparation of the tin", True), ("Easy and quick", False)],
)
def test_words_between_the_things_and_the_steps_are_no_things(between: str, noted: bool) -> None:
    for listed in ("flour\nbutter", "- flour\n- butter"):
        made = plain_text.parse(f"Make it\n\nYou need:\n{listed}\n\n{between}{TOLD}").procedure
        assert made.resources == ("flour", "butter")
        assert (between in made.notes) is noted


def test_a_line_by_itself_above_the_numbers_stays_their_title() -> None:
    made = plain_text.parse(f"Make it\n\nYou need:\n\nflour\n\nbutter\n\nThe dough{TOLD}").procedure
    assert made.resources == ("flour", "butter")
    assert [title for _, title in made.sections] == ["The dough"]


@pytest.mark.parametrize("steps", ["- Mix it\n- Bake it\n", "Mix it\n\nBake it\n", "Mix it\nBake it\n"])
def test_steps_that_nothing_announces_stay_steps_below_a_blank_line(steps: str) -> None:
    for listed in ("- flour\n- butter", "flour"):
        assert plain_text.parse(f"Make it\n\nYou need:\n{listed}\n\n{steps}").procedure.steps == (
            "Mix it",
            "Bake it",
        )


def test_bullets_that_tell_what_to_do_are_no_things() -> None:
    made = plain_text.parse(f"Make it\n\nYou need:\n- flour\n\n- Preheat the oven{TOLD}").procedure
    assert made.resources == ("flour",)
    assert len(made.steps) == 3


@pytest.mark.parametrize("head", ["\nFor the sauce:", "\nfrom the garden", "---"])
def test_bullets_with_amounts_above_numbered_steps_are_things_whatever_parts_them(head: str) -> None:
    steps = "Steps:\n1. Preheat the oven.\n2. Bake it."
    made = plain_text.parse(
        f"Fish\n\nYou need:\n- flour\n\n{head}\n- 2 cups of milk.\n- salt.\n\n{steps}"
    ).procedure
    assert made.resources == ("flour", "2 cups of milk.", "salt.")
    assert made.steps == ("Preheat the oven.", "Bake it.")
