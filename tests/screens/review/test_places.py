"""Places, groups and wishes on the screen: what is shown, and what each key decides there."""

from dataclasses import replace
from typing import Any

import pytest
from textual.content import Content

from tailor.core.events import Done, Event, HeaderProposed, PlaceFound
from tailor.core.leaving_out import Rest
from tailor.core.review.places import open_places, places
from tailor.screens.dialogs.base import AnswerOption, Question
from tailor.screens.dialogs.text_input import CleanTextArea, WordsDialog
from tailor.screens.review.together import ask_rest
from tests.screens.conftest import screen_text
from tests.screens.review_case import LOAF, Bench, begun, edit, finished, stage


def place(number: int, step: int, word: str, *, part: str = "steps") -> PlaceFound:
    return PlaceFound(stage=1, id=f"p{number}", agent="modify", part=part, step=step, word=word, serves=("R1",))  # type: ignore[arg-type]


PLACES: list[Event] = [
    *begun(),
    stage(1, "modify", LOAF.steps),
    place(1, 1, "oven"),
    edit(1, "replace", 4, "Fry it for 12 min a side.", serves=("R1",)),
    place(2, 2, "oven", part="resources"),
    finished(1, "modify"),
    Done(result=LOAF),
]
HALVED: dict[str, Any] = {"reason": "halve everything", "serves": ("R2",), "group": "g1"}
GROUP: list[Event] = [
    *begun(),
    stage(1, "modify", LOAF.steps),
    edit(1, "replace", 4, "Bake for 20 min.", **HALVED),
    edit(2, "replace", 1, "250 g flour", part="resources", **HALVED),
    edit(3, "insert", 4, "Check it early.", **HALVED),
    edit(4, "replace", 5, "Cool it for 1 h.", serves=("R2",)),
    HeaderProposed(stage=1, group="g1", goal="Bake half a loaf", yields="half a loaf"),
    finished(1, "modify"),
    Done(result=LOAF),
]


def waiting(bench: Bench) -> list[str]:
    return [one.id for one in open_places(bench.screen.model.state)]


def statuses(bench: Bench) -> list[str]:
    return [bench.status(number) for number in (1, 2, 3, 4)]


async def test_a_place_is_a_row_at_its_step_with_its_word_and_wish(bench: Bench) -> None:
    await bench.give(*PLACES, end=True)
    text = screen_text(bench.app)
    assert "Step 1 mentions “oven”  — I have" in text
    assert "? Preheat" in " ".join(text.split()), "its step is looked at"
    assert "?  an oven" in text
    assert "3 left to decide" in text


async def test_at_a_place_the_key_bar_shows_the_keys_that_decide_it(bench: Bench) -> None:
    await bench.give(*PLACES, end=True)
    assert bench.marked == "p1"
    bar = screen_text(bench.app).rstrip().splitlines()[-1]
    for words in ("e Edit", "d Remove", "f It is fine", "Quit"):
        assert words in bar
    assert "e writes your own words, d removes it, f keeps it" in await bench.press("a")
    assert "It is fine" in await bench.press("question_mark")


async def test_fine_decides_a_place_goes_on_to_the_next_and_can_be_undone(bench: Bench) -> None:
    await bench.give(*PLACES, end=True)
    await bench.press("f")
    assert (waiting(bench), bench.marked) == (["p2"], "e1")
    assert "Kept as it is" in screen_text(bench.app)
    assert "2 left to decide" in screen_text(bench.app)
    await bench.press("u")
    assert (waiting(bench), bench.marked) == (["p1", "p2"], "p1")
    await bench.press("U", "p", "backspace")
    bench.screen.model.stay(("s1", "p1"))
    await bench.press("f")
    assert waiting(bench) == ["p1", "p2"], "f again takes it back"
    assert "Still to decide" in screen_text(bench.app), "and says so"


async def test_own_words_and_leaving_out_decide_a_place_and_undo_opens_it_again(bench: Bench) -> None:
    await bench.give(*PLACES, end=True)
    await bench.press("d")
    assert (waiting(bench), bench.marked) == (["p2"], "e1")
    [own] = bench.screen.model.review.choices.own
    assert own.serves == ("R1",)
    await bench.press("u")
    assert waiting(bench) == ["p1", "p2"]
    bench.screen.model.stay(("s1", "p1"))
    await bench.press("e", "!", "enter")
    assert [one.status for one in places(bench.screen.model.state)] == ["own", "open"]
    assert bench.result[0] == "Preheat the oven to 220 °C.!"


