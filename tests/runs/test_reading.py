"""A rewrite whose model reads the hint: what is told when, what binds, and what the coverage says."""

from contextlib import aclosing

import pytest

from tailor.agents.model_agent import ModelAgents
from tailor.agents.prompts import PromptSet
from tailor.agents.stages import BackendInfo
from tailor.core.coverage import ledger, opinions
from tailor.core.events import Done, EditProposed, Event, RequirementsRead, StageFinished
from tailor.core.outcomes import outcomes
from tailor.core.report import closing_line
from tailor.core.requirements import Requirement
from tailor.core.review.decisions import accept_many, own_edit
from tailor.core.review.events import fold_all
from tailor.core.review.state import ReviewState
from tailor.providers.scripted import Said, Scripted
from tailor.runs.customize import CustomizeRequest, follow_up, run
from tests.core.cases import BREAD

HINT = "I've trained for years, so no beginner cues, I have no oven, and that's it"
HEAD = """R1 expert: I've trained for years, so no beginner cues -> fewer words
R2 prerequisite: I have no oven -> bake it in a lidded pan on the hob
R3 none: that's it -> nothing
"""
WALK = """# because there is no oven [R2]
replace(1, )
keep(2)
keep(3)
# because there is no oven [R2]
replace(4, Fry it in a lidded pan.)
keep(5)
replace(r2, a lidded pan)
"""
END = "R1 already: steps 2 and 3 are short as they are\ndone\n"


async def told(
    *answers: Said, prompts: PromptSet = "tailor", strategy: str = "rewrite", **more: object
) -> tuple[list[Event], Scripted]:
    model = Scripted([*answers])
    request = CustomizeRequest(
        procedure=BREAD,
        hint=HINT,
        strategy=strategy,
        prompts=prompts,
        accept="all",
        run="r1",
        **more,  # type: ignore[arg-type]
    )
    async with aclosing(run(request, ModelAgents(model, prompts), by=BackendInfo(provider="server"))) as events:
        return [event async for event in events], model


def readings(events: list[Event]) -> list[RequirementsRead]:
    return [event for event in events if isinstance(event, RequirementsRead)]


async def test_the_models_reading_is_told_a_second_time_before_the_first_edit() -> None:
    events, _ = await told(HEAD + WALK + END, "no edits")
    rules, model = readings(events)
    assert rules.requirements[0].level == "beginner"
    assert [(one.id, one.kind, one.level, one.on, one.source) for one in model.requirements] == [
        ("R1", "expertise", "expert", True, "model"),
        ("R2", "prerequisite", None, True, "model"),
        ("R3", "unclassified", None, False, "hint"),
    ]
    assert model.requirements[1].follows == "bake it in a lidded pan on the hob"
    first = next(event for event in events if isinstance(event, EditProposed))
    assert events.index(model) < events.index(first)


async def test_verify_is_told_the_requirements_as_the_model_reads_them() -> None:
    _, model = await told(HEAD + WALK + END, "no edits")
    asked = model.requests[1].messages[1].content
    assert "R1 (expertise: expert) \"I've trained for years" in asked
    assert 'R2 (prerequisite, must hold) "I have no oven", so "bake it in a lidded pan on the hob"' in asked
    assert "that's it" not in asked.split("REQUIREMENTS")[1]
    assert "No edit serves" not in asked


async def test_what_needs_no_edit_is_the_models_opinion_and_is_not_called_unserved() -> None:
    events, _ = await told(HEAD + WALK + END, "no edits")
    (stage, _) = [event for event in events if isinstance(event, StageFinished)][:2]
    assert [(one.id, one.says) for one in stage.verdicts] == [
        ("R1", "The model thinks steps 2 and 3 are short as they are")
    ]
    last = events[-1]
    assert isinstance(last, Done)
    assert [(line.id, line.state, line.verdict) for line in last.coverage] == [
        ("R1", "not_served", "already"),
        ("R2", "served", None),
    ]


