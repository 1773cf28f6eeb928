"""The table: its columns, writing without duplicates, filters that are texts only, damage that is named."""

import errno
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import lancedb
import pytest

from memory.embedding import GOAL_DIMENSION, Lexical, distances
from memory.messages import MemoryRow
from memory.store import Store, VectorQuery, WordQuery, id_filter, kept, literal, plan
from tailor.core.errors import ContentError, DamagedError, UsageError
from tailor.storage import SaveError
from tests.memory.rows import many, row, service

OWN, GOALS = Lexical(32), Lexical(GOAL_DIMENSION)


def made(home: Path) -> Store:
    store = Store(str(home / "memory"))
    if not store.open():
        store.create(OWN.name, OWN.dimension)
    return store


def put(store: Store, rows: Sequence[MemoryRow]) -> None:
    store.merge(rows, OWN.plain([one.goal for one in rows]), GOALS.plain([one.goal for one in rows]))


def test_the_table_has_the_columns_of_the_design(tmp_path: Path) -> None:
    store = made(tmp_path)
    names = "id goal resources steps text vector goal_vector domain tags source licence created outcome"
    assert " ".join(store.table.schema.names) == names
    assert not store.table.schema.field("id").nullable
    assert (store.embedder, store.dimension) == ("lexical-1-32", 32)
    assert store.table.schema.field("goal_vector").type.list_size == GOAL_DIMENSION


@pytest.mark.parametrize("name", ["a\nb", "a\tb", "a\x1bb", "\x7f"])
def test_a_folder_with_a_control_character_in_its_name_is_not_called_damaged(tmp_path: Path, name: str) -> None:
    with pytest.raises(ContentError, match=r"has a control character.*Choose another folder"):
        Store(str(tmp_path / name / "memory"))


def test_a_table_that_two_make_at_once_is_made_once(tmp_path: Path) -> None:
    rows, goals = many(50), [one.goal for one in many(50)]
    for turn in range(6):  # the second overwrote the first nearly each time
        stores, start = [Store(str(tmp_path / f"{turn}")) for _ in "ab"], Barrier(2)

        def make(store: Store, start: Barrier = start) -> None:
            start.wait()
            store.create(OWN.name, OWN.dimension, rows, (OWN.plain(goals), GOALS.plain(goals)))

        with ThreadPoolExecutor() as pool:
            list(pool.map(make, stores))
        assert [store.table.version for store in stores] == [1, 1]


def test_a_row_that_others_wrote_is_read_in_normal_form() -> None:
    row = kept({"id": "a", "goal": "Tie\na bow", "steps": ["Loop\nit.", " ", "Pull \ud800."], "resources": None})
    assert (row.goal, row.steps, row.resources) == ("Tie a bow", ("Loop it.", "Pull \ufffd."), ())


def test_a_row_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    store = made(tmp_path)
    whole = MemoryRow(
        id="é'1",
        goal="Ü",
        resources=("a",),
        steps=("x", "y"),
        domain="recipe",
        tags=("t",),
        source="s",
        licence="MIT",
        created="2026",
        outcome="kept",
    )
    put(store, [whole])
    assert store.get(["é'1"]) == {"é'1": whole}


def test_writing_a_known_id_replaces_the_row(tmp_path: Path) -> None:
    store = made(tmp_path)
    put(store, [row("a", "Old"), row("b", "Other")])
    put(store, [row("a", "New"), row("a", "Newest")])
    assert store.count() == 2
    assert store.get(["a"])["a"].goal == "Newest"


def test_two_writers_of_the_same_rows_make_no_duplicates(tmp_path: Path) -> None:
    made(tmp_path)
    code = (
        "import sys; from pathlib import Path; from tests.memory.test_store import made, many, put\n"
        "store = made(Path(sys.argv[1]))\n"
        "for _ in range(3): put(store, many(40))"
    )
    root = Path(__file__).parents[2]
    writers = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], cwd=root) for _ in range(2)]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    store = made(tmp_path)
    assert store.count() == 40
    assert len(set(store.ids())) == 40


