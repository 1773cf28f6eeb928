"""The examples run as they stand and show what they say."""

import re
from pathlib import Path

import pytest

from examples.hello import main
from tailor.core.requirements import parse_hint
from tailor.library.store import starter_procedures
from tailor.rules.model import Limits
from tailor.rules.modify import modify


async def test_the_example_tailors_a_procedure_with_a_scripted_model(capsys: pytest.CaptureFixture[str]) -> None:
    result = await main()
    assert result.steps == (
        "Mix flour, water and salt",
        "Let it rest 20 min",
        "Roll it out 5 mm thin",
        "Cook it in a hot pan, 4 min a side",
    )
    assert capsys.readouterr().out.splitlines() == [
        "e1  modify   replace 3: Cook it in a hot pan, 4 min a side",
        "e2  verify   insert 2: Roll it out 5 mm thin",
        "e3  verify   insert 3: Serve it on a wooden board",
        "1. Mix flour, water and salt",
        "2. Let it rest 20 min",
        "3. Roll it out 5 mm thin",
        "4. Cook it in a hot pan, 4 min a side",
    ]


def test_the_first_minute_of_the_readme_meets_every_wish() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    [(title, hint)] = re.findall(r"type `(\w+)` and press.*?different for you \(\"(.+?)\"\)", readme, re.DOTALL)
    [base] = [one for one in starter_procedures() if title in one.goal]
    made = modify(base, parse_hint(hint), Limits())
    assert [one.verdict for one in made.verdicts] == ["done", "done"]
    assert made.places == ()
