"""What is deleted can be brought back, whole, whatever happened in between."""

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.edits import Insert
from tailor.core.errors import NotFoundError, TailorError
from tailor.library import metadata as about
from tailor.library import trash
from tailor.library.changes import restore_version
from tailor.library.entries import SavedEdit
from tailor.library.importer import keep, reports_of_text
from tailor.library.lineage import check
from tailor.library.store import Library
from tests.library.texts import BREAD

_CALLS = ("open", "write", "fsync", "link", "rename", "unlink", "mkdir")


def filled(folder: Path) -> tuple[Library, str]:
    """A library with two versions of one procedure, words about it, and another procedure."""
    library = Library(folder / "library")
    first = library.save(BREAD)
    library.save(BREAD, version_of=first.id, edits=(SavedEdit(stage=1, edit=Insert(step=1, text="Wait")),))
    library.save(BREAD)
    about.change(library.folder, first.stem, lambda _: about.ProcedureNotes(tags=("slow",)))
    return library, first.stem


def state(library: Library) -> tuple[frozenset[str], tuple[str, ...]]:
    """What a person sees of a library opened anew: ids, and names in the trash."""
    again = Library(library.folder)
    return frozenset(again.ids()), tuple(one.name for one in trash.trash_items(again.folder))


def test_a_deleted_procedure_is_gone_with_all_its_versions_and_comes_back_with_them(tmp_path: Path) -> None:
    library, stem = filled(tmp_path)
    before = state(library)
    library.delete(stem)
    assert library.find(stem) is None
    assert about.read(library.folder, stem) == about.ProcedureNotes()
    assert len(library.ids()) == 1
    assert library.undelete().name == stem
    assert state(library) == before
    assert about.read(library.folder, stem).tags == ("slow",)


def test_a_file_put_back_by_hand_while_its_namesake_is_in_the_trash_is_named(tmp_path: Path) -> None:
    library, stem = filled(tmp_path)
    backup = (library.folder / f"{stem}.v1.md").read_bytes()
    library.delete(stem)
    assert list(check(library)) == []
    (library.folder / f"{stem}.v1.md").write_bytes(backup)
    [found] = check(Library(library.folder))
    assert (found.id, found.fault) == (f"{stem}.v1.md", "foreign")
    assert f"tailor library restore {stem}." in found.says
    assert str(library.folder / f"{stem}.v1.md") in found.says


def test_what_was_saved_again_after_it_was_deleted_can_be_deleted_too(tmp_path: Path) -> None:
    library, stem = filled(tmp_path)
    library.delete(stem)
    again = library.save(BREAD, version_of=f"{stem}.v2")
    library.delete(stem)
    assert library.find(stem) is None
    [one] = trash.trash_items(library.folder)
    assert {f"{stem}.v1.md", f"{again.id}.md"} <= {*one.files}
    library.undelete()
    assert {f"{stem}.v1", f"{stem}.v2", again.id} <= {*library.ids()}


def test_one_version_alone_can_go_and_its_number_is_not_given_away(tmp_path: Path) -> None:
    library, stem = filled(tmp_path)
    library.delete(f"{stem}.v2")
    assert library.find(stem) == f"{stem}.v1"
    assert library.save(BREAD, version_of=stem).version == 3
    library.undelete()
    assert [entry.version for entry in library.history(stem)] == [1, 2, 3]


def test_undo_takes_the_last_first(tmp_path: Path) -> None:
    library, stem = filled(tmp_path)
    other = next(id for id in library.ids() if not id.startswith(f"{stem}.v"))
    library.delete(stem)
    library.delete(other)
    assert library.undelete().name == other.removesuffix(".v1")
    assert library.undelete().name == stem
    with pytest.raises(NotFoundError, match="empty"):
        library.undelete()


def test_a_process_killed_between_note_and_files_has_deleted_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, stem = filled(tmp_path)
    with monkeypatch.context() as killed:
        killed.setattr(trash, "tidy", lambda _folder: None)
        library.delete(stem)
    assert (library.folder / f"{stem}.v1.md").exists(), "the files were not moved yet"
    assert library.find(stem) is None
    again = Library(library.folder)
    assert not (again.folder / f"{stem}.v1.md").exists(), "the next start moves them"
    again.undelete(stem)
    assert {f"{stem}.v1", f"{stem}.v2"} <= set(again.ids())


