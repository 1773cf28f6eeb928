"""Carrying a variant of the library over to a newer version of its original (issue 5, point 2).

Owns finding both originals and keeping the outcome as the variant's next version. The edits themselves are carried
by `core.rebasing`. Refuses to decide on what does not fit any more.
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
    """A variant, and what becomes of it on a newer original."""

    variant: SavedProcedure
    onto: str
    """Id of the newer original."""
    old: Procedure
    new: Procedure
    rebased: Rebased

    @property
    def moved(self) -> bool:
        """Whether the original changed at all."""
        return stem_of(self.onto) != stem_of(self.variant.parent or "") or self.onto != self.variant.parent


def plan(library: Library, id: str, starter: Starter, onto: str | None = None) -> RebasePlan:
    """What carrying the variant over would give; nothing is saved.

    `onto`: another original than the newest version of its own. Raises NotFoundError where an original is missing,
    ContentError for what was not derived from anything, or whose edits do not fit its original.
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
    by = {
        id: kept.by for id, kept in zip(flat, in_order, strict=False)
    }  # the person's own last ones are not in it
    rebased = rebase(old, new, named, hint=saved.hint, requirements=saved.requirements, by=by)
    full = library.find(target) if not target.startswith("starter.") else target
    return RebasePlan(variant=saved, onto=full or target, old=old, new=new, rebased=rebased)


def newest(library: Library, parent: str) -> str:
    """The newest version of an original; a starter is its own."""
    return parent if parent.startswith("starter.") else library.find(stem_of(parent)) or parent


def save(library: Library, plan: RebasePlan, review: Review | None = None, goal: str = "") -> LibraryEntry:
    """Keep the outcome as the variant's next version. SaveError as the disk says, ContentError without steps.

    `review`: the plan's own, after a person decided on what was stale. What was turned down or left before is kept
    in the file, too, and so is what the original says by itself now. `goal`: another name for it.
    """
    standing = ReviewState(review or plan.rebased.review)
    edits = saved_edits(standing)
    stages = max((kept.stage for kept in edits), default=0)
    known = {kept.edit.id for kept in edits}
    before = {kept.edit.id: kept for kept in plan.variant.edits}
    left = [kept for id, kept in before.items() if kept.decision != "accepted" and id not in known]
    already = [
        replace(before[id], decision="rejected", by="rebase", stage=stages + 1)
        for id in plan.rebased.already
        if id in before
    ]
    made = _merged(plan, variant(standing))
    return library.save(
        replace(made, goal=goal or made.goal),
        parent=plan.onto,
        version_of=plan.variant.id,
        hint=plan.variant.hint,
        requirements=plan.variant.requirements,
        edits=(*map(_proposed(before), edits), *already, *left),
        made=plan.variant.made,
        summary=summary(standing),
    )


def _proposed(before: dict[str, SavedEdit]) -> Callable[[SavedEdit], SavedEdit]:
    """Gives an edit back the text it was once proposed with, where the person took it in other words."""

    def known(kept: SavedEdit) -> SavedEdit:
        earlier = before.get(kept.edit.id)
        return replace(kept, proposed=earlier.proposed) if earlier and earlier.proposed else kept

    return known


def _original(library: Library, id: str, starter: Starter) -> Procedure:
    if id.startswith("starter."):
        if found := starter(id):
            return found
        raise NotFoundError(f'There is no starter procedure "{id[:80]}" any more.')
    return library.load(id).procedure


def _merged(plan: RebasePlan, made: Procedure) -> Procedure:
    """Name, notes and labels: the variant's own where it has its own, else as the new original says."""
    mine, old = plan.variant.procedure, plan.old
    return replace(
        made,
        goal=mine.goal if mine.goal != old.goal else made.goal,
        notes=mine.notes if mine.notes != old.notes else made.notes,
        tags=mine.tags if mine.tags != old.tags else made.tags,
    )
