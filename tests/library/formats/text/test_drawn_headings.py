"""Headings that people draw in plain text with rules, waves and pictures, and rules that head nothing."""

import pytest

from tailor.core.procedure import Procedure
from tailor.library.formats.text.drawn_headings import with_plain_headings
from tailor.library.formats.text.reader import parse
from tailor.library.formats.text.titles import titled
from tailor.library.importer import read_pasted

BREAD = "Banana bread\n{a}\n3 ripe bananas\n200 g flour\n\n{b}\nMash the bananas.\nBake it for an hour.\n"
HEADS = {
    "ruled": ("============\nIngredients\n-----------", "Method\n------"),
    "dashes": ("\n--- Ingredients ---", "--- Method ---"),
    "waves": ("\n~~ Ingredients ~~", "~~ Method ~~"),
    "one wave": ("\n~ Ingredients ~", "~ Method ~"),
    "stars": ("*****\n** Ingredients **", "** Method **"),
    "brackets": ("\n[Ingredients]", "[Method]"),
    "pictures": ("\n🛒 Ingredients", "👩‍🍳 Method:"),
    "with a yield": ("\n=== Ingredients (serves 4) ===", "=== Method ==="),
}


def pasted(text: str) -> Procedure:
    title, rest = titled(text)
    made = read_pasted(title, rest).procedure
    assert parse(text).procedure == made, "an import and a paste read the same"
    return made


@pytest.mark.parametrize("heads", HEADS.values(), ids=HEADS)
def test_a_drawn_heading_announces_its_part(heads: tuple[str, str]) -> None:
    made = pasted(BREAD.format(a=heads[0], b=heads[1]))
    assert (made.goal, made.notes) == ("Banana bread", "")
    assert made.resources == ("3 ripe bananas", "200 g flour")
    assert made.steps == ("Mash the bananas.", "Bake it for an hour.")


def test_a_drawn_heading_among_steps_is_a_heading() -> None:
    for head in ("Glaze\n=====", "~~ Glaze ~~", "--- Glaze ---", "*****\nGlaze\n*****"):
        for first, second, third in (("1. ", "2. ", "3. "), ("", "", "")):
            text = f"Cake\n\nSteps\n-----\n{first}Bake it.\n{second}Cool it.\n\n{head}\n{third}Melt the sugar.\n"
            made = pasted(text)
            assert (made.steps, made.sections) == (("Bake it.", "Cool it.", "Melt the sugar."), ((3, "Glaze"),))


def test_a_rule_that_heads_nothing_is_no_line() -> None:
    made = pasted("Pancakes\n\n200 g flour\n2 eggs\nsalt\n-----\n1. Mix it.\n2. Fry it.\n* * *\nGood with jam.\n")
    assert made.resources == ("200 g flour", "2 eggs", "salt")
    assert (made.steps, made.notes) == (("Mix it.", "Fry it."), "Good with jam.")
    named = pasted("=====\nPolish shoes\n=====\n\nYou need: a brush, wax\n-----\nBrush them.\nWax them.\n")
    assert (named.goal, named.resources) == ("Polish shoes", ("a brush", "wax"))


@pytest.mark.parametrize(
    "line",
    [
        "- tools",
        "== Glaze ==",
        "Stir -- gently -- for a minute",
        "~~2 eggs~~",
        "--dry-run",
        "2 + 2 = 4",
        "C++",
        "-1-",
    ],
)
def test_what_only_has_such_signs_stays(line: str) -> None:
    assert with_plain_headings(["Title", line, "Do it."]) == ["Title", line, "Do it."]


def test_a_letter_above_the_title_and_lists_under_their_own_headings() -> None:
    for numbers in (("1. ", "2. "), ("", "")):
        steps = "\n".join(f"{number}{step}" for number, step in zip(numbers, ("Fry it.", "Eat it."), strict=True))
        text = (
            "My mum made this every week.\n\nChilli\nServes 4\n\nFor the base:\n500 g beans\n400 g tomatoes\n\n"
            f"For the top:\n2 eggs\n50 g cheese\n\n{steps}\n"
        )
        made = pasted(text)
        assert (made.goal, made.yields) == ("Chilli", "4 servings")
        assert made.resources == ("500 g beans", "400 g tomatoes", "2 eggs", "50 g cheese")
        assert (made.steps, made.notes) == (("Fry it.", "Eat it."), "My mum made this every week.")


@pytest.mark.parametrize("head", ["Parts", "Kit", "Hardware", "Gear"])
def test_parts_below_tools_are_things_too(head: str) -> None:
    steps = "Loosen the nuts.\nSwap the wheel.\n"
    for below in (f"\n\n{head}:\n- spare wheel\n- inner tube\n\n", f"\n{head}: spare wheel, inner tube\n\n"):
        made = pasted(f"Change a tyre\n\nTools: jack, wrench{below}{steps}")
        assert made.resources == ("jack", "wrench", "spare wheel", "inner tube")
        assert made.steps == ("Loosen the nuts.", "Swap the wheel.")
    marked = read_pasted(
        "", f"# Change a tyre\n\n### {head}\n- jack\n- wrench\n\n### Doing it\n1. Lift it.\n2. Turn it.\n"
    )
    assert marked.procedure.resources == ("jack", "wrench")
