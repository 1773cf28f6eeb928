"""The answer of Modify: what is proposed, which places are left to the person, and a verdict per requirement."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tailor.core.events import Judged, Verdict
from tailor.core.finding import Found, Place, Warned, Wish, find, shown, warnings
from tailor.core.finding.reading import NEGATIVE
from tailor.core.procedure import Procedure
from tailor.core.protocols import FoundPlace
from tailor.core.requirements import Requirement
from tailor.core.text import one_line
from tailor.rules import named_swap, sentences
from tailor.rules.checks import KEPT
from tailor.rules.choices import with_choices
from tailor.rules.draft import Draft, edits_of, headers_of
from tailor.rules.half_way import UsedUp
from tailor.rules.model import ALL, Asked, End, Limits, Outcome, Served
from tailor.rules.wishes import findings


def outcome(
    draft: Draft, read: Sequence[Requirement], served: Sequence[Served], limits: Limits, gone: UsedUp
) -> Outcome:
    """Return the edits of the draft, and the places and verdict of each requirement, in reading order."""
    places: list[FoundPlace] = []
    verdicts: list[Judged] = []
    states = set[str]()
    each = findings(draft.now, read).each
    wishes = (*(one.wish for one in served), *(wish for found in each for wish in found.wishes))
    ruled_out = _ruled_out((wish.wanted for wish in wishes), read)
    for requirement, found in zip(read, each, strict=True):
        warned = warnings(draft.base, (requirement,))
        ends = _of_wishes(draft, requirement, found, served, limits, gone)
        ends = [_warned(end, warned) for end in ends]
        beside = _beside(found, ends, limits)
        dangers = _of_dangers(draft.now, requirement, warned, [*ends, *beside], limits)
        ends = [_with_dangers(end, dangers) for end in ends]
        dangers = [one for one in dangers if all(one.wish is not end.wish for end in ends)]
        places += (place for end in ends for place in _one_a_step(end.places))
        states |= {requirement.id for end in ends if end.wish.state and end.places}
        places += (place for end in (*beside, *dangers) for place in end.places)
        judged = _judged(draft, requirement, [*ends, *beside, *dangers], warned, limits)
        judged = replace(judged, says=f"{judged.says} {_clash(requirement, ends, ruled_out)}".strip())
        verdicts.append(judged if limits.only_step is not None else _with_kept(judged, draft, limits))
    if limits.heard == ALL and limits.only_step is None:
        verdicts, choices = with_choices(verdicts, places, states, draft.now)
        places += (place for place in choices if limits.stops_at(place))
    edits = tuple(edit for edit in edits_of(draft) if limits.allow(edit))
    if limits.only_step is not None:  # nothing belongs to a group, and no header changes
        alone = tuple(replace(edit, group="") for edit in edits)
        return Outcome(edits=alone, places=_merged(places), verdicts=tuple(verdicts))
    return Outcome(edits=edits, headers=headers_of(draft), places=_merged(places), verdicts=tuple(verdicts))


def _of_wishes(
    draft: Draft,
    requirement: Requirement,
    found: Found,
    served: Sequence[Served],
    limits: Limits,
    gone: UsedUp,
) -> list[End]:
    """Say what became of each wish of a requirement: those served, and those that the result still touches."""
    own = {_which(one.wish): one for one in served if one.requirement == found.requirement}
    changes = (edit for one in own.values() if not one.wish.of_all for edit in one.proposal.edits)
    changed = {(one.part, one.step) for one in changes}  # a line with more of a thing still has it
    new = {one.wish.wanted for one in own.values() if one.wish.much and one.proposal.edits}  # the 200 g of cheddar
    heard = (wish for wish in found.wishes if wish.polarity in limits.heard and wish.thing not in new)
    found_last = sorted(heard, key=lambda wish: bool(wish.places))  # of two about one thing, the one with places
    now = {_which(wish): wish for wish in found_last}
    ends: list[End] = []
    for of, wish in ({of: one.wish for of, one in own.items()} | now).items():
        one = own.get(of)
        stays = one is not None and one.proposal.stays
        still = now[of].places if of in now and not stays else ()
        here = [*found_places(still, found.requirement), *(one.left if one else ())]
        here = [place for place in here if limits.stops_at(place)]
        if wish.loose:
            here = [place for place in here if (place.part, place.step) not in changed]
        if one is None and here and (why := named_swap.why_not(draft.base, Asked(requirement, wish))):
            here = [replace(place, why=why) for place in here]
        used = gone.of(requirement, wish) if limits.only_step is None else ()
        ends.append(End(wish, one.proposal if one else None, tuple(here), used))
    return ends


def _which(wish: Wish) -> tuple[str, str]:
    """The key of a wish within its requirement."""
    return wish.polarity, wish.thing


def _beside(found: Found, ends: Sequence[End], limits: Limits) -> list[End]:
    """What the guard finds besides the wishes; who names a substitute for butter has nothing against cheese."""
    places = _one_a_step([one for one in found_places(found.beside, found.requirement) if limits.stops_at(one)])
    fine = any(
        end.proposal and (end.wish.wanted or (end.proposal.stays and end.wish.polarity not in KEPT))
        for end in ends
    )
    return [End(Wish("without", ""), None, places)] if places and not fine else []


def _judged(
    draft: Draft, requirement: Requirement, ends: Sequence[End], warned: Sequence[Warned], limits: Limits
) -> Judged:
    """The verdict on a requirement, including which step numbers change."""
    dropped = [at for at, text in enumerate(draft.now.steps, 1) if draft.base.steps[at - 1] and not text]
    dangers = [one.says for one in warned]
    judged = sentences.judged(requirement, ends, dangers, base=draft.base, whole=limits.heard == ALL)
    moved = sentences.renumbered(ends, dropped)
    edited = (*judged.edited, *filter(None, (moved,)))
    return replace(judged, says=f"{judged.says} {moved}".strip(), edited=edited)


def _ruled_out(wanted: Iterable[str], read: Sequence[Requirement]) -> Mapping[str, Sequence[Requirement]]:
    """Return what the person names to use, each with the wishes that rule it out: "tofu", a soya allergy.

    "No cream" rules out no butter, although an allergy to cream would.
    """
    things = tuple(dict.fromkeys(filter(None, wanted)))
    if not things or len(read) < 2:
        return {}
    found = find(Procedure("", things), read).each  # all at once, because each wish takes long to read
    against = [
        {place.step for wish in of.wishes if wish.polarity in NEGATIVE for place in wish.places}
        | {place.step for place in of.beside}
        for of in found
    ]
    return {
        thing: [one for one, steps in zip(read, against, strict=True) if at in steps]
        for at, thing in enumerate(things, 1)
    }


def _clash(requirement: Requirement, ends: Sequence[End], ruled_out: Mapping[str, Sequence[Requirement]]) -> str:
    """Say what the person names to use although another of their wishes rules it out."""
    open_ = (end.wish for end in ends if not (end.proposal and (end.proposal.edits or end.proposal.fits)))
    for wanted in dict.fromkeys(wish.wanted for wish in open_):
        for other in ruled_out.get(wanted, ()):
            if other is not requirement:
                return f"“{wanted}” may not fit “{one_line(other.words, 60)}”."
    return ""


def _with_kept(judged: Judged, draft: Draft, limits: Limits) -> Judged:
    """Add to the verdict the amounts that the person kept in an earlier review."""
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
    ends: Sequence[End],
    limits: Limits,
) -> list[End]:
    """Places that only a warning shows: the vinegar, where there is bleach in the drain already."""
    there = {(place.part, place.step, word) for end in ends for place in end.places for word in _words(place)}
    found = []
    for one in warned:
        here = [place for place in found_places(shown(now, one), requirement.id) if limits.stops_at(place)]
        here = [
            place for place in here if there.isdisjoint((place.part, place.step, word) for word in _words(place))
        ]
        if here:
            said = tuple(one.said.split())
            own = Wish("without", "", words=said, health=True, state=True)
            wish = next((end.wish for end in ends if end.wish.state and {*said} <= {*end.wish.words}), own)
            found.append(End(wish, None, tuple(here)))
    return found


def _with_dangers(end: End, dangers: Sequence[End]) -> End:
    """The wish with the places that warnings about it show."""
    return replace(end, places=(*end.places, *(one for of in dangers if of.wish is end.wish for one in of.places)))


def _warned(end: End, warned: Sequence[Warned]) -> End:
    """Give its places the reasons of the warnings; what is dangerous here counts as more than a mention."""
    places = tuple(_reasoned(one, warned) for one in end.places)
    loose = end.wish.loose and all({*one.said.split()}.isdisjoint(end.wish.words) for one in warned)
    return replace(end, wish=replace(end.wish, loose=loose), places=places)


def _reasoned(place: FoundPlace, warned: Sequence[Warned]) -> FoundPlace:
    """The place with the reason of the warning about its words, if there is one."""
    words = " ".join((place.word, *place.also))
    return replace(place, why=next((one.says for one in warned if one.about.search(words)), place.why))


def _one_a_step(places: Sequence[FoundPlace]) -> tuple[FoundPlace, ...]:
    """Merge the places of one wish: each step and resource once, with every word."""
    found: dict[tuple[str, int], FoundPlace] = {}
    for place in places:
        old = found.get((place.part, place.step), place)
        found[place.part, place.step] = _joined(old, place)
    return tuple(found.values())


def _merged(places: Sequence[FoundPlace]) -> tuple[FoundPlace, ...]:
    """Merge places of several wishes about the same words of a step, and sort them by step."""
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


def found_places(places: Sequence[Place], serves: str) -> list[FoundPlace]:
    return [FoundPlace(one.part, one.step, one.word, one.why, (serves,), one.also) for one in places]
