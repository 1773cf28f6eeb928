"""Texts as tables, pages, films, chats and lists to tick off set them: read right or asked about, no line lost."""

import pytest

from tailor.library.formats.shared.parsed import ImportPreview
from tailor.library.formats.text import reader as plain_text
from tailor.library.formats.text.titles import titled
from tailor.library.formats.text.unpacking import unpacked
from tailor.library.importer import read_pasted, reports_of_text

TABLES = """Patch a tyre

{needs}

{steps}
"""
PIPED = TABLES.format(
    needs="| Part | Qty |\n|---|---|\n| patches | 2 |\n| rubber glue | 1 tube |",
    steps="| No. | What to do | Time |\n|---|---|---|\n| 1 | Find the hole. | 5 min |\n| 2 | Glue the patch. | |",
)
TABBED = TABLES.format(
    needs="Amount\tItem\n2\tpatches\n1 tube\trubber glue",
    steps="Step\tAction\n1\tFind the hole.\t\n2\tGlue the patch.",
).replace("Find the hole.\t", "Find the hole. (5 min)")
PAGE = """18                     THE WORKSHOP

OILING A TABLE

500 ml linseed oil
2 cloths

Sand the top along the grain and wipe off all the
dust with a damp cloth. Leave it to dry for an ho-
ur before you go on.

Rub in the oil with one of the cloths until the wood

                                            19

takes no more, and wipe off what is left after ten
minutes.
"""
COLUMNS = """Pancakes

INGREDIENTS            METHOD
2 eggs                 1. Beat the eggs with
200 ml milk            the milk.
100 g flour            2. Stir in the flour and
                       fry it.
"""
FILM = """1
00:00:01,000 --> 00:00:03,000
Take the wheel off

2
00:00:03,000 --> 00:00:05,000
and let the air out.

3
00:00:05,500 --> 00:00:09,000
<v Ann>Pull out the tube.
"""
SPOKEN = "0:00\n[Music]\n0:04\nput flour in a bowl\n0:09\nadd the water\n0:15\nbake it"
CHAT = """[12.03.24, 18:02:11] Anna: Dal
[12.03.24, 18:02:40] Ben: yes please
[12.03.24, 18:03:05] Anna: 1. Boil the lentils
[12.03.24, 18:03:40] Ben: how long?
[12.03.24, 18:04:05] Anna: 2. Salt them"""
FORWARDED = """---------- Forwarded message ---------
From: Club <club@example.org>
Subject: Fwd: Planting tomatoes

Dear members,

Dig a hole as deep as the pot.
Tie the stem to a cane.

Best wishes,
The committee"""
ANSWERED = """Subject: Boiler pressure
From: Ann <ann@example.org>

> The needle is in the red. What should I do?

1. Switch it off.
2. Open the valve."""


def read(text: str) -> ImportPreview:
    (found,) = reports_of_text(text)
    return found


@pytest.mark.parametrize("text", [PIPED, TABBED, "# " + PIPED], ids=["text", "tabs", "markdown"])
def test_a_table_of_parts_and_one_of_steps_are_read_as_such(text: str) -> None:
    made = read(text).procedure
    assert made.resources == ("2 patches", "1 tube rubber glue")
    assert made.steps == ("Find the hole. (5 min)", "Glue the patch.")


def test_a_number_in_the_name_of_a_thing_does_not_run_into_its_amount() -> None:
    table = "| Part | Qty |\n|---|---|\n| 1/2 inch washer | 1 |\n| tape | 1 roll |"
    assert read(f"# Tap\n\n{table}\n\n1. Turn it off.\n2. Swap it.").procedure.resources == (
        "1 × 1/2 inch washer",
        "1 roll tape",
    )


def test_a_table_that_explains_something_else_stays_out_of_the_steps() -> None:
    table = "| Flag | Meaning |\n|---|---|\n| -v | Prints a lot more. |\n| -q | Prints nothing at all. |"
    marked = read(f"# Run it\n\n{table}\n\n1. Start it.\n2. Stop it.")
    assert (marked.procedure.steps, marked.procedure.resources) == (("Start it.", "Stop it."), ())
    assert "Meaning" in " ".join(marked.unused)
    plain = read(f"Run it\n\n{table}\n\n1. Start it.\n2. Stop it.").procedure
    assert (plain.steps, plain.notes.count("Prints")) == (("Start it.", "Stop it."), 2)


