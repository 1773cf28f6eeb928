"""The methods of generation, each as its formula ([AAG] sections 3 and 4; the table of DESIGN 8)."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Final, TypeAlias

from memory.generation.agents import GenerationAgents, answers, both, procedures, rounds
from tailor.core.procedure import Procedure

Method: TypeAlias = Callable[[GenerationAgents], Coroutine[None, None, Procedure]]


async def zero_shot(agents: GenerationAgents) -> Procedure:
    """Draft, with no references."""
    return await agents.draft(())


async def few_shot(agents: GenerationAgents) -> Procedure:
    """K at random → Draft."""
    return await agents.draft(await agents.recall("random"))


async def rag(agents: GenerationAgents) -> Procedure:
    """K nearest → Draft."""
    return await agents.draft(await agents.near(agents.wanted.query))


async def aag(agents: GenerationAgents) -> Procedure:
    """Draft ‖ (Rewrite → N Summarize ‖) → Update → (Critic → Perform) × ≤ T."""
    draft, known = await both(rag(agents), answers(agents))
    return await rounds(agents, await agents.update(draft, known), known)


async def aag_no_summary(agents: GenerationAgents) -> Procedure:
    """Draft ‖ Rewrite → Update with the procedures found → (Critic → Perform) × ≤ T."""
    draft, known = await both(rag(agents), procedures(agents))
    return await rounds(agents, await agents.update(draft, known), known)


async def aag_no_critic(agents: GenerationAgents) -> Procedure:
    """Draft ‖ (Rewrite → N Summarize ‖) → Update."""
    draft, known = await both(rag(agents), answers(agents))
    return await agents.update(draft, known)


async def aag_no_summary_no_critic(agents: GenerationAgents) -> Procedure:
    """Draft ‖ Rewrite → Update with the procedures found."""
    draft, known = await both(rag(agents), procedures(agents))
    return await agents.update(draft, known)


async def aag_no_rewrite(agents: GenerationAgents) -> Procedure:
    """Draft → (Critic → Perform) × ≤ T; no questions, so no summaries and no Update."""
    return await rounds(agents, await rag(agents))


_ABLATIONS: Final = (aag_no_rewrite, aag_no_summary, aag_no_critic, aag_no_summary_no_critic)
METHODS: Final[Mapping[str, Method]] = {
    method.__name__: method for method in (zero_shot, few_shot, rag, aag, *_ABLATIONS)
}

UNUSED: Final[Mapping[str, frozenset[str]]] = {
    "zero_shot": frozenset("knt"),
    "few_shot": frozenset("nt"),
    "rag": frozenset("nt"),
    "aag_no_rewrite": frozenset("n"),
    "aag_no_critic": frozenset("t"),
    "aag_no_summary_no_critic": frozenset("t"),
}
"""What a method does not use: references (k), questions (n), rounds (t)."""


def calls(method: str, n: int = 4, t: int = 3) -> tuple[int, int]:
    """The fewest and the most calls of a method; the fewest if the critic asks for nothing."""
    before = {"aag": 3 + n, "aag_no_critic": 3 + n, "aag_no_summary": 3, "aag_no_summary_no_critic": 3}
    critics = t if method in ("aag", "aag_no_rewrite", "aag_no_summary") else 0
    return before.get(method, 1) + min(critics, 1), before.get(method, 1) + 2 * critics
