"""Tutorials become plain text, cut where they are too long."""

import json
from pathlib import Path

import pytest

from memory.extraction import Tutorial, parts, text_of, tutorials
from memory.messages import BadRow
from tailor.core.errors import ContentError, NotFoundError

PAGE = """<html><head><title>T</title><script>alert(1)</script></head><body><nav>Home</nav>
<h1>Oil a bench</h1><p>Use <b>linseed</b> oil.</p><ol><li>Sand it.</li><li>Oil it.</li></ol></body></html>"""
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "source": ["# Load a file\n", "First load it."]},
        {"cell_type": "code", "source": "shelf.load('a')", "outputs": [{"text": "noise"}]},
        {"cell_type": "code", "source": ""},
    ]
}


def test_a_page_is_what_is_seen_of_it(tmp_path: Path) -> None:
    (tmp_path / "p.html").write_text(PAGE)
    text = text_of(tmp_path / "p.html")
    assert text.split("\n") == ["# Oil a bench", "", "Use linseed oil.", "", "1. Sand it.", "", "2. Oil it."]


def test_a_notebook_is_its_words_and_its_code_without_what_it_printed(tmp_path: Path) -> None:
    (tmp_path / "n.ipynb").write_text(json.dumps(NOTEBOOK))
    assert text_of(tmp_path / "n.ipynb") == "# Load a file\nFirst load it.\n\n```\nshelf.load('a')\n```"


def test_a_folder_gives_every_tutorial_and_names_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("# B\n\nDo \x1b[2J it.")
    (tmp_path / "a.html").write_text(PAGE)
    (tmp_path / "c.ipynb").write_text("{}")
    (tmp_path / "d.md").write_bytes(b"\xff\x00\x01")
    (tmp_path / "e.md").write_text("   ")
    (tmp_path / "LICENSE.txt").write_text("no tutorial")
    (tmp_path / "zero.md").symlink_to("/dev/zero")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "f.md").write_text("# F")
    found = list(tutorials(str(tmp_path)))
    names = [Path(one.name).name for one in found if isinstance(one, Tutorial)]
    assert names == ["a.html", "b.md"]
    assert "\x1b" not in next(one.text for one in found if isinstance(one, Tutorial) and "# B" in one.text)
    bad = [one for one in found if isinstance(one, BadRow)]
    assert [Path(one.where).name for one in bad] == [tmp_path.name, "c.ipynb", "d.md", "e.md", "zero.md"]
    assert "LICENSE.txt" in bad[0].why
    assert "no cells" in bad[1].why


def test_of_many_files_of_other_kinds_some_are_named_and_all_are_counted(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"{number}.png").write_bytes(b"\x89PNG")
    [bad] = tutorials(str(tmp_path))
    assert isinstance(bad, BadRow)
    assert "0.png, 1.png, 2.png, 3.png, 4.png and 4 more" in bad.why


def test_what_is_no_tutorial_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG")
    with pytest.raises(ContentError, match="not a tutorial"):
        list(tutorials(str(tmp_path / "a.png")))
    with pytest.raises(NotFoundError):
        list(tutorials(str(tmp_path / "none.md")))


def test_a_long_text_is_cut_before_its_headings_and_nothing_is_lost(tmp_path: Path) -> None:
    text = "\n".join(f"# Part {n}\n" + f"word{n} " * 20 for n in range(9))
    found = parts(text, 400)
    assert all(len(one) <= 400 for one in found)
    assert all(one.startswith("# Part") for one in found)
    assert " ".join(found).split() == text.split()
    (tmp_path / "long.md").write_text(text)
    named = [one.name for one in tutorials(str(tmp_path / "long.md"), 400) if isinstance(one, Tutorial)]
    assert named[0].endswith(f"long.md, part 1 of {len(found)}")


@pytest.mark.parametrize(
    "text",
    [
        "# One\n" + "a" * 900,
        "a " * 900,
        "x\n" * 900,
        "# \n\n# \n\n" + "b" * 900,
        "p\n\n" * 400,
        "\n\n".join("ab" * 99),
    ],
)
def test_any_text_is_cut_to_size(text: str) -> None:
    found = parts(text.strip(), 100)
    assert all(0 < len(one) <= 100 for one in found)
    assert "".join("".join(found).split()) == "".join(text.split())
