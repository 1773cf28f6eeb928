"""A list above numbered steps is what one needs, whatever stands between it and the title."""

from unittest.mock import patch

import pytest

from tailor.core.procedure import Times
from tailor.library.formats.markdown.reader import read
from tailor.library.formats.shared import lists_of_things
from tailor.library.formats.shared.facts import facts_in
from tailor.library.formats.shared.parsed import ParsedProcedure
from tailor.library.formats.text import reader as plain_text
from tailor.library.importer import UNSURE, read_text
from tailor.library.markdown import Document

STEPS = "\n1. Slice the potatoes.\n2. Heat the cream.\n"
LIST = "- 600 g potatoes\n- 300 ml cream\n"


@pytest.mark.parametrize(
    "between", ["", "Serves 4\n\n", "Serves 4, 1 h 15 min\n\n", "From my aunt, for Sundays.\n\n"]
)
def test_a_bulleted_list_of_amounts_above_the_steps_is_what_one_needs(between: str) -> None:
    text = f"# Gratin\n\n{between}{LIST}{STEPS}"
    found = read(Document({}, tuple(text.split("\n"))))
    assert found.procedure.resources == ("600 g potatoes", "300 ml cream")
    assert len(found.procedure.steps) == 2


@pytest.mark.parametrize("line", ["Serves 4 · 1 h 15 min", "Serves 4, 1 h 15 min", "1 h 15 min | serves 4"])
def test_a_time_beside_the_servings_is_how_long_it_takes(line: str) -> None:
    facts = facts_in(line)
    assert facts is not None
    assert (facts.yields, facts.times) == ("4 servings", Times(total=75))


def test_a_time_alone_says_nothing_of_the_whole() -> None:
    assert facts_in("1 h 15 min") is None


THINGS = ("600 g potatoes", "300 ml cream")
NEEDS = ["## Ingredients\n", "## Ingredients\n\n", "You need:\n", "**You will need**\n\n", "### Zutaten\n\n"]


def _read(text: str) -> ParsedProcedure:
    return read(Document({}, tuple(text.split("\n"))))


@pytest.mark.parametrize("heading", NEEDS)
def test_numbered_steps_right_below_what_one_needs_are_no_things(heading: str) -> None:
    found = _read(f"# Gratin\n\n{heading}{LIST}{STEPS}")
    assert found.procedure.resources == THINGS
    assert found.procedure.steps == ("Slice the potatoes.", "Heat the cream.")
    assert (found.procedure.sections, found.unused, found.unsure) == ((), (), False)


@pytest.mark.parametrize("heading", NEEDS)
def test_sentences_right_below_what_one_needs_are_the_steps(heading: str) -> None:
    found = _read(f"# Gratin\n\n{heading}{LIST}\nSlice the potatoes.\n\nHeat the cream.\n")
    assert found.procedure.resources == THINGS
    assert found.procedure.steps == ("Slice the potatoes.", "Heat the cream.")


def test_a_remark_below_what_one_needs_is_no_step() -> None:
    found = _read(f"# Gratin\n\n## Ingredients\n{LIST}\nWaxy ones are best.\n\n## Method\n{STEPS}")
    assert found.procedure.steps == ("Slice the potatoes.", "Heat the cream.")
    assert found.unused == ("Waxy ones are best.",)


@pytest.mark.parametrize("last", ["", "## Bake it\n\n"])
def test_a_group_of_things_before_numbered_steps_is_what_one_needs(last: str) -> None:
    found = _read(f"# Gratin\n\n## Ingredients\n{LIST}\n## Topping\n- 50 g cheese\n\n{last}{STEPS}")
    assert found.procedure.resources == (*THINGS, "50 g cheese")
    assert len(found.procedure.steps) == 2


@pytest.mark.parametrize("steps", ["Mix and knead for 10 minutes.\nBake it.", "1. Mix and knead.\n2. Bake it."])
def test_things_on_one_line_above_the_steps_are_what_one_needs(steps: str) -> None:
    made = plain_text.parse(f"Bread\n\n500 g flour, 10 g salt, 1 egg, 300 ml water\n\n{steps}").procedure
    assert made.resources == ("500 g flour", "10 g salt", "1 egg", "300 ml water")
    assert (made.goal, len(made.steps)) == ("Bread", 2)


