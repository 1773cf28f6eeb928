"""What is typed is on disk until it is used, and no window takes what another is still typing."""

import os
import stat
from pathlib import Path

import pytest

from tailor.core.procedure import procedure
from tailor.drafts import (
    HINT,
    HINT_AT,
    HINT_FOR,
    NEW_GOAL,
    NEW_STEPS,
    NOTE,
    SHEET,
    Drafts,
    TakenDrafts,
    edit_places,
    new_places,
    place_of,
)
from tailor.storage import SaveError

SOUP = procedure("Boil a soup", ["Boil it."], ["1 l water"])


def left(folder: Path, **texts: str) -> Path:
    """The file of a window that is gone: no process has this number."""
    drafts = Drafts(folder)
    for place, text in texts.items():
        drafts.keep(place, text)
    drafts.save()
    [file] = folder.glob(f"{os.getpid()}-*.json")
    return file.rename(folder / f"99999999-{file.name.partition('-')[2]}")


def test_what_a_killed_window_left_is_there_in_the_next_one(tmp_path: Path) -> None:
    file = left(tmp_path, hint="no oven", other="x")
    drafts = Drafts(tmp_path)
    drafts.bring_back()
    assert drafts.get(HINT) == "no oven"
    assert not file.exists()
    again = Drafts(tmp_path)
    again.bring_back()
    assert again.get(HINT) == "no oven"


def test_of_two_killed_windows_the_later_words_come_first_and_the_others_wait(tmp_path: Path) -> None:
    early, late = left(tmp_path, hint="no oven", other="x"), left(tmp_path, hint="no eggs")
    os.utime(early, (1, 1))
    drafts = Drafts(tmp_path)
    drafts.bring_back()
    assert (drafts.get(HINT), drafts.get("other")) == ("no eggs", "x")
    assert not late.exists()
    drafts.forget(HINT)
    drafts.save()
    again = Drafts(tmp_path)
    again.bring_back()
    assert again.get(HINT) == "no oven"


def test_the_new_how_tos_of_two_killed_windows_both_come_back(tmp_path: Path) -> None:
    early = left(tmp_path, **{NEW_GOAL: "Tea", NEW_STEPS: "Boil it."})
    left(tmp_path, **{NEW_GOAL: "Tea", NEW_STEPS: "Pour it."})
    os.utime(early, (2, 2))
    os.utime(left(tmp_path, **{NEW_STEPS: "Stir\nit."}), (1, 1))
    drafts = Drafts(tmp_path)
    drafts.bring_back()
    kept = {name: [drafts.get(place) for place in new_places(name)] for name in drafts.begun()}
    assert kept == {"": ["Tea", "Pour it."], "Tea": ["Tea", "Boil it."], "Stir it.": ["", "Stir\nit."]}
    assert list(kept) == ["", "Tea", "Stir it."], "the latest first"
    assert len(list(tmp_path.glob("*.json"))) == 1


@pytest.mark.parametrize(("title", "steps"), [(NEW_GOAL, NEW_STEPS), edit_places("soup-1234.v1")])
def test_the_title_of_one_how_to_is_not_put_over_the_steps_of_another(
    tmp_path: Path, title: str, steps: str
) -> None:
    early = left(tmp_path, **{title: "Tea", steps: "Boil it."})
    os.utime(early, (1, 1))
    left(tmp_path, **{steps: "Paint the wall."})
    drafts = Drafts(tmp_path)
    drafts.bring_back()
    assert (drafts.get(title), drafts.get(steps)) == ("", "Paint the wall.")


def test_words_about_two_how_tos_from_two_killed_windows_both_come_back(tmp_path: Path) -> None:
    early = left(tmp_path, **{HINT: "no oven", HINT_FOR: "bread"})
    os.utime(early, (1, 1))
    left(tmp_path, **{HINT: "no eggs", HINT_FOR: "cake"})
    drafts = Drafts(tmp_path)
    drafts.bring_back()
    assert (drafts.get(HINT), drafts.get(HINT_FOR)) == ("no eggs", "cake")
    assert drafts.hints() == {"bread": "no oven"}
    assert not early.exists()


