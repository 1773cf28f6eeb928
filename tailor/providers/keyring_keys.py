"""Keys in the system's own store of secrets, for those who installed the extra `keyring`.

Owns the only import of `keyring`. Refuses to be asked unless the key file says that a key lies there: without the
extra, and without that mark, nothing changes. The file itself then holds no secret.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from tailor.core.errors import DamagedError
from tailor.providers.keys import Key, find_key, read_keys, write_key
from tailor.storage import SaveError
from tailor.threads import aside
from tailor.urls import checked_url

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
    asked = aside(question)
    try:
        error = asked.exception(PATIENCE if patience is None else patience)
    except TimeoutError:
        return None, "no answer"
    if isinstance(error, ImportError):
        return None, "keyring is not installed"
    return (None, type(error).__name__) if error else (asked.result(), "")
