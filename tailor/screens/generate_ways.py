"""The ways to write a procedure: their words, their calls, and the request they make. Pure.

Owns `Way`. Refuses to know who answers beyond whether a model does.
"""

from dataclasses import dataclass

from memory.methods import calls
from tailor.core.prompting import PromptSet
from tailor.core.text import normal
from tailor.generate import BUILTIN, GenerateRequest


@dataclass(frozen=True, slots=True)
class Way:
    """One way; `method` as in DESIGN 8."""

    method: str
    name: str
    says: str

    @property
    def cost(self) -> str:
        """Its number of model calls, in words."""
        if self.method == BUILTIN:
            return "no model calls"
        fewest, most = calls(self.method)
        return f"{fewest} call" if fewest == most == 1 else f"{fewest}–{most} calls"


THOROUGH = Way("aag", "thorough", "asks itself questions, looks them up, lets a critic improve it")
QUICK = Way("aag_no_rewrite", "quick", "a draft from what is near, improved by a critic")
NO_MEMORY = Way("zero_shot", "no memory", "often enough for what a model knows well, such as recipes")
OFFLINE = Way(BUILTIN, "built-in", "no model: the nearest procedure of your memory, adapted by rules")


def ways(has_model: bool) -> tuple[Way, ...]:
    """What can be chosen from."""
    return (THOROUGH, QUICK, NO_MEMORY) if has_model else (OFFLINE,)


def split_resources(text: str) -> tuple[str, ...]:
    """What was typed, one resource between two commas or semicolons."""
    parts = (normal(one) for one in text.replace(";", ",").split(","))
    return tuple(dict.fromkeys(filter(None, parts)))


def request_of(
    way: Way, goal: str, resources: str, without: tuple[str, ...], prompts: PromptSet, run: str = ""
) -> GenerateRequest:
    """The request of a way; the built-in tailor looks at five procedures."""
    return GenerateRequest(
        goal=normal(goal),
        resources=split_resources(resources),
        method="aag" if way.method == BUILTIN else way.method,
        k=5 if way.method == BUILTIN else 3,
        prompts=prompts,
        without=without,
        run=run,
    )
