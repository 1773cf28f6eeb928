"""A letter that tells its steps in a paragraph: each is a step, what is needed is listed, and talk is noted."""

import re
import textwrap
from collections import Counter

import pytest

from tailor.library.formats.text.reader import parse, parse_under
from tailor.library.formats.text.titles import titled
from tailor.library.formats.text.unpacking import as_paragraphs, unpacked, without_talk

CORDIAL = """Hello dear,

I hope your cough is better. You asked how I make my rhubarb cordial. Chop a kilo of rhubarb, leaves off of \
course. Cover it with a litre of water and bring it to the boil. It should fall apart after half an \
hour. Strain it through a cloth but don't press it. Stir in 400 g sugar while it's hot. My mother took \
honey. Fill it in clean bottles. Your uncle drinks it with gin.

The garden is a jungle. Don't forget to write.

Your loving Nana
"""
MAIL = """From: Kit
Subject: Fwd: Marmalade

Hi Jo, as promised, the marmalade. You need 1 kg of bitter oranges, 2 kg of sugar and a lemon. Scrub the \
oranges and halve them. Squeeze out the juice, then shred the peel. Next day simmer it for two hours until \
the peel is soft. Add the sugar and boil it hard. Pot it while it is hot. It makes 8 jars. Everybody wants \
some!

Kisses, Kit
"""
TOLD = """Dear Mr. Hall,

thanks for your call. So for the bike chain: you turn the bike upside down. You find the link with the \
longer pins. Then you press the pins together with pliers. When it is open, you take the old chain off. \
After ten minutes wipe off the oil. That's it really. Good luck!

Bye,
Pete
"""
I_DO = """Dear Mrs Hall,
Thank you for the lovely afternoon.
It's 200 g flour, 2 eggs, 300 ml milk and a pinch of salt. I whisk it all with a fork. Then I heat a little \
butter. I pour in a ladle of it and turn it once. I make them every Sunday.
With all my best,
Helen
"""
LETTERS = {
    CORDIAL: (
        "Rhubarb cordial",
        [],
        [
            "Chop a kilo of rhubarb, leaves off of course.",
            "Cover it with a litre of water and bring it to the boil. It should fall apart after half an hour.",
            "Strain it through a cloth but don't press it.",
            "Stir in 400 g sugar while it's hot. My mother took honey.",
            "Fill it in clean bottles.",
        ],
    ),
    MAIL: (
        "Marmalade",
        ["1 kg of bitter oranges", "2 kg of sugar", "a lemon"],
        [
            "Scrub the oranges and halve them.",
            "Squeeze out the juice, then shred the peel.",
            "Next day simmer it for two hours until the peel is soft.",
            "Add the sugar and boil it hard.",
            "Pot it while it is hot.",
        ],
    ),
    TOLD: (
        "",
        [],
        [
            "So for the bike chain: you turn the bike upside down.",
            "You find the link with the longer pins.",
            "Then you press the pins together with pliers.",
            "When it is open, you take the old chain off.",
            "After ten minutes wipe off the oil.",
        ],
    ),
    I_DO: (
        "",
        ["200 g flour", "2 eggs", "300 ml milk", "a pinch of salt"],
        [
            "I whisk it all with a fork.",
            "Then I heat a little butter.",
            "I pour in a ladle of it and turn it once.",
        ],
    ),
}


def wrapped(text: str, width: int) -> str:
    return "\n".join(line for long in text.split("\n") for line in textwrap.wrap(long, width) or [""])


@pytest.mark.parametrize("width", [40, 52, 60, 64, 72, 76, 999])
@pytest.mark.parametrize("letter", LETTERS, ids=["cordial", "mail", "told", "i do"])
def test_a_letter_gives_its_steps_at_every_width_and_loses_no_word(letter: str, width: int) -> None:
    text = wrapped(letter, width)
    read = parse(text).procedure
    goal, resources, steps = LETTERS[letter]
    assert (read.goal, list(read.resources), list(read.steps)) == (goal, resources, steps)
    words = [
        Counter(re.findall(r"\w+", one.casefold())) for one in (text, f"{goal} {resources} {steps} {read.notes}")
    ]
    lost = words[0] - words[1]
    assert set(lost) <= {"subject", "fwd", "you", "need", "it", "s", "and"}
    title, rest = titled(text)
    assert list(parse_under(title, rest).procedure.steps) == steps
    assert unpacked(unpacked(text)) == unpacked(text)


