"""Taking in what was saved in the library since the memory last looked: variants, own procedures, imports.

Owns that moment (a small file beside the memory) and what has to be written and forgotten. Saving itself never
waits for the memory, and what a person took out of the memory stays out until its file changes or a rebuild.
Refuses to embed everything anew: while the embedder is another one, it does nothing.
"""

import json
import os
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from memory import sources
from memory.messages import LIBRARY
from tailor.storage import private_folder, replace_file

if TYPE_CHECKING:
    from memory.service import Service, Tell


def catch_up(service: "Service", tell: "Tell", stopped: Event) -> int:
    """Write what changed in the library, forget what went; how many rows that concerned. Raises SaveError."""
    mark, folder = service.settings.seen, service.settings.library
    if not mark or not folder or not service.fits():
        return 0
    before, now = seen(mark), changed(folder)
    newest = set(sources.newest(folder))
    gone = set(service.store().ids(LIBRARY)) - newest
    fresh = sources.loaded(folder, sorted(id for id in newest if now.get(id, 0) > before)).rows
    service.forget_rows(sorted(gone))
    service.write(service.with_outcomes(fresh), tell, stopped)
    keep_seen(mark, now)
    return len(gone) + len(fresh)


def changed(folder: str) -> dict[str, int]:
    """When each file of the library changed, in nanoseconds, by id; coming back from the trash is a change."""
    try:
        with os.scandir(folder) as files:
            stats = [(file.name[:-3], file.stat()) for file in files if file.name.endswith(".md")]
    except OSError:
        return {}  # there is no library yet
    return {id: max(stat.st_mtime_ns, stat.st_ctime_ns) for id, stat in stats}


def seen(mark: str) -> int:
    """Up to when the library was taken in; 0 where that is not known."""
    try:
        data = json.loads(Path(mark).read_bytes())
    except (OSError, ValueError, RecursionError):
        return 0  # everything is taken in once more
    return data if isinstance(data, int) else 0


def keep_seen(mark: str, now: dict[str, int]) -> None:
    """Everything up to the newest of these is in the memory.

    Where there is none, nothing is: a library that was away for a while is taken in whole when it is back.
    """
    newest, before = max(now.values(), default=0), seen(mark)
    if not mark or newest == before or (now and newest < before):
        return
    private_folder(Path(mark).parent)
    replace_file(Path(mark), str(newest).encode())
