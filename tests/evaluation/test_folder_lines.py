"""Files of lines: whole after any kill."""

from pathlib import Path

import pytest

from tailor.core.procedure import Json
from tailor.evaluation.folder import add_line, read_lines
from tailor.storage import SaveError


def test_lines_come_back_as_they_went_in(tmp_path: Path) -> None:
    path = tmp_path / "bench" / "calls.jsonl"
    rows: list[dict[str, Json]] = [{"text": "one\u2028two\nthree"}, {"text": "half \ud800"}, {}]
    for row in rows:
        add_line(path, row)
    assert read_lines(path) == list(enumerate(rows, 1))
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_line_cut_anywhere_is_left_out_and_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    add_line(path, {"n": 1})
    whole = path.read_bytes()
    for cut in range(1, len(whole)):
        path.write_bytes(whole + whole[:cut])
        add_line(path, {"n": 3})
        rows = [row for _, row in read_lines(path) if row is not None]
        assert rows[0] == {"n": 1}
        assert rows[-1] == {"n": 3}
        assert len(rows) == (3 if cut == len(whole) - 1 else 2), "a line without its end may still be whole"


def test_lines_that_are_no_objects_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"n": 1}\n[2]\n\nnot json\n{"n": "\xff"}\n{"n": 4')
    found = [(number, row is not None) for number, row in read_lines(path)]
    assert found == [(1, True), (2, False), (4, False), (5, True), (6, False)]
    assert read_lines(tmp_path / "none.jsonl") == []


def test_a_disk_that_refuses_is_said_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").mkdir()
    with pytest.raises(SaveError, match=r"x\.jsonl"):
        add_line(tmp_path / "x.jsonl", {})
