"""Carry a variant over to a corrected original.

`rebase` makes a review on the new original out of the edits that made the variant. Those that still apply are
accepted, those that do not wait in the review as stale, and those that the correction already contains are listed.
Every accepted edit is in exactly one of `carried`, `stale` and `already`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from tailor.core.edits import RENUMBER, Edit, Replace
from tailor.core.engine import Trace, apply, diff
from tailor.core.events import EditProposed
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.renumber import mentions_all
from tailor.core.requirements import Requirement
from tailor.core.resolution import resolve, tracked_seen
from tailor.core.review import Decision, Decisions, Meant, Review, Stage
from tailor.core.transport import (
    Moved,
    Stale,
    TrackedProcedure,
    TrackedStep,
    apply_tracked,
    premise,
    tracked_original,
)

REBASED: Final = "rebase"
"""The agent's name for a stage whose edits come from an older variant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebased:
    """A variant's edits on a newer original."""

    review: Review
    """On the new original: carried edits accepted, stale ones undecided, already contained ones left out."""
    carried: tuple[str, ...]
    """Ids of the edits that still apply."""
    stale: tuple[str, ...]
    """Ids of the edits whose step is gone or has changed."""
    already: tuple[str, ...]
    """Ids of the edits that the new original already contains."""


def rebase(
    old: Procedure,
    new: Procedure,
    batches: Sequence[Sequence[Edit]],
    *,
    hint: str = "",
    requirements: tuple[Requirement, ...] = (),
    by: Mapping[str, str] | None = None,
) -> Rebased:
    """Carry the accepted edits of a variant, batch after batch, from its `old` original to the `new` one.

    Edit ids must be unique; `by` says who decided on an edit, by id. The last stage, `renumber`, is made anew.
    Raises ApplyError if the batches do not fit the old original.
    """
    stages: list[Stage] = []
    draft = _mapped(old, new)
    written: dict[tuple[Part, str], str] = {}  # by place: the edit that wrote the text, whatever renumbered it
    for edits in batches:
        if moves := [edit for edit in edits if edit.agent != RENUMBER]:
            stages.append(_stage(stages, draft, moves))
        draft = apply_tracked(draft, edits)
        made = {edit.id for edit in edits if edit.agent != RENUMBER}
        written |= {(part, spot.slot): spot.writer for part, spot in _all(draft) if spot.writer in made}
    every = [edit for edits in batches for edit in edits]
    texts = (*old.steps, *(edit.text for edit in every))
    never_asked = not any(map(mentions_all, texts))  # nothing mentioned a step, which new texts may
    renumber = Decisions(renumber=never_asked or any(edit.agent == RENUMBER for edit in every))
    own: dict[str, tuple[str, Meant]] = {
        edit.id: (edit.text, ()) for edit in every if edit.agent in ("", "you") and edit.text
    }
    listed = {number: spot.slot for number, spot in enumerate(draft.steps, 1)}
    for part, spot in _all(draft):
        if (id := written.get((part, spot.slot), "")) in own:  # as the variant has it, so by the variant's numbers
            named = dict.fromkeys(number for number in mentions_all(spot.text) if number in listed)
            own[id] = spot.text, tuple((number, listed[number]) for number in named)
    return _decided(Review(new, hint, requirements, tuple(stages), renumber), own, by or {})


def _all(draft: TrackedProcedure) -> Iterator[tuple[Part, TrackedStep]]:
    for part in PARTS:
        for spot in draft.part(part):
            yield part, spot


