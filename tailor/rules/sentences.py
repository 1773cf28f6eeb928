"""The verdict on each wish, as a friend would word it: what was done, and why. Never an all-clear."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from tailor.core.english import not_within, singular
from tailor.core.events import Judged, Verdict
from tailor.core.finding import Wish, cues, find
from tailor.core.finding.cues import listed, split
from tailor.core.finding.foods import is_eaten
from tailor.core.finding.mentions import roots
from tailor.core.finding.reading import is_number
from tailor.core.finding.relations import key, things
from tailor.core.guard import constraints_in, hazards_for_everyone, of_all_kinds, scan
from tailor.core.guard.vocabulary import group, stems
from tailor.core.procedure import Procedure
from tailor.core.protocols import FoundPlace
from tailor.core.requirements import Requirement
from tailor.core.text import and_last, one_line, phrases
from tailor.rules import named_swap
from tailor.rules.left_over import asks_more, content, is_to_stay, is_wish_among, roots_of, shown_by, unused_words
from tailor.rules.model import Asked, End
from tailor.rules.tables import pattern

ONCE: Final = "You took changes for this before, so I changed no amounts again."
FOREIGN: Final = "I can read only English, so I checked nothing."
HELP: Final = (
    "Where I only point out a step, you can rewrite it, remove it, mark it as fine, or connect "
    "a model, which knows more."
)
LABELS: Final = "Packaged food may contain more: check the labels."
_EATEN: Final = pattern("sentences", "eaten")
"""Words that show that the text is about food."""
_HARM: Final = pattern("sentences", "harm")
"""General words for anything harmful, which a text names more specifically."""
_SUMS_UP: Final = pattern("sentences", "sums_up")
"""Words that may stand for any food."""
_MUCH: Final = pattern("phrases", "much")
_NONE: Final = "found none that I know"
_NO_OTHER: Final = "found no others in the steps"
_CHECK: Final = " and check the labels."
_NOT_KEPT: Final = "If one of the amounts should stay as it was, change it back yourself."
_ASKS_HOW: Final = pattern("sentences", "asks_how")
_NO_ANSWER: Final = "I can't answer questions; I can only show where those words are."
_UNWANTED: Final = ("without", "missing", "allergy-or-health")
_HOW: Final = pattern("sentences", "how")
"""What a dish can be more of, which is no thing in it."""
CHOOSES: Final = "you choose or plan something here"
_MOST: Final = 4
"""The most words or steps that one sentence lists."""


def too_long(requirement: Requirement) -> str:
    return f"“{one_line(requirement.words, 40)}” is too long for me to read. Say it in a sentence or two."


def _not_understood(words: str) -> str:
    if adds := pattern("sentences", "adds").match(words):  # "add spinach"
        return (
            f"I can't add anything by myself: write “{one_line(adds['what'], 60)}” into the step where it belongs."
        )
    if step := pattern("sentences", "step_out").fullmatch(words):  # "skip step 3"
        return f"I don't take out whole steps: in the review, d removes {step['step'] or step['out']}."
    return f"I did not understand “{one_line(words, 80)}”, so I changed nothing for it."


def kept_in_mind(places: Sequence[FoundPlace]) -> str:
    """The sentence about steps that decide something, for what no step names."""
    return f"In {_where(places)} you choose or plan something: please look there with that in mind."


def kept_before(texts: Sequence[str]) -> str:
    """The sentence about amounts left as they are because the person kept them in an earlier review."""
    return f"You kept {_quoted(one_line(text, 60) for text in texts)} before, so I changed nothing there."


def done_with(wish: Wish, other: Wish) -> str:
    """The sentence about a wish that was settled together with another one, where the details are given."""
    return f"“{_name(wish)}” is done with “{_name(other)}”."


def judged(
    requirement: Requirement, ends: Sequence[End], dangers: Sequence[str], *, base: Procedure, whole: bool
) -> Judged:
    """Return the verdict on a requirement: what became of each of its wishes, in sentences that name the wish.

    `dangers` are mentioned even where nothing was understood. With `whole`, every word of the requirement has to
    be accounted for, so words that no sentence names are reported as ignored.
    """
    asks = cues.is_question(requirement.words)
    ends = [end for end in ends if _counts(end, asks=asks)] or [end for end in ends if end.wish.state and not asks]
    ends = [end for end in ends if _told(end.wish, asks=False) or not _is_shown(end, ends)]
    whom = [end for end in ends if _is_whom_it_is_about(end, ends, base)]
    ends = [end for end in ends if end not in whom]
    beside = [end for end in ends if _only_beside(end, ends)]
    ends = [end for end in ends if end not in beside]
    health = _health(requirement, ends)
    verdict = _verdict(ends)
    made = [end for end in ends if end.proposal]
    others = [end for end in ends if not end.proposal]
    shown = [end for end in others if end.places or _is_shown(end, others)]
    pointed = [*_pointed(shown, beside, base)]
    pointed += [named_swap.why_not(base, Asked(requirement, end.wish)) for end in shown]
    done, edited = _of_edits(made, () if shown else beside, base)
    used = [_used_up(end) for end in ends]
    said = [*(_corrected(end.wish) for end in (*ends, *beside)), *used, *done, *pointed]
    idle = [end for end in others if end not in shown and _is_idle(end)]
    said += (_at_a_loss(end.wish, requirement.words) for end in idle)
    points = [*filter(None, (*used, *pointed, *map(_left, made)))]
    points += said[-len(idle) :] if idle else ()
    said += (_named_for([end], _says(end, base), base) for end in others if end not in (*shown, *idle))
    whole = whole and verdict != "not_understood"
    unused = unused_words(requirement, [*ends, *beside, *whom], (*said, *dangers), base) if whole else ()
    if verdict == "not_understood":
        said = [_not_understood(requirement.words)]
    elif unused:
        did = "I changed no amount for" if not made and _MUCH.fullmatch(" ".join(unused)) else "I ignored"
        points.append(f"{did} {_quoted(phrases(unused, requirement.words), most=len(unused))}.")
        said.append(points[-1])
    said += _noted(base, content(requirement.text) if verdict == "not_understood" else unused)
    verdict, besides = _weighed(verdict, requirement.words, ends, unused, asks=asks)
    if verdict == "done" and asks_more(unused, requirement.words, base):
        verdict = "partly"
    said.append(besides)
    if verdict in ("done", "partly", "found") and not dangers and _may_hide(requirement, ends, base):
        said.append(LABELS)
    lacks = all(end.wish.polarity == "missing" for end in ends)  # who has no butter may eat cheese
    beyond = [*_beside(base, requirement, frozenset() if lacks else health)]
    if beyond:
        said = [*beyond, *(one.replace(_NONE, _NO_OTHER) for one in said)]
    said += (*dangers, *(() if beyond else _beside(base, requirement, health)))
    taken = tuple(dict.fromkeys(one.word for end in ends for one in end.used))
    return Judged(
        id=requirement.id,
        verdict=verdict,
        says=" ".join(dict.fromkeys(filter(None, said))),
        points=(*points, HELP),
        unused=(*unused, *(word for end in idle if len(ends) > len(idle) for word in end.wish.words)),
        edited=edited,
        used=taken,
    )


def _weighed(
    verdict: Verdict, words: str, ends: Sequence[End], unused: Sequence[str], *, asks: bool
) -> tuple[Verdict, str]:
    """Lower the verdict if a question or unused words remain; return it with a sentence on that, or ""."""
    made = any(end.proposal for end in ends)
    answers = any(end.wish.held for end in ends)  # "is there peanut in it"
    asks = asks or _ASKS_HOW.search(words) is not None
    if verdict in ("found", "looked_for") and asks and not made and not answers:
        return verdict, _NO_ANSWER
    if verdict != "done":
        return verdict, ""
    if unused and "?" in words:
        return "partly", _NO_ANSWER
    if is_to_stay(unused, ends, words):
        return "partly", _NOT_KEPT
    return ("partly" if is_wish_among(unused, ends) else "done"), ""


def _counts(end: End, *, asks: bool) -> bool:
    """Whether the wish is worth a sentence; in a question, one that nothing can be found for is not."""
    seen = end.proposal or end.places or end.used
    return bool(seen) or (_told(end.wish, asks=asks) and not (asks and _beyond(end.wish)))


def _of_edits(
    made: Sequence[End], beside: Sequence[End], base: Procedure
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sentences about the proposals, and those of them that announce an edit.

    Wishes with the same result share a sentence: "nuts and almonds", or "no cheese or dairy", which name one
    allergen. The second tuple holds only if the edits are taken; why nothing was edited is always told.
    """
    alike = dict[str, list[End]]()
    for end in made:
        says, family = _says(end, base), _family(end.wish)
        kin = (
            one for one, same in alike.items() if family and any(_family(other.wish) == family for other in same)
        )
        alike.setdefault(says if says in alike else next(kin, says), []).append(end)
    told = {
        _named_for([*same, *beside], " ".join(dict.fromkeys(_says(end, base) for end in same)), base): same
        for same in alike.values()
    }
    edited = (says for says, same in told.items() if any(end.proposal and end.proposal.edits for end in same))
    return tuple(told), tuple(edited)


