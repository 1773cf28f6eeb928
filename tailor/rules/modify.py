"""Modify without a model: find what each wish touches, change what is certain, and name what is left.

`wishes` interprets the requirements and finds their wishes, which are served one after the other on one
draft, each by the first kind of change that answers and passes the checks. `verdicts` reports what became of each.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tailor.core.events import Judged
from tailor.core.finding import Found, Wish, cues
from tailor.core.finding.foods import foods_of
from tailor.core.finding.relations import key
from tailor.core.guard import constraints_in
from tailor.core.guard.vocabulary import stems
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement
from tailor.rules import exchange, leave, less, named_swap, scaling, sentences, units, wishes
from tailor.rules.checks import BANS, KEPT, Change, failures
from tailor.rules.draft import Draft, also_serving, edits_of, proposed
from tailor.rules.half_way import UsedUp, parted
from tailor.rules.model import NO_LIMITS, Asked, Kind, Limits, Outcome, Proposal, Served
from tailor.rules.servings import same_amount
from tailor.rules.verdicts import found_places, outcome
from tailor.rules.wishes import LAST, findings, in_order

KINDS: Final[tuple[Kind, ...]] = (
    named_swap.numbers,
    scaling.propose,
    less.propose,
    exchange.propose,
    named_swap.propose,
    leave.propose,
    leave.keep,
    units.propose,
)
"""The kinds of change, in the order they are tried; the first proposal counts.

