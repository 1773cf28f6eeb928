"""Each method: which calls it makes, in which order, and what goes into each (the table of DESIGN 8)."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

import pytest

from memory.generation.methods import METHODS, calls
from tailor.core.events import Done, StageStarted
from tailor.core.protocols import Attempt, Chunk, Message, Settings, Text
from tailor.providers.scripted import Scripted, ScriptedRequest
from tests.memory.generation_case import (
    GOAL,
    QUERY,
    QUESTIONS,
    REQUEST,
    SHELF,
    Shelf,
    agent_of,
    agents,
    answering,
    events_of,
)

FOUR = ["summarize"] * 4


def asked(model: Scripted, name: str, number: int = 0) -> str:
    found = [one for one in model.requests if agent_of(one) == name]
    return found[number].messages[-1].content


async def run_of(method: str, critics: int = 1, **more: object) -> tuple[Scripted, Shelf]:
    model, shelf = Scripted(answering(critics), host="far.example:443"), Shelf()
    *_, last = await events_of(replace(REQUEST, method=method, **more), model, shelf)  # type: ignore[arg-type]
    assert isinstance(last, Done), last
    return model, shelf


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("zero_shot", ["draft"]),
        ("few_shot", ["draft"]),
        ("rag", ["draft"]),
        ("aag", ["draft", "rewrite", *FOUR, "update", "critic", "perform", "critic"]),
        ("aag_no_rewrite", ["draft", "critic", "perform", "critic"]),
        ("aag_no_summary", ["draft", "rewrite", "update", "critic", "perform", "critic"]),
        ("aag_no_critic", ["draft", "rewrite", *FOUR, "update"]),
        ("aag_no_summary_no_critic", ["draft", "rewrite", "update"]),
    ],
)
async def test_a_method_makes_exactly_its_calls_in_order(method: str, expected: list[str]) -> None:
    model, _ = await run_of(method)
    assert agents(model) == expected


@pytest.mark.parametrize("method", METHODS)
async def test_the_fewest_and_the_most_calls_are_those_that_are_told_beforehand(method: str) -> None:
    fewest, most = await run_of(method, critics=0), await run_of(method, critics=9)
    assert (len(fewest[0].requests), len(most[0].requests)) == calls(method)


async def test_zero_shot_asks_the_memory_nothing_and_shows_no_reference() -> None:
    model, shelf = await run_of("zero_shot")
    assert shelf.asked == []
    assert "reference" not in asked(model, "draft")
    assert "DOCUMENTATION" not in asked(model, "draft")


async def test_few_shot_shows_k_at_random_with_the_seed_that_was_given() -> None:
    model, shelf = await run_of("few_shot", seed=7)
    assert shelf.asked == [("random", "7", 3)]
    assert [one for one in ("e", "d", "c") if _goal(one) in asked(model, "draft")] == ["e", "d", "c"]


async def test_rag_shows_the_k_nearest_to_output_using_input_nearest_first() -> None:
    model, shelf = await run_of("rag", k=2)
    assert shelf.asked == [("nearest", QUERY, 2)]
    text = asked(model, "draft")
    assert text.index("DOCUMENTATION 'Pickle cucumbers' using vinegar:\n\n1. Slice") < text.index(
        "Pickle beetroot"
    )
    assert "Can plums" not in text


@pytest.mark.parametrize(("prompts", "how"), [("paper", "nearest"), ("tailor", "hybrid")])
async def test_the_paper_set_looks_things_up_by_vector_alone(prompts: str, how: str) -> None:
    _, shelf = await run_of("aag", prompts=prompts)
    assert {kind for kind, _, _ in shelf.asked} == {how}


async def test_aag_asks_the_memory_for_the_goal_and_for_each_question() -> None:
    _, shelf = await run_of("aag")
    assert sorted(query for _, query, _ in shelf.asked) == sorted([QUERY, *QUESTIONS])


async def test_a_summary_gets_its_question_and_what_that_question_found() -> None:
    model, _ = await run_of("aag")
    for number, question in enumerate(QUESTIONS):
        text = asked(model, "summarize", number)
        assert f"[BEGIN QUESTION]\n{question}\n[END QUESTION]" in text
        assert [goal for goal in map(_goal, "abcde") if goal in text] == ["Can plums", "Salt lemons", "Dry apples"]
        assert GOAL not in text


async def test_update_gets_the_draft_with_its_unsure_steps_and_every_question_with_its_answer() -> None:
    model, _ = await run_of("aag")
    text = asked(model, "update")
    assert "2. [[ Heat the vinegar. ]]" in text
    assert all(f"Q: {one}\nA: A finger wide; until it steams." in text for one in QUESTIONS)
    assert "DOCUMENTATION" not in text


async def test_without_summaries_update_and_perform_get_every_procedure_found_once_and_whole() -> None:
    model, _ = await run_of("aag_no_summary")
    for name in ("update", "perform"):
        text = asked(model, name)
        assert [text.count(f"'{_goal(one)}'") for one in "cde"] == [1, 1, 1]
        assert "Q: " not in text


async def test_the_critic_sees_goal_resources_and_steps_and_no_knowledge() -> None:
    model, _ = await run_of("aag")
    text = asked(model, "critic")
    assert GOAL in text
    assert "2 red onions, 200 ml vinegar, a jar" in text
    assert "1. Slice the 2 red onions thinly." in text
    assert "A finger wide" not in text
    assert "[[" not in text


async def test_the_critic_and_perform_see_unsure_steps_without_brackets() -> None:
    model, _ = await run_of("aag_no_rewrite")
    assert "2. Heat the vinegar." in asked(model, "critic")
    assert "2. Heat the vinegar." in asked(model, "perform")


async def test_perform_gets_the_bullets_the_same_knowledge_and_the_current_steps() -> None:
    model, _ = await run_of("aag")
    text = asked(model, "perform")
    assert "- Add a step: let the jar rest for a day." in text
    assert "Q: How hot must vinegar be?" in text
    assert "2. Heat the vinegar until it steams." in text


async def test_without_rewriting_perform_gets_no_knowledge() -> None:
    model, _ = await run_of("aag_no_rewrite")
    assert "KNOWLEDGE" not in asked(model, "perform")


async def test_no_critic_comes_after_the_last_perform() -> None:
    model, _ = await run_of("aag_no_rewrite", critics=9, t=2)
    assert agents(model) == ["draft", "critic", "perform", "critic", "perform"]


async def test_a_round_that_changes_nothing_is_the_last() -> None:
    model = Scripted(answering(9, perform="1. Slice the 2 red onions.\n2. Heat the vinegar.\n3. Fill the jar."))
    events = await events_of(replace(REQUEST, method="aag_no_rewrite"), model)
    last = events[-1]
    assert [event.agent for event in events if isinstance(event, StageStarted)] == ["draft", "critic", "perform"]
    assert isinstance(last, Done)
    assert last.result.uncertain == (2,)


@pytest.mark.parametrize(
    ("said", "summaries"), [("queries:\n- How hot must vinegar be?", 1), ("I know enough.", 0)]
)
async def test_fewer_questions_make_fewer_summaries(said: str, summaries: int) -> None:
    model = Scripted(answering(rewrite=said))
    await events_of(replace(REQUEST, method="aag_no_critic"), model)
    assert agents(model).count("summarize") == summaries
    assert agents(model)[-1] == "update"


async def test_of_more_questions_than_n_the_first_count() -> None:
    model, _ = await run_of("aag_no_critic", n=2)
    assert [QUESTIONS[number] in asked(model, "summarize", number) for number in (0, 1)] == [True, True]
    assert agents(model).count("summarize") == 2


@pytest.mark.parametrize("prompts", ["paper", "tailor"])
async def test_without_resources_every_word_about_them_falls_away(prompts: str) -> None:
    model, shelf = await run_of("aag", resources=(), prompts=prompts)
    assert shelf.asked[0][1] == GOAL
    own = [one for one in model.requests if agent_of(one) != "summarize"]
    texts = [one.content.replace("using vinegar", "") for request in own for one in request.messages]
    assert not [text for text in texts if "resource" in text.lower() or " using " in text]


async def test_the_domain_brings_its_first_word_its_clause_and_what_steps_must_name() -> None:
    model, _ = await run_of("rag", domain="langchain")
    assert "reach the goal using the LangChain Python library." in asked(model, "draft")
    assert "name the APIs used in each step" in asked(model, "draft")


@pytest.mark.parametrize("method", METHODS)
async def test_everything_is_drawn_at_the_temperature_asked_for(method: str) -> None:
    model, _ = await run_of(method, temperature=0.3)
    assert {one.settings for one in model.requests} == {Settings(temperature=0.3)}


@pytest.mark.parametrize("method", METHODS)
async def test_no_brackets_ever_leave_generation(method: str) -> None:
    events = await events_of(replace(REQUEST, method=method))
    last = events[-1]
    assert isinstance(last, Done)
    assert "[[" not in "".join(last.result.steps)
    told = [event for event in events if isinstance(event, StageStarted)]
    assert "[[" not in "".join(text for event in told for text in event.steps)


class Slow:
    """A model whose every answer takes one second of the loop's own time."""

    name, host, takes_grammar = "slow", "far.example:443", False

    def __init__(self, host: str = "far.example:443", critics: int = 9) -> None:
        self.host = host
        self._answer = answering(critics)
        self.calls = 0

    async def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        self.calls += 1
        yield Attempt(1)
        await asyncio.sleep(1)
        said = self._answer(ScriptedRequest(tuple(messages), settings))
        assert isinstance(said, str)
        yield Text(said)


