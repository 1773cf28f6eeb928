"""Files written whole or not at all, private to the person (research: storage trust).

A file is replaced by a temporary file beside it: fsync, rename or link, fsync of the folder; files are 0600,
folders 0700. Records grow by whole JSON lines, and `in_turn` is the lock for reading a file and writing it back.
What others may have put there is read by `read_regular` and `open_regular` alone, which never wait for ever.
"""

import codecs
import contextlib
import errno
import io
import itertools
import json
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
"""Errors of file systems that cannot fsync a folder."""
CUT: Final = b"\x18"
"""Ends a line that was cut off, before the next one: no JSON holds this byte."""
LARGEST: Final = 256 * 1024 * 1024
"""Bytes that are read of one file; the longest record of a run has a tenth of it."""
PATIENCE = 20.0
"""Seconds to wait for a lock that another process holds; each holds it for milliseconds."""
_PAUSE: Final = 0.005
_TAIL: Final = 4_096
_BINARY: Final = getattr(os, "O_BINARY", 0)
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe does not wait for its other end."""
_turn: Final = Lock()
_ours: set[Path] = set()  # temporary files this process is writing right now: a sweep leaves them alone


class SaveError(TailorError):
    """A file could not be written; what was there before is untouched."""

    title = "Not saved"


def private_folder(folder: Path) -> Path:
    """The folder, made with its parents (0700) if missing. Raises SaveError where it cannot be made."""
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
    """What stands where the folder or one of its parents should be: another file, or a link that leads nowhere."""
    there = next((path for path in (folder, *folder.parents) if os.path.lexists(path)), None)
    return there if there is not None and not is_folder(there) else None


def is_no_folder(file: Path) -> str:
    """What to say of something that is `in_the_way`."""
    return "is not a folder" if is_there(file) else "is a link that leads nowhere, not a folder"


def is_shut(folder: Path) -> bool:
    """Whether the folder, or one above it, may not be entered: then even what is in it cannot be asked."""
    try:
        os.stat(os.path.join(folder, "."))  # noqa: PTH116, PTH118 - a Path would drop the dot
    except PermissionError:
        return True
    except OSError:
        return False
    return False


def inside(folder: Path, name: str) -> Path:
    """The path of this name directly in the folder. UsageError for a name that leads elsewhere, or nowhere."""
    if name in ("", ".", "..") or any(mark in name for mark in ("/", "\\", "\0")):
        raise UsageError(f'"{one_line(name, 80)}" cannot be a file name in {folder}.')
    return folder / name


def open_regular(path: Path, most: int | None = LARGEST) -> io.BufferedReader:
    """The file, open for reading. OSError for more than `most` bytes, and for anything but a regular file.

    A pipe or a device may never end; to open one may do something already, so it is looked at before.
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
    """The whole file; OSError as of `open_regular`."""
    with open_regular(path, most) as file:
        return file.read(most)


def lines_in(path: Path) -> list[bytes]:
    """The lines of a file of JSON Lines, and what is behind the last; OSError as of `open_regular`.

    They end in "\\n" alone, since texts may hold U+2028. An editor's byte-order mark belongs to no line.
    """
    return read_regular(path).removeprefix(codecs.BOM_UTF8).split(b"\n")


def open_log(path: Path, most: int) -> int:
    """The descriptor of a private file that grows; emptied first if it has more than `most` bytes. OSError."""
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
    """The descriptor of the log that a child process writes; /dev/null if it cannot be opened. See `open_log`."""
    with contextlib.suppress(OSError, SaveError):
        private_folder(path.parent)
        return open_log(path, 1_000_000)
    return os.open(os.devnull, os.O_WRONLY)


def last_line(path: Path) -> str:
    """The last line with words in it, cleaned; "" where there is none, or no such file."""
    with contextlib.suppress(OSError, ValueError), open_regular(path) as file:
        file.seek(max(os.fstat(file.fileno()).st_size - _TAIL, 0))
        lines = file.read(_TAIL).decode("utf-8", "replace").splitlines()
        return one_line(next((line for line in reversed(lines) if line.strip()), ""), 200)
    return ""


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


def create_new(path: str, text: str) -> None:
    """Write a text into a new file where a person wants it. UsageError where one is there already; SaveError."""
    try:
        create_file(named(path), text.encode("utf-8", "replace"))
    except FileExistsError:
        raise UsageError("There is already a file with that name. Choose another name.") from None


def add_lines(path: Path, lines: bytes, *, lasting: bool = False) -> None:
    """Append whole lines to a private file of JSON lines. Raises OSError.

    A last line that a crash or a full disk cut off is ended with `CUT` first, so that it does not spoil the next
    one. `lasting`: fsync before returning.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY | _AT_ONCE, 0o600)
    try:
        _check_regular(path, os.fstat(descriptor))
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
    cannot lock a folder (Windows, some network disks). SaveError where the folder cannot be made, or another
    process does not let go of it.
    """
    private_folder(folder)
    with _turn:
        descriptor = None
        with contextlib.suppress(OSError):  # Windows opens no folder
            descriptor = os.open(folder, os.O_RDONLY)
        try:
            if descriptor is not None:
                _lock_folder(descriptor, folder)
            yield
        finally:
            if descriptor is not None:
                os.close(descriptor)  # which lets the next one in