def _family(wish: Wish) -> frozenset[str]:
    """The allergens among what somebody must not eat; the same for cheese and dairy."""
    if wish.polarity != "allergy-or-health" or wish.state:
        return frozenset()
    return frozenset(one for one in constraints_in(f"no {wish.meant}") if group(one) == "allergen")


def _may_hide(requirement: Requirement, ends: Sequence[End], base: Procedure) -> bool:
    """Whether packaged food may contain what is unwanted here."""
    if not _EATEN.search(" ".join((base.goal, *base.resources, *base.steps))):
        return False
    banned = any(end.wish.polarity in _UNWANTED for end in ends)
    stays = any(end.proposal and end.proposal.stays for end in ends if end.wish.polarity != "amount")
    wary = of_all_kinds(requirement.text) or any(end.wish.polarity not in ("missing", "amount") for end in ends)
    return banned and not stays and bool(wary) and any(_is_eaten(end.wish) for end in ends)


def _named_for(ends: Sequence[End], says: str, base: Procedure, *, quotes: bool = False) -> str:
    """Prefix the sentence with the names of the wishes that it, their places and their edits do not mention.

    `quotes`: what the sentence quotes is text of the how-to, so a quoted name is not expanded to its full form.
    """
    named = roots_of([says, *shown_by(ends, base)])
    new: dict[str, str] = {}
    for end in ends:
        name = _name(end.wish)
        if any((named | roots_of(new)).isdisjoint(roots(word)) for word in content(name)):
            new[name] = f"“{end.wish.called}”" if not end.wish.wanted else f"“{name}”"
    for name, short in new.items() if not quotes else ():
        says = says.replace(short, f"“{name}”")
    names = [name for name in new if f"“{name}”" not in says]
    return f"For {_quoted(names, most=len(names))}: {says}" if names and says else says


