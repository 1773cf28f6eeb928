"""Things that a file lists twice: as a total and by parts, or for two sizes."""

import pytest

from tailor.library.formats.registry import read

NAMES = ("flour", "milk", "butter", "sugar")
STEPS = "## Method\n\n1. Whisk it.\n2. Bake it.\n"


@pytest.mark.parametrize(("twice", "asked"), [(3, True), (2, False)])
@pytest.mark.parametrize("format", ["md", "html"])
def test_things_that_are_mostly_listed_twice_are_asked_about(format: str, twice: int, asked: bool) -> None:
    things = [f"{2 * size}00 g {name}" for size, names in ((2, NAMES), (1, NAMES[:twice])) for name in names]
    lists = {
        "md": "# Cake\n\n## Ingredients\n\n" + "\n".join(f"- {one}" for one in things) + f"\n\n{STEPS}",
        "html": f"<h1>Cake</h1><h2>Ingredients</h2><ul>{''.join(f'<li>{one}</li>' for one in things)}</ul>"
        "<h2>Method</h2><ol><li>Whisk it.</li><li>Bake it.</li></ol>",
    }
    (found,) = read(lists[format], format)
    assert found.procedure.resources == tuple(things)
    assert (found.unsure, "listed twice" in found.remark) == (asked, asked)
