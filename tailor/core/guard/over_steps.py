"""Find hazards that two steps make together, or that no step prevents, by the rules over steps of hazards.json."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tailor.core.events import Finding
from tailor.core.guard.hazards import StepsRule, hazards, said_in, used_in, uses
from tailor.core.guard.vocabulary import source_text, tokenize


def over_steps(goal: str, steps: Sequence[str], wanted: frozenset[str]) -> Iterator[Finding]:
    """Yield hazards, each once, of which one step has a half and a later one the other; steps are 1-based."""
    rules = [rule for rule in hazards().over_steps if not wanted.isdisjoint(rule.constraints)]
    used = [used_in(text) for text in steps] if rules else []
    for rule in rules:
        for at in (at for at, names in enumerate(used) if names.issuperset(rule.then)):
            if _prepared(rule, goal, steps, used, at):
                yield from _findings(rule, steps[at], at + 1, wanted)
                break


def _prepared(rule: StepsRule, goal: str, steps: Sequence[str], used: Sequence[frozenset[str]], at: int) -> bool:
    """Whether the step at `at` meets what came before it, and nothing prevents the hazard."""
    if rule.anywhere:
        met = any(names.issuperset(rule.before) for names in (used_in(goal), *used[: at + 1]))
        return met and all(said_in(text).isdisjoint(rule.unless) for text in (goal, *steps))
    return any(
        used[first].issuperset(rule.before)
        and all(said_in(text).isdisjoint(rule.unless) for text in steps[first + 1 : at + 1])
        for first in range(max(0, at - rule.reach), at)
    )


def _findings(rule: StepsRule, text: str, step: int, wanted: frozenset[str]) -> Iterator[Finding]:
    tokens = tokenize(text)
    hits = [next(h for h in uses(text) if name in h.names) for name in rule.then]
    start, end = tokens[min(h.start for h in hits)].start, tokens[max(h.end for h in hits) - 1].end
    for id in filter(wanted.__contains__, rule.constraints):
        yield Finding(step, "steps", id, rule.kind, text[start:end], rule.why, source_text(rule.source))