def _name(wish: Wish) -> str:
    """What the person calls it: "milk instead of cream", "2 year old"; "" for a wish about all amounts."""
    if wish.wanted and wish.wanted != wish.thing:
        return f"{wish.wanted} instead of {wish.called}" if wish.thing else wish.wanted
    aged = wish.state and any(map(is_number, wish.words))
    ails = not wish.corrected and wish.thing.casefold() in listed("parts_of_bodies")  # "bad back"
    whole = aged or ails or (not wish.thing and wish.polarity != "amount")
    return " ".join(wish.words) if whole else wish.called


def _beside(base: Procedure, requirement: Requirement, health: frozenset[str]) -> Iterator[str]:
    """Warn of what is found in headings and notes, which are not reviewed, unless the title names it."""
    made = frozenset(root for word in base.goal.split() for root in roots(word))
    for place, text in (("headings", "\n".join(title for _, title in base.sections)), ("notes", base.notes)):
        found = (one for one in scan(text, health) if one.kind != "not_assessed")
        words = [one.word for one in found if one.kind == "found" or made.isdisjoint(roots(one.word))]
        lines = tuple(filter(None, re.split(r"(?<=[.!?])\s+|\n+", text)))
        wishes = find(Procedure("", lines), (requirement,)).each[0].wishes if lines else ()
        unwanted = (one for one in wishes if one.polarity in _UNWANTED and not one.loose)
        words += [spot.word for one in unwanted for spot in one.places if made.isdisjoint(roots(spot.word))]
        if words:
            yield f"The {place} mention {_quoted(not_within(words))}: please read them, as I change nothing there."


