"""What follows from a review: the Result, where each edit goes, and what is stale (CONTRACT 7 rules 1-5).

`ReviewState` answers every question about a review that `fold` made of a run's events; `Proposals` those that no
decision changes: what agents proposed, and how the edits relate to each other. Nothing is stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, TypeAlias, assert_never, get_args

from tailor.core.events import EditProposed
from tailor.core.procedure import PARTS, Part
from tailor.core.renumber import mentions
from tailor.core.resolution import (
    Asked,
    Meanings,
    Resolution,
    Rivals,
    headed,
    layers,
    of_one_text,
    renumbered,
    resolve,
)
from tailor.core.review import Decision, Review, Stage, groups, old_text
from tailor.core.transport import Moved, Stale, premise

Aside: TypeAlias = Literal["withdrawn", "dropped", "thought"]
"""thought: the model was still thinking when it wrote it."""
ASIDE: Final[tuple[Aside, ...]] = get_args(Aside)
Status: TypeAlias = Literal["undecided", "accepted", "rejected", "stale", "on_hold"] | Aside
"""stale: undecided, and its premise is gone. on_hold: accepted, and its premise is gone. withdrawn: a newer answer
replaced it, the other bag was taken, or it was rejected before. dropped: Resolve left it out.
"""


@dataclass(frozen=True)  # no slots: each answer is computed once, when first asked for
class Proposals:
    stages: tuple[Stage, ...]

    @cached_property
    def by_id(self) -> Mapping[str, tuple[Stage, EditProposed]]:
        """Every proposed edit with its stage, by id, in order of arrival."""
        return {p.id: (stage, p) for stage in self.stages for p in stage.proposals}

    @cached_property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        """By edit id: the edits that made the steps it relies on, directly or through others; earliest first."""
        found: dict[str, tuple[str, ...]] = {}
        for id, (stage, proposal) in self.by_id.items():  # makers come before those that rely on them
            needed: dict[str, None] = {}
            for spot in premise(proposal.edit, stage.spots(proposal.part)):
                for maker in (spot.slot, spot.writer):
                    if maker in self.by_id and maker != id:
                        needed |= dict.fromkeys((*found.get(maker, ()), maker))
            found[id] = tuple(needed)
        return found

    @cached_property
    def alone(self) -> frozenset[str]:
        """Ids of the edits that rely on no other, have no alternative, and mention no step."""
        return frozenset(
            id
            for id, (stage, one) in self.by_id.items()
            if not (self.needs[id] or self.rivals(id) or mentions(one.text) or mentions(old_text(stage, one)))
        )

    @cached_property
    def by_slot(self) -> Mapping[Part, Mapping[str, tuple[str, ...]]]:
        """The ids of the edits about each step or resource, by its slot, in order of arrival."""
        found: dict[Part, dict[str, list[str]]] = {part: {} for part in PARTS}
        for id, (stage, one) in self.by_id.items():
            slot = id if one.op == "insert" else stage.spots(one.part)[one.step - 1].slot
            found[one.part].setdefault(slot, []).append(id)
        return {part: {slot: tuple(ids) for slot, ids in slots.items()} for part, slots in found.items()}

    def rivals(self, id: str) -> tuple[str, ...]:
        """Ids of the alternatives to this edit, of which at most one is accepted.

        They are other replaces of the same text, and the edits that Resolve rewrote into this one.
        """
        return self._rivals.get(id, ())

    @cached_property
    def _rivals(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for id in {**self._same_text, **self._alternatives}:
            same = (other for other in self._same_text.get(id, ()) if other != id)
            found[id] = tuple(dict.fromkeys((*same, *self._alternatives.get(id, ()))))
        return found

    @cached_property
    def _alternatives(self) -> Mapping[str, tuple[str, ...]]:
        """By edit id: the edits that Resolve put in its place, and those it was put in place of."""
        found: dict[str, tuple[str, ...]] = {}
        for id, (_, proposal) in self.by_id.items():
            for old in proposal.replaces:
                if old in self.by_id:
                    found[old] = (*found.get(old, ()), id)
                    found[id] = (*found.get(id, ()), old)
        return found

    @cached_property
    def of_one_text(self) -> tuple[Rivals, ...]:
        """The replaces that compete for the same text, in order of arrival."""
        return of_one_text(self.stages)

    @cached_property
    def _same_text(self) -> Mapping[str, tuple[str, ...]]:
        """By id of a replace that competes with others for its text: the ids of all of them, its own included."""
        groups = [tuple(one.id for one in them) for them in self.of_one_text]
        return {id: ids for ids in groups for id in ids}

    @cached_property
    def bags(self) -> tuple[Stage, ...]:
        """adaptive: the stages whose bags are alternatives; () if there is only one bag.

        A rewrite that has proposed nothing yet is no alternative.
        """
        for layer in layers(self.stages):
            made = [stage for stage in layer if stage.proposals or stage.end in ("edits", "none")]
            if {"modify", "customize"} <= {stage.agent for stage in made if stage.only_step is None}:
                return tuple(stage for stage in made if stage.agent in ("modify", "customize"))
        return ()

    def superseded_by(self, later: Stage) -> tuple[str, ...]:
        """Ids of edits that a later answer about the whole withdraws, if its list lacks them: Verify's by Verify
        on a newer list (rule 7), a rewrite's and its Verify's by a new rewrite.
        """
        again = later.agent == "customize" and bool(later.proposals)
        if later.only_step is not None or not (again or later.agent == "verify"):
            return ()
        return tuple(
            proposal.id
            for stage in self.stages
            if stage.number < later.number and (stage.agent == later.agent or (again and stage.agent == "verify"))
            for proposal in stage.proposals
            if (again or stage.builds_on != later.builds_on) and proposal.id not in later.builds_on
        )

    @cached_property
    def identities(self) -> Mapping[str, tuple[str, str, str]]:
        """By edit id, what makes two edits of different stages the same: step, operation and words."""
        return {id: self._identity(stage, proposal) for id, (stage, proposal) in self.by_id.items()}

    def _identity(self, stage: Stage, proposal: EditProposed) -> tuple[str, str, str]:
        spots = stage.spots(proposal.part)
        at = proposal.step
        if proposal.op == "insert":  # other new steps may have come between: what counts is the step above them
            while at and spots[at - 1].slot in self.by_id:
                at -= 1
        slot = spots[at - 1].slot if at else ""
        words = " ".join(proposal.text.casefold().split()).rstrip(".!; ")
        return (f"{proposal.part}:{slot}", proposal.op, words)


@dataclass(frozen=True)  # no slots, as above
class ReviewState:
    """Everything computed from one review; make a new one after each change."""

    review: Review
    shared: Proposals | None = field(default=None, repr=False, compare=False)
    """What an earlier state of this review knew of its edits; used where no stage has changed since."""

    @cached_property
    def proposed(self) -> Proposals:
        """What agents proposed, whatever was decided."""
        known, stages = self.shared, self.review.stages
        return known if known is not None and known.stages is stages else Proposals(stages)

    @property
    def proposals(self) -> Mapping[str, tuple[Stage, EditProposed]]:
        return self.proposed.by_id

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return self.proposed.needs

    @cached_property
    def result(self) -> Resolution:
        """The Result: the accepted edits, with step mentions renumbered unless the user switched that off."""
        plain = self.plain_result
        return renumbered(self.review, plain) if self.review.choices.renumber else plain

    @cached_property
    def meanings(self) -> Meanings:
        """Which steps the texts mean by their numbers."""
        return Meanings(self.review)

    @cached_property
    def plain_result(self) -> Resolution:
        """The Result before its last stage, `renumber`."""
        made = self._resolved(lambda _, decision: decision is not None and decision.verdict == "accepted")
        return headed(self.review, made)

    def _resolved(self, asked: Asked) -> Resolution:
        return resolve(self.review, asked, rivals=self.proposed.of_one_text)

    @cached_property
    def placing(self) -> Resolution:
        """The list that cards are placed on: undecided edits count as accepted (rule 3)."""

        def asked(proposal: EditProposed, decision: Decision | None) -> bool:
            return proposal.id not in self.aside if decision is None else decision.verdict == "accepted"

        return self._resolved(asked)

    def place(self, id: str) -> Moved | Stale | None:
        """Where an edit goes, or why it has no place. None for a rejected, withdrawn or dropped edit.

        An accepted edit, and one proposed on the Result as accepted so far, keep their place there, whatever
        undecided edits would change.
        """
        place = self.placing.places.get(id)
        if not isinstance(place, Stale):
            return place
        if id in self.decisions:
            beside = self.plain_result.places.get(id)
        else:
            beside = self._on_accepted.places.get(id) if self.proposals[id][0].asked_late else None
        return beside if isinstance(beside, Moved) else place

    @cached_property
    def _on_accepted(self) -> Resolution:
        """The accepted edits, plus the undecided ones that were proposed on top of them."""

        def asked(proposal: EditProposed, decision: Decision | None) -> bool:
            if decision is not None:
                return decision.verdict == "accepted"
            return self.proposals[proposal.id][0].asked_late and proposal.id not in self.aside

        return self._resolved(asked)

    @cached_property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """By edit id, the ids of the edits that are decided together with it, its own included."""
        return groups(self.review)

    @property
    def decisions(self) -> Mapping[str, Decision]:
        return self.review.choices.by_id

    @cached_property
    def aside(self) -> Mapping[str, Aside]:
        """Edits that are not up for decision, unless the user takes one back by hand."""
        found: dict[str, Aside] = dict.fromkeys(self.proposed_again, "withdrawn")
        given_up = self._bags_given_up()
        for stage in self.review.stages:
            found |= dict.fromkeys(stage.taken_back, "thought")
            found |= dict.fromkeys(stage.dropped, "dropped")
            found |= {id: "dropped" for p in stage.proposals for id in p.replaces}
            found |= dict.fromkeys(self.proposed.superseded_by(stage), "withdrawn")
            if stage.number in given_up:
                found |= {p.id: "withdrawn" for p in stage.proposals}
        return found

    @cached_property
    def _bag(self) -> Stage | None:
        """adaptive: the stage whose bag counts: the rewrite's, unless the user switched."""
        chosen = (stage for stage in self.proposed.bags if stage.number == self.review.choices.bag)
        return next(chosen, self.proposed.bags[-1] if self.proposed.bags else None)

    def _bags_given_up(self) -> frozenset[int]:
        """adaptive: stages whose bag does not count, by number; single edits asked for later go with Modify's."""
        if (bag := self._bag) is None:
            return frozenset()
        others = (stage for stage in self.proposed.bags if stage.number != bag.number)
        return frozenset(stage.number for stage in others if {stage.agent, bag.agent} != {"modify"})

    @cached_property
    def other_bag(self) -> Stage | None:
        """adaptive: the newest stage whose bag could be taken instead; None if there is only one bag."""
        agent = self._bag.agent if self._bag else ""
        return next((stage for stage in reversed(self.proposed.bags) if stage.agent != agent), None)

    @cached_property
    def _statuses(self) -> dict[str, Status]:
        return {}

    def status(self, id: str) -> Status:
        if (known := self._statuses.get(id)) is None:
            known = self._statuses[id] = self._status(id)
        return known

    def _status(self, id: str) -> Status:
        decision = self.decisions.get(id)
        match decision.verdict if decision else None:
            case "rejected":
                return "rejected"
            case "accepted":
                return "accepted" if isinstance(self.plain_result.places.get(id), Moved) else "on_hold"
            case None:
                if id in self.aside:
                    return self.aside[id]
                return "stale" if isinstance(self.place(id), Stale) else "undecided"
            case other:
                assert_never(other)

    def open(self, id: str) -> bool:
        return id not in self.decisions and id not in self.aside

    @cached_property
    def undecided(self) -> tuple[str, ...]:
        """Ids of the edits that wait for a decision, in order of arrival."""
        return tuple(id for id in self.proposals if self.status(id) in ("undecided", "stale"))

    def why_not(self, id: str) -> str:
        """Why an edit is stale or on hold, in a few words; "" if it is neither."""
        place = self.plain_result.places.get(id) if id in self.decisions else self.place(id)
        if not isinstance(place, Stale):
            return ""
        waits = [need for need in self.needs[id] if self.status(need) != "accepted"]
        if id in self.decisions and waits:
            return "accepted, waiting for " + ", ".join(f"#{need}" for need in waits)
        if place.why == "text_changed":
            return "written for the text before you changed it"
        return "its step is gone"

    def lacks(self, id: str) -> tuple[str, ...]:
        """Ids of the edits it needs that the person rejected, or whose new step they removed again.

        What an agent removed does not count: it knew what it did.
        """
        taken_out = {own.slot for own in self.review.choices.own if own.op == "replace" and not own.text}
        return tuple(need for need in self.needs[id] if self.status(need) == "rejected" or need in taken_out)

    def dependents(self, id: str) -> tuple[str, ...]:
        return tuple(other for other, needed in self.needs.items() if id in needed)

    def rivals(self, id: str) -> tuple[str, ...]:
        return self.proposed.rivals(id)

    @cached_property
    def proposed_again(self) -> tuple[str, ...]:
        """Ids of edits that repeat, in a later stage, what the user rejected for the same step (rule 11)."""
        refused: dict[tuple[str, str, str], int] = {}
        for id, decision in self.decisions.items():
            if decision.verdict == "rejected" and id in self.proposals:
                what, stage = self.proposed.identities[id], self.proposals[id][0].number
                refused[what] = min(stage, refused.get(what, stage))
        if not refused:
            return ()
        return tuple(
            id
            for id, (stage, _) in self.proposals.items()
            if refused.get(self.proposed.identities[id], stage.number) < stage.number
        )
