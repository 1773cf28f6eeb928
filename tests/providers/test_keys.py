import copy
import json
import os
import pickle
from pathlib import Path

import pytest

from tailor.core.errors import DamagedError, UsageError
from tailor.providers.keys import Key, find_key, read_keys, write_key
from tailor.storage import SaveError, replace_file

HERE = "https://here.example/v1"
THERE = "https://there.example/v1"
posix = pytest.mark.skipif(os.name == "nt", reason="no file modes there")


def test_a_key_never_shows_itself() -> None:
    key = Key("  sk-secret\n")
    assert key.reveal() == "sk-secret"
    for shown in (repr(key), str(key), f"{key}", f"{key!r:>20}", f"{key:s}", repr({"k": key}), f"{[key]}"):
        assert "secret" not in shown
    for leak in (lambda: pickle.dumps(key), lambda: json.dumps(key), lambda: copy.copy(key), lambda: vars(key)):
        with pytest.raises(TypeError):
            leak()


@pytest.mark.parametrize("text", ["", "  ", "two words", "naïve", "a\x00b", "line\nbreak"])
def test_what_cannot_be_a_key_is_refused_without_showing_it(text: str) -> None:
    with pytest.raises(UsageError) as raised:
        Key(text)
    assert not text.strip() or text not in raised.value.message


def test_equal_keys_are_equal() -> None:
    assert Key("a") == Key("a")
    assert Key("a") != Key("b")
    assert len({Key("a"), Key("a")}) == 1


def test_a_stored_key_comes_back_for_its_base_url_only(tmp_path: Path) -> None:
    file = tmp_path / "new" / "keys.toml"
    assert read_keys(file) == {}
    write_key(file, HERE + "/", Key("one"))
    write_key(file, THERE, Key('tw"o\\'))
    keys = read_keys(file)
    assert find_key(keys, HERE) == Key("one")
    assert find_key(keys, "https://here.example/") == Key("one")
    assert find_key(keys, THERE) == Key('tw"o\\')
    assert find_key(keys, "https://elsewhere.example/v1") is None
    assert find_key(keys, "http://here.example/v1") is None
    assert find_key(keys, "https://here.example:8443/v1") is None


def test_forgetting_a_key_keeps_the_others_and_the_comments(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    replace_file(file, f'# mine\n"{HERE}/" = "one"\n"{THERE}" = "two"\n'.encode())
    write_key(file, HERE, None)
    assert file.read_text() == f'# mine\n"{THERE}" = "two"\n'
    write_key(file, HERE, None)


def test_a_new_key_takes_the_place_of_one_under_another_spelling_of_the_address(tmp_path: Path) -> None:
    file, bare = tmp_path / "keys.toml", HERE.removesuffix("/v1")
    replace_file(file, f'"{bare}" = "old"\n"{THERE}" = "two"\n'.encode())
    write_key(file, HERE, Key("new"))
    assert find_key(read_keys(file), HERE) == find_key(read_keys(file), bare) == Key("new")
    write_key(file, bare, None)
    assert list(read_keys(file)) == [THERE]


@posix
def test_a_key_file_is_born_private(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        write_key(tmp_path / "home" / "keys.toml", HERE, Key("one"))
    finally:
        os.umask(old)
    assert (tmp_path / "home" / "keys.toml").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "home").stat().st_mode & 0o777 == 0o700
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["keys.toml"]


@posix
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_key_file_others_could_read_is_not_used(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "keys.toml"
    write_key(file, HERE, Key("one"))
    file.chmod(mode)
    with pytest.raises(DamagedError, match="chmod 600"):
        read_keys(file)
    with pytest.raises(DamagedError):
        write_key(file, THERE, Key("two"))


@pytest.mark.parametrize(
    "text",
    [
        "not toml",
        "[table]\na = 1",
        '"https://x/v1" = 7',
        '"https://x/v1" = "two words"',
        "\xff",
        "a = " + "9" * 5_000,
    ],
)
def test_a_damaged_key_file_is_named_and_not_shown(tmp_path: Path, text: str) -> None:
    file = tmp_path / "keys.toml"
    replace_file(file, text.encode())
    with pytest.raises(DamagedError) as raised:
        read_keys(file)
    assert str(file) in raised.value.message
    assert "two words" not in raised.value.message


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "keys.toml"
    write_key(file, HERE, Key("one"))

    def full(_: int) -> None:
        raise OSError(28, "No space left")

    monkeypatch.setattr("tailor.storage.os.fsync", full)
    with pytest.raises(SaveError, match="No space"):
        write_key(file, THERE, Key("two"))
    assert read_keys(file) == {HERE: Key("one")}
    assert [path.name for path in tmp_path.iterdir()] == ["keys.toml"]
