"""Making the memory again: from the library, from damage, with another embedder."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
import pytest

from memory import messages as m
from memory.embedding import Lexical, Vectors
from memory.service import Service
from tailor.core.errors import DamagedError, TailorError
from tailor.core.procedure import procedure
from tailor.library.store import Library
from tests.memory.rows import every, job, many, row, service


def library(tmp_path: Path) -> Library:
    kept = Library(tmp_path / "library")
    kept.save(procedure("Whittle a spoon", ["Carve."]))
    old = kept.save(procedure("Tie a bow", ["Loop."]))
    kept.save(procedure("Tie a double bow", ["Loop twice."]), version_of=old.id)
    return kept


def test_the_library_is_in_the_memory_from_its_first_use(tmp_path: Path) -> None:
    library(tmp_path)
    one = service(tmp_path, library=str(tmp_path / "library"))
    assert one.store().count(m.LIBRARY) == 2
    assert one.store().count(m.STARTER) >= 40


def test_rebuild_follows_the_library_and_leaves_imports_alone(tmp_path: Path) -> None:
    kept = library(tmp_path)
    one = service(tmp_path, library=str(kept.folder))
    one.add(many(3))
    for file in kept.folder.glob("whittle*"):
        file.unlink()
    damaged = kept.save(procedure("Sew", ["Thread."]))
    damaged.file.write_bytes(b"\xff")
    kept.save(procedure("Darn a sock", ["Weave."]))
    done = one.rebuild()
    goals = {row.goal for row in every(one) if row.source == m.LIBRARY}
    assert goals == {"Darn a sock", "Tie a double bow"}
    assert (done.from_library, done.damaged, done.aside) == (2, (damaged.id,), "")
    assert one.store().count("a test") == 3


def test_a_damaged_table_is_set_aside_and_the_library_brought_back(tmp_path: Path) -> None:
    kept = library(tmp_path)
    one = service(tmp_path, library=str(kept.folder))
    one.add(many(3))
    for path in (tmp_path / "memory").rglob("*.manifest"):
        path.write_bytes(b"")
    again = service(tmp_path, library=str(kept.folder))
    with pytest.raises(DamagedError):
        again.stats()
    done = again.rebuild()
    assert Path(done.aside).is_dir()
    assert again.store().count(m.LIBRARY) == 2
    assert again.store().count("a test") == 0


def test_a_table_of_another_version_is_named_and_rebuilt(tmp_path: Path) -> None:
    kept = library(tmp_path)
    one = service(tmp_path, library=str(kept.folder))
    one.add(many(3))
    one.store().table.drop_columns(["steps"])
    again = service(tmp_path, library=str(kept.folder))
    with pytest.raises(DamagedError, match="it was made by another version of Tailor and has no column steps"):
        again.search("bow", 3)
    assert again.rebuild().aside
    assert [hit.goal for hit in again.search("double bow", 1)] == ["Tie a double bow"]


def test_a_column_that_only_another_version_knows_stands_in_nobodys_way(tmp_path: Path) -> None:
    one = service(tmp_path, library=str(library(tmp_path).folder))
    one.add(many(3))
    one.store().table.add_columns(pa.field("novel", pa.string()))
    again = service(tmp_path, library=str(tmp_path / "library"))
    again.add(many(5))
    assert again.rebuild().aside == ""
    assert again.store().count("a test") == 5


@pytest.mark.parametrize("cut", ["*_tokens.lance", "*.idx"])
def test_a_damaged_index_that_stops_every_search_is_made_anew_and_no_row_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    monkeypatch.setattr("memory.store._FROM_ROWS", 300)
    one = service(tmp_path)
    one.add(many(300))
    one.optimize()
    files = list((tmp_path / "memory").rglob(cut))
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:10])
    again = service(tmp_path)
    asked = "knit scarf number 77"
    with pytest.raises(RuntimeError) as raised:
        again.search(asked, 1)
    assert "nothing is lost" in said_plainly(again.explained(raised.value))
    held = again.store().count()
    assert again.rebuild().rows == held
    assert [found.id for found in again.search(asked, 1)] == ["n77"]


def said_plainly(error: TailorError) -> str:
    """The message, which names the command that mends it and holds nothing of LanceDB's own words."""
    assert "`tailor memory rebuild`" in error.message
    assert not {"lance", "error", "Error", "rs", "Generic", "object"} & set(re.findall(r"\w+", error.message))
    return error.message


