"""A step or resource that is longer than one may be becomes several, nothing is lost, and a person is told."""

import json

import pytest

from tailor.core.code_lines import parts_of
from tailor.core.errors import ContentError
from tailor.core.text import LONGEST_STEP
from tailor.library.importer import read_pasted, read_text, reports_of_text

STIR = "Stir the pot and wait for the jam to thicken."
LONG = " ".join([STIR] * 250)


def texts_with(long: str) -> dict[str, str]:
    return {
        "md": f"# Jam\n\n1. Mix.\n2. {long}\n3. Repeat step 2, then do step 3 again.\n",
        "text": f"Jam\n\n1. Mix.\n2. {long}\n3. Repeat step 2, then do step 3 again.\n",
        "json": json.dumps({"goal": "Jam", "steps": ["Mix.", long, "Repeat step 2, then do step 3 again."]}),
        "jsonld": json.dumps(
            {
                "@type": "Recipe",
                "name": "Jam",
                "recipeInstructions": ["Mix.", long, "Repeat step 2, then do step 3 again."],
            }
        ),
        "csv": f'title,directions\nJam,"Mix.\n{long}\nRepeat step 2, then do step 3 again."\n',
        "cook": f"Mix.\n\n{long}\n\nRepeat step 2, then do step 3 again.\n",
    }


@pytest.mark.parametrize("format", texts_with(""))
def test_a_long_step_becomes_several_in_every_format(format: str) -> None:
    (made,) = reports_of_text(texts_with(LONG)[format], format.replace("jsonld", "json"), name="Jam")
    assert made.procedure.steps[0] == "Mix."
    assert " ".join(made.procedure.steps[1:-1]) == LONG
    assert all(len(step) <= LONGEST_STEP and step.endswith(".") for step in made.procedure.steps)
    assert made.procedure.steps[-1] == "Repeat step 2, then do step 5 again."
    assert "step 2 is now steps 2 to 4" in made.remark


def test_what_is_pasted_below_a_title_is_split_too() -> None:
    made = read_pasted("Jam", f"1. Mix.\n2. {LONG}")
    assert len(made.procedure.steps) == 4
    assert "Too long for one step: step 2 is now steps 2 to 4." in made.remark


def test_headings_stay_above_their_steps() -> None:
    made = read_text(f"# Jam\n\n## Steps\n\n### Boil\n1. {LONG}\n\n### Fill\n1. Fill the jars.\n", format="md")
    assert made.procedure.sections == ((1, "Boil"), (4, "Fill"))


def test_a_long_list_on_one_line_becomes_several_resources() -> None:
    things = ". ".join(["Sugar of any kind"] * 400)
    data = json.dumps({"goal": "Jam", "steps": ["Mix."], "resources": [things, "jars"]})
    made = read_text(data, format="json")
    assert " ".join(made.procedure.resources) == f"{things} jars"
    assert "resource 1 is now resources 1 to 2" in made.remark


def test_code_stays_code_when_it_is_split() -> None:
    lines = [f"step_{number} --verbose" for number in range(400)]
    code = "\n   ".join(lines)
    made = read_text(f"# Set up\n\n1. Run this:\n\n   ```sh\n   {code}\n   ```\n2. Wait.\n", format="md")
    said = [part for step in made.procedure.steps for part in parts_of(step)]
    assert [line for part in said if not isinstance(part, str) for line in part.lines] == lines
    assert all(part.info == "sh" for part in said if not isinstance(part, str))


def test_a_script_without_spaces_is_split_after_its_sentences() -> None:
    long = "鍋に水を入れてよく混ぜます。" * 500
    made = read_text(f"# ジャム\n\n1. 混ぜる。\n2. {long}\n", format="md")
    assert "".join(made.procedure.steps[1:]) == long
    assert all(step.endswith("。") for step in made.procedure.steps)


def test_a_text_without_a_place_to_cut_it_is_still_refused() -> None:
    with pytest.raises(ContentError, match="6,000 characters"):
        read_text(f"# Jam\n\n1. Mix.\n2. {'x' * 6_000}\n", format="md")


def test_what_leads_to_code_stays_above_it() -> None:
    talk = " ".join([STIR] * 105)
    made = read_text(
        f"# Set up\n\n1. {talk} Run this:\n\n   ```sh\n   {'ls ' * 200}\n   ```\n2. Wait.\n", format="md"
    )
    assert made.procedure.steps[1].startswith("Run this: ```sh")