@pytest.mark.parametrize("id", ["x' OR '1'='1", "x') OR (true", "'; DROP TABLE procedures", "x\\' OR 1=1 --", ""])
def test_an_id_is_a_text_and_never_a_condition(tmp_path: Path, id: str) -> None:
    store = made(tmp_path)
    put(store, many(3))
    assert store.get([id]) == {}
    assert store.delete([id]) == 0
    assert store.change(id, {"tags": ["x"]}) == 0
    assert store.count(source=id or "'") == 0
    assert store.count() == 3


def test_a_literal_closes_where_it_should() -> None:
    assert literal("a'b") == "'a''b'"
    assert literal("a\0b") == "'a\ufffdb'"
    assert id_filter([]) == "false"


def test_deleting_and_tagging_count(tmp_path: Path) -> None:
    store = made(tmp_path)
    put(store, many(5))
    assert store.change("n1", {"tags": ["green", "it's"]}) == 1
    assert store.get(["n1"])["n1"].tags == ("green", "it's")
    assert store.delete(["n1", "n2", "nothing"]) == 2
    assert sorted(store.ids()) == ["n0", "n3", "n4"]


def test_pages_are_of_one_version(tmp_path: Path) -> None:
    store = made(tmp_path)
    put(store, many(5))
    first, version = store.page(0, 3, 0)
    store.delete([one.id for one in first])
    rest, _ = store.page(3, 3, version)
    assert {one.id for one in (*first, *rest)} == {f"n{n}" for n in range(5)}


def test_rows_of_an_empty_list_are_none(tmp_path: Path) -> None:
    store = made(tmp_path)
    assert store.reading.take([]) == {}
    assert store.reading.rank(WordQuery("text", "  ", 3)) == [[]]


def test_tidying_up_makes_indexes_and_joins_fragments(tmp_path: Path) -> None:
    store = made(tmp_path)
    for n in range(6):
        put(store, many(4, f"m{n}-"))
    assert store.fragments() == 6
    store.optimize()
    assert store.fragments() == 1
    assert set(store.index_names()) == {"text_words", "goal_words"}
    assert store.count() == 24
    assert store.size() > 0


def test_rows_that_came_after_the_index_are_found_too(tmp_path: Path) -> None:
    store = made(tmp_path)
    put(store, many(3))
    store.optimize()
    put(store, [row("late", "Whittle a spoon")])
    [found] = store.reading.rank(WordQuery("text", "whittle", 3))
    assert [one[0].id for one in store.reading.take([row for row, _ in found]).values()] == ["late"]


def test_a_ranking_sees_what_another_store_wrote_and_takes_rows_of_the_same_moment(tmp_path: Path) -> None:
    writer, reader = made(tmp_path), Store(str(tmp_path / "memory"))
    reader.open()
    asked = VectorQuery("goal_vector", Lexical(GOAL_DIMENSION).query("Knit scarf"), 10)
    put(writer, many(1))
    assert len(reader.reading.rank(asked)[0]) == 1
    put(writer, many(3))
    [ranked] = reader.reading.rank(asked)
    assert len(ranked) == 3
    writer.delete([f"n{number}" for number in range(3)])
    assert len(reader.reading.take([row for row, _ in ranked])) == 3
    assert reader.reading.rank(asked) == [[]]


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    put(made(tmp_path), many(3))
    code = (
        "import resource, signal, sys; from pathlib import Path; from tests.memory.test_store import made, put\n"
        "from memory.errors import known_error; from tests.memory.rows import many\n"
        "store = made(Path(sys.argv[1]))\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "try: put(store, many(2000, 'late'))\n"
        "except Exception as error: print(type(known_error(error, 'x')).__name__)"
    )
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=root, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "SaveError\n"
    store = made(tmp_path)
    assert store.count() == 3
    put(store, many(5))
    assert store.count() == 5


# -- rules of size -------------------------------------------------------------------------------------------


def test_small_tables_have_words_only() -> None:
    assert plan(4_999, ()) == ([], {"text_words": "text", "goal_words": "goal"})


def test_vectors_are_indexed_from_five_thousand_rows_and_again_at_four_times_as_many() -> None:
    words = ("text_words", "goal_words")
    names = ["vector_l2_5000", "goal_vector_l2_5000"]
    assert plan(5_000, words) == ([], dict(zip(names, ("vector", "goal_vector"), strict=True)))
    assert plan(19_999, (*words, *names)) == ([], {})
    drop, make = plan(20_000, (*words, *names))
    assert set(drop) == set(names)
    assert list(make) == ["vector_l2_20000", "goal_vector_l2_20000"]