def _noted(base: Procedure, words: Iterable[str]) -> Iterator[str]:
    """Point out unused words that the notes contain, since the review does not cover notes: "can i freeze it"."""
    goal = {root for word in base.goal.split() for root in roots(word)}
    named = {root: word for word in re.findall(r"\w+", base.notes) for root in roots(word)}
    some = (word for word in words if len(word) > 3 and word.casefold() not in listed("everyday"))
    found = (named[root] for word in some for root in roots(word) if root in named.keys() - goal)
    if noted := [*dict.fromkeys(found)]:
        yield f"Please read the notes: they mention {_quoted(noted)}."


def _told(wish: Wish, *, asks: bool) -> bool:
    """Whether the wish deserves a sentence even where there is nothing to decide."""
    asked = asks and bool(wish.thing) and not wish.state and not wish.corrected  # "is sour cream alright?"
    wanted = (asked and _is_eaten(wish)) or (wish.recognised and wish.wanted == wish.thing)
    return bool(wish.in_goal) or wish.polarity != "other" or wanted


def _only_beside(end: End, ends: Sequence[End]) -> bool:
    """Whether the wish came to nothing but another one covers it: the pan instead of the grill, grams and ml."""
    if end.proposal or end.places or end.used:
        return False
    found = [other.wish for other in ends if other is not end and (other.proposal or other.places)]
    kinds = {one.polarity for one in found}
    if any(not one.thing and one.state and not {*one.words}.isdisjoint(end.wish.words) for one in found):
        return True  # a warning already shows where the bleach matters
    if end.wish.health:
        same = any(one.meant == end.wish.meant and one.polarity in _UNWANTED for one in found)
        return same or _is_shown(end, ends)  # "im vegan, and theres no scots around"
    said = {word for one in found for word in one.words}  # "half butter, half oil": nothing is said of the oil yet
    return end.wish.polarity in kinds and (
        end.wish.polarity == "unit" or (_beyond(end.wish) and said.issuperset(end.wish.words))
    )


def _is_whom_it_is_about(end: End, ends: Sequence[End], base: Procedure) -> bool:
    """Whether the wish only names whom the how-to is for anyway, beside others: the dog of "wash the dog"."""
    idle = end.wish.state and not (end.proposal or end.places or end.used)
    whom = {*stems(" ".join(content(end.wish.meant)))}
    often = sum(whom <= {*stems(step)} for step in base.steps) > 3 if idle else False
    return (
        idle and (often or whom <= {*stems(base.goal)}) and any(other.places or other.proposal for other in ends)
    )


def _is_shown(end: End, others: Sequence[End]) -> bool:
    """Whether the unwanted thing was found under another name, so that "none found" would be wrong."""
    if end.places or not end.wish.thing:
        return False
    if _HARM.search(end.wish.thing):  # "no poisons because of my cat": the nicotine is shown
        return any(other.wish.state and other.places for other in others)
    if not end.wish.health:
        return False
    ids = (*constraints_in(end.wish.meant), *constraints_in(f"no {end.wish.meant}"))
    words = "\n".join(f"{place.word} {' '.join(place.also)}" for other in others for place in other.places)
    return any(one.kind != "not_assessed" for one in scan(words, ids))


