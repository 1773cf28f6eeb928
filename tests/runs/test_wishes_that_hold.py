"""What a saved version was made for about health and diet still holds when it is changed again."""

from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.coverage import ledger
from tailor.core.events import RequirementsRead, StageStarted
from tailor.core.following import begin
from tailor.core.outcomes import outcomes
from tailor.core.procedure import procedure
from tailor.core.report import spoken_against_since
from tailor.core.requirements import Requirement, parse_hint
from tailor.core.review.decisions import own_edit
from tailor.core.review.events import fold_all
from tailor.core.review.state import ReviewState
from tailor.library.entries import LibraryEntry
from tailor.runs.session import RunSession, always_holds, rescue_session
from tailor.workspace import Workspace

STEW = procedure("Cook a stew", ["Fry the meat.", "Stir rice flour into the stock.", "Add the tamari."])
COELIAC = Requirement("R1", "prerequisite", "my sister-in-law is coeliac")
NO_MILK = Requirement("R2", "prerequisite", "and I have no milk")


def saved(workspace: Workspace) -> LibraryEntry:
    """A version made for somebody's health, and from it another made for something else."""
    first = workspace.library.save(STEW, hint="coeliac, no milk", requirements=(COELIAC, NO_MILK))
    return workspace.library.save(STEW, parent=first.id, hint="for six people")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace({"TAILOR_HOME": str(tmp_path)})


def test_own_words_in_a_rescue_against_what_the_version_was_made_for_are_named(workspace: Workspace) -> None:
    entry = saved(workspace)
    following = begin(workspace.library.load(entry.id).procedure, entry.id, 0.0)
    request = rescue_session(workspace, following, "I have no tamari").request
    wishes = parse_hint(request.hint, request.profile)
    seen = StageStarted(stage=1, agent="modify", base="", steps=STEW.steps, resources=STEW.resources)
    review = fold_all(STEW, (RequirementsRead(requirements=wishes), seen))
    review = own_edit(review, "replace", "s2", "Stir plain wheat flour into the stock.").review
    state = ReviewState(review)
    unmet = [one for one in outcomes(state, ledger(state, ())) if one.unmet]
    assert any(one.wish == COELIAC.text and "wheat" in one.says for one in unmet)


def test_a_version_tailored_again_keeps_to_the_health_it_was_made_for(workspace: Workspace) -> None:
    entry = saved(workspace)
    session = RunSession.open(workspace, workspace.library.load(entry.id).procedure, "for eight people")
    assert session.request.profile == (COELIAC.text,)


def test_what_is_said_again_or_was_for_that_day_only_is_not_added(workspace: Workspace) -> None:
    entry = saved(workspace)
    assert always_holds(workspace, entry.id, "My sister-in-law is coeliac, and in a hurry") == ()
    assert always_holds(workspace, "", "in a hurry") == ()


def test_a_version_changed_by_hand_is_told_what_speaks_against_its_wishes_and_which_hazard_is_new(
    workspace: Workspace,
) -> None:
    wishes = parse_hint("", always_holds(workspace, saved(workspace).id, ""))
    steps = (STEW.steps[0], "Stir barley into the stock.", "Light a charcoal grill in the kitchen.")
    hazard, barley = spoken_against_since(STEW, replace(STEW, steps=steps), wishes)
    assert hazard == "Step 3: burning fuel indoors gives off carbon monoxide."
    assert barley.startswith("Look again: barley")
    assert "in step 2" in barley
    assert spoken_against_since(STEW, replace(STEW, steps=STEW.steps[1:]), wishes) == ()
