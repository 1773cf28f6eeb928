"""A bench that was answered by hand, told again from its record: the same table, with neither model nor memory."""

import shutil
from dataclasses import replace
from pathlib import Path

from tailor.evaluation.folder import laid, read_asked
from tailor.evaluation.generate_bench import GenerateBench, GeneratePlan, read_pairs, read_written
from tailor.evaluation.pairs import generate_report
from tailor.evaluation.report import Measured, report_as_markdown

RECORD = Path(__file__).parent / "data" / "drawer"


async def told_again(tmp_path: Path) -> GenerateBench:
    folder = tmp_path / "drawer"
    shutil.copytree(RECORD, folder)
    one = GenerateBench(folder, laid(folder, GeneratePlan), None, None)
    await one.run()
    return one


async def test_the_record_gives_the_results_votes_and_tables_it_gave_when_it_was_made(tmp_path: Path) -> None:
    one = await told_again(tmp_path)
    assert one.written == read_written(RECORD / "results.jsonl")
    assert one.pairs == read_pairs(RECORD / "pairs.jsonl")
    then = generate_report(
        read_written(RECORD / "results.jsonl"), read_pairs(RECORD / "pairs.jsonl"), "aag", "by hand"
    )
    now = generate_report(one.written, one.pairs, "aag", "by hand")
    assert report_as_markdown(now) == report_as_markdown(then)


async def test_what_the_table_says_is_what_the_votes_were(tmp_path: Path) -> None:
    one = await told_again(tmp_path)
    report = generate_report(one.written, one.pairs, "aag", "by hand")
    against, order, cost = report.tables
    assert [row[:6] for row in against.rows] == [("zero_shot", 1, 0, 1, 0, 0), ("rag", 1, 0, 1, 0, 0)]
    shares = [cell.share for row in order.rows for cell in row if isinstance(cell, Measured)]
    assert [(share.k, share.n) for share in shares] == [(6, 10), (8, 10), (14, 20)]
    assert [(row[0], row[3], row[4], row[5]) for row in cost.rows] == [
        ("aag", "6.0", "7.0", "1.0"),
        ("zero_shot", "4.0", "1.0", "0.0"),
        ("rag", "5.0", "1.0", "0.0"),
    ]


async def test_the_result_of_aag_uses_the_resource_that_the_critic_missed(tmp_path: Path) -> None:
    one = await told_again(tmp_path)
    steps = {row.cell.way: row.result.steps for row in one.written if row.result}
    assert any("screwdriver" in step for step in steps["aag"])
    assert not any("screwdriver" in step for step in steps["rag"])
    judges = one.record.of(replace(one.written[0].cell, way="judge:compare:aag:rag"))
    assert len(judges) == 10
    assert not any("aag" in call.messages[0].content for call in judges)


def test_the_record_says_what_was_asked_of_whom() -> None:
    asked = read_asked(RECORD)
    assert (asked["model"], asked["judge"], asked["against"], asked["prompts"]) == (
        "by hand",
        "by hand",
        "aag",
        ["paper"],
    )
