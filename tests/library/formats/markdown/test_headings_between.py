"""Headings that no mark tells apart, and those under which both things and steps may stand."""

import pytest

from tailor.core.procedure import Procedure
from tailor.library.formats.registry import read
from tailor.library.importer import read_pasted

BEFORE = ("Turn off the water under the sink.", "Open the tap to drain it.")
THEN = ("Pull off the cap.", "Unscrew the handle.")


def made(text: str, format: str) -> Procedure:
    (found,) = read(text, format)
    assert not found.unused
    return found.procedure


def listed(texts: tuple[str, ...], mark: str = "") -> str:
    return "".join(f"{mark or f'{number}. '}{text}\n" for number, text in enumerate(texts, 1))


@pytest.mark.parametrize("mark", ["- ", ""])
@pytest.mark.parametrize("after", ["## Steps", "## Take it apart"])
def test_sentences_before_you_start_are_steps_under_that_heading(mark: str, after: str) -> None:
    text = f"# A tap\n\n## Before you start\n{listed(BEFORE, mark)}\n{after}\n{listed(THEN, mark)}"
    found = made(text, "md")
    assert (found.resources, found.steps) == ((), BEFORE + THEN)
    assert found.sections == ((1, "Before you start"), (3, after.removeprefix("## ")))


@pytest.mark.parametrize(("format", "mark"), [("md", "# "), ("text", "")])
def test_what_became_of_sentences_before_you_start_is_said(format: str, mark: str) -> None:
    text = f"{mark}A tap\n\nBefore you begin\n1. Turn it off.\n\nSteps\n1. Pull.\n"
    assert "“Before you begin”" in read(text, format)[0].remark
    assert read(text.replace("Turn it off.", "a bucket"), format)[0].remark == ""


def test_things_before_you_start_are_things_beside_its_sentences() -> None:
    text = "# A tap\n\n## Before you start\n- a bucket\n- Turn off the water\n- 2 old towels\n\n## Steps\n1. Pull."
    found = made(text, "md")
    assert found.resources == ("a bucket", "2 old towels")
    assert found.steps == ("Turn off the water", "Pull.")


@pytest.mark.parametrize("heading", ["Before you begin", "Prerequisites"])
@pytest.mark.parametrize("things", [("a bucket", "old towels"), ("gloves", "flour sieve", "250 g flour")])
def test_things_alone_below_such_a_heading_stay_things(heading: str, things: tuple[str, ...]) -> None:
    for text in (f"# A tap\n\n## {heading}\n{listed(things, '- ')}\n## Steps\n1. Pull.",):
        assert (made(text, "md").resources, made(text, "md").steps) == (things, ("Pull.",))
    plain = made(f"A tap\n\n{heading}\n{listed(things, '- ')}\nSteps\n1. Pull.", "text")
    assert (plain.resources, plain.steps) == (things, ("Pull.",))


@pytest.mark.parametrize("marks", [("", ""), ("", "1. "), ("- ", "1. "), ("1. ", "1. ")])
def test_sentences_before_you_start_are_steps_in_plain_text_too(marks: tuple[str, str]) -> None:
    first, then = (
        "".join(f"{mark}{text}\n" for text in of) for mark, of in zip(marks, (BEFORE, THEN), strict=True)
    )
    found = made(f"A tap\n\nBefore you start:\n{first}\nYou need:\n- a key\n\nSteps:\n{then}", "text")
    assert (found.resources, found.steps) == (("a key",), BEFORE + THEN)
    assert found.sections == ((1, "Before you start"), (3, "Steps"))


@pytest.mark.parametrize("heading", ["For the top", "**For the top**", "For the top:", "FOR THE TOP"])
@pytest.mark.parametrize("above", ["\n", ""])
@pytest.mark.parametrize("format", ["md", "text"])
def test_a_heading_without_marks_between_numbered_steps_is_neither_lost_nor_glued(
    heading: str, above: str, format: str
) -> None:
    title, steps = ("# ", "## Steps\n") if format == "md" else ("", "Steps\n")
    found = made(f"{title}Shelf\n\n{steps}1. Cut it.\n2. Glue it.\n{above}{heading}\n3. Sand it.\n", format)
    assert found.steps == ("Cut it.", "Glue it.", "Sand it.")
    assert [(number, words.casefold()) for number, words in found.sections] == [(3, "for the top")]