def _verdict(ends: Sequence[End]) -> Verdict:
    served = any(map(_serves, ends))
    unfit = [end for end in ends if not (end.proposal and end.proposal.fits)]
    open_ = any(
        end.places or end.used or (not _serves(end) and (_is_titled(end.wish) or _beyond(end.wish)))
        for end in unfit
    )
    open_ = open_ or any(_puts_in(end.wish) and not (end.proposal or _is_tool(end.wish)) for end in unfit)
    open_ = open_ or any(map(_still_in, ends))
    if served:
        sought = any(end.wish.health and not _serves(end) for end in ends)  # those were only looked for
        return "partly" if open_ or sought else "done"
    if open_:
        return "found"
    return "looked_for" if unfit else "already" if ends else "not_understood"


def _is_titled(wish: Wish) -> bool:
    """Whether the title names the thing, unless it is a state: "open" says nothing about bad hands."""
    return bool(wish.in_goal) and (not wish.state or _is_eaten(wish))


def _serves(end: End) -> bool:
    return end.proposal is not None and bool(end.proposal.edits)


def _still_in(end: End) -> bool:
    """Whether the edit only reduces something that is bad for somebody's health."""
    return end.proposal is not None and end.wish.polarity == "amount" and end.wish.health and bool(end.wish.thing)


def _beyond(wish: Wish) -> bool:
    """Whether the wish names nothing to look for and has no places, so that only a change could meet it."""
    return not wish.thing and not wish.places


def _is_idle(end: End) -> bool:
    """Whether only a change could meet the wish, and nobody knows which."""
    return _beyond(end.wish) and not (end.proposal or end.used or _is_titled(end.wish))


def _health(requirement: Requirement, ends: Iterable[End]) -> frozenset[str]:
    """The constraints to scan for, without equipment; "health" is one if it is about somebody's body."""
    texts = (requirement.text, *(Asked(requirement, end.wish).plain.text for end in ends))
    asked = {one for text in texts for one in constraints_in(text) if group(one) != "equipment"}
    if any(end.wish.health or end.wish.polarity == "allergy-or-health" for end in ends):
        asked.add("health")
    return frozenset(asked)


def _is_eaten(wish: Wish) -> bool:
    """Whether the wish rules out a food that the guard has words for."""
    asked = (*constraints_in(wish.meant), *constraints_in(f"no {wish.meant}"))
    return wish.health and any(group(one) in ("allergen", "diet") and one != "pregnancy" for one in asked)


def _corrected(wish: Wish) -> str:
    return f"I read “{wish.thing}” as “{wish.corrected}”." if wish.called != wish.thing else ""


def _says(end: End, base: Procedure) -> str:
    wish, thing = end.wish, end.wish.called
    if end.proposal:
        left = _left(end)
        left = f"{left} It still has {thing}: I can't know how much is fine for you." if _still_in(end) else left
        return f"{end.proposal.says} {left}".strip()
    if end.places or end.used:
        return ""
    if _is_titled(wish):
        says = f"The title says “{wish.in_goal}”, and I leave that as it is."
        harms = wish.polarity == "allergy-or-health" or _is_eaten(wish)  # the steps may call its parts otherwise
        return f"{says} I only match words, so please read the steps yourself." if harms else says
    if wish.polarity == "unit":
        return "I found no measure here that I could convert."
    if _puts_in(wish):
        return f"I can't tell which steps “{thing}” matters for."
    return _unseen(wish, base)


def _puts_in(wish: Wish) -> bool:
    """Whether it names what to use, and nothing that it is to be used for: "make it with lentils"."""
    return wish.polarity == "only" or (bool(wish.wanted) and wish.wanted == wish.thing)


