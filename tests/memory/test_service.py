"""A memory that nothing can be written to, or that a full disk breaks off, is no reason to find nothing."""

import errno
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory import service as at
from memory.messages import STARTER
from memory.service import Job, Service
from memory.store import Store
from tailor.storage import SaveError
from tests.memory.rows import row, service


class Refusing(Store):
    """A store in whose place the disk takes nothing."""

    says = f"Permission denied (os error {errno.EACCES})"

    def create(self, *given: Any) -> None:
        if not Path(self.uri).name.startswith("tailor-memory-"):
            raise RuntimeError(self.says)
        super().create(*given)


def answer(one: Service, name: str, **asked: Any) -> Any:
    return one.answer(name, asked, Job())


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_the_built_in_ones_are_found_where_no_memory_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(at, "Store", Refusing)
    monkeypatch.setattr(Refusing, "says", f"no (os error {number})")
    one = service(tmp_path)
    assert "bread" in answer(one, "search", query="bake bread", k=1)[0]["goal"]
    assert answer(one, "stats")["starter"] == 80
    with pytest.raises(RuntimeError) as refused:
        answer(one, "add", rows=[])
    assert isinstance(one.explained(refused.value), SaveError)
    lent = Path(one.store().uri)
    one.close()
    assert not lent.exists()
    assert not list(tmp_path.rglob("*.lance"))


def test_a_memory_that_is_emptied_while_it_is_open_is_said_to_be_gone(tmp_path: Path) -> None:
    one = service(tmp_path)
    one.add((row("a", "Tie a bow"),))
    shutil.rmtree(next(tmp_path.rglob("*.lance")))
    with pytest.raises((RuntimeError, ValueError)) as lost:
        answer(one, "search", query="soup", k=1)
    said = one.explained(lost.value)
    assert "was emptied or moved" in said.message
    assert "nothing is lost" not in said.message
    assert answer(one, "search", query="bake bread", k=1), "the next search makes a new one"


def test_a_memory_that_is_emptied_while_it_is_open_is_made_anew_at_once(tmp_path: Path) -> None:
    one = service(tmp_path)
    one.add((row("a", "Tie a bow"),))
    shutil.rmtree(next(tmp_path.rglob("*.lance")))
    assert one.rebuild().aside == ""
    assert one.store().count(STARTER) == 80


def test_what_was_lent_makes_room_once_a_memory_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at, "Store", Refusing)
    one = service(tmp_path)
    answer(one, "search", query="bake bread", k=1)
    monkeypatch.setattr(at, "Store", Store)
    one.add((row("a", "Tie a bow"),))
    answer(one, "add", rows=[])
    assert one.store().uri == str(tmp_path / "memory")
    assert one.store().count(STARTER) == 80
    one.close()


def test_a_write_that_comes_first_is_never_kept_in_a_store_that_goes_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at, "Store", Refusing)
    one = service(tmp_path)
    with pytest.raises(RuntimeError) as refused:
        answer(one, "add", rows=[])
    assert isinstance(one.explained(refused.value), SaveError)
    assert "bread" in answer(one, "search", query="bake bread", k=1)[0]["goal"]
    one.close()


def test_a_memory_that_is_there_and_shut_is_not_replaced_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service(tmp_path).store()
    one = service(tmp_path)

    def shut(self: Store) -> bool:
        raise SaveError("Permission denied")

    monkeypatch.setattr(Store, "open", shut)
    with pytest.raises(SaveError):
        one.store()


def test_a_full_disk_leaves_no_empty_memory_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise RuntimeError(f"No space left on device (os error {errno.ENOSPC})")

    kept: Callable[..., None] = Store.merge
    monkeypatch.setattr(Store, "merge", full)
    with pytest.raises(RuntimeError):
        service(tmp_path).add((row("a", "Tie a bow"),))
    monkeypatch.setattr(Store, "merge", kept)
    assert service(tmp_path).store().count(STARTER) == 80
