"""Every method against aag, from nothing to a table: told again without a model, gone on with after a kill."""

import asyncio
import random
import zlib
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from memory.generation.methods import METHODS
from tailor.core.errors import DamagedError, ProviderError, UsageError
from tailor.core.procedure import Json
from tailor.core.protocols import Chunk, Message, Settings, Text
from tailor.evaluation.folder import add_line, laid, lay
from tailor.evaluation.generate_bench import CompareJob, GenerateBench, GeneratePlan, WriteJob, jobs, methods_named
from tailor.evaluation.pairs import generate_report
from tailor.evaluation.report import report_as_markdown
from tailor.evaluation.runner import BenchStopped, Budget
from tailor.providers.scripted import Said, Scripted, ScriptedRequest
from tailor.storage import SaveError
from tests.evaluation.generate_case import CASES, PLAN, Shelf, answer, bench
from tests.memory.generation_case import agent_of


def table(one: GenerateBench) -> str:
    """The whole report without what a clock decides."""
    written = [replace(row, cost=replace(row.cost, seconds=None)) for row in one.written]
    return report_as_markdown(generate_report(written, one.pairs, one.plan.against, "scripted"))


def test_every_method_is_written_and_each_but_aag_is_compared_with_it() -> None:
    every = list(jobs(PLAN))
    assert [job.cell.way for job in every if isinstance(job, WriteJob)] == [
        *("aag", *PLAN.methods),
        *("aag", *PLAN.methods),
    ]
    assert {job.cell.way for job in every if isinstance(job, WriteJob)} == set(METHODS)
    for at, job in enumerate(every):
        if isinstance(job, CompareJob):
            before = [one.cell for one in every[:at]]
            assert job.base in before
            assert job.other in before


def test_a_plan_tells_how_many_calls_it_makes() -> None:
    small = replace(PLAN, cases=CASES[:1], methods=("zero_shot",))
    assert small.calls == (6 + 1 + 10, 9 + 1 + 10)  # aag with two questions and two rounds, a draft, ten votes


async def test_it_runs_to_its_end_and_every_pair_has_ten_votes(tmp_path: Path) -> None:
    one = bench(tmp_path)
    await one.run()
    assert len(one.written) == 16
    assert all(row.result is not None and not row.fault for row in one.written)
    assert [len(pair.votes) for pair in one.pairs] == [10] * 14
    assert {vote.showing.seed for pair in one.pairs for vote in pair.votes} == set(range(1, 11))
    lines = (tmp_path / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if '"judged_by": "model-judged"' not in line] == []


async def test_it_is_told_again_from_its_records_with_neither_model_nor_memory(tmp_path: Path) -> None:
    one = bench(tmp_path)
    await one.run()
    again = GenerateBench(tmp_path, laid(tmp_path, GeneratePlan), None, None)
    await again.run()
    assert again.written == one.written
    assert again.pairs == one.pairs
    assert table(again) == table(one)


class Killed(BaseException):
    """The process is gone."""


async def test_killed_at_twenty_random_calls_and_gone_on_with_it_gives_the_same_and_asks_nothing_twice(
    tmp_path: Path,
) -> None:
    whole = bench(tmp_path / "whole")
    await whole.run()
    total = whole.record.made
    chance = random.Random(7)
    asked: list[ScriptedRequest] = []
    for kill in sorted(chance.sample(range(1, total), 20)):
        left = [kill - len(asked)]

        def dying(request: ScriptedRequest, left: list[int] = left) -> Said:
            if not left[0]:
                raise Killed
            left[0] -= 1
            asked.append(request)
            return answer(request)

        with pytest.raises(BaseExceptionGroup):
            await bench(tmp_path / "killed", model=Scripted(dying)).run()
        cut(tmp_path / "killed", chance)
    last = Scripted(answer)
    resumed = bench(tmp_path / "killed", model=last)
    await resumed.run()
    assert table(resumed) == table(whole)
    assert len(asked) + len(last.requests) == total
    assert resumed.record.made == total


def cut(folder: Path, chance: random.Random) -> None:
    """A kill may leave half a line at the end of any of the files but the calls', which are asked to be whole."""
    for name in ("results.jsonl", "pairs.jsonl", "recalls.jsonl"):
        path = folder / name
        if path.exists() and (data := path.read_bytes()):
            path.write_bytes(data[: len(data) - chance.randrange(1, 40)])


