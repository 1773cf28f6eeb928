"""Places line by line and on the streams: asked after the edits, kept in the record, named at the end."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.events import (
    Done,
    EditProposed,
    Event,
    RequirementsRead,
    RunStarted,
    StageFinished,
    event_to_line,
)
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.core.review.events import fold_all
from tailor.core.review.places import places
from tailor.core.review.state import ReviewState
from tests.cli.conftest import Tailor, decided
from tests.core.review_case import BENCH, NO_BLEACH, NO_DRILL, edit, found, header, started, steps, waiting

PLACES = (
    found("p1", 1, "bleach", "R1"),
    found("p2", 2, "Drill", "R2"),
    found("p3", 3, "bleach", "R1"),
    found("p4", 1, "bleach", "R1", part="resources"),
)
BEGUN: tuple[Event, ...] = (
    RunStarted(
        procedure=BENCH,
        hint="no bleach, no drilling",
        strategy="sequential",
        prompts="tailor",
        provider="scripted",
        run="benchrun",
    ),
    RequirementsRead(requirements=(NO_BLEACH, NO_DRILL)),
    started(),
)
ENDED: tuple[Event, ...] = (StageFinished(stage=1, agent="modify", end="edits"), Done(result=BENCH))
ONLY_PLACES = (*BEGUN, *PLACES, *ENDED)
WITH_EDIT = (*BEGUN, edit("e1", "replace", 4, "Let it dry overnight."), *PLACES, *ENDED)


def slowly(proposal: EditProposed) -> EditProposed:
    return replace(proposal, reason="take it slowly")


GROUPED = (
    *BEGUN,
    slowly(edit("e1", "replace", 4, "Let it dry overnight.", group="g1")),
    slowly(edit("e2", "replace", 1, "50 ml bleach", group="g1", part="resources")),
    *ENDED,
)


def talked(events: Sequence[Event], keys: Sequence[str], base: Procedure = BENCH) -> tuple[Review, str]:
    return decided(fold_all(base, events), keys)


def test_after_the_edits_each_open_place_is_asked_about_one_by_one() -> None:
    review, said = talked(WITH_EDIT, ["y", "", "", "", "", ""])
    assert '5 to decide for "Clean a bench": 1 suggestion (1 changed), 4 places to look at.' in said
    keys = "e your own words · d remove it · f it is fine · enter decide later: "
    asked = [line for line in said.split("\n") if line.endswith(keys)]
    assert asked == [
        f'Step 1 mentions “bleach” (for "no bleach").  {keys}',
        f'Step 2 mentions “Drill” (for "no drilling").  {keys}',
        f'Step 3 mentions “bleach” (for "no bleach").  {keys}',
        f'Item 1 on the list mentions “bleach” (for "no bleach").  {keys}',
    ]
    assert "  now: Drill a hole for the hook." in said
    assert said.index("Accept it?") < said.index("Step 1 mentions")
    assert waiting(review) == ["p1", "p2", "p3", "p4"]


def test_a_place_takes_own_words_leaves_its_step_out_or_is_fine() -> None:
    review, said = talked(ONLY_PLACES, ["e", "Mix the vinegar with water.", "d", "f", "", ""])
    assert '4 to decide for "Clean a bench": 4 places to look at.' in said
    assert steps(review) == (
        "Mix the vinegar with water.",
        "Wipe the bench with the bleach.",
        "Let it dry for 2 h.",
    )
    assert [place.status for place in places(ReviewState(review))] == ["own", "own", "fine", "open"]
    assert [own.serves for own in review.choices.own] == [("R1",), ("R2",)]


def test_before_a_step_is_removed_that_does_something_else_that_is_said() -> None:
    base = replace(BENCH, steps=("Mix the bleach with water and put on gloves.", *BENCH.steps[1:]))
    asked = (BEGUN[1], started(steps=base.steps), PLACES[0], *ENDED)
    review, said = talked(asked, ["d", "n", "d", "y", "q"], base)
    assert said.count("Removing the step also removes this: “Put on gloves.”") == 2
    assert said.count("Step 1 mentions") == 2
    assert steps(review) == base.steps[1:]


def test_before_a_step_is_removed_that_alone_uses_something_of_the_list_that_is_said() -> None:
    base = replace(BENCH, steps=("Mix 50 g soda with bleach.", *BENCH.steps[1:]), resources=("50 g soda",))
    asked = (BEGUN[1], replace(started(steps=base.steps), resources=base.resources), PLACES[0], *ENDED)
    review, said = talked(asked, ["d", "n", "q"], base)
    assert "Only this step uses: 50 g soda. Remove all of it?" in said
    assert steps(review) == base.steps


def test_enter_leaves_a_place_for_later_and_undo_asks_again() -> None:
    review, said = talked(ONLY_PLACES, ["", "f", "u", "q"])
    assert said.count("Step 1 mentions") == 2
    assert "Your last decision has been undone." in said
    assert waiting(review) == ["p1", "p2", "p3", "p4"]


def test_going_back_from_own_words_and_a_wrong_key_decide_nothing() -> None:
    review, said = talked(ONLY_PLACES, ["e", "", "y", "q"])
    assert "Please type one of e d f" in said
    assert said.count("Step 1 mentions") == 3
    assert waiting(review) == ["p1", "p2", "p3", "p4"]


def test_a_group_is_asked_about_once_with_its_header_and_each_change() -> None:
    review, said = talked((*GROUPED[:-2], header("g1", goal="Clean slowly"), *ENDED), ["y", "q"])
    assert '1 to decide for "Clean a bench": "Take it slowly" (2 changes).' in said
    assert "1 left. Take it slowly: 2 changes" in said
    assert "  new name: Clean slowly" in said
    assert "  step 4: Let it dry for 2 h. → Let it dry overnight." in said
    assert "2 changes accepted." in said
    assert {one.id: one.verdict for one in review.choices.decisions} == {"e1": "accepted", "e2": "accepted"}
    review, _ = talked(GROUPED, ["n", "q"])
    assert {one.verdict for one in review.choices.decisions} == {"rejected"}
    assert len(review.choices.decisions) == 2


def test_a_group_is_gone_through_one_by_one_after_a_warning() -> None:
    review, said = talked(GROUPED, ["e", "o", "n", "q"])
    assert "Press o to go through them one by one" in said
    assert "One of these may not work without the others." in said
    assert review.choices.decisions == ()
    review, said = talked(GROUPED, ["o", "y", "e", "Let it dry for a day.", "n", "q"])
    assert "decided together with: the " in said
    assert {one.id: (one.verdict, one.own) for one in review.choices.decisions} == {
        "e1": ("accepted", "Let it dry for a day."),
        "e2": ("rejected", None),
    }


def test_what_is_left_is_counted_down_by_one_at_every_question() -> None:
    """The same number at the beginning, at every card, at places, and at the end."""
    _, said = talked(WITH_EDIT, ["y", "f", "", "", "", ""])
    found = re.findall(r"^(\d+) left|(\d+) to decide for|(\d+) left to decide\.", said, re.M)
    counts = [int("".join(one)) for one in found]
    assert counts == [5, 5, 4, 3, 3, 3, 3]  # three are left for later
    assert "All decided" not in said
    _, said = talked(WITH_EDIT, ["y", *"ffff", ""])
    assert "All decided. s show the steps" in said


def test_a_group_that_is_gone_through_one_by_one_is_counted_one_by_one() -> None:
    _, said = talked(GROUPED, ["o", "y", "n", "q"])
    assert re.findall(r"^(\d+) left\.", said, re.M) == ["1", "2", "1"]


def test_the_first_of_a_group_left_out_by_itself_leaves_the_others_open() -> None:
    review, _ = talked(GROUPED, ["o", "y", "n", "q"])
    assert {one.id: one.verdict for one in review.choices.decisions} == {"e1": "rejected"}


def test_undo_puts_a_group_together_again() -> None:
    _, said = talked(GROUPED, ["o", "y", "n", "u", "q"])
    assert said.count("Take it slowly: 2 changes\n") == 2


FOR_WISHES = (
    *BEGUN,
    edit("e1", "replace", 1, "Mix vinegar.", "R1"),
    edit("e2", "replace", 2, "Glue the hook.", "R1", "R2"),
    edit("e3", "replace", 3, "Wipe it.", "R1", level="must"),
    *ENDED,
)


def test_all_for_one_wish_is_taken_or_left_out_by_one_key() -> None:
    review, said = talked(FOR_WISHES, ["t", "q"])
    assert "“no bleach”: 2 changes accepted, 1 needs a closer look." in said
    assert {one.id for one in review.choices.decisions} == {"e1", "e2"}
    review, said = talked(FOR_WISHES, ["l", "l", "2", "q"])
    assert "“no bleach”: 1 change rejected" in said
    assert "  2. no drilling" in said
    assert {one.id: one.verdict for one in review.choices.decisions} == {"e1": "rejected", "e2": "rejected"}


def kept(home: Path, events: Sequence[Event]) -> Path:
    """The events as the record of a run."""
    folder = home / "runs"
    folder.mkdir(parents=True)
    path = folder / "benchrun.jsonl"
    path.write_text("".join(event_to_line(event) + "\n" for event in events), "utf-8")
    return path


def test_own_words_that_still_name_the_thing_are_told_at_the_end(tailor: Tailor, home: Path) -> None:
    kept(home, ONLY_PLACES)
    said = tailor("review", "benchrun", "--plain", stdin="e\nMix more bleach.\nq\n").stderr
    told = "“no bleach”: you changed step 1 yourself. Steps 1 and 3 and the list of what you need still mention"
    assert f"{told} “bleach”." in said
    assert said.count("still mention “bleach”") == 1


def test_a_review_opened_again_has_what_was_fine_and_what_was_written(tailor: Tailor, home: Path) -> None:
    kept(home, ONLY_PLACES)
    first = tailor("review", "benchrun", "--plain", stdin="f\ne\nGlue the hook on.\nq\n")
    assert first.returncode == 0
    assert "Glue the hook on." in first.stdout
    assert "\nno suggestions; not met: “no bleach”; 2 places to look at\n" in first.stderr
    again = tailor("review", "benchrun", "--plain", "--json", stdin="q\n")
    end = json.loads(again.stdout)
    assert [left["id"] for left in end["left"]] == ["p3", "p4"]
    assert [(one["id"], one["edits"], one["verdict"]) for one in end["coverage"]] == [
        ("R1", [], "found"),
        ("R2", ["you1"], "done"),
    ]
    assert "Step 1 mentions" not in again.stderr
    undone = tailor("review", "benchrun", "--plain", stdin="u\nu\nq\n")
    assert "Step 1 mentions" in undone.stderr


def test_json_prints_places_as_events_and_open_places_end_with_code_0(tailor: Tailor, home: Path) -> None:
    path = kept(home, WITH_EDIT)
    for accept in ("all", "careful", "none"):
        ran = tailor("customize", "--replay", str(path), "--json", "--accept", accept)
        lines = [json.loads(line) for line in ran.stdout.splitlines()]
        assert ran.returncode == 0
        assert [line["id"] for line in lines if line["kind"] == "place_found"] == ["p1", "p2", "p3", "p4"]
        assert [left["id"] for left in lines[-1]["left"] if left["id"].startswith("p")] == ["p1", "p2", "p3", "p4"]
        assert ran.stderr.rstrip().endswith("4 places to look at")


def test_a_saved_review_keeps_the_wish_that_own_words_serve(tailor: Tailor, home: Path) -> None:
    kept(home, ONLY_PLACES)
    tailor("review", "benchrun", "--plain", "--save", stdin="e\nMix the vinegar.\nq\ny\ny\n")
    [variant] = [file for file in (home / "library").glob("*.md") if "Mix the vinegar." in file.read_text("utf-8")]
    edits = json.loads(variant.with_suffix(".edits.json").read_text("utf-8"))["edits"]
    assert [edit["serves"] for edit in edits if edit["id"] == "you1"] == [["R1"]]
    assert tailor("library", "check").stdout == ""


def test_leaving_out_what_a_step_uses_is_said_at_once() -> None:
    soaks, wipes = edit("e1", "insert", 1, "Soak a cloth."), edit("e2", "replace", 3, "Wipe with the cloth.")
    _, said = talked((*BEGUN, soaks, wipes, *ENDED), ["n", "q"])
    assert "Step 3 uses “the cloth”, which you left out with the new step “Soak a cloth.”." in said


@pytest.mark.parametrize(
    ("starter", "hint"),
    [
        ("starter.pancakes", "oat milk instead of milk"),
        ("starter.mushroom-risotto", "vegan butter instead of butter"),
        ("starter.pancakes", "almond milk, not milk"),
    ],
)
def test_a_swap_that_is_done_wherever_it_can_be_is_done(tailor: Tailor, starter: str, hint: str) -> None:
    ran = tailor("customize", starter, "--hint", hint, "--accept", "all")
    assert "still mention" not in ran.stderr
    assert "partly" not in ran.stderr