def test_exercises_on_one_line_are_a_step() -> None:
    made = plain_text.parse("Warm up\n\n1. 20 squats, 10 lunges, 5 jumps\n2. Rest.").procedure
    assert made.steps == ("20 squats, 10 lunges, 5 jumps", "Rest.")


def test_steps_counted_within_a_line_are_steps() -> None:
    text = "Cheesecake\n\n250 g cream cheese\n60 g sugar\n\n1.Stir in the sugar 2.Line the tin 3.Bake it"
    assert plain_text.parse(text).procedure.steps == ("Stir in the sugar", "Line the tin", "Bake it")


@pytest.mark.parametrize("first", ["Preparation", "Getting started"])
def test_paragraphs_below_the_first_of_two_parts_of_the_method_are_steps(first: str) -> None:
    found = _read(
        f"# Rice\n\n## Ingredients\n{LIST}\n## Method\n\n### {first}\n\nTrim the meat.\n\nSlice it.\n\n"
        "### Cooking\n\nHeat the oil.\n\nFry the rice.\n"
    )
    assert found.procedure.steps == ("Trim the meat.", "Slice it.", "Heat the oil.", "Fry the rice.")
    assert found.procedure.sections == ((1, first), (3, "Cooking"))
    assert found.unused == ()


def test_steps_counted_within_a_paragraph_are_steps() -> None:
    found = _read(
        f"# Gratin\n\n## Ingredients\n{LIST}\n## Method\n\n1.Slice the potatoes 2.Heat the cream 3.Bake it"
    )
    assert found.procedure.steps == ("Slice the potatoes", "Heat the cream", "Bake it")


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("mark", ["**Dough**", "**Dough:**", "__Dough__:"])
def test_a_bold_line_above_paragraphs_is_their_heading(mark: str, gap: str) -> None:
    method = f"{mark}{gap}Rub in the butter.\n\n**Filling**{gap}Fry it.\n"
    found = _read(f"# Pie\n\n## Ingredients\n{LIST}\n## Method\n\n{method}")
    assert found.procedure.steps == ("Rub in the butter.", "Fry it.")
    assert found.procedure.sections == ((1, "Dough"), (2, "Filling"))


def test_paragraphs_below_a_bold_line_go_on_with_a_numbered_list() -> None:
    method = f"{STEPS}\n**Cooking:**\nShape it.\n\nFry it.\n"
    found = _read(f"# Pie\n\n## Ingredients\n{LIST}\n## Method\n{method}")
    assert found.procedure.steps == ("Slice the potatoes.", "Heat the cream.", "Shape it.", "Fry it.")
    assert found.unused == ()


@pytest.mark.parametrize("line", ["**Serves 4**", "**Do not boil it.**"])
def test_a_bold_line_that_says_more_is_no_heading(line: str) -> None:
    found = _read(f"# Pie\n\n## Ingredients\n{LIST}\n## Method\n\n{line}\n\nRub in the butter.\n")
    assert found.procedure.sections == ()
    assert "Rub in the butter." in found.procedure.steps


def test_what_tells_what_to_do_above_the_parts_of_the_method_is_a_step() -> None:
    method = "Heat the oven.\n\n### Dough\n\nRub in the butter.\n"
    found = _read(f"# Pie\n\n## Ingredients\n{LIST}\n## Method\n\n{method}")
    assert found.procedure.steps == ("Heat the oven.", "Rub in the butter.")


def test_a_heading_that_all_others_are_below_is_the_title() -> None:
    found = _read(
        "## Set up a router\n\n### Plug it in\n\n1. Connect the cable.\n\n### Log in\n\n1. Open a browser.\n"
    )
    assert found.procedure.goal == "Set up a router"
    assert [title for _, title in found.procedure.sections] == ["Plug it in", "Log in"]


@pytest.mark.parametrize(
    "text", ["## Dough\n\n1. Knead it.\n\n## Filling\n\n1. Fry it.\n", "## Method\n\n1. Knead it.\n"]
)
def test_the_first_of_several_headings_and_one_that_announces_steps_are_no_title(text: str) -> None:
    assert _read(text).procedure.goal == ""


