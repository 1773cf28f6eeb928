"""The user's moves in a review: accept, reject, in bulk or by wish, own words, own edits, places (CONTRACT 7).

Each function takes a review and returns a new one, as one undo step. Edits are not judged here: their level and
findings come with the proposal.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from tailor.core.edit_names import Counted, accepted_text, meant_in
from tailor.core.edits import is_deletion
from tailor.core.errors import ContentError
from tailor.core.procedure import Part
from tailor.core.resolution import layers, tracked_seen
from tailor.core.review import Decision, Decisions, OwnEdit, Review, choose, decide, groups, together
from tailor.core.review.places import met_by, places, settled_by
from tailor.core.review.rows import rows
from tailor.core.review.state import ReviewState
from tailor.core.text import LONGEST_STEP, and_last, counted, is_unseen, normal, one_line
from tailor.core.transport import Stale

MOST_NAMED: Final = 4
"""Edits of a group named one by one; beyond that they are counted."""

Accepting: TypeAlias = Literal["all", "careful", "none"]
"""all: whatever can be applied; careful: all except must, stale and conflicts; none: propose only (CONTRACT 6)."""


@dataclass(frozen=True, slots=True)
class ReviewChange:
    """A new review, and what the move did."""

    review: Review
    ids: tuple[str, ...]
    held_back: tuple[str, ...] = ()
    """For bulk moves: edits that the user should look at one by one."""
    says: str = ""
    """One sentence for the user; "" if there is nothing to add."""


def accept(
    review: Review,
    id: str,
    *,
    own: str | None = None,
    anyway: bool = False,
    alone: bool = False,
    whole: bool = False,
    state: ReviewState | None = None,
) -> ReviewChange:
    """Accept one edit, its group, and the undecided edits they need (rules 3, 4, 9 and 15).

    An accepted alternative becomes undecided, with its group; a rejected one stays rejected. `own` replaces the
    agent's words; for an edit of a group it changes nothing and `says` warns, unless `alone` splits the group or
    `whole` accepts all of it. `anyway` accepts an edit whose premise is gone. `state` is that of `review`, for
    callers that have it. Raises ContentError if an edit cannot be placed.
    """
    state = state or ReviewState(review)
    text = _own_words(own, state.proposals[id][1].op)
    meant = meant_in(state, text or "", "list", (state.proposals[id][1].text, id))
    if text is not None and not (alone or whole) and (warning := split_warning(review, id)):
        return ReviewChange(review, (), says=warning)
    taken = (id,) if alone else _members(state, id, "accepted")
    forced = [one for one in taken if _is_forced(state, one, id, anyway=anyway)]
    needed = _needed(state, id, taken)
    rivals = together(review, [rival for one in (*taken, *needed) for rival in state.rivals(one)])
    along = [one for one in (*needed, *taken) if one != id]
    new = [Decision(one, "accepted", anyway=one in forced) for one in along]
    chosen = decide(_without_accepted(review, rivals), [*new, Decision(id, "accepted", text, anyway, meant=meant)])
    choices = _split(chosen.choices, state, id) if alone else chosen.choices
    choices, opened = _whole_again(state, choices, (*needed, *taken))
    if choices == review.choices:
        return ReviewChange(review, ())
    order = list(state.proposals)
    ids = tuple(sorted((*needed, *taken), key=order.index))
    says = " ".join(filter(None, (_accepting_words(state, id, needed, taken), opened)))
    return ReviewChange(_as_one(review, choices), ids, says=says)


def taken_along(state: ReviewState, id: str, *, alone: bool = False) -> tuple[str, ...]:
    """Ids of the edits that `accept` takes with this one: those it needs, and its group unless `alone`."""
    taken = (id,) if alone else _members(state, id, "accepted")
    return tuple(one for one in (*_needed(state, id, taken), *taken) if one != id)


def reject(
    review: Review,
    ids: Iterable[str],
    reason: str = "",
    *,
    alone: bool = False,
    state: ReviewState | None = None,
) -> ReviewChange:
    """Reject edits and their groups; the same edit of the same step is not proposed again in this run (rule 11).

    `alone` splits their groups instead. `says` names the accepted edits that need one of them (rule 15).
    """
    state = state or ReviewState(review)
    asked = tuple(ids)
    whole = (one for id in asked for one in _members(state, id, "rejected"))
    turned_down = asked if alone else tuple(dict.fromkeys(whole))
    new = [Decision(id, "rejected", reason=normal(reason)) for id in turned_down]
    choices = decide(review, new).choices
    for id in asked if alone else ():
        choices = _split(choices, state, id)
    return ReviewChange(_as_one(review, choices), turned_down, says=_relying(state, turned_down))


def undecide(review: Review, ids: Iterable[str]) -> Review:
    """Take back the decisions on these edits, their groups and places, and remove own edits, as one undo step."""
    gone = frozenset(together(review, ids))
    choices = replace(
        review.choices,
        decisions=tuple(decision for decision in review.choices.decisions if decision.id not in gone),
        own=tuple(own for own in review.choices.own if own.id not in gone),
        fine=tuple(id for id in review.choices.fine if id not in gone),
    )
    return _as_one(review, _whole_again(ReviewState(review), choices)[0])


def split_warning(review: Review, id: str) -> str:
    """A warning before one edit of a group is decided alone; "" if it has no group or the group is split."""
    others = [other for other in groups(review).get(id, ()) if other != id]
    return f"#{id} belongs with {_named(others, MOST_NAMED)}: alone it may not work." if others else ""


def fine(review: Review, ids: Iterable[str]) -> ReviewChange:
    """Mark these places as fine the way they are (rule 13)."""
    new = tuple(id for id in dict.fromkeys(ids) if id not in review.choices.fine)
    return ReviewChange(_as_one(review, replace(review.choices, fine=(*review.choices.fine, *new))), new)


def accept_many(
    review: Review,
    how: Accepting,
    by: str = "you",
    *,
    among: Collection[str] | None = None,
    leave_steps: bool = True,
) -> ReviewChange:
    """Accept the edits that are undecided now, as one undo step (rule 6, CONTRACT 6).

    `careful` leaves out the edits to be looked at one by one, and those that rely on them. A group is taken as a
    whole or not at all, and no deletions are taken that together leave no step, unless `leave_steps` is off.
    `among` limits the choice (None: all edits). Places stay open.
    """
    if how == "none":
        return ReviewChange(review, ())
    state = ReviewState(review)
    asked = state.proposals.keys() if among is None else frozenset(together(review, among))
    waiting = [id for id in state.undecided if id in asked]
    torn: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    while True:
        taken, held = _applicable(state, waiting, how, torn | last)
        if more := _torn(state, taken):
            torn |= more
        elif leave_steps and (more := _last_steps(review, state, taken)):
            last |= more
        else:
            break
    decided = decide(review, [Decision(id, "accepted", by=by) for id in taken])
    close = len({state.groups.get(id, (id,)) for id in held if id not in last})  # a group counts once
    says = f"{counted(len(taken), 'change')} accepted" + (
        f", {close} need{'s' * (close == 1)} a closer look." if close else "."
    )
    if last:
        says += f" {counted(len(last), 'deletion')} not accepted: {LAST_STEPS}."
    return ReviewChange(decided, taken, held, says)


def accept_wish(review: Review, wish: str) -> ReviewChange:
    """Accept the undecided edits that serve a requirement, the careful way, as one undo step (rule 14)."""
    state = ReviewState(review)
    serving = [id for id, (_, one) in state.proposals.items() if wish in one.serves]
    move = accept_many(review, "careful", among=serving)
    wanted = tuple(one for one in review.choices.unwanted if one != wish)
    others = _also_for(state, wish, move.ids)
    says = f"{move.says} That is also for {others}." if others else move.says
    return replace(move, review=_as_one(review, replace(move.review.choices, unwanted=wanted)), says=says)


def reject_wish(review: Review, wish: str) -> ReviewChange:
    """Reject the undecided edits that serve a requirement, as one undo step (rule 14).

    Left alone and named in `held_back`: edits that need a closer look, stale ones, conflicts, their groups, and
    edits that also serve a requirement that is still wanted.
    """
    state = ReviewState(review)
    known = state.groups
    serving = [id for id in state.undecided if wish in state.proposals[id][1].serves]
    ids = [id for id in serving if all(_only_for(state, wish, one) for one in known.get(id, (id,)))]
    held = tuple(id for id in serving if id not in ids)
    move = reject(review, ids, state=state)
    unwanted = tuple(dict.fromkeys((*review.choices.unwanted, wish)))
    says = f"{counted(len(move.ids), 'change') if move.ids else 'No change'} rejected."
    if held:
        left = _named(held) if len(held) <= MOST_NAMED else counted(len(held), "change")
        others = _also_for(state, wish, held)
        says = f"{says[:-1]}; {left} left for you to decide{f', also for {others}' if others else ''}."
    choices = replace(move.review.choices, unwanted=unwanted)
    return ReviewChange(_as_one(review, choices), move.ids, held, " ".join(filter(None, (says, move.says))))


def _also_for(state: ReviewState, wish: str, ids: Collection[str]) -> str:
    """The other wishes that these edits serve, in the person's words, since no edit is taken by halves."""
    served = {other for id in ids for other in state.proposals[id][1].serves if other != wish}
    return and_last(
        f"“{one_line(one.words, 40)}”" for one in state.review.requirements if one.id in served and one.on
    )


