"""Runs as files: written as they are seen, played again equal."""

import stat
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tailor.agents.model_agent import ModelAgents
from tailor.agents.stages import BackendInfo
from tailor.core.errors import DamagedError, NotFoundError
from tailor.core.events import EditProposed, Event, StageStarted, TextDelta
from tailor.core.review import Decision, Decisions, OwnEdit, Review, choose, merged, undo
from tailor.providers.scripted import Scripted
from tailor.runs.customize import CustomizeRequest, run
from tailor.runs.history import ELSEWHERE, KEPT_AGAIN, Recorded, choices_and_past, dump, load, open_file, replay
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
    with pytest.raises(DamagedError, match=f"Line {at + 1} .* no step or thing number {step}"):
        load(path)


async def test_an_edit_of_a_stage_that_never_began_is_named_as_damage(tmp_path: Path) -> None:
    events = [one for one in await a_run() if not isinstance(one, StageStarted)]
    dump(events, path := tmp_path / "r.jsonl")
    with pytest.raises(DamagedError, match="The beginning of part 1 of the review is missing"):
        load(path)


async def test_a_record_whose_lines_are_there_twice_is_named_as_damage(tmp_path: Path) -> None:
    dump((events := await a_run()) + events, path := tmp_path / "r.jsonl")
    with pytest.raises(DamagedError, match="in the file twice"):
        load(path)


def test_a_run_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no recording"):
        load(tmp_path / "none.jsonl")


def note(record: Recorded, choices: Decisions) -> str:
    return record.note(Review(BREAD, choices=choices))[1]


def taken(*ids: str, own: tuple[OwnEdit, ...] = ()) -> Decisions:
    return Decisions(tuple(Decision(id, "accepted") for id in ids), own=own)


async def test_two_at_one_review_keep_each_others_decisions(tmp_path: Path) -> None:
    dump(await a_run(), path := tmp_path / "r.jsonl")
    here, there = (open_file(path) for _ in range(2))
    mine, other = (Recorded(record=path, known=one.size, noted=one.review.choices) for one in (here, there))
    other.note(choose(there.review, taken("e1", own=(OwnEdit("you1", "insert", "s1", "Rest.", 1),))))
    own = OwnEdit("you1", "insert", "s2", "Wait.", 1)
    review, says = mine.note(choose(here.review, taken("e2", own=(own,))))
    assert says == ELSEWHERE
    assert {one.id for one in review.choices.decisions} == {"e1", "e2"}
    assert {one.text for one in review.choices.own} == {"Rest.", "Wait."}
    assert len({one.id for one in review.choices.own}) == 2
    assert choices_and_past(path)[0] == review.choices
    back = undo(review)  # walks what was decided here
    assert [one.id for one in back.choices.decisions] == ["e1"]
    assert mine.note(back)[1] == ""
    seen, _ = other.note(
        choose(there.review, taken("e1", "e3", own=(OwnEdit("you1", "insert", "s1", "Rest.", 1),)))
    )
    assert {one.id for one in seen.choices.decisions} == {"e1", "e3"}


def test_of_two_texts_for_one_step_that_of_here_counts_and_what_was_taken_back_stays_so() -> None:
    there, here = (OwnEdit("you1", "replace", "s1", text, 1) for text in ("Rest.", "Wait."))
    both = merged(taken("e1"), taken("e1", "e2", own=(there,)), taken(own=(here,)))
    assert ([one.id for one in both.decisions], [one.text for one in both.own]) == (["e2"], ["Wait."])


@given(st.lists(st.sampled_from("abcd"), unique=True), st.lists(st.sampled_from("abcd"), unique=True))
def test_decisions_of_one_alone_come_out_as_they_are(one: list[str], other: list[str]) -> None:
    before, after = taken(*one), taken(*other)
    assert set(merged(before, before, after).decisions) == set(after.decisions)
    assert set(merged(before, after, before).decisions) == set(after.decisions)


async def test_what_a_full_disk_refused_is_written_in_order_once_it_takes_it(tmp_path: Path) -> None:
    path, events = tmp_path / "r.jsonl", await a_run()
    record = Recorded(record=path)
    record.add_event(events[0])
    path.rename(there := tmp_path / "there")
    path.mkdir()  # nothing can be written now
    for event in events[1:5]:
        record.add_event(event)
    assert "cannot be saved" in note(record, Decisions(bag=1))
    assert note(record, Decisions(bag=2)) == "", "it was said"
    path.rmdir()
    there.rename(path)
    assert note(record, Decisions(bag=3)) == KEPT_AGAIN
    assert note(record, Decisions(bag=4)) == ""
    assert (list(load(path)), record.not_recorded) == (events[:5], "")
    assert choices_and_past(path)[0] == Decisions(bag=4)
    assert [one.bag for one in choices_and_past(path)[1]] == [None, 1, 2, 3]


async def test_a_record_that_is_gone_is_said_and_not_begun_in_the_middle(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    dump(events := await a_run(), path := tmp_path / "runs" / "r.jsonl")
    record = Recorded(record=path)
    assert note(record, Decisions(bag=1)) == ""
    for away in (path, path.parent):
        away.rename(there := tmp_path / "there")
        assert "cannot be saved" in note(record, Decisions(bag=2))
        assert not path.exists()
        there.rename(away)
        assert note(record, Decisions(bag=3)) == KEPT_AGAIN
    assert list(load(path)) == events
    assert choices_and_past(path)[0] == Decisions(bag=3)


async def test_a_disk_that_is_full_once_it_is_saved_is_told_as_what_it_means(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.mkdir()
    saved, put_away = Recorded(record=path), Recorded(record=path)
    saved.note_saved()
    put_away.note_put_away()
    assert saved.not_recorded.startswith("It is saved, but it stays on the list of unfinished ones")
    assert put_away.not_recorded.startswith("It is finished, but it stays on the list of unfinished ones")


async def test_a_record_is_for_its_owner_alone(tmp_path: Path) -> None:
    dump(await a_run(), tmp_path / "r.jsonl")
    assert stat.S_IMODE((tmp_path / "r.jsonl").stat().st_mode) == 0o600
