"""Importing collections: every good row is taken, every bad one named, and a second run does what is left."""

import csv
import gzip
import json
import os
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from memory import messages as m
from memory.corpora import opened, row_of
from memory.service import Service
from tailor.core.errors import ContentError, NotFoundError
from tailor.core.procedure import procedure
from tests.memory.rows import every, job, row, service


def jsonl(path: Path, *lines: object) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", "utf-8")
    return path


def knots(count: int) -> list[object]:
    return [
        {"id": f"k{n}", "goal": f"Tie knot {n}", "input": ["rope"], "steps": [f"Loop {n} times."]}
        for n in range(count)
    ]


def take(one: Service, path: Path, domain: str = "") -> m.Imported:
    return one.import_corpus(str(path), domain)


def test_json_lines_are_taken_with_their_ids(tmp_path: Path) -> None:
    one = service(tmp_path)
    file = jsonl(
        tmp_path / "c.jsonl",
        {"id": "a", "output": "Tie a bow", "input": ["ribbon"], "steps": ["Loop.", "Pull."], "licence": "MIT"},
        {"goal": "No id \u2028 here", "steps": ["Do."], "domain": "Maths", "source": "a book"},
    )
    done = take(one, file)
    assert (done.added, done.bad) == (2, 0)
    bow = one.store().get(["a"])["a"]
    assert (bow.goal, bow.resources, bow.steps, bow.licence) == (
        "Tie a bow",
        ("ribbon",),
        ("Loop.", "Pull."),
        "MIT",
    )
    assert (bow.domain, bow.source) == ("everyday", "c.jsonl")
    other = next(kept for kept in every(one) if kept.source == "a book")
    assert (other.id[:6], other.domain, other.goal) == ("jsonl-", "maths", "No id here")


def test_lines_and_tables_may_name_their_parts_as_files_to_import_may(tmp_path: Path) -> None:
    one = service(tmp_path)
    lines = jsonl(
        tmp_path / "c.jsonl",
        {"title": "Tea", "ingredients": ["1 tea bag"], "directions": ["Boil water.", "Pour it over."]},
        {"id": "toast", "name": "Toast", "instructions": "Toast it.\nEat it."},
    )
    assert (take(one, lines).added, one.store().get(["toast"])["toast"].steps) == (2, ("Toast it.", "Eat it."))
    tea = next(kept for kept in every(one) if kept.goal == "Tea")
    assert (tea.steps, tea.resources) == (("Boil water.", "Pour it over."), ("1 tea bag",))


def test_lists_that_lines_hold_as_text_are_read_as_lists(tmp_path: Path) -> None:
    one = service(tmp_path)
    lists = {"ingredients": '["1 egg", "salt"]', "directions": '["Boil it.", "Salt it."]'}
    lines = jsonl(
        tmp_path / "c.jsonl",
        {"id": "egg", "title": "Egg"} | lists,
        {"id": "tea", "title": "Tea", "ingredients": "[]", "directions": "[Hot] Boil water.\nPour it."},
        {"id": "torn", "title": "Torn", "directions": '["Boil.'},
    )
    done = take(one, lines)
    assert (done.added, [bad.where for bad in done.named]) == (2, ["line 3"])
    kept = one.store().get(["egg", "tea"])
    assert (kept["egg"].resources, kept["egg"].steps) == (("1 egg", "salt"), ("Boil it.", "Salt it."))
    assert (kept["tea"].resources, kept["tea"].steps) == ((), ("[Hot] Boil water.", "Pour it."))


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_rows_of_csv_are_read_whatever_parts_their_cells(tmp_path: Path, mark: str) -> None:
    one, table = service(tmp_path), tmp_path / "c.csv"
    rows = (("name", "method", "materials"), ("Knot", '"[""Loop."",""Pull.""]"', '"[""rope""]"'))
    table.write_text("".join(f"{mark.join(row)}\n" for row in rows), encoding="utf-8")
    assert take(one, table).added == 1
    knot = next(kept for kept in every(one) if kept.goal == "Knot")
    assert (knot.steps, knot.resources) == (("Loop.", "Pull."), ("rope",))


