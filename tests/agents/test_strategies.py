"""The strategies: who is asked, about what, in which order, and what comes out."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from tailor.agents.model_agent import ModelAgents
from tailor.agents.prompts import PromptSet
from tailor.agents.stages import BackendInfo, RunContext, Snapshot, StageRunner, Verifier
from tailor.agents.strategies import STRATEGIES, concerned, default_strategy
from tailor.core.edits import Bag, Insert, Replace
from tailor.core.errors import ProviderError
from tailor.core.events import (
    DraftWritten,
    EditFlagged,
    EditProposed,
    Event,
    ModelCalled,
    StageFinished,
    StageStarted,
    TextDelta,
)
from tailor.core.procedure import Procedure
from tailor.core.protocols import Answer, OnOutput, Task
from tailor.core.report import all_accepted
from tailor.core.requirements import Requirement
from tailor.core.review.events import fold_all
from tailor.providers.scripted import Said, Scripted, ScriptedRequest
from tests.core.cases import BREAD, HINT, MODIFY, NO_OVEN, PLAIN, VERIFY

BY = BackendInfo(provider="server", model="m", host="h:1")
TASKS = {
    "MODIFY.": "modify",
    "VERIFY.": "verify",
    "VERIFY ONE": "further",
    "MODIFY AND": "unified",
    "RESOLVE": "resolve",
    "REWRITE": "customize",
}


def agent_of(request: ScriptedRequest) -> str:
    """Which agent a `tailor` prompt asks."""
    task = request.messages[1].content.split("YOUR TASK: ")[1]
    return next(agent for words, agent in TASKS.items() if task.startswith(words))


def told(answers: Mapping[str, Said]) -> Scripted:
    """A model that answers by agent, whatever the order."""
    return Scripted(lambda request: answers[agent_of(request)])


async def play(
    strategy: str,
    model: Scripted,
    *,
    prompts: PromptSet = "tailor",
    base: Procedure = BREAD,
    verifiers: tuple[Verifier, ...] = (),
    rejected: Callable[[], frozenset[str]] = frozenset,
    log: list[Event] | None = None,
) -> tuple[Procedure, list[Event]]:
    events: list[Event] = [] if log is None else log
    context = RunContext(hint=HINT, requirements=(NO_OVEN, PLAIN), prompts=prompts, verifiers=verifiers)
    runner = StageRunner(context, ModelAgents(model, prompts), events.append, BY, rejected)
    result = await STRATEGIES[strategy].run(runner, Snapshot.of(base))
    return result.procedure, events


def proposed(events: list[Event]) -> list[EditProposed]:
    return [event for event in events if isinstance(event, EditProposed)]


def stages(events: list[Event]) -> list[str]:
    return [event.agent for event in events if isinstance(event, StageStarted)]


async def test_sequential_asks_verify_about_what_modify_made() -> None:
    model = Scripted([MODIFY, VERIFY])
    result, events = await play("sequential", model)
    assert [agent_of(request) for request in model.requests] == ["modify", "verify"]
    assert '3. "Flatten it to 1 cm."' in model.requests[1].messages[1].content
    assert "Preheat" not in model.requests[1].messages[1].content
    assert result.steps == (
        "Mix the dough.",
        "Let it rise for 1 h.",
        "Flatten it to 1 cm.",
        "Oil the pan.",
        "Bake it in a lidded pan on low heat, 12 min a side.",
        "Cool it.",
    )
    assert stages(events) == ["modify", "verify"]


@dataclass
class AtOnce:
    """A crew that proposes nothing, and lets nobody else have a turn before it has said so."""

    tasks: dict[str, Task] = field(default_factory=dict)

    async def ask(self, task: Task, tell: OnOutput) -> Answer:
        self.tasks[task.agent] = task
        return Answer(end="none")


@pytest.mark.parametrize(
    ("strategy", "left_open"),
    [
        *((name, ("R1", "R2")) for name in ("sequential", "adaptive", "rewrite")),
        *((name, ()) for name in ("parallel", "reverse")),
    ],
)
async def test_verify_hears_what_modify_left_open_only_where_it_works_on_modifys_list(
    strategy: str, left_open: tuple[str, ...]
) -> None:
    crew = AtOnce()
    context = RunContext(hint=HINT, requirements=(NO_OVEN, PLAIN))
    await STRATEGIES[strategy].run(StageRunner(context, crew, lambda _: None, BY), Snapshot.of(BREAD))
    assert crew.tasks["verify"].uncovered == left_open


async def test_reverse_asks_modify_about_what_verify_made() -> None:
    model = Scripted(["insert(3, Oil the pan.)\ndone", "replace(5, Fry it.)\ndone"])
    result, _ = await play("reverse", model)
    assert [agent_of(request) for request in model.requests] == ["verify", "modify"]
    assert result.steps[3:5] == ("Oil the pan.", "Fry it.")


async def test_unified_is_one_call() -> None:
    model = Scripted([MODIFY])
    _, events = await play("unified", model)
    assert [agent_of(request) for request in model.requests] == ["unified"]
    assert stages(events) == ["unified"]


async def test_end_to_end_in_tailor_is_one_walk() -> None:
    model = Scripted(["# think\nkeep(1)\n# because no oven [R1]\nreplace(4, Fry it.)\ndone"])
    result, events = await play("end_to_end", model)
    assert [agent_of(request) for request in model.requests] == ["customize"]
    assert result.steps[3] == "Fry it."
    assert not any(isinstance(event, DraftWritten) for event in events)


async def test_end_to_end_in_paper_writes_a_draft_and_reviews_its_difference() -> None:
    model = Scripted(["1. Mix the dough.\n2. Let it rise for 1 h.\n3. Fry it.\n4. Cool it.\n"])
    result, events = await play("end_to_end", model, prompts="paper")
    (draft,) = [event for event in events if isinstance(event, DraftWritten)]
    assert result.steps == draft.procedure.steps
    assert len(proposed(events)) == 2
    assert any(isinstance(event, TextDelta) for event in events)


async def test_parallel_takes_the_union_without_a_call_where_nothing_is_in_dispute() -> None:
    model = told({"modify": "replace(4, Fry it.)\ndone", "verify": "insert(0, Find a pan.)\ndone"})
    result, events = await play("parallel", model)
    assert sorted(map(agent_of, model.requests)) == ["modify", "verify"]
    assert result.steps[0] == "Find a pan."
    assert result.steps[4] == "Fry it."
    assert stages(events)[-1] == "resolve"


async def test_parallel_asks_both_at_once() -> None:
    hold = asyncio.Event()
    model = told({"modify": ["no edits", hold], "verify": ["no edits", hold]})
    playing = asyncio.create_task(play("parallel", model))
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(model.requests) == 2
    hold.set()
    await playing


async def test_equal_edits_of_both_agents_are_one_card() -> None:
    same = "replace(4, Fry it.)\ndone"
    result, events = await play("parallel", told({"modify": same, "verify": same}))
    assert [event.id for event in proposed(events)] == ["e1"]
    assert result.steps[3] == "Fry it."


async def test_resolve_keeps_what_it_repeats_rewrites_and_drops_the_rest_visibly() -> None:
    model = told(
        {
            "modify": "# because [R1]\nreplace(4, Fry it.)\nreplace(1, )\ndone",
            "verify": "replace(4, Steam it.)\ninsert(3, Oil the pan.)\ndone",
            "resolve": "replace(1, )\n# because both\nreplace(4, Fry it, then steam it.)\ndone",
        }
    )
    result, events = await play("parallel", model)
    by_text = {event.text: event for event in proposed(events)}
    new = by_text["Fry it, then steam it."]
    assert new.agent == "resolve"
    assert set(new.replaces) == {by_text["Fry it."].id, by_text["Steam it."].id}
    assert new.serves == ("R1",)
    last = events[-1]
    assert isinstance(last, StageFinished)
    assert last.dropped == (by_text["Oil the pan."].id,)
    assert len(proposed(events)) == 5
    assert result.steps == ("Mix the dough.", "Let it rise for 1 h.", "Fry it, then steam it.", "Cool it.")


async def test_what_resolve_invents_is_flagged_in_tailor() -> None:
    model = told(
        {
            "modify": "replace(4, Fry it.)\ndone",
            "verify": "replace(4, Steam it.)\ndone",
            "resolve": "replace(4, Fry it.)\ninsert(0, Buy my book.)\ninsert(4, Set it alight.)\nreplace(5, )\n"
            "done",
        }
    )
    result, events = await play("parallel", model)
    assert [(event.text, event.why) for event in events if isinstance(event, EditFlagged)] == [
        ("Buy my book.", "unasked"),
        ("Set it alight.", "unasked"),
        ("", "unasked"),
    ]
    assert result.steps[3:] == ("Fry it.", "Cool it.")


async def test_resolve_may_part_one_step_into_two() -> None:
    model = told(
        {
            "modify": "replace(4, Fry it in oil and turn it over.)\ndone",
            "verify": "replace(4, Steam it.)\ndone",
            "resolve": "replace(4, Fry it in oil.)\ninsert(4, Turn it over.)\ndone",
        }
    )
    result, events = await play("parallel", model)
    assert not [event for event in events if isinstance(event, EditFlagged)]
    assert result.steps[3:5] == ("Fry it in oil.", "Turn it over.")


async def test_resolve_is_always_asked_in_paper_and_gets_both_bags_whole() -> None:
    model = Scripted(["replace(4, Fry it.)", "insert(0, Find a pan.)", "replace(4, Fry it.)"])
    result, events = await play("parallel", model, prompts="paper")
    assert "replace(4, Fry it.)\ninsert(0, Find a pan.)" in model.requests[2].messages[0].content
    assert result.steps[3] == "Fry it."
    assert stages(events) == ["modify", "verify", "resolve"]


async def test_adaptive_stays_with_modify_where_little_changes() -> None:
    small = "replace(4, Fry it.)\ndone"
    model = told({"modify": small, "verify": "no edits"})
    _, events = await play("adaptive", model)
    assert stages(events) == ["modify", "verify"]


async def test_adaptive_asks_for_a_rewrite_on_the_original_where_much_changes_and_verifies_that() -> None:
    many = "\n".join(f"replace({number}, Step {number} anew.)" for number in range(1, 6)) + "\ndone"
    model = told({"modify": many, "customize": "replace(4, Fry it.)\ndone", "verify": "no edits"})
    result, events = await play("adaptive", model)
    assert stages(events) == ["modify", "customize", "verify"]
    started = [event for event in events if isinstance(event, StageStarted)]
    assert started[0].steps == started[1].steps == BREAD.steps
    assert started[2].builds_on == ("e6",)
    assert result.steps[3] == "Fry it."
    assert result.steps[0] == BREAD.steps[0]


WALK = "keep(1)\n# because no oven [R1]\nreplace(4, Fry it for 12 min a side.)\nkeep(5)\ndone"


async def test_a_rewrite_is_a_walk_and_one_verify_where_verify_changes_little() -> None:
    result, events = await play("rewrite", model := Scripted([WALK, "replace(5, Cool it on a rack.)\ndone"]))
    assert stages(events) == ["customize", "verify"]
    assert len(model.requests) == 2
    assert result.steps[3:] == ("Fry it for 12 min a side.", "Cool it on a rack.")


async def test_verify_after_a_rewrite_sees_what_the_changed_steps_were_and_no_other_verify_does() -> None:
    _, _ = await play("rewrite", model := Scripted([WALK, "no edits"]))
    asked = model.requests[1].messages[1].content
    assert '4. "Bake it for 30 min."' in asked.split("The original")[1]
    assert '"Mix the dough."' not in asked.split("The original")[1]
    _, _ = await play("sequential", model := Scripted([MODIFY, "no edits"]))
    assert "The original" not in model.requests[1].messages[1].content


@pytest.mark.parametrize("edit", ["insert(3, Oil the pan.)", "replace(1, )", "replace(3, Let it rise for 2 h.)"])
async def test_verify_looks_once_more_where_it_inserted_deleted_or_changed_a_number(edit: str) -> None:
    _, events = await play("rewrite", model := Scripted([WALK, f"{edit}\ndone", "no edits"]))
    assert stages(events) == ["customize", "verify", "verify"]
    assert "Look only at these" in model.requests[2].messages[1].content
    assert "The original" in model.requests[2].messages[1].content


async def test_a_rewrite_makes_three_calls_at_most_where_an_answer_had_to_be_repaired() -> None:
    _, events = await play("rewrite", model := Scripted(["Hm.", WALK, "insert(3, Oil the pan.)\ndone"]))
    assert stages(events) == ["customize", "verify"]
    assert len(model.requests) == 3


async def test_the_first_card_of_a_rewrite_comes_with_the_first_call() -> None:
    log: list[Event] = []
    model = Scripted([["keep(1)\nreplace(4, Fry it.)\n", ProviderError("server", "The server broke off.")]])
    with pytest.raises(ProviderError):
        await play("rewrite", model, log=log)
    assert [event.text for event in proposed(log)] == ["Fry it."]


async def test_a_rewrite_in_paper_is_the_studys_own_turns_then_its_verify() -> None:
    rewritten = "1. Mix the dough.\n2. Let it rise for 1 h.\n3. Fry it.\n"
    _, events = await play("rewrite", model := Scripted([rewritten, "insert(2, Oil the pan.)"]), prompts="paper")
    assert stages(events) == ["customize", "verify"]
    assert len(model.requests[0].messages) == 3
    assert "original" not in model.requests[1].messages[0].content


async def test_both_answers_of_verify_after_a_rewrite_stand_in_the_review() -> None:
    result, events = await play(
        "rewrite", Scripted([WALK, "insert(3, Oil the pan.)\ndone", "replace(4, Oil the pan thinly.)\ndone"])
    )
    state = all_accepted(fold_all(BREAD, events))
    assert state.plain_result.draft.procedure.steps == result.steps
    assert {state.status(id) for id in state.proposals} == {"accepted"}


def test_what_runs_by_default_depends_on_who_answers() -> None:
    assert default_strategy(BackendInfo(provider="builtin")) == "sequential"
    assert default_strategy(BY) == "rewrite"


def test_concerned_steps_are_those_touched_named_by_a_requirement_or_found_by_the_guard() -> None:
    bag = Bag((Replace(step=5, text="x"), Insert(step=2, text="y"), Replace(step=1, text="z", part="resources")))
    asks = Requirement("R9", "refinement", "make step 3 quicker, and step 77")
    assert concerned(BREAD, bag, (asks,)) == {2, 3, 5}
    assert 1 in concerned(BREAD, Bag(), (NO_OVEN,))


async def test_further_verify_agents_follow_verify_each_on_the_result_so_far() -> None:
    further = (Verifier("states", "Is each thing there?"), Verifier("causes", "Does each step cause the next?"))
    model = Scripted([MODIFY, VERIFY, "insert(0, Find a pan with a lid.)\ndone", "no edits"])
    _, events = await play("sequential", model, verifiers=further)
    assert stages(events) == ["modify", "verify", "states", "causes"]
    assert '1. "Find a pan with a lid."' in model.requests[3].messages[1].content
    assert "Does each step cause the next?" in model.requests[3].messages[1].content


async def test_in_parallel_further_verify_agents_go_into_resolve_with_their_names() -> None:
    model = told(
        {
            "modify": "replace(4, Fry it.)\ndone",
            "verify": "no edits",
            "further": "replace(4, Steam it.)\ndone",
            "resolve": "replace(4, Steam it.)\ndone",
        }
    )
    result, _ = await play("parallel", model, verifiers=(Verifier("states", "There?"),))
    assert '"states" proposes:\nreplace(4, "Steam it.")' in model.requests[-1].messages[1].content
    assert result.steps[3] == "Steam it."


async def test_verify_does_not_see_what_was_rejected_meanwhile() -> None:
    model = Scripted([MODIFY, "no edits"])
    result, events = await play("sequential", model, rejected=lambda: frozenset({"e2"}))
    asked = model.requests[1].messages[1].content
    assert "Flatten it to 1 cm." not in asked.split("YOUR TASK")[0]
    verify = [event for event in events if isinstance(event, StageStarted)][1]
    assert verify.builds_on == ("e1", "e3")
    assert result.steps == (
        "Mix the dough.",
        "Let it rise for 1 h.",
        "Bake it in a lidded pan, 12 min a side.",
        "Cool it.",
    )


async def test_a_rejected_edit_never_comes_back_at_its_new_number() -> None:
    model = Scripted([MODIFY, "insert(2, Flatten it to 1 cm.)\ndone"])
    _, events = await play("sequential", model, rejected=lambda: frozenset({"e2"}))
    assert 'insert(2, "Flatten it to 1 cm.")' in model.requests[1].messages[1].content
    assert [event.why for event in events if isinstance(event, EditFlagged)] == ["rejected_before"]


async def test_a_failing_verify_keeps_modifys_edits_and_says_so() -> None:
    broken = ProviderError("server", "The server broke off.")
    log: list[Event] = []
    with pytest.raises(ProviderError):
        await play("sequential", Scripted([MODIFY, ["insert(3, Oil the pan.)\nrepl", broken]]), log=log)
    assert [event.id for event in proposed(log)] == ["e1", "e2", "e3", "e4"]
    last = log[-1]
    assert isinstance(last, StageFinished)
    assert (last.agent, last.end, last.says) == ("verify", "failed", "The server broke off.")
    assert last.result is not None
    assert "Oil the pan." in last.result.steps


async def test_in_parallel_the_other_agent_is_heard_out_when_one_fails() -> None:
    model = told({"modify": ProviderError("rate", "Too many."), "verify": ["insert(3, Oil the pan.)\n", "done"]})
    log: list[Event] = []
    with pytest.raises(ProviderError, match="Too many"):
        await play("parallel", model, log=log)
    assert [event.text for event in proposed(log)] == ["Oil the pan."]
    assert sorted(event.end for event in log if isinstance(event, StageFinished)) == ["edits", "failed"]


async def test_an_unreadable_answer_ends_the_run_and_says_what_to_do() -> None:
    log: list[Event] = []
    with pytest.raises(ProviderError, match="No change could be read") as caught:
        await play("sequential", Scripted(["Hm.", "Hm."]), log=log)
    assert caught.value.fault == "bad_answer"
    assert [event.end for event in log if isinstance(event, StageFinished)] == ["unparsed"]


async def test_ids_stages_and_calls_count_up_within_a_run() -> None:
    _, events = await play("sequential", Scripted(["Hm.", MODIFY, VERIFY]))
    assert [event.id for event in proposed(events)] == ["e1", "e2", "e3", "e4", "e5"]
    assert [event.stage for event in events if isinstance(event, StageStarted)] == [1, 2]
    assert [(event.stage, event.call) for event in events if isinstance(event, ModelCalled)] == [
        (1, 1),
        (1, 2),
        (2, 3),
    ]


async def test_an_edit_comes_weighed_against_the_step_it_changes() -> None:
    _, events = await play("unified", Scripted(["replace(4, Bake it in the oven for 45 min.)\ndone"]))
    (event,) = proposed(events)
    assert [finding.word.casefold() for finding in event.findings] == ["oven"]
    assert event.level is not None
    assert any("30 min" in change and "45 min" in change for change in event.tripwires)


async def test_control_characters_never_reach_an_event() -> None:
    _, events = await play("unified", Scripted([["replace(4, Fry\x1b]52;c;x\x07 it.)\n\x1b[2J", "done"]]))
    assert "\x1b" not in "".join(event.text for event in events if isinstance(event, TextDelta | EditProposed))


def test_the_names_are_those_of_the_study_and_ours() -> None:
    study = ["sequential", "unified", "parallel", "reverse", "end_to_end"]
    assert list(STRATEGIES) == [*study, "adaptive", "rewrite"]
