"""run(): the order of events, how it ends, how it is stopped, and that its record is whole."""

import asyncio
from contextlib import aclosing, suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo, Verifier
from tailor.core.errors import ContentError, ProviderError, TailorError, UsageError
from tailor.core.events import (
    Cancelled,
    Done,
    EditFlagged,
    EditProposed,
    Event,
    Failed,
    FindingsReported,
    RequirementsRead,
    RunStarted,
    StageFinished,
    event_from_line,
    event_to_line,
)
from tailor.core.procedure import procedure
from tailor.core.protocols import Usage, Wait
from tailor.core.report import closing_line, done, remarks
from tailor.core.requirements import parse_hint
from tailor.core.review.decisions import accept, reject
from tailor.core.review.events import fold_all
from tailor.core.review.state import ReviewState
from tailor.providers.scripted import Said, Scripted
from tailor.runs.customize import CustomizeRequest, run
from tests.core.cases import BREAD, MODIFY, VERIFY

BY = BackendInfo(provider="server", model="m", host="h:1")
REQUEST = CustomizeRequest(procedure=BREAD, hint="I have no oven", strategy="sequential", run="r1")


async def events_of(
    request: CustomizeRequest, *answers: Said, rejected: frozenset[str] = frozenset()
) -> list[Event]:
    crew = ModelAgents(Scripted(answers), request.prompts)
    async with aclosing(run(request, crew, by=BY, decisions=lambda: rejected)) as events:
        return [event async for event in events]


def with_(**more: object) -> CustomizeRequest:
    known = {"procedure": BREAD, "hint": "I have no oven", "run": "r1", "strategy": "sequential"} | more
    return CustomizeRequest(**known)  # type: ignore[arg-type] # the tests name the fields they vary


async def test_a_run_tells_its_events_in_order() -> None:
    kinds = [event.kind for event in await events_of(REQUEST, MODIFY, VERIFY) if event.kind != "text_delta"]
    one, two = ["edit_proposed"] * 3, ["edit_proposed"] * 2
    assert kinds == [
        "run_started",
        "requirements_read",
        "findings",
        *("stage_started", "model_called", *one, "stage_finished"),
        *("stage_started", "model_called", *two, "stage_finished"),
        "findings",
        "done",
    ]


async def test_every_event_carries_the_run_and_counts_from_nought() -> None:
    events = await events_of(REQUEST, MODIFY, VERIFY)
    assert [event.seq for event in events] == list(range(len(events)))
    assert {event.run for event in events} == {"r1"}


async def test_every_event_of_every_kind_of_run_goes_to_json_and_comes_back_equal() -> None:
    pieces: Said = [Wait("The server is busy.", 2.0), MODIFY, Usage(10, 5, 0.1)]
    runs = [
        await events_of(REQUEST, pieces, "insert(9, Nowhere.)\n" + VERIFY),
        await events_of(with_(strategy="end_to_end", prompts="paper"), "1. Fry it.\n2. Cool it."),
        await events_of(REQUEST, MODIFY, ["repl", ProviderError("cut_short", "The answer ended early.")]),
    ]
    for event in (event for events in runs for event in events):
        assert event_from_line(event_to_line(event)) == event


async def test_accepting_all_gives_the_strategys_own_result() -> None:
    *_, last = events = await events_of(with_(accept="all"), MODIFY, VERIFY)
    assert isinstance(last, Done)
    finished = [event for event in events if isinstance(event, StageFinished)]
    assert finished[-1].result is not None
    assert last.result.steps == finished[-1].result.steps
    assert last.accepted == ("e1", "e2", "e3", "e4", "e5")


async def test_accepting_none_gives_the_original() -> None:
    *_, last = await events_of(with_(accept="none"), MODIFY, VERIFY)
    assert isinstance(last, Done)
    assert last.result == BREAD
    assert [left.id for left in last.left] == ["e1", "e2", "e3", "e4", "e5"]


async def test_the_careful_way_holds_back_what_must_be_looked_at() -> None:
    brings = "replace(5, Cool it and spread peanut butter on it.)\ninsert(0, Wash your hands.)\ndone"
    *_, last = await events_of(with_(hint="I am allergic to peanuts", strategy="unified"), brings)
    assert isinstance(last, Done)
    assert last.accepted == ("e2",)
    assert [left.id for left in last.left] == ["e1"]
    assert "peanut" in last.left[0].why


async def test_no_edits_needed_is_done_with_the_original() -> None:
    *_, last = await events_of(REQUEST, "no edits", "no edits")
    assert isinstance(last, Done)
    assert (last.result, last.accepted) == (BREAD, ())


