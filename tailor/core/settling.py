"""What follows from a review's choices: lists of steps, and where each edit went (CONTRACT 7 rules 1-5).

Owns the one pure computation behind every screen and report: `settle` carries the asked-for edits, layer by
layer, from the list their agent saw to the list that is there now, and applies them. Staleness is computed here
each time and never stored. Refuses to say what counts as asked for: see `standing`.

A *layer* is the stages that number their edits on the same list: Modify, Verify and Resolve of `parallel`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tailor.core.edits import Edit, Insert, Replace
from tailor.core.events import EditProposed
from tailor.core.findings import Finding
from tailor.core.procedure import Procedure
from tailor.core.renumbering import RENUMBER, Where, mended_bag
from tailor.core.review import Decision, OwnEdit, Review, Stage, taken_text
from tailor.core.transport import Draft, Moved, Stale, advance, original_draft, transport

Asked: TypeAlias = Callable[[EditProposed, Decision | None], bool]
"""Whether an edit takes part in a list."""

Text: TypeAlias = tuple[str, str, str]
"""One text of one step: part, the step's identity, id of the edit that wrote it."""

Batch: TypeAlias = tuple[Draft, tuple[Edit, ...]]
"""A list, and edits numbered on it that were applied to it."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A list of steps that follows from a review, and where each asked-for edit went."""

    draft: Draft
    places: Mapping[str, Moved | Stale]
    """By id of edit; those not asked for are missing."""
    batches: tuple[Batch, ...] = ()
    """What was applied, in order: replayed one after the other on the original they give `draft`."""
    findings: tuple[Finding, ...] = ()
    """Mentions of steps that are gone."""


def layers(stages: Iterable[Stage]) -> list[list[Stage]]:
    """The stages in layers, in order of their first stage."""
    found: dict[tuple[str, ...], list[Stage]] = {}
    for stage in stages:
        if stage.agent != RENUMBER:
            found.setdefault((*stage.builds_on, "|", *stage.steps, "|", *stage.resources), []).append(stage)
    return list(found.values())


def seen_draft(review: Review, stage: Stage) -> Draft:
    """The list the stage's agent saw, with the identities of its steps."""
    steps, resources = stage.seen
    return Draft(Procedure(review.original.goal, stage.steps, stage.resources), steps, resources)


def settle(review: Review, asked: Asked, own: Callable[[OwnEdit], bool] = lambda _: True) -> Settled:
    """The list that follows when the edits `asked` for, and the person's `own`, are applied."""
    draft = original_draft(review.original)
    places: dict[str, Moved | Stale] = {}
    batches: list[Batch] = []
    all_layers = layers(review.stages)
    gives_way = _giving_way(review, asked)
    mine = [edit for edit in review.choices.own if own(edit)]
    for number in range(max([len(all_layers), *(edit.layer for edit in mine)]) + 1):
        stages = all_layers[number - 1] if 0 < number <= len(all_layers) else []
        draft = _apply(draft, _carried(review, stages, draft, asked, places, gives_way), batches)
        for edit in (edit for edit in mine if edit.layer == number):
            draft = _apply(draft, _own_edit(edit, draft), batches)
    return Settled(draft, places, tuple(batches))


def _apply(draft: Draft, edits: tuple[Edit, ...], batches: list[Batch]) -> Draft:
    """The draft with the edits applied, and noted in `batches` if there were any."""
    if not edits:
        return draft
    batches.append((draft, edits))
    return advance(draft, edits)


def renumbered(review: Review, settled: Settled) -> Settled:
    """The same list with mentions of steps moved to the numbers they have now, as one more batch."""
    wheres = _numberings(review)
    now = settled.draft.index("steps")
    numberings = [wheres(spot.writer, now) for spot in settled.draft.steps]
    bag, findings = mended_bag(settled.draft.procedure, numberings)
    if not bag.edits:
        return replace(settled, findings=findings)
    edits = tuple(replace(edit, id=f"{RENUMBER}-{edit.step}") for edit in bag.edits)
    draft = advance(settled.draft, edits)
    return replace(settled, draft=draft, batches=(*settled.batches, (settled.draft, edits)), findings=findings)