def test_sentences_below_the_days_are_the_steps_and_a_person_looks_at_them() -> None:
    found = _read(
        "# Starter\n\n## Day 1\nMix 50 g flour with water in a jar.\n\n## Day 2\nStir it.\n\n"
        "## Day 3\nThrow half away.\n"
    )
    assert found.procedure.steps == ("Mix 50 g flour with water in a jar.", "Stir it.", "Throw half away.")
    assert found.procedure.sections == ((1, "Day 1"), (2, "Day 2"), (3, "Day 3"))


def test_an_essay_has_no_steps() -> None:
    found = _read("# Bread\n\n## History\n\nIt is very old.\n\n## Today\n\nThe bakers are many.\n")
    assert found.procedure.steps == ()


@pytest.mark.parametrize("heading", ["Variations", "Storage", "Substitutions", "Variationen"])
def test_what_one_may_do_otherwise_or_afterwards_is_no_step(heading: str) -> None:
    found = _read(f"# Chili\n\n## Method\n{STEPS}\n### {heading}\n\nUse lentils instead of beef.\n")
    assert len(found.procedure.steps) == 2
    assert found.procedure.notes.removeprefix(f"{heading}\n") == "Use lentils instead of beef."


def test_the_title_of_a_step_is_told_apart_from_its_words() -> None:
    made = plain_text.parse(
        "Tap\n\nStep 1 - Turn off the water\nClose the stopcock.\nOpen the tap.\n\nStep 2: Unscrew it.\nThen wait."
    )
    assert made.procedure.steps == (
        "Turn off the water: Close the stopcock. Open the tap.",
        "Unscrew it. Then wait.",
    )


def test_a_line_that_is_broken_within_a_sentence_is_no_title_of_its_step() -> None:
    text = "Cake\n\nStep 1: Heat the oven to 180 degrees and butter a big\nBundt tin.\n\nStep 2: Bake it."
    assert plain_text.parse(text).procedure.steps[0] == "Heat the oven to 180 degrees and butter a big Bundt tin."


@pytest.mark.web
@pytest.mark.parametrize(
    ("item", "step"),
    [
        ("Sweat the leeks 10 minutes.", "Sweat the leeks 10 minutes. Do not let them brown. Turn them."),
        ("Sweat the leeks:", "Sweat the leeks: Do not let them brown. Turn them."),
    ],
)
def test_bullets_in_a_numbered_item_of_a_page_are_part_of_that_step(item: str, step: str) -> None:
    inner = "<ul><li>Do not let them brown.</li><li>Turn them.</li></ul>"
    page = (
        "<h1>Soup</h1><h2>Ingredients</h2><ul><li>3 leeks</li><li>1 l stock</li></ul><h2>Method</h2>"
        f"<ol><li>Chop the leeks into rings.</li><li>{item}{inner}</li><li>Pour in the hot stock.</li></ol>"
    )
    report = read_text(f"<html><body>{page}</body></html>", format="html")
    assert report.procedure.steps == ("Chop the leeks into rings.", step, "Pour in the hot stock.")
    assert report.unused == ()


@pytest.mark.web
@pytest.mark.parametrize("mark", ["{}", "<p>{}</p>"])
def test_what_an_item_of_a_page_says_below_its_inner_list_stays_in_its_step(mark: str) -> None:
    inner = "<ul><li>with salt</li><li>with pepper</li></ul>"
    said = [mark.format(one) for one in ("Boil the leeks.", "Stir them well.", "Strain them.")]
    steps = f"<ol><li>Chop the leeks.</li><li>{inner.join(said)}</li><li>Pour in the hot stock.</li></ol>"
    page = f"<h1>Soup</h1><h2>Ingredients</h2><ul><li>3 leeks</li><li>1 l stock</li></ul><h2>Method</h2>{steps}"
    report = read_text(f"<html><body>{page}</body></html>", format="html")
    step = "Boil the leeks: with salt; with pepper Stir them well. with salt; with pepper Strain them."
    assert (report.procedure.steps[1], len(report.procedure.steps), report.unused) == (step, 3, ())


ABBREVIATED = [
    ("MDF", "2 screws", "1 bulb", "PVA glue", "Sandpaper"),
    ("PPE", "TCP", "2 bandages", "Scissors", "Tape", "Cotton wool"),
    ("2 onions", "MSG", "400 g noodles", "1 tbsp oil"),
    ("2 screws", "For the top a sheet of oak", "1 bulb", "For the dog"),
]


