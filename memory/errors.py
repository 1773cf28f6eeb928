"""Errors of the memory and how they are worded for the person.

LanceDB raises RuntimeError and ValueError for everything; only the message reveals a full disk or missing
permissions. The worker sends a RequestFailed, which `error_of` turns into an exception on the other side.
"""

import errno
import re
from pathlib import Path
from typing import Final

from memory.messages import RequestFailed
from tailor.core.errors import ContentError, DamagedError, NotFoundError, ProviderError, TailorError, UsageError
from tailor.core.text import one_line
from tailor.storage import SaveError, last_line

_FULL = re.compile(rf"(?i)os error (?:{errno.ENOSPC}|{errno.EFBIG}|{errno.EDQUOT})\b|no space left")
_RIGHTS = re.compile(
    rf"(?i)(?:os error |errno )(?:{errno.EACCES}|{errno.EROFS}|{errno.EPERM})\b|permission denied"
)
_SHORT = re.compile(
    rf"(?i)(?:os error |errno )(?:{errno.EMFILE}|{errno.ENFILE}|{errno.ENOMEM}|{errno.EAGAIN}|{errno.EIO})\b"
)
_RUST = re.compile(r"lance error: |LanceError\(\w+\): |Wrapped error: |,? /\S+\.rs:\d+:\d+")
"""What LanceDB adds to its messages: the kind of error, and lines of its own source."""
TRIES: Final = 3
"""Workers that are started for one request."""


class MemoryFault(TailorError):
    """The memory failed, and neither the request nor its table is to blame."""

    title = "The memory did not answer"


def known_error(error: Exception, uri: str) -> TailorError | None:
    """The error for a missing package or something the system denies; None for anything else."""
    said = str(error)
    if _FULL.search(said):
        return SaveError(
            f"There is no space left for the memory at {uri}. What was there before is still there. "
            "Free some space and try again."
        )
    if rights := refused(said, uri):
        return rights
    if isinstance(error, ImportError):
        return MemoryFault(
            f"The memory needs {error.name or 'a package'}, which is not installed here. Reinstall "
            "Tailor; everything else works without the memory."
        )
    return None


def unknown_error(error: BaseException) -> MemoryFault:
    """The error for a failure that nothing else explains."""
    return MemoryFault(
        f"The memory could not do that ({type(error).__name__}: {_said(error)}). Everything in it is still "
        "there. Try again; if it happens again, `tailor memory rebuild` may help."
    )


def refused(said: str, uri: str) -> SaveError | None:
    """The error for something the system denies, judged by LanceDB's message; the table itself may be sound."""
    if _SHORT.search(said):
        return SaveError(
            f"The system cannot open the memory at {uri} right now: {_said(said)}. Nothing has changed; "
            "close other programs and try again."
        )
    if not _RIGHTS.search(said):
        return None
    return SaveError(
        f"The memory at {uri} cannot be written to. Nothing has changed; check the folder's permissions and try "
        "again."
    )


def _said(why: object) -> str:
    return one_line(_RUST.sub("", str(why)), 160)


def damaged(uri: str, why: object) -> DamagedError:
    """The error for a table that cannot be read; for a LanceDB exception it only says that a file is at fault."""
    cause = "one of its files is missing or damaged" if isinstance(why, RuntimeError | ValueError) else _said(why)
    return DamagedError(
        f"The memory at {uri} cannot be read ({cause}). `tailor memory rebuild` moves it aside and builds a "
        "new one from your library, which is not affected. You will then have to import your collections again.",
        title="The memory is damaged",
    )


def gone(uri: str) -> DamagedError:
    """The error for a table that was there a moment ago and is gone."""
    return DamagedError(
        f"The memory at {uri} was emptied or moved while it was open. The next search will make a new one "
        "from your library, which is not affected. Put the old one back, or import your collections again.",
        title="The memory is gone",
    )


def damaged_beside(uri: str) -> DamagedError:
    """The error for a table with all rows readable, but not one of its indexes or older versions."""
    return DamagedError(
        f"Everything in the memory at {uri} is still there, but a file beside it (for the index or an older "
        "version) is missing or damaged. `tailor memory rebuild` repairs that, and nothing is lost.",
        title="The memory is damaged",
    )


def unreachable(uri: str, why: object) -> UsageError:
    """The error for a remote memory that cannot be opened."""
    return UsageError(
        f"The memory at {uri} cannot be opened ({_said(why)}). Check its address, and its keys in the "
        "environment variables; or go back to your own memory: tailor config set memory.uri ''",
        title="The memory cannot be reached",
    )


def kept_stopping(log: str) -> MemoryFault:
    """The error after TRIES workers died on one request."""
    return MemoryFault(
        f"The memory stopped {TRIES} times in a row{_last_words(log)}. Everything in it is still there; see "
        f"{log or 'the log'}."
    )


def fell_silent(log: str) -> MemoryFault:
    """The error after a worker was silent for too long and was killed."""
    return MemoryFault(
        f"The memory did not respond for several minutes, so it was stopped{_last_words(log)}. Everything in "
        f"it is still there; try again, and see {log or 'the log'}."
    )


def _last_words(log: str) -> str:
    said = last_line(Path(log)) if log else ""
    return f" (its log ends: {said})" if said else ""


def not_started(why: str) -> TailorError:
    """The error when no worker can be started: Python was moved, or the system is out of processes."""
    return TailorError(
        f"The memory could not be started ({why}). Nothing in it has changed. Restart Tailor; if that "
        "does not help, reinstall it.",
        title="The memory did not answer",
    )


def failure_of(error: TailorError) -> RequestFailed:
    """An error in the form in which the worker sends it."""
    return RequestFailed(kind=type(error).__name__, message=error.message, fault=getattr(error, "fault", ""))


def error_of(failed: RequestFailed) -> TailorError:
    """The error that the worker met, as an exception of this process."""
    if failed.kind == "ProviderError":
        return ProviderError(failed.fault or "server", failed.message)  # type: ignore[arg-type]  # one of the eight, from our own worker
    kinds = {kind.__name__: kind for kind in (ContentError, NotFoundError, UsageError, DamagedError, SaveError)}
    return kinds.get(failed.kind, MemoryFault)(failed.message)


def memory_error_words(error: TailorError, *, here: bool = False) -> str:
    """What to tell the person: what happened and what to do. `here`: shown on the Memory screen itself."""
    key = "ctrl+r" if here else "In Memory (F5), ctrl+r"
    if isinstance(error, DamagedError):  # its message names the command that repairs it
        return f"{error.message} {key} does the same as that command."
    if isinstance(error, MemoryFault):
        mends = f"{key} repairs it, as `tailor memory rebuild` does."
        return f"{error.message} {mends} Your library is not affected."
    return error.message
