"""What follows from a review: the Result, where each edit goes, and what is stale (CONTRACT 7 rules 1-5).

`fold` turns a run's events into a `Review`; `ReviewState` answers every question about one; `resolve` carries the
edits that count, layer by layer, from the list their agent saw to the current one and applies them. Nothing here
is stored: undo and redo only swap decisions.

A *layer* is the stages that number their edits on the same list: Modify, Verify and Resolve of `parallel`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial, reduce
from itertools import groupby
from typing import Literal, TypeAlias, assert_never

from tailor.core.edits import Edit, Insert, Replace
from tailor.core.events import (
    DraftWritten,
    EditProposed,
    Event,
    Finding,
    HeaderProposed,
    PlaceFound,
    RequirementsRead,
    RunStarted,
    StageFinished,
    StageStarted,
    TextDelta,
)
from tailor.core.procedure import Procedure
from tailor.core.renumber import RENUMBER, Where, renumbering_bag
from tailor.core.review import Decision, Decisions, OwnEdit, Review, Stage, effective_edit, groups
from tailor.core.transport import (
    Moved,
    Stale,
    TrackedProcedure,
    TrackedStep,
    apply_tracked,
    premise,
    tracked_original,
    transport,
)

Asked: TypeAlias = Callable[[EditProposed, Decision | None], bool]
"""Whether an edit takes part in a list."""

Text: TypeAlias = tuple[str, str, str]
"""One version of a step: its part, its slot, and the id of the edit that wrote it."""

Batch: TypeAlias = tuple[TrackedProcedure, tuple[Edit, ...]]
"""A list, and edits numbered on it that were applied to it."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """The list that follows from a review, and the place of each edit that was asked for."""

    draft: TrackedProcedure
    places: Mapping[str, Moved | Stale]
    """By edit id; edits that were not asked for are missing."""
    batches: tuple[Batch, ...] = ()
    """What was applied, in order: replaying it on the original gives `draft`."""
    findings: tuple[Finding, ...] = ()
    """Mentions of steps that are gone."""


Status: TypeAlias = Literal["undecided", "accepted", "rejected", "stale", "on_hold", "withdrawn", "dropped"]
"""stale: undecided, and its premise is gone. on_hold: accepted, and its premise is gone. withdrawn: a newer answer
replaced it, the other bag was taken, or it was rejected before. dropped: Resolve left it out.
"""


@dataclass(frozen=True)  # no slots: each answer is computed once, when first asked for
class ReviewState:
    """Everything computed from one review; make a new one after each change."""

    review: Review

    @cached_property
    def result(self) -> Resolution:
        """The Result: the accepted edits, with step mentions renumbered unless the user switched that off."""
        plain = self.plain_result
        return renumbered(self.review, plain) if self.review.choices.renumber else plain

    @cached_property
    def plain_result(self) -> Resolution:
        """The Result before its last stage, `renumber`."""
        made = resolve(self.review, lambda _, decision: decision is not None and decision.verdict == "accepted")
        return headed(self.review, made)

    @cached_property
    def placing(self) -> Resolution:
        """The list that cards are placed on: undecided edits count as accepted (rule 3)."""

        def asked(proposal: EditProposed, decision: Decision | None) -> bool:
            return proposal.id not in self.aside if decision is None else decision.verdict == "accepted"

        return resolve(self.review, asked)

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

        return resolve(self.review, asked)

    @cached_property
    def proposals(self) -> Mapping[str, tuple[Stage, EditProposed]]:
        """Every proposed edit with its stage, by id, in order of arrival."""
        return {p.id: (stage, p) for stage in self.review.stages for p in stage.proposals}

    @cached_property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """By edit id, the ids of the edits that are decided together with it, its own included."""
        return groups(self.review)

    @property
    def decisions(self) -> Mapping[str, Decision]:
        """By edit id."""
        return self.review.choices.by_id

    @cached_property
    def aside(self) -> Mapping[str, Literal["withdrawn", "dropped"]]:
        """Edits that are not up for decision, unless the user takes one back by hand."""
        found: dict[str, Literal["withdrawn", "dropped"]] = dict.fromkeys(self.proposed_again, "withdrawn")
        given_up = self._bags_given_up()
        for stage in self.review.stages:
            found |= dict.fromkeys(stage.dropped, "dropped")
            found |= {id: "dropped" for p in stage.proposals for id in p.replaces}
            found |= dict.fromkeys(self._superseded_by(stage), "withdrawn")
            if stage.number in given_up:
                found |= {p.id: "withdrawn" for p in stage.proposals}
        return found

    @cached_property
    def _bags(self) -> tuple[Stage, ...]:
        """adaptive: the stages whose bags are alternatives; () if there is only one bag.

        A rewrite that has proposed nothing yet is no alternative.
        """
        for layer in layers(self.review.stages):
            made = [stage for stage in layer if stage.proposals or stage.end in ("edits", "none")]
            if {"modify", "customize"} <= {stage.agent for stage in made if stage.only_step is None}:
                return tuple(stage for stage in made if stage.agent in ("modify", "customize"))
        return ()

    @cached_property
    def _bag(self) -> Stage | None:
        """adaptive: the stage whose bag counts: the rewrite's, unless the user switched."""
        chosen = (stage for stage in self._bags if stage.number == self.review.choices.bag)
        return next(chosen, self._bags[-1] if self._bags else None)

    def _bags_given_up(self) -> frozenset[int]:
        """adaptive: stages whose bag does not count, by number; single edits asked for later go with Modify's."""
        if (bag := self._bag) is None:
            return frozenset()
        others = (stage for stage in self._bags if stage.number != bag.number)
        return frozenset(stage.number for stage in others if {stage.agent, bag.agent} != {"modify"})

    @cached_property
    def other_bag(self) -> Stage | None:
        """adaptive: the newest stage whose bag could be taken instead; None if there is only one bag."""
        agent = self._bag.agent if self._bag else ""
        return next((stage for stage in reversed(self._bags) if stage.agent != agent), None)

    def status(self, id: str) -> Status:
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
            return "accepted, waits for " + ", ".join(f"#{need}" for need in waits)
        if place.why == "text_changed":
            return "written for the text you changed"
        return "the step it is about is no longer there"

    def lacks(self, id: str) -> tuple[str, ...]:
        """Ids of the edits it needs that were turned down, or whose new step was left out of the Result."""

        def gone(need: str) -> bool:
            one, status = self.proposals[need][1], self.status(need)
            left_out = one.op == "insert" and need not in self.result.draft.index(one.part)
            return status == "rejected" or (status == "accepted" and left_out)

        return tuple(filter(gone, self.needs[id]))

    def dependents(self, id: str) -> tuple[str, ...]:
        """Ids of the edits that rely on this one."""
        return tuple(other for other, needed in self.needs.items() if id in needed)

    @cached_property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        """By edit id: the edits that made the steps it relies on, directly or through others; earliest first."""
        found: dict[str, tuple[str, ...]] = {}
        for id, (stage, proposal) in self.proposals.items():  # makers come before those that rely on them
            needed: dict[str, None] = {}
            for spot in premise(proposal.edit, tracked_seen(self.review, stage)):
                for maker in (spot.slot, spot.writer):
                    if maker in self.proposals and maker != id:
                        needed |= dict.fromkeys((*found.get(maker, ()), maker))
            found[id] = tuple(needed)
        return found

    def rivals(self, id: str) -> tuple[str, ...]:
        """Ids of the alternatives to this edit, of which at most one is accepted.

        They are other replaces of the same text, and the edits that Resolve rewrote into this one.
        """
        same = [other for other in self.same_text.get(id, ()) if other != id]
        return tuple(dict.fromkeys((*same, *self._alternatives.get(id, ()))))

    @cached_property
    def _alternatives(self) -> Mapping[str, tuple[str, ...]]:
        """By edit id: the edits that Resolve put in its place, and those it was put in place of."""
        found: dict[str, tuple[str, ...]] = {}
        for id, (_, proposal) in self.proposals.items():
            for old in proposal.replaces:
                if old in self.proposals:
                    found[old] = (*found.get(old, ()), id)
                    found[id] = (*found.get(id, ()), old)
        return found

    @cached_property
    def same_text(self) -> Mapping[str, tuple[str, ...]]:
        """By id of a replace: the ids of all replaces of the same text, its own included."""
        found: dict[Text, list[str]] = {}
        for id, (stage, proposal) in self.proposals.items():
            if proposal.op == "replace":
                found.setdefault(replaced(stage, proposal), []).append(id)
        groups = [tuple(ids) for ids in found.values()]
        return {id: ids for ids in groups for id in ids}

    def _superseded_by(self, later: Stage) -> tuple[str, ...]:
        """Ids of edits that a later answer about the whole withdraws, if its list lacks them: Verify's by Verify
        on a newer list (rule 7), a rewrite's and its Verify's by a rewrite."""
        again = later.agent == "customize" and bool(later.proposals)
        if later.only_step is not None or not (again or later.agent == "verify"):
            return ()
        return tuple(
            proposal.id
            for stage in self.review.stages
            if stage.number < later.number and (stage.agent == later.agent or (again and stage.agent == "verify"))
            for proposal in stage.proposals
            if (again or stage.builds_on != later.builds_on) and proposal.id not in later.builds_on
        )

    @cached_property
    def proposed_again(self) -> tuple[str, ...]:
        """Ids of edits that repeat, in a later stage, what the user rejected for the same step (rule 11)."""
        refused: dict[tuple[str, str, str], int] = {}
        for id, decision in self.decisions.items():
            if decision.verdict == "rejected" and id in self.proposals:
                what, stage = self._identity(id), self.proposals[id][0].number
                refused[what] = min(stage, refused.get(what, stage))
        if not refused:
            return ()
        return tuple(
            id
            for id, (stage, _) in self.proposals.items()
            if refused.get(self._identity(id), stage.number) < stage.number
        )

    def _identity(self, id: str) -> tuple[str, str, str]:
        """What makes two edits of different stages the same: step, operation and words."""
        stage, proposal = self.proposals[id]
        spots = tracked_seen(self.review, stage).part(proposal.part)
        at = proposal.step
        if proposal.op == "insert":  # other new steps may have come between: what counts is the step above them
            while at and spots[at - 1].slot in self.proposals:
                at -= 1
        slot = spots[at - 1].slot if at else ""
        words = " ".join(proposal.text.casefold().split()).rstrip(".!; ")
        return (f"{proposal.part}:{slot}", proposal.op, words)