async def test_an_opinion_names_steps_as_they_are_numbered_now_and_falls_with_them() -> None:
    events, _ = await told(HEAD + WALK + END, "no edits")
    review = fold_all(BREAD, events)
    accepted = accept_many(review, "all").review
    assert opinions(ReviewState(accepted)) == {"R1": "The model thinks steps 1 and 2 are short as they are"}
    assert (
        outcomes(ReviewState(accepted), ledger(ReviewState(accepted), ()))[0].short
        == "already fits, the model thinks"
    )
    assert closing_line(events).endswith("no beginner cues”: The model thinks steps 1 and 2 are short as they are")
    gone = own_edit(review, "replace", "s3", "").review
    lines = ledger(ReviewState(gone), ())
    assert lines[0].verdict is None
    assert outcomes(ReviewState(gone), lines)[0].looks


async def test_what_an_edit_serves_is_no_opinion() -> None:
    events, _ = await told(HEAD + WALK + "R2 already: step 4 does\ndone\n", "no edits")
    assert [event.verdicts for event in events if isinstance(event, StageFinished)] == [(), ()]


async def test_a_model_clears_nothing_about_health_and_nothing_that_the_guard_still_finds() -> None:
    wishes = (
        Requirement("R1", "prerequisite", "no gluten (coeliac)"),
        Requirement("R2", "prerequisite", "no oven"),
    )
    claims = "keep(1)\nR1 already: nothing of it is in it\nR2 already: a tray does\ndone\n"
    events, model = await told(claims, "no edits", requirements=wishes)
    last = events[-1]
    assert isinstance(last, Done)
    assert [line.verdict for line in last.coverage] == ["found", "found"]
    assert "still goes against them: R1, R2" in model.requests[1].messages[1].content


@pytest.mark.parametrize(
    "answer",
    [
        WALK + "done\n",
        WALK + HEAD + "done\n",
        "R1\nR2 -> \nRequirements: R1, R2\n" + WALK + "done\n",
        "R1: oven\n" + WALK + "done\n",
    ],
)
async def test_a_model_that_writes_none_broken_ones_or_elsewhere_does_no_harm(answer: str) -> None:
    events, _ = await told(answer, "no edits")
    assert len(readings(events)) == 1
    last = events[-1]
    assert isinstance(last, Done)
    assert last.result.steps[2] == "Fry it in a lidded pan."


async def test_what_the_person_corrected_binds_and_only_learns_what_follows() -> None:
    mine = (
        Requirement("R1", "expertise", "trained for years", "expert"),
        Requirement("R2", "prerequisite", "no oven"),
        Requirement("R3", "preference", "quick", on=False),
    )
    head = HEAD + "R4 preference: cheap -> less butter\n"
    events, model = await told(head + WALK + END, "no edits", requirements=mine)
    now = readings(events)[1].requirements
    assert [(one.id, one.kind, one.level, one.text, one.on) for one in now] == [
        (one.id, one.kind, one.level, one.text, one.on) for one in mine
    ]
    assert now[0].follows == "fewer words"
    assert "R1, R2, R3 keep kind and words" in model.requests[0].messages[1].content


@pytest.mark.parametrize(("prompts", "strategy"), [("paper", "rewrite"), ("tailor", "end_to_end")])
async def test_no_other_condition_asks_for_a_reading(prompts: PromptSet, strategy: str) -> None:
    said = "1. Mix the dough." if prompts == "paper" else HEAD + WALK + "done"
    events, model = await told(said, "no edits", prompts=prompts, strategy=strategy)
    assert len(readings(events)) == 1
    assert "KIND" not in model.requests[0].messages[-1].content


async def test_a_question_after_the_run_starts_from_the_models_reading() -> None:
    events, _ = await told(HEAD + WALK + END, "no edits")
    assert follow_up(events, BREAD, ()).requirements[0].level == "expert"
