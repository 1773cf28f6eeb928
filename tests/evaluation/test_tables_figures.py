"""Figures 9 to 12: what each bar counts."""

from tailor.evaluation.report import Bar, chart_as_text
from tailor.evaluation.statistics import Share
from tailor.evaluation.tables import figure_9, figures_by_group
from tailor.evaluation.verdicts import verdicts
from tests.evaluation.judged_case import by_people, made, person


def test_figure_9_is_the_share_of_each_reason_among_the_noes_of_a_question() -> None:
    one = made("c1", "sequential")
    given = [
        person(one.item, "executable", "change", "vague", judge="ada"),
        person(one.item, "executable", "vague", judge="bea"),
        person(one.item, "executable", "yes", judge="cem"),
        *by_people("other", executable=False, customized=False),
    ]
    [chart], [by_way] = figure_9(verdicts([one], given))
    executable, customized = chart.groups
    assert [(bar.name, bar.share) for bar in executable.bars] == [
        ("change", Share(1, 2)), ("missing", Share(0, 2)), ("delete", Share(0, 2)), ("vague", Share(2, 2)),
    ]  # fmt: skip
    assert {bar.share for bar in customized.bars} == {Share(0, 0)}
    assert not any(bar.interval for bar in executable.bars), "one judgement may tick several: no interval"
    assert [group.name for group in by_way.groups] == ["sequential, executable", "sequential, customized"]


def test_equal_results_of_two_strategies_count_their_judges_once() -> None:
    results = [made("c1", "sequential", item="same"), made("c1", "unified", item="same")]
    [chart], _ = figure_9(verdicts(results, by_people("same", executable=False, customized=True)))
    assert chart.groups[0].bars[1] == Bar("missing", Share(3, 3), interval=False)


def test_figure_10_groups_cases_by_constraint_in_a_fixed_order_and_names_those_without() -> None:
    results = [
        made("c1", "sequential", constraint="refinement"),
        made("c2", "sequential", constraint="prerequisite"),
        made("c2", "unified", constraint="prerequisite"),
        made("c3", "sequential"),
    ]
    given = [
        answer
        for one, yes in zip(results, (True, True, False, True), strict=True)
        for answer in by_people(one.item, executable=yes, customized=yes)
    ]
    [chart] = figures_by_group(verdicts(results, given))
    assert chart.title == "Figure 10, tailor prompts: FULLY CORRECT by constraint"
    assert [group.name for group in chart.groups] == ["prerequisite", "refinement"]
    assert chart.groups[0].bars == (Bar("sequential", Share(1, 1)), Bar("unified", Share(0, 1)))
    assert chart.notes == ("1 of 3 cases name no constraint; they are left out.",)
    assert max(map(len, chart_as_text(chart).split("\n"))) <= 80