LAST_STEPS: Final = "that would leave no steps"
"""Why deletions are not taken in bulk."""


def _last_steps(review: Review, state: ReviewState, taken: Collection[str]) -> frozenset[str]:
    """The deletions among these edits, if no step would be left once all the edits are accepted."""
    deletions = frozenset(id for id in taken if _deletes(state, id))
    if not deletions:
        return deletions
    after = ReviewState(decide(review, [Decision(id, "accepted") for id in taken]))
    return frozenset() if after.plain_result.draft.steps else deletions


def emptying(state: ReviewState) -> tuple[str, ...]:
    """The undecided deletions that are not taken in bulk only because no step of the Result would be left."""
    waiting = [id for id in state.undecided if state.status(id) == "undecided" and _deletes(state, id)]
    if len(waiting) < len(state.plain_result.draft.steps):
        return ()
    return tuple(id for id in waiting if state.proposals[id][1].level != "must")


def _deletes(state: ReviewState, id: str) -> bool:
    edit = state.proposals[id][1].edit
    return edit.part == "steps" and is_deletion(edit)


def own_edit(
    review: Review,
    op: Literal["insert", "replace"],
    slot: str,
    text: str,
    part: Part = "steps",
    *,
    place: str = "",
    counted: Counted = "result",
    state: ReviewState | None = None,
) -> ReviewChange:
    """The user's own edit: new words for a step, a new step below it, or (with "") its deletion.

    `slot` names the step (see `rows`); "" inserts before the first. `counted`: which step numbers the words use.
    Words for a step, and its deletion, decide its places and serve the requirements of those whose words are gone
    (rule 13). Written at one `place`, they leave open the others whose words remain, except a thing now in the
    amount that was wished for. `state` is that of `review`, for callers that have it. Raises ContentError if words
    are too long, and for an insert without words.
    """
    words = _own_words(text, op) or ""
    known = (*review.past, review.choices, *review.future)  # an id is never used twice, even after an undo
    number = 1 + max((int(own.id[3:]) for choices in known for own in choices.own), default=0)
    state = state or ReviewState(review)
    slots = [row.slot for row in rows(state, part)] if op == "insert" else []
    same = [o for o in review.choices.own if op == o.op == "replace" and (o.slot, o.part) == (slot, part)]
    settled = settled_by(review, part, slot, words) if op == "replace" else ()
    decided = {*([place] if place else ()), *(id for o in same for id in o.decides)}
    decided |= {one.id for one in met_by(review, part, slot, words)} if decided else set()
    own = OwnEdit(
        f"you{number}",
        op,
        slot,
        words,
        len(layers(review.stages)),
        part,
        above=tuple(slots[: slots.index(slot)]) if slot in slots else (),
        serves=tuple(dict.fromkeys(id for one in settled for id in one.serves)),
        decides=tuple(sorted(decided | {one.id for one in settled})) if decided else (),
        meant=meant_in(state, words, counted, accepted_text(state, slot, part)),
    )
    kept = tuple(o for o in review.choices.own if o not in same)
    after = choose(review, replace(review.choices, own=(*kept, own)))
    says = _relying(state, _makers(state, slot, part)) if op == "replace" and not words else ""
    return ReviewChange(after, (own.id,), says=says or (_still_asked(after, slot, part) if place else ""))


