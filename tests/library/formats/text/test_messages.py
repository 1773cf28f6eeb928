"""How-tos as people send them to each other: chats, mails, letters, posts. Every word stays, in its place."""

import re

import pytest

from tailor.core.procedure import Procedure
from tailor.library.formats.registry import detect_format
from tailor.library.formats.text.reader import parse_under
from tailor.library.formats.text.titles import titled
from tailor.library.importer import read_pasted, reports_of_text, source_from_text

DROPPED = frozenset(["serves", "ingredients", "method", "steps", "subject", "need", "zubereitung", "notes"])
"""Words that only head a part."""


def read(text: str) -> Procedure:
    """The procedure, which every way to bring a text in must read alike."""
    assert detect_format(text) == "text"
    (told,), (shown,) = tuple(reports_of_text(text)), source_from_text(text).reports
    assert told == shown
    title, rest = titled(text)
    pasted = read_pasted(title, rest)
    assert (pasted.procedure, pasted.unsure, pasted.remark) == (told.procedure, told.unsure, told.remark)
    made = told.procedure
    kept = " ".join(
        (made.goal, made.yields, *made.resources, *made.steps, made.notes, *(t for _, t in made.sections))
    )
    for word in re.findall(r"[^\W\d_]{4,}", text.replace("-\n", "").casefold()):
        assert word in kept.casefold() or word in DROPPED
    return made


CHAT = """[14:02] Anna: Fix a dripping tap
[14:03] Anna: You need:
[14:03] Anna: - a spanner
[14:04] Anna: 1. Turn off the water
[14:05] Anna: 2. Swap the washer
[14:06] Ben: thanks a lot"""
STAMPED = """05/03/2024, 14:02 - Anna: Shortbread
300 g flour
200 g butter

Mix it all.
Bake it at 160 C."""
MAIL = """From: Anna <anna@example.com>
Subject: Re: Fwd: Plum cake
Date: Tue, 5 Mar 2024

Hi Tom,

here is what you wanted:

500 g plums
200 g flour

1. Mix the flour.
2. Bake it.

Best wishes,
Anna"""
QUOTED = """On Tue, 5 Mar 2024 at 10:00, Tom wrote:
> Plum cake
>
> Ingredients:
> - 500 g plums
>
> Method:
> 1. Pit them.
> 2. Bake it.
>
> Greetings from the mountains"""
LETTER = """Dear Aunt Rose,

thank you for the weekend. You asked how I oil the table.

Oil a table

You need:
linseed oil

1. Sand the top.
2. Rub in the oil.
   Wait ten minutes.

P.S. Soak the cloth, it can catch fire!

Love, Jim"""
GERMAN = """Liebe Oma,

hier ist das Rezept:

250 g Mehl
3 Eier

Zubereitung:
Mehl und Eier rühren.
Im Waffeleisen backen.

Tipp: Mit Zucker bestreuen.

Liebe Grüße
Dein Jonas"""
POST = """Squeaky hinge

Had the same problem. Here's what worked for me in the end:

1) Tap out the pin
2) Clean it with steel wool
   * not sandpaper
   * wipe it after
3) Grease it

Tip: do one hinge at a time

Hope that helps!"""
SCAN = """GRANDMA'S PANCAKES
Serves 4
2 cups flour
2 eggs

1 . Whisk them slow-
ly until smooth.
2 . Fry in butter.

Page twelve"""
SPREAD = """Sharpen a chisel

1. Soak the stone.

It must be wet all through.

2. Hone it.

Turn it over.

Dedicated to my father, who taught me."""