@pytest.mark.parametrize("mark", ["", "- "])
def test_headings_above_lines_without_numbers_are_headings(mark: str) -> None:
    found = made(f"Shelf\n\nThe frame\n{mark}Cut it.\n{mark}Glue it.\n\nThe top\n{mark}Sand it.\n", "text")
    assert (found.steps, found.sections) == (
        ("Cut it.", "Glue it.", "Sand it."),
        ((1, "The frame"), (3, "The top")),
    )


def test_a_step_that_goes_on_in_the_next_line_has_no_heading_in_it() -> None:
    found = made("Shelf\n\n1. Cut the boards and\nthe top\n2. Glue\nthem\n3. Sand it.\n", "text")
    assert (found.steps, found.sections) == (("Cut the boards and the top", "Glue them", "Sand it."), ())


@pytest.mark.parametrize(
    "tools", ["Tools\n- a pot\n- a spoon\n", "Tools: a pot, a spoon\n", "TOOLS:\na pot\na spoon\n"]
)
def test_every_list_of_what_is_needed_is_read_and_none_becomes_a_step(tools: str) -> None:
    found = made(f"Soup\n\nIngredients\n- 2 carrots\n\n{tools}\nSteps\n1. Chop.\n2. Boil.\n", "text")
    assert (found.resources, found.steps) == (("2 carrots", "a pot", "a spoon"), ("Chop.", "Boil."))


def test_what_must_be_done_first_is_a_step_also_right_behind_its_heading() -> None:
    found = made("A tap\n\nBefore you start: Turn off the water.\n\nTools: a key\n\n1. Pull.\n", "text")
    assert (found.resources, found.steps) == (("a key",), ("Turn off the water.", "Pull."))
    assert found.sections == ((1, "Before you start"),)


def test_bold_lines_above_steps_end_what_is_needed() -> None:
    text = (
        f"# A tap\n**Tools**\n- a key\n\n**Take it apart**\n{listed(THEN)}\n**Put it back**\n3. Fit the washer.\n"
    )
    found = made(text, "md")
    assert (found.resources, found.steps) == (("a key",), (*THEN, "Fit the washer."))
    assert found.sections == ((1, "Take it apart"), (3, "Put it back"))


def test_bullets_under_several_headings_are_all_steps_where_they_tell_what_to_do() -> None:
    text = (
        f"# A tap\n\n## Apart\n{listed(THEN, '- ')}\n## Back\n- Fit the washer.\n\n## See also\n- Taps\n- Sinks\n"
    )
    (found,) = read(text, "md")
    assert found.procedure.steps == (*THEN, "Fit the washer.")
    assert found.procedure.sections == ((1, "Apart"), (3, "Back"))


def test_a_text_of_nothing_but_headings_is_read_in_one_pass() -> None:
    lines = ["Tools:", "Before you start", "Take it apart:"] * 1_000
    assert read("Taps\n" + "\n".join(lines), "text")
    assert read("# Taps\n\n" + "\n\n".join(lines), "md")


BETWEEN = (("Crosses", ("4 tbsp flour", "4 tbsp water")), ("Glaze", ("1/3 cup sugar", "water", "2 eggs")))


def buns(*lists: tuple[str, tuple[str, ...]], page: bool = False) -> str:
    """A how-to with a list under each heading, as Markdown or as a page."""
    whole = (("Ingredients", ("4 cups flour", "a pinch of salt")), *lists)
    if page:
        items = (f"<h2>{head}</h2><ul><li>{'<li>'.join(texts)}</ul>" for head, texts in whole)
        return f"<html><h1>Buns</h1>{''.join(items)}"
    return "# Buns\n" + "".join(f"\n## {head}\n{listed(texts, '- ')}" for head, texts in whole)


@pytest.mark.parametrize("format", ["md", "html"])
def test_amounts_under_headings_between_the_ingredients_and_the_steps_are_ingredients(format: str) -> None:
    text = buns(*BETWEEN, ("Method", BEFORE), page=format == "html")
    (found,) = read(text, format)
    assert found.procedure.resources == ("4 cups flour", "a pinch of salt", *BETWEEN[0][1], *BETWEEN[1][1])
    assert found.procedure.steps == BEFORE
    assert {"Crosses", "Glaze"} <= set(found.unused)


