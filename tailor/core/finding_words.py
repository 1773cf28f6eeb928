"""Findings in a few words for people: what stands in a procedure against what a person asked for.

Owns the wording: "walnuts (tree nuts) in steps 3, 5". Refuses any clearance: no findings give no words, and
nothing here says what that means.
"""

from collections.abc import Iterable, Sequence

from tailor.core.findings import Finding
from tailor.core.guard import constraints_in, scan, title
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.core.watching import found_in

MOST_WORDS = 3
"""Trigger words that one constraint names."""


def found_words(findings: Iterable[Finding]) -> tuple[str, ...]:
    """One text a constraint, in the order they were found: its words, what they speak against, and where."""
    grouped: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.kind != "not_assessed":
            grouped.setdefault(finding.constraint, []).append(finding)
    return tuple(f"{_words(found)} ({title(id)}){_places(found)}" for id, found in grouped.items())


def found_against(procedure: Procedure, requirements: tuple[Requirement, ...]) -> tuple[str, ...]:
    """What stands in a procedure against the requirements that are on, in words; () proves nothing.

    For what is offered before anything is run: an analogy that was found, a procedure to import.
    """
    on = tuple(one for one in requirements if one.on)
    return found_words(found_in(procedure, on)) if on else ()


def spoken_against(requirements: Sequence[Requirement]) -> tuple[Finding, ...]:
    """What one requirement names that another forbids, such as a hint for walnuts and a profile without nuts.

    `part` is "hint" and `step` None. A requirement never speaks against itself.
    """
    from dataclasses import replace

    on = [one for one in requirements if one.on]
    forbids = {one.id: frozenset(constraints_in(one.text)) for one in on}
    return tuple(
        replace(finding, part="hint")
        for one in on
        for finding in scan(one.text, frozenset().union(*forbids.values()) - forbids[one.id])
    )


def _words(found: Sequence[Finding]) -> str:
    words = list(dict.fromkeys(one.word.casefold() for one in found))
    more = f" and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else ""
    return ", ".join(words[:MOST_WORDS]) + more


def _places(found: Sequence[Finding]) -> str:
    """ " in steps 3, 5 and the resources"; "" where the text stands alone."""
    steps = sorted({one.step for one in found if one.part == "steps" and one.step is not None})
    named = [f"step{'s' if len(steps) > 1 else ''} {', '.join(map(str, steps))}"] if steps else []
    named += ["the resources"] if any(one.part == "resources" for one in found) else []
    return f" in {' and '.join(named)}" if named else ""
