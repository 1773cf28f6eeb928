"""What is said of a file that was written, or was not, is true."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tailor.core.errors import DamagedError
from tailor.storage import SaveError, add_lines, create_file, is_there, named, replace_file
from tailor.workspace import Workspace


def failing_for_folders(code: int) -> Callable[[int], None]:
    """An fsync that fails where it is asked for a folder."""
    real = os.fsync

    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(code, os.strerror(code))
        real(descriptor)

    return fsync


def test_a_new_file_whose_name_may_not_last_is_taken_away_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing_for_folders(errno.EIO))
    with pytest.raises(SaveError, match="Nothing has changed"):
        create_file(tmp_path / "new", b"words")
    assert list(tmp_path.iterdir()) == []


def test_a_new_file_that_cannot_be_taken_away_is_said_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing_for_folders(errno.EIO))
    unlink = Path.unlink

    def stuck(path: Path, missing_ok: bool = False) -> None:
        if path.name == "new":
            raise OSError(errno.EACCES, "no")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", stuck)
    with pytest.raises(SaveError, match="It is there now"):
        create_file(tmp_path / "new", b"words")
    assert (tmp_path / "new").read_bytes() == b"words"


def test_a_replaced_file_that_may_not_last_is_never_called_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", failing_for_folders(errno.EIO))
    with pytest.raises(SaveError, match="It is there now"):
        replace_file(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_file_system_that_knows_no_fsync_of_folders_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing_for_folders(errno.EINVAL))
    create_file(tmp_path / "new", b"words")
    replace_file(tmp_path / "new", b"others")
    assert (tmp_path / "new").read_bytes() == b"others"


def test_a_home_of_nobody_is_a_place_like_any_other_and_holds_nothing() -> None:
    assert named("~nobody-of-that-name/list.md") == Path("~nobody-of-that-name/list.md")
    assert named("~/list.md") == Path.home() / "list.md"
    assert not is_there(named("~nobody-of-that-name/list.md"))


@pytest.mark.parametrize("name", ["a" * 300, "a\0b", "\udcff"])
def test_there_is_nothing_where_no_file_can_be_called_so(name: str, tmp_path: Path) -> None:
    assert not is_there(tmp_path / name)


def test_no_line_that_another_is_writing_is_taken_for_one_that_was_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    path, real, held = tmp_path / "lines.jsonl", os.write, []

    def write(descriptor: int, data: bytes) -> int:
        with path.open("rb") as other:
            try:
                fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                held.append(bytes(data))
        return real(descriptor, data)

    monkeypatch.setattr(os, "write", write)
    for line in (b'{"first": 1}\n', b'{"second": 2}\n'):
        add_lines(path, line)
    assert held == [b'{"first": 1}\n', b'{"second": 2}\n']
    assert path.read_bytes() == b"".join(held)


def test_a_home_that_may_not_be_entered_is_named_before_anything_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.stat

    def stat_of(path: str, *rest: object, **named: object) -> os.stat_result:
        if str(path).startswith(f"{tmp_path}{os.sep}"):  # as for a person without the right to enter it
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return real(path, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", stat_of)
    with pytest.raises(DamagedError, match="cannot be opened"):
        Workspace({"TAILOR_HOME": str(tmp_path)}).is_new  # noqa: B018 - asked as Home asks it


@pytest.mark.parametrize("code", [errno.EPERM, errno.ENOTSUP, errno.EACCES, errno.EXDEV, errno.EINVAL])
def test_where_hard_links_are_refused_a_new_file_is_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refused(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "link", refused)
    create_file(tmp_path / "new", b"words")
    with pytest.raises(FileExistsError):
        create_file(tmp_path / "new", b"others")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("new", b"words")]
