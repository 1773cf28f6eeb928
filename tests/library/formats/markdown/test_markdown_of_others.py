"""Markdown as people keep it: heads in their language, ways of which one is taken, and steps that only count."""

import json

import pytest

from tailor.library.formats.markdown import reader as foreign_markdown
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.text import reader as plain_text
from tailor.library.markdown import split

LIST = "## Ingredients\n\n- 200 g flour\n- 2 eggs\n\n"
STEPS = "1. Whisk the eggs.\n2. Fold in the flour.\n3. Bake it for an hour.\n"


def one(text: str) -> ParsedProcedure:
    found = foreign_markdown.parse(text, "a file")
    assert isinstance(found, ParsedProcedure)
    return found


@pytest.mark.parametrize("head", ["How to serve", "Serving suggestion", "Serviervorschlag"])
def test_numbered_steps_below_a_heading_about_serving_are_steps(head: str) -> None:
    assert len(one(f"# Cake\n\n{LIST}## Method\n\n{STEPS}\n## {head}\n\n1. Slice it.\n").procedure.steps) == 4
    text = plain_text.parse(f"Cake\n\nIngredients\n2 eggs\n\nMethod\n{STEPS}\n{head}\n4. Slice it.\n").procedure
    assert text.steps[2:] == ("Bake it for an hour.", "Slice it.")


@pytest.mark.parametrize("key", ["titre", "Titel", "título", "titolo", "nom"])
def test_the_title_of_a_head_may_be_called_so_in_other_languages(key: str) -> None:
    found = one(f"---\n{key}: Gâteau\n---\n\n# Préparation\n\n{STEPS}")
    assert found.procedure.goal == "Gâteau"
    assert len(found.procedure.steps) == 3


def test_a_heading_of_the_steps_with_more_words_is_a_title() -> None:
    assert (
        one(f"# Preparation of a flat cake\n\n{LIST}## Method\n\n{STEPS}").procedure.goal
        == "Preparation of a flat cake"
    )


def test_a_word_may_stand_above_the_title() -> None:
    assert one(f"Sides\n\n## Flat cake\n\n###{LIST[2:]}### Method\n\n{STEPS}").procedure.goal == "Flat cake"


HEAD = "---\ntitle: Flat cake\ningredients:\n  - '# The dough'\n  - 200 g flour\n  - 2 eggs\n---\n\n"


def test_paragraphs_below_a_head_that_lists_the_things_are_the_steps() -> None:
    found = one(f"{HEAD}Beat two eggs.\n\nIn a bowl, mix them with flour.\n\nBake the cake for an hour.\n")
    assert found.procedure.steps == (
        "Beat two eggs.",
        "In a bowl, mix them with flour.",
        "Bake the cake for an hour.",
    )
    assert found.procedure.resources == ("200 g flour", "2 eggs")
    assert "ingredients: # The dough" in found.unused
    assert not found.unsure


def test_a_story_below_such_a_head_is_none() -> None:
    found = one(f"{HEAD}My mother had a red kitchen.\n\nShe sang there.\n\nWe ate in the yard, with eggs.\n")
    assert not found.procedure.steps


def test_what_stands_below_a_heading_that_only_counts_is_one_step() -> None:
    found = one("# Shelf\n\n## Step 1\n\nSaw the board.\n\nSand the ends.\n\n## Step 2\n\nGlue the parts.\n")
    assert found.procedure.steps == ("Saw the board. Sand the ends.", "Glue the parts.")


def test_below_a_heading_with_words_each_paragraph_is_one() -> None:
    found = one("# Shelf\n\n## Step 1: Wood\n\nSaw the board.\n\nSand it.\n\n## Step 2: Glue\n\nGlue the parts.\n")
    assert len(found.procedure.steps) == 3


@pytest.mark.parametrize(
    ("first", "second"),
    [("Branch A - wet", "Branch B - dry"), ("Using Bluebox", "Using QEMU / Kvm"), ("Mit Kohle", "Mit Gas")],
)
def test_these_headings_are_of_ways(first: str, second: str) -> None:
    found = foreign_markdown.parse(f"# Cake\n\n## {first}\n\n{STEPS}\n## {second}\n\n{STEPS}")
    assert isinstance(found, tuple)
    assert [each.way for each in found] == [first, second]


@pytest.mark.parametrize(
    ("first", "second"),
    [("For the Dough", "For the Icing"), ("With the eggs", "With the flour"), ("Using it", "Eating it")],
)
def test_these_headings_are_of_parts(first: str, second: str) -> None:
    assert len(one(f"# Cake\n\n## {first}\n\n{STEPS}\n## {second}\n\n{STEPS}").procedure.steps) == 6


def test_numbered_methods_that_go_on_are_parts_of_one() -> None:
    methods = "## Method #1\n\n- Heat the oil.\n- Add the eggs.\n\n## Method #2\n\n- then add the flour.\n"
    assert len(one(f"# Bars\n\n{LIST}{methods}").procedure.steps) == 3


CHAPTERS = "# The house\n\n" + "".join(
    f"## {number}. {name}\n\n### {name} of wood\n\nIt is kept there.\n\n"
    for number, name in enumerate(("Why", "Parts"), 1)
)


def test_of_chapters_with_numbers_a_person_is_asked() -> None:
    assert one(CHAPTERS + f"### Build it\n\n{STEPS}").unsure


