"""What the guard and the ledger say to a run: findings, weights of edits, requirements that nothing serves.

Owns the one place where strategies meet `guard` and `coverage`. Refuses to detect or to judge anything itself.
"""

from dataclasses import dataclass

from tailor.core.edits import Edit
from tailor.core.events import Covered
from tailor.core.findings import Finding, Level
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.core.standing import Standing


@dataclass(frozen=True, slots=True)
class Weight:
    """How carefully a person should look at one edit."""

    findings: tuple[Finding, ...] = ()
    level: Level | None = None
    says: tuple[str, ...] = ()
    """What changed that a person should see."""


def found_in(procedure: Procedure, requirements: tuple[Requirement, ...]) -> tuple[Finding, ...]:
    """What the guard finds in a procedure against what the requirements forbid."""
    return ()


def weigh(base: Procedure, edit: Edit, requirements: tuple[Requirement, ...]) -> Weight:
    """What the guard says of one edit against its base."""
    return Weight()


def unserved(base: Procedure, requirements: tuple[Requirement, ...], applied: tuple[Edit, ...]) -> tuple[str, ...]:
    """Ids of the requirements that none of the applied edits names."""
    named = {id for edit in applied for id in edit.serves}
    return tuple(one.id for one in requirements if one.id not in named and one.kind != "unclassified")


def ledger(standing: Standing, accepted: tuple[str, ...]) -> tuple[Covered, ...]:
    """Per requirement the accepted edits that name it, and the steps of the result they made."""
    edits = [standing.proposals[id][1].edit for id in accepted]
    index = standing.result.draft.steps
    return tuple(
        Covered(
            id=one.id,
            edits=(serving := tuple(edit.id for edit in edits if one.id in edit.serves)),
            steps=tuple(number for number, spot in enumerate(index, 1) if spot.writer in serving),
            state="unclassified" if one.kind == "unclassified" else "claimed" if serving else "not_served",
        )
        for one in standing.review.requirements
        if one.on
    )
