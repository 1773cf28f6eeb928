"""The example runs as it stands and shows what it says."""

import pytest

from examples.hello import main


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
