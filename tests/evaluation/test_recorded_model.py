"""Calls that are kept as they end, and answered from the record ever after."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest

from tailor.core.errors import ProviderError
from tailor.core.protocols import Chunk, LeftOut, Message, Settings, Text, Usage
from tailor.evaluation.recorded import CallLog, Cell, RecordedModel
from tailor.evaluation.runner import BUDGET_SPENT, Budget, Unfinished
from tailor.providers.scripted import Scripted

CELL = Cell("soup", "sequential", "tailor")
ASK = (Message("user", "How do I boil an egg?"),)
USUAL = Settings()
CUT = ProviderError("cut_short", "It reached its limit.", title="Cut short", answered=True)
BUSY = ProviderError("server", "Busy. Try again.")


async def said(model: RecordedModel, ask: tuple[Message, ...] = ASK, settings: Settings = USUAL) -> list[Chunk]:
    return [chunk async for chunk in model.stream(ask, settings)]


def text(chunks: list[Chunk]) -> str:
    return "".join(chunk.text for chunk in chunks if isinstance(chunk, Text))


def record(tmp_path: Path) -> CallLog:
    return CallLog(tmp_path / "bench" / "calls.jsonl")


async def test_what_was_asked_once_is_answered_from_the_record_after_a_restart(tmp_path: Path) -> None:
    script = Scripted([["Seven ", "minutes.\n", Usage(12, 3, 0.5), LeftOut("the seed")]])
    first = await said(RecordedModel(script, record(tmp_path), CELL))
    again = RecordedModel(None, record(tmp_path), CELL)
    second = await said(again)
    assert text(first) == text(second) == "Seven minutes.\n"
    assert Usage(12, 3, 0.5) in second
    assert LeftOut("the seed") in second
    assert again.name == "scripted"
    assert len(script.requests) == 1


async def test_an_answer_is_in_the_file_before_its_end_is_passed_on(tmp_path: Path) -> None:
    calls = record(tmp_path)
    stream = RecordedModel(Scripted(["one\n"]), calls, CELL).stream(ASK, Settings())
    async for chunk in stream:
        if isinstance(chunk, Text):
            assert calls.made == 0
    assert record(tmp_path).made == 1


async def test_equal_questions_in_one_cell_are_calls_of_their_own(tmp_path: Path) -> None:
    model = RecordedModel(Scripted(["one", "two"]), record(tmp_path), CELL)
    assert [text(await said(model)), text(await said(model))] == ["one", "two"]
    again = RecordedModel(None, record(tmp_path), CELL)
    assert [text(await said(again)), text(await said(again))] == ["one", "two"]
    assert [call.nth for call in again.calls] == [1, 2]


@pytest.mark.parametrize(
    ("cell", "ask", "settings"),
    [
        (Cell("soup", "reverse", "tailor"), ASK, Settings()),
        (Cell("soup", "sequential", "tailor", 2), ASK, Settings()),
        (CELL, (Message("system", "Be short."), *ASK), Settings()),
        (CELL, ASK, Settings(seed=2)),
    ],
)
async def test_another_cell_message_or_setting_is_another_call(
    tmp_path: Path, cell: Cell, ask: tuple[Message, ...], settings: Settings
) -> None:
    await said(RecordedModel(Scripted(["one"]), record(tmp_path), CELL))
    with pytest.raises(Unfinished, match="holds no answer"):
        await said(RecordedModel(None, record(tmp_path), cell), ask, settings)


async def test_a_fault_that_may_pass_is_counted_and_tried_again(tmp_path: Path) -> None:
    model = RecordedModel(Scripted([["half an ", BUSY]]), record(tmp_path), CELL)
    with pytest.raises(ProviderError):
        await said(model)
    assert model.unfinished is BUSY
    calls = record(tmp_path)
    assert (calls.made, calls.faults) == (1, 1)
    assert text(await said(RecordedModel(Scripted(["whole"]), calls, CELL))) == "whole"


async def test_what_the_model_itself_does_wrong_is_an_answer_and_ends_alike_from_the_record(
    tmp_path: Path,
) -> None:
    model = RecordedModel(Scripted([["too lo", CUT]]), record(tmp_path), CELL)
    with pytest.raises(ProviderError):
        await said(model)
    again = RecordedModel(None, record(tmp_path), CELL)
    stream = again.stream(ASK, USUAL)
    assert text([await anext(stream), await anext(stream)]) == "too lo"
    with pytest.raises(ProviderError) as caught:
        await anext(stream)
    assert (caught.value.fault, caught.value.message, caught.value.title) == (CUT.fault, CUT.message, CUT.title)
    assert model.unfinished is again.unfinished is None


async def test_a_last_line_that_was_cut_off_is_asked_again_and_spoils_nothing(tmp_path: Path) -> None:
    calls = record(tmp_path)
    for cell in (CELL, Cell("bread", "sequential", "tailor")):
        await said(RecordedModel(Scripted(["fine"]), calls, cell))
    file = tmp_path / "bench" / "calls.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    calls = record(tmp_path)
    assert (calls.made, calls.unread) == (1, 1)
    await said(RecordedModel(Scripted(["fine"]), calls, Cell("bread", "sequential", "tailor")))
    assert record(tmp_path).made == 2


async def test_an_answer_with_odd_line_ends_comes_back_as_it_was(tmp_path: Path) -> None:
    odd = "a\u2028b\r\nc\ud800d\x85e\n"
    await said(RecordedModel(Scripted([odd]), record(tmp_path), CELL))
    assert text(await said(RecordedModel(None, record(tmp_path), CELL))) == odd


async def test_a_call_that_nobody_hears_out_is_not_kept(tmp_path: Path) -> None:
    script = Scripted([["one ", asyncio.Event()]])
    stream = RecordedModel(script, record(tmp_path), CELL).stream(ASK, Settings())
    while not isinstance(await anext(stream), Text):
        pass
    await stream.aclose()
    assert (record(tmp_path).made, script.cancelled) == (0, 1)


async def test_the_budget_of_calls_counts_what_earlier_runs_spent(tmp_path: Path) -> None:
    calls, budget = record(tmp_path), Budget(calls=2)
    model = RecordedModel(Scripted(["one", "two"]), calls, CELL, budget)
    await said(model)
    await said(model)
    with pytest.raises(Unfinished, match="larger --max-calls"):
        await said(model)
    assert model.unfinished is not None
    assert model.unfinished.title == BUDGET_SPENT
    again = RecordedModel(Scripted(["three"]), record(tmp_path), CELL, Budget(calls=3))
    assert [text(await said(again)) for _ in range(3)] == ["one", "two", "three"]


async def test_the_budget_of_tokens_takes_the_servers_count_or_an_estimate(tmp_path: Path) -> None:
    calls = record(tmp_path)
    await said(RecordedModel(Scripted([["x", Usage(60, 40)]]), calls, CELL, Budget(tokens=100)))
    assert calls.tokens == 100
    with pytest.raises(Unfinished, match="larger --max-tokens"):
        await said(RecordedModel(Scripted(["y"]), calls, Cell("b", "reverse", "paper"), Budget(tokens=100)))
    await said(RecordedModel(Scripted(["y" * 40]), calls, CELL), (Message("user", "z" * 80),))
    assert calls.tokens == 130


async def test_calls_under_way_count_into_the_budget(tmp_path: Path) -> None:
    wait, calls, budget, room = asyncio.Event(), record(tmp_path), Budget(calls=1), asyncio.Semaphore(2)
    one = asyncio.create_task(said(RecordedModel(Scripted([[wait, "one"]]), calls, CELL, budget, room)))
    await asyncio.sleep(0)
    other = RecordedModel(Scripted(["two"]), calls, Cell("b", "reverse", "paper"), budget, room)
    with pytest.raises(Unfinished):
        await said(other)
    wait.set()
    assert text(await one) == "one"


async def test_no_more_calls_run_at_once_than_there_is_room_for(tmp_path: Path) -> None:
    class Crowded:
        name, host, takes_grammar, inside, most = "m", "h", False, 0, 0

        async def stream(self, messages: object, settings: object) -> AsyncGenerator[Chunk, None]:
            self.inside += 1
            self.most = max(self.most, self.inside)
            await asyncio.sleep(0)
            yield Text("x")
            self.inside -= 1

    model, calls, room = Crowded(), record(tmp_path), asyncio.Semaphore(2)
    cells = [Cell(str(number), "reverse", "paper") for number in range(6)]
    await asyncio.gather(*(said(RecordedModel(model, calls, cell, Budget(), room)) for cell in cells))
    assert model.most == 2
    assert calls.made == 6


async def test_a_replay_tells_the_moments_of_the_first_time(tmp_path: Path) -> None:
    ticks: Iterator[float] = iter([float(number) for number in range(100)])
    script = Scripted([["replace(1, a)\n", "replace(2, b)\n"], ["replace(3, c)"]])
    live = RecordedModel(script, record(tmp_path), CELL, clock=lambda: next(ticks))
    first: list[float] = []
    for _ in range(2):
        assert [chunk async for chunk in live.stream(ASK, USUAL, first.append)]
    again = RecordedModel(None, record(tmp_path), CELL, clock=lambda: 1_000.0)
    second: list[float] = []
    for _ in range(2):
        assert [chunk async for chunk in again.stream(ASK, USUAL, second.append)]
    assert first == second == sorted(first)
    assert len(set(first)) == 5
    assert [call.at + call.seconds for call in live.calls] == [call.at + call.seconds for call in again.calls]


async def test_a_cell_that_was_interrupted_counts_the_time_of_what_the_record_answers(tmp_path: Path) -> None:
    ticks = iter([0.0, 0.0, 0.0, 100.0, 100.0, 100.0])
    await said(RecordedModel(Scripted(["one"]), record(tmp_path), CELL, clock=lambda: next(ticks)))
    model = RecordedModel(Scripted(["two"]), record(tmp_path), CELL, clock=lambda: 7.0)
    await said(model)
    await said(model)
    first, second = model.calls
    assert first.seconds == 100.0
    assert second.at == 100.0
