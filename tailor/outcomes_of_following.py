"""What came of following a procedure: kept beside its files, and told to the memory, which prefers what worked.

Owns that pair, for the screens and the line mode alike. Refuses to ask anybody, and to let the memory's trouble
touch what is kept: files come first.
"""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memory.messages import LIBRARY
from memory.outcomes import outcome_of_rating
from tailor.core.errors import NotFoundError
from tailor.core.following import Following
from tailor.library.making import keep_made

if TYPE_CHECKING:
    from memory.client import Memory
    from tailor.library.store import Library


def keep_outcome(library: "Library", following: Following, rating: int | None, words: str, now: float) -> None:
    """One time through a procedure: rating 1 to 5, words, notes. `now`: seconds since the epoch.

    DamagedError, SaveError: nothing has changed then.
    """
    when = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    keep_made(library.folder, following, rating, words, when)


async def tell_memory(memory: "Memory", library: "Library", id: str, rating: int | None) -> bool:
    """Whether the memory holds the outcome now. A procedure of the library that it misses is added first; one that
    is in neither is left out. TailorError where the memory fails.
    """
    outcome = outcome_of_rating(rating)
    if await memory.set_outcome(id, outcome):
        return True
    try:
        saved = library.load(id)
    except NotFoundError:
        return False
    await memory.add((saved.procedure,), source=LIBRARY)
    return await memory.set_outcome(id, outcome)
