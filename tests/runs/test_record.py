"""Runs as files: written as they are seen, played again equal."""

import stat
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo
from tailor.core.errors import DamagedError, NotFoundError
from tailor.core.events import EditProposed, Event, StageStarted, TextDelta
from tailor.core.review import Decisions
from tailor.providers.scripted import Scripted
from tailor.runs.customize import CustomizeRequest, run
from tailor.runs.history import KEPT_AGAIN, Recorded, choices_and_past, dump, load, replay
from tests.core.cases import BREAD, MODIFY, VERIFY


async def a_run() -> list[Event]:
    request = CustomizeRequest(procedure=BREAD, hint="I have no oven \u2028 at all", strategy="sequential")
    async with aclosing(
        run(request, ModelAgents(Scripted([MODIFY, VERIFY])), by=BackendInfo(provider="server"))
    ) as events:
        return [event async for event in events]


async def test_a_recorded_run_plays_again_equal(tmp_path: Path) -> None:
    events = await a_run()
    dump(events, tmp_path / "r.jsonl")
    assert [event async for event in replay(tmp_path / "r.jsonl")] == events


async def test_a_last_line_that_was_cut_off_costs_nothing_but_itself(tmp_path: Path) -> None:
    path, events = tmp_path / "r.jsonl", await a_run()
    dump(events, path)
    path.write_text(path.read_text("utf-8")[:-40], "utf-8")
    assert list(load(path)) == events[:-1]


async def test_a_line_cut_anywhere_costs_nothing_but_itself_once_more_is_written(tmp_path: Path) -> None:
    path, (started, *others) = tmp_path / "r.jsonl", await a_run()
    told = TextDelta(call=1, text="at 220 °C")  # one cut is in the middle of its sign
    dump([started, told], path)
    whole = path.read_bytes()
    for cut in range(whole.index(b"\n") + 1, len(whole)):
        path.write_bytes(whole[:cut])
        there = [started, told] if cut == len(whole) - 1 else [started]
        assert list(load(path)) == there
        dump(others, path)
        assert list(load(path)) == [*there, *others]


async def test_decisions_between_the_events_are_passed_over(tmp_path: Path) -> None:
    path, events = tmp_path / "r.jsonl", await a_run()
    dump(events[:5], path)
    with path.open("a") as file:
        file.write('{"decision": "accepted", "id": "e1"}\n\n{"kind": "decided", "id": "e1"}\n')
    dump(events[5:], path)
    assert list(load(path)) == events


@pytest.mark.parametrize("line", ["nonsense", '{"kind": "done"}', '{"kind": "waiting", "call": "x"}'])
async def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "r.jsonl"
    dump((await a_run())[:1], path)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(DamagedError, match="Line 2"):
        load(path)


@pytest.mark.parametrize("step", [99, -7, 10**40])
async def test_an_edit_on_a_step_that_its_list_does_not_have_is_named_as_damage(tmp_path: Path, step: int) -> None:
    events = await a_run()
    at, edit = next((n, one) for n, one in enumerate(events) if isinstance(one, EditProposed))
    dump((*events[:at], replace(edit, step=step), *events[at + 1 :]), path := tmp_path / "r.jsonl")
    with pytest.raises(DamagedError, match=f"Line {at + 1} .* no number {step}"):
        load(path)


async def test_an_edit_of_a_stage_that_never_began_is_named_as_damage(tmp_path: Path) -> None:
    events = [one for one in await a_run() if not isinstance(one, StageStarted)]
    dump(events, path := tmp_path / "r.jsonl")
    with pytest.raises(DamagedError, match="has not begun"):
        load(path)


async def test_a_record_whose_lines_are_there_twice_is_named_as_damage(tmp_path: Path) -> None:
    dump((events := await a_run()) + events, path := tmp_path / "r.jsonl")
    with pytest.raises(DamagedError, match="begins a second time"):
        load(path)


def test_a_run_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no recording"):
        load(tmp_path / "none.jsonl")


async def test_what_a_full_disk_refused_is_written_in_order_once_it_takes_it(tmp_path: Path) -> None:
    path, events = tmp_path / "r.jsonl", await a_run()
    record = Recorded(record=path)
    record.add_event(events[0])
    path.rename(there := tmp_path / "there")
    path.mkdir()  # nothing can be written now
    for event in events[1:5]:
        record.add_event(event)
    assert "cannot be kept for later" in record.note(Decisions(bag=1))
    assert record.note(Decisions(bag=2)) == "", "it was said"
    path.rmdir()
    there.rename(path)
    assert record.note(Decisions(bag=3)) == KEPT_AGAIN
    assert record.note(Decisions(bag=4)) == ""
    assert (list(load(path)), record.not_recorded) == (events[:5], "")
    assert choices_and_past(path)[0] == Decisions(bag=4)
    assert [one.bag for one in choices_and_past(path)[1]] == [None, 1, 2, 3]


async def test_a_record_is_for_its_owner_alone(tmp_path: Path) -> None:
    dump(await a_run(), tmp_path / "r.jsonl")
    assert stat.S_IMODE((tmp_path / "r.jsonl").stat().st_mode) == 0o600
