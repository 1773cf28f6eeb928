"""The person's decisions on the stages of a run, as one value (CONTRACT 7).

Owns `Review`: what the agents proposed, what the person chose, undo and redo. What follows from it (the result,
what is stale or on hold, the rows of the screen) is computed by `standing` and `rows`, never stored. Refuses to
let undo touch what a model said.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from tailor.core.edits import Edit
from tailor.core.events import EditProposed, End
from tailor.core.procedure import Part, Procedure
from tailor.core.requirements import Requirement
from tailor.core.transport import TrackedStep

Verdict: TypeAlias = Literal["accepted", "rejected"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What the person decided on one proposed edit."""

    id: str
    verdict: Verdict
    own: str | None = None
    """The person's own words, taken instead of the agent's."""
    anyway: bool = False
    """Taken although its premise was gone."""
    reason: str = ""
    """Why it was turned down, in the person's words."""
    by: str = "you"


@dataclass(frozen=True, slots=True)
class OwnEdit:
    """An edit of the person's, tied to the step it was made on rather than to a number."""

    id: str
    op: Literal["insert", "replace"]
    slot: str
    """The step it replaces or follows; "" for an insert before the first."""
    text: str
    layer: int
    """It is applied after this layer of stages."""
    part: Part = "steps"
    above: tuple[str, ...] = ()
    """The steps above it when it was made, the nearest last: where an insert goes when `slot` is not there."""


@dataclass(frozen=True)  # no slots: decisions are looked up by id
class Decisions:
    """All that the person chose; undo and redo swap whole `Choices`."""

    decisions: tuple[Decision, ...] = ()
    own: tuple[OwnEdit, ...] = ()
    bag: int | None = None
    """adaptive: number of the stage whose bag is taken; None = the strategy's own choice."""
    renumber: bool = True
    """Whether mentions of steps follow the new numbers."""

    @cached_property
    def by_id(self) -> Mapping[str, Decision]:
        """The decisions by id of edit."""
        return {decision.id: decision for decision in self.decisions}


@dataclass(frozen=True, slots=True)
class Stage:
    """One agent's work: the list it saw, and what it proposed on it."""

    number: int
    agent: str
    steps: tuple[str, ...]
    resources: tuple[str, ...]
    builds_on: tuple[str, ...] = ()
    """Ids of the edits its list already includes."""
    proposals: tuple[EditProposed, ...] = ()
    end: End | None = None
    """How its answer ended; None while it is at work."""
    says: str = ""
    dropped: tuple[str, ...] = ()
    """Ids of edits that this stage (Resolve) would drop."""
    seen: tuple[tuple[TrackedStep, ...], tuple[TrackedStep, ...]] = ((), ())
    """Identities of steps and resources as the agent saw them, set when the stage began."""
    only_step: int | None = None
    """The one step of its list that it was asked about; None for the whole."""
    asked_late: bool = False
    """Whether its list left out edits that had been proposed on earlier lists: it saw the Result as accepted."""
    from_diff: bool = False
    """Whether its edits are the difference to a whole text it wrote: nobody knows what numbers that text means."""


@dataclass(frozen=True, slots=True)
class Review:
    """A review of one run: stages as they come, choices as they are made."""

    original: Procedure
    hint: str = ""
    requirements: tuple[Requirement, ...] = ()
    stages: tuple[Stage, ...] = ()
    choices: Decisions = Decisions()
    past: tuple[Decisions, ...] = field(default=(), repr=False)
    future: tuple[Decisions, ...] = field(default=(), repr=False)

    def decision(self, id: str) -> Decision | None:
        """What was decided on this edit; None while it is undecided."""
        return self.choices.by_id.get(id)


def effective_edit(proposal: EditProposed, decision: Decision | None) -> Edit:
    """The edit as it would be applied: with the person's own words where they gave some."""
    own = decision.own if decision else None
    return proposal.edit if own is None else replace(proposal.edit, text=own)


def decide(review: Review, decisions: Iterable[Decision]) -> Review:
    """The review with these decisions made as one undo step; an edit decided before is decided anew."""
    new = {decision.id: decision for decision in decisions if review.decision(decision.id) != decision}
    if not new:
        return review
    kept = tuple(decision for decision in review.choices.decisions if decision.id not in new)
    return choose(review, replace(review.choices, decisions=(*kept, *new.values())))


def undecide(review: Review, ids: Iterable[str]) -> Review:
    """The review with the decisions on these edits taken back, as one undo step; own edits are taken away."""
    gone = frozenset(ids)
    choices = replace(
        review.choices,
        decisions=tuple(decision for decision in review.choices.decisions if decision.id not in gone),
        own=tuple(own for own in review.choices.own if own.id not in gone),
    )
    return review if choices == review.choices else choose(review, choices)


def choose(review: Review, choices: Decisions) -> Review:
    """The review with new choices: the old ones can be undone, and nothing can be redone any more."""
    return replace(review, choices=choices, past=(*review.past, review.choices), future=())


def differing(one: Decisions, other: Decisions) -> tuple[str, ...]:
    """Ids of the edits, proposed or the person's own, that two sets of choices treat differently."""
    before, after = _by_id(one), _by_id(other)
    return tuple(id for id in dict.fromkeys((*before, *after)) if before.get(id) != after.get(id))


def _by_id(choices: Decisions) -> Mapping[str, Decision | OwnEdit]:
    own = {edit.id: edit for edit in choices.own}
    return {**choices.by_id, **own}


def undo(review: Review) -> Review:
    """The review before the last choice; itself when there is none. Never removes what a model said."""
    if not review.past:
        return review
    *past, last = review.past
    return replace(review, choices=last, past=tuple(past), future=(review.choices, *review.future))


def redo(review: Review) -> Review:
    """The review after the choice undone last; itself when there is none."""
    if not review.future:
        return review
    first, *future = review.future
    return replace(review, choices=first, past=(*review.past, review.choices), future=tuple(future))
