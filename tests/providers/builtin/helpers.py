"""What the tests of the built-in tailor share: asking it, and applying what it answers."""

import asyncio
from collections.abc import Sequence

from tailor.core.edits import Bag, Edit
from tailor.core.engine import Applied, apply
from tailor.core.procedure import Procedure, procedure
from tailor.core.protocols import AgentName, AgentOutput, Answer, Task
from tailor.core.requirements import parse_hint
from tailor.providers.builtin import BuiltinCrew


def ask(task: Task) -> Answer:
    """The answer, after checking that what was told is what came back."""
    told: list[AgentOutput] = []
    answer = asyncio.run(BuiltinCrew().ask(task, told.append))
    assert tuple(told) == answer.edits
    return answer


def modify(base: Procedure, hint: str, agent: AgentName = "modify") -> Answer:
    """Modify's answer to a hint."""
    return ask(Task(agent=agent, base=base, hint=hint, requirements=parse_hint(hint)))


def tailored(base: Procedure, hint: str) -> tuple[Procedure, Answer]:
    """The procedure after Modify, with what was said."""
    answer = modify(base, hint)
    return applied(base, answer.edits).procedure, answer


def applied(base: Procedure, edits: Sequence[Edit]) -> Applied:
    """The base with the edits."""
    return apply(base, Bag(tuple(edits)))


def one_step(step: str, resources: Sequence[str], hint: str, goal: str = "Cook dinner") -> str:
    """What becomes of one step, new steps left out."""
    base = procedure(goal, [step], resources)
    answer = modify(base, hint)
    changed = [edit for edit in answer.edits if edit.part == "steps" and edit.op == "replace"]
    return changed[0].text if changed else step
