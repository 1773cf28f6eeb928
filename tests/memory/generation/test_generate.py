"""generate(): its events, how it ends, provenance, dropping an analogy, and what it says beforehand."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest

from memory.generation.agents import Cache
from memory.generation.prompts import Answered
from memory.generation.provenance import kept_leans, leans_of, with_leans
from memory.messages import Analogy
from tailor.core.errors import ProviderError, UsageError
from tailor.core.events import (
    Cancelled,
    Done,
    DraftWritten,
    Failed,
    MemoryRecalled,
    QuestionsWritten,
    StageFinished,
    StageStarted,
    SummaryWritten,
    event_from_line,
    event_to_line,
)
from tailor.core.procedure import procedure
from tailor.core.review.decisions import accept_many, reject
from tailor.core.review.state import ReviewState
from tailor.providers.scripted import Scripted
from tailor.runs.generate import GenerateRequest, generate, have_this, look_first
from tailor.runs.history import critic_rounds
from tests.memory.generation_case import BY, QUESTIONS, REQUEST, SHELF, Shelf, agents, answering, events_of

AAG = replace(REQUEST, method="aag")


async def test_every_event_goes_to_json_and_comes_back_equal_and_counts_from_nought() -> None:
    events = await events_of(AAG)
    assert [event.seq for event in events] == list(range(len(events)))
    assert {event.run for event in events} == {"r1"}
    for event in events:
        assert event_from_line(event_to_line(event)) == event


async def test_stages_tell_who_worked_and_what_came_of_it() -> None:
    events = await events_of(AAG)
    started = [event.agent for event in events if isinstance(event, StageStarted)]
    assert sorted(started[:2]) == ["draft", "rewrite"]
    assert started[2:] == ["summarize"] * 4 + ["update", "critic", "perform", "critic"]
    assert [e.questions for e in events if isinstance(e, QuestionsWritten)] == [QUESTIONS]
    assert {e.question for e in events if isinstance(e, SummaryWritten)} == set(QUESTIONS)
    assert [e for e in events if isinstance(e, StageFinished)][-1].end == "none"


async def test_the_critics_rounds_can_be_reviewed_as_edits() -> None:
    model = Scripted(answering(critics=2), host="far.example:1")
    events = await events_of(AAG, model)
    review, last = critic_rounds(events), events[-1]
    assert review is not None
    assert isinstance(last, Done)
    assert [stage.agent for stage in review.stages] == ["perform", "perform"]
    assert ReviewState(accept_many(review, "all").review).result.draft.procedure.steps == last.result.steps
    assert ReviewState(review).result.draft.procedure.steps == review.original.steps
    first = next(iter(ReviewState(review).proposals))
    without = ReviewState(accept_many(reject(review, [first]).review, "all").review).result.draft.procedure
    assert without.steps != last.result.steps


async def test_a_run_without_a_round_has_nothing_to_review() -> None:
    assert critic_rounds(await events_of(replace(REQUEST, method="rag"))) is None


async def test_each_step_names_the_analogies_and_the_answer_it_leans_on() -> None:
    last = (await events_of(AAG))[-1]
    assert isinstance(last, Done)
    leans = {one.step: one for one in kept_leans(last.result)}
    assert [on.id for on in leans[2].analogies] == ["a"]
    assert (leans[2].analogies[0].step, leans[2].analogies[0].distance) == (2, 0.2)
    assert [on.id for on in leans[4].analogies] == ["b"]


async def test_drafts_tell_which_analogies_they_rest_on() -> None:
    drafts = [event for event in await events_of(AAG) if isinstance(event, DraftWritten)]
    assert drafts[-1].leans[:1] == ("a",)


def test_provenance_holds_only_as_long_as_the_steps_do() -> None:
    made = procedure("Pickle", ["Slice the cucumbers thinly.", "Wait."])
    kept = with_leans(made, leans_of(made, SHELF))
    assert [one.step for one in kept_leans(kept)] == [1]
    assert kept_leans(replace(kept, steps=("Slice the cucumbers thickly.", "Wait."))) == ()
    assert kept_leans(made) == ()
    assert kept_leans(replace(made, extra=(("leans", '{"of": 3}'),))) == ()


def test_a_step_leans_on_the_answer_whose_words_it_takes_up() -> None:
    made = procedure("Pickle", ["Heat the vinegar until it steams."])
    told = (Answered("Too hot?", "No."), Answered("How hot?", "Vinegar is hot enough when it steams."))
    assert [one.question for one in leans_of(made, (), told)] == ["How hot?"]


async def test_an_analogy_can_be_dropped_and_only_what_it_touched_is_asked_again() -> None:
    cache: Cache = {}
    first = Scripted(answering(), host="far.example:1")
    await events_of(AAG, first, cache=cache)
    again = Scripted(answering(), host="far.example:1")
    await events_of(AAG, again, cache=cache)
    assert again.requests == []
    dropped = Scripted(answering(), host="far.example:1")
    shelf = Shelf()
    events = await events_of(replace(AAG, without=("b",)), dropped, shelf, cache)
    assert agents(dropped) == ["draft"]
    hits = next(event.hits for event in events if isinstance(event, MemoryRecalled) and event.query == AAG_QUERY)
    assert [hit.id for hit in hits] == ["a", "c", "d"]


AAG_QUERY = "Pickle red onions using 2 red onions, 200 ml vinegar, a jar"


async def test_without_memory_nothing_is_looked_up_whatever_the_method() -> None:
    shelf, model = Shelf(), Scripted(answering(), host="far.example:1")
    *_, last = await events_of(replace(AAG, use_memory=False), model, shelf)
    assert isinstance(last, Done)
    assert shelf.asked == []
    assert agents(model) == ["draft", "rewrite", "update", "critic", "perform", "critic"]


async def test_a_failing_model_ends_the_run_with_its_fault() -> None:
    model = Scripted(answering(summarize=ProviderError("rate", "Too many calls.")), host="far.example:1")
    *_, last = await events_of(AAG, model)
    assert isinstance(last, Failed)
    assert (last.fault, last.message) == ("rate", "Too many calls.")


async def test_an_answer_without_a_list_gets_one_repair_turn_and_then_fails() -> None:
    tailored = replace(REQUEST, method="zero_shot", prompts="tailor")
    mended = Scripted(["I would slice them.", "1. Slice.\n2. Pour."])
    *_, last = await events_of(tailored, mended)
    assert isinstance(last, Done)
    assert [one.role for one in mended.requests[1].messages][-2:] == ["assistant", "user"]
    *_, last = await events_of(tailored, Scripted(["Slice them.", "I said so."]))
    assert isinstance(last, Failed)
    assert last.fault == "bad_answer"
    *_, last = await events_of(replace(tailored, prompts="paper"), Scripted(["Slice them."]))
    assert isinstance(last, Failed)


async def test_stopping_ends_every_call_that_is_under_way() -> None:
    never = asyncio.Event()
    stop = asyncio.Event()
    model = Scripted(lambda _: [never], host="far.example:1")
    async with aclosing(generate(AAG, model, Shelf(), by=BY, stop=stop)) as events:
        told = []
        async for event in events:
            told.append(event)
            if len(model.requests) == 2:
                stop.set()
    assert isinstance(told[-1], Cancelled)
    assert model.cancelled == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"goal": "  "},
        {"method": "magic"},
        {"prompts": "mine"},
        {"domain": "space"},
        {"k": 0},
        {"n": 99},
        {"t": -1},
        {"temperature": float("nan")},
        {"at_once": 0},
    ],
)
def test_a_request_that_makes_no_sense_is_refused_at_once(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        generate(replace(REQUEST, **wrong), Scripted([]), Shelf(), by=BY)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("goal", "there"),
    [
        ("pickle cucumbers", True),
        ("Pickle cucumebrs", True),
        ("Pickle the cucumbers", True),
        ("Paint a fence", False),
        ("Can peaches", False),
    ],
)
def test_a_goal_that_the_memory_holds_is_recognised(goal: str, there: bool) -> None:
    assert (have_this(goal, SHELF) is not None) is there


async def test_the_analogies_can_be_seen_before_anything_is_spent() -> None:
    shelf = Shelf()
    assert [one.id for one in await look_first(replace(AAG, without=("a",)), shelf)] == ["b", "c", "d"]
    assert await look_first(replace(AAG, method="zero_shot"), shelf) == ()


async def test_a_title_that_the_written_steps_contradict_says_so() -> None:
    wanted = GenerateRequest(goal="Bake banana bread without eggs", method="zero_shot")
    model = Scripted(lambda asked: "1. Beat 2 eggs.\n2. Stir in the mashed bananas.\n3. Bake.", host=BY.host or "")
    async with aclosing(generate(wanted, model, Shelf(), by=BY)) as events:
        *_, last = [event async for event in events]
    assert isinstance(last, Done)
    assert last.result.goal == "Bake banana bread without eggs (still has eggs)"


async def test_what_the_answer_says_besides_its_steps_is_told() -> None:
    answer = "Ingredients:\n- 3 limes\n\n1. Slice the 2 red onions.\n2. Fill the jar.\n\nNotes: Keeps for 2 weeks."
    model = Scripted(lambda asked: answer, host=BY.host or "")
    events = await events_of(replace(REQUEST, method="zero_shot"), model)
    [said] = [event.says for event in events if isinstance(event, StageFinished)]
    assert said == "Only the steps of the answer were taken. It also says: “3 limes”, “Keeps for 2 weeks”."


LOAF = Analogy(
    id="loaf",
    goal="Bake a rye loaf",
    resources=("500 g rye flour", "10 g salt", "100 g butter", "loaf tin"),
    steps=(
        "Mix the 500 g of rye flour, 10 g of salt and 100 g of melted butter.",
        "Bake it in the loaf tin for an hour.",
    ),
    distance=0.4,
)


async def adapted_of(request: GenerateRequest, *rows: Analogy) -> list[object]:
    async with aclosing(generate(request, None, Shelf(rows), by=replace(BY, provider="builtin"))) as events:
        return [event async for event in events]


async def test_without_a_model_the_nearest_analogy_is_given_and_said_to_be_that() -> None:
    wanted = GenerateRequest(goal="Bake a rye loaf at home", resources=("rye flour", "salt", "a whistle"))
    events = await adapted_of(wanted, LOAF)
    last = events[-1]
    assert isinstance(last, Done)
    assert last.result.goal == "Bake a rye loaf"
    assert last.result.resources == LOAF.resources
    assert last.result.steps == LOAF.steps
    said = next(event.says for event in events if isinstance(event, StageFinished))
    assert "This is “Bake a rye loaf” from the memory, word for word." in said
    assert "You also need: 100 g butter, loaf tin." in said
    assert "No step uses: a whistle" in said
    assert "a whistle" not in last.result.resources


@pytest.mark.parametrize(("goal", "distance"), [("Bake a rye loaf", 0.9), ("Overhaul a turbine", 0.3)])
async def test_without_a_model_and_nothing_near_nothing_is_made_up(goal: str, distance: float) -> None:
    *_, last = await adapted_of(GenerateRequest(goal=goal), replace(LOAF, distance=distance))
    assert isinstance(last, Failed)
    assert last.title == "Nothing was written"
    assert "tailor " not in last.message, "on a screen keys help"