def _still_asked(review: Review, slot: str, part: Part) -> str:
    """A sentence on what else is open in this step; "" for nothing."""
    left = [one for one in places(ReviewState(review)) if (one.slot, one.found.part) == (slot, part)]
    words = and_last(one.named for one in left if one.status == "open")
    return f"It still says {words}: decide on that too." if words else ""


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
    if is_unseen(text):  # not a wish to remove the step either
        raise ContentError("This has only invisible characters. Type it again.")
    if len(words) > LONGEST_STEP:
        raise ContentError(f"A step has at most {LONGEST_STEP:,} characters; this has {len(words):,}.")
    if op == "insert" and not words:
        raise ContentError("A new step needs some words.")
    return words


def _as_one(review: Review, choices: Decisions) -> Review:
    """The review with these choices as one undo step; the same review if nothing differs."""
    return review if choices == review.choices else choose(review, choices)


def _without_accepted(review: Review, ids: Iterable[str]) -> Review:
    """The review with these edits undecided again if they were accepted; rejected ones stay rejected."""
    freed = frozenset(ids)
    kept = tuple(one for one in review.choices.decisions if one.id not in freed or one.verdict == "rejected")
    return replace(review, choices=replace(review.choices, decisions=kept))


def _split(choices: Decisions, state: ReviewState, id: str) -> Decisions:
    """The choices with the group of this edit split, if it has one."""
    group = state.proposals[id][1].group
    if group is None or group in choices.split:
        return choices
    return replace(choices, split=(*choices.split, group))


