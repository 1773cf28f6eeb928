"""Write files whole or not at all, private to the person (research: storage trust).

A file is replaced through a temporary file beside it: fsync, rename or link, fsync of the folder; files are 0600,
folders 0700. Records grow by whole JSON lines, and `in_turn` is the lock for reading a file and writing it back.
Files that others may have put there are only read with `read_regular` and `open_regular`, which never block.
"""

import codecs
import contextlib
import errno
import io
import itertools
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Final

from tailor.core.errors import DamagedError, TailorError, UsageError
from tailor.core.text import one_line

_MARK: Final = ".tailor-tmp-"
_DAY: Final = 86_400.0
_COUNTER = itertools.count()
UNTOUCHED: Final = (
    "could not be written: {}. Nothing has changed. Free some space or check the folder's permissions, then try "
    "again."
)
THERE: Final = (
    "was written, but the disk did not confirm it: {}. It is there now; save again before you switch off."
)
_CANNOT: Final = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)
"""Errors from file systems that cannot fsync a folder."""
CUT: Final = b"\x18"
"""Put at the end of a line that was cut off, before the next one: JSON never contains this byte."""
LARGEST: Final = 256 * 1024 * 1024
"""Most bytes read of one file; the longest record of a run has a tenth of it."""
PATIENCE = 20.0
"""Seconds to wait for a lock of another process, which holds it only for milliseconds."""
_PAUSE: Final = 0.005
_TAIL: Final = 4_096
_BINARY: Final = getattr(os, "O_BINARY", 0)
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)
"""Makes opening a pipe return without waiting for its other end."""
_turn: Final = Lock()
_ours: set[Path] = set()  # temporary files being written by this process, which a sweep leaves alone


class SaveError(TailorError):
    """A file could not be written; what was there before is unchanged."""

    title = "Not saved"


def private_folder(folder: Path) -> Path:
    """Return the folder, creating it and its parents (0700) if missing. SaveError if that fails."""
    if file := in_the_way(folder):
        raise SaveError(
            f"{file} {is_no_folder(file)}, but Tailor needs one there. Move it or choose another place."
        )
    try:
        missing = [path for path in (folder, *folder.parents) if not is_there(path)]
        for path in reversed(missing):
            path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise SaveError(
            f"The folder {folder} cannot be made: {why(error)}. Check the path, or set TAILOR_HOME to another."
        ) from error
    return folder


def in_the_way(folder: Path) -> Path | None:
    """What is in place of the folder or one of its parents: another file or a dangling link; None for nothing."""
    there = next((path for path in (folder, *folder.parents) if os.path.lexists(path)), None)
    return there if there is not None and not is_folder(there) else None


def is_no_folder(file: Path) -> str:
    """Describe what `in_the_way` found."""
    return "is not a folder" if is_there(file) else "is a link that leads nowhere, not a folder"


def is_shut(folder: Path) -> bool:
    """Whether the folder or a parent may not be entered, so that it is unknown what exists inside."""
    try:
        os.stat(os.path.join(folder, "."))  # noqa: PTH116, PTH118 - a Path would drop the dot
    except PermissionError:
        return True
    except OSError:
        return False
    return False


def inside(folder: Path, name: str) -> Path:
    """The path of this name directly in the folder. UsageError for a name that leads elsewhere or is empty."""
    if name in ("", ".", "..") or any(mark in name for mark in ("/", "\\", "\0")):
        raise UsageError(f'"{one_line(name, 80)}" cannot be a file name in {folder}.')
    return folder / name


def open_regular(path: Path, most: int | None = LARGEST) -> io.BufferedReader:
    """Open the file for reading. OSError if it has more than `most` bytes or is not a regular file.

    A pipe or a device may never end, and merely opening one can have effects, so it is checked before.
    """
    try:
        _check_regular(path, path.stat(), most)
    except FileNotFoundError:
        if path.is_symlink():
            raise FileNotFoundError(errno.ENOENT, "it is a link that leads nowhere", str(path)) from None
        raise
    descriptor = os.open(path, os.O_RDONLY | _BINARY | _AT_ONCE)
    try:
        _check_regular(path, os.fstat(descriptor), most)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def read_regular(path: Path, most: int = LARGEST) -> bytes:
    """Read the whole file; OSError as in `open_regular`."""
    with open_regular(path, most) as file:
        return file.read(most)


def lines_in(path: Path) -> list[bytes]:
    """The lines of a JSON Lines file, and whatever follows the last one; OSError as in `open_regular`.

    Only "\\n" ends a line, since texts may contain U+2028. A byte order mark left by an editor is dropped.
    """
    return read_regular(path).removeprefix(codecs.BOM_UTF8).split(b"\n")


def _open_log(path: Path, most: int) -> int:
    """Open a private log for appending, emptied if it has more than `most` bytes; its descriptor. OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY | _AT_ONCE, 0o600)
    try:
        _check_regular(path, found := os.fstat(descriptor))
        if found.st_size > most:
            os.ftruncate(descriptor, 0)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def log_of_child(path: Path) -> int:
    """The descriptor of a child process's log (see `_open_log`), or of /dev/null if it cannot be opened."""
    with contextlib.suppress(OSError, SaveError):
        private_folder(path.parent)
        return _open_log(path, 1_000_000)
    return os.open(os.devnull, os.O_WRONLY)


