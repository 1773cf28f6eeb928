"""How a run ends: which edits were taken, which were left and why, what serves what (CONTRACT 5 and 6).

Owns building `Done` out of a review. Refuses to decide by itself: `accept` says how much may be taken in bulk.
"""

from typing import Final

from tailor.core.coverage import unasked
from tailor.core.deciding import Accepting, accept_many, reject
from tailor.core.events import Done, EditProposed, Left
from tailor.core.procedure import Procedure
from tailor.core.review import Review
from tailor.core.standing import Standing, Status
from tailor.core.watching import ledger

_WHY: Final[dict[Status, str]] = {
    "undecided": "not decided",
    "withdrawn": "another answer stands in for it",
    "dropped": "Resolve would drop it",
    "stale": "the step it is about is no longer as it was",
    "on_hold": "it waits for another edit",
}


def done(review: Review, how: Accepting, rejected: frozenset[str] = frozenset()) -> Done:
    """The end of a run whose edits are taken in bulk; what the person turned down stays out."""
    known = Standing(review).proposals
    if turned_down := sorted(rejected & known.keys(), key=list(known).index):
        review = reject(review, turned_down).review
    standing = Standing(accept_many(review, how).review)
    status = {id: standing.status(id) for id in standing.proposals}
    accepted = tuple(id for id, state in status.items() if state == "accepted")
    result = standing.result.draft.procedure
    taken = tuple(standing.proposals[id][1].edit for id in accepted)
    return Done(
        result=result,
        accepted=accepted,
        rejected=tuple(id for id, state in status.items() if state == "rejected"),
        left=tuple(
            Left(id=id, why=_why(standing, id, state))
            for id, state in status.items()
            if state not in ("accepted", "rejected")
        ),
        stale=tuple(id for id, state in status.items() if state in ("stale", "on_hold")),
        coverage=ledger(standing, accepted),
        unasked=unasked(taken, review.requirements),
    )


def whole(review: Review) -> Standing:
    """The review with everything taken that can be: the strategy's own result."""
    return Standing(accept_many(review, "all").review)


def mended(review: Review) -> tuple[Procedure, Procedure, str] | None:
    """The strategy's own result before and after mentions of steps were renumbered, and what changed, in words.

    None where no mention moves.
    """
    standing = whole(review)
    if not (words := moved_along(standing)):
        return None
    return standing.plain_result.draft.procedure, standing.result.draft.procedure, words


def moved_along(standing: Standing) -> str:
    """The steps of the Result in which mentions of other steps follow their new numbers, in words; "" for none."""
    before, after = standing.plain_result.draft.procedure.steps, standing.result.draft.procedure.steps
    moved = [str(number) for number, pair in enumerate(zip(before, after, strict=True), 1) if len(set(pair)) > 1]
    if not moved:
        return ""
    return f"Step numbers mentioned in {'step' if len(moved) == 1 else 'steps'} {', '.join(moved)} moved along."


def _why(standing: Standing, id: str, state: Status) -> str:
    """Why an edit was left, in a few words."""
    proposal: EditProposed = standing.proposals[id][1]
    if state == "undecided" and proposal.level == "must":
        return "; ".join(proposal.tripwires) or "it must be looked at by itself"
    if other := next((one.id for _, one in standing.proposals.values() if id in one.replaces), None):
        return f"{other} stands in for it"
    if state == "undecided" and any(standing.status(other) == "accepted" for other in standing.rivals(id)):
        return "another text was taken for its step"
    return standing.why_not(id) or _WHY.get(state, state)