@pytest.mark.parametrize(
    ("text", "goal", "needs", "steps", "noted"),
    [
        (CHAT, "Fix a dripping tap", ["a spanner"], ["Turn off the water", "Swap the washer"], "thanks a lot"),
        (STAMPED, "Shortbread", ["300 g flour", "200 g butter"], ["Mix it all.", "Bake it at 160 C."], "Anna"),
        (MAIL, "Plum cake", ["500 g plums", "200 g flour"], ["Mix the flour.", "Bake it."], "Best wishes,\nAnna"),
        (QUOTED, "Plum cake", ["500 g plums"], ["Pit them.", "Bake it."], "Greetings from"),
        (
            LETTER,
            "Oil a table",
            ["linseed oil"],
            ["Sand the top.", "Rub in the oil. Wait ten minutes."],
            "P.S. Soak",
        ),
        (GERMAN, "", ["250 g Mehl", "3 Eier"], ["Mehl und Eier rühren.", "Im Waffeleisen backen."], "Dein Jonas"),
        (
            POST,
            "Squeaky hinge",
            [],
            ["Tap out the pin", "Clean it with steel wool: not sandpaper; wipe it after", "Grease it"],
            "Tip: do one",
        ),
        (
            SCAN,
            "GRANDMA'S PANCAKES",
            ["2 cups flour", "2 eggs"],
            ["Whisk them slowly until smooth.", "Fry in butter."],
            "Page",
        ),
        (
            SPREAD,
            "Sharpen a chisel",
            [],
            ["Soak the stone. It must be wet all through.", "Hone it. Turn it over."],
            "Dedicated to my father",
        ),
    ],
    ids=["chat", "stamped", "mail", "quoted", "letter", "german", "post", "scan", "spread"],
)
def test_what_surrounds_a_how_to_in_a_message_becomes_notes(
    text: str, goal: str, needs: list[str], steps: list[str], noted: str
) -> None:
    made = read(text)
    assert (made.goal, list(made.resources), list(made.steps)) == (goal, needs, steps)
    assert noted in made.notes


def test_of_a_letter_that_only_tells_how_it_is_done_a_person_looks_at_the_steps() -> None:
    letter = "Dear Tom,\n\nyou asked for the cake. First mix flour and sugar, then bake it.\n\nLove, Mary"
    (found,) = reports_of_text(letter)
    assert found.unsure
    assert found.procedure.goal == ""
    assert read(letter).notes == "Dear Tom,\nLove, Mary"
    assert not next(reports_of_text(MAIL)).unsure
    assert not next(reports_of_text("Tea\nBoil water\nPour")).unsure


@pytest.mark.parametrize(
    "text",
    [
        "Pancakes\nServes 4\n200 g flour\n2 eggs\n\nMix.\nFry.",
        "Serves 4\nPancakes\n\n200 g flour\n2 eggs\n\n1. Mix.\n2. Fry.",
        "Pancakes\nFor my dear sister Susan\nServes 4\n1. Mix.\n2. Fry.",
    ],
)
def test_the_title_is_told_from_for_how_many_it_is(text: str) -> None:
    made = read(text)
    assert (made.goal, made.yields, made.steps) == ("Pancakes", "4 servings", ("Mix.", "Fry."))


@pytest.mark.parametrize(
    "aside", ["Tip: use a cold bowl.", "Chef's tip: use a cold bowl.", "Tipp – kalte Schüssel."]
)
def test_a_tip_is_no_part_of_the_step_above(aside: str) -> None:
    for text in (
        f"Bread\n1. Mix.\n{aside}\n2. Bake.",
        f"Bread\n1. Mix.\n2. Bake.\n{aside}",
        f"Bread\n\nSteps\nMix.\nBake.\n{aside}",
    ):
        assert (read(text).steps, read(text).notes) == (("Mix.", "Bake."), aside)


def test_a_line_that_warns_or_goes_on_stays_with_its_step() -> None:
    text = "Lye\n1. Weigh it.\nNote: never add water to lye.\n2. Stir slowly\nuntil it is clear.\n"
    assert read(text).steps == ("Weigh it. Note: never add water to lye.", "Stir slowly until it is clear.")


def test_words_above_the_first_number_are_notes_unless_they_tell_what_to_do() -> None:
    told = parse_under("Cake", "Grandma loved this one so much.\n1. Mix.\n2. Bake.")
    assert told.procedure.steps == ("Mix.", "Bake.")
    for text in ("Heat the oven.\n1. Mix.\n2. Bake.", "Preheat to 180 °C\n1. Mix."):
        assert parse_under("Cake", text).procedure.steps == tuple(re.sub(r"\d\. ", "", text).split("\n"))


