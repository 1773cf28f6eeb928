"""The judge's two questions asked of a model, three seeds each (the study asked people).

Owns what Judge is asked, how an answer is read, and keeping each judgement as it comes, marked as a model's.
Refuses to show anything but goal, condition and result, to ask twice what was answered, and to make up an answer
that could not be read.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tailor.agents.prompts import fenced, turns
from tailor.core.errors import ProviderError
from tailor.core.procedure import numbered
from tailor.core.protocols import Message, Settings, Text
from tailor.evaluation.judging import (
    ANSWERS,
    QUESTIONS,
    REASONS,
    Answer,
    Item,
    Judgement,
    Question,
    add_judgement,
    answer_of,
    read_judgements,
    unique,
)
from tailor.evaluation.recorded_model import Cell, RecordedModel
from tailor.evaluation.runner import OnProgress, work_through

TEMPERATURE: Final = 0.7
SEEDS: Final = (1, 2, 3)
"""One judgement each; the same for every item."""

_PROMPTS: Final = Path(__file__).parent / "prompts"

_REASONS: Final = " | ".join(f'"{reason}"' for reason in REASONS)
GRAMMAR: Final = (
    'root ::= line{0,3} "ANSWER: " ( "yes" | reason ( ", " reason ){0,3} ) "\\n"\n'
    'line ::= [^\\n\\r]{1,300} "\\n"\n'
    f"reason ::= {_REASONS}\n"
)
"""For servers that take one: an answer that can be read, and that comes to an end."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One judgement to be had."""

    item: Item
    question: Question
    seed: int


def asks(items: Iterable[Item], judge: str, judged: Iterable[Judgement]) -> tuple[Ask, ...]:
    """What this judge has not answered yet: each different result once, both questions, three seeds."""
    places = {one.place for one in judged}
    return tuple(
        Ask(item, question, seed)
        for item in unique(items)
        for question in QUESTIONS
        for seed in SEEDS
        if (item.id, question, judge, seed) not in places
    )


def messages(item: Item, question: Question) -> tuple[Message, ...]:
    """What Judge is asked; the condition is part of the second question alone."""
    values = {
        "goal": fenced(item.goal),
        "condition": fenced(item.condition),
        "steps": fenced(numbered(item.steps)),
        "resources": fenced("\n".join(f"- {one}" for one in item.resources)),
    }
    on = {question, "resources"} if item.resources else {question}
    return turns("tailor", "judge", on, values, folder=_PROMPTS)


def settings(seed: int) -> Settings:
    """How the answer is drawn."""
    return Settings(temperature=TEMPERATURE, seed=seed, grammar=GRAMMAR)


def answer_in(text: str) -> tuple[Answer, ...] | None:
    """The answer of the last line that gives one and nothing else; None where there is none.

    "no" before reasons is passed over; yes beside a reason is no answer.
    """
    for line in reversed(text.split("\n")):
        named = _ANSWER.search(line)
        words = [
            word for word in _BETWEEN.split((named[1] if named else line).casefold()) if word not in ("", "no")
        ]
        if words and all(word in ANSWERS for word in words):
            return answer_of(words) if "yes" not in words or set(words) == {"yes"} else None
        if named:
            return None
    return None


_ANSWER: Final = re.compile(r"\banswer\W{1,6}(.*)", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\W+(?:and\W+)?")


async def judge_all(
    items: Iterable[Item],
    path: Path,
    judge: str,
    model_for: Callable[[Cell], RecordedModel],
    *,
    at_once: int,
    tell: OnProgress = lambda _: None,
) -> int:
    """Asks for every judgement that is not in the file yet, and adds it; how many answers could not be read.

    Raises Stopped where some are left.
    """
    todo = asks(items, judge, read_judgements(path).judgements)
    unread = 0

    async def one(ask: Ask) -> ProviderError | None:
        nonlocal unread
        model = model_for(Cell(ask.item.id, f"judge:{ask.question}", judge, ask.seed))
        answer = await _answer(model, ask)
        if model.unfinished is not None:
            return model.unfinished
        if answer is None:
            unread += 1
            return None
        add_judgement(
            path,
            Judgement(
                item=ask.item.id, question=ask.question, answer=answer, judge=judge, kind="model", seed=ask.seed
            ),
        )
        return None

    await work_through(todo, one, at_once=at_once, tell=tell)
    return unread


async def _answer(model: RecordedModel, ask: Ask) -> tuple[Answer, ...] | None:
    """The model's answer; None where it cannot be read, or the call failed."""
    said: list[str] = []
    try:
        async for chunk in model.stream(messages(ask.item, ask.question), settings(ask.seed)):
            if isinstance(chunk, Text):
                said.append(chunk.text)
    except ProviderError:
        return None  # `model.unfinished` tells a fault from an answer that is none
    return answer_in("".join(said))
