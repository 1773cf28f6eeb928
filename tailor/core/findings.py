"""What a detector says, as values: findings and tripwires (DESIGN 6, CONTRACT 4 and 6).

Owns the shapes that the guard makes, events carry and screens show. Refuses to detect anything: see `guard`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

FindingKind: TypeAlias = Literal["found", "derived", "not_assessed"]
Level: TypeAlias = Literal["look", "must"]
"""look: taken in bulk, listed before apply; must: acknowledged one by one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One trigger word in one text. A finding never clears anything: silence proves nothing."""

    step: int | None
    """1-based number in its part; None where the text stands alone."""
    part: Literal["steps", "resources", "goal", "hint"]
    constraint: str
    """An id of the closed list, such as tree_nuts or no_oven."""
    kind: FindingKind
    word: str
    """The trigger word as it stands in the text."""
    why: str
    source: str
    """Where the rule comes from."""


@dataclass(frozen=True, slots=True)
class Tripwire:
    """A change between two texts of one step that a person should not wave through."""

    level: Level
    what: Literal["number", "safety_step", "constraint"]
    old: str
    new: str
    says: str
    """For people: "30 min -> 12 min"."""
