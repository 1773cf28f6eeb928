"""Keys in the system's own store of secrets, for those who installed the extra `keyring`.

Owns the only import of `keyring`. Refuses to be asked unless the key file says that a key lies there: without the
extra, and without that mark, nothing changes. The file itself then holds no secret.
"""

from pathlib import Path
from typing import Final

from tailor.address import checked_url
from tailor.core.errors import DamagedError
from tailor.files import SaveError
from tailor.providers.keys import Key, find_key, read_keys, write_key

MARK: Final = "@keyring:"
"""What stands in the key file in place of a key that lies in the system's store; its name there follows."""

_SERVICE: Final = "tailor"


def usable() -> bool:
    """Whether there is a store to put a key into: the extra is installed and the system has one. Imports it."""
    try:
        import keyring
    except ImportError:
        return False
    return bool(keyring.get_keyring().priority >= 1)


def lies_there(key: Key) -> bool:
    """Whether this is no key but the mark that it lies in the store."""
    return key.reveal().startswith(MARK)


def keep(path: Path, base_url: str, key: Key | None, *, in_store: bool) -> None:
    """Keeps the key of an address in the store or in the file, or forgets it with None; never in both.

    Raises SaveError where one of them refuses, else as `write_key`.
    """
    url = checked_url(base_url, allow_insecure=True)
    before = find_key(read_keys(path), url)
    if key is not None and in_store:
        _store(url, key)
        write_key(path, url, Key(MARK + url))
        return
    write_key(path, url, key)
    if before is not None and lies_there(before):
        _store(before.reveal().removeprefix(MARK), None)


def _store(url: str, key: Key | None) -> None:
    import keyring
    from keyring.errors import KeyringError, PasswordDeleteError

    try:
        if key is not None:
            keyring.set_password(_SERVICE, url, key.reveal())
        else:
            keyring.delete_password(_SERVICE, url)
    except PasswordDeleteError:
        return  # it is not there, which is what was wanted
    except (KeyringError, OSError, RuntimeError) as error:
        raise SaveError(
            f"Your system's store of keys would not take it ({type(error).__name__}). The file can keep it."
        ) from None


def fetch(mark: Key) -> Key:
    """The key that a mark of the file means. DamagedError where it cannot be had, with the way out."""
    url = mark.reveal().removeprefix(MARK)
    way_out = f"Unlock the store, or give the key for {url} again in Settings."
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        raise DamagedError(
            f"The key lies in your system's store, but keyring is not installed. {way_out}"
        ) from None
    try:
        found = keyring.get_password(_SERVICE, url)
    except (KeyringError, OSError, RuntimeError) as error:
        raise DamagedError(
            f"Your system's store of keys does not open ({type(error).__name__}). {way_out}"
        ) from None
    if not found:
        raise DamagedError(f"Your system's store of keys has none for {url} any more. {way_out}")
    return Key(found)
