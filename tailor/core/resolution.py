"""Where the edits of a review go: carried, layer by layer, from the list their agent saw to the current one.

A *layer* is the stages that number their edits on the same list: Modify, Verify and Resolve of `parallel`. Nothing
here is stored: undo and redo only swap decisions.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tailor.core.edits import RENUMBER, Edit, Insert, Replace
from tailor.core.events import EditProposed
from tailor.core.procedure import PARTS, Procedure
from tailor.core.protocols import told
from tailor.core.renumber import Lost, Numberings, Where, labelled, mentions_any, renumbering
from tailor.core.review import Decision, OwnEdit, Review, Stage, effective_edit
from tailor.core.transport import (
    Moved,
    Stale,
    TrackedProcedure,
    TrackedStep,
    apply_tracked,
    tracked_original,
    transport,
)

Asked: TypeAlias = Callable[[EditProposed, Decision | None], bool]
"""Whether an edit takes part in a list."""

Text: TypeAlias = tuple[str, str, str]
"""One version of a step: its part, its slot, and the id of the edit that wrote it."""

Rivals: TypeAlias = tuple[EditProposed, ...]
"""Replaces of the same text, of which at most one applies."""

Batch: TypeAlias = tuple[TrackedProcedure, tuple[Edit, ...]]
"""A list, and edits numbered on it that were applied to it."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """The list that follows from a review, and the place of each edit that was asked for."""

    draft: TrackedProcedure
    places: Mapping[str, Moved | Stale]
    """By edit id; edits that were not asked for are missing."""
    batches: tuple[Batch, ...] = ()
    """What was applied, in order: replaying it on the original gives `draft`."""
    pointless: tuple["Pointless", ...] = ()
    """Texts that mention steps that are gone, or are different steps now."""


@dataclass(frozen=True, slots=True)
class Pointless:
    """A text of a list that mentions steps that are gone, or are different steps now."""

    lost: Lost
    slot: str
    """Slot of the step or resource; "" for a heading or the notes."""
    gone: Mapping[int, tuple[str, str]]
    """Slot and text of each lost step, by its number in the text."""


def layers(stages: Iterable[Stage]) -> list[list[Stage]]:
    """The stages grouped by the list they number their edits on, in order of their first stage."""
    found: dict[tuple[str, ...], list[Stage]] = {}
    for stage in stages:
        if stage.agent != RENUMBER:
            found.setdefault((*stage.builds_on, "|", *stage.steps, "|", *stage.resources), []).append(stage)
    return list(found.values())


def in_order(review: Review, own: Iterable[OwnEdit]) -> Iterator[tuple[list[Stage], list[OwnEdit]]]:
    """What is applied, in order: the stages of each layer, and the own edits made after it."""
    found, mine = layers(review.stages), list(own)
    for number in range(max([len(found), *(edit.layer for edit in mine)]) + 1):
        stages = found[number - 1] if 0 < number <= len(found) else []
        yield stages, [edit for edit in mine if edit.layer == number]


def tracked_seen(review: Review, stage: Stage) -> TrackedProcedure:
    """The list that the stage's agent saw, with the identities of its steps."""
    steps, resources = stage.seen
    return TrackedProcedure(Procedure(review.original.goal, stage.steps, stage.resources), steps, resources)


def resolve(
    review: Review,
    asked: Asked,
    own: Callable[[OwnEdit], bool] = lambda _: True,
    rivals: Iterable[Rivals] | None = None,
) -> Resolution:
    """Apply the edits for which `asked` holds, and the user's own for which `own` holds.

    `rivals`: what `of_one_text` returns, for callers that have it.
    """
    draft = tracked_original(review.original)
    places: dict[str, Moved | Stale] = {}
    batches: list[Batch] = []
    gives_way = _giving_way(review, asked, of_one_text(review.stages) if rivals is None else rivals)
    for stages, mine in in_order(review, filter(own, review.choices.own)):
        draft = _apply(draft, _carried_edits(review, stages, draft, asked, places, gives_way), batches)
        for edit in mine:
            draft = _apply(draft, _own_edit(edit, draft), batches)
    return Resolution(draft, places, tuple(batches))