def test_what_a_table_of_food_values_says_is_no_ingredient() -> None:
    table = "| Calories | 200 |\n|---|---|\n| Fat | 10 g |\n| Sugar | 20 g |"
    made = read(f"# Cake\n\n1. Mix.\n2. Bake.\n\n## Nutrition\n\n{table}")
    assert made.procedure.resources == ()
    assert "Fat" in " ".join(made.unused)


def test_a_table_in_code_stays_as_it_is() -> None:
    code = "```\n| Step | Do |\n|---|---|\n| 1 | Boil |\n```"
    assert read(f"# Write a table\n\n1. Type this:\n{code}\n2. Save it.").procedure.steps[1] == "Save it."


def test_lines_of_a_scanned_page_are_joined_and_its_heads_and_numbers_are_noted() -> None:
    found = read(PAGE)
    assert (found.procedure.goal, found.unsure) == ("OILING A TABLE", False)
    assert found.procedure.resources == ("500 ml linseed oil", "2 cloths")
    assert [step[:12] + step[-9:] for step in found.procedure.steps] == [
        "Sand the topou go on.",
        "Rub in the o minutes.",
    ]
    assert "for an hour" in found.procedure.steps[0]
    assert found.procedure.notes.split("\n")[0].endswith("THE WORKSHOP")
    assert "19" in found.procedure.notes


def test_steps_one_a_line_are_not_joined_however_they_begin() -> None:
    steps = (
        "Turn off the water and open the tap until nothing comes out",
        "unscrew the handle with a driver and put it aside",
        "swap the washer and put all of it back",
    )
    assert read("\n".join(("Fix a tap", *steps))).procedure.steps == steps


def test_columns_are_read_one_after_the_other() -> None:
    found = read(COLUMNS)
    assert found.procedure.resources == ("2 eggs", "200 ml milk", "100 g flour")
    assert found.procedure.steps == ("Beat the eggs with the milk.", "Stir in the flour and fry it.")
    assert not found.unsure


@pytest.mark.parametrize("number", ["{}.", "{}", "Step {}", "({})"])
def test_numbers_on_lines_of_their_own_count_the_steps_below(number: str) -> None:
    one, two = number.format(1), number.format(2)
    found = read(
        f"Build a shelf\n{one}\nLay the sides flat.\n{two}\nPush the dowels into\nthe holes.\nDoc. 4   Page 2 of 6"
    )
    assert found.procedure.steps == ("Lay the sides flat.", "Push the dowels into the holes.")
    assert "Page 2 of 6" in found.procedure.notes


def test_letters_on_lines_of_their_own_count_the_steps_too_and_numbers_may_stand_in_brackets() -> None:
    assert read("Shelf\nA\nFix the legs.\nB\nTurn it over.").procedure.steps == ("Fix the legs.", "Turn it over.")
    assert read("Shelf\n(1) Fix the legs.\n(2) Turn it over.").procedure.steps == (
        "Fix the legs.",
        "Turn it over.",
    )


def test_lines_that_only_hyphens_break_are_joined() -> None:
    steps = "Pull the tyre off the rim with both of the le-\nvers.\nPump it up and find the hole in the wa-\nter."
    assert read(f"Tube\n\nMethod\n{steps}").procedure.steps == (
        "Pull the tyre off the rim with both of the levers.",
        "Pump it up and find the hole in the water.",
    )


def test_captions_are_joined_to_sentences_and_asked_about() -> None:
    found = read(FILM)
    assert found.procedure.steps == ("Take the wheel off and let the air out.", "Pull out the tube.")
    assert found.unsure
    assert "Ann" in found.procedure.notes


def test_times_of_a_film_are_no_steps_and_times_of_the_day_stay() -> None:
    found = read(SPOKEN)
    assert (found.unsure, "[Music]" in found.procedure.notes) == (True, True)
    assert found.procedure.steps[-2:] == ("add the water", "bake it")
    assert not any("0:" in step for step in found.procedure.steps)
    day = read("Turkey\n10:00 Take it out\n12:00 Roast it\n15:30 Rest it").procedure
    assert day.steps == ("10:00 Take it out", "12:00 Roast it", "15:30 Rest it")