async def test_the_ledger_says_what_nothing_serves_and_what_nobody_asked_for() -> None:
    hint = "I have no oven. I want to add some seeds."
    *_, last = await events_of(with_(hint=hint, strategy="unified"), MODIFY.replace("insert(3, F", "insert(2, F"))
    assert isinstance(last, Done)
    assert {line.id: line.state for line in last.coverage}["R2"] == "not_served"
    *_, last = await events_of(with_(strategy="unified"), "replace(4, Fry it.)\ndone")
    assert isinstance(last, Done)
    assert last.unasked == ("e1",)


async def test_mentions_of_steps_move_in_a_last_stage() -> None:
    base = procedure("Bake", ["Mix.", "Bake.", "If pale, repeat step 2."])
    *_, found, last = events = await events_of(
        with_(procedure=base, strategy="unified"), "insert(0, Find a pan.)\ndone"
    )
    stages = [event for event in events if isinstance(event, StageFinished)]
    assert stages[-1].agent == "renumber"
    assert isinstance(last, Done)
    assert last.result.steps[-1] == "If pale, repeat step 3."
    assert found.kind == "findings"


async def test_mentions_in_a_marked_rewrite_are_numbered_on_the_base_and_move() -> None:
    base = procedure("Bake", ["Mix.", "Bake.", "Cool."])
    answer = "insert(0, Find a pan.)\nreplace(3, Cool; if pale, repeat step 2.)\ndone"
    *_, last = await events_of(with_(procedure=base, strategy="end_to_end"), answer)
    assert isinstance(last, Done)
    assert last.result.steps == ("Find a pan.", "Mix.", "Bake.", "Cool; if pale, repeat step 3.")


async def test_mentions_in_a_text_that_was_rewritten_whole_stay_as_they_were_written() -> None:
    base = procedure("Bake", ["Mix.", "Bake.", "Cool.", "If still pale, repeat step 2."])
    answer = (
        "1. Find a pan.\n2. Mix.\n3. Bake.\n4. Cool; if pale, repeat step 3.\n5. If still pale, repeat step 2."
    )
    *_, last = await events_of(with_(procedure=base, strategy="end_to_end", prompts="paper"), answer)
    assert isinstance(last, Done)
    assert last.result.steps[3] == "Cool; if pale, repeat step 3.", "already the number it has now"
    assert last.result.steps[4] == "If still pale, repeat step 3.", "kept from the base, so it moves along"


async def test_without_moved_mentions_there_is_no_renumber_stage() -> None:
    events = await events_of(REQUEST, MODIFY, VERIFY)
    assert "renumber" not in [event.agent for event in events if isinstance(event, StageFinished)]


async def test_a_review_folded_from_the_events_gives_the_same_result() -> None:
    *_, last = events = await events_of(with_(accept="all"), MODIFY, VERIFY)
    assert isinstance(last, Done)
    state = ReviewState(fold_all(BREAD, events))
    assert state.placing.draft.procedure.steps == last.result.steps


async def test_what_was_rejected_meanwhile_is_out_of_the_result_and_named() -> None:
    *_, last = await events_of(with_(accept="all"), MODIFY, "no edits", rejected=frozenset({"e2"}))
    assert isinstance(last, Done)
    assert last.rejected == ("e2",)
    assert "Flatten it to 1 cm." not in last.result.steps


async def test_requirements_the_person_corrected_are_taken_and_those_off_reach_no_agent() -> None:
    events = await events_of(REQUEST, MODIFY, VERIFY)
    (read,) = [event for event in events if isinstance(event, RequirementsRead)]
    off = tuple(type(one)(one.id, one.kind, one.text, on=False) for one in read.requirements)
    model = Scripted(["no edits"])
    asked = with_(requirements=off, strategy="unified")
    async with aclosing(run(asked, ModelAgents(model), by=BY)) as stream:
        events = [event async for event in stream]
    assert "REQUIREMENTS" not in model.requests[0].messages[1].content
    last = events[-1]
    assert isinstance(last, Done)
    assert last.coverage == ()


async def test_what_the_person_made_of_their_sentence_is_told_in_their_words() -> None:
    events = await events_of(with_(requirements=parse_hint("for 12; no nuts")), MODIFY, VERIFY)
    assert [event.hint for event in events if isinstance(event, RequirementsRead)] == ["for 12; no nuts"]
    typed = await events_of(REQUEST, MODIFY, VERIFY)
    assert [event.hint for event in typed if isinstance(event, RequirementsRead)] == [""]