class Jumping(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next timer: hours pass in no time, in the right order."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        own = self._selector.select  # type: ignore[attr-defined]

        def select(timeout: float | None) -> object:
            self.now += timeout or 0.0
            return own(0)

        self._selector.select = select  # type: ignore[attr-defined]

    def time(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("method", "host", "seconds"),
    [
        ("zero_shot", "far.example:443", 1),
        ("few_shot", "far.example:443", 1),
        ("rag", "far.example:443", 1),
        ("aag_no_summary_no_critic", "far.example:443", 1 + 1),
        ("aag_no_rewrite", "far.example:443", 1 + 2 * 3),
        ("aag_no_summary", "far.example:443", 1 + 1 + 2 * 3),
        ("aag_no_critic", "far.example:443", 1 + 1 + 1),
        ("aag", "far.example:443", 1 + 1 + 1 + 2 * 3),
        ("aag", "127.0.0.1:8080", 13),
    ],
)
def test_the_wall_time_is_that_of_the_critical_path(method: str, host: str, seconds: int) -> None:
    from contextlib import aclosing

    from tailor.agents.stages import BackendInfo
    from tailor.runs.generate import generate

    async def whole() -> float:
        loop = asyncio.get_running_loop()
        running = generate(replace(REQUEST, method=method), Slow(host), Shelf(), by=BackendInfo(provider="server"))
        async with aclosing(running) as events:
            assert [event async for event in events][-1].kind == "done"
        return loop.time()

    with asyncio.Runner(loop_factory=Jumping) as runner:
        assert runner.run(whole()) == pytest.approx(seconds, abs=0.1)


def _goal(id: str) -> str:
    return next(one.goal for one in SHELF if one.id == id)
