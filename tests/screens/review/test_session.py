"""From Home's choice to events, a record and a saved file, with the built-in tailor and without a screen."""

import asyncio
import os
from contextlib import aclosing

import pytest

from memory.lessons import FILE
from tailor.backend import key_for
from tailor.core.edits import Bag
from tailor.core.engine import apply
from tailor.core.errors import ContentError, UsageError
from tailor.core.events import Done, EditProposed, Event, Failed, RunStarted
from tailor.core.procedure import Procedure, procedure
from tailor.core.review import Review
from tailor.core.review.decisions import accept, accept_many, own_edit, reject
from tailor.core.review.events import fold_all
from tailor.core.review.state import ReviewState
from tailor.library.store import Unchanged
from tailor.providers.keys import Key
from tailor.runs.history import load
from tailor.runs.session import RunSession
from tailor.workspace import Workspace
from tests.screens.conftest import BREAD

HINT = "half of it and in fahrenheit"


async def events_of(workspace: Workspace, base: Procedure = BREAD, hint: str = HINT) -> list[Event]:
    async with aclosing(RunSession.open(workspace, base, hint).events()) as events:
        return [event async for event in events]


def test_an_empty_hint_is_refused_before_anything_runs(environment: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        RunSession.open(Workspace(environment), BREAD, "  ")


def test_a_procedure_without_steps_is_refused_before_anything_runs(environment: dict[str, str]) -> None:
    with pytest.raises(ContentError):
        RunSession.open(Workspace(environment), procedure("Nothing", []), HINT)


async def test_the_built_in_tailor_answers_where_nothing_is_connected(environment: dict[str, str]) -> None:
    events = await events_of(Workspace(environment))
    assert isinstance(events[0], RunStarted)
    assert events[0].provider == "builtin"
    assert any(isinstance(event, EditProposed) for event in events)
    assert isinstance(events[-1], Done)


async def test_each_event_is_on_disk_before_it_is_seen(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    session = RunSession.open(workspace, BREAD, HINT)
    events: list[Event] = []
    async with aclosing(session.events()) as stream:
        async for event in stream:
            events.append(event)
            assert list(load(session.record)) == events
    assert session.record.stat().st_mode & 0o077 == 0


async def test_a_record_that_cannot_be_written_does_not_end_the_run(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    workspace.paths.data.mkdir(parents=True)
    workspace.paths.runs.write_text("in the way")
    session = RunSession.open(workspace, BREAD, HINT)
    async with aclosing(session.events()) as stream:
        events = [event async for event in stream]
    assert isinstance(events[-1], Done)
    assert session.not_recorded


async def test_closing_the_events_ends_the_run(environment: dict[str, str]) -> None:
    stream = RunSession.open(Workspace(environment), BREAD, HINT).events()
    await anext(stream)
    await asyncio.wait_for(stream.aclose(), 2)
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []


async def reviewed(workspace: Workspace, base: Procedure) -> Review:
    return accept_many(fold_all(base, await events_of(workspace, base)), "careful").review


async def test_a_saved_review_can_be_replayed_on_its_parent(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    session = RunSession.open(workspace, BREAD, HINT)
    review = await reviewed(workspace, BREAD)
    entry = await session.save(review, "Bread without an oven")
    saved = workspace.library.load(entry.id)
    assert saved.procedure.goal == "Bread without an oven"
    assert saved.procedure.steps == ReviewState(review).result.draft.procedure.steps
    replayed = workspace.library.load(saved.parent or "").procedure
    accepted = [kept for kept in saved.edits if kept.decision == "accepted"]
    for stage in sorted({kept.stage for kept in accepted}):
        bag = Bag(tuple(kept.edit for kept in accepted if kept.stage == stage))
        replayed = apply(replayed, bag).procedure
    assert replayed.steps == saved.procedure.steps
    assert saved.hint == HINT
    assert saved.requirements
    assert saved.made is not None
    assert saved.made.provider == "builtin"


async def test_an_original_that_was_only_typed_is_kept_as_the_parent(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    await RunSession.open(workspace, BREAD, HINT).save(await reviewed(workspace, BREAD), "")
    goals = {(entry.origin, entry.parent is None) for entry in workspace.library.entries()}
    assert goals == {("typed", True), ("tailored", False)}


async def test_own_words_keep_the_proposed_text_beside_them(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    review = fold_all(BREAD, await events_of(workspace))
    first = next(id for id, (_, edit) in ReviewState(review).proposals.items() if edit.text)
    review = accept(review, first, own="My own words.").review
    saved = workspace.library.load((await RunSession.open(workspace, BREAD, HINT).save(review, "mine")).id)
    [kept] = [kept for kept in saved.edits if kept.edit.id == first]
    assert kept.edit.text == "My own words."
    assert kept.proposed == ReviewState(review).proposals[first][1].text


async def test_saving_again_makes_the_next_version_and_another_name_a_text_of_its_own(
    environment: dict[str, str],
) -> None:
    workspace = Workspace(environment)
    session = RunSession.open(workspace, BREAD, HINT)
    review = await reviewed(workspace, BREAD)
    first = await session.save(review, "Pan bread")
    with pytest.raises(Unchanged):
        await session.save(review, "Pan bread")
    review = own_edit(review, "insert", "s1", "Wait.").review
    again = await session.save(review, "Pan bread")
    other = await session.save(review, "Flat bread")
    assert (first.version, again.version, again.stem) == (1, 2, first.stem)
    assert (again.parent, other.parent) == (first.parent, first.parent)
    assert (other.version, other.stem == first.stem) == (1, False)


async def decided(workspace: Workspace) -> Review:
    review = fold_all(BREAD, await events_of(workspace))
    first, second, *_ = ReviewState(review).proposals
    return reject(accept(review, first).review, [second]).review


async def test_what_was_accepted_and_rejected_in_a_saved_review_is_remembered(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    review = await decided(workspace)
    assert workspace.lessons is not None
    assert workspace.lessons.recall(BREAD, HINT).examples == ()
    await RunSession.open(workspace, BREAD, HINT).save(review, "mine")
    recalled = workspace.lessons.recall(BREAD, HINT)
    assert [len(one.accepted) for one in recalled.examples] == [1]
    assert len(recalled.rejected) == 5, "a group is turned down as one"


async def test_nothing_is_remembered_of_a_saved_review_where_learning_is_off(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    workspace.change("memory.learn", "false")
    await RunSession.open(workspace, BREAD, HINT).save(await decided(workspace), "mine")
    assert not (workspace.paths.memory / FILE).exists()


async def test_a_review_is_saved_also_where_nothing_can_be_remembered(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    workspace.paths.data.mkdir(parents=True)
    workspace.paths.memory.write_text("in the way")
    entry = await RunSession.open(workspace, BREAD, HINT).save(await decided(workspace), "mine")
    assert workspace.library.load(entry.id).procedure.goal == "mine"


async def test_nothing_accepted_is_nothing_to_save(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    review = fold_all(BREAD, await events_of(workspace))
    with pytest.raises(ContentError, match="Accept a change first"):
        await RunSession.open(workspace, BREAD, HINT).save(review, "x")
    assert workspace.library.entries() == ()


@pytest.mark.parametrize(
    ("named", "gets_it"),
    [
        ("", True),
        ("http://127.0.0.1:9/v1", True),
        ("http://127.0.0.1:9/v1/", True),
        ("http://127.0.0.1:8/v1", False),
    ],
)
def test_a_key_goes_only_to_the_address_it_came_with(
    environment: dict[str, str], named: str, gets_it: bool
) -> None:
    environment |= {"TAILOR_API_KEY": "secret-key"} | ({"TAILOR_BASE_URL": named} if named else {})
    workspace = Workspace(environment)
    workspace.paths.config.mkdir(parents=True)
    workspace.paths.config_file.write_text('[provider]\nbase_url = "http://127.0.0.1:9/v1"\n')
    assert workspace.config.base_url is not None
    key = key_for(workspace.config.base_url, workspace.paths, environment)
    assert (key is not None) is gets_it


def test_a_lent_key_stays_with_its_server_whatever_else_is_set(environment: dict[str, str]) -> None:
    workspace = Workspace(environment)
    workspace.borrow("https://lent.example/v1", "m", Key("lent-key"))
    workspace.change("provider.base_url", "http://127.0.0.1:9/v1")
    assert workspace.config.base_url == "https://lent.example/v1", "lent until the app ends or another is chosen"
    assert key_for("http://127.0.0.1:9/v1", workspace.paths, environment, workspace.borrowed) is None
    assert key_for("https://lent.example", workspace.paths, environment, workspace.borrowed) == Key("lent-key")
    workspace.connect("http://127.0.0.1:9/v1", None)
    assert workspace.borrowed is None
    assert workspace.config.base_url == "http://127.0.0.1:9/v1"


async def test_a_server_that_was_not_there_is_asked_again_at_the_next_question(
    environment: dict[str, str],
) -> None:
    environment |= {"TAILOR_BASE_URL": "http://127.0.0.1:1/v1", "TAILOR_DEADLINES": "connect=2,total=3"}
    session = RunSession.open(Workspace(environment), BREAD, HINT)
    async with aclosing(session.events()) as stream:
        events = [event async for event in stream]
    assert isinstance(events[-1], Failed)
    assert session._backend is None


async def test_another_server_is_asked_from_the_next_question_on(environment: dict[str, str]) -> None:
    environment |= {"TAILOR_DEADLINES": "connect=2,total=3"}
    workspace = Workspace(environment)
    session = RunSession.open(workspace, BREAD, HINT)
    async with aclosing(session.events()) as stream:
        assert [event async for event in stream][-1].kind == "done"
    workspace.connect("http://127.0.0.1:1/v1", "m")
    session.ask_another(workspace.connection())
    assert "127.0.0.1:1" in session.describe.sends
    async with aclosing(session.events()) as stream:
        assert [event async for event in stream][-1].kind == "failed"


async def test_the_oldest_records_make_room_for_a_new_one(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tailor.runs.history.MOST_KEPT", 2)
    workspace = Workspace(environment)
    names = []
    for age in (3, 2, 1):
        session = RunSession.open(workspace, BREAD, HINT)
        async with aclosing(session.events()) as stream:
            [event async for event in stream]
        os.utime(session.record, (2_000_000_000 - age, 2_000_000_000 - age))
        names.append(session.record.name)
    assert sorted(path.name for path in workspace.paths.runs.iterdir()) == sorted(names[1:])