async def test_the_memory_is_asked_once_for_each_question(tmp_path: Path) -> None:
    shelf = Shelf()
    await bench(tmp_path, shelf=shelf).run()
    assert len(shelf.asked) == len(set(shelf.asked))


async def test_a_spent_budget_stops_it_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    one = bench(tmp_path, budget=Budget(calls=30))
    with pytest.raises(BenchStopped, match="The budget is spent"):
        await one.run()
    assert one.record.made == 30
    rest = Scripted(answer)
    more = bench(tmp_path, model=rest)
    await more.run()
    assert len(more.pairs) == 14
    assert len(rest.requests) == more.record.made - 30


async def test_a_method_whose_answer_cannot_be_read_is_counted_and_not_compared(tmp_path: Path) -> None:
    plan = replace(PLAN, methods=("zero_shot",), cases=CASES[:1])
    one = bench(tmp_path, plan, Scripted(lambda _: "I would rather not."))
    await one.run()
    assert [row.fault for row in one.written] == ["bad_answer", "bad_answer"]
    assert one.pairs[0].missing == "both"
    report = report_as_markdown(generate_report(one.written, one.pairs, "aag", "scripted"))
    assert "Not compared: 1" in report
    assert "0 of 1" in report


async def test_a_vote_that_the_model_breaks_off_is_unreadable_and_stays_so(tmp_path: Path) -> None:
    def breaking(request: ScriptedRequest) -> Said:
        if "Which of the two" in request.messages[0].content and request.settings.seed == 3:
            return ProviderError("cut_short", "Too long.", answered=True)
        return answer(request)

    plan = replace(PLAN, methods=("zero_shot",), cases=CASES[:1])
    one = bench(tmp_path, plan, Scripted(breaking))
    await one.run()
    assert [vote.showing.seed for vote in one.pairs[0].votes if vote.place is None] == [3]


async def test_a_fault_that_may_pass_leaves_the_cell_and_its_comparisons_for_later(tmp_path: Path) -> None:
    busy = [True]

    def flaky(request: ScriptedRequest) -> Said:
        if busy[0] and "Dry a pumpkin" in request.messages[-1].content:
            return ProviderError("server", "Busy.")
        return answer(request)

    plan = replace(PLAN, methods=("zero_shot",))
    one = bench(tmp_path, plan, Scripted(flaky))
    with pytest.raises(BenchStopped, match="3 of 6"):
        await one.run()
    busy[0] = False
    two = bench(tmp_path, plan, Scripted(flaky))
    await two.run()
    assert len(two.pairs) == 2


async def test_what_the_record_does_not_hold_is_missing_from_a_replay_and_the_rest_is_told(tmp_path: Path) -> None:
    one = bench(tmp_path, budget=Budget(calls=60))
    with pytest.raises(BenchStopped):
        await one.run()
    again = GenerateBench(tmp_path, laid(tmp_path, GeneratePlan), None, None)
    with pytest.raises(BenchStopped, match="Not in the record"):
        await again.run()
    assert again.written == one.written
    assert again.pairs == one.pairs


@dataclass
class FirstFails:
    """A model that cannot write, and whose other answers never come."""

    name: str = "scripted"
    host: str = "script"
    takes_grammar: bool = False

    async def stream(self, messages: Sequence[Message], settings: Settings) -> AsyncGenerator[Chunk, None]:
        if agent_of(ScriptedRequest(tuple(messages), settings)) == "rewrite":
            await asyncio.Event().wait()
        yield Text("1. Wash")
        raise ProviderError("cut_short", "Too long.", answered=True)


async def test_a_call_that_was_given_up_since_another_failed_is_not_missing_from_a_replay(tmp_path: Path) -> None:
    lay(tmp_path, PLAN)
    one = GenerateBench(tmp_path, PLAN, FirstFails(), Shelf())
    await one.run()
    assert {row.fault for row in one.written} == {"cut_short"}
    again = GenerateBench(tmp_path, laid(tmp_path, GeneratePlan), None, None)
    await again.run()
    assert (again.written, again.pairs, table(again)) == (one.written, one.pairs, table(one))


