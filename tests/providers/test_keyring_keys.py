"""Keys in the system's store: only where the person said so, never in the file as well, trouble said."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import ModuleType, SimpleNamespace

import pytest

from tailor.backend import key_for, key_soon
from tailor.core.errors import DamagedError
from tailor.paths import user_paths
from tailor.providers import keys as keyring_keys
from tailor.providers.keys import Key, keep
from tailor.storage import SaveError

URL = "https://there.test/v1"


class KeyringError(Exception):
    pass


class PasswordDeleteError(KeyringError):
    pass


class Store(ModuleType):
    """Stands in for the extra."""

    def __init__(self) -> None:
        super().__init__("keyring")
        self.held: dict[tuple[str, str], str] = {}
        self.locked = False
        self.silent: Event | None = None
        self.fault: Exception | None = None
        self.chained: tuple[float, ...] = ()

    def get_keyring(self) -> SimpleNamespace:
        if self.silent is not None:
            self.silent.wait(10)
        chained = {"backends": [SimpleNamespace(priority=one) for one in self.chained]} if self.chained else {}
        return SimpleNamespace(priority=0 if self.locked else 5, **chained)

    def _open(self) -> None:
        if self.silent is not None:
            self.silent.wait(10)
        if self.fault is not None:
            raise self.fault
        if self.locked:
            raise KeyringError("sk-secret is locked")

    def set_password(self, service: str, name: str, word: str) -> None:
        self._open()
        self.held[service, name] = word

    def get_password(self, service: str, name: str) -> str | None:
        self._open()
        return self.held.get((service, name))

    def delete_password(self, service: str, name: str) -> None:
        self._open()
        if self.held.pop((service, name), None) is None:
            raise PasswordDeleteError


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Store:
    made, errors = Store(), ModuleType("keyring.errors")
    vars(errors).update(KeyringError=KeyringError, PasswordDeleteError=PasswordDeleteError)
    monkeypatch.setitem(sys.modules, "keyring", made)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    return made


def file_of(tmp_path: Path) -> Path:
    return user_paths({"TAILOR_HOME": str(tmp_path)}).keys_file


def found(tmp_path: Path) -> Key | None:
    return key_for(URL, user_paths({"TAILOR_HOME": str(tmp_path)}), {})


def test_a_key_in_the_store_is_not_in_the_file_and_is_found_again(store: Store, tmp_path: Path) -> None:
    keep(file_of(tmp_path), URL, Key("sk-secret"), in_store=True)
    assert "sk-secret" not in file_of(tmp_path).read_text()
    assert found(tmp_path) == Key("sk-secret")


def test_a_key_moved_to_the_file_or_forgotten_leaves_the_store(store: Store, tmp_path: Path) -> None:
    for after in (Key("sk-other"), None):
        keep(file_of(tmp_path), URL, Key("sk-secret"), in_store=True)
        keep(file_of(tmp_path), URL, after, in_store=False)
        assert store.held == {}
        assert found(tmp_path) == after


def test_a_key_under_another_spelling_of_the_address_leaves_the_store_too(store: Store, tmp_path: Path) -> None:
    keep(file_of(tmp_path), URL.removesuffix("/v1"), Key("sk-old"), in_store=True)
    keep(file_of(tmp_path), URL, Key("sk-secret"), in_store=True)
    assert list(store.held.values()) == ["sk-secret"]
    assert found(tmp_path) == Key("sk-secret")


def test_without_the_extra_there_is_no_such_choice_and_the_file_is_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert not keyring_keys.usable()
    keep(file_of(tmp_path), URL, Key("sk-secret"), in_store=False)
    assert found(tmp_path) == Key("sk-secret")


def test_a_store_that_refuses_is_said_without_the_key(store: Store, tmp_path: Path) -> None:
    keep(file_of(tmp_path), URL, Key("sk-secret"), in_store=True)
    store.locked = True
    assert not keyring_keys.usable()
    with pytest.raises(DamagedError, match="Unlock it") as read:
        found(tmp_path)
    with pytest.raises(SaveError, match="You can save it in a file") as written:
        keep(file_of(tmp_path), URL, Key("sk-secret"), in_store=True)
    assert "sk-secret" not in f"{read.value}{read.value.__cause__}{written.value}{written.value.__cause__}"


def test_a_key_that_is_gone_from_the_store_is_asked_for_again(store: Store, tmp_path: Path) -> None:
    keep(file_of(tmp_path), URL, Key("sk-secret"), in_store=True)
    store.held.clear()
    with pytest.raises(DamagedError, match="no longer has the key for"):
        found(tmp_path)


@pytest.fixture
def hanging(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store that held the key and answers no more."""
    keep(file_of(tmp_path), URL, Key("sk-secret"), in_store=True)
    monkeypatch.setattr(keyring_keys, "PATIENCE", 0.05)
    monkeypatch.setattr(keyring_keys, "LOOK", 0.05)
    store.silent = Event()
    yield store
    store.silent.set()


def test_a_store_that_never_answers_is_waited_for_so_long_and_no_longer(hanging: Store, tmp_path: Path) -> None:
    assert not keyring_keys.usable()
    with pytest.raises(DamagedError, match="no answer"):
        found(tmp_path)
    with pytest.raises(SaveError, match=r"no answer.*You can save it in a file"):
        keep(file_of(tmp_path), "https://other.test/v1", Key("sk-other"), in_store=True)
    assert "other" not in file_of(tmp_path).read_text()


async def test_while_a_store_is_asked_all_else_goes_on(
    hanging: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring_keys, "PATIENCE", 10)
    asking = asyncio.create_task(key_soon(URL, user_paths({"TAILOR_HOME": str(tmp_path)}), {}))
    await asyncio.sleep(0)
    assert not asking.done()
    assert hanging.silent
    hanging.silent.set()
    assert await asking == Key("sk-secret")


def test_whatever_a_store_raises_is_told_by_its_name_only(store: Store, tmp_path: Path) -> None:
    keep(file_of(tmp_path), URL, Key("sk-secret"), in_store=True)
    store.fault = ValueError("sk-secret")
    with pytest.raises(DamagedError, match="ValueError") as read:
        found(tmp_path)
    assert "sk-secret" not in f"{read.value}{read.value.__cause__}{read.value.__context__}"


def test_a_key_can_be_forgotten_and_given_anew_where_the_extra_is_gone(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for after in (None, Key("sk-other")):
        keep(file_of(tmp_path), URL, Key("sk-secret"), in_store=True)
        with monkeypatch.context() as gone:
            gone.setitem(sys.modules, "keyring", None)
            with pytest.raises(DamagedError, match="keyring is not installed"):
                found(tmp_path)
            with pytest.raises(SaveError, match="your system's keyring still has it"):
                keep(file_of(tmp_path), URL, after, in_store=False)
        assert found(tmp_path) == after


def test_a_chain_of_stores_is_as_good_as_the_best_in_it(store: Store) -> None:
    store.chained = (0.6, 0.5)
    assert not keyring_keys.usable()
    store.chained = (5, 0.5)
    assert keyring_keys.usable()