def _whole_again(state: ReviewState, choices: Decisions, taken: Collection[str] = ()) -> tuple[Decisions, str]:
    """Reopen the groups that get back an edit withdrawn by rule 11, and say so.

    They were decided without it, so it can neither join the rejected nor come along with the accepted. Groups of
    the edits in `taken`, which are being accepted, stay.
    """
    said: list[str] = []
    withdrawn = [id for id in state.proposed_again if id in state.groups and id not in taken]
    while withdrawn:
        now = ReviewState(replace(state.review, choices=choices))
        back = (id for id in withdrawn if id not in now.aside and _is_torn(now, id))
        group = next((now.groups[id] for id in back if not {*taken} & {*now.groups[id]}), ())
        if not group:
            break
        others = [id for id in group if id in now.decisions]
        verb, them = ("waits", "it") if len(others) == 1 else ("wait", "them")
        said.append(
            f"{_named(others)} {verb} for you to decide again, because a change that belongs with {them} is back."
        )
        choices = replace(choices, decisions=tuple(one for one in choices.decisions if one.id not in group))
    return choices, " ".join(said)


def _is_torn(state: ReviewState, id: str) -> bool:
    """Whether those edits of its group that are up for decision were decided differently."""
    up = [one for one in state.groups.get(id, ()) if one not in state.aside]
    return len({one.verdict if (one := state.decisions.get(other)) else None for other in up}) > 1


def _members(state: ReviewState, id: str, verdict: Literal["accepted", "rejected"]) -> tuple[str, ...]:
    """This edit, and those of its group that become accepted or rejected with it.

    Edits set aside stay so, but those that rule 11 withdrew are rejected with the others. Earlier rejected ones
    stay rejected, unless this edit was rejected too.
    """
    if id not in state.groups:
        return (id,)
    verdicts = {other: one.verdict for other, one in state.decisions.items()}
    stay = {verdict} if verdicts.get(id) == "rejected" else {verdict, "rejected"}

    up = state.proposed_again if verdict == "rejected" else ()

    def joins(other: str) -> bool:
        return other == id or (verdicts.get(other) not in stay and (other not in state.aside or other in up))

    return tuple(filter(joins, (id, *(other for other in state.groups[id] if other != id))))


def _needed(state: ReviewState, id: str, taken: Sequence[str]) -> tuple[str, ...]:
    """The undecided edits, with their groups, that the `taken` ones need; () if the edit's premise is gone."""
    if isinstance(state.place(id), Stale):
        return ()
    found = [need for id in taken for need in state.needs[id] if need not in state.decisions]
    whole = (one for need in dict.fromkeys(found) for one in _members(state, need, "accepted"))
    return tuple(one for one in dict.fromkeys(whole) if one not in taken and one not in state.decisions)


def _is_forced(state: ReviewState, id: str, asked: str, *, anyway: bool) -> bool:
    """Whether an edit is taken although its premise is gone. ContentError if it cannot be."""
    place = state.place(id)
    if not isinstance(place, Stale):
        return False
    if place.nearest is None or not anyway:
        why = state.why_not(id) or "its step is gone"
        with_it = "" if id == asked else f" It belongs with #{asked}, so they are accepted together."
        raise ContentError(f"#{id} cannot be accepted now: {why}.{with_it}")
    return True


