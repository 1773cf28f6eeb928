"""Modify without a model: find what each wish touches, change what is sure, and name what is left."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, get_args

from tailor.core.edits import Edit, same_change
from tailor.core.english import CARDINALS
from tailor.core.events import Judged, Verdict
from tailor.core.finding import Findings, Found, Place, Polarity, Warned, Wish, cues, find, shown, warnings
from tailor.core.finding.relations import key
from tailor.core.finding.search import foods_of
from tailor.core.guard import constraints_in
from tailor.core.guard.vocabulary import stems
from tailor.core.procedure import Procedure
from tailor.core.protocols import FoundPlace, GroupHeader
from tailor.core.requirements import Requirement
from tailor.rules import context, exact, exchange, leave, less, named_swap, scaling, sentences, sizes, units
from tailor.rules.checks import BANS, KEPT, Change, failures
from tailor.rules.draft import Draft, also_serving, edits_of, headers_of, proposed
from tailor.rules.half_way import UsedUp, parted
from tailor.rules.model import Asked, Kind, Proposal
from tailor.rules.servings import of_an_eater, same_amount, wanted

KINDS: Final[tuple[Kind, ...]] = (
    scaling.propose,
    exact.propose,
    sizes.propose,
    less.propose,
    exchange.propose,
    named_swap.propose,
    leave.propose,
    leave.keep,
    units.propose,
)
"""The kinds of change, in the order in which they are asked: the first proposal counts.