def _is_tool(wish: Wish) -> bool:
    """Whether it names a tool that there is, which asks for no change by itself: "I own a big oven"."""
    last = wish.meant.split()[-1]
    return key(last) in things() and not is_eaten(last)


def _at_a_loss(wish: Wish, typed: str) -> str:
    told = "for that" if wish.polarity != "skill" else "for somebody who is new to this"
    told = f"for {_quoted(phrases(wish.words, typed))}" if wish.words else told
    return f"I don't know what to change {told}, so I changed nothing."


def _used_up(end: End) -> str:
    """Say what is already used up, and that it is too late where that matters for somebody's health or diet."""
    if not end.used:
        return ""
    words = _quoted(place.word for place in end.used)
    steps = _where([FoundPlace(one.part, one.step, one.word, one.why, ()) for one in end.used])
    says = f"You have already used {words} ({steps}), so I left that alone."
    wish = end.wish
    if not wish.state and wish.polarity != "allergy-or-health":
        return says
    return f"{says} If what you used does not fit “{wish.called}”, it is too late to change that."


def _left(end: End) -> str:
    """Say where the person still has to look although something was proposed for the wish."""
    if not end.places:
        return ""
    words = _words_of(end.places, every_word=bool(end.wish.health))
    return f"Please look at {words} in {_where(end.places)}."


def renumbered(ends: Sequence[End], dropped: Sequence[int]) -> str:
    """Say which numbers the steps to look at will have once others before them are dropped; "" if none changes."""
    steps = sorted({one.step for end in ends for one in end.places if one.part == "steps"} - {*dropped})
    moved = {at: at - sum(gone < at for gone in dropped) for at in steps}
    moved = {at: new for at, new in moved.items() if new != at}
    if not moved:
        return ""
    old, new, gone = (_numbered(some) for some in (list(moved), list(moved.values()), dropped))
    return f"Without {gone}, {old} {'becomes' if len(moved) == 1 else 'become'} {new}."


def _numbered(steps: Sequence[int]) -> str:
    return f"step{'s' if len(steps) > 1 else ''} {_joined([*map(str, steps)])}"


def _unseen(wish: Wish, base: Procedure) -> str:
    """Say what was looked for where no place was found, and never claim that the thing is absent.

    If a word of it occurs in another sense, or one for any food ("drinks"), say only that nobody can tell.
    """
    thing, text = _name(wish) if wish.state else wish.called, (base.goal, *base.resources, *base.steps)
    words = {singular(word.plain) for one in text for word in split(one)}
    stands = any(singular(word.casefold()) in words for word in content(thing))
    if {*hazards_for_everyone()} <= {*constraints_in(thing)}:
        return "I only match words, so I can't judge what is dangerous here: please read the steps yourself."
    if wish.polarity == "amount" and _HOW.fullmatch(thing):  # "extra spicy"
        return f"I can't make it {thing} by myself: write into a step what you would add."
    says = " ".join(text)
    eaten = _EATEN.search(says) is not None
    if not stands and _is_eaten(wish) and (base.resources or not _SUMS_UP.search(says)):
        looked = f"I looked for words related to “{thing}” and {_NONE}."
        return f"{looked} I only match words, so please read the steps yourself{_CHECK if eaten else '.'}"
    if stands or wish.state or (wish.polarity == "allergy-or-health" and not wish.held):
        return f"I can't tell which steps matter for “{thing}”, so please read them with that in mind."
    return f"I don't see “{thing.removesuffix(' please')}” in the text, but it may go by another name there."