def fold_all(start: Procedure | Review, events: Iterable[Event]) -> Review:
    review = start if isinstance(start, Review) else Review(start)
    telling = (event for event in events if not isinstance(event, TextDelta))
    for stage, some in groupby(telling, lambda event: event.stage if isinstance(event, EditProposed) else None):
        if stage is None:
            review = reduce(fold, some, review)
        else:  # all at once: a stage that is copied for each of its edits costs the square of their number
            review = _with_stage(review, stage, partial(_with_proposals, tuple(some)))
    return review


def fold(review: Review, event: Event) -> Review:
    """The review after one event; events about anything but edits change nothing."""
    match event:
        case RunStarted() if event.procedure is not None and not review.stages:
            return replace(review, original=event.procedure, hint=event.hint)
        case RequirementsRead():
            return replace(review, requirements=event.requirements)
        case StageStarted():
            return replace(review, stages=(*review.stages, _stage(review, event)))
        case DraftWritten():
            return _with_stage(review, event.stage, lambda s: replace(s, from_diff=True))
        case EditProposed():
            return _with_stage(review, event.stage, partial(_with_proposals, (event,)))
        case PlaceFound():
            return _with_stage(review, event.stage, lambda s: replace(s, places=(*s.places, event)))
        case HeaderProposed():
            return _with_stage(review, event.stage, lambda s: replace(s, headers=(*s.headers, event)))
        case StageFinished():
            return _with_stage(review, event.stage, lambda stage: stage.finished(event))
        case _:
            return review