def test_bad_rows_are_counted_and_named(tmp_path: Path) -> None:
    bad = [
        "{not json",
        "[1, 2]",
        {"goal": "", "steps": ["x"]},
        {"goal": "No steps", "steps": []},
        {"goal": "Steps of numbers", "steps": [1]},
        {"goal": "Too long", "steps": ["x" * 5_001]},
        '{"goal": "\\ud800", "steps": ',
        "[" * 100_000,
    ]
    done = take(service(tmp_path), jsonl(tmp_path / "c.jsonl", *knots(2), *bad, *knots(3)))
    assert (done.added, done.unchanged, done.bad) == (3, 2, 8)
    assert [one.where for one in done.named] == [f"line {n}" for n in range(3, 11)]
    assert all(one.why for one in done.named)


def test_a_line_with_the_id_of_an_earlier_one_takes_the_place_of_none(tmp_path: Path) -> None:
    one = service(tmp_path)
    again = {"id": "k0", "goal": "Tie a bow", "steps": ["Pull."]}
    file = jsonl(tmp_path / "c.jsonl", *knots(1_100), *knots(1), again)
    first = take(one, file)
    assert (first.added, first.changed, first.unchanged, first.bad) == (1_100, 0, 1, 1)
    assert [(bad.where, bad.why) for bad in first.named] == [
        ("line 1102", "its id k0 already belongs to line 1, which has different text")
    ]
    assert one.store().get(["k0"])["k0"].goal == "Tie knot 0"
    second = take(one, file)
    assert (second.changed, second.unchanged, second.bad) == (0, 1_101, 1)


def test_a_broken_list_in_a_cell_is_named_in_words(tmp_path: Path) -> None:
    file = tmp_path / "c.csv"
    file.write_text('title,directions\nTea,"[""Boil."""\n', encoding="utf-8")
    [bad] = take(service(tmp_path), file).named
    assert (bad.where, bad.why) == ("line 2", "it is not valid JSON from character 9 on")


def test_only_the_first_hundred_bad_rows_are_named(tmp_path: Path) -> None:
    done = take(service(tmp_path), jsonl(tmp_path / "c.jsonl", *["{"] * 150))
    assert (done.bad, len(done.named)) == (150, 100)