async def test_the_profile_is_split_like_the_hint_and_always_holds() -> None:
    events = await events_of(with_(profile=("no nuts (allergy)",)), "no edits", "no edits")
    (read,) = [event for event in events if isinstance(event, RequirementsRead)]
    assert read.requirements[-1].source == "profile"


@pytest.mark.parametrize("at", [0, 1])
async def test_a_failing_agent_ends_the_run_with_what_is_kept(at: int) -> None:
    broken: Said = ["insert(2, Wait.)\n", ProviderError("server", "The server broke off.")]
    *_, last = await events_of(REQUEST, *[MODIFY, broken][1 - at :])
    assert isinstance(last, Failed)
    assert (last.fault, last.message) == ("server", "The server broke off.")
    assert last.kept == (("e1",), ("e1", "e2", "e3", "e4"))[at]


async def test_an_answer_that_came_is_not_said_to_be_missing() -> None:
    assert closing_line(await events_of(REQUEST, "Hm.", "Hm.")).startswith(
        "The answer cannot be used: No change could be read in the answer. Try again, or choose another model."
    )


async def test_an_unreadable_answer_ends_as_a_bad_answer() -> None:
    *_, last = await events_of(REQUEST, "Hm.", "Hm.")
    assert isinstance(last, Failed)
    assert last.fault == "bad_answer"


async def test_leaving_the_iterator_cancels_the_models_call_at_once() -> None:
    model = Scripted([["replace(1, )\n", asyncio.Event()]])
    async with aclosing(run(REQUEST, ModelAgents(model), by=BY)) as events:
        async for event in events:
            if isinstance(event, EditProposed):
                break
    assert model.cancelled == 1


async def test_setting_stop_ends_the_run_with_cancelled_and_what_is_kept() -> None:
    model, stop = Scripted([["replace(1, )\n", asyncio.Event()]]), asyncio.Event()
    seen: list[Event] = []
    async with aclosing(run(REQUEST, ModelAgents(model), by=BY, stop=stop)) as events:
        async for event in events:
            seen.append(event)
            if isinstance(event, EditProposed):
                stop.set()
    assert isinstance(seen[-1], Cancelled)
    assert seen[-1].kept == ("e1",)
    assert seen[-1].seq == seen[-2].seq + 1
    assert model.cancelled == 1


async def test_an_error_that_is_not_ours_is_raised_and_not_dressed_up() -> None:
    with pytest.raises(LookupError, match="no answer"):
        await events_of(REQUEST)


@pytest.mark.parametrize(
    ("more", "error", "says"),
    [
        ({"hint": "  \n"}, UsageError, "Say in a sentence"),
        ({"hint": "\u200b"}, UsageError, "Say in a sentence"),
        ({"procedure": procedure("Bake", [])}, ContentError, "no steps"),
        ({"strategy": "magic"}, UsageError, "Choose one of: sequential"),
        ({"prompts": "mine"}, UsageError, "paper or tailor"),
        ({"verifiers": (Verifier("odd", ""),)}, UsageError, "has no instruction"),
        ({"accept": "some"}, UsageError, "all, careful or none"),
    ],
)
async def test_a_request_without_sense_is_refused_at_once(
    more: dict[str, object], error: type[TailorError], says: str
) -> None:
    with pytest.raises(error, match=says):
        run(with_(**more), ModelAgents(Scripted([])), by=BY)


async def test_the_record_names_who_answered() -> None:
    first, *_ = await events_of(REQUEST, "no edits", "no edits")
    assert isinstance(first, RunStarted)
    assert (first.provider, first.model, first.host, first.prompts) == ("server", "m", "h:1", "tailor")


async def test_a_run_without_an_id_gets_one_of_its_own() -> None:
    ids = {(await events_of(with_(run=""), "no edits", "no edits"))[0].run for _ in range(2)}
    assert len(ids) == 2
    assert "" not in ids


async def test_further_verify_agents_take_part() -> None:
    request = with_(verifiers=(Verifier("states", "Is each thing there?"),))
    events = await events_of(request, MODIFY, "no edits", "insert(0, Find a pan.)\ndone")
    assert [event.agent for event in events if isinstance(event, EditProposed)][-1] == "states"


async def test_what_points_to_a_step_that_is_gone_is_a_finding_about_the_result() -> None:
    base = procedure("Bake", ["Mix.", "Bake.", "If pale, repeat step 2.", "Do steps 1 and 2 again."])
    *_, found, last = await events_of(with_(procedure=base, strategy="unified"), "replace(2, )\ndone")
    assert isinstance(found, FindingsReported)
    assert isinstance(last, Done)
    assert last.result.steps == ("Mix.", "If pale, repeat step 2 (left out).", "Do step 1 again.")
    assert [(one.step, one.why) for one in found.items] == [
        (2, "Step 3 (2 in the result) points to step 2, which you removed."),
        (3, "Step 4 (3 in the result) no longer points to step 2, which you removed."),
    ]