@pytest.mark.parametrize(
    "text", ["[14:02] Anna: tea\n1. Boil", "[Soup](soup.md)\n1. Boil", "[ ] Boil it\n[ ] Pour it"]
)
def test_words_in_brackets_are_no_json(text: str) -> None:
    assert detect_format(text) == "text"


@pytest.mark.parametrize("text", ['[{"goal": "Tea"}]', '["Boil"]', "[]", "[\n\n {}]", "{", '{"goal": 1}', "["])
def test_what_begins_as_json_is_json(text: str) -> None:
    assert detect_format(text) == "json"


def test_only_words_that_greet_are_a_greeting() -> None:
    for title in ("Beste Pfannkuchen", "Dear old apple pie", "Hello Dolly bars", "From: scratch bread"):
        assert read(f"{title}\n1. Mix.\n2. Bake.").goal == title


def test_numbers_on_pictures_of_keys_and_bare_ones_count_steps() -> None:
    made = read(
        "*Apple crumble* 🍎\n\n*Method*\n1\ufe0f\u20e3 Peel\n2\ufe0f\u20e3 Bake 40 mins\n\nSent from my phone"
    )
    assert (made.goal, made.steps) == ("Apple crumble 🍎", ("Peel", "Bake 40 mins"))
    made = read("Cake\n\nMETHOD\n1 Beat the eggs.\n2 Bake.\nNOTES\nKeeps for a week.")
    assert (made.steps, made.notes) == (("Beat the eggs.", "Bake."), "Keeps for a week.")


def test_bullets_below_a_step_never_touch_an_address_or_a_command() -> None:
    (found,) = reports_of_text("Post\n\n1. Open https://example.org/new\n- log in\n2. Send it.\n")
    assert found.procedure.steps[0] == "Open https://example.org/new – log in"
    (found,) = reports_of_text("# Post\n1. Clean up\n\n   ```sh\n   rm *.tmp\n   ```\n   - wait\n2. Send it.\n")
    assert "*.tmp ⏎ ``` - wait" in found.procedure.steps[0]


BOILED = ("Boil the pasta", "Fry the garlic in a lot of oil", "Stir in the tomatoes")
CHATS = {
    "WhatsApp, Android": """12/03/2024, 18:01 - Messages and calls are end-to-end encrypted.
12/03/2024, 18:02 - Tom: how do you make it again??
12/03/2024, 18:05 - Ann: Boil the pasta
12/03/2024, 18:05 - Tom: lol nice
12/03/2024, 18:06 - Ann: <Media omitted>
12/03/2024, 18:06 - Ann: Fry the garlic in a lot of oil
12/03/2024, 18:08 - Ann: haha told you
12/03/2024, 18:09 - Ann: Stir in the tomatoes""",
    "WhatsApp, iPhone": """[12/03/2024, 18:02:30] Ann: Boil the pasta
[12/03/2024, 18:02:41] Ben: lol nice
\u200e[12/03/2024, 18:03:02] Ann: Fry the garlic
in a lot of oil
[12/03/2024, 18:03:20] Ann: \u200eimage omitted
[12/03/2024, 18:04:00] Ann: Stir in the tomatoes""",
    "WhatsApp, twelve hours": """[3/12/24, 6:02:30 PM] Ann: Boil the pasta
[3/12/24, 6:02:41 PM] ~ Ben: lol nice
[3/12/24, 6:03:02 PM] Ann: Fry the garlic in a lot of oil
[3/12/24, 6:04:00 PM] Ann: Stir in the tomatoes
[3/12/24, 6:04:20 PM] Ann: \U0001f602\U0001f602""",
    "Telegram": """Ann, [12.03.2024 18:02]
Boil the pasta

Ben, [12.03.2024 18:03]
lol nice

Ann, [12.03.2024 18:04]
Fry the garlic in a lot of oil

Ann, [12.03.2024 18:05]
Stir in the tomatoes""",
    "Signal": """Ann (12/03/2024, 18:02): Boil the pasta
Ben (12/03/2024, 18:03): lol nice
Ann (12/03/2024, 18:04): Fry the garlic in a lot of oil
Ann (12/03/2024, 18:05): Stir in the tomatoes""",
    "names only": """Ben: how do you make the pasta?
Ann: Boil the pasta
Ben: lol nice
Ann: Fry the garlic in a lot of oil
Ann: Stir in the tomatoes
Ann: ok?""",
}


