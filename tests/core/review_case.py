"""A review of a bench to be cleaned, for the tests of places, groups and wishes."""

from collections.abc import Iterable

from tailor.core.edits import Op
from tailor.core.events import (
    EditProposed,
    Event,
    HeaderProposed,
    Level,
    PlaceFound,
    RequirementsRead,
    StageStarted,
)
from tailor.core.procedure import Part, procedure
from tailor.core.requirements import Requirement
from tailor.core.review import Review
from tailor.core.review.events import fold
from tailor.core.review.places import open_places
from tailor.core.review.state import ReviewState

BENCH = procedure(
    "Clean a bench",
    [
        "Mix the bleach with water.",
        "Drill a hole for the hook.",
        "Wipe the bench with the bleach.",
        "Let it dry for 2 h.",
    ],
    ["100 ml bleach", "a drill"],
)
NO_BLEACH = Requirement("R1", "prerequisite", "no bleach")
NO_DRILL = Requirement("R2", "prerequisite", "no drilling")


def started(stage: int = 1, steps: tuple[str, ...] = BENCH.steps, builds_on: tuple[str, ...] = ()) -> StageStarted:
    agent = "modify" if stage == 1 else "verify"
    return StageStarted(
        stage=stage, agent=agent, base="", steps=steps, resources=BENCH.resources, builds_on=builds_on
    )


def found(id: str, step: int, word: str, *serves: str, part: Part = "steps", stage: int = 1) -> PlaceFound:
    return PlaceFound(stage=stage, id=id, agent="modify", part=part, step=step, word=word, serves=serves)


def edit(
    id: str,
    op: Op,
    step: int,
    text: str,
    *serves: str,
    group: str | None = None,
    level: Level | None = None,
    part: Part = "steps",
    stage: int = 1,
) -> EditProposed:
    agent = "modify" if stage == 1 else "verify"
    return EditProposed(
        stage=stage,
        id=id,
        agent=agent,
        part=part,
        op=op,
        step=step,
        text=text,
        serves=serves,
        group=group,
        level=level,
    )


def header(
    group: str, goal: str | None = None, yields: str | None = None, notes: str | None = None
) -> HeaderProposed:
    return HeaderProposed(stage=1, group=group, goal=goal, yields=yields, notes=notes)


def review_of(*events: Event) -> Review:
    """The review of one stage on BENCH, or of those that the events begin."""
    first: Iterable[Event] = (RequirementsRead(requirements=(NO_BLEACH, NO_DRILL)), started())
    review = Review(BENCH, "no bleach, no drilling")
    for event in (*first, *events):
        review = fold(review, event)
    return review


def steps(review: Review) -> tuple[str, ...]:
    return ReviewState(review).result.draft.procedure.steps


def waiting(review: Review) -> list[str]:
    return [place.id for place in open_places(ReviewState(review))]
