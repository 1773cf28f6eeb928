"""A review as a value: what the agents proposed and what the user decided (CONTRACT 7).

A `Review` collects stages as they come and decisions as they are made; undo and redo swap whole `Decisions` and
never touch what a model said. Everything that follows from a review is computed by `state`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from typing import Literal, TypeAlias, TypeVar

from tailor.core.edits import Edit
from tailor.core.events import EditProposed, End, HeaderProposed, Judged, PlaceFound, StageFinished
from tailor.core.procedure import Part, Procedure
from tailor.core.requirements import Requirement
from tailor.core.transport import TrackedStep

Meant: TypeAlias = tuple[tuple[int, str], ...]
"""The steps that a person's words mention: each number as they wrote it, with the step's slot."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the user decided on one proposed edit."""

    id: str
    verdict: Literal["accepted", "rejected"]
    own: str | None = None
    """The user's own words, used instead of the agent's."""
    anyway: bool = False
    """Accepted although its premise was gone."""
    reason: str = ""
    by: str = "you"
    meant: Meant = field(default=(), metadata={"omit_empty": True})
    """The steps that `own` mentions."""


@dataclass(frozen=True, slots=True)
class OwnEdit:
    """An edit made by the user, tied to a step rather than to a number."""

    id: str
    op: Literal["insert", "replace"]
    slot: str
    """The step it replaces or follows; "" for an insert before the first."""
    text: str
    layer: int
    """It is applied after this layer of stages."""
    part: Part = "steps"
    above: tuple[str, ...] = ()
    """The steps above it when it was made, nearest last: where an insert goes if `slot` is gone."""
    serves: tuple[str, ...] = ()
    """Ids of the requirements of the places whose words it takes away."""
    decides: tuple[str, ...] = field(default=(), metadata={"omit_empty": True})
    """Ids of the places it decides; () for all that were found in the text it replaces."""
    meant: Meant = field(default=(), metadata={"omit_empty": True})
    """The steps that its text mentions."""


@dataclass(frozen=True)  # no slots: decisions are looked up by id
class Decisions:
    """Everything the user chose."""

    decisions: tuple[Decision, ...] = ()
    own: tuple[OwnEdit, ...] = ()
    bag: int | None = None
    """adaptive: number of the stage whose bag counts; None for the strategy's own choice."""
    renumber: bool = True
    fine: tuple[str, ...] = ()
    """Ids of the places that may stay as they are (rule 13)."""
    split: tuple[str, ...] = ()
    """Ids of the groups whose edits are decided one by one."""
    unwanted: tuple[str, ...] = ()
    """Ids of the requirements that were turned down as a whole (rule 14)."""

    @cached_property
    def by_id(self) -> Mapping[str, Decision]:
        return {decision.id: decision for decision in self.decisions}


@dataclass(frozen=True, slots=True)
class Stage:
    """One agent's work: the list it saw, and what it proposed."""

    number: int
    agent: str
    steps: tuple[str, ...]
    resources: tuple[str, ...]
    builds_on: tuple[str, ...] = ()
    """Ids of the edits that its list already includes."""
    proposals: tuple[EditProposed, ...] = ()
    end: End | None = None
    """How its answer ended; None while it is working."""
    places: tuple[PlaceFound, ...] = ()
    headers: tuple[HeaderProposed, ...] = ()
    says: str = ""
    dropped: tuple[str, ...] = ()
    taken_back: tuple[str, ...] = ()
    """Ids of edits that the model wrote while it was still thinking; decisions on them still count."""
    verdicts: tuple[Judged, ...] = ()
    """What became of each requirement, as the agent says."""
    seen: tuple[tuple[TrackedStep, ...], tuple[TrackedStep, ...]] = ((), ())
    """Identities of the steps and resources that the agent saw."""
    only_step: int | None = None
    """The one step it was asked about; None for all."""
    asked_late: bool = False
    """Whether its list lacks edits that were proposed before: it saw the Result as accepted so far."""
    from_diff: bool = False
    """Whether its edits are the difference to a rewritten procedure, whose step numbers are unknown."""

    def spots(self, part: Part) -> tuple[TrackedStep, ...]:
        """The steps or resources that its agent saw, with their identities."""
        return self.seen[0 if part == "steps" else 1]

    def finished(self, event: StageFinished) -> "Stage":
        """The stage as its agent left it."""
        return replace(self, end=event.end, says=event.says, dropped=event.dropped, verdicts=event.verdicts)


@dataclass(frozen=True, slots=True)
class Review:
    original: Procedure
    hint: str = ""
    requirements: tuple[Requirement, ...] = ()
    stages: tuple[Stage, ...] = ()
    choices: Decisions = Decisions()
    past: tuple[Decisions, ...] = field(default=(), repr=False)
    future: tuple[Decisions, ...] = field(default=(), repr=False)

    def decision(self, id: str) -> Decision | None:
        """The decision on this edit; None while it is undecided."""
        return self.choices.by_id.get(id)


def effective_edit(proposal: EditProposed, decision: Decision | None) -> Edit:
    """The edit as it would be applied: with the user's own words, if any."""
    own = decision.own if decision else None
    return proposal.edit if own is None else replace(proposal.edit, text=own)


