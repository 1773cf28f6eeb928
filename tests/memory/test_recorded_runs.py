"""Two short runs of generation, kept as files: they are read, reviewed and told again, event by event."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from memory.retrieval import Analogy
from tailor.core.deciding import accept_many
from tailor.core.events import Done, Event, ModelCalled, StageStarted, TextDelta
from tailor.core.standing import Standing
from tailor.generate import GenerateRequest, generate
from tailor.providers.scripted import Request, Scripted
from tailor.record import load
from tailor.rounds import critic_rounds
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
RUNS = {
    "pickles": (replace(REQUEST, method="aag", prompts="tailor", run="pickles"), SHELF),
    "curtain": (CURTAIN, (TROUSERS,)),
}


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

    def answer(asked: Request) -> str:
        return next(left[agent_of(asked)])

    model = Scripted(answer, host=BY.host or "")
    async with aclosing(generate(request, model, Shelf(rows), by=BY)) as events:
        async for event in events:
            yield event


@pytest.mark.parametrize("name", RUNS)
async def test_a_recorded_run_comes_out_the_same_when_it_is_told_again(name: str) -> None:
    kept = load(FOLDER / f"{name}.jsonl")
    assert tuple([event async for event in told_again(name, answers_of(kept))]) == kept


@pytest.mark.parametrize("name", RUNS)
def test_the_rounds_of_a_recorded_run_can_be_reviewed(name: str) -> None:
    kept = load(FOLDER / f"{name}.jsonl")
    review, last = critic_rounds(kept), kept[-1]
    assert review is not None
    assert isinstance(last, Done)
    assert Standing(accept_many(review, "all").review).result.draft.procedure.steps == last.result.steps
