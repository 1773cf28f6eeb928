"""The library's promises: a new version each time, whole or not at all, for the owner alone."""

import errno
import os
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tailor.core.edits import Insert, Replace
from tailor.core.errors import ContentError, DamagedError, NotFoundError, TailorError
from tailor.core.procedure import procedure
from tailor.core.requirements import Requirement
from tailor.library.changes import restore_version
from tailor.library.entries import Provenance, SavedEdit
from tailor.library.formats.registry import read
from tailor.library.lineage import check, replayed
from tailor.library.search import read_bodies
from tailor.library.store import Library, slug
from tests.library.texts import BREAD

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
EDITS = (
    SavedEdit(stage=1, edit=Replace(step=3, text="Fry in a pan", id="e1", agent="modify", serves=("R1",))),
    SavedEdit(stage=1, edit=Replace(step=3, text="", part="resources", id="e2", agent="modify")),
    SavedEdit(stage=2, edit=Insert(step=2, text="Flatten it", id="e3", agent="verify"), proposed="Flatten"),
    SavedEdit(stage=2, edit=Replace(step=1, text="", id="e4"), decision="rejected"),
)


def opened(folder: Path) -> Library:
    return Library(folder / "library", now=lambda: NOW)


def test_a_saved_variant_comes_back_with_all_that_made_it(tmp_path: Path) -> None:
    library = opened(tmp_path)
    original = library.save(BREAD)
    made = Provenance(strategy="sequential", prompts="tailor", provider="builtin")
    needs = (Requirement("R1", "prerequisite", "no oven"),)
    entry = library.save(
        replayed(BREAD, EDITS), parent=original.id, hint="no oven", requirements=needs, edits=EDITS, made=made
    )
    saved = opened(tmp_path).load(entry.id)
    assert saved.procedure.steps == ("Mix flour and water", "Let it rise for 1 h", "Flatten it", "Fry in a pan")
    assert (saved.parent, saved.hint, saved.requirements) == (original.id, "no oven", needs)
    assert (saved.edits, saved.made, saved.state, saved.entry.created) == (
        EDITS,
        made,
        "ok",
        "2026-11-20T18:00:00Z",
    )
    assert saved.entry == entry


def test_of_two_saved_in_one_second_the_variant_comes_before_its_original(tmp_path: Path) -> None:
    letters = iter(["zzzz", "aaaa"])
    library = Library(tmp_path / "library", now=lambda: NOW, four=lambda: next(letters))
    original = library.save(BREAD)
    variant = library.save(BREAD, parent=original.id, hint="no oven")
    assert library.entries() == (variant, original)


def test_every_save_is_a_new_version_and_none_is_overwritten(tmp_path: Path) -> None:
    library = opened(tmp_path)
    first = library.save(BREAD)
    before = first.file.read_bytes()
    second = library.save(procedure("Bake bread", ["Buy bread"]), version_of=first.id)
    assert (first.version, second.version, first.stem) == (1, 2, second.stem)
    assert first.file.read_bytes() == before
    assert [entry.id for entry in library.history(first.stem)] == [first.id, second.id]
    assert [entry.id for entry in library.entries()] == [second.id]
    assert len(library.entries(versions=True)) == 2
    assert library.load(first.stem).id == second.id
    assert library.load(first.id).procedure.steps == BREAD.steps


@pytest.mark.parametrize("number", [9_999_999, 10**20 - 1])
def test_a_version_is_read_however_many_digits_its_number_has(tmp_path: Path, number: int) -> None:
    library = opened(tmp_path)
    first = library.save(BREAD)
    first.file.with_name(f"{first.stem}.v{number}.md").write_text(
        first.file.read_text("utf-8").replace(BREAD.steps[0], "Buy bread."), "utf-8"
    )
    restored = restore_version(library, first.id)
    assert restored.version == number + 1
    assert [entry.version for entry in library.history(first.stem)] == [1, number, number + 1]
    assert library.find(first.stem) == restored.id
    assert library.strangers() == ()


