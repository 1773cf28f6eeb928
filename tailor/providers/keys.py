"""API keys: a wrapper that never prints its key, the key file, and the system's keyring (the extra `keyring`).

`keys.toml` has one line per server, base URL = key, with mode 0600; a file that others could read is not used. A
key belongs to exactly one base URL. For a key in the keyring the file has only a mark.
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
from tailor.storage import SaveError, open_regular, private_folder, replace_file
from tailor.threads import run_in_daemon_thread
from tailor.urls import checked_url, same_api

_LARGEST_FILE: Final = 1_000_000


class Key:
    """A secret that shows as *** when printed, logged or dumped; only `reveal()` gives access to it."""

    __slots__ = ("__text",)

    def __init__(self, text: str) -> None:
        text = text.strip()
        if not text or not text.isascii() or not text.isprintable() or " " in text:
            raise UsageError("That is not a key. A key is one word of plain letters, digits and symbols.")
        self.__text = text

    def reveal(self) -> str:
        """The key itself, for the Authorization header."""
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
    """The keys in a key file by base URL; empty without a file. DamagedError if unreadable or not private."""
    text = _private_text(path)
    try:
        return {url: Key(value if isinstance(value, str) else "") for url, value in tomllib.loads(text).items()}
    except (ValueError, RecursionError, UsageError):
        raise DamagedError(
            f'The key file {path} cannot be read. Each of its lines should look like "https://server/v1" = "key". '
            "Correct it, or delete it and enter the keys again. Nothing else is affected."
        ) from None


def find_key(keys: Mapping[str, Key], base_url: str) -> Key | None:
    """The key stored for this base URL in any spelling, or None. UsageError for an invalid address."""
    wanted = checked_url(base_url, allow_insecure=True)
    return next((key for url, key in keys.items() if same_api(url, wanted)), None)


def write_key(path: Path, base_url: str, key: Key | None) -> None:
    """Store the key of a base URL in all its spellings, or remove it with None; other lines and comments stay.

    DamagedError as in `read_keys`, UsageError for an invalid address, SaveError from the disk.
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
    """The text of a private file; "" if there is none."""
    try:
        with open_regular(path, _LARGEST_FILE) as file:
            mode = os.fstat(file.fileno()).st_mode
            if os.name != "nt" and stat.S_IMODE(mode) & 0o077:
                raise DamagedError(
                    f"Other people on this computer could read your keys, so Tailor does not use them. "
                    f"Make the file private with: chmod 600 {path}",
                    title="Others can read the key file",
                )
            return file.read(_LARGEST_FILE).decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedError(f"The key file {path} cannot be read ({type(error).__name__}).") from None


MARK: Final = "@keyring:"
"""Prefix in the key file for a key in the keyring, followed by its name there."""

_SERVICE: Final = "tailor"
PATIENCE = 60.0
"""Seconds to wait for the keyring, which may ask for a password."""
LOOK = 5.0
"""Seconds to wait for the keyring to identify itself."""

T = TypeVar("T")


def usable() -> bool:
    """Whether the extra is installed and the system's keyring answers. Blocks."""
    found, _ = _asked(_priority, LOOK)
    return found is not None and found >= 1


def _priority() -> float:
    """keyring's rating of the store; below 1 it is a file that asks for a password in the terminal."""
    import keyring

    store = keyring.get_keyring()
    chained = getattr(store, "backends", ())  # a chain of stores always claims 10
    return max((float(one.priority) for one in chained), default=float(store.priority))


def lies_there(key: Key) -> bool:
    """Whether this is the mark of a key in the keyring."""
    return key.reveal().startswith(MARK)


def keep(path: Path, base_url: str, key: Key | None, *, in_store: bool) -> None:
    """Keep a key in the keyring or the file, never both; None removes it. SaveError, else as `write_key`."""
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
        raise SaveError(f"Your system's keyring refused it ({wrong}). You can save it in a file instead.")
    if wrong:
        raise SaveError(
            f"Tailor has forgotten that key, but your system's keyring still has it ({wrong}). "
            f'It is there under "{_SERVICE}".'
        )


def _put(url: str, key: Key | None) -> None:
    import keyring
    from keyring.errors import PasswordDeleteError

    if key is not None:
        keyring.set_password(_SERVICE, url, key.reveal())
        return
    with suppress(PasswordDeleteError):  # already gone
        keyring.delete_password(_SERVICE, url)


def fetch(mark: Key) -> Key:
    """The key for a mark in the file. DamagedError says what to do. Blocks while the keyring is being unlocked."""
    url = mark.reveal().removeprefix(MARK)
    found, wrong = _asked(partial(_get, url))
    if found:
        return Key(found)
    what = f"cannot be opened ({wrong})" if wrong else f"no longer has the key for {url}"
    raise DamagedError(f"Your system's keyring {what}. Unlock it, or enter the key for {url} again in Settings.")


def _get(url: str) -> str | None:
    import keyring

    found: str | None = keyring.get_password(_SERVICE, url)
    return found


def _asked(question: Callable[[], T], patience: float | None = None) -> tuple[T | None, str]:
    """Ask the keyring; return its answer and what went wrong, or "". Backends raise anything, or hang.

    Of an exception only the type is reported; its message could contain a key.
    """
    asked = run_in_daemon_thread(question)
    try:
        error = asked.exception(PATIENCE if patience is None else patience)
    except TimeoutError:
        return None, "no answer"
    if isinstance(error, ImportError):
        return None, "keyring is not installed"
    return (None, type(error).__name__) if error else (asked.result(), "")
