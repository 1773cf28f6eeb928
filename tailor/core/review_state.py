"""What follows from a review's choices: lists of steps, and where each edit went (CONTRACT 7 rules 1-5).

Owns the one pure computation behind every screen and report: `settle` carries the asked-for edits, layer by
layer, from the list their agent saw to the list that is there now, and applies them. Staleness is computed here
each time and never stored. Refuses to say what counts as asked for: see `standing`.

A *layer* is the stages that number their edits on the same list: Modify, Verify and Resolve of `parallel`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal, TypeAlias, assert_never

from tailor.core.edits import Edit, Insert, Replace
from tailor.core.events import (
    DraftWritten,
    EditProposed,
    Event,
    Finding,
    RequirementsRead,
    RunStarted,
    StageFinished,
    StageStarted,
)
from tailor.core.procedure import Procedure
from tailor.core.renumber import RENUMBER, Where, renumbering_bag
from tailor.core.review import Decision, Decisions, OwnEdit, Review, Stage, effective_edit
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
"""One text of one step: part, the step's identity, id of the edit that wrote it."""

Batch: TypeAlias = tuple[TrackedProcedure, tuple[Edit, ...]]
"""A list, and edits numbered on it that were applied to it."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """A list of steps that follows from a review, and where each asked-for edit went."""

    draft: TrackedProcedure
    places: Mapping[str, Moved | Stale]
    """By id of edit; those not asked for are missing."""
    batches: tuple[Batch, ...] = ()
    """What was applied, in order: replayed one after the other on the original they give `draft`."""
    findings: tuple[Finding, ...] = ()
    """Mentions of steps that are gone."""


def layers(stages: Iterable[Stage]) -> list[list[Stage]]:
    """The stages in layers, in order of their first stage."""
    found: dict[tuple[str, ...], list[Stage]] = {}
    for stage in stages:
        if stage.agent != RENUMBER:
            found.setdefault((*stage.builds_on, "|", *stage.steps, "|", *stage.resources), []).append(stage)
    return list(found.values())


def tracked_seen(review: Review, stage: Stage) -> TrackedProcedure:
    """The list the stage's agent saw, with the identities of its steps."""
    steps, resources = stage.seen
    return TrackedProcedure(Procedure(review.original.goal, stage.steps, stage.resources), steps, resources)


def resolve(review: Review, asked: Asked, own: Callable[[OwnEdit], bool] = lambda _: True) -> Resolution:
    """The list that follows when the edits `asked` for, and the person's `own`, are applied."""
    draft = tracked_original(review.original)
    places: dict[str, Moved | Stale] = {}
    batches: list[Batch] = []
    all_layers = layers(review.stages)
    gives_way = _giving_way(review, asked)
    mine = [edit for edit in review.choices.own if own(edit)]
    for number in range(max([len(all_layers), *(edit.layer for edit in mine)]) + 1):
        stages = all_layers[number - 1] if 0 < number <= len(all_layers) else []
        draft = _apply(draft, _carried(review, stages, draft, asked, places, gives_way), batches)
        for edit in (edit for edit in mine if edit.layer == number):
            draft = _apply(draft, _own_edit(edit, draft), batches)
    return Resolution(draft, places, tuple(batches))


def _apply(draft: TrackedProcedure, edits: tuple[Edit, ...], batches: list[Batch]) -> TrackedProcedure:
    """The draft with the edits applied, and noted in `batches` if there were any."""
    if not edits:
        return draft
    batches.append((draft, edits))
    return apply_tracked(draft, edits)


def renumbered(review: Review, settled: Resolution) -> Resolution:
    """The same list with mentions of steps moved to the numbers they have now, as one more batch."""
    wheres = _numberings(review)
    now = settled.draft.index("steps")
    numberings = [wheres(spot.writer, now) for spot in settled.draft.steps]
    bag, findings = renumbering_bag(settled.draft.procedure, numberings)
    if not bag.edits:
        return replace(settled, findings=findings)
    edits = tuple(replace(edit, id=f"{RENUMBER}-{edit.step}") for edit in bag.edits)
    draft = apply_tracked(settled.draft, edits)
    return replace(settled, draft=draft, batches=(*settled.batches, (settled.draft, edits)), findings=findings)