def _apply(draft: TrackedProcedure, edits: tuple[Edit, ...], batches: list[Batch]) -> TrackedProcedure:
    if not edits:
        return draft
    batches.append((draft, edits))
    return apply_tracked(draft, edits)


def renumbered(review: Review, settled: Resolution) -> Resolution:
    """The same list with step mentions changed to the current numbers: in steps and resources as one more batch,
    in headings and notes beside it.
    """
    draft = settled.draft
    if not mentions_any(draft.procedure):
        return settled
    known = Meanings(review)
    counted = labelled(review.original, draft.procedure)
    wheres = {writer: counted or known.where(writer, draft) for writer in known.lists}
    notes, lines = _writer_of_notes(review, draft.procedure.notes), draft.procedure.notes.split("\n")
    writers = {"steps": draft.steps, "resources": draft.resources}
    numberings = Numberings(
        [wheres.get(spot.writer) for spot in draft.steps],
        [wheres.get(spot.writer) for spot in draft.resources],
        lambda text: wheres.get(notes if text in lines else ""),
    )
    now = renumbering(draft.procedure, numberings)

    def told(lost: Lost) -> Pointless:
        spot = writers[lost.part][lost.number - 1] if lost.part else None
        meant = known.lists[spot.writer if spot else notes if not lost.number else ""]
        slots = {number: f"s{number}" if counted else meant[number] for number in lost.gone}
        return Pointless(
            lost, spot.slot if spot else "", {number: (slot, known.text(slot)) for number, slot in slots.items()}
        )

    draft = replace(draft, procedure=now.beside(draft.procedure))
    settled = replace(settled, draft=draft, pointless=tuple(map(told, now.lost)))
    if not now.bag.edits:
        return settled
    edits = tuple(replace(edit, id=_renumber_id(edit)) for edit in now.bag.edits)
    return replace(settled, draft=apply_tracked(draft, edits), batches=(*settled.batches, (draft, edits)))


def _renumber_id(edit: Edit) -> str:
    return f"{RENUMBER}-{edit.step}" if edit.part == "steps" else f"{RENUMBER}-r{edit.step}"


def _writer_of_notes(review: Review, notes: str) -> str:
    """An edit of the stage whose header wrote the notes; "" for those of the original."""
    for stage in review.stages:
        if stage.proposals and any(head.notes == notes for head in stage.headers):
            return stage.proposals[0].id
    return ""


def headed(review: Review, settled: Resolution) -> Resolution:
    """The same list with goal, yield and notes from the headers whose group is applied as a whole.

    If most of a group is applied, its yield and notes count too: one line that stays the same does not mean fewer
    portions of all the others.
    """
    draft = settled.draft
    for head in (head for stage in review.stages for head in stage.headers):
        group = [p.id for stage in review.stages for p in stage.proposals if p.group == head.group]
        applied = sum(isinstance(settled.places.get(id), Moved) for id in group)
        some = head if applied == len(group) else replace(head, goal=None)
        counts = applied == len(group) or (head.yields is not None and 2 * applied > len(group))
        if group and counts:
            draft = replace(draft, procedure=replace(draft.procedure, **told(some)))
    return settled if draft is settled.draft else replace(settled, draft=draft)


def of_one_text(stages: Iterable[Stage]) -> tuple[Rivals, ...]:
    """The replaces that compete for the same text, in order of arrival.

    Agents asked at different times may have seen the same text.
    """
    found: dict[Text, list[EditProposed]] = {}
    for stage in stages:
        for proposal in stage.proposals:
            if proposal.op == "replace":
                spot = stage.spots(proposal.part)[proposal.step - 1]
                found.setdefault((proposal.part, spot.slot, spot.writer), []).append(proposal)
    return tuple(tuple(them) for them in found.values() if len(them) > 1)


def _giving_way(review: Review, asked: Asked, rivals: Iterable[Rivals]) -> frozenset[str]:
    """Ids of asked-for replaces that lose to another of the same text: the decided one wins, else the first."""
    found: list[str] = []
    for them in rivals:
        decided = [(one, review.decision(one.id)) for one in them]
        up = sorted((one for one in decided if asked(*one)), key=lambda one: one[1] is None)
        found += [one.id for one, _ in up[1:]]
    return frozenset(found)