@pytest.mark.parametrize(
    "heads",
    [
        ("Gather the ingredients", "Knead", "Preparation of the oven", "Bake"),
        ("Prerequisites", "Build", "Instructions", "Check"),
        ("Prepare the tools", "Instructions for the wall", "Hang it"),
    ],
)
def test_headings_of_parts_among_numbered_steps_take_none_of_them_away(heads: tuple[str, ...]) -> None:
    steps = tuple(f"Do {name.lower()} now." for name in heads)
    told = zip(heads, steps, strict=True)
    text = "".join(f"## {number}. {name}\n\n{step}\n\n" for number, (name, step) in enumerate(told, 1))
    assert one(f"# Work\n\n{text}").procedure.steps == steps


def test_numbered_chapters_with_both_parts_below_each_are_no_steps() -> None:
    text = "".join(
        f"## {number}. {name}\n\n### Ingredients\n\n- {number} eggs\n\n### Method\n\n1. Beat {name}.\n\n"
        for number, name in enumerate(("Sponge", "Icing"), 1)
    )
    assert one(f"# Cake\n\n{text}").procedure.steps == ("Beat Sponge.", "Beat Icing.")


@pytest.mark.parametrize(("last", "asked"), [("Tips", False), ("Water", True)])
def test_chapters_behind_that_of_the_steps_that_announce_nothing_are_asked_about(last: str, asked: bool) -> None:
    text = f"## 1. Materials\n\n- 1 pot\n\n## 2. Steps\n\n{STEPS}\n## 3. {last}\n\nIt wants much water.\n"
    found = one(f"# Plant\n\n{text}")
    assert (found.procedure.resources, len(found.procedure.steps)) == (("1 pot",), 3)
    assert found.unsure is asked


def test_a_number_behind_a_bullet_that_does_not_count_stays() -> None:
    made = one(
        f"# Stew\n\n## Ingredients\n\n- 5. potatoes\n- 2. onions\n* 3) leeks\n\n## Steps\n\n{STEPS}"
    ).procedure
    assert made.resources == ("5. potatoes", "2. onions", "3) leeks")
    assert len(made.steps) == 3


def test_numbers_behind_bullets_that_count_are_no_words() -> None:
    made = one("# Tea\n\n## Steps\n\n- 1. Boil it.\n- 2. Pour it:\n\n  ```\n  - 7. x\n  ```\n").procedure
    assert made.steps == ("Boil it.", "Pour it: ``` ⏎ - 7. x ⏎ ```")


def test_the_items_of_a_head_may_be_maps() -> None:
    head = "ingredients:\n  - text: '300 g flour'\n  - {qty: 2, name: eggs}\n  - For the glaze: 60 g of sugar\n"
    steps = "instructions:\n  - text: 'Whisk it all.'\n  - step: Bake it for an hour.\n"
    made = one(f"---\ntitle: Cake\n{head}{steps}---\n\nWe like it.\n").procedure
    assert made.resources == ("300 g flour", "2 eggs", "For the glaze: 60 g of sugar")
    assert made.steps == ("Whisk it all.", "Bake it for an hour.")


@pytest.mark.parametrize("further", ["", "Na krém:\n\n- 500 g tvarohu\n- 2 vejce\n\n"])
def test_paragraphs_below_lists_of_things_in_any_language_are_the_steps_to_check(further: str) -> None:
    things = ["1 lilek", "2 cukety", "1 cibule", "400 g rajčat", "hrst čerstvé máty nebo lžička té sušené"]
    things += ["2 stroužky česneku", "sůl", "pepř"]
    listed = "\n".join(f"- {thing}" for thing in things)
    steps = ("Nejdřív si nadrobno nakrájejte cibuli.", "Cibulku na oleji osmahněte ve větším hrnci.")
    found = one("# Kari\n\n" + listed + "\n\n" + further + "\n\n".join(steps) + "\n")
    assert found.procedure.steps == steps
    assert found.procedure.resources[: len(things)] == tuple(things)
    assert found.unsure


def test_where_the_links_of_steps_and_things_lead_is_told_as_unused() -> None:
    steps = "1. Whisk ![eggs](http://a.b/eggs.png).\n2. See [here](http://a.b/c?d=1&e=2), [below](#below), <http://f.g>.\n"
    found = one(f"# Cake\n\n## Ingredients\n\n- 2 [eggs](https://h.i)\n\n## Method\n\n{steps}")
    assert found.procedure.steps == ("Whisk eggs.", "See here, below, http://f.g.")
    assert found.unused == ("http://a.b/eggs.png", "http://a.b/c?d=1&e=2", "https://h.i")


def test_maps_that_hold_more_than_words_are_no_steps() -> None:
    head = "---\ntitle: Bun\ninstructions:\n- id: 1\n  text: Whisk it\n  done: false\n---\n"
    assert one(head).procedure.steps == ()


def test_a_head_keeps_what_it_says_in_another_shape() -> None:
    head = "author: [Ann Lee, Bob Day]\nyield: {amount: 4, unit: loaves}\nimage: [a.jpg, b.jpg]\nlang: [en, de]"
    found = one(f"---\n{head}\n---\n# Bread\n\n{STEPS}").procedure
    assert found.author == "Ann Lee, Bob Day"
    assert {key: json.loads(value) for key, value in found.extra} == {
        "yield": {"amount": 4, "unit": "loaves"}, "image": ["a.jpg", "b.jpg"], "lang": ["en", "de"],
    }  # fmt: skip


def test_a_number_too_large_for_json_stays_as_it_was_written() -> None:
    found = one(f"---\nbudget: 1e999\nall: [1e400, {{x: 1e999}}]\n---\n# Tea\n\n{STEPS}").procedure
    assert dict(found.extra) == {"budget": '"1e999"', "all": '["1e400", {"x": "1e999"}]'}
    assert split('---\ntailor: 1\nbudget: 1e999\nall: [1e400]\n---\n# Tea\n').front == {
        "tailor": 1, "budget": "1e999", "all": ["1e400"],
    }  # fmt: skip