@pytest.mark.parametrize("things", ABBREVIATED)
@pytest.mark.parametrize("format", ["md", "text"])
def test_a_thing_in_capitals_or_for_somebody_stays_on_the_list(things: tuple[str, ...], format: str) -> None:
    head, mark = ("## ", "# ") if format == "md" else ("", "")
    listed = "".join(f"- {one}\n" for one in things)
    text = f"{mark}A thing\n\n{head}You need\n{listed}\n{head}Steps\n1. Mix it.\n2. Leave it.\n"
    report = read_text(text, format=format)
    assert (report.procedure.resources, report.unused) == (things, ())


@pytest.mark.parametrize("head", ["GLAZE", "FOR THE TOP", "For the glaze"])
@pytest.mark.parametrize("format", ["md", "text"])
def test_a_heading_in_capitals_above_an_amount_is_nothing_to_buy(head: str, format: str) -> None:
    mark, sub = ("# ", "## ") if format == "md" else ("", "")
    listed = f"- 1 egg\n- 200 g flour\n- {head}\n- 50 g sugar\n"
    report = read_text(f"{mark}Cake\n\n{sub}Ingredients\n{listed}\n{sub}Steps\n1. Mix it.\n", format=format)
    assert (report.procedure.resources, report.unused) == (("1 egg", "200 g flour", "50 g sugar"), (head,))


def test_the_heading_of_a_part_is_nothing_to_buy() -> None:
    parts = "For the filling\n800 g steak\nFor the pastry:\n1 egg\nFor the table\n"
    made = plain_text.parse(f"Pie\n\nIngredients\n{parts}\nMethod\n1. Bake it.\n")
    assert made.procedure.resources == ("800 g steak", "1 egg", "For the table"), "the last one heads nothing"
    assert made.unused == ("For the filling", "For the pastry:")


WAYS_TO_TELL = [
    "1. Mix it.\n2. Bake it.",
    "Mix it.\n\nBake it.",
    "- Mix it.\n- Bake it.",
    "## Method\n1. Mix it.\n2. Bake it.",
]
BARE_LISTS = [("200 g flour", "2 eggs", "salt"), ("200 g flour", "2 eggs", "Butter", "Salt", "Pepper")]


@pytest.mark.parametrize("told", WAYS_TO_TELL)
@pytest.mark.parametrize("box", ["", "[ ] ", "[x] "])
@pytest.mark.parametrize("things", BARE_LISTS)
def test_amounts_above_whatever_tells_what_to_do_are_what_one_needs(
    things: tuple[str, ...], box: str, told: str
) -> None:
    listed = "".join(f"- {box}{one}\n" for one in things)
    found = read_text(f"# Cake\n\n{listed}\n{told}\n", format="md")
    assert (found.procedure.resources, found.procedure.steps) == (things, ("Mix it.", "Bake it."))
    assert found.unused == ()


def test_sentences_that_may_be_steps_are_asked_for() -> None:
    found = read_text("# Soup\n\n- 1 l stock\n- 2 carrots\n\nMy gran made it.\n\nShe loved it.\n", format="md")
    assert found.procedure.resources == ("1 l stock", "2 carrots")
    assert found.remark == UNSURE


def test_paragraphs_alone_are_steps_to_look_at_if_most_tell_what_to_do() -> None:
    found = read_text("---\ntitle: Soup\n---\nA soup for two.\n\nBoil the stock.\n\nAdd the leeks.\n", format="md")
    assert (found.procedure.steps, found.unused) == (("Boil the stock.", "Add the leeks."), ("A soup for two.",))
    assert found.remark == UNSURE


@pytest.mark.parametrize(
    "text",
    [
        "# Ann\n\nI hope you are well.\n\nCome and see us.\n\nI miss you.\n",
        "# Workout\n\n- 20 squats\n- 30 lunges\n- Rest\n\nRepeat it.\n",
        "# Trip\n\n- Buy 2 l water\n- 3 stops\n- Home\n",
        "# News\n\n- 3 new commands\n- 2 fixes\n\nThank you all.\n",
    ],
)
def test_other_lists_and_letters_need_nothing(text: str) -> None:
    found = read(Document({}, tuple(text.split("\n"))))
    assert found.procedure.resources == ()
    assert "I hope you are well." not in found.procedure.steps


