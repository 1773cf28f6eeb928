"""Texts as people paste them: a title, for how many, what one needs, and what one does."""

import pytest

from tailor.core.procedure import Times
from tailor.library.formats import registry
from tailor.library.formats.plain_text import read, read_under, titled

NEEDS = ("2 cups flour", "2 eggs")
DOES = ("Whisk the flour and the eggs.", "Fry.")
BODY = "\n\nIngredients\n- 2 cups flour\n- 2 eggs\n\nMethod\n1. Whisk the flour and the eggs.\n2. Fry."


@pytest.mark.parametrize(
    ("head", "yields"),
    [
        ("Serves 4", "4 servings"),
        ("Serves: 4-6", "4-6 servings"),
        ("Serves 4 people", "4 people"),
        ("Makes about 12 pancakes.", "12 pancakes"),
        ("Servings: 2", "2 servings"),
        ("Yield: 1 loaf", "1 loaf"),
    ],
)
def test_for_how_many_it_is_is_no_step(head: str, yields: str) -> None:
    made = read(f"Nan's Sunday Pancakes\n{head}{BODY}")
    assert (made.goal, made.yields) == ("Nan's Sunday Pancakes", yields)
    assert (made.resources, made.steps) == (NEEDS, DOES)


@pytest.mark.parametrize("mark", ["", "# ", "## "])
def test_headings_are_no_title_and_no_steps_whether_marked_or_not(mark: str) -> None:
    made = read(f"{mark}Resources\n- 2 cups flour\n- 2 eggs\n{mark}Steps\nWhisk.\nFry.", "Pancakes")
    assert (made.goal, made.resources, made.steps) == ("Pancakes", NEEDS, ("Whisk.", "Fry."))


def test_times_below_the_title_are_times() -> None:
    for told in ("Prep time: 10 min · Cook 20 minutes", "Prep: 10 min\nCook time: 20 minutes"):
        made = read(f"Pancakes\n{told}{BODY}")
        assert made.times == Times(prep=10, cook=20)
        assert made.steps == DOES


def test_words_above_what_one_needs_are_notes_and_not_lost() -> None:
    made = read(f"Pancakes\nMy grandmother made these.{BODY}")
    assert (made.notes, made.steps) == ("My grandmother made these.", DOES)


def test_without_any_heading_only_the_lines_right_below_the_title_are_facts() -> None:
    made = read("Pancakes\nServes 4\nWhisk.\nFry.\nServes well with jam")
    assert (made.yields, made.steps) == ("4 servings", ("Whisk.", "Fry.", "Serves well with jam"))


def test_a_step_that_only_sounds_like_a_fact_stays_a_step() -> None:
    assert read_under("", "1. Serves 4\n2. Makes 3 holes").steps == ("Serves 4", "Makes 3 holes")
    assert read_under("", "Cook 20 minutes more than usual\nWait").steps[0] == "Cook 20 minutes more than usual"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"Nan's Pancakes\nServes 4{BODY}", "Nan's Pancakes"),
        ("Fix a chair\n1. Glue\n2. Clamp", "Fix a chair"),
        ("Fix a chair\nYou need:\n* glue\n\n1. Glue", "Fix a chair"),
        ("# Fix a chair\nYou need:\n* glue\n\n1. Glue", "Fix a chair"),
        ("Glue\nClamp\nWait", ""),
        ("1. Glue\n2. Clamp", ""),
        ("Heat the oven.\n1. Glue\n2. Clamp", ""),
        ("You need:\n* glue\n1. Glue", ""),
        ("- Glue\n1. Clamp", ""),
        ("", ""),
    ],
)
def test_a_title_is_told_from_a_first_step(text: str, title: str) -> None:
    found, rest = titled(text)
    assert found == title
    assert rest == (text if not title else text.partition("\n")[2])


def test_a_text_without_marks_is_read_alike_whatever_its_file_is_called() -> None:
    text = "Salad\n\nIngredients\n2 eggs\n1 tin beans\n\nMethod\nMix oil + vinegar.\nBoil the eggs.\nServe.\n"
    [marked], [plain] = registry.read(text, "md"), registry.read(text, "text")
    assert marked == plain
    assert (plain.procedure.goal, len(plain.procedure.resources), len(plain.procedure.steps)) == ("Salad", 2, 3)


def test_lines_set_to_a_width_stay_one_step() -> None:
    [found] = registry.read("# Salad\n\nMethod\n\nMix oil and\nvinegar in a jar.\n\nServe.\n", "md")
    [unmarked] = registry.read("Salad\n\nMethod\n\nMix oil and\nvinegar in a jar.\n\nServe.\n", "md")
    assert found.procedure.steps == unmarked.procedure.steps == ("Mix oil and vinegar in a jar.", "Serve.")
