"""What the tables of `bench generate` say: counts made by hand, who may be named, what is comparable."""

from dataclasses import replace

import pytest

from memory.generation.methods import METHODS
from tailor.core.procedure import procedure
from tailor.evaluation.pairs import (
    PLAN,
    STUDY,
    GenerationResult,
    Pair,
    Vote,
    bias_table,
    by_case,
    chart,
    cost_table,
    duels,
    exact_tests,
    generate_report,
    table,
)
from tailor.evaluation.recorded import Cell, Cost
from tailor.evaluation.report import Measured, as_csv, as_markdown, as_text, report_as_text

WIN, LOSS, TIE, OPEN = "2222211111", "1111122222", "1111111111", "1100000000"


def pair(case: str, places: str, other: str = "rag", sample: int = 1, prompts: str = "paper") -> Pair:
    read = {"1": 1, "2": 2}
    votes = tuple(Vote(shown, read.get(one)) for shown, one in zip(PLAN, places, strict=True))  # type: ignore[arg-type]  # 1 or 2
    return Pair(case=case, other=other, prompts=prompts, sample=sample, votes=votes)


def many(wins: int, losses: int, ties: int = 0, opens: int = 0, other: str = "rag") -> list[Pair]:
    kinds = [WIN] * wins + [LOSS] * losses + [TIE] * ties + [OPEN] * opens
    return [pair(f"c{n}", places, other) for n, places in enumerate(kinds)]


def test_wins_are_the_other_methods_and_losses_are_aags() -> None:
    (one,) = duels(many(5, 1, 2, 1), "aag")
    assert [one.count(kind) for kind in ("win", "loss", "tie", "open")] == [5, 1, 2, 1]
    assert (one.wins.k, one.wins.n) == (5, 6)
    assert bias_table([one]).rows[-1][2] == 8


def test_the_test_is_on_wins_and_losses_alone() -> None:
    # 5 : 1, exact: 2 · (C(6,0) + C(6,1)) / 2^6 = 14/64
    (one,) = exact_tests(duels(many(5, 1, 9), "aag"))
    assert one.p == pytest.approx(14 / 64)
    assert (one.better, one.cases) == (None, 6)
    # 6 : 0, exact: 2 / 2^6 = 0.03125
    (one,) = exact_tests(duels(many(6, 0), "aag"))
    assert one.p == pytest.approx(1 / 32)
    assert one.better == "rag"
    (one,) = exact_tests(duels(many(0, 6), "aag"))
    assert one.better == "aag"


def test_asking_about_several_methods_makes_it_harder_for_each() -> None:
    both = exact_tests(duels([*many(6, 0), *many(6, 0, other="zero_shot")], "aag"))
    assert [one.corrected for one in both] == [pytest.approx(1 / 16)] * 2
    assert [one.better for one in both] == [None, None]


def test_several_samples_of_a_case_count_as_one_case() -> None:
    samples = [
        pair("c", WIN),
        pair("c", WIN, sample=2),
        pair("c", LOSS, sample=3),
        pair("d", WIN),
        pair("d", LOSS, sample=2),
    ]
    assert by_case(samples) == {"c": "win", "d": "tie"}
    assert by_case([pair("c", OPEN), pair("c", LOSS, sample=2)]) == {"c": "loss"}
    assert by_case([replace(pair("c", WIN), votes=(), missing="base")]) == {}


def test_the_table_says_who_judged_what_is_comparable_and_that_the_cases_are_too_few() -> None:
    found = duels(many(3, 0), "aag")
    said = as_text(table(found, "paper"))
    for words in ("model-judged", "not comparable", "Too few cases to name a winner", "no winner", "study"):
        assert words in " ".join(said.split())
    row = table(found, "paper").rows[0]
    assert row[:6] == ("rag", 3, 3, 0, 0, 0)
    assert isinstance(row[6], Measured)
    assert (row[6].share.k, row[6].share.n) == (3, 3)
    assert row[7:] == (0.25, "no winner", "aag")


