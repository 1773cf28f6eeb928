"""A whole bench whose answers were written by hand, told again from its record to the same page.

Red after a prompt was changed? Then the record no longer answers what is asked now: see `retape`.
"""

import shutil
from pathlib import Path

import pytest

from tailor.evaluation.customize_bench import CustomizeBench, CustomizePlan
from tailor.evaluation.folder import laid
from tests.evaluation.retape import TAPE, page


@pytest.fixture
def taped(tmp_path: Path) -> Path:
    """The tape alone, as somebody would hand it on: what was asked, the cases, the calls."""
    for name in ("bench.json", "cases.jsonl", "calls.jsonl"):
        shutil.copyfile(TAPE / name, tmp_path / name)
    return tmp_path


async def told_again(folder: Path) -> CustomizeBench:
    bench = CustomizeBench(folder, laid(folder, CustomizePlan), None, replay=True)
    await bench.run()
    assert await bench.judge() == 0
    return bench


async def test_the_tape_tells_the_same_page_again_without_a_model(taped: Path) -> None:
    kept = CustomizeBench(TAPE, laid(TAPE, CustomizePlan), None)
    again = await told_again(taped)
    assert again.results() == kept.results()
    assert page(again) == page(kept)
    assert "model-judged" in page(again)


async def test_every_taped_call_is_needed_and_none_is_missing(taped: Path) -> None:
    bench = await told_again(taped)
    assert bench.record.unread == bench.record.faults == 0
    calls = sum(one.calls for one in bench.results())
    judged = len({line for line in (taped / "judgements.jsonl").read_text().split("\n") if line})
    assert calls + judged == bench.record.made


async def test_good_answers_give_good_figures(taped: Path) -> None:
    results = {(one.cell.way, one.cell.prompts): one for one in (await told_again(taped)).results()}
    assert len(results) == 6
    for one in results.values():
        assert one.fault is None
        assert one.result is not None
        assert one.readable == one.answers
        assert one.chosen == "right"
        assert not any("wrench" in step for step in one.result.steps)
    assert all(one.served == 2 for (_, prompts), one in results.items() if prompts == "tailor")
    assert results["parallel", "tailor"].calls == 3