@pytest.mark.parametrize("chat", CHATS.values(), ids=CHATS.keys())
def test_of_a_chat_only_what_one_tells_becomes_steps_and_the_chatter_is_named_line_by_line(chat: str) -> None:
    assert read(chat).steps == BOILED
    [told] = reports_of_text(chat)
    assert (told.procedure.goal, told.unsure) == ("", True)
    said = told.procedure.notes.split("\n")
    assert any("lol nice" in line and len(line) < 50 for line in said)
    assert not any(step in told.procedure.notes for step in BOILED)


def test_lines_with_labels_are_no_chat() -> None:
    text = "Stain\nCold: rinse it\nWarm: soap it well\nWarm: rinse it\nCold: rinse it again"
    [told] = reports_of_text(text)
    assert told.procedure.steps == (
        "Cold: rinse it",
        "Warm: soap it well",
        "Warm: rinse it",
        "Cold: rinse it again",
    )


def test_the_talk_of_a_mail_before_its_steps_is_no_step_and_says_how_many_it_feeds() -> None:
    made = read(
        "Hello Pat,\n\nlovely that you came on Friday! Here is the curry. It serves 5, or 4 with Max :-)\n\n"
        "You need 2 tins of beans, 1 leek, 300 ml stock and a lemon.\n\n"
        "First slice the leek and fry it in oil.\nThen add the beans and the stock.\nSqueeze in the lemon.\n\n"
        "Love, Jo\n"
    )
    assert made.steps == (
        "First slice the leek and fry it in oil.",
        "Then add the beans and the stock.",
        "Squeeze in the lemon.",
    )
    assert made.yields == "5 servings"


@pytest.mark.parametrize(
    ("said", "yields"),
    [
        ("It's enough for six, or seven if they are small.", "6 servings"),
        ("That is just enough for 4!", "4 servings"),
        ("The sauce is enough for 2 pounds of pasta.", ""),
    ],
)
def test_a_letter_says_for_how_many_it_is_enough(said: str, yields: str) -> None:
    made = read(
        f"Dear Tom,\n\nwe still talk about your visit. {said}\n\n"
        "Chop the leek and fry it. Stir in the stock. Boil it for 20 minutes. Season it.\n\nBest,\nJo\n"
    )
    assert made.yields == yields
    assert made.steps[0] == "Chop the leek and fry it."


@pytest.mark.parametrize(
    "date", ["Ghent, 4 May 2026", "3rd June 2025", "Oslo, March 2, 2026", "Nice, le 2 mai 2026"]
)
def test_where_and_when_a_letter_was_written_is_no_title(date: str) -> None:
    made = read(
        f"{date}\n\nDear Mr Hill,\n\nthank you for asking.\n\n1. Wash the jars.\n2. Dry them.\n\n"
        "With kind regards,\nIda Berg\n"
    )
    assert made.goal == ""
    assert made.steps == ("Wash the jars.", "Dry them.")
    assert made.notes.startswith(date)


def test_a_name_and_a_comma_alone_greet_with_any_word() -> None:
    made = read("Hiya Lou,\n\nyou asked for it.\n\nWash the pot.\nRinse it twice.\nDry it well.\n")
    assert (made.goal, made.notes.split("\n")[0]) == ("", "Hiya Lou,")


