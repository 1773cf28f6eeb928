"""Answers that write their steps twice are read once, and it is said which of the lists was taken."""

import pytest

from tailor.agents.parsing import read_steps

ONE, TWO = "1. Mix it.\n2. Bake it.\n", "1. Mix it well.\n2. Rest it.\n3. Bake it.\n"
FIRST, LAST = ("Mix it.", "Bake it."), ("Mix it well.", "Rest it.", "Bake it.")
TOLD = "The answer has its steps more than once. "


@pytest.mark.parametrize(
    "words",
    ["Actually, let me redo this with the right amounts:", "Revised version:", "## Final", "**Corrected steps:**",
     "Wait, I forgot the rest.", "Let me try again.", "Here are the same steps with more detail:",
     "That is too long, so here is the final list:", "Sorry, I made a mistake."],
)  # fmt: skip
@pytest.mark.parametrize("end", ["", "\nLet me know how it goes!"])
def test_a_list_written_again_takes_the_place_of_the_one_before(words: str, end: str) -> None:
    read = read_steps(f"Draft:\n{ONE}\n{words}\n\n{TWO}{end}")
    assert read.steps == LAST
    assert [*read.remarks()] == [f"{TOLD}The one below “{words.strip('#*:. ')}” was taken."]


@pytest.mark.parametrize(
    "words",
    ["Alternatively:", "Or:", "## Option B", "**Option B: Slow**", "Method 2", "Another way:", "Or, in a pan:"],
)
def test_of_several_options_the_first_is_taken(words: str) -> None:
    read = read_steps(f"Option A\n{ONE}\n{words}\n\n{TWO}")
    assert read.steps == FIRST
    assert [*read.remarks()] == [f"{TOLD}The first was taken. What stands below “{words.strip('#*:. ')}” was not."]


def test_bullets_labels_and_headings_are_written_again_too() -> None:
    for mark in ("- {}\n", "Step {n}: {}\n", "### Step {n}: {}\n"):
        once, again = ("".join(mark.format(step, n=n) for n, step in enumerate(some, 1)) for some in (FIRST, LAST))
        assert read_steps(f"{once}\nRevised version:\n{again}").steps == LAST


def test_one_corrected_step_is_no_whole_list() -> None:
    read = read_steps(f"{TWO}4. Eat it.\n\nWait, step 1 should be:\n1. Sift it.\n")
    assert read.steps == (*LAST, "Eat it.")
    assert [*read.remarks()] == [f"{TOLD}The first was taken. What stands below “Wait, step 1 should be” was not."]


@pytest.mark.parametrize("words", ["For the pasta:", "Final steps:", "The next day, before your guests come:"])
def test_two_parts_of_one_how_to_stay_and_the_words_between_are_no_step(words: str) -> None:
    read = read_steps(f"For the sauce:\n{ONE}\n{words}\n\n{TWO}")
    assert read.steps == (*FIRST, *LAST)
    assert [*read.remarks()] == [f"Only the steps of the answer were taken. It also says: “{words}”."]


@pytest.mark.parametrize(
    "raw",
    ["1. Mix it.\nWait, or stir.\n1. Bake it.", "- Mix it.\nWait, or stir.\n- Bake it.",
     "1. Mix it.\n\nWait, or stir.\n\n2. Bake it."],
)  # fmt: skip
def test_a_step_that_sounds_like_talk_stays_in_its_list(raw: str) -> None:
    assert read_steps(raw).steps == ("Mix it. Wait, or stir.", "Bake it.")


@pytest.mark.parametrize(
    "words",
    ["Second part of the plan:", "Complete the recipe:", "Once the bracket is fixed, continue with these steps:",
     "In the evening, go through the steps again:"],
)  # fmt: skip
def test_the_second_part_of_a_plan_is_no_version_of_the_first(words: str) -> None:
    first, second = ("Clean the wall.", "Drill a hole.", "Plug it."), ("Hang the shelf.", "Level it with care.")
    text = "\n".join(f"{number}. {step}" for number, step in enumerate(first, 1))
    more = "\n".join(f"{number}. {step}" for number, step in enumerate(second, 1))
    read = read_steps(f"First part of the plan:\n{text}\n\n{words}\n{more}\n")
    assert set(first) | set(second) <= set(read.steps)
    assert not read.version
