"""What steps say of each other by the numbers of their source still means the same steps here."""

import pytest

from tailor.library.formats.registry import read
from tailor.library.formats.shared.source_numbers import UPDATED

RESTORE = """# Restore the database
## Before you start
- Ask for the key.
## Steps
1. Tell the others.
2. Download the backup.
3. Check its sum.
4. Drop the old one, only after step 3 is OK.
"""
TARTS = """# Jam tarts
## Pastry
1. Rub the butter into the flour.
2. Add the water.
## Tarts
1. Roll it out.
2. Cut rounds.
3. Fill them and bake for 15 minutes.
4. Repeat steps 1 to 3 with the rest.
"""
ROUTER = """Set up a router

Before you start:
1. Unplug the old router.
2. Find the label.

Steps:
1. Plug in the new one.
2. Open the page on the label.
3. If nothing opens, go back to step 2.
"""


@pytest.mark.parametrize(
    ("text", "format", "step"),
    [
        (RESTORE, "md", "Drop the old one, only after step 4 is OK."),
        (TARTS, "md", "Repeat steps 3 to 5 with the rest."),
        (ROUTER, "text", "If nothing opens, go back to step 4."),
    ],
)
def test_a_number_of_its_part_becomes_the_number_here_and_that_is_said(text: str, format: str, step: str) -> None:
    [found] = read(text, format)
    assert found.procedure.steps[-1] == step
    assert UPDATED in found.remark


@pytest.mark.parametrize(
    "text",
    [
        "# Mix\n## Steps\n1. Mix.\n1. Stir.\n1. Repeat step 2.\n## More\n1. Wait.\n1. Do step 3 again.\n",
        "# Mix\n## A\n1. Mix.\n2. Stir.\n## B\n3. Wait.\n4. Repeat steps 1 and 3.\n",
        "# Mix\n## Steps\n1. Mix 2 eggs.\n2. See step 9 of the manual.\n",
    ],
)
def test_a_text_that_counts_through_keeps_its_numbers(text: str) -> None:
    [found] = read(text, "md")
    assert [one for one in found.procedure.steps if "tep" in one] == [
        line.split(". ", 1)[1] for line in text.splitlines() if "tep" in line and line[0].isdigit()
    ]
    assert UPDATED not in found.remark


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("# Eggs\n## Steps\n1. Mix.\n2.\n3. Fry the egg.\n4. Repeat step 3.\n", "md"),
        ("# Eggs\n## Steps\n1. Mix.\n2.\n\n3. Fry the egg.\n4. Repeat step 3.\n", "md"),
        ('["Mix.", "", "Fry the egg.", "Repeat step 3."]', "json"),
        ('{"name": "Eggs", "steps": ["Mix.", "", "Fry the egg.", "Repeat step 3."]}', "json"),
        (
            '{"@type": "Recipe", "name": "Eggs", "recipeInstructions": [{"@type": "HowToStep", "text": "Mix."},'
            ' {"@type": "HowToStep", "text": ""}, {"@type": "HowToStep", "text": "Fry the egg."},'
            ' {"@type": "HowToStep", "text": "Repeat step 3."}]}',
            "json",
        ),
        ('{"goal": "Eggs", "steps": ["Mix.", " ", "Fry the egg.", "Repeat step 3."]}', "json"),
    ],
)
def test_what_is_below_an_empty_item_is_mentioned_by_its_new_number(text: str, format: str) -> None:
    [found] = read(text, format)
    assert found.procedure.steps == ("Mix.", "Fry the egg.", "Repeat step 2.")
    assert UPDATED in found.remark


def test_notes_and_headings_of_json_mention_what_moved_up_and_what_is_empty() -> None:
    text = (
        '{"goal": "Eggs", "steps": ["", "Mix.", "Fry."], "notes": "Step 3 smells.",'
        ' "sections": [[2, "As step 1"]]}'
    )
    [found] = read(text, "json")
    assert (found.procedure.notes, found.procedure.sections) == ("Step 2 smells.", ((1, "As step 1 (left out)"),))
    assert not found.unused


PASTIES = """# Pasties
## Steps
### {dough}
1. Mix the flour.
2. Roll it out.
### {filling}
1. Fry the egg.
2. Wait.
3. {says}
4. Close them.
"""


@pytest.mark.parametrize(
    ("says", "here"),
    [
        ("Take the dough (step 2 of Dough) and fill it.", "Take the dough (step 2 of Dough) and fill it."),
        ("Fold as in Dough step 1.", "Fold as in Dough step 1."),
        ("Do step 2 of the dough again.", "Do step 2 of the dough again."),
        ("Do step 2 in the Dough section again.", "Do step 2 in the Dough section again."),
        ("Do steps 1 and 2 of “Dough” again.", "Do steps 1 and 2 of “Dough” again."),
        ("Do step 2 (Dough) and step 1.", "Do step 2 (Dough) and step 3."),
        ("Repeat step 1, then step 1 of the dough.", "Repeat step 3, then step 1 of the dough."),
        ("Repeat step 2 of the filling.", "Repeat step 4 of the filling."),
        ("Roll the dough as in step 2.", "Roll the dough as in step 4."),
        ("Repeat step 1 for the dough left.", "Repeat step 3 for the dough left."),
    ],
)
@pytest.mark.parametrize(
    ("dough", "filling"),
    [("Dough", "Filling"), ("For the dough", "Make the filling"), ("Part 1: Dough", "Filling:")],
)
def test_what_names_a_part_is_counted_in_that_part(says: str, here: str, dough: str, filling: str) -> None:
    [found] = read(PASTIES.format(dough=dough, filling=filling, says=says), "md")
    assert found.procedure.steps[4] == here


def test_a_part_before_may_name_a_step_of_one_below() -> None:
    text = PASTIES.replace("Mix the flour.", "Mix the flour; step 2 of the filling can wait.")
    [found] = read(text.format(dough="Dough", filling="Filling", says="Eat."), "md")
    assert found.procedure.steps[0] == "Mix the flour; step 4 of the filling can wait."


def test_a_heading_that_is_a_verb_is_no_part_that_is_named() -> None:
    [found] = read(PASTIES.format(dough="Repeat", filling="Fill", says="Wait and repeat step 1."), "md")
    assert found.procedure.steps[4] == "Wait and repeat step 3."
