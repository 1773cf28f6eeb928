"""What people go on to say in a chat behind the steps: it is kept in its order, with who said it."""

import pytest

from tailor.library.formats.registry import read
from tailor.library.formats.text.unpacking import unpacked

BRAKES = """[09:10] Ana: how I top up the brake fluid
1. Park the car on level ground and let it cool.
2. Fill slowly up to the MAX mark.
3. Close the cap.
"""
TALK = """[09:15] Ben: can I use DOT 5?
[09:16] Ana: no, never
[09:17] Ben: and DOT 4?
[09:18] Ana: yes"""
STEPS = ("Park the car on level ground and let it cool.", "Fill slowly up to the MAX mark.", "Close the cap.")


def read_twice(text: str) -> tuple[tuple[str, ...], list[str]]:
    """Return steps and notes of a text, which are the same once it was rewritten for the text field."""
    (one,), (again,) = read(text, "text"), read(unpacked(text), "text")
    assert (one.procedure.steps, one.procedure.notes) == (again.procedure.steps, again.procedure.notes)
    return one.procedure.steps, one.procedure.notes.split("\n")


@pytest.mark.parametrize("between", ["", "\n"])
def test_questions_behind_the_steps_keep_their_answers(between: str) -> None:
    assert read_twice(BRAKES + between + TALK) == (STEPS, ["[09:10] Ana", *TALK.split("\n")])


def test_who_asks_more_than_the_other_explains_is_still_the_one_who_asks() -> None:
    talk = TALK.replace("can I", "I have an old bottle from my father's garage, and it is half full, so can I")
    talk = talk.replace(
        "and DOT 4?", "I wonder about DOT 4, which the man in the shop praised as the best of them all"
    )
    assert read_twice(BRAKES + talk) == (STEPS, ["[09:10] Ana", *talk.split("\n")])


def test_talk_before_the_steps_stands_before_that_behind_them() -> None:
    text = (
        "[14:01] Jonas: how did you hang it?\n"
        "[14:02] Mia: ok here's how I hung the floating shelf last weekend 😅\nYou'll need:\n- cordless drill\n"
        "- 4 screws (5 x 60 mm)\n\n1. Drill four holes 60 mm deep.\n2. Screw the bracket to the wall.\n\n"
        "took me an hour\n\n"
        "[14:05] Jonas: thx!! works on plasterboard too?\n[14:06] Mia: no idea, mine's brick\n"
    )
    steps, notes = read_twice(text)
    assert steps == ("Drill four holes 60 mm deep.", "Screw the bracket to the wall.")
    assert notes == [
        "[14:01] Jonas: how did you hang it?",
        "[14:02] Mia",
        "ok here's how I hung the floating shelf last weekend 😅",
        "took me an hour",
        "[14:05] Jonas: thx!! works on plasterboard too?",
        "[14:06] Mia: no idea, mine's brick",
    ]


def test_an_answer_among_the_steps_stands_below_its_question() -> None:
    text = (
        "12/11/2026, 09:10 - Ana: Reset the smoke detector\n12/11/2026, 09:11 - Ana: 1. Press the button.\n"
        "12/11/2026, 09:13 - Ben: which battery?\n12/11/2026, 09:14 - Ana: 9V block\n"
        "12/11/2026, 09:15 - Ana: 2. Put in a new battery.\n"
    )
    assert read_twice(text) == (
        ("Press the button.", "Put in a new battery."),
        [
            "12/11/2026, 09:10 - Ana",
            "12/11/2026, 09:13 - Ben: which battery?",
            "12/11/2026, 09:14 - Ana: 9V block",
        ],
    )


def test_words_below_their_mark_and_steps_without_numbers_do_not_lose_who_speaks() -> None:
    text = (
        "Ann, [12.03.2024 18:02]\nBoil the pasta\n\nAnn, [12.03.2024 18:05]\nStir in the tomatoes\n\n"
        "Ben, [12.03.2024 18:06]\nwith cream?\n\nAnn, [12.03.2024 18:07]\nno, never\n\n"
        "Ben, [12.03.2024 18:08]\nand oil?\n\nAnn, [12.03.2024 18:09]\nyes\n"
    )
    steps, notes = read_twice(text)
    assert steps == ("Boil the pasta", "Stir in the tomatoes")
    assert notes == [
        "Ann, [12.03.2024 18:02]",
        "Ben, [12.03.2024 18:06]: with cream?",
        "Ann, [12.03.2024 18:07]: no, never",
        "Ben, [12.03.2024 18:08]: and oil?",
        "Ann, [12.03.2024 18:09]: yes",
    ]


def test_names_without_times_stay_before_what_they_said() -> None:
    talk = ["Ben: with cream?", "Ann: no, never", "Ben: with salt?", "Ann: yes"]
    steps, notes = read_twice("\n".join(["Ann: 1. Boil the pasta", "Ann: 2. Stir in the oil", *talk]))
    assert steps == ("Boil the pasta", "Stir in the oil")
    assert notes == ["Ann", *talk]