def test_after_a_version_of_an_absurd_number_none_is_saved_and_it_is_said(tmp_path: Path) -> None:
    library = opened(tmp_path)
    first = library.save(BREAD)
    absurd = first.file.rename(first.file.with_name(f"{first.stem}.v{'9' * 200}.md"))
    with pytest.raises(ContentError, match=r"has 200 digits\. Rename its file in .* to one with a smaller number"):
        restore_version(library, first.stem)
    assert [*tmp_path.rglob("*.md")] == [absurd]
    assert library.load(first.stem).procedure.steps == BREAD.steps
    assert library.find(f"{first.stem}.v{'9' * 5_000}") is None


def test_two_writers_never_take_each_others_name(tmp_path: Path) -> None:
    letters = iter(["aaaa", "aaaa", "bbbb"])
    library = Library(tmp_path, now=lambda: NOW, four=lambda: next(letters))
    assert [library.save(BREAD).id for _ in range(2)] == ["bake-bread-aaaa.v1", "bake-bread-bbbb.v1"]
    other = Library(tmp_path)
    theirs = other.save(BREAD, version_of="bake-bread-aaaa")
    ours = library.save(BREAD, version_of="bake-bread-aaaa.v1")
    assert (theirs.version, ours.version) == (2, 3)


def test_a_unique_prefix_means_a_procedure_and_an_ambiguous_one_none(tmp_path: Path) -> None:
    letters = iter(["aaaa", "bbbb"])
    library = Library(tmp_path, four=lambda: next(letters))
    library.save(BREAD)
    assert library.find("bake") == "bake-bread-aaaa.v1"
    assert library.find("bake.v1") == "bake-bread-aaaa.v1"
    assert library.find("bake.v2") is None
    library.save(BREAD)
    assert library.find("bake") is None
    with pytest.raises(NotFoundError):
        library.load("bake")


@pytest.mark.skipif(os.name == "nt", reason="rights are another matter there")
def test_files_and_folders_are_for_the_owner_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        entry = Library(tmp_path / "new" / "library").save(BREAD)
    finally:
        os.umask(old)
    assert stat.S_IMODE(entry.file.stat().st_mode) == 0o600
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (entry.file.parent, entry.file.parent.parent)] == [
        0o700,
        0o700,
    ]


_CALLS = ("open", "write", "fsync", "close", "link", "unlink")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EACCES])
@pytest.mark.parametrize("name", _CALLS)
@pytest.mark.parametrize("nth", [1, 2])
def test_when_the_disk_refuses_there_is_the_old_state_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, nth: int, code: int
) -> None:
    library = opened(tmp_path)
    first = library.save(BREAD)
    calls = 0
    real: Callable[..., Any] = getattr(os, name)

    def failing(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == nth:
            if name == "close":
                real(*args, **kwargs)
            raise OSError(code, os.strerror(code))
        return real(*args, **kwargs)

    with monkeypatch.context() as broken:
        broken.setattr(os, name, failing)
        try:
            library.save(BREAD, version_of=first.id, hint="a record lies beside this one", edits=EDITS[-1:])
        except TailorError as error:
            assert str(tmp_path) in error.message  # noqa: PT017 - the call may also pass: not every n is reached
            assert os.strerror(code) in error.message  # noqa: PT017
    again = opened(tmp_path)
    new = {f"{first.stem}.v2.md", f"{first.stem}.v2.edits.json"}
    names = {path.name for path in again.folder.iterdir()}
    assert names <= {first.file.name, *new}
    assert f"{first.stem}.v2.md" not in names or new <= names, "with its record or not at all"
    for entry in again.entries(versions=True):
        assert again.load(entry.id).procedure.steps == BREAD.steps
    assert first.file.exists()


def test_what_a_killed_process_left_is_swept_at_the_next_start(tmp_path: Path) -> None:
    library = opened(tmp_path)
    library.save(BREAD)
    gone = 2_000_000_000
    left = library.folder / f".tailor-tmp-{gone}-0-abcdef"
    left.write_text("half")
    assert opened(tmp_path).entries()
    assert not left.exists()


def test_a_file_changed_by_hand_is_edited_not_damaged(tmp_path: Path) -> None:
    library = opened(tmp_path)
    entry = library.save(BREAD)
    entry.file.write_text(entry.file.read_text().replace("for 1 h", "for 2 h").replace("# Bake", "# Brake"))
    saved = library.load(entry.id)
    assert (saved.state, saved.procedure.steps[1]) == ("edited", "Let it rise for 2 h")
    assert library.entries()[0].goal == "Brake bread"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"# No front\n## Steps\n1. x\n", b"---\ntailor: 1\n"])
