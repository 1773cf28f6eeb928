"""Lines without bullets below the headings of a Markdown file are things and steps."""

import pytest

from tailor.library.formats.registry import read
from tailor.library.importer import Opened, read_text

STEPS = "## Method\n\n1. Chop it all.\n2. Boil it.\n"


def opened(text: str) -> Opened:
    return read_text(f"# Soup\n\n{text}", format="md")


@pytest.mark.parametrize("heading", ["## Ingredients", "## You need", "**Ingredients**", "## Zutaten"])
def test_bare_lines_are_things_without_any_amount(heading: str) -> None:
    made = opened(f"{heading}\n\ncarrots\nan onion\nwater\nsalt\n\n{STEPS}")
    assert made.procedure.resources == ("carrots", "an onion", "water", "salt")
    assert made.unused == ()


def test_the_things_may_stand_on_one_line() -> None:
    made = opened(f"## Ingredients\n\n2 carrots, 1 onion, 500 ml water, salt\n\n{STEPS}")
    assert made.procedure.resources == ("2 carrots", "1 onion", "500 ml water", "salt")


def test_one_thing_is_enough() -> None:
    assert opened(f"## Requirements\n\nPython 3.11\n\n{STEPS}").procedure.resources == ("Python 3.11",)


def test_a_list_in_parts_keeps_its_things_and_names_their_headings() -> None:
    made = opened(f"## Ingredients\n\nFor the base:\ncarrots\nonions\n\nFor the top:\ncream\nchives\n\n{STEPS}")
    assert made.procedure.resources == ("carrots", "onions", "cream", "chives")
    assert made.unused == ("For the base:", "For the top:")


def test_sentences_about_the_things_are_none() -> None:
    made = opened(f"## Ingredients\n\nAll from the garden. You can buy them too.\n\n{STEPS}")
    assert made.procedure.resources == ()
    assert made.unused == ("All from the garden. You can buy them too.",)


@pytest.mark.parametrize(
    "lines",
    [
        ("Chop the carrots", "Boil the water", "Cook for 20 minutes"),
        ("Chop the carrots", "Boil the water"),
        ("Möhren schneiden", "Wasser kochen", "Alles mischen"),
        ("Chop the carrots.", "They may be old.", "Boil it."),
    ],
)
def test_each_bare_line_of_a_method_is_a_step(lines: tuple[str, ...]) -> None:
    below = "\n".join(lines)
    assert opened(f"## Ingredients\n\n- carrots\n\n## Method\n\n{below}\n").procedure.steps == lines


def test_hard_line_breaks_make_no_steps() -> None:
    below = "Chop the carrots and put\nThem into the pot, then\nboil the water"
    made = opened(f"## Ingredients\n\n- carrots\n\n## Method\n\n{below}\n").procedure
    assert made.steps == (below.replace("\n", " "),)


BEANS = "- 1 tin white beans\n- 2 tbsp oil, the green one\n- 1 onion\n- bread + olives to serve\n"
CASUAL = (
    "Rinse beans till the foam is gone. Warm them in 200ml water, stir now and then.",
    "Meanwhile fry onion in half the oil, 8 mins ish",
    "Chuck in the rest, cook down 5-7 mins",
    "Eat with bread",
)


@pytest.mark.parametrize("title", ["# Uncle's beans", "Uncle's beans"])
def test_bare_lines_right_below_a_bulleted_list_are_read_as_in_plain_text(title: str) -> None:
    text = f"{title}\n\n{BEANS}" + "\n".join(CASUAL)
    made = read_text(text, format="md").procedure
    assert made == read_text(text.removeprefix("# "), format="text").procedure
    assert made.resources[-1] == "bread + olives to serve"
    assert made.steps == CASUAL


def test_bare_lines_that_tell_nothing_to_do_belong_to_the_last_bullet() -> None:
    (found,) = read(f"# Beans\n\n{BEANS}(or rice)\n(or nothing)\n", "md")
    assert found.unsure
    assert found.procedure.steps[-1] == "bread + olives to serve (or rice) (or nothing)"
