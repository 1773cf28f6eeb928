"""A person's labels stand beside the files, and are in every list."""

from dataclasses import replace
from pathlib import Path

import pytest

from tailor.core.procedure import procedure
from tailor.library.metadata import ProcedureNotes, change, file_of, labelled, read, relabelled, with_labels
from tailor.library.store import Library


def two(folder: Path) -> Library:
    """A library of two: one with labels and a tag of its own file, one without any."""
    library = Library(folder / "library")
    one = library.save(replace(procedure("Brew tea", ["Boil water."]), tags=("drink",)))
    library.save(procedure("Fix a tap", ["Close the valve."]))
    change(library.folder, one.stem, lambda _: ProcedureNotes(tags=("quick", "drink"), collections=("Kitchen",)))
    return library


def test_labels_come_after_the_tags_of_the_file_each_once(tmp_path: Path) -> None:
    library = two(tmp_path)
    tea = next(one for one in labelled(library.folder, library.entries()) if one.goal == "Brew tea")
    assert (tea.tags, tea.collections) == (("drink", "quick"), ("Kitchen",))


def test_the_labels_of_a_how_to_are_read_once_for_all_its_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, asked = two(tmp_path), list[str]()

    def reading(folder: Path, stem: str) -> ProcedureNotes:
        asked.append(stem)
        return read(folder, stem)

    monkeypatch.setattr("tailor.library.metadata.read", reading)
    tea = next(one for one in library.entries() if one.goal == "Brew tea")
    versions = labelled(library.folder, [tea, tea, tea])
    assert (asked, {one.tags for one in versions}) == ([tea.stem], {("drink", "quick")})


def test_only_what_has_every_label_is_left(tmp_path: Path) -> None:
    library = two(tmp_path)
    entries = labelled(library.folder, library.entries())
    assert [one.goal for one in with_labels(entries, ["QUICK", "drink"], ["kitchen"])] == ["Brew tea"]
    assert with_labels(entries, ["quick", "slow"], []) == ()
    assert with_labels(entries, [], []) == entries


def test_labels_that_cannot_be_read_leave_their_procedure_in_the_list(tmp_path: Path) -> None:
    library = two(tmp_path)
    for entry in library.entries():
        file_of(library.folder, entry.stem).write_text("{")
    assert labelled(library.folder, library.entries()) == library.entries()


def test_labels_that_differ_only_in_case_are_one(tmp_path: Path) -> None:
    assert relabelled(("Soup", "hot"), ["SOUP", "Hot", "new"], []) == ("Soup", "hot", "new")
    assert relabelled(("Soup", "hot"), [], ["sOUP"]) == ("hot",)
    assert relabelled(("soup",), ["Soup"], ["soup"]) == ("Soup",)
    (entry, *_), folder = (library := two(tmp_path)).entries(), library.folder
    change(folder, entry.stem, lambda now: replace(now, tags=("Soup", "x", "soup", "X")))
    assert read(folder, entry.stem).tags == ("Soup", "x")


def test_labels_are_added_and_taken_away_once(tmp_path: Path) -> None:
    assert relabelled(("a",), [" b ", "a", ""], ["c"]) == ("a", "b")
    assert relabelled((), ["X", "X"], []) == ("X",)
    assert relabelled(("X",), [], [" X"]) == ()
    assert read(tmp_path, "nobody") == ProcedureNotes()