def test_the_vector_index_is_made_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.store._FROM_ROWS", 300)
    store = made(tmp_path)
    put(store, many(300))
    store.optimize()
    assert "vector_l2_300" in store.index_names()
    for sure in (True, False):
        [near] = store.reading.rank(VectorQuery("goal_vector", GOALS.query("Knit scarf number 77"), 1, sure=sure))
        assert [one.id for one, _ in store.reading.take([near[0][0]]).values()] == ["n77"]


def test_the_index_is_by_l2_and_gives_order_and_distance_of_the_cosine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory.store._FROM_ROWS", 300)
    store, asked = made(tmp_path), GOALS.query("Knit scarf number 77")
    put(store, many(300))
    store.optimize()
    assert any(name.startswith("goal_vector_l2_") for name in store.index_names())
    [near] = store.reading.rank(VectorQuery("goal_vector", asked, 8, sure=True))
    rows = store.reading.take([row for row, _ in near])
    cosine = distances(asked, GOALS.plain([rows[row][0].goal for row, _ in near]))
    assert [distance for _, distance in near] == pytest.approx(list(cosine), abs=2e-3)
    assert sorted(cosine) == pytest.approx(list(cosine), abs=1e-6)


# -- damage --------------------------------------------------------------------------------------------------


def test_no_table_is_no_damage(tmp_path: Path) -> None:
    assert not Store(str(tmp_path / "nothing")).open()


def damage(home: Path, pattern: str, content: bytes | None) -> None:
    for path in (home / "memory" / "procedures.lance").rglob(pattern):
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)


@pytest.mark.parametrize(("pattern", "content"), [("*.manifest", b""), ("*.manifest", None), ("*.lance", b"x")])
def test_a_damaged_table_is_named_and_not_taken_for_a_new_one(
    tmp_path: Path, pattern: str, content: bytes | None
) -> None:
    put(made(tmp_path), many(3))
    damage(tmp_path, pattern, content)
    with pytest.raises(DamagedError, match="tailor memory rebuild") as caught:
        Store(str(tmp_path / "memory")).probe()
    assert str(tmp_path / "memory") in caught.value.message


def test_a_table_that_another_process_is_just_making_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(made(tmp_path), many(3))
    versions = tmp_path / "memory" / "procedures.lance" / "_versions"
    versions.rename(tmp_path / "not yet")
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            (tmp_path / "not yet").rename(versions)

    monkeypatch.setattr("memory.store.time.sleep", pause)
    store = Store(str(tmp_path / "memory"))
    assert store.open()
    assert (store.count(), len(pauses)) == (3, 3)


def test_a_damaged_table_is_moved_never_deleted(tmp_path: Path) -> None:
    store = made(tmp_path)
    put(store, many(3))
    first = store.set_aside()
    put(made(tmp_path), many(2))
    second = Store(str(tmp_path / "memory")).set_aside()
    assert Path(first).is_dir()
    assert Path(second).is_dir()
    assert first != second


def test_a_memory_elsewhere_that_cannot_be_opened_is_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LANCEDB_API_KEY", raising=False)
    with pytest.raises(UsageError, match="cannot be opened"):
        Store("db://somewhere").open()


def test_a_place_without_the_rights_to_it_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(place: str, **_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", place)

    monkeypatch.setattr("memory.store.lancedb.connect", connect)
    with pytest.raises(SaveError, match="permissions"):
        Store(str(tmp_path / "memory"))


def test_a_table_that_the_system_does_not_open_now_is_not_moved_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = service(tmp_path)
    kept = one.stats().rows

    def refuse(*_: object) -> None:
        raise RuntimeError("Unable to open file _versions/1: Too many open files (os error 24)")

    with monkeypatch.context() as patched:
        patched.setattr(lancedb.db.LanceDBConnection, "open_table", refuse)
        with pytest.raises(SaveError, match="Too many open files"):
            service(tmp_path).rebuild()
    assert service(tmp_path).stats().rows == kept


def test_a_folder_whose_name_is_not_utf_8_is_named_before_it_is_called_damaged(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"is not UTF-8\. Choose another folder"):
        Store(str(tmp_path / os.fsdecode(b"h\xff\xfe")))
