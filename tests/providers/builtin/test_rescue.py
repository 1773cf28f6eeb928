"""Half-way accidents without a model: what is proposed for the steps ahead, and what is said not to be known."""

import json
import re
from pathlib import Path

import pytest

import tailor.providers.builtin.knowledge as knowledge
from tailor.core.procedure import Procedure, procedure
from tailor.core.protocols import Answer, Task
from tailor.core.requirements import Requirement, parse_hint
from tailor.library.store import starter_procedures
from tailor.providers.builtin.accidents import accidents
from tailor.providers.builtin.shortage import missing, shortages
from tests.providers.builtin.helpers import applied, ask, modify

SCONES = procedure(
    "Bake scones",
    [
        "Heat the oven to 220 °C.",
        "Rub 50 g butter into 250 g flour with 1 teaspoon of salt.",
        "Stir in 150 ml buttermilk and knead the dough briefly.",
        "Cut out rounds and bake them for 12 minutes.",
        "Serve them with butter.",
    ],
    ["250 g flour", "1 teaspoon of salt", "50 g butter", "150 ml buttermilk", "1 teaspoon baking powder"],
)
STEW = procedure(
    "Cook bean stew",
    ["Fry 2 onions in oil.", "Add the beans and 500 ml stock.", "Simmer it for 30 minutes.", "Season with salt."],
    ["2 onions", "2 tins of beans", "500 ml stock"],
)
SHELF = procedure("Mount a shelf", ["Drill 4 holes.", "Screw on the brackets.", "Lay the board on."], ["drill"])
DATA = json.loads((Path(knowledge.__file__).parent / "data" / "rescue.json").read_text(encoding="utf-8"))


def rescue(base: Procedure, words: str, at: int, profile: tuple[str, ...] = ()) -> Answer:
    needs = parse_hint(words, profile)
    return ask(Task(agent="modify", base=base, hint=words, requirements=needs, frozen=at - 1, at=at, note="x"))


def test_what_has_run_out_is_exchanged_in_the_steps_ahead_with_a_step_that_prepares_it() -> None:
    answer = rescue(SCONES, "I have no buttermilk", 3)
    after = applied(SCONES, answer.edits).procedure
    assert after.steps[:2] == SCONES.steps[:2]
    assert "lemon juice or vinegar" in after.steps[2]
    assert "150 ml milk soured with lemon juice or vinegar" in after.steps[3]
    assert "buttermilk" not in " ".join((*after.steps, *after.resources))
    assert "It also works with plain yoghurt" in answer.says


def test_a_step_that_is_done_keeps_what_it_used() -> None:
    answer = rescue(SCONES, "we're out of butter", 3)
    assert {edit.step for edit in answer.edits if edit.part == "steps"} == {5}
    assert "No step ahead needs buttermilk" in rescue(SCONES, "the buttermilk is gone", 4).says


def test_a_stand_in_never_speaks_against_the_profile_and_is_not_missing_itself() -> None:
    for_vegans = rescue(SCONES, "I have no buttermilk", 3, ("I'm vegan",))
    assert "oat drink soured" in " ".join(edit.text for edit in for_vegans.edits)
    without = rescue(SCONES, "I have no buttermilk and there is no milk", 3)
    assert "yoghurt" in " ".join(edit.text for edit in without.edits)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("I have no buttermilk", ["buttermilk"]),
        ("we ran out of brown sugar", ["brown sugar"]),
        ("there's no milk left", ["milk"]),
        ("the cornflour is gone", ["cornflour"]),
        ("I don’t have any sour cream", ["sour cream"]),
        ("I forgot to buy lemon juice", ["lemon juice"]),
        ("I have no coconut milk", []),
        ("no butter for me, I'm allergic", []),
        ("I like butter", []),
    ],
)
def test_a_thing_that_is_missing_is_told_from_one_that_is_forbidden(words: str, names: list[str]) -> None:
    assert [one.words[0] for one in missing(words)] == names


def test_in_an_ordinary_hint_what_is_missing_is_exchanged_too() -> None:
    assert "oat drink" in " ".join(edit.text for edit in modify(STEW_WITH_MILK, "I have no milk").edits)
    assert "soured" in " ".join(edit.text for edit in modify(SCONES, "I have no buttermilk").edits)


STEW_WITH_MILK = procedure("Cook soup", ["Add 100 ml of milk and simmer it."], ["100 ml milk"])


