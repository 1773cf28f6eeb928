"""Requirements: the clauses of a hint and of a profile, numbered R1, R2, … ([CP] section 3 and 4.4).

Owns the shape. Splitting, coverage and implied requirements stand beside it.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["prerequisite", "preference", "refinement", "expertise", "unclassified"]
Level: TypeAlias = Literal["beginner", "intermediate", "expert"]
Critical: TypeAlias = Literal["constraint", "expertise", "both"]
Source: TypeAlias = Literal["hint", "profile", "implied"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing the result must respect."""

    id: str
    """ "R1", "R2", … in order."""
    kind: Kind
    text: str
    """The clause in the person's own words."""
    level: Level | None = None
    """For expertise only."""
    source: Source = field(default="hint", metadata={"json": "from"})
    on: bool = True
    """Off: shown, but handed to no agent and counted nowhere."""
