"""What follows from a review: the Result, where each edit goes, and what is stale (CONTRACT 7 rules 1-5).

`ReviewState` answers every question about a review that `fold` made of a run's events. Nothing is stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, TypeAlias, assert_never, get_args

from tailor.core.events import EditProposed
from tailor.core.proposals import Proposals
from tailor.core.resolution import Asked, Meanings, Resolution, headed, renumbered, resolve
from tailor.core.review import Decision, Review, Stage, groups
from tailor.core.transport import Moved, Stale

Aside: TypeAlias = Literal["withdrawn", "dropped", "thought"]
"""thought: the model was still thinking when it wrote it."""
ASIDE: Final[tuple[Aside, ...]] = get_args(Aside)
Status: TypeAlias = Literal["undecided", "accepted", "rejected", "stale", "on_hold"] | Aside
"""stale: undecided, and its premise is gone. on_hold: accepted, and its premise is gone. withdrawn: a newer answer
replaced it, the other bag was taken, or it was rejected before. dropped: Resolve left it out.
"""


@dataclass(frozen=True)  # no slots: each answer is computed once, when first asked for
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
        """Every proposed edit with its stage, by id, in order of arrival."""
        return self.proposed.by_id

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        """By edit id: the edits that made the steps it relies on, directly or through others; earliest first."""
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

        An edit proposed on the Result as accepted so far keeps its place there, whatever undecided edits would
        change.
        """
        place = self.placing.places.get(id)
        if isinstance(place, Stale) and self.open(id) and self.proposals[id][0].asked_late:
            beside = self._on_accepted.places.get(id)
            return beside if isinstance(beside, Moved) else place
        return place

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
        """By edit id."""
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
        """Whether an edit waits for a decision."""
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
            return "written for a text you have changed"
        return "its step is gone"

    def lacks(self, id: str) -> tuple[str, ...]:
        """Ids of the edits it needs that the person rejected, or whose new step they took out again.

        What an agent took out again it knew of: that lacks to nobody.
        """
        taken_out = {own.slot for own in self.review.choices.own if own.op == "replace" and not own.text}
        return tuple(need for need in self.needs[id] if self.status(need) == "rejected" or need in taken_out)

    def dependents(self, id: str) -> tuple[str, ...]:
        """Ids of the edits that rely on this one."""
        return tuple(other for other, needed in self.needs.items() if id in needed)

    def rivals(self, id: str) -> tuple[str, ...]:
        """Ids of the alternatives to this edit, of which at most one is accepted.

        They are other replaces of the same text, and the edits that Resolve rewrote into this one.
        """
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