def test_what_another_person_says_in_a_chat_is_noted() -> None:
    found = read(CHAT)
    assert found.procedure.steps == ("Boil the lentils", "Salt them")
    assert "Ben: how long?" in found.procedure.notes


@pytest.mark.parametrize(
    "stamp",
    [
        "[05.06.2024, 09:14] Marta: {}",
        "2024-06-05 09:14 Marta: {}",
        "Marta, [05.06.2024 09:14]\n{}",
        "Marta (5/6/24, 9:14 am): {}",
        "Speaker 1  0:03\n{}",
    ],
)
def test_lines_of_a_chat_without_numbers_are_asked_about(stamp: str) -> None:
    found = read("\n".join(map(stamp.format, ("Starter", "Mix flour and water", "Leave it a day"))))
    assert found.procedure.steps[-2:] == ("Mix flour and water", "Leave it a day")
    assert found.unsure


def test_a_forwarded_mail_is_about_its_subject_and_asked_about() -> None:
    found = read(FORWARDED)
    assert found.procedure.goal == "Planting tomatoes"
    assert found.procedure.steps == ("Dig a hole as deep as the pot.", "Tie the stem to a cane.")
    assert found.unsure


def test_the_question_that_a_mail_answers_is_no_step() -> None:
    made = read(ANSWERED).procedure
    assert (made.goal, made.steps) == ("Boiler pressure", ("Switch it off.", "Open the valve."))
    assert "needle" in made.notes


@pytest.mark.parametrize("box", ["☐", "- [ ]", "[x]", "[]", "✅", "⬜", "◯"])
def test_boxes_to_tick_off_are_marks_of_a_list(box: str) -> None:
    lines = ("500 g beef", "2 onions", "", "Fry the beef", "Chop the onions")
    made = read("Tacos\n\n" + "\n".join(f"{box} {line}" if line else "" for line in lines)).procedure
    assert (made.resources, made.steps) == (("500 g beef", "2 onions"), ("Fry the beef", "Chop the onions"))


def test_things_without_a_measure_that_the_steps_name_again_are_needed_and_asked_about() -> None:
    found = read("Salad\n4 tomatoes\n1 red onion\nolive oil\nSlice the tomatoes and the onion.\nAdd the oil.")
    assert found.procedure.resources == ("4 tomatoes", "1 red onion", "olive oil")
    assert found.unsure
    assert read("Laps\n10 push-ups\n20 squats\nRest.").procedure.resources == ()


@pytest.mark.parametrize("text", [PIPED, PAGE, COLUMNS, FILM, SPOKEN, CHAT, FORWARDED, ANSWERED])
def test_a_text_is_read_alike_pasted_below_its_title_and_unpacked_twice(text: str) -> None:
    assert unpacked(unpacked(text)) == unpacked(text)
    title, rest = titled(text)
    pasted, told = read_pasted(title, rest).procedure, read(text).procedure
    assert (pasted.steps, pasted.resources) == (told.steps, told.resources)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("- close the valve\n- drain the pipe\n- unscrew the trap", "close the valve"),
        (
            "Warm the milk with the honey in a small pan until it steams, then take it off the heat. Stir in the"
            " yeast and wait.\nMix in the flour.\nKnead it well.",
            "Warm the milk with the honey in a small pan until it steams, then take it off the heat. Stir in the"
            " yeast and wait.",
        ),
    ],
    ids=["items from the top", "a paragraph on top"],
)
def test_the_first_step_of_a_text_without_a_title_is_no_title(text: str, first: str) -> None:
    made = plain_text.parse(text, "From the file").procedure
    assert (made.goal, made.steps[0], len(made.steps)) == ("From the file", first, 3)


PLAN = """8:15 Pick up the van
8:40 Load 2 sofas and 6 boxes
9:30 Drive 12 km to the new flat
11:00 Unload the sofas first: they go to the living room of the flat, the boxes into the hall
12:30 Bring the van back
"""


@pytest.mark.parametrize("head", ["", "Moving day\n\n", "Moving day\n"])
@pytest.mark.parametrize("mark", ["", "- "])
def test_every_line_of_a_plan_with_times_of_the_day_is_a_step(head: str, mark: str) -> None:
    lines = PLAN.strip().split("\n")
    found = read(head + "\n".join(mark + line for line in lines)).procedure
    assert (found.goal, found.resources, found.steps) == (head.strip(), (), tuple(lines))