def _with_proposals(told: Iterable[Event], stage: Stage) -> Stage:
    return replace(stage, proposals=(*stage.proposals, *(one for one in told if isinstance(one, EditProposed))))


def with_seen_lists(review: Review, chosen: Mapping[int, Decisions]) -> Review:
    """The review with the list each agent saw recomputed from the decisions made before it began, by stage number.

    For reading a whole record: events alone do not contain the user's own edits.
    """
    for at, stage in enumerate(review.stages):
        if stage.number in chosen:
            before = replace(review, stages=review.stages[:at], choices=chosen[stage.number])
            review = _with_stage(review, stage.number, partial(_with_seen, before))
    return review


def _stage(review: Review, event: StageStarted) -> Stage:
    stage = Stage(
        number=event.stage,
        agent=event.agent,
        steps=event.steps,
        resources=event.resources,
        builds_on=event.builds_on,
        only_step=event.only_step,
        asked_late=_asked_late(review, event),
    )
    return _with_seen(review, stage)


def _with_stage(review: Review, number: int, change: Callable[[Stage], Stage]) -> Review:
    stages = tuple(change(stage) if stage.number == number else stage for stage in review.stages)
    return replace(review, stages=stages)


def _asked_late(review: Review, event: StageStarted) -> bool:
    """Whether earlier edits, proposed on another list, are missing from the list of this stage."""
    mine = (event.builds_on, event.steps)
    others = [stage for stage in review.stages if (stage.builds_on, stage.steps) != mine]
    return not {proposal.id for stage in others for proposal in stage.proposals} <= set(event.builds_on)


