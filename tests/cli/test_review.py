"""The review line by line: what a card calls a step, and what is asked before an edit that no longer fits."""

import json
import re
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from tailor.core.events import EditProposed, Event, RunStarted, StageStarted
from tailor.core.procedure import procedure
from tailor.core.review import Review
from tailor.core.review.decisions import own_edit
from tailor.core.review.events import fold_all
from tailor.library.store import Unchanged
from tailor.runs.history import open_run
from tailor.runs.session import RunSession
from tailor.workspace import Workspace
from tests.cli.conftest import Tailor, decided
from tests.core.review_case import steps
from tests.shut_case import shut

BASE = procedure("Bake", ["Preheat the oven.", "Mix.", "Rise 1 h.", "Bake 30 min.", "Cool."])
FRIED = ("Mix.", "Rise 1 h.", "Flatten to 1 cm.", "Fry 12 min a side.", "Cool.")


def edit(id: str, op: str, step: int, text: str, stage: int = 1) -> EditProposed:
    agent = "modify" if stage == 1 else "verify"
    return EditProposed(stage=stage, id=id, agent=agent, part="steps", op=op, step=step, text=text)  # type: ignore[arg-type]


EVENTS: list[Event] = [
    RunStarted(procedure=BASE, hint="no oven", prompts="tailor", provider="scripted"),
    StageStarted(stage=1, agent="modify", base="", steps=BASE.steps),
    edit("e1", "replace", 1, ""),
    edit("e2", "insert", 3, "Flatten to 1 cm."),
    edit("e3", "replace", 4, "Fry 12 min a side."),
    StageStarted(stage=2, agent="verify", base="", steps=FRIED, builds_on=("e1", "e2", "e3")),
    edit("e4", "insert", 3, "Oil the pan.", stage=2),
    edit("e5", "replace", 4, "Fry on low heat.", stage=2),
]


def talked(keys: Sequence[str], workspace: Workspace | None = None) -> tuple[Review, str]:
    return decided(fold_all(BASE, EVENTS), keys, workspace)


def test_an_edit_whose_place_is_gone_is_taken_only_after_a_question() -> None:
    review, said = talked(["y", "n", "y", "y", "y"])
    assert "it no longer fits: it was written for the new step “Flatten to 1 cm.”, which you left out" in said
    assert "It would go after: Rise 1 h." in said
    assert "Accept it anyway" in said
    assert "Oil the pan." in steps(review)


def test_no_to_the_question_takes_nothing_and_asks_again() -> None:
    review, said = talked(["y", "n", "y", "y", "n", "q"])
    assert "Not accepted; it is still undecided." in said
    assert review.decision("e4") is None


def test_own_words_for_an_edit_whose_place_is_gone_are_asked_about_too() -> None:
    review, _ = talked(["y", "n", "y", "e", "Butter the pan.", "n", "q"])
    assert review.decision("e4") is None


def test_after_a_rejection_was_is_the_text_the_step_has_now() -> None:
    review, said = talked(["y", "y", "n", "y", "y", "y", "y"])
    card = said.split("Change step 4, from the check")[1]
    assert card.startswith("\n  was: Bake 30 min.\n  now: Fry on low heat.")
    assert "it was written for the change to step 4, which you left out" in card
    assert "Accept it anyway" in card
    assert "Fry on low heat." in steps(review)


def test_cards_call_steps_by_the_numbers_of_the_original() -> None:
    _, said = talked(["y"] * 5)
    assert "Change step 4, from the check" in said
    assert "New step after the new step, from the check" in said
    assert "Accept it anyway" not in said


def test_a_no_can_say_why_and_the_reason_can_be_kept_for_always(tmp_path: Path) -> None:
    home = {"TAILOR_HOME": str(tmp_path)}
    review, _ = talked(["x", "too dear", "y", "x", "", "q"], Workspace(home))
    reasons = {one.id: one.reason for one in review.choices.decisions}
    assert reasons == {"e1": "too dear", "e2": ""}
    assert Workspace(home).config.profiles == {"me": ("too dear",)}


def test_the_list_of_reviews_says_which_wait_for_somebody(tailor: Tailor) -> None:
    bread = "starter.banana-nut-bread"
    tailor("customize", bread, "--hint", "no walnuts")
    [done] = tailor("review").stdout.splitlines()
    assert done.split("\t")[2:] == ["no walnuts", ""]
    said = tailor("customize", bread, "--hint", "no butter", "--plain", stdin="q\n").stderr
    run = re.search(r"Nothing is saved yet. To save it: tailor review (\w+) --plain --save\n", said)
    assert run
    waits, again = tailor("review").stdout.splitlines()
    assert waits.split("\t")[2:] == ["no butter", "open: 0 of 1 decided"]
    assert again == done
    told = [json.loads(line) for line in tailor("review", "--json").stdout.splitlines()]
    assert [one["open"] for one in told] == ["0 of 1 decided", None]


def test_what_was_begun_to_be_saved_is_saved_when_it_is_gone_on_with_or_says_that_it_is_not(
    tailor: Tailor, home: Path
) -> None:
    bread = "starter.banana-nut-bread"
    ran = tailor("customize", bread, "--hint", "no butter, no oven", "--plain", "--save", stdin="y\nq\n")
    way = re.search(r"To continue: (tailor review \w+ --plain --save)\n", ran.stderr)
    assert way
    run = way[1].split()[2]
    ran = tailor("review", run, stdin="q\n")
    assert f"Nothing is saved yet. To save it: {way[1]}\n" in ran.stderr
    ran = tailor(*way[1].split()[1:], stdin="q\ny\n")
    assert "Saved as " in ran.stderr
    assert len(list((home / "library").glob("*.md"))) == 1
    assert "Nothing is saved" not in tailor("review", run, stdin="q\n").stderr, "it is"


