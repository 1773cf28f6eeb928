"""From a procedure to the place where it is followed: the one that was kept, or the first step.

Owns that choice, for the screens and the command line alike. Refuses to lose a place without saying so.
"""

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memory.messages import LIBRARY, outcome_of_rating
from tailor.core.engine import diff
from tailor.core.errors import DamagedError, NotFoundError
from tailor.core.following import Following, begin, begin_anew
from tailor.core.procedure import Procedure
from tailor.library.entries import SavedEdit
from tailor.library.metadata import record_outcome
from tailor.library.progress import ProgressStore, id_of
from tailor.paths import Paths

if TYPE_CHECKING:
    from memory.client import Memory
    from tailor.library.store import Library


def progress_store(places: Paths) -> ProgressStore:
    """Where places are kept."""
    return ProgressStore(places.data / "follow")


def saved_progress(kept: ProgressStore, procedure: Procedure, now: float) -> tuple[Following, str]:
    """The kept place of a procedure, else its first step; and what to say about it, "" where nothing is to say.

    Steps that were changed by hand since then are followed as they are now, from the first, with the notes. A
    place that cannot be read is laid aside, so that the new one is not written over it. ContentError for a
    procedure without steps.
    """
    id = id_of(procedure)
    fresh = begin(procedure, id, now)
    try:
        found = kept.load(id)
    except DamagedError as error:
        aside = kept.lay_aside(id)
        return fresh, f"{error.message}, kept as {aside}" if aside else error.message
    if found is None:
        return fresh, ""
    if not found.rescues and found.procedure.steps != procedure.steps:
        words = "The steps were changed since you followed them last, so this begins at step 1."
        return begin_anew(found, procedure, now), f"{words} Your notes are here." if found.notes else words
    return found, f"You are back at step {found.at}; {len(found.done)} of {found.count} done."


def keep_outcome(library: "Library", following: Following, rating: int | None, words: str, now: float) -> None:
    """One time through a procedure: rating 1 to 5, words, notes. `now`: seconds since the epoch.

    DamagedError, SaveError: nothing has changed then.
    """
    when = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    record_outcome(library.folder, following, rating, words, when)


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
        SavedEdit(stage=1, edit=replace(edit, id=f"e{number}", agent="you", reason="; ".join(one.rescues)))
        for number, edit in enumerate(diff(original, one.procedure).edits, 1)
    )
    parent = original.id or library.save(original).id
    hint = "; ".join(one.rescues)
    saved = library.save(replace(one.procedure, id=""), parent=parent, hint=hint, edits=edits)
    return replace(one, id=saved.id)
