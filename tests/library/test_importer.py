"""FILE on the command line: found in a fixed order, read by suffix or content, refused with a sentence."""

import time
from pathlib import Path

import pytest

from tailor.core.errors import ContentError, NotFoundError, UsageError
from tailor.core.procedure import procedure_to_json
from tailor.library.formats.shared.parsed import ImportPreview
from tailor.library.formats.structured import json_file
from tailor.library.formats.text import reader as plain
from tailor.library.formats.text.writer import write as write_plain
from tailor.library.importer import (
    Opened,
    Twins,
    decoded,
    keep,
    open_procedure,
    read_text,
    reports_of_file,
    source_from_file,
)
from tailor.library.store import Library
from tests.library.texts import BREAD


def nothing() -> bytes:
    raise AssertionError("standard input is not asked for")


def opened(name: str, library: Library, **more: str) -> Opened:
    return open_procedure(name, library, stdin=nothing, **more)  # type: ignore[arg-type]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library", four=lambda: "aaaa")


def test_a_path_comes_before_an_id_and_an_id_before_a_starter(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    library.save(BREAD)
    assert opened("bake-bread-aaaa", library).procedure.id == "bake-bread-aaaa.v1"
    assert opened("bake-br", library).procedure.id == "bake-bread-aaaa.v1"
    Path("bake-br").write_text("Eat bread\n1. Chew")
    assert opened("bake-br", library).procedure.goal == "Eat bread"
    assert opened("bake-br", library).procedure.id == ""


def test_a_starter_is_found_by_its_id(library: Library) -> None:
    from tailor.library.store import starter_procedures

    first = starter_procedures()[0]
    assert opened(first.id, library).procedure == first


def test_what_is_not_there_is_answered_with_the_three_nearest(library: Library) -> None:
    library.save(BREAD)
    with pytest.raises(NotFoundError, match=r"The closest: bake-bread-aaaa, starter\.\S+, starter\.\S+\.$"):
        opened("bake-bred", library)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '{"title": "Tea", "instructions": ["Boil", "Pour"], "ingredients": ["water"]}'),
        ("a.txt", "Tea\nYou need: water\nStep 1: Boil\nStep 2: Pour"),
        ("a.md", "# Tea\n## Ingredients\n- water\n## Method\n5. Boil\n5. Pour"),
        ("a", '["Boil", "Pour"]'),
        ("b", "# Tea\n\n* Boil\n* Pour\n"),
        ("c", "Tea\nBoil\nPour\n"),
        *(
            (f"json.{kind}", '{"title": "Tea", "steps": ["Boil", "Pour"]}')
            for kind in ("md", "txt", "html", "cook")
        ),
        ("list.html", "Tea\n1. Boil\n2. Pour\n"),
        ("banner.md", "<header>Tea</header>\n\n# Tea\n\n1. Boil\n2. Pour\n"),
    ],
)
def test_files_are_read_by_suffix_or_content(library: Library, tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    assert opened(str(tmp_path / name), library).procedure.steps == ("Boil", "Pour")


PAGE = "<body><h1>Tea</h1><h2>Method</h2><ol><li>Boil</li><li>Pour</li></ol></body>"


@pytest.mark.web
@pytest.mark.parametrize("begin", ["<!DOCTYPE html>", "<HTML lang=en><head><title>Tea</title></head>"])
@pytest.mark.parametrize("kind", ["md", "txt", "json", "cook", "csv"])
def test_a_page_is_read_as_one_whatever_its_suffix(
    kind: str, begin: str, library: Library, tmp_path: Path
) -> None:
    (file := tmp_path / f"page.{kind}").write_text(begin + PAGE)
    assert opened(str(file), library).procedure.steps == ("Boil", "Pour")


def test_from_overrides_suffix_and_content(library: Library, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("Tea\n# Boil\nPour")
    assert opened(str(tmp_path / "a.json"), library, from_format="text").procedure.steps == ("# Boil", "Pour")
    with pytest.raises(UsageError, match="md, json, text"):
        opened(str(tmp_path / "a.json"), library, from_format="docx")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x00\x01\x02", "UTF-8"),
        (b"", "no steps"),
        (b"Only a goal", "no steps"),
        (b"caf\xe9", "no steps"),
        ("Борщ\n\n1. Варите один час.\n".encode("cp1251"), "UTF-8"),
        ("スープ\n\n1. 水を沸かす。\n".encode("shift-jis"), "UTF-8"),
        (b'{"steps": ["' + b"x" * 5_001 + b'"]}', "5,001 characters"),
        (b'{"steps": [}', "line 1|Line 1"),
        (b"[" * 100_000, "nested"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(
    library: Library, tmp_path: Path, content: bytes, says: str
) -> None:
    (tmp_path / "f").write_bytes(content)
    with pytest.raises(ContentError, match=says) as caught:
        opened(str(tmp_path / "f"), library)
    assert str(tmp_path / "f") in caught.value.message


def test_folders_unknown_kinds_and_huge_files_are_refused(library: Library, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="folder"):
        opened(str(tmp_path), library)
    (tmp_path / "a.pdf").write_text("%PDF")
    with pytest.raises(ContentError, match="--from"):
        opened(str(tmp_path / "a.pdf"), library)
    with pytest.raises(ContentError, match="MB"):
        decoded(b"x" * 20_000_001, "big")


@pytest.mark.parametrize("name", ["x" * 400, "a\0b", "x" * 400 + ".zip", "none/" * 2_000])
def test_a_name_that_no_file_can_have_is_not_found(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotFoundError):
        source_from_file(tmp_path / name)
    with pytest.raises(NotFoundError):
        list(reports_of_file(tmp_path / name))


@pytest.mark.parametrize("charset", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_what_begins_with_a_byte_order_mark_is_text_of_that_charset(charset: str) -> None:
    assert decoded("\ufeffTee für 2".encode(charset), "f") == "Tee für 2"


def test_foreign_markdown_keeps_sections_apart_from_steps_and_names_unused_lines() -> None:
    text = (
        "---\ntitle: Cake\ntags: [sweet]\nauthor: Ann\n---\nLovely.\n\n"
        "## Ingredients\n### Dough\n- flour\n- eggs\n"
        "### Icing\n- sugar\n\n## Directions\n### Dough\n1. Mix\n   - slowly\n\n2. Bake\n### Icing\n1. Stir\n\n"
        "```\ncode\n```\n\n## Notes\nKeep cool.\n\n## Story\nOnce.\n"
    )
    found = read_text(text, name="cake file")
    made = found.procedure
    assert (made.goal, made.resources, made.tags) == ("Cake", ("flour", "eggs", "sugar"), ("sweet",))
    assert made.steps[:2] == ("Mix: slowly", "Bake")
    assert made.steps[2].startswith("Stir")
    assert made.sections == ((1, "Dough"), (3, "Icing"))
    assert (made.notes, made.author, made.extra) == ("Keep cool.", "Ann", ())
    assert "Lovely." in found.unused
    assert "Once." in found.unused


def test_headings_under_headings_and_times_are_not_read_twice() -> None:
    text = (
        "# Tea\n## Preparation time\n5 min\n## Preparation\n### Tools\n- pot\n### Method\n1. Boil\n2. Pour\n"
        "## How we came to like our tools\nLong story.\n"
    )
    found = read_text(text)
    assert (found.procedure.steps, found.procedure.resources) == (("Boil", "Pour"), ("pot",))
    assert "Long story." in found.unused


def test_an_own_file_that_lost_its_heading_is_read_like_any_other() -> None:
    text = '---\ntailor: 1\nid: "x-aaaa.v1"\nhint: "h"\n---\n# Tea\n1. Boil\n2. Pour\n'
    made = read_text(text).procedure
    assert (made.goal, made.steps, made.extra, made.id) == ("Tea", ("Boil", "Pour"), (), "")


def test_foreign_markdown_without_headings_takes_every_ordered_list() -> None:
    found = read_text("Hello.\n\n1. a\n\ntext\n\n1. Boil\n2. Pour\n3. Drink\n", format="md", name="tea")
    assert found.procedure.goal == "tea"
    assert found.procedure.steps == ("a", "Boil", "Pour", "Drink")
    assert found.unused == ("Hello.", "text")


def test_bullets_above_numbered_steps_are_what_they_take() -> None:
    made = plain.parse("Tea\n\n- 200 ml water\n* leaves\n\n1. Boil the water.\n- slowly\n2. Pour.\n").procedure
    assert made.resources == ("200 ml water", "leaves")
    assert made.steps == ("Boil the water: slowly", "Pour.")
    told = plain.parse("Tea\nIngredients:\n- water\n\n- Be calm.\n1. Boil.\n").procedure
    assert told.resources == ("water",)
    assert told.steps[0] == "- Be calm."
    assert plain.parse("Tea\n- Boil water.\n- Pour.\n").procedure.steps == ("Boil water.", "Pour.")


def test_plain_text_joins_lines_to_the_step_above() -> None:
    made = plain.parse(
        "Tea\n\nIngredients:\n- water\n- leaves\n\n1) Boil\nthe water\nStep 2: Pour\n3. Drink\n"
    ).procedure
    assert made.steps == ("Boil the water", "Pour", "Drink")
    assert made.resources == ("water", "leaves")
    numbers_in_words = plain.parse("Tea\nTake 2.5 l of water\n3 min later pour").procedure
    assert numbers_in_words.steps == ("Take 2.5 l of water", "3 min later pour")


@pytest.mark.parametrize("format", ["md", "text"])
@pytest.mark.parametrize("head", ["steps", "**Tools", "a", "==", "- tools", "1. steps"])
def test_a_line_with_a_long_gap_in_it_is_read_at_once(format: str, head: str) -> None:
    gap = " " * 4_900
    begun = time.process_time()
    read_text(f"# Tea\n\n{head}{gap}x\n\n1. Boil\n2. Pour\n", format=format)
    assert time.process_time() - begun < 1


def test_plain_text_and_json_read_back_what_they_wrote() -> None:
    assert plain.parse(write_plain(BREAD)).procedure == BREAD
    [read] = json_file.parse(json_file.write(BREAD))
    assert read.procedure == BREAD
    assert procedure_to_json(read.procedure) == procedure_to_json(BREAD)


def test_only_what_is_the_same_in_all_that_is_told_of_it_is_there_already(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    file = tmp_path / "tea.md"

    def read(head: str = "", step: str = "Boil water.") -> ImportPreview:
        file.write_text(f"---\nauthor: Ann\n{head}---\n# Tea\n\n## Steps\n\n1. {step}\n")
        (one,) = reports_of_file(file)
        return one

    entry = keep(library, read())
    assert (twin := Twins(library).of(read())) is not None
    assert twin.id == entry.id
    assert Twins(library).of(read("cook: 5 minutes\n")) is None, "the time would be lost"
    assert Twins(library).of(read(step="Boil it.")) is None


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\xff",
        b"\xff\xd8\xff\xe0\0JFIF",
        b"GIF89a\1\0\xff",
        b"RIFF\0\0\0\0WEBP\xff",
        b"\0\0\0\x18ftypheic",
    ],
)
def test_a_picture_is_called_one(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "pie.png").write_bytes(data)
    with pytest.raises(ContentError, match="is a picture"):
        source_from_file(tmp_path / "pie.png")


@pytest.mark.parametrize(
    ("name", "page"),
    [("www.site.test", True), ("site.co.test/a/pie", True), ("pie.md", False), ("notes.old/pie.md", False)],
)
def test_an_address_without_its_beginning_is_told_with_it(name: str, page: bool) -> None:
    with pytest.raises(NotFoundError, match="There is no file") as error:
        source_from_file(Path(name))
    assert (f"https://{name}" in error.value.message) == page


def test_a_starter_opens_where_the_library_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "library").write_text("no folder")
    opened = open_procedure("starter.carrot-cake", Library(tmp_path / "library"), stdin=bytes)
    assert opened.where == "starter.carrot-cake"