def test_a_letter_without_capitals_is_read_alike_unpacked_twice() -> None:
    told = "you turn it upside down. you find the link with pins. then you press the pins. you take it off. easy!"
    text = f"hey tom,\n\nso, {told}\n\nbye,\nann"
    assert len(parse(text).procedure.steps) == 4
    assert unpacked(unpacked(text)) == unpacked(text)


def test_the_yield_that_a_mail_tells_is_read() -> None:
    assert parse(MAIL).procedure.yields == "8 jars"


@pytest.mark.parametrize(
    ("body", "steps"),
    [
        # a step on each line
        ("Unplug the box. Wait a bit.\nPlug it in again.\nPress the button.", 3),
        # too few that tell anything
        ("Thank you for the photos. We swam all day. I cut my finger. Have fun and write soon.", 4),
        # another language, whose verbs are not known
        ("Zuerst die Butter rühren. Dann das Mehl dazu. Den Teig füllen. Die Äpfel schälen. Alles gut backen.", 5),
        # numbers say what the steps are
        ("1. Mix it. Stir it. Beat it.\n2. Bake it. Cool it. Eat it. Take it.", 2),
    ],
)
def test_a_letter_that_tells_otherwise_is_cut_as_before(body: str, steps: int) -> None:
    read = parse(f"Dear Tom,\n\n{body}\n\nLove,\nMary").procedure
    assert len(read.steps) == steps
    assert read.notes == "Dear Tom,\nLove,\nMary"


@pytest.mark.parametrize(("end", "steps"), [("", 2), ("\n\nEnjoy!", 2), ("\n\nLove, Mary", 5)])
def test_only_what_is_signed_or_greets_is_a_letter(end: str, steps: int) -> None:
    text = f"Heat the milk. Stir it well. Pour it out. Eat it all.\nWash the pan.{end}"
    assert len(parse_under("Milk", text).procedure.steps) == steps


def test_steps_behind_the_paragraph_are_steps_and_a_list_above_it_stays() -> None:
    notes: list[str] = []
    lines = [
        "3 bananas",
        "100 g butter",
        "",
        "Mash it all. Melt the butter. Stir it with the eggs. Bake it long.",
        "",
    ]
    lines += ["Serve it warm. Dad likes it cold.", "Call me if it fails.", "", "Bye,", "Jo"]
    made = without_talk(lines, notes)
    assert made[:3] == lines[:3]
    assert list(filter(None, made[3:])) == [
        "Mash it all.", "Melt the butter.", "Stir it with the eggs.", "Bake it long.", "Serve it warm."
    ]  # fmt: skip
    assert notes == ["Dad likes it cold.", "Call me if it fails.", "Bye,", "Jo"]


def test_an_item_is_no_title_once_the_talk_above_it_is_noted() -> None:
    told = "Mash it all. Melt the butter. Stir them up. Bake them."
    text = f"Dear Kim,\n\nit is very easy.\n\n3 ripe bananas\n100 g butter\n2 eggs\n\n{told}"
    read = parse(text).procedure
    assert (read.goal, read.resources) == ("", ("3 ripe bananas", "100 g butter", "2 eggs"))


def test_lines_are_joined_only_where_sentences_end_within_them() -> None:
    apart = ["Mix the flour and the sugar", "Add the eggs. Stir.", "Bake it"]
    assert as_paragraphs(apart) == apart
    broken = ["Mix it. Add the eggs. Stir", "it. Bake it for an hour. Let", "it cool."]
    assert as_paragraphs(broken) == [" ".join(broken)]


def test_a_letter_tells_its_yield_above_a_line_of_things_and_ends_with_when_they_meet() -> None:
    made = parse(
        "Hi Tom,\n\nhere is the pumpkin soup, serves 4:\n\n1 pumpkin (about 1 kg), 1 onion, 30 g ginger, salt\n\n"
        "Chop it all and soften it in oil.\n\nAdd a litre of stock and blend it.\n\nSee you on Friday,\nAnna\n"
    ).procedure
    assert (made.goal, made.yields) == ("Pumpkin soup", "4 servings")
    assert made.resources == ("1 pumpkin (about 1 kg)", "1 onion", "30 g ginger", "salt")
    assert made.steps == ("Chop it all and soften it in oil.", "Add a litre of stock and blend it.")


def test_what_says_how_a_thing_is_prepared_is_no_thing_at_the_end_of_a_line() -> None:
    made = parse("Rub\n\n2 cups oats, 1 egg, 30 g butter, melted\n\n1. Mix it.\n2. Bake it.\n").procedure
    assert "melted" not in made.resources