def _giving_way(review: Review, asked: Asked) -> frozenset[str]:
    """Ids of the asked-for replaces that give way to another one of the same text.

    Agents asked at different times may have seen the same text: their replaces are alternatives, the decided one
    before the others, else the first.
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
    """The text a replace is about, as its agent saw it."""
    spot = stage.seen[0 if proposal.part == "steps" else 1][proposal.step - 1]
    return proposal.part, spot.slot, spot.writer


def _carried(
    review: Review,
    stages: Sequence[Stage],
    now: TrackedProcedure,
    asked: Asked,
    places: dict[str, Moved | Stale],
    gives_way: frozenset[str],
) -> tuple[Edit, ...]:
    """The edits of one layer that apply now; each asked-for edit's place is noted."""
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
                places[proposal.id] = _beside(place, now)
                continue
            places[proposal.id] = place
            if isinstance(place, Moved):
                moved.append((place.edit, decision))
    return _without_rivals(moved)


def _beside(place: Moved | Stale, now: TrackedProcedure) -> Moved | Stale:
    """The place of an alternative that gives way: its text was changed by the other one, which takes nothing away.

    Where the person's own words stand now it stays stale.
    """
    if isinstance(place, Moved) or place.nearest is None:
        return place
    writer = now.part(place.nearest.part)[place.nearest.step - 1].writer
    return place if writer.startswith("you") else Moved(place.nearest)


def _without_rivals(moved: Sequence[tuple[Edit, Decision | None]]) -> tuple[Edit, ...]:
    """The edits with one replace a step at most: the decided one, else the first."""
    winners: dict[tuple[str, int], Edit] = {}
    for edit, _ in sorted(moved, key=lambda pair: pair[1] is None):
        if isinstance(edit, Replace):
            winners.setdefault((edit.part, edit.step), edit)
    return tuple(
        edit for edit, _ in moved if isinstance(edit, Insert) or winners[(edit.part, edit.step)].id == edit.id
    )


def _own_edit(own: OwnEdit, now: TrackedProcedure) -> tuple[Edit, ...]:
    """The person's own edit at the place its step has now; () for new words of a step that is not there.

    An insert whose step is not there goes below the nearest one above: a person's words are never lost.
    """
    index = now.index(own.part)
    if own.op == "insert":
        nearest = next((index[slot] for slot in (own.slot, *reversed(own.above)) if slot in index), 0)
        return (Insert(step=nearest, text=own.text, part=own.part, id=own.id, agent="you"),)
    if own.slot not in index:
        return ()
    return (Replace(step=index[own.slot], text=own.text, part=own.part, id=own.id, agent="you"),)


def _numberings(review: Review) -> Callable[[str, Mapping[str, int]], Where | None]:
    """For a text's writer, the numbering its mentions use; None where it is not known (own words, `diff`)."""
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


Status: TypeAlias = Literal["undecided", "accepted", "rejected", "stale", "on_hold", "withdrawn", "dropped"]
"""stale: undecided, and its premise is gone. on_hold: accepted, and its premise is gone. withdrawn: a newer
answer stands in for it, the other bag is taken, or it was turned down before. dropped: Resolve would drop it."""


@dataclass(frozen=True)  # no slots: each answer is computed once, when first asked for
class ReviewState:
    """What follows from one review; make a new one after every change."""

    review: Review

    @cached_property
    def result(self) -> Resolution:
        """The Result: accepted edits only; with mentions renumbered unless the person switched that off."""
        plain = self.plain_result
        return renumbered(self.review, plain) if self.review.choices.renumber else plain

    @cached_property
    def plain_result(self) -> Resolution:
        """The Result before its last stage, `renumber`."""
        return resolve(self.review, lambda _, decision: decision is not None and decision.verdict == "accepted")

    @cached_property
    def placing(self) -> Resolution:
        """The list on which cards stand: undecided edits count as accepted (rule 3)."""

        def asked(proposal: EditProposed, decision: Decision | None) -> bool:
            return proposal.id not in self.aside if decision is None else decision.verdict == "accepted"

        return resolve(self.review, asked)

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
    def _on_accepted(self) -> Resolution:
        """The accepted edits, and on top of them those that were asked about them."""

        def asked(proposal: EditProposed, decision: Decision | None) -> bool:
            if decision is not None:
                return decision.verdict == "accepted"
            return self.proposals[proposal.id][0].asked_late and proposal.id not in self.aside

        return resolve(self.review, asked)

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
            for spot in premise(proposal.edit, tracked_seen(self.review, stage)):
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
        spots = tracked_seen(self.review, stage).part(proposal.part)
        at = proposal.step
        if proposal.op == "insert":  # other new steps may have come between: what counts is the step above them
            while at and spots[at - 1].slot in self.proposals:
                at -= 1
        slot = spots[at - 1].slot if at else ""
        words = " ".join(proposal.text.casefold().split()).rstrip(".!; ")
        return (f"{proposal.part}:{slot}", proposal.op, words)