def test_a_letter_in_one_paragraph_without_capitals_is_cut_between_talk_and_steps() -> None:
    made = read(
        "hello gran, i hope you are well! this is how i wash the rug. fill the tub with warm water. put the rug "
        "in and press it gently. rinse it twice. hang it on the line. love, tim"
    )
    assert made.steps == (
        "fill the tub with warm water.",
        "put the rug in and press it gently.",
        "rinse it twice.",
        "hang it on the line.",
    )


def test_greetings_and_wishes_in_a_chat_are_neither_title_nor_step() -> None:
    made = read(
        "[08:01] Dad: Morning! Slept well?\n[08:02] Dad: For the stove: open the flap\n"
        "[08:02] Dad: stack 2 logs in it\n[08:03] Dad: light the paper below them\n"
        "[08:04] Dad: ok, close the door\n[08:05] Dad: Good luck! ❤️\n"
    )
    assert made.goal == ""
    assert made.steps == (
        "For the stove: open the flap",
        "stack 2 logs in it",
        "light the paper below them",
        "ok, close the door",
    )


def test_a_message_does_not_go_on_with_the_sentence_of_the_one_before() -> None:
    made = read(
        "[10:00] Kim: turn it when the edge is brown\n[10:01] Kim: makes 8. serve it with sugar\n"
        "[10:02] Kim: cut it into strips\n"
    )
    assert made.steps == ("turn it when the edge is brown", "makes 8. serve it with sugar", "cut it into strips")


def test_what_a_chat_says_to_take_is_needed_perhaps_behind_a_yield() -> None:
    made = read(
        "[10:00] Kim: serves 3. you need 300g flour, 200ml water and 5g yeast\n"
        "[10:01] Kim: pinch of salt\n[10:02] Kim: knead it well for 10 minutes\n[10:03] Kim: bake it for an hour\n"
    )
    assert made.resources == ("300g flour", "200ml water", "5g yeast", "pinch of salt")
    assert made.steps == ("knead it well for 10 minutes", "bake it for an hour")
    assert made.yields == "3 servings"


def test_for_what_a_chat_says_to_take_it_is_told_as_unused() -> None:
    found = source_from_text(
        "[10:00] Kim: For the dough you take 300g flour, 200ml water and 5g yeast\n"
        "[10:02] Kim: knead it well for 10 minutes\n[10:03] Kim: bake it for an hour\n"
    ).reports[0]
    assert found.procedure.resources == ("300g flour", "200ml water", "5g yeast")
    assert found.unused == ("For the dough:",)


def test_a_line_with_an_amount_before_what_to_do_is_no_talk() -> None:
    found = source_from_text(
        "Feeding the animals\n\nThe hens need 2 litres of water every day.\n"
        "Give the dog a bone in the evening.\nBrush the pony twice a week.\n"
    ).reports[0]
    assert found.procedure.steps[0] == "The hens need 2 litres of water every day."
    assert found.unsure


def test_the_full_stop_behind_a_list_on_one_line_is_no_part_of_its_last_thing() -> None:
    made = read(
        "Fix the bell\n\nYou need: a battery, two screws, some tape.\n\n1. Open it.\n2. Put the battery in.\n"
    )
    assert made.resources == ("a battery", "two screws", "some tape")


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > ", ">>"])
def test_only_the_marks_at_the_head_of_a_quoted_line_go(mark: str) -> None:
    steps = (
        "Salt the chicken.",
        "Roast it until the inside is >74 °C.",
        "Rest it > 10 minutes, then open Menu > Timer.",
    )
    lines = ("Roast a chicken", "", *(f"{number}) {step}" for number, step in enumerate(steps, 1)))
    assert read("\n".join(f"{mark}{line}" for line in lines)).steps == steps


def test_a_sign_that_begins_the_words_of_a_quoted_line_stays() -> None:
    assert read("> Roast a chicken\n>\n> 1) Salt it.\n> 2) Roast it.\n> >74 °C inside is done.").steps[1:] == (
        "Roast it. >74 °C inside is done.",
    )