@pytest.mark.parametrize(
    "lines",
    [
        ("10 am Light the charcoal", "11 am Salt the ribs"),
        ("9h30 Light the charcoal", "10h15 Salt the ribs"),
        ("At 9:30 light the charcoal", "At 10:00 salt the ribs"),
        ("9.30 am Light the charcoal", "10.00 am Salt the ribs"),
    ],
)
def test_times_of_the_day_are_written_in_several_ways(lines: tuple[str, ...]) -> None:
    last = "Put the ribs over the charcoal, which has to be white by now, and turn the ribs every hour."
    for head in ([], ["Sunday", ""]):
        found = read("\n".join((*head, *lines, last))).procedure
        assert (found.goal, found.resources, found.steps) == ("".join(head), (), (*lines, last))


def test_what_is_mixed_one_to_ten_is_still_a_thing() -> None:
    found = read("Cleaner\n\n200 ml vinegar\n1:10 bleach solution\n2 cloths\n\nWipe it all.").procedure
    assert found.resources == ("200 ml vinegar", "1:10 bleach solution", "2 cloths")


@pytest.mark.parametrize(
    "text",
    [
        "Rinse 200 g rice twice.\nCook it in 400 ml water.\nFold in the peas.",
        "First unplug the lamp.\n\nUnscrew the bulb.\n\nScrew in the new one",
        "Sand the chair.\nPaint it.",
    ],
)
def test_a_first_line_that_is_an_order_as_those_below_is_a_step(text: str) -> None:
    found = read(text).procedure
    assert (found.goal, "\n".join(found.steps)) == ("", text.replace("\n\n", "\n"))


@pytest.mark.parametrize(
    "text",
    [
        "Paint a chair.\n\nSand it.\nPaint it twice.",
        "Paint a chair\nSand it.\nPaint it twice.",
        "My old chair.\nSand it.\nPaint it twice.",
    ],
)
def test_a_first_line_unlike_those_below_stays_the_title(text: str) -> None:
    assert read(text).procedure.goal == text.split("\n")[0]


FLAPJACKS = "Flapjacks\n\n200 g oats\n100 g butter\n\n{}"
METHOD = "Melt the butter. Stir in the oats. Press it into a tin. Bake for 20 minutes."


@pytest.mark.parametrize(
    ("said", "yields"),
    [
        ("Makes 12 bars", "12 bars"),
        ("Makes about 12 bars.", "12 bars"),
        ("Feeds 6", "6 servings"),
        ("Makes 12", "12"),
    ],
)
def test_a_yield_below_the_method_is_no_step(said: str, yields: str) -> None:
    found = read(FLAPJACKS.format(f"{METHOD}\n\n{said}")).procedure
    assert (found.yields.split(" flap")[0], found.steps) == (
        yields,
        read(FLAPJACKS.format(METHOD)).procedure.steps,
    )


def test_a_yield_that_ends_the_last_step_is_read_and_stays_there() -> None:
    found = read(FLAPJACKS.format(f"{METHOD} Makes 12 bars.")).procedure
    assert (found.yields, found.steps[-1]) == ("12 bars", "Bake for 20 minutes. Makes 12 bars.")


@pytest.mark.parametrize("last", ["Serve 2 bars to each", "Makes a mess"])
def test_an_order_with_an_amount_below_the_method_stays_a_step(last: str) -> None:
    found = read(FLAPJACKS.format(f"{METHOD}\n\n{last}")).procedure
    assert (found.yields, found.steps[-1]) == ("", last)


PRINTED = "{head}\n\n1. Beat the eggs well.\n\nPage 1\n\n{running}\n\n2. Bake for 30 minutes.\n\nPage 2\n"


@pytest.mark.parametrize(
    ("head", "running"), [("Lemon cake", "Lemon cake"), ("Nan's kitchen\n\nLemon cake", "Nan's kitchen")]
)
def test_a_title_that_runs_over_each_page_stays_the_title(head: str, running: str) -> None:
    found = read(PRINTED.format(head=head, running=running)).procedure
    assert (found.goal, found.steps) == ("Lemon cake", ("Beat the eggs well.", "Bake for 30 minutes."))
