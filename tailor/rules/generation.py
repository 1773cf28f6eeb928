"""Generation without a model: the nearest procedure of the memory, with what the person has and wishes.

No step is invented: what comes out is somebody's procedure with small changes, and says so. What the goal itself
wishes ("without eggs") is done like a hint, or the result keeps the title it had.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tailor.core.edits import Bag
from tailor.core.engine import apply
from tailor.core.english import singular
from tailor.core.finding import Polarity
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.core.text import normal, one_line
from tailor.rules.modify import Limits, modify
from tailor.rules.tables import listed

FARTHEST: Final = 0.72
"""Cosine distance beyond which a procedure is no analogy any more, whatever words its goal shares."""
_WISHES: Final[frozenset[Polarity]] = frozenset(["without", "instead", "allergy-or-health", "amount"])
"""What a goal may wish of the way to it; a word of it that is only named is what it is about."""
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_MOST: Final = 8
"""Resources that a sentence names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A procedure that was found, and how far it is (cosine, 0 alike)."""

    procedure: Procedure
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapted:
    procedure: Procedure
    source: Near
    says: str


def near_enough(goal: str, near: Near) -> bool:
    """Whether a procedure may stand in for the goal: not too far, and about the same thing by its words."""
    wanted = _content(goal)
    return near.distance <= FARTHEST and (not wanted or not wanted.isdisjoint(_content(near.procedure.goal)))


def best_of(goal: str, resources: Sequence[str], found: Sequence[Near]) -> Near | None:
    """The analogy that would be adapted; None where nothing is near enough."""
    candidates = (one for one in found if one.procedure.steps and near_enough(goal, one))
    return min(
        candidates, key=lambda one: (_cost(goal, resources, one), one.distance, one.procedure.id), default=None
    )


def adapted(goal: str, resources: Sequence[str], found: Sequence[Near]) -> Adapted | None:
    """The best analogy as this person can follow it; None where nothing is near enough."""
    best = best_of(goal, resources, found)
    if best is None:
        return None
    base, unmet = _as_wished(best.procedure, goal)
    missing = _absent(base.resources, resources) if resources else ()
    unused = tuple(text for text in resources if not _used(text, base))
    kept = (text for text in base.resources if not resources or not _matches(text, resources))
    needed = (*(normal(text) for text in resources if text not in unused), *kept)
    title = best.procedure.goal if unmet else normal(goal)
    lines = (
        f"No model was asked: this is “{one_line(best.procedure.goal, 80)}” from the memory, with small changes. "
        "Read it through before you rely on it.",
        f"It keeps its own title, as it is not “{one_line(goal, 80)}”. {unmet}" if unmet else "",
        f"It takes what you did not name: {_list(missing)}." if missing else "",
        f"No step uses: {_list(unused)}." if unused else "",
    )
    return Adapted(
        procedure=Procedure(title, base.steps, needed, sections=base.sections),
        source=best,
        says="\n".join(filter(None, lines)),
    )


def _as_wished(base: Procedure, goal: str) -> tuple[Procedure, str]:
    """The procedure with what the goal wishes done to it; and why it is not that, or ""."""
    wish = Requirement(id="R1", kind="prerequisite", text=goal)
    made = modify(base, (wish,), Limits(heard=_WISHES))
    [judged] = made.verdicts
    if judged.verdict in ("found", "partly"):
        return base, judged.says
    return apply(base, Bag(made.edits)).procedure, ""


def _cost(goal: str, resources: Sequence[str], one: Near) -> float:
    """Smaller is better: near, about the same words, and needing little that is not there."""
    wanted, needed = _content(goal), one.procedure.resources
    named = len(wanted & _content(one.procedure.goal)) / len(wanted) if wanted else 0.0
    lacking = len(_absent(needed, resources)) / len(needed) if needed and resources else 0.0
    return one.distance - named + 0.5 * lacking


def _list(texts: Sequence[str]) -> str:
    shown = ", ".join(one_line(text, 60) for text in texts[:_MOST])
    return f"{shown} and {len(texts) - _MOST} more" if len(texts) > _MOST else shown


def _absent(needed: Sequence[str], there: Sequence[str]) -> tuple[str, ...]:
    return tuple(text for text in needed if not _matches(text, there))


def _matches(text: str, others: Sequence[str]) -> bool:
    """Whether one of the others names the same thing: its last content word, or half of its words."""
    words = _names(_head(text))
    if not words:
        return True
    return any(
        words[-1] in (other := _names(_head(one))) or len(set(words) & set(other)) * 2 > len(words)
        for one in others
    )


def _used(text: str, made: Procedure) -> bool:
    words = set(_names(_head(text)))
    return not words or any(words & set(_names(step)) for step in made.steps)


def _head(text: str) -> str:
    """What a resource is, without what it is for: "1 tablespoon flour for the worktop"."""
    return text.partition(",")[0].partition("(")[0].partition(" for ")[0]


def _names(text: str) -> list[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return [singular(word) for word in words if word not in listed("generation", "measures")]


def _content(text: str) -> frozenset[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return frozenset(singular(word) for word in words if word not in listed("generation", "goal_words"))
