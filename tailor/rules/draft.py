"""Proposals applied on top of each other: the procedure as it is now, and the edits that lead there from its base.

Each step ends up with one text, all its reasons and the wishes it serves, so the edits of an answer never
contradict each other. Proposals that touch one step are decided together. What a proposal drops stays in the draft
as an empty text, so the numbers of the base remain valid.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tailor.core.edits import Replace
from tailor.core.procedure import PARTS, Part, Procedure
from tailor.core.protocols import GroupHeader, told
from tailor.rules.model import Proposal

Spot: TypeAlias = tuple[Part, int]
"""A step or resource by its number."""


@dataclass(frozen=True, slots=True)
class Written:
    """Why a step has its present text."""

    reasons: tuple[str, ...] = ()
    serves: tuple[str, ...] = ()
    proposals: tuple[int, ...] = ()
    """Numbers of the proposals that wrote it."""


@dataclass(frozen=True, slots=True)
class Draft:
    base: Procedure
    now: Procedure
    written: Mapping[Spot, Written] = field(default_factory=dict)
    together: frozenset[int] = frozenset()
    """Numbers of the proposals whose edits are decided as one."""
    headers: tuple[tuple[int, GroupHeader], ...] = ()
    count: int = 0
    """Number of proposals so far."""


def proposed(draft: Draft, proposal: Proposal, serves: tuple[str, ...]) -> Draft:
    """Return the draft with one more proposal applied."""
    number, header = draft.count + 1, proposal.header
    texts = {part: list(draft.now.part(part)) for part in PARTS}
    written = dict(draft.written)
    for edit in proposal.edits:
        texts[edit.part][edit.step - 1] = edit.text
        old = written.get((edit.part, edit.step), Written())
        written[edit.part, edit.step] = Written(
            tuple(dict.fromkeys((*old.reasons, edit.reason))) if edit.reason else old.reasons,
            tuple(dict.fromkeys((*old.serves, *serves))),
            (*old.proposals, number),
        )
    now = replace(draft.now, steps=tuple(texts["steps"]), resources=tuple(texts["resources"]))
    now = replace(now, **told(header)) if header else now
    return replace(
        draft,
        now=now,
        written=written,
        together=draft.together | {number} if header or len(proposal.edits) > 1 else draft.together,
        headers=(*draft.headers, (number, header)) if header else draft.headers,
        count=number,
    )


def also_serving(draft: Draft, proposal: Proposal, serves: str) -> Draft:
    """Mark the edits of one of its proposals as serving another wish too."""
    written = dict(draft.written)
    for spot in ((edit.part, edit.step) for edit in proposal.edits):
        old = written[spot]
        written[spot] = replace(old, serves=tuple(dict.fromkeys((*old.serves, serves))))
    return replace(draft, written=written)


def edits_of(draft: Draft) -> tuple[Replace, ...]:
    """Return the edits from the base to now: steps in order, then resources."""
    groups = _groups(draft)
    return tuple(
        Replace(
            part=part, step=step, text=now, reason=" ".join(why.reasons), serves=why.serves,
            group=groups.get(why.proposals[0], ""),
        )
        for part in PARTS
        for step, (old, now) in enumerate(zip(draft.base.part(part), draft.now.part(part), strict=True), 1)
        if now != old
        for why in [draft.written[part, step]]
    )  # fmt: skip


def headers_of(draft: Draft) -> tuple[GroupHeader, ...]:
    groups, merged = _groups(draft), dict[str, GroupHeader]()
    for number, one in draft.headers:
        name = groups[number]
        merged[name] = replace(merged.get(name, GroupHeader(group=name)), **told(one))
    return tuple(merged.values())


def _groups(draft: Draft) -> dict[int, str]:
    """The group name of each proposal that is in one; proposals that meet in a step share a group."""
    name = {number: number for number in range(1, draft.count + 1)}
    grouped = set(draft.together)
    for one in draft.written.values():
        if not grouped.isdisjoint(one.proposals):
            joined = {name[number] for number in one.proposals}
            grouped |= set(one.proposals)
            name = {number: min(joined) if at in joined else at for number, at in name.items()}
    taken = {name[number] for number in grouped}
    return {number: f"g{at}" for number, at in name.items() if at in taken}