async def test_own_words_for_a_place_begin_with_what_is_suggested_for_its_step(bench: Bench) -> None:
    halved = edit(2, "replace", 1, "Preheat the oven to 110 °C.", serves=("R2",))
    await bench.give(*PLACES[:-2], halved, *PLACES[-2:], end=True)
    bench.screen.model.stay(("s1", "p1"))
    assert "was: Preheat the oven to 220 °C." in await bench.press("e")
    await bench.press("enter")
    assert waiting(bench)[0] == "p1", "nothing was changed, so nothing is decided"
    bench.screen.model.stay(("s1", "p1"))
    await bench.press("e", "!", "enter")
    assert bench.result[0] == "Preheat the oven to 110 °C.!"


async def test_a_place_disappears_once_an_accepted_edit_removes_its_word(bench: Bench) -> None:
    gone = edit(2, "replace", 1, "Heat a pan.", serves=("R1",))
    await bench.give(*PLACES[:-2], gone, *PLACES[-2:], end=True)
    assert "Step 1 mentions" in screen_text(bench.app)
    bench.screen.model.stay(("s1", "e2"))
    assert "Step 1 mentions" not in await bench.press("a")
    assert waiting(bench) == ["p2"]


async def test_taking_all_leaves_places_open_and_the_summary_lists_them(bench: Bench) -> None:
    await bench.give(*PLACES, end=True)
    await bench.press("A")
    assert waiting(bench) == ["p1", "p2"]
    assert bench.marked == "p2"
    assert "2 left to decide   Decide on each of them: e, d or f." in await bench.press("A")
    await bench.press("enter")
    text = " ".join(screen_text(bench.app).split())
    assert "“I have no oven”: partly done. Step 1 and the list" in text
    await bench.press("enter", "enter")
    [(review, _)] = bench.session.saved
    assert review == bench.screen.model.review


async def test_a_group_is_one_row_with_its_header_and_counts_as_one(bench: Bench) -> None:
    await bench.give(*GROUP, end=True)
    text = screen_text(bench.app)
    assert "▸  Halve everything: 3 changes" in text
    assert "new name: Bake half a loaf" in text
    assert "makes: half a loaf" in text
    assert "2 left to decide" in text
    assert "Check it early." in text, "its changes stand in the steps"


async def test_a_group_is_decided_as_one_and_its_header_comes_along(bench: Bench) -> None:
    await bench.give(*GROUP, end=True)
    bench.screen.model.stay(("g1", "g1"))
    await bench.press("a")
    assert statuses(bench) == ["accepted"] * 3 + ["undecided"]
    assert "3 changes accepted" in screen_text(bench.app)
    assert bench.screen.current_procedure().goal == "Bake half a loaf"
    await bench.press("u")
    assert bench.marked == "g1"
    await bench.press("x")
    assert statuses(bench) == ["rejected"] * 3 + ["undecided"]
    assert "Check it early." not in screen_text(bench.app)
    await bench.press("u", "space", "p", "backspace")
    bench.screen.model.stay(("g1", "g1"))
    await bench.press("backspace")
    assert statuses(bench)[:3] == ["undecided"] * 3


async def test_the_notes_below_the_steps_say_what_an_accepted_group_makes_of_them(bench: Bench) -> None:
    noted = replace(LOAF, notes="Makes 12 slices.")
    await bench.pilot.press("escape")
    await bench.open(noted)
    head = HeaderProposed(stage=1, group="g1", notes="Makes 6 slices.")
    await bench.give(*begun(noted), *GROUP[len(begun()) : -3], head, *GROUP[-2:], end=True)
    assert "Makes 12 slices." in await bench.press("G")
    bench.screen.model.stay(("g1", "g1"))
    text = await bench.press("a", "G")
    assert "Makes 6 slices." in text
    assert "Makes 12 slices." not in text


