"""The tables of `bench customize`: what they count, what they say, what they refuse to say."""

from collections.abc import Mapping

import pytest

from tailor.evaluation.customize_bench import NO_PROMPTS
from tailor.evaluation.judging import Judgement
from tailor.evaluation.report import Measured, as_text, report_as_markdown, report_as_text
from tailor.evaluation.statistics import Share, fewest_cases, pairings, winner
from tailor.evaluation.tables import customize_report, table_2, winner_words
from tailor.evaluation.verdicts import STUDY, ResultRow, by_case, judged_by, verdicts
from tests.evaluation.judged_case import by_model, by_people, made, person, seed


def bench(held: Mapping[str, str], judge: object = by_people) -> tuple[list[ResultRow], list[Judgement]]:
    """Strategies on cases: "+" both criteria hold, "e" only EXECUTABLE, "-" neither, "." nobody judged."""
    results: list[ResultRow] = []
    given: list[Judgement] = []
    for way, marks in held.items():
        for number, mark in enumerate(marks):
            results.append(made(f"c{number}", way))
            if mark != ".":
                given += judge(results[-1].item, executable=mark in "+e", customized=mark == "+")  # type: ignore[operator]
    return results, given


def test_a_criterion_holds_by_two_of_three_and_fully_correct_needs_both() -> None:
    results, given = bench({"sequential": "+e-"})
    found = verdicts(results, given)
    assert by_case(found, "EXECUTABLE") == {"c0": True, "c1": True, "c2": False}
    assert by_case(found, "CUSTOMIZED") == {"c0": True, "c1": False, "c2": False}
    assert by_case(found, "FULLY CORRECT") == {"c0": True, "c1": False, "c2": False}


def test_table_2_has_n_interval_and_the_studys_numbers_in_every_cell() -> None:
    results, given = bench({"sequential": "++e-", "adaptive": "+..."})
    table = table_2(verdicts(results, given), "tailor")
    assert table.head == ("strategy", "cases", "CUSTOMIZED", "EXECUTABLE", "FULLY CORRECT", "open")
    sequential, adaptive = table.rows
    half, most = Share(2, 4), Share(3, 4)
    assert sequential[:3] == ("sequential", 4, Measured(half, 60.68))
    assert sequential[3:] == (Measured(most, 72.33), Measured(half, 51.94), 0)
    assert adaptive[2:] == (*[Measured(Share(1, 1))] * 3, 3), "n is 1, 3 are open"
    assert max(map(len, as_text(table).split("\n"))) <= 80
    assert "2 of 4" in as_text(table)
    assert "study 60.68 %" in as_text(table)


def test_every_number_of_the_study_but_end_to_ends_is_a_whole_number_of_206_cases() -> None:
    whole = {
        way: all(abs(share / 100 * 206 - round(share / 100 * 206)) < 0.011 for share in row.values())
        for way, row in STUDY.items()
    }
    assert whole == {"sequential": True, "unified": True, "parallel": True, "reverse": True, "end_to_end": False}


def test_people_outrank_the_model_and_the_label_says_who_judged() -> None:
    one = made("c1", "sequential")
    model = list(by_model(one.item, executable=True, customized=True))
    people = list(by_people(one.item, executable=True, customized=False))
    undecided = [person(one.item, "customized", "vague")]
    assert judged_by(verdicts([one], model)) == "model-judged"
    assert judged_by(verdicts([one], [*model, *undecided])) == "model-judged"
    assert by_case(verdicts([one], [*model, *people]), "CUSTOMIZED") == {"c1": False}
    assert judged_by(verdicts([one], [*model, *people])) == "people"
    assert judged_by(verdicts([one], [*model, *people[:3]])) == "partly model-judged"
    assert judged_by(verdicts([one], undecided)) == ""


def test_several_samples_of_a_case_count_as_one_case() -> None:
    samples = [made("c1", "sequential", sample=number) for number in (1, 2, 3)]
    given = [
        answer
        for one, yes in zip(samples, (True, True, False), strict=True)
        for answer in by_people(one.item, executable=yes, customized=yes)
    ]
    assert by_case(verdicts(samples, given), "FULLY CORRECT") == {"c1": True}
    assert by_case(verdicts(samples[1:], given), "FULLY CORRECT") == {}, "one each way: a tie is open"


def test_a_run_without_a_result_holds_nothing_and_is_said_to_have_none() -> None:
    failed = made("c1", "sequential", item="")
    good, given = bench({"unified": "+"})
    report = customize_report([failed, *good], given)
    assert by_case(verdicts([failed], []), "FULLY CORRECT") == {"c1": False}
    assert any("1 of 2 runs have no result" in note for note in report.notes)


def test_equal_results_share_their_judgements() -> None:
    results = [made("c1", "sequential", item="same"), made("c1", "unified", item="same")]
    found = verdicts(results, by_people("same", executable=True, customized=True))
    assert [one.of("FULLY CORRECT") for one in found] == [True, True]


def test_no_winner_is_named_where_the_cases_are_too_few() -> None:
    results, given = bench({"sequential": "+++", "unified": "---"})
    text = report_as_text(customize_report(results, given))
    words = " ".join(text.split())
    assert (
        "Too few cases to name a winner for CUSTOMIZED, EXECUTABLE, FULLY CORRECT: 3. With fewer than 6" in words
    )
    assert "A small sample: 3 cases" in words
    assert "more often than" not in words


