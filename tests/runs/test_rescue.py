"""A rescue's events: the request, where the person is, and the gate that keeps what is done as it is."""

import asyncio

import pytest

from tailor.agents.stages import BackendInfo
from tailor.config import Config
from tailor.core.edits import Edit, Flagged, Insert, Replace
from tailor.core.errors import ContentError, UsageError
from tailor.core.events import EditFlagged, EditProposed, Event, RunStarted
from tailor.core.following import Following, begin, check, rescued
from tailor.core.procedure import procedure
from tailor.core.protocols import Answer, FoundPlace, OnOutput, Task
from tailor.core.review.decisions import own_edit
from tailor.core.review.events import fold_all
from tailor.core.review.places import open_places
from tailor.core.review.state import ReviewState
from tailor.core.transport import TrackedProcedure, tracked_original
from tailor.runs.session import rescue, rescue_request

TEA = procedure("Make tea", ["Boil water.", "Warm the pot.", "Add the leaves.", "Pour.", "Wait 4 minutes."])
BY = BackendInfo(provider="scripted")


class Stubborn:
    """A crew that proposes these edits whatever it is asked."""

    def __init__(self, *edits: Edit) -> None:
        self.edits = edits
        self.asked: list[Task] = []

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        self.asked.append(task)
        for edit in self.edits:
            tell(edit)
        return Answer(edits=self.edits, end="edits")


def half_way() -> Following:
    """Steps 1 and 2 done, at step 3."""
    return check(check(begin(TEA, "tea.v1", 0.0)))


def asked(crew: Stubborn, following: Following, words: str = "it is too cold") -> tuple[Event, ...]:
    request = rescue_request(following, words, (), Config())

    async def heard() -> tuple[Event, ...]:
        return tuple([event async for event in rescue(request, crew, BY, following)])

    return asyncio.run(heard())


def test_an_edit_of_a_done_step_is_flagged_and_never_proposed_whoever_makes_it() -> None:
    crew = Stubborn(
        Replace(step=1, text="Boil milk."),
        Insert(step=1, text="Sing."),
        Insert(step=2, text="Breathe."),
        Replace(step=4, text="Pour slowly."),
    )
    events = asked(crew, half_way())
    assert [(one.op, one.step) for one in events if isinstance(one, EditProposed)] == [
        ("insert", 2),
        ("replace", 4),
    ]
    frozen = [one for one in events if isinstance(one, EditFlagged)]
    assert [(one.op, one.step, one.why) for one in frozen] == [("replace", 1, "frozen"), ("insert", 1, "frozen")]


class Hesitant(Stubborn):
    """A crew that takes back each edit as soon as it has proposed it."""

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        for edit in self.edits:
            tell(edit)
            tell(Flagged(edit, "thought"))
        return Answer(edits=(), end="none")


def test_an_edit_of_a_done_step_may_be_taken_back_and_is_flagged_once() -> None:
    events = asked(Hesitant(Replace(step=1, text="Boil milk."), Replace(step=4, text="Pour slowly.")), half_way())
    flagged = [(one.step, one.why) for one in events if isinstance(one, EditFlagged)]
    assert flagged == [(1, "frozen"), (4, "thought")]


def test_the_crew_is_told_what_is_done_and_where_the_person_is() -> None:
    crew = Stubborn()
    events = asked(crew, half_way(), "  it is too cold ")
    [task] = crew.asked
    assert (task.frozen, task.at) == (2, 3)
    assert task.note == "Part of the way through, at step 3, this came up: it is too cold"
    assert isinstance(events[0], RunStarted)
    assert events[0].strategy == "rescue"


def test_what_is_taken_goes_on_right_after_what_is_done() -> None:
    following = half_way()
    request = rescue_request(following, "too cold", (), Config())
    events = asked(Stubborn(Insert(step=2, text="Boil it again.")), following)
    from tailor.core.review.decisions import accept

    state = ReviewState(accept(fold_all(request.procedure, events), "e1").review)
    now = rescued(following, state.plain_result.draft, state.result.draft, "too cold")
    assert (now.at, now.step, now.done) == (3, "Boil it again.", (1, 2))


def test_even_a_draft_that_slipped_through_cannot_change_what_is_done() -> None:
    following = half_way()
    spoilt = tracked_original(procedure("Make tea", ["Boil milk.", *TEA.steps[1:]]))
    with pytest.raises(ContentError, match="Step 1 is already done"):
        rescued(following, spoilt, spoilt, "x")
    gone: TrackedProcedure = tracked_original(procedure("Make tea", TEA.steps[:1]))
    with pytest.raises(ContentError):
        rescued(following, gone, gone, "x")


def test_what_a_step_mentions_is_asked_at_the_list_too_so_that_both_agree_in_what_is_kept() -> None:
    tea = procedure("Make tea", TEA.steps, ["2 spoons of leaves", "a pot"])

    class Pointing(Stubborn):
        async def ask(self, task: Task, tell: OnOutput) -> Answer:
            tell(FoundPlace(part="steps", step=3, word="leaves", serves=("R1",)))
            tell(FoundPlace(part="resources", step=1, word="leaves", serves=("R1",)))
            return Answer(end="edits")

    following = check(check(begin(tea, "tea.v1", 0.0)))
    review = fold_all(tea, asked(Pointing(), following, "I have no leaves"))
    for place, words in zip(open_places(ReviewState(review)), ("Add the bags.", "2 bags"), strict=True):
        review = own_edit(review, "replace", place.slot, words, place.found.part, place=place.id).review
    state = ReviewState(review)
    kept = rescued(following, state.plain_result.draft, state.result.draft, "no leaves").procedure
    assert (kept.steps[2], kept.resources[0]) == ("Add the bags.", "2 bags")


def test_no_words_are_no_rescue() -> None:
    with pytest.raises(UsageError, match="what is wrong"):
        rescue_request(half_way(), "  \n ", (), Config())
