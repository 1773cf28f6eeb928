"""A Cooklang file goes out with the marks it came in with, so that other programs find the same in it."""

import pytest

from tailor.library.formats.registry import read, write


def again(text: str) -> str:
    """The body of a file that came in and went out; it must come back equal."""
    (found,) = read(text, "cook", "Pie")
    out = write(found.procedure, "cook")
    assert read(out, "cook")[0].procedure == found.procedure
    return out.rpartition("---\n")[2].strip()


@pytest.mark.parametrize(
    "step",
    [
        "Add @butter (unsalted){50%g} and @nuts & seeds/flakes{} to a #bowl{}.",
        "Grease a #9 x 13 inch pan{} or #200 ml dishes{} or the #13 X 9 tin{}.",
        "Fill 1 #piping bag{} with @jam{150%g}.",
        "Sift @flour{1%cup} over it, then @flour{4%cups} more.",
        "Season with @salt{to taste}, later with @salt{1/2%tsp}.",
        "Crush @garlic{3%cloves} and keep @garlic{1%clove}.",
        "Bake for 12 to ~{15%minutes}, then rest it for 30 seconds to ~{1%minute}.",
        "Bake for ~{20-30%minutes}.",
        "Rest it for 1 – ~{2%hours} and ~{1 hour 20 minutes}.",
    ],
)
def test_a_step_goes_out_with_the_marks_it_came_in_with(step: str) -> None:
    assert again(f"{step}\n\nEat.\n") == f"{step}\n\nEat."


def test_one_mark_that_cannot_be_read_back_takes_no_other_with_it() -> None:
    text = "Stir @peas{2%cups} for ~{5%minutes}."
    written = again(text.replace("Stir", "Stir, 2 cups") + "\n\nEat.\n")
    assert "@peas" in written
    assert "~{5%minutes}" in written
