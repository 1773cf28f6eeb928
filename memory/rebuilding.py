"""Making the memory again: from the library's files, and with another embedder.

Owns both, so that a kill at any moment loses nothing: new vectors are gathered beside the table and take its
place in one commit; what was gathered is found again by the next try. Refuses to touch the library.
"""

from threading import Event
from typing import TYPE_CHECKING

from memory import sources
from memory.messages import LIBRARY, Progress, Rebuilt
from tailor.core.errors import DamagedError

if TYPE_CHECKING:
    from memory.service import Service, Tell

_REBUILD_BATCH = 500


def rebuild(service: "Service", tell: "Tell", stopped: Event) -> Rebuilt:
    """Bring back starters and library rows, embed anew where the embedder changed, make the indexes.

    A table that cannot be read is set aside first, and said; what was imported into it has to be imported again.
    """
    aside = _sound_or_aside(service)
    if not service.fits():
        embed_anew(service, tell, stopped)
    kept = sources.library(service.settings.library)
    rows = (*sources.starters(), *kept.rows)
    store = service.store()
    store.index_anew()
    gone = set(store.ids(LIBRARY)) - {row.id for row in kept.rows}
    store.delete(gone)
    service.write(service.with_outcomes(rows), tell, stopped)
    tell(Progress(what="rows", done=len(rows), total=len(rows), rows=len(rows)))
    service.optimize()
    return Rebuilt(rows=store.count(), from_library=len(kept.rows), damaged=kept.damaged, aside=aside)


def embed_anew(service: "Service", tell: "Tell", stopped: Event) -> None:
    """Give every row a vector of the settings' embedder. Stopped or killed, it goes on from there next time."""
    store, embedder = service.store(), service.embedder()
    there = store.gather(embedder.name, embedder.dimension)
    total, done = store.count(), 0
    for rows in store.all_rows(_REBUILD_BATCH):
        if stopped.is_set():
            return
        missing = [row for row in rows if row.id not in there]
        if missing:
            store.gather_more(missing, *service.vectors(missing))
        done += len(rows)
        tell(Progress(what="rows embedded anew", done=done, total=total, rows=done))
    if set(store.ids()) - store.gathered():
        embed_anew(service, tell, stopped)  # another process wrote meanwhile
    else:
        store.take_gathered()


def _sound_or_aside(service: "Service") -> str:
    """Probe the table; where it is damaged it is set aside and a new one made. Where it went, else ""."""
    from memory.store import Store

    store = Store(service.settings.uri)
    try:
        store.probe()
    except DamagedError:
        service.forget()
        return store.set_aside()
    return ""