def test_a_damaged_file_is_named_and_the_rest_works(tmp_path: Path, content: bytes) -> None:
    library = opened(tmp_path)
    bad, good = library.save(BREAD), library.save(BREAD)
    bad.file.write_bytes(content)
    with pytest.raises(DamagedError) as caught:
        library.load(bad.id)
    assert str(bad.file) in caught.value.message
    assert [entry.id for entry in library.entries()] == [good.id]
    assert [(verdict.id, verdict.fault) for verdict in check(library)] == [(bad.id, "damaged")]


def test_each_damaged_file_is_named_and_so_is_a_file_of_labels(tmp_path: Path) -> None:
    library = opened(tmp_path)
    saved = [library.save(BREAD) for _ in range(5)]
    for entry, content in zip(saved[:3], [b"", b"\xff", b"---\ntailor: 1\n---\n# Only a goal\n"], strict=True):
        entry.file.write_bytes(content)
    (library.folder / f"{saved[3].stem}.meta.json").write_text('{"tags": [')
    found = {verdict.id: verdict for verdict in check(library)}
    assert set(found) == {*(entry.id for entry in saved[:3]), f"{saved[3].stem}.meta.json"}
    assert all(verdict.fault == "damaged" and str(tmp_path) in verdict.says for verdict in found.values())
    assert library.load(saved[3].id).procedure.steps == BREAD.steps


def test_a_damaged_newest_version_leaves_the_one_before_in_the_list(tmp_path: Path) -> None:
    library = opened(tmp_path)
    first = library.save(BREAD)
    library.save(BREAD, version_of=first.id).file.write_bytes(b"")
    assert [entry.id for entry in library.entries()] == [first.id]


def test_check_tells_edited_from_broken_and_is_silent_about_the_rest(tmp_path: Path) -> None:
    library = opened(tmp_path)
    original = library.save(BREAD)
    variant = library.save(replayed(BREAD, EDITS), parent=original.id, edits=EDITS)
    assert list(check(library)) == []
    wrong = library.save(BREAD, parent=original.id, edits=EDITS)
    variant.file.write_text(variant.file.read_text().replace("Fry", "Grill", 2))
    found = {verdict.id: verdict.fault for verdict in check(library)}
    assert found == {variant.id: "edited", wrong.id: "broken"}


def test_a_variant_of_a_starter_is_replayed_too(tmp_path: Path) -> None:
    library = opened(tmp_path)
    entry = library.save(BREAD, parent="starter.crusty-bread", edits=EDITS)
    assert [v.id for v in check(library)] == [entry.id]


def test_a_procedure_without_steps_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="at least one step"):
        opened(tmp_path).save(procedure("Nothing", []))


