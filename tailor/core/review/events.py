"""A run's events as a review: what each agent saw, and what it proposed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import groupby

from tailor.core.events import (
    DraftWritten,
    EditFlagged,
    EditProposed,
    Event,
    HeaderProposed,
    PlaceFound,
    RequirementsRead,
    RunStarted,
    StageFinished,
    StageStarted,
    TextDelta,
)
from tailor.core.procedure import Procedure
from tailor.core.resolution import Resolution, renumbered, resolve
from tailor.core.review import Decisions, Review, Stage
from tailor.core.transport import TrackedStep


def fold_all(start: Procedure | Review, events: Iterable[Event]) -> Review:
    review = start if isinstance(start, Review) else Review(start)
    telling = (event for event in events if not isinstance(event, TextDelta))
    for stage, some in groupby(telling, lambda event: event.stage if isinstance(event, EditProposed) else None):
        if stage is None:
            review = reduce(fold, some, review)
        else:  # all at once: copying the stage for each edit would take quadratic time
            review = _with_stage(review, stage, partial(_with_proposals, tuple(some)))
    return review


def fold(review: Review, event: Event) -> Review:
    """The review after one event; events about anything but edits change nothing."""
    match event:
        case RunStarted() if event.procedure is not None and not review.stages:
            return replace(review, original=event.procedure, hint=event.hint)
        case RequirementsRead():
            return replace(review, requirements=event.requirements, hint=event.hint or review.hint)
        case StageStarted():
            return replace(review, stages=(*review.stages, _stage(review, event)))
        case DraftWritten():
            return _with_stage(review, event.stage, lambda s: replace(s, from_diff=True))
        case EditProposed():
            return _with_stage(review, event.stage, partial(_with_proposals, (event,)))
        case EditFlagged() if event.id:
            return _with_stage(review, event.stage, partial(_taken_back, event.id))
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


def _taken_back(id: str, stage: Stage) -> Stage:
    return replace(stage, taken_back=(*stage.taken_back, id))


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
