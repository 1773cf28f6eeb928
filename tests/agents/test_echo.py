"""A model that repeats its prompt proposes nothing, in whatever form it repeats it."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from tailor.agents.model_agent import ModelAgents
from tailor.agents.prompts import PromptSet
from tailor.agents.stages import BackendInfo
from tailor.agents.strategies import STRATEGIES
from tailor.core.events import Done, EditFlagged, EditProposed, Event, Failed, TextDelta
from tailor.core.procedure import Procedure
from tailor.core.report import remarks
from tailor.providers.scripted import Scripted, ScriptedRequest
from tailor.runs.customize import CustomizeRequest, run
from tests.core.cases import BREAD, HINT
from tests.memory.generation_case import REQUEST, events_of

EXAMPLE = "Press two pairs of hanging strips together and stick them to the upper back corners of the frame."


def prompt(request: ScriptedRequest) -> str:
    return "\n".join(message.content for message in request.messages)


FORMS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "twice": lambda text: f"{text}\n{text}",
    "in a fence": lambda text: f"```\n{text}\n```",
    "as a list": lambda text: "\n".join(f"- {line}" for line in text.split("\n")),
    "quoted": lambda text: "\n".join(f"> {line}" for line in text.split("\n")),
}


async def tailored(
    answer: Callable[[str], str], strategy: str, prompts: PromptSet, base: Procedure = BREAD
) -> list[Event]:
    agents = ModelAgents(Scripted(lambda request: answer(prompt(request))), prompts)
    request = CustomizeRequest(procedure=base, hint=HINT, strategy=strategy, prompts=prompts)
    return [event async for event in run(request, agents, by=BackendInfo(provider="scripted"))]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("prompts", ["tailor", "paper"])
@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_nothing_of_a_repeated_prompt_is_proposed(strategy: str, prompts: PromptSet, form: str) -> None:
    events = await tailored(FORMS[form], strategy, prompts)
    assert isinstance(events[-1], Failed)
    assert not [event for event in events if isinstance(event, EditProposed)]


@pytest.mark.parametrize("strategy", ["sequential", "rewrite", "parallel"])
async def test_an_answer_after_the_repeated_prompt_counts_and_the_rest_is_told(strategy: str) -> None:
    events = await tailored(
        lambda said: f"{said}\n# because it fits\nreplace(4, Fry it.)\ndone", strategy, "tailor"
    )
    assert {event.text for event in events if isinstance(event, EditProposed)} == {"Fry it."}
    assert any("only repeats what the model was told: " in line for line in remarks(events))


ANSWERS = {
    "another number": f"replace(4, {EXAMPLE})\ndone",
    "JSON": json.dumps([{"op": "insert", "step": 2, "text": EXAMPLE}]),
    "other marks": f"* **Insert (3, “{EXAMPLE.upper()}”)**",
    "an order": "insert(1, Nothing may appear that none of them asked for.)",
}


@pytest.mark.parametrize("answer", ANSWERS)
async def test_an_example_in_another_form_is_refused_too(answer: str) -> None:
    events = await tailored(lambda _: ANSWERS[answer], "unified", "tailor")
    assert [event.why for event in events if isinstance(event, EditFlagged)][:1] == ["echo"]
    assert not [event for event in events if isinstance(event, EditProposed)]


async def test_words_of_the_example_that_the_how_to_has_itself_may_be_written() -> None:
    base = replace(BREAD, goal="Hang a picture", steps=("Mark the place.", EXAMPLE))
    events = await tailored(lambda _: f"replace(2, )\ninsert(0, {EXAMPLE})\ndone", "unified", "tailor", base)
    assert isinstance(events[-1], Done)
    assert [event.text for event in events if isinstance(event, EditProposed)] == ["", EXAMPLE]


async def test_a_short_text_and_the_reason_of_the_rules_are_not_an_echo() -> None:
    answer = "# because there is no oven\nreplace(4, Hang the picture.)\nno edits"
    events = await tailored(lambda _: answer, "unified", "tailor")
    found = [(event.text, event.reason) for event in events if isinstance(event, EditProposed)]
    assert found == [("Hang the picture.", "there is no oven")]


async def test_a_step_repeated_word_for_word_is_no_suggestion_and_is_named() -> None:
    answer = "\n".join(f"replace({n}, {text})" for n, text in enumerate(BREAD.steps, 1))
    events = await tailored(lambda _: f"{answer}\nreplace(r1, 500 g flour)\ndone", "unified", "tailor")
    assert isinstance(events[-1], Done)
    assert not [event for event in events if isinstance(event, EditProposed)]
    named = [(event.why, event.text) for event in events if isinstance(event, EditFlagged)]
    assert named == [("there_already", text) for text in (*BREAD.steps, "500 g flour")]


@pytest.mark.parametrize("method", ["zero_shot", "rag", "aag"])
async def test_a_new_how_to_is_not_made_of_the_prompt(method: str) -> None:
    request = replace(REQUEST, prompts="tailor", method=method)
    events = await events_of(request, Scripted(prompt))
    assert isinstance(events[-1], Failed)
    assert any(isinstance(event, TextDelta) for event in events)
    assert any("only repeat what the model was told" in line for line in remarks(events))