def test_a_list_that_tells_what_to_do_or_that_no_steps_follow_holds_no_ingredients() -> None:
    for text in (buns(("Warm up", ("10 jumps", *BEFORE)), ("Method", THEN)), buns(("Day 1", ("10 jumps",)))):
        assert read(text, "md")[0].procedure.resources == ("4 cups flour", "a pinch of salt")


FRIDAY = ("Freeze main", "Two developers review every open pull request", "The tester runs the suite on staging")
MONDAY = ("Tag it", "Post the news")


@pytest.mark.parametrize(
    ("between", "first"),
    [("# Release\n\n## Friday\n", True), ("# Release\n\n", False), ("## Release\n\n### Friday\n", True)],
)
def test_each_list_to_tick_off_is_read_with_its_heading(between: str, first: bool) -> None:
    mark = "### " if "###" in between else "## "
    found = made(f"{between}{listed(FRIDAY, '- [ ] ')}\n{mark}Monday\n{listed(MONDAY, '- [x] ')}", "md")
    assert found.steps == FRIDAY + MONDAY
    assert found.sections == (((1, "Friday"),) if first else ()) + ((4, "Monday"),)


@pytest.mark.parametrize(
    ("heading", "then"), [("Stuff", ""), ("Ingredients", "Method"), ("To buy", "At home"), ("Shopping list", "")]
)
def test_a_list_to_tick_off_of_what_one_needs_is_no_step(heading: str, then: str) -> None:
    things = ("200 g flour", "2 eggs", "100 g butter")
    text = (
        f"# Cake\n\n## {heading}\n{listed(things, '- [ ] ')}\n## {then or 'Go'}\n- [ ] Mix it.\n- [ ] Bake it.\n"
    )
    (found,) = read(text, "md")
    assert (found.procedure.resources, found.procedure.steps) == (things, ("Mix it.", "Bake it."))


def test_a_list_without_boxes_below_another_heading_is_no_step() -> None:
    (found,) = read(f"# A tap\n\n## Do it\n{listed(THEN * 2, '- ')}\n## See more\n- Our shop\n- About us\n", "md")
    assert found.procedure.steps == THEN * 2


@pytest.mark.parametrize("behind", ["If it fails, call us.", "Written by Ann.\n\nThanks to Bob."])
@pytest.mark.parametrize("warning", ["Warning: never run step 2 twice.", "**Caution:** hot.", "Tip: use a towel."])
def test_a_warning_below_the_last_step_is_a_note_whatever_follows(warning: str, behind: str) -> None:
    (found,) = read(f"# A tap\n\n## Steps\n{listed(THEN)}\n{warning}\n\n{behind}\n", "md")
    assert found.procedure.steps == THEN
    assert found.procedure.notes == warning


def test_a_tip_between_paragraphs_of_steps_stays_among_them() -> None:
    steps = ("Mix the flour and the eggs.", "Tip: use a whisk.", "Bake it all.")
    (found,) = read("# Cake\n\n## Method\n\n" + "\n\n".join(steps), "md")
    assert found.procedure.steps == steps


@pytest.mark.parametrize("mark", ["Step {}:", "**Step {}:**", "STEP {} -"])
def test_lines_of_one_paragraph_that_count_the_steps_are_steps(mark: str) -> None:
    one, two, three = (mark.format(number) for number in (1, 2, 3))
    for text in (f"{one} Open it.\n{two} Oil it\nwell.", f"## Steps\n\n{one} Open it.\n{two} Oil it\nwell."):
        assert read_pasted("", f"# Door\n\n{text}\n").procedure.steps == ("Open it.", "Oil it well.")
        more = read_pasted("", f"# Door\n\n{text}\n\n{three} Shut it.\n").procedure.steps
        assert more == ("Open it.", "Oil it well.", "Shut it.")


def test_the_only_heading_above_bold_lines_is_the_title_of_the_text() -> None:
    made = read(
        "## Mug cake\n\n*makes 2*\n\n**Dry**\n- 3 tbsp flour\n- 2 tbsp cocoa\n\n**Wet**\n- 3 tbsp milk\n\n"
        "**Method**\n1. Mix it.\n2. Bake it.\n",
        "md",
        "file",
    )[0]
    assert made.procedure.goal == "Mug cake"
    assert made.procedure.resources == ("3 tbsp flour", "2 tbsp cocoa", "3 tbsp milk")
    assert made.unused == ("Dry", "Wet")