def last_line(path: Path) -> str:
    """The last non-blank line, cleaned; "" if there is none or the file cannot be read."""
    with contextlib.suppress(OSError, ValueError), open_regular(path) as file:
        file.seek(max(os.fstat(file.fileno()).st_size - _TAIL, 0))
        lines = file.read(_TAIL).decode("utf-8", "replace").splitlines()
        return one_line(next((line for line in reversed(lines) if line.strip()), ""), 200)
    return ""


def replace_file(path: Path, data: bytes) -> None:
    """Create or replace the file: afterwards `path` holds the old data or the new, never a mix.

    After a SaveError the old file is unchanged, unless only the fsync of the folder failed: the message says so.
    """
    with _temporary(path, data) as temporary:
        temporary.replace(path)
    try:
        _sync_folder(path.parent)
    except OSError as error:
        raise _refused(path, error, THERE) from error


def create_file(path: Path, data: bytes) -> None:
    """Create a new file; FileExistsError if `path` is taken, which is never overwritten.

    Other errors are SaveError and leave no new file: if its name may not last, it is removed again.
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


def create_new(path: str, text: str) -> None:
    """Write a text into a new file that a person named. UsageError if the file exists; SaveError."""
    try:
        create_file(named(path), text.encode("utf-8", "replace"))
    except FileExistsError:
        raise UsageError("There is already a file with that name. Choose another name.") from None


def add_lines(path: Path, lines: bytes, *, lasting: bool = False) -> None:
    """Append whole lines to a private file of JSON lines. OSError.

    If a crash or a full disk cut off the last line, it is ended with `CUT` first, so that it does not spoil the
    next. `lasting`: fsync before returning.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY | _AT_ONCE, 0o600)
    try:
        _check_regular(path, os.fstat(descriptor))
        _lock(descriptor)  # else a line being written by another process looks cut off
        _write(descriptor, _begun(descriptor, path) + lines)
        if lasting:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Lock a folder across threads and processes, for reading one of its files and writing it back.

    Not reentrant; hold it only while reading and writing. Processes do not exclude each other on systems that
    cannot lock a folder (Windows, some network disks). SaveError if the folder cannot be created or another
    process keeps the lock.
    """
    private_folder(folder)
    with _turn:
        descriptor = None
        with contextlib.suppress(OSError):  # Windows cannot open folders
            descriptor = os.open(folder, os.O_RDONLY)
        try:
            if descriptor is not None:
                _lock_folder(descriptor, folder)
            yield
        finally:
            if descriptor is not None:
                os.close(descriptor)  # also releases the lock


def is_there(path: Path) -> bool:
    """Whether the path exists; False for an impossible name and inside a folder that may not be entered."""
    return os.path.exists(path)  # noqa: PTH110 - Path's raises for what may not be looked at


def is_folder(path: Path) -> bool:
    """Whether it is a folder; False in the same cases as `is_there`."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


def is_file(path: Path) -> bool:
    """Whether it is a file; False in the same cases as `is_there`."""
    return os.path.isfile(path)  # noqa: PTH113 - as above


def changed_at(path: Path) -> int:
    """The modification time in nanoseconds, to notice changes; 0 if unknown."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def files_in(folder: Path, ending: str) -> list[Path]:
    """The files of the folder with this suffix, unordered; none if the folder cannot be read."""
    try:
        return [folder / name for name in os.listdir(folder) if name.endswith(ending)]  # noqa: PTH208 - names do
    except OSError:
        return []


def check_listable(folder: Path) -> None:
    """Raise DamagedError if the folder exists but cannot be listed: its files are not known to be missing."""
    try:
        os.listdir(folder)  # noqa: PTH208 - as `files_in`
    except FileNotFoundError:
        return
    except OSError as error:
        words = f"The folder {folder} cannot be read: {why(error)}. Nothing in it has changed."
        raise DamagedError(words) from error


def named(path: str) -> Path:
    """The path with `~` expanded; `~name` of an unknown user stays as written."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path's raises for an unknown user


def is_temporary(name: str) -> bool:
    """Whether the name is that of a temporary file, being written or left by a process that died."""
    return name.startswith(_MARK)


def sweep(folder: Path) -> None:
    """Remove temporary files that dead processes left in the folder. Never raises."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                if is_temporary(path.name) and _is_left_over(path):
                    path.unlink()


def why(error: BaseException) -> str:
    """The cause in the system's words, "No space left on device", never with the error number."""
    if isinstance(reason := getattr(error, "reason", None), OSError):  # urllib wraps the OSError
        return why(reason)
    if isinstance(error, MemoryError):
        return "this computer has no free memory left"
    if _is_no_time(error):
        return "its clock is set to a time after the year 2262. Set it right"
    told = error.strerror if isinstance(error, OSError) else None
    return told or str(error) or type(error).__name__