def test_bytes_that_are_no_text_make_a_bad_row_only(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    file.write_bytes(b'{"goal": "\xff", "steps": ["x"]}\n' + json.dumps(knots(1)[0]).encode())
    done = take(service(tmp_path), file)
    assert (done.added, done.bad) == (1, 1)


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    one = service(tmp_path)
    file = jsonl(tmp_path / "c.jsonl", *knots(20))
    assert take(one, file).added == 20
    version = one.store().table.version
    assert take(one, file) == m.Imported(added=0, changed=0, unchanged=20, bad=0, named=())
    assert one.store().table.version == version


def test_a_changed_row_is_changed_and_tags_given_meanwhile_count_as_the_same(tmp_path: Path) -> None:
    one = service(tmp_path)
    take(one, jsonl(tmp_path / "c.jsonl", *knots(3)))
    one.tag("k1", ("mine",))
    more: dict[str, object] = {"id": "k0", "goal": "Tie another knot", "steps": ["Loop."]}
    done = take(one, jsonl(tmp_path / "c.jsonl", more, *knots(3)[1:]))
    assert (done.added, done.changed, done.unchanged) == (0, 1, 2)
    assert one.store().get(["k1"])["k1"].tags == ("mine",)
    one.set_outcome("k1", "good")
    take(one, jsonl(tmp_path / "c.jsonl", knots(1)[0], more | {"id": "k1", "tags": ["rope"]}))
    kept = one.store().get(["k1"])["k1"]
    assert (kept.goal, kept.tags, kept.outcome) == ("Tie another knot", ("mine", "rope"), "good")


def test_another_collection_with_the_same_ids_is_kept_beside_the_first(tmp_path: Path) -> None:
    one = service(tmp_path)
    first = jsonl(tmp_path / "p.jsonl", *knots(3))
    bows: list[dict[str, object]] = [{"id": f"k{n}", "goal": f"Tie bow {n}", "steps": ["Pull."]} for n in range(3)]
    other = jsonl(tmp_path / "p2.jsonl", *bows)
    take(one, first)
    before = len(every(one))
    done = take(one, other)
    assert (done.added, done.changed, done.bad) == (3, 0, 0)
    assert one.store().get(["k0"])["k0"].goal == "Tie knot 0"
    assert (take(one, first).unchanged, take(one, other).unchanged) == (3, 3)
    changed = take(one, jsonl(other, bows[0] | {"steps": ["Pull twice."]}, *bows[1:]))
    assert (changed.added, changed.changed, changed.unchanged, len(every(one))) == (0, 1, 2, before + 3)
    one.delete(("k1",))
    assert take(one, other).added == 0
    ties = sorted((kept.goal, kept.steps) for kept in every(one) if kept.source == "p2.jsonl")
    assert ties == [("Tie bow 0", ("Pull twice.",)), ("Tie bow 1", ("Pull.",)), ("Tie bow 2", ("Pull.",))]


@pytest.mark.parametrize("name", ["p.jsonl", "soups"])
def test_a_file_of_the_same_name_from_elsewhere_replaces_nothing(tmp_path: Path, name: str) -> None:
    def written(place: str, step: str) -> Path:
        (folder := tmp_path / place).mkdir(exist_ok=True)
        if name == "p.jsonl":
            return jsonl(folder / name, {"id": "s", "goal": "Soup", "steps": [step]})
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "s.md").write_text(f"# Soup\n\n1. {step}\n2. Serve.\n", "utf-8")
        return folder / name

    one = service(tmp_path, seen=str(tmp_path / "seen"))
    before = len(every(one))
    assert take(one, mine := written("mine", "Boil leeks.")).added == 1
    assert take(one, written("copy", "Boil leeks.")).unchanged == 1
    assert take(one, yours := written("yours", "Boil beans.")).added == 1
    assert (take(one, mine).unchanged, take(one, yours).unchanged) == (1, 1)
    assert take(one, written("mine", "Boil two leeks.")).changed == 1
    kept = sorted((row.steps[0], row.source) for row in every(one) if row.goal == "Soup")
    assert kept == [("Boil beans.", f"{name} (3)"), ("Boil two leeks.", name)]
    assert len(every(one)) == before + 2


def test_a_stopped_import_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.service._IMPORT_BATCH", 10)
    one = service(tmp_path)
    file = jsonl(tmp_path / "c.jsonl", *knots(45))
    told: list[m.RequestProgress] = []
    one.import_corpus(str(file), job=job(told, stop_after=2))
    assert told[-1].rows == 20
    assert 0 < told[0].done <= told[-1].done <= told[-1].total == file.stat().st_size
    done = take(one, file)
    assert (done.added, done.unchanged) == (25, 20)
    assert one.store().count("c.jsonl") == 45


def test_a_row_of_your_own_is_not_overwritten(tmp_path: Path) -> None:
    one = service(tmp_path)
    one.add((row("mine.v1", "Mine", source=m.LIBRARY),))
    done = take(one, jsonl(tmp_path / "c.jsonl", {"id": "mine.v1", "goal": "Theirs", "steps": ["x"]}))
    assert (done.bad, done.named[0].where) == (1, "mine.v1")
    assert one.store().get(["mine.v1"])["mine.v1"].goal == "Mine"


def test_a_collection_cannot_call_itself_the_library(tmp_path: Path) -> None:
    one = service(tmp_path)
    take(one, jsonl(tmp_path / "c.jsonl", {"id": "a", "goal": "A", "steps": ["x"], "source": "library"}))
    assert one.store().get(["a"])["a"].source == "library (imported)"


