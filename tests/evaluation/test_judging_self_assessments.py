"""The tally of what a person said of their own tailorings."""

from pathlib import Path

from tailor.core.codec import from_json
from tailor.evaluation.judging import SelfAssessment, add_self_assessment, read_self_assessments, tally
from tailor.evaluation.report import Measured, as_text
from tailor.evaluation.statistics import Share


def own(saved: str, question: str, yes: bool, strategy: str = "sequential") -> SelfAssessment:
    return from_json(
        SelfAssessment,
        {
            "saved": saved,
            "question": question,
            "yes": yes,
            "strategy": strategy,
            "provider": "builtin",
            "run": "r1",
        },
    )


def test_an_answer_comes_back_from_its_line_and_a_second_one_takes_its_place(tmp_path: Path) -> None:
    for yes in (False, True):
        add_self_assessment(tmp_path, own("tea-1.v1", "executable", yes))
    with (tmp_path / "judgements.jsonl").open("a") as file:
        file.write('{"saved": "tea-2"}\n{"sav')
    [kept] = read_self_assessments(tmp_path)
    assert kept == own("tea-1.v1", "executable", True)


def test_the_tally_counts_each_way_by_itself_and_names_no_better_one() -> None:
    owns = [
        own("a", "executable", True),
        own("a", "customized", False),
        own("b", "executable", True),
        own("b", "customized", True),
        own("c", "executable", False),
        own("d", "executable", True, "unified"),
    ]
    table = tally(owns)
    sequential, unified = table.rows
    assert sequential[:3] == ("sequential", "–", "builtin")
    assert sequential[3:] == (Measured(Share(2, 3)), Measured(Share(1, 2)), Measured(Share(1, 2)))
    assert unified[3:] == (Measured(Share(1, 1)), Measured(Share(0, 0)), Measured(Share(0, 0)))
    assert "A small sample: 4" in as_text(table)
    assert "No way is named as the better one" in " ".join(as_text(table).split())
