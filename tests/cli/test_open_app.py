"""`tailor review ID` and `tailor demo` on the real screens."""

from importlib.resources import files
from pathlib import Path

from tailor.app import TailorApp
from tailor.cli.open_app import OpenedApp
from tailor.core.events import RunStarted
from tailor.core.review.decisions import accept
from tailor.library.entries import Provenance
from tailor.library.store import Library
from tailor.runs.history import note_choices, open_run
from tailor.screens.review.screen import ReviewScreen, reopened
from tests.screens.conftest import screen_text


def kept_demo(home: Path) -> Path:
    """The recorded run of the demo, as one of the kept runs."""
    (home / "runs").mkdir()
    path = home / "runs" / "demo.jsonl"
    path.write_bytes((files("tailor") / "demo.jsonl").read_bytes())
    return path


async def test_a_kept_run_opens_with_every_decision(tmp_path: Path) -> None:
    path = kept_demo(tmp_path)
    note_choices(accept(open_run(path.parent, "demo").review, "e1").review.choices, path)
    app = OpenedApp(
        lambda workspace: reopened(workspace, open_run(path.parent, "demo")), {"TAILOR_HOME": str(tmp_path)}
    )
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        decision = screen.model.review.decision("e1")
        assert decision is not None
        assert decision.verdict == "accepted"
        assert len(screen.model.proposed) == 10


async def test_what_is_saved_from_a_reopened_run_names_what_made_its_edits_not_who_answers_now(
    tmp_path: Path,
) -> None:
    path = kept_demo(tmp_path)
    kept = open_run(path.parent, "demo")
    app = OpenedApp(lambda workspace: reopened(workspace, kept), {"TAILOR_HOME": str(tmp_path)})
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        entry = await app.screen.session.save(accept(kept.review, "e1").review, "Mine")
    started = next(event for event in kept.events if isinstance(event, RunStarted))
    made = Library(tmp_path / "library").load(entry.id).made
    assert made is not None
    assert (made.strategy, made.prompts, made.provider, made.model, made.run) == (
        started.strategy,
        started.prompts,
        started.provider,
        started.model,
        started.run,
    )
    assert made.provider != "builtin"


async def test_undo_in_a_reopened_review_takes_the_last_decision_back_and_then_says_there_is_none(
    tmp_path: Path,
) -> None:
    path = kept_demo(tmp_path)
    note_choices(accept(open_run(path.parent, "demo").review, "e1").review.choices, path)
    app = OpenedApp(
        lambda workspace: reopened(workspace, open_run(path.parent, "demo")), {"TAILOR_HOME": str(tmp_path)}
    )
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        await pilot.press("u")
        assert screen.model.review.decision("e1") is None
        await pilot.press("u")
        await pilot.pause()
        assert "Nothing to undo." in screen_text(app)


async def test_what_is_saved_is_no_version_of_the_list_that_the_same_run_wrote_before(tmp_path: Path) -> None:
    kept = open_run(kept_demo(tmp_path).parent, "demo")
    library, original = Library(tmp_path / "library"), kept.review.original
    listed = library.save(original, origin="generated", made=Provenance(run="demo"))
    variant = library.save(original, parent=listed.id, hint=kept.review.hint, made=Provenance(run="demo"))
    workspace = TailorApp({"TAILOR_HOME": str(tmp_path)}).workspace
    assert reopened(workspace, kept, listed).session.saved is None
    assert reopened(workspace, kept, variant).session.saved == variant