def _with_seen(review: Review, stage: Stage) -> Stage:
    """The stage with the identities of the steps its agent sees, found from the edits that its list includes.

    A run's Verify sees Modify's own texts, `V` sees the user's: both are tried. For a list that is neither (its
    mentions were renumbered), steps keep their identity where the text is known.
    """
    wanted = frozenset(stage.builds_on)
    plain = replace(review, choices=replace(review.choices, decisions=()))
    for candidate in (plain, review):
        settled = resolve(candidate, lambda proposal, _: proposal.id in wanted, lambda own: own.id in wanted)
        if _matches(settled, stage) or _matches(renumbered(candidate, settled), stage):
            return replace(stage, seen=(settled.draft.steps, settled.draft.resources))
    mark, draft = f"stage{stage.number}", settled.draft
    steps = _by_text(draft.steps, stage.steps, f"{mark}s")
    return replace(stage, seen=(steps, _by_text(draft.resources, stage.resources, f"{mark}r")))


def _matches(settled: Resolution, stage: Stage) -> bool:
    procedure = settled.draft.procedure
    return (procedure.steps, procedure.resources) == (stage.steps, stage.resources)


def _by_text(spots: Sequence[TrackedStep], texts: Sequence[str], mark: str) -> tuple[TrackedStep, ...]:
    """Tracked steps for texts of unknown origin: the known step with this text, else a new one named by `mark`."""
    known: dict[str, list[TrackedStep]] = {}
    for spot in reversed(spots):
        known.setdefault(spot.text, []).append(spot)
    return tuple(
        known[text].pop() if known.get(text) else TrackedStep(f"{mark}{number}", "", text)
        for number, text in enumerate(texts, 1)
    )


def layers(stages: Iterable[Stage]) -> list[list[Stage]]:
    """The stages grouped by the list they number their edits on, in order of their first stage."""
    found: dict[tuple[str, ...], list[Stage]] = {}
    for stage in stages:
        if stage.agent != RENUMBER:
            found.setdefault((*stage.builds_on, "|", *stage.steps, "|", *stage.resources), []).append(stage)
    return list(found.values())


def in_order(review: Review, own: Iterable[OwnEdit]) -> Iterator[tuple[list[Stage], list[OwnEdit]]]:
    """What is applied, in order: the stages of each layer, and the own edits made after it."""
    found, mine = layers(review.stages), list(own)
    for number in range(max([len(found), *(edit.layer for edit in mine)]) + 1):
        stages = found[number - 1] if 0 < number <= len(found) else []
        yield stages, [edit for edit in mine if edit.layer == number]


def tracked_seen(review: Review, stage: Stage) -> TrackedProcedure:
    """The list that the stage's agent saw, with the identities of its steps."""
    steps, resources = stage.seen
    return TrackedProcedure(Procedure(review.original.goal, stage.steps, stage.resources), steps, resources)


def resolve(review: Review, asked: Asked, own: Callable[[OwnEdit], bool] = lambda _: True) -> Resolution:
    """Apply the edits for which `asked` holds, and the user's own for which `own` holds."""
    draft = tracked_original(review.original)
    places: dict[str, Moved | Stale] = {}
    batches: list[Batch] = []
    gives_way = _giving_way(review, asked)
    for stages, mine in in_order(review, filter(own, review.choices.own)):
        draft = _apply(draft, _carried_edits(review, stages, draft, asked, places, gives_way), batches)
        for edit in mine:
            draft = _apply(draft, _own_edit(edit, draft), batches)
    return Resolution(draft, places, tuple(batches))


def _apply(draft: TrackedProcedure, edits: tuple[Edit, ...], batches: list[Batch]) -> TrackedProcedure:
    if not edits:
        return draft
    batches.append((draft, edits))
    return apply_tracked(draft, edits)


def renumbered(review: Review, settled: Resolution) -> Resolution:
    """The same list with step mentions changed to the current numbers, as one more batch."""
    wheres = _numbering_of(review)
    now = settled.draft.index("steps")
    numberings = [wheres(spot.writer, now) for spot in settled.draft.steps]
    bag, findings = renumbering_bag(settled.draft.procedure, numberings)
    if not bag.edits:
        return replace(settled, findings=findings)
    edits = tuple(replace(edit, id=f"{RENUMBER}-{edit.step}") for edit in bag.edits)
    draft = apply_tracked(settled.draft, edits)
    return replace(settled, draft=draft, batches=(*settled.batches, (settled.draft, edits)), findings=findings)