async def test_a_replay_leaves_the_results_that_it_could_not_tell_again(tmp_path: Path) -> None:
    one = bench(tmp_path)
    await one.run()
    before = [(tmp_path / name).read_bytes() for name in ("results.jsonl", "pairs.jsonl")]
    calls = (tmp_path / "calls.jsonl").read_bytes().split(b"\n")
    (tmp_path / "calls.jsonl").write_bytes(b"\n".join(calls[: len(calls) // 2]) + b"\n")
    again = GenerateBench(tmp_path, laid(tmp_path, GeneratePlan), None, None)
    with pytest.raises(BenchStopped):
        await again.run()
    assert len(again.written) < len(one.written)
    assert [(tmp_path / name).read_bytes() for name in ("results.jsonl", "pairs.jsonl")] == before


async def test_a_smaller_plan_in_the_same_folder_leaves_what_a_larger_one_wrote(tmp_path: Path) -> None:
    one = bench(tmp_path)
    await one.run()
    before = [(tmp_path / name).read_bytes() for name in ("results.jsonl", "pairs.jsonl")]
    small = bench(tmp_path, replace(PLAN, methods=("rag",)))
    await small.run()
    assert len(small.pairs) == 2
    after = [(tmp_path / name).read_bytes() for name in ("results.jsonl", "pairs.jsonl")]
    assert [sorted(data.split(b"\n")) for data in after] == [sorted(data.split(b"\n")) for data in before]


@pytest.mark.parametrize("name", ["calls.jsonl", "recalls.jsonl"])
async def test_what_the_disk_does_not_take_is_no_fault_of_the_model(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk ends the bench; no method counts as failed."""

    def full(path: Path, row: dict[str, Json]) -> None:
        if path.name == name:
            raise SaveError("No room.")
        add_line(path, row)

    monkeypatch.setattr("tailor.evaluation.recorded.add_line", full)
    one = bench(tmp_path, replace(PLAN, methods=("rag",)))
    with pytest.raises(BenchStopped, match="Not saved: No room"):
        await one.run()
    assert one.written == ()


async def test_a_disk_that_takes_no_result_is_told_with_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = bench(tmp_path, replace(PLAN, methods=("rag",)))

    def full(path: Path, *_more: object) -> None:
        raise SaveError("No room.")

    for name in ("add_line", "write_records"):
        monkeypatch.setattr(f"tailor.evaluation.generate_bench.{name}", full)
    with pytest.raises(BenchStopped, match=r"0 of \d+ cells are finished and kept\. Not saved: No room"):
        await one.run()


async def test_what_few_shot_is_shown_is_chosen_by_case_and_sample_the_same_in_every_process(
    tmp_path: Path,
) -> None:
    shelf = Shelf()
    await bench(tmp_path, replace(PLAN, methods=("few_shot",), samples=2), shelf=shelf).run()
    chosen = [str(zlib.crc32(name)) for name in (b"c1 1", b"c1 2", b"c2 1", b"c2 2")]
    assert [query for query in shelf.asked if query.isdigit()] == chosen


async def test_samples_are_cells_of_their_own_with_seeds_of_their_own(tmp_path: Path) -> None:
    model = Scripted(answer)
    plan = replace(PLAN, methods=("zero_shot",), cases=CASES[:1], samples=2)
    one = bench(tmp_path, plan, model)
    await one.run()
    assert [row.cell.sample for row in one.written] == [1, 1, 2, 2]
    assert {request.settings.seed for request in model.requests if request.settings.seed} >= {1, 2}


def test_a_folder_holds_one_bench(tmp_path: Path) -> None:
    lay(tmp_path, PLAN)
    assert laid(tmp_path, GeneratePlan) == PLAN
    lay(tmp_path, replace(PLAN, methods=("rag",), limit=1))
    for other in (
        replace(PLAN, judge="another"),
        replace(PLAN, how=replace(PLAN.how, k=5)),
        replace(PLAN, memory=None),
        replace(PLAN, cases=CASES[:1]),
        replace(PLAN, model="another"),
    ):
        with pytest.raises(UsageError, match="--out"):
            lay(tmp_path, other)
    # its votes do not say whom they were given against
    with pytest.raises(UsageError, match=r'another method to compare with \("aag", now "rag"\)'):
        lay(tmp_path, replace(PLAN, methods=("aag",), against="rag"))
    (tmp_path / "cases.jsonl").write_text("")
    with pytest.raises(DamagedError):
        laid(tmp_path, GeneratePlan)


def test_methods_have_the_names_of_the_app_alone() -> None:
    assert set(methods_named((), "aag")) == set(METHODS) - {"aag"}
    assert methods_named(("rag", "rag", "aag"), "aag") == ("rag",)
    assert methods_named(("aag",), "rag") == ("aag",)
    with pytest.raises(UsageError, match="zero_shot"):
        methods_named(("magic",), "aag")
    with pytest.raises(UsageError, match="with itself"):
        methods_named(("aag",), "aag")
