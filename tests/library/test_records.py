"""The record beside a file of the library: short front matter, and nothing lost or half on the way."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tailor.core.edits import Replace
from tailor.core.procedure import Amount, Procedure, Times
from tailor.library.changes import restore_version
from tailor.library.entries import LibraryEntry, SavedEdit
from tailor.library.lineage import check, plan_rebase, replayed, save_rebased
from tailor.library.store import Library
from tests.depth import cases
from tests.library.texts import BREAD, procedures

EDITS = (SavedEdit(stage=1, edit=Replace(step=3, text="Fry in a pan", id="e1", agent="modify")),)
WHOLE = replace(
    BREAD,
    tags=("bread",),
    source="https://bread.example/1",
    licence="CC0-1.0",
    yields="2 loaves",
    times=Times(prep=20, cook=30, total=110),
    author="Ann",
    image="https://bread.example/1.jpg",
    language="en",
    amounts=(Amount("500 g flour", "500", "g", "flour"),),
    uncertain=(2,),
    extra=(("oven", '"gas"'), ("leans", json.dumps("x" * 500))),
)


def variant(library: Library, made: Procedure = WHOLE) -> LibraryEntry:
    """A variant saved in the library, with its original."""
    original = library.save(made)
    return library.save(replayed(made, EDITS), parent=original.id, hint="no oven", edits=EDITS, origin="tailored")


def beside(entry: LibraryEntry) -> Path:
    return entry.file.with_name(f"{entry.id}.edits.json")


def front(entry: LibraryEntry) -> list[str]:
    text = entry.file.read_text("utf-8").splitlines()
    return text[: text.index("---", 1) + 1]


@settings(max_examples=cases(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(procedures())
def test_whatever_a_procedure_holds_the_front_matter_is_short_and_all_comes_back(
    tmp_path_factory: pytest.TempPathFactory, made: Procedure
) -> None:
    library = Library(tmp_path_factory.mktemp("library"))
    for entry in (
        library.save(made),
        library.save(made, parent="bread-a1b2.v1", hint="no oven", origin="tailored"),
    ):
        assert len(front(entry)) <= 12
        loaded = library.load(entry.id)
        assert replace(loaded.procedure, id="") == made
        assert loaded.entry == entry
        assert library.entries(versions=True)


def test_a_recipe_begins_within_twelve_lines_and_its_edits_lie_beside_it(tmp_path: Path) -> None:
    library = Library(tmp_path)
    entry = variant(library)
    assert len(front(entry)) == 12
    assert entry.file.read_text("utf-8").splitlines()[12] == "# Bake bread"
    assert json.loads(beside(entry).read_text("utf-8"))["edits"][0]["text"] == "Fry in a pan"
    assert library.load(entry.id).procedure == replace(replayed(WHOLE, EDITS), id=entry.id)
    assert list(check(library)) == []


def test_with_thousands_of_tags_it_still_has_a_title_in_lists(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.save(replace(BREAD, tags=tuple(f"{'t' * 30} {number}" for number in range(3_000))))
    assert [one.goal for one in library.entries()] == [BREAD.goal]


def test_what_fits_needs_no_record(tmp_path: Path) -> None:
    entry = Library(tmp_path).save(replace(BREAD, yields="2 loaves", times=Times(total=110)), origin="imported")
    assert [path.name for path in tmp_path.iterdir()] == [entry.file.name]


def test_without_its_record_a_file_opens_and_check_says_so(tmp_path: Path) -> None:
    library = Library(tmp_path)
    entry = variant(library)
    beside(entry).unlink()
    saved = library.load(entry.id)
    assert (saved.procedure.steps, saved.edits, saved.hint) == (replayed(BREAD, EDITS).steps, (), "no oven")
    assert [(one.id, one.fault, one.is_broken) for one in check(library)] == [(entry.id, "no record", False)]


@pytest.mark.parametrize("content", ["", "{", "[" * 100_000, "[]", "null", '{"fingerprint": "0"}', "\udcff"])
def test_a_record_of_other_steps_or_of_none_is_broken_and_the_file_opens(tmp_path: Path, content: str) -> None:
    library = Library(tmp_path)
    entry = variant(library)
    beside(entry).write_bytes(content.encode("utf-8", "surrogateescape"))
    assert library.load(entry.id).edits == ()
    assert [(one.id, one.fault) for one in check(library)] == [(entry.id, "broken")]


@pytest.mark.parametrize("edits", [[{"op": "insert"}], [{"op": "move", "step": 1, "text": "x"}], [5]])
def test_a_record_with_edits_that_are_none_is_broken(tmp_path: Path, edits: list[object]) -> None:
    library = Library(tmp_path)
    entry = variant(library)
    record = json.loads(beside(entry).read_text("utf-8")) | {"edits": edits}
    beside(entry).write_text(json.dumps(record))
    assert library.load(entry.id).procedure.steps == replayed(BREAD, EDITS).steps
    assert [(one.id, one.fault) for one in check(library)] == [(entry.id, "broken")]


def test_a_record_without_its_file_is_passed_over_and_its_number_not_taken(tmp_path: Path) -> None:
    library = Library(tmp_path)
    entry = variant(library)
    entry.file.unlink()
    left = beside(entry).read_bytes()
    assert list(check(library)) == []
    assert entry.id not in library.ids()
    lone = tmp_path / f"{entry.stem}.v2.edits.json"
    lone.write_bytes(left)
    again = library.save(WHOLE, version_of=entry.stem)
    assert (again.version, lone.read_bytes()) == (3, left)


def test_file_and_record_go_to_the_trash_and_come_back_together(tmp_path: Path) -> None:
    library = Library(tmp_path)
    entry = variant(library)
    library.save(WHOLE, version_of=entry.id)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    for id in (entry.id, entry.stem):
        library.delete(id)
        assert not entry.file.exists()
        assert not beside(entry).exists()
        library.undelete()
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_an_earlier_version_is_restored_with_its_edits(tmp_path: Path) -> None:
    library = Library(tmp_path)
    entry = variant(library)
    library.save(BREAD, version_of=entry.id)
    again = restore_version(library, entry.id)
    assert library.load(again.id).edits == EDITS
    assert list(check(library)) == []


def test_a_variant_moved_to_a_newer_original_keeps_what_it_holds(tmp_path: Path) -> None:
    library = Library(tmp_path)
    original = library.save(WHOLE)
    mine = replace(replayed(WHOLE, EDITS), yields="1 loaf")
    entry = library.save(mine, parent=original.id, edits=EDITS)
    library.save(replace(WHOLE, steps=("Sieve the flour", *WHOLE.steps)), version_of=original.id)
    saved = library.load(save_rebased(library, plan_rebase(library, entry.id)).id).procedure
    assert (saved.yields, saved.times, saved.author) == ("1 loaf", WHOLE.times, "Ann")
    assert saved.amounts == WHOLE.amounts
    assert saved.steps[0] == "Sieve the flour"


KILLED = """
import os, signal, sys
from pathlib import Path
from tailor.library import store
from tests.library.test_records import variant
real, calls = store.create_file, 0
def deadly(path, data):
    global calls
    calls += 1
    if calls == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    real(path, data)
store.create_file = deadly
variant(store.Library(Path(sys.argv[1])))
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
@pytest.mark.parametrize(("call", "kept"), [(3, 1), (4, 1)])
def test_killed_before_or_between_the_two_writes_the_version_is_not_there(
    tmp_path: Path, call: int, kept: int
) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), str(call)], check=False)
    assert done.returncode == -signal.SIGKILL
    library = Library(tmp_path)
    assert len(library.ids()) == kept
    assert list(check(library)) == []
    assert variant(library).id in library.ids()
