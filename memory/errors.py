"""What an error of LanceDB means for the person, and the words for it.

Owns telling a full disk, a damaged table and everything else apart: LanceDB raises RuntimeError and ValueError
for all of them. Refuses to mend.
"""

import errno
import re
from typing import TYPE_CHECKING

from memory.messages import RequestFailed
from tailor.core.errors import ContentError, DamagedError, NotFoundError, ProviderError, TailorError, UsageError
from tailor.core.text import one_line
from tailor.storage import SaveError

if TYPE_CHECKING:
    from memory.service import Service

_FULL = re.compile(rf"os error (?:{errno.ENOSPC}|{errno.EFBIG}|{errno.EDQUOT})\b|no space left", re.IGNORECASE)
_RIGHTS = re.compile(
    rf"(?:os error |errno )(?:{errno.EACCES}|{errno.EROFS}|{errno.EPERM})\b|permission denied", re.IGNORECASE
)


def judged(error: Exception, service: "Service | None") -> RequestFailed:
    """The failure as it is told to the app."""
    said = str(error)
    uri = service.settings.uri if service else "memory"
    if _FULL.search(said):
        return RequestFailed(
            kind="SaveError",
            message=f"There is no room left for the memory at {uri}. What was kept before is still there; make "
            "room and try again.",
        )
    if refused(said):
        return RequestFailed(kind="SaveError", message=no_rights(uri).message)
    if isinstance(error, ImportError):
        return RequestFailed(
            kind="MemoryFault",
            message=f"The memory needs {error.name or 'a package'}, which is not installed here. Install Tailor "
            "anew; tailoring works without the memory.",
        )
    if service is not None and (why := _damage(service)):
        return why
    named = f"{type(error).__name__}: {one_line(said, 160)}"
    return RequestFailed(
        kind="MemoryFault",
        message=f"The memory could not do that ({named}). What was kept is still there; the log has more.",
    )


def _damage(service: "Service") -> RequestFailed | None:
    """The answer for a table that cannot be read any more; None where it can."""
    from memory.store import Store

    try:
        Store(service.settings.uri).probe()
    except DamagedError as damaged:
        service.forget()
        return RequestFailed(kind="DamagedError", message=damaged.message)
    return None


def refused(said: str) -> bool:
    """Whether an error's words are those of missing rights, which say nothing of the table itself."""
    return bool(_RIGHTS.search(said))


def no_rights(uri: str) -> SaveError:
    """What to say of a memory whose place the system does not let us use."""
    return SaveError(
        f"The memory at {uri} may not be written to. Nothing has changed; check the rights of the folder and try "
        "again."
    )


def damaged(uri: str, why: object) -> DamagedError:
    """What to say of a table that cannot be read."""
    return DamagedError(
        f"The memory at {uri} cannot be read ({one_line(str(why), 80)}). `tailor memory rebuild` sets it aside "
        "and brings back what is in your library; your library itself is not touched. Imported collections have "
        "to be imported again.",
        title="The memory is damaged",
    )


def unreachable(uri: str, why: object) -> UsageError:
    """What to say of a memory elsewhere that cannot be opened."""
    return UsageError(
        f"The memory at {uri} cannot be opened ({one_line(str(why), 160)}). Check the address and, in the "
        "environment, the keys that open it; or go back to a memory of your own: tailor config set memory.uri ''",
        title="The memory cannot be reached",
    )


class MemoryFault(TailorError):
    """The memory failed for a reason that lies neither in the request nor in its table."""

    title = "The memory did not answer"


def kept_stopping(log: str, tries: int = 3) -> MemoryFault:
    """The error after that many workers died on one request."""
    return MemoryFault(
        f"The memory stopped {tries} times in a row. What was kept is still there; see {log or 'the log'}."
    )


def not_started(why: str) -> TailorError:
    """The error where no worker can be started: Python was moved meanwhile, or the system is out of processes."""
    return TailorError(
        f"The memory could not be started ({why}). Nothing in it has changed. Start Tailor anew; where "
        "that does not help, install it anew.",
        title="The memory did not answer",
    )


def error_of(failed: RequestFailed) -> TailorError:
    """The error that the worker met, as an exception of this process."""
    if failed.kind == "ProviderError":
        return ProviderError(failed.fault or "server", failed.message)  # type: ignore[arg-type]  # one of the eight, from our own worker
    kinds = (ContentError, NotFoundError, UsageError, DamagedError, SaveError)
    kind = next((kind for kind in kinds if kind.__name__ == failed.kind), MemoryFault)
    return kind(failed.message)


def memory_error_words(error: TailorError, *, here: bool = False) -> str:
    """What to tell the person: what happened and what to do. `here`: shown on the Memory screen itself."""
    key = "ctrl+r" if here else "In the Memory (F5) ctrl+r"
    if isinstance(error, DamagedError):  # its message names the command that mends it
        return f"{error.message} {key} does the same as that command."
    if isinstance(error, MemoryFault):
        mends = f"{key} mends it, as `tailor memory rebuild` does."
        return f"{error.message} {mends} Your library is not touched by this."
    return error.message