async def test_a_group_unfolds_by_enter_or_right_and_folds_again(bench: Bench) -> None:
    await bench.give(*GROUP, end=True)
    bench.screen.model.stay(("g1", "g1"))
    await bench.press("enter")
    assert ("s4", "e1") in bench.screen.model.outline.stops
    assert bench.marked == "g1"
    await bench.press("left")
    assert ("s4", "e1") not in bench.screen.model.outline.stops
    assert "▾  Halve everything" in await bench.press("right")
    await bench.press("a", "enter", "enter", "enter")
    assert [name for _, name in bench.session.saved] == ["Bake half a loaf"], "a decided group is no obstacle"


async def test_deciding_inside_of_a_group_splits_it_after_a_warning(bench: Bench) -> None:
    await bench.give(*GROUP, end=True)
    bench.screen.model.stay(("g1", "g1"))
    await bench.press("right")
    bench.screen.model.stay(("s4", "e1"))
    assert "The change to step 4 is 1 of 3 changes that go together" in await bench.press("x")
    await bench.press("n")
    assert statuses(bench) == ["undecided"] * 4
    await bench.press("x", "o")
    assert statuses(bench) == ["rejected"] + ["undecided"] * 3
    assert "Halve everything:" not in screen_text(bench.app)
    await bench.press("u")
    bench.screen.model.stay(("s4", "e1"))
    await bench.press("a", "t")
    assert statuses(bench) == ["accepted"] * 3 + ["undecided"]


async def test_own_words_for_one_of_a_group_ask_first_and_wait(bench: Bench) -> None:
    await bench.give(*GROUP, end=True)
    bench.screen.model.stay(("g1", "g1"))
    assert "Press → to see each change" in await bench.press("e")
    await bench.press("right")
    bench.screen.model.stay(("s4", "e1"))
    await bench.press("a")
    asked = question(bench)
    await bench.press("n", "e", "!", "enter")
    assert question(bench) == asked
    assert asked[0].plain.startswith("The change to step 4 is 1 of 3 changes that go together.")
    await bench.press("n")
    assert statuses(bench) == ["undecided"] * 4
    await bench.press("e", "enter", "o")
    assert statuses(bench) == ["accepted"] + ["undecided"] * 3
    assert bench.result[3] == "Bake for 20 min.!"
    await bench.press("u")
    assert statuses(bench) == ["undecided"] * 4
    assert bench.marked == "e1"
    await bench.press("e", "enter", "t")
    assert statuses(bench) == ["accepted"] * 3 + ["undecided"]
    assert bench.result[3] == "Bake for 20 min.!"


def question(bench: Bench) -> tuple[Content, tuple[AnswerOption, ...]]:
    asked = bench.app.screen
    assert isinstance(asked, Question)
    return asked.heading, asked.choices


@pytest.mark.parametrize("key", ["e", "E", "o", "d", "s"])
async def test_a_key_for_one_step_says_what_helps_at_a_group_that_is_shown_whole(bench: Bench, key: str) -> None:
    await bench.give(*GROUP, end=True)
    bench.screen.model.stay(("g1", "g1"))
    await bench.press("right", key)
    assert "press ↓ to go there" in screen_text(bench.app)
    assert "Press →" not in screen_text(bench.app)


async def test_why_lists_every_change_of_a_group(bench: Bench) -> None:
    await bench.give(*GROUP, end=True)
    bench.screen.model.stay(("g1", "g1"))
    text = await bench.press("w")
    for words in ("250 g flour", "Bake for 20 min.", "Check it early.", "new name: Bake half a loaf"):
        assert words in text


async def test_one_key_takes_or_leaves_all_for_the_wish_of_the_marked_edit(bench: Bench) -> None:
    await bench.give(*GROUP, end=True)
    bench.screen.model.stay(("s5", "e4"))
    await bench.press("W")
    assert statuses(bench) == ["accepted"] * 4
    assert "“it is for six people”: 4 changes accepted." in screen_text(bench.app)
    await bench.press("u")
    bench.screen.model.stay(("s5", "e4"))
    await bench.press("L")
    assert statuses(bench) == ["rejected"] * 4
    assert "“it is for six people”: 4 changes rejected." in screen_text(bench.app)
    await bench.press("u")
    assert statuses(bench) == ["undecided"] * 4