@pytest.mark.parametrize(
    "parts", ["- The dough\n- The icing", "1. Dough\n2. Icing", "* [Dough](#dough)\n* [Icing](#icing)"]
)
def test_a_list_of_the_parts_is_not_told_as_unused(parts: str) -> None:
    found = read_text(
        f"# Bun\n\n{parts}\n\n## Dough\n1. Mix it.\n2. Bake it.\n\n## Icing\n1. Stir it.\n", format="md"
    )
    assert found.procedure.sections == ((1, "Dough"), (3, "Icing"))
    assert found.unused == ()


def test_a_list_that_names_more_than_the_parts_is_told() -> None:
    found = read_text(
        "# Bun\n\n- Dough\n- Raisins\n\n## Dough\n1. Mix it.\n\n## Icing\n1. Stir it.\n", format="md"
    )
    assert found.unused == ("Dough", "Raisins")


def test_cookware_below_a_label_is_what_one_needs() -> None:
    text = f"# Pesto\n\nIngredients:\n\n{LIST}\nCookware:\n\n- Large pot, 1\n\nSteps:\n\n- Boil it.\n- Drain it.\n"
    found = read_text(text, format="md")
    assert (found.procedure.resources, found.unused) == ((*THINGS, "Large pot, 1"), ())


def test_words_in_brackets_make_no_thing_of_a_list_too_long() -> None:
    long = "1/2 cup crema (the thin one from Mexico, which is sweeter than the sour cream from here)"
    text = (
        f"Salsa\n=====\n\n* 2 limes\n* 1 avocado\n* {long}\n\nPress the limes.\n\nMix it all with the avocado.\n"
    )
    made = read(Document({}, tuple(text.split("\n")))).procedure
    assert made.resources == ("2 limes", "1 avocado", long)
    assert made.steps == ("Press the limes.", "Mix it all with the avocado.")


@pytest.mark.parametrize("thing", ["a cup of cream - or a bit more", "some slices of the bread from yesterday"])
def test_an_amount_without_a_number_may_be_told_at_length(thing: str) -> None:
    things = ("500 g apples", "3 eggs", thing, "60 g butter")
    found = plain_text.parse("Bake\n\n{}\n\nPeel the apples.\nBeat the eggs.\n".format("\n".join(things)))
    assert found.procedure.resources == things


@pytest.mark.parametrize(
    "line",
    [
        "a bit of everything can go in",
        "a lot of people like it with 2 eggs",
        "a cup of cream goes in last of all.",
        "a friend gave me this one in 1970",
        "an old tin will do just as well",
        "some say it is better with 3 eggs",
        "one of us made it for years and years",
        "A cup of cream goes in at the end",
        "and a cup of cream goes on top of it",
        "some like it hot, and so do we all",
    ],
)
def test_what_is_said_about_a_thing_is_none(line: str) -> None:
    found = plain_text.parse(
        f"Bake\n\n{line}\n500 g apples\n3 eggs\n60 g butter\n\nPeel the apples.\nBeat the eggs.\n"
    )
    assert line not in found.procedure.resources


def test_exercises_with_words_in_brackets_stay_steps() -> None:
    text = "# Morning\n\n* 20 squats (slow, with a straight back)\n* 9 push-ups (kneeling)\n\nRest a minute.\n"
    assert read(Document({}, tuple(text.split("\n")))).procedure.resources == ()


def test_lines_of_a_list_may_head_a_part_of_it() -> None:
    text = "# Slaw\n\n## Ingredients\n1 cabbage\n65 g butter\nDressing:\n60 g sugar\n\n## Steps\nCut it. Mix it.\n"
    found = read(Document({}, tuple(text.split("\n"))))
    assert found.procedure.resources == ("1 cabbage", "65 g butter", "60 g sugar")
    assert "Dressing:" in found.unused


@pytest.mark.parametrize(
    "steps", ["Mix the flour and water.\nScatter the salt.", "1. Mix the flour.\n2. Scatter salt."]
)
def test_each_list_above_the_method_is_needed(steps: str) -> None:
    lists = "For the dough\n500 g flour\n400 ml water\n\nFor the top\n2 tbsp olive oil\n1 tsp flaky salt"
    made = plain_text.parse(f"Focaccia\n\n{lists}\n\nMethod\n{steps}\n").procedure
    assert made.resources == ("500 g flour", "400 ml water", "2 tbsp olive oil", "1 tsp flaky salt")
    assert len(made.steps) == 2


