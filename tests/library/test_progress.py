"""The place of a procedure that is followed, through restarts and damage."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core import following as moves
from tailor.core.durations import durations
from tailor.core.errors import DamagedError
from tailor.core.following import Following
from tailor.core.procedure import procedure
from tailor.library.metadata import file_of, record_outcome
from tailor.library.progress import ProgressStore, id_of
from tailor.runs.follow import saved_progress

SOUP = procedure("Soup [/] \ud800", ["Boil.", "Simmer for 20 minutes."])


def followed(id: str = "soup-ab12.v1") -> Following:
    one = moves.with_note(moves.check(moves.begin(SOUP, id, 1.0)), "salt [@click=app.quit]x[/]")
    return moves.start(one, durations("20 minutes")[0], 5.0)


def test_a_kept_place_comes_back_equal(tmp_path: Path) -> None:
    ProgressStore(tmp_path / "follow").keep(followed())
    kept = ProgressStore(tmp_path / "follow")
    assert kept.load("soup-ab12.v1") == followed()
    assert [one.id for one in kept.all()] == ["soup-ab12.v1"]
    kept.forget("soup-ab12.v1")
    assert kept.load("soup-ab12.v1") is None


def test_an_id_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    kept = ProgressStore(tmp_path / "follow")
    kept.keep(followed("../../evil/.."))
    assert [path.parent for path in tmp_path.rglob("*.json")] == [tmp_path / "follow"]
    assert kept.load("../../evil/..") == followed("../../evil/..")


ALIKE = (
    ("蛋糕.v1", "面包.v1"),
    ("caf\u00e9.v1", "cafe\u0301.v1", "caf\udce9.v1"),
    ("soup.v1", ".soup.v1", "soup.v1."),
    ("plum jam.v1", "plum-jam.v1", "plum  jam.v1", "plum_jam.v1"),
    ("one", "", "..", "."),
    tuple("x" * 149 + end for end in ("a", "ab", "abc")),
)


@pytest.mark.parametrize("ids", ALIKE)
@pytest.mark.parametrize("back", [False, True])
def test_how_tos_with_ids_that_look_alike_have_a_place_each(
    tmp_path: Path, ids: tuple[str, ...], back: bool
) -> None:
    kept = ProgressStore(tmp_path)
    ids = ids[::-1] if back else ids
    for id in ids:
        assert kept.load(id) is None
        assert not kept.is_kept(id)
        kept.keep(followed(id))
    assert [kept.load(id) for id in ids] == [followed(id) for id in ids]
    assert sorted(one.id for one in kept.all()) == sorted(ids)
    kept.forget(ids[0])
    assert [kept.is_kept(id) for id in ids] == [False, *(True for _ in ids[1:])]


def test_the_file_of_a_plain_id_has_its_name(tmp_path: Path) -> None:
    ProgressStore(tmp_path).keep(followed())
    assert [path.name for path in tmp_path.glob("*.json")] == ["soup-ab12.v1.json"]


def test_a_place_that_an_earlier_version_kept_under_a_shortened_name_is_found(tmp_path: Path) -> None:
    kept = ProgressStore(tmp_path)
    kept.keep(followed("-.v1"))
    [path] = tmp_path.glob("*.json")
    path.write_text(path.read_text().replace('"-.v1"', '"\\u86cb\\u7cd5.v1"'))
    assert kept.load("-.v1") is None
    assert kept.load("面包.v1") is None
    kept.keep(followed("-.v1"))
    assert kept.load("蛋糕.v1") == followed("蛋糕.v1")
    kept.forget("蛋糕.v1")
    assert [one.id for one in kept.all()] == ["-.v1"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"id": 5}', "\x00", '{"at": 1e999}', "[" * 100_000])
def test_a_damaged_place_is_named(tmp_path: Path, text: str) -> None:
    kept = ProgressStore(tmp_path)
    kept.keep(followed())
    [path] = tmp_path.glob("*.json")
    path.write_text(text)
    with pytest.raises(DamagedError, match=r"soup-ab12"):
        kept.load("soup-ab12.v1")
    assert list(kept.all()) == []


@pytest.mark.parametrize("wrong", [{"done": [9]}, {"begun": 3e11}, {"begun": -3e11}])
def test_a_place_that_does_not_fit_its_steps_or_any_calendar_is_damage(
    tmp_path: Path, wrong: dict[str, object]
) -> None:
    kept = ProgressStore(tmp_path)
    kept.keep(followed())
    [path] = tmp_path.glob("*.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | wrong))
    with pytest.raises(DamagedError):
        kept.load("soup-ab12.v1")


def test_a_place_that_cannot_be_read_is_not_written_over(tmp_path: Path) -> None:
    kept = ProgressStore(tmp_path)
    path = tmp_path / "soup-ab12.v1.json"
    path.write_text('{"notes": "half a')
    place, words = saved_progress(kept, replace(SOUP, id="soup-ab12.v1"), 1.0, tmp_path)
    kept.keep(place)
    assert words.endswith("soup-ab12.v1.json, kept as soup-ab12.v1.json.damaged")
    assert (tmp_path / "soup-ab12.v1.json.damaged").read_text() == '{"notes": "half a'
    assert [one.id for one in kept.all()] == ["soup-ab12.v1"]


def test_steps_changed_by_hand_begin_anew_with_the_notes(tmp_path: Path) -> None:
    kept = ProgressStore(tmp_path)
    kept.keep(followed())
    place, words = saved_progress(
        kept, replace(SOUP, id="soup-ab12.v1", steps=("Boil well.", *SOUP.steps[1:])), 9.0, tmp_path
    )
    assert (place.at, place.done, place.note_of(2)) == (1, (), followed().note_of(2))
    assert words.endswith("Your notes are here.")


def test_a_procedure_without_an_id_is_known_by_its_steps() -> None:
    assert id_of(SOUP) == id_of(procedure("Another name", SOUP.steps))
    assert id_of(SOUP) != id_of(procedure("Soup", ["Boil."]))


def test_how_it_went_is_added_and_the_other_keys_stay(tmp_path: Path) -> None:
    file_of(tmp_path, "soup-ab12").write_text('{"tags": ["dinner"], "notes": "grandma"}')
    record_outcome(tmp_path, followed(), 4, "more salt", "2026-01-01T00:00:00Z")
    record_outcome(tmp_path, followed("soup-ab12.v2"), None, "", "2026-01-02T00:00:00Z")
    meta = json.loads(file_of(tmp_path, "soup-ab12").read_text())
    assert (meta["tags"], meta["notes"], meta["rating"]) == (["dinner"], "grandma", 4)
    assert [(one["id"], one["rating"], one["notes"]) for one in meta["made"]] == [
        ("soup-ab12.v1", 4, "more salt"),
        ("soup-ab12.v2", None, ""),
    ]


def test_the_notes_of_last_time_are_at_their_steps_the_next_time(tmp_path: Path) -> None:
    kept, soup = ProgressStore(tmp_path / "follow"), replace(SOUP, id="soup-ab12.v1")
    record_outcome(tmp_path, followed(), 4, "more salt", "2026-01-01T00:00:00Z")
    record_outcome(tmp_path, followed("soup-ab12.v2"), None, "another version", "2026-01-02T00:00:00Z")
    place, words = saved_progress(kept, soup, 9.0, tmp_path)
    assert (place.note_of(1), place.note_of(2)) == ("more salt", followed().note_of(2))
    assert words == "Your notes from last time are here."
    record_outcome(tmp_path, place, 4, "more salt", "2026-01-03T00:00:00Z")
    assert saved_progress(kept, soup, 9.0, tmp_path)[0].notes == place.notes, "said again, they are there once"


@pytest.mark.parametrize("text", ["{", "[]", '{"made": 5}', '{"made": [{"id": "soup-ab12.v1", "steps": 3}]}'])
def test_notes_of_last_time_that_cannot_be_read_are_none(tmp_path: Path, text: str) -> None:
    file_of(tmp_path, "soup-ab12").write_text(text)
    soup = replace(SOUP, id="soup-ab12.v1")
    place, words = saved_progress(ProgressStore(tmp_path / "follow"), soup, 9.0, tmp_path)
    assert (place.notes, words) == ((), "")


def test_a_meta_file_that_cannot_be_read_is_not_written_over(tmp_path: Path) -> None:
    file_of(tmp_path, "soup-ab12").write_text("{")
    with pytest.raises(DamagedError):
        record_outcome(tmp_path, followed(), 5, "", "2026-01-01T00:00:00Z")
    assert file_of(tmp_path, "soup-ab12").read_text() == "{"


def test_what_was_finished_is_not_followed_any_more_though_a_timer_still_runs(tmp_path: Path) -> None:
    kept = ProgressStore(tmp_path)
    kept.keep(followed("begun-ab12.v1"))
    kept.keep(replace(followed("over-ab12.v1"), over=True))
    kept.keep(replace(followed("done-ab12.v1"), done=(1, 2)))
    assert kept.going() == {"begun-ab12.v1"}
    assert len(list(kept.all())) == 3
