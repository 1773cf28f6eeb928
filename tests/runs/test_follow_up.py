"""Questions within a run: numbers go on, and the agent sees what the person has."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest

from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo
from tailor.core.edits import Replace
from tailor.core.errors import ContentError, ProviderError, UsageError
from tailor.core.events import (
    Cancelled,
    Done,
    EditFlagged,
    EditProposed,
    Event,
    Failed,
    ModelCalled,
    StageFinished,
    StageStarted,
)
from tailor.core.procedure import procedure
from tailor.core.protocols import AgentName
from tailor.core.review import Decision, decide
from tailor.core.review.events import fold_all
from tailor.core.review.state import ReviewState
from tailor.providers.scripted import Said, Scripted
from tailor.rules.backend import RuleAgents
from tailor.runs.customize import CustomizeRequest, FollowUp, ask_again, follow_up, run
from tests.core.cases import BREAD, MODIFY

BY = BackendInfo(provider="server", model="m", host="h:1")
FRIED = procedure(
    "Bake a loaf of bread", [*BREAD.steps[:3], "Bake it in a lidded pan, 12 min a side.", "Cool it."]
)


async def first_run() -> list[Event]:
    request = CustomizeRequest(procedure=BREAD, hint="I have no oven", strategy="sequential", run="r1")
    async with aclosing(run(request, ModelAgents(Scripted([MODIFY, "no edits"])), by=BY)) as events:
        return [event async for event in events]


async def asked() -> FollowUp:
    return replace(follow_up(await first_run(), FRIED, ("e3",)), rejected=(Replace(step=2, text="Knead it."),))


async def heard(
    said: Said, agent: AgentName = "verify", *, done: tuple[int, ...] = (), **more: object
) -> tuple[list[Event], Scripted]:
    model = Scripted([said, said])
    question = replace(await asked(), done=done)
    async with aclosing(ask_again(question, agent, ModelAgents(model), by=BY, **more)) as events:  # type: ignore[arg-type]
        return [event async for event in events], model


async def test_numbers_go_on_where_the_run_ended() -> None:
    before = await first_run()
    events, _ = await heard("insert(3, Oil the pan.)\ndone")
    assert events[0].seq == before[-1].seq + 1
    assert {event.run for event in events} == {"r1"}
    assert [event.stage for event in events if isinstance(event, StageStarted)] == [3]
    assert [event.id for event in events if isinstance(event, EditProposed)] == ["e4"]
    assert [event.call for event in events if isinstance(event, ModelCalled)] == [3]


async def test_verify_again_sees_what_was_accepted_and_says_on_which_edits_it_builds() -> None:
    events, model = await heard("no edits")
    (started,) = [event for event in events if isinstance(event, StageStarted)]
    assert (started.agent, started.steps, started.builds_on) == ("verify", FRIED.steps, ("e3",))
    assert "YOUR TASK: VERIFY" in model.requests[0].messages[1].content
    assert isinstance(events[-1], Done)
    assert events[-1].accepted == ()


async def test_one_step_is_asked_for_again_with_a_note_and_nothing_else_may_change() -> None:
    events, model = await heard("replace(4, Fry it.)\nreplace(1, )\ndone", "modify", step=4, note="shorter")
    assert '"shorter"' in model.requests[0].messages[1].content
    assert "only step 4" in model.requests[0].messages[1].content
    assert [event.step for event in events if isinstance(event, EditProposed)] == [4]
    assert [event.step for event in events if isinstance(event, EditFlagged)] == [1]


async def test_a_rescue_leaves_what_is_done_alone() -> None:
    events, _ = await heard(
        "replace(2, Mix anew.)\nreplace(4, Fry it.)\ndone",
        "modify",
        step=None,
        note="It is too wet.",
        done=(1, 2, 3),
    )
    assert [event.step for event in events if isinstance(event, EditProposed)] == [4]


async def test_a_rewrite_by_hand_is_a_walk_over_the_result() -> None:
    events, model = await heard("# think\nkeep(1)\nreplace(4, Fry it.)\ndone", "customize")
    assert "REWRITE BY WALKING" in model.requests[0].messages[1].content
    assert [event.agent for event in events if isinstance(event, EditProposed)] == ["customize"]


async def test_what_was_turned_down_before_does_not_come_back() -> None:
    events, _ = await heard("replace(2, Knead it.)\ndone")
    assert [event.why for event in events if isinstance(event, EditFlagged)] == ["rejected_before"]


async def test_a_review_takes_the_new_stage_in() -> None:
    before = await first_run()
    events, _ = await heard("insert(3, Oil the pan.)\ndone")
    assert [stage.agent for stage in fold_all(BREAD, [*before, *events]).stages] == ["modify", "verify", "verify"]


async def test_it_fails_and_stops_like_a_run() -> None:
    events, _ = await heard(["insert(3, Oil it.)\n", ProviderError("key", "The key was refused.")])
    assert isinstance(events[-1], Failed)
    assert events[-1].kept == ("e4",)
    stop = asyncio.Event()
    stop.set()
    events, _ = await heard([asyncio.Event()], stop=stop)
    assert isinstance(events[-1], Cancelled)


async def test_a_step_that_is_not_there_cannot_be_asked_for() -> None:
    with pytest.raises(UsageError, match="no step 9"):
        ask_again(await asked(), "modify", ModelAgents(Scripted([])), by=BY, step=9)


@pytest.mark.parametrize("hint", ["double it", "2 more people", "twice the butter", "half the butter", "we're 5"])
async def test_amounts_that_were_changed_for_a_wish_are_not_changed_for_it_again(hint: str) -> None:
    steps = ["Fry 2 onions in 30 g butter.", "Add 500 g beans and 400 ml water."]
    base = replace(
        procedure("Cook beans", steps, ["2 onions", "30 g butter", "500 g beans", "400 ml water"]),
        yields="Serves 4",
    )
    by = BackendInfo(provider="rules", model="", host="")
    async with aclosing(run(CustomizeRequest(procedure=base, hint=hint), RuleAgents(), by=by)) as events:
        log = [event async for event in events]
    ids = [event.id for event in log if isinstance(event, EditProposed)]
    state = ReviewState(decide(fold_all(base, log), [Decision(id, "accepted") for id in ids]))
    taken = state.result.draft.procedure
    assert taken.steps != base.steps
    asked = follow_up(log, taken, tuple(ids))
    async with aclosing(ask_again(asked, "modify", RuleAgents(), by=by)) as events:
        again = [event async for event in events]
    assert not [event for event in again if isinstance(event, EditProposed)]
    assert [one.verdict for event in again if isinstance(event, StageFinished) for one in event.verdicts] == [
        "already"
    ]


async def test_nothing_can_be_asked_about_no_steps_or_without_a_run() -> None:
    asked_about = FollowUp(run="r", procedure=procedure("x", []), hint="h")
    with pytest.raises(ContentError, match="No steps are left"):
        ask_again(asked_about, "verify", ModelAgents(Scripted([])), by=BY)
    with pytest.raises(ContentError, match="The beginning of this review is missing"):
        follow_up([], BREAD, ())