@pytest.mark.parametrize(("label", "things"), [("what i used", 3), ("What we used", 3), ("What I used to say", 0)])
def test_what_somebody_says_to_have_used_is_what_one_needs(label: str, things: int) -> None:
    text = (
        f"Mend the tap\n\n{label}: a wrench, a towel, oil\n\n- turn off the water\n- pull off the handle\n- oil it"
    )
    assert len(plain_text.parse(text).procedure.resources) == things


def in_plain_text(*lines: str) -> ParsedProcedure:
    return plain_text.parse("\n".join(("Pear pie", "", *lines)))


TOLD = ("Knead the pastry and let it rest", "Roll it out and lay the pears on top", "Bake for 40 min")


def test_a_line_of_amounts_behind_a_name_is_things() -> None:
    made = in_plain_text(
        "Pastry: 250 g flour, 1,5 dl milk cold, 100 g butter, 40 g sugar, 1 egg, 1 tsp vinegar, pinch salt",
        "1 kg pears",
        "Crumble: 80g flour / 50g sugar / 50g butter",
        "",
        *TOLD,
    )
    assert made.procedure.resources == (
        "250 g flour",
        "1,5 dl milk cold",
        "100 g butter",
        "40 g sugar",
        "1 egg",
        "1 tsp vinegar",
        "pinch salt",
        "1 kg pears",
        "Crumble: 80g flour / 50g sugar / 50g butter",
    )
    assert made.procedure.steps == TOLD
    assert (made.procedure.notes, made.unused) == ("", ("Pastry:",))


def test_a_line_behind_a_name_that_cannot_be_split_is_one_thing() -> None:
    line = "Pastry: 250 g flour, butter in small pieces about 100 g, an egg or two, cold milk 1/8 l"
    made = in_plain_text(line, "1 kg pears", "2 tbsp sugar", "", *TOLD).procedure
    assert made.resources == (line, "1 kg pears", "2 tbsp sugar")
    assert (made.steps, made.notes) == (TOLD, "")


@pytest.mark.parametrize(
    "line",
    [
        "Monday: 200 g rice, 100 g fish, 2 carrots",
        "Warm-up: 20 squats, 10 push-ups, 5 burpees",
        "Oven: 180 degrees, 40 minutes, middle shelf",
        "Tip: 20 g butter, 1 tsp salt, 1 egg",
        "Nutrition: 20 g fat, 5 g salt, 2 g fibre",
        "Per serving: 20 g fat, 5 g salt, 2 g fibre",
        "Or: 500 g spelt, 20 g yeast, 2 eggs",
        "Pastry: 500 g flour, 20 g yeast, 2 eggs. Knead well.",
        "A slice: 200kcal, 5 g fat, 3 g sugar",
    ],
)
def test_other_numbers_behind_a_name_are_no_things(line: str) -> None:
    assert not in_plain_text(line, "", *TOLD).procedure.resources


@pytest.mark.parametrize(
    "last", ["zest of 1 orange, juice of 1 1/2", "a big handful of mint and whatever else grows"]
)
def test_the_last_bullet_of_a_list_right_above_the_steps_is_a_thing(last: str) -> None:
    made = in_plain_text("- 200 g flour", "- 2 eggs", "- 90g sugar + 10g on top", f"- {last}", *TOLD).procedure
    assert made.resources == ("200 g flour", "2 eggs", "90g sugar + 10g on top", last)
    assert made.steps == TOLD


@pytest.mark.parametrize("end", ["", "\n\nStir well.\nThird coat: 100 ml paint, 1 ml water, 1 rag"])
def test_lines_of_amounts_that_are_the_steps_keep_their_names(end: str) -> None:
    steps = ("First coat: 200 ml paint, 20 ml water, 1 rag", "Second coat: 200 ml paint, 9 ml water, 1 rag")
    made = plain_text.parse("\n".join(("Paint the door", "", *steps)) + end).procedure
    assert made.steps[:2] == steps
    assert made.resources == ()


