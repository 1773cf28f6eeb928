"""What was changed in a how-to after it was saved from its review: in the app, in its file, or by restoring.

A reopened review takes these changes over as the person's own edits, so that saving it again replaces none. A
change fits if the line it was made on is in the review as it was then; what does not fit is named.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tailor.core.edit_names import line_name
from tailor.core.edits import Edit, is_deletion
from tailor.core.errors import ContentError, TailorError
from tailor.core.procedure import PARTS, Procedure
from tailor.core.rebase import own_change
from tailor.core.renumber import mentions_all
from tailor.core.review import Decisions, OwnEdit, Review, choose
from tailor.core.review.decisions import own_edit
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
    made, unfit = dict[Edit, Decisions](), list[Edit]()
    before, own = base.review.choices.own, now.review.choices.own
    since = [one for one in own if one not in before]
    gone = {one.id for one in before} - {one.id for one in own if any(_is_same(one, old) for old in before)}
    for edit in edits:
        lines = [spot.slot for spot in then.part(edit.part)[: edit.step]]
        above = lines if edit.op == "replace" else [slot for slot in lines if slot not in gone]
        if _is_there(edit, above, now, since):
            continue
        choices = _with_own(edit, above, now) if _fits(edit, base, now) else None
        if choices:
            made[edit] = choices
        else:
            unfit.append(edit)
    review = (
        choose(kept.review, _together(base.review.choices, kept.review.choices, made, after))
        if made
        else kept.review
    )
    names = [tuple(_name(edit, then, after) for edit in some) for some in (made, unfit)]
    return replace(found, review=review, taken_over=names[0], unfit=names[1])


def same_lines(one: Procedure, other: Procedure) -> bool:
    """Whether two procedures have the same steps and list of things."""
    return all(one.part(part) == other.part(part) for part in PARTS)


def _slot(edit: Edit, then: TrackedProcedure) -> str:
    """The line that an edit replaces or follows; "" for an insert before the first."""
    return then.part(edit.part)[edit.step - 1].slot if edit.step else ""


def _is_same(one: OwnEdit, old: OwnEdit) -> bool:
    """Whether both are one own edit, perhaps in other words; an undone one may have left its id to another."""
    return (one.id, one.op, one.slot) == (old.id, old.op, old.slot)


def _is_there(edit: Edit, above: Sequence[str], now: ReviewState, since: list[OwnEdit]) -> bool:
    """Whether the review has this change already, as it was reopened before without being saved since.

    Takes it out of `since`, the own edits made since saving, as each stands for one change.
    """
    slot = above[-1] if above else ""
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


def _with_own(edit: Edit, above: Sequence[str], now: ReviewState) -> Decisions | None:
    """The decisions with this change as the last own edit; None for words that a review takes from nobody.

    A new line goes below the nearest line above it that is still there.
    """
    slot = above[-1] if above else ""
    try:
        made = own_edit(now.review, edit.op, slot, edit.text, edit.part, state=now).review.choices
    except ContentError:
        return None
    if edit.op == "replace":
        return made
    return replace(made, own=(*made.own[:-1], replace(made.own[-1], above=tuple(above))))


def _together(
    saved: Decisions, before: Decisions, made: dict[Edit, Decisions], after: TrackedProcedure
) -> Decisions:
    """All these own edits in one, with ids of their own, and the steps they mention by the numbers of `after`.

    Each new line goes right below its place, so the last of them comes first.
    """
    used = (one.id for one in (*saved.own, *(choices.own[-1] for choices in made.values())))
    first = 1 + max(int(id.removeprefix("you")) for id in used)
    ids = {edit.id: f"you{number}" for number, edit in enumerate(reversed(made), first)}
    meant = {number: ids.get(spot.slot, spot.slot) for number, spot in enumerate(after.steps, 1)}
    kept = (own for own in before.own if all(own in choices.own for choices in made.values()))
    own = (
        replace(
            made[edit].own[-1],
            id=ids[edit.id],
            meant=tuple((number, meant[number]) for number in mentions_all(edit.text) if number in meant),
        )
        for edit in reversed(made)
    )
    return replace(before, own=(*kept, *own))


def _name(edit: Edit, then: TrackedProcedure, after: TrackedProcedure) -> str:
    """ "step 4", "step 5 (new)", "step 6 (removed)": numbered as in the changed how-to, if it is there."""
    if is_deletion(edit):
        return f"{line_name(edit.part, edit.step)} (removed)"
    slot = edit.id if edit.op == "insert" else _slot(edit, then)
    name = line_name(edit.part, after.index(edit.part)[slot])
    return f"{name} (new)" if edit.op == "insert" else name
