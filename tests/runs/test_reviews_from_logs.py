"""The critic's rounds as a review: what is in, what was taken out, what the record of it says later."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from memory.generation.provenance import kept_leans
from tailor.core.errors import ContentError, DamagedError
from tailor.core.events import Done, Event, UsageReported
from tailor.core.review import undo
from tailor.core.review.decisions import accept_many, reject
from tailor.core.review.state import ReviewState
from tailor.providers.scripted import Scripted
from tailor.runs.history import (
    RunUsage,
    dump,
    note_choices,
    of_rounds,
    open_file,
    procedure_as_decided,
    review_from_log,
    run_usage,
    stored_runs,
)
from tests.memory.generation_case import BY, GOAL, REQUEST, answering, events_of

AAG = replace(REQUEST, method="aag")


async def two_rounds() -> list[Event]:
    return await events_of(AAG, Scripted(answering(critics=2), host=BY.host or ""))


async def kept(folder: Path, events: list[Event] | None = None) -> Path:
    path = folder / "r1.jsonl"
    dump(events or await two_rounds(), path)
    return path


async def test_all_rounds_are_in_until_somebody_takes_one_out() -> None:
    events = await two_rounds()
    review, last = review_from_log(events), events[-1]
    assert review is not None
    assert isinstance(last, Done)
    assert procedure_as_decided(events, review).steps == last.result.steps
    assert not ReviewState(review).undecided
    assert of_rounds(events)


async def test_what_was_decided_is_as_unsure_and_leans_as_the_words_did_before() -> None:
    events = await two_rounds()
    review = review_from_log(events)
    assert review is not None
    last = events[-1]
    assert isinstance(last, Done)
    assert procedure_as_decided(events, review) == last.result
    first = next(iter(ReviewState(review).proposals))
    without = procedure_as_decided(events, reject(review, [first]).review)
    assert len(without.steps) == len(procedure_as_decided(events, review).steps) - 1
    assert kept_leans(without)[0].analogies[0].id == "a"


async def test_an_unsure_step_that_no_round_touched_stays_unsure() -> None:
    quick = replace(REQUEST, method="aag_no_rewrite")
    model = Scripted(
        answering(perform="1. Slice the 2 red onions.\n2. Heat the vinegar.\n3. Fill the jar.\n4. Rest.")
    )
    events = await events_of(quick, model)
    review = review_from_log(events)
    assert review is not None
    assert procedure_as_decided(events, review).uncertain == (2,)


async def test_a_kept_generation_opens_with_every_round_in_and_every_choice_of_the_person(tmp_path: Path) -> None:
    path = await kept(tmp_path)
    begun = open_file(path).review
    assert not ReviewState(begun).undecided
    first = next(iter(ReviewState(begun).proposals))
    note_choices(reject(begun, [first]).review.choices, path)
    again = open_file(path).review
    assert ReviewState(again).status(first) == "rejected"
    assert undo(again).choices == begun.choices, "undo goes back to what the run took, not to nothing"


async def test_kept_generations_are_listed_by_their_goal_where_something_can_be_decided(tmp_path: Path) -> None:
    path = await kept(tmp_path)
    dump(await events_of(replace(AAG, method="zero_shot")), tmp_path / "plain.jsonl")
    assert list(stored_runs(tmp_path)) == [(path.stem, GOAL, "")]


async def test_a_generation_without_a_round_says_that_there_is_nothing_to_decide(tmp_path: Path) -> None:
    path = await kept(tmp_path, await events_of(replace(AAG, method="rag")))
    with pytest.raises(ContentError, match="second check changed nothing"):
        open_file(path)
    empty = tmp_path / "empty.jsonl"
    empty.write_text(json.dumps({"kind": "choices"}) + "\n")
    with pytest.raises(DamagedError, match=r"The beginning of .* is missing"):
        open_file(empty)


async def test_a_stopped_generation_can_be_decided_on_as_far_as_it_came(tmp_path: Path) -> None:
    events = await two_rounds()
    at = max(number for number, event in enumerate(events) if event.kind == "draft_written")
    review = open_file(await kept(tmp_path, events[:at])).review
    assert len(review.stages) == 2
    assert len(review.stages[0].proposals) == 2
    assert ReviewState(accept_many(review, "all").review).result.draft.procedure.steps[-1].startswith("Label")


async def test_calls_and_tokens_are_counted_and_unknown_tokens_are_not_nought() -> None:
    events = await two_rounds()
    assert run_usage(events).calls == 1 + 1 + 4 + 1 + 3 + 2
    usage = [UsageReported(call=one, prompt=10, completion=None) for one in (1, 2)]
    assert run_usage(usage) == RunUsage(0, 20)
    assert run_usage(event for event in events if not isinstance(event, UsageReported)).tokens is None


async def test_mentions_of_steps_in_what_a_round_wrote_are_left_as_it_wrote_them() -> None:
    before = "1. Slice the onions.\n2. Heat the vinegar.\n3. Fill the jar as in step 2 and repeat step 1."
    after = "1. Rinse the jar.\n2. Slice the onions.\n3. Heat the vinegar.\n4. Fill the jar and repeat step 2."
    model = Scripted(answering(draft=before, perform=after))
    events = await events_of(replace(REQUEST, method="aag_no_rewrite"), model)
    review, last = review_from_log(events), events[-1]
    assert review is not None
    assert isinstance(last, Done)
    assert procedure_as_decided(events, review).steps == last.result.steps
