"""Two whole sessions, kept as they were: the model's texts, every event, and what the person chose.

One has an edit rejected with a reason and an edit taken in own words; the other a change of mind and an own step.
"""

import io
import sys
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from shutil import copy

import pytest

from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo
from tailor.cli.main import main
from tailor.core.events import Done, Event, ModelCalled, RunStarted, TextDelta
from tailor.core.procedure import Procedure
from tailor.core.review.state import ReviewState
from tailor.library.importer import read_text
from tailor.providers.scripted import Said, Scripted
from tailor.runs.customize import CustomizeRequest, run
from tailor.runs.history import load, open_file

REPLAYS = Path(__file__).parents[1] / "data" / "replays"
BENCH, BACKUP = REPLAYS / "repaint-a-bench.jsonl", REPLAYS / "backup-over-ssh.jsonl"
SESSIONS = pytest.mark.parametrize("path", [BENCH, BACKUP], ids=lambda path: path.stem)


def said(events: Sequence[Event]) -> list[Said]:
    """What the model said in each call, in the pieces it came in."""
    calls = [event.call for event in events if isinstance(event, ModelCalled)]
    return [[e.text for e in events if isinstance(e, TextDelta) and e.call == call] for call in calls]


async def run_again(events: Sequence[Event]) -> list[Event]:
    started = events[0]
    assert isinstance(started, RunStarted)
    assert started.procedure is not None
    strategy = started.strategy or ""
    request = CustomizeRequest(procedure=started.procedure, hint=started.hint, strategy=strategy, run=started.run)
    by = BackendInfo(provider=started.provider, model=started.model, host=started.host)
    model = Scripted(said(events), name=str(started.model), host=str(started.host))
    async with aclosing(run(request, ModelAgents(model), by=by)) as stream:
        return [event async for event in stream]


def saved(path: Path) -> Procedure:
    """What was saved at the end of the session."""
    return read_text(path.with_suffix(".md").read_text("utf-8"), format="md").procedure


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where kept runs lie in a home of its own; standard input is at its end."""
    for name in ("TAILOR_BASE_URL", "TAILOR_API_KEY", "TAILOR_MODEL", "TAILOR_PLAIN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TAILOR_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    (tmp_path / "runs").mkdir()
    return tmp_path / "runs"


@SESSIONS
async def test_the_same_texts_give_the_same_events(path: Path) -> None:
    events = load(path)
    assert len(said(events)) == 2, "Modify and Verify were asked once each"
    assert await run_again(events) == list(events)


@SESSIONS
def test_a_replay_prints_what_the_run_came_to(path: Path, runs: Path, capfd: pytest.CaptureFixture[str]) -> None:
    end = load(path)[-1]
    assert isinstance(end, Done)
    assert main(["customize", "--replay", str(path)]) == 0
    printed = read_text(capfd.readouterr().out, format="md").procedure
    assert (printed.steps, printed.resources) == (end.result.steps, end.result.resources)


@SESSIONS
def test_the_decisions_give_the_saved_steps(path: Path) -> None:
    result = ReviewState(open_file(path).review).result.draft.procedure
    assert (result.steps, result.resources) == (saved(path).steps, saved(path).resources)


@SESSIONS
def test_the_kept_run_is_saved_with_a_lineage_that_replays(
    path: Path, runs: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    copy(path, runs)
    assert main(["review", path.stem, "--save"]) == 0
    assert read_text(capfd.readouterr().out, format="md").procedure.steps == saved(path).steps
    assert main(["library", "check"]) == 0
    assert capfd.readouterr().out == "", "no file is edited, unreadable or broken"


def test_what_was_rejected_is_not_saved_and_takes_along_what_was_written_for_it() -> None:
    state = ReviewState(open_file(BENCH).review)
    assert state.status("e9") == "rejected"
    assert state.decisions["e9"].reason == "The colour stays as it is"
    assert state.status("e14") == "stale"
    assert not any("colour" in step or "tin says" in step for step in saved(BENCH).steps)


def test_own_words_are_saved_instead_of_the_agents() -> None:
    state = ReviewState(open_file(BENCH).review)
    own = state.decisions["e2"].own
    assert own is not None
    assert own.endswith("rest your hands in between.")
    assert own in saved(BENCH).steps
    assert state.proposals["e2"][1].edit.text not in saved(BENCH).steps
    assert state.status("e16") == "stale", "it was written for the text that own words took the place of"


def test_a_mention_of_a_step_follows_its_step() -> None:
    end = load(BENCH)[-1]
    assert isinstance(end, Done)
    assert any("as in step 7," in step for step in end.result.steps), "two steps came before the first coat"
    assert any("as in step 5," in step for step in saved(BENCH).steps), "none of them was kept"


def test_a_changed_mind_and_an_own_step_are_saved() -> None:
    state = ReviewState(open_file(BACKUP).review)
    assert state.status("e13") == "rejected"
    assert not any("WakeSystem" in step for step in saved(BACKUP).steps)
    assert saved(BACKUP).steps[-1] == "Every first Monday: restore a file from last month."
