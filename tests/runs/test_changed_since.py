"""A how-to is changed after it was saved from a review: whoever saves the review again loses nothing of that."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure, procedure
from tailor.core.resolution import Resolution, resolve
from tailor.core.review import Review, undo
from tailor.core.review.decisions import own_edit, reject
from tailor.core.review.state import ReviewState
from tailor.library.changes import restore_version, save_edited
from tailor.library.lineage import check
from tailor.runs.history import StoredRun, as_saved, open_run
from tailor.runs.session import RunSession
from tailor.workspace import Workspace
from tests.cli.conftest import Tailor, home, tailor  # noqa: F401  # fixtures

CAKE = """# Cake
## Resources
- 2 eggs
- 100 g flour
- bowl
## Steps
1. Beat 2 eggs in a bowl.
2. Stir in 100 g of flour.
3. Rest the batter of step 2 for 10 minutes.
4. Bake for 50 minutes.
## Notes
Keeps 2 days.
"""


@pytest.fixture
def workspace(tailor: Tailor, home: Path) -> Workspace:  # noqa: F811
    """A cake tailored to "no eggs" and saved."""
    Path("cake.md").write_text(CAKE, "utf-8")
    assert tailor("customize", "cake.md", "no eggs", "--accept", "all", "--save").returncode == 0
    return Workspace({"TAILOR_HOME": str(home)})


def newest(workspace: Workspace) -> str:
    """The stem of the tailored cake."""
    return next(one.stem for one in workspace.library.entries() if one.hint)


def recorded(workspace: Workspace) -> StoredRun:
    made = workspace.library.load(newest(workspace)).made
    return open_run(workspace.paths.runs, (made and made.run) or "")


def in_its_file(workspace: Workspace, changed: Procedure) -> None:
    """Change the file as an editor would; only steps, list and notes."""
    saved = workspace.library.load(newest(workspace))
    head = saved.entry.file.read_text("utf-8").partition("## Resources")[0]
    lines = [f"- {one}" for one in changed.resources]
    steps = [f"{number}. {one}" for number, one in enumerate(changed.steps, 1)]
    text = "\n".join(["## Resources", *lines, "## Steps", *steps, "## Notes", changed.notes, ""])
    saved.entry.file.write_text(head + text, "utf-8")


def in_the_app(workspace: Workspace, changed: Procedure) -> None:
    save_edited(workspace.library, workspace.library.load(newest(workspace)), changed)


def and_then_restored(workspace: Workspace, changed: Procedure) -> None:
    in_its_file(workspace, changed)
    id = workspace.library.load(newest(workspace)).id
    workspace.library.save(procedure("Cake", ["Buy it."]), version_of=id)
    restore_version(workspace.library, id)


def longer(one: Procedure) -> Procedure:
    return replace(one, steps=(*one.steps[:3], one.steps[3].replace("50", "60")))


def shorter(one: Procedure) -> Procedure:
    return replace(one, steps=(*one.steps[:2], one.steps[3]))


def with_more_steps(one: Procedure) -> Procedure:
    rest = one.steps[2].replace("step 2", "step 4")
    return replace(one, steps=(one.steps[0], "Wait.", "Yawn.", one.steps[1], rest, one.steps[3], "Eat.", "Rest."))


def with_another_list(one: Procedure) -> Procedure:
    return replace(one, resources=(*one.resources[:1], "120 g flour", *one.resources[2:], "a tin"))


def with_other_notes(one: Procedure) -> Procedure:
    return replace(one, notes="Keeps 3 days.")


@pytest.mark.parametrize("how", [in_its_file, in_the_app, and_then_restored])
@pytest.mark.parametrize(
    ("change", "named"),
    [
        (longer, "step 4"),
        (shorter, "step 3 (removed)"),
        (with_more_steps, "step 2 (new)"),
        (with_another_list, "item 2 on the list"),
        (with_other_notes, ""),
    ],
)
def test_a_review_saved_again_has_what_was_changed_since(
    workspace: Workspace,
    tailor: Tailor,  # noqa: F811
    how: Callable[[Workspace, Procedure], None],
    change: Callable[[Procedure], Procedure],
    named: str,
) -> None:
    id = newest(workspace)
    changed = change(workspace.library.load(id).procedure)
    how(workspace, changed)
    before = workspace.library.load(id)
    assert (before.procedure.steps, before.procedure.notes) == (changed.steps, changed.notes)
    for _ in range(2):
        ran = tailor("review", id, "--plain", "--save")
        now = workspace.library.load(id)
        assert replace(now.procedure, id="") == replace(before.procedure, id="")
        assert changed.notes in ran.stdout
    assert "Nothing has changed since" in ran.stderr
    assert now.entry.version <= before.entry.version + 1, "no further copies"
    assert [one for one in check(workspace.library) if one.id == now.id and now.id != before.id] == []
    if named:
        how(workspace, replace(before.procedure, steps=("Wash your hands.", *now.procedure.steps)))
        said = tailor("review", id, "--plain").stderr
        assert "was changed after this review: step 1 (new)" in said


def test_the_changed_lines_are_named_and_can_be_undone(workspace: Workspace, tailor: Tailor) -> None:  # noqa: F811
    id = newest(workspace)
    old = workspace.library.load(id).procedure
    in_its_file(workspace, shorter(longer(old)))
    ran = tailor("review", id, "--plain", "--save", stdin="u\n\n")
    assert f"{id}.v1 was changed after this review: step 3 (removed) and step 3." in ran.stderr
    assert "The review has that now, as your own changes." in ran.stderr
    assert workspace.library.load(id).procedure.steps == old.steps, "the person took them back"


def test_a_new_decision_and_a_change_in_the_file_are_both_saved(workspace: Workspace) -> None:
    in_its_file(workspace, longer(workspace.library.load(newest(workspace)).procedure))
    kept = recorded(workspace)
    session = RunSession.reopen(workspace, kept, workspace.library.load(newest(workspace)).entry)
    review = own_edit(session.taken_over(kept.review), "replace", "s3", "Rest it.").review
    steps = workspace.library.load(session.save_now(review, "").id).procedure.steps
    assert steps[2:] == ("Rest it.", "Bake for 60 minutes.")


def test_a_change_of_a_line_that_was_decided_otherwise_is_saved_over_only_after_a_question(
    workspace: Workspace,
    tailor: Tailor,  # noqa: F811
) -> None:
    id = newest(workspace)
    old = workspace.library.load(id).procedure
    in_its_file(workspace, replace(old, steps=("Beat it well.", *old.steps[1:])))
    kept = recorded(workspace)
    session = RunSession.reopen(workspace, kept)
    session.note(own_edit(reject(kept.review, ["e1"]).review, "replace", "s3", "Rest it.").review)
    asked = f"{id}.v1 was changed where this review now says something else: step 1. Saving replaces that"
    ran = tailor("review", id, "--plain", "--save", stdin="\n")
    assert asked in ran.stderr
    assert "nothing was saved" in ran.stderr
    assert workspace.library.load(id).procedure.steps[0] == "Beat it well."
    assert tailor("review", id, "--plain", "--save", stdin="\ny\n").returncode == 0
    assert workspace.library.load(id).procedure.steps[0] == "Beat 2 eggs in a bowl."


def test_what_changes_while_a_review_is_open_is_not_replaced(workspace: Workspace) -> None:
    kept, id = recorded(workspace), newest(workspace)
    session = RunSession.reopen(workspace, kept, workspace.library.load(id).entry)
    in_the_app(workspace, longer(workspace.library.load(id).procedure))
    review = own_edit(kept.review, "replace", "s3", "Rest it.").review
    with pytest.raises(ContentError, match=r"v2 was changed in the meantime \(1 step changed\), so nothing was"):
        session.save_now(review, "")
    assert workspace.library.load(id).entry.version == 2


def test_a_review_is_known_as_it_was_saved_and_not_as_it_was_decided_on_since(workspace: Workspace) -> None:
    kept = recorded(workspace)
    RunSession.reopen(workspace, kept).note(reject(kept.review, ["e1"]).review)
    again = recorded(workspace)
    assert again.review.decision("e1") != kept.review.decision("e1")
    assert ReviewState(as_saved(again)).result.draft == ReviewState(kept.review).result.draft


def test_a_step_that_says_the_same_as_one_of_the_person_in_its_place_is_a_change_as_well(
    workspace: Workspace,
) -> None:
    kept = recorded(workspace)
    session = RunSession.reopen(workspace, kept, workspace.library.load(newest(workspace)).entry)
    review = own_edit(session.taken_over(kept.review), "insert", "s4", "Stir.").review
    session.note(review)
    session.save_now(review, "")
    for _ in range(3):  # each time reopened, but not saved
        saved = workspace.library.load(newest(workspace))
        in_its_file(workspace, replace(saved.procedure, steps=(*saved.procedure.steps, "Stir.")))
        kept = recorded(workspace)
        session = RunSession.reopen(workspace, kept, saved.entry)
        opened = session.taken_over(kept.review)
        session.note(opened)
        assert ReviewState(opened).result.draft.procedure.steps == workspace.library.load(saved.id).procedure.steps


def test_notes_that_change_while_a_review_is_open_are_not_replaced(workspace: Workspace) -> None:
    kept, id = recorded(workspace), newest(workspace)
    session = RunSession.reopen(workspace, kept, workspace.library.load(id).entry)
    in_its_file(workspace, with_other_notes(workspace.library.load(id).procedure))
    review = own_edit(kept.review, "replace", "s3", "Rest it.").review
    with pytest.raises(ContentError, match=r"v1 was changed in the meantime \(notes changed\), so nothing was"):
        session.save_now(review, "")


def test_a_line_added_below_one_that_the_review_has_lost_since_stays_below_those_above_it(
    workspace: Workspace,
) -> None:
    kept = recorded(workspace)
    session = RunSession.reopen(workspace, kept, workspace.library.load(newest(workspace)).entry)
    before = session.taken_over(kept.review)
    mine = own_edit(before, "insert", "s4", "Cool it.").review
    session.note(mine)
    session.save_now(mine, "")
    saved = workspace.library.load(newest(workspace))
    in_its_file(workspace, replace(saved.procedure, steps=(*saved.procedure.steps, "Eat.", "Rest.")))
    session.note(undo(mine))
    kept = recorded(workspace)
    opened = RunSession.reopen(workspace, kept, saved.entry).taken_over(kept.review)
    made = ReviewState(opened).result.draft.procedure
    assert made.steps == (*ReviewState(before).result.draft.procedure.steps, "Eat.", "Rest.")


def test_reopening_looks_at_the_review_as_often_however_many_lines_were_changed(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = list[Review]()

    def looked(review: Review, *rest: Any, **more: Any) -> Resolution:
        looks.append(review)
        return resolve(review, *rest, **more)

    monkeypatch.setattr("tailor.core.review.state.resolve", looked)
    counts = set[int]()
    old = workspace.library.load(newest(workspace))
    for many in (2, 4):
        steps = (*(f"{one} Slowly." for one in old.procedure.steps[:many]), *old.procedure.steps[many:])
        in_its_file(workspace, replace(old.procedure, steps=steps))
        looks.clear()
        RunSession.reopen(workspace, recorded(workspace), old.entry)
        counts.add(len(looks))
    assert len(counts) == 1