THOUGHT = [
    "R1 none: hm\ninsert(0, Buy an oven.)\nreplace(2, Stop.)\n",
    "I had better not.\n</thi",
    f"nk>\n{MODIFY}",
]
"""A model whose server put the opening tag into the prompt."""


async def test_edits_that_turn_out_to_be_thoughts_are_taken_back_and_it_is_said() -> None:
    events = await events_of(REQUEST, THOUGHT, VERIFY)
    plain = await events_of(REQUEST, MODIFY, VERIFY)
    back = [event for event in events if isinstance(event, EditFlagged)]
    assert [(event.id, event.op, event.step, event.why) for event in back] == [
        ("e1", "insert", 0, "thought"),
        ("e2", "replace", 2, "thought"),
    ]
    assert list(map(event_from_line, map(event_to_line, events))) == events
    state, other = (ReviewState(fold_all(BREAD, log)) for log in (events, plain))
    waiting, waiting_there = ([one.proposals[id][1].edit.text for id in one.undecided] for one in (state, other))
    assert waiting == waiting_there
    assert (state.status("e1"), state.status("e2")) == ("thought", "thought")
    assert done(state.review, "all").result == done(other.review, "all").result
    assert isinstance(events[-1], Done)
    assert isinstance(plain[-1], Done)
    assert events[-1].result == plain[-1].result
    assert "2 edits could not be used: the model was still thinking: insert(0), replace(2)." in remarks(events)
    assert closing_line(events) == closing_line(plain)


async def test_what_a_person_decided_on_a_thought_before_it_was_taken_back_stays() -> None:
    events = await events_of(REQUEST, THOUGHT, VERIFY)
    at = next(index for index, event in enumerate(events) if isinstance(event, EditFlagged))
    mine = accept(fold_all(BREAD, events[:at]), "e1", own="Borrow an oven.").review
    review = reject(mine, ["e2"]).review
    live = ReviewState(fold_all(review, events[at:]))
    assert live.result.draft.procedure.steps == ("Borrow an oven.", *BREAD.steps)
    assert (live.status("e1"), live.status("e2")) == ("accepted", "rejected")
    from_record = replace(fold_all(BREAD, events), choices=live.review.choices)
    assert ReviewState(from_record).result.draft.procedure == live.result.draft.procedure


async def test_a_record_gives_what_was_seen_live_whenever_a_thought_was_decided_on() -> None:
    events = await events_of(REQUEST, THOUGHT, VERIFY)
    there = [event.id for event in events if isinstance(event, EditProposed)]
    decided = st.tuples(st.integers(0, len(events)), st.sampled_from(there), st.booleans())

    @given(st.lists(decided, max_size=6).map(sorted))
    def same(decisions: list[tuple[int, str, bool]]) -> None:
        live, seen = fold_all(BREAD, ()), 0
        for at, id, yes in decisions:
            live, seen = fold_all(live, events[seen:at]), at
            if id in ReviewState(live).proposals:
                with suppress(ContentError):  # its step is gone: nothing is decided
                    live = (accept(live, id) if yes else reject(live, [id])).review
        live = fold_all(live, events[seen:])
        read = replace(fold_all(BREAD, events), choices=live.choices)
        one, other = ReviewState(live), ReviewState(read)
        assert one.result.draft.procedure == other.result.draft.procedure
        assert {id: one.status(id) for id in there} == {id: other.status(id) for id in there}
        assert (one.undecided, one.aside) == (other.undecided, other.aside)

    same()


async def test_of_a_run_that_failed_nothing_that_was_taken_back_is_kept() -> None:
    cut = ProviderError("cut_short", "The answer ended early.")
    events = await events_of(REQUEST, [*THOUGHT[:2], "nk>\nreplace(4, Fry it.)\n", cut])
    assert isinstance(events[-1], Failed)
    assert events[-1].kept == ("e3",)


async def test_a_new_step_that_the_check_repeats_is_offered_once() -> None:
    once = "insert(1, Oil the pan well.)\ndone"
    for again in ("insert(1, Oil the pan well.)", "insert(2, oil the pan well)"):
        events = await events_of(REQUEST, once, f"{again}\ndone")
        assert [event.id for event in events if isinstance(event, EditProposed)] == ["e1"]
        assert [event.why for event in events if isinstance(event, EditFlagged)] == ["there_already"]
