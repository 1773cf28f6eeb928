"""Folders and archives are read file by file: each is imported or named, nothing is written, nothing runs away."""

import gzip
import io
import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tailor.core.errors import ContentError
from tailor.core.procedure import Json
from tailor.library import archives
from tailor.library.importer import open_procedure, reports_of_collection, source_from_file
from tailor.library.store import Library

SOUP: Json = {"name": "Soup", "ingredients": "peas", "directions": "Boil.\nEat."}


def zipped(files: dict[str, bytes | str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def recipe(name: str) -> str:
    return json.dumps({"name": name, "ingredients": ["peas"], "directions": ["Boil.", "Eat."]})


def told(path: Path) -> list[tuple[str, list[str], str]]:
    """File, goals and reason of each member."""
    return [
        (one.where.removeprefix(f"{path}: "), [made.procedure.goal for made in one.reports], one.why)
        for one in reports_of_collection(path)
    ]


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_an_archive_of_paprika_is_read_and_a_broken_member_is_named(tmp_path: Path) -> None:
    packed = gzip.compress(json.dumps(SOUP).encode())
    files = {"Soup.paprikarecipe": packed, "Half.paprikarecipe": packed[:-20], "No.paprikarecipe": b"\x1f\x8bno"}
    path = written(tmp_path, "all.paprikarecipes", zipped(dict(files)))
    soup, half, no = reports_of_collection(path)
    assert [made.procedure.steps for made in soup.reports] == [("Boil.", "Eat.")]
    assert (soup.number, soup.count, soup.broken) == (1, 3, False)
    for one, name in ((half, "Half"), (no, "No")):
        assert (one.reports, one.broken, name in one.where) == ((), True, True)
        assert "damaged" in one.why


def test_a_single_recipe_of_paprika_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, "Soup.paprikarecipe", gzip.compress(json.dumps(SOUP).encode()))
    assert [goals for _, goals, _ in told(path)] == [["Soup"]]


def test_archives_of_tandoor_hold_one_archive_for_each_recipe(tmp_path: Path) -> None:
    inner = zipped({"recipe.json": recipe("Stew"), "image.jpg": b"\xff\xd8"})
    path = written(tmp_path, "export.zip", zipped({"Stew.zip": inner, "Pie.zip": b"PK no"}))
    stew, image, pie = reports_of_collection(path)
    assert stew.where == f"{path}: Stew.zip: recipe.json"
    assert [made.procedure.goal for made in stew.reports] == ["Stew"]
    assert (image.why, image.broken) == ("Tailor does not read .jpg files", False)
    assert (pie.broken, pie.number, pie.count) == (True, 2, 2)


@pytest.mark.parametrize("left", [0.4, 0.7, 0.95])
def test_an_archive_of_archives_that_was_cut_off_says_so(tmp_path: Path, left: float) -> None:
    stored = zipfile.ZIP_STORED
    files: dict[str, bytes | str] = {
        f"{n}.zip": zipped({"recipe.json": recipe(f"Stew {n}")}, stored) for n in range(10)
    }
    whole = zipped(files, stored)
    assert len(told(written(tmp_path, "whole.zip", whole))) == 10
    cut = told(written(tmp_path, "cut.zip", whole[: int(len(whole) * left)]))
    assert "damaged or cut off" in cut[0][2]
    assert len(cut[1:]) == 1, "the last whole one is still there"
    assert all(goals and not why for _, goals, why in cut[1:])
    inside = zipped({"cut.zip": whole[: int(len(whole) * left)], "pie.json": recipe("Pie")})
    assert [bool(why) for _, _, why in told(written(tmp_path, "outer.zip", inside))] == [True, False, False]


def test_bytes_that_no_archive_has_are_said_and_a_comment_is_none(tmp_path: Path) -> None:
    data = zipped({"a.json": recipe("Pie"), "b.json": recipe("Tea")})
    fewer = bytearray(data)
    fewer[-12:-10] = b"\5\0"
    for name, changed in (("behind", data + b"x" * 30), ("before", b"x" * 30 + data), ("fewer", bytes(fewer))):
        first, *rest = told(written(tmp_path, f"{name}.zip", changed))
        assert "damaged or cut off" in first[2], name
        assert [goals for _, goals, _ in rest] == [["Pie"], ["Tea"]]
    path = written(tmp_path, "named.zip", data)
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = b"from my kitchen"
    assert [why for _, _, why in told(path)] == ["", ""]


def test_an_archive_without_files_is_skipped_with_its_reason(tmp_path: Path) -> None:
    files: dict[str, bytes | str] = {
        "a.json": recipe("Pie"),
        "none.zip": zipped({}),
        "folders.zip": zipped({"empty/": ""}),
    }
    path = written(tmp_path, "x.zip", zipped(files))
    assert [(where, why) for where, _, why in told(path)] == [
        ("a.json", ""),
        ("none.zip", "there are no files in it"),
        ("folders.zip", "there are no files in it"),
    ]
    assert [why for _, _, why in told(written(tmp_path, "none.zip", zipped({})))] == ["there are no files in it"]


def test_an_archive_of_mealie_names_every_file_that_is_no_recipe(tmp_path: Path) -> None:
    files: dict[str, bytes | str] = {
        "recipes/pie/pie.json": recipe("Pie"),
        "recipes/pie/images/original.webp": b"RIFF",
        "settings.json": '{"theme": "dark"}',
        "deep.json": "[" * 100_000,
    }
    pie, image, settings, deep = told(written(tmp_path, "mealie.zip", zipped(files)))
    assert pie == ("recipes/pie/pie.json", ["Pie"], "")
    assert image[2] == "Tailor does not read .webp files"
    assert "There are no steps" in settings[2]
    assert "nested too deeply" in deep[2]


def test_a_folder_below_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shut").mkdir()
    (tmp_path / "soup.json").write_text(recipe("Soup"))
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    [(_, goals, _), (_, none, why)] = told(tmp_path)
    assert (goals, none) == (["Soup"], [])
    assert why == f"the folder {tmp_path / 'shut'} cannot be read: Permission denied"


def test_a_folder_is_read_with_what_is_below_it(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "a").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "a" / "tea.md").write_text("# Tea\n\n1. Boil water.\n2. Pour it.\n")
    (folder / "b.zip").write_bytes(zipped({"c.json": recipe("Pie")}))
    (folder / "empty.txt").write_text("")
    (folder / "run.exe").write_bytes(b"MZ")
    (folder / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.md")
    found = {where: (goals, why) for where, goals, why in told(folder)}
    assert found["a/tea.md"] == (["Tea"], "")
    assert found["b.zip: c.json"] == (["Pie"], "")
    assert found[".git"] == ([], "it is hidden")
    assert found["run.exe"] == ([], "Tailor does not read .exe files")
    assert "no steps" in found["empty.txt"][1]
    assert "link" in found["up"][1]
    assert "pipe" in found["pipe.md"][1]
    assert len(found) == 7


def test_names_in_an_archive_lead_nowhere(tmp_path: Path) -> None:
    names = ("../../out.json", "/tmp/out.json", "a\x1b[2J/out.json", "C:\\out.json", "a/" * 300 + "out.json")
    inside = tmp_path / "inside"
    inside.mkdir()
    path = written(inside, "x.zip", zipped(dict.fromkeys(names, recipe("Pie"))))
    found = told(path)
    assert [goals for _, goals, _ in found] == [["Pie"]] * 5
    assert "\x1b" not in "".join(where for where, _, _ in found)
    assert [one.name for one in tmp_path.rglob("*")] == ["inside", "x.zip"]


def test_names_parted_by_backslashes_are_read_as_those_parted_by_slashes(tmp_path: Path) -> None:
    path = written(tmp_path, "x.zip", zipped({"..\\..\\out.json": recipe("Pie"), "a\\.git.json": recipe("Pie")}))
    assert [(goals, why) for _, goals, why in told(path)] == [(["Pie"], ""), ([], "it is hidden")]


def test_a_bomb_is_stopped_by_what_it_really_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST_FILE", 100_000)
    monkeypatch.setattr(archives, "MOST_BYTES", 250_000)
    big = b" " * 90_000
    files: dict[str, bytes | str] = {"first.json": recipe("Pie"), "huge.json": b" " * 5_000_000}
    files |= {"bomb.paprikarecipe": gzip.compress(b" " * 5_000_000), "c.txt": big, "d.txt": big, "e.txt": big}
    limits = archives._Limits(left=250_000)
    monkeypatch.setattr(archives, "_Limits", lambda: limits)
    path = written(tmp_path, "x.zip", zipped(files))
    whys = {where: why for where, _, why in told(path)}
    assert whys["first.json"] == ""
    assert "larger than" in whys["huge.json"]
    assert "larger than" in whys["bomb.paprikarecipe"]
    assert "larger than" in whys["e.txt"]
    assert limits.left > -20


def test_archives_in_archives_end(tmp_path: Path) -> None:
    data = recipe("Pie").encode()
    for name in ("a.json", "b.zip", "c.zip", "d.zip"):
        data = zipped({name: data})
    ((where, goals, why),) = told(written(tmp_path, "x.zip", data))
    assert (where, goals) == ("d.zip: c.zip: b.zip", [])
    assert "archive in an archive" in why


@pytest.mark.parametrize("folder", [False, True])
def test_too_many_files_are_told_first_and_how_many_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: bool
) -> None:
    limits = archives._Limits(files=2)
    monkeypatch.setattr(archives, "_Limits", lambda: limits)
    names = [f"{n}/{n}.json" for n in range(5)]
    path = written(tmp_path, "x.zip", zipped({name: recipe("Pie") for name in names}))
    if folder:
        path = tmp_path / "all"
        for name in names:
            (path / name).parent.mkdir(parents=True)
            (path / name).write_text(recipe("Pie"), encoding="utf-8")
    found = told(path)
    assert [goals for _, goals, _ in found] == [[], ["Pie"], ["Pie"]]
    assert "it has 5 files, and Tailor reads at most 20,000; split it" in found[0][2]


