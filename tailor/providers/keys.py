"""Keys: a wrapper that never shows itself, and the file that holds them.

Owns `Key` and `keys.toml` (one line a server: base URL = key, mode 0600). Refuses to read the environment, and to
read a key file that other people on the machine could read too. Which key goes where is decided by base URL alone.
"""

import os
import stat
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from tailor.core.errors import DamagedError, UsageError
from tailor.storage import SaveError, private_folder, replace_file
from tailor.threads import run_in_daemon_thread
from tailor.urls import checked_url, same_api

_LARGEST_FILE: Final = 1_000_000


class Key:
    """A secret that shows as *** wherever it is printed, logged or dumped; `reveal()` is the only way to it."""

    __slots__ = ("__text",)

    def __init__(self, text: str) -> None:
        text = text.strip()
        if not text or not text.isascii() or not text.isprintable() or " " in text:
            raise UsageError("That is not a key: a key is one word of plain letters, digits and signs.")
        self.__text = text

    def reveal(self) -> str:
        """The key itself, for the one header it belongs into."""
        return self.__text

    def __repr__(self) -> str:
        return "***"

    def __format__(self, spec: str) -> str:
        return "***"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and other.__text == self.__text

    def __hash__(self) -> int:
        return hash((Key, self.__text))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key is never written out together with other things")


def read_keys(path: Path) -> dict[str, Key]:
    """The keys of a key file by base URL; empty where there is no such file.

    Raises DamagedError when the file can be read by others, cannot be read, or is not what it should be.
    """
    text = _private_text(path)
    try:
        return {url: _key(value) for url, value in tomllib.loads(text).items()}
    except (tomllib.TOMLDecodeError, UsageError):
        raise DamagedError(
            f'The key file {path} cannot be read. Each of its lines should look like "https://server/v1" = "key". '
            "Correct it, or delete it and give the keys again; nothing else is touched."
        ) from None


def _key(value: object) -> Key:
    return Key(value if isinstance(value, str) else "")


def find_key(keys: Mapping[str, Key], base_url: str) -> Key | None:
    """The key stored for this base URL, however it is spelled there, else None. UsageError for no address."""
    wanted = checked_url(base_url, allow_insecure=True)
    return next((key for url, key in keys.items() if same_api(url, wanted)), None)


def write_key(path: Path, base_url: str, key: Key | None) -> None:
    """Store the key of a base URL, or forget it with None; other lines and comments stay as they are.

    No other spelling of the same address keeps its key: `find_key` would find that one.

    Raises DamagedError as `read_keys`, UsageError for an unusable address, SaveError when the disk refuses.
    """
    import tomlkit  # 16 ms, needed only when a key is stored

    url = checked_url(base_url, allow_insecure=True)
    read_keys(path)
    table = tomlkit.parse(_private_text(path))
    for old in [old for old in table if same_api(old, url)]:
        table.pop(old)
    if key is not None:
        table[url] = key.reveal()
    private_folder(path.parent)
    replace_file(path, tomlkit.dumps(table).encode())


def _private_text(path: Path) -> str:
    """The text of a file nobody else can read; "" where there is none."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if os.name != "nt" and stat.S_IMODE(mode) & 0o077:
                raise DamagedError(
                    f"Other people on this computer could read your keys, so Tailor does not use them. "
                    f"Close the file with: chmod 600 {path}",
                    title="The key file is open to others",
                )
            return file.read(_LARGEST_FILE).decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedError(f"The key file {path} cannot be read ({type(error).__name__}).") from None


MARK: Final = "@keyring:"
"""What stands in the key file in place of a key that lies in the system's store; its name there follows."""

_SERVICE: Final = "tailor"
PATIENCE = 60.0
"""Seconds that a store may take: it may be asking the person for its password."""
LOOK = 5.0
"""Seconds it may take to say what it is."""

T = TypeVar("T")


def usable() -> bool:
    """Whether there is a store to put a key into: the extra is installed and the system has one, which answers.

    Imports it, and may wait for it: call it aside.
    """
    found, _ = _asked(_priority, LOOK)
    return found is not None and found >= 1


def _priority() -> float:
    """How good keyring thinks the store is; below 1 it is a file, which asks for its password in the terminal."""
    import keyring

    store = keyring.get_keyring()
    chained = getattr(store, "backends", ())  # a chain of stores says 10, however poor all of them are
    return max((float(one.priority) for one in chained), default=float(store.priority))


def lies_there(key: Key) -> bool:
    """Whether this is no key but the mark that it lies in the store."""
    return key.reveal().startswith(MARK)


def keep(path: Path, base_url: str, key: Key | None, *, in_store: bool) -> None:
    """Keeps the key of an address in the store or in the file, or forgets it with None; never in both.

    Raises SaveError where one of them refuses, else as `write_key`.
    """
    url = checked_url(base_url, allow_insecure=True)
    before, now = find_key(read_keys(path), url), key
    if key is not None and in_store:
        _store(url, key)
        now = Key(MARK + url)
    write_key(path, url, now)
    if before is not None and lies_there(before) and before != now:
        _store(before.reveal().removeprefix(MARK), None)


def _store(url: str, key: Key | None) -> None:
    _, wrong = _asked(partial(_put, url, key))
    if wrong and key is not None:
        raise SaveError(f"Your system's store of keys would not take it ({wrong}). The file can keep it.")
    if wrong:
        raise SaveError(
            f"Tailor knows that key no more, but could not take it out of your system's store ({wrong}). "
            f'It lies there under "{_SERVICE}".'
        )


def _put(url: str, key: Key | None) -> None:
    import keyring
    from keyring.errors import PasswordDeleteError

    if key is not None:
        keyring.set_password(_SERVICE, url, key.reveal())
        return
    with suppress(PasswordDeleteError):  # it is not there, which is what was wanted
        keyring.delete_password(_SERVICE, url)


def fetch(mark: Key) -> Key:
    """The key that a mark of the file means. DamagedError where it cannot be had, with the way out.

    Waits for the store, which may ask the person to unlock it: call it aside where something else goes on.
    """
    url = mark.reveal().removeprefix(MARK)
    found, wrong = _asked(partial(_get, url))
    if found:
        return Key(found)
    what = f"does not open ({wrong})" if wrong else f"has none for {url} any more"
    raise DamagedError(
        f"Your system's store of keys {what}. Unlock the store, or give the key for {url} again in Settings."
    )


def _get(url: str) -> str | None:
    import keyring

    found: str | None = keyring.get_password(_SERVICE, url)
    return found


def _asked(question: Callable[[], T], patience: float | None = None) -> tuple[T | None, str]:
    """What the store answers, and what went wrong, "" if nothing did: stores raise whatever they like, or hang.

    Only the name of what was raised is told: its words may hold a key.
    """
    asked = run_in_daemon_thread(question)
    try:
        error = asked.exception(PATIENCE if patience is None else patience)
    except TimeoutError:
        return None, "no answer"
    if isinstance(error, ImportError):
        return None, "keyring is not installed"
    return (None, type(error).__name__) if error else (asked.result(), "")
