"""Generation with no model: the nearest procedure of the memory, adapted to what the person has.

Owns the choice between analogies, the adaptation by the built-in tailor's own rules, and what is said about
missing and unused resources. Refuses to invent a step: what comes out is somebody's procedure with small changes,
and says so.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tailor.core.edits import Bag
from tailor.core.engine import apply
from tailor.core.procedure import Procedure
from tailor.core.protocols import Task
from tailor.core.requirements import Requirement
from tailor.core.text import normal, one_line
from tailor.providers.builtin.crew import BuiltinCrew

FARTHEST: Final = 0.72
"""Cosine distance beyond which a procedure is no analogy any more, whatever words its goal shares."""

_DATA: Final = Path(__file__).parent / "data" / "generation.json"
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A procedure that was found, and how far it is (cosine, 0 alike)."""

    procedure: Procedure
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapted:
    """What came of it."""

    procedure: Procedure
    source: Near
    missing: tuple[str, ...]
    """Resources of the analogy that the person did not name."""
    unused: tuple[str, ...]
    """Resources the person named that no step uses."""
    says: str


def near_enough(goal: str, near: Near) -> bool:
    """Whether a procedure may stand in for the goal: not too far, and about the same thing by its words."""
    wanted = _content(goal)
    shared = wanted & _content(near.procedure.goal)
    return near.distance <= FARTHEST and (bool(shared) if wanted else True)


def best_of(goal: str, resources: Sequence[str], found: Sequence[Near]) -> Near | None:
    """The analogy that would be adapted; None where nothing is near enough."""
    candidates = [one for one in found if one.procedure.steps and near_enough(goal, one)]
    return min(
        candidates,
        key=lambda one: (_cost(goal, resources, one), one.distance, one.procedure.id),
        default=None,
    )


async def adapted(goal: str, resources: Sequence[str], found: Sequence[Near]) -> Adapted | None:
    """The best analogy with the built-in tailor's changes; None where nothing is near enough."""
    best = best_of(goal, resources, found)
    if best is None:
        return None
    missing = _absent(best.procedure.resources, resources) if resources else ()
    result, swapped = await _with_what_is_there(best.procedure, missing, resources)
    missing = _absent(result.resources, resources) if resources else ()
    unused = tuple(text for text in resources if not _used(text, result))
    kept = tuple(text for text in result.resources if not resources or not _matches(text, resources))
    listed = (*(normal(text) for text in resources if text not in unused), *kept)
    written = Procedure(normal(goal), result.steps, listed, sections=result.sections)
    return Adapted(
        procedure=written,
        source=best,
        missing=missing,
        unused=unused,
        says=_says(best, missing, unused, swapped),
    )


def _cost(goal: str, resources: Sequence[str], one: Near) -> float:
    """Smaller is better: near, about the same words, and needing little that is not there."""
    wanted = _content(goal)
    named = len(wanted & _content(one.procedure.goal)) / len(wanted) if wanted else 0.0
    listed = one.procedure.resources
    lacking = len(_absent(listed, resources)) / len(listed) if listed and resources else 0.0
    return one.distance - named + 0.5 * lacking


async def _with_what_is_there(
    base: Procedure, missing: Sequence[str], resources: Sequence[str]
) -> tuple[Procedure, tuple[str, ...]]:
    """The procedure with what the person has in the place of what they did not name; what was put to use.

    A thing nobody named may still be in the house. So a change by the built-in tailor counts only where it brings
    a resource to use that no step used before.
    """
    used: list[str] = []
    for text in missing:
        idle = [one for one in resources if not _used(one, base)]
        if not idle:
            break
        wanted = Requirement(id="R1", kind="prerequisite", text=f"no {_thing(text)}")
        task = Task(agent="modify", base=base, hint=wanted.text, requirements=(wanted,))
        answer = await BuiltinCrew().ask(task, lambda told: None)
        changed = apply(base, Bag(answer.edits)).procedure
        if now := [one for one in idle if _used(one, changed)]:
            base = changed
            used += now
    return base, tuple(used)


def _says(best: Near, missing: Sequence[str], unused: Sequence[str], swapped: Sequence[str]) -> str:
    lines = [
        f"No model was asked: this is “{one_line(best.procedure.goal, 80)}” from the memory (distance "
        f"{best.distance:.2f}), adapted by rules. Read it through before you rely on it."
    ]
    if swapped:
        lines.append(f"Put to use in the place of something else: {_list(swapped)}.")
    if missing:
        lines.append(f"It takes what you did not name: {_list(missing)}.")
    if unused:
        lines.append(f"No step uses: {_list(unused)}.")
    return "\n".join(lines)


def _list(texts: Sequence[str]) -> str:
    shown = ", ".join(one_line(text, 60) for text in texts[:8])
    return f"{shown} and {len(texts) - 8} more" if len(texts) > 8 else shown


def _absent(needed: Sequence[str], there: Sequence[str]) -> tuple[str, ...]:
    return tuple(text for text in needed if not _matches(text, there))


def _matches(text: str, others: Sequence[str]) -> bool:
    """Whether one of the others names the same thing: its last content word, or half of its words."""
    words = _things(text)
    if not words:
        return True
    return any(
        words[-1] in (other := _things(one)) or len(set(words) & set(other)) * 2 > len(words) for one in others
    )


def _used(text: str, made: Procedure) -> bool:
    words = set(_things(text))
    return not words or any(words & set(_names(step)) for step in made.steps)


def _thing(text: str) -> str:
    """The name of a thing without its amount: "250 g rolled oats" is "rolled oats"."""
    head = _head(text)
    words = [
        word
        for word in re.findall(r"[^\W\d_]+", head)
        if len(word) > 2 and word.casefold() not in _listed("measures")
    ]
    return " ".join(words) or text


def _head(text: str) -> str:
    """What a resource is, without what it is for: "1 tablespoon flour for the worktop"."""
    return text.partition(",")[0].partition("(")[0].partition(" for ")[0]


def _things(text: str) -> list[str]:
    """The words of a resource's name."""
    return _names(_head(text))


def _names(text: str) -> list[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return [_singular(word) for word in words if word not in _listed("measures")]


def _content(text: str) -> frozenset[str]:
    return frozenset(
        _singular(word.casefold()) for word in _WORD.findall(text) if word.casefold() not in _listed("goal_words")
    )


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(json.loads(_DATA.read_text(encoding="utf-8"))[name])


def _singular(word: str) -> str:
    return word[:-2] if word.endswith("oes") else word[:-1] if word.endswith("s") and len(word) > 3 else word