def _carried_edits(
    review: Review,
    stages: Sequence[Stage],
    now: TrackedProcedure,
    asked: Asked,
    places: dict[str, Moved | Stale],
    gives_way: frozenset[str],
) -> tuple[Edit, ...]:
    """The edits of one layer that apply now, at most one replace of a step; notes their places in `places`."""
    moved: list[Edit] = []
    decisions = review.choices.by_id
    for stage in stages:
        seen = tracked_seen(review, stage)
        same = [part for part in PARTS if seen.part(part) == now.part(part)]
        for proposal in stage.proposals:
            decision = decisions.get(proposal.id)
            if not asked(proposal, decision):
                continue
            edit = effective_edit(proposal, decision)
            place = Moved(edit) if edit.part in same else transport(edit, seen, now)
            if isinstance(place, Stale) and decision and decision.anyway and place.nearest is not None:
                place = Moved(place.nearest)
            if proposal.id in gives_way:
                places[proposal.id] = _place_of_rival(place, now)
                continue
            places[proposal.id] = place
            if isinstance(place, Moved):
                moved.append(place.edit)
    return tuple(moved)


def _place_of_rival(place: Moved | Stale, now: TrackedProcedure) -> Moved | Stale:
    """The place of a replace that lost to another of the same text.

    It is not stale merely because the winner changed the text, unless the user's own words are there now.
    """
    if isinstance(place, Moved) or place.nearest is None:
        return place
    writer = now.part(place.nearest.part)[place.nearest.step - 1].writer
    return place if writer.startswith("you") else Moved(place.nearest)


def _own_edit(own: OwnEdit, now: TrackedProcedure) -> tuple[Edit, ...]:
    """The user's own edit at the current place of its step; () for a replace whose step is gone.

    An insert whose step is gone follows the nearest step above it, so that no words are lost.
    """
    index = now.index(own.part)
    if own.op == "insert":
        at = next((index[slot] for slot in (own.slot, *reversed(own.above)) if slot in index), 0)
    elif (at := index.get(own.slot, 0)) == 0:
        return ()
    make = Insert if own.op == "insert" else Replace
    return (make(step=at, text=own.text, part=own.part, id=own.id, serves=own.serves, agent="you"),)


class Meanings:
    """Which step each text means by a number, by its writer: the list that an agent saw, or what the person meant.

    Texts whose numbering is unknown are missing: those of `diff`, and words kept by an earlier Tailor.
    """

    def __init__(self, review: Review) -> None:
        original = tracked_original(review.original)
        self.lists: dict[str, Mapping[int, str]] = {"": _by_number(original.steps)}
        self._texts = {spot.slot: spot.text for spot in original.steps}
        for stage in review.stages:
            seen = _by_number(stage.seen[0])
            self._texts = {spot.slot: spot.text for spot in stage.seen[0]} | self._texts
            if not stage.from_diff:
                self.lists |= {proposal.id: seen for proposal in stage.proposals}
        for decision in review.choices.decisions:
            if decision.own is not None:
                self.lists[decision.id] = dict(decision.meant)
        self.lists |= {own.id: dict(own.meant) for own in review.choices.own}

    def text(self, slot: str) -> str:
        """The first text of a step that agents were shown; "" for any other."""
        return self._texts.get(slot, "")

    def where(self, writer: str, now: TrackedProcedure) -> Where | None:
        """Maps numbers in the texts of this writer to numbers in a list; None if their meaning is unknown.

        A step that is gone has moved to where exactly its text was inserted, if that is one place.
        """
        if (meant := self.lists.get(writer)) is None:
            return None
        index = now.index("steps")

        def where(number: int) -> int | None:
            slot = meant.get(number)
            if slot is None or slot in index:
                return number if slot is None else index[slot]
            text = self._texts.get(slot)
            same = [at for at, spot in enumerate(now.steps, 1) if spot.text == text and spot.slot == spot.writer]
            return same[0] if len(same) == 1 else None

        return where


def _by_number(spots: Sequence[TrackedStep]) -> Mapping[int, str]:
    return {number: spot.slot for number, spot in enumerate(spots, 1)}
