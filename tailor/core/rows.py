"""The rows of a review: one step with its cards inside (DESIGN 10).

Owns where each card stands on the screen. A row never vanishes: a replaced or deleted step keeps its row, a new
step has its own, so a card that arrives or is decided never moves the cursor's row. Refuses colours and keys.
"""

from dataclasses import dataclass

from tailor.core.procedure import Part
from tailor.core.review import Review
from tailor.core.settling import layers, seen_draft
from tailor.core.standing import Standing


@dataclass(frozen=True, slots=True)
class Row:
    """One step: what it was, what it is now, and the edits about it."""

    slot: str
    """Its identity: give it to `deciding.own_edit`."""
    part: Part
    before: int | None
    """Its number in the original; None for a new step."""
    original: str | None
    """Its text in the original; None for a new step."""
    now: int | None
    """Its number in the Result; None where it is not in it."""
    text: str | None
    """Its text in the Result; None where it is not in it."""
    cards: tuple[str, ...]
    """Ids of the proposed edits about it, in the order they came; for a new step first the one that brings it."""
    own: tuple[str, ...]
    """Ids of the person's own edits about it."""


def rows(standing: Standing, part: Part = "steps") -> tuple[Row, ...]:
    """The rows of one part, in order."""
    review = standing.review
    order = _order(review, part)
    cards: dict[str, list[str]] = {slot: [] for slot in order}
    for id, (stage, proposal) in standing.proposals.items():
        if proposal.part == part:
            slot = id if proposal.op == "insert" else seen_draft(review, stage).part(part)[proposal.step - 1].slot
            cards.setdefault(slot, []).append(id)
    own: dict[str, list[str]] = {}
    for edit in review.choices.own:
        if edit.part == part:
            own.setdefault(edit.id if edit.op == "insert" else edit.slot, []).append(edit.id)
    result = standing.result.draft
    index, spots = result.index(part), result.part(part)
    originals = {f"{part[0]}{n}": (n, text) for n, text in enumerate(review.original.part(part), 1)}
    return tuple(
        Row(
            slot=slot,
            part=part,
            before=originals.get(slot, (None, None))[0],
            original=originals.get(slot, (None, None))[1],
            now=index.get(slot),
            text=spots[index[slot] - 1].text if slot in index else None,
            cards=tuple(cards.get(slot, ())),
            own=tuple(own.get(slot, ())),
        )
        for slot in order
    )


def _order(review: Review, part: Part) -> list[str]:
    """Every slot there ever was, in the order it stands: each insert right after the step it follows.

    Inserts of one layer at one place keep their order; a later layer's, and the person's own, go before them, as
    the engine does it.
    """
    after: dict[str, list[str]] = {}
    all_layers = layers(review.stages)
    for number in range(max([len(all_layers), *(own.layer for own in review.choices.own)]) + 1):
        fresh: dict[str, list[str]] = {}
        for stage in all_layers[number - 1] if 0 < number <= len(all_layers) else []:
            seen = seen_draft(review, stage).part(part)
            for proposal in stage.proposals:
                if proposal.part == part and proposal.op == "insert":
                    fresh.setdefault(seen[proposal.step - 1].slot if proposal.step else "", []).append(proposal.id)
        for anchor, ids in fresh.items():
            after[anchor] = ids + after.get(anchor, [])
        for own in review.choices.own:
            if (own.part, own.op, own.layer) == (part, "insert", number):
                after[own.slot] = [own.id, *after.get(own.slot, [])]
    order: list[str] = []
    waiting = [*(f"{part[0]}{n}" for n in range(len(review.original.part(part)), 0, -1)), ""]
    while waiting:
        slot = waiting.pop()
        order += [slot] if slot else []
        waiting += reversed(after.pop(slot, []))
    return order
