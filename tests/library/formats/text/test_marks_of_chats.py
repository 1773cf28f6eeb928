"""What people type around items and steps in a chat: letters, boxes, kisses, and a whole list on one line."""

import pytest

from tailor.library.formats.registry import read
from tailor.library.formats.shared.parsed import ParsedProcedure

STEPS = ("Mix it well.", "Bake it.", "Eat it.")
MARKS = [
    ("☐ ", "☑ ", "☒ "),
    ("✅ ", "✓ ", "✔️ "),
    ("[ ] ", "[x] ", "[] "),
    ("- ☐ ", "- ☑ ", "- ☐ "),
]


def only(text: str, format: str = "text") -> ParsedProcedure:
    (made,) = read(text, format)
    return made


def marked(marks: tuple[str, str, str], lines: tuple[str, ...]) -> str:
    return "\n".join(mark + line for mark, line in zip(marks, lines, strict=True))


@pytest.mark.parametrize("marks", [("a) ", "b) ", "c) "), ("(a) ", "(b) ", "(c) "), ("A. ", "B. ", "C. "), *MARKS])
@pytest.mark.parametrize("before", ["", "> ", "[14:02] Marta 🌻: "])
def test_letters_and_boxes_before_steps_are_taken_off_behind_quotes_and_times_too(
    marks: tuple[str, str, str], before: str
) -> None:
    told = "\n".join(before + line for line in ("Plum cake", *marked(marks, STEPS).split("\n")))
    assert only(told).procedure.steps == STEPS


@pytest.mark.parametrize("marks", MARKS)
def test_boxes_are_taken_off_items_and_steps_of_markdown(marks: tuple[str, str, str]) -> None:
    things = ("2 eggs", "100 g flour", "salt")
    text = f"# Cake\n\n## Ingredients\n\n{marked(marks, things)}\n\n## Steps\n\n{marked(marks, STEPS)}\n"
    made = only(text, "md").procedure
    assert (made.resources, made.steps) == (things, STEPS)


def test_boxes_are_taken_off_a_list_in_groups() -> None:
    text = "Packing list for skiing\n\nBefore:\n☐ wax skis\n☑ rent boots\n\nMorning of:\n☐ fill thermos\n☐ leave\n"
    assert only(text).procedure.steps == ("wax skis", "rent boots", "fill thermos", "leave")


@pytest.mark.parametrize(
    ("heading", "yields"),
    [
        ("Ingredients (4 people)", "4 people"),
        ("Ingredients (serves 4)", "4 servings"),
        ("Ingrédients (4 pers.) ", "4 pers."),
        ("Zutaten für 4 Personen", "4 Personen"),
        ("Ingredientes (4 personas)", "4 personas"),
        ("Ingredienti per 4 persone", "4 persone"),
        ("Ingredients", ""),
    ],
)
@pytest.mark.parametrize(
    ("format", "steps"),
    [
        ("text", "Whisk it well.\nFry it."),
        ("text", "1. Whisk it well.\n2. Fry it."),
        ("md", "1. Whisk it well.\n2. Fry it."),
    ],
)
def test_a_list_behind_its_heading_and_its_yield_is_read_from_one_line(
    heading: str, yields: str, format: str, steps: str
) -> None:
    mark = "# " if format == "md" else ""
    text = f"{mark}Pancakes\n\n{heading}: 250g flour, 1,5 l milk, 4 eggs (large, fresh), salt\n\n{steps}\n"
    made = only(text, format).procedure
    assert made.resources == ("250g flour", "1,5 l milk", "4 eggs (large, fresh)", "salt")
    assert made.yields == yields
    assert " ".join(made.steps) == "Whisk it well. Fry it."


@pytest.mark.parametrize(
    ("line", "yields"),
    [("for 6 ppl", "6 ppl"), ("serves 6 ppl", "6 ppl"), ("4 pers", "4 pers")],
)
def test_a_short_word_for_people_states_a_yield(line: str, yields: str) -> None:
    made = only(f"Curry\n{line}\n- 2 eggs\n- 100 g flour\n1. Mix it.\n2. Fry it.\n").procedure
    assert made.yields == yields
    assert made.notes == ""


@pytest.mark.parametrize("steps", ["1. Mix it well.\n2. Fry it.", "Mix it well.\nFry it."])
@pytest.mark.parametrize("wish", ["enjoy xx 😘", "Enjoy :)", "enjoy guys!!", "Guten Appetit 😋", "bon appétit xo"])
def test_a_wish_with_kisses_or_faces_below_the_steps_is_a_note(steps: str, wish: str) -> None:
    made = only(f"Curry\n\n- 2 eggs\n- 100 g flour\n\n{steps}\n{wish}\n").procedure
    assert made.steps == ("Mix it well.", "Fry it.")
    assert made.notes == wish


def test_a_last_step_that_says_how_to_enjoy_it_stays() -> None:
    made = only("Curry\n\n- 2 eggs\n- 100 g flour\n\nMix it well.\nFry it.\nEnjoy with rice.\n").procedure
    assert made.steps == ("Mix it well.", "Fry it.", "Enjoy with rice.")