def test_a_winner_is_named_where_the_test_allows_it() -> None:
    shown = table(duels(many(12, 1), "aag"), "paper")
    assert shown.rows[0][8] == "rag"
    assert "Too few" not in " ".join(shown.notes)


def test_against_another_method_nothing_of_the_study_stands_beside() -> None:
    shown = table(duels(many(2, 1), "zero_shot"), "paper")
    assert shown.head[-1] == "preferred"
    assert any("Tailor's own" in note for note in shown.notes)


def test_what_the_study_found_depends_on_the_domain() -> None:
    found = duels([*many(1, 0, other="zero_shot"), *many(1, 0, other="aag_no_summary_no_critic")], "aag")
    assert [row[-1] for row in table(found, "paper", "recipe").rows] == ["zero_shot", None]
    assert [row[-1] for row in table(found, "paper", "maths").rows] == ["aag", None]
    assert table(found, "paper").rows[0][-1] == "aag, recipe: zero_shot"
    assert set(STUDY) <= set(METHODS)


def test_order_bias_is_printed_for_each_and_for_all_votes() -> None:
    shown = bias_table(duels([*many(0, 0, 3), *many(0, 1, other="zero_shot")], "aag"))
    # three ties of ten votes for the first place: 30 of 30; one loss: 5 of 10; together 35 of 40
    shares = [cell.share for row in shown.rows for cell in row if isinstance(cell, Measured)]
    assert [(share.k, share.n) for share in shares] == [(30, 30), (5, 10), (35, 40)]
    assert "The order influences this judge" in shown.notes[-1]
    even = bias_table(duels(many(2, 2), "aag"))
    assert "no preference" in even.notes[-1]


def test_costs_are_means_of_the_runs_with_a_result_and_dashes_where_a_server_tells_nothing() -> None:
    cell = Cell("c", "rag", "paper")
    done = procedure("g", ["a", "b"])
    rows = [
        GenerationResult(
            cell=cell, result=done, cost=Cost(calls=1, prompt_tokens=100, answer_tokens=20, seconds=2.0)
        ),
        GenerationResult(
            cell=cell, result=done, cost=Cost(calls=2, prompt_tokens=200, answer_tokens=40, seconds=4.0)
        ),
        GenerationResult(cell=cell, fault="bad_answer", cost=Cost(calls=9)),
    ]
    assert cost_table(rows).rows == (("rag", "paper", "2 of 3", "2.0", "1.5", "0.0", "180", "3.0", None),)


def test_the_chart_has_a_bar_for_win_tie_and_loss() -> None:
    (group,) = chart(duels(many(1, 2, 1), "aag"), "paper").groups
    assert [(bar.name, bar.share.k, bar.share.n) for bar in group.bars] == [
        ("win", 1, 4),
        ("tie", 1, 4),
        ("loss (aag)", 2, 4),
    ]


def test_a_charts_heading_with_its_label_fits_its_picture() -> None:
    for against in METHODS:
        assert len(chart(duels([pair("c", WIN, "x", prompts="tailor")], against), "tailor").heading) <= 72


def test_the_report_fits_a_terminal_and_says_that_a_sample_is_small() -> None:
    written = [GenerationResult(cell=Cell("c0", way, "paper"), result=procedure("g", ["a"])) for way in METHODS]
    pairs = [one for way in METHODS if way != "aag" for one in many(4, 1, 1, other=way)]
    report = generate_report(written, pairs, "aag", "llama", "recipe")
    text = report_as_text(report)
    assert "A small sample: 6 cases" in text
    assert "llama compared" in text
    assert max(map(len, text.split("\n"))) <= 80
    for one in report.tables:
        assert as_markdown(one)
        assert as_csv(one)


def test_nothing_finished_is_a_report_too() -> None:
    assert "bench generate" in report_as_text(generate_report((), (), "aag", ""))
