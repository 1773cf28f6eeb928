"""How-tos as the documentation of programs has them: boxes, tabs, code below paragraphs, bold numbers."""

import pytest

from tailor.library.formats.base import ParsedProcedure
from tailor.library.formats.registry import read

STEPS = "# Board\n\n## Steps\n\n1. Solder the pins.\n\n{}\n2. Cut the pins.\n"


def one(text: str) -> ParsedProcedure:
    (found,) = read(text, "md")
    return found


@pytest.mark.parametrize(
    "box",
    [
        ":::info\nIt is hot.\n:::\n",
        ":::danger\n\nIt is hot.\n\n:::\n",
        ":::important[It is hot.]\n:::\n",
        "!!! note\n    It is hot.\n",
        "!!! warning\n\n    It is hot.\n",
        '!!! danger "It is hot."\n    It is.\n',
        "??? info\n    It is hot.\n",
        '{{< hint style="info" >}}\nIt is hot.\n{{< /hint >}}\n',
        "{% warning %}\nIt is hot.\n{% endwarning %}\n",
        "> [!NOTE]\n> It is hot.\n",
    ],
)
def test_a_box_is_a_note_whatever_made_the_page(box: str) -> None:
    found = one(STEPS.format(box))
    assert found.procedure.steps == ("Solder the pins.", "Cut the pins.")
    assert "It is hot." in found.procedure.notes
    assert ":::" not in found.procedure.notes
    assert (found.unused, found.unsure) == ((), False)


@pytest.mark.parametrize("box", ['!!! example "Pins"\n    Solder the pins.\n', "{{< icon >}}\nSolder the pins.\n"])
def test_what_holds_no_notes_stays_as_it_is(box: str) -> None:
    assert one(f"# Board\n\n## Steps\n\n{box}\nCut the pins.\n").procedure.notes == ""


def test_a_box_in_code_is_code() -> None:
    found = one(STEPS.format("   ```\n!!! note\n    It is hot.\n   ```\n"))
    assert found.procedure.notes == ""
