"""Lines that were glued to others, lost, or taken for steps: tables, headings at the end, slips, food values."""

import json

import pytest

from tailor.library.formats.registry import read

TABLE = "| role | who |\n|---|---|\n| on call | Ann |\n"


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (f"# Deploy\n1. Open the site\n2. Close it\n{TABLE}", "Close it"),
        (f"# Deploy\n## Steps\n- Open the site\n- Close it\n{TABLE}", "Close it"),
        (f"# Deploy\n## Steps\n- Open the site\n- Close it\n\n{TABLE}", "Close it"),
    ],
)
def test_a_table_right_below_a_list_is_no_part_of_its_last_item(text: str, last: str) -> None:
    (made,) = read(text, "md")
    assert made.procedure.steps[-1] == last
    assert "| on call | Ann |" in made.unused


def test_a_table_right_below_what_is_needed_is_no_part_of_it() -> None:
    (made,) = read(f"# Pie\n## Ingredients\n- 2 eggs\n{TABLE}## Steps\n1. Mix it.\n", "md")
    assert made.procedure.resources == ("2 eggs",)


def test_a_table_that_is_indented_stays_in_its_step() -> None:
    (made,) = read(
        f"# Deploy\n1. Ask one of these:\n   {TABLE.replace(chr(10), chr(10) + '   ').rstrip()}\n2. Go\n", "md"
    )
    assert "on call" in made.procedure.steps[0]


@pytest.mark.parametrize("slip", ["1. 5 cups milk", "1. ½ cups milk"])
def test_a_point_that_slipped_into_a_bullet_loses_no_figure(slip: str) -> None:
    (made,) = read(f"# Milk\n## Ingredients\n- 2 eggs\n- {slip}\n- 1 apple\n## Steps\n1. Mix it.\n", "md")
    assert made.procedure.resources == ("2 eggs", slip, "1 apple")


def test_bullets_that_count_lose_their_numbers_as_before() -> None:
    (made,) = read("# Milk\n## Ingredients\n- 1. 2 eggs\n- 2. 5 cups milk\n## Steps\n1. Mix it.\n", "md")
    assert made.procedure.resources == ("2 eggs", "5 cups milk")


@pytest.mark.parametrize("at", [3, 9, 0])
def test_a_heading_of_json_that_has_no_step_is_said(at: int) -> None:
    data = {"goal": "Pie", "steps": ["Mix it.", "Bake it."], "sections": [[2, "Oven"], [at, "Glaze"]]}
    for text in (json.dumps(data), json.dumps([data])):
        (made,) = read(text, "json")
        assert (made.procedure.sections, made.unused) == (((2, "Oven"),), ("Glaze",))


@pytest.mark.parametrize(
    "behind",
    [
        "Nutrition per serving: 320 kcal",
        "Per portion: 250 kJ, 3 g fat",
        "12 Comments",
        "Comments (3)\nAnn: lovely! I used oat milk",
        "Nutrition per serving: 320 kcal\nComments (3)\nAnn: lovely! I used oat milk",
    ],
)
def test_food_values_and_talk_below_the_steps_are_no_steps(behind: str) -> None:
    (made,) = read(
        "Leek soup\n\nIngredients\n2 leeks\n1 l stock\n\nMethod\nSlice the leeks.\nBoil them in the stock.\n"
        f"Serve it hot.\n\n{behind}\n",
        "text",
    )
    assert made.procedure.steps == ("Slice the leeks.", "Boil them in the stock.", "Serve it hot.")
    said = (*made.unused, *made.procedure.notes.split("\n"))
    assert all(line in said for line in behind.split("\n"))
    assert not made.unsure


@pytest.mark.parametrize("step", ["Eat 320 kcal less than before.", "Reply to the guests.", "Read the comments."])
def test_what_is_to_be_done_with_them_is_a_step(step: str) -> None:
    (made,) = read(f"Leek soup\n\nMethod\nSlice the leeks.\nBoil them.\n\n{step}\n", "text")
    assert made.procedure.steps[-1] == step


@pytest.mark.parametrize(
    "steps",
    [
        ["Chop the onion", "Fry it in oil, about 120 kcal", "Energy: 120 kcal", "Add the water", "Boil it"],
        ["Weigh 100 g of rice", "Rice: 350 kcal", "Log the calories in the app", "Aim for 400 kcal", "Wash up"],
        ["Weigh the oats.", "Oats, 180 kcal", "Fat 3 g", "Wallop it all into the bowl."],
    ],
)
def test_food_values_between_the_steps_end_nothing(steps: list[str]) -> None:
    (made,) = read("\n".join(["Low calorie lunch", "", "Method", *steps]) + "\n", "text")
    assert (made.procedure.steps, made.procedure.notes, made.unused) == (tuple(steps), "", ())


@pytest.mark.parametrize("values", [["Energy: 320 kcal", "Fat: 3 g"], ["Per portion 250 kJ", "", "Protein 5 g"]])
def test_a_block_of_food_values_ends_the_steps(values: list[str]) -> None:
    text = "\n".join(["Leek soup", "", "Method", "Slice the leeks.", "Boil them.", "Serve it.", *values])
    (made,) = read(text, "text")
    assert made.procedure.steps == ("Slice the leeks.", "Boil them.", "Serve it.")
    said = (*made.unused, *made.procedure.notes.split("\n"))
    assert all(value in said for value in values if value)