def test_a_file_of_a_newer_tailor_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    library = opened(tmp_path)
    newer = library.save(BREAD)
    newer.file.write_text(kept := newer.file.read_text("utf-8").replace("tailor: 1", "tailor: 99"), "utf-8")
    for ask in (library.load, partial(restore_version, library)):
        with pytest.raises(DamagedError, match="A newer version of Tailor wrote it"):
            ask(newer.id)
    with pytest.raises(ContentError, match="Update Tailor"):
        read(kept, "md", "bread")
    assert [(problem.id, problem.fault) for problem in check(library)] == [(newer.id, "damaged")]
    assert [entry.goal for entry in library.entries()] == [BREAD.goal]
    assert newer.file.read_text("utf-8") == kept
    assert library.ids() == (newer.id,)


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Bake a bread without an oven", "bake-bread-without-oven"),
        ("Crème brûlée!", "creme-brulee"),
        ("Weißbrot, Smørrebrød & Żurek", "weissbrot-smørrebrød-zurek"),
        ("Борщ с фасолью (чёрный)", "борщ-с-фасолью-чёрный"),
        ("番茄 炒蛋 🍅️", "番茄-炒蛋"),
        ("हलवा बनाना", "हलवा-बनाना"),
        ("김치찌개", "김치찌개"),
        ("لبنة 1️⃣", "لبنة-1"),
        ("🍞!", "procedure"),
        ("鍋" * 50, "鍋" * 40),
        ("../../etc/passwd", "etc-passwd"),
        ("word " * 30, "word-word-word-word-word-word-word-word"),
        ("x" * 100, "x" * 40),
    ],
)
def test_slugs_are_readable_file_names(goal: str, name: str) -> None:
    assert slug(goal) == name


def test_a_file_written_by_hand_without_a_number_of_steps_is_listed_with_its_steps(tmp_path: Path) -> None:
    library = opened(tmp_path)
    library.folder.mkdir()
    text = '---\ntailor: 1\nid: "foo-a1b2.v1"\n---\n# Foo\n## Steps\n1. One\n2. Two\n3. Three\n'
    (library.folder / "foo-a1b2.v1.md").write_text(text, encoding="utf-8")
    [entry] = library.entries()
    assert (entry.goal, entry.steps) == ("Foo", 3)
    assert library.load(entry.id).entry == entry


@pytest.mark.parametrize(
    "as_saved",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: "\ufeff" + text.replace("\n", "\r\n"),
        lambda text: text.replace("---\n", "--- \n"),
        lambda text: text.rstrip("\n"),
    ],
    ids=["other line ends", "byte order mark", "both", "blanks", "no last line end"],
)
def test_what_an_editor_of_another_system_saved_is_listed_found_and_opened_alike(
    tmp_path: Path, as_saved: Callable[[str], str]
) -> None:
    library = opened(tmp_path)
    saved = library.save(BREAD)
    [before], bodies = library.entries(), read_bodies(library.entries())
    saved.file.write_bytes(as_saved(saved.file.read_text("utf-8")).encode())
    assert library.entries() == (before,)
    assert read_bodies(library.entries()) == bodies
    assert library.load(saved.id).entry == before
    assert library.load(saved.id).procedure.steps == BREAD.steps


def test_a_file_that_cannot_be_counted_is_listed_all_the_same(tmp_path: Path) -> None:
    library = opened(tmp_path)
    library.folder.mkdir()
    (library.folder / "foo-a1b2.v1.md").write_bytes(b"---\ntailor: 1\n---\n# Foo\n## Steps\n1. \xff\n")
    assert [entry.steps for entry in library.entries()] == [0]


def test_a_list_says_what_each_variant_was_asked_for(tmp_path: Path) -> None:
    library = opened(tmp_path)
    original = library.save(BREAD)
    saved = library.save(BREAD, parent=original.id, hint="no\noven", edits=())
    assert (saved.hint, original.hint) == ("no oven", "")
    assert {entry.id: entry.hint for entry in library.entries()} == {saved.id: "no oven", original.id: ""}


@pytest.mark.parametrize("text", ["", "<html>no front matter"])
def test_a_how_to_of_which_no_version_can_be_read_has_no_history_but_a_reason(tmp_path: Path, text: str) -> None:
    library = Library(tmp_path)
    saved = library.save(BREAD)
    (tmp_path / f"{saved.id}.md").write_text(text, encoding="utf-8")
    with pytest.raises(DamagedError):
        library.history(saved.id)
