"""Putting two procedures together: first p, then q, which needs what p brings about ([AAG] section 3).

Owns `compose`. Refuses to guess: p's goal must stand among q's resources.
"""

from tailor.core.errors import ContentError
from tailor.core.procedure import Procedure
from tailor.core.renumbering import mend
from tailor.core.text import normal


def composes(p: Procedure, q: Procedure) -> bool:
    """Whether what p brings about is one of q's resources; capitals and a closing full stop do not matter."""
    return _at(p, q) is not None


def compose(p: Procedure, q: Procedure) -> Procedure:
    """p + q: the resources of p and then q's without p's goal; the steps of p and then q's; the goal of q.

    Associative where both sides are defined: each use of a resource stays its own, so what two procedures need
    is listed twice, and only the first mention of p's goal goes. Mentions of steps in q are renumbered, all by
    the same amount, also those of steps that are not there. Raises ContentError where p's goal is no resource
    of q.
    """
    at = _at(p, q)
    if at is None:
        raise ContentError(
            f'"{p.goal[:80]}" is not among what "{q.goal[:80]}" needs, so the second cannot follow on the first.'
        )
    moved = len(p.steps)
    return Procedure(
        goal=q.goal,
        resources=(*p.resources, *q.resources[:at], *q.resources[at + 1 :]),
        steps=(*p.steps, *(mend(step, lambda number: number + moved).text for step in q.steps)),
        sections=(*p.sections, *((number + moved, title) for number, title in q.sections)),
        uncertain=(*p.uncertain, *(number + moved for number in q.uncertain)),
        notes="\n\n".join(filter(None, (p.notes, q.notes))),
        tags=tuple(dict.fromkeys((*p.tags, *q.tags))),
        source=p.source if p.source == q.source else "",
        licence=p.licence if p.licence == q.licence else "",
    )


def _at(p: Procedure, q: Procedure) -> int | None:
    """Where p's goal stands among q's resources."""
    goal = _folded(p.goal)
    return next((at for at, one in enumerate(q.resources) if goal and _folded(one) == goal), None)


def _folded(text: str) -> str:
    return " ".join(normal(text).casefold().rstrip(".").split())
