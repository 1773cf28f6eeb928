"""From events to a review: what the agents did, as it comes in (CONTRACT 5 and 7).

Owns `begin` and `fold`, the only way stages get into a review, and what each agent saw. Refuses decisions: see
`deciding`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from tailor.core.events import (
    DraftWritten,
    EditProposed,
    Event,
    RequirementsRead,
    RunStarted,
    StageFinished,
    StageStarted,
)
from tailor.core.procedure import Procedure
from tailor.core.review import Choices, Review, Stage
from tailor.core.settling import Settled, renumbered, settle
from tailor.core.transport import Draft, Spot

_Seen: TypeAlias = tuple[tuple[Spot, ...], tuple[Spot, ...]]


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


def seen_anew(review: Review, chosen: Mapping[int, Choices]) -> Review:
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
        settled = settle(candidate, lambda proposal, _: proposal.id in wanted, lambda own: own.id in wanted)
        if _matches(settled, stage) or _matches(renumbered(candidate, settled), stage):
            return settled.draft.steps, settled.draft.resources
    draft = settled.draft
    return _by_text(draft, stage.steps, "s", stage), _by_text(draft, stage.resources, "r", stage)


def _matches(settled: Settled, stage: Stage) -> bool:
    procedure = settled.draft.procedure
    return procedure.steps == stage.steps and procedure.resources == stage.resources


def _by_text(draft: Draft, texts: tuple[str, ...], mark: str, stage: Stage) -> tuple[Spot, ...]:
    """Spots for texts of unknown origin: the spot with the same text, else a new one of this stage."""
    known: dict[str, list[Spot]] = {}
    for spot in reversed(draft.part("steps" if mark == "s" else "resources")):
        known.setdefault(spot.text, []).append(spot)
    return tuple(
        known[text].pop() if known.get(text) else Spot(f"stage{stage.number}{mark}{number}", "", text)
        for number, text in enumerate(texts, 1)
    )