def importing(library: Library, _stem: str) -> None:
    for report in reports_of_text("title,directions\nSoup,Boil\nTea,Pour\n", "csv"):
        keep(library, report)


def deleting(library: Library, stem: str) -> None:
    library.delete(stem)


def undoing(library: Library, _stem: str) -> None:
    library.undelete()


def restoring(library: Library, stem: str) -> None:
    restore_version(library, f"{stem}.v1")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EACCES])
@pytest.mark.parametrize("act", [importing, deleting, undoing, restoring])
def test_whichever_call_fails_there_is_the_old_state_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[Library, str], None], code: int
) -> None:
    failures = 0
    for nth in range(1, 60):
        library, stem = filled(tmp_path / str(nth))
        if act is undoing:
            library.delete(stem)
        old, done = state(library), [0]
        with monkeypatch.context() as broken:
            for name in _CALLS:
                broken.setattr(os, name, _nth_fails(getattr(os, name), done, nth, code))
            try:
                act(library, stem)
                failed, said = False, stem
            except TailorError as error:
                failed = True
                said = error.message
        assert str(library.folder) in said or stem in said
        new = state(library)
        assert not list(library.folder.rglob(".tailor-tmp-*")), "temporary files are swept"
        assert list(check(Library(library.folder))) == []
        if act in (deleting, undoing):
            whole = {old, _after(tmp_path, nth, act is undoing, old, stem)}
            assert new in whole, f"call {nth} left a mix"
        else:
            assert old[0] <= new[0], "nothing that was there is lost"
        failures += failed
        if done[0] < nth:
            break
    assert failures


def _after(
    folder: Path, nth: int, undone: bool, old: tuple[frozenset[str], tuple[str, ...]], stem: str
) -> tuple[frozenset[str], tuple[str, ...]]:
    """What a person sees when all went well."""
    if undone:
        return frozenset((*old[0], f"{stem}.v1", f"{stem}.v2")), ()
    return frozenset(id for id in old[0] if not id.startswith(f"{stem}.v")), (stem,)


def _nth_fails(real: Callable[..., object], done: list[int], nth: int, code: int) -> Callable[..., object]:
    def call(*args: object, **keywords: object) -> object:
        done[0] += 1
        if done[0] == nth:
            raise OSError(code, os.strerror(code))
        return real(*args, **keywords)

    return call


def test_what_is_in_the_trash_is_said_to_be_there_and_how_it_comes_back(tmp_path: Path) -> None:
    library, stem = filled(tmp_path)
    other = library.save(replace(BREAD, goal="Brot"))
    library.delete(stem)
    said = rf"is in the trash.*restore {stem}`, or u in the Library"
    for id in (stem, f"{stem}.v1"):
        with pytest.raises(NotFoundError, match=said):
            library.load(id)
    with pytest.raises(NotFoundError, match=said):
        library.read(f"{stem}.v2")
    library.delete(other.id)
    with pytest.raises(NotFoundError, match=rf"“{BREAD.goal}” is in the trash.*restore {stem}`\."):
        library.load(stem)
    with pytest.raises(NotFoundError, match=r'There is no "nothing.v1" in the library\.'):
        library.read("nothing.v1")
    last = library.save(BREAD)
    last.file.unlink()
    with pytest.raises(NotFoundError, match="There is no"):
        library.read(last.id)


def test_what_is_noted_of_a_deleted_procedure_comes_back_with_what_was_noted_before(tmp_path: Path) -> None:
    library, stem = filled(tmp_path)
    about.change(library.folder, stem, lambda now: replace(now, notes="grandma", rating=3))
    library.delete(stem)
    about.change(
        library.folder, stem, lambda _: about.ProcedureNotes(tags=("quick", "slow"), notes="salt", rating=5)
    )
    library.undelete()
    noted = about.read(library.folder, stem)
    assert (noted.tags, noted.notes, noted.rating) == (("slow", "quick"), "grandma\nsalt", 5)
    assert trash.unclear(library.folder) == ()


def test_a_link_comes_back_too(tmp_path: Path) -> None:
    library, stem = filled(tmp_path)
    link = library.folder / "alias-aaaa.v1.md"
    link.symlink_to(f"{stem}.v1.md")
    library.delete("alias-aaaa")
    assert not link.is_symlink()
    assert library.undelete().name == "alias-aaaa"
    assert link.read_bytes() == (library.folder / f"{stem}.v1.md").read_bytes()
