"""Where each edit stands, and the Result (CONTRACT 7 rules 1, 3, 5, 7, 9 and 11).

Owns `Standing`: everything a screen or a report needs to know of a review, computed once a change. Refuses to
change anything: `deciding` does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, assert_never

from tailor.core.events import EditProposed
from tailor.core.review import Decision, Review, Stage
from tailor.core.settling import Settled, Text, layers, renumbered, replaced, seen_draft, settle
from tailor.core.transport import Moved, Stale, premise

Status: TypeAlias = Literal["undecided", "accepted", "rejected", "stale", "on_hold", "withdrawn", "dropped"]
"""stale: undecided, and its premise is gone. on_hold: accepted, and its premise is gone. withdrawn: a newer
answer stands in for it, the other bag is taken, or it was turned down before. dropped: Resolve would drop it."""


@dataclass(frozen=True)  # no slots: each answer is computed once, when first asked for
class Standing:
    """What follows from one review; make a new one after every change."""

    review: Review

    @cached_property
    def result(self) -> Settled:
        """The Result: accepted edits only; with mentions renumbered unless the person switched that off."""
        plain = self.plain_result
        return renumbered(self.review, plain) if self.review.choices.renumber else plain

    @cached_property
    def plain_result(self) -> Settled:
        """The Result before its last stage, `renumber`."""
        return settle(self.review, lambda _, decision: decision is not None and decision.verdict == "accepted")

    @cached_property
    def placing(self) -> Settled:
        """The list on which cards stand: undecided edits count as accepted (rule 3)."""

        def asked(proposal: EditProposed, decision: Decision | None) -> bool:
            return proposal.id not in self.aside if decision is None else decision.verdict == "accepted"

        return settle(self.review, asked)

    def place(self, id: str) -> Moved | Stale | None:
        """Where an edit goes, or why it has no place; None for one that is set aside or turned down.

        What was asked about the Result as accepted has its place there, whatever undecided edits would change.
        """
        place = self.placing.places.get(id)
        if isinstance(place, Stale) and self.open(id) and self.proposals[id][0].asked_late:
            beside = self._on_accepted.places.get(id)
            return beside if isinstance(beside, Moved) else place
        return place

    @cached_property
    def _on_accepted(self) -> Settled:
        """The accepted edits, and on top of them those that were asked about them."""

        def asked(proposal: EditProposed, decision: Decision | None) -> bool:
            if decision is not None:
                return decision.verdict == "accepted"
            return self.proposals[proposal.id][0].asked_late and proposal.id not in self.aside

        return settle(self.review, asked)

    @cached_property
    def proposals(self) -> Mapping[str, tuple[Stage, EditProposed]]:
        """By id, in the order they came."""
        return {p.id: (stage, p) for stage in self.review.stages for p in stage.proposals}

    @property
    def decisions(self) -> Mapping[str, Decision]:
        """By id of edit."""
        return self.review.choices.by_id

    @cached_property
    def aside(self) -> Mapping[str, Literal["withdrawn", "dropped"]]:
        """Edits that are not among those to decide on, unless the person takes them back by hand."""
        found: dict[str, Literal["withdrawn", "dropped"]] = {}
        found |= dict.fromkeys(self._turned_down(), "withdrawn")
        for stage in self.review.stages:
            found |= dict.fromkeys(stage.dropped, "dropped")
            found |= {id: "dropped" for p in stage.proposals for id in p.replaces}
            found |= dict.fromkeys(self._superseded_by(stage), "withdrawn")
            if stage.number in self.bags and not self._with_bag(stage):
                found |= {p.id: "withdrawn" for p in stage.proposals}
        return found

    @cached_property
    def bags(self) -> tuple[int, ...]:
        """adaptive: numbers of the stages whose bags are alternatives; () where there is one bag only.

        A rewrite that has proposed nothing, and may never do so, is no alternative yet.
        """
        for layer in layers(self.review.stages):
            made = [stage for stage in layer if stage.proposals or stage.end in ("edits", "none")]
            if {"modify", "customize"} <= {stage.agent for stage in made}:
                return tuple(stage.number for stage in made if stage.agent in ("modify", "customize"))
        return ()

    @cached_property
    def bag(self) -> int | None:
        """adaptive: the stage whose bag is taken: the rewrite, unless the person switched."""
        if not self.bags:
            return None
        chosen = self.review.choices.bag
        return chosen if chosen in self.bags else self.bags[-1]

    def _with_bag(self, stage: Stage) -> bool:
        """Whether a stage is of the bag that is taken: single edits that were asked for later join the others."""
        return stage.number == self.bag or stage.agent == "modify" == self._bag_agent

    @cached_property
    def _bag_agent(self) -> str:
        return next((stage.agent for stage in self.review.stages if stage.number == self.bag), "")

    @cached_property
    def other_bag(self) -> Stage | None:
        """adaptive: the newest stage whose bag can be taken instead; None where there is one bag only."""
        there = [stage for stage in self.review.stages if stage.number in self.bags]
        return next((stage for stage in reversed(there) if stage.agent != self._bag_agent), None)

    def status(self, id: str) -> Status:
        """Where one edit stands."""
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
        """Ids of the edits that wait for a decision, in the order they came."""
        return tuple(id for id in self.proposals if self.status(id) in ("undecided", "stale"))

    def why_not(self, id: str) -> str:
        """One plain sentence on why an edit is stale or on hold; "" where it is neither."""
        place = self.plain_result.places.get(id) if id in self.decisions else self.place(id)
        if not isinstance(place, Stale):
            return ""
        waits = [need for need in self.needs(id) if self.status(need) != "accepted"]
        if id in self.decisions and waits:
            return "accepted, waits for " + ", ".join(f"#{need}" for need in waits)
        if place.why == "text_changed":
            return "written for the text you changed"
        return "the step it is about is no longer there"

    def needs(self, id: str) -> tuple[str, ...]:
        """Ids of the edits that made the steps this one relies on, theirs included, the earliest first."""
        return self._needs[id]

    def dependents(self, id: str) -> tuple[str, ...]:
        """Ids of the edits that rely on what this one makes."""
        return tuple(other for other, needed in self._needs.items() if id in needed)

    @cached_property
    def _needs(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for id, (stage, proposal) in self.proposals.items():  # makers come before those that rely on them
            needed: dict[str, None] = {}
            for spot in premise(proposal.edit, seen_draft(self.review, stage)):
                for maker in (spot.slot, spot.writer):
                    if maker in self.proposals and maker != id:
                        needed |= dict.fromkeys((*found.get(maker, ()), maker))
            found[id] = tuple(needed)
        return found

    def rivals(self, id: str) -> tuple[str, ...]:
        """Ids of the alternatives to this edit: at most one of them is accepted.

        Other replaces of the same text, whenever they were proposed, and what a rewritten edit of Resolve stands
        in for.
        """
        same = [other for other in self.same_text.get(id, ()) if other != id]
        return tuple(dict.fromkeys((*same, *self._beside.get(id, ()))))

    @cached_property
    def _beside(self) -> Mapping[str, tuple[str, ...]]:
        """By id: the ids of the edits that stand in for it, and of those that it stands in for."""
        found: dict[str, tuple[str, ...]] = {}
        for id, (_, proposal) in self.proposals.items():
            for old in proposal.replaces:
                if old in self.proposals:
                    found[old] = (*found.get(old, ()), id)
                    found[id] = (*found.get(id, ()), old)
        return found

    @cached_property
    def same_text(self) -> Mapping[str, tuple[str, ...]]:
        """By id of a replace: the ids of all that replace the same text, itself among them."""
        found: dict[Text, list[str]] = {}
        for id, (stage, proposal) in self.proposals.items():
            if proposal.op == "replace":
                found.setdefault(replaced(stage, proposal), []).append(id)
        groups = [tuple(ids) for ids in found.values()]
        return {id: ids for ids in groups for id in ids}

    def _superseded_by(self, later: Stage) -> tuple[str, ...]:
        """Ids that `V` withdrew: Verify's earlier edits, once it was asked again about a newer list (rule 7).

        Asked about one step only it has nothing to say on the others, so what it said of them stays.
        """
        if later.agent != "verify" or later.only_step is not None:
            return ()
        return tuple(
            proposal.id
            for stage in self.review.stages
            if stage.number < later.number and stage.agent == "verify" and stage.builds_on != later.builds_on
            for proposal in stage.proposals
        )

    def _turned_down(self) -> tuple[str, ...]:
        """Ids of edits that say what the person rejected earlier, of the same step (rule 11)."""
        refused: dict[tuple[str, str, str], int] = {}
        for id, decision in self.decisions.items():
            if decision.verdict == "rejected" and id in self.proposals:
                refused.setdefault(self._identity(id), self.proposals[id][0].number)
        if not refused:
            return ()
        return tuple(
            id
            for id, (stage, _) in self.proposals.items()
            if refused.get(self._identity(id), stage.number) < stage.number
        )

    def _identity(self, id: str) -> tuple[str, str, str]:
        """What makes an edit the same edit in another stage: its step, operation and text."""
        stage, proposal = self.proposals[id]
        spots = seen_draft(self.review, stage).part(proposal.part)
        at = proposal.step
        if proposal.op == "insert":  # other new steps may have come between: what counts is the step above them
            while at and spots[at - 1].slot in self.proposals:
                at -= 1
        slot = spots[at - 1].slot if at else ""
        words = " ".join(proposal.text.casefold().split()).rstrip(".!; ")
        return (f"{proposal.part}:{slot}", proposal.op, words)
