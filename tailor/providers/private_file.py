"""Writing a small file that only its owner may read.

Owns the way a private file comes to be: born with mode 0600 (never changed to it later), whole or not at all.
Refuses to know what is in it.
"""

import contextlib
import os
import secrets
from pathlib import Path


def write_private(path: Path, text: str) -> None:
    """Put `text` into `path` (0600), so that a crash at any moment leaves the old file or the new one.

    Missing folders are made, closed to others. Raises OSError where that cannot be done; nothing is left behind.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unborn = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(unborn, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 - a Path cannot open a descriptor
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        unborn.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            unborn.unlink()
        raise
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Make the new name itself durable, where the system lets a folder be synced (Windows does not)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