To add one, write its module with a `propose` (see `model`) and its row here.
"""
_FIRST: Final[tuple[Polarity, ...]] = ("amount", "missing", "without", "instead", "only", "allergy-or-health")
"""Amounts before what they are amounts of."""
_LAST: Final[tuple[Polarity, ...]] = ("time", "unit", "skill")

ALL: Final[frozenset[Polarity]] = frozenset(get_args(Polarity))

LONGEST: Final = 1_000
"""Characters of a requirement that is read: a longer one is no wish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What must not be proposed."""

    done: frozenset[int] = frozenset()
    """Steps that are done: what they took is used up."""
    only_step: int | None = None
    rejected: tuple[Edit, ...] = ()
    """Numbered on the base."""
    barred: frozenset[str] = frozenset()
    """Requirements for which nothing is proposed."""
    heard: frozenset[Polarity] = ALL
    """Wishes of other kinds are passed over; where some are, a goal is read, and words that wish nothing too."""

    def allow(self, edit: Edit) -> bool:
        return self.stops_at(edit) and not any(same_change(edit, old) for old in self.rejected)

    def stops_at(self, place: Edit | FoundPlace) -> bool:
        if place.part == "resources":
            return self.only_step is None
        return place.step not in self.done and self.only_step in (None, place.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    edits: tuple[Edit, ...] = ()
    headers: tuple[GroupHeader, ...] = ()
    places: tuple[FoundPlace, ...] = ()
    verdicts: tuple[Judged, ...] = ()


@dataclass(frozen=True, slots=True)
class _Served:
    """A wish for which a proposal passed its checks."""

    requirement: str
    wish: Wish
    proposal: Proposal
    left: tuple[FoundPlace, ...]
    alike: tuple[str, ...] = ()
    """Other requirements that say the same amount: "double it, 8 of us"."""


def modify(base: Procedure, requirements: Sequence[Requirement], limits: Limits = Limits()) -> Outcome:
    """What is proposed for the requirements that are on, and exactly one verdict for each."""
    there = frozenset(stems(" ; ".join((*base.resources, *base.steps))))
    on = (one for one in requirements if one.on and len(one.text) <= LONGEST)
    meant = (context.of_the_dish(context.as_meant(one, base.goal, there), base) for one in on)
    read = context.with_stand_ins([*meant])
    ahead, gone = parted(base, limits.done)
    found = _find(ahead, read)
    if not found.english:
        judged = tuple(Judged(id=one.id, verdict="not_understood", says=sentences.FOREIGN) for one in read)
        return Outcome(verdicts=judged)
    draft, served = Draft(ahead, ahead), list[_Served]()
    offered = context.what_is_there(base, read, found.each)
    doubtful = {one.id for one, of in zip(read, found.each, strict=True) if context.may_name_another(one, of)}
    for requirement, wish in _in_order(read, found.each):
        before = next((one for one in served if _of_all(one.wish) and one.proposal.edits), None)
        if _of_all(wish) and before is not None:
            told = scaling.propose(ahead, Asked(requirement, wish))
            if requirement.id in before.alike or (told and not told.edits and not told.fits):
                served.append(replace(before, requirement=requirement.id, wish=wish))
        elif requirement.id not in limits.barred and wish.polarity in limits.heard:
            now = wish if wish.held or draft.now is ahead else _as_now(draft.now, requirement, wish)
            if not now.places and _settled_by(served, wish) is not None:
                continue  # "no butter", said twice
            if limits.only_step is None and gone.has(now):
                continue
            if requirement.id in doubtful and wish.polarity in ("missing", "without"):
                continue
            after, one = _try(draft, requirement, now, read, ahead=bool(limits.done))
            if one is not None and context.takes_what_is_there(one.wish, one.proposal, offered[requirement.id]):
                draft, served = after, [*served, one]
    served = _told_by_another(served)
    heard = ((one, wish) for one, wish in _in_order(read, found.each) if wish.polarity in limits.heard)
    draft, served = _settled_since(draft, served, [pair for pair in heard if pair[0].id not in limits.barred])
    turned_down = [edit for edit in edits_of(draft) if not limits.allow(edit)]
    scaled = {one.requirement for one in served if _of_all(one.wish)}  # one amount may stay as the person wants it
    refused = {id for edit in turned_down for id in edit.serves if not scaled.issuperset(edit.serves)}
    if refused and limits.only_step is None:
        return modify(base, requirements, replace(limits, barred=limits.barred | refused))
    made = _outcome(draft, read, served, limits, gone)
    unread = (one for one in requirements if one.on and len(one.text) > LONGEST)
    long = [Judged(id=one.id, verdict="not_understood", says=sentences.too_long(one)) for one in unread]
    return replace(made, verdicts=(*made.verdicts, *long))


def _find(procedure: Procedure, read: Sequence[Requirement]) -> Findings:
    """What each requirement wishes; a number that only its whole words tell is a wish too: "halve the recipe"."""
    found = find(procedure, read)
    each = tuple(_numbered(procedure, one, of) for one, of in zip(read, found.each, strict=True))
    return replace(found, each=each)


def _numbered(procedure: Procedure, requirement: Requirement, found: Found) -> Found:
    unit = [one.thing.casefold() for one in found.wishes if one.polarity == "unit"]
    wishes = tuple(one for one in found.wishes if one.polarity != "unit" or not _is_said(requirement, one, unit))
    if any(one.polarity == "unit" for one in wishes):  # "in inches, not cm"
        units = {" ".join(words) for words in cues.units()}
        wishes = tuple(one for one in wishes if one.polarity == "unit" or one.thing.casefold() not in units)
    if not wishes:
        found = replace(found, not_understood=(*found.not_understood, *(one.thing for one in found.wishes)))
    found = replace(found, wishes=wishes)
    asked = wanted(requirement.text, procedure)
    one = exact.heard(requirement.words, procedure) or sizes.heard(requirement.words, procedure)
    if asked is None and one is not None:
        return _beside_others(found, one)
    if asked is None and of_an_eater(requirement.text):  # "no chives for one"
        wishes = tuple(one for one in found.wishes if not _of_all(one))
        found = replace(found, wishes=wishes, not_understood=(*found.not_understood, "one"))
    if asked is not None and asked.but:  # "double it but only 3 eggs"
        others = tuple(one for one in found.wishes if asked.own and one.thing and one.polarity not in BANS)
        told = tuple(re.findall(r"[\w'’]+", requirement.words))
        return replace(found, wishes=(*others, Wish("amount", "", words=told, known=True)), not_understood=())
    amount = tuple(filter(_of_all, found.wishes))
    if asked is None or (asked.factor and " " not in asked.words and not amount):
        return found
    words = {*asked.words.split()}
    of_one = any(one.polarity == "amount" and one.thing and words & {*one.words} for one in found.wishes)
    if asked.factor and of_one:
        return found  # "a lot of sugar, can i halve it"
    if amount and asked.few:  # "10 people instead of 30"
        amount = (replace(amount[0], words=tuple(asked.words.split())),)
    left = tuple(word for word in found.not_understood if word.casefold() not in words)
    within = words if procedure.resources else set[str]()  # of a plan, the steps that say how many are shown
    others = tuple(one for one in found.wishes if not _of_all(one) and not _is_within(one.thing, within))
    told = tuple(asked.words.split())
    # For whom it is touches no step: "2 adults and 2 kids" have no plate to look at.
    sure = [replace(one, loose=False, places=()) if one.loose else one for one in amount]
    named = [one if one.words else replace(one, words=told) for one in sure or [Wish("amount", "", known=True)]]
    return replace(found, wishes=(*others, *named), not_understood=left)


def _beside_others(found: Found, wish: Wish) -> Found:
    """The findings with a wish that its words alone tell, in the place of what was read of them."""
    told = {word.casefold() for word in wish.words}
    others = (one for one in found.wishes if told.isdisjoint(map(str.casefold, one.words)))
    left = tuple(word for word in found.not_understood if word.casefold() not in told)
    return replace(found, wishes=(*others, wish), not_understood=left)


def _is_within(thing: str, words: set[str]) -> bool:
    return bool(thing) and words.issuperset(thing.casefold().split())


def _is_said(requirement: Requirement, wish: Wish, units: Sequence[str]) -> bool:
    """Whether the unit is what there is, not wished: "cups to ml", "gas mark in c", "three square metres"."""
    words, unit = requirement.words.casefold(), re.escape(wish.thing.casefold())
    counted = rf"\b(?:\d+|{'|'.join(CARDINALS)}|half an?)[ -](?:(?!in\b)\w+ )?{unit}\b"
    into = rf"\b{unit} (?:\d+ )?(?:to\b|in (?:{'|'.join(map(re.escape, units))})\b)"
    return bool(re.search(into, words) or re.search(counted, words))


def _in_order(read: Sequence[Requirement], found: Sequence[Found]) -> list[tuple[Requirement, Wish]]:
    pairs = [(one, wish) for one, of in zip(read, found, strict=True) for wish in of.wishes]
    return sorted(pairs, key=lambda pair: _rank(pair[1].polarity))


def _rank(polarity: Polarity) -> int:
    order = (*_FIRST, "other", *_LAST)
    return order.index(polarity)


def _of_all(wish: Wish) -> bool:
    """Whether it is about every amount: "half of it", "for two"."""
    return wish.polarity == "amount" and not wish.thing


def _try(
    draft: Draft, requirement: Requirement, wish: Wish, read: tuple[Requirement, ...], *, ahead: bool
) -> tuple[Draft, _Served | None]:
    """The draft with what is sure for one wish; itself where nothing is.

    `ahead`: steps are done already.
    """
    asks = cues.is_question(requirement.words) and wish.polarity not in ("amount", "unit")
    if context.is_only_shown(draft.base, requirement, wish):
        return draft, None
    if wish.loose or wish.held or asks:
        return draft, None
    asked = Asked(requirement, wish)
    proposal = next((one for kind in KINDS if (one := kind(draft.now, asked)) is not None), None)
    if proposal is None or (ahead and not proposal.fits and _comes_too_late(wish, proposal)):
        return draft, None
    if context.takes_what_stays(draft.now, proposal, read) and wish.polarity in BANS:
        return draft, None
    if proposal.edits and context.harms_whom(draft.base.goal, wish):
        return draft, None
    stays = proposal.stays or wish.polarity in KEPT
    others = (one for one in read if _of_all(wish) and one is not requirement)
    alike = tuple(one.id for one in others if same_amount(draft.base, requirement.words, one.words))
    after = proposed(draft, proposal, (requirement.id, *alike))
    if proposal.edits and failures(Change(draft.now, after.now, asked, read, stays)):
        return draft, None
    left = tuple(_found(proposal.left, requirement.id))
    return after, _Served(requirement.id, wish, replace(proposal, stays=stays), left, alike)


def _comes_too_late(wish: Wish, proposal: Proposal) -> bool:
    """Whether it changes the list alone, or all amounts, some of which are used."""
    return _of_all(wish) or all(edit.part == "resources" for edit in proposal.edits)


def _told_by_another(served: list[_Served]) -> list[_Served]:
    """Each wish for an amount that nobody can work out with the changes of one that can: "we are 3, make half"."""
    sure = next((one for one in served if _of_all(one.wish) and one.proposal.edits), None)
    vague = (_of_all(one.wish) and not one.proposal.edits and not one.proposal.fits for one in served)
    return [
        replace(sure, requirement=one.requirement, wish=one.wish) if sure and unknown else one
        for one, unknown in zip(served, vague, strict=True)
    ]


def _settled_since(
    draft: Draft, served: list[_Served], wishes: Sequence[tuple[Requirement, Wish]]
) -> tuple[Draft, list[_Served]]:
    """What another wish settled too: of "no butter, vegan" the butter went for the second."""
    met = {(one.requirement, one.wish.polarity, one.wish.thing) for one in served}
    for requirement, wish in wishes:
        own = (requirement.id, wish.polarity, wish.thing)
        if own in met or wish.held or not wish.places:
            continue
        done = _settled_by(served, wish)
        if done is not None and not _as_now(draft.now, requirement, wish).places:
            left = tuple(_found(done.proposal.left, requirement.id))
            served = [*served, _Served(requirement.id, wish, done.proposal, left)]
            draft = also_serving(draft, done.proposal, requirement.id)
    return draft, served


def _settled_by(served: Sequence[_Served], wish: Wish) -> _Served | None:
    """What was proposed for another wish for the same and changed a place of this one."""
    places = {(one.part, one.step) for one in wish.places if not wish.loose}
    same = (
        one for one in served if one.wish.polarity not in ("amount", *_LAST) and _meant(one.wish) & _meant(wish)
    )
    changes = ((one, {(edit.part, edit.step) for edit in one.proposal.edits}) for one in same)
    return next((one for one, changed in changes if not changed.isdisjoint(places)), None)


def _meant(wish: Wish) -> frozenset[str]:
    """What two wishes share if they are about the same: the thing, or a constraint of the guard."""
    thing = wish.meant.casefold()
    return frozenset([key(thing), *foods_of(thing), *constraints_in(thing), *constraints_in(f"no {thing}")])


def _as_now(now: Procedure, requirement: Requirement, wish: Wish) -> Wish:
    """The wish with its places in the procedure as it stands."""
    [found] = _find(now, (requirement,)).each
    same = (one for one in found.wishes if (one.polarity, one.thing) == (wish.polarity, wish.thing))
    return next(same, replace(wish, places=()))


def _found(places: Sequence[Place], serves: str) -> list[FoundPlace]:
    return [FoundPlace(one.part, one.step, one.word, one.why, (serves,), one.also) for one in places]


def _outcome(
    draft: Draft,
    read: Sequence[Requirement],
    served: Sequence[_Served],
    limits: Limits,
    gone: UsedUp,
) -> Outcome:
    places: list[FoundPlace] = []
    verdicts: list[Judged] = []
    known = {(one.requirement, one.wish.polarity, one.wish.thing): one for one in served}
    dropped = [at for at, text in enumerate(draft.now.steps, 1) if draft.base.steps[at - 1] and not text]
    for requirement, found in zip(read, _find(draft.now, read).each, strict=True):
        changed = {(one.part, one.step) for one in edits_of(draft) if requirement.id in one.serves}
        once = [one.wish for one in served if one.requirement == found.requirement]
        heard = [wish for wish in found.wishes if wish.polarity in limits.heard]
        found_last = sorted(heard, key=lambda wish: bool(wish.places))  # of two about one thing, that with places
        wishes = {(wish.polarity, wish.thing): wish for wish in (*once, *found_last)}
        now = {(wish.polarity, wish.thing): wish for wish in found_last}
        ends: list[sentences.End] = []
        warned = warnings(draft.base, (requirement,))
        for of, wish in wishes.items():
            one = known.get((found.requirement, *of))
            stays = one is not None and one.proposal.stays
            still = now[of].places if of in now and not stays else ()
            here = [*_found(still, found.requirement), *(one.left if one else ())]
            here = [place for place in here if limits.stops_at(place)]
            if wish.loose:
                here = [place for place in here if (place.part, place.step) not in changed]
            here = [_reasoned(place, warned) for place in here]
            places += _one_a_step(here)
            used = gone.of(requirement, wish) if limits.only_step is None else ()
            ends.append(sentences.End(wish, one.proposal if one else None, tuple(here), used))
        fine = any(
            end.proposal and (end.wish.wanted or (end.proposal.stays and end.wish.polarity not in KEPT))
            for end in ends
        )  # whoever names what to take instead of butter has nothing against cheese
        beside = _one_a_step([one for one in _found(found.beside, found.requirement) if limits.stops_at(one)])
        if beside and not fine:
            places += beside
            ends.append(sentences.End(Wish("without", ""), None, beside))
        for end in _of_dangers(draft.now, requirement, warned, ends, limits):
            places += end.places
            ends.append(end)
        dangers = [one.says for one in warned]
        whole = limits.heard == ALL
        judged = sentences.judged(requirement, ends, dangers, base=draft.base, whole=whole)
        moved = sentences.renumbered(ends, dropped)
        edited = (*judged.edited, *filter(None, (moved,)))
        verdicts.append(replace(judged, says=f"{judged.says} {moved}".strip(), edited=edited))
    edits = tuple(edit for edit in edits_of(draft) if limits.allow(edit))
    if limits.only_step is not None:
        edits = tuple(replace(edit, group="") for edit in edits)
    else:
        verdicts = [_with_kept(one, draft, limits) for one in verdicts]
    headers = headers_of(draft) if limits.only_step is None else ()
    return Outcome(edits=edits, headers=headers, places=_merged(places), verdicts=tuple(verdicts))


def _with_kept(judged: Judged, draft: Draft, limits: Limits) -> Judged:
    """The verdict with the amounts that the person turned down to change before."""
    left = (edit for edit in edits_of(draft) if judged.id in edit.serves and not limits.allow(edit))
    kept = [draft.base.part(edit.part)[edit.step - 1] for edit in left]
    if not kept:
        return judged
    verdict: Verdict = "partly" if judged.verdict == "done" else judged.verdict
    return replace(judged, verdict=verdict, says=f"{judged.says} {sentences.kept_before(kept)}")


def _of_dangers(
    now: Procedure,
    requirement: Requirement,
    warned: Sequence[Warned],
    ends: Sequence[sentences.End],
    limits: Limits,
) -> list[sentences.End]:
    """What warnings show that no wish has a place for: the vinegar where bleach is in the drain already."""
    there = {(place.part, place.step, word) for end in ends for place in end.places for word in _words(place)}
    found = []
    for one in warned:
        here = [place for place in _found(shown(now, one), requirement.id) if limits.stops_at(place)]
        here = [
            place for place in here if there.isdisjoint((place.part, place.step, word) for word in _words(place))
        ]
        if here:
            wish = Wish("without", "", words=tuple(one.said.split()), health=True, state=True)
            found.append(sentences.End(wish, None, tuple(here)))
    return found


def _reasoned(place: FoundPlace, warned: Sequence[Warned]) -> FoundPlace:
    """The place with the reason that a warning gives for its words."""
    words = " ".join((place.word, *place.also))
    return replace(place, why=next((one.says for one in warned if one.about.search(words)), place.why))


def _one_a_step(places: Sequence[FoundPlace]) -> tuple[FoundPlace, ...]:
    """The places of one wish: each step and resource once, with every word."""
    found: dict[tuple[str, int], FoundPlace] = {}
    for place in places:
        old = found.get((place.part, place.step), place)
        found[place.part, place.step] = _joined(old, place)
    return tuple(found.values())


def _merged(places: Sequence[FoundPlace]) -> tuple[FoundPlace, ...]:
    """The places in the order of the steps; those of several wishes about the same words of a step are one."""
    found: list[FoundPlace] = []
    for place in places:
        same = (at for at, one in enumerate(found) if (one.part, one.step) == (place.part, place.step))
        at = next((at for at in same if not _words(found[at]).isdisjoint(_words(place))), len(found))
        found[at : at + 1] = [_joined(found[at], place) if at < len(found) else place]
    return tuple(sorted(found, key=lambda one: (one.part != "steps", one.step)))


def _words(place: FoundPlace) -> frozenset[str]:
    return frozenset(" ".join((place.word, *place.also)).casefold().split())


def _joined(old: FoundPlace, place: FoundPlace) -> FoundPlace:
    words = {word.casefold(): word for word in reversed((*old.also, place.word, *place.also))}
    return replace(
        old,
        serves=tuple(dict.fromkeys((*old.serves, *place.serves))),
        also=tuple(word for word in reversed(words.values()) if word.casefold() != old.word.casefold()),
    )
