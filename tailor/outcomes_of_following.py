"""What came of following a procedure: kept beside its files, and told to the memory, which prefers what worked.

Owns that pair, and the variant that steps changed on the way become, for the screens and the line mode alike.
Refuses to ask anybody, and to let the memory's trouble touch what is kept: files come first.
"""

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memory.messages import LIBRARY, outcome_of_rating
from tailor.core.engine import diff
from tailor.core.errors import NotFoundError
from tailor.core.following import Following
from tailor.core.procedure import Procedure
from tailor.library.entries import KeptEdit
from tailor.library.metadata import keep_made

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


def keep_changed(library: "Library", original: Procedure, one: Following) -> Following:
    """The steps as they were changed on the way, kept as a variant of the original, which was followed then.

    SaveError, ContentError.
    """
    edits = tuple(
        KeptEdit(stage=1, edit=replace(edit, id=f"e{number}", agent="you", reason="; ".join(one.rescues)))
        for number, edit in enumerate(diff(original, one.procedure).edits, 1)
    )
    parent = original.id or library.save(original).id
    hint = "; ".join(one.rescues)
    saved = library.save(replace(one.procedure, id=""), parent=parent, hint=hint, edits=edits)
    return replace(one, id=saved.id)