@pytest.mark.parametrize("place", [HINT, f"{HINT_AT}cake"])
def test_of_two_windows_with_words_about_the_same_how_to_the_earlier_words_wait(
    tmp_path: Path, place: str
) -> None:
    early = left(tmp_path, **{place: "no oven"} | ({HINT_FOR: "cake"} if place == HINT else {}))
    os.utime(early, (1, 1))
    left(tmp_path, **{HINT: "no eggs", HINT_FOR: "cake"})
    drafts = Drafts(tmp_path)
    drafts.bring_back()
    assert (drafts.get(HINT), drafts.hints()) == ("no eggs", {})
    assert "no oven" in early.read_text()


def test_words_typed_anywhere_do_not_move_to_the_how_to_of_another_window(tmp_path: Path) -> None:
    os.utime(left(tmp_path, **{HINT: "no oven", HINT_FOR: "bread"}), (1, 1))
    left(tmp_path, **{HINT: "no eggs"})
    drafts = Drafts(tmp_path)
    drafts.bring_back()
    assert (drafts.get(HINT), drafts.get(HINT_FOR), drafts.hints()) == ("no eggs", "", {"bread": "no oven"})


def test_words_of_a_window_that_is_open_are_left_alone(tmp_path: Path) -> None:
    file = left(tmp_path, hint="no oven")
    open_one = file.rename(tmp_path / f"{os.getppid()}-aa.json")
    drafts = Drafts(tmp_path)
    drafts.bring_back()
    assert drafts.get(HINT) == ""
    assert open_one.exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such lock")
