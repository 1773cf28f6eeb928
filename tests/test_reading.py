"""What others may have put where Tailor reads: pipes, devices and endless files hold nothing up."""

import ast
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tailor import storage
from tailor.storage import SaveError, add_lines, in_turn, open_regular, private_folder, read_regular

ROOT = Path(__file__).parent.parent
OWN_DATA = {
    "tailor/agents/prompts.py": 1,
    "tailor/cli/open_app.py": 1,
    "tailor/cli/review.py": 1,
    "tailor/library/formats/shared/facts.py": 1,
    "tailor/library/formats/shared/headings.py": 1,
    "tailor/library/formats/shared/verbs.py": 1,
    "tailor/library/formats/text/pasted_pages.py": 1,
    "tailor/library/formats/pages/writer.py": 1,
    "tailor/library/store.py": 1,
    "tailor/providers/errors.py": 1,
    "tailor/providers/local/catalog.py": 1,
    "memory/text.py": 1,
}
"""Reads of files that ship with Tailor, by module; what people and programs write is read by `storage`."""
OWN_WORDS = ("tailor/core/", "tailor/rules/")
"""Packages that read nothing but their own lists of words."""
OTHERS = {
    "tailor/cli/console.py": 2,
    "tailor/cli/main.py": 1,
    "tailor/evaluation/folder.py": 1,
    "tailor/providers/local/child.py": 1,
    "tailor/providers/local/llama.py": 1,
    "tailor/providers/local/memory.py": 4,
}
"""Opening what is not read (/dev/null, a lock), and what the system tells of memory and processes."""
pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")


def opens(tree: ast.AST) -> int:
    """How many calls in a module open a file by themselves."""
    return sum(isinstance(call, ast.Call) and _is_opening(call.func) for call in ast.walk(tree))


def _is_opening(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id == "open"
    if not isinstance(called, ast.Attribute):
        return False
    of = called.value.attr if isinstance(called.value, ast.Attribute) else getattr(called.value, "id", "")
    return called.attr in ("read_text", "read_bytes") or (
        called.attr == "open" and of in ("os", "path", "file", "io")
    )


def test_only_one_module_opens_what_others_may_have_written() -> None:
    found = {}
    for package in ("tailor", "memory"):
        for path in (ROOT / package).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(OWN_WORDS) and (count := opens(ast.parse(path.read_text("utf-8")))):
                found[name] = count
    found.pop("tailor/storage.py")
    assert found == OWN_DATA | OTHERS


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**40)  # a hole, which takes no room


def a_folder(path: Path) -> None:
    path.mkdir()


STRANGE = (a_pipe, endless, huge, a_folder)


def without_waiting(work: Callable[[], object]) -> object:
    """What the work gives or raises; a failure where it is not done after a while."""
    done: list[object] = []

    def watched() -> None:
        try:
            done.append(work())
        except Exception as error:  # noqa: BLE001 - handed to the test
            done.append(error)

    thread = threading.Thread(target=watched, daemon=True)
    thread.start()
    thread.join(20)
    assert done, "it waits for ever"
    return done[0]


@pytest.mark.parametrize("make", STRANGE)
def test_only_regular_files_of_a_sane_size_are_read(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(path := tmp_path / "file")
    for read in (read_regular, open_regular, lambda path: add_lines(path, b"{}\n") if make is not huge else 1 / 0):
        found = without_waiting(lambda read=read: read(path))  # type: ignore[misc]
        assert isinstance(found, OSError | ZeroDivisionError)
        assert str(path) in str(found) or isinstance(found, ZeroDivisionError)


def test_a_file_may_have_as_many_bytes_as_are_allowed_and_no_more(tmp_path: Path) -> None:
    (path := tmp_path / "file").write_bytes(b"12345")
    assert read_regular(path, 5) == b"12345"
    with pytest.raises(OSError, match="larger than"):
        read_regular(path, 4)


def test_a_link_to_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert read_regular(tmp_path / "link") == b"1"


def test_a_lock_that_another_never_lets_go_of_is_waited_for_a_while_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "PATIENCE", 0.05)
    holds = "import fcntl, os, sys; fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), 2); print(flush=True); input()"
    command = [sys.executable, "-c", holds]
    (record := tmp_path / "lines").write_bytes(b"{}\n")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([*command, str(tmp_path)], **pipes) as other:  # type: ignore[call-overload]
        other.stdout.readline()
        with pytest.raises(SaveError, match="another Tailor"), in_turn(tmp_path):
            pass
        other.communicate(b"\n")
    with subprocess.Popen([*command, str(record)], **pipes) as other:  # type: ignore[call-overload]
        other.stdout.readline()
        with pytest.raises(TimeoutError, match="another Tailor"):
            add_lines(record, b"{}\n")
        other.communicate(b"\n")
    assert record.read_bytes() == b"{}\n"
    with in_turn(tmp_path):
        add_lines(record, b"{}\n")


@pytest.mark.parametrize("make", [a_pipe, endless, huge])
def test_a_folder_whose_place_is_taken_is_named(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(path := tmp_path / "home")
    for folder in (path, path / "library"):
        found = without_waiting(lambda folder=folder: private_folder(folder))  # type: ignore[misc]
        assert isinstance(found, SaveError)
        assert str(path) in found.message