def test_a_folder_of_far_too_many_files_is_not_counted_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = archives._Limits(files=2)
    monkeypatch.setattr(archives, "_Limits", lambda: limits)
    for number in range(40):
        (tmp_path / f"{number:02}").mkdir()
        (tmp_path / f"{number:02}" / "one.json").write_text(recipe("Pie"), encoding="utf-8")
    walk, seen = os.walk, list[str]()

    def walked(*given: Any, **named: Any) -> Iterator[Any]:
        for one in walk(*given, **named):
            seen.append(one[0])
            yield one

    monkeypatch.setattr(os, "walk", walked)
    assert "it has more than 20 files" in told(tmp_path)[0][2]
    assert len(seen) < 40


def test_a_locked_member_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.json": recipe("Pie"), "b.json": recipe("Tea")}))
    for at in (data.find(b"PK\x03\x04") + 6, data.find(b"PK\x01\x02") + 8):
        data[at] |= 1  # the flag of encryption
    first, second = reports_of_collection(written(tmp_path, "x.zip", bytes(data)))
    assert (first.broken, "locked" in first.why) == (True, True)
    assert second.reports[0].procedure.goal == "Tea"


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\x03\x04", b"no archive", zipped({"a.json": "{}"})[:-30]],
    ids=["empty", "head", "text", "cut"],
)
def test_what_is_no_archive_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="not an archive"):
        list(reports_of_collection(written(tmp_path, "x.zip", data)))