_Seen: TypeAlias = tuple[tuple[TrackedStep, ...], tuple[TrackedStep, ...]]


def begin(procedure: Procedure, hint: str = "") -> Review:
    """The review of a run that has not proposed anything yet."""
    return Review(procedure, hint)


def fold(review: Review, event: Event) -> Review:
    """The review after one event; events that say nothing about edits leave it as it is."""
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
            return _with_stage(review, event.stage, lambda s: replace(s, proposals=(*s.proposals, event)))
        case StageFinished():
            return _with_stage(
                review, event.stage, lambda s: replace(s, end=event.end, says=event.says, dropped=event.dropped)
            )
        case _:
            return review


def fold_all(procedure: Procedure, events: Iterable[Event]) -> Review:
    """The review of a whole run."""
    review = begin(procedure)
    for event in events:
        review = fold(review, event)
    return review


def seen_anew(review: Review, chosen: Mapping[int, Decisions]) -> Review:
    """The review with what agents saw found by the choices that stood when they began, by number of their stage.

    Events alone do not tell a person's own words; whoever folds a whole record has them only afterwards.
    """
    for at, stage in enumerate(review.stages):
        if stage.number in chosen:
            before = replace(review, stages=review.stages[:at], choices=chosen[stage.number])
            review = _with_stage(review, stage.number, partial(_looking_at, before))
    return review


def _looking_at(before: Review, stage: Stage) -> Stage:
    return replace(stage, seen=_seen(before, stage))


def _with_stage(review: Review, number: int, change: Callable[[Stage], Stage]) -> Review:
    stages = tuple(change(stage) if stage.number == number else stage for stage in review.stages)
    return replace(review, stages=stages)


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
    return _looking_at(review, stage)


def _asked_late(review: Review, event: StageStarted) -> bool:
    """Whether edits proposed on another list so far are missing from what this list builds on."""
    mine = (event.builds_on, event.steps)
    others = [stage for stage in review.stages if (stage.builds_on, stage.steps) != mine]
    return not {proposal.id for stage in others for proposal in stage.proposals} <= set(event.builds_on)


def _seen(review: Review, stage: Stage) -> _Seen:
    """The identities of the steps an agent sees: those of the edits its list builds on.

    A run's Verify sees Modify's own texts; `V` sees the person's. Both are tried, and a list that is neither
    (mentions already renumbered apart) keeps the identity of every step whose text is known.
    """
    wanted = frozenset(stage.builds_on)
    plain = replace(review, choices=replace(review.choices, decisions=()))
    for candidate in (plain, review):
        settled = resolve(candidate, lambda proposal, _: proposal.id in wanted, lambda own: own.id in wanted)
        if _matches(settled, stage) or _matches(renumbered(candidate, settled), stage):
            return settled.draft.steps, settled.draft.resources
    draft = settled.draft
    return _by_text(draft, stage.steps, "s", stage), _by_text(draft, stage.resources, "r", stage)


def _matches(settled: Resolution, stage: Stage) -> bool:
    procedure = settled.draft.procedure
    return procedure.steps == stage.steps and procedure.resources == stage.resources


def _by_text(draft: TrackedProcedure, texts: tuple[str, ...], mark: str, stage: Stage) -> tuple[TrackedStep, ...]:
    """Spots for texts of unknown origin: the spot with the same text, else a new one of this stage."""
    known: dict[str, list[TrackedStep]] = {}
    for spot in reversed(draft.part("steps" if mark == "s" else "resources")):
        known.setdefault(spot.text, []).append(spot)
    return tuple(
        known[text].pop() if known.get(text) else TrackedStep(f"stage{stage.number}{mark}{number}", "", text)
        for number, text in enumerate(texts, 1)
    )
