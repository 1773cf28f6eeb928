"""The ways to write a procedure: their words, their calls, and the request they make. Pure.

Owns `Way`. Refuses to know who answers beyond whether a model does.
"""

from dataclasses import dataclass

from memory.generation.methods import calls
from tailor.agents.prompts import PromptSet
from tailor.config import Generation
from tailor.core.text import normal
from tailor.generate import BUILTIN, GenerateRequest

OWN = Generation()
"""The settings as Tailor brings them."""

LOOKED_AT = 5
"""Procedures the built-in tailor chooses from, at least."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way; `method` as in DESIGN 8."""

    method: str
    name: str
    says: str

    def cost(self, settings: Generation = OWN) -> str:
        """Its number of model calls with these settings, in words."""
        if self.method == BUILTIN:
            return "no model calls"
        fewest, most = calls(self.method, settings.questions, settings.rounds)
        return f"{fewest} call{'' if most == 1 else 's'}" if fewest == most else f"{fewest}–{most} calls"


THOROUGH = Way("aag", "thorough", "asks itself questions, a critic improves it")
QUICK = Way("aag_no_rewrite", "quick", "a draft from what is near, improved by a critic")
NO_MEMORY = Way("zero_shot", "no memory", "enough for what a model knows well, as recipes")
OFFLINE = Way(BUILTIN, "built-in", "the nearest of your memory, adapted by rules")


def ways(has_model: bool) -> tuple[Way, ...]:
    """What can be chosen from."""
    return (THOROUGH, QUICK, NO_MEMORY) if has_model else (OFFLINE,)


def split_resources(text: str) -> tuple[str, ...]:
    """What was typed, one resource between two commas or semicolons."""
    parts = (normal(one) for one in text.replace(";", ",").split(","))
    return tuple(dict.fromkeys(filter(None, parts)))


def request_of(
    way: Way, goal: str, resources: str, prompts: PromptSet, settings: Generation = OWN
) -> GenerateRequest:
    """The request of a way; the built-in tailor looks at five procedures at least."""
    offline = way.method == BUILTIN
    return GenerateRequest(
        goal=normal(goal),
        resources=split_resources(resources),
        method="aag" if offline else way.method,
        k=max(settings.references, LOOKED_AT) if offline else settings.references,
        n=settings.questions,
        t=settings.rounds,
        temperature=settings.temperature,
        domain=settings.domain,
        prompts=prompts,
    )
