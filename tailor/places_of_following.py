"""From a procedure to the place where it is followed: the one that was kept, or the first step.

Owns that choice, for the screens and the command line alike. Refuses to lose a place without saying so.
"""

from tailor.core.errors import DamagedError
from tailor.core.following import Following, begin, begin_anew
from tailor.core.procedure import Procedure
from tailor.library.progress import PlacesKept, id_of
from tailor.paths import Places


def places_kept(places: Places) -> PlacesKept:
    """Where places are kept."""
    return PlacesKept(places.data / "follow")


def place_of(kept: PlacesKept, procedure: Procedure, now: float) -> tuple[Following, str]:
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
