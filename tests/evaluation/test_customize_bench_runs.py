"""A bench that is killed, stopped or told again ends with the same table, and pays for nothing twice."""

import random
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tailor.agents.strategies import STRATEGIES
from tailor.core.errors import DamagedError, ProviderError
from tailor.core.procedure import Json
from tailor.evaluation.customize_bench import CustomizeBench, CustomizePlan, Result, read_results
from tailor.evaluation.folder import add_line, laid, lay
from tailor.evaluation.judging import read_judgements
from tailor.evaluation.recorded import CallRecord
from tailor.evaluation.report import report_as_text
from tailor.evaluation.runner import BenchStopped, Budget
from tailor.evaluation.tables import report_of
from tailor.providers.scripted import Said, Scripted, ScriptedRequest
from tailor.storage import SaveError
from tests.evaluation.customize_case import answers, bench, plan

ALL = plan(*STRATEGIES, builtin=True, judge="scripted")
SMALL = plan("sequential", "parallel")


def table(one: CustomizeBench) -> str:
    """All that the bench prints."""
    judgements = read_judgements(one.folder / "judgements.jsonl").read
    return report_as_text(report_of(one.results(), one.plan.cases, judgements, one.plan.margin))


def timeless(found: tuple[Result, ...]) -> list[Result]:
    """The results without what a clock measured."""
    return [replace(one, seconds=None, first_edit=None) for one in found]


def keys(folder: Path) -> Counter[str]:
    """How often each call is in the file as finished."""
    from tailor.core.codec import from_json
    from tailor.evaluation.folder import read_records

    calls = read_records(folder / "calls.jsonl", partial(from_json, CallRecord)).read
    return Counter(call.key for call in calls if call.answered)


async def whole(folder: Path) -> CustomizeBench:
    """A bench that nobody disturbed, judged by a model."""
    script = Scripted(answers)
    one = bench(folder, ALL, model=script, judge=script)
    await one.run()
    assert await one.judge() == 0
    return one


async def test_every_strategy_and_prompt_set_comes_to_its_end_and_is_told_again_alike(tmp_path: Path) -> None:
    first = await whole(tmp_path)
    assert len(first.results()) == 2 * (2 * len(STRATEGIES) + 1)
    (tmp_path / "results.jsonl").unlink()
    (tmp_path / "judgements.jsonl").unlink()
    again = CustomizeBench(tmp_path, laid(tmp_path, CustomizePlan), None, replay=True)
    await again.run()
    assert await again.judge() == 0
    assert again.results() == first.results()
    assert table(again) == table(first)
    assert "model-judged" in table(again)


@pytest.mark.parametrize("seed", range(8))
async def test_killed_anywhere_and_begun_again_it_is_the_same_table_and_no_call_is_made_twice(
    tmp_path: Path, seed: int
) -> None:
    first = await whole(tmp_path / "whole")
    chance, killed = random.Random(seed), tmp_path / "killed"
    lay(killed, ALL)
    left = {"calls.jsonl": chance.random(), "results.jsonl": 0.0, "judgements.jsonl": 0.0}
    left["results.jsonl"] = chance.random() * left["calls.jsonl"] ** 2  # a result comes after its calls
    for name, share in left.items():
        data = (tmp_path / "whole" / name).read_bytes()
        (killed / name).write_bytes(data[: int(len(data) * share)])
    before, script = keys(killed), Scripted(answers)
    second = CustomizeBench(killed, laid(killed, CustomizePlan), script, script)
    await second.run()
    assert await second.judge() == 0
    assert timeless(second.results()) == timeless(first.results())
    assert keys(killed) == keys(tmp_path / "whole")
    assert set(keys(killed).values()) == {1}
    assert len(script.requests) == sum(keys(killed).values()) - sum(before.values())


async def test_a_budget_stops_it_keeps_all_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    made = []
    for most in (3, 5, None):
        script = Scripted(answers)
        one = bench(tmp_path, SMALL, model=script, budget=Budget(calls=most))
        if most is not None:
            with pytest.raises(BenchStopped, match=rf"{most} calls.*larger --max-calls"):
                await one.run()
        else:
            await one.run()
        made.append(len(script.requests))
        assert sum(keys(tmp_path).values()) == sum(made)
    assert made[:2] == [3, 2]
    assert len(one.results()) == 8


async def test_the_same_budget_again_asks_for_nothing(tmp_path: Path) -> None:
    for asked in (2, 0):
        script = Scripted(answers)
        with pytest.raises(BenchStopped):
            await bench(tmp_path, SMALL, model=script, budget=Budget(calls=2)).run()
        assert len(script.requests) == asked


