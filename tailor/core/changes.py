"""Which numbers a Result has otherwise than its original: what closing lines and summaries list (CONTRACT 6).

Owns comparing the two texts of each step. Refuses texts that nobody took: an edit that was written over or taken
in other words has no say.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tailor.core.guard import tripwires
from tailor.core.procedure import Part, Procedure
from tailor.core.transport import Draft, original_draft

PARTS: tuple[Part, ...] = ("steps", "resources")


@dataclass(frozen=True, slots=True)
class NumberChange:
    """One number that a step or a resource of the original has no more as it was."""

    part: Part
    place: int | None
    """Its number in the Result; None where the step was deleted."""
    writer: str
    """Id of the edit whose text stands now; "" where the step was deleted."""
    says: str
    """Old and new: "30 min -> 12 min"."""


def number_changes(original: Procedure, now: Draft) -> tuple[NumberChange, ...]:
    """The numbers that differ between the original and the Result, in the order of the original's steps."""
    return tuple(_changes(original, now))


def _changes(original: Procedure, now: Draft) -> Iterator[NumberChange]:
    for part in PARTS:
        index, spots = now.index(part), now.part(part)
        for old in original_draft(original).part(part):
            place = index.get(old.slot)
            text, writer = (spots[place - 1].text, spots[place - 1].writer) if place else ("", "")
            if text == old.text:
                continue
            wires = (wire for wire in tripwires(old.text, text, part=part) if wire.what == "number")
            for says in dict.fromkeys(wire.says for wire in wires):
                yield NumberChange(part, place, writer, says)


def is_number(says: str) -> bool:
    """Whether a sentence of the guard is about a changed number: "30 min -> 12 min"."""
    return "->" in says and not says.startswith(("brings ", "takes out "))
