"""What stands between the items of a numbered list, above its first one, and in the lines of a paragraph."""

import pytest

from tailor.library import markdown
from tailor.library.formats.markdown import reader as foreign_markdown
from tailor.library.formats.shared.parsed import ParsedProcedure

STEPS = ("Turn the old tap to the left.", "Take it off.", "Put the new tap on.")


def one(text: str) -> ParsedProcedure:
    found = foreign_markdown.parse(text, "a file")
    assert isinstance(found, ParsedProcedure)
    return found


def with_between(between: str) -> ParsedProcedure:
    first, *others = STEPS
    below = "\n".join(f"{number}. {text}" for number, text in enumerate(others, 2))
    return one(f"# A tap\n\n## Steps\n\n1. {first}\n\n{between}\n\n{below}\n")


@pytest.mark.parametrize(
    ("between", "read"),
    [
        ("It is stiff.", "It is stiff."),
        ("It is stiff.\n\nUse a cloth.", "It is stiff. Use a cloth."),
        ("Use these:\n* Size: 3\n* Way: left", "Use these: Size: 3; Way: left"),
        ("Use these:\n\n- Size: 3\n\n![](tap.png)", "Use these: Size: 3"),
    ],
)
def test_what_stands_before_the_number_that_counts_on_belongs_to_the_step_above(between: str, read: str) -> None:
    found = with_between(between)
    assert found.procedure.steps == (f"{STEPS[0]} {read}", *STEPS[1:])
    assert found.procedure.sections == ()
    assert found.unused in ((), ("![](tap.png)",))


@pytest.mark.parametrize(
    "note", ["Note: it is hot.", "**Warning:**\n\nIt is hot.", "Warning:\nIt is hot.", "> Hot!"]
)
def test_a_note_between_two_steps_is_one_and_ends_nothing(note: str) -> None:
    found = with_between(note)
    assert found.procedure.steps == STEPS
    assert "hot" in found.procedure.notes.lower()
    assert not found.unused


def test_what_leads_to_the_next_number_is_no_part_of_the_step_above() -> None:
    assert with_between("And then:").procedure.steps == STEPS
    titled = with_between("**The new one**").procedure
    assert (titled.steps, titled.sections) == (STEPS, ((2, "The new one"),))


@pytest.mark.parametrize("picture", ["![](tap.png)", "[![a tap](tap.png)](tap.html)"])
def test_a_picture_above_an_item_is_no_heading(picture: str) -> None:
    found = with_between(picture)
    assert (found.procedure.steps, found.procedure.sections, found.unsure) == (STEPS, (), False)


@pytest.mark.parametrize("end", ["\n", "  \n", "\\\n"])
def test_lines_of_a_paragraph_that_are_sentences_are_steps(end: str) -> None:
    lines = (*STEPS[:2], "Wait for approx. 5 min. It drips a bit.", STEPS[2])
    found = one(f"# A tap\n\n## Steps\n\n{end.join(lines)}\n\nOpen the water.\n")
    assert found.procedure.steps == (*lines, "Open the water.")


def test_a_paragraph_set_to_a_width_is_one_step() -> None:
    text = "Turn the old tap to the left. It\nis stiff, so use a cloth.\nTake it off."
    found = one(f"# A tap\n\n## Steps\n\n{text}\n\nPut the new tap on.\n")
    assert found.procedure.steps == (text.replace("\n", " "), STEPS[2])


@pytest.mark.parametrize("word", ["Important", "Wichtig", "Warning"])
def test_a_note_below_what_one_needs_is_no_step(word: str) -> None:
    things = (
        f"## Equipment\n\n- a key\n\n{word}: get a key with a long handle!\n\n## Ingredients\n\n- 50 g of wax\n\n"
    )
    found = one(f"# A tap\n\n{things}## The old tap\n\n1. {STEPS[0]}\n2. {STEPS[1]}\n")
    assert found.procedure.steps == STEPS[:2]


def test_the_lines_of_a_paragraph_of_a_page_are_one_step() -> None:
    text = "# Curry\n\n## Method\n\nGrate the garlic.\nHalve the onions.\nAdd them.\n\nFry it.\n\nServe it.\n"
    assert foreign_markdown.read(markdown.split(text), page=True).procedure.steps == (
        "Grate the garlic. Halve the onions. Add them.",
        "Fry it.",
        "Serve it.",
    )


@pytest.mark.parametrize(
    "between",
    ["Ingredients\n\n- a tap\n- a key", "You will need:\n\n- a tap\n- a key", "See also:\n\n- [Taps](taps.html)",
     "word " * 1_200],
)  # fmt: skip
def test_a_list_of_things_of_links_or_too_much_between_two_items_is_no_part_of_the_first(between: str) -> None:
    assert with_between(between).procedure.steps == STEPS