async def test_by_wish_a_must_stays_and_several_wishes_are_asked_about(bench: Bench) -> None:
    must = edit(2, "replace", 2, "Mix peanut flour.", serves=("R1",), level="must", tripwires=("adds peanut",))
    both = edit(1, "replace", 1, "Heat a pan.", serves=("R1", "R2"))
    await bench.give(*begun(), stage(1, "modify", LOAF.steps), both, must, finished(1, "modify"), end=True)
    bench.screen.model.stay(("s1", "e1"))
    assert "for which wish?" in await bench.press("L")
    await bench.press("1")
    assert (bench.status(1), bench.status(2)) == ("undecided", "undecided"), "another wish still wants it"
    bench.screen.model.stay(("s2", "e2"))
    await bench.press("W")
    assert (bench.status(1), bench.status(2)) == ("accepted", "undecided")
    assert "1 needs a closer look" in screen_text(bench.app)


async def test_a_rewrite_of_20_edits_takes_five_keys_and_one_for_each_must(bench: Bench) -> None:
    musts = (4, 9, 17)
    more: dict[str, Any] = {"agent": "customize", "serves": ("R1",)}
    edits = [
        edit(n, "insert", n % 6, f"Do {n} well.", level="must", tripwires=("adds peanut",), **more)
        if n in musts
        else edit(n, "insert", n % 6, f"Do {n} well.", **more)
        for n in range(1, 21)
    ]
    told = [*begun(), stage(1, "customize", LOAF.steps), *edits, finished(1, "customize"), Done(result=LOAF)]
    await bench.give(*told, end=True)
    keys = ["A", "a", *("y" for _ in musts), "enter", "enter"]
    assert len(keys) <= 5 + len(musts)
    await bench.press(*keys, "enter")  # once more, as no edit is there for the other wish
    [(review, _)] = bench.session.saved
    assert {one.verdict for one in review.choices.decisions} == {"accepted"}
    assert len(review.choices.decisions) == 20


async def test_the_next_must_is_asked_about_at_once_only_where_nothing_else_is_left(bench: Bench) -> None:
    musts = [edit(n, "replace", n, f"Do {n}.", level="must", tripwires=("adds peanut",)) for n in (1, 2)]
    last = edit(3, "replace", 3, "Do 3.")
    await bench.give(*begun(), stage(1, "modify", LOAF.steps), *musts, last, finished(1, "modify"), end=True)
    assert "accept it anyway" not in await bench.press("a", "y")
    assert [bench.status(n) for n in (1, 2, 3)] == ["accepted", "undecided", "undecided"]


async def asked_about(bench: Bench, first: str) -> None:
    """A review that waits at the first step, and d was pressed there."""
    base = replace(LOAF, steps=(first, *LOAF.steps[1:]))
    await bench.give(
        *begun(base), stage(1, "modify", base.steps), place(1, 1, "oven"), Done(result=base), end=True
    )
    await bench.press("d")


async def test_leaving_out_a_step_that_does_something_else_says_what_and_offers_it_to_be_written(
    bench: Bench,
) -> None:
    await asked_about(bench, "Heat the oven and put a plate on the table.")
    assert "Put a plate on the table." in screen_text(bench.app)
    assert waiting(bench) == ["p1"]
    await bench.press("k")
    assert isinstance(bench.app.screen, WordsDialog)
    await bench.press("enter")
    assert bench.result[0] == "Put a plate on the table."
    assert not waiting(bench)


@pytest.mark.parametrize(("word", "tool"), [("mixer", "with a mixer"), ("125 g", "until soft")])
async def test_before_a_step_goes_that_alone_uses_what_is_on_the_list_that_is_said(
    bench: Bench, word: str, tool: str
) -> None:
    beat = f"Beat 125 g butter {tool}."
    base = replace(LOAF, steps=(beat, *LOAF.steps[1:]), resources=("125 g butter", "1 mixer"))
    spotted = place(1, 1, word)
    await bench.give(*begun(base), stage(1, "modify", base.steps), spotted, Done(result=base), end=True)
    assert "Only this step uses: 125 g butter" in await bench.press("d")
    await bench.press("k")
    assert isinstance(bench.app.screen, WordsDialog)
    await bench.press("escape", "d", "w")
    assert bench.result == LOAF.steps[1:]


