"""A small memory and a model that answers each agent of generation by what its prompt holds."""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Final

from memory.generation.agents import Cache
from memory.messages import Analogy, Lookup
from tailor.agents.stages import BackendInfo
from tailor.core.events import Event
from tailor.providers.scripted import Said, Scripted, ScriptedRequest
from tailor.runs.generate import GenerateRequest, generate

BY: Final = BackendInfo(provider="server", model="m", host="far.example:443")
GOAL: Final = "Pickle red onions"
RESOURCES: Final = ("2 red onions", "200 ml vinegar", "a jar")
REQUEST: Final = GenerateRequest(goal=GOAL, resources=RESOURCES, prompts="paper", run="r1")
QUERY: Final = "Pickle red onions using 2 red onions, 200 ml vinegar, a jar"

DRAFT: Final = "1. Slice the 2 red onions.\n2. [[ Heat the vinegar. ]]\n3. Fill the jar."
REWRITE: Final = (
    "steps:\n- slice\n- pour\nqueries:\n- How thin are onions sliced?\n- How hot must vinegar be?\n"
    "- How long do pickles rest?\n- How is a jar made clean?"
)
QUESTIONS: Final = (
    "How thin are onions sliced?",
    "How hot must vinegar be?",
    "How long do pickles rest?",
    "How is a jar made clean?",
)
UPDATED: Final = "1. Slice the 2 red onions thinly.\n2. Heat the vinegar until it steams.\n3. Fill the jar."
PERFORMED: Final = UPDATED + "\n4. Let the jar rest for a day."
NOTHING_MORE: Final = "NO UPDATE REQUIRED"

SHELF: Final = tuple(
    Analogy(id=id, goal=goal, resources=("vinegar",), steps=steps, distance=distance)
    for id, goal, steps, distance in (
        ("a", "Pickle cucumbers", ("Slice the cucumbers thinly.", "Heat the vinegar until it steams."), 0.2),
        ("b", "Pickle beetroot", ("Boil the beetroot.", "Let the jar rest for a day."), 0.3),
        ("c", "Can plums", ("Scald every jar.", "Close the lids."), 0.4),
        ("d", "Salt lemons", ("Quarter the lemons.",), 0.5),
        ("e", "Dry apples", ("Core the apples.",), 0.6),
    )
)


@dataclass
class Shelf:
    """A memory in a list that notes what it was asked."""

    rows: tuple[Analogy, ...] = SHELF
    asked: list[tuple[str, str, int]] = field(default_factory=list)

    async def recall(self, how: Lookup, query: str, k: int, seed: int = 0) -> tuple[Analogy, ...]:
        self.asked.append((how, str(seed) if how == "random" else query, k))
        return (tuple(reversed(self.rows)) if how == "random" else self._for(query))[:k]

    def _for(self, query: str) -> tuple[Analogy, ...]:
        """Another order for questions than for the goal, so that a test can tell them apart."""
        return self.rows if query.startswith(GOAL) else (*self.rows[2:], *self.rows[:2])


def agent_of(request: ScriptedRequest) -> str:
    """Who was asked, by marks that every prompt of its kind holds in both sets."""
    text = "\n".join(one.content for one in request.messages)
    marks = {
        "rewrite": ("queries",),
        "summarize": ("[BEGIN QUESTION]", "\nQuestion: "),
        "critic": ("NO UPDATE REQUIRED",),
        "perform": ("[BEGIN CHANGES]", "CHANGES TO MAKE"),
        "update": ("[BEGIN STEPS]", "You improve a list"),
    }
    return next((name for name, found in marks.items() if any(mark in text for mark in found)), "draft")


def answering(critics: int = 1, **other: Said) -> Callable[[ScriptedRequest], Said]:
    """A model whose critic asks for a change `critics` times, then for none."""
    left = [critics]

    def answer(request: ScriptedRequest) -> Said:
        name = agent_of(request)
        if name in other:
            return other[name]
        if name == "critic":
            left[0] -= 1
            return "- Add a step: let the jar rest for a day." if left[0] >= 0 else NOTHING_MORE
        if name == "perform":
            return PERFORMED + f"\n5. Label the jar {left[0]}."
        return {"draft": DRAFT, "rewrite": REWRITE, "summarize": "A finger wide; until it steams."}.get(
            name, UPDATED
        )

    return answer


async def events_of(
    request: GenerateRequest,
    model: Scripted | None = None,
    shelf: Shelf | None = None,
    cache: Cache | None = None,
) -> list[Event]:
    model = model or Scripted(answering(), host=BY.host or "")
    async with aclosing(generate(request, model, shelf or Shelf(), by=BY, cache=cache)) as events:
        return [event async for event in events]


def agents(model: Scripted) -> list[str]:
    return [agent_of(request) for request in model.requests]