def _pointed(shown: Sequence[End], beside: Sequence[End], base: Procedure) -> Iterator[str]:
    """Say where the words of each wish occur; for a diet, an age or a body, also that there may be others.

    A wish that its places do not mention is named with just those places; the rest share one sentence. A wish
    without places joins the one that shows it under another name.
    """
    told: set[tuple[str, int, str]] = set()
    said: list[str] = []
    groups = _told_together(shown)
    for end in (*(end for end in shown if not end.places), *beside):
        next((some for _, some in groups if _is_shown(end, some)), groups[0][1] if groups else []).append(end)
    for named, some in groups:
        loose = all(end.wish.loose for end in some if end.places)
        every = [place for end in some for place in end.places]
        new = [one for one in every if not ((named and _spot(one) in told) or (loose and _is_within(one, told)))]
        heard = roots_of([*said, *(place.word for place in every)])
        if any(heard.isdisjoint(roots(word)) for end in some for word in content(_name(end.wish))):
            new = new or every  # "no bending or lifting": the same steps, and yet both are named
        if new:
            told.update(map(_spot, new))
            ending = "; you know best whether that matters." if loose else ", so please look there."
            health = any(end.wish.health for end in some)
            said.append(_named_for(some, f"{_mention(new, every_word=health)}{ending}", base, quotes=True))
            yield said[-1]
    if any(end.wish.state and end.places for end in shown):
        yield "I only match words that I know, so please read the other steps too."


def _told_together(ends: Sequence[End]) -> list[tuple[bool, list[End]]]:
    """Group the wishes by their places, with whether these name the wishes.

    Named wishes form one group. Certain groups come before loose ones, and of each kind the unnamed first.
    """
    same: dict[object, list[End]] = {}
    for end in ends:
        if end.places:
            same.setdefault(frozenset(map(_spot, end.places)), []).append(end)
    groups: dict[tuple[bool, object], list[End]] = {}
    for spots, some in same.items():
        own = roots_of(words for end in some for place in end.places for words in (place.word, *place.also))
        unnamed = any(own.isdisjoint(roots(word)) for end in some for word in content(_name(end.wish)))
        loose = all(end.wish.loose for end in some)
        groups.setdefault((loose, spots if unnamed else ""), []).extend(some)
    return [(not of, some) for (_, of), some in sorted(groups.items(), key=lambda one: (one[0][0], not one[0][1]))]


def _is_within(place: FoundPlace, told: Iterable[tuple[str, int, str]]) -> bool:
    """Whether its step was already mentioned with a longer phrase: "spanner" after "adjustable spanner"."""
    part, step, word = _spot(place)
    return any((part, step) == other[:2] and word in other[2].split() for other in told)


def _spot(place: FoundPlace) -> tuple[str, int, str]:
    return place.part, place.step, place.word.casefold()


def _mention(places: Sequence[FoundPlace], *, every_word: bool) -> str:
    """What the places mention: every word where health is at stake, else the first few, one for each place."""
    where = {place.step if place.part == "steps" else None for place in places}
    said = f"{_where(places)} {'mentions' if len(where) == 1 else 'mention'}"
    return f"{said[0].upper()}{said[1:]} {_words_of(places, every_word=every_word)}"


def _words_of(places: Sequence[FoundPlace], *, every_word: bool) -> str:
    words = [not_within((one.word, *one.also)) if every_word else (one.word,) for one in places]
    return _quoted(chain.from_iterable(words), most=99 if every_word else _MOST)


def _where(places: Sequence[FoundPlace]) -> str:
    """ "steps 2 and 7 and the list of what you need"."""
    steps = sorted({place.step for place in places if place.part == "steps"})
    named = [_numbered(steps)] if steps else []
    named += ["the list of what you need"] if any(place.part == "resources" for place in places) else []
    return " and ".join(named)


def _quoted(words: Iterable[str], *, most: int = _MOST) -> str:
    each: dict[str, str] = {}
    for word in words:
        each[word.casefold()] = max(each.get(word.casefold(), ""), word)  # prefer "eggs" to "Eggs"
    return _joined([f"“{word}”" for word in each.values()], most=most)


def _joined(words: Sequence[str], *, most: int = _MOST) -> str:
    shown = [*words[:most], f"{len(words) - most} more"] if len(words) > most + 1 else list(words)
    return and_last(shown)