async def test_what_a_fault_left_open_is_tried_again_and_nothing_else(tmp_path: Path) -> None:
    def once(request: ScriptedRequest) -> Said:
        return ProviderError("server", "Busy.") if len(script.requests) == 2 else answers(request)

    script = Scripted(once)
    one = bench(tmp_path, SMALL, model=script, at_once=1)
    with pytest.raises(BenchStopped, match=r"7 of 8 cells.*Busy"):
        await one.run()
    again = Scripted(answers)
    second = bench(tmp_path, SMALL, model=again)
    assert second.record.faults == 1
    await second.run()
    assert len(second.results()) == 8
    assert len(again.requests) == 1


async def test_a_half_record_tells_again_what_it_holds_and_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(BenchStopped):
        await bench(tmp_path, SMALL, model=Scripted(answers), budget=Budget(calls=5)).run()
    again = CustomizeBench(tmp_path, laid(tmp_path, CustomizePlan), None, replay=True)
    with pytest.raises(BenchStopped, match="Not in the record"):
        await again.run()
    assert 0 < len(again.results()) < 8


async def test_a_replay_leaves_the_results_that_it_could_not_tell_again(tmp_path: Path) -> None:
    await bench(tmp_path, SMALL, model=Scripted(answers)).run()
    before = read_results(tmp_path / "results.jsonl").read
    calls = (tmp_path / "calls.jsonl").read_bytes().split(b"\n")
    (tmp_path / "calls.jsonl").write_bytes(b"\n".join(calls[: len(calls) // 2]) + b"\n")
    again = CustomizeBench(tmp_path, laid(tmp_path, CustomizePlan), None, replay=True)
    with pytest.raises(BenchStopped, match="Not in the record"):
        await again.run()
    assert 0 < len(again.results()) < len(before)
    after = read_results(tmp_path / "results.jsonl").read
    assert {one.cell for one in after} == {one.cell for one in before}


@pytest.mark.parametrize("strategy", ["sequential", "parallel"])
async def test_an_answer_that_the_disk_does_not_take_is_no_fault_of_the_model(
    tmp_path: Path, strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk ends the bench; no cell counts as failed, and with room again all of them are finished."""
    room = [3]

    def narrow(path: Path, row: dict[str, Json]) -> None:
        room[0] -= 1
        if room[0] < 0:
            raise SaveError("No room.")
        add_line(path, row)

    monkeypatch.setattr("tailor.evaluation.recorded.add_line", narrow)
    with pytest.raises(BenchStopped, match="Not saved: No room"):
        await bench(tmp_path, plan(strategy), model=Scripted(answers), at_once=1).run()
    assert [one.fault for one in read_results(tmp_path / "results.jsonl").read] == [None]
    room[0] = 100
    again = bench(tmp_path, plan(strategy), model=Scripted(answers))
    await again.run()
    assert [one.fault for one in again.results()] == [None] * 4


async def test_a_result_that_the_disk_does_not_take_is_in_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _row: dict[str, Json]) -> None:
        raise SaveError("No room.")

    monkeypatch.setattr("tailor.evaluation.customize_bench.add_line", full)
    one = bench(tmp_path, SMALL, model=Scripted(answers))
    with pytest.raises(BenchStopped, match="0 of 8 cells"):
        await one.run()
    assert one.results() == ()


async def test_a_larger_grid_in_the_same_folder_asks_only_for_what_is_new(tmp_path: Path) -> None:
    await bench(tmp_path, SMALL, model=Scripted(answers)).run()
    script = Scripted(answers)
    one = bench(tmp_path, plan("sequential", "parallel", "unified"), model=script)
    await one.run()
    assert len(script.requests) == 2 * 2
    assert len(one.results()) == 12


async def test_another_margin_tells_other_choices_of_the_same_results(tmp_path: Path) -> None:
    await bench(tmp_path, SMALL, model=Scripted(answers)).run()
    strict = CustomizeBench(tmp_path, replace(laid(tmp_path, CustomizePlan), margin=1.0), None, replay=True)
    await strict.run()
    loose = [one.chosen for one in bench(tmp_path, SMALL).results() if one.cell.case == "tea"]
    assert loose == ["right"] * 4
    assert {one.chosen for one in strict.results() if one.cell.case == "tea"} <= {"right", "undecided"}


async def test_the_folder_says_what_was_asked_and_refuses_changed_cases(tmp_path: Path) -> None:
    lay(tmp_path, ALL)
    assert laid(tmp_path, CustomizePlan) == ALL
    file = tmp_path / "cases.jsonl"
    file.write_text(file.read_text().replace("Boil eggs", "Fry eggs"))
    with pytest.raises(DamagedError, match="begun with"):
        laid(tmp_path, CustomizePlan)
