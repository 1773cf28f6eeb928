"""Requirements: the clauses of a hint and of a profile, numbered R1, R2, … ([CP] section 3 and 4.4).

Owns the shape and how one is named to people. Splitting, coverage and implied requirements stand beside it.
"""

import re
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["prerequisite", "preference", "refinement", "expertise", "unclassified"]
Level: TypeAlias = Literal["beginner", "intermediate", "expert"]
Critical: TypeAlias = Literal["constraint", "expertise", "both"]
Source: TypeAlias = Literal["hint", "profile", "implied"]

_JOINING: Final = re.compile(r"(?:(?:and|but|also|plus)\b[\s,]+)+(?=\S)", re.IGNORECASE)
"""Words that join a clause to the one before it; they say nothing where it stands alone."""


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

    @property
    def words(self) -> str:
        """The text as it is shown where it stands alone: "no eggs" for "and no eggs"."""
        return _JOINING.sub("", self.text, count=1) if _JOINING.match(self.text) else self.text
