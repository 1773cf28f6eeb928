"""What came of a procedure, as one word of its row: `good` is preferred among near equals, `bad` comes after them.

Owns the words, what a rating means as a word, and the one rule by which outcomes move what was found: a row passes
another only where it is about as near. Refuses to know where outcomes come from. Standard library only: the app
imports this.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from memory.messages import Found

Outcome: TypeAlias = Literal["", "accepted", "finished", "good", "fair", "bad"]
"""accepted: a tailoring that was saved. finished: followed to its end without a rating. good, fair, bad: rated."""

OUTCOMES: Final[frozenset[str]] = frozenset(get_args(Outcome))

_WORTH: Final[dict[str, int]] = {"good": 2, "finished": 1, "accepted": 1, "bad": -1}
"""How welcome an outcome is; 0 for `fair`, "" and words of other makers."""

_NEAR: Final = 0.04
"""Two distances that differ by no more than this are about the same (cosine)."""


def outcome_of_rating(rating: int | None) -> Outcome:
    """The word for a rating of 1 to 5; `finished` without one."""
    if rating is None:
        return "finished"
    return "good" if rating >= 4 else "bad" if rating <= 2 else "fair"


def preferring(found: Sequence[tuple[Found, str]]) -> tuple[Found, ...]:
    """The rows, best first, each with its outcome; a welcome outcome passes less welcome ones that are as near.

    Each pair that changes places was compared: nothing ever stands above a clearly nearer one because of this.
    """
    ordered: list[tuple[Found, str]] = []
    for one in found:
        at = len(ordered)
        while at and _passes(one, ordered[at - 1]):
            at -= 1
        ordered.insert(at, one)
    return tuple(one for one, _ in ordered)


def _passes(later: tuple[Found, str], earlier: tuple[Found, str]) -> bool:
    """Whether the later one is more welcome and about as near, by meaning and by its goal."""
    (one, how), (other, its) = later, earlier
    farther = max(one.distance - other.distance, one.goal_distance - other.goal_distance)
    return _WORTH.get(how, 0) > _WORTH.get(its, 0) and farther <= _NEAR
