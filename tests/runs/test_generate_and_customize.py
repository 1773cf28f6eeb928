"""One road: a goal with a hint and no procedure is one run with one review."""

from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from tailor.agents.model_agent import ModelAgents
from tailor.core.errors import ProviderError
from tailor.core.events import Done, EditProposed, Event, Failed, ModelCalled, RunStarted, StageStarted
from tailor.core.procedure import Procedure
from tailor.core.review.state import ReviewState
from tailor.providers.scripted import Said, Scripted
from tailor.providers.scripted import ScriptedRequest as Asked
from tailor.runs.customize import CustomizeRequest, run
from tailor.runs.generate import generate
from tailor.runs.history import decided_on, dump, open_file, review_from_log, stored_runs, went_on, written_of
from tests.memory.generation_case import BY, GOAL, REQUEST, Shelf, answering

HINT = "I have no vinegar"
WANTED = replace(REQUEST, method="aag_no_rewrite", hint=HINT)
TAILORED = "replace(2, Heat the lemon juice until it steams.) because of the hint [R1]"


def fit(written: Procedure) -> CustomizeRequest:
    return CustomizeRequest(procedure=written, hint=HINT, strategy="sequential", prompts="paper", run="r1")


def scripted(modify: Said = TAILORED) -> Scripted:
    """Writes, then says `modify` to the first question that names the hint, then nothing more."""
    writes, left = answering(), [modify]

    def answer(request: Asked) -> Said:
        if any(HINT in one.content for one in request.messages):
            return left.pop() if left else "no edits"
        return writes(request)

    return Scripted(answer, host=BY.host or "")


async def walked(model: Scripted | None = None) -> list[Event]:
    model = model or scripted()
    async with aclosing(generate(WANTED, model, Shelf(), by=BY)) as events:
        written: list[Event] = [event async for event in events if not isinstance(event, Done)]
    if isinstance(written[-1], Failed):
        return written
    base = written_of(written)
    assert base is not None
    async with aclosing(run(fit(base), ModelAgents(model), by=BY, generated=written)) as events:
        return written + [event async for event in events]


async def test_it_is_one_run_with_one_start_one_end_and_one_count() -> None:
    events = await walked()
    assert [event.seq for event in events] == list(range(len(events)))
    assert {event.run for event in events} == {"r1"}
    assert [one.hint for one in events if isinstance(one, RunStarted)] == [HINT]
    assert [one for one in events if isinstance(one, Done)] == [events[-1]]
    stages = [one.stage for one in events if isinstance(one, StageStarted)]
    calls = [one.call for one in events if isinstance(one, ModelCalled)]
    ids = [one.id for one in events if isinstance(one, EditProposed)]
    for numbers in (stages, calls, ids):
        assert len(set(numbers)) == len(numbers)
    assert [one.agent for one in events if isinstance(one, StageStarted)][-2:] == ["modify", "verify"]


async def test_its_review_is_about_the_tailoring_of_what_was_written(tmp_path: Path) -> None:
    events = await walked()
    assert went_on(events)
    review, last = review_from_log(events), events[-1]
    assert review is not None
    assert isinstance(last, Done)
    assert len(review.original.steps) == 5, "the list as the critic's round left it"
    assert [stage.agent for stage in review.stages] == ["modify", "verify"]
    assert review.hint == HINT
    assert last.result.steps[1] == "Heat the lemon juice until it steams."
    path = tmp_path / "r1.jsonl"
    dump(events, path)
    assert len(ReviewState(open_file(path).review).undecided) == 1
    assert list(stored_runs(tmp_path)) == [("r1", GOAL, HINT)]


async def test_what_is_said_at_its_end_is_about_the_tailoring_alone() -> None:
    events = await walked()
    told = decided_on(events)
    assert [one.agent for one in told if isinstance(one, StageStarted)] == ["modify", "verify"]
    assert isinstance(told[0], RunStarted)
    assert decided_on(told) == told
    assert decided_on(events[:5]) == tuple(events[:5])


async def test_a_tailoring_that_fails_keeps_what_was_written_and_says_so() -> None:
    events = await walked(scripted(ProviderError("server", "It is down.")))
    assert isinstance(events[-1], Failed)
    review = review_from_log(events)
    assert review is not None
    assert review.original.goal == GOAL


async def test_a_generation_that_fails_ends_the_road_there() -> None:
    model = Scripted([ProviderError("server", "It is down.")] * 3, host=BY.host or "")
    events = await walked(model)
    assert isinstance(events[-1], Failed)
    assert not went_on(events)


@pytest.mark.parametrize("hint", ["", "  "])
async def test_a_run_without_a_hint_never_counts_as_a_road(hint: str) -> None:
    assert not went_on([RunStarted(procedure=None, hint=hint.strip(), prompts="paper", provider="server")])