@pytest.mark.parametrize("damage", [b"", b"x" * 100])
def test_the_list_of_an_older_version_that_cannot_be_read_is_mended_without_loss(
    tmp_path: Path, damage: bytes
) -> None:
    one = service(tmp_path)
    one.add(many(3))
    newest, older, *_ = sorted((tmp_path / "memory").rglob("*.manifest"))
    older.write_bytes(damage)
    again = service(tmp_path)
    with pytest.raises(RuntimeError) as raised:
        again.optimize()
    assert "nothing is lost" in said_plainly(again.explained(raised.value))
    held = again.store().count()
    assert again.rebuild().rows == held
    again.optimize()
    assert newest.exists()


@pytest.mark.parametrize("file", ["*.manifest", "data/*.lance"])
@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(path.read_bytes()[:50])])
def test_a_table_without_some_of_its_files_is_said_to_be_damaged_in_plain_words(
    tmp_path: Path, file: str, damage: Callable[[Path], object]
) -> None:
    service(tmp_path).add(many(3))
    for path in (tmp_path / "memory").rglob(file):
        damage(path)
    with pytest.raises(DamagedError) as raised:
        service(tmp_path).search("scarf", 1)
    assert "one of its files is missing or damaged" in said_plainly(raised.value)


def other(tmp_path: Path) -> Service:
    one = service(tmp_path)
    one._embedder = Lexical(48)
    return one


def test_with_another_embedder_words_still_find_until_everything_is_embedded_anew(tmp_path: Path) -> None:
    service(tmp_path).add(many(5))
    one = other(tmp_path)
    stats = one.stats()
    assert (stats.embedder, stats.wanted) == ("lexical-1-384", "lexical-1-48")
    assert one.search("scarf number 3", 1)[0].id == "n3"
    assert one.nearest("scarf number 3", 1) == ()
    one.rebuild()
    assert (one.store().embedder, one.store().dimension) == ("lexical-1-48", 48)
    assert one.nearest("Knit scarf number 3", 1)[0].id == "n3"
    assert one.store().count("a test") == 5


def test_an_id_that_others_spelled_their_own_way_does_not_keep_the_vectors_from_being_changed(
    tmp_path: Path,
) -> None:
    service(tmp_path).add((row("Cafe\u0301", "Make coffee"),))
    one = other(tmp_path)
    one.rebuild()
    assert one.fits()
    assert one.store().get(["Café"])["Café"].goal == "Make coffee"


def test_a_write_embeds_everything_anew_before(tmp_path: Path) -> None:
    service(tmp_path).add(many(5))
    one = other(tmp_path)
    told: list[m.RequestProgress] = []
    one.add((row("late", "Late"),), job(told))
    assert told[-1].done == told[-1].total > 0
    assert one.fits()
    assert one.store().count("a test") == 6


def test_a_write_whose_embedding_is_stopped_mixes_no_vectors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory.service._REBUILD_BATCH", 20)
    service(tmp_path).add(many(70))
    one = other(tmp_path)
    one.add((row("late", "Late"),), job([], stop_after=1))
    assert not one.fits()
    assert one.store().get(["late"]) == {}
    one.add((row("late", "Late"),))
    assert one.fits()
    assert [*one.store().get(["late"])] == ["late"]


def test_a_stopped_embedding_goes_on_and_forgets_nothing_done_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory.service._REBUILD_BATCH", 20)
    monkeypatch.setattr("memory.corpora.starter_procedures", lambda: ())
    service(tmp_path).add(many(70))
    one = other(tmp_path)
    one.rebuild(job([], stop_after=2))
    assert not one.fits()
    first = len(one.store().gathered())
    assert 0 < first < 70
    gathered = sorted(one.store().gathered())
    one.delete((gathered[0],))
    one.tag(gathered[1], ("kept",))
    embedded: list[int] = []
    documents = Lexical.documents

    def counted(own: Lexical, texts: Sequence[str]) -> Vectors:
        embedded.append(len(texts))
        return documents(own, texts)

    monkeypatch.setattr(Lexical, "documents", counted)
    one.rebuild()
    assert sum(embedded) == 70 - first
    assert one.store().count() == 69
    assert one.store().get([gathered[1]])[gathered[1]].tags == ("kept",)
