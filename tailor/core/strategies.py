"""How the agents are composed: the strategies of [CP] section 3 and one of ours, each as its formula (DESIGN 5).

Owns `STRATEGIES`. P is the procedure, M and V are Modify's and Verify's bags. Refuses to ask models itself: the
desk does.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Final, TypeAlias

from tailor.core.coverage import found_in
from tailor.core.desk import Desk
from tailor.core.edits import Bag
from tailor.core.engine import in_range
from tailor.core.errors import ProviderError
from tailor.core.procedure import Procedure
from tailor.core.protocols import AgentName
from tailor.core.renumber import mentions
from tailor.core.requirements import Requirement
from tailor.core.resolving import Collapsing, resolved
from tailor.core.stand import Stand, Verifier

Strategy: TypeAlias = Callable[[Desk, Stand], Coroutine[None, None, Stand]]
"""From the original to the strategy's own result, every edit taken that the person has not rejected meanwhile."""

MANY_STEPS: Final = 4
"""[CP] 5.2: where more steps than this change, a rewrite does better than edits."""


async def sequential(desk: Desk, p: Stand) -> Stand:
    """P → Modify → apply → Verify → apply."""
    modified = desk.apply(p, await desk.ask("modify", p), modified=True)
    return await _verified(desk, modified)


async def unified(desk: Desk, p: Stand) -> Stand:
    """P → one agent asked for both → apply."""
    return desk.apply(p, await desk.ask("unified", p))


async def parallel(desk: Desk, p: Stand) -> Stand:
    """P → Modify ‖ Verify (‖ further Verify agents) → Resolve → apply."""
    bags = await _at_once(desk, p)
    return desk.apply(p, await resolved(desk, p, bags))


async def reverse(desk: Desk, p: Stand) -> Stand:
    """P → Verify → apply → Modify → apply."""
    verified = await _verified(desk, p)
    return desk.apply(verified, await desk.ask("modify", verified))


async def end_to_end(desk: Desk, p: Stand) -> Stand:
    """P → Customize → apply."""
    return desk.apply(p, await desk.ask("customize", p))


async def adaptive(desk: Desk, p: Stand) -> Stand:
    """P → Modify; where more than four steps are concerned → Customize on P instead; apply → Verify → apply."""
    bag = await desk.ask("modify", p)
    if len(concerned(p.procedure, bag, desk.case.requirements)) > MANY_STEPS:
        bag = await desk.ask("customize", p)
    return await _verified(desk, desk.apply(p, bag, modified=True))


STRATEGIES: Final[Mapping[str, Strategy]] = {
    "sequential": sequential,
    "unified": unified,
    "parallel": parallel,
    "reverse": reverse,
    "end_to_end": end_to_end,
    "adaptive": adaptive,
}


def concerned(base: Procedure, bag: Bag, requirements: tuple[Requirement, ...]) -> frozenset[int]:
    """The steps of the base that a bag touches, or that the guard or a requirement names."""
    touched = {max(edit.step, 1) for edit in bag.edits if edit.part == "steps" and in_range(base, edit)}
    found = {
        one.step for one in found_in(base, requirements) if one.part == "steps" and one.kind != "not_assessed"
    }
    named = {number for one in requirements for number in mentions(one.text) if number <= len(base.steps)}
    return frozenset(touched | named | {step for step in found if step is not None})


async def _verified(desk: Desk, at: Stand) -> Stand:
    """Verify, then each further Verify agent on the result so far."""
    for verifier in (None, *desk.case.verifiers):
        at = desk.apply(at, await desk.ask("verify", at, verifier))
    return at


async def _at_once(desk: Desk, p: Stand) -> tuple[tuple[str, Bag], ...]:
    """Modify and every Verify agent on the same list; all are heard out before a failure counts."""
    intake = Collapsing()
    asked: list[tuple[AgentName, Verifier | None]] = [("modify", None), ("verify", None)]
    asked += [("verify", verifier) for verifier in desk.case.verifiers]

    async def one(agent: AgentName, verifier: Verifier | None) -> Bag | ProviderError:
        try:
            return await desk.ask(agent, p, verifier, intake=intake)
        except ProviderError as error:
            return error

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(*who)) for who in asked]
    bags: list[tuple[str, Bag]] = []
    for (agent, verifier), task in zip(asked, tasks, strict=True):
        if isinstance(outcome := task.result(), ProviderError):
            raise outcome
        bags.append((verifier.name if verifier else agent, outcome))
    return tuple(bags)