@pytest.mark.parametrize(
    ("base", "words", "at", "part_of_it"),
    [
        (STEW, "it burnt", 3, "clean pot"),
        (SCONES, "they burnt", 5, "black crust"),
        (STEW, "it is too salty", 4, "unsalted water"),
        (SCONES, "the dough is too sticky", 3, "rest for 15 minutes"),
        (STEW, "it's too thin", 4, "without a lid"),
        (STEW, "too spicy", 4, "yoghurt"),
        (STEW, "the onions burnt", 2, "with fresh"),
        (STEW, "the pan is on fire", 2, "Never pour water"),
        (STEW, "I cut my finger", 2, "clean cloth"),
        (STEW, "I burnt my hand", 2, "20 minutes"),
        (STEW, "I left the meat out overnight", 2, "after 2 hours"),
        (SHELF, "I hit a cable", 2, "fuse box"),
        (SHELF, "I drilled into a pipe", 2, "main water valve"),
        (SHELF, "the screw just spins", 2, "larger plug"),
    ],
)
def test_an_accident_gets_its_steps_where_the_person_is(
    base: Procedure, words: str, at: int, part_of_it: str
) -> None:
    given = base if "meat" not in words else procedure(base.goal, base.steps, [*base.resources, "400 g meat"])
    answer = rescue(given, words, at)
    new = [edit for edit in answer.edits if edit.op == "insert"]
    assert new
    assert {edit.step for edit in new} == {at - 1}
    assert part_of_it in " ".join(edit.text for edit in new)
    assert all(edit.reason and edit.serves == ("R1",) for edit in new)


def test_salt_that_is_still_ahead_is_taken_back_where_it_is_too_salty() -> None:
    [change] = [edit for edit in rescue(STEW, "it is too salty", 3).edits if edit.op == "replace"]
    assert (change.step, change.text) == (4, "Taste it before you add any salt.")


@pytest.mark.parametrize(
    ("words", "at", "expected"),
    [
        ("I forgot the salt", 4, "Add 1 teaspoon of salt now"),
        ("I forgot to add the baking powder", 4, "Sprinkle 1 teaspoon baking powder over it now"),
        ("I skipped step 1", 4, "Do now what was left out: Heat the oven to 220 °C."),
        ("I forgot to preheat the oven", 4, "Do now what was left out: Heat the oven to 220 °C."),
    ],
)
def test_what_was_forgotten_is_caught_up_on_now(words: str, at: int, expected: str) -> None:
    [edit] = rescue(SCONES, words, at).edits
    assert edit.text.startswith(expected)
    assert edit.step == at - 1


def test_what_cannot_be_made_good_any_more_is_said_and_nothing_is_proposed() -> None:
    late = rescue(SCONES, "I forgot the baking powder", 5)
    assert late.edits == ()
    assert "cannot be worked in any more" in late.says
    early = rescue(SCONES, "I skipped step 4", 3)
    assert early.edits == ()
    assert "still ahead" in early.says


@pytest.mark.parametrize("words", ["it tastes odd", "my phone rang", "asdf", "step 99 was forgotten somehow"])
def test_what_is_not_understood_is_said_to_be(words: str) -> None:
    answer = rescue(STEW, words, 2)
    assert (answer.end, answer.edits) == ("none", ())
    assert "did not understand" in answer.says


def test_food_advice_is_not_given_where_nothing_is_cooked() -> None:
    assert rescue(SHELF, "it is too salty", 2).edits == ()


def test_the_profile_is_not_talked_about_in_a_rescue_that_does_not_touch_it() -> None:
    assert "R2" not in rescue(STEW, "it burnt", 3, ("I have two left hands",)).says


def test_no_rescue_ever_touches_what_is_done() -> None:
    said = ("it burnt", "I have no butter", "too salty", "I forgot the salt", "no oven")
    for base in starter_procedures():
        for at in (1, 2, len(base.steps)):
            for words in said:
                for edit in rescue(base, words, at).edits:
                    if edit.part == "steps":
                        assert edit.step >= at - 1 if edit.op == "insert" else edit.step >= at


def test_every_entry_of_the_data_names_its_sources_and_its_shape_holds() -> None:
    for entry in (*DATA["shortages"], *DATA["accidents"]):
        assert entry["sources"]
        assert set(entry["sources"]) <= set(DATA["sources"])
    assert all("http" in source for source in DATA["sources"].values())
    for one in accidents():
        assert one.cues
        assert one.steps
        assert all(step.endswith(".") for step in (*one.steps, one.reason))
    assert len({one.id for one in accidents()}) == len(accidents())
    names = [word for one in shortages() for word in one.words]
    assert len(names) == len(set(names))
    for shortage in shortages():
        assert not any(re.fullmatch(shortage.name, swap.name) for swap in shortage.swaps)


def test_a_requirement_of_the_profile_is_never_a_shortage() -> None:
    need = Requirement("R1", "prerequisite", "I have no buttermilk", source="profile")
    answer = ask(Task(agent="modify", base=SCONES, hint="", requirements=(need,), at=3, frozen=2, note="x"))
    assert "soured" not in " ".join(edit.text for edit in answer.edits)
