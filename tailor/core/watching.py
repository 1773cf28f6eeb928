"""What the guard and the ledger say to a run: findings, weights of edits, requirements that nothing serves.

Owns the one place where strategies meet `guard` and the coverage of requirements. Refuses to detect or to judge
anything itself, and to read silence as a clearance.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tailor.core.coverage import coverage, uncovered
from tailor.core.edits import Edit, Replace
from tailor.core.events import Covered
from tailor.core.findings import Finding, Level
from tailor.core.guard import check, constraints_in, introduced, tripwires
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.core.standing import Standing


@dataclass(frozen=True, slots=True)
class Weight:
    """How carefully a person should look at one edit."""

    findings: tuple[Finding, ...] = ()
    """What its text brings against the requirements that its step did not have before."""
    level: Level | None = None
    says: tuple[str, ...] = ()
    """What changed that a person should see: "30 min -> 12 min"."""


@lru_cache(maxsize=256)
def constraints_of(requirements: tuple[Requirement, ...]) -> tuple[str, ...]:
    """The constraint ids that the requirements' words ask for, each once; remembered, as every edit asks."""
    return tuple(dict.fromkeys(id for one in requirements for id in constraints_in(one.text)))


def found_in(procedure: Procedure, requirements: tuple[Requirement, ...]) -> tuple[Finding, ...]:
    """What the guard finds in a procedure against what the requirements forbid."""
    return tuple(check(procedure, constraints_of(requirements)))


def weigh(base: Procedure, edit: Edit, requirements: tuple[Requirement, ...]) -> Weight:
    """What the guard says of one edit against its base."""
    before = base.part(edit.part)[edit.step - 1] if isinstance(edit, Replace) else ""
    wanted = constraints_of(requirements)
    wires = tripwires(before, edit.text, wanted, edit.part)
    levels = {wire.level for wire in wires}
    return Weight(
        findings=tuple(
            replace(one, step=edit.step, part=edit.part) for one in introduced(before, edit.text, wanted)
        ),
        level="must" if "must" in levels else "look" if levels else None,
        says=tuple(dict.fromkeys(wire.says for wire in wires)),
    )


def unserved(base: Procedure, requirements: tuple[Requirement, ...], applied: Sequence[Edit]) -> tuple[str, ...]:
    """Ids of the requirements that no applied edit names, or that `base` still goes against."""
    return uncovered(coverage(requirements, applied, base, contradicted(base, requirements), {}))


def contradicted(procedure: Procedure, requirements: tuple[Requirement, ...]) -> frozenset[str]:
    """Ids of the requirements against which the guard finds something in the procedure."""
    against = {found.constraint for found in found_in(procedure, requirements) if found.kind != "not_assessed"}
    return frozenset(one.id for one in requirements if not against.isdisjoint(constraints_of((one,))))


def ledger(standing: Standing, accepted: Sequence[str]) -> tuple[Covered, ...]:
    """The coverage of the Result by the edits that were accepted."""
    draft, requirements = standing.result.draft, standing.review.requirements
    edits = [standing.proposals[id][1].edit for id in accepted]
    written: dict[str, list[int]] = {}
    for number, spot in enumerate(draft.steps, 1):
        written.setdefault(spot.writer, []).append(number)
    against = contradicted(draft.procedure, requirements)
    return coverage(requirements, edits, draft.procedure, against, written)
