"""Asks the detectors about texts, procedures and changes.

Owns the order of findings and where they stand. Refuses detecting anything itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from tailor.core.findings import Finding
from tailor.core.guard.hazards import find_hazards, topic_of
from tailor.core.guard.match import find_words
from tailor.core.guard.negation import language
from tailor.core.guard.tokens import stems, tokenize
from tailor.core.guard.vocabulary import constraint_ids, is_equipment, is_hazard
from tailor.core.procedure import Procedure


@lru_cache(maxsize=4096)
def _scan(text: str, wanted: frozenset[str], topic: frozenset[str] = frozenset()) -> tuple[Finding, ...]:
    tokens = tokenize(text)
    found = [*find_words(text, tokens, wanted), *find_hazards(text, tokens, wanted, topic)]
    order = {c: i for i, c in enumerate(constraint_ids())}
    found.sort(key=lambda f: (f[0], order[f[1].constraint]))
    return tuple(dict.fromkeys(finding for _, finding in found))


def _known(constraints: Iterable[str]) -> frozenset[str]:
    return frozenset(constraints) & frozenset(constraint_ids())


def scan(text: str, constraints: Iterable[str]) -> tuple[Finding, ...]:
    """What in one text speaks against the constraints, in reading order; step None. Unknown ids are ignored."""
    return _scan(text, _known(constraints))


def check(procedure: Procedure, constraints: Iterable[str]) -> tuple[Finding, ...]:
    """What in the steps (1-based) and resources speaks against the constraints; each text is read on its own.

    The goal tells which food a step means that speaks of its core temperature alone, and which dish is made
    here: where the resources are listed, "cool the cake" brings no eggs that the list does not bring.
    """
    wanted = _known(constraints)
    topic = topic_of(procedure.goal)
    own = _made_here(procedure)
    steps = (
        replace(f, step=n)
        for n, s in enumerate(procedure.steps, 1)
        for f in _scan(s, wanted, topic)
        if f.kind != "derived" or not _is_food(f.constraint) or own.isdisjoint(stems(f.word)[-1:])
    )
    resources = (
        replace(f, step=n, part="resources")
        for n, r in enumerate(procedure.resources, 1)
        for f in _scan(r, wanted)
    )
    return (*steps, *resources)


def _is_food(constraint: str) -> bool:
    """Whether the id is about what one eats: "Bake a cake" makes the cake here, but not the oven."""
    return not is_hazard(constraint) and not is_equipment(constraint)


def _made_here(procedure: Procedure) -> frozenset[str]:
    """Stems of what the procedure makes itself: words of its goal, batter and the like, save what is listed."""
    if not procedure.resources:
        return frozenset()
    listed = frozenset(stem for resource in procedure.resources for stem in stems(resource))
    return (frozenset(stems(procedure.goal)) | language().made_here) - listed


def _key(finding: Finding) -> tuple[str, str]:
    """What makes two findings the same news: a hazard is one however told, a food is its last word."""
    last = stems(finding.word)[-1:] if not is_hazard(finding.constraint) else ()
    return finding.constraint, "".join(last)


def introduced(before: str, after: str, constraints: Iterable[str]) -> tuple[Finding, ...]:
    """What `after` brings that `before` had not: cream for butter is news, "unsalted butter" for it is not."""
    wanted = _known(constraints)
    had = {_key(f) for f in _scan(before, wanted)}
    return tuple(f for f in _scan(after, wanted) if _key(f) not in had)
