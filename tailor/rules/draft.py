"""Proposals laid over each other: a procedure as it stands now, and the edits that lead there from its base.

Each step has one text in the end, with all its reasons and the wishes it serves, so that the edits of an answer
never contradict each other. Proposals that touch one step are decided together.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tailor.core.edits import Edit, Insert, Replace
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.protocols import GroupHeader
from tailor.core.transport import TrackedProcedure, TrackedStep, apply_tracked, tracked_original
from tailor.rules.model import Header, Proposal

Spot: TypeAlias = tuple[Part, str]
"""A step or resource by its identity."""


@dataclass(frozen=True, slots=True)
class Written:
    """Why a step is as it is now."""

    reasons: tuple[str, ...] = ()
    serves: tuple[str, ...] = ()
    proposals: tuple[int, ...] = ()
    """Numbers of the proposals that wrote it."""


@dataclass(frozen=True, slots=True)
class Draft:
    base: Procedure
    now: TrackedProcedure
    written: Mapping[Spot, Written] = field(default_factory=dict)
    together: frozenset[int] = frozenset()
    """Numbers of the proposals whose edits are decided as one."""
    headers: tuple[tuple[int, Header], ...] = ()
    count: int = 0
    """Of the proposals so far."""

    @classmethod
    def of(cls, base: Procedure) -> "Draft":
        return cls(base, tracked_original(base))

    @property
    def procedure(self) -> Procedure:
        return self.now.procedure

    def base_number(self, part: Part, number: int) -> int | None:
        """The number in the base of a step of now; None for a new one."""
        slot = self.now.part(part)[number - 1].slot
        return int(slot[1:]) if slot[0] in "sr" else None


def proposed(draft: Draft, proposal: Proposal, serves: tuple[str, ...]) -> Draft:
    """The draft with one proposal more. ApplyError if its edits do not fit."""
    number = draft.count + 1
    named = [replace(edit, id=f"{number}.{order}") for order, edit in enumerate(proposal.edits)]
    after = apply_tracked(draft.now, named)
    written = dict(draft.written)
    for edit in named:
        slot = edit.id if isinstance(edit, Insert) else draft.now.part(edit.part)[edit.step - 1].slot
        old = written.get((edit.part, slot), Written())
        written[edit.part, slot] = Written(
            tuple(dict.fromkeys((*old.reasons, edit.reason))) if edit.reason else old.reasons,
            tuple(dict.fromkeys((*old.serves, *serves))),
            (*old.proposals, number),
        )
    header = proposal.header
    return replace(
        draft,
        now=replace(after, procedure=_headed(after.procedure, header)) if header else after,
        written=written,
        together=draft.together | {number} if header or (proposal.together and len(named) > 1) else draft.together,
        headers=(*draft.headers, (number, header)) if header else draft.headers,
        count=number,
    )


def _headed(procedure: Procedure, header: Header) -> Procedure:
    return replace(
        procedure,
        goal=procedure.goal if header.goal is None else header.goal,
        yields=procedure.yields if header.yields is None else header.yields,
        notes=procedure.notes if header.notes is None else header.notes,
    )


def edits_of(draft: Draft) -> tuple[Edit, ...]:
    """What leads from the base to now: steps from the first to the last, then resources."""
    groups = _groups(draft)
    found = [edit for part in PARTS for edit in _edits(draft, part)]
    return tuple(replace(edit, group=groups.get(edit.group, "")) for edit in found)


def headers_of(draft: Draft) -> tuple[GroupHeader, ...]:
    groups, merged = _groups(draft), dict[str, GroupHeader]()
    for number, one in draft.headers:
        name = groups[str(number)]
        said = {key: text for key in ("goal", "yields", "notes") if (text := getattr(one, key)) is not None}
        merged[name] = replace(merged.get(name, GroupHeader(group=name)), **said)
    return tuple(merged.values())


def _edits(draft: Draft, part: Part) -> Iterator[Edit]:
    """Each with the number of one of its proposals as its group."""
    spots = {spot.slot: spot for spot in draft.now.part(part)}
    new = _new_after(draft, part)
    for number, old in enumerate(("", *draft.base.part(part))):
        slot = f"{part[0]}{number}"
        now = spots[slot].text if slot in spots else ""
        if number and now != old:
            yield _explained(draft, Replace(step=number, text=now, part=part), slot)
        for spot in new.get(number, ()):
            yield _explained(draft, Insert(step=number, text=spot.text, part=part), spot.slot)


def _new_after(draft: Draft, part: Part) -> Mapping[int, list[TrackedStep]]:
    """New steps by the number of the step of the base that they follow."""
    found: dict[int, list[TrackedStep]] = {}
    last = 0
    for spot in draft.now.part(part):
        if spot.slot[0] in "sr":
            last = int(spot.slot[1:])
        else:
            found.setdefault(last, []).append(spot)
    return found


def _explained(draft: Draft, edit: Edit, slot: str) -> Edit:
    why = draft.written[edit.part, slot]
    return replace(edit, reason=" ".join(why.reasons), serves=why.serves, group=str(why.proposals[0]))


def _groups(draft: Draft) -> dict[str, str]:
    """The name of the group of each proposal that belongs to one; those that meet in a step share it."""
    name = {number: number for number in range(1, draft.count + 1)}
    grouped = set(draft.together)
    for one in draft.written.values():
        if grouped.isdisjoint(one.proposals):
            continue
        joined = {name[number] for number in one.proposals}
        grouped |= set(one.proposals)
        name = {number: min(joined) if at in joined else at for number, at in name.items()}
    taken = {name[number] for number in grouped}
    return {str(number): f"g{at}" for number, at in name.items() if at in taken}
