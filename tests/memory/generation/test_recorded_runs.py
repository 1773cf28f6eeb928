"""Runs of generation whose answers were written by hand, kept as files: read, reviewed, told again by event.

Every method stands there for two goals: onions with the prompts of the paper, a curtain with our own. Beside them
lie two runs that say odd things.
"""

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from memory.generation.methods import METHODS, calls
from memory.messages import Analogy
from tailor.core.events import Done, Event, ModelCalled, RunStarted, StageStarted, TextDelta
from tailor.core.review.decisions import accept_many
from tailor.core.review.state import ReviewState
from tailor.providers.scripted import Scripted, ScriptedRequest
from tailor.runs.generate import GenerateRequest, generate
from tailor.runs.history import critic_rounds, load
from tests.memory.generation_case import BY, REQUEST, SHELF, Shelf, agent_of

FOLDER = Path(__file__).parent / "runs"

CURTAIN = GenerateRequest(
    goal="Hem a curtain by hand",
    resources=("curtain", "needle", "thread", "pins", "iron"),
    method="aag_no_rewrite",
    run="curtain",
)
TROUSERS = Analogy(
    id="trousers",
    goal="Shorten a pair of trousers",
    resources=("trousers", "needle", "thread", "pins"),
    steps=("Turn the edge up twice and pin it.", "Sew along the fold with small slanting stitches."),
    distance=0.31,
)
SEWING = (
    TROUSERS,
    Analogy(
        id="button",
        goal="Sew on a button",
        resources=("button", "needle", "thread"),
        steps=("Hide the knot of the thread between the layers.", "Sew through each hole four times."),
        distance=0.52,
    ),
    Analogy(
        id="shirt",
        goal="Iron a shirt",
        resources=("shirt", "iron"),
        steps=("Look at the label for how hot the iron may be.", "Begin with the collar."),
        distance=0.6,
    ),
)
METHOD_RUNS = {
    f"{case}-{method}": (replace(request, method=method, run=f"{case}-{method}"), rows)
    for case, request, rows in (("onions", REQUEST, SHELF), ("curtain", CURTAIN, SEWING))
    for method in METHODS
}
RUNS = {
    "pickles": (replace(REQUEST, method="aag", prompts="tailor", run="pickles"), SHELF),
    "curtain": (CURTAIN, (TROUSERS,)),
    **METHOD_RUNS,
}
ROUNDED = [name for name, (request, _) in RUNS.items() if calls(request.method)[1] > calls(request.method)[0]]
"""The runs in which a critic had a say."""
STAGES = {
    "zero_shot": ["draft"],
    "few_shot": ["draft"],
    "rag": ["draft"],
    "aag": ["draft", "rewrite", *["summarize"] * 4, "update", "critic", "perform", "critic"],
    "aag_no_rewrite": ["draft", "critic", "perform", "critic"],
    "aag_no_summary": ["draft", "rewrite", "update", "critic", "perform", "critic"],
    "aag_no_critic": ["draft", "rewrite", *["summarize"] * 4, "update"],
    "aag_no_summary_no_critic": ["draft", "rewrite", "update"],
}
"""The calls of DESIGN 8 where the critic asks once."""


def answers_of(events: tuple[Event, ...]) -> dict[str, list[str]]:
    """What the model said in a recorded run, by agent, in the order of the calls."""
    agents = {event.stage: event.agent for event in events if isinstance(event, StageStarted)}
    calls = {event.call: agents[event.stage] for event in events if isinstance(event, ModelCalled)}
    said: dict[int, str] = dict.fromkeys(calls, "")
    for event in events:
        if isinstance(event, TextDelta):
            said[event.call] += event.text
    answers: dict[str, list[str]] = {}
    for call, agent in sorted(calls.items()):
        answers.setdefault(agent, []).append(said[call])
    return answers


async def told_again(name: str, answers: dict[str, list[str]]) -> AsyncIterator[Event]:
    request, rows = RUNS[name]
    left = {agent: iter(said) for agent, said in answers.items()}

    def answer(asked: ScriptedRequest) -> str:
        return next(left[agent_of(asked)])

    model = Scripted(answer, host=BY.host or "")
    async with aclosing(generate(request, model, Shelf(rows), by=BY)) as events:
        async for event in events:
            yield event


@pytest.mark.parametrize("name", RUNS)
async def test_a_recorded_run_comes_out_the_same_when_it_is_told_again(name: str) -> None:
    kept = load(FOLDER / f"{name}.jsonl")
    assert tuple([event async for event in told_again(name, answers_of(kept))]) == kept


@pytest.mark.parametrize("name", ROUNDED)
def test_the_rounds_of_a_recorded_run_can_be_reviewed(name: str) -> None:
    kept = load(FOLDER / f"{name}.jsonl")
    review, last = critic_rounds(kept), kept[-1]
    assert review is not None
    assert isinstance(last, Done)
    assert ReviewState(accept_many(review, "all").review).result.draft.procedure.steps == last.result.steps


@pytest.mark.parametrize("name", METHOD_RUNS)
def test_a_recorded_run_of_each_method_made_the_calls_of_the_design_with_every_answer_read(name: str) -> None:
    kept, request = load(FOLDER / f"{name}.jsonl"), METHOD_RUNS[name][0]
    stages = [event.agent for event in kept if isinstance(event, StageStarted)]
    assert stages == STAGES[request.method]
    assert isinstance(kept[0], RunStarted)
    assert kept[0].prompts == request.prompts
    last = kept[-1]
    assert isinstance(last, Done)
    assert len(last.result.steps) >= 3
    assert not last.result.uncertain or "update" not in stages, "what was looked up is sure"
