"""The grid: every case with every strategy, prompt set and sample."""

import pytest

from tailor.agents.prompts import ALL_ON
from tailor.agents.strategies import STRATEGIES
from tailor.core.errors import UsageError
from tailor.evaluation.customize_bench import BUILTIN, SWITCHES, checked_prompts
from tests.evaluation.customize_case import plan


def test_every_strategy_meets_every_prompt_set_case_by_case() -> None:
    made = plan(*STRATEGIES, samples=2).jobs
    assert len({cell for cell, _, _ in made}) == len(made) == 2 * len(STRATEGIES) * 2 * 2
    assert [case.id for _, case, _ in made] == ["eggs"] * (len(made) // 2) + ["tea"] * (len(made) // 2)


def test_the_built_in_tailor_is_one_row_with_one_sample() -> None:
    made = plan("reverse", builtin=True, samples=3, limit=1).jobs
    assert [(cell.way, cell.sample) for cell, _, _ in made if cell.way == BUILTIN] == [(BUILTIN, 1)]


@pytest.mark.parametrize("name", SWITCHES)
def test_every_part_of_the_tailor_prompts_can_be_switched_off(name: str) -> None:
    (column,) = plan("reverse", prompts=(f"tailor-{name}",)).columns
    assert column.set == "tailor"
    assert ALL_ON.on() - column.switches.on() == {name}


def test_parts_are_named_in_one_order_however_they_were_given() -> None:
    assert checked_prompts("tailor-examples-reasons") == checked_prompts("tailor-reasons-examples")


@pytest.mark.parametrize("name", ["papers", "paper-examples", "tailor-humour", ""])
def test_an_unknown_prompt_set_is_told(name: str) -> None:
    with pytest.raises(UsageError, match=r"prompt"):
        checked_prompts(name)


def test_an_unknown_strategy_is_told_with_those_that_there_are() -> None:
    with pytest.raises(UsageError, match="sequential, unified"):
        assert plan("sideways").columns
