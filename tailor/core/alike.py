"""An exchange that own words made in one step: where else the Result names the old thing, made there too."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from tailor.core.decisions import ReviewChange, own_edit
from tailor.core.finding.naming import is_little, known, named, says_how
from tailor.core.guard.vocabulary import Break, Token, tokenize
from tailor.core.listed_amounts import last_word, parted
from tailor.core.procedure import PARTS, Part
from tailor.core.review import Review
from tailor.core.review_state import ReviewState

_MOST_WORDS = 4
_MOST_BEHIND = 2
_ARTICLES = frozenset(["a", "an", "the", "some", "any", "of", "half", "all", "your"])
_NOTE = re.compile(r"\s*[,;(]")


@dataclass(frozen=True, slots=True)
class Alike:
    """A step or thing of the Result that still says the old words."""

    part: Part
    slot: str
    number: int
    text: str
    """With the new words."""


def exchange(before: str, after: str, listed: Sequence[str] = ()) -> tuple[str, str]:
    """The one thing that was exchanged for another, both without their amounts; else ("", "").

    `listed` are the lines of what is needed: what they name is a thing too.
    """
    old, new = tokenize(before), tokenize(after)
    differ = SequenceMatcher(None, [one.plain for one in old], [one.plain for one in new], autojunk=False)
    pairs = {
        pair
        for op, i, j, k, m in differ.get_opcodes()
        if op != "equal"
        for pair in [_things(_Words(before, old, i, j), _Words(after, new, k, m), listed)]
        if pair is not None
    }
    return pairs.pop() if len(pairs) == 1 else ("", "")


def elsewhere(
    state: ReviewState, slot: str, part: Part, old: str, new: str, done: Collection[str] = ()
) -> tuple[Alike, ...]:
    """Where else the Result names the old thing, as it is written; nothing for an exchange that is none.

    `done` are the slots of steps that were followed already: nothing is exchanged there any more.
    """
    draft = state.result.draft
    return tuple(
        Alike(one, spot.slot, number, text)
        for one in (PARTS if old else ())
        for number, spot in enumerate(draft.part(one), 1)
        if (one, spot.slot) != (part, slot) and spot.slot not in done and new not in spot.text
        for text in [_exchanged(spot.text, old, new)]
        if text != spot.text
    )


def _exchanged(text: str, old: str, new: str) -> str:
    for start, end in reversed([*named(text, old)]):
        if text[start:end] == old:
            text = text[:start] + new + text[end:]
    return text


@dataclass(frozen=True, slots=True)
class _Words:
    """Some words of a text, by their place among all of them."""

    text: str
    tokens: Sequence[Token]
    start: int
    end: int

    def thing(self, more: int) -> str:
        """Their thing with so many words behind them, without articles and amounts; "" where they are more."""
        some = self.tokens[self.start : self.end + more]
        if len(some) < self.end + more - self.start or any(one.gap >= Break.COMMA for one in some[1:]):
            return ""
        while some and some[0].plain in _ARTICLES:
            some = some[1:]
        thing = parted(self.text[some[0].start : some[-1].end])[1] if some else ""
        words = tokenize(thing)
        while words and is_little(words[0].plain):
            words = words[1:]
        fits = 0 < len(words) <= _MOST_WORDS and not any(is_little(one.plain) for one in words)
        return thing[words[0].start : words[-1].end] if fits else ""


def _things(old: _Words, new: _Words, listed: Sequence[str]) -> tuple[str, str] | None:
    """The things that were exchanged here, with the words behind that belong to both: "milk", "soya milk"."""
    for more in range(_MOST_BEHIND, -1, -1):
        was, now = old.thing(more), new.thing(more)
        if was and now and _plain(was) != _plain(now) and _is_thing(old, was, listed):
            return was, now
    return None


def _is_thing(old: _Words, thing: str, listed: Sequence[str]) -> bool:
    head = last_word(thing)
    is_one = known(thing) or known(head) or any(head == last_word(_NOTE.split(line)[0]) for line in listed)
    reach = range(old.tokens[old.start].start, old.tokens[min(old.end + _MOST_BEHIND, len(old.tokens)) - 1].end)
    return is_one and any(start in reach for start, _ in named(old.text, thing))


def _plain(thing: str) -> tuple[str, ...]:
    """Its words but for those that only say how it is: soft butter is butter."""
    words = [one.stem for one in tokenize(thing)]
    return tuple(words[next((at for at, word in enumerate(words[:-1]) if not says_how(word)), len(words) - 1) :])


def write_alike(review: Review, found: Sequence[Alike]) -> ReviewChange:
    """The person's own words in all of these, as one undo step."""
    made, ids = review, list[str]()
    for one in found:
        move = own_edit(made, "replace", one.slot, one.text, one.part)
        made, ids = move.review, [*ids, *move.ids]
    return ReviewChange(replace(made, past=(*review.past, review.choices)), tuple(ids))