def _decided(review: Review, own: Mapping[str, tuple[str, Meant]], by: Mapping[str, str]) -> Rebased:
    """Accept every edit that has a place, and sort the others into stale and already contained.

    `own` are the user's own texts by edit id, with the steps they mention.
    """
    places = resolve(review, lambda _proposal, _decision: True).places
    now = tracked_original(review.original)
    carried = tuple(id for id, place in places.items() if isinstance(place, Moved))
    already = tuple(
        proposal.id
        for stage in review.stages
        for proposal in stage.proposals
        if isinstance(places[proposal.id], Stale)
        and _said_already(proposal.edit, tracked_seen(review, stage), now)
    )
    left_out = frozenset(already)
    words = {id: own.get(id, (None, ())) for id in carried}
    decisions = tuple(
        Decision(id, "accepted", text, by=by.get(id, "you"), meant=meant) for id, (text, meant) in words.items()
    )
    stages = tuple(
        replace(stage, proposals=tuple(p for p in stage.proposals if p.id not in left_out))
        for stage in review.stages
    )
    return Rebased(
        review=replace(review, stages=stages, choices=replace(review.choices, decisions=decisions)),
        carried=carried,
        stale=tuple(id for id, place in places.items() if isinstance(place, Stale) and id not in left_out),
        already=already,
    )


def _said_already(edit: Edit, seen: TrackedProcedure, now: TrackedProcedure) -> bool:
    """Whether the new original already has what the edit wants."""
    index = now.index(edit.part)
    texts = now.part(edit.part)
    relied = premise(edit, seen.part(edit.part))
    if isinstance(edit, Replace):
        number = index.get(relied[0].slot)
        return number is None if not edit.text else number is not None and texts[number - 1].text == edit.text
    near = {number + way for spot in relied if (number := index.get(spot.slot)) for way in (-1, 0, 1)}
    return any(1 <= number <= len(texts) and texts[number - 1].text == edit.text for number in near)


def _stage(before: Sequence[Stage], draft: TrackedProcedure, edits: Sequence[Edit]) -> Stage:
    """One batch as a stage on the list it was numbered on; steps have their identities in the new original."""
    number = len(before) + 1
    rewrite = all(edit.agent == "customize" for edit in edits)
    return Stage(
        number=number,
        agent="customize" if rewrite else REBASED,  # how a rewrite's texts are numbered is unknown
        steps=draft.procedure.steps,
        resources=draft.procedure.resources,
        builds_on=tuple(p.id for stage in before for p in stage.proposals),
        proposals=tuple(EditProposed.of(edit, number, edit.id, edit.agent or "you") for edit in edits),
        end="edits",
        seen=(draft.steps, draft.resources),
    )


def _mapped(old: Procedure, new: Procedure) -> TrackedProcedure:
    """The old original, its steps identified as in the new one."""
    now = apply(old, diff(old, new))
    return TrackedProcedure(old, _spots(old, "steps", now.trace), _spots(old, "resources", now.resource_trace))


def _spots(old: Procedure, part: Part, trace: Trace) -> tuple[TrackedStep, ...]:
    """The identities for one list; steps that the new original lacks get new ones."""
    letter = part[0]
    now = {origin.base: number for number, origin in enumerate(trace, 1) if origin.base is not None}
    return tuple(
        TrackedStep(f"{letter}{now[number]}" if number in now else f"gone-{letter}{number}", "", text)
        for number, text in enumerate(old.part(part), 1)
    )


def with_ids(batches: Sequence[Sequence[Edit]]) -> tuple[tuple[Edit, ...], ...]:
    """The same edits, each with a unique id: files that people changed may lack or repeat them."""
    taken: set[str] = set()
    used = {edit.id for edits in batches for edit in edits}
    done: list[tuple[Edit, ...]] = []
    for edits in batches:
        named: list[Edit] = []
        for edit in edits:
            stem, first = (f"{edit.id}-", 2) if edit.id else ("e", 1)
            made = (f"{stem}{number}" for number in count(first))
            id = edit.id or next(made)
            while id in taken or (id in used and id != edit.id) or (id[:1] in "sr" and id[1:].isdecimal()):
                id = next(made)
            taken.add(id)
            named.append(replace(edit, id=id))
        done.append(tuple(named))
    return tuple(done)


def own_change(made: Procedure, found: Procedure) -> tuple[Edit, ...]:
    """What the user changed by hand in a variant's file, as their own edits on what the variant's edits made."""
    bag = diff(made, found)
    return tuple(
        replace(edit, id=f"you{number}", agent="you", reason="changed by hand")
        for number, edit in enumerate(bag.edits, 1)
    )