def test_the_import_screen_gets_the_procedures_of_an_archive_and_what_was_skipped(tmp_path: Path) -> None:
    path = written(tmp_path, "x.zip", zipped({"a.json": recipe("Pie"), "b.png": b"x", "c.json": recipe("Tea")}))
    source = source_from_file(path)
    assert [one.procedure.goal for one in source.reports] == ["Pie", "Tea"]
    assert source.skipped == ("b.png: Tailor does not read .png files",)
    empty = source_from_file(written(tmp_path, "y.zip", zipped({"b.png": b"x"})))
    assert (empty.reports, len(empty.skipped)) == ((), 1)


def test_a_collection_is_no_single_procedure(tmp_path: Path) -> None:
    path = written(tmp_path, "x.zip", zipped({"a.json": recipe("Pie")}))
    with pytest.raises(ContentError, match="tailor import"):
        open_procedure(str(path), Library(tmp_path / "library"), stdin=bytes)


def test_a_folder_is_read_with_progress_until_one_stops_it(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for n in range(4):
        (folder / f"{n}.json").write_text(recipe(f"Pie {n}"))
    told: list[tuple[int, int]] = []

    def tell(number: int, count: int) -> bool:
        told.append((number, count))
        return number < 3

    source = source_from_file(folder, tell=tell)
    assert [one.procedure.goal for one in source.reports] == ["Pie 0", "Pie 1", "Pie 2"]
    assert told == [(1, 4), (2, 4), (3, 4)]
    with pytest.raises(ContentError, match="your library itself"):
        source_from_file(tmp_path, folder)