def _accepting_words(state: ReviewState, id: str, needed: Sequence[str], taken: Sequence[str]) -> str:
    """Sentences on what is taken along, and on accepted edits that need a step that is deleted."""
    proposal = state.proposals[id][1]
    others = [one for one in taken if one != id]
    gone: Collection[str] = ()
    if is_deletion(proposal.edit):
        seen = tracked_seen(state.review, state.proposals[id][0])
        gone = _makers(state, seen.part(proposal.part)[proposal.step - 1].slot, proposal.part)
    said = (
        f"#{id} needs {_named(needed)}, so both are accepted." if needed else "",
        f"#{id} belongs with {_named(others, MOST_NAMED)}, so they are accepted together." if others else "",
        _relying(state, gone),
    )
    return " ".join(filter(None, said))


def _makers(state: ReviewState, slot: str, part: Part) -> tuple[str, ...]:
    """Ids of the proposed edits that made this step of the Result, or wrote its text."""
    draft = state.plain_result.draft
    number = draft.index(part).get(slot)
    made = (slot, draft.part(part)[number - 1].writer) if number else (slot,)
    return tuple(id for id in dict.fromkeys(made) if id in state.proposals)


def _relying(state: ReviewState, gone: Collection[str]) -> str:
    """A sentence on the accepted edits that need one of these (rule 15); "" if none does."""
    accepted = (id for id, one in state.decisions.items() if one.verdict == "accepted")
    found = [
        (id, need)
        for id in (accepted if gone else ())
        if id not in gone
        for need in state.needs.get(id, ())
        if need in gone
    ]
    if not found:
        return ""
    ids, needs = ([*dict.fromkeys(one)] for one in zip(*found, strict=True))
    verb, them = ("needs", "it") if len(ids) == 1 else ("need", "them")
    return f"{_named(ids)} {verb} {_named(needs)}: look at {them} again."


def _named(ids: Iterable[str], most: int = 1_000) -> str:
    """The ids of the edits; if there are more than `most`, only their number."""
    known = [f"#{id}" for id in ids]
    return ", ".join(known) if len(known) <= most else f"{len(known)} others"


def _applicable(
    state: ReviewState, waiting: Sequence[str], how: Accepting, torn: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those of the waiting edits that can be taken in bulk, and those held back; `torn` are never taken."""
    held: list[str] = []
    taken: dict[str, None] = {}
    for id in waiting:
        rivals = {state.status(rival) for rival in state.rivals(id) if rival not in taken}
        if state.status(id) == "stale" or "accepted" in rivals or not taken.keys().isdisjoint(state.rivals(id)):
            continue
        careful = how == "careful" and (state.proposals[id][1].level == "must" or "undecided" in rivals)
        missing = any(state.status(need) != "accepted" and need not in taken for need in state.needs[id])
        if careful or missing or id in torn:
            held.append(id)
        else:
            taken[id] = None
    return tuple(taken), tuple(held)


def _torn(state: ReviewState, taken: Collection[str]) -> frozenset[str]:
    """Those of the edits whose group would be taken only in part."""
    known = state.groups
    there = {*taken, *state.aside, *(id for id, one in state.decisions.items() if one.verdict == "accepted")}
    return frozenset(id for id in taken if not there.issuperset(known.get(id, ())))


def _only_for(state: ReviewState, wish: str, id: str) -> bool:
    """Whether an edit can be rejected with this wish: undecided, nothing to look at, no other wanted wish."""
    proposal = state.proposals[id][1]
    if id in state.aside:
        return True
    rivals = {state.status(rival) for rival in state.rivals(id)}
    careful = proposal.level == "must" or not rivals.isdisjoint(("undecided", "accepted"))
    if state.status(id) != "undecided" or careful:
        return False
    return not any(_wanted(state, other) for other in proposal.serves if other != wish)


def _wanted(state: ReviewState, wish: str) -> bool:
    """Whether a requirement is on and was not rejected: as a whole, or with every edit that serves it alone."""
    on = any(one.id == wish and one.on for one in state.review.requirements)
    alone = [id for id, (_, one) in state.proposals.items() if one.serves == (wish,)]
    turned_down = bool(alone) and all(state.status(id) == "rejected" for id in alone)
    return on and wish not in state.review.choices.unwanted and not turned_down