def test_words_of_a_dead_window_come_back_also_where_another_process_has_its_number(tmp_path: Path) -> None:
    file = left(tmp_path, hint="no oven")
    name = f"{os.getppid()}-aa"
    file.rename(tmp_path / f"{name}.json")
    (tmp_path / f"{name}.open").touch()
    drafts = Drafts(tmp_path)
    drafts.bring_back()
    assert drafts.get(HINT) == "no oven"
    assert not list(tmp_path.glob(f"{name}.*"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such lock")
def test_words_of_an_open_window_are_left_alone_whatever_its_number(tmp_path: Path) -> None:
    open_one, drafts = Drafts(tmp_path), Drafts(tmp_path)
    open_one.keep(HINT, "no oven")
    open_one.save()
    for file in list(tmp_path.iterdir()):
        file.rename(tmp_path / f"99999999-aa{file.suffix}")
    drafts.bring_back()
    assert drafts.get(HINT) == ""
    assert len(list(tmp_path.iterdir())) == 2


def test_words_that_wait_for_another_start_are_not_written_anew(tmp_path: Path) -> None:
    file = left(tmp_path, hint="no oven")
    was = file.stat()
    drafts = Drafts(tmp_path)
    drafts.keep(HINT, "no eggs")
    drafts.bring_back()
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (was.st_ino, was.st_mtime_ns)


def test_words_typed_before_the_old_ones_were_read_stay(tmp_path: Path) -> None:
    file = left(tmp_path, hint="no oven")
    drafts = Drafts(tmp_path)
    drafts.keep(HINT, "no eggs")
    drafts.bring_back()
    assert drafts.get(HINT) == "no eggs"
    assert "no oven" in file.read_text()


def test_what_is_used_leaves_no_file(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    drafts.keep(HINT, "no oven")
    drafts.save()
    [file] = tmp_path.glob("*.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    drafts.forget(HINT)
    drafts.save()
    assert not list(tmp_path.iterdir())


def test_every_change_is_told_and_none_where_nothing_changed() -> None:
    told: list[int] = []
    drafts = Drafts(Path("nowhere"), lambda: told.append(1))
    for text in ("", "no", "no", "no oven", "", ""):
        drafts.keep(HINT, text)
    assert len(told) == 3


def test_a_file_that_cannot_be_read_stays_where_it_is(tmp_path: Path) -> None:
    broken = tmp_path / "99999999-aa.json"
    broken.write_text('{"hint": "no ov')
    drafts = Drafts(tmp_path)
    drafts.bring_back()
    assert drafts.get(HINT) == ""
    assert broken.read_text() == '{"hint": "no ov'


def test_a_procedure_typed_whole_comes_back_as_it_was(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    drafts.keep_procedure(SOUP)
    drafts.save()
    again = Drafts(tmp_path)
    again.bring_back()
    assert again.written() == [SOUP]
    again.forget(place_of(SOUP))
    assert again.written() == []


def test_a_disk_that_refuses_is_said_and_the_words_stay(tmp_path: Path) -> None:
    (tmp_path / "drafts").write_text("a file")
    drafts = Drafts(tmp_path / "drafts")
    drafts.keep(HINT, "no oven")
    with pytest.raises(SaveError):
        drafts.save()
    assert drafts.get(HINT) == "no oven"


def test_who_leaves_is_told_what_was_kept(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    assert drafts.summary() == ""
    drafts.keep(HINT, "no oven")
    drafts.keep(NEW_STEPS, "Boil it.")
    said = "Kept for next time: what you said about your situation and the how-to you were typing."
    drafts.save()
    assert drafts.summary().startswith(said)


def test_words_that_the_disk_did_not_take_are_not_called_kept(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path / "drafts")
    drafts.keep(NEW_STEPS, "Boil it.")
    drafts.save()
    drafts.keep(HINT, "no oven")
    (tmp_path / "drafts").rename(tmp_path / "away")
    (tmp_path / "drafts").write_text("in the way")
    with pytest.raises(SaveError):
        drafts.save()
    kept, lost = drafts.summary().split("Tailor could not keep ")
    assert kept.startswith("Kept for next time: the how-to you were typing. ")
    assert lost == "what you said about your situation."
    drafts.keep(NEW_STEPS, "Boil it. Drink it.")
    drafts.keep(NEW_GOAL, "Tea")
    assert drafts.summary() == (
        "Tailor could not keep what you said about your situation and the how-to you were typing. "
        "What you had typed a moment earlier is kept."
    )


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (f"{NOTE}bread\nMix it.", "a note you were typing"),
        ("review 12ab e1", "some words you were typing"),
        ("What is wrong?\n\n", "some words you were typing"),
        (HINT, "what you said about your situation"),
    ],
)
def test_only_a_note_is_called_one_by_what_is_said_in_the_end(tmp_path: Path, place: str, name: str) -> None:
    drafts = Drafts(tmp_path)
    drafts.keep(place, "a text")
    drafts.save()
    assert drafts.summary().startswith(f"Kept for next time: {name}.")


@pytest.mark.parametrize("kept", ["[" * 5_000, "[", "1", '[["no nuts"], "{}"]'])
def test_wishes_and_steps_that_cannot_be_read_are_none(tmp_path: Path, kept: str) -> None:
    drafts = Drafts(tmp_path)
    drafts.keep(SHEET, kept)
    drafts.keep(place_of(SOUP), kept)
    assert drafts.wishes(SHEET) is None
    assert drafts.written() == []


def test_words_typed_since_others_were_taken_at_the_same_place_stay_a_draft(tmp_path: Path) -> None:
    drafts, taken = Drafts(tmp_path), TakenDrafts()
    drafts.keep(NOTE, "too salty")
    taken.take(drafts, NOTE)
    drafts.keep(NOTE, "too salty, half next time")
    taken.saved(drafts)
    assert drafts.get(NOTE) == "too salty, half next time"
    taken.take(drafts, NOTE)
    taken.saved(drafts)
    assert drafts.get(NOTE) == ""
