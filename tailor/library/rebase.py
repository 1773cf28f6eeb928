"""Rebasing a variant of the library onto a newer version of its original.

Finds both originals and saves the outcome as the variant's next version; `core.rebase` moves the edits. Edits that
no longer fit are left to the person.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tailor.core.edits import Edit
from tailor.core.errors import ContentError, NotFoundError
from tailor.core.procedure import Procedure
from tailor.core.rebase import Rebased, own_change, rebase, with_ids
from tailor.core.review import Review
from tailor.core.review_state import ReviewState
from tailor.library.entries import LibraryEntry, SavedEdit, SavedProcedure, stem_of
from tailor.library.lineage import replayed, saved_edits, summary, variant
from tailor.library.store import Library

Starter = Callable[[str], Procedure | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RebasePlan:
    """A variant rebased onto a newer original, not yet saved."""

    variant: SavedProcedure
    onto: str
    """Id of the newer original."""
    old: Procedure
    new: Procedure
    rebased: Rebased

    @property
    def moved(self) -> bool:
        """Whether the original has changed."""
        return stem_of(self.onto) != stem_of(self.variant.parent or "") or self.onto != self.variant.parent


def plan(library: Library, id: str, starter: Starter, onto: str | None = None) -> RebasePlan:
    """Rebase a variant without saving.

    `onto`: another original than the newest version of its own. NotFoundError if an original is missing,
    ContentError for a procedure that is no variant, or whose edits do not fit its original.
    """
    saved = library.load(id)
    if saved.parent is None:
        raise ContentError(
            f"{saved.id} was not derived from another procedure, so there is nothing to carry over."
        )
    target = onto or newest(library, saved.parent)
    old, new = _original(library, saved.parent, starter), _original(library, target, starter)
    edits = [kept for kept in saved.edits if kept.decision == "accepted"]
    stages = sorted({kept.stage for kept in edits})
    batches: list[Sequence[Edit]] = [[k.edit for k in edits if k.stage == stage] for stage in stages]
    if by_hand := own_change(replayed(old, saved.edits), saved.procedure):
        batches.append(by_hand)
    named = with_ids(batches)
    flat = [edit.id for batch in named for edit in batch]
    in_order = [kept for stage in stages for kept in edits if kept.stage == stage]
    by = {id: kept.by for id, kept in zip(flat, in_order, strict=False)}  # the person's own last ones are missing
    rebased = rebase(old, new, named, hint=saved.hint, requirements=saved.requirements, by=by)
    full = library.find(target) if not target.startswith("starter.") else target
    return RebasePlan(variant=saved, onto=full or target, old=old, new=new, rebased=rebased)


def newest(library: Library, parent: str) -> str:
    """The newest version of an original; a starter has only one."""
    return parent if parent.startswith("starter.") else library.find(stem_of(parent)) or parent


def save(library: Library, plan: RebasePlan, review: Review | None = None, goal: str = "") -> LibraryEntry:
    """Save the outcome as the variant's next version. SaveError from the disk, ContentError without steps.

    `review`: the plan's own, after a person decided on stale edits. The file also keeps edits that were rejected
    or left before, and those that the new original already contains. `goal` renames the variant.
    """
    standing = ReviewState(review or plan.rebased.review)
    edits = saved_edits(standing)
    stages = max((kept.stage for kept in edits), default=0)
    known = {kept.edit.id for kept in edits}
    before = {kept.edit.id: kept for kept in plan.variant.edits}
    left = [kept for id, kept in before.items() if kept.decision != "accepted" and id not in known]
    contained = (before[id] for id in plan.rebased.already if id in before)
    already = [replace(kept, decision="rejected", by="rebase", stage=stages + 1) for kept in contained]
    made = _merged(plan, variant(standing))
    return library.save(
        replace(made, goal=goal or made.goal),
        parent=plan.onto,
        version_of=plan.variant.id,
        hint=plan.variant.hint,
        requirements=plan.variant.requirements,
        edits=(*(_as_proposed(kept, before.get(kept.edit.id)) for kept in edits), *already, *left),
        made=plan.variant.made,
        summary=summary(standing),
    )


def _as_proposed(kept: SavedEdit, before: SavedEdit | None) -> SavedEdit:
    """The edit with the text it was first proposed with, if the person had changed it before."""
    return replace(kept, proposed=before.proposed) if before and before.proposed else kept


def _original(library: Library, id: str, starter: Starter) -> Procedure:
    if id.startswith("starter."):
        if found := starter(id):
            return found
        raise NotFoundError(f'There is no starter procedure "{id[:80]}" any more.')
    return library.load(id).procedure


def _merged(plan: RebasePlan, made: Procedure) -> Procedure:
    """The result with the variant's own goal, notes and tags where they differed from its old original."""
    mine, old = plan.variant.procedure, plan.old
    return replace(
        made,
        goal=mine.goal if mine.goal != old.goal else made.goal,
        notes=mine.notes if mine.notes != old.notes else made.notes,
        tags=mine.tags if mine.tags != old.tags else made.tags,
    )