def headed(review: Review, settled: Resolution) -> Resolution:
    """The same list with goal, yield and notes as the headers say whose group is applied as a whole."""
    draft = settled.draft
    for head in (head for stage in review.stages for head in stage.headers):
        group = [p.id for stage in review.stages for p in stage.proposals if p.group == head.group]
        if group and all(isinstance(settled.places.get(id), Moved) for id in group):
            draft = replace(draft, procedure=_with_header(draft.procedure, head))
    return settled if draft is settled.draft else replace(settled, draft=draft)


def _with_header(procedure: Procedure, head: HeaderProposed) -> Procedure:
    return replace(
        procedure,
        yields=procedure.yields if head.yields is None else head.yields,
        goal=procedure.goal if head.goal is None else head.goal,
        notes=procedure.notes if head.notes is None else head.notes,
    )


def _giving_way(review: Review, asked: Asked) -> frozenset[str]:
    """Ids of the asked-for replaces that lose to another replace of the same text.

    Agents asked at different times may have seen the same text. The decided replace wins, else the first.
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
    """The text that a replace is about, as its agent saw it."""
    spot = stage.seen[0 if proposal.part == "steps" else 1][proposal.step - 1]
    return proposal.part, spot.slot, spot.writer


def _carried_edits(
    review: Review,
    stages: Sequence[Stage],
    now: TrackedProcedure,
    asked: Asked,
    places: dict[str, Moved | Stale],
    gives_way: frozenset[str],
) -> tuple[Edit, ...]:
    """The edits of one layer that apply now; notes the place of each asked-for edit in `places`."""
    moved: list[tuple[Edit, Decision | None]] = []
    for stage in stages:
        seen = tracked_seen(review, stage)
        for proposal in stage.proposals:
            decision = review.decision(proposal.id)
            if not asked(proposal, decision):
                continue
            place = transport(effective_edit(proposal, decision), seen, now)
            if isinstance(place, Stale) and decision and decision.anyway and place.nearest is not None:
                place = Moved(place.nearest)
            if proposal.id in gives_way:
                places[proposal.id] = _place_of_rival(place, now)
                continue
            places[proposal.id] = place
            if isinstance(place, Moved):
                moved.append((place.edit, decision))
    return _without_rivals(moved)


def _place_of_rival(place: Moved | Stale, now: TrackedProcedure) -> Moved | Stale:
    """The place of a replace that lost to another of the same text.

    It is not stale merely because the winner changed the text, unless the user's own words are there now.
    """
    if isinstance(place, Moved) or place.nearest is None:
        return place
    writer = now.part(place.nearest.part)[place.nearest.step - 1].writer
    return place if writer.startswith("you") else Moved(place.nearest)


def _without_rivals(moved: Sequence[tuple[Edit, Decision | None]]) -> tuple[Edit, ...]:
    """The edits with at most one replace per step: the decided one, else the first."""
    winners: dict[tuple[str, int], Edit] = {}
    for edit, _ in sorted(moved, key=lambda pair: pair[1] is None):
        if isinstance(edit, Replace):
            winners.setdefault((edit.part, edit.step), edit)
    return tuple(
        edit for edit, _ in moved if isinstance(edit, Insert) or winners[(edit.part, edit.step)].id == edit.id
    )


def _own_edit(own: OwnEdit, now: TrackedProcedure) -> tuple[Edit, ...]:
    """The user's own edit at the current place of its step; () for a replace whose step is gone.

    An insert whose step is gone follows the nearest step above it, so that no words are lost.
    """
    index = now.index(own.part)
    if own.op == "insert":
        at = next((index[slot] for slot in (own.slot, *reversed(own.above)) if slot in index), 0)
    elif (at := index.get(own.slot, 0)) == 0:
        return ()
    make = Insert if own.op == "insert" else Replace
    return (make(step=at, text=own.text, part=own.part, id=own.id, serves=own.serves, agent="you"),)


def _numbering_of(review: Review) -> Callable[[str, Mapping[str, int]], Where | None]:
    """A function from a text's writer to the numbering of its mentions: None for own words and for `diff`."""
    lists = {"": tracked_original(review.original).steps}
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