def is_there(path: Path) -> bool:
    """Whether the path exists; False for a name that no file can have, and in a folder that may not be entered."""
    return os.path.exists(path)  # noqa: PTH110 - Path's raises for what may not be looked at


def is_folder(path: Path) -> bool:
    """Whether it is a folder; False as `is_there`."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


def is_file(path: Path) -> bool:
    """Whether it is a file; False as `is_there`."""
    return os.path.isfile(path)  # noqa: PTH113 - as above


def changed_at(path: Path) -> int:
    """When it was written last, in nanoseconds: a number that changes with it; 0 where that cannot be known."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def files_in(folder: Path, ending: str) -> list[Path]:
    """The files of the folder with this ending, unordered; none where it cannot be read."""
    try:
        return [folder / name for name in os.listdir(folder) if name.endswith(ending)]  # noqa: PTH208 - names do
    except OSError:
        return []


def check_listable(folder: Path) -> None:
    """DamagedError where there is a folder in which nobody may look: what it holds is not known to be missing."""
    try:
        os.listdir(folder)  # noqa: PTH208 - as `files_in`
    except FileNotFoundError:
        return
    except OSError as error:
        words = f"The folder {folder} cannot be read: {why(error)}. Nothing in it is changed."
        raise DamagedError(words) from error


def named(path: str) -> Path:
    """The path with `~` expanded; `~name` of an unknown user stays as written."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path's raises for an unknown user


def is_temporary(name: str) -> bool:
    """Whether a file of this name is one that is being written, or was when its process died."""
    return name.startswith(_MARK)


def sweep(folder: Path) -> None:
    """Remove temporary files that dead processes left in the folder. Never raises."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                if is_temporary(path.name) and _is_left_over(path):
                    path.unlink()


def why(error: BaseException) -> str:
    """The cause as the system words it: "No space left on device"; never with its number."""
    if isinstance(reason := getattr(error, "reason", None), OSError):  # urllib hides it in there
        return why(reason)
    if isinstance(error, MemoryError):
        return "there is no memory left"
    if _is_no_time(error):
        return "its clock is set to a time after the year 2262. Set it right"
    told = error.strerror if isinstance(error, OSError) else None
    return told or str(error) or type(error).__name__


def is_refused(error: BaseException) -> bool:
    """Whether the system refused a file, memory, a thread or the time, so that it is no fault of Tailor."""
    known = str(error) == "can't start new thread" or _is_no_time(error)
    return isinstance(error, OSError | MemoryError) or known


def _is_no_time(error: BaseException) -> bool:
    """Whether it is Python's word for a clock beyond what a computer can count."""
    return isinstance(error, OverflowError) and str(error).startswith("timestamp too large")


def refused(error: BaseException) -> str:
    """What the system refused, and where; and that nothing is lost."""
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
    """A synced temporary file beside `path` with the data; it is gone at the end, and errors name `path`."""
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
        with contextlib.suppress(OSError):  # where that fails the next sweep does it
            temporary.unlink()
        _ours.discard(temporary)


def _check_regular(path: Path, found: os.stat_result, most: int | None = None) -> None:
    """OSError unless it is a regular file of at most so many bytes."""
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))
    if most is not None and found.st_size > most:
        raise OSError(errno.EFBIG, f"it has more than {most / 1e6:.0f} MB", str(path))


def _lock_folder(descriptor: int, folder: Path) -> None:
    try:
        _lock(descriptor)
    except TimeoutError as error:
        raise SaveError(f"{folder} is in use: {why(error)}. Nothing has changed; try again.") from None


def _lock(descriptor: int) -> None:
    """Lock until the descriptor is closed, where the system has locks. TimeoutError after PATIENCE."""
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
                said = f"another Tailor has used it for {PATIENCE:.0f} s; close that one if it hangs"
                raise TimeoutError(errno.ETIMEDOUT, said) from None
            time.sleep(_PAUSE)
        except OSError:  # this file system has no locks
            return None


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
        json.loads(read_regular(path).rpartition(b"\n")[2])
    except (ValueError, RecursionError):
        return CUT + b"\n"
    return b"\n"


def _link(temporary: Path, path: Path) -> None:
    """Give the temporary file its name, which must be free."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        # no hard links here (FAT, some network drives, Android), each says so in its own way; what else is wrong
        # the renaming meets too. There is a small gap between look and rename
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
    """Whether the process of this number, which wrote the file, is gone. OSError without the file."""
    if os.name == "nt" or not owner.isdecimal():
        return path.stat().st_mtime < time.time() - _DAY
    try:
        os.kill(int(owner), 0)  # signal 0 only asks whether the process is there
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass
    return False


def hold(path: Path) -> int | None:
    """Make this file and hold it until the descriptor is closed or the process ends, however it does.

    None, and no file, where that cannot be.
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
    """Whether a process that lives holds the file; None where that cannot be known."""
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
