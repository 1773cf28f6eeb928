"""The user's moves in a review: accept, reject, accept in bulk, own words, own edits (CONTRACT 7).

Each function takes a review and returns a new one, as one undo step. Edits are not judged here: their level and
findings come with the proposal.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tailor.core.errors import ContentError
from tailor.core.procedure import Part
from tailor.core.review import Decision, OwnEdit, Review, choose, decide
from tailor.core.review_rows import rows
from tailor.core.review_state import ReviewState, layers
from tailor.core.text import LONGEST_STEP, normal
from tailor.core.transport import Stale

Accepting: TypeAlias = Literal["all", "careful", "none"]
"""all: whatever can be applied; careful: all except must, stale and conflicts; none: propose only (CONTRACT 6)."""


@dataclass(frozen=True, slots=True)
class Change:
    """A new review, and what the move did."""

    review: Review
    ids: tuple[str, ...]
    held_back: tuple[str, ...] = ()
    """In bulk: edits to be looked at one by one."""
    says: str = ""
    """One sentence for the user; "" if there is nothing to add."""


def accept(
    review: Review,
    id: str,
    *,
    own: str | None = None,
    anyway: bool = False,
    by: str = "you",
    standing: ReviewState | None = None,
) -> Change:
    """Accept one edit and the undecided edits it needs; its alternatives become undecided (rules 3, 4 and 9).

    `own` replaces the agent's words. `anyway` accepts an edit whose premise is gone. `standing` is the state of
    `review`, for callers that have it. Raises ContentError if the edit cannot be placed.
    """
    standing = standing or ReviewState(review)
    text = _own_words(own, standing.proposals[id][1].op)
    place = standing.place(id)
    if isinstance(place, Stale) and (place.nearest is None or not anyway):
        raise ContentError(f"#{id} cannot be taken now: {standing.why_not(id) or 'its step is gone'}.")
    forced = isinstance(place, Stale)  # what it relied on is gone: nothing is taken along with it
    needed = () if forced else tuple(need for need in standing.needs[id] if need not in standing.decisions)
    rivals = [rival for taken in (id, *needed) for rival in standing.rivals(taken)]
    freed = _without(review, rivals)
    new = [Decision(need, "accepted", by=by) for need in needed]
    chosen = decide(freed, [*new, Decision(id, "accepted", text, anyway, by=by)])
    if chosen.choices.by_id == review.choices.by_id:
        return Change(review, ())
    says = f"#{id} needs {', '.join(f'#{need}' for need in needed)}: taken too." if needed else ""
    return Change(replace(chosen, past=(*review.past, review.choices), future=()), (*needed, id), says=says)


def reject(review: Review, ids: Iterable[str], reason: str = "", by: str = "you") -> Change:
    """Reject edits; the same edit of the same step is not proposed again in this run (rule 11)."""
    new = [Decision(id, "rejected", reason=normal(reason), by=by) for id in ids]
    return Change(decide(review, new), tuple(one.id for one in new))


def accept_many(
    review: Review, how: Accepting, by: str = "you", *, among: Collection[str] | None = None
) -> Change:
    """Accept the edits that are undecided now, as one undo step (rule 6, CONTRACT 6).

    `careful` leaves out the edits to be looked at one by one, and those that rely on them. `among` limits the
    choice (None: all edits).
    """
    if how == "none":
        return Change(review, ())
    standing = ReviewState(review)
    held: list[str] = []
    taken: dict[str, None] = {}
    for id in standing.undecided if among is None else [id for id in standing.undecided if id in among]:
        rivals = {standing.status(rival) for rival in standing.rivals(id) if rival not in taken}
        if (
            standing.status(id) == "stale"
            or "accepted" in rivals
            or not taken.keys().isdisjoint(standing.rivals(id))
        ):
            continue
        careful = how == "careful" and (standing.proposals[id][1].level == "must" or "undecided" in rivals)
        missing = any(standing.status(need) != "accepted" and need not in taken for need in standing.needs[id])
        if careful or missing:
            held.append(id)
        else:
            taken[id] = None
    decided = decide(review, [Decision(id, "accepted", by=by) for id in taken])
    says = f"{len(taken)} taken" + (f", {len(held)} held back to look at one by one." if held else ".")
    return Change(decided, tuple(taken), tuple(held), says)


def own_edit(
    review: Review, op: Literal["insert", "replace"], slot: str, text: str, part: Part = "steps"
) -> Change:
    """The user's own edit: new words for a step, a new step below it, or (with "") its deletion.

    `slot` names the step (see `rows`); "" inserts before the first. Raises ContentError on words that are too
    long, and on an insert without words.
    """
    words = _own_words(text, op) or ""
    known = (*review.past, review.choices, *review.future)  # an id is never used twice, even after an undo
    number = 1 + max((int(own.id[3:]) for choices in known for own in choices.own), default=0)
    slots = [row.slot for row in rows(ReviewState(review), part)]
    above = tuple(slots[: slots.index(slot)]) if op == "insert" and slot in slots else ()
    own = OwnEdit(f"you{number}", op, slot, words, len(layers(review.stages)), part, above)
    kept = tuple(
        o for o in review.choices.own if not (op == o.op == "replace" and o.slot == slot and o.part == part)
    )
    return Change(choose(review, replace(review.choices, own=(*kept, own))), (own.id,))


def take_bag(review: Review, stage: int) -> Review:
    """adaptive: switch to the other bag; decisions on both are kept (rule 9)."""
    return choose(review, replace(review.choices, bag=stage))


def switch_renumber(review: Review) -> Review:
    """Turn the renumbering of step mentions on or off; one undo step."""
    return choose(review, replace(review.choices, renumber=not review.choices.renumber))


def _own_words(text: str | None, op: str) -> str | None:
    if text is None:
        return None
    words = normal(text)
    if len(words) > LONGEST_STEP:
        raise ContentError(f"A step has at most {LONGEST_STEP:,} characters; this has {len(words):,}.")
    if op == "insert" and not words:
        raise ContentError("A new step needs some words.")
    return words


def _without(review: Review, ids: Iterable[str]) -> Review:
    gone = frozenset(ids)
    kept = tuple(decision for decision in review.choices.decisions if decision.id not in gone)
    return replace(review, choices=replace(review.choices, decisions=kept))
