"""What was changed in a how-to after it was saved from its review: in the app, in its file, or by restoring.

A reopened review takes these changes over as the person's own edits, so that saving it again replaces none. A
change fits if the line it was made on is in the review as it was then; what does not fit is named.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tailor.core.edit_names import line_name
from tailor.core.edits import Edit, is_deletion
from tailor.core.errors import ContentError, TailorError
from tailor.core.procedure import PARTS, Procedure
from tailor.core.rebase import own_change
from tailor.core.renumber import mentions_all
from tailor.core.review import OwnEdit, Review, choose
from tailor.core.review.decisions import ReviewChange, own_edit
from tailor.core.review.state import ReviewState
from tailor.core.text import and_last
from tailor.core.transport import TrackedProcedure, apply_tracked
from tailor.library.entries import LibraryEntry, SavedProcedure
from tailor.library.store import Library
from tailor.runs.history import StoredRun, as_saved

_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class ChangedSince:
    """A review, and the newest version of what was saved from it."""

    saved: SavedProcedure
    made: Procedure
    """What the review had made when it was last saved."""
    review: Review
    """With the changes as the person's own edits: one undo step."""
    taken_over: tuple[str, ...] = ()
    """The lines that were changed since: "step 9"."""
    unfit: tuple[str, ...] = ()
    """The changed lines that do not fit, as the person decided otherwise about them in the review."""

    @property
    def says(self) -> str:
        """What was changed since, in a sentence or two; "" for nothing."""
        if not self.taken_over:
            return self.warning
        said = f"{self.saved.id} was changed after this review: {_listed(self.taken_over)}."
        return f"{said} The review has that now, as your own changes. {self.warning}".rstrip()

    @property
    def warning(self) -> str:
        """What saving would replace; "" for nothing."""
        if not self.unfit:
            return ""
        changed = f"{self.saved.id} was changed where this review now says something else: {_listed(self.unfit)}."
        return f"{changed} Saving replaces that with what the review says."


def _listed(named: Sequence[str]) -> str:
    more = len(named) - _MOST_NAMED
    return and_last(named if more <= 1 else (*named[:_MOST_NAMED], f"{more} more"))


def changed_since(library: Library, kept: StoredRun, entry: LibraryEntry) -> ChangedSince | None:
    """What was changed in the newest version of `entry`, saved from the review; None if it cannot be read."""
    try:
        saved = library.load(entry.stem)
    except TailorError:
        return None
    base, now = ReviewState(as_saved(kept)), ReviewState(kept.review)
    then = base.result.draft
    found = ChangedSince(saved, then.procedure, kept.review)
    if same_lines(now.result.draft.procedure, saved.procedure):
        return found
    by_hand = own_change(then.procedure, saved.procedure)
    edits = tuple(replace(edit, id=f"since{number}") for number, edit in enumerate(by_hand, 1))
    after = apply_tracked(then, edits)
    review, slots, taken, unfit = kept.review, dict[str, str](), list[Edit](), list[Edit]()
    since = [one for one in kept.review.choices.own if one not in base.review.choices.own]
    for edit in reversed(edits):  # each new line goes right below its place, so the last of them comes first
        if _is_there(edit, then, now, since):
            continue
        try:
            made = _as_own(review, edit, then) if _fits(edit, base, now) else None
        except ContentError:  # words that a review takes from nobody
            made = None
        if made is None:
            unfit.insert(0, edit)
        else:
            taken.insert(0, edit)
            review, slots[edit.id] = made.review, made.ids[0]
    if taken:
        meant = {number: slots.get(spot.slot, spot.slot) for number, spot in enumerate(after.steps, 1)}
        review = choose(kept.review, _meaning(review, set(slots.values()), meant).choices)
    names = [tuple(_name(edit, then, after) for edit in some) for some in (taken, unfit)]
    return replace(found, review=review, taken_over=names[0], unfit=names[1])


def same_lines(one: Procedure, other: Procedure) -> bool:
    """Whether two procedures have the same steps and list of things."""
    return all(one.part(part) == other.part(part) for part in PARTS)


def _slot(edit: Edit, then: TrackedProcedure) -> str:
    """The line that an edit replaces or follows; "" for an insert before the first."""
    return then.part(edit.part)[edit.step - 1].slot if edit.step else ""


def _is_there(edit: Edit, then: TrackedProcedure, now: ReviewState, since: list[OwnEdit]) -> bool:
    """Whether the review has this change already, as it was reopened before without being saved since.

    Takes it out of `since`, the own edits made since saving, as each stands for one change.
    """
    slot = _slot(edit, then)
    for one in since:
        if (one.op, one.part, one.slot, one.text) == (edit.op, edit.part, slot, edit.text):
            since.remove(one)
            return True
    texts = {spot.slot: spot.text for spot in now.result.draft.part(edit.part)}
    return edit.op == "replace" and texts.get(slot, "") == edit.text


def _fits(edit: Edit, base: ReviewState, now: ReviewState) -> bool:
    """Whether the line that the edit replaces reads as it did then; a new line always has a place."""
    if edit.op == "insert":
        return True
    slot = _slot(edit, base.result.draft)
    then, texts = (
        {spot.slot: spot.text for spot in state.plain_result.draft.part(edit.part)} for state in (base, now)
    )
    return slot in texts and texts[slot] == then.get(slot)


def _as_own(review: Review, edit: Edit, then: TrackedProcedure) -> ReviewChange:
    return own_edit(review, edit.op, _slot(edit, then), edit.text, edit.part)


def _meaning(review: Review, ids: set[str], meant: Mapping[int, str]) -> Review:
    """The review with the steps that these own edits mention, by the numbers of the changed how-to."""
    own = tuple(
        replace(one, meant=tuple((number, meant[number]) for number in mentions_all(one.text) if number in meant))
        if one.id in ids
        else one
        for one in review.choices.own
    )
    return replace(review, choices=replace(review.choices, own=own))


def _name(edit: Edit, then: TrackedProcedure, after: TrackedProcedure) -> str:
    """ "step 4", "step 5 (new)", "step 6 (removed)": numbered as in the changed how-to, if it is there."""
    if is_deletion(edit):
        return f"{line_name(edit.part, edit.step)} (removed)"
    slot = edit.id if edit.op == "insert" else _slot(edit, then)
    name = line_name(edit.part, after.index(edit.part)[slot])
    return f"{name} (new)" if edit.op == "insert" else name