def _giving_way(review: Review, asked: Asked) -> frozenset[str]:
    """Ids of the asked-for replaces that give way to another one of the same text.

    Agents asked at different times may have seen the same text: their replaces are alternatives, the decided one
    before the others, else the first.
    """
    found: dict[Text, list[tuple[bool, str]]] = {}
    for stage in review.stages:
        for proposal in stage.proposals:
            decision = review.decision(proposal.id)
            if proposal.op == "replace" and asked(proposal, decision):
                found.setdefault(replaced(stage, proposal), []).append((decision is None, proposal.id))
    together = (sorted(ids, key=lambda one: one[0]) for ids in found.values() if len(ids) > 1)
    return frozenset(id for _, *others in together for _, id in others)


def replaced(stage: Stage, proposal: EditProposed) -> Text:
    """The text a replace is about, as its agent saw it."""
    spot = stage.seen[0 if proposal.part == "steps" else 1][proposal.step - 1]
    return proposal.part, spot.slot, spot.writer


def _carried(
    review: Review,
    stages: Sequence[Stage],
    now: Draft,
    asked: Asked,
    places: dict[str, Moved | Stale],
    gives_way: frozenset[str],
) -> tuple[Edit, ...]:
    """The edits of one layer that apply now; each asked-for edit's place is noted."""
    moved: list[tuple[Edit, Decision | None]] = []
    for stage in stages:
        seen = seen_draft(review, stage)
        for proposal in stage.proposals:
            decision = review.decision(proposal.id)
            if not asked(proposal, decision):
                continue
            place = transport(taken_text(proposal, decision), seen, now)
            if isinstance(place, Stale) and decision and decision.anyway and place.nearest is not None:
                place = Moved(place.nearest)
            if proposal.id in gives_way:
                places[proposal.id] = _beside(place, now)
                continue
            places[proposal.id] = place
            if isinstance(place, Moved):
                moved.append((place.edit, decision))
    return _without_rivals(moved)


def _beside(place: Moved | Stale, now: Draft) -> Moved | Stale:
    """The place of an alternative that gives way: its text was changed by the other one, which takes nothing away.

    Where the person's own words stand now it stays stale.
    """
    if isinstance(place, Moved) or place.nearest is None:
        return place
    writer = now.part(place.nearest.part)[place.nearest.step - 1].writer
    return place if writer.startswith("you") else Moved(place.nearest)


def _without_rivals(moved: Sequence[tuple[Edit, Decision | None]]) -> tuple[Edit, ...]:
    """The edits with one replace a step at most: the decided one, else the first."""
    winners: dict[tuple[str, int], Edit] = {}
    for edit, _ in sorted(moved, key=lambda pair: pair[1] is None):
        if isinstance(edit, Replace):
            winners.setdefault((edit.part, edit.step), edit)
    return tuple(
        edit for edit, _ in moved if isinstance(edit, Insert) or winners[(edit.part, edit.step)].id == edit.id
    )


def _own_edit(own: OwnEdit, now: Draft) -> tuple[Edit, ...]:
    """The person's own edit at the place its step has now; () for new words of a step that is not there.

    An insert whose step is not there goes below the nearest one above: a person's words are never lost.
    """
    index = now.index(own.part)
    if own.op == "insert":
        nearest = next((index[slot] for slot in (own.slot, *reversed(own.above)) if slot in index), 0)
        return (Insert(step=nearest, text=own.text, part=own.part, id=own.id, agent="you"),)
    if own.slot not in index:
        return ()
    return (Replace(step=index[own.slot], text=own.text, part=own.part, id=own.id, agent="you"),)


def _numberings(review: Review) -> Callable[[str, Mapping[str, int]], Where | None]:
    """For a text's writer, the numbering its mentions use; None where it is not known (own words, `diff`)."""
    lists = {"": original_draft(review.original).steps}
    for stage in review.stages:
        if not stage.from_diff:
            lists |= {proposal.id: stage.seen[0] for proposal in stage.proposals}
    for decision in review.choices.decisions:
        if decision.own is not None:
            lists.pop(decision.id, None)

    def numbering(writer: str, now: Mapping[str, int]) -> Where | None:
        spots = lists.get(writer)
        if spots is None:
            return None
        return lambda number: now.get(spots[number - 1].slot) if 1 <= number <= len(spots) else number

    return numbering