def test_no_winner_is_named_where_the_test_does_not_tell_the_best_from_every_other() -> None:
    results, given = bench({"sequential": "+" * 12, "unified": "+" * 10 + "--", "reverse": "-" * 12})
    assert "No winner is named for FULLY CORRECT: the test tells 2 of 3 pairs apart" in report_as_text(
        customize_report(results, given)
    )


def test_a_winner_is_named_where_the_test_tells_it_from_every_other() -> None:
    held = {"a": {str(n): True for n in range(12)}, "b": {str(n): False for n in range(12)}}
    held["c"] = dict(held["b"])
    found = pairings(held)
    assert winner(found) == "a"
    [words] = winner_words({"FULLY CORRECT": found, "EXECUTABLE": ()})
    assert words.startswith("a is FULLY CORRECT more often than every other here")
    assert [one.p for one in found] == pytest.approx([2 / 4096, 2 / 4096, 1.0])
    assert [one.corrected for one in found] == pytest.approx([6 / 4096, 6 / 4096, 1.0])


def test_pairs_are_made_of_cases_that_are_decided_for_both() -> None:
    [pair] = pairings({"a": {"1": True, "2": True, "3": False}, "b": {"2": False, "3": False, "4": True}})
    assert (pair.cases, pair.only_first, pair.only_second, pair.p) == (2, 1, 0, 1.0)


@pytest.mark.parametrize(("pairs", "cases"), [(1, 6), (3, 7), (15, 10)])
def test_the_fewest_cases_are_those_where_all_differing_would_be_enough(pairs: int, cases: int) -> None:
    # 2 / 2**n times the pairs below 0.05: 2/64 = 0.031; 3 * 2/128 = 0.047; 15 * 2/1024 = 0.029
    assert fewest_cases(pairs) == cases


def test_a_bench_that_nobody_judged_shows_no_shares() -> None:
    results, _ = bench({"sequential": "..", "unified": ".."})
    report = customize_report([*results, made("c1", "reverse", item="")], [])
    assert report.tables == ()
    assert "Nothing is judged yet" in report_as_text(report)


def test_a_models_judgements_are_called_so_in_every_table_and_chart() -> None:
    results, given = bench({"sequential": "+-", "unified": "-+"}, by_model)
    results = [
        *results,
        *(made(one.case, one.way, "paper", item=one.item, constraint="preference") for one in results),
    ]
    report = customize_report(results, given)
    tables, charts = (*report.tables, *report.more), (*report.charts, *report.more_charts)
    assert len(tables) >= 6
    assert len(charts) >= 5
    headings = [*(one.heading for one in tables), *(one.heading for one in charts)]
    assert [one for one in headings if "model-judged" not in one] == []
    assert report.notes[0].startswith("model-judged: a model answered for people")


def test_prompt_sets_are_compared_strategy_by_strategy() -> None:
    results, given = bench({"sequential": "+-"})
    other = [made(one.case, one.way, "paper", item=f"{one.item}-paper") for one in results]
    for one in other:
        given += by_people(one.item, executable=True, customized=True)
    report = customize_report([*results, *other], given)
    [table] = [one for one in report.tables if one.title.startswith("Prompt sets")]
    assert table.rows == (("sequential", "tailor", "paper", 2, 0, 1, 1.0, 1.0),)
    assert max(map(len, as_text(table).split("\n"))) <= 80


def test_agreement_is_counted_among_people_among_seeds_and_between_them() -> None:
    items = [made(f"c{n}", "sequential") for n in range(4)]
    votes = (3, 2, 0, 1)  # of three people that say yes: kappa 1/3, as in the test of the formula
    given = [
        person(one.item, "executable", "yes" if n < yes else "change", judge=f"judge {n}")
        for one, yes in zip(items, votes, strict=True)
        for n in range(3)
    ]
    given += [seed(one.item, "executable", n, "yes") for one in items for n in (1, 2, 3)]
    report = customize_report(items, given)
    [table] = [one for one in report.more if one.title.startswith("Agreement")]
    people, seeds, both = table.rows
    assert people[:4] == ("executable", "people", 4, 3)
    assert people[4] == pytest.approx(1 / 3)
    assert seeds == ("executable", "a model's seeds", 4, 3, None, None), "all alike: kappa is not defined"
    assert both[-1] == Measured(Share(2, 4))
    assert table.judged == "partly model-judged"


def test_the_page_of_a_bench_is_the_same_for_the_same_judgements_in_any_order() -> None:
    results, given = bench({"sequential": "+e-", "unified": "-+e"})
    assert report_as_markdown(customize_report(results, given)) == report_as_markdown(
        customize_report(results, reversed(given))
    )


def test_the_built_in_tailor_stands_beside_every_prompt_set() -> None:
    results, given = bench({"sequential": "+-"})
    builtin = [made(f"c{n}", "builtin", NO_PROMPTS) for n in range(2)]
    for one in builtin:
        given += by_people(one.item, executable=True, customized=False)
    both = customize_report([*results, *builtin], given)
    assert [row[0] for row in both.tables[0].rows] == ["sequential", "builtin"]
    assert len([table for table in both.tables if table.title.startswith("Table 2")]) == 1
    alone = customize_report(builtin, given)
    assert alone.tables[0].title == "Table 2, no prompts: how often each criterion holds"