@pytest.mark.parametrize(
    "step",
    ["all of it in the big bowl, then a good long stir", "the oven goes to 180 degrees meanwhile, with the tin"],
)
def test_a_bullet_that_tells_what_happens_without_a_verb_ends_a_list(step: str) -> None:
    made = in_plain_text("- 200 g flour", "- 2 eggs", "- 90 g sugar", f"- {step}", *TOLD).procedure
    assert made.resources == ("200 g flour", "2 eggs", "90 g sugar")
    assert made.steps == (step, *TOLD)


def test_bullets_that_tell_what_to_do_end_a_list() -> None:
    made = in_plain_text("- 200 g flour", "- 2 eggs", "- 90 g sugar", *(f"- {step}" for step in TOLD)).procedure
    assert made.resources == ("200 g flour", "2 eggs", "90 g sugar")
    assert made.steps == TOLD


def test_a_wordy_bullet_that_begins_like_a_sentence_is_the_first_step() -> None:
    told = "Knead for ten minutes by hand on the table"
    made = in_plain_text("- 200 g flour", "- 2 eggs", f"- {told}", *TOLD).procedure
    assert (made.resources, made.steps) == (("200 g flour", "2 eggs"), (told, *TOLD))


@pytest.mark.parametrize(
    ("things", "steps"),
    [
        ("8 sausages\n1 onion\n2 eggs", "1. Fry the sausages and onion.\n2. Add the eggs."),
        ("3 apples\n1 mango\n1 lime", "1. Chop it all.\n2. Squeeze over the lime."),
        ("6 eggs\n2 courgettes\nsalt", "Method\n1) Fry the courgettes.\n2) Pour in the eggs."),
        ("6 eggs\n2 courgettes\nsalt", "Method\nFry the courgettes.\nPour in the eggs."),
        ("4 boards\n16 screws", "Step 1: Join the boards.\nStep 2: Sand them."),
    ],
)
def test_bare_counts_above_the_steps_are_things(things: str, steps: str) -> None:
    made = plain_text.parse(f"Supper\nServes 4\n\n{things}\n\n{steps}\n").procedure
    assert (made.resources, len(made.steps), made.notes) == (tuple(things.split("\n")), 2, "")


def test_counts_of_what_is_done_above_numbered_steps_are_no_things() -> None:
    made = plain_text.parse("Monday\n\n20 squats\n10 press-ups\n\n1. Warm up.\n2. Rest.\n").procedure
    assert (made.resources, made.notes) == ((), "20 squats\n10 press-ups")


@pytest.mark.parametrize("steps", ["Method\n{}\n{}", "1. {}\n2. {}", "Directions:\n1. {}\n2. {}"])
@pytest.mark.parametrize("head", ["For the pastry:\n", "FOR THE PASTRY\n", ""])
def test_groups_of_things_above_the_steps_need_no_heading(head: str, steps: str) -> None:
    groups = f"{head}200 g flour\n100 g butter\n\nFor the filling:\n300 g apples\n\nTo serve:\n100 ml cream"
    told = ("Rub the butter into the flour.", "Fill with the apples.")
    made = plain_text.parse(f"Pie\nServes 4\n\n{groups}\n\n{steps.format(*told)}\n").procedure
    assert (made.steps, made.sections) == (told, ())
    assert made.resources == ("200 g flour", "100 g butter", "300 g apples", "100 ml cream")


@pytest.mark.parametrize("head", ["Tips:", "Notes:", "Warning:"])
@pytest.mark.parametrize("end", ["Method\n{}\n{}", "1. {}\n2. {}"])
def test_a_count_in_a_note_above_the_steps_is_no_thing(head: str, end: str) -> None:
    text = f"Pie\n\n{head}\n2 eggs will do\n\n{end.format(*TOLD)}\n"
    made = plain_text.parse(text).procedure
    assert (made.resources, made.steps, "2 eggs will do" in made.notes) == ((), TOLD[:2], True)


def test_times_above_the_steps_are_no_things() -> None:
    times = "10 minutes to prepare\n20 minutes in the oven"
    made = plain_text.parse(f"Pie\n\nTimings:\n{times}\n\nMethod\nRub in the fat.\nBake it.\n").procedure
    assert (made.resources, made.steps) == ((), ("Rub in the fat.", "Bake it."))


