"""What is far off is not leaned on, and a doubt that nothing settled reaches the person."""

from dataclasses import replace

from memory.generation.agents import NONE_NEAR, still_unsure
from tailor.core.events import Done, DraftWritten, MemoryRecalled, StageFinished
from tailor.core.procedure import Procedure
from tailor.providers.scripted import Scripted
from tests.memory.generation_case import BY, DRAFT, REQUEST, SHELF, Shelf, agents, answering, events_of

TAILOR = replace(REQUEST, prompts="tailor")
FAR_OFF = Shelf(tuple(replace(one, distance=0.8) for one in SHELF))


def unsure(*steps: str, at: tuple[int, ...] = ()) -> Procedure:
    return Procedure("Pickle red onions", steps, uncertain=at)


async def test_what_is_far_off_is_left_out_and_the_person_is_told() -> None:
    model = Scripted(answering(), host=BY.host or "")
    events = await events_of(replace(TAILOR, method="rag"), model, FAR_OFF)
    assert "Pickle beetroot" not in str(model.requests)
    assert [one.hits for one in events if isinstance(one, MemoryRecalled)] == [()]
    assert [one.says for one in events if isinstance(one, StageFinished)] == [NONE_NEAR]


async def test_questions_without_a_near_procedure_cost_no_call() -> None:
    model = Scripted(answering(), host=BY.host or "")
    await events_of(replace(TAILOR, method="aag"), model, FAR_OFF)
    assert agents(model) == ["draft", "rewrite", "update", "critic", "perform", "critic"]


async def test_the_papers_prompts_lean_on_whatever_is_nearest() -> None:
    events = await events_of(replace(REQUEST, method="rag"), shelf=FAR_OFF)
    assert [len(one.hits) for one in events if isinstance(one, MemoryRecalled)] == [3]


async def test_no_memory_is_not_called_a_memory_without_anything_near() -> None:
    events = await events_of(replace(TAILOR, method="rag", use_memory=False))
    assert [one.says for one in events if isinstance(one, StageFinished)] == [""]


async def test_a_doubt_stays_where_the_update_keeps_the_step_without_its_brackets() -> None:
    kept = DRAFT.replace("[[ ", "").replace(" ]]", "")
    events = await events_of(replace(TAILOR, method="aag_no_critic"), Scripted(answering(update=kept)))
    done = events[-1]
    assert isinstance(done, Done)
    assert done.result.uncertain == (2,)
    assert [one.procedure.uncertain for one in events if isinstance(one, DraftWritten)] == [(2,), (2,)]


async def test_the_critic_is_asked_for_less_once_the_list_was_mended() -> None:
    model = Scripted(answering(), host=BY.host or "")
    await events_of(replace(TAILOR, method="aag_no_rewrite"), model)
    told = ["mended before" in str(one.messages) for one in model.requests]
    assert told == [False, False, False, True]


def test_another_wording_settles_a_doubt_only_if_something_was_looked_up() -> None:
    before = unsure("Slice.", "Heat the vinegar.", at=(2,))
    after = unsure("Slice.", "Heat the vinegar until it steams.")
    assert still_unsure(before, after, reworded=True).uncertain == (2,)
    assert still_unsure(before, after, reworded=False).uncertain == ()


def test_a_doubt_goes_with_its_step() -> None:
    before = unsure("Slice.", "Heat the vinegar.", at=(2,))
    assert still_unsure(before, unsure("Heat the vinegar.", "Slice."), reworded=True).uncertain in ((1,), ())
    assert still_unsure(before, unsure("Slice.", "Close the jar."), reworded=True).uncertain == ()