def old_text(stage: Stage, proposal: EditProposed) -> str:
    """The text that a replace was written for; "" for an insert."""
    if proposal.op == "insert":
        return ""
    texts = stage.steps if proposal.part == "steps" else stage.resources
    return texts[proposal.step - 1]


def decide(review: Review, decisions: Iterable[Decision]) -> Review:
    """Make these decisions as one undo step, replacing earlier ones on the same edits."""
    new = {decision.id: decision for decision in decisions if review.decision(decision.id) != decision}
    if not new:
        return review
    kept = tuple(decision for decision in review.choices.decisions if decision.id not in new)
    return choose(review, replace(review.choices, decisions=(*kept, *new.values())))


def groups(review: Review) -> Mapping[str, tuple[str, ...]]:
    """By edit id, the ids of all edits of its group; edits without one, and of split groups, are missing."""
    found: dict[str, list[str]] = {}
    for proposal in (one for stage in review.stages for one in stage.proposals):
        if proposal.group and proposal.group not in review.choices.split:
            found.setdefault(proposal.group, []).append(proposal.id)
    return {id: tuple(ids) for ids in found.values() for id in ids}


def together(review: Review, ids: Iterable[str]) -> tuple[str, ...]:
    """These ids, each followed by those of the other edits of its group unless the person split it."""
    known = groups(review)
    return tuple(dict.fromkeys(one for id in ids for one in (id, *known.get(id, ()))))


def choose(review: Review, choices: Decisions) -> Review:
    """Replace the decisions; the old ones can be undone, and nothing can be redone any more."""
    return replace(review, choices=choices, past=(*review.past, review.choices), future=())


def differing(one: Decisions, other: Decisions) -> tuple[str, ...]:
    """Ids of the edits, proposed or the user's own, and places that two sets of decisions treat differently."""
    before, after = (_by_id(one), _by_id(other))
    return tuple(id for id in dict.fromkeys((*before, *after)) if before.get(id) != after.get(id))


def _by_id(choices: Decisions) -> Mapping[str, object]:
    return {**choices.by_id, **{own.id: own for own in choices.own}, **dict.fromkeys(choices.fine, "fine")}


def merged(before: Decisions, theirs: Decisions, ours: Decisions) -> Decisions:
    """Merge what two sides independently made of the same decisions: our changes count, else theirs.

    An edit of their own with the same id as one of ours gets a new id; of two texts for one step ours counts.
    """
    mine = {(one.slot, one.part) for one in ours.own if one.op == "replace" and one not in before.own}
    made = [
        one for one in theirs.own if one.op != "replace" or (one.slot, one.part) not in mine or one in before.own
    ]
    taken = {one.id for one in (*before.own, *ours.own, *made)}
    free = (id for number in count(1) if (id := f"you{number}") not in taken)
    both = {one.id for one in ours.own} - {one.id for one in before.own}
    names = {one.id: next(free) for one in made if one.id in both and one not in ours.own}
    return Decisions(
        decisions=_both(before.decisions, theirs.decisions, ours.decisions),
        own=_both(before.own, tuple(_renamed(one, names) for one in made), ours.own),
        bag=ours.bag if ours.bag != before.bag else theirs.bag,
        renumber=ours.renumber if ours.renumber != before.renumber else theirs.renumber,
        fine=_both(before.fine, theirs.fine, ours.fine),
        split=_both(before.split, theirs.split, ours.split),
        unwanted=_both(before.unwanted, theirs.unwanted, ours.unwanted),
    )


_Chosen = TypeVar("_Chosen", bound=Decision | OwnEdit | str)


def _both(
    before: tuple[_Chosen, ...], theirs: tuple[_Chosen, ...], ours: tuple[_Chosen, ...]
) -> tuple[_Chosen, ...]:
    was, now = ({_id(one): one for one in some} for some in (before, ours))
    changed = {id for id in {*was, *now} if was.get(id) != now.get(id)}
    kept = (one for one in theirs if _id(one) not in changed)
    return (*kept, *(one for one in ours if _id(one) in changed))


def _id(one: Decision | OwnEdit | str) -> str:
    return one if isinstance(one, str) else one.id


def _renamed(one: OwnEdit, names: Mapping[str, str]) -> OwnEdit:
    """The edit with new ids for own edits, also for those it refers to."""
    above = tuple(names.get(slot, slot) for slot in one.above)
    return replace(one, id=names.get(one.id, one.id), slot=names.get(one.slot, one.slot), above=above)


def rebased(review: Review, before: Decisions, theirs: Decisions) -> Review:
    """The review with what was decided elsewhere since `before`; undo and redo walk its own decisions only."""

    def joined(ours: Decisions) -> Decisions:
        return merged(before, theirs, ours)

    return replace(
        review,
        choices=joined(review.choices),
        past=tuple(map(joined, review.past)),
        future=tuple(map(joined, review.future)),
    )


def undo(review: Review) -> Review:
    """Take back the last choice, if there is one."""
    if not review.past:
        return review
    *past, last = review.past
    return replace(review, choices=last, past=tuple(past), future=(review.choices, *review.future))


def redo(review: Review) -> Review:
    """Repeat the choice undone last, if there is one."""
    if not review.future:
        return review
    first, *future = review.future
    return replace(review, choices=first, past=(*review.past, review.choices), future=tuple(future))
