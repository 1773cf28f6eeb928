"""The words of a wish that had no effect: no sentence, place or edit accounts for them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from tailor.core.english import singular
from tailor.core.finding import Wish, cues
from tailor.core.finding.cues import listed, split
from tailor.core.finding.foods import is_eaten
from tailor.core.finding.mentions import roots
from tailor.core.finding.reading import is_number
from tailor.core.finding.spelling import mended
from tailor.core.guard import constraints_in
from tailor.core.procedure import Procedure
from tailor.core.requirements import Requirement, is_wish, without_dislike
from tailor.rules.model import End
from tailor.rules.servings import wanted
from tailor.rules.tables import pattern

_KEEPS: Final = pattern("sentences", "keeps")
_QUOTED: Final = re.compile(r"“((?:[^\s”]+\s+){4}[^”…]*)…?”")
"""A quote of at least five words, possibly a sentence of the title or notes, which answers no word of the hint."""
_BESIDE: Final = re.compile(r"(?:with|using|plus)\b", re.IGNORECASE)
"""How something begins that is to come in too: "serve 12, with a salad"."""
_STAYS: Final = re.compile(r"(?:keep|leave)\b(?!.*\bout\b)", re.IGNORECASE)
"""How something begins that asks for nothing to be done: "leave the lid on"."""


def unused_words(
    requirement: Requirement, told: Sequence[End], said: Iterable[str], base: Procedure
) -> tuple[str, ...]:
    """The words that no sentence, place or edit accounts for, except those that say how a wish is meant."""
    own = partial(_QUOTED.sub, lambda found: "" if found[1] in f"{base.goal}\n{base.notes}" else found[0])
    named = roots_of([*map(own, said), *shown_by(told, base)])
    how = {word for end in told for word in _only_how(end.wish)} | {"diet"}
    only_scaled = all(end.wish.polarity == "amount" for end in told)  # which does nothing for children
    how |= listed("persons") - listed("young") if only_scaled else listed("persons")  # whom it is for
    how |= listed("ailed") if any(end.wish.health for end in told) else frozenset()
    words = dict.fromkeys(content(without_dislike(requirement.text)))
    if any(end.proposal and end.wish.polarity == "amount" for end in told):
        amount = wanted(requirement.text, base, typos=True)
        how |= {*re.findall(r"\w+", amount.words), amount.words.replace(" ", "")} if amount else set()  # "5ppl"
        how |= {one for one, then in pairwise(requirement.words.casefold().split()) if then == "dozen"}
        met = (end.wish for end in told if end.proposal and end.wish.polarity == "amount")
        how |= {word.casefold() for wish in met for word in wish.words}
    if any(end.places and not end.wish.thing and end.wish.polarity == "without" for end in told):  # by the guard
        how |= {word.casefold() for word in words if constraints_in(f"no {word}")}
    how |= {one.casefold() for one in words if re.sub("['’]s?$", "", one.casefold()) in how}  # "mother's"
    whose = {*_whose(requirement.text)}
    left = [one for one in words if not {one.casefold(), one} & (how | whose) and named.isdisjoint(roots(one))]
    left = [one for one in left if mended(one.casefold(), ()) not in how]
    return tuple(_with_weak(left, requirement.text, one="one" not in how))


def _whose(text: str) -> Iterator[str]:
    """Yield the words that name a relative together with others: "mother in law", "great aunt"."""
    words = split(text)
    for at, one in enumerate(words):
        which = one.plain in listed("which_person") and at + 1 < len(words)
        if one.plain in listed("persons") - listed("young") or (
            which and singular(words[at + 1].plain) in listed("persons")
        ):
            yield one.typed


def _with_weak(words: Sequence[str], text: str, *, one: bool) -> Iterator[str]:
    """Yield the words, each with a weak word that qualifies it ("left handed"), and `one` after "only"."""
    every = split(text)
    for at, word in enumerate(every):
        weak = word.plain in listed("weak") and at + 1 < len(every) and every[at + 1].typed in words
        only = one and word.plain == "one" and at and every[at - 1].plain in ("only", "just")
        if word.typed in words or weak or only:
            yield word.typed


def _only_how(wish: Wish) -> set[str]:
    """The words of a wish that say how the thing is wanted, rather than which thing or how much of it."""
    plain = wish.thing and not wish.state and wish.polarity != "allergy-or-health"
    which = {*wish.thing.casefold().split()} if plain else frozenset[str]()
    words = {word.casefold() for word in wish.words}
    counted = bool(which) and not wish.sized
    return {word for word in words if word not in which and not (counted and is_number(word))}


def is_wish_among(unused: Sequence[str], ends: Sequence[End]) -> bool:
    """Whether the unused words contain a wish: a unit, or a wish that was read but neither met nor shown."""
    idle = {word.casefold() for end in ends if not (end.proposal or end.places) for word in end.wish.words}
    if not any(end.wish.polarity == "unit" and end.proposal for end in ends):
        idle |= {word for words in cues.units() for word in words}
    return not idle.isdisjoint(word.casefold() for word in unused)


def asks_more(unused: Sequence[str], words: str, base: Procedure) -> bool:
    """Whether what was ignored asks for something: a food to put in, or a part of the words that is a wish."""
    idle, made = {word.casefold() for word in unused}, roots_of([base.goal])
    parts = ((part, content(part)) for part in re.split(r",|\b(?:and|but)\b", words))
    ignored = (part.strip() for part, some in parts if some and idle.issuperset(map(str.casefold, some)))
    whole = any((is_wish(part) and not _STAYS.match(part)) or _BESIDE.match(part) for part in ignored)
    return whole or any(is_eaten(word) and made.isdisjoint(roots(word)) for word in idle)


def is_to_stay(unused: Sequence[str], ends: Sequence[End], words: str) -> bool:
    """Whether all amounts were scaled although the unused words ask for one of them to stay."""
    scaled = any(end.wish.polarity == "amount" and end.proposal for end in ends)
    return scaled and not {found[0].casefold() for found in _KEEPS.finditer(words)}.isdisjoint(
        word.casefold() for word in unused
    )


def shown_by(ends: Sequence[End], base: Procedure) -> Iterator[str]:
    """The words found in the places of these wishes, and the texts of their edits before and after."""
    for end in ends:
        yield from (words for place in end.places for words in (place.word, *place.also))
        for edit in end.proposal.edits if end.proposal else ():
            yield from (edit.text, base.part(edit.part)[edit.step - 1])


def roots_of(texts: Iterable[str]) -> frozenset[str]:
    words = (word for text in texts for word in split(text))
    return frozenset(root for word in words for one in {word.plain, word.typed} for root in roots(one))


def content(text: str) -> list[str]:
    """The content words of a text, as typed."""
    little = listed("stop") | listed("small")
    words = (one for one in split(text) if not (one.idle and one.plain in listed("everyday")))
    return [one.typed for one in words if little.isdisjoint({one.plain, one.typed.casefold()})]
