"""One cell: run() on one case, and its figures."""

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from tailor.agents.strategies import STRATEGIES
from tailor.core.errors import ProviderError
from tailor.core.protocols import Usage
from tailor.evaluation.cases import Case
from tailor.evaluation.customize_bench import BUILTIN, NO_PROMPTS, Column, Result, customize, customize_builtin
from tailor.evaluation.recorded import CallLog, Cell, RecordedModel
from tailor.evaluation.runner import BUDGET_SPENT, Budget, Unfinished
from tailor.providers.scripted import Said, Scripted
from tests.evaluation.customize_case import EGGS, TEA, answers


def recorded(tmp_path: Path, column: Column, model: Scripted | None, case: Case = TEA) -> RecordedModel:
    ticks = count()
    cell = Cell(case.id, column.way, column.prompts)
    return RecordedModel(model, CallLog(tmp_path / "calls.jsonl"), cell, clock=lambda: float(next(ticks)))


async def made(tmp_path: Path, column: Column, *said: Said, case: Case = TEA) -> Result:
    result = await customize(case, column, recorded(tmp_path, column, Scripted(said), case))
    assert isinstance(result, Result)
    return result


async def test_the_figures_of_a_run(tmp_path: Path) -> None:
    modify: Said = [
        "# because mint grows here [R1]\n",
        "replace(2, Pour it over fresh mint.)\n",
        "replace(9, Too far.)\ndone\n",
        Usage(100, 20, 0.01),
    ]
    verify: Said = ["# because it is hot\n", "insert(3, Let it cool.)\n", "done\n", Usage(110, 10, 0.02)]
    one = await made(tmp_path, Column("sequential", "tailor"), modify, verify)
    assert one.result is not None
    assert one.result.steps == ("Boil water.", "Pour it over fresh mint.", "Wait 3 minutes.", "Let it cool.")
    assert (one.answers, one.readable, one.edits, one.flagged, one.applied) == (2, 2, 2, 1, 2)
    assert (one.base_steps, one.kept, one.steps) == (3, 2, 4)
    assert (one.requirements, one.served, one.claimed) == (1, 1, 0)
    assert (one.calls, one.prompt_tokens, one.answer_tokens) == (2, 210, 30)
    assert one.cost == pytest.approx(0.03)
    assert one.chosen == "right"
    assert one.fault is None
    assert one.first_edit is not None
    assert one.seconds is not None
    assert 0 < one.first_edit < one.seconds


async def test_every_edit_is_taken_as_in_the_study_also_one_that_a_person_would_have_to_look_at(
    tmp_path: Path,
) -> None:
    case = replace(TEA, hint="I am allergic to peanuts.")
    one = await made(tmp_path, Column("unified", "tailor"), "insert(3, Stir in peanut butter.)\ndone\n", case=case)
    assert one.result is not None
    assert one.result.steps[-1] == "Stir in peanut butter."
    assert one.applied == 1
    assert (one.base_findings, one.findings) == (0, 1)


async def test_no_edits_is_a_readable_answer(tmp_path: Path) -> None:
    one = await made(tmp_path, Column("unified", "tailor"), "no edits\n")
    assert (one.readable, one.edits, one.kept, one.first_edit) == (1, 0, 3, None)
    assert one.result == TEA.procedure
    assert one.prompt_tokens is None


async def test_an_unreadable_answer_is_an_outcome_and_has_no_result(tmp_path: Path) -> None:
    one = await made(tmp_path, Column("sequential", "paper"), "I would rather talk about the weather today.")
    assert (one.fault, one.result, one.answers, one.readable, one.calls) == ("bad_answer", None, 1, 0, 1)


async def test_a_cut_answer_is_an_outcome_too(tmp_path: Path) -> None:
    cut = ProviderError("cut_short", "Too long.", answered=True)
    one = await made(tmp_path, Column("unified", "paper"), ["replace(1, Heat water.)\nrepl", cut])
    assert (one.fault, one.message, one.result, one.edits) == ("cut_short", "Too long.", None, 1)


@pytest.mark.parametrize("error", [ProviderError("network", "Gone."), ProviderError("cut_short", "Broken off.")])
async def test_a_fault_that_may_pass_is_no_outcome(tmp_path: Path, error: ProviderError) -> None:
    column = Column("parallel", "tailor")
    outcome = await customize(TEA, column, recorded(tmp_path, column, Scripted(lambda _: error)))
    assert outcome is error


async def test_a_budget_that_ends_in_the_middle_of_a_run_leaves_the_cell_open(tmp_path: Path) -> None:
    column = Column("sequential", "tailor")
    model = recorded(tmp_path, column, Scripted(answers))
    model.budget = Budget(calls=1)
    outcome = await customize(TEA, column, model)
    assert isinstance(outcome, Unfinished)
    assert outcome.title == BUDGET_SPENT
    assert CallLog(tmp_path / "calls.jsonl").made == 1


@pytest.mark.parametrize("prompts", ["paper", "tailor"])
@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_a_run_told_again_from_the_record_is_the_same_to_the_last_figure(
    tmp_path: Path, strategy: str, prompts: str
) -> None:
    column = Column(strategy, prompts)
    first = await customize(EGGS, column, recorded(tmp_path, column, Scripted(answers), EGGS))
    assert isinstance(first, Result)
    assert first.result is not None
    assert await customize(EGGS, column, recorded(tmp_path, column, None, EGGS)) == first


async def test_samples_have_seeds_of_their_own_where_chance_plays_a_part(tmp_path: Path) -> None:
    script = Scripted(answers)
    for sample in (1, 2):
        column = Column("unified", "paper")
        model = RecordedModel(script, CallLog(tmp_path / "calls.jsonl"), Cell("tea", "unified", "paper", sample))
        await customize(TEA, column, model, temperature=0.7)
    assert [(one.settings.temperature, one.settings.seed) for one in script.requests] == [(0.7, 1), (0.7, 2)]
    await customize(TEA, column, recorded(tmp_path, column, script))
    assert (script.requests[-1].settings.temperature, script.requests[-1].settings.seed) == (0, None)


async def test_the_longest_answer_can_be_bounded(tmp_path: Path) -> None:
    script, column = Scripted(answers), Column("unified", "tailor")
    await customize(TEA, column, recorded(tmp_path, column, script), longest=40)
    assert [one.settings.max_tokens for one in script.requests] == [40]


async def test_the_built_in_tailor_has_a_result_and_no_costs() -> None:
    column = Column(BUILTIN, NO_PROMPTS)
    one = await customize_builtin(EGGS, column, Cell("eggs", BUILTIN, NO_PROMPTS))
    assert one.result is not None
    assert (one.calls, one.answers, one.seconds, one.first_edit, one.cost) == (0, 0, None, None, None)
    assert one == await customize_builtin(EGGS, column, Cell("eggs", BUILTIN, NO_PROMPTS))