def is_refused(error: BaseException) -> bool:
    """Whether the system denied a file, memory, a thread or the time, so that it is no fault of Tailor."""
    known = str(error) == "can't start new thread" or _is_no_time(error)
    return isinstance(error, OSError | MemoryError) or known


def _is_no_time(error: BaseException) -> bool:
    """Whether this is Python's error for a clock set beyond the range of timestamps."""
    return isinstance(error, OverflowError) and str(error).startswith("timestamp too large")


def refused(error: BaseException) -> str:
    """Say what the system denied and where, and that nothing is lost."""
    name = getattr(error, "filename", None)
    at = f" ({name})" if name else ""
    says = f"the system refused: {why(error)}{at}."
    try:
        os.getcwd()  # noqa: PTH109 - asked whether it is there, not where
    except OSError:
        says = "the folder you are in was deleted. Change to another one (cd), then try again."
    return f"{says} Everything you saved is still there."


@contextlib.contextmanager
def _temporary(path: Path, data: bytes) -> Iterator[Path]:
    """Make a synced temporary file beside `path` with the data, and remove it at the end; errors name `path`."""
    temporary = path.parent / f"{_MARK}{os.getpid()}-{next(_COUNTER)}-{os.urandom(3).hex()}"
    _ours.add(temporary)
    try:
        descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _BINARY, 0o600)
        try:
            _write(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        yield temporary
    except FileExistsError:
        raise
    except OSError as error:
        if isinstance(error, FileNotFoundError | NotADirectoryError) and not is_folder(path.parent):
            words = "Nothing has changed. Create the folder or choose another, then try again."
            raise SaveError(f"{path} could not be written: there is no folder {path.parent}. {words}") from error
        raise _refused(path, error, UNTOUCHED) from error
    finally:
        with contextlib.suppress(OSError):  # on failure the next sweep does it
            temporary.unlink()
        _ours.discard(temporary)


def _check_regular(path: Path, found: os.stat_result, most: int | None = None) -> None:
    """Raise OSError unless it is a regular file of at most `most` bytes."""
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))
    if most is not None and found.st_size > most:
        raise OSError(errno.EFBIG, f"it is larger than {most / 1e6:.0f} MB", str(path))


def _lock_folder(descriptor: int, folder: Path) -> None:
    try:
        _lock(descriptor)
    except TimeoutError as error:
        raise SaveError(f"{folder} is in use: {why(error)}. Nothing has changed; try again.") from None


def _lock(descriptor: int) -> None:
    """Lock until the descriptor is closed, if the system has locks. TimeoutError after PATIENCE."""
    try:
        import fcntl
    except ImportError:
        return None
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                said = f"another Tailor has been using it for {PATIENCE:.0f} s; close that one if it hangs"
                raise TimeoutError(errno.ETIMEDOUT, said) from None
            time.sleep(_PAUSE)
        except OSError:  # this file system has no locks
            return None


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _begun(descriptor: int, path: Path) -> bytes:
    """What must precede the next line, if the last one was not ended."""
    os.lseek(descriptor, max(os.fstat(descriptor).st_size - 1, 0), os.SEEK_SET)
    if os.read(descriptor, 1) in (b"", b"\n"):
        return b""
    import json  # not before the first frame

    try:
        json.loads(read_regular(path).rpartition(b"\n")[2])
    except (ValueError, RecursionError):
        return CUT + b"\n"
    return b"\n"


def _link(temporary: Path, path: Path) -> None:
    """Give the temporary file its final name, which must be free."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        # no hard links here (FAT, some network drives, Android), each with its own error; other problems make the
        # rename fail too. There is a small gap between check and rename
        if is_there(path):
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


def is_left_behind(path: Path, owner: str) -> bool:
    """Whether the process with this number, which wrote the file, is gone. OSError if the file is missing."""
    if os.name == "nt" or not owner.isdecimal():
        return path.stat().st_mtime < time.time() - _DAY
    try:
        os.kill(int(owner), 0)  # signal 0 only checks that the process exists
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass
    return False


def hold(path: Path) -> int | None:
    """Create this file and hold a lock on it until the descriptor is closed or the process ends in any way.

    None, and no file, if that is not possible.
    """
    descriptor = None
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return descriptor
    if descriptor is not None:  # this file system has no locks
        os.close(descriptor)
        path.unlink()
    return None


def is_held(path: Path) -> bool | None:
    """Whether a living process holds the file; None if unknown."""
    try:
        import fcntl

        descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
    except (ImportError, OSError):
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return False


def _is_left_over(path: Path) -> bool:
    """Whether the process that wrote this temporary file is gone."""
    owner = path.name.removeprefix(_MARK).split("-")[0]
    return path not in _ours if owner == str(os.getpid()) else is_left_behind(path, owner)


def _refused(path: Path, error: OSError, says: str) -> SaveError:
    return SaveError(f"{path} {says.format(why(error))}")