async def test_the_sentences_that_say_nothing_of_it_stay_by_one_key(bench: Bench) -> None:
    await asked_about(bench, "Heat the oven. Put a plate on the table.")
    await bench.press("enter")
    assert bench.result[0] == "Put a plate on the table."
    assert not waiting(bench)
    await bench.press("u")
    assert waiting(bench) == ["p1"]


async def test_a_step_is_left_out_whole_after_the_question(bench: Bench) -> None:
    await asked_about(bench, "Heat the oven. Put a plate on the table.")
    await bench.press("w")
    assert bench.result == LOAF.steps[1:]


async def test_nothing_is_left_out_by_going_back_from_the_question(bench: Bench) -> None:
    await asked_about(bench, "Heat the oven. Put a plate on the table.")
    await bench.press("escape")
    assert waiting(bench) == ["p1"]


async def test_that_nothing_was_said_yet_is_read_and_shut_and_does_not_stay(bench: Bench) -> None:
    await bench.give(*begun())
    assert "Nothing so far." in await bench.press("S")
    await bench.press("escape")
    await bench.give(*PLACES[len(begun()) :], end=True)
    assert "Nothing so far." not in screen_text(bench.app)


async def test_the_key_that_removes_a_step_does_not_answer_whether_to_remove_all_of_it(bench: Bench) -> None:
    await bench.give(*PLACES, end=True)
    bench.screen.model.stay(("s4", "step"))
    rest = Rest("Serve warm.", sentences=True)
    ask_rest(rest, "steps", bench.screen.drawing, lambda: None, lambda: pytest.fail("removed"))
    await bench.press("d")
    assert "This step does something else too" in screen_text(bench.app)
    assert "w  remove the whole step" in screen_text(bench.app)


async def test_messages_name_the_keys_that_the_person_chose(bench: Bench) -> None:
    bench.app.set_keymap({"review.undo": "z", "review.fine": "ctrl+f"})
    await bench.give(*PLACES, end=True)
    assert "Kept as it is; z undoes it." in await bench.press("ctrl+f")
    await bench.press("z")
    bench.screen.model.stay(("s1", "p1"))
    assert "e writes your own words, d removes it, ^f keeps it" in await bench.press("a")


@pytest.mark.parametrize("key", ["f", "W", "L"])
async def test_no_key_decides_on_a_row_behind_the_result(bench: Bench, key: str) -> None:
    await bench.give(*PLACES, end=True)
    before = waiting(bench)
    await bench.press("v", "v", key)
    assert waiting(bench) == before
    assert bench.screen.drawing.view == "marked", "it is shown first"


async def test_accept_where_there_is_nothing_to_decide_says_so_and_goes_on(bench: Bench) -> None:
    await bench.give(*PLACES, end=True)
    bench.screen.model.stay(("s3", "step"))
    assert "nothing to decide in that row" in await bench.press("a")
    assert bench.marked != "step"


async def test_code_in_a_step_is_edited_as_the_lines_that_it_was(bench: Bench) -> None:
    folded = "Log in: ```sh ⏎ ssh web01 ⏎   sudo -i ⏎ ```"
    await bench.give(
        *begun(),
        stage(1, "modify", LOAF.steps),
        edit(1, "replace", 4, folded, serves=("R1",)),
        finished(1, "modify"),
        Done(result=LOAF),
        end=True,
    )
    bench.screen.model.stay(("s4", "e1"))
    await bench.press("e")
    text = bench.app.screen.query_one(CleanTextArea)
    assert text.text == "Log in:\n```sh\nssh web01\n  sudo -i\n```"
    assert "^o new line" in screen_text(bench.app)
    await bench.press("up", "end", "ctrl+o", *"id", "enter")
    assert bench.result[3] == "Log in: ```sh ⏎ ssh web01 ⏎   sudo -i ⏎ id ⏎ ```"


async def test_nothing_is_said_to_be_decided_before_anything_came(bench: Bench) -> None:
    await bench.give(*begun(LOAF))
    assert "is decided" not in await bench.press("n")
