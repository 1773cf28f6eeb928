"""The tables without a judge: every figure with what it is a share of."""

from tailor.core.procedure import procedure
from tailor.evaluation.customize_bench import BUILTIN, NO_PROMPTS, Result
from tailor.evaluation.recorded import Cell
from tailor.evaluation.tables import automatic_tables, report_of
from tests.evaluation.customize_case import TEA

MADE = procedure("Brew tea", ["Boil water.", "Pour it over mint."])


def result(way: str, prompts: str = "paper", sample: int = 1, **figures: object) -> Result:
    cell = Cell("tea", way, prompts, sample)
    return Result(cell=cell, **{"result": MADE, **figures})  # type: ignore[arg-type]  # as Result has


def tables(*results: Result) -> dict[str, tuple[tuple[object, ...], ...]]:
    return {one.title.partition(":")[0]: one.rows for one in automatic_tables(results, 0.25)}


def test_shares_are_taken_over_all_runs_and_failed_runs_have_no_steps() -> None:
    whole = result("reverse", answers=2, readable=2, edits=3, base_steps=4, kept=3, requirements=2, served=1)
    failed = result("reverse", sample=2, result=None, fault="cut_short", answers=1, edits=1, base_steps=4)
    found = tables(whole, failed)
    assert found["Answers"] == (("reverse", "paper", 2, 1, "2 of 3", 2.0, 0.0),)
    assert found["Results"] == (("reverse", "paper", 1, "3 of 4", "1 of 2", "0 of 2", "0.0 (0.0)"),)


def test_costs_are_means_and_medians_and_unknown_where_one_run_does_not_know() -> None:
    runs = [
        result(
            "unified", sample=n, calls=1, prompt_tokens=tokens, answer_tokens=10, seconds=seconds, first_edit=first
        )
        for n, tokens, seconds, first in ((1, 100, 1.0, 0.5), (2, None, 3.0, None), (3, 200, 9.0, 0.7))
    ]
    assert tables(*runs)["Cost"] == (("unified", "paper", 1.0, None, 10, None, 0.6, 3.0),)


def test_a_choice_is_three_numbers() -> None:
    runs = [
        result("unified", sample=n, chosen=name) for n, name in enumerate(["right", "wrong", "undecided"] * 2, 1)
    ]
    assert tables(*runs)["Choices"] == (("unified", "paper", 6, 2, 2, 2),)
    assert automatic_tables(runs, 0.25)[-1].head[2] == "runs", "six runs of one case are no six cases"


def test_the_built_in_tailor_is_said_to_be_no_model_and_has_no_table_of_costs() -> None:
    runs = [result(BUILTIN, NO_PROMPTS)]
    assert set(tables(*runs)) == {"Answers", "Results"}
    assert any("no model" in note for one in automatic_tables(runs, 0.25) for note in one.notes)


def test_rows_stand_in_the_order_of_the_grid() -> None:
    runs = [result("parallel"), result("sequential"), result("parallel", "tailor"), result("sequential", sample=2)]
    assert [row[:2] for row in tables(*runs)["Answers"]] == [
        *(("parallel", "paper"), ("sequential", "paper"), ("parallel", "tailor")),
    ]


def test_every_table_fits_eighty_columns() -> None:
    from tailor.evaluation.report import as_text

    long = result(
        "end_to_end", "tailor-reasons", calls=3, prompt_tokens=123_456, answer_tokens=9_999, cost=0.01234
    )
    for one in automatic_tables([long, result("sequential", chosen="right")], 0.25):
        assert max(map(len, as_text(one).split("\n"))) <= 80, one.title


def test_without_results_there_is_no_table() -> None:
    assert report_of((), (TEA,), (), 0.25).tables == ()
