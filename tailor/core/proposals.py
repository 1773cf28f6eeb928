"""What agents proposed, and how the edits relate to each other: all that no decision changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tailor.core.events import EditProposed
from tailor.core.procedure import PARTS, Part
from tailor.core.renumber import mentions
from tailor.core.resolution import Rivals, layers, of_one_text
from tailor.core.review import Stage, old_text
from tailor.core.transport import premise


@dataclass(frozen=True)  # no slots: each answer is computed once, when first asked for
class Proposals:
    """The edits of these stages."""

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
        """The replaces of each text that several are about, in order of arrival."""
        return of_one_text(self.stages)

    @cached_property
    def _same_text(self) -> Mapping[str, tuple[str, ...]]:
        """By id of a replace that is not the only one of its text: the ids of all of them, its own included."""
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
        on a newer list (rule 7), a rewrite's and its Verify's by a rewrite."""
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
