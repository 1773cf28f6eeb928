"""Whatever a model says, a run ends well: done or failed, nothing lost, nothing applied that cannot be."""

import asyncio
from contextlib import aclosing

from hypothesis import given, settings
from hypothesis import strategies as st

from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo, Verifier
from tailor.agents.strategies import STRATEGIES
from tailor.core.errors import ProviderError
from tailor.core.events import (
    Done,
    EditFlagged,
    EditProposed,
    Event,
    Failed,
    StageFinished,
    StageStarted,
    event_from_line,
    event_to_line,
)
from tailor.core.procedure import Procedure, procedure
from tailor.core.report import all_accepted, closing_line
from tailor.core.review.events import fold_all
from tailor.providers.scripted import Said, Scripted
from tailor.runs.customize import CustomizeRequest, run
from tests.depth import cases

BASE = procedure(
    "Bake a loaf of bread",
    ["Preheat the oven to 220 °C.", "Mix the dough.", "Bake it for 30 min.", "If pale, repeat step 3."],
    ["500 g flour", "2 eggs"],
)
NUMBERS = st.integers(0, 6).map(str) | st.sampled_from(["r1", "r2", "r3", "-1", "x"])
TEXTS = st.sampled_from(
    ["Fry it (well).", "", "Add peanuts.", "Repeat step 2.", "Mix the dough.", "12 min", "XX", "x" * 6000]
)
LINES = st.builds("{}({}, {})".format, st.sampled_from(["replace", "insert", "keep", "delete"]), NUMBERS, TEXTS)
TALK = st.sampled_from(
    [
        "# because [R1]",
        "# so",
        "done",
        "no edits",
        "",
        "1. Mix.",
        "2. Fry it.",
        "Well then!",
        "<think>",
        "</think>",
        "```",
        "\x1b]0;x\x07",
    ]
)
WHOLE = st.lists(LINES | TALK, max_size=7).map("\n".join)
CUT = st.builds(
    lambda text, fault: [text, ProviderError(fault, "It broke off.")],
    WHOLE,
    st.sampled_from(["server", "cut_short"]),
)
ANSWERS = st.lists(WHOLE | WHOLE | WHOLE | CUT, min_size=14, max_size=14)


@given(
    ANSWERS,
    st.sampled_from(list(STRATEGIES)),
    st.sampled_from(["paper", "tailor"]),
    st.sampled_from(["all", "careful", "none"]),
    st.frozensets(st.integers(1, 6).map("e{}".format), max_size=2),
    st.booleans(),
)
@settings(max_examples=cases(150), deadline=None)
def test_a_run_ends_well_whatever_is_said(
    answers: list[Said], strategy: str, prompts: str, accept: str, rejected: frozenset[str], more: bool
) -> None:
    request = CustomizeRequest(
        procedure=BASE,
        hint="I have no oven, and I am allergic to peanuts",
        strategy=strategy,
        prompts="paper" if prompts == "paper" else "tailor",
        accept="all" if accept == "all" else "none" if accept == "none" else "careful",
        verifiers=(Verifier("states", ""),) if more else (),
    )
    events = asyncio.run(heard(request, answers, rejected))
    last = events[-1]
    assert isinstance(last, Done | Failed)
    assert [event_from_line(event_to_line(event)) for event in events] == events
    assert "\x1b" not in "".join(map(event_to_line, events))
    ids = [event.id for event in events if isinstance(event, EditProposed)]
    assert ids == [f"e{number}" for number in range(1, len(ids) + 1)]
    assert closing_line(events)
    if isinstance(last, Failed):
        assert list(last.kept) == [id for id in ids if id not in taken_back(events)]
    else:
        agrees(request, events, last, rejected)


async def heard(request: CustomizeRequest, answers: list[Said], rejected: frozenset[str]) -> list[Event]:
    crew = ModelAgents(Scripted(answers), request.prompts)
    by = BackendInfo(provider="scripted")
    async with aclosing(run(request, crew, by=by, decisions=lambda: rejected)) as events:
        return [event async for event in events]


def agrees(request: CustomizeRequest, events: list[Event], last: Done, rejected: frozenset[str]) -> None:
    """The end says the same as the stages and the review do."""
    proposed, thought = {event.id for event in events if isinstance(event, EditProposed)}, taken_back(events)
    ids = proposed - thought
    assert not (rejected | thought) & set(last.accepted)
    assert {*last.accepted, *last.rejected, *(left.id for left in last.left)} == proposed, "each is told"
    if request.accept == "none":
        assert last.result == BASE
    if request.accept == "all" and not rejected & ids:
        state = all_accepted(fold_all(BASE, events))
        assert state.result.draft.procedure == last.result
        assert steps_of(last.result) == steps_of(finished(events))


def taken_back(events: list[Event]) -> set[str]:
    """Ids of the edits that the model wrote while it was still thinking."""
    return {event.id for event in events if isinstance(event, EditFlagged) and event.id}


def finished(events: list[Event]) -> Procedure:
    """The strategy's own result: what the last agent that was taken over made."""
    started = {event.stage: event for event in events if isinstance(event, StageStarted)}
    ends = [event for event in events if isinstance(event, StageFinished) and event.result]
    result = ends[-1].result
    assert result is not None
    assert started[ends[-1].stage].agent == ends[-1].agent
    return result


def steps_of(procedure: Procedure) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return procedure.steps, procedure.resources