def test_packed_files_are_read_and_torn_ones_named(tmp_path: Path) -> None:
    plain = jsonl(tmp_path / "c.jsonl", *knots(500)).read_bytes()
    whole, torn = tmp_path / "whole.jsonl.gz", tmp_path / "torn.jsonl.gz"
    packed = gzip.compress(plain)
    whole.write_bytes(packed)
    torn.write_bytes(packed[: len(packed) // 2])
    one = service(tmp_path)
    done = take(one, torn)
    assert done.bad == 1
    assert "damaged" in done.named[0].why
    assert take(one, whole).added == 500 - done.added


DAMAGED = [
    pytest.param(b"no packed file", id="no head"),
    pytest.param(gzip.compress(b"", mtime=0)[:10] + b"\x07" * 40, id="no body"),
]


@pytest.mark.parametrize("data", DAMAGED)
def test_packed_lines_that_are_damaged_are_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "c.jsonl.gz").write_bytes(data)
    [bad] = list(opened(str(tmp_path / "c.jsonl.gz")))
    assert isinstance(bad, m.BadRow)
    assert "damaged" in bad.why


@pytest.mark.parametrize("data", DAMAGED)
def test_a_packed_table_that_is_damaged_from_its_beginning_cannot_be_read(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "c.csv.gz").write_bytes(data)
    with pytest.raises(ContentError, match="cannot be read"):
        list(opened(str(tmp_path / "c.csv.gz")))


def table(path: Path, *rows: tuple[str, ...], head: tuple[str, ...] = ()) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(head or ("", "title", "ingredients", "directions", "link", "source", "NER"))
        writer.writerows(rows)
    return path


def test_a_table_with_recipenlgs_columns_is_taken(tmp_path: Path) -> None:
    one = service(tmp_path)
    file = table(
        tmp_path / "r.csv",
        ("0", "Tea", '["water", "leaves"]', '["Boil.", "Pour, wait."]', "www.example.org/tea", "Gathered", "[]"),
        ("1", "Bad", '["water"]', '["Boil.', "", "", ""),
        ("2", "Also bad", '{"a": 1}', "[1]", "", "", ""),
        ("3", "No steps", "[]", "[]", "", "", ""),
        ("4", "Two\nlines", "[]", '["Quote ""this"""]', "", "", ""),
        ("5", "Short"),
    )
    done = take(one, file)
    assert (done.added, done.bad) == (1, 5)
    assert done.named[-1].why == "it has fewer cells than the table has columns"
    tea = next(kept for kept in every(one) if kept.goal == "Tea")
    assert (tea.resources, tea.steps) == (("water", "leaves"), ("Boil.", "Pour, wait."))
    assert (tea.domain, tea.source, tea.id[:7]) == ("recipe", "www.example.org/tea", "recipe-")
    assert take(one, file).added == 0


def test_a_table_without_these_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="no columns named title and directions"):
        take(service(tmp_path), table(tmp_path / "r.csv", ("a",), head=("name",)))


def test_a_folder_of_several_formats_is_taken_and_every_other_file_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    (folder / "deep").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    good = "# Tie a bow\n\n## Materials\n- ribbon\n\n## Steps\n1. Loop.\n2. Pull.\n"
    (folder / "bow.md").write_text(good)
    (folder / "deep" / "knot.MD").write_text(good.replace("bow", "knot"))
    (folder / ".hidden" / "x.md").write_text(good)
    (folder / "empty.md").write_text("# Nothing\n")
    (folder / "noise.md").write_bytes(b"\xff\xfe\x00")
    (folder / "other.txt").write_text("Tie a tie\n\nYou need:\n* a tie\n\n1. Cross it.\n2. Pull.\n")
    (folder / "licence.txt").write_text("All rights reserved.\nNo warranty.\n")
    (folder / "deep" / "tea.cook").write_text(">> title: Tea\n\nBoil @water{1%l}.\n")
    (folder / "letter.docx").write_bytes(b"PK")
    (folder / "zero.md").symlink_to("/dev/zero")
    (folder / "gone.md").symlink_to(folder / "nowhere.md")
    one = service(tmp_path)
    done = take(one, folder, domain="craft")
    assert (done.added, sorted(bad.where for bad in done.named)) == (
        4,
        ["empty.md", "gone.md", "letter.docx", "licence.txt", "noise.md", "zero.md"],
    )
    whys = {bad.where: bad.why for bad in done.named}
    assert whys["letter.docx"] == "Tailor does not read .docx files"
    assert "nothing in it says what the steps are" in whys["licence.txt"]
    assert one.store().get(["notes/other.txt"])["notes/other.txt"].resources == ("a tie",)
    bow = one.store().get(["notes/bow.md"])["notes/bow.md"]
    assert (bow.goal, bow.resources, bow.domain) == ("Tie a bow", ("ribbon",), "craft")


