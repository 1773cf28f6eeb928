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
        ready = _until_prevented(rule, (used_in(goal), *used)) if rule.anywhere else range(len(steps))
        for at in (at for at in ready if used[at].issuperset(rule.then)):
            if not _is_about(rule, goal, steps[at]) and (rule.anywhere or _is_left(rule, steps, used, at)):
                yield from _findings(rule, steps[at], at + 1, wanted)
                break


def _until_prevented(rule: StepsRule, used: Sequence[frozenset[str]]) -> range:
    """Return the steps for which the goal (the first of `used`) or a step leaves it, and none prevents it yet."""
    first = next((at for at, names in enumerate(used) if names.issuperset(rule.before)), len(used))
    end = next((at for at, names in enumerate(used) if not names.isdisjoint(rule.unless)), len(used))
    return range(max(0, first - 1), max(0, end - 1))


def _is_left(rule: StepsRule, steps: Sequence[str], used: Sequence[frozenset[str]], at: int) -> bool:
    """Whether a step shortly before the one at `at` leaves what that one meets, and nothing since prevents it."""
    return any(
        used[first].issuperset(rule.before)
        and not _is_about(rule, steps[first])
        and all(names.isdisjoint(rule.unless) for names in used[first + 1 : at + 1])
        for first in range(max(0, at - rule.reach), at)
    )


def _is_about(rule: StepsRule, *texts: str) -> bool:
    return not all(said_in(text).isdisjoint(rule.about) for text in texts)


def _findings(rule: StepsRule, text: str, step: int, wanted: frozenset[str]) -> Iterator[Finding]:
    tokens = tokenize(text)
    hits = [next(h for h in uses(text) if name in h.names) for name in rule.then]
    start, end = tokens[min(h.start for h in hits)].start, tokens[max(h.end for h in hits) - 1].end
    for id in filter(wanted.__contains__, rule.constraints):
        yield Finding(step, "steps", id, rule.kind, text[start:end], rule.why, source_text(rule.source))