@pytest.mark.parametrize(("hint", "keys"), [("no butter", "x\nq\n"), ("my phone rang", "q\n")])
def test_where_nothing_was_changed_no_way_to_save_it_is_told(tailor: Tailor, hint: str, keys: str) -> None:
    ran = tailor("customize", "starter.banana-nut-bread", "--hint", hint, "--plain", stdin=keys)
    assert "Nothing is saved yet" not in ran.stderr


def test_the_demo_on_screen_takes_the_keys_of_the_person(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from tailor.cli import open_app

    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text('[provider]\nmodel = "mine"\n[keys]\n"review.accept" = "y"\n')
    monkeypatch.setenv("TAILOR_HOME", str(home))
    seen = []
    monkeypatch.setattr(open_app.OpenedApp, "run", lambda app: seen.append(app.workspace.config))
    with as_file(files("tailor") / "demo.jsonl") as recording:
        assert open_app.demo(recording) == 0
    assert dict(seen[0].keys) == {"review.accept": "y"}
    assert seen[0].model is None


def test_a_demo_keeps_nothing_in_the_profile(tailor: Tailor, home: Path) -> None:
    said = tailor("demo", "--plain", stdin="x\ntoo dear\nq\n").stderr
    assert "Why not" in said
    assert "always hold" not in said
    assert not (home / "config.toml").exists()


def test_a_step_can_be_changed_added_and_deleted_in_own_words_and_the_steps_be_heard() -> None:
    keys = [
        "w",
        "2",
        "c",
        "Mix well.",
        "w",
        "0",
        "Wash your hands.",
        "w",
        "6",
        "d",
        "s",
        "w",
        "99",
        "w",
        "1",
        "",
        "q",
    ]
    review, said = talked(keys)
    assert steps(review)[:2] == ("Wash your hands.", "Preheat the oven.")
    assert "Mix well." in steps(review)
    assert "Cool." not in steps(review)
    assert "5 steps now:\n  1. Wash your hands." in said
    assert "There is no such step" in said


def test_after_the_last_card_one_may_still_undo_or_write_before_going_on() -> None:
    review, said = talked(["y", "y", "y", "y", "y", "u", "y", "zzz", ""])
    assert "s show the steps · w write one · u undo · enter continue: " in said
    assert "Please type one of s w u Enter" in said
    assert len(review.choices.decisions) == 5


def test_an_enter_too_many_ends_no_review() -> None:
    review, said = talked(["y", "", "", "y", "y", "y", "y", ""])
    assert said.count("Please type one of y n") == 2
    assert len(review.choices.decisions) == 5


def test_every_question_ends_in_its_keys() -> None:
    _, said = talked(["?", "x", "why", "zzz", "w", "1", "c", "", "y", "q"])
    questions = [line for line in said.split("\n") if line.endswith(": ")]
    assert questions
    assert all(
        any(word in line for word in ("or ?", "Enter", "or n", "number", "optional", "adds one"))
        for line in questions
    )


def test_what_is_taken_without_a_question_waits_when_its_place_goes() -> None:
    review, _ = talked(["y"] * 5)
    assert not any(decision.anyway for decision in review.choices.decisions)


def test_the_key_that_accepts_on_screen_accepts_line_by_line_too() -> None:
    assert talked(["a", "a", "a", "q"])[0].choices == talked(["y", "y", "y", "q"])[0].choices
    assert len(talked(["a", "q"])[0].choices.decisions) == 1


def test_decisions_are_told_in_words_without_the_ids_of_edits() -> None:
    for keys in (["y", "n", "y", "y", "y"], ["n", "n", "y", "n", "q"], ["y", "y", "n", "y", "y"]):
        assert not re.search(r"#?\be\d\b", talked(keys)[1])


@pytest.mark.parametrize("arguments", [["review"], ["review", "abc123"]])
def test_reviews_in_a_folder_that_cannot_be_read_are_not_called_missing(
    tailor: Tailor, home: Path, arguments: list[str]
) -> None:
    (home / "runs").mkdir(parents=True)
    with shut(home / "runs"):
        ran = tailor(*arguments)
    assert (ran.returncode, ran.stdout) == (5, "")
    assert f"{home / 'runs'} cannot be read: Permission denied" in " ".join(ran.stderr.split())


def test_a_review_saved_in_two_windows_becomes_two_versions_of_one_how_to(tailor: Tailor, home: Path) -> None:
    tailor("customize", "starter.crusty-bread", "--hint", "half of it", "--accept", "all")
    run = tailor("review").stdout.split("\t")[0]
    workspace = Workspace({"TAILOR_HOME": str(home)})
    kept = open_run(workspace.paths.runs, run)
    windows = [RunSession.reopen(workspace, kept), RunSession.reopen(workspace, kept)]
    first = windows[0].save_now(kept.review, "")
    with pytest.raises(Unchanged, match=r"Nothing has changed since .*v1, so nothing was saved"):
        windows[1].save_now(kept.review, "")
    for number, window in enumerate([windows[1], windows[0]], 2):
        review, _ = window.note(own_edit(kept.review, "insert", "s1", f"Wait {number} minutes.").review)
        assert window.save_now(review, "").id == first.id.replace(".v1", f".v{number}")
