"""Files written whole or not at all, private to the person (research: storage trust).

A file is replaced by a temporary file beside it: fsync, rename or link, fsync of the folder; files are 0600,
folders 0700. Records grow by whole JSON lines, and `in_turn` is the lock for reading a file and writing it back.
"""

import contextlib
import errno
import itertools
import json
import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Final

from tailor.core.errors import TailorError

_MARK: Final = ".tailor-tmp-"
_DAY: Final = 86_400.0
_COUNTER = itertools.count()
UNTOUCHED: Final = (
    "could not be written: {}. Nothing that was there has changed; make room or check the rights of the folder, "
    "then try again."
)
THERE: Final = (
    "was written, but the disk does not say that it will last: {}. It is there now; save once more before you "
    "switch this machine off."
)
_CANNOT: Final = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)
"""Errors of file systems that cannot fsync a folder."""
CUT: Final = b"\x18"
"""Ends a line that was cut off, before the next one: no JSON holds this byte."""
_turn: Final = Lock()
_ours: set[Path] = set()  # temporary files this process is writing right now: a sweep leaves them alone


class SaveError(TailorError):
    """A file could not be written; what was there before is untouched."""

    title = "Not saved"


def private_folder(folder: Path) -> Path:
    """The folder, made with its parents (0700) if missing. Raises SaveError where it cannot be made."""
    try:
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        for path in reversed(missing):
            path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise SaveError(
            f"The folder {folder} cannot be made: {why(error)}. Check the place, or name another with TAILOR_HOME."
        ) from error
    return folder


def replace_file(path: Path, data: bytes) -> None:
    """Replace the file, or make it: afterwards `path` holds the old data or the new, never a mix.

    After a SaveError the old file is untouched, unless only the fsync of the folder failed: the message says so.
    """
    with _temporary(path, data) as temporary:
        temporary.replace(path)
    try:
        _sync_folder(path.parent)
    except OSError as error:
        raise _refused(path, error, THERE) from error


def create_file(path: Path, data: bytes) -> None:
    """Make a new file; FileExistsError where `path` is taken, which is never overwritten.

    Other errors are SaveError, and leave no new file: one whose name may not last is removed again.
    """
    with _temporary(path, data) as temporary:
        _link(temporary, path)
    try:
        _sync_folder(path.parent)
    except OSError as error:
        says = THERE
        with contextlib.suppress(OSError):
            path.unlink()
            says = UNTOUCHED
        raise _refused(path, error, says) from error


def add_lines(path: Path, lines: bytes, *, lasting: bool = False) -> None:
    """Append whole lines to a private file of JSON lines. Raises OSError.

    A last line that a crash or a full disk cut off is ended with `CUT` first, so that it does not spoil the next
    one. `lasting`: fsync before returning.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        _lock(descriptor)  # else a line that another is writing looks cut off
        _write(descriptor, _begun(descriptor, path) + lines)
        if lasting:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Lock for reading a file of the folder and writing it back, across threads and processes.

    Not reentrant; hold it only while reading and writing. Processes do not exclude each other where the system
    cannot lock a folder (Windows, some network disks). SaveError where the folder cannot be made.
    """
    private_folder(folder)
    with _turn:
        descriptor = None
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            _lock(descriptor)
        try:
            yield
        finally:
            if descriptor is not None:
                os.close(descriptor)  # which lets the next one in


def is_there(path: Path) -> bool:
    """Whether the path exists; False for a name that no file can have."""
    try:
        return path.exists()
    except (OSError, ValueError):  # longer than a name can be, or with a NUL
        return False


def named(path: str) -> Path:
    """The path with `~` expanded; `~name` of an unknown user stays as written."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path's raises for an unknown user


def sweep(folder: Path) -> None:
    """Remove temporary files that dead processes left in the folder. Never raises."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                if path.name.startswith(_MARK) and _is_left_over(path):
                    path.unlink()


def why(error: OSError) -> str:
    """The cause as the system words it: "No space left on device"."""
    return error.strerror or str(error) or type(error).__name__


@contextlib.contextmanager
def _temporary(path: Path, data: bytes) -> Iterator[Path]:
    """A synced temporary file beside `path` with the data; it is gone at the end, and errors name `path`."""
    temporary = path.parent / f"{_MARK}{os.getpid()}-{next(_COUNTER)}-{secrets.token_hex(3)}"
    _ours.add(temporary)
    try:
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
        descriptor = os.open(temporary, flags, 0o600)
        try:
            _write(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        yield temporary
    except FileExistsError:
        raise
    except OSError as error:
        if isinstance(error, FileNotFoundError | NotADirectoryError) and not path.parent.is_dir():
            words = "Nothing that was there has changed; make the folder or name another, then try again."
            raise SaveError(f"{path} could not be written: there is no folder {path.parent}. {words}") from error
        raise _refused(path, error, UNTOUCHED) from error
    finally:
        with contextlib.suppress(OSError):  # where that fails the next sweep does it
            temporary.unlink()
        _ours.discard(temporary)


def _lock(descriptor: int) -> None:
    """Lock until the descriptor is closed, where the system has locks."""
    with contextlib.suppress(OSError, ImportError):
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _begun(descriptor: int, path: Path) -> bytes:
    """What has to come before the next line: the end of a last line that lacks it."""
    os.lseek(descriptor, max(os.fstat(descriptor).st_size - 1, 0), os.SEEK_SET)
    if os.read(descriptor, 1) in (b"", b"\n"):
        return b""
    try:
        json.loads(path.read_bytes().rpartition(b"\n")[2])
    except (ValueError, RecursionError):
        return CUT + b"\n"
    return b"\n"


def _link(temporary: Path, path: Path) -> None:
    """Give the temporary file its name, which must be free."""
    try:
        os.link(temporary, path)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK):
            raise
        # a file system without hard links (FAT, some network drives): a small gap between look and rename
        if path.exists():
            raise FileExistsError(errno.EEXIST, "File exists", str(path)) from None
        temporary.rename(path)


def _sync_folder(folder: Path) -> None:
    """fsync the folder, so that a new name survives a power cut."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
    finally:
        os.close(descriptor)


def _is_left_over(path: Path) -> bool:
    """Whether the process that wrote this temporary file is gone."""
    owner = path.name.removeprefix(_MARK).split("-")[0]
    if owner == str(os.getpid()):
        return path not in _ours
    if os.name == "nt" or not owner.isdecimal():
        return path.stat().st_mtime < time.time() - _DAY
    try:
        os.kill(int(owner), 0)  # signal 0 only asks whether the process is there
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass
    return False


def _refused(path: Path, error: OSError, says: str) -> SaveError:
    return SaveError(f"{path} {says.format(why(error))}")