To add one, write a module with a `propose` (see `model`) and add it here.
"""
_ONCE: Final[tuple[Kind, ...]] = (scaling.propose, less.propose)
"""The kinds that multiply amounts, so that the same wish changes them anew each time."""
LONGEST: Final = 1_000
"""The longest requirement that is read, in characters; a longer one is no wish."""


def modify(base: Procedure, requirements: Sequence[Requirement], limits: Limits = NO_LIMITS) -> Outcome:
    """Return the proposals for the requirements that are on, and exactly one verdict for each."""
    read = _as_meant(base, requirements)
    ahead, gone = parted(base, limits.done)
    found = findings(ahead, read)
    if not found.english:
        return Outcome(
            verdicts=tuple(Judged(id=one.id, verdict="not_understood", says=sentences.FOREIGN) for one in read)
        )
    draft, served = _served(ahead, read, found.each, limits, gone)
    heard = ((one, wish) for one, wish in in_order(read, found.each) if wish.polarity in limits.heard)
    draft, served = _settled_since(draft, served, [pair for pair in heard if pair[0].id not in limits.barred])
    if limits.only_step is None and (refused := _refused(draft, served, limits)):
        return modify(base, requirements, replace(limits, barred=limits.barred | refused))
    made = outcome(draft, read, served, limits, gone)
    unread = (one for one in requirements if one.on and len(one.text) > LONGEST)
    long = (Judged(id=one.id, verdict="not_understood", says=sentences.too_long(one)) for one in unread)
    return replace(made, verdicts=(*made.verdicts, *long))


def _as_meant(base: Procedure, requirements: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """The requirements that are on, rewritten as they are meant."""
    there = frozenset(stems(" ; ".join((*base.resources, *base.steps))))
    on = (one for one in requirements if one.on and len(one.text) <= LONGEST)
    known = (wishes.measured_otherwise(wishes.as_meant(one, base.goal, there), base) for one in on)
    meant = [wishes.of_the_dish(one, base) for one in known]
    made = wishes.with_what_it_makes(meant, base)
    return wishes.with_stand_ins(wishes.with_what_stays(made, base))


def _served(
    ahead: Procedure, read: tuple[Requirement, ...], found: Sequence[Found], limits: Limits, gone: UsedUp
) -> tuple[Draft, list[Served]]:
    """Apply what is certain for each wish, one after the other; return the draft and the wishes it serves."""
    draft, served = Draft(ahead, ahead), list[Served]()
    offered = wishes.what_is_there(ahead, read, found)
    doubtful = {one.id for one, of in zip(read, found, strict=True) if wishes.may_name_another(one, of)}
    for requirement, wish in in_order(read, found):
        before = next((one for one in served if one.wish.of_all and one.proposal.edits), None)
        if wish.of_all and before is not None:
            told = scaling.propose(ahead, Asked(requirement, wish))
            if requirement.id in before.alike or (told and not told.edits and not told.fits):
                served.append(replace(before, requirement=requirement.id, wish=wish))
            continue
        if requirement.id in limits.barred or wish.polarity not in limits.heard:
            continue
        now = wish if wish.held or draft.now is ahead else _as_now(draft.now, requirement, wish)
        said_twice = not now.places and _settled_by(served, wish) is not None  # "no butter", again
        used_up = limits.only_step is None and gone.has(now)
        if said_twice or used_up or (requirement.id in doubtful and wish.polarity in ("missing", "without")):
            continue
        after, one = _try(draft, requirement, now, read, limits)
        if one is not None and wishes.takes_what_is_there(one.wish, one.proposal, offered[requirement.id]):
            draft, served = after, [*served, one]
    return draft, _told_by_another(served)


def _refused(draft: Draft, served: Sequence[Served], limits: Limits) -> frozenset[str]:
    """Requirements with edits that must not be proposed. Scaling goes on even if one amount stays as it is."""
    turned_down = [edit for edit in edits_of(draft) if not limits.allow(edit)]
    scaled = {one.requirement for one in served if one.wish.of_all}
    return frozenset(id for edit in turned_down for id in edit.serves if not scaled.issuperset(edit.serves))


def _try(
    draft: Draft, requirement: Requirement, wish: Wish, read: tuple[Requirement, ...], limits: Limits
) -> tuple[Draft, Served | None]:
    """Apply what is certain for one wish; return the draft unchanged if nothing is."""
    asks = cues.is_question(requirement.words) and wish.polarity not in ("amount", "unit")
    if wishes.is_only_shown(draft.base, requirement, wish):
        return draft, None
    loose = wish.loose and not leave.is_kept(requirement.words, wish.thing)
    if loose or wish.held or asks:
        return draft, None
    asked = Asked(requirement, wish, read)
    each = ((one, kind) for kind in KINDS if (one := kind(draft.now, asked)) is not None)
    proposal, kind = next(each, (None, None))
    if proposal and proposal.edits and kind in _ONCE and requirement.id in limits.met:
        proposal = Proposal(says=sentences.ONCE, fits=True, stays=True)
    proposal = proposal and named_swap.with_amount(draft.now, asked, proposal)
    if proposal is None or (limits.done and not proposal.fits and _comes_too_late(wish, proposal)):
        return draft, None
    if wishes.takes_what_stays(draft.now, proposal, read) and wish.polarity in BANS:
        return draft, None
    if proposal.edits and wishes.harms_whom(draft.base.goal, wish):
        return draft, None
    stays = proposal.stays or wish.polarity in KEPT
    others = (one for one in read if wish.of_all and one is not requirement)
    alike = tuple(one.id for one in others if same_amount(draft.base, requirement.words, one.words))
    after = proposed(draft, proposal, (requirement.id, *alike))
    if proposal.edits and failures(Change(draft.now, after.now, asked, read, stays)):
        if not wish.of_all:
            return draft, None
        after, proposal = draft, scaling.shown(draft.now, asked)
    left = tuple(found_places(proposal.left, requirement.id))
    return after, Served(requirement.id, wish, replace(proposal, stays=stays), left, alike)


def _comes_too_late(wish: Wish, proposal: Proposal) -> bool:
    """Whether it changes only the list, or all amounts, some of which are already used."""
    return wish.of_all or all(edit.part == "resources" for edit in proposal.edits)


def _told_by_another(served: list[Served]) -> list[Served]:
    """Let amount wishes that cannot be worked out share the changes of one that can: "we are 3, make half"."""
    sure = next((one for one in served if one.wish.of_all and one.proposal.edits), None)
    vague = (one.wish.of_all and not one.proposal.edits and not one.proposal.fits for one in served)
    return [
        replace(sure, requirement=one.requirement, wish=one.wish) if sure and unknown else one
        for one, unknown in zip(served, vague, strict=True)
    ]


def _settled_since(
    draft: Draft, served: list[Served], wishes: Sequence[tuple[Requirement, Wish]]
) -> tuple[Draft, list[Served]]:
    """Add wishes that others settled: for "no butter, vegan" the butter went because of the second."""
    met = {(one.requirement, one.wish.polarity, one.wish.thing) for one in served}
    for requirement, wish in wishes:
        own = (requirement.id, wish.polarity, wish.thing)
        names_what_there_is = wish.wanted == wish.thing  # "I've only got oat milk" settles nothing
        if own in met or wish.held or not wish.places or names_what_there_is:
            continue
        done = _settled_by(served, wish)
        changed = {(edit.part, edit.step) for edit in done.proposal.edits} if done else set()
        every = all((one.part, one.step) in changed for one in wish.places)
        if wish.wanted and done is not None and every and not _puts_in(done.proposal, wish.wanted):
            says = f"I didn't put in “{wish.wanted}”: another wish already changed “{wish.thing}”."
            told = Proposal(says=says)  # "cream for milk, lactose intolerant"
            served = [*served, Served(requirement.id, wish, told, ())]
            continue
        if done is not None and not _as_now(draft.now, requirement, wish).places:
            left = tuple(found_places(done.proposal.left, requirement.id))
            asked_for = _of_wish(done, wish, requirement.id)
            served = [*served, Served(requirement.id, wish, asked_for, left)]
            draft = also_serving(draft, asked_for, requirement.id)
    return draft, served


def _puts_in(proposal: Proposal, wanted: str) -> bool:
    """Whether the new texts contain what a wish names instead."""
    return any(set(stems(wanted)) <= set(stems(edit.text)) for edit in proposal.edits)


def _of_wish(done: Served, wish: Wish, requirement: str) -> Proposal:
    """The part of a proposal that another wish asked for too: of all for "vegan", the butter of "no butter"."""
    places = {(one.part, one.step) for one in wish.places}
    own = tuple(edit for edit in done.proposal.edits if (edit.part, edit.step) in places)
    together = done.requirement == requirement and own == done.proposal.edits
    if together or key(wish.meant) == key(done.wish.meant):
        return done.proposal
    return replace(done.proposal, edits=own, says=sentences.done_with(wish, done.wish))


def _settled_by(served: Sequence[Served], wish: Wish) -> Served | None:
    """The proposal for another wish about the same thing that changed a place of this one, if any."""
    places = {(one.part, one.step) for one in wish.places if not wish.loose}
    same = (
        one for one in served if one.wish.polarity not in ("amount", *LAST) and _meant(one.wish) & _meant(wish)
    )
    changes = ((one, {(edit.part, edit.step) for edit in one.proposal.edits}) for one in same)
    return next((one for one, changed in changes if not changed.isdisjoint(places)), None)


def _meant(wish: Wish) -> frozenset[str]:
    """Keys that two wishes about the same thing share: the thing, or a constraint of the guard."""
    thing = wish.meant.casefold()
    return frozenset([key(thing), *foods_of(thing), *constraints_in(thing), *constraints_in(f"no {thing}")])


def _as_now(now: Procedure, requirement: Requirement, wish: Wish) -> Wish:
    """The wish with its places in the procedure as it is now."""
    [found] = findings(now, (requirement,)).each
    same = (one for one in found.wishes if (one.polarity, one.thing) == (wish.polarity, wish.thing))
    return next(same, replace(wish, places=()))
