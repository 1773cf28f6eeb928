"""Places line by line and on the streams: asked after the edits, kept in the record, named at the end."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tailor.cli.review import ReviewLines
from tailor.core.codec import event_to_line
from tailor.core.events import Done, Event, RequirementsRead, RunStarted, StageFinished
from tailor.core.places import open_places, places
from tailor.core.review import Review
from tailor.core.review_state import ReviewState, fold_all
from tests.cli.conftest import Tailor
from tests.core.review_case import BENCH, NO_BLEACH, NO_DRILL, edit, found, started, steps

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
GROUPED = (
    *BEGUN,
    edit("e1", "replace", 4, "Let it dry overnight.", group="g1"),
    edit("e2", "replace", 1, "50 ml bleach", group="g1", part="resources"),
    *ENDED,
)


def talked(events: Sequence[Event], keys: Sequence[str]) -> tuple[Review, str]:
    """The review after these answers, and all that was said and asked."""
    said: list[str] = []
    left = iter(keys)

    def ask(question: str) -> str | None:
        said.append(question)
        return next(left, None)

    with pytest.MonkeyPatch.context() as patched:
        for module in ("review", "console"):
            patched.setattr(f"tailor.cli.{module}.ask", ask)
        patched.setattr("tailor.cli.review.say", said.append)
        return ReviewLines(fold_all(BENCH, events)).decide(), "\n".join(said)


def waiting(review: Review) -> list[str]:
    return [place.id for place in open_places(ReviewState(review))]


def test_after_the_edits_each_open_place_is_asked_about_one_by_one() -> None:
    review, said = talked(WITH_EDIT, ["y", "", "", "", "", ""])
    assert '1 edit for "Clean a bench": 1 changed. Then 4 places to look at.' in said
    keys = "e write your own · d leave the step out · f it is fine · enter leave it for later: "
    asked = [line for line in said.split("\n") if line.endswith(keys)]
    assert asked == [
        f'Step 1 mentions "bleach" (for "no bleach").  {keys}',
        f'Step 2 mentions "Drill" (for "no drilling").  {keys}',
        f'Step 3 mentions "bleach" (for "no bleach").  {keys}',
        f'Thing 1 mentions "bleach" (for "no bleach").  {keys}',
    ]
    assert "  now: Drill a hole for the hook." in said
    assert said.index("Take it, with") < said.index("Step 1 mentions")
    assert waiting(review) == ["p1", "p2", "p3", "p4"]


def test_a_place_takes_own_words_leaves_its_step_out_or_is_fine() -> None:
    review, said = talked(ONLY_PLACES, ["e", "Mix the vinegar with water.", "d", "f", "", ""])
    assert "No edit is open; 4 places to look at." in said
    assert steps(review) == (
        "Mix the vinegar with water.",
        "Wipe the bench with the bleach.",
        "Let it dry for 2 h.",
    )
    assert [place.status for place in places(ReviewState(review))] == ["own", "own", "fine", "open"]
    assert [own.serves for own in review.choices.own] == [("R1",), ("R2",)]


def test_enter_leaves_a_place_for_later_and_undo_asks_again() -> None:
    review, said = talked(ONLY_PLACES, ["", "f", "u", "q"])
    assert said.count("Step 1 mentions") == 2
    assert "Your last decision is undone." in said
    assert waiting(review) == ["p1", "p2", "p3", "p4"]


def test_going_back_from_own_words_and_a_wrong_key_decide_nothing() -> None:
    review, said = talked(ONLY_PLACES, ["e", "", "y", "q"])
    assert "That is none of the keys e d f" in said
    assert said.count("Step 1 mentions") == 3
    assert waiting(review) == ["p1", "p2", "p3", "p4"]


def test_edits_of_a_group_say_that_they_are_decided_together() -> None:
    review, said = talked(GROUPED, ["y", "q"])
    assert "decided together with: e2" in said
    assert {one.id: one.verdict for one in review.choices.decisions} == {"e1": "accepted", "e2": "accepted"}


def test_own_words_for_one_edit_of_a_group_are_asked_about() -> None:
    review, said = talked(GROUPED, ["e", "Let it dry for a day.", "n", "q"])
    assert "#e1 belongs with #e2" in said
    assert review.choices.decisions == ()
    review, _ = talked(GROUPED, ["e", "Let it dry for a day.", "y", "q"])
    assert {one.id: one.own for one in review.choices.decisions} == {"e1": "Let it dry for a day."}


def kept(home: Path, events: Sequence[Event]) -> Path:
    """The events as the record of a run."""
    folder = home / "runs"
    folder.mkdir(parents=True)
    path = folder / "benchrun.jsonl"
    path.write_text("".join(event_to_line(event) + "\n" for event in events), "utf-8")
    return path


def test_a_review_opened_again_has_what_was_fine_and_what_was_written(tailor: Tailor, home: Path) -> None:
    kept(home, ONLY_PLACES)
    first = tailor("review", "benchrun", "--plain", stdin="f\ne\nGlue the hook on.\nq\n")
    assert first.returncode == 0
    assert "Glue the hook on." in first.stdout
    assert first.stderr.rstrip().endswith(
        'no edits proposed. Step 3 and the list of what you need still mention "bleach"'
    )
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
        assert 'Steps 1 and 3 and the list of what you need still mention "bleach"' in ran.stderr


def test_a_saved_review_keeps_the_wish_that_own_words_serve(tailor: Tailor, home: Path) -> None:
    kept(home, ONLY_PLACES)
    tailor("review", "benchrun", "--plain", "--save", stdin="e\nMix the vinegar.\nq\n")
    [variant] = [file for file in (home / "library").glob("*.md") if "Mix the vinegar." in file.read_text("utf-8")]
    edits = json.loads(variant.with_suffix(".edits.json").read_text("utf-8"))["edits"]
    assert [edit["serves"] for edit in edits if edit["id"] == "you1"] == [["R1"]]
    assert tailor("library", "check").stdout == ""
