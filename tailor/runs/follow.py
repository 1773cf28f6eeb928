"""Starting and ending to follow a procedure, for screens and command line.

Starts at the kept place or the first step; ends by saving how it went and what was changed, and telling the
memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memory.messages import LIBRARY, outcome_of_rating
from tailor.core.edits import Bag, Edit, Insert, is_deletion
from tailor.core.engine import apply, diff
from tailor.core.errors import DamagedError, NotFoundError
from tailor.core.following import Following, StepNote, begin, begin_anew, lost_in_notes, running
from tailor.core.procedure import Procedure
from tailor.core.renumber import Numberings, renumber_mentions, renumbering, step_moves
from tailor.library import trash
from tailor.library.entries import SavedEdit, stem_of
from tailor.library.metadata import noted_last, record_outcome
from tailor.library.progress import ProgressStore, id_of
from tailor.rules.rescue import helping_steps

if TYPE_CHECKING:
    from memory.client import Memory
    from tailor.library.store import Library


def saved_progress(kept: ProgressStore, procedure: Procedure, now: float, library: Path) -> tuple[Following, str]:
    """Return the kept place of a procedure, or its first step with last time's notes, and a sentence about it.

    If the steps were edited by hand since, following starts over with the new ones and keeps the notes. A place
    that cannot be read is moved aside, so that it is not overwritten. ContentError for a procedure without steps.
    """
    id = id_of(procedure)
    fresh = begin(procedure, id, now)
    try:
        found = kept.load(id)
    except DamagedError as error:
        aside = kept.lay_aside(id)
        return fresh, f"{error.message}, kept as {aside}" if aside else error.message
    if found is None:
        noted = _noted(library, fresh)
        return replace(fresh, notes=noted), "Your notes from last time are here." if noted else ""
    if not found.rescues and found.procedure.steps != procedure.steps:
        words = "The steps have changed since you last followed them, so this starts at step 1."
        notes = ("Your notes are here.", *lost_in_notes(found, procedure)) if found.notes else ()
        return begin_anew(found, procedure, now), " ".join((words, *notes))
    if found.rescues and found.original is None:  # kept by an earlier version of Tailor
        found = replace(found, original=procedure)
    return found, f"You are back at step {found.at}; {len(found.done)} of {found.count} done."


def _noted(library: Path, fresh: Following) -> tuple[StepNote, ...]:
    return tuple(note for note in noted_last(library, fresh.id) if note.step <= fresh.count)


@dataclass(frozen=True, slots=True)
class WayChange:
    """One change made on the way, which can be kept or left out."""

    edit: Edit
    """Based on the procedure as it was, with step numbers in its text as they are now."""
    says: str
    helped: bool
    """Whether it only helped when something went wrong, so that it may not next time."""


def changes_on_the_way(one: Following) -> tuple[WayChange, ...]:
    """What differs from the original procedure, ignoring step numbers that only moved."""
    before, edits = one.unchanged, diff(one.unchanged, one.procedure).edits
    where, helps = step_moves(before, one.procedure), helping_steps()
    return tuple(
        WayChange(edit, _change_words(before, edit), isinstance(edit, Insert) and edit.text in helps)
        for edit in edits
        if isinstance(edit, Insert)
        or renumber_mentions(before.part(edit.part)[edit.step - 1], where)[0] != edit.text
    )


def _change_words(before: Procedure, edit: Edit) -> str:
    new = f"New after step {edit.step}" if edit.step else "New at the start"
    at, new = (f"Step {edit.step}", new) if edit.part == "steps" else ("What you need", "You also need")
    if isinstance(edit, Insert):
        return f"{new}: {edit.text}"
    if is_deletion(edit):
        return f"{at}, left out: {before.part(edit.part)[edit.step - 1]}"
    return f"{at}: {edit.text}"


def as_kept(one: Following, kept: Sequence[WayChange]) -> Procedure:
    """The original with these changes, and every step mentioned under its number there.

    Title, yield and notes are the new ones, unless a change is missing that did more than help once.
    """
    before, now, changes = one.unchanged, one.procedure, changes_on_the_way(one)
    if len(kept) == len(changes):
        return now
    if whole := all(change.helped or change in kept for change in changes):
        before = replace(before, goal=now.goal, yields=now.yields, notes=now.notes)
    applied = apply(before, Bag(tuple(change.edit for change in kept)))
    made = applied.procedure
    then, since = step_moves(before, made), step_moves(now, made)
    traces = (applied.trace, applied.resource_trace)
    steps, things = ([since if origin.edit else then for origin in trace] for trace in traces)
    noted = {*now.notes.split("\n")} if whole else set[str]()
    beside = Numberings(steps, things, lambda text: since if text in noted else then)
    return renumbering(made, beside).applied(made)


def leave_place(kept: ProgressStore, one: Following, now: float, library: Path) -> Following | None:
    """Forget the place of what was finished; if timers still run, keep and return it at the first step with them.

    The notes for next time, by now in the library, stay with them. SaveError if it cannot be kept.
    """
    if not (timers := running(one)):
        kept.forget(one.id)
        return None
    left = begin_anew(replace(one, timers=timers), one.unchanged, now)
    left = replace(left, notes=_noted(library, left), over=True)
    kept.keep(left)
    return left


def end_following(
    library: "Library",
    one: Following,
    *,
    rating: int | None,
    words: str,
    kept: Sequence[WayChange],
    now: float,
) -> Following:
    """Save how it went and, if changes were `kept`, a variant, which the result then follows.

    Blocks on the disk. DamagedError, SaveError, ContentError: the outcome was not saved, the place is still there.
    """
    if kept:
        hint, original, made = "; ".join(one.rescues), one.unchanged, as_kept(one, kept)
        edits = tuple(
            SavedEdit(stage=1, edit=replace(edit, id=f"e{number}", agent="you", reason=hint))
            for number, edit in enumerate(diff(original, made).edits, 1)
        )
        parent = original.id or library.save(original).id
        saved = library.save(replace(made, id=""), parent=parent, hint=hint, edits=edits)
        one = replace(one, id=saved.id)
    keep_outcome(library, one, rating, words, now)
    return one


def saved_words(library: "Library", id: str) -> str:
    """A sentence on where the outcome was saved: the how-to may have been deleted while it was followed."""
    if library.find(id) is None and trash.holding(library.folder, stem_of(id)):
        return "Saved with the how-to, which is in the trash now: bring it back, and this comes back with it."
    return "Saved with the how-to in your library."


def keep_outcome(library: "Library", following: Following, rating: int | None, words: str, now: float) -> None:
    """Record one time through: rating 1 to 5, words, notes, and when. DamagedError, SaveError: nothing changed."""
    when = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    record_outcome(library.folder, following, rating, words, when)


async def tell_memory(memory: "Memory", library: "Library", id: str, rating: int | None) -> bool:
    """Set the outcome in the memory; return whether the memory has it now.

    A procedure of the library that the memory does not have is added first. TailorError if the memory fails.
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