def test_notes_and_unused_lines_that_a_row_has_no_room_for_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    said = {"goal": "Tie a bow", "steps": ["Loop.", "Pull."], "notes": "Never for climbing.\n\nAsk Tom."}
    (folder / "bow.json").write_text(json.dumps(said))
    (folder / "knot.md").write_text("# Tie a knot\n\nFrom my uncle.\n\n## Steps\n1. Loop.\n2. Pull.\n")
    done = take(service(tmp_path), folder)
    assert (done.added, done.bad, done.partial) == (2, 0, 2)
    assert done.told() == [
        "Only in part: bow.json: not in the memory, its notes: Never for climbing. / Ask Tom.",
        "Only in part: knot.md: not used: From my uncle.",
    ]
    lines = take(service(tmp_path), jsonl(tmp_path / "c.jsonl", said, {"goal": "Tea", "steps": ["Boil."]}))
    assert [one.where for one in lines.left] == ["line 1"]
    many = take(service(tmp_path), jsonl(tmp_path / "m.jsonl", *[said | {"goal": f"Bow {n}"} for n in range(120)]))
    assert (many.added, many.partial, many.told()[-1]) == (120, 120, "Only in part: … and 20 more.")


def test_of_letters_only_one_that_says_what_the_steps_are_is_taken(tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    (folder / "told.txt").write_text("Dear Tom,\n\nfirst mix it, then bake it.\nThen eat it.\n\nLove, Mary\n")
    (folder / "cake.txt").write_text("Dear Tom,\n\nhere it is:\n\n1. Mix it.\n2. Bake it.\n\nLove, Mary\n")
    one = service(tmp_path)
    done = take(one, folder)
    assert (done.added, [bad.where for bad in done.named]) == (1, ["told.txt"])
    cake = one.store().get(["letters/cake.txt"])["letters/cake.txt"]
    assert (cake.goal, cake.steps) == ("cake", ("Mix it.", "Bake it."))


def test_what_is_not_there_or_no_collection_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        opened(str(tmp_path / "nothing"))
    (tmp_path / "a.pdf").write_text("x")
    with pytest.raises(ContentError, match="not a collection"):
        opened(str(tmp_path / "a.pdf"))


def test_a_note_is_found_again_by_its_name_however_its_system_spells_it(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / unicodedata.normalize("NFD", "Brûlée.md")).write_text("# Cream\n## Steps\n1. Heat.\n", "utf-8")
    one = service(tmp_path)
    assert (take(one, notes).added, take(one, notes).unchanged) == (1, 1)
    assert one.store().get(["notes/Brûlée.md"])["notes/Brûlée.md"].goal == "Cream"
    assert one.delete(("notes/Brûlée.md",)) == 1


def test_a_name_that_is_no_text_is_kept_as_one(tmp_path: Path) -> None:
    named = os.fsdecode(b"Caf\xe9.md")
    kept = row_of(replace(procedure("Make coffee", ["Brew."]), id=named), source=named)
    one = service(tmp_path)
    one.add((kept,))
    assert one.store().get([named])["Caf\ufffd.md"].source == "Caf\ufffd.md"


@pytest.mark.parametrize("end", ["", ".gz"])
def test_a_row_of_a_table_that_cannot_be_read_is_named_by_the_line_in_which_it_begins(
    tmp_path: Path, end: str
) -> None:
    text = 'title,ingredients,directions\na,"[""b""]","[""c""]"\n\nd,"e\ne\ne"\nf,"[""g""]","["\n'
    (file := tmp_path / f"c.csv{end}").write_bytes(gzip.compress(text.encode()) if end else text.encode())
    assert [row.where for row in opened(str(file)) if isinstance(row, m.BadRow)] == ["line 4", "line 7"]


def test_a_packed_table_that_ends_in_the_middle_names_the_first_line_that_is_not_there(tmp_path: Path) -> None:
    rows = [f'{at} {at**9},"[""b""]","[""c {at**11}""]"' for at in range(2_000)]
    whole = gzip.compress("\n".join(["title,ingredients,directions", *rows]).encode())
    (file := tmp_path / "c.csv.gz").write_bytes(whole[: len(whole) // 2])
    found = list(opened(str(file)))
    assert [row.where for row in found if isinstance(row, m.BadRow)] == [f"line {len(found) + 1}"]
