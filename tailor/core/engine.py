"""The deterministic engine: apply a bag to a procedure, and say where each step came from ([CP] section 3).

Owns `apply`, its trace, `problems` and `conflicts`. Refuses to touch any text: mentions of step numbers are
`renumber`'s business. Every function is linear in steps plus edits.

Laws (tests/core/test_engine_laws.py): the empty bag changes nothing; steps no edit names stay byte-identical;
the order of a bag does not matter, save among inserts at one place; equal replaces collapse, different ones
are a conflict; nothing out of range is dropped silently.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tailor.core.edits import Bag, Edit, Insert, Replace
from tailor.core.errors import ApplyError
from tailor.core.procedure import Part, Procedure, fingerprint


@dataclass(frozen=True, slots=True)
class Origin:
    """Where one step of a result came from."""

    source: Literal["kept", "replaced", "inserted"]
    base: int | None
    """The base step (1-based) it was kept from or replaces; None for an insert."""
    edit: Edit | None
    """The edit that wrote it; None where it was kept."""


Trace: TypeAlias = tuple[Origin, ...]
"""One origin for each step of a result, in order."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What `apply` gives: the new procedure and how it came about."""

    procedure: Procedure
    trace: Trace
    """Of the steps."""
    resource_trace: Trace


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two or more different replaces of one step."""

    part: Part
    step: int
    edits: tuple[Replace, ...]


def apply(procedure: Procedure, bag: Bag) -> Applied:
    """The procedure with every edit of the bag applied, and where each of its steps came from.

    Raises ApplyError, listing every reason, when the bag names another base, holds an edit out of range, or
    holds a conflict. Texts are used as they are.
    """
    if wrong := problems(procedure, bag):
        raise ApplyError(wrong)
    steps, trace = _apply_part(procedure.steps, [e for e in bag.edits if e.part == "steps"])
    resources, resource_trace = _apply_part(procedure.resources, [e for e in bag.edits if e.part == "resources"])
    changed = replace(
        procedure,
        steps=steps,
        resources=resources,
        sections=_moved_sections(procedure.sections, trace, len(procedure.steps)),
        uncertain=_moved_marks(procedure.uncertain, trace),
    )
    return Applied(changed, trace, resource_trace)


def problems(procedure: Procedure, bag: Bag) -> tuple[str, ...]:
    """Every reason why the bag cannot be applied, as sentences; empty when it can."""
    found = []
    if bag.base is not None and bag.base != (own := fingerprint(procedure)):
        found.append(f"the edits were written for another procedure ({bag.base}, this one is {own})")
    found += [_out_of_range_words(procedure, edit) for edit in bag.edits if not in_range(procedure, edit)]
    found += [
        f"{len(conflict.edits)} different texts for {_place(conflict.part, conflict.step)}"
        for conflict in conflicts(bag)
    ]
    return tuple(found)


def in_range(procedure: Procedure, edit: Edit) -> bool:
    """Whether the edit names a place that the procedure has."""
    first = 0 if isinstance(edit, Insert) else 1
    return first <= edit.step <= len(procedure.part(edit.part)) and bool(edit.text or isinstance(edit, Replace))


def conflicts(bag: Bag) -> tuple[Conflict, ...]:
    """Every step for which the bag holds two different replaces, in order of part and number."""
    by_place: dict[tuple[Part, int], dict[str, Replace]] = {}
    for edit in bag.edits:
        if isinstance(edit, Replace):
            by_place.setdefault((edit.part, edit.step), {}).setdefault(edit.text, edit)
    return tuple(
        Conflict(part, step, tuple(texts.values()))
        for (part, step), texts in sorted(by_place.items(), key=lambda item: (item[0][0] != "steps", item[0][1]))
        if len(texts) > 1
    )


def _apply_part(texts: Sequence[str], edits: Iterable[Edit]) -> tuple[tuple[str, ...], Trace]:
    """The new list and its trace; the edits are known to fit."""
    inserts: dict[int, list[Insert]] = {}
    replaces: dict[int, Replace] = {}
    for edit in edits:
        if isinstance(edit, Insert):
            inserts.setdefault(edit.step, []).append(edit)
        else:
            replaces.setdefault(edit.step, edit)
    out: list[str] = []
    trace: list[Origin] = []
    for number in range(len(texts) + 1):
        if number and (edit_here := replaces.get(number)) is None:
            out.append(texts[number - 1])
            trace.append(Origin("kept", number, None))
        elif number and edit_here is not None and edit_here.text:
            out.append(edit_here.text)
            trace.append(Origin("replaced", number, edit_here))
        for insert in inserts.get(number, ()):
            out.append(insert.text)
            trace.append(Origin("inserted", None, insert))
    return tuple(out), tuple(trace)


def _moved_sections(
    sections: tuple[tuple[int, str], ...], trace: Trace, steps: int
) -> tuple[tuple[int, str], ...]:
    """The headings at their new places: before the first step left of their section.

    An insert at the end of a section belongs to it, so it can carry the heading on alone; a heading whose
    section is empty now goes with it.
    """
    place: list[tuple[int, int]] = []  # (base place, new number): an insert after k stands at place k
    for number, origin in enumerate(trace, 1):
        if origin.base is not None:
            place.append((origin.base, number))
        elif origin.edit is not None:
            place.append((origin.edit.step, number))
    starts = [start for start, _ in sections]
    moved: list[tuple[int, str]] = []
    cursor = 0
    for index, (start, title) in enumerate(sections):
        later = (other for other in starts[index + 1 :] if other > start)
        end = next(later, steps + 1)
        while cursor < len(place) and place[cursor][0] < start:
            cursor += 1
        if cursor < len(place) and place[cursor][0] < end:
            moved.append((place[cursor][1], title))
    return tuple(moved)


def _moved_marks(marks: tuple[int, ...], trace: Trace) -> tuple[int, ...]:
    """The numbers of marked steps that were kept, in the new numbering."""
    marked = frozenset(marks)
    return tuple(
        number for number, origin in enumerate(trace, 1) if origin.source == "kept" and origin.base in marked
    )


def _out_of_range_words(procedure: Procedure, edit: Edit) -> str:
    if isinstance(edit, Insert) and not edit.text:
        return f"insert({edit.step}) has no text"
    count = len(procedure.part(edit.part))
    return f"{edit.op}({edit.step}) is out of range: there are {count} {edit.part}"


def _place(part: Part, number: int) -> str:
    return f"{'step' if part == 'steps' else 'resource'} {number}"