def test_a_sort_of_thing_with_a_label_and_a_step_with_one_stay_where_they_are() -> None:
    things = "200 g rice\nSpices: cumin, coriander\n1 onion"
    steps = "Fry the onion.\nSpices: add the cumin now.\nBoil the rice."
    made = plain_text.parse(f"Curry\n\nIngredients:\n{things}\n\nMethod:\n{steps}\n").procedure
    assert (made.resources, made.steps) == (tuple(things.split("\n")), tuple(steps.split("\n")))


def test_many_pairs_of_counts_above_many_steps_read_each_step_once() -> None:
    with patch.object(lists_of_things, "_WORD", wraps=lists_of_things._WORD) as words:
        lists_of_things.stems.cache_clear()
        lists_of_things.lists_among(["3 nuts", "1 bolt", "", "Some words.", ""] * 50, ["Cut the pears."] * 50)
    assert sum("pears" in call.args[0] for call in words.findall.call_args_list) == 1


@pytest.mark.parametrize("end", ["", "."])
def test_an_empty_line_parts_a_list_from_steps_in_small_letters(end: str) -> None:
    steps = (
        f"boil the rice in water with 1 tsp salt, 9 mins{end}",
        f"rinse it, drain{end}",
        f"toss with the lime{end}",
    )
    made = plain_text.parse("Rice salad\n\n300g rice\n90g peas\nlime\n\n" + "\n".join(steps)).procedure
    assert (made.resources, made.steps) == (("300g rice", "90g peas", "lime"), steps)


@pytest.mark.parametrize("bare", ["pinch of salt\nlime", "cream cheese\nwater", "drill\nwater spray bottle"])
def test_bare_things_below_an_empty_line_stay_on_the_list(bare: str) -> None:
    text = f"Rice\n\n300g rice\n90g peas\n\n{bare}\n\nBoil it all.\nEat it.\n"
    assert plain_text.parse(text).procedure.resources == ("300g rice", "90g peas", *bare.split("\n"))


def test_a_step_in_small_letters_with_words_of_doing_is_not_joined_to_the_one_above() -> None:
    steps = ("fry the onions in the oil ~8 min", "lentils + water in, boil 30 mins", "serve with bread")
    made = plain_text.parse("Lentils\n\n2 onions\n200g lentils\n1 l water\n\n" + "\n".join(steps)).procedure
    assert made.steps == steps


def test_a_pinch_of_several_things_among_amounts_is_a_thing() -> None:
    things = ("90 g oats", "pinch of salt + ground ginger root", "20 g butter", "2 tbsp milk")
    made = plain_text.parse("Oat cakes\n\n" + "\n".join(things) + "\n\nRub in the butter.\nBake them.\n").procedure
    assert (made.resources, made.notes) == (things, "")


@pytest.mark.parametrize("heading", ["Materials (for about 4 m2)", "Materials:", "What you need"])
def test_steps_numbered_without_a_dot_are_no_things(heading: str) -> None:
    text = (
        f"Regrout\n\n{heading}\n2 kg grout\ngrout rake\n\n"
        "1 Rake out the old grout.\n2 Vacuum the gaps.\n3 Press in the grout.\n"
    )
    made = plain_text.parse(text).procedure
    assert made.resources == ("2 kg grout", "grout rake")
    assert made.steps == ("Rake out the old grout.", "Vacuum the gaps.", "Press in the grout.")
    assert made.notes == ("(for about 4 m2)" if "4" in heading else "")


def test_things_counted_from_one_on_are_no_steps() -> None:
    text = "Soup\n\nIngredients\n1 Onion, cut\n2 Carrots in sticks\n3 Potatoes in cubes\n\nFry it.\nAdd them.\n"
    made = plain_text.parse(text).procedure
    assert made.resources == ("1 Onion, cut", "2 Carrots in sticks", "3 Potatoes in cubes")


def test_things_behind_a_dash_are_things() -> None:
    made = plain_text.parse(
        "Fix a puncture\n\nwhat you need - levers x2, a pump\n\n- Lift the tyre off\n"
    ).procedure
    assert made.resources == ("levers x2", "a pump")


def test_an_amount_from_to_behind_a_name_makes_a_thing() -> None:
    text = "Clean\n\nbaking soda 100g\nwater 3-4 tbsp\ngloves\n\n1. Mix soda and water.\n2. Spread it.\n"
    assert plain_text.parse(text).procedure.resources == ("baking soda 100g", "water 3-4 tbsp", "gloves")
